"""Who there is in a walk, and by which doors they come in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, Protocol

from campaign.headquarters import Headquarters
from campaign.shared.callers import Caller, local
from campaign.shared.clock import World

Kind = Literal["server", "shared", "home"]
"""How people come in: on a server, each by his name; on one that shares its seats; at one machine."""
GUS = "gus"
"""A name that nobody has, but at one machine."""


class Person(NamedTuple):
    """chair: whether what he comes with is good to be an umpire. member: of the walk; others come when it is over."""

    name: str
    chair: bool = True
    keeper: bool = False
    member: bool = True


PEOPLE = (
    Person("ann"),
    Person("ben"),
    Person("cyd"),
    Person("dan", chair=False),
    Person("kim", keeper=True),
    Person("eve", member=False),
    Person("fay", member=False),
    Person("gil", member=False),
)
BY_NAME: Mapping[str, Person] = {one.name: one for one in PEOPLE}
MEMBERS = tuple(one.name for one in PEOPLE if one.member)
FRESH = tuple(one.name for one in PEOPLE if not one.member)


class Clock:
    """Goes on by a second at each look, and by days when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(1950, 8, 17, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def jump(self, days: float) -> None:
        self.now += timedelta(days=days)


class Accounts:
    """Who has an account, and who is blocked."""

    bounded = True
    tables = 100

    def __init__(self) -> None:
        self.shut: set[str] = set()

    def missing(self, player: str, seat: str = "") -> str:
        if player not in BY_NAME:
            return f"There is no player {player} here."
        if seat == "umpire" and not BY_NAME[player].chair:
            return f"{player} comes with nothing that is good for that chair."
        return f"{player} is blocked." if player in self.shut else ""

    def party(self, player: str) -> frozenset[str]:
        return frozenset((player,))

    def blocked(self, player: str) -> bool:
        return player in self.shut


class House(Protocol):
    """hq: of whoever keeps the machine, to read the truth by."""

    kind: Kind
    hq: Headquarters
    clock: Clock
    bots: bool
    """Whether bots move when they are told to, and not by themselves."""

    def door(self, player: str, role: str | None = None) -> Headquarters: ...
    def blocked(self, player: str) -> bool: ...
    def block(self, player: str, back: bool) -> None: ...


class Near:
    """A house that is asked in this process."""

    def __init__(self, folder: Path, kind: Kind, chance: Random) -> None:
        self.kind: Kind = kind
        self.clock, self.bots = Clock(), True
        self.hq = Headquarters(folder, World(self.clock, chance.randbytes))
        self._accounts = Accounts()
        if kind != "home":
            self.hq.porter.meet(self._accounts)

    def door(self, player: str, role: str | None = None) -> Headquarters:
        if self.kind == "home":
            return self.hq.for_(local(player).looking_as(role))
        who, shared = BY_NAME[player], self.kind == "shared"
        return self.hq.for_(Caller(player, shared and who.chair, shared, who.keeper, role, chair=who.chair))

    def blocked(self, player: str) -> bool:
        return player in self._accounts.shut

    def block(self, player: str, back: bool) -> None:
        if self.kind != "home" and not BY_NAME[player].keeper:
            (self._accounts.shut.discard if back else self._accounts.shut.add)(player)
