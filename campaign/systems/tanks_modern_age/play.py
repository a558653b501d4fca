"""What decisions are made with: the charts, the state, the dice, and the events so far."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.dice import Dice
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import REACTIONS
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.state import Game, Model, Shot


class Play:
    """One decision under way. An event told here is applied at once, so that what follows sees it.

    Refused may only be raised before the first event.
    """

    __slots__ = ("charts", "dice", "events", "game")

    def __init__(self, charts: Charts, game: Game, dice: Dice) -> None:
        self.charts, self.game, self.dice = charts, game, dice
        self.events: list[e.Event] = []

    def tell(self, event: e.Event) -> None:
        REACTIONS[type(event)](self.game, event)
        self.events.append(event)

    @property
    def shot(self) -> Shot:
        """The attack under way."""
        assert self.game.shot is not None
        return self.game.shot

    @property
    def shooter(self) -> Model:
        return self.game.models[self.shot.unit]

    @property
    def target(self) -> Model:
        return self.game.models[self.shot.target]


def other_side(game: Game, side: str) -> str:
    first, second = game.sides
    return second.id if side == first.id else first.id


def side_name(game: Game, side: str) -> str:
    return next(one.name for one in game.sides if one.id == side)


def on_table(game: Game, model: Model) -> bool:
    """Whether it fights: not out, not in reserve, and deployed where positions count."""
    return not model.out and not model.reserve and (model.x >= 0 or not game.measured)


def fighting(game: Game, side: str = "") -> Iterator[Model]:
    """The models that fight, of one side if asked, in the order of the muster."""
    return (m for m in game.models.values() if side in ("", m.side) and on_table(game, m))


def any_model(game: Game, unit: str, where: str = "$.unit") -> Model:
    model = game.models.get(unit)
    if model is None:
        raise Refused(f"There is no model {unit!r} in this battle.", "", list(game.models), where)
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
