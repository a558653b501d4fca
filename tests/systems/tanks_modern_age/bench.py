"""A bench for effects: a card's model before an enemy, arranged so that conditions hold, or one does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from campaign.rules.dice import ScriptedDice
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Card, ModelRow
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.state import Model, Platoon
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules

Pick = Callable[["Bench", str, list[Any]], Any]
AS_TARGET = frozenset(
    ("enemy-attack", "defence", "reroll-defence", "cancels-from", "no-close-range", "volatile", "choose-critical",
     "cancel-critical", "retaliate")
)  # fmt: skip
"""Effects that show when the card's model is shot at."""
CREWS = ("loader-clever", "driver-risky")


class Trial(NamedTuple):
    """An effect of a card, or (card: None) of a platoon rule."""

    id: str
    number: int
    effect: Effect
    card: Card | None = None


def trials() -> Iterator[Trial]:
    """Every effect of every card and of every platoon rule, as the charts have them."""
    charts = rules().charts
    for card in charts.cards.values():
        yield from (Trial(card.id, i, one, card) for i, one in enumerate(card.effects))
    for rule in charts.rules.values():
        yield from (Trial(rule.id, i, one) for i, one in enumerate(rule.effects))


def critical(id: str, which: int = 1) -> int:
    """The number of a card of that kind in the deck."""
    return [n for n, one in enumerate(rules().charts.deck, 1) if one == id][which - 1]


class Loaded(ScriptedDice):
    """Dice by purpose: faces for attack, defence and re-rolls (the last one again and again), others in a row."""

    def __init__(
        self,
        attack: Sequence[int] = (4,),
        defence: Sequence[int] = (1,),
        again: int = 1,
        other: Sequence[int] = (),
    ) -> None:
        super().__init__(())
        self.attack, self.defence, self.again, self.other = attack, defence, again, list(other)

    def _faces(self, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        for word, faces in (
            (" attacks ", self.attack),
            (" defends", self.defence),
            (" re-rolls", (self.again,)),
        ):
            if word in purpose:
                return (*faces, *faces[-1:] * count)[:count]
        return tuple(self.other.pop(0) if self.other else 1 for _ in range(count))

    def _order(self, purpose: str, count: int) -> tuple[int, ...]:
        return tuple(range(1, count + 1))


def carrier(trial: Trial, nation: str, keyword: str = "") -> ModelRow:
    """The model that may have the card and shows most: a tank if it may, with the most dice."""
    card, effect = trial.card, trial.effect

    def fits(row: ModelRow) -> bool:
        words = {one.partition(" (")[0] for one in row.keywords}
        if row.nation != nation or (keyword and keyword not in words):
            return False
        if card is None:
            return row.kind == "tank"
        if card.kind not in ("", row.kind) or (card.models and row.id not in card.models):
            return False
        if effect.do == "gain" and effect.keyword.partition(" (")[0] in words:
            return False
        return (not card.keyword or card.keyword in words) and card.without not in words

    found = [row for row in rules().charts.models.values() if fits(row)]
    assert found, f"{trial.id}: no model of {nation} may have it"
    return max(found, key=lambda row: (row.kind == "tank", row.attack, row.defence))


class Bench:
    """A battle with the card `up` (turned up by its owner), `down`, `old` (up since last turn) or `none`.

    off: the one condition that is not to hold. enemy, friends: other models. extra: further cards of the model.
    """

    def __init__(
        self,
        trial: Trial,
        face: str = "up",
        off: str = "",
        *,
        enemy: str = "",
        enemy_cards: Sequence[str] = (),
        friends: Sequence[tuple[Any, ...]] = (),
        extra: Sequence[str] = (),
        terrain: Sequence[tuple[str, int, int, int]] = (),
        deck: Sequence[int] = (),
        stage: str = "shooting",
        keyword: str = "",
        nation: str = "",
        at: tuple[int, int] = (450, 700),
        criticals: Sequence[int] = (),
    ) -> None:
        charts, effect, card = rules().charts, trial.effect, trial.card
        self.trial, self.effect = trial, effect
        self.so = so = {one: one != off for one in (*effect.when, *effect.owner_when)}
        own_nation = nation or nation_of(trial)
        other_nation = "ussr" if own_nation == "usa" else "usa"
        row = carrier(trial, own_nation, keyword)
        self.as_target = effect.do in AS_TARGET
        cards = [*((card.needs,) if card and card.needs else ()), *extra]
        if so.get("crew-3"):
            cards += (*CREWS, "gunner-assassin")
        if "with-missiles" in so and not self.as_target and not any("Missiles" in k for k in row.keywords):
            cards += [
                one.id for one in charts.cards.values() if row.id in one.models and _gives_missiles(one)
            ][:1]
        self.slot = len(cards)
        if card is not None and face != "none":
            cards.append(card.id)
        near = {"close", "enemy-tank-close", "enemy-close", "enemy-or-objective-close"}
        close = any(so.get(one) for one in near) or not so.get("far", True)
        y = 540 if close else 300
        ground = list(terrain)
        if so.get("covered") or not so.get("uncovered", True):
            ground.append(("forest", *at, 90))
        if so.get("concealed") or not so.get("unconcealed", True):
            ground.append(("forest", *at, 90))
        if not so.get("target-uncovered", True):
            ground.append(("forest", 450, y, 90))
        own = [(row.id, *at, 0, tuple(cards)), *friends]
        if not so.get("friend-far", True):
            own.append((row.id, at[0] + 130, at[1], 0))
        if "own-loss" in so or effect.per:
            own.append((next(m.id for m in charts.models.values() if m.nation == own_nation), 60, 840, 0))
        enemy = enemy or self._enemy(other_nation, row)
        heading = 90 if so.get("side") else 180
        calm = "m60-patton" if other_nation == "usa" else "t-55"
        red = [(enemy, 450, y, heading, tuple(enemy_cards)), (calm, 840, 60, 180)]
        self.field = Field(
            own, red, terrain=ground, deck=deck, stage=stage, turn=2, nations=(own_nation, other_nation)
        )
        game = self.field.game
        ids = [m.id for m in game.models.values() if m.side == RED]
        self.own_id, (self.enemy_id, self.calm_id) = next(iter(game.models)), ids
        self.friend_ids = [m.id for m in game.models.values() if m.side == BLUE][1:]
        neutral = next(r.id for r in charts.rules.values() if all(x.do != effect.do for x in r.effects))
        for side, mustered in ((BLUE, own_nation), (RED, other_nation)):
            rule = trial.id if card is None and side == BLUE and face != "none" else neutral
            game.platoons[side] = Platoon(mustered, rule, 0)
        game.quiet[RED] = "battle"
        game.advantage = RED if self.as_target else BLUE
        game.attacker = game.advantage
        self.calm.criticals = [critical("shell-shocked")]
        (self.own if self.as_target else self.enemy).acted = True
        for model in (self.own, *(self.model(one) for one in self.friend_ids)):
            model.speed = int(bool(so.get("moving")) or not so.get("stationary", True))
        self.own.criticals = list(criticals)
        game.waiting = [BLUE] if stage == "command" else []
        if so.get("crippled"):
            self.own.criticals = [critical("damaged-engine")]
        if so.get("target-damaged"):
            self.enemy.damage = 1
        if so.get("final-fury"):
            self.own.damage = self.own.stats.damage
        if so.get("own-loss") or effect.per:
            self.model(self.friend_ids[-1]).out = "destroyed"
        for dealt in self.own.cards[: self.slot]:
            if _gives_missiles(charts.cards[dealt.card]):
                dealt.state, dealt.turned = "up", 0
        self.offers: list[tuple[str, list[Any]]] = []
        if card is not None and face in ("up", "old") and self.card.state == "down":
            self.field.act(BLUE, a.TurnUp(self.own_id, self.slot), Loaded())
        if face == "old":
            self.card.turned = 1

    def _enemy(self, nation: str, row: ModelRow) -> str:
        so, usa = self.so, nation == "usa"
        if not so.get("target-tank", True) or not so.get("shooter-tank", True) or so.get("target-helicopter"):
            return "cobra" if usa else "hind"
        if "target-slower" in so:
            found = [m for m in rules().charts.models.values() if m.nation == nation and m.kind == "tank"]
            return next(
                m.id for m in found if m.attack and (m.initiative < row.initiative) == so["target-slower"]
            )
        if not so.get("target-armoured", True):
            return "m60-patton"
        if self.as_target and so.get("with-missiles"):
            return "m901-itv"
        return "m1-abrams" if usa else "t-72"

    def model(self, unit: str) -> Model:
        return self.field.model(unit)

    @property
    def own(self) -> Model:
        return self.model(self.own_id)

    @property
    def enemy(self) -> Model:
        return self.model(self.enemy_id)

    @property
    def calm(self) -> Model:
        return self.model(self.calm_id)

    @property
    def card(self) -> Any:
        return self.own.cards[self.slot]

    @property
    def key(self) -> str:
        """How its effect is named when it is used."""
        number = self.trial.number
        return f"{self.own_id}/{self.slot}/{number}" if self.trial.card else f"platoon/{number}"

    def turn_up(self) -> a.TurnUp:
        return a.TurnUp(self.own_id, self.slot)

    def uses(self, options: Sequence[Any]) -> list[a.UseCard]:
        """Those options that use this effect."""
        here = (self.own_id, self.slot, self.trial.number)
        return [o for o in options if isinstance(o, a.UseCard) and (o.unit, o.slot, o.effect) == here]

    def modifies(self, options: Sequence[Any]) -> list[a.Modify]:
        return [o for o in options if isinstance(o, a.Modify) and o.source == self.key]

    def legal(self, side: str) -> list[Any]:
        return [o.action for o in self.field.rules.legal(self.field.game, side)]

    def attacks(self, unit: str, target: str) -> dict[tuple[str, int], a.Shoot]:
        """Weapon and ammo → the attack."""
        found = [o for o in self.legal(self.model(unit).side) if isinstance(o, a.Shoot)]
        return {(o.weapon, o.ammo): o for o in found if (o.unit, o.target) == (unit, target)}

    def shoot(
        self,
        dice: Loaded | None = None,
        pick: Pick | None = None,
        *,
        unit: str = "",
        weapon: str = "",
        ammo: int = -1,
    ) -> list[e.Event]:
        """The attack, by the card's model or at it, up to its end; pick answers what is asked, or lets it pass."""
        unit = unit or (self.enemy_id if self.as_target else self.own_id)
        target = self.own_id if self.model(unit).side == RED else self.enemy_id
        dice, found = dice or Loaded(), self.attacks(unit, target)
        if not weapon and "with-missiles" in self.so:
            weapon = "missiles" if self.so["with-missiles"] else ""
        action = found.get((weapon, ammo)) if weapon or ammo >= 0 else None
        if action is None:
            assert not weapon, f"{self.trial.id}: no {weapon} among {list(found)}"
            action = next(found[w, ammo] for w in ("gun", "missiles", "machine-guns") if (w, ammo) in found)
        events = self.field.act(self.model(unit).side, action, dice)
        return events + self.go_on(dice, pick)

    def go_on(self, dice: Loaded | None = None, pick: Pick | None = None) -> list[e.Event]:
        """Answer until nothing of the attack, or of what cards allow after it, is open."""
        events: list[e.Event] = []
        for _ in range(80):
            if self.field.game.shot is None and not self.field.game.bonus:
                return events
            ((side, kind),) = self.field.asked().items()
            options = self.legal(side)
            self.offers.append((kind, options))
            action = pick(self, kind, options) if pick else None
            events += self.field.act(side, action or options[0], dice or Loaded())
        raise AssertionError("the attack does not end")

    def offered(self, kind: str) -> list[Any]:
        """Everything that was offered at that question."""
        return [option for one, options in self.offers if one == kind for option in options]


def _gives_missiles(card: Card) -> bool:
    return any(x.do == "gain" and "Missiles" in x.keyword and not x.use for x in card.effects)


def using(times: int = 1) -> Pick:
    """Use the effect as soon as it is offered."""
    left = [times]

    def pick(bench: Bench, kind: str, options: list[Any]) -> Any:
        found = [*bench.uses(options), *bench.modifies(options)]
        if not found or not left[0]:
            return None
        left[0] -= 1
        return found[0]

    return pick


def nation_of(trial: Trial) -> str:
    """The nation of the card's model on the bench."""
    if trial.card is None:
        return rules().charts.rules[trial.id].nation
    return trial.card.nations[0] if trial.card.nations else "ussr"
