"""Where an action leads before it is done: what a unit would see and could fire at from a hex, who could fire at it
there, as far as its side may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.views import Preview
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.decide import fire, movement, setup
from campaign.systems.mechwar_4.frames import Firer
from campaign.systems.mechwar_4.naming import ARMS, own, points
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.reach import entry_cost, waiting_cost, ways
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import Shot, shot
from campaign.systems.mechwar_4.view import piece


def preview(play: Play, side: str, action: a.AnyAction) -> Preview | None:
    """Of an action that is not refused; None for what leads nowhere."""
    units = play.state.units
    match action:
        case a.Move():
            frame, unit = movement.the_move(play)
            cost = ways(play, unit, frame).cost(action.to) or 0
            paid = f"{points(cost)} of {points(frame.left)} movement points, if nothing stops it on the way."
            return _standing(play, unit, action.to, paid)
        case a.Place() if action.hex:
            return _standing(play, units[action.unit], action.hex, "")
        case a.LineUp():
            return _lined_up(play, action, setup.lined_up(play, action))
        case a.TakeDefilade():
            unit = units[action.unit]
            return _standing(play, replace(unit, defilade=action.edge), unit.hex, "")
        case _:
            return None


def there(play: Play, unit: Unit, hex: Hex) -> tuple[Play, Unit]:
    """As if a unit, and who is with it, stood in a hex; its markers as they are."""
    moved = {unit.id: replace(unit, hex=hex)}
    moved |= {one.id: replace(one, hex=hex) for one in play.carried(unit)}
    game = replace(play.state, units={**play.state.units, **moved})
    return Play(play.charts, game), moved[unit.id]


def _standing(play: Play, unit: Unit, hex: Hex, paid: str) -> Preview:
    then, ghost = there(play, replace(unit, defilade=unit.defilade if hex == unit.hex else ""), hex)
    notes = [paid] if paid else []
    notes.append(_field(then, ghost))
    foes = enemies(then, unit.side)
    for foe in foes:
        if not isinstance(foe, Counter):
            notes += _duel(then, ghost, foe)
    hidden = [one.id for one in foes if isinstance(one, Counter) and then.clear(one.hex, hex)]
    if hidden:
        notes.append(f"Face-down counters with a line of sight there: {', '.join(hidden)}.")
    return Preview(piece(then, ghost), notes=tuple(notes))


def _lined_up(play: Play, action: a.LineUp, line: Sequence[Unit]) -> Preview:
    """What a unit would pay to enter from its place, and whom it would be between (20.62)."""
    unit, before = play.state.units[action.unit], action.place - 1
    hex = action.hex or unit.through or setup.waits(play, unit).hexes[0]
    notes: list[str] = []
    cost = entry_cost(play, unit, hex)
    if cost is not None:
        paid, most = cost + before * waiting_cost(play, unit, hex), play.type_of(unit).move
        late = "; it has not so many, and comes a turn later" if paid > most else ""
        same = " if all before it do in the same turn" if before else ""
        notes.append(f"It pays {points(paid)} of {points(most)} movement points to enter {hex}{same}{late}.")
    if before:
        notes.append(f"Right before it: {own(play.state, line[before - 1].id)}.")
    if action.place < len(line):
        notes.append(f"Right behind it: {own(play.state, line[action.place].id)}.")
    return Preview(piece(play, unit), notes=tuple(notes))


def enemies(play: Play, side: str) -> list[Unit]:
    """Counters of the enemy on the map that a side sees."""
    return [one for one in play.state.units.values() if one.side != side and one.hex and not one.aboard]


def _field(play: Play, unit: Unit) -> str:
    """Its field of fire: how much it sees of what it reaches."""
    most = max((arm.range for arm in play.type_of(unit).arms.values()), default=0)
    if not most:
        seen = sum(play.clear(unit.hex, hex) for hex in play.board.hexes if hex != unit.hex)
        return f"It would see {some_hexes(seen)}."
    near = [hex for hex in play.board.hexes if 0 < play.distance(unit.hex, hex) <= most]
    seen = sum(play.clear(unit.hex, hex) for hex in near)
    return f"It would see {seen} of the {some_hexes(len(near))} that it reaches with its fire ({some_hexes(most)})."


def _duel(play: Play, unit: Unit, foe: Unit) -> list[str]:
    """What the two can do to each other: nothing is said of who is out of sight or range."""
    found: list[str] = []
    mine, his = best(play, unit, foe), best(play, foe, unit)
    if mine is not None and foe.seen:
        found.append(f"It could fire at {own(play.state, foe.id)}: {_told(*mine)}.")
    if his is not None:
        done = " (it has fired or moved this turn)" if foe.fired or foe.moved else ""
        found.append(f"{own(play.state, foe.id)} could fire at it{done}: {_told(*his)}.")
    return found


def best(play: Play, unit: Unit, target: Unit) -> tuple[Arm, Shot] | None:
    """What of a unit's arms is worth most at a target; None if it has a line of sight or range for none."""
    if not play.may_see(unit, target):
        return None
    reads: list[tuple[Arm, Shot]] = [
        (arm, shot(play, Firer(unit.id, arm, unit.damage), target, "direct"))
        for arm in fire.arms(play, unit, target, "direct")
    ]
    return max(reads, key=lambda one: (not one[1].suppresses, one[1].superiority + one[1].add), default=None)


def _told(arm: Arm, read: Shot) -> str:
    cover = f", {read.add:+d} to the die" if read.add else ""
    return f"{ARMS[arm]}, range {read.range}, superiority {read.superiority:+d}{cover}"
