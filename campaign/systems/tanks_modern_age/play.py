"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from campaign.rules.readings import ByCharts
from campaign.rules.refused import Refused, no_such
from campaign.rules.remembering import Memory
from campaign.rules.sides import side_name
from campaign.rules.system import known_to
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.hidden import FaceDown
from campaign.systems.tanks_modern_age.state import Game, Model, Shot

T = TypeVar("T")


class Play(ByCharts[Game, e.Event]):
    """A decision with the charts.

    once, lasting: of what lies open to everybody alone, since the true state shares it with those that are known of it;
    lasting: of what only the cards decide that have been seen. privately: of anything.
    """

    __slots__ = ()
    charts: Charts
    appliers = APPLIERS

    def privately(self, key: Hashable, work: Callable[..., T], *args: Any) -> T:
        """work(*args), worked out once for this very state."""
        return self.state.memory((self.charts, "private")).once(key, work, *args)

    def recall(self, key: Hashable) -> Any:
        """What was worked out privately under that key, or None."""
        return self.state.memory((self.charts, "private")).now.get(key)

    def known(self, side: str) -> Play:
        """The same as a side knows it; "": as everybody does."""
        known = known_to(FaceDown(self.charts).known, self.state, side)
        return self if known is self.state else Play(self.charts, known)

    def tried(self, shot: Shot) -> Play:
        """As if this attack were under way: with the same models, which must not be changed. The state itself stays as
        it is, for others look at it at the same time."""
        state, memory = replace(self.state, shot=shot), Memory()
        memory.lasting = self.state.memory(self.charts).lasting
        vars(state)["memories"] = {self.charts: memory}
        return Play(self.charts, state)

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
