"""The indirect fire phase: both sides plan, then everything falls (7.0 to 7.2, 14, 15.0, 18.0, 19.4).

Stages: `plot`, both sides at once and in secret; `fire`, all that is due, on the map first (14.14); `counter`, whoever
waits for guns that betray themselves answers them, which falls in another stage `fire`; `air`, aircraft (15.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from campaign.rules.hexes import EDGES
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import decided_by, radio
from campaign.systems.mechwar_4.apply.guns import waits
from campaign.systems.mechwar_4.decide import air, counterbattery, landing, multiples, phases
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.gunnery import (
    Guns,
    due,
    effect,
    fit,
    guns_named,
    guns_of,
    of_battery,
    of_unit,
    planned,
    scatter,
    spotted,
    verify_aim,
    verify_fit,
    verify_load,
    verify_pattern,
)
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.state import Mission, Stage

# -- plans -----------------------------------------------------------------------------------------------------


def question(play: Play) -> tuple[Pending, ...]:
    """Who is asked in this phase: where counters are hidden, always both, so that the question tells nothing."""
    game = play.state
    found: list[Pending] = []
    for side in game.sides:
        if game.forces[side.id].done:
            continue
        if game.stage == "plot" and may_plan(play, side.id):
            found.append(Pending(side.id, "indirect", "Plan indirect fire; say when you are ready."))
        if game.stage == "counter" and counterbattery.may_answer(play, side.id):
            found.append(
                Pending(side.id, "counterbattery", "Answer enemy guns that have betrayed themselves.")
            )
    return tuple(found)


def may_plan(play: Play, side: str) -> bool:
    """Whether a side is asked for plans: where counters are hidden always, as that it has guns is hidden, too (7.0,
    7.1).
    """
    return (
        hides(play.state)
        or any(fit(play, one) for one in guns_of(play, side))
        or multiples.may(play, side)
        or air.may_plot(play, side)
    )


def bombard(play: Play, side: str, action: a.Bombard) -> None:
    """7.13: guns fire at one hex; 7.81: or wait for enemy guns."""
    mission = mission_of(play, side, action)
    by = decided_by.planned(play, guns_named(play, side, action.by), mission)
    play.emit(e.MissionPlotted(mission, readings=by))


def mission_of(play: Play, side: str, action: a.Bombard) -> Mission:
    """The mission that an action asks for."""
    guns = guns_named(play, side, action.by)
    when = due(play, guns, action.load)
    if action.load == "counter":
        return Mission(guns.id, side, "", "counter", due=when)
    before = planned(play, guns, when)
    bound = before is not None and before.bound
    loose = action.pattern == "loose"
    return Mission(guns.id, side, action.hex, action.load, loose, action.sustained, when, bound)


def verify_bombard(play: Play, side: str, action: a.Bombard) -> None:
    """Raises Refused."""
    guns = guns_named(play, side, action.by)
    verify_fit(play, guns)
    verify_load(play, guns, action.load)
    when = due(play, guns, action.load)
    before = planned(play, guns, when)
    loose = action.pattern == "loose"
    if action.load == "counter":
        if before is not None and before.bound:
            raise Refused(f"{guns.name} goes on firing at {before.hex}.", "7.14", (before.hex,), "$.load")
        if action.hex or action.sustained or loose:
            raise Refused("Where and how it answers is said when enemy guns betray themselves.", "7.81")
        return
    verify_pattern(guns, action.load, loose)
    if before is not None and before.bound and before.hex != action.hex:
        raise Refused(f"{guns.name} goes on firing at {before.hex}.", "7.14", (before.hex,), "$.hex")
    verify_aim(play, guns, action.hex)
    if action.sustained and (action.load != "shells" or guns.rockets or guns.air or guns.until):
        raise Refused(
            "Only guns that fire shells again next turn keep their fire up.", "7.14", where="$.sustained"
        )
    goes_on = planned(play, guns, when - 1) if when > play.state.turn else None
    if goes_on is not None and goes_on.sustained and goes_on.hex != action.hex:
        raise Refused(f"{guns.name} goes on firing at {goes_on.hex}.", "7.14", (goes_on.hex,), "$.hex")


def call_off(play: Play, side: str, action: a.CallOff) -> None:
    """What was planned in this phase is taken back."""
    mission = last_planned(play, action.by)
    assert mission is not None
    play.emit(e.MissionDropped(action.by, side, mission.due))


def last_planned(play: Play, by: str) -> Mission | None:
    return next((one for one in reversed(play.state.missions) if one.by == by), None)


def verify_call_off(play: Play, side: str, action: a.CallOff) -> None:
    """Raises Refused."""
    guns = guns_named(play, side, action.by)
    mission = last_planned(play, action.by)
    if mission is None or not fit(play, guns):
        raise Refused(f"{guns.name} has nothing planned that could be called off.", "7.13", where="$.by")
    if mission.bound:
        raise Refused(f"{guns.name} goes on firing at {mission.hex}.", "7.14", where="$.by")
    if mission.due <= play.state.turn and due(play, guns, mission.load) > play.state.turn:
        raise Refused("What was called for last turn is on its way.", "7.11", where="$.by")


# -- what follows by itself ------------------------------------------------------------------------------------


def go_on(play: Play) -> None:
    """The next thing in this phase that needs no answer."""
    STAGES[play.state.stage](play)


def begin(play: Play) -> None:
    """What is left of the turn before: multiplied fires are shown (14.33), sustained fire goes on (7.14)."""
    game = play.state
    multiples.show(play)
    kept = list(game.impacts)
    if kept:
        play.emit(e.ImpactsLifted())
    play.emit(e.StageBegan("plot"))
    for impact in kept:
        guns = next((one for one in guns_of(play, impact.side) if one.id == impact.by), None)
        if guns is not None and fit(play, guns):
            planned_for_now = planned(play, guns, game.turn)
            new = Mission(
                impact.by, impact.side, impact.aim, "shells", impact.loose, due=game.turn, bound=True
            )
            play.emit(
                e.MissionPlotted(new if planned_for_now is None else replace(planned_for_now, bound=True))
            )


def fire_stage(play: Play) -> None:
    play.emit(e.StageBegan("fire"))


def next_mission(play: Play) -> None:
    """14.14: on the map first, then off-board guns, then strikes; of each, the first player's before the other's."""
    game = play.state
    ready = [one for one in game.missions if one.due <= game.turn and not waits(one)]
    if not ready:
        play.emit(e.StageBegan("counter" if counterbattery.wanted(play) else "air"))
        return

    def order(mission: Mission) -> tuple[int, bool]:
        battery = game.batteries.get(mission.by)
        kind = 0 if battery is None else 1 + (battery.kind == "air")
        return kind, mission.side != game.first

    carry_out(play, min(ready, key=order))


def carry_out(play: Play, mission: Mission) -> None:
    """One mission: unless its guns cannot (7.15), or are jammed by now (19.918), it is rolled for, and falls."""
    guns = _guns(play, mission)
    if guns is None or not fit(play, guns):
        play.emit(e.MissionDropped(mission.by, mission.side, mission.due, "its guns cannot fire"))
        return
    if not guns.off_board and panics(play, play.state.units[guns.id], "indirect"):
        play.emit(e.MissionDropped(mission.by, mission.side, mission.due, "its guns panic"))
        return
    unit = None if guns.off_board else play.state.units[guns.id]
    if not accepts(lambda: radio.verify_bombards(play, guns.side, unit, mission.hex)):
        play.emit(e.MissionDropped(mission.by, mission.side, mission.due, "its side is jammed or silent"))
        return
    if mission.counter and not (mission.hex or mission.counter in play.state.batteries):
        play.emit(e.MissionDropped(mission.by, mission.side, mission.due, "what it answers is gone"))
        return
    fall(play, guns, mission)


def _guns(play: Play, mission: Mission) -> Guns | None:
    game = play.state
    battery, unit = game.batteries.get(mission.by), game.units.get(mission.by)
    if battery is not None:
        return None if battery.out else of_battery(play, battery)
    return of_unit(play, unit) if unit is not None and unit.hex and not unit.out else None


def fall(play: Play, guns: Guns, mission: Mission) -> None:
    """7.11, 7.17, 15.1: whether it is fire for effect, whether and where it scatters; then it lands."""
    need, limit = effect(play, guns, mission), scatter(play, guns, mission)
    seen = bool(mission.counter) or spotted(play, guns.side, mission.hex)
    aim = mission.hex or mission.counter
    dice, impact = roll(play, aim, need, limit, guns.air)
    if not mission.hex and impact != aim:
        impact = (
            aim if mission.loose else ""
        )  # off the map a loose pattern still covers what it misses by a hex
    play.emit(
        e.IndirectFired(
            guns.id, guns.side, mission.hex, impact, mission.load, dice, need, limit, guns.h, guns.damage,
            mission.loose, mission.sustained, seen, guns.air, mission.counter, guns.suppressed,
        )
    )  # fmt: skip
    counterbattery.detect(play, guns)
    if not impact:
        return
    if mission.load == "smoke":
        play.emit(e.SmokePlaced(impact))
    elif mission.load == "fascam":
        scatter_mines(play, impact)
    else:
        ground = play.state.switches.environment and not guns.air and bool(mission.hex)
        hexes = landing.zone(play, impact, mission.loose) if mission.hex else ()
        only = "" if mission.hex else mission.counter
        play.emit(
            e.BombardmentBegan(
                guns.side, impact, hexes, guns.h, mission.loose, guns.air, guns.damage, ground, only, guns.suppressed,
            )
        )  # fmt: skip


def roll(play: Play, aim: str, need: int, limit: int, air: bool) -> tuple[tuple[int, ...], str]:
    """The dice of a mission, and the hex of its impact; "" for none."""
    dice: list[int] = []
    if need > 1:
        ((effect, die),) = play.read(f"fire for effect on {aim}", 1, 6, partial(takes_effect, need))
        dice.append(die)
        if not effect:
            return tuple(dice), ""
    ((lands, die),) = play.read(f"scatter on {aim}", 1, 6, partial(on_target, limit, air))
    dice.append(die)
    if lands:
        return tuple(dice), aim
    around = dict(play.ground.around.get(aim, ()))
    ((impact, way),) = play.read(
        f"direction of scatter on {aim}", 1, 6, lambda die: around.get(EDGES[die - 1], "")
    )
    dice.append(way)
    return tuple(dice), impact


def takes_effect(need: int, die: int) -> bool:
    """7.11: whether it is fire for effect."""
    return die >= need


def on_target(limit: int, air: bool, die: int) -> bool:
    """7.17, 15.1: whether it does not scatter."""
    return die <= limit if air else die > limit


def scatter_mines(play: Play, hex: str) -> None:
    """19.41, 19.43: a hasty minefield; every further fire adds to it."""
    there = next((one for one in play.state.mines if one.hex == hex and not one.side), None)
    shift = 0 if there is None else there.shift + play.charts.fire.mines.further
    play.emit(e.MinesScattered(hex, shift))


def aircraft(play: Play) -> None:
    """15.31: those that were called for, one after the other."""
    if not air.next_flight(play):
        end(play)


def end(play: Play) -> None:
    """The phase is over."""
    multiples.revert(play)
    play.emit(e.IndirectEnded())
    phases.regroup(play)


STAGES: Mapping[Stage, Callable[[Play], None]] = {
    "": begin,
    "plot": fire_stage,
    "fire": next_mission,
    "counter": fire_stage,
    "air": aircraft,
}
