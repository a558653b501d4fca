"""Every client is a witness: it keeps the last seal that it was shown of each diary, and compares it later."""

from __future__ import annotations

import io
import json
import shutil
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.client import witness
from api.client.headquarters import RemoteHeadquarters
from api.client.witness import Witness, file_of, rewritten
from api.server.logs import Lines
from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.serving import holder, served

PASSES = {"k": holder("boss", keeper=True), "e": holder("eve")}
CLUB = "https://club.example"
ONE, OTHER = "ab" * 8, "cd" * 8


@contextmanager
def club(folder: Path, port: int = 0, **settings: Any) -> Generator[tuple[Headquarters, RemoteHeadquarters]]:
    """A server of a data folder, and who plays there from another."""
    given = {"shared": True, **settings}
    with (
        Headquarters(folder) as house,
        served(house, PASSES, port, **given) as url,
        RemoteHeadquarters(url, "k", folder.parent / "mine") as far,
    ):
        yield house, far


@pytest.fixture
def first(tmp_path: Path) -> Path:
    with Headquarters(tmp_path / "first") as hq:
        assert isinstance(hq.battles.new("tank-duel", name="duel"), Acted)
    return tmp_path / "first"


def moves(hq: Headquarters, number: int) -> None:
    options = hq.battles.legal("duel")
    assert isinstance(hq.battles.act("duel", options[number].action), Acted)


def test_a_history_that_was_rewritten_is_told_of_to_both(first: Path, caplog: pytest.LogCaptureFixture):
    """The server comes back at its address with other entries than it showed."""
    second, mine = first.with_name("second"), Home(first.with_name("mine"))
    shutil.copytree(first, second)
    with club(first) as (_, far):
        moves(far, 0)
        server = far.server
        assert far.notes == ()
    kept = json.loads(file_of(mine, server).read_bytes())["seals"]
    assert kept["duel"].startswith("2:")
    with Headquarters(second) as hq:
        moves(hq, 1)
        moves(hq, 0)
    with (
        caplog.at_level("WARNING", "wardiary.api"),
        club(second, int(server.rpartition(":")[2])) as (_, far),
    ):
        far.battles.head("duel")
        (note,) = far.notes
        far.battles.view("duel")
        assert far.notes == (note,)
    assert f"duel on {server}" in note and f"entry 2 was shown to you as {kept['duel']}" in note
    (line,) = caplog.records
    told = json.loads(Lines().format(line))
    assert (told["diary"], told["shown"], told["player"]) == ("duel", kept["duel"], "boss")
    (one,) = rewritten(mine, server)
    assert (one.had, one.has) == (kept["duel"], told["is"])
    assert json.loads(file_of(mine, server).read_bytes())["seals"]["duel"].startswith("3:")


def test_what_a_server_says_of_seals(first: Path, caplog: pytest.LogCaptureFixture):
    """Nothing to who is behind of how far it went on; and a report is believed only where it is so."""
    with club(first, delay=600.0, shared=False) as (house, far), caplog.at_level("WARNING", "wardiary.api"):
        moves(house, 0)
        with RemoteHeadquarters(far.server, "e", first.with_name("eves")) as eve:
            heard = list[str]()
            eye: Any = eve._asking.line.witness
            eye.heard = lambda _, seals: heard.append(seals)
            for seq in ("1", "2", "3", "99"):
                eye.asks = lambda _, seq=seq: seq
                eve.battles.view("duel")
        seal = house.for_(Caller("eve")).battles.show("duel", 1).seal
        one = f"1:{seal[:16]}"
        assert heard == [f"{one} {one}", *(f"{seq}:? {one}" for seq in (2, 3, 99))]
        report = far.accounts.rewritten
        assert not report("duel", f"1:{seal}") and not report("nowhere", f"1:{ONE}")
        assert report("duel", f"1:{ONE}") and report("duel", f"9:{ONE}")
        assert len(caplog.records) == 2
        assert all(report("duel", f"{seq}:{ONE}") for seq in range(2, 30))
        assert len(caplog.records) == 20  # whoever makes seals up fills no log


def a_witness(folder: Path) -> tuple[Witness, list[tuple[str, str]]]:
    told = list[tuple[str, str]]()
    return Witness(Home(folder), CLUB, lambda *one: told.append(one)), told


@pytest.mark.parametrize(
    ("seals", "says"),
    [
        (f"5:- 4:{OTHER}", "is not there any more"),
        (f"5:{OTHER} 9:{OTHER}", f"is 5:{OTHER} now"),
        (f"5:{OTHER} 5:{OTHER}", f"is 5:{OTHER} now"),
        (f"5:{ONE} 9:{OTHER}", ""),
        (f"5:? 4:{OTHER}", ""),
        (f"4:{OTHER}", ""),
        ("junk", ""),
        ("", ""),
    ],
)
def test_what_is_a_rewriting(tmp_path: Path, seals: str, says: str):
    seen, told = a_witness(tmp_path)
    seen.shown("duel", 5, ONE)
    assert seen.asks("duel") == "5"
    seen.heard("duel", seals)
    assert told == ([("duel", f"5:{ONE}")] if says else [])
    assert [says in one for one in seen.notes] == ([True] if says else [])


def test_it_is_asked_once_a_minute_and_written_where_something_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    written = list[Path]()
    replace = witness._replace  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(
        witness, "_replace", lambda path, content: (written.append(path), replace(path, content))
    )
    for number in range(2):
        seen, _ = a_witness(tmp_path)
        assert seen.asks("duel") == ("5" if number else "0")
        for _ in range(3):
            seen.heard("duel", f"5:{ONE}")
            assert seen.asks("duel") == ""
        seen.flush()
        assert len(written) == 1


def test_many_at_once_and_many_diaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(witness, "MOST", 50)

    def see(number: int) -> None:
        seen, _ = a_witness(tmp_path)
        for at in range(10):
            seen.shown(f"d{number}-{at}", 5, ONE)
            seen.shown("common", 1 + number, ONE)
            seen.flush()

    threads = [threading.Thread(target=see, args=(number,)) for number in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    file = file_of(Home(tmp_path), CLUB)
    kept = json.loads(file.read_bytes())["seals"]
    assert (
        len(kept) == 50
        and kept["common"] == f"6:{ONE}"
        and not any(one.stat().st_mode & 0o077 for one in file.parent.iterdir())
    )
    file.write_bytes(b"junk")
    assert a_witness(tmp_path)[0].asks("common") == "0"


def test_at_home_an_import_that_ends_earlier_is_said(first: Path):
    """What is here is the witness; a file that parts from it is refused."""
    older, file = io.BytesIO(), io.BytesIO()
    with Headquarters(first) as hq, Headquarters(first.with_name("home")) as home:
        hq.export(older)
        moves(hq, 0)
        hq.export(file)
        home.import_(file)
        assert home.import_(file).notes == ()
        (note,) = home.import_(older).notes
        assert "duel ends at entry 1" in note and "entry 2" in note
