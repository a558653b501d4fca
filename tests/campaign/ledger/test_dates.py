"""How a campaign stood on any date, also one within an advance, and what is different between two of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.campaigns.answers import CampaignView
from campaign.campaigns.differences import DERIVED, difference
from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from events.difference import difference as between
from tests.campaign.ledger.making import folder
from tests.campaign.ledger.walk import Walk
from tui.cli.main import main

Order = Callable[..., Acted]


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def said(capsys: pytest.CaptureFixture[str], hq: Headquarters, *words: str) -> str:
    status = main([*words, "--home", str(hq.home.folder)])
    out, err = capsys.readouterr()
    assert status == 0, err
    return out


def hurt(hq: Headquarters, made: str) -> None:
    """A battle after which somebody is wounded and a machine is damaged, then nineteen days in one advance."""
    ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"]))
    people = (PersonReturn("red-0-gunner", "wounded", 3), PersonReturn("red-0-driver", "wounded", 12))
    machines = (AssetReturn("red-0", "damaged", ("turret",), ammunition={"main": 10}),)
    ok(hq.campaigns.returns.file(made, "n0-1", Return("n0-1", "red", "red", "", "safe", machines, people)))
    ok(hq.campaigns.act(made, {"kind": "repair", "asset": "red-0", "damage": "turret"}))
    ok(hq.campaigns.act(made, {"kind": "advance", "days": 19}))


def day_by_day(hq: Headquarters, made: str, days: int) -> list[CampaignView]:
    """How it stands in a campaign in which the same days pass one by one."""
    found = [hq.looking_as(UMPIRE).campaigns.view(made)]
    for _ in range(days):
        ok(hq.campaigns.act(made, {"kind": "advance"}))
        found.append(hq.looking_as(UMPIRE).campaigns.view(made))
    return found


def bare(view: CampaignView) -> CampaignView:
    return msgspec.structs.replace(view, seq=0, seal="", evening="")


def test_an_evening_within_an_advance_is_that_evening(hq: Headquarters, made: str):
    hurt(hq, made)
    eyes, seq = hq.looking_as(UMPIRE).campaigns, hq.campaigns.head(made)
    ok(hq.campaigns.fork(made, seq - 1))
    fork = next(one.campaign for one in hq.campaigns.all() if one.campaign != made)
    for one in day_by_day(hq, fork, 3):
        for name in (made, fork):
            seen = eyes.view(name, date=one.date)
            assert seen.date == one.date
            assert {p.id: p.status for p in seen.people} == {p.id: p.status for p in one.people}
    third = eyes.view(made, date="1944-06-03")
    assert (third.seq, third.evening) == (seq, "1944-06-03")
    assert {p.id: p.status for p in third.people}["red-0-gunner"] == "wounded"
    fifth = eyes.view(made, date="1944-06-05")
    assert {p.id: p.status for p in fifth.people}["red-0-gunner"] == "fit"
    assert {p.id: p.status for p in fifth.people}["red-0-driver"] == "wounded"
    last = eyes.view(made, date="1944-06-20")
    assert (last.evening, bare(last)) == ("", bare(eyes.view(made)))
    with pytest.raises(Refused, match="had not begun"):
        eyes.view(made, date="1944-05-31")


def test_days_at_once_and_one_by_one_are_the_same_evenings(hq: Headquarters, made: str):
    """Where no dice are rolled that hang on the entry: every evening is equal in everything."""
    ok(hq.campaigns.act(made, {"kind": "unload", "asset": "red-1", "stores": {"main": 9}}))
    ok(hq.campaigns.act(made, {"kind": "advance", "days": 6}))
    eyes = hq.looking_as(UMPIRE).campaigns
    at_once = [eyes.view(made, date=f"1944-06-0{n}") for n in range(1, 8)]
    ok(hq.campaigns.undo(made))
    assert list(map(bare, at_once)) == list(map(bare, day_by_day(hq, made, 6)))


def test_an_evening_in_what_a_fork_rests_on(hq: Headquarters, made: str):
    hurt(hq, made)
    fork = ok(hq.campaigns.fork(made)).diary
    eyes = hq.looking_as(UMPIRE).campaigns
    for date in ("1944-06-01", "1944-06-05", "1944-06-12", "1944-06-20"):
        assert bare(eyes.view(fork, date=date)) == bare(eyes.view(made, date=date))


def test_people_and_show_at_the_command_line(
    hq: Headquarters, made: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "200")
    hurt(hq, made)
    then = said(capsys, hq, "campaign", "people", made, "--date", "1944-06-05", "--side", "red")
    now = said(capsys, hq, "campaign", "people", made, "--side", "red")
    assert "wounded until" in then and "wounded until" not in now
    assert "wounded until" in said(capsys, hq, "campaign", "people", made, "--at", "4")
    shown = said(capsys, hq, "campaign", "show", made, "--date", "1944-06-05")
    assert "Made up, 1944-06-05 (the evening of 1944-06-05, within entry" in shown


def test_what_is_different_is_said_in_sentences(
    hq: Headquarters, made: str, capsys: pytest.CaptureFixture[str]
):
    hurt(hq, made)
    text = said(capsys, hq, "campaign", "difference", made, "1944-06-01", "1944-06-06")
    assert "Calendar\n  It is 1944-06-06, 5 days later than 1944-06-01." in text
    assert "People of Red\n" in text and "Stores of Red\n" in text
    assert "gunner of red 0" not in text.partition("People of Blue")[2]
    assert not any(sign in text for sign in ("→", "people.", "assets.", "None", "()", "{"))
    ok(hq.campaigns.act(made, {"kind": "promote", "person": "red-0-gunner", "rank": "Sgt"}))
    text = said(capsys, hq, "campaign", "difference", made, "5", "6")
    assert text == "People of Red\n  gunner of red 0 is Sgt; before, without a rank.\n"
    assert said(capsys, hq, "campaign", "difference", made, "6", "6") == "Nothing is different.\n"


def test_nothing_that_differs_is_passed_over(hq: Headquarters, tmp_path: Path):
    """A random campaign, any two moments of it: every field that differs belongs to somebody of whom it is told."""
    random = Random(7)
    ok(hq.campaigns.new(folder(tmp_path / "files", nodes=14, assets=3), name="c"))
    walk = Walk(hq, random.randrange)
    for _ in range(40):
        walk.step()
    eyes, head = hq.looking_as(UMPIRE).campaigns, hq.campaigns.head("c")
    views = [eyes.view("c", seq) for seq in range(1, head + 1)]
    for _ in range(60):
        a, b = random.choice(views), random.choice(views)
        told = difference(a, b)
        subjects = {one.subject for one in told}
        for change in between(by_id(a), by_id(b)):
            room, *rest = change.path
            if room not in ROOMS:
                assert told, change
            elif not (len(rest) > 1 and rest[1] in NOT_TOLD.get(str(room), ())):
                assert rest[0] in subjects, change
        assert all(one.text.endswith(".") and "None" not in one.text for one in told)


ROOMS = ("sides", "nodes", "battles", "formations", "assets", "people", "depots", "pools")
NOT_TOLD = {
    {"NodeView": "nodes", "FoughtView": "battles", "AssetView": "assets", "PersonView": "people"}[
        kind.__name__
    ]: fields
    for kind, fields in DERIVED.items()
}


def plain(value: Any) -> Any:
    """As data, with what is as usual, too: that msgspec leaves out a usual text depends on where it came from."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return {key: plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def by_id(view: CampaignView) -> dict[str, Any]:
    whole: dict[str, Any] = plain(bare(view))
    for room in ROOMS:
        whole[room] = {one["id"]: one for one in whole.get(room, ())}
    return whole
