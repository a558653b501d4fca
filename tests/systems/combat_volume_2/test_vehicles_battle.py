"""Whole battles by chance with vehicles of every kind on both sides: nothing breaks, nobody is lost or sits twice."""

from __future__ import annotations

import random

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.combat_volume_2.charts import Character
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Game, Man
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import sequence
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.whole import Whole

ROWS = [
    "................", "..TT....B.......", "..T.............", ".......o....TT..", "....B...........",
    "..........hh....", "...c............", "........T.......", "..B.............", ".............B..",
    "................", "....T...........",
]  # fmt: skip
TURNS = 6


def crew(field: Whole, id: str, kind: str, hex: str, side: str, riders: int = 0) -> None:
    """A vehicle with its crew of the charts, as far as there are such men, and passengers with rifles."""
    vehicle = field.vehicle(id, kind, hex, side, facing=4 if side == FRIEND else 1)
    row = field.charts.vehicles.kinds[kind]
    vehicle.turret, vehicle.shells, vehicle.loaded = vehicle.facing, dict(row.shells), "ap" if row.gun else ""
    posts: dict[str, Character] = {}
    for one in field.charts.characters.values():
        if one.set == f"{side}-crew":
            posts.setdefault(one.post, one)
    for seat in field.charts.vehicles.seats[row.class_].values():
        if seat.rider and int(seat.id) > riders:
            continue
        found = posts.get(seat.id)
        man = field.aboard(f"{id}-{seat.id.lower()}", id, seat.id, armed="pistol" if not seat.rider else "m1")
        if found is not None and row.gun:
            man.who, man.quality, man.leadership = found.id, found.quality, found.leadership


def field() -> Whole:
    found = Whole(ROWS, fausts="faust-60", friendly=("N",))
    found.game.fausts, found.game.phase, found.game.turn, found.game.impulse = 3, "card", 0, 0
    crew(found, "sherman", "m4a3", "0402", FRIEND)
    crew(found, "jeep", "jeep-m1919", "0702", FRIEND, 2)
    crew(found, "track", "m3a1", "1002", FRIEND, 6)
    crew(found, "panzer", "pz4h", "0511", "de")
    crew(found, "opel", "opel", "0911", "de", 8)
    crew(found, "wagon", "sdkfz251", "1211", "de", 4)
    found.friend("hall", "0604", heavy="bazooka", rockets=3)
    found.friend("mead", "0604", rockets=3)
    found.enemy("jung", "0808")
    found.enemy("alt", "1108")
    found.game.hand = (1, 2)
    found.game.phase = ""
    return found


def played(seed: int) -> Game:
    battle, pick = field(), random.Random(seed)
    dice = SeededDice(pick.randrange)
    game = battle.game

    def play() -> Play:
        return battle.with_dice(dice)

    sequence.proceed(play())
    for _ in range(6000):
        if game.verdict is not None or game.turn > TURNS:
            return game
        options = TABLE.options(play(), FRIEND)
        assert options, (game.phase, game.active, game.acting)
        action = pick.choice(options).action
        now = play()
        TABLE.verify(now, FRIEND, action)
        TABLE.settle(now, FRIEND, action)
        sequence.after(now, action)
        for event in now.events:
            TABLE.told[type(event)].words(now, event)
        check(game)
    raise AssertionError(f"no end: {game.phase}, turn {game.turn}")


def check(game: Game) -> None:
    """One man a seat, everybody where his vehicle is, markers of those alone who may have one, nothing below zero."""
    seats: set[tuple[str, str]] = set()
    for man in game.men.values():
        if man.vehicle and man.here:
            assert (man.vehicle, man.seat) not in seats
            seats.add((man.vehicle, man.seat))
            assert man.hex == game.vehicles[man.vehicle].hex
        assert not man.marker or man.seat in ("CM", "G", "CD")
        assert man.rockets >= 0
    for vehicle in game.vehicles.values():
        assert 1 <= vehicle.facing <= 6 and 1 <= vehicle.turret <= 6
        assert all(number >= 0 for number in vehicle.shells.values())
        assert len(vehicle.damage) == len(set(vehicle.damage))


def rockets(men: dict[str, Man]) -> int:
    return sum(man.rockets + man.loaded for man in men.values())


@pytest.mark.parametrize("seed", range(3 if PROFILE == "long" else 1))
def test_a_battle_by_chance(seed: int) -> None:
    game = played(seed)
    assert rockets(game.men) <= 6
    assert game.turn > TURNS or game.verdict is not None


def test_the_same_seed_is_the_same_battle() -> None:
    assert played(1) == played(1)
