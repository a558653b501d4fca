"""What a viewer may see: of the other side's cards only how many there are, until they are turned up."""

from campaign.systems.duel_of_dice import actions as a
from campaign.systems.duel_of_dice import events as e
from campaign.systems.duel_of_dice.charts import Charts
from campaign.systems.duel_of_dice.state import Game
from msgspec.structs import replace

from campaign.rules.system import UMPIRE, CardView, GameView, Mark, PieceView, PlaneBoard

BOARD = PlaneBoard("ring", "The ring", 300, 200, (), (Mark("well", (150, 100), "Well", reach=20),), "our own")


def view(charts: Charts, game: Game, viewer: str) -> GameView:
    pieces = tuple(piece(charts, game, side.id, viewer) for side in game.sides)
    return GameView(
        min(game.round, game.rounds), game.rounds, "duel", "", BOARD, pieces, hides=not game.verdict
    )


def piece(charts: Charts, game: Game, side: str, viewer: str) -> PieceView:
    champion, name = game.champions[side], next(one.name for one in game.sides if one.id == side)
    cards = [*champion.gone, *filter(None, [champion.laid]), *champion.hand]
    seen = tuple(
        CardView(slot, "card", charts.cards[card].name, f"{charts.cards[card].bonus:+d}", "up")
        if slot < len(champion.gone)
        else CardView(slot, "card", charts.cards[card].name if knows(game, side, viewer) else "")
        for slot, card in enumerate(cards)
    )
    at = (50, 100) if side == game.sides[0].id else (250, 100)
    status = ("has laid a card",) if champion.laid else ()
    details = (("wins", str(champion.wins)),)
    return PieceView(
        side,
        f"{name} champion",
        side,
        "C",
        "",
        "",
        "",
        status,
        False,
        "",
        details,
        at,
        champion.heading,
        cards=seen,
    )


def knows(game: Game, side: str, viewer: str) -> bool:
    """Whether a viewer may see a side's cards: when all is over, everybody may."""
    return viewer in (side, UMPIRE) or game.verdict is not None


def shown(game: Game, event: e.Event, viewer: str) -> e.Event:
    """game: the newest state, so that a card that was turned up later is shown wherever it stands."""
    match event:
        case e.DuelBegan():
            kits = tuple(
                kit if knows(game, side.id, viewer) else ()
                for side, kit in zip(event.sides, event.kits, strict=True)
            )
            return event if kits == event.kits else replace(event, kits=kits)
        case e.HandDrawn(side) if not knows(game, side, viewer):
            return replace(event, order=(), hand=())
        case e.CardLaid(side, card) if (
            not knows(game, side, viewer) and card not in game.champions[side].gone
        ):
            return replace(event, card="")
        case _:
            return event


def shown_action(game: Game, side: str, action: a.AnyAction, viewer: str) -> a.AnyAction:
    if (
        isinstance(action, a.Lay)
        and not knows(game, side, viewer)
        and action.card not in game.champions[side].gone
    ):
        return a.Lay("")
    return action
