"""The record of a campaign in size, and what is done to it: processor time, for other work on the machine is in every
other clock.

A million events of facts that fit, as `campaign.made` makes them; a million of orders that were really given, decided
again from the first to the last; and a return at the beginning of 6,000 entries, corrected.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.reports.making import of_campaign
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted
from tests.bench.campaign import ASSETS, made
from tests.bench.rows import Part, Row, at_most, in_a_folder
from tests.campaign.ledger.making import folder, forces_toml

EVENTS = 1_000_000
ENTRIES = 6_000
JOBS = 1
"""Repairs of each machine that go on for years, each in a workshop of its own: so many events has every day."""
DAYS = 10


def _spent(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def _facts(place: Path) -> list[Row]:
    with Headquarters(place / "home") as hq:
        made(hq, place, EVENTS)
    with Headquarters(place / "home") as hq:
        record = hq.looking_as(UMPIRE).campaigns.record
        hq._house.campaigns.get("c").state()

        def looked() -> None:
            record.search("c", Query(words="nothing"))

        index = _spent(looked)
        undos: list[float] = []
        for _ in range(5):
            _ok(hq.campaigns.act("c", {"kind": "award", "person": "red-0-gunner", "award": "Cross"}))
            looked()
            _ok(hq.campaigns.undo("c"))
            undos.append(_spent(looked))
        page: list[str] = []
        report = _spent(lambda: page.append(of_campaign(hq.looking_as(UMPIRE), "c", "html")))
    return [
        at_most("1,000k events: put into the record, processor", index, "s", 60),
        at_most("1,000k events: the record follows an undo, processor", median(undos) * 1000, "ms", 100),
        at_most("1,000k events: a report, processor", report, "s", 15),
        at_most("1,000k events: a report", len(page[0].encode()) / 1e6, "MB", 10),
    ]


def _orders(place: Path) -> list[Row]:
    with Headquarters(place / "home") as hq:
        events = ordered(hq, place)
    with Headquarters(place / "home") as hq:
        hq._house.campaigns.get("c").state()
        reports: list[Any] = []
        taken = _spent(lambda: reports.append(hq.campaigns.verify("c")))
        (report,) = reports
        assert report.sound and report.decided == report.entries, report
    what = f"{events // 1000:,}k events of orders: verify with deciding again, processor"
    return [Row(what, events / taken, "events/s", ">= 10,000", events / taken >= 10_000)]


def ordered(hq: Headquarters, place: Path) -> int:
    """A campaign in which so much is ordered that a million events come of it. Answers with how many."""
    path = folder(place / "files", nodes=500, assets=ASSETS)
    shops = "".join(
        f'\n[[depot]]\nid = "{side}-shop-{i}"\nname = "{side} shop {i}"\nside = "{side}"\nhours = 1\n'
        "stores = { parts = 9 }\n"
        for side in ("red", "blue")
        for i in range(ASSETS * JOBS)
    )
    damages = [f"hit-{i}" for i in range(JOBS)]
    forces = forces_toml(ASSETS).replace('id = "tank"\n', f'id = "tank"\ndamage = {damages}\n', 1)
    (path / "forces.toml").write_text(forces + shops, encoding="utf-8")
    (path / "policy.toml").write_text("[repair.other]\nhours = 100000\nparts = 1\n", encoding="utf-8")
    rnd, events = Random(1), 0

    def act(kind: str, **fields: object) -> None:
        nonlocal events
        events += _ok(hq.campaigns.act("c", {"kind": kind, **fields})).total

    events += _ok(hq.campaigns.new(path, name="c")).total
    for side in ("red", "blue"):
        for i in range(ASSETS):
            act("amend", id=f"{side}-{i}", field="damage", value=damages, reason="hit")
            for k in range(JOBS):
                depot = f"{side}-shop-{i * JOBS + k}"
                act("repair", asset=f"{side}-{i}", damage=damages[k], depot=depot)
    number = 0
    while events < EVENTS:
        act("advance", days=DAYS)
        for spare in ("red", "blue"):
            act("award", person=f"{spare}-{rnd.randrange(ASSETS)}-driver", award="Cross")
        number += 1
        assert number < EVENTS
    return events


def _correction(place: Path) -> list[Row]:
    with Headquarters(place / "home") as hq:
        _ok(hq.campaigns.new(folder(place / "files", nodes=20, assets=ASSETS), name="c"))
        _ok(hq.campaigns.begin("c", "n0", ["red-0", "blue-0"]))
        _ok(hq.campaigns.returns.file("c", "n0-1", _return(10)))
        for i in range(ENTRIES - 3):
            id = f"{('red', 'blue')[i % 2]}-{i % ASSETS}-driver"
            action: dict[str, object] = {"kind": "award", "person": id, "award": f"Cross {i}"}
            if i % 10 == 0:
                action = {"kind": "advance", "days": 1}
            _ok(hq.campaigns.act("c", action))
    with Headquarters(place / "home") as hq:
        hq._house.campaigns.get("c").state()
        taken = _spent(lambda: _ok(hq.campaigns.returns.correct("c", _return(5))))
    return [at_most(f"a correction at the first of {ENTRIES:,} entries, processor", taken, "s", 10)]


def _return(rounds: int) -> Return:
    hurt = (PersonReturn("blue-0-gunner", "wounded", 9),)
    return Return(
        "n0-1", "red", "red", asset=(AssetReturn("red-0", ammunition={"main": rounds}),), person=hurt
    )


PARTS = {
    "facts": Part(partial(in_a_folder, _facts)),
    "orders": Part(partial(in_a_folder, _orders)),
    "correction": Part(partial(in_a_folder, _correction)),
}
