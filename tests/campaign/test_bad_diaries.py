"""One bad diary never takes others down: it is named with why, and the others go on."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import suppress
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from events.errors import DiaryError
from events.exchange import export_diaries
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.junk import JUNK
from tests.events.sqlite.raw import opened
from tests.tui.cli.running import Run, wardiary
from tui.start.screen import battle_line, campaign_line, listed

__all__ = ["wardiary"]

UNLISTED = ("draw", "no-author")
"""What only shows to whoever reads entries whole: a list folds their events."""


@pytest.mark.parametrize("kind", JUNK)
def test_a_bad_diary_is_named_and_others_go_on(hq: Headquarters, duel: str, kind: str, tmp_path: Path):
    JUNK[kind](hq, "bad")
    battles, _, campaigns, *_ = listed(hq)
    assert duel in [one.battle for one in battles]
    assert [battle_line(one, "") for one in battles]
    assert len([campaign_line(one) for one in campaigns]) == len(campaigns)
    for info in (*battles, *campaigns):
        name = getattr(info, "battle", "") or getattr(info, "campaign", "")
        if name.startswith("bad") and kind not in (
            "draw",
            "no-author",
        ):  # to be told from others only by who reads them whole
            assert info.read_only
    if last := hq.battles.last():
        with suppress(Refused):
            assert hq.battles.moment(last)
    assert hq.campaigns.last() == ""
    for door in (hq.battles, hq.campaigns):
        for ask in (door.view, door.log, door.moment, door.verify):
            with suppress(Refused):
                assert ask("bad")
    if kind not in UNLISTED:
        assert isinstance(hq.battles.act("bad", {"kind": "concede"}), Refusal)
    assert isinstance(hq.battles.act(duel, {"kind": "end-phase"}), Acted)
    file = io.BytesIO()
    exported = hq.export(file)
    assert [why for why in exported.left_out if "bad" in why], exported
    with Headquarters(tmp_path / "elsewhere") as other:
        assert other.import_(file).entries == exported.entries == hq.battles.head(duel)


@pytest.mark.parametrize("kind", JUNK)
def test_a_bad_diary_does_not_come_in(hq: Headquarters, kind: str, tmp_path: Path):
    """The sender's program exports whatever it is asked for, or he writes the file himself."""
    JUNK[kind](hq, "bad")
    file = tmp_path / "bad.ndjson"
    try:
        export_diaries(hq._house.store, file)
    except DiaryError:
        pytest.skip("it cannot even be written to a file")
    with Headquarters(tmp_path / "elsewhere") as other:
        with pytest.raises(Refused, match=r"bad\.ndjson(, line|: [Dd]iary bad)"):
            other.import_(file)
        assert other._house.store.diaries() == []
        assert other.battles.all() == other.campaigns.all() == []
        assert not list((tmp_path / "elsewhere").glob(".import-*"))


def test_commands_go_on(wardiary: Run, tmp_path: Path):
    assert wardiary("new", "tank-duel", "--json").status == 0
    with Headquarters(tmp_path / "home") as hq:
        for kind, put in JUNK.items():
            put(hq, f"bad-{kind}")
    ran = wardiary("list")
    assert ran.status == 0 and "tank-duel" in ran.out and "bad-missing-piece" in ran.out
    assert wardiary("campaign", "list").status == 0
    ran = wardiary("export", str(tmp_path / "all.ndjson.gz"), "--json")
    assert ran.status == 0
    assert len(ran.json["left_out"]) >= len(JUNK)
    assert (
        json.loads(gzip.decompress((tmp_path / "all.ndjson.gz").read_bytes()).splitlines()[0])["diaries"] == 1
    )
    for kind in JUNK:
        for command in (("verify",), ("state",), ("log",), ("campaign", "show"), ("campaign", "verify")):
            ran = wardiary(*command, f"bad-{kind}")
            assert ran.status in (0, 1, 2, 3)
            assert ran.out or ran.err


def altered(database: Path, statement: str) -> None:
    """What somebody does to the file who takes its triggers away before, and puts them back."""
    with opened(database) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(statement)
        for _, sql in triggers:
            conn.execute(sql)


@pytest.mark.parametrize("kind", ["battle", "campaign"])
def test_a_name_that_is_no_text_does_not_take_the_others_down(kind: str, wardiary: Run, tmp_path: Path):
    with Headquarters(tmp_path / "home", steady_world()) as hq:
        duel = ok(hq.battles.new("tank-duel")).diary
        korea = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
        other = ok(hq.campaigns.new("marines-in-korea")).diary
        bad = duel if kind == "battle" else korea
    altered(hq.home.database, f"UPDATE diaries SET name = CAST(x'FF41' AS TEXT) WHERE name = '{bad}'")
    with Headquarters(tmp_path / "home", steady_world()) as hq:
        battles, _, campaigns, *_ = listed(hq)
        found = {
            getattr(one, "battle", "") or getattr(one, "campaign", ""): one for one in (*battles, *campaigns)
        }
        assert found.keys() == {duel, korea, other} - {bad} | {"\ufffdA"}
        assert "name of its diary was altered" in found.pop("\ufffdA").read_only
        assert not any(one.read_only for one in found.values())
        assert hq.battles.last() == "" and hq.campaigns.last() == other
        assert len(hq.changes(0).changed) == 2
        with pytest.raises(Refused, match="name of its diary was altered"):
            (hq.battles if kind == "battle" else hq.campaigns).view("\ufffdA")
        assert hq.campaigns.verify(other).sound
        exported = hq.export(tmp_path / "all.ndjson")
        assert len(exported.left_out) == 1 and "name of its diary was altered" in exported.left_out[0]
        made = hq.anchor(tmp_path / "anchor.json")
        assert made.diaries == 2 and "name of its diary was altered" in made.left_out[0]
        assert hq.check_anchor(tmp_path / "anchor.json").holds
    assert wardiary("list").status == wardiary("campaign", "list").status == 0
    assert "Left out: " in wardiary("export", str(tmp_path / "all.ndjson"), "--force").out
    with Headquarters(tmp_path / "home", steady_world()) as hq:
        (hq.battles if kind == "battle" else hq.campaigns).archive("\ufffdA")
        assert "\ufffdA" not in [one.battle for one in hq.battles.all()]
        assert "\ufffdA" not in [one.campaign for one in hq.campaigns.all()]


def test_a_name_that_is_no_text_in_a_damaged_file(tmp_path: Path):
    with Headquarters(tmp_path, steady_world()) as hq:
        bad, good = (ok(hq.battles.new("tank-duel")).diary for _ in range(2))
    altered(hq.home.database, f"UPDATE diaries SET name = CAST(x'FF41' AS TEXT) WHERE name = '{bad}'")
    altered(hq.home.database, "DELETE FROM entries WHERE position = 1")
    with Headquarters(tmp_path, steady_world()) as hq:
        assert "diary \ufffdA should have 1 entry" in hq.read_only
        assert [one.battle for one in hq.battles.all()] == [good]


def test_a_first_entry_that_is_lost_keeps_no_other_diary_from_being_anchored(wardiary: Run, tmp_path: Path):
    with Headquarters(tmp_path / "home", steady_world()) as hq:
        bad, good = (ok(hq.battles.new("tank-duel")).diary for _ in range(2))
        ok(hq.battles.act(bad, {"kind": "end-phase"}))
    altered(hq.home.database, "DELETE FROM entries WHERE position = 1")
    ran = wardiary("anchor", str(tmp_path / "anchor.json"))
    assert ran.status == 1 and "1 diary anchored" in ran.out
    assert f"Not anchored: Diary {bad}, entry 1" in ran.err
    ran = wardiary("anchor", str(tmp_path / "again.json"), "--json")
    assert ran.status == 1 and ran.json["diaries"] == 1 and bad in ran.json["left_out"][0]
    assert wardiary("anchor", "--check", str(tmp_path / "anchor.json")).status == 0
    assert good in (tmp_path / "anchor.json").read_text()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE diaries SET title = CAST(x'FF41' AS TEXT) WHERE id = 1",
        "UPDATE diaries SET origin_diary = 'b', origin_seq = NULL, origin_seal = NULL WHERE id = 1",
        "INSERT INTO entries (diary, seq, parent, kind, more, seal, body) VALUES (999, 1, 0, 'x', 0, x'00', '{}')",
    ],
)
def test_a_row_that_was_altered_does_not_take_the_others_down(statement: str, tmp_path: Path):
    with Headquarters(tmp_path, steady_world()) as hq:
        names = [ok(hq.battles.new("tank-duel")).diary for _ in range(2)]
        database = hq.home.database
    altered(database, statement)
    with Headquarters(tmp_path, steady_world()) as hq:
        assert [one.battle for one in hq.battles.all()] == names
        assert hq.battles.last() in ("", names[1])
        assert hq.battles.verify(names[1]).sound
        hq.export(tmp_path / "all.ndjson")
