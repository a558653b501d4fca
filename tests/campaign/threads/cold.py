"""A cold start of many threads: what is used first, is used first by all of them at once. Run as a program:

python -m tests.campaign.threads.cold HOME
"""

from __future__ import annotations

import faulthandler
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

THREADS = 16


def main(home: Path) -> int:
    """The number of threads to which something happened that must not."""
    faulthandler.enable()
    faulthandler.dump_traceback_later(240, exit=True)
    sys.setswitchinterval(0.00001)
    from campaign.battles import table as t
    from campaign.campaigns.answers import Query
    from campaign.headquarters import Headquarters
    from campaign.rules.facets import UMPIRE
    from campaign.rules.refused import Refused
    from campaign.shared.answers import Acted, Refusal
    from campaign.shared.callers import SOMEBODY, Caller
    from campaign.systems import system_ids

    hq = Headquarters(home).for_(Caller(SOMEBODY, umpire=True, seats=True, keeper=True))
    together = threading.Barrier(THREADS)
    troubles: list[str] = []

    def look(battle: str) -> None:
        hq.battles.moment(battle)
        hq.battles.view(battle)
        for one in hq.battles.legal(battle)[:3]:
            at = hq.looking_as(one.side).battles
            with suppress(Refused):  # another thread may have acted meanwhile
                at.odds(battle, one.action)
            at.act(battle, one.action)
        for bad in ("{", '{"kind":"nothing"}', '{"kind":"move","unit":7}', '{"kind":"step"}'):
            answer = hq.battles.act(battle, bad)
            assert isinstance(answer, Refusal), answer
        hq.battles.log(battle)

    def fight(scenario: str) -> None:
        opened = hq.battles.new(scenario)
        assert isinstance(opened, Acted), opened
        look(opened.diary)

    def command(campaign: str) -> None:
        at = hq.looking_as(UMPIRE).campaigns
        at.moment(campaign)
        state = at.view(campaign, 1)
        person = state.people[0].id
        at.act(campaign, {"kind": "amend", "id": person, "field": "xp", "value": 3, "reason": "so it is"})
        at.act(
            campaign, {"kind": "amend", "id": person, "field": "xp", "value": "x", "reason": "so it is not"}
        )
        assert isinstance(at.act(campaign, '{"kind":"nothing"}'), Refusal)
        at.record.search(campaign, Query())
        at.record.why(campaign, person)

    def begin() -> None:
        opened = hq.campaigns.new("marines-in-korea")
        assert isinstance(opened, Acted), opened
        command(opened.diary)
        begun = hq.campaigns.begin(opened.diary, "obong-ni")
        assert isinstance(begun, Acted), begun
        look(begun.fought)
        hq.campaigns.returns.file(opened.diary, begun.battle, {"winner": 3})

    def rosters() -> None:
        for system in system_ids():
            for one in hq.rosters.all(system):
                hq.rosters.judge(system, hq.rosters.show(system, one.id))
            if hq.rosters.all(system):
                with suppress(Refused):
                    hq.rosters.judge(system, {"title": 3})

    def named() -> None:
        opened = hq.battles.new("king-of-the-hill", seats=[t.Seat("blue", bot="sensible")])
        assert isinstance(opened, Acted), opened
        for _ in range(4):
            hq.battles.bots.move(opened.diary, {"blue": "sensible", "red": "random"})
        hq.battles.undo(opened.diary)
        hq.battles.verify(opened.diary)

    jobs: list[Callable[[], Any]] = [
        lambda: look("duel"), lambda: look("hill"), lambda: command("korea"), begin, rosters, named,
        lambda: fight("tank-duel"), lambda: fight("first-game"),
    ]  # fmt: skip

    def run(job: Callable[[], Any]) -> None:
        together.wait()
        try:
            job()
        except Exception:  # noqa: BLE001  whatever it is, the test tells of it
            troubles.append(traceback.format_exc())

    threads = [threading.Thread(target=run, args=(jobs[i % len(jobs)],)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("\n".join(troubles))
    return len(troubles)


if __name__ == "__main__":
    sys.exit(min(100, main(Path(sys.argv[1]))))
