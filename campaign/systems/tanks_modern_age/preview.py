"""Where a move would lead: the ghost of a model, what it would see from there, and what would see it."""

from __future__ import annotations

from campaign.rules.views import PieceView, Preview, Ray
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import view
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.decide.dispatch import decide
from campaign.systems.tanks_modern_age.decide.setup import laid, next_piece
from campaign.systems.tanks_modern_age.decide.shooting import sees
from campaign.systems.tanks_modern_age.events import Moved
from campaign.systems.tanks_modern_age.play import Play, any_model, fighting
from campaign.systems.tanks_modern_age.shapes import ground_outline
from campaign.systems.tanks_modern_age.state import Game, Model, Sight

PLACING = (a.Move, a.Fly, a.Deploy, a.Elevate)


def preview(charts: Charts, game: Game, side: str, action: a.AnyAction) -> Preview | None:
    """game: a copy that may be spoilt. Raises Refused as the action itself would."""
    play = Play(charts, game)
    if isinstance(action, a.PlaceTerrain):
        piece = laid(next_piece(play), action.x, action.y, action.heading) if game.to_place else None
        _try(play, side, action)
        if piece is None:
            return None
        ghost = PieceView(
            piece.id, piece.name, side, "?", "", at=(piece.x, piece.y), outline=ground_outline(piece)
        )
        return Preview(ghost)
    if not isinstance(action, PLACING):
        return None
    model = any_model(game, action.unit)
    start = (model.x, model.y)
    _try(play, side, action)
    moved = next((event for event in play.events if isinstance(event, Moved)), None)
    if moved is not None:  # what follows the move by itself must not show in the ghost
        model.x, model.y, model.heading, model.high = moved.x, moved.y, moved.heading, moved.high
        model.speed = moved.speed
    ghost = view.piece(play, model, side)
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


def _try(play: Play, side: str, action: a.AnyAction) -> None:
    """Do it; what would follow by dice is of no interest here."""
    try:
        decide(play, side, action)
    except IndexError:  # the script of dice is empty: the move itself is done by then
        return


def _notes(sight: Sight) -> tuple[str, ...]:
    return tuple(
        word for word, so in (("cover", sight.cover), ("close", sight.close), ("side", sight.side)) if so
    )


def _words(play: Play, model: Model) -> tuple[str, ...]:
    return (f"Speed {model.speed}, {model.moves} moves made.",)
