"""How a mission begins: all that is set up, the first cards, and how far one sees."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.rules.chapters import Answer, Chapter, Question, Told, nothing
from campaign.rules.hexes import Hex
from campaign.rules.options import Option, Side
from campaign.rules.piles import Pile, draw
from campaign.rules.wording import count
from campaign.systems.combat_volume_2 import setting_up
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import (
    FRIEND,
    Arrival,
    Came,
    Direction,
    Game,
    Man,
    Mark,
    Mission,
    Team,
    Vehicle,
)


class Begin(Action, frozen=True, tag="begin"):
    """Draw the first cards; then the first turn begins."""


class MissionBegan(Event, frozen=True, tag="mission-began"):
    """The whole set-up. marks: by hex. cups: by id, the numbers of the counters in it. friendly, enemy, wounds: numbers
    of the cards in their decks. read: how the rules are read. came: assets of a campaign."""

    mission: Mission
    sides: tuple[Side, ...]
    read: Readings
    teams: tuple[Team, ...]
    men: tuple[Man, ...]
    friendly: tuple[int, ...]
    enemy: tuple[int, ...]
    wounds: tuple[int, ...]
    vehicles: tuple[Vehicle, ...] = ()
    marks: tuple[tuple[Hex, tuple[Mark, ...]], ...] = ()
    cups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    weather: str = "clear"
    ground: str = "dry"
    wind: Direction = 1
    fausts: int = 0
    came: tuple[Came, ...] = ()


class HandDrawn(Event, frozen=True, tag="hand-drawn"):
    """The first cards of the player's hand, as they were drawn."""

    cards: tuple[int, ...]


def decks(charts: Charts) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Numbers of the cards of the player's, the enemy's and the wound deck, for `MissionBegan`."""
    wounds = tuple(range(1, len(charts.wound_cards) + 1))
    return tuple(sorted(charts.friendly_cards)), tuple(sorted(charts.enemy_cards)), wounds


def began(game: Game, event: MissionBegan) -> None:
    """What may be written to is copied: the event stays as it is."""
    game.mission, game.sides, game.readings = event.mission, event.sides, event.read
    game.teams = {team.id: replace(team) for team in event.teams}
    game.men = {man.id: replace(man, spent=dict(man.spent)) for man in event.men}
    game.vehicles = {one.id: _of_its_own(one) for one in event.vehicles}
    game.marks = dict(event.marks)
    game.friendly, game.enemy, game.wounds = (
        Pile(list(cards)) for cards in (event.friendly, event.enemy, event.wounds)
    )
    game.cups = {id: Pile(list(numbers)) for id, numbers in event.cups}
    game.arrivals, game.weather, game.ground = event.arrivals, event.weather, event.ground
    game.wind, game.fausts, game.came = event.wind, event.fausts, event.came


def _of_its_own(one: Vehicle) -> Vehicle:
    own = replace(one, hatches=dict(one.hatches), shells=dict(one.shells), mg=dict(one.mg))
    own.opened = dict(one.opened)
    return own


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
