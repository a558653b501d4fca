"""The sensible bot: closes to the flank if its side must win, keeps cover, shows its front, repairs what matters.

It looks one move ahead and weighs dice: those it would have against those it would face. It has no memory, so that
it plays on from any state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from campaign.rules.hexes import CORNERS, EDGES_OF_CORNER, Corner
from campaign.rules.system import Option
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import RATINGS, allowance, cannot_fire, dice_for, firepower
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.decide.movement import cannot_move
from campaign.systems.combat_veteran.legal import Options
from campaign.systems.combat_veteran.play import other_side
from campaign.systems.combat_veteran.state import Game, Marker, Piece

A = TypeVar("A")
WORTH_REPAIRING: tuple[Marker, ...] = ("unmanned", "main-gun", "immobilized", "turret")
CANDIDATES = 48
"""How many of the hexes in reach are weighed."""


class SensibleBot:
    name = "sensible"

    def choose(
        self, rules: Any, state: Any, side: str, options: Sequence[Option], pick: Callable[[int], int]
    ) -> Option:
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
        self.prey = [p for p in self.foes if "unmanned" in p.markers]
        self.must_attack = game.victory is None or game.victory.otherwise != side

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
        return min(good, key=lambda corner: _apart(now, corner))

    def defend(self, options: Sequence[Option]) -> Option:
        """Fire when the dice are good or the mover is close; otherwise wait for a better moment."""
        fire = [option for option in options if isinstance(option.action, a.Fire)]
        best = max(fire, key=lambda option: option.dice)
        mover = self.game.pieces[best.target]
        near = min(self.ground.distance[self.game.pieces[o.unit].hex, mover.hex] for o in fire)
        return best if best.dice >= 3 or near <= 6 else options[0]

    def repair(self, options: Sequence[Option]) -> Option:
        """Only what keeps a vehicle from fighting: each try risks a write-off."""
        useful = [o for o in options[1:] if o.action.marker in WORTH_REPAIRING]
        if not useful:
            return options[0]
        return min(useful, key=lambda o: WORTH_REPAIRING.index(o.action.marker))

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
        """The first piece that has something better to do than it does now; then the end of the phase."""
        assert isinstance(options, Options)
        by_unit: dict[str, list[Option]] = {}
        for option in options.ready[1:]:
            by_unit.setdefault(option.unit, []).append(option)
        drives = {drive.unit: drive for drive in options.drives}
        units = sorted(by_unit.keys() | drives.keys(), key=lambda unit: (unit != self.game.mover, unit))
        for unit in units if self.foes else ():
            piece = self.game.pieces[unit]
            ready = by_unit.get(unit, [])
            choice = self._go(piece, ready, drives.get(unit)) or self._turn(piece, ready)
            if choice is not None:
                return choice
        return options[0]

    def _go(self, piece: Piece, ready: Sequence[Option], drives: Any) -> Option | None:
        if drives is None or cannot_move(piece) is not None:
            return None
        if speed := next((o for o in ready if isinstance(o.action, a.Speed)), None):
            near = min(self.ground.distance[piece.hex, foe.hex] for foe in self.foes)
            if self.must_attack and near > 16 and not piece.steps and not self.seen(piece, piece.hex):
                return speed
        here = self.worth(piece, piece.hex, 0)
        best, best_worth = None, here + 0.6
        for option in spread(drives, CANDIDATES):
            value = self.worth(piece, option.where, option.cost)
            if piece.stance == "speeding" and value > best_worth:
                value -= 2 * self.risk(piece, option.where)
            if value > best_worth:
                best, best_worth = option, value
        if best is None and not piece.steps:
            return next((o for o in ready if isinstance(o.action, a.Maneuver)), None)
        return best

    def _turn(self, piece: Piece, ready: Sequence[Option]) -> Option | None:
        if piece.kind != "vehicle":
            return None
        foe = min(
            self.foes, key=lambda p: (not self.sees(p, piece.hex), self.ground.distance[piece.hex, p.hex])
        )
        corner = self.best_corner(piece, foe)
        return next((o for o in ready if isinstance(o.action, a.Pivot) and o.action.facing == corner), None)

    def worth(self, piece: Piece, hex: str, cost: int) -> float:
        """Dice we would have there, less dice we would face, less the way that is left to go."""
        there = replace(piece, hex=hex, stance="driving", spent=piece.spent + cost)
        can_fire = cannot_fire(self.charts, self.game, there) is None
        attack = max((self.dice(there, foe) for foe in self.foes), default=0)
        danger = 0
        for foe in self.foes:
            if not foe.wounded and "unmanned" not in foe.markers:
                facing = self.best_corner(there, foe) if there.kind == "vehicle" else ""
                danger += min(4, self.dice(foe, replace(there, facing=facing)))
        goal = self.prey or self.foes
        near = min(self.ground.distance[hex, foe.hex] for foe in goal)
        pull = 0.35 if self.must_attack or self.prey else 0.05
        caught = 6 if any(foe.hex == hex for foe in self.prey) else 0
        return attack * (1.5 if can_fire else 0.7) - 0.8 * min(danger, 6) - pull * near + caught

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

    def seen(self, piece: Piece, hex: str) -> bool:
        return any(self.sees(foe, hex) for foe in self.foes)

    def risk(self, piece: Piece, hex: str) -> float:
        """The chance of a breakdown on the way."""
        safe = 1.0
        for entered in self.ground.ways.path(piece.hex, hex, "vehicle"):
            safe *= max(0, 7 - self.ground.terrain[entered].vehicle_cost) / 6
        return 1 - safe if allowance(self.charts, piece) > 5 else 0.0


def _counts(piece: Piece) -> bool:
    return not piece.out and not piece.carrier and piece.kind != "weapon"


def _apart(now: int, corner: Corner) -> int:
    steps = (CORNERS.index(corner) - now) % 6
    return min(steps, 6 - steps)


def spread(drives: Any, count: int) -> Iterator[Option]:
    """At most count of the drives, evenly taken, the farthest among them."""
    total = drives.count
    step = max(1, total // count)
    for i in range(total - 1, -1, -step):
        yield drives[i]
