"""1: a champion turns as it likes, though nobody asks for it."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from campaign.rules.chapters import Answer, Chapter, Told, nothing
from campaign.rules.options import Option, Range
from campaign.rules.views import Preview
from duel_of_dice import view
from duel_of_dice.play import Action, Event, Play
from duel_of_dice.state import Game

ROUND_ABOUT = Range("heading", 0, 359, 1, "°", round=True)


class Face(Action, frozen=True, tag="face"):
    """Turn the champion: at any time."""

    heading: Annotated[int, Meta(ge=0, le=359)]


class Faced(Event, frozen=True, tag="faced"):
    side: str
    heading: int


def faced(game: Game, event: Faced) -> None:
    game.champions[event.side].heading = event.heading


def ways(play: Play, side: str) -> Iterator[Option]:
    yield Option(Face(play.state.champions[side].heading), side, ranges=(ROUND_ABOUT,))


def face(play: Play, side: str, action: Face) -> None:
    play.emit(Faced(side, action.heading))


def ahead(play: Play, side: str, action: Face) -> Preview:
    known = play.state
    champion = replace(known.champions[side], heading=action.heading)
    turned = replace(known, champions={**known.champions, side: champion})
    return Preview(view.piece(play.charts, turned, side))


CHAPTER = Chapter(
    events=(
        Told(
            event=Faced, apply=faced, rule="1",
            words=lambda play, event: f"{event.side} turns to {event.heading}°.",
        ),
    ),
    always=(
        Answer(
            action=Face, candidates=ways, why_not=nothing, do=face, ahead=ahead,
            label=lambda play, action: "Turn the champion",
        ),
    ),
)  # fmt: skip
