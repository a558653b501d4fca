"""What is noted of tables: lists, lobby and offers open none, and no note is believed that is not of the record."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.campaigns.kin import Families
from campaign.headquarters import Headquarters, lines_of
from campaign.home import Home
from campaign.library import notebook, noting_file
from campaign.library.notebook import Notebook
from campaign.library.noting_file import Row
from campaign.shared.callers import Caller
from campaign.shared.kept_open import OpenDiaries
from events.sqlite import SQLiteStore
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


@pytest.mark.parametrize(
    "spoilt", ["UPDATE tables SET note = x'00ff', line = x'c1', offer = x''", "DROP TABLE people"]
)
def test_notes_that_are_altered_while_they_are_used_are_made_anew(hq: Headquarters, spoilt: str):
    table(hq, look="invited")
    table(hq)
    first = {player: told(hq, player) for player in PEOPLE}
    for then in ("", "and something was appended"):
        with sqlite3.connect(hq.home.notes) as conn:
            conn.execute(spoilt)
        if then:
            table(hq, "cyd")
            first = anew(hq)
        assert {player: told(hq, player) for player in PEOPLE} == first


def test_a_file_that_stays_locked_is_done_without(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(noting_file, "PATIENCE", 0.05)
    table(hq)
    told(hq, "ann")
    with Headquarters(hq.home.folder) as other, closing(sqlite3.connect(hq.home.notes)) as conn:
        told(other, "ann")
        for house in (hq, other):
            house._house.notes._opened().execute("PRAGMA busy_timeout = 50")  # pyright: ignore[reportPrivateUsage]
        conn.execute("BEGIN IMMEDIATE")
        table(hq)
        table(other)
        assert len(told(hq, "eve")[0]) == len(told(other, "eve")[2]) == 3


def test_notes_that_another_version_took_over_are_left_to_it(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    """Two versions may have one folder open: neither believes the other, nor writes between what it noted."""
    table(hq)
    told(hq, "ann")
    with monkeypatch.context() as patched, Headquarters(hq.home.folder) as other:
        patched.setattr(noting_file, "made_by", lambda: "another")
        told(other, "ann")
        with closing(sqlite3.connect(hq.home.notes)) as conn:
            conn.execute("UPDATE tables SET line = note")  # of another shape
            conn.commit()
            theirs = conn.execute("SELECT * FROM tables").fetchall()
            patched.undo()
            for there in (1, 2):
                assert len(told(hq, "eve")[0]) == len(told(hq, "eve")[2]) == there
                table(hq)
            assert conn.execute("SELECT * FROM tables").fetchall() == theirs


def test_notes_of_another_form_are_made_anew_in_their_place(hq: Headquarters, folder: Path):
    """Whoever has them open goes on with them."""
    table(hq)
    first, file = told(hq, "ann"), hq.home.notes
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("ALTER TABLE tables DROP COLUMN sum")
        conn.execute("PRAGMA user_version = 1")
    there = file.stat().st_ino
    with Headquarters(folder) as later:
        assert told(later, "ann") == told(hq, "ann") == first
    assert file.stat().st_ino == there


def test_what_is_noted_is_never_replaced_by_what_was_read_before(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    """One process reads a table, another notes that it went on, and the first comes to write."""
    name = table(hq)
    with Headquarters(hq.home.folder) as other:
        slow, quick = hq._house.notes, other._house.notes  # pyright: ignore[reportPrivateUsage]
        told(hq, "ben")
        told(other, "ben")
        ok(hq.for_(Caller("ann")).battles.seats.withdraw(name, "nk"))
        made, stand, standing = slow._made, slow._stand, quick._stand  # pyright: ignore[reportPrivateUsage]
        late: list[Any] = []

        def overtaken(*asked: Any) -> Any:
            found = made(*asked)
            if not late:
                ok(other.for_(Caller("ann")).battles.seats.offer(name, "nk", "ben"))
                monkeypatch.setattr(quick, "_stand", late.append)
                assert len(quick.parts("battle", "ben")) == 1
            return found

        def overtaking(newest: Any) -> None:
            stand(newest)
            standing(late[0])

        monkeypatch.setattr(slow, "_made", overtaken)
        monkeypatch.setattr(slow, "_stand", overtaking)
        assert [one.name for one in slow.parts("battle", "ben")] == [name], "it is looked at once more"
        monkeypatch.undo()
        assert [one.name for one in slow.parts("battle", "ben")] == [name]
        assert [one.name for one in quick.parts("battle", "ben")] == [name]


def test_a_name_that_was_altered_stays_in_lists(hq: Headquarters, folder: Path):
    tables = [table(hq) for _ in range(3)]
    told(hq, "ann")
    hq.close()
    with closing(sqlite3.connect(folder / "wardiary.db")) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("UPDATE diaries SET name = CAST(x'6162ff' AS TEXT) WHERE name = ?", (tables[1],))
        conn.commit()
    with Headquarters(folder) as again:
        for there in (4, 5):
            table(again)
            assert len(again.battles.all()) == there


def test_lists_say_that_nothing_can_be_written_for_as_long_as_that_is_so(
    hq: Headquarters, folder: Path, looked: list[str]
):
    table(hq)
    ok(hq.for_(Caller("uma")).campaigns.new("marines-in-korea"))
    hq.close()
    with Headquarters(folder, store=SQLiteStore(folder / "wardiary.db", read_only=True)) as again:
        told_ = [one.read_only for one in (*again.battles.all(), *again.campaigns.all())]
        assert told_ == [again.read_only] * 2 and again.read_only
    looked.clear()
    with Headquarters(folder) as later:
        assert [one.read_only for one in (*later.battles.all(), *later.campaigns.all())] == ["", ""]
    assert looked == []


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
