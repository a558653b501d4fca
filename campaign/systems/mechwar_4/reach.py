"""Where a unit can go, by which way, and what each hex costs (8, 10.1, 10.14, 12, 17.11, 19.52)."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.apply import OBSTACLES
from campaign.systems.mechwar_4.frames import Move, Overrun
from campaign.systems.mechwar_4.ground import halves
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.places import FULL_STACK
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.spread import NONE, Costed, Edges, Reach, edges_of
from campaign.systems.mechwar_4.state import Entry, Unit


def edges(play: Play, unit: Unit) -> Edges:
    """What a unit pays now: by the best way from hex to hex (10.11, 10.14, 8.1)."""
    obstacles = play.lasting(OBSTACLES, _obstacles, play)
    return edges_of(play.ground, play.type_of(unit).moves, unit.column, *obstacles)


def _obstacles(
    play: Play,
) -> tuple[frozenset[str], frozenset[str], frozenset[Hex], frozenset[Hex], frozenset[Hex], int]:
    """What `edges_of` asks for, in its order."""
    game, ground = play.state, play.ground
    return (
        frozenset(game.broken_bridges),
        frozenset(game.built_bridges),
        frozenset(game.wrecks),
        frozenset(hex for hex in game.abatis if ground.terrain[hex].woods == "heavy")
        if game.abatis
        else NONE,
        frozenset(one.hex for one in game.mines if one.breached) if game.mines else NONE,
        halves(play.charts.efforts.breach),
    )


def step_cost(play: Play, unit: Unit, frm: Hex, to: Hex) -> int | None:
    """Halves of points into the next hex (10.11); None if it cannot be entered so (8.3, 16.17)."""
    return next((cost for hex, cost in edges(play, unit)[frm] if hex == to), None)


def stops(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether what lies in a hex stops a unit that knows of it (19.612)."""
    foot = play.type_of(unit).moves in ("foot", "helicopter")
    return hex in play.state.abatis and not foot


def hostile(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit that enters has to fight there (8.25, 12, 17.12, 19.624)."""
    if play.type_of(unit).moves == "helicopter":
        return False
    return any(_fought(play, unit, one) for one in play.in_hex(hex))


def hostiles(play: Play, unit: Unit) -> int:
    """The hexes in which a unit would have to fight, as `Ground.bits`."""
    moves = play.type_of(unit).moves
    if moves == "helicopter":
        return 0
    return play.once(("hostiles", unit.side, moves), _hostiles, play, unit)


def _hostiles(play: Play, unit: Unit) -> int:
    there = play.by_hex().items()
    return play.ground.bits(hex for hex, some in there if any(_fought(play, unit, one) for one in some))


def _fought(play: Play, unit: Unit, other: Unit) -> bool:
    """Whether a unit on the ground does not come past another in its hex."""
    if other.side == unit.side:
        return False
    row = play.known_type(other)
    if row is not None and row.moves == "motorcycle":
        hidden = hides(play.state) and not other.seen
        return hidden or play.type_of(unit).moves == "foot"
    return not play.known_in_the_air(other)


def in_the_air(play: Play, unit: Unit) -> list[Unit]:
    """17.12: helicopters through whose hexes another does not fly; in the fog as far as its side knows them."""
    if play.type_of(unit).moves != "helicopter":
        return []
    return [
        one
        for one in play.state.units.values()
        if one.hex and not one.out and one.id != unit.id and play.flies(one)
        and (one.seen or one.side == unit.side or not hides(play.state))
    ]  # fmt: skip


def mined(play: Play, unit: Unit) -> list[Hex]:
    """16.13, 16.19: hexes of mines that its side knows, in which it would have to stop."""
    if not play.state.mines or play.type_of(unit).moves == "helicopter":
        return []
    return [
        one.hex
        for one in play.state.mines
        if (one.side in ("", unit.side) or unit.side in one.known) and not (one.breached and unit.column)
    ]


def ways(play: Play, unit: Unit, move: Move) -> Reach:
    """Every hex that the rest of the move reaches, with those where it may not end."""
    ground = play.ground
    if move.stopped or not mobile(play, unit):
        return edges(play, unit).reach((), 0, 0, 0)
    if unit.hex:
        starts = ((unit.hex, 0),)
    else:
        starts = tuple((hex, cost) for hex, cost in entrances(play, unit).items() if cost <= move.left)
    foes = hostiles(play, unit)
    halts = ground.bits(hex for hex in play.state.abatis if hex != unit.hex and stops(play, unit, hex))
    halts |= ground.bits(one.hex for one in in_the_air(play, unit))
    halts |= ground.bits(hex for hex in mined(play, unit) if hex != unit.hex)
    return edges(play, unit).reach(starts, move.left, foes, halts)


def may_step(play: Play, unit: Unit, move: Move) -> bool:
    """Whether a unit that is not stopped has the points for any next hex."""
    if not unit.hex:
        return any(cost <= move.left for cost in entrances(play, unit).values())
    return any(cost <= move.left for _, cost in edges(play, unit)[unit.hex])


def goals(play: Play, unit: Unit, reach: Reach) -> Costed:
    """Of the hexes that a move reaches, those at which it may aim: with room, or to overrun (8.5, 12)."""
    few = 1 if play.type_of(unit).moves == "helicopter" else FULL_STACK
    taken = [hex for hex, some in play.by_hex().items() if len(some) >= few]
    full = play.ground.bits(hex for hex in taken if play.crowded(unit, hex))
    foes = reach.foes
    again = play.ground.bits(hex for hex in closed(play, unit) if foes & play.ground.bit[hex])
    return reach.without(full & ~foes | again)


def closed(play: Play, unit: Unit) -> Iterable[Hex]:
    """A house rule: hexes in which a unit has fought as many firefights as there may be this turn (12)."""
    if not play.state.fought:
        return ()
    return [hex for key in play.state.fought if spent(play, unit, hex := key.partition(":")[2])]


def spent(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit fights no further firefight in a hex this turn, by what is counted (a house rule of 12)."""
    game, readings = play.state, play.charts.readings
    match readings.firefights_counted:
        case "row":
            fought = max(
                (one.round for one in game.stack if isinstance(one, Overrun) and one.unit == unit.id),
                default=0,
            )
        case "move":
            fought = game.fought.get(f"{unit.id}:{hex}", 0)
        case "turn":
            mine = (key.partition(":") for key in game.fought)
            fought = sum(
                game.fought[f"{id}:{hex}"]
                for id, _, where in mine
                if where == hex and game.units[id].side == unit.side
            )
    return fought >= readings.firefights


def may_stop(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit may end its move in a hex (8.25, 8.5, 17.12, 19.623)."""
    return not play.in_hex(hex) or (not hostile(play, unit, hex) and not play.crowded(unit, hex))


def mobile(play: Play, unit: Unit) -> bool:
    """Whether nothing keeps a unit where it is: panic, or suppression of soft targets (13.1, 7.6)."""
    return not unit.panicked and not (unit.suppression and play.type_of(unit).target == "soft")


# -- entry (20.6) ----------------------------------------------------------------------------------------------


def entry_of(play: Play, unit: Unit) -> Entry | None:
    return next((one for one in play.state.entries if one.id == unit.entry), None)


def composed(entry: Entry, unit: Unit) -> bool:
    """Whether a unit waits in a column; else it comes where and when its side wishes (20.66)."""
    return entry.column or unit.through != ""


def column(play: Play, entry: Entry, through: Hex) -> list[Unit]:
    """Who waits to enter by a hex, the first to enter first; who is aboard comes with his carrier (20.61, 20.67,
    20.42).
    """
    return play.once(("column", entry.id, through), _column, play, entry, through)


def _column(play: Play, entry: Entry, through: Hex) -> list[Unit]:
    found = [
        one
        for one in play.state.units.values()
        if one.side == entry.side
        and one.entry == entry.id
        and one.through == through
        and not one.out
        and not one.aboard
    ]
    return sorted(found, key=lambda one: one.place)


def next_in_column(play: Play, unit: Unit) -> bool:
    """20.63: nobody of its column is before it who has still to come, unless he cannot move this turn."""
    entry = entry_of(play, unit)
    if entry is None or not composed(entry, unit):
        return True
    return not any(
        one.place < unit.place and not one.moved and not one.panicked
        for one in column(play, entry, unit.through)
    )


def entrances(play: Play, unit: Unit) -> dict[Hex, int]:
    """Where a unit may come onto the map now, and what it costs from its place in the queue (20.62, 20.66, 20.68)."""
    entry = entry_of(play, unit)
    if entry is None or entry.turn > play.state.turn or not next_in_column(play, unit):
        return {}
    found: dict[Hex, int] = {}
    for hex in (unit.through,) if unit.through else entry.hexes:
        free = hex if not play.enemies_in(hex, unit.side) else nearest_free(play, unit, hex)
        cost = None if free is None else entry_cost(play, unit, free)
        if free is not None and cost is not None:
            found[free] = cost + queued(play, unit, hex) * waiting_cost(play, unit, hex)
    return found


def queued(play: Play, unit: Unit, hex: Hex) -> int:
    """How many have come through this hex before it this turn."""
    return play.state.entered.get(hex, 0)


def by_road(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether it comes by a road that leads to the rim (20.61)."""
    moves = play.type_of(unit).moves
    return moves not in ("foot", "helicopter") and any(
        play.ground.road(hex, other) for _, other in play.ground.around[hex]
    )


def entry_cost(play: Play, unit: Unit, hex: Hex) -> int | None:
    """Of the hex itself: by road where one leads to it (20.61); None if the unit cannot stand there."""
    row, terrain = play.type_of(unit), play.ground.terrain[hex]
    if row.moves == "helicopter":
        return 2
    if by_road(play, unit, hex) and hex not in play.state.wrecks:
        return halves(play.charts.ways.road)
    cost = terrain.foot if row.moves == "foot" else terrain.truck if row.moves == "truck" else terrain.vehicle
    return None if cost == "no" else halves(cost)


def waiting_cost(play: Play, unit: Unit, hex: Hex) -> int:
    """Of each hypothetical hex before the entry: road, or clear terrain (20.62)."""
    if by_road(play, unit, hex):
        return halves(play.charts.ways.road)
    clear = play.charts.terrain["clear"]
    row = play.type_of(unit)
    cost = clear.foot if row.moves == "foot" else clear.truck if row.moves == "truck" else clear.vehicle
    return 2 if row.moves == "helicopter" or cost == "no" else halves(cost)


def nearest_free(play: Play, unit: Unit, hex: Hex) -> Hex | None:
    """20.68: the nearest hex of the rim without enemies."""
    board = play.board
    rim = [one for one in board.hexes if None in board.neighbours[one] and play.standable(unit, one)]
    return min(rim, key=lambda one: (board.distance(one, hex), one), default=None)
