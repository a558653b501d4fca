"""What a mission begins with: the whole set-up, as a fact."""

from __future__ import annotations

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.options import Side
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.play import Event
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import (
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
