"""Whole missions of random orders: they end, and nothing is lost or doubled on the way."""

from collections.abc import Iterator
from random import Random

import pytest

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.state import FRIEND, Game, Man, Team, Vehicle
from tests.conftest import PROFILE
from tests.systems.combat_volume_2 import firefight

RULES = firefight.rules()
MISSIONS = [one.id for one in RULES.scenarios()]
PLAYS = 30 if PROFILE == "long" else len(MISSIONS) + 1
"""In the default profile one of each mission, and a firefight."""
ANSWERS = 4_000
"""After which a mission counts as endless."""


def opened(number: int) -> Game:
    """Each mission that there is, and firefights of our own."""
    names = [*MISSIONS, "firefight"]
    name = names[number % len(names)]
    if name == "firefight":
        return firefight.begun(number, posture="attack" if number % 2 else "hold")
    info = next(one for one in RULES.scenarios() if one.id == name)
    return SYSTEM.begun(RULES.open(name, settle(info, {}, lambda name: {})))


def played(game: Game, seed: int) -> Iterator[Game]:
    """The state after each answer of a player who does anything."""
    random = Random(seed)
    dice, bot = SeededDice(random.randrange), SYSTEM.bots[0]
    for _ in range(ANSWERS):
        if not RULES.pending(game):
            return
        option = bot.choose(RULES, game, FRIEND, RULES.legal(game, FRIEND), random.randrange)
        RULES.advance(game, FRIEND, option.action, dice)
        yield game
    pytest.fail("the mission does not end")


def sound(game: Game, people: int) -> None:
    """Cards are all there, everybody is once at one place, and captives have a captor of the other side."""
    charts = RULES.charts
    for pile, deck in (
        (game.friendly, charts.friendly_cards),
        (game.enemy, charts.enemy_cards),
        (game.wounds, range(1, len(charts.wound_cards) + 1)),
    ):
        assert sorted((*pile.left, *pile.out)) == sorted(deck)
    assert set(game.hand) | set(game.planned) <= set(game.friendly.out)
    assert len(game.men) >= people
    seats: set[tuple[str, str]] = set()
    for man in game.men.values():
        if man.vehicle and man.here:
            assert (man.vehicle, man.seat) not in seats, f"two men sit in {man.seat} of {man.vehicle}"
            seats.add((man.vehicle, man.seat))
            assert man.hex == game.vehicles[man.vehicle].hex
        assert -3 <= man.morale <= 2
        assert man.rockets >= 0 <= man.grenades
        assert not (man.dead and man.captor)
        if man.captor:
            assert game.men[man.captor].side != man.side
        if man.hex:
            assert man.hex in RULES.play(game).board.axial
    for one in game.vehicles.values():
        assert all(count >= 0 for count in one.shells.values())


@pytest.mark.parametrize("number", range(PLAYS))
def test_a_mission_of_random_orders_ends_and_loses_nothing(number: int):
    game = opened(number)
    people = len(game.men)
    for answers, state in enumerate(played(game, number)):
        if answers % 10 == 0:
            sound(state, people)
    sound(game, people)
    assert game.verdict is not None
    assert game.turn <= game.mission.turns


def bare(game: Game) -> Game:
    """The same people and vehicles with the same names, and nothing of all that changes."""
    return Game(
        mission=game.mission,
        readings=game.readings,
        sides=game.sides,
        teams={team.id: Team(team.id, team.side, team.name) for team in game.teams.values()},
        men={man.id: Man(man.id, man.side, man.name, man.who, team=man.team) for man in game.men.values()},
        vehicles={one.id: Vehicle(one.id, one.side, one.kind, one.name) for one in game.vehicles.values()},
    )


@pytest.mark.parametrize("number", range(0, PLAYS, 2))
def test_what_happened_is_told_from_the_entry_alone(number: int):
    """A log is read by the newest state: who rallied then may have fled since."""
    game, random, told = opened(number), Random(number), 0
    dice, bot = SeededDice(random.randrange), SYSTEM.bots[0]
    while RULES.pending(game):
        option = bot.choose(RULES, game, FRIEND, RULES.legal(game, FRIEND), random.randrange)
        events = RULES.advance(game, FRIEND, option.action, dice)
        nothing = bare(game)
        for event in events:
            text, _ = RULES.told(game, event)
            assert RULES.told(nothing, event)[0] == text
            told += bool(text)
    assert told > 50


@pytest.mark.parametrize("number", range(0, PLAYS, 3))
def test_all_hexes_that_a_man_sees_are_those_of_which_it_is_said_singly(number: int):
    looked = 0
    for answers, state in enumerate(played(opened(number), number)):
        if answers % 40:
            continue
        play = RULES.play(state)
        for man in state.men.values():
            if man.here:
                assert sight.hexes_seen(play, man) == tuple(
                    hex for hex in play.board.hexes if sight.sees(play, man, hex)
                )
                looked += 1
    assert looked
