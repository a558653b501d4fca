"""Battles for tests: platoons put on a table by hand, dice laid out beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast, get_args

import msgspec

from campaign.rules.dice import Dice, ScriptedDice
from campaign.rules.packs import read_pack
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.charts import Unit
from campaign.systems.tanks_modern_age.effects import Verb
from campaign.systems.tanks_modern_age.muster import placed
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.rules import SYSTEM, TanksRules
from campaign.systems.tanks_modern_age.state import Edge, Game, Ground, Mission, Model, Objective, Platoon

BLUE, RED = "blue", "red"
VERBS: frozenset[str] = frozenset(get_args(Verb))
"""All that a card, a platoon rule or a critical can do."""


@cache
def rules() -> TanksRules:
    return cast("TanksRules", SYSTEM.load(read_pack("tanks-modern-age", "campaign.systems.tanks_modern_age")))


def changed(**table: Any) -> TanksRules:
    """The rules with other numbers in table.toml."""
    pack = rules().pack
    content = {**pack.content, "table.toml": {**pack.content["table.toml"], **table}}
    return cast("TanksRules", SYSTEM.load(msgspec.structs.replace(pack, content=content)))


class Field:
    """A battle set up by hand.

    blue, red: models as (type, x, y, heading) or (type, x, y, heading, cards, high). stage: where it stands.
    """

    def __init__(
        self,
        blue: Sequence[tuple[Any, ...]],
        red: Sequence[tuple[Any, ...]],
        *,
        terrain: Sequence[tuple[str, int, int, int]] = (),
        stage: str = "shooting",
        turn: int = 1,
        advantage: str = RED,
        attacker: str = RED,
        mission: Mission = "tank-ace",
        objectives: Sequence[tuple[int, int, str]] = (),
        edges: Mapping[str, Edge] | None = None,
        measured: bool = True,
        nations: tuple[str, str] = ("usa", "ussr"),
        deck: Sequence[int] = (),
        turns: int = 0,
    ) -> None:
        self.rules = rules()
        self.charts = charts = self.rules.charts
        self.game = Game()
        numbers: dict[str, int] = {}
        models: list[e.Placed] = []
        for side, group in ((BLUE, blue), (RED, red)):
            for type, x, y, heading, *more in group:
                cards, high = more[0] if more else (), more[1] if len(more) > 1 else False
                number = numbers[type] = numbers.get(type, 0) + 1
                one = placed(charts, side, Unit(type, tuple(cards)), number, 2)
                models.append(_at(one, x, y, heading, high))
        sides = charts.scenarios["tank-ace"].side
        platoons = {
            side: Platoon(nation, next(r.id for r in charts.rules.values() if r.nation == nation), 0)
            for side, nation in zip((BLUE, RED), nations, strict=True)
        }
        grounds = tuple(
            Ground(
                f"{kind}-{i}",
                kind,
                f"{kind} {i}",
                x,
                y,
                heading,
                charts.terrain[kind].length,
                charts.terrain[kind].width,
            )
            for i, (kind, x, y, heading) in enumerate(terrain, 1)
        )
        marks = tuple(Objective(f"objective-{i}", x, y, side) for i, (x, y, side) in enumerate(objectives, 1))
        where: dict[str, Edge] = dict(edges or {BLUE: "south", RED: "north"})
        self.tell(
            e.Mustered(
                "test", "Test", mission, sides, platoons, tuple(models), len(charts.deck), turns, 900, 900, measured,
                True, grounds, (), marks, where, attacker,
            )
        )  # fmt: skip
        self.tell(e.SidesAsked(()))
        self.tell(e.DeckShuffled(tuple(deck) or tuple(range(1, len(charts.deck) + 1))))
        if stage != "ready":
            self.tell(e.StageBegan(stage, turn))  # type: ignore[arg-type]
            self.game.advantage = advantage

    @property
    def game(self) -> Game:
        """The battle, for whoever wants to look, or to change something by hand."""
        self._game.forget()
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    def tell(self, event: e.Event) -> None:
        APPLIERS[type(event)](self.game, event)

    def model(self, unit: str) -> Model:
        return self.game.models[unit]

    def play(self, *dice: int) -> Play:
        return Play(self.charts, self.game, ScriptedDice(dice))

    def act(self, side: str, action: a.AnyAction, dice: Sequence[int] | Dice = ()) -> list[e.Event]:
        """Do it with these dice; all of them must be used. Raises Refused; then the state is as before."""
        source = ScriptedDice(dice) if isinstance(dice, Sequence) else dice
        state = self.rules.copy(self.game)
        events = self.rules.advance(state, side, action, source)
        self.game = state
        if isinstance(source, ScriptedDice):
            assert not source.left, f"{source.left} dice were not asked for"
        return events

    def asked(self) -> dict[str, str]:
        """Side → kind of question."""
        return {p.side: p.kind for p in self.rules.pending(self.game)}

    def options(self, side: str, kind: type[Any]) -> list[Any]:
        return [o.action for o in self.rules.legal(self.game, side) if isinstance(o.action, kind)]

    def pass_all(self) -> None:
        """Let every side go on that is only asked to turn up cards."""
        while side := next((s for s, kind in self.asked().items() if kind == "turn-up"), ""):
            self.act(side, a.Pass())


def _at(one: e.Placed, x: int, y: int, heading: int, high: bool) -> e.Placed:
    return msgspec.structs.replace(one, x=x, y=y, heading=heading, high=high)


def of(events: Sequence[e.Event], kind: type[Any]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]
