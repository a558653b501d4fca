"""The sensible bot within an attack: dice again, cards, what to cancel; and which cards it turns up for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.charts import Card
from campaign.systems.tanks_modern_age.decide.rerolls import cancels
from campaign.systems.tanks_modern_age.decide.stages import live
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.field import near
from campaign.systems.tanks_modern_age.in_force import (
    holds,
)
from campaign.systems.tanks_modern_age.judgement import FATAL, Judge
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Game, Model

Options = Sequence[Option]
ROLLED = ("reroll-attack", "hit-to-critical", "critical-to-hits")
PRESSED = ("hit-to-critical", "critical-to-hits", "extra-criticals")
DEFENDING = ("defence", "cancels-from", "no-close-range")


class Gunnery:
    """One side's thoughts about one question; those within an attack."""

    def __init__(self, rules: Any, known: Game, side: str, options: Options) -> None:
        self.judge = Judge(rules, known, side)
        self.charts, self.game = self.judge.charts, self.judge.game
        self.side, self.options = side, options

    @property
    def play(self) -> Play:
        return self.judge.play

    def all(self, *kinds: type[a.Action]) -> list[Option]:
        return [option for option in self.options if isinstance(option.action, kinds)]

    def pass_on(self) -> Option:
        """The answer that changes least."""
        return next((o for o in self.options if o.action == a.Pass()), self.options[0])

    def effect(self, option: Option) -> Effect:
        """The effect of a card that an option would use."""
        number: int = option.action.effect
        return self.row(option).effects[number]

    def row(self, option: Option) -> Card:
        """The card that an option turns up, uses or gives up."""
        unit: str = option.action.unit
        slot: int = option.action.slot
        return self.charts.cards[self.game.models[unit].cards[slot].card]

    def cost(self, option: Option) -> int:
        """What an option gives up, in points."""
        unit: str = option.action.unit
        slot: int = option.action.other if option.action.other >= 0 else option.action.slot
        return self.charts.cards[self.game.models[unit].cards[slot].card].points

    def meant(self, owner: Model, effect: Effect) -> list[Model]:
        """The models that an effect would help if its card lay face up."""
        if effect.whom == "self":
            models = [owner]
        else:
            friends = [m for m in self.judge.own if not effect.models or m.type in effect.models]
            close = effect.whom == "close-friends"
            models = [m for m in friends if m.id == owner.id or not close or near(self.play, owner, m)]
        return [m for m in models if holds(self.play, effect, m)]

    def turn(self, *verbs: str, unit: str = "", once: bool = False) -> Option | None:
        """A face-down card that would help now: any model, or this one. once: also what works in one turn only."""
        for option in self.all(a.TurnUp):
            owner = self.game.models[option.action.unit]
            for effect in self.row(option).effects:
                if effect.do not in verbs or (effect.use and not (once and effect.use == "turned")):
                    continue
                if effect.value < 0 and effect.do != "enemy-attack":
                    continue
                if effect.do in ROLLED and not self.moment_is(effect):
                    continue
                models = self.meant(owner, effect)
                if models and (not unit or any(m.id == unit for m in models)):
                    return option
        return None

    def moment_is(self, effect: Effect) -> bool:
        shot = self.game.shot
        stage = "uncancelled" if shot is not None and shot.stage == "uncancelled" else "rolled"
        return effect.moment in ("", stage)

    def in_shot(self) -> Option:
        """Every question within an attack."""
        shot = self.judge.play.shot
        match shot.stage:
            case "aim":
                found = self.turn("enemy-attack", unit=shot.target, once=True)
            case "attack":
                found = self.attack_dice()
            case "defend":
                found = self.turn(*DEFENDING, unit=shot.target, once=self.hurt() >= 2)
            case "defence":
                found = self.defence_dice()
            case "cancel":
                return max(self.all(a.Cancel), key=self.criticals_in)
            case "press":
                return min(self.all(a.Cancel), key=self.criticals_in)
            case "uncancelled":
                found = self.press_on()
            case "critical":
                found = self.critical()
            case "after":
                found = self.after()
        return found or self.pass_on()

    def criticals_in(self, option: Option) -> int:
        return self.results(option).count("critical")

    def results(self, option: Option) -> list[str]:
        """What the dice of an option show."""
        return [self.play.shot.attack[i].result for i in places(option)]

    def hurt(self) -> int:
        """Hits of both sorts that nothing has cancelled yet."""
        return len(live(self.play))

    def attack_dice(self) -> Option | None:
        """Failures again, never hits; then what changes dice; cards are given up only for several failures."""
        dice, shooter = self.play.shot.attack, self.play.shooter
        failures = [
            i for i, die in enumerate(dice) if not die.result and not die.rerolled and not die.modified
        ]
        good = [o for o in self.all(a.Reroll) if all(i in failures for i in places(o))]
        room = self.judge.room(self.play.target) > 0
        if good:
            most = max(good, key=lambda o: len(o.action.dice))
            if len(most.action.dice) == len(failures) or not room:
                return most
            return self.turn("reroll-attack", unit=shooter.id) or most
        if failures and room:
            turned = self.turn("reroll-attack", unit=shooter.id)
            given = [o for o in self.all(a.UseCard) if self.effect(o).do == "reroll-attack"]
            if turned is not None:
                return turned
            if given and len(failures) >= 3:
                return min(given, key=self.cost)
        for option in self.all(a.Modify):
            if self.results(option)[0] == "hit" or self.judge.room(self.play.target) > 1:
                return option
        return self.turn(*ROLLED[1:], unit=shooter.id) if self.hurt() else None

    def defence_dice(self) -> Option | None:
        """Failures again while hits are left to be cancelled."""
        shot = self.play.shot
        worth = [cancels(self.play, die.face) for die in shot.defence]
        left = self.hurt() - sum(value > 0 for value in worth)
        if left <= 0:
            return None
        good = [o for o in self.all(a.Reroll) if not any(worth[i] for i in places(o))]
        if good:
            return max(good, key=lambda o: len(o.action.dice))
        failures = sum(not v and not d.rerolled for v, d in zip(worth, shot.defence, strict=True))
        if not failures:
            return None
        turned = self.turn("reroll-defence", unit=shot.target)
        given = [o for o in self.all(a.UseCard) if self.effect(o).do == "reroll-defence"]
        if turned is None and given and min(left, failures) >= 2:
            return min(given, key=self.cost)
        return turned

    def press_on(self) -> Option | None:
        """Make a hit critical unless plain hits kill already; crew for hits that are not needed."""
        shot, room = self.play.shot, self.judge.room(self.play.target)
        results = [shot.attack[i].result for i in live(self.play)]
        if room <= 0 or results.count("hit") >= room:
            return None
        for option in self.all(a.Modify):
            if len(option.action.dice) == 1:
                return option
        return self.turn(*PRESSED, unit=shot.unit, once=True) if results else None

    def critical(self) -> Option | None:
        """Drop the mildest, give up the least useful crew; use a card against what hurts."""
        drawn = self.play.shot.drawn
        assert drawn is not None
        taker = self.game.models[drawn.taker]
        if drops := self.all(a.Drop):
            return min(drops, key=lambda o: self.judge.severity(taker, o.action.card))
        if discards := self.all(a.Discard):
            return min(discards, key=lambda o: self.row(o).points)
        severity = self.judge.severity(taker, drawn.cards[0])
        found: list[Option] = []
        for option in self.all(a.UseCard):
            effect, unit = self.effect(option), self.game.models[option.action.unit]
            cancels_it = effect.do == "cancel-critical" and severity >= (0.9 if effect.use else 0.3)
            takes_it = effect.do == "take-critical" and severity > FATAL and self.judge.room(unit) > 2
            if cancels_it or takes_it:
                found.append(option)
        return min(found, key=self.cost, default=None)

    def after(self) -> Option | None:
        """What a card allows after an attack."""
        shot = self.play.shot
        if shot.unit in self.game.models and self.play.shooter.side != self.side:
            if shot.dealt and (turned := self.turn("retaliate", unit=shot.target)) is not None:
                return turned
            return next((o for o in self.all(a.UseCard) if self.effect(o).do == "extra-move"), None)
        room = self.judge.room(self.play.target)
        for option in self.all(a.UseCard):
            effect, shooter = self.effect(option), self.play.shooter
            match effect.do:
                case "second-attack":
                    if effect.moment == "no-hit" or (room > 0 and not self.play.target.out):
                        return option
                case "substitute-ammo":
                    ammo = self.charts.cards[shooter.cards[shot.ammo].card].points
                    if self.cost(option) <= ammo:
                        return option
                case "change-elevation":
                    if shooter.high:
                        return option
                case "extra-move":
                    if self.judge.threat_to(shooter) >= (
                        self.judge.constants.danger if effect.use == "discard" else 1
                    ):
                        return option
                case _:
                    pass
        verbs = ("mark", "keep-ammo") if shot.ammo >= 0 else ("mark",)
        return self.turn(*verbs, unit=shot.unit)


def places(option: Option) -> tuple[int, ...]:
    """The dice that an option speaks of."""
    return option.action.dice
