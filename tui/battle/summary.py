"""What a moment amounts to: where to look, what moved, why there is nothing to do. No screen here."""

from __future__ import annotations

from campaign.rules.views import PieceView
from tui.battle.situation import Situation
from tui.boards.chart import spot


def questions(now: Situation) -> tuple[object, ...]:
    """Who is asked for what, to be compared."""
    return tuple((one.side, one.kind) for one in now.view.asked)


def why_idle(now: Situation) -> list[str]:
    """Why there is nothing to choose."""
    if now.view.verdict is not None:
        return ["The battle is over.", "[ steps back through it,", "b forks it to try another way."]
    if now.undo_asked:
        return ["An undo is asked for:", "u answers it."]
    if now.asked_bot:
        return ["A bot is playing.", "p lets it wait, P sets its pace."]
    if now.view.asked:
        return ["Waiting for the other side."]
    return ["Nothing to do."]


def first_look(now: Situation, unit: str) -> str:
    """Where to look when somebody is asked something new: at what interrupts, else at the selected piece."""
    if now.view.game.active and now.asked_side != now.view.game.active:
        places = now.menu.places
        aims = (choice.where or places.get(choice.target, "") for choice in now.menu.all if choice.target)
        if target := next((where for where in aims if where), ""):
            return target
    return now.menu.places.get(unit, "")


def anywhere(now: Situation) -> str:
    """Where a piece is that still fights."""
    return next((spot(piece) for piece in now.view.game.pieces if spot(piece) and not piece.out), "")


def where_moved(before: Situation, now: Situation) -> str:
    """Where a piece went since; of several the last listed."""
    was = {piece.id: spot(piece) for piece in before.view.game.pieces}
    return next(
        (spot(p) for p in reversed(now.view.game.pieces) if spot(p) and was.get(p.id, spot(p)) != spot(p)), ""
    )


def full_name(now: Situation, piece: PieceView) -> str:
    """A piece's name, and what it is aboard of."""
    carrier = now.piece(piece.aboard) if piece.aboard else None
    return f"{piece.name} (with {carrier.name})" if carrier else piece.name
