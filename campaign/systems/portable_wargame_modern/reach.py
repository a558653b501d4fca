"""Where a unit can go, and turn (Movement a to h, Roads, Rivers, Woods, Trenches, Barbed Wire, Exhaustion Point)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from campaign.rules.hexes import EDGES, Edge, Hex
from campaign.rules.wording import some_hexes
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Unit

Step = tuple[int, Hex, bool]
"""How a hex is reached: how many hexes are entered, the hex before it, and whether a road leads on from there. A bare
tuple, as ten thousands are made in a battle."""
Reach = dict[Hex, Step]
FARTHEST = 6
"""More hexes than any unit enters in a turn."""


def cannot_move(play: Play, unit: Unit) -> tuple[str, str] | None:
    """Why it may enter no hex now: reason and rule; None if it may (Artillery Fire, then moving, Movement b,
    Movement c).
    """
    unit_class = play.class_of(unit)
    if unit.aboard:
        return "it is aboard; let it get down first", "Transport"
    if unit.busy:
        return "it is busy for the whole turn", "Transport, Engineers"
    if unit_class.stays and unit.fired:
        return "artillery that has fired stays where it is", "Movement c"
    if unit.stopped:
        return "its move is over", "Movement b"
    if not unit.moved and allowance(play, unit) < 1:
        return "who has fired moves one hex less, which leaves none", "Movement d"
    return None


def allowance(play: Play, unit: Unit) -> int:
    """Hexes that it may enter this turn, without the one more by road (Movement d, Rivers)."""
    most = play.class_of(unit).move - unit.fired
    return min(most, 1) if climbs(play, unit) else most


def climbs(play: Play, unit: Unit) -> bool:
    """Whether it would leave a river or a trench now, which is a move of one hex (Rivers, Trenches)."""
    return not unit.moved and (unit.hex in play.ground.river or unit.hex in play.ground.trench)


def beside(play: Play, hex: Hex, foes: list[Unit]) -> list[Edge]:
    """The edges of a hex behind which an enemy stands."""
    around = play.ground.around[hex]
    return [around[foe.hex] for foe in foes if foe.hex in around]


def faced(play: Play, unit: Unit) -> bool:
    """Whether an enemy in an adjacent hex faces the unit (Movement h)."""
    foes = play.foes(unit.side)
    return any(unit.hex in play.ground.around[foe.hex] and in_front(play, foe, unit.hex) for foe in foes)


def withdraws(play: Play, unit: Unit) -> bool:
    """Whether its move is a withdrawal: it was faced when that began, or would be if it began now (Movement h)."""
    return unit.faced if unit.moved else not unit.aboard and faced(play, unit)


def in_front(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether an adjacent hex is before the front of a unit: behind one of its three forward edges, or the one that
    it faces, as the reading goes (Close Combat a).
    """
    apart = (EDGES.index(play.ground.around[unit.hex][hex]) - EDGES.index(unit.facing)) % 6
    return apart == 0 or (apart in (1, 5) and play.charts.readings.close_front == "three")


def fronts(play: Play, unit: Unit, foes: list[Unit]) -> set[Hex]:
    """What lies before the enemies' fronts and is closed to who withdraws (Movement h). Where only the fronts of others
    than who faces it count, its first step may lead before that one's."""
    ground = play.ground
    around = ground.around[unit.hex]
    lenient = play.charts.readings.withdrawal == "other-fronts" and not unit.moved
    found: set[Hex] = set()
    for foe in foes:
        before = {hex for hex in ground.neighbours[foe.hex] if in_front(play, foe, hex)}
        found |= before - around.keys() if lenient and unit.hex in before else before
    return found


def closed_to(play: Play, unit: Unit, foes: list[Unit]) -> set[Hex]:
    """Hexes that it may not even pass: enemies (Movement g); for who withdraws, what lies before an enemy's front
    (h); for who is exhausted, what is nearer to the enemy than it stands (Exhaustion Point).
    """
    ground = play.ground
    closed = {foe.hex for foe in foes}
    if withdraws(play, unit):
        closed |= fronts(play, unit, foes)
    if play.state.forces[unit.side].exhausted:
        away = ground.away(unit.hex)
        far = {foe.hex: away[foe.hex] for foe in foes}
        nearer = min(far.values(), default=0) - 1
        for hex, distance in far.items():
            if distance <= nearer + FARTHEST:
                closed |= ground.disc(hex, nearer)
    return closed


def gaps(play: Play, unit: Unit) -> dict[Hex, int]:
    """How far the nearest enemy is from each hex: who is exhausted takes no step towards it, whole or in parts
    (Exhaustion Point)."""
    every = [play.ground.away(foe.hex) for foe in play.foes(unit.side)]
    return {hex: min((away[hex] for away in every), default=0) for hex in play.ground.open}


def occupied(play: Play, unit: Unit) -> AbstractSet[Hex]:
    """Hexes in which it cannot stay because of a friend there (Movement f)."""
    if play.class_of(unit).shares:
        return frozenset()
    full = play.full(unit.side)
    return full.keys() - {unit.hex} if full.get(unit.hex) == unit.id else full.keys()


def why_stop(play: Play, unit: Unit, hex: Hex, near: AbstractSet[Hex]) -> str:
    """What ends a move on entering a hex; "" for nothing. near: hexes next to an enemy (Movement h, Woods, Barbed
    Wire).
    """
    ground = play.ground
    if hex in near:
        return "enemy"
    if hex in ground.wood:
        return "wood"
    if hex in ground.river:
        return "river"
    if hex in ground.trench:
        return "trench"
    if hex in play.state.wire and not play.class_of(unit).crushes:
        return "wire"
    return ""


def reach(play: Play, unit: Unit) -> Reach:
    """All hexes in which it can end a move now, and those on the way (Movement a, Roads). A way pauses in mines:
    what comes of them is seen to before it goes on.
    """
    return play.once(("reach", unit.id), _reach, play, unit)


def _reach(play: Play, unit: Unit) -> Reach:
    ground, full = play.ground, occupied(play, unit)
    ends = play.ends(unit.side, play.class_of(unit).crushes)
    barred = {unit.hex, *closed_to(play, unit, play.foes(unit.side)), *(full & ends)}
    far = gaps(play, unit) if play.state.forces[unit.side].exhausted else None
    found: Reach = {}

    def spread(most: int, ways: Mapping[Hex, tuple[tuple[Hex, bool], ...]]) -> None:
        rim = [unit.hex]
        cost = unit.moved
        seen = barred.copy()
        while rim and cost < most:
            cost += 1
            further: list[Hex] = []
            for hex in rim:
                for one, road in ways[hex]:
                    if one in seen or (far is not None and far[one] < far[hex]):
                        continue
                    seen.add(one)
                    step = found.get(one)
                    if step is None or step[0] > cost:
                        found[one] = (cost, hex, road)
                    if one not in ends:
                        further.append(one)
            rim = further

    most = allowance(play, unit)
    if not unit.off_road and ground.roads[unit.hex]:
        spread(most if climbs(play, unit) else most + 1, ground.roads)
    spread(most, ground.steps)
    return found


def destinations(play: Play, unit: Unit, found: Reach) -> list[Hex]:
    """The hexes of a reach in which the move may end."""
    full = occupied(play, unit)
    return [hex for hex in found if hex not in full]


def why_not(play: Play, unit: Unit, to: Hex) -> tuple[str, str]:
    """Why its move cannot end in a hex of the board that is none of its destinations: reason and rule."""
    ground, foes = play.ground, play.foes(unit.side)
    if to == unit.hex:
        return "it stands there", "Movement"
    if to not in ground.open:
        return f"nobody can enter the {ground.terrain[to].name.lower()} there", "Rivers"
    if any(foe.hex == to for foe in foes):
        return "an enemy is there", "Movement g"
    if to in occupied(play, unit):
        return "a unit of its own side is there", "Movement f"
    far, left = ground.distance(unit.hex, to), max(allowance(play, unit) - unit.moved, 0)
    if far > left + 1:
        return f"it is {some_hexes(far)} away, and the unit may enter {some_hexes(left)} more", "Movement"
    if to in closed_to(play, unit, foes):
        if withdraws(play, unit) and to in fronts(play, unit, foes):
            return "who withdraws from an enemy enters no hex before an enemy's front", "Movement h"
        return "who is exhausted goes no nearer to the enemy", "Exhaustion Point"
    reason = "the way there is too long, or leads through what stops or bars it"
    return reason, "Movement"


def way(unit: Unit, found: Reach, to: Hex) -> list[Hex]:
    """The hexes that are entered on the way to one of a reach, in order."""
    hexes = [to]
    while (before := found[hexes[-1]][1]) != unit.hex:
        hexes.append(before)
    return hexes[::-1]


def comes_to_face(play: Play, unit: Unit, hex: Hex, travelled: Edge) -> Edge:
    """The edge that it faces after entering a hex: an enemy next to it (Movement h), else the nearest one."""
    foes = play.foes(unit.side)
    if edges := beside(play, hex, foes):
        return travelled if travelled in edges else edges[0]
    if not foes:
        return travelled
    ground = play.ground
    away = ground.away(hex)
    foe = min(foes, key=lambda foe: away[foe.hex])
    return ground.towards(hex, foe.hex)


def cannot_turn(play: Play, unit: Unit) -> tuple[str, str] | None:
    """Why it cannot turn now; None if it can."""
    unit_class = play.class_of(unit)
    if unit.aboard:
        return "it is aboard", "Transport"
    if unit.turned:
        return "it has turned, or its move is over", "Movement b, e"
    if unit.busy:
        return "it is busy for the whole turn", "Transport, Engineers"
    if unit_class.stays and unit.fired:
        return "artillery that has fired stays as it is", "Movement c"
    if unit.fought:
        return "it has fought", "Close Combat"
    return None


def may_face(play: Play, unit: Unit) -> list[Edge]:
    """The edges that it may turn to: after a move next to enemies, one of those (Movement e)."""
    if unit.moved:
        edges = beside(play, unit.hex, play.foes(unit.side))
        if edges:
            return [edge for edge in dict.fromkeys(edges) if edge != unit.facing]
    return [edge for edge in EDGES if edge != unit.facing]


def retreats(play: Play, unit: Unit) -> list[Hex]:
    """Where a unit may retreat to: an empty hex next to no enemy, free of mines, that it can enter (Definitions)
    (Retreat).
    """
    if unit.aboard:
        return []
    game, ground = play.state, play.ground
    taken = {one.hex for one in game.units.values() if one.strength}
    foes = {foe.hex for foe in play.foes(unit.side)}
    return [
        hex
        for hex in ground.ways[unit.hex]
        if hex not in taken
        and hex not in game.mines
        and not any(one in foes for one in ground.neighbours[hex])
    ]
