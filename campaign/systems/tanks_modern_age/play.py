"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.state import Game, Model, Shot

T = TypeVar("T")


class Play(Decision[Game, e.Event]):
    """A decision with the charts. Refused may only be raised before the first event.

    steady: nothing but events changes the state, so that what has been worked out since the last of them is remembered
    with it, from one question to the next. Not so for bots, which try models in other places.
    cards: what the cards alone have decided since the last event, by what it is; shared with attacks that are tried.
    """

    __slots__ = ("_memory", "cards", "charts")
    appliers = APPLIERS

    def __init__(
        self,
        charts: Charts,
        state: Game,
        dice: Dice = NO_DICE,
        *,
        steady: bool = False,
        cards: dict[tuple[Any, ...], Any] | None = None,
    ) -> None:
        super().__init__(state, dice)
        self.charts = charts
        self._memory = state.memory.setdefault(charts, {}) if steady else None
        self.cards = self._memory if self._memory is not None else cards if cards is not None else {}

    def emit(self, event: e.Event) -> None:
        super().emit(event)
        self.cards.clear()

    def remember(self, key: tuple[str, ...], work: Callable[..., T], *args: Any) -> T:
        """work(*args), worked out once for the state as it stands. key: what it is, and of what."""
        memory = self._memory
        if memory is None:
            return work(*args)
        found = memory.get(key, memory)
        if found is memory:
            found = memory[key] = work(*args)
        return found

    def remember_cards(self, key: tuple[Any, ...], work: Callable[..., T], *args: Any) -> T:
        """The same for what no place, no speed and no attack changes: bots remember it too."""
        found = self.cards.get(key)
        if found is None:
            found = self.cards[key] = work(*args)
        return found

    def recall(self, key: tuple[str, ...]) -> Any:
        """What was worked out under that key for the state as it stands, or None."""
        return self._memory.get(key) if self._memory is not None else None

    @property
    def shot(self) -> Shot:
        """The attack under way."""
        assert self.state.shot is not None
        return self.state.shot

    @property
    def shooter(self) -> Model:
        return self.state.models[self.shot.unit]

    @property
    def target(self) -> Model:
        return self.state.models[self.shot.target]


def on_table(game: Game, model: Model) -> bool:
    """Whether it fights: not out, not in reserve, and deployed where positions count."""
    return not model.out and not model.reserve and (model.x >= 0 or not game.measured)


def fighting(game: Game, side: str = "") -> Iterator[Model]:
    """The models that fight, of one side if asked, in the order of the muster."""
    return (m for m in game.models.values() if side in ("", m.side) and on_table(game, m))


def any_model(game: Game, unit: str, where: str = "$.unit") -> Model:
    model = game.models.get(unit)
    if model is None:
        raise no_such("model", unit, game.models, "", where, " in this battle")
    return model


def own_model(game: Game, side: str, unit: str, where: str = "$.unit") -> Model:
    """The side's own model of that id that is not out of the battle. Raises Refused."""
    model = any_model(game, unit, where)
    own = [m.id for m in game.models.values() if m.side == side and not m.out]
    if model.side != side:
        raise Refused(f"{model.name} is not one of {side_name(game, side)}'s models.", "", own, where)
    if model.out:
        raise Refused(f"{model.name} is {model.out} and takes no further part.", "p19", own, where)
    return model
