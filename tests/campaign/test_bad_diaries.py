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
    battles, _, campaigns = listed(hq)
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
    with opened(database) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(statement)
        for _, sql in triggers:
            conn.execute(sql)
    with Headquarters(tmp_path, steady_world()) as hq:
        assert [one.battle for one in hq.battles.all()] == names
        assert hq.battles.last() in ("", names[1])
        assert hq.battles.verify(names[1]).sound
        hq.export(tmp_path / "all.ndjson")
