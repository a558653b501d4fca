"""Where the units of a scenario stand and may be set up, and whether what a scenario says can be so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from campaign.rules.boards import Board
from campaign.rules.charts import known, numbered
from campaign.rules.hexes import Hex, Layout
from campaign.rules.packs import PackError
from campaign.systems.mechwar_4.scenario import Scenario, UnitPlace, Zone
from campaign.systems.mechwar_4.tables import Aircraft
from campaign.systems.mechwar_4.terrain import Terrain
from campaign.systems.mechwar_4.units import UnitType

FULL_STACK = 3
"""Units of a side in one hex, carriers with what they carry as one (8.5)."""


def zone(scenario: Scenario, board: Board, side: str, company: str = "") -> frozenset[Hex]:
    """Where a side may set up the units of a company, "" for those of none (20.41, 3.1)."""
    return frozenset(
        hex
        for one in scenario.zone
        if one.side == side and (not one.companies or company in one.companies)
        for hex in _hexes(one, board)
    )


@lru_cache(maxsize=256)
def _hexes(zone: Zone, board: Board) -> frozenset[Hex]:
    """The hexes that fulfil all that is given of a zone."""
    rows, layout = _rows(board.layout), board.layout
    found: Iterable[Hex] = zone.hexes or board.hexes
    if zone.box:
        (west, north), (east, south) = (rows[hex] for hex in zone.box)
        box = {layout.hex_in(x, y) for y in range(north, south + 1) for x in range(west, east + 1)}
        found = box.intersection(zone.hexes) if zone.hexes else box
    if zone.line:
        down = 1 if zone.of_line == "north" else -1
        last: dict[int, int] = {}
        for hex in line(board, *zone.line):
            column, row = rows[hex]
            last[column] = max(down * row, last.get(column, down * row))
        found = {hex for hex in found if down * rows[hex][1] <= last.get(rows[hex][0], -1000)}
    return frozenset(found)


@lru_cache(maxsize=8)
def _rows(layout: Layout) -> Mapping[Hex, tuple[int, int]]:
    """Column and row of every hex, both from 0."""
    return {hex: (i % layout.columns, i // layout.columns) for i, hex in enumerate(layout.hexes())}


def line(board: Board, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes of the row from one hex to another; of two beside a line, both (20.41)."""
    return tuple(hex for step in board.line(a, b) for hex in step)


def check(
    one: Scenario,
    file: str,
    boards: Mapping[str, Board],
    units: Mapping[str, UnitType],
    terrain: Mapping[str, Terrain],
    rosters: Collection[str],
    aircraft: Mapping[str, Aircraft],
) -> None:
    """Whether a scenario can be played. Raises PackError with the file, the place and what is wrong."""
    sides = [side.id for side in one.side]
    if len(sides) != 2 or sides[0] == sides[1]:
        raise PackError("A scenario has two sides with different ids.", where=f"{file}, side")
    known(one.board, boards, f"{file}, board", "board")
    board = boards[one.board]
    known(one.first, sides, f"{file}, first", "side")
    _formations(one, file, sides)
    _zones(one, file, board)
    for i, entry in enumerate(one.entry):
        place = f"{file}, entry[{i}] ({entry.id})"
        known(entry.side, sides, f"{place}.side", "side")
        _on(board, entry.hexes, f"{place}.hexes")
        if entry.column and len(entry.hexes) > 1:
            raise PackError("A column enters through one hex.", "20.61", where=f"{place}.hexes")
    for i, battery in enumerate(one.battery):
        known(battery.side, sides, f"{file}, battery[{i}].side", "side")
    for i, strike in enumerate(one.strike):
        known(strike.side, sides, f"{file}, strike[{i}].side", "side")
        known(strike.aircraft, aircraft, f"{file}, strike[{i}].aircraft", "aircraft")
        row = aircraft[strike.aircraft]
        if (strike.load == "missiles" and not row.missiles) or (
            strike.load == "mavericks" and not row.mavericks
        ):
            raise PackError(
                f"{row.name} carries no {strike.load}.", "15.63", where=f"{file}, strike[{i}].load"
            )
    for i, field in enumerate(one.mines):
        known(field.side, sides, f"{file}, mines[{i}].side", "side")
        _on(board, field.hexes, f"{file}, mines[{i}].hexes")
    for i, (hex, _edge) in enumerate(one.destroyed_bridges):
        _on(board, (hex,), f"{file}, destroyed_bridges[{i}]")
    known(one.victory.tie, ("", *sides), f"{file}, victory.tie", "side")
    for i, objective in enumerate(one.victory.objective):
        _on(board, objective.hexes, f"{file}, victory.objective[{i}].hexes")
        known(objective.owner, ("", *sides), f"{file}, victory.objective[{i}].owner", "side")
    for i, exit in enumerate(one.victory.exit):
        known(exit.side, sides, f"{file}, victory.exit[{i}].side", "side")
        _on(board, exit.hexes, f"{file}, victory.exit[{i}].hexes")
    if one.rosters and len(one.rosters) != 2:
        raise PackError("Each of the two sides has a usual force.", where=f"{file}, rosters")
    for roster in one.rosters:
        known(roster, rosters, f"{file}, rosters", "force")
    _units(one, file, board, units, terrain)


def _formations(one: Scenario, file: str, sides: Collection[str]) -> None:
    battalions = [row.id for row in one.battalion]
    companies = [row.id for row in one.company]
    for what, ids in (
        ("battalion", battalions),
        ("company", companies),
        ("entry", [e.id for e in one.entry]),
    ):
        for id, count in Counter(ids).items():
            if count > 1:
                raise PackError(f"{id!r} is there twice.", where=f"{file}, {what}")
    for i, row in enumerate(one.battalion):
        known(row.side, sides, f"{file}, battalion[{i}].side", "side")
        known(row.parent, ("", *battalions), f"{file}, battalion[{i}].parent", "battalion")
    for i, row in enumerate(one.company):
        known(row.side, sides, f"{file}, company[{i}].side", "side")
        own = [parent.id for parent in one.battalion if parent.side == row.side]
        known(row.battalion, ("", *own), f"{file}, company[{i}].battalion", "battalion of this side")


def _zones(one: Scenario, file: str, board: Board) -> None:
    for i, row in enumerate(one.zone):
        place = f"{file}, zone[{i}]"
        known(row.side, [side.id for side in one.side], f"{place}.side", "side")
        _on(board, (*row.line, *row.box, *row.hexes), place)
        if len(row.line) not in (0, 2) or bool(row.line) != bool(row.of_line):
            raise PackError(
                "A line has two ends, and a side on which to set up.", "20.41", where=f"{place}.line"
            )
        if len(row.box) not in (0, 2):
            raise PackError("A box has two corners, the north-west and the south-east.", where=f"{place}.box")
        for company in row.companies:
            own = [other.id for other in one.company if other.side == row.side]
            known(company, ("", *own), f"{place}.companies", "company of this side")


def _units(
    one: Scenario, file: str, board: Board, units: Mapping[str, UnitType], terrain: Mapping[str, Terrain]
) -> None:
    stacks: Counter[Hex] = Counter()
    taken: dict[Hex, str] = {}
    zones: dict[tuple[str, str], frozenset[Hex]] = {}
    for i, row in enumerate(one.unit):
        place = f"{file}, unit[{i}]"
        known(row.side, [side.id for side in one.side], f"{place}.side", "side")
        known(row.type, units, f"{place}.type", "type of unit")
        for id, rows, what in (
            (row.company, one.company, "company"),
            (row.battalion, one.battalion, "battalion"),
            (row.entry, one.entry, "entry"),
        ):
            own = [other.id for other in rows if other.side == row.side]
            known(id, ("", *own), f"{place}.{what}", f"{what} of this side")
        _on(board, row.hexes, f"{place}.hexes")
        if bool(row.hexes) == bool(row.entry) or bool(row.entry) != bool(row.count):
            raise PackError("A unit has hexes, or an entry with a count.", where=place)
        if row.aboard:
            _carried(one, i, units, place)
        counts = not row.aboard and units[row.type].kind not in ("helicopter", "engineers", "motorcycle")
        key = row.side, row.company
        zones[key] = zones.get(key) or zone(one, board, *key)
        for hex in row.hexes:
            if terrain[board.terrain[hex]].foot == "no":
                raise PackError(f"Nobody can stand in {hex}.", where=f"{place}.hexes")
            if taken.setdefault(hex, row.side) != row.side:
                raise PackError(f"Both sides stand in {hex}.", "12.5", where=f"{place}.hexes")
            stacks[hex] += counts
            if stacks[hex] > FULL_STACK:
                raise PackError(
                    f"More than {FULL_STACK} units stand in {hex}.", "8.5", where=f"{place}.hexes"
                )
            if one.zone and not zones[key]:
                whose = f"of company {row.company}" if row.company else f"of {row.side} without a company"
                reason = f"No zone is for units {whose}: where one has a zone, all need one."
                raise PackError(reason, "20.41", [f'[[zone]] with side = "{row.side}"'], f"{place}.hexes")
            if one.zone and hex not in zones[key]:
                raise PackError(
                    f"{hex} is not where this unit may be set up.", "20.41", where=f"{place}.hexes"
                )
    for side in one.side:
        if not one.rosters and not any(row.side == side.id for row in one.unit):
            raise PackError(f"The side {side.id!r} has no units.", where=f"{file}, unit")


def _carried(one: Scenario, i: int, units: Mapping[str, UnitType], place: str) -> None:
    """Whether those who are aboard have what carries them, in the row before."""
    before: UnitPlace | None = one.unit[i - 1] if i else None
    row = one.unit[i]
    same = before is not None and (before.hexes, before.entry, before.count) == (
        row.hexes,
        row.entry,
        row.count,
    )
    if before is None or not same or before.side != row.side:
        raise PackError("Who is aboard stands where the units of the row before do.", "9.1", where=place)
    carrier = units[before.type]
    if not units[row.type].personnel or not (carrier.carries or carrier.ridden):
        raise PackError(f"{carrier.name} does not carry {units[row.type].name}.", "9.6", where=place)


def _on(board: Board, hexes: Iterable[Hex], where: str) -> None:
    for hex in hexes:
        numbered(board, hex, where)
