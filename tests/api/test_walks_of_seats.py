"""The walks over seats by the doors of a server: each by a token of his own, some without the scope of an umpire."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.accounts import players, tokens
from api.accounts.accounts import Accounts
from api.client.headquarters import RemoteHeadquarters
from api.server.serving import runner
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.clock import World
from tests.api.conftest import freely
from tests.campaign.walks.champions import champions, files
from tests.campaign.walks.house import PEOPLE, Clock, Kind, Person
from tests.campaign.walks.walker import Walk
from tests.conftest import PROFILE

WALKS, STEPS = (20, 150) if PROFILE == "long" else (1, 60)
EVER = "2999-01-01T00:00:00.000Z"


class Far:
    """A server, and everybody's door to it. hq: of the machine itself, to read the truth by."""

    kind: Kind = "server"
    bots = False

    def __init__(self, folder: Path, chance: Random) -> None:
        self.clock, self._folder = Clock(), folder
        self.hq = Headquarters(folder / "home", World(self.clock, chance.randbytes))
        self._accounts = Accounts(folder / "home" / "accounts.db")
        first = self._accounts.first_token("kim")
        assert first is not None
        self._keeper = self._accounts.passes.resolve(first.secret)
        self._doors: dict[str, RemoteHeadquarters] = {}
        self._server = runner(self.hq, self._accounts, freely(), "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.run, name="server")
        self._thread.start()
        assert self._server.ready.wait(20), "the server does not start"
        self._shut: set[str] = set()
        self._lines: list[RemoteHeadquarters] = []
        for one in PEOPLE:
            if not one.keeper:
                with self._accounts._file.writing() as conn:
                    players.put(conn, self._accounts._world, one.name, "")
            self._doors[one.name] = self.comes(one) if not one.keeper else self._remote("kim", first.secret)

    def comes(self, one: Person, *bound: str) -> RemoteHeadquarters:
        """With a new token. bound: to these campaigns."""
        scopes: Any = ("read", "play", "umpire") if one.chair else ("read", "play")
        with self._accounts._file.writing(rights=True) as conn:
            made = tokens.put(conn, self._accounts._world, one.name, "", scopes, EVER, bound)
        return self._remote(one.name, made.secret)

    def _remote(self, player: str, secret: str) -> RemoteHeadquarters:
        url = f"http://127.0.0.1:{self._server.port}"
        self._lines.append(RemoteHeadquarters(url, secret, self._folder / player, trying=0.0))
        return self._lines[-1]

    def door(self, player: str, role: str | None = None) -> Headquarters:
        return self._doors[player].looking_as(role)

    def blocked(self, player: str) -> bool:
        return player in self._shut

    def block(self, player: str, back: bool) -> None:
        one = next(one for one in PEOPLE if one.name == player)
        if one.keeper or back != (player in self._shut):
            return
        assert self._keeper is not None
        self._accounts.players.block(self._keeper, player, not back)
        if back:
            self._shut.discard(player)
            self._doors[player] = self.comes(one)
        else:
            self._shut.add(player)

    def close(self) -> None:
        for one in self._lines:
            one.close()
        self._server.handle_exit(2, None)
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server does not stop"
        self._accounts.close()
        self.hq.close()


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Far]:
    with champions():
        found = Far(tmp_path, Random("far"))
        try:
            yield found
        finally:
            found.close()


@pytest.mark.parametrize("seed", range(WALKS))
def test_seats_hold_over_http(far: Far, seed: int):
    Walk(far, f"far {seed}").go(STEPS)


def test_a_bound_token_reaches_the_seats_of_its_campaign_alone(far: Far):
    for name in ("one", "two"):
        opened = far.door("ann").campaigns.new(files("open"), name=name)
        assert isinstance(opened, Acted), opened
    bound = far.comes(PEOPLE[1], "one")
    assert [one.campaign for one in bound.campaigns.all()] == ["one"]
    assert bound.campaigns.seats.offers("one").seats
    with pytest.raises(Refused):
        bound.campaigns.seats.offers("two")
    refused: Any = bound.campaigns.seats.accept("two", "red")
    assert refused.kind in ("forbidden", "unknown")
    assert bound.campaigns.seats.accept("one", "red").diary == "one"
