"""Paired battles over streams: what the other side and an observer hear is the same in both, seals and times masked."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.accounts import players, tokens
from tests.api.conftest import Served
from tests.api.listening import Listener
from tests.campaign.test_pairs import PLAYERS, SEAL, Twins

PATH = "/battles/pair/stream"
FOREVER = "2999-01-01T00:00:00.000Z"


class Live(Twins):
    """Twins whose houses are served: the seats' players and an observer listen from the start to the end."""

    def __init__(self, folder: Path, seed: int, stack: ExitStack, monkeypatch: Any) -> None:
        self.served: list[Served] = []

        def house(home: Path, world: Any) -> Any:
            one = stack.enter_context(Served(home, world=world))
            with one.accounts._file.writing() as conn:
                for player in PLAYERS.values():
                    players.put(conn, one.accounts._world, player, "")
                    made = tokens.put(conn, one.accounts._world, player, "", ("read", "play"), FOREVER)
                    one.tokens[player] = made.secret
            self.served.append(one)
            return Kept(one.hq)

        monkeypatch.setattr("tests.campaign.test_pairs.Headquarters", house)
        super().__init__(folder, seed, stack)
        self.heard = {
            side: [Listener(one, player, path) for one in self.served for path in (PATH, f"{PATH}?as={side}")]
            for side, player in PLAYERS.items()
        }
        self.own = {
            side: [Listener(one, player, "/stream") for one in self.served]
            for side, player in PLAYERS.items()
        }

        for one in (one for some in self.own.values() for one in some):
            one.first("awaiting")
        for one in (one for some in self.heard.values() for one in some):
            one.first("moment")

    def until_all_is_heard(self) -> None:
        newest = self.served[0].hq.battles.head("pair")
        for one in (one for some in self.heard.values() for one in some):
            one.until(lambda one: [m for m in one.heard if m.id == str(newest)])
        for one in (one for some in self.own.values() for one in some):
            one.until(lambda one: [m for m in one.of("changed") if m.data["seq"] == newest])


class Kept:
    """A house that its server closes."""

    def __init__(self, house: Any) -> None:
        self._house = house

    def __enter__(self) -> Any:
        return self._house

    def __exit__(self, *_: object) -> None:
        pass


def masked(listener: Listener) -> list[str]:
    """All that came, but for who was there and how the wake-ups fell together."""
    return [SEAL.sub("~", one.raw) for one in listener.heard if one.event in ("moment", "entry")]


@pytest.mark.parametrize("seed", [3, 8])
def test_two_battles_that_differ_in_what_red_hides_sound_alike(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        twins = Live(tmp_path, seed, stack, monkeypatch)
        for _ in range(25):
            asked = twins.houses[0].battles.view("pair").asked
            if not asked or not twins.move(random.Random(seed).choice(asked).side):
                break
            twins.until_all_is_heard()
        assert twins.served[0].hq.battles.head("pair") > 10
        for side in ("blue", ""):
            one, as_one, two, as_two = twins.heard[side]
            assert masked(one) == masked(two)
            assert masked(as_one) == masked(as_two)
        assert masked(twins.heard["red"][0]) != masked(twins.heard["red"][2])
        for side in ("blue", ""):
            one, two = (own.of("changed")[-1].data for own in twins.own[side])  # entries may come together
            assert one == two


def test_what_a_stream_says_is_what_is_said_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each entry as the log has it for the same viewer, and asked and verdict as the view has them."""
    with ExitStack() as stack:
        twins = Live(tmp_path, 5, stack, monkeypatch)
        rnd = random.Random(5)
        for _ in range(12):
            asked = twins.houses[0].battles.view("pair").asked
            if not asked or not twins.move(rnd.choice(asked).side):
                break
            twins.until_all_is_heard()
            for side in PLAYERS:
                hq = twins.of(twins.houses[0], side).battles
                view, newest = hq.view("pair"), hq.head("pair")
                entry = next(one for one in twins.heard[side][1].heard if one.id == str(newest))
                if entry.event == "entry":
                    assert entry.data["entry"] == _plain(hq.log("pair", newest - 1)[0])
                    assert entry.data.get("asked", []) == _plain(view.asked)
                    assert entry.data.get("verdict") == _plain(view.verdict)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
