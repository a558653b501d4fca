"""The game as geometry sees it: models as bodies, terrain as a table that is prepared once."""

from __future__ import annotations

from functools import lru_cache

from campaign.systems.tanks_modern_age import laying, reach, sight
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.reach import Table, Way
from campaign.systems.tanks_modern_age.shapes import Arrow, Body, within
from campaign.systems.tanks_modern_age.state import Game, Ground, Model, Sight


@lru_cache(maxsize=256)
def _table(charts: Charts, width: int, height: int, terrain: tuple[Ground, ...]) -> Table:
    return Table(width, height, terrain, charts.terrain)


def table(charts: Charts, game: Game) -> Table:
    return _table(charts, game.width, game.height, tuple(game.terrain.values()))


def arrow(charts: Charts) -> Arrow:
    return Arrow(charts.table.arrow_tail, charts.table.arrow_head)


def body(model: Model) -> Body:
    stats = model.stats
    return Body(
        model.id, model.kind, model.x, model.y, model.heading, stats.length, stats.width, model.high,
        model.out == "destroyed",
    )  # fmt: skip


def bodies(game: Game, without: str = "") -> list[Body]:
    """All that stands on the table, destroyed tanks too."""
    return [
        body(m)
        for m in game.models.values()
        if m.id != without and m.x >= 0 and m.out != "removed" and not m.reserve
    ]


@lru_cache(maxsize=256)
def free_spots(
    width: int, height: int, terrain: tuple[Ground, ...], length: int, breadth: int, clear: int
) -> list[tuple[int, int, int]]:
    """Places left for a piece of terrain, remembered: x, y, heading."""
    return laying.terrain_places(width, height, terrain, length, breadth, clear)


def table_of(play: Play) -> Table:
    return play.once(("table",), table, play.charts, play.state)


def bodies_of(play: Play, without: str = "") -> tuple[Body, ...]:
    """`bodies`, remembered."""
    return play.once(("bodies", without), _bodies, play.state, without)


def _bodies(game: Game, without: str) -> tuple[Body, ...]:
    return tuple(bodies(game, without))


def near(play: Play, one: Model, other: Model) -> bool:
    """Within one Measuring Arrow, hull to hull or base (p17 close range)."""
    return play.state.measured and within(body(one), body(other), arrow(play.charts).total)


def tank_way(play: Play, model: Model, bearing: int, hull: str, flush: str, touch: str) -> Way:
    key = ("way", model.id, bearing, hull, flush, touch)
    return play.once(key, _way, play, model, bearing, hull, flush, touch)


def _way(play: Play, model: Model, bearing: int, hull: str, flush: str, touch: str) -> Way:
    numbers, others = play.charts.table, bodies_of(play, model.id)
    return _tank_way(
        table_of(play), body(model), others, arrow(play.charts), bearing, hull, flush, touch,
        numbers.least_move, numbers.tanks_pass_tanks,
    )  # fmt: skip


@lru_cache(maxsize=1 << 12)
def _tank_way(
    on: Table, moving: Body, others: tuple[Body, ...], measure: Arrow, bearing: int, hull: str, flush: str, touch: str,
    least: int, passing: bool,
) -> Way:  # fmt: skip
    return reach.tank_way(
        on, moving, others, measure, bearing, hull, flush, touch, least=least, passing=passing
    )


def fly_way(play: Play, model: Model, bearing: int, high: bool, moving: bool = True) -> Way:
    """moving: False to ask only whether it can be there."""
    key = ("flight", model.id, bearing, high, moving)
    return play.once(key, _flight, play, model, bearing, high, moving)


def _flight(play: Play, model: Model, bearing: int, high: bool, moving: bool) -> Way:
    return reach.fly_way(
        table_of(play), body(model), bodies_of(play, model.id), arrow(play.charts), bearing, high,
        least=play.charts.table.least_move if moving else 0,
    )  # fmt: skip


def sight_of(
    play: Play,
    shooter: Model,
    target: Model,
    forward: bool,
    through_tanks: bool,
    eye: Model | None,
) -> Sight:
    """Line of sight and all that belongs to it."""
    looker = body(eye) if eye else None
    return _sight(
        table_of(play), body(shooter), body(target), bodies_of(play), arrow(play.charts), forward, through_tanks,
        looker, play.charts.table.high_looks_over,
    )  # fmt: skip


@lru_cache(maxsize=1 << 14)
def _sight(
    on: Table, shooter: Body, target: Body, others: tuple[Body, ...], measure: Arrow, forward: bool,
    through_tanks: bool, eye: Body | None, over: tuple[str, ...],
) -> Sight:  # fmt: skip
    return sight.sight(
        on, shooter, target, others, measure, forward=forward, through_tanks=through_tanks, eye=eye, over=over
    )
