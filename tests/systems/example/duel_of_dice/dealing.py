"""1: kits are shuffled, and a hand is drawn."""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.rules.chapters import Answer, Chapter, Question, Told, nothing
from campaign.rules.options import Option, Side
from duel_of_dice.play import Action, Event, Play
from duel_of_dice.state import Champion, Game

HAND = 3


class Deal(Action, frozen=True, tag="deal"):
    """Shuffle one's kit and draw a hand from it."""


class DuelBegan(Event, frozen=True, tag="duel-began"):
    """kits: in the order of sides."""

    rounds: int
    sides: tuple[Side, ...]
    kits: tuple[tuple[str, ...], ...]


class HandDrawn(Event, frozen=True, tag="hand-drawn"):
    """order: as the kit was shuffled, by number; () if the table has its own cards: then the hand is the kit."""

    side: str
    order: tuple[int, ...]
    hand: tuple[str, ...]


def began(game: Game, event: DuelBegan) -> None:
    game.rounds, game.sides = event.rounds, event.sides
    for side, kit in zip(event.sides, event.kits, strict=True):
        hand = list(kit) if side.by_rules else []
        game.champions[side.id] = Champion(list(kit), hand, dealt=side.by_rules)


def own_kit(game: Game, event: DuelBegan, viewer: str) -> DuelBegan:
    sides = zip(event.sides, event.kits, strict=True)
    return replace(event, kits=tuple(kit if game.shows(side.id, viewer) else () for side, kit in sides))


def drawn(game: Game, event: HandDrawn) -> None:
    champion = game.champions[event.side]
    champion.hand, champion.dealt = list(event.hand), True


def own_hand(game: Game, event: HandDrawn, viewer: str) -> HandDrawn:
    return event if game.shows(event.side, viewer) else replace(event, order=(), hand=())


def undealt(play: Play) -> Iterator[tuple[str, str]]:
    for side, champion in play.state.champions.items():
        if not champion.dealt:
            yield side, "Shuffle your kit and draw a hand."


def deal(play: Play, side: str, action: Deal) -> None:
    kit = play.state.champions[side].kit
    order = play.dice.shuffle(f"the kit of {side}", len(kit))
    play.emit(HandDrawn(side, order, tuple([kit[i - 1] for i in order[:HAND]] or kit)))


CHAPTER = Chapter(
    events=(
        Told(
            event=DuelBegan, apply=began, sees=own_kit, rule="1",
            words=lambda play, event: f"A duel of {event.rounds} rounds.",
        ),
        Told(
            event=HandDrawn, apply=drawn, sees=own_hand, rule="1", shuffle="order",
            words=lambda play, event: f"{event.side} draws a hand.",
        ),
    ),
    questions=(
        Question(kind="deal", asked=undealt, answers=(
            Answer(
                action=Deal, candidates=lambda play, side: [Option(Deal())], why_not=nothing, do=deal,
                label=lambda play, action: "Draw a hand",
            ),
        )),
    ),
)  # fmt: skip
