"""Whole missions, and on the way all that somebody could try who does not keep to what is listed.

`Attack` plays a mission by chance. Now and then it asks for anything: what was listed once, with any of its fields from
elsewhere. What is listed is accepted, all else refused in words, and who is refused has changed nothing.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

import msgspec

from campaign.contract.promises import refusal, untouched
from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.options import Option, Range
from campaign.rules.system import decide
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, POINTS, Game
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import sequence
from campaign.systems.combat_volume_2.turn.sequence import Wait
from tests.systems.combat_volume_2 import firefight, test_vehicles_battle

RULES = firefight.rules()
MISSIONS = tuple(one.id for one in RULES.scenarios())
ANSWERS = 6_000
"""After which a mission counts as endless."""
IN_A_ROW = 400
"""So often the enemy may go on before the player is asked for something else."""
SEQUENCE = TABLE.sequence
"""The rule by which whoever is not asked is refused, whatever he wants."""
ODD = (
    "", " ", "us", "de", "v1", "v9", "e1", "nobody", "None", "\x00", "é", "x" * 10_000, "1/1", "7", "0", "1/2/3", "-1",
    "99.99", "00.00", "1.1", "01.01 ", "0101", "01.-1", "v1:D", "v1:99", "v1:", ":", "card", "one", "player",
)  # fmt: skip
NUMBERS = (-(2**63), -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 54, 55, 99, 2**31, 2**63 - 1)

write = msgspec.msgpack.Encoder().encode
KINDS = tuple(TABLE.answers)
read = msgspec.json.Decoder(SYSTEM.action_type).decode


FIELDS = (*MISSIONS, "firefight", "vehicles")


def begun(number: int) -> Game:
    """Each mission that there is, firefights, and vehicles of every kind on both sides."""
    name = FIELDS[number % len(FIELDS)]
    if name == "firefight":
        return firefight.begun(number, posture="attack" if number % 2 else "hold")
    if name == "vehicles":
        return vehicles(number)
    info = next(one for one in RULES.scenarios() if one.id == name)
    return SYSTEM.begun(RULES.open(name, settle(info, {}, lambda name: {})))


def vehicles(number: int) -> Game:
    """Crews and passengers against each other, on to the first question."""
    field = test_vehicles_battle.field()
    game = field.game
    for card in game.hand:
        game.friendly.take(card)
    drawn = field.charts.boards["field"].file
    game.mission = msgspec.structs.replace(game.mission, turns=8, drawn=drawn)
    sequence.proceed(field.with_dice(SeededDice(Random(number).randrange)))
    return msgspec.msgpack.decode(write(game), type=Game)


def stands_for(one: Range, game: Game) -> Sequence[Any]:
    """All the values of a range."""
    if one.places is not None:
        return one.places.among(RULES.grid(game))
    return one.words or range(one.lowest, one.highest + 1, one.step)


def spread(option: Option, game: Game) -> Iterator[Any]:
    """All the actions that an option stands for."""
    names = [one.name for one in option.ranges]
    for values in itertools.product(*(stands_for(one, game) for one in option.ranges)):
        yield msgspec.structs.replace(option.action, **dict(zip(names, values, strict=True)))


class Attack:
    """A mission under attack. every: about one state in so many is looked at; tries: how often something is tried
    there."""

    def __init__(self, number: int, every: int, tries: int) -> None:
        self.random = Random(number)
        self.every, self.tries = every, tries
        self.game = begun(number)
        self.first = write(self.game)
        self.entries: list[list[Any]] = []
        self.met: list[Any] = [Wait()]
        """Actions that were listed at some time."""
        self.said = Counter[tuple[str, str, str, bool]]()
        """Refusals: kind of action, rule, place, whether they say what is allowed."""
        self.stock = Stock(self.game)

    # -- playing -----------------------------------------------------------------------------------------------

    def play(self) -> None:
        dice = SeededDice(self.random.randrange)
        bots = SYSTEM.bots[: 1 + 3 * (self.random.random() < 0.4)]
        on = 0
        while asked := RULES.pending(self.game):
            assert {one.side for one in asked} == {FRIEND}
            options = RULES.legal(self.game, FRIEND)
            assert options, f"nothing may be answered to {asked}"
            if self.random.randrange(self.every) == 0:
                self.look(options)
            bot = bots[self.random.randrange(len(bots))]
            option = bot.choose(RULES, self.game, FRIEND, options, self.random.randrange)
            self.met.append(option.action)
            on = on + 1 if option.action.__struct_config__.tag == "go-on" else 0
            assert on < IN_A_ROW, "the enemy goes on and on"
            events = RULES.advance(self.game, FRIEND, option.action, dice)
            assert events
            self.entries.append(events)
            self.stock.check(self.game, events)
            assert len(self.entries) < ANSWERS, "the mission does not end"
        assert self.game.verdict is not None
        self.over()

    def over(self) -> None:
        """Nothing is done any more; from its events as a diary has them the mission is the same again."""
        for action in self.random.sample(self.met, min(len(self.met), 40)):
            assert self.refused(FRIEND, action) is not None
        assert not RULES.legal(self.game, FRIEND)
        game = msgspec.msgpack.decode(self.first, type=Game)
        for events in self.entries:
            for event in events:
                shape = cast("type[Any]", type(event))
                again = msgspec.json.decode(msgspec.json.encode(event), type=shape)
                assert again == event
                SYSTEM.appliers[shape](game, again)
        assert write(game) == write(self.game)

    # -- trying ------------------------------------------------------------------------------------------------

    def look(self, options: Sequence[Option]) -> None:
        """All that can be asked in a state, and what must be refused in it."""
        was = write(self.game)
        fresh = RULES.copy(self.game)
        assert RULES.legal(fresh, FRIEND) == options, "a state that remembers nothing has the same list"
        assert RULES.view(fresh, FRIEND) == RULES.view(self.game, FRIEND)
        assert not RULES.legal(self.game, ENEMY), "the rules run the enemy"
        with untouched(self.game):
            listed = self.listed(options)
            self.met += [one.action for one in self.random.sample(options, min(len(options), 12))]
            for action in self.tried():
                for side in (FRIEND, ENEMY, "", "umpire", "nobody"):
                    told = self.refused(side, action)
                    assert (told is None) == (side == FRIEND and action in listed), (
                        f"{'refused' if told else 'accepted'}: {action} of {side!r}: {told}"
                    )
        assert write(self.game) == was, "who only asks changes nothing"

    def listed(self, options: Sequence[Option]) -> set[Any]:
        """All that is listed, with all that ranges stand for; some of it is asked for in every way."""
        found: list[Any] = []
        for option in options:
            some = list(spread(option, self.game))
            assert option.action in some, "an option carries values that are allowed"
            for action in some:
                assert refusal(lambda action=action: RULES.verify(self.game, FRIEND, action)) is None, action
            found += some
        assert len(found) == len(set(found)), "nothing is listed twice"
        for option in self.random.sample(options, min(len(options), 3)):
            assert self.refused(FRIEND, option.action) is None
            assert RULES.label(self.game, option)
            odds = RULES.odds(self.game, FRIEND, option.action)
            assert odds is None or abs(sum(one.chance for one in odds.results) - 1) < 1e-9
        return set(found)

    def tried(self) -> Iterator[Any]:
        pool = self.pool()
        for _ in range(self.tries):
            said = (
                self.anything()
                if self.random.randrange(3) == 0
                else msgspec.to_builtins(self.random.choice(self.met))
            )
            names = [name for name in said if name != "kind"]
            for name in self.random.sample(names, min(len(names), self.random.randrange(3))):
                said[name] = self.random.choice(NUMBERS if isinstance(said[name], int) else pool)
            try:
                yield read(msgspec.json.encode(said))
            except msgspec.ValidationError:
                continue  # headquarters refuses it before the rules see it

    def anything(self) -> dict[str, Any]:
        """An action of any kind; of somebody who acts, where one does."""
        kind = self.random.choice(KINDS)
        said: dict[str, Any] = {"kind": kind.__struct_config__.tag}
        for one in msgspec.structs.fields(kind):
            said[one.name] = 1 if one.type in (int, "int") else "one" if one.name == "how_far" else ""
        if "unit" in said:
            said["unit"] = self.game.acting or self.random.choice(list(self.game.men))
        return said

    def pool(self) -> list[str]:
        """Texts of every kind: of what there is, of what there was, of what there cannot be."""
        game, board = self.game, RULES.play(self.game).board
        some = [
            *game.men, *game.vehicles, *game.teams, *ODD, *RULES.charts.orders, *RULES.charts.weapons,
            *(f"{vehicle}:{seat}" for vehicle in game.vehicles for seat in ("D", "CM", "L", "1", "12")),
            *(f"{a}/{b}" for a in "1234" for b in "1256"), *POINTS, *(f"{a}/{b}" for a in POINTS[:3] for b in POINTS),
        ]  # fmt: skip
        near = [man.hex for man in game.men.values() if man.hex]
        return [
            *some,
            *near,
            *self.random.sample(list(board.hexes), 20),
            "mortar",
            "artillery",
            "faust",
            "rockets",
        ]

    def refused(self, side: str, action: Any) -> tuple[str, str, tuple[str, ...], str] | None:
        """What is said to it, by whoever decides and by whoever only asks; None if it is allowed."""
        told = refusal(lambda: RULES.verify(self.game, side, action))
        for ask in (RULES.preview,) if told is None else (RULES.preview, RULES.odds):
            assert refusal(lambda ask=ask: ask(self.game, side, action)) == told
        if told is None or self.random.randrange(8) == 0:
            dice = SeededDice(self.random.randrange)
            assert refusal(lambda: decide(RULES, self.game, side, action, dice)) == told
        if told is not None:
            reason, rule, allowed, where = told
            assert reason.endswith((".", "!", "?")), reason
            assert rule, f"{action} is refused by no rule: {reason}"
            assert where or rule == SEQUENCE, f"{action} is refused nowhere: {reason}"
            assert all(isinstance(one, str) and one for one in allowed), told
            self.said[str(action.__struct_config__.tag), rule, where, bool(allowed)] += 1
        return told


class Stock:
    """What may be neither lost nor doubled, from the start of a mission on."""

    def __init__(self, game: Game) -> None:
        self.had = self.held(game)

    def held(self, game: Game) -> dict[tuple[str, str], int]:
        """What only ever becomes less, by whose it is and what: but for what is handed on or taken up."""
        found: dict[tuple[str, str], int] = {}
        for one in filter(lambda one: one.who, game.men.values()):
            found["grenades", one.id] = one.grenades
            found["smokes", one.id] = one.smokes
        for vehicle in game.vehicles.values():
            for kind, count in vehicle.shells.items():
                found[kind, vehicle.id] = count + (vehicle.loaded == kind)
        lying = sum(
            mark.count
            for marks in game.marks.values()
            for mark in marks
            if mark.what in ("rockets", "weapon")
        )
        found["rockets", ""] = sum(man.rockets + man.loaded for man in game.men.values()) + lying
        return found

    def check(self, game: Game, events: Sequence[Any]) -> None:
        now = self.held(game)
        for key, count in now.items():
            assert 0 <= count <= self.had.get(key, count), (
                f"{key}: {count} of {self.had.get(key)} after {events}"
            )
        self.had = now
        self._cards(game)
        self._people(game)

    def _cards(self, game: Game) -> None:
        charts = RULES.charts
        for pile, deck in (
            (game.friendly, charts.friendly_cards),
            (game.enemy, charts.enemy_cards),
            (game.wounds, range(1, len(charts.wound_cards) + 1)),
        ):
            assert sorted((*pile.left, *pile.out)) == sorted(deck)
        for pile in (game.friendly, game.enemy, game.wounds, *game.cups.values()):
            assert pile.left == sorted(pile.left), "the order of a pile is nowhere"
            assert len({*pile.left, *pile.out}) == len(pile.left) + len(pile.out)
        mine = [*game.hand, *game.planned]
        assert len(set(mine)) == len(mine)
        assert set(mine) <= set(game.friendly.out)

    def _people(self, game: Game) -> None:
        board = RULES.play(game).board
        seats = [(man.vehicle, man.seat) for man in game.men.values() if man.vehicle and man.here]
        assert len(set(seats)) == len(seats), "nobody shares a seat"
        for man in game.men.values():
            if man.vehicle and man.here:
                assert man.hex == game.vehicles[man.vehicle].hex
                assert (
                    man.seat
                    in RULES.charts.vehicles.seats[
                        RULES.charts.vehicles.kinds[game.vehicles[man.vehicle].kind].class_
                    ]
                )
            assert bool(man.vehicle) == bool(man.seat)
            assert -3 <= man.morale <= 2
            assert not (man.gone and man.hex) or game.verdict, f"{man.id} is gone, and in {man.hex}"
            assert not man.hex or man.hex in board.axial
            if man.captor:
                captor = game.men[man.captor]
                assert captor.side != man.side and not man.dead
                assert captor.who
            assert not man.able or man.here
        whos = [man.who for man in game.men.values() if man.who]
        assert len(set(whos)) == len(whos), f"somebody is there twice: {Counter(whos).most_common(2)}"
