"""Campaigns in size: 1,000 people, 500 battles, 250,000 and 1,000,000 events.

Baselines, each of the same run: for the cold open and the rebuild, reading every event with the standard library's
json; for a page of the record, reading through the lines without an index; for a day and an undo, writing the state
down and reading it again.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from campaign.campaigns.answers import Query
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.headquarters import Headquarters
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import later
from campaign.rules.muster import Member, Mustered
from campaign.shared.answers import Acted
from events.entry import Author, draft
from events.states import States
from events.verify import Report, verify
from tests.bench.rows import Part, Row, at_most, seconds
from tests.campaign.ledger.making import POSTS, folder

SIZES = (250_000, 1_000_000)
ASSETS = 166
"""A side: with a crew of three each, and two to spare, 1,000 people."""
BATTLES = 500
CHUNK = 400


def _holds(report: Report) -> None:
    assert report.bad is None, report


def _of_size(size: int) -> list[Row]:
    place = Path(tempfile.mkdtemp())
    try:
        return _measured(place, size)
    finally:
        shutil.rmtree(place)


def _measured(place: Path, size: int) -> list[Row]:
    name = f"{size // 1000:,}k"
    with Headquarters(place / "home") as hq:
        events = made(hq, place, size)
    with Headquarters(place / "home") as hq:
        start = time.perf_counter()
        state = hq._house.campaigns.get("c").state()
        cold = time.perf_counter() - start
        assert len(state.people) >= 998
        assert sum(one.status == "done" for one in state.battles.values()) == BATTLES
        opened = hq._house.campaigns.get("c")
        parse = seconds(lambda: _parsed(opened))
        rebuild = seconds(lambda: _rebuilt(opened))
        whole = seconds(lambda: _holds(verify(opened.store, opened.name, opened.diary.reducer)))
        start = time.perf_counter()
        hq.looking_as("umpire").campaigns.record.search("c", Query(words="nothing"))
        index = time.perf_counter() - start
        pages = [
            Query(subject="red-7"), Query(words="knocks out"), Query(kind="wounded", after="1950-01-01"),
            Query(subject="blue-3-gunner", everything=True), Query(battle="n250-1", everything=True),
            Query(newest_first=True), Query(words="gunner fought", everything=True, subject="red-9-gunner"),
        ]  # fmt: skip
        page = max(
            seconds(lambda one=one: hq.looking_as("umpire").campaigns.record.search("c", one), 3)
            for one in pages
        )
        scan = seconds(lambda: _scanned(hq))
        copy = seconds(lambda: opened.copy(opened.state()), 3)
        days, undos = [], []
        for _ in range(5):
            days.append(seconds(lambda: _ok(hq.campaigns.act("c", a.Advance(1)))))
            undos.append(seconds(lambda: _ok(hq.campaigns.undo("c"))))
        size_mb = (place / "home" / "wardiary.db").stat().st_size / 1e6
    return [
        Row(f"{name} events: cold open", cold * 1000, "ms", "< 1000 ms", cold < 1, parse * 1000),
        Row(f"{name} events: rebuild with chain", events / rebuild, "events/s", ">= 25,000", events / rebuild >= 25_000,
            events / parse),
        Row(f"{name} events: verify, entry by entry", events / whole, "events/s", ">= 25,000",
            events / whole >= 25_000, events / parse),
        Row(f"{name} events: search index built", events / index, "events/s", "none", True),
        Row(f"{name} events: a filtered page, slowest of 7", page * 1000, "ms", "< 100 ms", page < 0.1, scan * 1000),
        Row(f"{name} events: a day", median(days) * 1000, "ms", "< 200 ms", median(days) < 0.2, copy * 1000),
        Row(f"{name} events: undo of the newest", median(undos) * 1000, "ms", "< 100 ms", median(undos) < 0.1,
            copy * 1000),
        Row(f"{name} events: file", size_mb, "MB", "none", True),
        *([_big_day(hq_place=place)] if size == SIZES[0] else []),
    ]  # fmt: skip


def _big_day(hq_place: Path) -> Row:
    """A day on which 11,000 things change: a side's whole army comes out of hospital and is resupplied."""
    with Headquarters(hq_place / "big") as hq:
        path = folder(hq_place / "big-files", nodes=2, assets=1400)
        _ok(hq.campaigns.new(path, name="big"))
        opened = hq._house.campaigns.get("big")
        head, state = opened.diary.current()
        state = opened.copy(state)
        events: list[e.Event] = [
            e.Wounded(person.id, later(state.date, 1)) for person in state.people.values()
        ]
        events += [e.Spent(asset.id, {"main": 5}) for asset in state.assets.values()]
        for depot in state.depots.values():
            events.append(e.DepotSet(depot.id, depot.name, depot.side, 1_000_000, 24))
            events.append(e.StoresIssued(depot.id, {"main": 100_000}, "bench"))
        opened.diary.reducer.fold(state, events)
        body = opened.body(head.seq, state, a.Contribute(""), Author("bench", "umpire"), events)
        opened.diary.append(head.seq, [draft(body)], state)
        start = time.perf_counter()
        done = hq.campaigns.act("big", a.Advance(1))
        taken = time.perf_counter() - start
        assert isinstance(done, Acted)
        assert done.total >= 11_000, done.total
    return at_most(f"a day with {done.total:,} changes", taken, "s", 2)


def _ok(answer: Any) -> None:
    assert isinstance(answer, Acted), answer


def _parsed(opened: OpenCampaign) -> int:
    head = opened.diary.head().seq
    return sum(len(json.loads(body)["events"]) for _, body, _ in opened.store.bodies(opened.name, 0, head))


def _rebuilt(opened: OpenCampaign) -> None:
    opened.store.drop_snapshots(opened.name)
    head = opened.diary.head()
    assert States(opened.store, opened.name, opened.diary.reducer).load(head.seq).seal == head.seal


def _scanned(hq: Headquarters) -> None:
    rows = hq._house.index.conn.execute("SELECT text FROM lines WHERE text LIKE '%knocks out%'").fetchall()
    assert rows


def made(hq: Headquarters, place: Path, size: int) -> int:
    """A campaign of so many events: years of days, now and then a battle. Facts that fit, decided by nobody.

    Answers with the number of events.
    """
    _ok(hq.campaigns.new(folder(place / "files", nodes=BATTLES, assets=ASSETS), name="c"))
    opened = hq._house.campaigns.get("c")
    rnd, made_events = Random(1), 0
    days = 6000
    per_day = max(4, size // days)
    every = days // BATTLES
    head, state = opened.diary.current()
    state = opened.copy(state)
    bodies: list[Any] = []
    link = opened.rolling.link(head.seq)
    after = head.seq
    for number in range(days):
        events = _day(state, rnd, per_day, number % every == 0 and number // every < BATTLES, number // every)
        made_events += len(events)
        bodies.append(opened.body(after, state, a.Advance(1), Author("bench", "umpire"), events, roll=link))
        after += 1
        if len(bodies) == CHUNK or number == days - 1:
            opened.diary.append(after - len(bodies), [draft(one) for one in bodies], opened.copy(state))
            bodies = []
    return made_events


def _day(state: Any, rnd: Random, count: int, battle: bool, node: int) -> list[e.Event]:
    """A day's events, applied to the state."""
    from campaign.ledger.apply import APPLIERS

    events: list[e.Event] = []

    def tell(event: e.Event) -> None:
        APPLIERS[type(event)](state, event)
        events.append(event)

    tell(e.DayBroke(later(state.date, 1)))
    if battle:
        _battle(state, rnd, tell, node)
    while len(events) < count:
        side = rnd.choice(("red", "blue"))
        asset = state.assets[f"{side}-{rnd.randrange(ASSETS)}"]
        person = state.people[f"{asset.id}-{rnd.choice(POSTS)}"]
        match rnd.randrange(4):
            case 0:
                points = rnd.randrange(1, 3)
                tell(e.ExperienceGained(person.id, points, person.xp + points, "drill"))
            case 1 if asset.stores.get("main", 0) > 3:
                tell(e.Spent(asset.id, {"main": 3}))
                tell(e.StoresIssued(f"{side}-depot", {"main": 3}, "daily"))
                tell(e.Loaded(asset.id, f"{side}-depot", {"main": 3}))
            case 2:
                tell(e.RepairStarted(asset.id, "turret", f"{side}-depot", 4, 0))
                tell(e.RepairWorked(asset.id, "turret", 2, 2))
                tell(e.RepairFinished(asset.id, "turret"))
            case _:
                if person.status == "fit":
                    tell(e.Wounded(person.id, later(state.date, 3)))
                else:
                    tell(e.Recovered(person.id, "wounded"))
    return events


def _battle(state: Any, rnd: Random, tell: Any, node: int) -> None:
    battle = f"n{node}-1"
    chosen = [f"{side}-{rnd.randrange(ASSETS)}" for side in ("red", "blue")]
    muster = tuple(
        Mustered(
            id,
            "tank",
            id,
            id.split("-")[0],
            0,
            tuple(Member(f"{id}-{p}", p, p) for p in POSTS),
            (),
            {"main": 9},
        )
        for id in chosen
    )
    tell(e.BattleStarted(battle, f"n{node}", "", ("red", "blue"), muster))
    tell(e.BattleClosed(battle, f"n{node}", "red", "red"))
    for id in chosen:
        tell(e.Fought(id, battle, "fit"))
        for post in POSTS:
            tell(e.Served(f"{id}-{post}", battle, id, post))
    tell(e.KillCredited(chosen[0], "a truck", battle, f"{chosen[0]}-gunner"))


PARTS = {f"{size // 1000}k": Part(partial(_of_size, size), long=size >= 1_000_000) for size in SIZES}
