"""What was taken back is read by everybody as he saw it last, whatever is in play now under the same ids."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.reports.making import of_battle
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from campaign.systems import system_ids
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE
from tests.example import installed

BATTLES = 20
"""Of each rule system, in the long profile; else there is one, and of the example, whose battles are short, some."""
MOVES = 50
BACK_EVERY = 5


@pytest.fixture(autouse=True)
def everybody_is_there() -> Iterator[None]:
    with installed():
        yield


class Reading:
    """A random battle that goes back now and then, and what everybody has read of it."""

    def __init__(self, folder: Path, system: str, seed: int) -> None:
        self.rnd = rnd = random.Random(seed)
        self.hq = hq = Headquarters(folder, steady_world(str(seed)))
        rules: Any = hq._house.battles.packs.installed(system)
        info = rnd.choice(list(rules.scenarios()))
        switches = [one.id for one in info.settings if one.kind == "switch"]
        options = {one: one == "fog" or rnd.random() < 0.6 for one in switches}
        opened = hq.battles.new(info.id, system=system, undo="free", options=options)
        assert isinstance(opened, Acted), opened
        self.battle = opened.diary
        sides = [seat.side for seat in hq.battles.info(self.battle).seats]
        self.viewers = ["", *sides, UMPIRE]
        self.bots = dict.fromkeys(sides, "random")
        self.told: Counter[str] = Counter()
        self._gone: dict[str, dict[int, Any]] = {viewer: {} for viewer in self.viewers}

    def play(self) -> None:
        for number in range(1, MOVES):
            if self.hq.battles.info(self.battle).verdict is not None:
                self._at_the_end()
                return
            if number % BACK_EVERY:
                done = self.hq.battles.bots.move(self.battle, self.bots, self.rnd.randrange)
                assert isinstance(done, Acted), done
            else:
                self._goes_back()
        self._compare()

    def _goes_back(self) -> None:
        before = {viewer: self.entries(viewer) for viewer in self.viewers}
        to = self.rnd.randint(1, len(before[""]))
        doors = self.hq.looking_as(UMPIRE).battles
        way = self.rnd.choice((doors.undo, doors.redo, lambda battle: doors.rewind(battle, to)))
        if isinstance(way(self.battle), Refusal):
            return
        self.told["ways back"] += 1
        for viewer, some in before.items():
            self._gone[viewer].update(
                (one["seq"], one) for one in some if one["seq"] not in self._gone[viewer]
            )
        self._compare()
        self._read_all()

    def entries(self, viewer: str) -> list[Any]:
        """All entries as a viewer reads them, but for whether they were taken back."""
        file = BytesIO()
        self.hq.looking_as(viewer).battles.excerpt(file, [self.battle])
        found = [msgspec.json.decode(line) for line in file.getvalue().splitlines()[1:]]
        self._kept = {one["seq"] for one in found if not one.pop("withdrawn", False)}
        return found

    def _compare(self) -> None:
        """That what was taken back is what it was."""
        for viewer, gone in self._gone.items():
            for one in self.entries(viewer):
                if one["seq"] in self._kept:
                    gone.pop(one["seq"], None)
                elif one["seq"] in gone:
                    assert one == gone[one["seq"]], f"as {viewer or 'an observer'} reads it"
                    self.told["the same"] += 1

    def _read_all(self) -> None:
        newest = self.hq.battles.head(self.battle)
        for viewer in self.viewers:
            hq = self.hq.looking_as(viewer)
            hq.battles.moment(self.battle)
            hq.battles.difference(self.battle, self.rnd.randint(1, newest), newest)
        assert of_battle(self.hq.looking_as(self.rnd.choice(self.viewers)), self.battle)

    def _at_the_end(self) -> None:
        """What lies open, does so in what was taken back too."""
        if not self.hq.battles.view(self.battle).game.hides:
            everything = [_but_shuffles(one) for one in self.entries(UMPIRE)]
            for viewer in self.viewers:
                assert [_but_shuffles(one) for one in self.entries(viewer)] == everything
        self._read_all()
        self.told["ends"] += 1


def _but_shuffles(entry: Any) -> Any:
    shown = [one for one in entry["draws"] if one.get("matters") != "shuffle"]
    return {**entry, "draws": shown, "key": ""}


@pytest.mark.parametrize("system", [*system_ids(), "duel-of-dice"])
def test_what_was_taken_back_is_read_as_it_was_seen_last(tmp_path: Path, system: str):
    """Runs long: a battle of each system, 20 in the long profile; everybody reads all of it."""
    told: Counter[str] = Counter()
    for seed in range(BATTLES if PROFILE == "long" else 6 if system == "duel-of-dice" else 1):
        reading = Reading(tmp_path / str(seed), system, seed)
        with reading.hq:
            try:
                reading.play()
            except AssertionError as error:
                error.add_note(f"battle {seed} of {system}")
                raise
        told += reading.told
    assert told["ways back"] and told["the same"], told
