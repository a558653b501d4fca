"""The sensible bot: shoots where it hurts, keeps cover and its front to the enemy, goes where the mission sends it.

It looks one move ahead and weighs points that it may win against points that it may lose. It has no memory, so that
it plays on from any state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.decide.shooting import as_shot, sees
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.gunnery import Gunnery, Options
from campaign.systems.tanks_modern_age.judgement import at_the_table
from campaign.systems.tanks_modern_age.manoeuvre import (
    anywhere,
    best_deployment,
    best_edge,
    best_move,
    best_objective,
)
from campaign.systems.tanks_modern_age.state import Model, Shot
from campaign.systems.tanks_modern_age.values import initiative

AIMING = ("attack", "hits-from", "criticals-from", "machine-guns", "side-shot", "gain")
LASTING = ("capacity", "mark", "keep-ammo", "moves")


class SensibleBot:
    name = "sensible"

    def choose(
        self, rules: Any, known: Any, side: str, options: Options, pick: Callable[[int], int]
    ) -> Option:
        mind = Mind(rules, known, side, options)
        game = mind.game
        if game.shot is not None:
            return mind.in_shot()
        if game.bonus:
            return mind.bonus()
        match game.stage:
            case "terrain":
                return options[pick(len(mind.all(a.PlaceTerrain)) or 1)]
            case "ready" | "role" | "edge" | "objectives" | "deployment" | "redeploy":
                return mind.set_up()
            case "movement":
                return mind.window() if game.waiting or game.last else self.move(mind, pick)
            case "shooting":
                return mind.window() if game.waiting else mind.shoot()
            case _:
                return mind.command()

    def move(self, mind: Mind, pick: Callable[[int], int]) -> Option:
        """What the model that is listed first does next."""
        return mind.move(pick)


class Mind(Gunnery):
    """What it does from phase to phase."""

    # -- before the battle -------------------------------------------------------------------------------------

    def set_up(self) -> Option:
        match self.game.stage:
            case "ready":
                return self.options[0]
            case "role":
                wanted = "defender" if self.game.mission == "no-retreat" else "attacker"
                return next(o for o in self.options if o.action.role == wanted)
            case "edge":
                return best_edge(self.judge, self.all(a.ChooseEdge))
            case "objectives":
                return best_objective(self.judge, self.options[0])
            case "redeploy":
                return self.pass_on()
            case _:
                places = self.all(a.Deploy)
                return best_deployment(self.judge, places)[0] if places else self.options[0]

    # -- cards at the start of a phase -------------------------------------------------------------------------

    def window(self) -> Option:
        """Turn up, choose, or give up what helps in this phase; otherwise go on."""
        for option in self.all(a.ChoosePhase):
            if option.action.phase == "shooting":
                return option
        turned = self.turn(*LASTING) or self.earlier()
        if turned is not None:
            return turned
        for option in self.all(a.UseCard):
            effect, model = self.effect(option), self.game.models[option.action.unit]
            if self.game.last:
                use = self.judge.worth(model) < 0 or effect.use != "discard"
            elif effect.do == "initiative":
                use = self.matters(model, effect)
            else:
                use = (
                    effect.do in ("defence", "reroll-defence")
                    and self.judge.threat_to(model) >= self.judge.constants.danger
                )
            if use and self.game.stage == ("movement" if self.game.last else "shooting"):
                return option
        return self.pass_on()

    def endangered(self, model: Model) -> bool:
        return self.judge.threat_to(model) >= self.judge.constants.danger

    def earlier(self) -> Option | None:
        """A card for Initiative, if it lets a model act on the better side of some enemy."""
        for option in self.all(a.TurnUp):
            owner = self.game.models[option.action.unit]
            for effect in self.row(option).effects:
                if effect.do != "initiative" or effect.value <= 0 or effect.use not in ("", "turned"):
                    continue
                if effect.phase not in ("", self.game.stage):
                    continue
                if any(self.matters(m, effect) for m in self.meant(owner, effect)):
                    return option
        return None

    def matters(self, model: Model, effect: Effect) -> bool:
        """Whether so much more Initiative carries a model past an enemy that it sees, or that sees it."""
        phase = self.game.stage
        now = initiative(self.play, model, phase)
        for foe in self.judge.foes:
            if now <= initiative(self.play, foe, phase) <= now + effect.value and (
                not self.game.measured or sees(self.play, model, foe).seen or sees(self.play, foe, model).seen
            ):
                return True
        return False

    # -- moving ------------------------------------------------------------------------------------------------

    def move(self, pick: Callable[[int], int]) -> Option:
        """The model that is listed first: its best place, then cards that help where it stays.

        Late in a battle one that has nothing to shoot at wanders about, so that nobody hides for ever.
        """
        unit = self.options[0].unit
        model = self.game.models[unit]
        mine = [o for o in self.options if o.unit == unit and not isinstance(o.action, a.TurnUp)]
        if not self.game.measured:
            return self.steady(model, mine)
        if self.game.turn > self.judge.constants.late and self.judge.best_shot(model) <= 0 and not pick(3):
            lost = anywhere(self.judge, model, mine, pick)
            if lost is not None:
                return lost
        best, _ = best_move(self.judge, model, mine, free=False)
        if best is None or isinstance(best.action, a.Stay):
            return self.card_of_move(model, mine) or best or mine[0]
        return best

    def steady(self, model: Model, mine: Options) -> Option:
        """At a real table: stand and shoot, or take Speed tokens where that is worth more."""
        tokens = [o for o in mine if isinstance(o.action, a.Measures)]
        best = max(tokens, key=lambda o: self.judge.standing(model, o.action.tokens), default=None)
        if best is not None:
            better = self.judge.standing(model, best.action.tokens) - self.judge.standing(model, model.speed)
            if better > self.judge.constants.restless:
                return best
        return self.card_of_move(model, mine) or mine[0]

    def card_of_move(self, model: Model, mine: Options) -> Option | None:
        for option in mine:
            if not isinstance(option.action, a.UseCard):
                continue
            effect = self.effect(option)
            if effect.do == "repair-in-field" and self.judge.severity(model, option.action.other) >= 1.8:
                return option
            if effect.do == "drop-token" and model.speed == 1:
                return option
            if effect.do == "extra-move" and effect.use == "" and model.moves:
                return option
        return None

    def bonus(self) -> Option:
        """What a card allows: an attack, a move, another elevation."""
        bonus = self.game.bonus[0]
        if bonus.kind == "attack":
            return self.shoot()
        mine = [o for o in self.options if not isinstance(o.action, a.TurnUp)]
        best, _ = best_move(self.judge, self.game.models[bonus.unit], mine, free=True)
        return best or mine[0]

    # -- shooting ----------------------------------------------------------------------------------------------

    def attacks(self) -> list[Option]:
        """Those that may be made; at a real table with cover declared for whoever has moved into it."""
        found = self.all(a.Shoot)
        if self.game.measured:
            return found
        said = [replace(o.action, declared=self.says(o.action.target)) for o in found]
        return [replace(option, action=action) for option, action in zip(found, said, strict=True)]

    def says(self, target: str) -> a.Declared:
        sight = at_the_table(self.game.models[target])
        return a.Declared(cover=sight.cover, close=sight.close, side=sight.side)

    def shoot(self) -> Option:
        """The attack that is worth most, with what makes it better turned up before."""
        best, most = None, 0.0
        for option in self.attacks():
            worth = self.judge.of_action(option.action, option.dice)
            if worth > most:
                best, most = option, worth
        if best is None:
            return self.all(a.Skip)[0]
        action = best.action
        shooter, target = self.game.models[action.unit], self.game.models[action.target]
        if action.weapon in ("gun", "missiles", "machine-guns") and not (
            self.game.bonus and self.game.bonus[0].dice
        ):
            sight = sees(self.play, shooter, target) if self.game.measured else at_the_table(target)
            self.aim(as_shot(self.play, shooter, target, action.weapon, sight).shot)
            turned = self.turn(*AIMING, unit=shooter.id, once=most >= self.judge.constants.good_shot)
            self.aim(None)
            if turned is not None and not self.spoils(turned, shooter, target):
                return turned
        return best

    def aim(self, shot: Shot | None) -> None:
        """Think of an attack as under way."""
        self.game.shot = shot
        self.game.forget_now()

    def spoils(self, turned: Option, shooter: Model, target: Model) -> bool:
        """Whether a card that gives a keyword is for something else than this attack."""
        useful = ("Stabiliser", "Advanced Stabiliser", "Brutal", "Predator", "Rapid Fire", "Missiles")
        return all(
            effect.do not in AIMING
            or (effect.do == "gain" and effect.keyword.partition(" (")[0] not in useful)
            or (effect.do == "machine-guns" and target.kind != "helicopter")
            for effect in self.row(turned).effects
        )

    # -- the end of a turn -------------------------------------------------------------------------------------

    def command(self) -> Option:
        """Reserves come on; the worst critical of each model is repaired."""
        if places := self.all(a.Deploy):
            return best_deployment(self.judge, places)[0]
        if repairs := self.all(a.Repair):
            best = max(repairs, key=lambda o: self.judge.severity(self.game.models[o.unit], o.action.card))
            critical = self.charts.critical(best.action.card).id
            for option in self.all(a.TurnUp):
                for effect in self.row(option).effects:
                    helps = not effect.criticals or critical in effect.criticals
                    if effect.do == "reroll-repair" and option.action.unit == best.unit and helps:
                        return option
            return best
        return self.pass_on()
