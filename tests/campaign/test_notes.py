"""What is noted of tables: lists, lobby and offers open none, and no note is believed that is not of the record."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.campaigns.kin import Families
from campaign.headquarters import Headquarters, lines_of
from campaign.home import Home
from campaign.library import notebook, noting_file
from campaign.library.notebook import Notebook, Row
from campaign.shared.callers import Caller
from campaign.shared.kept_open import OpenDiaries
from tests.campaign.calling import ok

PEOPLE = ("ann", "ben", "cyd", "eve")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def hq(folder: Path) -> Iterator[Headquarters]:
    with Headquarters(folder) as found:
        yield found


def table(hq: Headquarters, by: str = "ann", blue: str = "", **more: Any) -> str:
    seats = [Seat("us", by), Seat("nk", blue)]
    return ok(hq.for_(Caller(by)).battles.new("tank-duel", seats=seats, **more)).diary


def told(hq: Headquarters, player: str) -> Any:
    """All that is told over many tables."""
    mine = hq.for_(Caller(player))
    return mine.battles.all(), mine.campaigns.all(), mine.lobby(), mine.awaiting()


def anew(hq: Headquarters) -> dict[str, Any]:
    """The same, where nothing is noted yet."""
    home = hq.home
    for end in ("", "-wal", "-shm"):
        Path(f"{home.notes}{end}").unlink(missing_ok=True)
    with Headquarters(home.folder) as other:
        return {player: told(other, player) for player in PEOPLE}


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The diaries that were opened, or asked for to be."""
    found: list[str] = []
    asked = OpenDiaries[Any].passing

    def counted(self: OpenDiaries[Any], name: str) -> Any:
        found.append(name)
        return asked(self, name)

    monkeypatch.setattr(OpenDiaries, "passing", counted)
    return found


def test_no_table_is_opened_to_be_listed(hq: Headquarters, folder: Path, looked: list[str]):
    tables = [table(hq, by, look=look) for by in ("ann", "ben") for look in ("members", "invited")]
    ok(hq.for_(Caller("uma")).campaigns.new("marines-in-korea"))
    first = {player: told(hq, player) for player in PEOPLE}
    looked.clear()
    assert {player: told(hq, player) for player in PEOPLE} == first
    assert looked == [], "warm"
    with Headquarters(folder) as later:
        assert {player: told(later, player) for player in PEOPLE} == first
    assert looked == [], "another process"
    ok(hq.for_(Caller("eve")).battles.seats.accept(tables[0], "nk"))
    looked.clear()
    assert hq.for_(Caller("eve")).awaiting()[0].diary == tables[0]
    told(hq, "ann")
    assert set(looked) == {tables[0]}, "what went on, and nothing else"


def test_a_page_tells_what_it_shows(hq: Headquarters):
    tables = [table(hq, by, look=look) for by in ("ann", "ben") for look in ("members", "invited")]
    seen: list[Row] = []
    for player in PEOPLE:
        lines = lines_of(hq.for_(Caller(player)), "battles")
        tell = lines._tell  # pyright: ignore[reportPrivateUsage]
        lines._tell = lambda row, tell=tell: (seen.append(row), tell(row))[1]  # pyright: ignore
        every = [one.battle for one in lines.page()]
        assert every == [one for one in tables if one in every]
        seen.clear()
        assert [one.battle for one in lines.page(start=1, most=1)] == every[1:2]
        assert len(seen) == len(every[1:2])


def test_what_is_noted_is_what_the_tables_say(hq: Headquarters):
    """Who may know of each, too: as where it is opened."""
    table(hq)
    table(hq, "ben", "ann", look="invited")
    table(hq, "cyd", "ben", umpire="ann", look="invited")
    alone = hq.for_(Caller("eve")).battles
    ok(alone.fork(table(hq, "cyd")))
    ok(hq.for_(Caller("ann")).campaigns.new("marines-in-korea", look="invited"))
    house = hq._house  # pyright: ignore[reportPrivateUsage]
    kin = house.kin()
    assert isinstance(kin, Families)
    for player in PEOPLE:
        for caller in (Caller(player), Caller(player, keeper=True), Caller(player, seats=True)):
            mine = hq.for_(caller)
            listed = {one.battle for one in mine.battles.all()} | {
                one.campaign for one in mine.campaigns.all()
            }
            assert listed == {one.name for one in house.store.diaries() if kin.knows(caller, one.name)}
            assert {one.table for one in mine.lobby()} <= listed
    now = {player: told(hq, player) for player in PEOPLE}
    assert anew(hq) == now


def test_a_note_of_another_version_or_another_head_is_not_believed(
    hq: Headquarters, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    name = table(hq, look="invited")
    assert told(hq, "eve")[0] == []
    forged = {"private": 0, "note": None, "line": None}

    def spoil(**more: object) -> None:
        with sqlite3.connect(hq.home.notes) as conn:
            for column, value in {**forged, **more}.items():
                conn.execute(f"UPDATE tables SET {column} = ?", (value,))

    spoil(seal=b"other")
    assert told(hq, "eve")[0] == [], "of another head"
    spoil()
    monkeypatch.setattr(noting_file, "made_by", lambda: "another")
    with Headquarters(folder) as later:
        assert told(later, "eve")[0] == []
        assert [one.battle for one in told(later, "ann")[0]] == [name]


def test_a_note_by_another_version_of_somebody_elses_rules_is_not_believed(
    hq: Headquarters, folder: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
):
    def always(_: object) -> bool:
        return True

    def newer(_: object) -> str:
        return "newer"

    monkeypatch.setattr(notebook, "foreign", always)
    name = table(hq)
    told(hq, "ann")
    looked.clear()
    with Headquarters(folder) as later:
        told(later, "ann")
    assert looked == []
    monkeypatch.setattr(notebook, "version_of", newer)
    with Headquarters(folder) as later:
        told(later, "ann")
    assert name in looked


def test_a_file_that_was_put_back_is_noted_anew(hq: Headquarters, folder: Path, tmp_path: Path):
    """Its head goes backwards, also where it goes on to the same number of entries."""
    name = table(hq)
    told(hq, "ann")
    hq.close()
    shutil.copytree(folder, tmp_path / "copy")
    with Headquarters(folder) as later:
        ok(later.for_(Caller("ben")).battles.seats.accept(name, "nk"))
        assert told(later, "eve")[2] == []
    shutil.copy(tmp_path / "copy" / "wardiary.db", folder / "wardiary.db")
    with Headquarters(folder) as again:
        assert [one.table for one in told(again, "eve")[2]] == [name]
        ok(again.for_(Caller("cyd")).battles.seats.accept(name, "nk"))
        assert told(again, "eve")[2] == []
        assert [one.sides for one in told(again, "cyd")[3]] == [("nk",)] and told(again, "ben")[3] == []
        now = {player: told(again, player) for player in PEOPLE}
        assert anew(again) == now


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in a child")
def test_what_was_appended_before_a_kill_is_noted(folder: Path):
    """Between the entry and its note, and in the midst of noting."""
    with Headquarters(folder) as hq:
        name = table(hq)
        told(hq, "ann")

    def stopped(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    for killed in (
        lambda: None,
        lambda: setattr(Notebook, "_stand", stopped),
    ):
        child = os.fork()
        if not child:
            _append(folder, name, killed)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        with Headquarters(folder) as again:
            found = {player: told(again, player) for player in PEOPLE}
            assert found == anew(again)
    assert found["eve"][2][-1].offers[0].by == "ann"


def _append(folder: Path, name: str, killed: Callable[[], None]) -> None:
    with Headquarters(folder) as hq:
        ann = hq.for_(Caller("ann")).battles
        ann.seats.withdraw(name, "nk")
        ann.seats.offer(name, "nk")
        killed()
        hq.lobby()
        os.kill(os.getpid(), signal.SIGKILL)


def test_notes_that_are_damaged_or_cannot_be_written_are_made_anew(hq: Headquarters, folder: Path):
    name = table(hq)
    hq.close()
    for content in (b"this is no database" * 100, b""):
        Home(folder).notes.write_bytes(content)
        with Headquarters(folder) as again:
            assert [one.table for one in told(again, "eve")[2]] == [name]
    Home(folder).notes.unlink()
    Home(folder).notes.mkdir()
    with Headquarters(folder) as again:
        assert [one.table for one in told(again, "eve")[2]] == [name]


def test_lists_let_go_of_nothing_that_is_played(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    battles = hq._house.battles  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(battles, "_most", 2)
    tables = [table(hq) for _ in range(5)]
    played = battles.get(tables[0])
    told(hq, "ann")
    hq.lobby()
    assert list(battles._kept) == [tables[0]] and battles.get(tables[0]) is played  # pyright: ignore


def test_what_one_offers_is_counted_by_his_own_tables(hq: Headquarters, looked: list[str]):
    """Of the others none is looked at; an offer that ended within a day counts."""
    kin = hq._house.kin()  # pyright: ignore[reportPrivateUsage]
    assert isinstance(kin, Families)
    mine = [table(hq, "ann", "ben"), table(hq, "ann", "ben", look="invited"), table(hq, "ann", "cyd")]
    for by in ("cyd", "eve"):
        table(hq, by, "ben")

    def burden(by: str, to: str) -> int:
        return kin._burden(frozenset((by,)), to)  # pyright: ignore[reportPrivateUsage]

    assert burden("ann", "ben") == 2 and burden("ann", "cyd") == 1 and burden("ben", "ann") == 0
    ok(hq.for_(Caller("ben")).battles.seats.decline(mine[0]))
    looked.clear()
    assert burden("ann", "ben") == 2
    assert set(looked) == {mine[0]}, "to note that it went on"
    looked.clear()
    assert burden("ann", "ben") == 2 and looked == []


def test_noting_many_says_how_far_it_is(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(notebook, "BATCH", 2)
    for _ in range(5):
        table(hq)
    heard: list[tuple[int, int]] = []
    hq._house.notes.progress = lambda done, every: heard.append((done, every))  # pyright: ignore[reportPrivateUsage]
    hq.lobby()
    assert heard == [(2, 5), (4, 5), (5, 5)]
