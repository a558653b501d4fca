"""Paired battles through headquarters: typed dice, the same actions and ways back, another force that looks the same.

Everything that the other side and an observer can ask for is the same for both, but for seals. `tests/systems/pairs.py`
does it by the hundred with the rules alone; here it is the whole way: entries, answers, excerpts, reports.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.reports.making import of_battle
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, DiceNeeded, Refusal
from campaign.shared.callers import Caller
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.positions import cards_alike
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE
from tests.systems.pairs import platoon
from tests.tui.playing import Player, play

PAIRS = 60 if PROFILE == "long" else 1
PLAYERS = {"blue": "bruno", "red": "rosa", "": "olga"}
MOVES = 90
"""Actions of a pair, unless it ends before."""
BACK_EVERY = 12
SEAL = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b")


def text_of(value: Any) -> str:
    """Anything as text, seals masked."""
    return SEAL.sub("~", value if isinstance(value, str) else msgspec.json.encode(value).decode())


def alike(rules: Any, content: dict[str, Any], rnd: random.Random) -> dict[str, Any]:
    """Another platoon with the same models and the same types of cards, sound, under a title of its own."""
    charts, models = rules.charts, [dict(one) for one in content["model"]]
    for one in models:
        row = charts.models[one["type"]]
        for slot, card in enumerate(one.get("cards", ())):
            if charts.cards[card].revealed:
                continue
            others = cards_alike(rules.charts, content["nation"], row.kind, charts.cards[card].type)
            for other in rnd.sample(others, len(others)):
                cards = [*one["cards"][:slot], other, *one["cards"][slot + 1 :]]
                changed = {**content, "model": [{**m, "cards": cards} if m is one else m for m in models]}
                if rules.forces.judge(changed, 300).sound:
                    one["cards"] = cards
                    break
    return {**content, "title": "Another one", "model": models}


def reckons(player: Player) -> bool:
    """Whether odds are still to come, which are reckoned where a highlight rests."""
    return any(one.group == "odds" and not one.is_finished for one in player.app.workers)


class Twins:
    """Two houses with the same clock, in each of them one battle; red's cards differ."""

    def __init__(self, folder: Path, seed: int, stack: ExitStack) -> None:
        self.rnd = rnd = random.Random(seed)
        self.houses = [
            stack.enter_context(Headquarters(folder / name, steady_world(str(seed))))
            for name in ("one", "two")
        ]
        rules: Any = self.houses[0]._house.battles.packs.installed("tanks-modern-age")
        self.rules = rules
        blue, red = (platoon(rules, rnd, artillery=seed % 2 == 0) for _ in range(2))
        mission = rnd.choice(("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat"))
        for house, cards in zip(self.houses, (red, alike(rules, red, rnd)), strict=True):
            chosen = {"blue": blue, "red": cards, "points": 300, "turns": 9, "terrain": "ready"}
            seats = [Seat(side, PLAYERS[side]) for side in ("blue", "red")]
            opened = house.battles.new(mission, options=chosen, seats=seats, dice="typed", name="pair")
            assert isinstance(opened, Acted), opened
        self.told = self.backs = 0

    def game(self, house: Headquarters) -> Any:
        return house._house.battles.get("pair").diary.current()[1].game

    def of(self, house: Headquarters, side: str) -> Headquarters:
        """For whoever plays a side, or looks on."""
        return house.for_(Caller(PLAYERS[side])).looking_as(side)

    def play(self) -> None:
        for number in range(MOVES):
            asked = self.houses[0].battles.view("pair").asked
            if not asked or not self.move(self.rnd.choice(asked).side):
                break
            if any(house.battles.info("pair").verdict for house in self.houses):
                return
            if number % 15 == 0:
                self.compare(whole=False)
            if number % BACK_EVERY == 0:
                self.go_back()
        self.compare(whole=True)

    def go_back(self) -> None:
        """Somebody takes something back, in both; the other agrees, if he is asked at all."""
        side = self.rnd.choice(("blue", "red"))
        to = self.rnd.randint(1, self.houses[0].battles.head("pair"))
        way = self.rnd.choice(("undo", "redo", "jump"))
        given: list[Answer] = []
        for house in self.houses:
            battles = self.of(house, side).battles
            given.append(battles.rewind("pair", to) if way == "jump" else getattr(battles, way)("pair"))
        one, two = given
        assert type(one) is type(two), "it is taken back freely in one battle only"
        if side != "red":  # what he is told himself is his
            assert text_of(one) == text_of(two)
        requests = [house.battles.view("pair").request for house in self.houses]
        assert requests[0] == requests[1], "who asks, and for what, is the same"
        self.backs += isinstance(one, Acted)
        if requests[0] is not None:
            other = "red" if side == "blue" else "blue"
            agreed = [self.of(house, other).battles.answer_undo("pair", True) for house in self.houses]
            assert all(isinstance(one, Acted) for one in agreed), agreed
            if other != "red":
                assert text_of(agreed[0]) == text_of(agreed[1])

    def move(self, side: str) -> bool:
        """An action that both allow and that shows nothing that differs; False if there is none."""
        games = [self.game(house) for house in self.houses]
        found = [list(self.rules.legal(game, side)) for game in games]
        there = {repr(one.action) for one in found[1]}
        common = [
            one for one in found[0] if repr(one.action) in there and self.shows_nothing(side, one.action)
        ]
        if not common:
            return False
        bot = self.rules.system.bot("random")
        known = self.rules.known(games[0], side)
        option = bot.choose(self.rules, known, side, common, self.rnd.randrange)
        action = msgspec.json.encode(option.action)
        one, two = self.act(side, action)
        if side == "red":  # what he is told himself is his
            assert isinstance(one, Acted), one
            assert isinstance(two, Acted), two
        else:
            assert text_of(one) == text_of(two)
        return isinstance(one, Acted)

    def shows_nothing(self, side: str, action: Any) -> bool:
        """Whether no card of red's that lies face down is turned up by it."""
        if side != "red":
            return True
        if isinstance(action, a.HoldOff) or (isinstance(action, a.Shoot) and action.spotter):
            return False
        slots = {getattr(action, name, -1) for name in ("slot", "ammo")} - {-1}
        model = self.game(self.houses[0]).models.get(getattr(action, "unit", ""))
        turned = isinstance(action, a.TurnUp) or any(model.cards[slot].state == "down" for slot in slots)
        return not turned or isinstance(action, a.Discard)

    def act(self, side: str, action: bytes) -> list[Answer]:
        """In both houses, with the same dice typed in where they are wanted."""
        typed: tuple[int, ...] = ()
        while True:
            given: list[Answer] = [
                self.of(house, side).battles.act("pair", action, dice=typed) for house in self.houses
            ]
            one, two = given
            if isinstance(one, DiceNeeded):
                assert one == two, "the same dice are wanted"
                typed += tuple(self.rnd.randrange(one.sides) + 1 for _ in range(one.count))
            elif isinstance(one, Refusal) and one.where == "$.dice":
                assert one == two, "the same card cannot be drawn"
                typed = (*typed[:-1], int(self.rnd.choice(one.allowed)))
            else:
                return given

    def compare(self, whole: bool) -> None:
        for viewer in ("blue", ""):
            one, two = (dict(self.artifacts(house, viewer, whole)) for house in self.houses)
            assert one.keys() == two.keys()
            for name, text in one.items():
                assert text == two[name], f"{viewer or 'an observer'} can tell by: {name}"
                self.told += 1

    def artifacts(self, house: Headquarters, viewer: str, whole: bool) -> Iterator[tuple[str, str]]:
        """All that somebody can ask for, by name, seals masked."""
        hq = self.of(house, viewer)
        newest = hq.battles.head("pair")
        yield "moment", text_of(hq.battles.moment("pair"))
        yield "info", text_of(hq.battles.info("pair"))
        yield f"entry {newest}", text_of(hq.battles.show("pair", newest))
        yield "difference", text_of(hq.battles.difference("pair", max(1, newest - 3), newest))
        if viewer:
            for number, choice in enumerate(hq.battles.legal("pair")[:8]):
                yield f"legal {number}", text_of(choice)
                yield f"odds {number}", text_of(hq.battles.odds("pair", choice.action))
                yield f"preview {number}", text_of(hq.battles.preview("pair", choice.action))
        for wrong in ({"kind": "turn-up", "unit": "t-64-1", "slot": 0}, {"kind": "pass"}, {"kind": "fly"}):
            if viewer and wrong["kind"] in {choice.kind for choice in hq.battles.legal("pair")}:
                continue
            yield f"refusal of {wrong['kind']}", text_of(hq.battles.act("pair", wrong))
        try:
            hq.battles.legal("pair")
        except Refused as refused:
            yield "legal", text_of(str(refused))
        if whole:
            yield "log", text_of(hq.battles.log("pair"))
            for seq in range(1, newest + 1):
                yield f"entry {seq}", text_of(hq.battles.show("pair", seq))
            file = BytesIO()
            hq.battles.excerpt(file, ["pair"])
            yield "verify", text_of(hq.battles.verify("pair"))
            yield "excerpt", text_of(file.getvalue().decode())
            yield "report", text_of(of_battle(hq, "pair"))
            yield "report in HTML", text_of(of_battle(hq, "pair", "html"))
            yield from self.screens(hq)

    def screens(self, hq: Headquarters) -> Iterator[tuple[str, str]]:
        """What somebody's terminal shows him, of the newest moments and of those before; without the row of keys."""
        pictures: list[str] = []

        async def story(player: Player) -> None:
            for key in ("n", "n", "tab", "i", "l", "left_square_bracket", "left_square_bracket"):
                await player.press(key)
                await player.until(lambda: not reckons(player))
                pictures.append(player.picture().rpartition("\n")[0])

        play(hq, "pair", story, size=(120, 40))
        yield from ((f"screen {number}", text_of(text)) for number, text in enumerate(pictures))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_a_platoon_that_looks_the_same_is_the_same_to_the_others(seed: int):
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        twins = Twins(Path(folder), seed, stack)
        twins.play()
        assert twins.told and twins.backs
