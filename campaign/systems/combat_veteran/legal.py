"""All that the side asked may do now: what is listed here is what `decide` accepts.

Long lists (every hex that can be reached) are made on demand: `Options` knows its length at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import overload

from campaign.rules.hexes import CORNERS, CORNERS_OF_EDGE
from campaign.rules.options import Option
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import modifiers
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.decide import movement
from campaign.systems.combat_veteran.decide.close_combat import contested
from campaign.systems.combat_veteran.decide.fire import cancel_choices, guns, shots, targets_of
from campaign.systems.combat_veteran.decide.repair import repairable
from campaign.systems.combat_veteran.pending import asked
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.reach import Reach
from campaign.systems.combat_veteran.state import Game, Piece

END_PHASE = Option(a.EndPhase())
HOLD = tuple(Option(a.HoldFire(until)) for until in ("hex", "move", "phase"))
FACE = tuple(Option(a.Face(corner)) for corner in CORNERS)
REMEMBERED = 1 << 15
"""Ways of pieces kept for one board."""


class Made(Sequence[Option]):
    """Options that are made when asked for, by their number."""

    __slots__ = ()

    def one(self, i: int) -> Option:
        """The ith option, from 0."""
        raise NotImplementedError

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> list[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | list[Option]:
        if isinstance(i, slice):
            return [self.one(k) for k in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        return self.one(i % len(self))


class Drives(Made):
    """The drives of one piece: the first `most` hexes of a reach."""

    __slots__ = ("most", "reach", "unit")

    def __init__(self, unit: str, reach: Reach, most: int) -> None:
        self.unit, self.reach, self.most = unit, reach, most

    def __len__(self) -> int:
        return self.most

    def one(self, i: int) -> Option:
        hex = self.reach.hexes[i]
        return Option(a.Drive(self.unit, hex), self.unit, "", hex, self.reach.costs[i])


class Options(Made):
    """Runs of options, one after the other: the end of the phase, then for each piece what it can do."""

    __slots__ = ("runs", "starts")

    def __init__(self, runs: list[Sequence[Option]]) -> None:
        self.runs = runs
        self.starts = list(accumulate(map(len, runs), initial=0))

    def __len__(self) -> int:
        return self.starts[-1]

    def one(self, i: int) -> Option:
        run = bisect_right(self.starts, i) - 1
        return self.runs[run][i - self.starts[run]]

    def __iter__(self) -> Iterator[Option]:
        for run in self.runs:
            yield from run


def legal(charts: Charts, game: Game, side: str) -> Sequence[Option]:
    """What side may do; nothing if it is not asked."""
    question = asked(game)
    if question is None or question.side != side:
        return ()
    play = Play(charts, game)
    match question.kind:
        case "facing":
            return FACE
        case "deflection":
            return [Option(a.Deflect(choice)) for choice in cancel_choices(play)]
        case "defensive-fire":
            assert game.opportunity is not None
            mover = game.pieces[game.opportunity.mover]
            return [*HOLD, *attacks(play, side, [mover])]
        case "repair":
            return [
                END_PHASE,
                *(
                    Option(a.Repair(piece.id, marker), piece.id, dice=1)
                    for piece in repairable(game, side)
                    for marker in piece.markers
                ),
            ]
        case "combat":
            return [END_PHASE, *attacks(play, side, targets_of(game, side))]
        case "close-combat":
            return [END_PHASE, *(Option(a.CloseCombat(hex), where=hex, dice=2) for hex in contested(game))]
        case _:
            return moves(play, side)


def attacks(play: Play, side: str, targets: list[Piece]) -> list[Option]:
    return [
        Option(
            a.Fire(piece.id, rating, target.id),
            piece.id,
            target.id,
            target.hex,
            dice=dice,
            modifiers=modifiers(terms),
        )
        for piece, rating, target, dice, terms in shots(play, guns(play, side), targets)
    ]


def moves(play: Play, side: str) -> Options:
    game = play.state
    runs: list[Sequence[Option]] = [(END_PHASE,)]
    own = [piece for piece in game.pieces.values() if piece.side == side and not piece.out]
    holders = movement.holders(own)
    for piece in own:
        ready: list[Option] = []
        if piece.kind == "vehicle":
            if movement.cannot_take_stance(piece, "maneuvering") is None:
                ready.append(Option(a.Maneuver(piece.id), piece.id))
            if movement.cannot_take_stance(piece, "speeding") is None:
                ready.append(Option(a.Speed(piece.id), piece.id))
            if movement.cannot_pivot(piece) is None:
                runs.append(_pivots(piece.id, piece.facing))
        else:
            if piece.carrier and movement.cannot_dismount(play, piece) is None:
                ready.append(Option(a.Dismount(piece.id), piece.id))
            ready += [
                Option(a.Mount(piece.id, carrier.id), piece.id, carrier.id)
                for carrier in movement.carriers(holders, game, piece)
            ]
        if ready:
            runs.append(ready)
        if movement.cannot_move(piece) is None:
            runs += _ways(play, piece)
    return Options(runs)


@lru_cache(maxsize=4096)
def _pivots(unit: str, facing: str) -> tuple[Option, ...]:
    return tuple(Option(a.Pivot(unit, corner), unit) for corner in CORNERS if corner != facing)


def _ways(play: Play, piece: Piece) -> Sequence[Sequence[Option]]:
    """Steps and drives. They depend on the piece and the ground alone, so they are remembered there."""
    key = (piece.id, piece.hex, piece.ratings.mobility, piece.mode, piece.spent, piece.stance)
    memory = play.ground.memory
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        steps = _steps(play, piece)
        found = memory[key] = [run for run in (steps, *_drives(play, piece)) if run]
    return found


def _steps(play: Play, piece: Piece) -> list[Option]:
    found: list[Option] = []
    for hex in play.ground.board.neighbours[piece.hex]:
        if hex is None:
            continue
        entry = movement.way_in(play, piece, hex)
        if not isinstance(entry, movement.Entry):
            continue
        if not 0 < entry.cost <= movement.budget(play, piece, entry.mode):
            continue
        if piece.kind == "soldier":
            found.append(Option(a.Step(piece.id, hex), piece.id, "", hex, entry.cost))
            continue
        edge = play.ground.board.edge(piece.hex, hex)
        assert edge is not None
        for corner in CORNERS_OF_EDGE[edge]:
            found.append(Option(a.Step(piece.id, hex, corner), piece.id, "", hex, entry.cost))
    return found


def _drives(play: Play, piece: Piece) -> list[Drives]:
    found: list[Drives] = []
    for mode in ("land", "water"):
        if movement.may_drive(piece, mode):
            reach = play.ground.ways.reach(piece.hex, movement.medium_of(piece, mode))
            count = reach.within(movement.budget(play, piece, mode))
            if count:
                found.append(Drives(piece.id, reach, count))
    return found
