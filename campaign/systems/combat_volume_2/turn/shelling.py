"""Mortars and artillery: called by a leader who plans, they fall in impulse 3 of turns to come (20, 29.1, 31.10.12)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option, Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import burning, sight
from campaign.systems.combat_volume_2.people import acting, blasts, checks, melee
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.tables import Shells
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, Game, Man, Shelling
from campaign.systems.combat_volume_2.vehicles import harm

PLAN = "plan"
FALLS_IN = 3
"""The impulse in which shells fall, before anybody acts."""


class CallFire(Action, frozen=True, tag="call-fire"):
    """Call for the fire of a mortar or of artillery on a hex."""

    unit: str
    weapon: str
    hex: Hex


class FireCalled(Event, frozen=True, tag="fire-called"):
    """turns: in which it falls."""

    unit: str
    weapon: str
    to: Hex
    turns: tuple[int, ...]


class RoundFell(Event, frozen=True, tag="round-fell"):
    """A shell bursts; to: "" off the map. dice: its direction, and how far off it fell."""

    weapon: str
    to: Hex
    dice: tuple[int, ...]


class ShellsFell(Event, frozen=True, tag="shells-fell"):
    """All rounds of this turn have fallen. number: which of the missions it was."""

    number: int


# -- calling -----------------------------------------------------------------------------------------------------------


def left(play: Play, weapon: str) -> int:
    """How many such missions the player may still call for."""
    called = play.state.mission.called.get(weapon, 0)
    return called - sum(one.weapon == weapon and bool(one.by) for one in play.state.shellings)


def calls(play: Play, man: Man) -> list[Shells]:
    """For which fire he may call now: as a leader, under Plan, and not in a melee (20)."""
    if man.side != FRIEND or man.order.word != PLAN or not man.leadership or not acting.due(play, man):
        return []
    if melee.engaged(play, man) or man.vehicle:
        return []
    return [one for one in play.charts.foot.shells if left(play, one.id) > 0]


def terms(play: Play, man: Man, shells: Shells) -> tuple[Modifier, ...]:
    """What counts for the check beside his quality."""
    return (Modifier(shells.name, shells.term, "20"),) if shells.term else ()


def call(play: Play, man: Man, weapon: str, hex: Hex) -> None:
    """He calls for fire, by a check of quality; a call that fails costs nothing but his time."""
    shells = play.charts.foot.shell(weapon)
    if checks.tqc(play, man, f"to call for the {shells.name}", terms(play, man, shells)):
        turn = play.state.turn
        play.emit(FireCalled(man.id, weapon, hex, tuple(range(turn + 1, turn + 1 + shells.turns))))


# -- falling -----------------------------------------------------------------------------------------------------------


def fall_due(play: Play) -> bool:
    """Whether shells fall in this turn that have not fallen yet."""
    return any(play.state.turn in one.turns for one in play.state.shellings)


def fall(play: Play) -> None:
    """All rounds of this turn, each off its aim by the dice. Men in the hex and next to it check morale, vehicles are
    struck by their own table, and what burns may catch fire."""
    for number, one in enumerate(play.state.shellings):
        if play.state.turn not in one.turns:
            continue
        shells = play.charts.foot.shell(one.weapon)
        for _ in range(shells.rounds):
            _round(play, shells, one)
        play.emit(ShellsFell(number))


def _round(play: Play, shells: Shells, one: Shelling) -> None:
    way, face = play.dice.roll(
        f"where a round of the {shells.name} falls: direction and distance", 2, 6, "order"
    )
    to: Hex | None = one.hex
    for _ in range(shells.off[face - 1]):
        to = play.next_to(to, way) if to is not None else None
    play.emit(RoundFell(shells.id, to or "", (way, face)))
    if to is None:
        return
    blasts.burst(play, to, shells.dice, shells.frag, one.by, "blast", shells.around)
    for vehicle in list(play.state.vehicles.values()):
        if vehicle.here and not vehicle.wrecked:
            if vehicle.hex == to:
                harm.indirect(play, vehicle, by=one.by)
            elif shells.around and play.away(vehicle.hex, to) == 1:
                harm.indirect(play, vehicle, near=True, by=one.by)
    burning.kindle(play, to)


# -- what the events do, in words --------------------------------------------------------------------------------------


def fire_called(game: Game, event: FireCalled) -> None:
    game.shellings = (*game.shellings, Shelling(event.weapon, event.to, event.unit, event.turns))


def shells_fell(game: Game, event: ShellsFell) -> None:
    some = list(game.shellings)
    one = some[event.number]
    rest = tuple(turn for turn in one.turns if turn > game.turn)
    some[event.number] = Shelling(one.weapon, one.hex, one.by, rest)
    game.shellings = tuple(some)


def told_of_round(play: Play, event: RoundFell) -> str:
    name = play.charts.foot.shell(event.weapon).name
    return f"A round of the {name} bursts in {event.to}." if event.to else f"A round of the {name} is lost."


def told_of_call(play: Play, event: FireCalled) -> str:
    name = play.charts.foot.shell(event.weapon).name
    return f"{named(play.man(event.unit))} calls for the {name} on {event.to}: from turn {event.turns[0]} on."


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> list[Option]:
    man = acting.man(play, side)
    if man is None or not (some := calls(play, man)):
        return []
    seen = sight.hexes_seen(play, man)
    known = [foe.hex for foe in play.foes(man.side) if foe.spotted and foe.hex in seen]
    hex = min(known or seen, key=lambda hex: play.away(man.hex, hex))
    return [
        Option(
            CallFire(man.id, one.id, hex), man.id, where=hex, dice=1,
            modifiers=(*checks.terms_of_quality(play, man), *terms(play, man, one)),
            ranges=(Range("hex", places=Places(hexes=seen)),),
        )
        for one in some
    ]  # fmt: skip


def why_not(play: Play, side: str, action: CallFire) -> Iterator[Refused]:
    yield from acting.why_not(play, side, action.unit, PLAN)
    man = play.man(action.unit)
    some = [one.id for one in calls(play, man)]
    if action.weapon not in some:
        yield Refused(f"{named(man)} cannot call for that now.", "20", some, "$.weapon")
    elif action.hex not in play.board.axial or not sight.sees(play, man, action.hex):
        yield Refused(f"{named(man)} does not see that hex.", "20", ["a hex in sight"], "$.hex")


def do(play: Play, side: str, action: CallFire) -> None:
    call(play, play.man(action.unit), action.weapon, action.hex)


def label(play: Play, action: CallFire) -> str:
    return f"Call for the {play.charts.foot.shell(action.weapon).name} on {action.hex}"


ACTS = (
    Answer(action=CallFire, candidates=candidates, why_not=why_not, do=do, label=label, odds=by_deed(do)),
)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=FireCalled, apply=fire_called, words=told_of_call, rule="20",
            fact=lambda play, event: "the call gets through",
        ),
        Told(event=RoundFell, apply=checks.told_nothing, words=told_of_round, rule="20", dice="dice"),
        Told(event=ShellsFell, apply=shells_fell, rule="20", words=lambda play, event: ""),
    ),
)  # fmt: skip
