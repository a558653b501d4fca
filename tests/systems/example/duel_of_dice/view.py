"""What a viewer sees of what he knows."""

from campaign.rules.sides import side_name
from campaign.rules.views import CardView, GameView, Mark, PieceView, PlaneBoard
from duel_of_dice.charts import Charts
from duel_of_dice.state import Champion, Game

BOARD = PlaneBoard("ring", "The ring", 300, 200, (), (Mark("well", (150, 100), "Well", reach=20),), "our own")


def view(charts: Charts, known: Game) -> GameView:
    pieces = tuple(piece(charts, known, side.id) for side in known.sides)
    return GameView(
        min(known.round, known.rounds), known.rounds, "duel", "", BOARD, pieces, hides=not known.verdict
    )


def piece(charts: Charts, known: Game, side: str) -> PieceView:
    champion, name = known.champions[side], side_name(known, side)
    up = [charts.cards[card] for card in champion.gone]
    down = [""] * (champion.has_laid + champion.held)
    if isinstance(champion, Champion):
        down = [charts.cards[card].name for card in (champion.laid, *champion.hand) if card]
    cards = [CardView(slot, "card", one.name, f"{one.bonus:+d}", "up") for slot, one in enumerate(up)]
    cards += [CardView(slot, "card", one) for slot, one in enumerate(down, len(up))]
    at = (50, 100) if side == known.sides[0].id else (250, 100)
    status = ("has laid a card",) if champion.has_laid else ()
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
        cards=tuple(cards),
    )
