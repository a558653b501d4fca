"""Old diaries replay for ever: every golden diary is folded again, and every state must be what it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.battles import table
from campaign.battles.answers import BattleInfo
from campaign.battles.redaction import Redaction
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger import events as ledger
from campaign.library.released import version_of
from campaign.rules.facets import UMPIRE
from campaign.rules.seats import CHAIR_EVENTS
from campaign.systems import find, system_ids
from events.codec import tag_of
from tests.golden import campaigns
from tests.golden.make import HERE, released, states

GOLDEN = sorted(HERE.glob("*/*.ndjson"))


@pytest.fixture
def hq(tmp_path: Path):
    with Headquarters(tmp_path) as found:
        yield found


def test_there_are_golden_diaries():
    assert GOLDEN


def _of_today(hq: Headquarters, battle: str) -> bool:
    """Whether the rules that decided it are those that are here: then it is decided again."""
    opened = hq._house.battles.get(battle)
    return opened.store.entry(battle, 1).read().rules == opened.version


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_state_is_what_it_was(file: Path, hq: Headquarters):
    hq.import_(file)
    expected = json.loads(file.with_suffix(".states.json").read_text())
    for info in hq.battles.all():
        assert {str(seq): digest for seq, digest in states(hq, info.battle).items()} == expected
        report = hq.battles.verify(info.battle)
        assert report.sound, report
        assert report.decided == (report.entries if _of_today(hq, info.battle) else 0), report
        assert bool(report.unchecked) == (report.decided == 0)
        assert not report.brought
        assert info.verdict is not None
        assert hq.battles.log(info.battle)
        _told_by_its_beginning(hq, info)


def _told_by_its_beginning(hq: Headquarters, info: BattleInfo) -> None:
    """Where a battle cannot be followed to its end, its entries are told by an older state: in which what they brought
    into play is not there."""
    opened = hq._house.battles.get(info.battle)
    beginning = opened.diary.state_at(1)
    for viewer in (UMPIRE, "", *(seat.side for seat in info.seats)):
        seen = Redaction(opened, beginning, viewer)
        for entry in opened.store.entries(info.battle):
            body = entry.read()
            seen.told(entry, body)
            seen.action(entry.kind, body)
            seen.draws(body.draws)


def test_what_releases_shipped_is_known_again():
    """Every pack of a golden battle; what this version ships is noted when it is released."""
    named: set[tuple[str, str]] = set()
    for file in GOLDEN:
        for line in file.read_bytes().splitlines():
            body = json.loads(line).get("body", {})
            if isinstance(body, dict) and body.get("pack"):
                named.add((body["rules"].partition(" ")[0], body["pack"]))
    assert named
    assert all(version_of("packs", system, pack) for system, pack in named)


UNRELEASED = {"guns-dealt", "infantry-found"}
"""Events since the last release: the golden diaries of the next must have them."""
NEW = {"combat-volume-2"}
"""Rule systems since the last release, with all their events."""
CAMPAIGNS_UNRELEASED = {"half-given", "half-dropped", "arrival-settled", "end-waits", "went-behind"}
SEATS_UNRELEASED = {tag_of(event) for event in CHAIR_EVENTS}


def test_every_event_that_was_ever_released_is_in_a_golden_diary():
    found = set[str]().union(*(released(file, "battle") for file in GOLDEN))
    known = {tag_of(event) for system in system_ids() if system not in NEW for event in find(system).events}
    known |= {tag for system in system_ids() for tag in find(system).upcasters}
    assert known - found == UNRELEASED
    unreleased = {tag_of(table.UndoSetAside), *SEATS_UNRELEASED}
    assert {tag_of(event) for event in table.EVENTS} - found - {"conceded", "battle-forked"} == unreleased


CAMPAIGNS = sorted(HERE.glob("*/campaigns/*.ndjson.gz"))


@pytest.mark.parametrize("file", CAMPAIGNS, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_every_campaign_is_what_it_was(file: Path, hq: Headquarters):
    hq.import_(file)
    expected = json.loads(file.with_name(file.name.replace(".ndjson.gz", ".states.json")).read_text())
    assert {info.campaign for info in hq.campaigns.all()} == set(expected)
    for name, digests in expected.items():
        assert campaigns.states(hq, name) == digests
        report = hq.campaigns.verify(name)
        assert report.sound, report
        assert report.decided == report.entries
        rules = next(one for one in report.proved if one.subject == "rules")
        assert "its opening seals no digest" in rules.words
        ships = file.name.partition(".")[0] in hq.campaigns.files.sample_ids()
        assert ships != any(one.startswith("The rules of the campaign") for one in report.brought)
        assert hq.looking_as("umpire").campaigns.log(name)
        assert hq.looking_as("umpire").campaigns.record.search(name, Query(everything=True)).lines
    for info in hq.battles.all():
        assert hq.battles.verify(info.battle).sound


def test_every_campaign_event_that_was_ever_released_is_in_a_golden_diary():
    found = set[str]().union(*(released(file, "campaign") for file in CAMPAIGNS))
    known = {tag_of(event) for event in ledger.ALL} | set(ledger.UPCASTERS)
    assert known - found == SEATS_UNRELEASED | CAMPAIGNS_UNRELEASED
