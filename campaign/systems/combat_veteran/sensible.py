"""The sensible bot: closes to the flank if its side must win, keeps cover, shows its front, repairs what matters.

It looks one move ahead and weighs dice: those it would have against those it would face. It has no memory, so that
it plays on from any state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.rules.hexes import CORNERS, EDGES_OF_CORNER
from campaign.rules.options import Option
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import RATINGS, allowance, cannot_fire, dice_for, firepower
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.decide.movement import cannot_move, safe_faces
from campaign.systems.combat_veteran.decide.phases import lost
from campaign.systems.combat_veteran.legal import Drives, Options
from campaign.systems.combat_veteran.state import Game, Marker, Piece, Stance

WORTH_REPAIRING: tuple[Marker, ...] = ("unmanned", "main-gun", "immobilized", "turret")
WORTH_THE_BATTLE: tuple[Marker, ...] = ("unmanned", "main-gun")
CANDIDATES = 48
"""How many of the hexes in reach are weighed."""
RESTLESS = 0.6
"""How much better, in dice, another hex must be."""
FAR = 16
"""From how many hexes on an unseen vehicle hurries."""
RISK = 2.0
"""What a breakdown is worth, in dice."""


class SensibleBot:
    name = "sensible"

    def choose(self, rules: Any, state: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        game: Game = state
        mind = Mind(rules.charts, game, side)
        first = options[0].action
        match first:
            case a.Deflect():
                return max(options, key=lambda option: sorted(option.action.cancel, reverse=True))
            case a.Face():
                return mind.face(options)
            case a.HoldFire():
                return mind.defend(options)
            case _:
                match game.phase:
                    case "repair":
                        return mind.repair(options)
                    case "combat":
                        return max(options, key=lambda option: option.dice)
                    case "close-combat":
                        return mind.close_combat(options)
                    case "movement":
                        return mind.move(options)


class Mind:
    """What one side knows and wants at one moment."""

    def __init__(self, charts: Charts, game: Game, side: str) -> None:
        self.charts, self.game, self.side = charts, game, side
        self.ground: Ground = charts.ground(game.board)
        foes = other_side(game, side)
        self.foes = [p for p in game.pieces.values() if p.side == foes and _counts(p)]
        self.kinds_of_foes = alike(game, self.foes)
        self.prey = [p for p in self.foes if "unmanned" in p.markers]
        self.own = [p for p in game.pieces.values() if p.side == side and _counts(p)]
        self.must_attack = game.victory is None or game.victory.otherwise != side
        self.pull = 0.1 + 0.05 * game.turn if self.must_attack else 0.35 if self.prey else 0.0
        """How much a hex nearer to the enemy is worth: more and more to those whom time works against."""
        self.fear = 0.8 if self.must_attack else 1.2
        """What a die faced is worth, in dice of one's own."""
        self.patience = 0.7 if self.must_attack else 0.3
        """What a die is worth that one may only have next turn."""
        self._seen: dict[str, set[str]] = {}

    def face(self, options: Sequence[Option]) -> Option:
        shot = self.game.shot
        assert shot is not None
        target, shooter = self.game.pieces[shot.target], self.game.pieces[shot.unit]
        corner = self.best_corner(target, shooter)
        return next(option for option in options if option.action.facing == corner)

    def best_corner(self, piece: Piece, towards: Piece) -> str:
        """The corner nearest to the present one whose sides the other's line of sight crosses."""
        crossed = self.ground.board.sides_crossed(towards.hex, piece.hex)
        good = [corner for corner in CORNERS if set(EDGES_OF_CORNER[corner]) & set(crossed)]
        if not good or piece.facing in good:
            return piece.facing
        now = CORNERS.index(piece.facing)  # type: ignore[arg-type]
        return min(good, key=lambda corner: _apart(now, CORNERS.index(corner)))

    def defend(self, options: Sequence[Option]) -> Option:
        """Fire when the dice are good or the mover is close; otherwise wait for a better moment."""
        fire = [option for option in options if isinstance(option.action, a.Fire)]
        best = max(fire, key=lambda option: option.dice)
        mover = self.game.pieces[best.target]
        near = min(self.ground.distance[self.game.pieces[o.unit].hex, mover.hex] for o in fire)
        return best if best.dice >= 3 or near <= 6 else options[0]

    def repair(self, options: Sequence[Option]) -> Option:
        """Only what keeps a vehicle from fighting, and less where a write-off would lose the battle."""
        useful = [
            o
            for o in options[1:]
            if o.action.marker in (WORTH_THE_BATTLE if self.precious(o.unit) else WORTH_REPAIRING)
        ]
        if not useful:
            return options[0]
        return min(useful, key=lambda o: WORTH_REPAIRING.index(o.action.marker))

    def precious(self, unit: str) -> bool:
        """Whether the battle is lost with this piece."""
        game, piece = self.game, self.game.pieces[unit]
        for condition in game.victory.conditions if game.victory is not None else ():
            counts = condition.kind in ("", piece.kind) and condition.type in ("", piece.type)
            if condition.when == "lost" and condition.side == self.side and counts:
                return lost(game, condition) + 1 >= condition.count
        return False

    def close_combat(self, options: Sequence[Option]) -> Option:
        """Only where we are the stronger, counting pieces and armor."""
        for option in options[1:]:
            here = [p for p in self.game.pieces.values() if p.hex == option.where and _counts(p)]
            strength = {True: 0, False: 0}
            for p in here:
                strength[p.side == self.side] += 1 + p.ratings.armor
            if strength[True] > strength[False]:
                return option
        return options[0]

    # -- movement --------------------------------------------------------------------------------------------

    def move(self, options: Sequence[Option]) -> Option:
        """The first piece that has something better to do than it does now; then the end of the phase.

        Pieces come in the order of their ids, and those before the one under way have had their turn.
        """
        assert isinstance(options, Options)
        by_unit: dict[str, list[Option]] = {}
        drives: dict[str, Drives] = {}
        for run in options.runs[1:]:
            if isinstance(run, Drives):
                drives[run.unit] = run
            else:
                by_unit.setdefault(run[0].unit, []).extend(run)
        units = [unit for unit in sorted(by_unit.keys() | drives.keys()) if unit >= self.game.mover]
        for unit in units if self.foes else ():
            piece = self.game.pieces[unit]
            ready = by_unit.get(unit, [])
            choice = self._go(piece, ready, drives.get(unit)) or self._turn(piece, ready)
            if choice is not None:
                return choice
        return options[0]

    def _go(self, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        """Stay (maneuvering, if it can), drive, or speed: whatever is worth most."""
        if drives is None or cannot_move(piece) is not None:
            return None
        stances = {type(o.action): o for o in ready if isinstance(o.action, a.Maneuver | a.Speed)}
        if self.must_attack and a.Speed in stances and not piece.steps and not self.seen(piece.hex):
            near = min(self.ground.distance[piece.hex, foe.hex] for foe in self.foes)
            if near > FAR:
                return stances[a.Speed]
        best = stances.get(a.Maneuver)
        best_worth = self.worth(piece, piece.hex, 0, "maneuvering" if best else piece.stance)
        for i in spread(len(drives)):
            option = drives[i]
            value = self.worth(piece, option.where, option.cost, piece.stance) - RESTLESS
            if piece.stance == "speeding" and value > best_worth:
                value -= RISK * self.risk(piece, option.where)
            if value > best_worth:
                best, best_worth = option, value
        return best

    def _turn(self, piece: Piece, ready: Sequence[Option]) -> Option | None:
        """Show the front to those who would have most dice."""
        pivots = {o.action.facing: o for o in ready if isinstance(o.action, a.Pivot)}
        if not pivots:
            return None
        seen_by = [foe for foe in self.foes if self.sees(foe, piece.hex)]
        if not seen_by:
            near = min(self.foes, key=lambda foe: self.ground.distance[piece.hex, foe.hex])
            return pivots.get(self.best_corner(piece, near))

        def faced(corner: str) -> int:
            turned = replace(piece, facing=corner)
            return sum(max(0, self.dice(foe, turned)) for foe in seen_by)

        best = min(pivots, key=faced)
        return pivots[best] if faced(best) < faced(piece.facing) else None

    def worth(self, piece: Piece, hex: str, cost: int, stance: Stance) -> float:
        """Dice we would have there, less dice we would face, less the way that is left to go.

        A foe has few attacks: what it may do to us is shared among those that it sees.
        """
        there = replace(piece, hex=hex, stance=stance, spent=piece.spent + cost)
        attack, danger = 0, 0.0
        for foe, alike in self.kinds_of_foes:
            if not self.sees(foe, hex):
                continue
            attack = max(attack, self.dice(there, foe))
            if not foe.wounded and "unmanned" not in foe.markers:
                facing = self.best_corner(there, foe) if there.kind == "vehicle" else ""
                faced = self.dice(foe, replace(there, facing=facing))
                danger += alike * max(0, min(4, faced)) / (1 + self.others_seen(foe, piece))
        goal = self.prey or self.foes
        near = min(self.ground.distance[hex, foe.hex] for foe in goal)
        can_fire = cannot_fire(self.charts, self.game, there) is None
        caught = 6 if any(foe.hex == hex for foe in self.prey) else 0
        gain = attack * (1.5 if can_fire else self.patience)
        return gain - self.fear * min(danger, 6) - self.pull * near + caught

    def others_seen(self, foe: Piece, piece: Piece) -> int:
        """How many of ours but this one a foe sees."""
        if foe.id not in self._seen:
            self._seen[foe.id] = {own.id for own in self.own if self.sees(foe, own.hex)}
        seen = self._seen[foe.id]
        return len(seen) - (piece.id in seen)

    def dice(self, piece: Piece, target: Piece) -> int:
        if not self.ground.sight.clear(piece.hex, target.hex):
            return 0
        return max(
            (
                dice_for(self.charts, self.game, self.ground, piece, rating, target)[0]
                for rating in RATINGS
                if firepower(self.game, piece, rating)
            ),
            default=0,
        )

    def sees(self, foe: Piece, hex: str) -> bool:
        return self.ground.sight.clear(foe.hex, hex)

    def seen(self, hex: str) -> bool:
        return any(self.sees(foe, hex) for foe in self.foes)

    def risk(self, piece: Piece, hex: str) -> float:
        """The chance of a breakdown on the way."""
        safe = 1.0
        for entered in self.ground.ways.path(piece.hex, hex, "vehicle"):
            safe *= safe_faces(piece, self.ground.terrain[entered].vehicle_cost) / 6
        return 1 - safe if allowance(self.charts, piece) > 5 else 0.0


def _counts(piece: Piece) -> bool:
    return not piece.out and not piece.carrier and piece.kind != "weapon"


def _apart(now: int, corner: int) -> int:
    steps = (corner - now) % 6
    return min(steps, 6 - steps)


def spread(total: int) -> range:
    """At most CANDIDATES of so many, evenly taken, the farthest among them."""
    return range(total - 1, -1, -max(1, total // CANDIDATES))


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
