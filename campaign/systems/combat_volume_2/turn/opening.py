"""How a mission begins: what is left to dice, and the first cards."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Question, Told, nothing
from campaign.rules.options import Option
from campaign.rules.piles import Pile, draw
from campaign.rules.wording import count
from campaign.systems.combat_volume_2 import setting_up
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, Game
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan, began


class Begin(Action, frozen=True, tag="begin"):
    """Draw the first cards; then the first turn begins."""


class HandDrawn(Event, frozen=True, tag="hand-drawn"):
    """The first cards of the player's hand, as they were drawn."""

    cards: tuple[int, ...]


def hand_drawn(game: Game, event: HandDrawn) -> None:
    for card in event.cards:
        game.friendly.take(card)
    game.hand = event.cards


def to_begin(play: Play) -> Iterator[tuple[str, str]]:
    if not play.state.turn:
        yield FRIEND, "Draw your first cards."


def begin(play: Play, side: str, action: Begin) -> None:
    """What the mission leaves to dice, then the first cards."""
    setting_up.begin(play)
    left = play.state.friendly.left
    pile, cards = Pile(list(left)), list[int]()
    for number in range(1, min(play.charts.hand_start, len(left)) + 1):
        card = draw(play.dice, pile, f"First cards of the player's hand: card {number}")
        pile.take(card)
        cards.append(card)
    play.emit(HandDrawn(tuple(cards)))


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=MissionBegan, apply=began,
            words=lambda play, event: f"{event.mission.title}: {count(event.mission.turns, 'turn')}.",
        ),
        Told(
            event=HandDrawn, apply=hand_drawn, rule="5", dice="cards",
            words=lambda play, event: f"{count(len(event.cards), 'card')} come to the player's hand.",
        ),
    ),
    questions=(
        Question(kind="begin", asked=to_begin, answers=(
            Answer(
                action=Begin, candidates=lambda play, side: [Option(Begin())], why_not=nothing, do=begin,
                label=lambda play, action: "Draw the first cards",
            ),
        )),
    ),
)  # fmt: skip
