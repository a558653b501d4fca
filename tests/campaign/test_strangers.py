"""A diary that only bears the name of a campaign's battle is neither let in, nor fought on, nor filed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from campaign.battles.open_battle import OpenBattle
from campaign.campaigns import vouching
from campaign.campaigns.fighting import AS_USUAL
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.callers import local
from events.errors import NoSuchDiary
from events.exchange import export_diaries, import_diaries
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world

BATTLE = "obong-ni-1"


class Lost(NamedTuple):
    """Two houses that have a campaign, and not the battle that it waits for. bad: a file with another one that bears
    its name, which the second made. good: with the battle itself."""

    hq: Headquarters
    diary: str
    bad: bytes
    good: bytes


@pytest.fixture
def lost(hq: Headquarters, tmp_path: Path) -> Iterator[Lost]:
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    diary = ok(hq.campaigns.begin("korea", "obong-ni")).fought
    campaign = exported(hq, "korea")
    with (
        Headquarters(tmp_path / "home", steady_world("home")) as home,
        Headquarters(tmp_path / "eve", steady_world("eve")) as eve,
    ):
        for one in (home, eve):
            assert one.import_(io.BytesIO(campaign)).entries == 2
        another(eve)
        yield Lost(home, diary, exported(eve, diary), exported(hq, diary))


def another(hq: Headquarters) -> OpenBattle:
    """The battle once more, with dice of one's own."""
    wing = hq._house.campaigns.get("korea")
    opened = hq.campaigns._fighting._opening(wing, wing.state(), BATTLE, local(), AS_USUAL)
    opened.write()
    return opened.battle


def exported(hq: Headquarters, *diaries: str) -> bytes:
    file = io.BytesIO()
    export_diaries(hq._house.store, file, diaries, secrets=True)
    return file.getvalue()


def why(do: Callable[[], Any]) -> str:
    try:
        answer = do()
    except Refused as refused:
        return str(refused)
    return str(getattr(answer, "reason", answer))


def test_what_comes_in_is_what_the_campaign_began(lost: Lost):
    assert "obong-ni-1 is not here" in why(lambda: lost.hq.campaigns.resume("korea", BATTLE))
    refused = why(lambda: lost.hq.import_(io.BytesIO(lost.bad)))
    assert "is not the one whose dice the campaign committed to" in refused
    assert "bears the name of a battle of korea" in refused
    with pytest.raises(NoSuchDiary):
        lost.hq._house.store.head(lost.diary)
    assert lost.hq.import_(io.BytesIO(lost.good)).entries == 1
    ok(lost.hq.campaigns.resume("korea", BATTLE))
    assert lost.hq.campaigns.verify("korea").sound


def test_a_fork_under_that_name_is_none(lost: Lost, tmp_path: Path):
    with Headquarters(tmp_path / "late") as late:
        ok(late.battles.new("tank-duel", name="eves"))
        ok(late.battles.fork("eves", 1, name=lost.diary))
        file = exported(late, "eves", lost.diary)
    assert "bears the name of a battle of korea" in why(lambda: lost.hq.import_(io.BytesIO(file)))
    import_diaries(lost.hq._house.store, io.BytesIO(file))
    did = why(lambda: lost.hq.battles.act(lost.diary, {"kind": "concede"}))
    assert "bears the name of a battle of korea" in did


def test_a_muster_of_ones_own_is_none(lost: Lost, hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    """With the secret of the dice, as whoever keeps the first house has it."""
    assert "is not over" in why(lambda: hq.campaigns.returns.file("korea", BATTLE))
    monkeypatch.setattr(vouching, "both", lambda *_: iter([b"{}"]))
    assert "was not fought with what the campaign mustered" in why(
        lambda: hq.campaigns.returns.file("korea", BATTLE)
    )


def test_what_is_here_under_its_name_is_not_fought_on_nor_filed(lost: Lost):
    """As older versions let it in."""
    import_diaries(lost.hq._house.store, io.BytesIO(lost.bad))
    battles, campaigns = lost.hq.battles, lost.hq.campaigns
    store = lost.hq._house.store
    before = store.position()
    listed = next(one for one in battles.all() if one.battle == lost.diary)
    assert "bears the name of a battle of korea" in listed.read_only
    assert not [one for one in lost.hq.awaiting() if one.diary == lost.diary]
    for do in (
        lambda: battles.act(lost.diary, battles.legal(lost.diary)[0].action),
        lambda: battles.act(lost.diary, {"kind": "concede"}),
        lambda: campaigns.resume("korea", BATTLE),
        lambda: campaigns.returns.form("korea", BATTLE),
        lambda: campaigns.returns.file("korea", BATTLE),
        lambda: campaigns.returns.file("korea", BATTLE, {"winner": "us"}),
        lambda: campaigns.returns.draft("korea", BATTLE),
        lambda: campaigns.staff.step("korea"),
    ):
        assert "bears the name of a battle of korea" in why(do), do
    assert store.position() == before
    ok(campaigns.act("korea", {"kind": "cancel", "battle": BATTLE}))


def test_a_campaign_that_comes_to_such_a_diary_says_so(lost: Lost, tmp_path: Path):
    with Headquarters(tmp_path / "late") as late:
        import_diaries(late._house.store, io.BytesIO(lost.bad))
        notes = late.import_(io.BytesIO(exported(lost.hq, "korea"))).notes
        assert any("bears the name of a battle of korea" in one for one in notes)


def ended(hq: Headquarters, battle: str) -> None:
    side = hq.battles.view(battle).asked[0].side
    ok(hq.looking_as(side).battles.act(battle, {"kind": "concede"}))


def test_what_a_campaign_forked_along_is_its_own(hq: Headquarters):
    """Also in a fork of the fork; and what was filed before it was forked."""
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    first = ok(hq.campaigns.begin("korea", "obong-ni")).fought
    name = "korea"
    for _ in range(2):
        name = ok(hq.campaigns.fork(name)).diary
        fork = hq._house.campaigns.get(name).state().battles[BATTLE].diary
        assert fork != first
    ended(hq, fork)
    ok(hq.campaigns.returns.file(name, BATTLE))
    assert hq.campaigns.verify(name).sound
    ended(hq, first)
    ok(hq.campaigns.returns.file("korea", BATTLE))
    later = ok(hq.campaigns.fork("korea")).diary
    assert hq.campaigns.verify(later).sound
    file = exported(hq, first, "korea", later)
    with Headquarters(hq.home.folder / "elsewhere") as elsewhere:
        assert elsewhere.import_(io.BytesIO(file)).entries


def test_a_battle_stays_its_own_when_it_would_be_mustered_otherwise_by_now(hq: Headquarters):
    """An earlier entry is corrected, and the beginning entered again."""
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    ok(
        hq.campaigns.act(
            "korea", {"kind": "amend", "id": "a32", "field": "name", "value": "Lucky", "reason": "so"}
        )
    )
    diary = ok(hq.campaigns.begin("korea", "obong-ni")).fought
    ok(hq.campaigns.undo("korea", 2, {3: "keep"}))
    names = [one.name for one in hq._house.campaigns.get("korea").state().battles[BATTLE].muster]
    assert "Lucky" not in names
    ended(hq, diary)
    ok(hq.campaigns.returns.file("korea", BATTLE))
    assert hq.campaigns.verify("korea").sound
