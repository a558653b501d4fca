"""What the sensible bot thinks: of losses, of attacks, and of places, in shares of the battle.

Chances are exact, one move ahead: what a piece could do to the other side from a hex against what that could do to it,
each loss by how near it brings the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.hexes import CORNERS
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran.attack import (
    RATINGS,
    Companies,
    cannot_fire,
    count_dice,
    crew_terms,
    firepower,
    flame_range,
    half_up,
    is_flamethrower,
    is_flank,
    terrain_effect,
)
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.constants import Constants
from campaign.systems.combat_veteran.decide.fire import can_turn
from campaign.systems.combat_veteran.decide.phases import lost
from campaign.systems.combat_veteran.harm import harm
from campaign.systems.combat_veteran.state import Condition, Game, Piece, Rating, Stance


class Judgement:
    """What one side knows at one moment, and what it holds of it."""

    def __init__(self, rules: Any, game: Game, side: str) -> None:
        self.charts: Charts = rules.charts
        self.constants: Constants = rules.constants
        self.game, self.side = game, side
        self.ground: Ground = self.charts.ground(game.board)
        foes = other_side(game, side)
        self.foes = [p for p in game.pieces.values() if p.side == foes and _counts(p)]
        self.kinds_of_foes = alike(game, self.foes)
        self.prey = [p for p in self.foes if "unmanned" in p.markers]
        self.own = [p for p in game.pieces.values() if p.side == side and _counts(p)]
        self.must_attack = game.victory is None or game.victory.otherwise != side
        self.companies = Companies(game)
        self._seen: dict[str, set[str]] = {}
        self._powers: dict[str, tuple[tuple[Rating, int, int], ...]] = {}
        self._stakes: dict[tuple[str, str, str], float] = {}
        self._harms: dict[tuple[bool, int], float] = {}

    # -- what a loss is worth --------------------------------------------------------------------------------

    def stake(self, piece: Piece) -> float:
        """The share of the way to defeat that the loss of a piece is to its side."""
        key = (piece.side, piece.kind, piece.type)
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = self._stake(piece)
        return found

    def _stake(self, piece: Piece) -> float:
        game = self.game
        left = sum(p.side == piece.side and _counts(p) for p in game.pieces.values())
        shares = [1 / max(1, left)]
        for condition in game.victory.conditions if game.victory is not None else ():
            if _about(condition, piece):
                shares.append(1 / max(1, condition.count - lost(game, condition)))
        return max(shares)

    def harm(self, target: Piece, dice: int) -> float:
        """The share of a target that so many dice take on average."""
        vehicle = target.kind == "vehicle"
        found = self._harms.get((vehicle, dice))
        if found is None:
            chart = self.charts.vehicle_results if vehicle else self.charts.soldier_results
            found = self._harms[vehicle, dice] = harm(chart, vehicle, dice)
        return found

    def precious(self, unit: str) -> bool:
        """Whether the battle is lost with this piece."""
        return self.stake(self.game.pieces[unit]) == 1.0

    # -- what a place is worth -------------------------------------------------------------------------------

    def _faced(
        self, piece: Piece, foes: Sequence[tuple[Piece, float]], seen: bool = True
    ) -> dict[str, float]:
        """What foes would do to a vehicle for each corner it may face; foes: each with its weight.

        seen: whether they see it; if not, they are taken to see it soon.
        """
        found = dict.fromkeys(CORNERS, 0.0)
        for foe, weight in foes:
            by_side: dict[bool, float] = {}
            for corner in CORNERS:
                turned = replace(piece, facing=corner)
                flank = is_flank(self.ground, foe.hex, turned)
                if flank not in by_side:
                    by_side[flank] = self.threat(foe, turned) * weight if seen else float(flank)
                found[corner] += by_side[flank]
        return found  # type: ignore[return-value]

    def worth(self, piece: Piece, hex: str, cost: int, stance: Stance) -> float:
        """How a piece at a hex helps: what it would do there, less what it would suffer, less the way left to go.

        All in shares of the battle. A foe has few attacks: what it may do is shared among those that it sees.
        """
        there = replace(piece, hex=hex, stance=stance, spent=piece.spent + cost)
        can_fire = cannot_fire(self.charts, self.game, there) is None
        gain, danger = 0.0, 0.0
        seen_by: list[tuple[Piece, float]] = []
        looming = 0.0
        for foe, alike in self.kinds_of_foes:
            share = alike / (1 + self.others_seen(foe, piece))
            looming += self.looms(foe, there) * share
            if not self.sees(foe, hex):
                continue
            gain = max(gain, self.threat(there, foe) * self.stake(foe))
            if not foe.wounded and "unmanned" not in foe.markers:
                seen_by.append((foe, share))
        if seen_by:
            if there.kind == "vehicle":
                danger = min(self._faced(there, seen_by).values())
            else:
                danger = sum(self.threat(foe, there) * weight for foe, weight in seen_by)
        danger = max(danger, self.constants.soon * looming)
        goal = self.prey or self.foes
        near = min([self.ground.distance[hex, foe.hex] for foe in goal])
        caught = max([self.stake(foe) for foe in self.prey if foe.hex == hex], default=0.0)
        later = self.constants.later if self.must_attack else self.constants.patient
        soon = 1.0 if can_fire else later
        return gain * soon - self.fear * min(danger, 1.0) * self.stake(piece) - self.pull * near + caught

    @property
    def fear(self) -> float:
        """What the own losses count for: less and less to those whom time works against."""
        return max(self.constants.brave, 1 - self.game.turn / self.game.turns) if self.must_attack else 1.0

    @property
    def pull(self) -> float:
        """What a hex nearer to the enemy is worth, in shares of the battle."""
        if self.must_attack:
            return self.constants.pull + self.constants.pressing * self.game.turn / self.game.turns
        return self.constants.chase if self.prey else 0.0

    def looms(self, foe: Piece, there: Piece) -> float:
        """What a vehicle could do from close by and in the flank, if it is near enough to come there and fire.

        Its dice are those of an attack, the crew's among them: only armor that others lend in the hex is left out.
        """
        if foe.kind != "vehicle" or there.kind != "vehicle" or not can_turn(foe):
            return 0.0
        if self.ground.distance[foe.hex, there.hex] > self.constants.strike:
            return 0.0
        conditions = self.charts.conditions
        more = conditions.proximity_dice - half_up(there.ratings.armor)
        if there.stance == "speeding":
            more += conditions.speeding_dice
        cover, _, _ = terrain_effect(self.charts, self.game, self.ground, there)
        most = 0
        for rating, power, _ in self.powers(foe):
            dice = (power // 2 if there.stance == "maneuvering" else power) + more
            if cover > 0 or not (rating == "main" and is_flamethrower(self.game, foe)):
                dice += cover
            most = max(most, dice + sum(term[1] for term in crew_terms(foe, rating, dice)))
        return self.harm(there, most)

    def others_seen(self, foe: Piece, piece: Piece) -> int:
        """How many of ours but this one a foe sees."""
        if foe.id not in self._seen:
            self._seen[foe.id] = {own.id for own in self.own if self.sees(foe, own.hex)}
        seen = self._seen[foe.id]
        return len(seen) - (piece.id in seen)

    def threat(self, piece: Piece, target: Piece) -> float:
        """What the attacks of a piece, one with each rating, take of a target it sees on average."""
        left = 1.0
        company = self.companies[target.hex]
        for rating, power, limit in self.powers(piece):
            if limit and self.ground.distance[piece.hex, target.hex] > limit:
                continue
            dice = count_dice(self.charts, self.game, self.ground, piece, rating, target, power, company)
            if dice > 0:
                left *= 1 - self.harm(target, dice)
        return 1 - left

    def dice_with(self, piece: Piece, rating: Rating, target: Piece) -> int:
        power = firepower(self.game, piece, rating)
        company = self.companies[target.hex]
        return count_dice(self.charts, self.game, self.ground, piece, rating, target, power, company)

    def powers(self, piece: Piece) -> tuple[tuple[Rating, int, int], ...]:
        """The ratings that a piece can use, with firepower and reach (0: any): the same wherever it stands."""
        found = self._powers.get(piece.id)
        if found is None:
            all: list[tuple[Rating, int, int]] = [
                (rating, firepower(self.game, piece, rating), flame_range(self.game, piece, rating))
                for rating in RATINGS
            ]
            found = self._powers[piece.id] = tuple(one for one in all if one[1])
        return found

    def sees(self, foe: Piece, hex: str) -> bool:
        return self.ground.sight.clear(foe.hex, hex)


def _counts(piece: Piece) -> bool:
    return not piece.out and not piece.carrier and piece.kind != "weapon"


def _about(condition: Condition, piece: Piece) -> bool:
    """Whether the loss of a piece counts towards a condition."""
    kind, type = condition.kind in ("", piece.kind), condition.type in ("", piece.type)
    return condition.when == "lost" and condition.side == piece.side and kind and type


def apart(now: int, corner: int) -> int:
    steps = (corner - now) % 6
    return min(steps, 6 - steps)


def alike(game: Game, pieces: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """One piece for all that are alike in every way that counts for dice, and how many they are: squads are large."""
    found: dict[tuple[Any, ...], tuple[Piece, int]] = {}
    key: tuple[Any, ...]
    for piece in pieces:
        weapon = game.pieces[piece.weapon].type if piece.weapon else ""
        key = (piece.type, piece.hex, piece.facing, piece.stance, weapon, piece.wounded, tuple(piece.markers))
        if piece.quality or piece.skills or piece.empty or piece.rounds:
            out_of = tuple(kind for kind, left in piece.rounds.items() if not left)
            key = (*key, piece.quality, piece.skills, piece.empty, out_of)
        first, count = found.get(key, (piece, 0))
        found[key] = (first, count + 1)
    return list(found.values())
