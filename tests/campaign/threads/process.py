"""One process of the stress test: many threads that read and write the same battles and campaigns at once.

It writes down what they got, and under which entry; `holding` holds that against the diaries afterwards.
"""

from __future__ import annotations

import faulthandler
import pickle
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from campaign.battles import table as t
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import local
from tests.campaign.ledger.making import opened
from tests.campaign.threads.reader import Reader
from tests.campaign.threads.worker import PLAYERS, Crew, Found, Plan, apart, encoded
from tests.campaign.threads.writer import Writer


def prepare(home: Path) -> None:
    """Four battles and two campaigns: both rule systems, one with hidden cards and seats by name, one in a campaign."""
    with Headquarters(home) as hq:
        _must(hq.battles.new("tank-duel", name="duel"))
        _must(hq.battles.new("korea-crossroads", name="crossroads", undo="consent"))
        seats = [t.Seat(side, player) for side, player in PLAYERS.items()]
        _must(hq.for_(local("uma")).battles.new("king-of-the-hill", name="hill", seats=seats))
        for _ in range(10):  # past the setting up, where one choice is like another
            side = hq.battles.info("hill").asked[0].side
            _must(hq.for_(local(PLAYERS[side])).battles.bots.move("hill", {side: "random"}))
        _must(hq.campaigns.new("marines-in-korea", name="korea"))
        _must(hq.campaigns.begin("korea", "obong-ni"))
        opened(hq, home / "files", "c", nodes=40, starts=3)


def _must(answer: Any) -> None:
    assert isinstance(answer, Acted), answer


def work(crew: Crew) -> Found:
    readers = [Reader(crew, n) for n in range(crew.plan.readers)]
    writers = [Writer(crew, 100 + n) for n in range(crew.plan.writers)]
    watchers, others = readers[:2], readers[2:]
    jobs = [one.watching for one in watchers] + [one.reading for one in others]
    jobs += [one.campaigning if i % 4 == 3 else one.fighting for i, one in enumerate(writers)]
    time.sleep(max(0.0, crew.plan.begin - time.time()))
    threads = [threading.Thread(target=job, name=f"{job.__qualname__} {i}") for i, job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for watcher in watchers:
        if not crew.failures:
            watcher.drain()
    workers = [*readers, *writers]
    refused: Counter[str] = Counter()
    for worker in workers:
        refused.update(worker.refused)
        for answer, before in worker.kept:
            if (now := encoded(answer)) != before:
                crew.fail(f"What was handed out has changed since: {apart(before, now)}")
    return Found(
        sum(one.requests for one in workers),
        [one for worker in workers for one in worker.saw],
        [one for worker in workers for one in worker.did],
        [one.newest for one in watchers],
        refused,
        crew.failures,
    )


def main(plan: Plan, result: Path) -> None:
    """Run in a process of its own; writes a Found into the file `result`, and the answers, by digest, beside it."""
    faulthandler.enable()
    faulthandler.dump_traceback_later(plan.begin - time.time() + plan.seconds * 2 + 120, exit=True)
    sys.setswitchinterval(0.0005)
    with Headquarters(plan.home) as hq:
        crew = Crew(hq, plan)
        found = work(crew)
    result.write_bytes(pickle.dumps(found))
    result.with_suffix(".answers").write_bytes(pickle.dumps(crew.answers))
