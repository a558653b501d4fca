"""What a moment amounts to: where to look, what moved, why there is nothing to do. No screen here."""

from __future__ import annotations

from collections.abc import Collection

from campaign.rules.views import PieceView
from tui.battle.menu import Menu, on_map
from tui.battle.situation import Situation
from tui.boards.chart import spot
from tui.shared.seat_words import minute, waiting_words


def questions(now: Situation) -> tuple[object, ...]:
    """Who is asked for what, to be compared."""
    return tuple((one.side, one.kind) for one in now.view.asked)


def why_idle(now: Situation) -> list[str]:
    """Why there is nothing to choose."""
    if now.view.verdict is not None:
        told = ["The battle is over.", "[ steps back through it,", "b forks it to try another way."]
        ours = "." in now.view.battle and "~" not in now.view.battle  # a campaign's, and no fork
        return [*told, "Esc leaves it; its return is filed in the campaign."] if ours else told
    if now.undo_asked:
        return ["An undo is asked for:", "u answers it."]
    if now.view.waiting:
        return [waiting_words(now.view.waiting), "T: the seats of this table."]
    if now.asked_bot:
        return ["A bot is playing.", "p lets it wait, P sets its pace."]
    if now.view.asked:
        waits = [f"Waiting for {_whom(now, one.side)}: {one.prompt}" for one in now.view.asked]
        return [*waits, *_how_long(now)]
    return ["Nothing to do."]


def _whom(now: Situation, side: str) -> str:
    """A side, and who plays it if he has a name."""
    player = next((one.player for one in now.view.seats if one.side == side), "")
    return f"{now.name(side)} ({player})" if player else now.name(side)


def _how_long(now: Situation) -> list[str]:
    """Since when others are asked, to who waits for people of another screen."""
    named = any(one.player and one.side not in now.mine for one in now.view.seats)
    if not named or not now.mine or not now.log:
        return []
    return [
        f"Nothing was done since {minute(now.log[-1].time)} UTC.",
        "T: the seats; who stays away can lose his.",
    ]


def why_no_end(now: Situation) -> str:
    """Why nothing can be ended by one key."""
    if now.looking is not None:
        return "This is the past: nothing ends here. End returns to the newest entry."
    if not now.menu.all:
        return " ".join(why_idle(now))
    prompt = next((one.prompt for one in now.view.asked if one.side in now.mine), "")
    return f"This must be decided before anything ends: {prompt} {_where_to_choose(now.menu)}"


def _where_to_choose(menu: Menu) -> str:
    if all(on_map(choice) for choice in menu.all):
        return "Choose one of the hexes marked on the map."
    return "Choose from the list (Tab)."


def left_undone(now: Situation, used: Collection[str], side: str) -> list[str]:
    """Names of the pieces of a side that could still do something in a phase of one's own: those that have done nothing
    yet, and those that can aim at something. used: those that acted."""
    game = now.view.game
    asked = next((one for one in now.view.asked if one.side == now.asked_side), None)
    own = game.active == now.asked_side if game.active else asked is not None and asked.kind == game.phase
    if not own or now.menu.finish is None:
        return []
    menu = now.menu
    ours = {choice.unit for choice in menu.all if choice.side == side}
    return [
        menu.names.get(unit, unit)
        for unit in menu.units
        if unit in ours and (unit not in used or any(one.target for one in menu.near(unit)))
    ]


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
