"""What the sensible bot thinks of attacks and of places: expected effect, danger, cover, objectives, in points.

It works on a copy of what its side knows, in which the enemy's face-down cards are gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from campaign.rules.sides import other_side
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.constants import Constants
from campaign.systems.tanks_modern_age.decide.command import POINTS_TO_WIN
from campaign.systems.tanks_modern_age.decide.shooting import as_shot, declared, dice_for, sees, ways
from campaign.systems.tanks_modern_age.decide.shot import volley
from campaign.systems.tanks_modern_age.estimates import between, blocked, hindrances
from campaign.systems.tanks_modern_age.field import arrow, body, near, table
from campaign.systems.tanks_modern_age.in_force import hanging, is_so
from campaign.systems.tanks_modern_age.odds import cards_for, unseen
from campaign.systems.tanks_modern_age.play import Play, fighting
from campaign.systems.tanks_modern_age.shapes import Body, distance_to_point, shape, within
from campaign.systems.tanks_modern_age.sight import in_arc, side_shot
from campaign.systems.tanks_modern_age.state import Game, Model, Objective, Sight, Weapon
from campaign.systems.tanks_modern_age.values import capacity, forward_firing, may_shoot, total
from campaign.systems.tanks_modern_age.volley import NOTHING, Cards, Effect, effect, mean_and_kill

FATAL = 20.0
"""What is added to the severity of a critical card that kills."""
UNSEEN = Sight(False, False, False, False)


class Pose(NamedTuple):
    """Where a model could be: place, heading, elevation, and its Speed tokens then."""

    x: int
    y: int
    heading: int
    high: bool
    speed: int


class Judge:
    """What one side knows at one moment, and what it makes of it."""

    def __init__(self, rules: Any, known: Game, side: str) -> None:
        self.constants: Constants = rules.constants
        self.charts: Charts = rules.charts.as_read(known.readings)
        self.game: Game = rules.hidden.completed(known, side)
        for model in self.game.models.values():
            for card in model.cards:
                if model.side != side and card.state == "down":
                    card.state = "gone"
        self.side = side
        self._play, self._tried = Play(self.charts, self.game), False
        self.own = list(fighting(self.game, side))
        self.foes = list(fighting(self.game, other_side(self.game, side)))
        self.reach = arrow(self.charts).total
        on, over = table(self.charts, self.game), self.charts.table.high_looks_over
        self.lines = hindrances(on)
        self.lines_from_above = hindrances(on, over) if over else self.lines
        self.deck = unseen(self.play)
        self._cards: dict[str, Cards] = {}
        self._values: dict[tuple[Any, ...], float] = {}
        self._seen: dict[str, dict[str, bool]] = {}
        self.hanging = hanging(self.play)
        self._bodies: dict[str, Body] = {}
        self._around: dict[str, tuple[bool, ...]] = {}
        self._shoots: dict[str, bool] = {}
        self._forward: dict[tuple[str, int], bool] = {}

    @property
    def play(self) -> Play:
        """The copy as it is now, with nothing remembered of what was tried before."""
        if self._tried:
            self.game.forget_now()
            self._tried = False
        return self._play

    # -- attacks -----------------------------------------------------------------------------------------------

    def damage(self, shooter: Model, target: Model, weapon: Weapon, sight: Sight, dice: int = -1) -> Effect:
        """What an attack is likely to do. dice: known already, or -1."""
        play = as_shot(self.play, shooter, target, weapon, sight)
        play.shot.plain = weapon == "rockets"
        found = volley(play, dice)
        if found.attack.dice <= 0:
            return NOTHING
        return effect(found, self.cards_for(target))

    def cards_for(self, target: Model) -> Cards:
        """The critical cards that may come, by what they cost it."""
        if target.id not in self._cards:
            self._cards[target.id] = cards_for(self.play, target, self.deck)
        return self._cards[target.id]

    def price(self, target: Model, found: Effect) -> float:
        """That damage in points of the target's: kills count most, then damage to what is nearly dead."""
        chances, criticals = found
        room, worth = self.room(target), target.stats.points
        if room <= 0:
            return 0.02 * criticals
        mean, kill = mean_and_kill(chances, room)
        gain = worth * (0.4 * mean / capacity(self.play, target) + 0.2 * mean / room + 0.4 * kill)
        if target.kind == "helicopter" and self.game.stage == "shooting" and not target.acted:
            gain += 0.3 * kill * worth
        if target.kind == "tank" and any(self.close_to(target, one) for one in self.game.objectives):
            gain *= 1.4
        return gain + 0.6 * criticals

    def room(self, model: Model) -> int:
        """The damage that it can still take."""
        return capacity(self.play, model) - model.damage

    def of_action(self, action: a.Shoot, dice: int) -> float:
        """What an attack that is allowed now is worth; ammunition that is used up costs something."""
        game, play = self.game, self.play
        shooter, target = game.models[action.unit], game.models[action.target]
        if action.weapon == "smoke":
            return 0.0 if target.acted else 0.4 * self.threat_of(target)
        if not game.measured:
            sight = declared(play, shooter, target, action.declared)
        else:
            sight = sees(play, shooter, target, game.models.get(action.spotter))
        price = self.price(target, self.damage(shooter, target, action.weapon, sight, dice))
        if action.weapon == "rockets" and game.measured:
            for other in fighting(game):
                if (
                    other.kind == "tank"
                    and other.id not in (shooter.id, target.id)
                    and near(play, other, target)
                ):
                    more = self.price(other, self.damage(shooter, other, "rockets", sight, dice))
                    price += more if other.side != self.side else -1.5 * more
        return price - (0.4 if action.ammo >= 0 else 0.0)

    def best_attack(self, shooter: Model, target: Model, sight: Sight) -> float:
        """The best that it could do to that target. The enemy's hidden ammunition is none."""
        found = 0.0
        for way in ways(self.play, shooter, target, sight):
            if way.why or way.weapon in ("smoke", "rockets"):
                continue
            dice = total(dice_for(self.play, shooter, target, way, sight)) if way.ammo >= 0 else -1
            price = self.price(target, self.damage(shooter, target, way.weapon, sight, dice))
            found = max(found, price - (0.4 if way.ammo >= 0 else 0.0))
        return found

    def value(self, shooter: Model, target: Model, sight: Sight) -> float:
        """The same, if it may attack at all."""
        return self.remembered(shooter, target, sight) if sight.seen and self.shoots(shooter) else 0.0

    def remembered(self, shooter: Model, target: Model, sight: Sight) -> float:
        """`best_attack`, for all places that look alike."""
        key = (
            shooter.id, target.id, shooter.speed, target.speed, sight.cover, sight.close, sight.side,
            self.around(shooter), self.around(target),
        )  # fmt: skip
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self.best_attack(shooter, target, sight)
        return found

    def shoots(self, model: Model) -> bool:
        """Whether no critical card forbids it."""
        found = self._shoots.get(model.id)
        if found is None:
            found = self._shoots[model.id] = may_shoot(self.play, model)
        return found

    def around(self, model: Model) -> tuple[bool, ...]:
        """What the place of a model means to effects, and to whoever wants to shoot it."""
        found = self._around.get(model.id)
        if found is None:
            found = self._around[model.id] = self._find_around(model)
        return found

    def _find_around(self, model: Model) -> tuple[bool, ...]:
        found: list[bool] = []
        if self.game.measured and self.hanging:
            play = self.play
            found += [is_so(play, condition, model) for condition in self.hanging.conditions]
            for one, conditions in self.hanging.helpers:
                found.append(near(play, one, model))
                found += [is_so(play, condition, one) for condition in conditions]
        if model.kind == "tank" and self.game.objectives:
            found.append(any(self.close_to(model, one) for one in self.game.objectives))
        return tuple(found)

    # -- places ------------------------------------------------------------------------------------------------

    def glance(self, shooter: Model, target: Model) -> Sight:
        """Much like `sees`, but quick: lines to the corners past terrain only. Of who is not seen it tells no more."""
        one, other = self.body(shooter), self.body(target)
        if self.forward(shooter) and not in_arc(one, other):
            return UNSEEN
        stem = (float(other.x), float(other.y))
        lines = self.lines_from_above if one.high else self.lines
        lines = between(lines, (one.x, one.y), stem, other.outer)
        cover = False
        if lines:
            corners = shape(other) if other.kind == "tank" else (stem,)
            skip = one.length / 2
            met = [blocked(lines, (one.x, one.y), spot, skip) for spot in corners]
            high = other.high or (one.kind == "helicopter" and one.high)
            if not high and min(met) == 2 and blocked(lines, (one.x, one.y), stem, skip) == 2:
                return UNSEEN
            cover = len(met) - met.count(0) >= (2 if other.kind == "tank" else 1)
        return Sight(True, cover, within(one, other, self.reach), side_shot(one, other))

    def forward(self, model: Model) -> bool:
        """Whether it may shoot ahead only."""
        key = model.id, model.speed
        found = self._forward.get(key)
        if found is None:
            found = self._forward[key] = forward_firing(self.play, model)
        return found

    def body(self, model: Model) -> Body:
        """A model where it is, or where it is tried."""
        found = self._bodies.get(model.id)
        if found is None:
            found = self._bodies[model.id] = body(model)
        return found

    def put(self, model: Model, pose: Pose) -> None:
        self._bodies.pop(model.id, None)
        self._around.clear()
        model.x, model.y, model.heading, model.high, model.speed = pose
        self._tried = True

    def slow(self, model: Model, speed: int) -> None:
        """Try other Speed tokens."""
        model.speed = speed
        self._tried = True

    def look(self, shooter: Model, target: Model, exact: bool) -> Sight:
        return sees(self.play, shooter, target) if exact else self.glance(shooter, target)

    def at(self, model: Model, pose: Pose, exact: bool = False) -> float:
        """What it is worth for a model to be there: its best attack, less the danger, and what the mission wants."""
        before = Pose(model.x, model.y, model.heading, model.high, model.speed)
        self.put(model, pose)
        try:
            return self.worth(model, exact)
        finally:
            self.put(model, before)

    def worth(self, model: Model, exact: bool = False) -> float:
        """Of the place where it is."""
        by = self.constants
        best = later = danger = 0.0
        speed = model.speed
        for foe in self.foes:
            share = 1.0 if foe.acted or self.game.stage not in ("movement", "deployment") else by.guess
            sight = self.look(model, foe, exact)
            best = max(best, share * self.value(model, foe, sight))
            if speed:
                self.slow(model, 0)
                later = max(later, share * self.value(model, foe, sight))
                self.slow(model, speed)
            faced = self.value(foe, model, self.look(foe, model, exact))
            if faced:
                danger += share * faced / (1 + by.shared * self.others_seen(foe, model))
        gain = max(best, by.patience * later + 0.5 * best)
        return gain - by.fear * danger + self.wish(model, gain)

    def standing(self, model: Model, tokens: int) -> float:
        """At a real table: what so many Speed tokens are worth to a model, against every foe at the same time.

        Who moves is taken to move into cover; who stands still, to stand in the open.
        """
        before = model.speed
        self.slow(model, tokens)
        try:
            best = max((self.remembered(model, foe, at_the_table(foe)) for foe in self.foes), default=0.0)
            faced = sum(
                self.remembered(foe, model, at_the_table(model))
                for foe in self.foes
                if may_shoot(self.play, foe)
            )
        finally:
            self.slow(model, before)
        return best - self.constants.fear * faced / max(1, len(self.own))

    def best_shot(self, model: Model) -> float:
        """What its best attack from where it is would be worth."""
        return max((self.value(model, foe, sees(self.play, model, foe)) for foe in self.foes), default=0.0)

    def others_seen(self, foe: Model, model: Model) -> int:
        """How many of ours but this one a foe sees."""
        if foe.id not in self._seen:
            self._seen[foe.id] = {}
        seen = self._seen[foe.id]
        for own in self.own:
            if own.id != model.id and own.id not in seen:
                seen[own.id] = self.glance(foe, own).seen
        return sum(seen[own.id] for own in self.own if own.id != model.id)

    def threat_of(self, foe: Model) -> float:
        """The most that a foe could do to one of ours from where it is."""
        if not self.game.measured:
            return 1.0
        return max((self.value(foe, own, sees(self.play, foe, own)) for own in self.own), default=0.0)

    def threat_to(self, model: Model) -> float:
        """The points that the model may expect to lose to those who have yet to shoot."""
        if not self.game.measured:
            return 1.0
        return sum(self.value(foe, model, sees(self.play, foe, model)) for foe in self.foes if not foe.acted)

    def wish(self, model: Model, gain: float) -> float:
        """What the mission, and the end of the battle, want of a place."""
        by, found = self.constants, 0.0
        if self.foes:
            away = min(hypot(model.x - foe.x, model.y - foe.y) for foe in self.foes)
            eager = (1 + self.game.turn / 4) * (1.0 if gain > 1 else by.eager)
            found -= by.chase * eager * max(0.0, away - (300 if gain > 1 else 120))
        if model.kind != "tank":
            return found
        goals, guarded = self.goals(model)
        if goals:
            stake = self.stake(self.side)
            away = min(distance_to_point(self.body(model), one.x, one.y) for one in goals)
            found += stake * by.hold if away <= self.reach else -stake * by.pull * (away - self.reach)
        for one in guarded:
            stake = self.stake(other_side(self.game, self.side))
            away = distance_to_point(self.body(model), one.x, one.y)
            found += (
                by.guard * stake * by.hold if away <= self.reach else -stake * by.pull * (away - self.reach)
            )
        return found

    def stake(self, side: str) -> float:
        """How much more a victory point is worth to a side the nearer it wins: the last one as much as the battle.

        Where both want the same objective, whoever is nearer to winning sets the price for both.
        """
        shared = any(not one.side for one in self.game.objectives)
        sides = [one.id for one in self.game.sides] if shared else [side]
        wanted = POINTS_TO_WIN.get(self.game.mission, 0)
        missing = min((wanted - self.game.score.get(one, 0) for one in sides), default=0)
        return {1: self.constants.last_point, 2: self.constants.next_point}.get(missing, 1.0)

    def goals(self, model: Model) -> tuple[Sequence[Objective], Sequence[Objective]]:
        """Objectives that its side wants to hold, and those that this very model has to guard."""
        game = self.game
        wanted = [one for one in game.objectives if one.side in ("", self.side)]
        guarded: list[Objective] = []
        for one in game.objectives:
            if one.side in ("", self.side):
                continue
            foes = [foe for foe in self.foes if foe.kind == "tank"]
            if any(hypot(foe.x - one.x, foe.y - one.y) < self.constants.guarded for foe in foes):
                tanks = [own for own in self.own if own.kind == "tank"]
                guard = min(tanks, key=lambda own: hypot(own.x - one.x, own.y - one.y), default=model)
                if guard.id == model.id:
                    guarded.append(one)
        return wanted, guarded

    def close_to(self, model: Model, one: Objective) -> bool:
        body = self.body(model)
        apart = hypot(body.x - one.x, body.y - one.y) - self.reach
        return apart <= body.outer and distance_to_point(body, one.x, one.y) <= self.reach

    # -- criticals ---------------------------------------------------------------------------------------------

    def severity(self, model: Model, number: int) -> float:
        """How much a critical card hurts a model."""
        blow = self.charts.critical(number).on(model.kind)
        found = 1.0 * blow.damage + 1.2 * blow.burn - 0.8 * blow.attack
        found += 3.0 if blow.no_shoot else 0.0
        found += (
            0.5 if blow.no_move or blow.speed_limit == 0 else 0.3 if blow.speed_limit is not None else 0.0
        )
        found += 0.4 * (blow.initiative == 0) + 0.3 * blow.forward_firing + 0.5 * blow.no_rerolls
        if blow.discard == "ammo":
            found += blow.damage_each * sum(c.type == "Ammo" and c.state != "gone" for c in model.cards)
        if blow.discard == "crew":
            found += 0.5 * any(self.charts.is_crew(c.type) and c.state != "gone" for c in model.cards)
        return found + (FATAL if blow.damage >= self.room(model) > 0 else 0.0)


def at_the_table(target: Model) -> Sight:
    """What the bot takes for granted of a shot where nothing has a position: who has moved has found cover."""
    return Sight(True, target.speed > 0, False, False)
