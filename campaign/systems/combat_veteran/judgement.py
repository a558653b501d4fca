"""What the sensible bot thinks: of losses, of attacks, and of places, in shares of the battle.

Chances are exact, one move ahead: what a piece could do to the other side from a hex against what that could do to it,
each loss by how near it brings the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.hexes import CORNERS
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran.attack import (
    RATINGS,
    cannot_fire,
    count_dice,
    firepower,
    flame_range,
)
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.constants import Constants
from campaign.systems.combat_veteran.decide.fire import can_turn
from campaign.systems.combat_veteran.decide.phases import lost
from campaign.systems.combat_veteran.exposure import (
    Companies,
    Exposure,
    exposure,
    half_up,
    is_flank,
    terrain_effect,
)
from campaign.systems.combat_veteran.harm import harm
from campaign.systems.combat_veteran.state import Condition, Game, Piece, Rating, Stance

NEVER = -1e9
"""Less than any place is worth."""


Way = Callable[[], float]


def no_risk() -> float:
    return 0.0


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
        self.own = [p for p in game.pieces.values() if p.side == side and _counts(p)]
        self.must_attack = game.victory is None or game.victory.otherwise != side
        self.companies = Companies(game)
        self._seen: dict[str, set[str]] = {}
        self._powers: dict[str, tuple[tuple[Rating, int, int], ...]] = {}
        self._stakes: dict[tuple[str, str, str], float] = {}
        self._harms: dict[tuple[bool, int], float] = {}
        self._threats: dict[tuple[str, str, Exposure, int], float] = {}
        self.prey = [p for p in self.foes if "unmanned" in p.markers and self.decides(p)]
        goal = self.prey or self.foes
        most = max(map(self.stake, goal), default=0.0)
        left, hold = max(0, game.turns - game.turn), self.constants.hold
        self.lasting = sum(hold ** (turn + 1) for turn in range(left))
        self.prize = min(1.0, (self.constants.few * most) ** 2)
        self.goal = tuple(
            dict.fromkeys(foe.hex for foe in goal if self.stake(foe) >= self.constants.chief * most)
        )
        """Where those foes are whose loss counts most; those that only have to be taken before all others."""

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

    def decides(self, piece: Piece) -> bool:
        """Whether its loss counts towards victory by itself."""
        conditions = self.game.victory.conditions if self.game.victory is not None else ()
        return any(_about(condition, piece) for condition in conditions)

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
        turned = {corner: replace(piece, facing=corner) for corner in CORNERS}
        found: dict[str, float] = dict.fromkeys(CORNERS, 0.0)
        for foe, weight in foes:
            by_side: dict[bool, float] = {}
            for corner, there in turned.items():
                flank = is_flank(self.game, self.ground, foe.hex, there)
                if flank not in by_side:
                    by_side[flank] = self.threat(foe, there) * weight if seen else float(flank)
                found[corner] += by_side[flank]
        return found

    def worth(
        self, piece: Piece, hex: str, cost: int, stance: Stance, way: Way = no_risk, least: float = NEVER
    ) -> float:
        """How a piece at a hex helps: what it would do there, less what it would suffer, less the way left to go.

        All in shares of the battle: of this turn, and of those after it, in which it stays there and its foes turn to
        it, as far as it outlives the first. way: what the way there takes of it. least: what it must be more than; of
        less no more is told than that.
        """
        lasts = self.game.read.stance_ends == "next-movement"
        there = replace(piece, hex=hex, stance=stance if lasts else "driving", spent=piece.spent + cost)
        view = self.ground.sight.views[hex]
        seen = [one for one in self.kinds_of_foes if view[one[0].hex]]
        near = min([self.ground.distance[hex, goal] for goal in self.goal])
        caught = max([self.stake(foe) for foe in self.prey if foe.hex == hex], default=0.0)
        place = caught - self.pull * near
        fires = cannot_fire(self.charts, self.game, there) is None
        if place + (fires + self.lasting) * max([self.stake(foe) for foe, _ in seen], default=0.0) <= least:
            return NEVER
        stays = replace(there, stance="maneuvering") if piece.kind == "vehicle" and lasts else there
        now = (
            max([self.threat(there, foe) * self.stake(foe) for foe, _ in seen], default=0.0) if fires else 0.0
        )
        then = max([self.threat_turned(stays, foe) * self.stake(foe) for foe, _ in seen], default=0.0)
        if place + now + self.lasting * then <= least:
            return NEVER
        lost = self.fear(piece) * self.stake(piece)
        danger = self._danger(there, seen)
        later = danger if stays.stance == there.stance else self._danger(stays, seen)
        arrives = 1 - way()
        lives = arrives * (1 - danger)
        return place + arrives * now + lives * self.lasting * (then - lost * later) - lost * (1 - lives)

    def _danger(self, there: Piece, seen: Sequence[tuple[Piece, int]]) -> float:
        """What foes would take of a piece in a turn. They have few attacks: theirs are shared among those they see."""
        return min(1.0, max(self._suffers(there, seen), self.soon * self._looming(there)))

    def threat_turned(self, piece: Piece, target: Piece) -> float:
        """The threat to a target that has turned to the piece, if it can."""
        if can_turn(target) and is_flank(self.game, self.ground, piece.hex, target):
            fronts = (
                c
                for c in CORNERS
                if not is_flank(self.game, self.ground, piece.hex, replace(target, facing=c))
            )
            target = replace(target, facing=next(fronts, target.facing))
        return self.threat(piece, target)

    def on_the_way(self, piece: Piece, path: Sequence[str], stance: Stance) -> float:
        """What defensive fire on a way would take of a piece: each foe waits for its best moment, if it has but one
        (reading `defence`)."""
        worst: dict[str, float] = {}
        again = self.game.read.defence == "hex"
        for hex in path:
            there, view = replace(piece, hex=hex, stance=stance), self.ground.sight.views[hex]
            for foe, alike in self.kinds_of_foes:
                if view[foe.hex] and _fires(foe) and (again or not foe.used):
                    share = self.threat(foe, there) * alike / (1 + self.others_seen(foe, there))
                    before = worst.get(foe.id, 0.0)
                    worst[foe.id] = before + share if again else max(before, share)
        return min(1.0, sum(worst.values()))

    def _suffers(self, there: Piece, seen: Sequence[tuple[Piece, int]]) -> float:
        """What the foes that see a piece would take of it."""
        firing = [(foe, alike / (1 + self.others_seen(foe, there))) for foe, alike in seen if _fires(foe)]
        if not firing:
            return 0.0
        if there.kind == "vehicle":
            return min(self._faced(there, firing).values())
        return sum(self.threat(foe, there) * weight for foe, weight in firing)

    def _looming(self, there: Piece) -> float:
        """What foes could take of it that need not see it yet."""
        if there.kind != "vehicle":
            return 0.0
        found = 0.0
        for foe, alike in self.kinds_of_foes:
            if danger := self.looms(foe, there):
                found += danger * alike / (1 + self.others_seen(foe, there))
        return found

    @property
    def soon(self) -> float:
        """What is feared of those who have still to come close, as a share of what they would do there."""
        return self.constants.bold if self.must_attack else self.constants.soon

    def fear(self, piece: Piece) -> float:
        """What the own losses count for: less to those whom time works against, on foot less and less."""
        if not self.must_attack:
            return 1.0
        brave = self.constants.brave
        if piece.kind == "vehicle":
            return brave
        return max(brave, self.constants.cautious * (1 - self.game.turn / self.game.turns))

    @property
    def pull(self) -> float:
        """What a hex nearer to the enemy is worth, in shares of the battle."""
        if self.must_attack:
            return self.prize * (
                self.constants.pull + self.constants.pressing * self.game.turn / self.game.turns
            )
        return self.prize * self.constants.chase if self.prey else 0.0

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
        exposed = Exposure(there.stance == "maneuvering", more, cover, False)
        dice = [
            count_dice(self.charts, self.game, foe, rating, power, exposed)
            for rating, power, _ in self.powers(foe)
        ]
        return self.harm(there, max(dice, default=0))

    def others_seen(self, foe: Piece, piece: Piece) -> int:
        """How many of ours but this one a foe sees."""
        if foe.id not in self._seen:
            self._seen[foe.id] = {own.id for own in self.own if self.sees(foe, own.hex)}
        seen = self._seen[foe.id]
        return len(seen) - (piece.id in seen)

    def threat(self, piece: Piece, target: Piece) -> float:
        """What the attacks of a piece, one with each rating, take of a target it sees on average."""
        exposed = self.exposed(piece.hex, target)
        powers, apart = self.powers(piece), self.ground.distance[piece.hex, target.hex]
        key = (piece.id, target.kind, exposed, apart)
        found = self._threats.get(key)
        if found is None:
            left = 1.0
            for rating, power, limit in powers:
                dice = count_dice(self.charts, self.game, piece, rating, power, exposed)
                if dice > 0 and not 0 < limit < apart:
                    left *= 1 - self.harm(target, dice)
            found = self._threats[key] = 1 - left
        return found

    def exposed(self, hex: str, target: Piece) -> Exposure:
        return exposure(self.charts, self.game, self.ground, hex, target, self.companies[target.hex])

    def dice_with(self, piece: Piece, rating: Rating, target: Piece) -> int:
        power = firepower(self.game, piece, rating)
        return count_dice(self.charts, self.game, piece, rating, power, self.exposed(piece.hex, target))

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


def _fires(piece: Piece) -> bool:
    return not piece.wounded and "unmanned" not in piece.markers


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
