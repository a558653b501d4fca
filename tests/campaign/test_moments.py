"""What a moment carries of a long log, and how the rest is had by pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.campaigns.answers import CampaignLine, Query
from campaign.headquarters import Headquarters
from campaign.shared.answers import RECENT, LogEntry
from tests.long_diaries import long_battle, long_campaign


@pytest.fixture
def hq(tmp_path: Path) -> Headquarters:
    return Headquarters(tmp_path)


def test_a_battles_moment_has_the_newest_of_the_log_and_the_rest_comes_by_pages(hq: Headquarters):
    battle = long_battle(hq, 2 * RECENT + 51)
    found, whole = hq.battles.moment(battle), hq.battles.log(battle)
    assert list(found.log) == whole[-RECENT:]
    assert found.earlier == RECENT + 51
    pages: list[LogEntry] = []
    earlier = found.earlier
    while earlier > 0:  # as the answer says
        start = max(0, earlier - RECENT)
        pages = [*hq.battles.log(battle, start, earlier - start), *pages]
        earlier = start
    assert [*pages, *found.log] == whole


def test_who_knows_a_part_is_told_what_is_new_and_whether_something_lacks(hq: Headquarters):
    battle = long_battle(hq, 2 * RECENT)
    known = hq.battles.moment(battle, after=RECENT)
    assert ([one.seq for one in known.log][:: RECENT - 1], known.earlier) == ([RECENT + 1, 2 * RECENT], 0)
    far = hq.battles.moment(battle, after=RECENT - 1)
    assert (far.log[0].seq, far.earlier) == (RECENT + 1, RECENT)
    none = hq.battles.moment(battle, after=2 * RECENT)
    assert (none.log, none.earlier) == ((), 0)


def test_a_short_log_is_whole(hq: Headquarters):
    battle = long_battle(hq, 3)
    found = hq.battles.moment(battle)
    assert ([one.seq for one in found.log], found.earlier) == ([1, 2, 3], 0)


def test_a_campaigns_moment_has_the_newest_of_the_record_and_the_rest_comes_by_pages(hq: Headquarters):
    war = long_campaign(hq, RECENT + 60)
    found = hq.campaigns.moment(war)
    assert (len(found.log), found.earlier) == (RECENT, RECENT)
    lines: list[CampaignLine] = [*found.log]
    while True:  # as the answer says
        page = hq.campaigns.record.search(war, Query(newest_first=True, offset=len(lines), limit=RECENT))
        lines += page.lines
        if not page.more:
            break
    assert lines == list(hq.campaigns.record.search(war, Query(newest_first=True, limit=1000)).lines)
    assert len(lines) > RECENT


def test_a_campaign_that_has_just_begun_lacks_nothing(hq: Headquarters):
    assert hq.campaigns.moment(long_campaign(hq, 1)).earlier == 0
