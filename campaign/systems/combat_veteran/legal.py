"""All that the side asked may do now: what is listed here is what `decide` accepts.

Long lists (every hex that can be reached) are made on demand: `Options` knows its length at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from campaign.rules.hexes import CORNERS, CORNERS_OF_EDGE
from campaign.rules.made import Made, Options
from campaign.rules.options import Option
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import dice_for, modifiers
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.decide import loading, movement
from campaign.systems.combat_veteran.decide.close_combat import contested
from campaign.systems.combat_veteran.decide.fire import (
    Shot,
    cancel_choices,
    counts_at,
    shots_at,
    shots_of,
)
from campaign.systems.combat_veteran.decide.repair import repairable
from campaign.systems.combat_veteran.pending import asked
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.reach import Medium, Reach
from campaign.systems.combat_veteran.state import Game, Piece

END_PHASE = Option(a.EndPhase())
HOLD = tuple(Option(a.HoldFire(until)) for until in ("hex", "move", "phase"))
REMEMBERED = 1 << 15
"""Ways of pieces kept for one board."""


class Drives(Made):
    """The drives of one piece through one medium: the first `most` hexes of a reach."""

    __slots__ = ("medium", "most", "reach", "unit")
    medium: Medium

    def __init__(self, unit: str, medium: Medium, reach: Reach, most: int) -> None:
        self.unit, self.medium, self.reach, self.most = unit, medium, reach, most

    def __len__(self) -> int:
        return self.most

    def one(self, i: int) -> Option:
        hex = self.reach.hexes[i]
        return Option(a.Drive(self.unit, hex), self.unit, "", hex, self.reach.costs[i])

    def one_each(self) -> Iterable[Option]:
        return (self.one(0),)


class Attacks(Made):
    """What may be done instead, then attacks: counted already, their terms are told for those that are looked at."""

    __slots__ = ("first", "play", "shots")

    def __init__(self, play: Play, first: Sequence[Option], shots: Sequence[Shot]) -> None:
        self.play, self.first, self.shots = play, first, shots

    def __len__(self) -> int:
        return len(self.first) + len(self.shots)

    def one(self, i: int) -> Option:
        if i < len(self.first):
            return self.first[i]
        play, (piece, rating, target, dice) = self.play, self.shots[i - len(self.first)]
        terms = dice_for(play.charts, play.state, play.ground, piece, rating, target)[1]
        action = a.Fire(piece.id, rating, target.id)
        return Option(action, piece.id, target.id, target.hex, dice=dice, modifiers=modifiers(terms))

    def one_each(self) -> Iterable[Option]:
        """Of each piece the attack with the most dice."""
        best: dict[str, tuple[int, int]] = {}
        for i, (piece, _, _, dice) in enumerate(self.shots, len(self.first)):
            best[piece.id] = max(best.get(piece.id, (dice, -i)), (dice, -i))
        return (*self.first, *(self.one(-i) for _, i in best.values()))


def legal(charts: Charts, game: Game, side: str) -> Sequence[Option]:
    """What side may do; nothing if it is not asked."""
    question = asked(game)
    if question is None or question.side != side:
        return ()
    play = Play(charts, game)
    match question.kind:
        case "facing":
            return facings(play)
        case "deflection":
            return [Option(a.Deflect(choice)) for choice in cancel_choices(play)]
        case "defensive-fire":
            assert game.opportunity is not None
            mover = game.pieces[game.opportunity.mover]
            holds = HOLD[:1] if game.opportunity.declared else HOLD
            return Attacks(play, holds, [*shots_at(play, mover)])
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
            return Attacks(play, (END_PHASE,), [*shots_of(play, side)])
        case "close-combat":
            return [END_PHASE, *(Option(a.CloseCombat(hex), where=hex, dice=2) for hex in contested(game))]
        case _:
            return moves(play, side)


def facings(play: Play) -> list[Option]:
    """Every corner, with the dice that the declared attacks would have together if the target faced it.

    Modifiers are told where it is a single attack. Attacks are reckoned at the target as it is now: the first that
    damages it may help or hinder those after it.
    """
    found: list[Option] = []
    for corner in CORNERS:
        counted = counts_at(play, corner)
        terms = modifiers(counted[0][1]) if len(counted) == 1 else ()
        total = sum(max(0, dice) for dice, _ in counted)
        found.append(Option(a.Face(corner), dice=total, modifiers=terms))
    return found


def moves(play: Play, side: str) -> Options:
    game = play.state
    runs: list[Sequence[Option]] = [(END_PHASE,)]
    own = [piece for piece in game.pieces.values() if piece.side == side and not piece.out]
    holders = loading.Holders(game, own)
    for piece in own:
        if piece.carrier:
            if loading.cannot_dismount(play, piece) is None:
                runs.append(_dismount(piece.id))
            continue
        if piece.hex in holders.by_hex and (carriers := loading.carriers(holders, game, piece)):
            runs.append(_mounts(piece.id, carriers))
        if movement.cannot_move(piece, game.read) is None:
            runs += _moves(play, piece)
        elif movement.cannot_pivot(piece, game.read) is None:
            runs.append(_pivots(piece.id, piece.facing))
    return Options(runs)


@lru_cache(maxsize=4096)
def _dismount(unit: str) -> tuple[Option, ...]:
    return (Option(a.Dismount(unit), unit),)


@lru_cache(maxsize=4096)
def _mounts(unit: str, carriers: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(a.Mount(unit, carrier), unit, carrier) for carrier in carriers)


@lru_cache(maxsize=4096)
def _pivots(unit: str, facing: str) -> tuple[Option, ...]:
    return tuple(Option(a.Pivot(unit, corner), unit) for corner in CORNERS if corner != facing)


def _moves(play: Play, piece: Piece) -> Sequence[Sequence[Option]]:
    """All of a piece that can move but mounting: pivots, stances, steps, drives.

    They depend on the piece and the ground alone, so they are remembered there; the ways once for all facings.
    Soldiers have no facing, stance or marker, and all go on foot.
    """
    memory = play.ground.memory
    key: tuple[Any, ...]
    read = play.state.read
    if piece.kind == "soldier":
        ways = key = (piece.id, piece.hex, piece.spent, read.fords)
    else:
        mobility, most = piece.ratings.mobility, movement.most_steps(piece, read)
        fords = (read.fords, read.speed_fords)
        ways = (piece.id, piece.hex, mobility, piece.mode, piece.spent, piece.stance, most, fords)
        key = (ways, piece.facing, piece.steps, bool(piece.markers))
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        runs = memory.get(ways)
        if runs is None:
            runs = memory[ways] = [_steps(play, piece), *_drives(play, piece)]
        found = memory[key] = [run for run in (*_turns(piece), *runs) if run]
    return found


def _turns(piece: Piece) -> Sequence[Sequence[Option]]:
    """What a piece that can move may do in its hex."""
    if piece.kind != "vehicle":
        return ()
    stances: list[Option] = []
    if movement.stance_bar(piece, "maneuvering") is None:
        stances.append(Option(a.Maneuver(piece.id), piece.id))
    if movement.stance_bar(piece, "speeding") is None:
        stances.append(Option(a.Speed(piece.id), piece.id))
    return _pivots(piece.id, piece.facing), stances


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
        if movement.may_drive(piece, play.state.read, mode):
            reach = movement.reach_of(play, piece, mode)
            count = reach.within(movement.budget(play, piece, mode))
            if count:
                found.append(Drives(piece.id, movement.medium_of(piece, mode), reach, count))
    return found
