"""What the sensible bot thinks of places and ways: where a man is wanted, how he comes there, whom he meets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.people import checks, limits, melee, moving
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    Goal,
    Man,
)
from campaign.systems.combat_volume_2.threats import NOMINAL, Threats, chance
from campaign.systems.combat_volume_2.turn import upkeep

FAR = 99.0
PACE = 3.0
"""Hexes that a man comes nearer in a turn, on average."""
COVERED, OPEN, ROUGH, WIRE = 0.8, 1.0, 0.2, 4.0
"""What a hex costs on the way to a goal: in cover or not, rough besides, or wired."""
WOUNDED = ("kill", "capture")
Field = Mapping[Hex, float]


class Aim(NamedTuple):
    """Where somebody is wanted: how far each hex is from there, what a hex nearer is worth, how near is near enough."""

    field: Field
    pull: float
    near: float = 0.0

    def gain(self, frm: Hex, to: Hex) -> float:
        """What going from one hex to another brings; "" for over the edge."""
        now = max(self.field.get(frm, FAR), self.near)
        then = max(self.field.get(to, FAR), self.near) if to else -2.0
        return (now - then) * self.pull


class Way(NamedTuple):
    """Where an order of movement leads: the hex after each impulse, the last one, "" over an edge that is a goal."""

    stops: tuple[Hex, ...]
    end: Hex
    meets: bool = False


class Judgement(Threats):
    """What is thought at one moment."""

    # -- where he is wanted ------------------------------------------------------------------------------------

    @cached_property
    def won(self) -> bool:
        """Whether the mission would be won as it stands, so that nothing need be dared."""
        goals = self.game.mission.goals
        return sum(upkeep.points_of(self.play, one) for one in goals) >= self.game.mission.needed

    def field(self, hexes: Iterable[Hex]) -> Field:
        """How far each hex is from the nearest of some, on foot."""
        return _field(self.play.board, self.charts, tuple(sorted(set(hexes))), self.wired, self.burning)

    @cached_property
    def wired(self) -> tuple[Hex, ...]:
        return tuple(hex for hex in self.game.marks if self.game.lies(hex, "wire"))

    @cached_property
    def burning(self) -> tuple[Hex, ...]:
        return tuple(hex for hex in self.game.marks if ground.burning(self.play, hex))

    def aims(self, man: Man) -> list[Aim]:
        """All that he might go for, the best first."""
        found: list[Aim] = []
        if checks.medic(man) or "medic" in man.skills:
            hurt = [
                one.hex
                for one in self.game.men.values()
                if one.side == FRIEND and _hurt(one) and one is not man
            ]
            if hurt:
                found.append(Aim(self.field(hurt), self.constants.aid / 4))
        found += [
            aim for goal in self.game.mission.goals if (aim := self._aim_of(man, goal)) is not None
        ]  # fmt: skip
        if not found and not self.won and any(self.points.get(one, 0) > 0 for one in WOUNDED):
            hunted = [foe.hex for foe in self.foes if not foe.vehicle] + [
                one.hex for one, likely in self.unknown if likely
            ]
            if hunted:
                found.append(Aim(self.field(hunted), self.constants.chase, self.constants.near))
        return sorted(found, key=lambda aim: aim.field.get(man.hex, FAR) / max(aim.pull, 0.001))

    def _aim_of(self, man: Man, goal: Goal) -> Aim | None:
        if goal.points <= 0:
            return None
        if goal.what == "hold":
            there = sum(one.hex in goal.hexes for one in self.own if one is not man)
            if there >= self.constants.crowd and man.hex not in goal.hexes:
                return None
            field = self.field(goal.hexes)
        elif goal.what == "leave":
            field = self.field(hex for hex in self.play.board.hexes if self.borders(hex, goal.edge))
        elif goal.what == "reach" and goal.of == man.id:
            field = self.field(goal.hexes)
        else:
            return None
        return Aim(field, self.constants.pull * goal.points * self._pressing(field.get(man.hex, FAR)))

    def borders(self, hex: Hex, edge: str) -> bool:
        around = self.play.board.neighbours[hex]
        return any(
            there is None and moving.edge_of(self.play, hex, way) == edge
            for way, there in enumerate(around, 1)
        )

    def _pressing(self, far: float) -> float:
        """The shorter the time for the way, the more is dared; nothing if it is too late."""
        turns = far / PACE
        if far > 6 * self.left:
            return 0.0
        return 1 + self.constants.pressing * min(2.0, (turns / self.left) ** 2)

    # -- ways --------------------------------------------------------------------------------------------------

    def way(self, man: Man, word: str, ways: Sequence[int]) -> Way:
        """Where an order of movement leads him, if nobody stops him."""
        play, at, wired = self.play, man.hex, limits.in_wire(self.play, man)
        stops: list[Hex] = []
        over = False
        for steps in self.charts.orders[word].moves:
            rough = False
            for step in steps:
                if over or wired:
                    break
                way = ways[-1] if step == "b" else ways[0]
                there = play.next_to(at, way)
                if there is None:
                    if self.leaves_there(at, way):
                        return Way((*stops, at), "")
                    over = True
                    break
                if there in self.burning:
                    over = True
                    break
                at = there
                rough = rough or (word == moving.SPRINT and ground.rough(play, there, man.side))
                if there in self.held:
                    return Way((*stops, at), at, True)
                over = there in self.wired and not ground.bridged(play, there, man.side)
            over = over or rough
            stops.append(at)
        return Way(tuple(stops), at)

    def leaves_there(self, hex: Hex, way: int) -> bool:
        """Whether leaving there is what the mission asks for."""
        edge = moving.edge_of(self.play, hex, way)
        return any(goal.what == "leave" and goal.edge == edge for goal in self.game.mission.goals)

    @cached_property
    def held(self) -> dict[Hex, list[Man]]:
        """Hexes with enemies on foot, known or not."""
        found: dict[Hex, list[Man]] = {}
        for man in self.game.men.values():
            if man.side == ENEMY and man.here and not man.down and not man.vehicle:
                found.setdefault(man.hex, []).append(man)
        return found

    def melee(self, man: Man, hex: Hex) -> float:
        """What going into a hex with enemies is worth: hits on them, with comrades who are near, less those on him."""
        mine = checks.total(melee.terms(self.play, man))
        near = sum(1 for one in self.own if one is not man and self.play.away(one.hex, hex) <= 2)
        hits = suffers = 0.0
        for foe in self.held.get(hex, ()):
            likely = self.likely(foe)
            his = checks.total(melee.terms(self.play, foe)) if foe.who else NOMINAL
            suffers += chance(his) * likely
            hits = max(hits, chance(mine) * likely)
        worth = hits * (1 + min(near, 2) / 2) * self.constants.hit * self.prize - suffers * self.price
        return worth * self.constants.melee


def _hurt(man: Man) -> bool:
    return man.here and (man.down or man.bad > 0 or man.light > 0)


@lru_cache(maxsize=256)
def _field(
    board: Board, charts: Any, hexes: tuple[Hex, ...], wired: tuple[Hex, ...], burns: tuple[Hex, ...]
) -> Field:
    """Costs of the way, from the goal outwards; boards and charts are told apart by identity."""
    found: dict[Hex, float] = {}
    queue: list[tuple[float, Hex]] = [(0.0, hex) for hex in hexes]
    while queue:
        far, hex = heappop(queue)
        if hex in found:
            continue
        found[hex] = far
        row = charts.terrain[board.terrain[hex]]
        cost = (COVERED if row.cover else OPEN) + (ROUGH if row.rough else 0) + (WIRE if hex in wired else 0)
        for there in board.neighbours[hex]:
            if there is not None and there not in found and there not in burns:
                heappush(queue, (far + cost, there))
    return found
