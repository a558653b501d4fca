"""Diaries whose own row was taken out are told of at every door of whoever keeps them, and put back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.home import Home
from events.entry import NO_SEAL, diary_prefix, seal_of
from tests.campaign.calling import ok
from tests.events.sqlite.test_orphans import without_rows
from tests.tui.cli.running import Run

pytestmark = pytest.mark.at_home("it is about a file on this machine")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_they_are_named_and_put_back(wardiary: Run, home: Path):
    place = ("--home", str(home))
    with Headquarters(home) as hq:
        ok(hq.battles.new("tank-duel", name="duel"))
        ok(hq.battles.fork("duel", 1, name="other"))
        ok(hq.campaigns.new("marines-in-korea", name="korea"))
        battle = ok(hq.campaigns.begin("korea", "obong-ni")).fought
        assert len(hq.battles.all()) == 3
    assert wardiary("salvage", *place).out.strip() == "Every diary here has its row."
    without_rows(Home(home).database, ["duel", "other", "korea", battle])
    for command in (("list",), ("legal", "duel"), ("export", str(home / "x.ndjson"))):
        assert "4 diaries have lost the row" in wardiary(*command, *place).err
    found = wardiary("salvage", "--json", *place)
    assert found.status == 1
    named = [(one["name"], one["kind"]) for one in found.json["diaries"]]
    assert named == [("duel", "battle"), ("other", "battle"), ("korea", "campaign"), (battle, "battle")]
    assert "It was put back" in wardiary("salvage", "--mend", *place).out
    with Headquarters(home) as hq:
        assert {one.battle for one in hq.battles.all()} == {"duel", "other", battle}
        assert all(hq.battles.verify(one).sound for one in ("duel", "other"))
        assert hq.campaigns.verify("korea").sound


def test_so_are_those_of_every_rule_system(wardiary: Run, home: Path):
    scenarios = ("tank-duel", "alpha-66", "crossroads", "ford")
    with Headquarters(home) as hq:
        known = {one.id for _, one in hq.packs.scenarios()}
        named = [next(one for one in known if scenario in one) for scenario in scenarios]
        for scenario in named:
            ok(hq.battles.new(scenario, name=scenario))
        before = hq.battles.all()
    without_rows(Home(home).database, named)
    assert wardiary("salvage", "--mend", *[f"--name={one}" for one in named]).status == 0
    with Headquarters(home) as hq:
        assert hq.battles.all() == before


def test_a_name_that_nobody_noted_is_given(wardiary: Run, home: Path):
    place = ("--home", str(home))
    with Headquarters(home) as hq:
        ok(hq.battles.new("tank-duel", name="duel"))
    without_rows(Home(home).database, ["duel"])
    wrong = wardiary("salvage", "--mend", "--name", "dual", *place)
    assert wrong.status == 1 and "Nothing here tells its name" in wrong.out
    assert wardiary("salvage", "--name", "../x", *place).status == 2
    assert "It was put back" in wardiary("salvage", "--mend", "--name", "duel", *place).out
    assert wardiary("verify", "duel", *place).status == 0


@pytest.mark.parametrize(
    ("name", "field", "value"), [("other", "at", 1 << 70), ("duel", "title", "x" * 5000)]
)
def test_a_first_entry_that_no_file_can_bear_is_told_of(
    wardiary: Run, home: Path, name: str, field: str, value: object
):
    with Headquarters(home) as hq:
        ok(hq.battles.new("tank-duel", name="duel"))
        ok(hq.battles.fork("duel", 1, name="other"))
    forged(Home(home).database, name, field, value)
    told = wardiary("salvage", "--mend", "--name", name)
    assert told.status == 1 and "Its first entry cannot be read" in told.out


def forged(path: Path, name: str, field: str, value: object) -> None:
    """A field of the event that opens a diary of one entry is otherwise, sealed anew; and its row is gone."""
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("DROP TRIGGER entries_no_update")
        id, before = conn.execute(
            "SELECT id, coalesce(origin_seal, ?) FROM diaries WHERE name = ?", (NO_SEAL, name)
        ).fetchone()
        body = json.loads(conn.execute("SELECT body FROM entries WHERE diary = ?", (id,)).fetchone()[0])
        body["events"][0][field] = value
        data = json.dumps(body).encode()
        seal = seal_of(before, diary_prefix(name), 1, data)
        conn.execute("UPDATE entries SET body = ?, seal = ? WHERE diary = ?", (data.decode(), seal, id))
        conn.commit()
    without_rows(path, [name])
