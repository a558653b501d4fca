"""What is hidden: of the other side's cards only how many there are is known, until they are turned up."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.facets import UMPIRE, Hidden
from campaign.rules.muster import Mustered
from campaign.rules.sides import side_name
from campaign.rules.views import CardView, GameView, Mark, PieceView, PlaneBoard
from duel_of_dice import actions as a
from duel_of_dice import events as e
from duel_of_dice.charts import Charts
from duel_of_dice.state import Champion, Game, Opponent

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


def knows(game: Game, side: str, viewer: str) -> bool:
    """Whether a viewer may see a side's cards: when all is over, everybody may."""
    return viewer in (side, UMPIRE) or game.verdict is not None


class FaceDown(Hidden):
    """Hands, and cards that are laid: until they are turned up, or all is over."""

    def hides(self, state: Game) -> bool:
        return state.verdict is None

    def known(self, state: Game, side: str) -> Game:
        champions: dict[str, Any] = {
            of: one
            if of == side
            else Opponent(one.held, one.dealt, one.has_laid, one.gone, one.heading, one.wins)
            for of, one in state.champions.items()
        }
        return replace(state, champions=champions)

    def event(self, state: Game, event: e.Event, viewer: str) -> e.Event:
        match event:
            case e.DuelBegan():
                kits = tuple(
                    kit if knows(state, side.id, viewer) else ()
                    for side, kit in zip(event.sides, event.kits, strict=True)
                )
                return event if kits == event.kits else replace(event, kits=kits)
            case e.HandDrawn(side) if not knows(state, side, viewer):
                return replace(event, order=(), hand=())
            case e.CardLaid(side, card) if not self._seen(state, side, card, viewer):
                return replace(event, card="")
            case _:
                return event

    def action(self, state: Game, side: str, action: a.AnyAction, viewer: str) -> a.AnyAction:
        if isinstance(action, a.Lay) and not self._seen(state, side, action.card, viewer):
            return a.Lay("")
        return action

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        def shown(name: str) -> bool:
            return name == "rounds" or knows(state, name, viewer)

        return {name: one if shown(name) else "" for name, one in options.items()}

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        return tuple(assets)

    def reveals(self, event: e.Event) -> bool:
        return isinstance(event, e.BlowsFell)

    def _seen(self, state: Game, side: str, card: str, viewer: str) -> bool:
        return knows(state, side, viewer) or card in state.champions[side].gone
