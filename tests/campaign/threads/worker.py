"""One thread of the stress test: what it is given, what it writes down, and how it goes on and on."""

from __future__ import annotations

import random
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from campaign.campaigns.answers import CampaignMoment, CampaignView
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from campaign.shared.callers import SOMEBODY, Caller, local

EXPECTED = ("refused", "forbidden", "head-moved")
"""Kinds of refusals that may come: by the rules, for want of a right, and because somebody was faster."""
LEAST = 4
"""Requests of every thread, however slow the machine."""
KEPT = 40
"""One in so many answers is kept, to see whether it changes."""
PLAYERS = {"blue": "ann", "red": "bob"}
"""Of the battle in which seats bear names."""
Who = tuple[str, str | None]
"""A player, and the role in which he looks and acts."""


class Plan(NamedTuple):
    """home: with what `prepare` made in it. begin: by the clock, so that several processes begin together."""

    home: Path
    seed: int
    begin: float
    seconds: float
    readers: int = 16
    writers: int = 8


class Saw(NamedTuple):
    """An answer. low, high: of which entry it may be: of one, but where the answer does not say of which."""

    what: str
    diary: str
    who: Who
    low: int
    high: int
    rest: tuple[Any, ...]
    digest: bytes


class Did(NamedTuple):
    """Something done. asked: whom the answer says is asked then, encoded; b"" in a campaign."""

    diary: str
    who: Who
    seq: int
    seal: str
    asked: bytes
    repeated: bool
    bot: bool


class Found(NamedTuple):
    """What one process hands back. newest: diary → the newest entry of which its watchers heard."""

    requests: int
    saw: list[Saw]
    did: list[Did]
    newest: list[dict[str, int]]
    refused: Counter[str]
    failures: list[str]


encoded = msgspec.json.encode


def canonical(answer: Any) -> bytes:
    """Equal for equal answers. A campaign's are not written as JSON: whether a word that is the default is left out
    there depends on where it came from."""
    return repr(answer).encode() if isinstance(answer, CampaignView | CampaignMoment) else encoded(answer)


def apart(one: bytes, other: bytes) -> str:
    """Where two texts differ."""
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - 150)
    return f"\n    {one[start : at + 300].decode()}\n    {other[start : at + 300].decode()}"


def callers_of(battle: str) -> list[Who]:
    """Whoever looks at a battle: where seats bear names, those who sit there, the umpire, and one who only looks on."""
    if battle.startswith("hill"):
        return [("ann", None), ("bob", None), ("uma", None), ("uma", UMPIRE), ("eve", None)]
    return [(SOMEBODY, None), (SOMEBODY, ""), (SOMEBODY, UMPIRE)]


def caller_of(who: Who) -> Caller:
    return local(who[0]).looking_as(who[1])


class Crew:
    """All threads of one process."""

    def __init__(self, hq: Headquarters, plan: Plan) -> None:
        self.hq, self.plan = hq, plan
        self.until = max(plan.begin, time.time()) + plan.seconds
        self.failures: list[str] = []
        self.answers: dict[bytes, bytes] = {}
        self.battles = ["duel", "crossroads", "hill"]
        self.battles += [
            one.name for one in hq._house.store.diaries("battle") if one.name.startswith("korea.")
        ][:1]
        self.campaigns = ["korea", "c"]

    def player_of(self, battle: str, side: str) -> str:
        return PLAYERS[side] if battle.startswith("hill") else SOMEBODY

    def fail(self, why: str) -> None:
        if len(self.failures) < 5:
            self.failures.append(why)

    def written(self, answer: Any) -> bytes:
        """Its digest; what it was is kept, to be told if it turns out wrong."""
        data = canonical(answer)
        found = sha256(data).digest()
        if found not in self.answers:
            self.answers[found] = zlib.compress(data, 1)
        return found


class Worker:
    """One thread: asks or acts, again and again, until it is time."""

    def __init__(self, crew: Crew, number: int) -> None:
        self.crew, self.hq = crew, crew.hq
        self.rnd = random.Random(f"{crew.plan.seed}/{number}")
        self.requests = 0
        self.saw: list[Saw] = []
        self.did: list[Did] = []
        self.kept: list[tuple[Any, bytes]] = []
        self.refused: Counter[str] = Counter()

    def run(self, steps: list[tuple[int, Callable[[], Any]]]) -> None:
        weights, choices = [weight for weight, _ in steps], [step for _, step in steps]
        while (self.requests < LEAST or time.time() < self.crew.until) and not self.crew.failures:
            (step,) = self.rnd.choices(choices, weights)
            self.requests += 1
            try:
                answer = step()
                if isinstance(answer, Refusal):
                    raise answer.again()
            except Refused as refused:
                self.refused[refused.kind] += 1
                if refused.kind not in EXPECTED:
                    self.crew.fail(f"{step.__name__} was refused as {refused.kind!r}: {refused}")
            except Exception:  # noqa: BLE001  whatever it is, the test tells of it
                self.crew.fail(f"{step.__name__}:\n{traceback.format_exc()}")
            if not self.rnd.randrange(200):
                time.sleep(0.005)

    def keep(self, answer: Any) -> None:
        if not self.rnd.randrange(KEPT):
            self.kept.append((answer, encoded(answer)))

    def at(self, who: Who) -> Headquarters:
        return self.hq.for_(caller_of(who))

    def battle(self) -> str:
        return self.rnd.choice(self.crew.battles)

    def entry(self, battle: str) -> int:
        head = self.hq.battles.head(battle)
        return max(1, head - self.rnd.randrange(8)) if self.rnd.random() < 0.5 else self.rnd.randint(1, head)
