"""Where a move would lead: the ghost of a model, what it would see from there, and what would see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.views import PieceView, Preview, Ray
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import view
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.decide import movement, setup
from campaign.systems.tanks_modern_age.decide.shooting import sees
from campaign.systems.tanks_modern_age.play import Play, fighting
from campaign.systems.tanks_modern_age.shapes import ground_outline
from campaign.systems.tanks_modern_age.state import Game, Model, Sight

PLACES: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Move: movement.move,
    a.Fly: movement.fly,
    a.Deploy: setup.deploy,
    a.Elevate: movement.elevate,
}
"""What carries an action out that leads a model somewhere; what would follow by itself is of no interest here."""


def preview(charts: Charts, game: Game, side: str, action: a.AnyAction) -> Preview | None:
    """Of an action that is allowed. game: a copy that may be spoilt."""
    play = Play(charts, game)
    if isinstance(action, a.PlaceTerrain):
        piece = setup.laid(setup.next_piece(play), action.x, action.y, action.heading)
        ghost = PieceView(
            piece.id, piece.name, side, "?", "", at=(piece.x, piece.y), outline=ground_outline(piece)
        )
        return Preview(ghost)
    if not isinstance(action, a.Move | a.Fly | a.Deploy | a.Elevate):
        return None
    model = game.models[action.unit]
    start = (model.x, model.y)
    PLACES[type(action)](play, side, action)
    ghost = view.piece(play, model)
    sees_now: list[Ray] = []
    seen_now: list[Ray] = []
    for other in fighting(game):
        if other.side == model.side:
            continue
        for rays, one, two in ((sees_now, model, other), (seen_now, other, model)):
            sight = sees(play, one, two)
            if sight.seen:
                rays.append(Ray(one.id, two.id, (one.x, one.y), (two.x, two.y), _notes(sight)))
    way = (start, (model.x, model.y)) if start[0] >= 0 else ()
    return Preview(ghost, way, tuple(sees_now), tuple(seen_now), _words(play, model))


def _notes(sight: Sight) -> tuple[str, ...]:
    return tuple(
        word for word, so in (("cover", sight.cover), ("close", sight.close), ("side", sight.side)) if so
    )


def _words(play: Play, model: Model) -> tuple[str, ...]:
    return (f"Speed {model.speed}, {model.moves} moves made.",)
