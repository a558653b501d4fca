"""One process of the stress test: many threads that read and write the same battles and campaigns at once.

It writes down what it got, and under which entry; `tests.campaign.holding` holds that against the diaries afterwards.
"""

from __future__ import annotations

import faulthandler
import pickle
import random
import sys
import threading
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from campaign.battles import table as t
from campaign.campaigns.answers import CampaignMoment, CampaignView, Query
from campaign.headquarters import Headquarters
from campaign.ledger.state import Campaign
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import SOMEBODY, Caller, local
from tests.campaign.ledger.making import opened
from tests.campaign.ledger.walk import Walk

EXPECTED = ("refused", "forbidden", "head-moved")
"""Kinds of refusals that may come: by the rules, for want of a right, and because somebody was faster."""
MOST_FORKS = 4
"""Forks that one process makes of a battle or campaign."""
KEPT = 40
"""One in so many answers is kept, to see whether it changes."""
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


HANDS = (("ann", "blue"), ("bob", "red"))
"""Who sits where on the hill."""


def prepare(home: Path) -> None:
    """Four battles and two campaigns: both rule systems, one with hidden cards and seats by name, one in a campaign."""
    with Headquarters(home) as hq:
        _must(hq.battles.new("tank-duel", name="duel"))
        _must(hq.battles.new("korea-crossroads", name="crossroads", undo="consent"))
        seats = [t.Seat("blue", "ann"), t.Seat("red", "bob")]
        _must(hq.for_(local("uma")).battles.new("king-of-the-hill", name="hill", seats=seats))
        for _ in range(10):  # past the setting up, where one choice is like another
            moves = (hq.for_(local(who)).battles.bots.move("hill", {side: "random"}) for who, side in HANDS)
            _must(next(one for one in moves if one is not None))
        _must(hq.campaigns.new("marines-in-korea", name="korea"))
        _must(hq.campaigns.begin("korea", "obong-ni"))
        opened(hq, home / "files", "c", nodes=40, starts=3)


def _must(answer: Any) -> None:
    assert isinstance(answer, Acted), answer


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
        while time.time() < self.crew.until and not self.crew.failures:
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


class Reader(Worker):
    def reading(self) -> None:
        self.run(
            [
                (6, self.moment), (6, self.view), (3, self.legal), (2, self.log), (1, self.odds), (2, self.info),
                (1, self.state), (1, self.campaign_state), (3, self.campaign_moment), (3, self.campaign_view),
                (2, self.search), (1, self.why), (1, self.statistics), (1, self.lists), (1, self.show),
            ]
        )  # fmt: skip

    def watching(self) -> None:
        """Hears of everything that is appended, by whatever process, and looks at it at once."""
        self.newest: dict[str, int] = {}
        self.cursor = self.hq.changes().cursor
        self.run([(8, self.changes), (1, self.verify)])

    def changes(self) -> None:
        found = self.hq.changes(self.cursor, 0.02)
        assert found.cursor >= self.cursor
        self.cursor = found.cursor
        for one in found.changed:
            assert one.seq > self.newest.get(one.diary, 0), (one, self.newest)
            self.newest[one.diary] = one.seq
            head = (self.hq.battles if one.kind == "battle" else self.hq.campaigns).head(one.diary)
            assert head >= one.seq

    def drain(self) -> None:
        """When nobody acts any more: what is left to hear."""
        while True:
            before = self.cursor
            self.changes()
            if self.cursor == before:
                return

    def verify(self) -> None:
        wing, diary = self.rnd.choice(
            [(self.hq.battles, self.battle()), (self.hq.campaigns, self.rnd.choice(self.crew.campaigns))]
        )
        report = wing.verify(diary)
        assert report.sound, report

    def saw_one(self, what: str, diary: str, who: Who, seq: int, answer: Any, *rest: Any) -> None:
        self.saw.append(Saw(what, diary, who, seq, seq, rest, self.crew.written(answer)))
        self.keep(answer)

    def moment(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        after = max(0, self.hq.battles.head(battle) - self.rnd.randrange(12))
        found = self.at(who).battles.moment(battle, after=after)
        self.saw_one("moment", battle, who, found.view.newest, found, after)

    def view(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        found = self.at(who).battles.view(battle, self.entry(battle) if self.rnd.random() < 0.7 else None)
        same = msgspec.structs.replace(found, newest=0)
        self.saw_one("view", battle, who, found.seq, same)

    def legal(self) -> None:
        battle = self.battle()
        who = self.rnd.choice([one for one in callers_of(battle) if one[0] != "eve" and one[1] != ""])
        low = self.hq.battles.head(battle)
        found = self.at(who).battles.legal(battle)
        high = self.hq.battles.head(battle)
        self.saw.append(Saw("legal", battle, who, low, high, (), self.crew.written(found)))
        self.keep(found)

    def log(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        after = max(0, self.hq.battles.head(battle) - 1 - self.rnd.randrange(30))
        found = self.at(who).battles.log(battle, after)
        assert [one.seq for one in found] == list(range(after + 1, after + 1 + len(found)))
        self.saw_one("log", battle, who, found[-1].seq, found, after)

    def odds(self) -> None:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        options = [one for one in self.at(who).battles.legal(battle) if one.dice]
        if options:
            option = self.rnd.choice(options)
            hq = self.hq.for_(local(self.crew.player_of(battle, option.side)).looking_as(option.side))
            self.keep(hq.battles.odds(battle, option.action))
            self.keep(hq.battles.preview(battle, option.action))

    def info(self) -> None:
        battle = self.battle()
        found = self.hq.battles.info(battle)
        assert not found.read_only, found
        same = msgspec.structs.replace(found, title="")
        self.saw_one("info", battle, (SOMEBODY, None), found.entries, same)

    def show(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        self.keep(self.at(who).battles.show(battle, self.entry(battle)))

    def lists(self) -> None:
        assert all(not one.read_only for one in self.hq.battles.all())
        assert all(not one.read_only for one in self.hq.campaigns.all())

    def state(self) -> None:
        self._state(self.battle(), self.hq._house.battles)

    def campaign_state(self) -> None:
        self._state(self.rnd.choice(self.crew.campaigns), self.hq._house.campaigns)

    def _state(self, diary: str, opened: Any) -> None:
        """The live state itself, which everybody shares and nobody may change."""
        reducer = opened.get(diary).diary.reducer
        head, state = opened.get(diary).diary.current()
        same = reducer.decode(reducer.encode(state))
        self.saw.append(
            Saw("state", diary, (SOMEBODY, None), head.seq, head.seq, (), self.crew.written(same))
        )
        if not self.rnd.randrange(4):
            self.kept.append((state, encoded(state)))

    def campaign_moment(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        who: Who = (SOMEBODY, UMPIRE)
        found = self.at(who).campaigns.moment(name)
        same = msgspec.structs.replace(found, over=())
        self.saw_one("campaign moment", name, who, found.newest, same)

    def campaign_view(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        who: Who = (SOMEBODY, self.rnd.choice([UMPIRE, ""]))
        head = self.hq.campaigns.head(name)
        seq = self.rnd.randint(1, head) if self.rnd.random() < 0.6 else None
        found = self.at(who).campaigns.view(name, seq)
        self.saw_one("campaign view", name, who, found.seq, found)

    def search(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        words = self.rnd.choice(["", "the", "crew", "days", "battle"])
        query = Query(
            words=words, newest_first=bool(self.rnd.randrange(2)), everything=bool(self.rnd.randrange(2))
        )
        self.keep(self.hq.campaigns.record.search(name, query))

    def why(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        state: Campaign = self.hq._house.campaigns.get(name).state()
        self.keep(self.hq.campaigns.record.why(name, self.rnd.choice([*state.assets, *state.people])))

    def statistics(self) -> None:
        self.keep(self.hq.campaigns.record.statistics(self.rnd.choice(self.crew.campaigns)))
        self.keep(self.hq.campaigns.log(self.rnd.choice(self.crew.campaigns), limit=30))


class Writer(Worker):
    forks = 0

    def fighting(self) -> None:
        self.run(
            [
                (9, self.act), (9, self.bot), (3, self.undo), (2, self.redo), (3, self.rewind), (3, self.answer),
                (1, self.contribute), (1, self.nonsense), (1, self.fork),
            ]
        )  # fmt: skip

    def did_one(self, answer: Any, who: Who, bot: bool = False, battle: bool = True) -> Any:
        if isinstance(answer, Acted):
            asked = encoded(answer.asked) if battle else b""
            self.did.append(Did(answer.diary, who, answer.seq, answer.seal, asked, answer.repeated, bot))
            self.keep(answer)
        return answer

    def mover(self, battle: str, side: str) -> Who:
        return self.crew.player_of(battle, side), side

    def act(self) -> Any:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        head = self.hq.battles.head(battle)
        options = self.at(who).battles.legal(battle)
        if not options:
            return None
        option = self.rnd.choice(options)
        who = self.mover(battle, option.side)
        hq = self.at(who)
        key = f"{self.rnd.random()}" if self.rnd.random() < 0.3 else ""
        expected = head if self.rnd.random() < 0.3 else None
        answer = self.did_one(hq.battles.act(battle, option.action, key=key, expected=expected), who)
        if key and isinstance(answer, Acted):
            again = hq.battles.act(battle, option.action, key=key)
            assert isinstance(again, Acted), again
            assert again.repeated and again.seq == answer.seq, (answer, again)
            self.did_one(again, who)
        return answer

    def bot(self) -> Any:
        battle = self.battle()
        sides, hq = [one.id for one in self.hq.battles.info(battle).sides], self.hq
        if battle.startswith("hill"):  # each may let a bot play in his own seat
            who, side = self.rnd.choice(HANDS)
            sides, hq = [side], self.at((who, None))
        answer = hq.battles.bots.move(battle, dict.fromkeys(sides, "random"), self.rnd.randrange)
        return self.did_one(answer, ("bot:random", None), bot=True)

    def who(self, battle: str) -> Who:
        return self.rnd.choice(callers_of(battle)[:3] if battle.startswith("hill") else [(SOMEBODY, None)])

    def undo(self) -> Any:
        battle = self.battle()
        who = self.who(battle)
        return self.did_one(self.at(who).battles.undo(battle), who)

    def redo(self) -> Any:
        battle = self.battle()
        who = self.who(battle)
        return self.did_one(self.at(who).battles.redo(battle), who)

    def rewind(self) -> Any:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        first = 8 if battle.startswith("hill") else 1
        to = self.rnd.randint(first, max(first, self.hq.battles.head(battle)))
        return self.did_one(self.at(who).battles.rewind(battle, to), who)

    def answer(self) -> Any:
        battle = self.battle()
        sides = [one.id for one in self.hq.battles.info(battle).sides]
        who = self.mover(battle, self.rnd.choice(sides))
        return self.did_one(self.at(who).battles.answer_undo(battle, bool(self.rnd.randrange(3))), who)

    def contribute(self) -> Any:
        battle = self.battle()
        side = self.rnd.choice([one.id for one in self.hq.battles.info(battle).sides])
        who = self.mover(battle, side)
        action = {"kind": "contribute", "text": f"{self.rnd.randrange(1000)}"}
        return self.did_one(self.at(who).battles.act(battle, action), who)

    def nonsense(self) -> Any:
        battle = self.battle()
        side = self.rnd.choice([one.id for one in self.hq.battles.info(battle).sides])
        actions = [
            {"kind": "nothing"},
            {"kind": "move"},
            "{",
            {"kind": "shoot", "unit": 3},
            {"kind": "fire", "unit": "x"},
        ]
        answer = self.at(self.mover(battle, side)).battles.act(battle, self.rnd.choice(actions))
        assert isinstance(answer, Refusal), answer
        return answer

    def fork(self) -> Any:
        """A battle that is over makes room for a fork of it; otherwise a fork is made now and then, and looked at."""
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        over = self.hq.battles.info(battle).verdict is not None
        if not over and self.forks >= MOST_FORKS:
            return None
        self.forks += 1
        answer = self.at(who).battles.fork(battle, max(1, self.entry(battle) // (2 if over else 1)))
        if isinstance(answer, Acted):
            self.did_one(answer, (who[0], ""))
            self.keep(self.at(who).battles.moment(answer.diary))
            if over:
                self.crew.battles = [answer.diary if one == battle else one for one in self.crew.battles]
        return answer

    # -- campaigns ----------------------------------------------------------------------------------

    def campaigning(self) -> None:
        self.walk = Orders(self.hq, self.rnd)
        self.run(
            [(12, self.order), (2, self.korea), (1, self.fork_campaign), (1, self.staff), (1, self.begin_and_resume)]
        )  # fmt: skip

    def order(self) -> Any:
        return self.did_one(self.walk.any(), (SOMEBODY, UMPIRE), battle=False)

    def korea(self) -> Any:
        """Orders that leave the battle running in which others fight."""
        campaigns, state = self.hq.campaigns, self.hq._house.campaigns.get("korea").state()
        asset, person = self.rnd.choice([*state.assets]), self.rnd.choice([*state.people])
        actions = [
            {"kind": "award", "person": person, "award": "Cross"},
            {"kind": "load", "asset": asset},
            {"kind": "repair", "asset": asset, "damage": "wreck"},
            {
                "kind": "amend",
                "id": person,
                "field": "xp",
                "value": self.rnd.randrange(50),
                "reason": "so it is",
            },
        ]
        head = campaigns.head("korea")
        if head > 3 and self.rnd.random() < 0.3:
            do = self.rnd.choice([lambda: campaigns.undo("korea"), lambda: campaigns.redo("korea")])
            if state.battles and self.rnd.random() < 0.5:
                do = lambda: campaigns.rewind("korea", self.rnd.randint(2, head))  # noqa: E731
            return self.did_one(do(), (SOMEBODY, UMPIRE), battle=False)
        key = f"{self.rnd.random()}" if self.rnd.random() < 0.3 else ""
        action = self.rnd.choice(actions)
        answer = self.did_one(campaigns.act("korea", action, key=key), (SOMEBODY, UMPIRE), battle=False)
        if key and isinstance(answer, Acted):
            again = campaigns.act("korea", action, key=key)
            assert isinstance(again, Acted), again
            assert again.repeated and again.seq == answer.seq, (answer, again)
        return answer

    def staff(self) -> Any:
        self.keep(self.hq.campaigns.staff.orders("c"))
        return None

    def begin_and_resume(self) -> Any:
        state: Campaign = self.hq._house.campaigns.get("korea").state()
        running = [one.id for one in state.battles.values() if one.status == "running"]
        if not running:
            answer = self.hq.campaigns.begin("korea", "obong-ni")
            return self.did_one(answer, (SOMEBODY, UMPIRE), battle=False)
        self.keep(self.hq.campaigns.resume("korea", running[0]))
        return None

    def fork_campaign(self) -> Any:
        if self.forks >= MOST_FORKS:
            return None
        self.forks += 1
        name = self.rnd.choice(self.crew.campaigns)
        answer = self.hq.campaigns.fork(name, self.rnd.randint(1, self.hq.campaigns.head(name)))
        if isinstance(answer, Acted):
            self.did_one(answer, (SOMEBODY, UMPIRE), battle=False)
            self.keep(self.hq.campaigns.moment(answer.diary))
        return answer


class Orders(Walk):
    """Anything that may be ordered in the made-up campaign, each time on one look at it."""

    def __init__(self, hq: Headquarters, rnd: random.Random) -> None:
        super().__init__(hq, rnd.randrange)
        self._seen = self.inside.state()

    @property
    def state(self) -> Campaign:
        return self._seen

    def any(self) -> Any:
        self._seen = self.inside.state()
        if not self.pick(12):
            head = self.inside.diary.head().seq
            return self.hq.campaigns.rewind("c", 1 + self.pick(head))
        names = ["begin", "begin", "file", "file", "advance", "order", "order", *self.steps]
        return self.steps[self.one(names)]()


class Crew:
    """All threads of one process."""

    def __init__(self, hq: Headquarters, plan: Plan) -> None:
        self.hq, self.plan = hq, plan
        self.until = plan.begin + plan.seconds
        self.failures: list[str] = []
        self.answers: dict[bytes, bytes] = {}
        self.battles = ["duel", "crossroads", "hill"]
        self.battles += [
            one.name for one in hq._house.store.diaries("battle") if one.name.startswith("korea.")
        ][:1]
        self.campaigns = ["korea", "c"]

    def player_of(self, battle: str, side: str) -> str:
        return {"blue": "ann", "red": "bob"}[side] if battle.startswith("hill") else SOMEBODY

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

    def work(self) -> Found:
        readers = [Reader(self, n) for n in range(self.plan.readers)]
        writers = [Writer(self, 100 + n) for n in range(self.plan.writers)]
        watchers, others = readers[:2], readers[2:]
        jobs = [one.watching for one in watchers] + [one.reading for one in others]
        jobs += [one.campaigning if i % 4 == 3 else one.fighting for i, one in enumerate(writers)]
        time.sleep(max(0.0, self.plan.begin - time.time()))
        threads = [threading.Thread(target=job, name=f"{job.__qualname__} {i}") for i, job in enumerate(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for watcher in watchers:
            if not self.failures:
                watcher.drain()
        workers = [*readers, *writers]
        refused: Counter[str] = Counter()
        for worker in workers:
            refused.update(worker.refused)
            for answer, before in worker.kept:
                if (now := encoded(answer)) != before:
                    self.fail(f"What was handed out has changed since: {apart(before, now)}")
        return Found(
            sum(one.requests for one in workers),
            [one for worker in workers for one in worker.saw],
            [one for worker in workers for one in worker.did],
            [one.newest for one in watchers],
            refused,
            self.failures,
        )


def main(plan: Plan, result: Path) -> None:
    """Run in a process of its own; writes a Found into the file `result`, and the answers, by digest, beside it."""
    faulthandler.enable()
    faulthandler.dump_traceback_later(plan.begin - time.time() + plan.seconds * 2 + 120, exit=True)
    sys.setswitchinterval(0.0005)
    with Headquarters(plan.home) as hq:
        crew = Crew(hq, plan)
        found = crew.work()
    result.write_bytes(pickle.dumps(found))
    result.with_suffix(".answers").write_bytes(pickle.dumps(crew.answers))
