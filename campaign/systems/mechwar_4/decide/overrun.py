"""Overruns: a firefight in one hex, round after round (12)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.rules.wording import count
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import watching
from campaign.systems.mechwar_4.by_sight import if_so
from campaign.systems.mechwar_4.decide import fire as fires
from campaign.systems.mechwar_4.decide import mounted
from campaign.systems.mechwar_4.decide.initiative import roll
from campaign.systems.mechwar_4.frames import Overrun
from campaign.systems.mechwar_4.play import Play, any_unit, own_unit
from campaign.systems.mechwar_4.reach import spent, step_cost
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import verify_arm


def there(play: Play, overrun: Overrun, side: str) -> list[Unit]:
    """The units of a side in the hex that may be fired at; of the overrunner's, itself alone fights (12)."""
    mine = play.state.units[overrun.unit]
    return [
        one
        for one in play.open_in(overrun.hex)
        if one.side == side and not play.flies(one) and (one.side != mine.side or one.id == mine.id)
    ]


def fighters(play: Play, overrun: Overrun, side: str) -> list[Unit]:
    """The units of a side that fire: those in the hex, and out of carriers that are overrun (9.4); the infantry of a
    carrier that moves does not."""
    found = there(play, overrun, side)
    if side == play.state.units[overrun.unit].side:
        return found
    mounts = [mounted.defends(play, one) for one in found]
    return [*found, *(one for one in mounts if one is not None and one not in found)]


def both_there(play: Play, overrun: Overrun) -> bool:
    """Whether there is anybody left to fight on either side."""
    unit = play.state.units[overrun.unit]
    return not unit.out and bool(there(play, overrun, other_side(play.state, unit.side)))


def arms_at(play: Play, unit: Unit, target: Unit) -> list[Arm]:
    """What a unit can fire at another at range 0."""
    return fires.arms(play, unit, target, "overrun")


def shots(play: Play, overrun: Overrun, unit: Unit) -> list[tuple[Unit, Arm]]:
    """At whom a unit may fire, and with what."""
    foes = there(play, overrun, other_side(play.state, unit.side))
    return [(foe, arm) for foe in foes if not fires.shielded(play, foe) for arm in arms_at(play, unit, foe)]


def go_on(play: Play) -> None:
    """The next thing in an overrun that needs no answer."""
    game = play.state
    overrun = game.stack[-1]
    assert isinstance(overrun, Overrun)
    unit = game.units[overrun.unit]
    if not both_there(play, overrun):
        turn_up(play, overrun, unit)
        over(play, unit)
    elif not overrun.round:
        mounts = fighters(play, overrun, other_side(game, unit.side))
        for one in (*play.in_hex(overrun.hex), *(one for one in mounts if one.aboard)):
            if not one.seen:
                play.emit(e.UnitSeen(one.id))
            watching.lose_camouflage(play, one)
        begin(play, overrun)
    else:
        turn_to(play, overrun, overrun.turn)


def turn_up(play: Play, overrun: Overrun, unit: Unit) -> None:
    """17.12: helicopters that were in the way as counters are known as such, and no more in the way; what is met so
    close is camouflaged no more (5.25)."""
    for one in play.in_hex(overrun.hex) if not unit.out else ():
        if one.side != unit.side and not one.seen:
            play.emit(e.UnitSeen(one.id, unit.id, "17.12"))
            watching.lose_camouflage(play, one)


def begin(play: Play, overrun: Overrun) -> None:
    """A firefight: who fires first is rolled for; each fires once, whatever it has done before (12.2, 12.0, 12.4)."""
    side = roll(play, True)
    unit = play.state.units[overrun.unit]
    in_a_row = play.charts.readings.firefights_counted == "row"
    fought = 0 if in_a_row else play.state.fought.get(f"{unit.id}:{overrun.hex}", 0) + 1
    everybody = [one.id for each in play.state.sides for one in fighters(play, overrun, each.id)]
    play.emit(e.OverrunRound(overrun.round + 1, side, tuple(everybody), fought))
    turn_to(play, overrun, side)


def turn_to(play: Play, overrun: Overrun, side: str) -> None:
    """Whose unit fires next: the sides alternate; who can fire at nothing does not fire."""
    game = play.state
    skipped = tuple(id for id in overrun.to_fire if not able(play, overrun, game.units[id]))
    ready = {game.units[id].side for id in overrun.to_fire if id not in skipped}
    if not both_there(play, overrun):
        return
    for one in (side, other_side(game, side)):
        if one in ready:
            if overrun.turn != one or skipped:
                play.emit(e.OverrunTurn(one, False, skipped))
            return
    play.emit(e.OverrunTurn("", True, skipped))


def able(play: Play, overrun: Overrun, unit: Unit) -> bool:
    return not unit.out and bool(shots(play, overrun, unit))


def after(play: Play, side: str) -> None:
    """After a shot it is the other side's turn."""
    overrun = play.state.stack[-1]
    assert isinstance(overrun, Overrun)
    turn_to(play, overrun, other_side(play.state, side))


def fire(play: Play, side: str, action: a.OverrunFire) -> None:
    """12.0."""
    unit, target = play.state.units[action.unit], play.state.units[action.target]
    hatches = mounted.hatches(play, unit)
    play.emit(
        e.AttackDeclared(
            side, "overrun", unit.id, target.id, target.hex, action.arm, unit.damage, hatches=hatches
        )
    )
    play.emit(e.ResolvingBegan(target.id))


def verify_fire(play: Play, side: str, action: a.OverrunFire) -> None:
    """Raises Refused (12.0)."""
    overrun = play.state.stack[-1]
    assert isinstance(overrun, Overrun)
    unit, target = own_unit(play, side, action.unit), any_unit(play, side, action.target)
    if unit.id not in overrun.to_fire:
        raise Refused(f"{unit.name} does not fire now.", "12", overrun.to_fire, "$.unit")
    allowed = list(dict.fromkeys(one.id for one, _ in shots(play, overrun, unit)))
    if target.hex == overrun.hex and fires.shielded(play, target):
        raise Refused(f"{target.name} is part of the infantry in its hex.", "19.613", allowed, "$.target")
    if target.id not in allowed:
        raise Refused("Fire is at enemies in the hex.", "12", allowed, "$.target")
    verify_arm(play, unit, action.arm, target, "overrun")


def stay(play: Play, side: str, action: a.Stay) -> None:
    """Another firefight follows at once (12.0)."""
    overrun = play.state.stack[-1]
    assert isinstance(overrun, Overrun)
    begin(play, overrun)


def verify_stay(play: Play, side: str, action: a.Stay) -> None:
    """A house rule: so many firefights at the most, as each may do nothing. Raises Refused."""
    overrun = play.state.stack[-1]
    assert isinstance(overrun, Overrun)
    if spent(play, play.state.units[overrun.unit], overrun.hex):
        most = play.charts.readings.firefights
        raise Refused(f"After {count(most, 'firefight')} the overrunner leaves.", "house rule")


def decided(play: Play, overrun: Overrun) -> tuple[str, ...]:
    """The readings by which the overrunner cannot stay."""
    most = play.charts.readings.firefights
    if not spent(play, play.state.units[overrun.unit], overrun.hex):
        return ()
    return ("firefights",) if overrun.round >= most else ("firefights", "firefights_counted")


def exits(play: Play, overrun: Overrun) -> list[str]:
    """Where the overrunner may go: free hexes that it could enter, and the one that it came from (12)."""
    unit = play.state.units[overrun.unit]
    around = [
        hex
        for _, hex in play.ground.around[overrun.hex]
        if step_cost(play, unit, overrun.hex, hex) is not None
        and play.standable(unit, hex)
        and not play.crowded(unit, hex)
    ]
    return around if overrun.frm in around or not overrun.frm else [*around, overrun.frm]


def over(play: Play, unit: Unit) -> None:
    """One side is gone from the hex, or the overrunner at least (8.15, 12.5)."""
    overrun = play.state.stack[-1]
    assert isinstance(overrun, Overrun)
    break_columns(play, overrun)
    play.emit(e.OverrunEnded(unit.id))
    if not unit.out:
        take(play, unit)


def take(play: Play, unit: Unit) -> None:
    """A place that counts is its who entered it last, and has no enemy on the ground beside it (20.5). In the fog a
    counter that lies face down is taken to be on the ground, as it is for whoever moves (17.12)."""
    held = play.state.held.get(unit.hex)
    if held is None or held == unit.side:
        return
    flies, reading = play.flies(unit), play.charts.readings.helicopters_hold
    free = not play.enemies_in(unit.hex, unit.side)
    if (free or reading == "always") and reading != "never" if flies else free:
        by = if_so("helicopters_hold", flies)
        play.emit(e.HexTaken(unit.side, unit.hex, readings=by))


def break_columns(play: Play, overrun: Overrun) -> None:
    """8.15: columns that were in the fight are columns no more."""
    for one in play.in_hex(overrun.hex):
        if one.column:
            play.emit(e.ColumnChanged(one.id, False))
