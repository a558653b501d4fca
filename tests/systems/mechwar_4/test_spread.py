"""What a move reaches, against a plain search of shortest ways: the same hexes, costs and ways (8.24, 10.11)."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.spread import NONE, Edges, edges_of
from campaign.systems.mechwar_4.units import Moves
from tests.systems.mechwar_4.pack import charts


def searched(costs: Edges, start: Hex, left: int, shut: set[Hex]) -> dict[Hex, tuple[int, Hex]]:
    """Every hex within so many halves: its cost and the hex before it, the first that leads there for so little."""
    found, order, queue = {start: (0, "")}, 0, [(0, 0, start)]
    done: set[Hex] = set()
    while queue:
        cost, _, hex = heappop(queue)
        if hex in done:
            continue
        done.add(hex)
        for to, each in () if hex in shut else costs[hex]:
            if cost + each <= left and (to not in found or cost + each < found[to][0]):
                order += 1
                found[to] = cost + each, hex
                heappush(queue, (cost + each, order, to))
    del found[start]
    return found


@pytest.mark.parametrize("board", sorted(charts().boards))
@pytest.mark.parametrize("moves", ["vehicle", "truck", "foot", "motorcycle", "helicopter"])
def test_8_24_a_move_reaches_what_a_plain_search_finds(board: str, moves: Moves) -> None:
    ground, rnd = charts().ground(board), Random(f"{board} {moves}")
    hexes = ground.numbered
    for column in (False, True):
        wrecks = frozenset(rnd.sample(hexes, 12))
        for costs in (
            edges_of(ground, moves, column, NONE, NONE, NONE, NONE, NONE, 0),
            edges_of(ground, moves, column, NONE, NONE, wrecks, frozenset(rnd.sample(hexes, 9)), wrecks, 8),
        ):
            start, left, foes = rnd.choice(hexes), rnd.randrange(1, 20), set(rnd.sample(hexes, 80))
            reach = costs.reach(((start, 0),), left, ground.bits(foes), 0)
            plain = searched(costs, start, left, foes)
            assert list(reach) == sorted(
                ((hex, cost) for hex, (cost, _) in plain.items()), key=lambda one: (one[1], one[0])
            )
            assert [reach.at(i) for i in range(len(reach))] == list(reach)
            for hex, (cost, _) in plain.items():
                assert reach.cost(hex) == cost
                way = [hex]
                while plain[way[-1]][1] != start:
                    way.append(plain[way[-1]][1])
                assert reach.path(hex) == way[::-1]
