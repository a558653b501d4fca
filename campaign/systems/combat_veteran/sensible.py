"""The sensible bot: closes in if its side must win, keeps its front to the foe, and never forgets who fires on the way.

It looks one move ahead and weighs exact chances (`judgement.py`). It has no memory, so that it plays on from any state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import product
from typing import Any

from campaign.rules.bots import Pick
from campaign.rules.hexes import CORNERS
from campaign.rules.made import Options
from campaign.rules.options import Option
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.decide.breakdown import chance_to_pass, driving_bonus, speeding_cost
from campaign.systems.combat_veteran.decide.close_combat import fighters, losses, summed
from campaign.systems.combat_veteran.decide.fire import counts_at
from campaign.systems.combat_veteran.decide.movement import cannot_move
from campaign.systems.combat_veteran.judgement import Judgement, apart
from campaign.systems.combat_veteran.legal import Attacks, Drives
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.state import Game, Marker, Piece, Stance

WORTH_REPAIRING: tuple[Marker, ...] = ("unmanned", "main-gun", "immobilized", "turret")
WORTH_THE_BATTLE: tuple[Marker, ...] = ("unmanned", "main-gun")
CANDIDATES = 40
"""How many of the hexes in reach are weighed, besides those close to the enemy."""
CLOSE = 2
"""Hexes within which every one in reach is weighed: where an assault is made from."""


class SensibleBot:
    name = "sensible"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        mind = Mind(rules, known, side)
        return mind.answer(options) or (mind.move(options) if mind.foes else options[0])


class Mind(Judgement):
    """What one side does at one moment."""

    def answer(self, options: Sequence[Option]) -> Option | None:
        """The answer to any question but where to move."""
        match options[0].action:
            case a.Deflect():
                return max(options, key=lambda option: sorted(option.action.cancel, reverse=True))
            case a.Face():
                return self.face(options)
            case a.HoldFire():
                return self.defend(options)
            case _:
                match self.game.phase:
                    case "repair":
                        return self.repair(options)
                    case "combat":
                        return self.attack(options)
                    case "close-combat":
                        return self.close_combat(options)
                    case "movement":
                        return None

    # -- fire ------------------------------------------------------------------------------------------------

    def face(self, options: Sequence[Option]) -> Option:
        """The corner at which all the fire that was declared does least; of equals the nearest."""
        shot = self.game.shot
        assert shot is not None
        target = self.game.pieces[shot.target]
        play, now = Play(self.charts, self.game), CORNERS.index(target.facing)  # type: ignore[arg-type]

        def left(option: Option) -> tuple[float, int]:
            corner = option.action.facing
            suffered = sum(self.harm(target, dice) for dice, _ in counts_at(play, corner))
            return suffered, apart(now, CORNERS.index(corner))

        return min(options, key=left)

    def defend(self, options: Sequence[Option]) -> Option:
        """Fire when it is likely to do something or the mover is close, until enough is declared."""
        assert isinstance(options, Attacks)
        chance = self.game.opportunity
        assert chance is not None
        mover = self.game.pieces[chance.mover]
        survives = 1.0
        for unit, rating in chance.declared:
            survives *= 1 - self.harm(mover, self.dice_with(self.game.pieces[unit], rating, mover))
        if not options.shots or survives < self.constants.enough:
            return options[0]
        best = max(range(len(options.shots)), key=lambda i: options.shots[i][3])
        shooter, _, _, dice = options.shots[best]
        near = min(self.ground.distance[shot[0].hex, mover.hex] for shot in options.shots)
        worth_it = (
            self.harm(mover, dice) >= self.constants.open_fire
            or near <= self.constants.near
            or mover.stance == "speeding"
        )
        # Nobody gets a better shot than at one who stays where he is.
        return options[len(options.first) + best] if dice > 0 and worth_it and shooter else options[0]

    def attack(self, options: Sequence[Option]) -> Option:
        """What brings victory nearest; the other rating of whoever has fired last comes before others."""
        assert isinstance(options, Attacks)
        last = self.game.fired[-1:]

        def gain(i: int) -> tuple[bool, float, int]:
            piece, _, target, dice = options.shots[i]
            return [piece.id] == last, self.harm(target, dice) * self.stake(target), dice

        if not options.shots:
            return options[0]
        return options[len(options.first) + max(range(len(options.shots)), key=gain)]

    def close_combat(self, options: Sequence[Option]) -> Option:
        """Where winning brings more than losing costs."""
        enemy = other_side(self.game, self.side)
        for option in options[1:]:
            ours = fighters(self.game, option.where, self.side)
            theirs = fighters(self.game, option.where, enemy)
            many, wins, loses = (len(ours), len(theirs)), 0, 0
            for dice in product(range(1, 7), range(1, 7)):
                lost = losses(self.game.read, summed(self.game.read, (ours, theirs), dice), many)
                loses, wins = loses + lost[0], wins + lost[1]
            if wins * min(map(self.stake, theirs)) > loses * min(map(self.stake, ours)):
                return option
        return options[0]

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

    # -- movement --------------------------------------------------------------------------------------------

    def move(self, options: Sequence[Option]) -> Option:
        """The first piece that has something better to do than it does now; then the end of the phase.

        The best armor goes first, so that others can follow into its shelter (9.5); those before the one under way
        have had their turn.
        """
        for piece, ready, drives in to_move(self.game, options, armor_first):
            choice = self._go(piece, ready, drives) or self.turn(piece, ready)
            if choice is not None:
                return choice
        return options[0]

    def _go(self, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        """Stay (maneuvering, if it can), creep, drive, or speed: whatever is worth most."""
        if cannot_move(piece, self.game.read) is not None:
            return None
        maneuver = next((o for o in ready if isinstance(o.action, a.Maneuver)), None)
        speed = next((o for o in ready if isinstance(o.action, a.Speed)), None)
        steps = {o.where: o for o in ready if isinstance(o.action, a.Step)}
        patience = self.constants.restless * self.prize
        if not self.must_attack:
            patience = (
                self.constants.settled if piece.kind == "vehicle" else self.constants.on_foot * self.prize
            )
        staying: Stance = "maneuvering" if maneuver else piece.stance
        best = maneuver
        best_worth = self.worth(piece, piece.hex, 0, staying)
        if maneuver or piece.stance == "maneuvering":
            creep = 0.0 if self.must_attack else patience
            for hex, option in steps.items():
                way = partial(self.on_the_way, piece, [hex], "maneuvering")
                value = self.worth(piece, hex, option.cost, "maneuvering", way, best_worth + creep) - creep
                if value > best_worth:
                    best, best_worth = maneuver or option, value
        if drives is None:
            return best
        for i in self._candidates(piece, drives, speed is not None):
            hex, cost = drives.reach.hexes[i], drives.reach.costs[i]
            stances: list[tuple[Stance, Option]] = [(piece.stance, drives[i])] if i < len(drives) else []
            if speed is not None:
                stances.append(("speeding", speed))
            for stance, option in stances:
                way = partial(self.way, piece, drives, hex, stance)
                value = self.worth(piece, hex, cost, stance, way, best_worth + patience) - patience
                if value > best_worth:
                    best, best_worth = option, value
        return best

    def _candidates(self, piece: Piece, drives: Drives, speed: bool) -> Iterator[int]:
        """Numbers of hexes in reach: some of all, the farthest among them, and all that are close to a foe."""
        total = len(drives.reach.hexes) if speed and self.must_attack else len(drives)
        step = max(1, total // CANDIDATES)
        close = self.close if piece.kind == "vehicle" else frozenset[str]()
        hexes = drives.reach.hexes
        for i in range(total - 1, -1, -1):
            if (total - 1 - i) % step == 0 or hexes[i] in close:
                yield i

    @cached_property
    def close(self) -> frozenset[str]:
        """All hexes close to a foe."""
        around = self.ground.board.neighbours
        found = {foe.hex for foe in self.foes}
        for _ in range(CLOSE):
            found |= {hex for one in found for hex in around[one] if hex is not None}
        return frozenset(found)

    def turn(self, piece: Piece, ready: Sequence[Option]) -> Option | None:
        """Show the front to those who would do most."""
        pivots = {o.action.facing: o for o in ready if isinstance(o.action, a.Pivot)}
        if not pivots:
            return None
        seen_by = [foe for foe in self.foes if self.sees(foe, piece.hex)]
        watched = seen_by or [min(self.foes, key=lambda foe: self.ground.distance[piece.hex, foe.hex])]
        faced = self._faced(piece, [(foe, 1) for foe in watched], seen=bool(seen_by))
        now = CORNERS.index(piece.facing)  # type: ignore[arg-type]
        best = min(CORNERS, key=lambda corner: (faced[corner], apart(now, CORNERS.index(corner))))
        return pivots.get(best) if faced[best] < faced[piece.facing] else None

    def way(self, piece: Piece, drives: Drives, hex: str, stance: Stance) -> float:
        """What the way to a hex may take of a piece: by defensive fire, and by a breakdown at speed."""
        path = self.ground.ways.path(drives.reach, hex, drives.medium)
        left = 1 - self.on_the_way(piece, path, stance)
        if stance == "speeding":
            left *= 1 - self.risk(piece, drives, hex)
        return 1 - left

    def risk(self, piece: Piece, drives: Drives, hex: str) -> float:
        """The chance of a breakdown on the way."""
        if drives.medium != "vehicle":
            return 0.0
        safe, bonus = 1.0, driving_bonus(piece)
        for entered in self.ground.ways.path(drives.reach, hex, "vehicle"):
            cost = self.ground.terrain[entered].vehicle_cost
            safe *= float(chance_to_pass(speeding_cost(self.game, self.ground, entered, cost), bonus))
        return 1 - safe


Order = Callable[[Piece], tuple[int, str]]


def by_id(piece: Piece) -> tuple[int, str]:
    return 0, piece.id


def armor_first(piece: Piece) -> tuple[int, str]:
    return -piece.ratings.armor, piece.id


def to_move(
    game: Game, options: Sequence[Option], order: Order = by_id
) -> Iterator[tuple[Piece, Sequence[Option], Drives | None]]:
    """The pieces that can still do something in a Movement Phase, what at once, and where they can drive.

    Those that come before the one under way in the order have had their turn.
    """
    assert isinstance(options, Options)
    by_unit: dict[str, list[Option]] = {}
    drives: dict[str, Drives] = {}
    for run in options.runs[1:]:
        if isinstance(run, Drives):
            # Who can go both ways goes on as it is: land comes first.
            if game.pieces[run.unit].afloat or run.unit not in drives:
                drives[run.unit] = run
        else:
            by_unit.setdefault(run[0].unit, []).extend(run)
    able = sorted((game.pieces[unit] for unit in by_unit.keys() | drives.keys()), key=order)
    under_way = order(game.pieces[game.mover]) if game.mover else None
    for piece in able:
        if under_way is None or order(piece) >= under_way:
            yield piece, by_unit.get(piece.id, []), drives.get(piece.id)
