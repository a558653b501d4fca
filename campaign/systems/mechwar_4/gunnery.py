"""Guns that fire indirectly: who they are, what they may fire, how well it falls (7.1, 14, 15.1)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused, no_such
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import orders, radio
from campaign.systems.mechwar_4.play import Play, accepts, is_unmarked
from campaign.systems.mechwar_4.state import Battery, Load, Mission, Unit


class Guns(NamedTuple):
    """A unit on the map or a battery off it. hex: "" off the map. h: before losses, but for what suppression takes
    off, which is `suppressed`. last: hex of the turn before (7.0).

    least, range: in hexes, range 0 for any; reach: of guns off the map, onto it from their side's edge, 0 for any.
    until: of a multiplied fire.
    """

    id: str
    name: str
    side: str
    hex: Hex
    h: int
    damage: int
    last: Hex
    least: int = 0
    range: int = 0
    section: bool = False
    rockets: bool = False
    air: bool = False
    smoke: bool = True
    fascam: int = 0
    until: int = 0
    reach: int = 0
    suppressed: int = 0

    @property
    def off_board(self) -> bool:
        return not self.hex


def of_unit(play: Play, unit: Unit) -> Guns:
    row = play.type_of(unit)
    weapon = row.arms["main"]
    less = row.suppressed * unit.suppression  # 7.6
    return Guns(
        unit.id, unit.name, unit.side, unit.hex, weapon.strength - less, 0 if row.one_step else unit.damage, unit.aimed,
        weapon.least, weapon.range, rockets=row.rockets, suppressed=less,
    )  # fmt: skip


def of_battery(play: Play, battery: Battery) -> Guns:
    each = play.charts.fire.suppression
    less = (each.hard if battery.protected else each.soft) * battery.suppression
    return Guns(
        battery.id, battery.name, battery.side, "", battery.h - less, battery.damage, battery.last,
        section=battery.section, rockets=battery.kind == "rockets", air=battery.kind == "air", smoke=battery.smoke,
        fascam=battery.fascam, until=battery.until, reach=battery.reach, suppressed=less,
    )  # fmt: skip


def guns_of(play: Play, side: str) -> list[Guns]:
    """All guns of a side that are in play, whatever they may do now: on the map first."""
    return play.once(("guns", side), _guns_of, play, side)


def _guns_of(play: Play, side: str) -> list[Guns]:
    game = play.state
    found = [
        of_unit(play, one)
        for one in game.units.values()
        if one.side == side and one.hex and not one.out and play.type_of(one).howitzers
    ]
    return found + [
        of_battery(play, one) for one in game.batteries.values() if one.side == side and not one.out
    ]


def guns_named(play: Play, side: str, id: str, where: str = "$.by") -> Guns:
    """Raises Refused."""
    mine = guns_of(play, side)
    found = next((one for one in mine if one.id == id), None)
    if found is None:
        ids = [one.id for one in mine]
        raise no_such("battery or unit", id, ids, "7.0", where, " of yours that fires indirectly")
    return found


def verify_fit(play: Play, guns: Guns) -> None:
    """Whether these guns may fire in this indirect fire phase at all (14.2). Raises Refused."""
    game = play.state
    if guns.id in game.shelling:
        raise Refused(f"{guns.name} has fired in this phase.", "14.12", where="$.by")
    if guns.off_board:
        if game.batteries[guns.id].busy >= game.turn:
            last = game.batteries[guns.id].busy
            raise Refused(f"{guns.name} is displacing until after turn {last}.", "19.22", where="$.by")
        return
    unit = game.units[guns.id]
    if unit.aboard:
        raise Refused(f"{unit.name} is aboard.", "9.1", where="$.by")
    if unit.panicked:
        raise Refused(f"{unit.name} panics.", "7.15", where="$.by")
    if unit.disturbed:
        raise Refused(f"{unit.name} has panicked or been fired at this turn.", "7.15", where="$.by")
    if not is_unmarked(unit):
        raise Refused(f"{unit.name} has moved or fired this turn.", "4.1", where="$.by")
    if (refused := orders.may_fire(play, unit)) is not None:
        raise refused


def fit(play: Play, guns: Guns) -> bool:
    return accepts(partial(verify_fit, play, guns))


def due(play: Play, guns: Guns, load: Load) -> int:
    """The turn in which a mission of these guns falls (7.11, 7.7, 14.33, 19.2)."""
    game = play.state
    if guns.until:
        return guns.until
    if not guns.off_board:
        return game.turn
    late = play.charts.readings.support_delay == "one-turn" if guns.air else game.switches.delayed_guns
    return game.turn + (late or load == "counter")


def planned(play: Play, guns: Guns, turn: int) -> Mission | None:
    """What these guns are to fire in a turn."""
    return next((one for one in play.state.missions if one.by == guns.id and one.due == turn), None)


def verify_load(play: Play, guns: Guns, load: Load) -> None:
    """Whether these guns have that to fire (18, 19.4, 7.8, 19.2). Raises Refused."""
    game = play.state
    if load == "smoke":
        if guns.rockets:
            raise Refused("Rockets fire a loose pattern, smoke needs a tight one.", "7.22", where="$.load")
        if guns.air or not guns.smoke:
            raise Refused(f"{guns.name} has no smoke.", "7.7" if guns.air else "18.0", where="$.load")
    if load == "fascam":
        if not game.switches.scattered_mines or not guns.fascam:
            raise Refused(f"{guns.name} has no scattered mines.", "19.4", where="$.load")
        pending = sum(one.by == guns.id and one.load == "fascam" for one in game.missions)
        mine = planned(play, guns, due(play, guns, load))
        if pending - (mine is not None and mine.load == "fascam") >= guns.fascam:
            raise Refused(f"{guns.name} has no more scattered mines.", "19.4", where="$.load")
    if load == "counter" and guns.off_board and not game.switches.offboard_counterbattery:
        raise Refused("Off-board guns take no part in counterbattery fire.", "14.23", where="$.load")


def verify_pattern(guns: Guns, load: Load, loose: bool) -> None:
    """6.8, 7.0, 7.21, 7.22, 15.21, 19.42. Raises Refused."""
    if loose and (load in ("smoke", "fascam") or guns.section or guns.air):
        rule = {"smoke": "7.22", "fascam": "19.42"}.get(load, "15.21" if guns.air else "7.0")
        raise Refused("This is fired in a tight pattern only.", rule, ("tight",), "$.pattern")
    if not loose and guns.rockets and load == "shells":
        raise Refused("Rockets are fired in a loose pattern only.", "7.21", ("loose",), "$.pattern")


def needs_spotter(play: Play, guns: Guns) -> bool:
    """By readings of 5.4 and 14.13: whether these guns fire only where somebody sees."""
    readings = play.charts.readings
    return not guns.air and (
        readings.offboard_needs_spotter if guns.off_board else readings.guns_need_spotter
    )


def verify_aim(play: Play, guns: Guns, hex: Hex) -> None:
    """Whether these guns may fire at a hex (7.13, 14.13, 19.73, 19.918). Raises Refused."""
    game = play.state
    if hex not in play.ground.terrain:
        raise Refused(f"This board has no hex {hex!r}.", "7.13", where="$.hex")
    radio.verify_bombards(play, guns.side, None if guns.off_board else game.units[guns.id], hex)
    verify_range(play, guns, hex, "7.13", "$.hex")
    if needs_spotter(play, guns) and not (
        spotted(play, guns.side, hex) or radio.located(play, guns.side, hex)
    ):
        raise Refused(f"Nobody sees {hex}.", "14.13" if guns.off_board else "5.4", where="$.hex")
    if game.switches.night and not _near(play, guns.side, hex):
        reach = play.charts.fire.indirect.night_reach
        raise Refused(
            f"At night somebody must see {hex} from at most {some_hexes(reach)}.", "19.73", where="$.hex"
        )


def verify_range(play: Play, guns: Guns, hex: Hex, rule: str, where: str) -> None:
    """Whether guns reach a hex: on the map by their own ranges, off it by what a scenario says (14.13). Raises
    Refused."""
    if guns.reach and (far := from_edge(play, guns.side, hex)) > guns.reach:
        raise Refused(
            f"{guns.name} fires {some_hexes(guns.reach)} onto the map; {hex} lies {far} from the edge.",
            "14.13",
            (f"1 to {guns.reach}",),
            where,
        )
    if guns.range:
        far = play.distance(guns.hex, hex)
        if not guns.least <= far <= guns.range:
            reach = f"{guns.least} to {guns.range}"
            raise Refused(f"{guns.name} fires {reach} hexes; {hex} is {far} away.", rule, (reach,), where)


def from_edge(play: Play, side: str, hex: Hex) -> int:
    """14.13: how many hexes onto the map from a side's edge a hex lies, 1 for those at the edge."""
    layout = play.board.layout
    row, column = divmod(play.board.hexes.index(hex), layout.columns)
    depths = {
        "north": row + 1, "south": layout.rows - row, "west": column + 1, "east": layout.columns - column,
    }  # fmt: skip
    return depths[play.state.forces[side].edge]


def _near(play: Play, side: str, hex: Hex) -> bool:
    """19.73: whether a friend sees the hex from near enough."""
    return bool(play.seers(hex, side) & play.ground.near(hex, play.charts.fire.indirect.night_reach))


def spotted(play: Play, side: str, hex: Hex) -> bool:
    """Whether a hex is spotted for a side's indirect fire (7.13), or guns in it have betrayed themselves (7.87,
    5.4).
    """
    if hex in play.once(("spotted", side), _spotted, play, side):
        return True
    if radio.located(play, side, hex):
        return False
    return bool(play.seers(hex, side))


def _spotted(play: Play, side: str) -> set[Hex]:
    """Where guns still are that have betrayed themselves there."""
    units = play.state.units.values()
    return {one.spotted for one in units if one.side != side and one.spotted == one.hex}


def effect(play: Play, guns: Guns, mission: Mission) -> int:
    """The lowest die of a fire for effect; 1 or less where none is rolled (7.11, 7.12, 7.81, 15.1)."""
    numbers = play.charts.fire.indirect
    if guns.air or mission.counter:
        return 0
    if guns.last == mission.hex:
        return numbers.effect_repeated
    return numbers.effect_spotted if spotted(play, guns.side, mission.hex) else numbers.effect_unspotted


def scatter(play: Play, guns: Guns, mission: Mission) -> int:
    """The highest die that scatters (7.17); of a strike, the highest that does not (15.1, 7.12)."""
    numbers = play.charts.fire.indirect
    if guns.air:
        return numbers.air_on_target
    if guns.last and guns.last == mission.hex:
        return numbers.scatter_repeated
    if mission.counter or spotted(play, guns.side, mission.hex):
        return numbers.scatter_spotted
    return numbers.scatter_unspotted
