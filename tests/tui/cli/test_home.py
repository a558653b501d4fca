"""The data folder is its owner's alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.shared.callers import Caller
from tests.tui.cli.running import Run
from tests.tui.playing import WarDiary

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="needs Unix permissions"),
    pytest.mark.at_home("it is about the files on this machine"),
]


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """A user who lets everybody read and write what he makes."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_everything_that_is_kept_is_its_owners_alone(wardiary: Run, home: Path, tmp_path: Path) -> None:
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    campaign = wardiary("campaign", "new", "marines-in-korea", "--json").json["campaign"]
    with Headquarters(home) as hq:
        wardiary("legal", battle)
        assert wardiary("act", battle, "1").status == 0
        assert wardiary("campaign", "log", campaign).status == 0
        assert wardiary("campaign", "why", campaign, "a32").status == 0
        assert wardiary("packs", "copy", "combat-veteran", "rules.toml").status in (0, 2)
        hq.campaigns.record.statistics(campaign)
        assert wardiary("archive", wardiary("new", "tank-duel", "--json").json["battle"]).status == 0
        assert mode(home) == 0o700
        files = {path.name: mode(path) for path in home.rglob("*") if path.is_file()}
    assert {
        "wardiary.db",
        "wardiary.db-wal",
        "wardiary.db-shm",
        "wardiary.db-pen",
        "wardiary.db-turn",
    } <= set(files)
    assert {"record.db", "record.db-wal"} <= set(files)
    assert set(files.values()) == {0o600}
    assert wardiary("export", str(tmp_path / "all.gz"), "--with-secrets").status == 0
    assert mode(tmp_path / "all.gz") == 0o600
    assert wardiary("export", str(tmp_path / "record.ndjson")).status == 0
    assert mode(tmp_path / "record.ndjson") == 0o666, "a document of the user's own"
    said = wardiary("home")
    assert said.status == 0 and "Nobody else" in said.out and said.err == ""


@pytest.fixture
def wide(wardiary: Run, home: Path) -> list[Path]:
    """As older versions made it."""
    wardiary("list")
    files = [home / "wardiary.db", home / "wardiary.db-pen", home / "archive" / "mark"]
    files[1].touch()
    files[2].parent.mkdir()
    files[2].touch()
    home.chmod(0o755)
    for one in files:
        one.chmod(0o644)
    return [home, *files]


def test_what_is_open_to_others_is_told_once(wardiary: Run, home: Path, wide: list[Path]) -> None:
    first, second = wardiary("list"), wardiary("list")
    assert first.status == second.status == 0
    assert f"Others on this machine may look into {home}" in first.err and "--mend" in first.err
    assert second.err == ""
    assert [mode(one) for one in wide] == [0o755, *[0o644] * 3], "nothing is done unasked"


def test_it_is_mended_on_request(wardiary: Run, home: Path, wide: list[Path]) -> None:
    found = wardiary("home", "--json")
    assert found.status == 1
    assert {str(one) for one in wide} <= set(found.json["wide"])
    assert wardiary("home").status == 1
    mended = wardiary("home", "--mend")
    assert mended.status == 0 and "yours alone now" in mended.out
    assert [mode(one) for one in wide] == [0o700, *[0o600] * 3]
    again = wardiary("home")
    assert again.status == 0 and again.err == ""
    home.chmod(0o750)
    assert "may look into" in wardiary("list").err, "after it was mended it is told anew"


def test_what_is_not_ours_is_left_alone(home: Path) -> None:
    made = Home(home).make()
    other = home / "letters.txt"
    other.write_text("Dear sir")
    target = home.parent / "target"
    target.write_text("linked")
    made.database.symlink_to(target)
    home.chmod(0o755)
    assert made.mend() == [home]
    assert mode(other) == mode(target) == 0o666


def test_the_terminal_program_tells_it_at_the_start(wide: list[Path], home: Path) -> None:
    with Headquarters(home) as hq:
        assert "Others on this machine may look into" in WarDiary(hq).welcome
        assert hq.for_(Caller("guest")).notes == (), "guests are not told"
    with Headquarters(home) as hq:
        assert WarDiary(hq).welcome == ""


def test_what_was_put_back_is_told_once(wardiary: Run, home: Path) -> None:
    from tests.events.sqlite.raw import opened

    wardiary("new", "tank-duel")
    with opened(home / "wardiary.db") as conn:
        conn.execute("DROP TRIGGER entries_no_delete")
    assert (
        "the trigger 'entries_no_delete' had been taken out and was put back" in wardiary("list").err.lower()
    )
    assert wardiary("list").err == ""


def test_a_strangers_trigger_is_told_every_time(wardiary: Run, home: Path) -> None:
    from tests.events.sqlite.raw import opened

    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    with opened(home / "wardiary.db") as conn:
        conn.execute("CREATE TRIGGER evil AFTER INSERT ON entries BEGIN SELECT 1; END")
    for command in (("list",), ("log", battle)):
        ran = wardiary(*command)
        assert ran.status == 0 and "the trigger 'evil', which this program did not make" in ran.err
    wardiary("legal", battle)
    refused = wardiary("act", battle, "1")
    assert refused.status == 2 and "evil" in refused.err
    assert wardiary("verify", battle).status != 0


def test_a_file_that_is_no_diary_file_is_refused_in_a_sentence(wardiary: Run, home: Path) -> None:
    Home(home).make().database.write_text("Dear sir, this is no diary but long enough to be one.")
    ran = wardiary("list")
    assert ran.status == 2 and "not a diary file" in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize("line", [("list", "--home", ""), ("--home", "", "list"), ("list", "--home=")])
def test_no_folder_is_not_the_current_one(
    wardiary: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: tuple[str, ...]
):
    monkeypatch.chdir(tmp_path)
    ran = wardiary(*line)
    assert ran.status == 2 and "names no folder" in ran.err and list(tmp_path.iterdir()) == []


def test_a_file_is_not_written_over_unasked(wardiary: Run, tmp_path: Path):
    file = tmp_path / "mine.ndjson"
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    wardiary("new", "tank-duel")
    for words in (("export", str(file)), ("campaign", "export", "korea", str(file))):
        file.write_text("mine", encoding="utf-8")
        ran = wardiary(*words)
        assert ran.status == 2 and "--force" in ran.err and file.read_text(encoding="utf-8") == "mine"
        assert wardiary(*words, "--force").status == 0 and len(file.read_bytes()) > 100


def test_every_folder_that_is_made_in_it_is_its_owners_alone(wardiary: Run, home: Path):
    assert wardiary("packs", "copy", "combat-veteran", "vehicles.toml").status == 0
    made = [home, *(one for one in home.rglob("*") if one.is_dir())]
    assert len(made) > 2 and {stat.S_IMODE(one.stat().st_mode) for one in made} == {0o700}


KEPT = (
    *(
        "wardiary.db",
        "record.db",
        "notes.db",
        "accounts.db",
        "wardiary.db-wal",
        "record.db-shm",
        "listings.json",
    ),
    *(
        "servers/x.json",
        "packs/combat-veteran/units.toml",
        "link",
        "hard",
        "elsewhere.db",
        "elsewhere.db-wal",
    ),
)


def test_nothing_is_ever_written_over_what_the_program_keeps(wardiary: Run, home: Path):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    (home / "link").symlink_to(home / "wardiary.db")
    (home / "hard").hardlink_to(home / "wardiary.db")
    for folder in ("servers", "packs/combat-veteran"):
        (home / folder).mkdir(parents=True)
    (home / "elsewhere.db").write_bytes((home / "wardiary.db").read_bytes())
    there = {one: one.read_bytes() for one in (home / "wardiary.db", home / "elsewhere.db")}
    commands = [("export", str(home / name), "--force") for name in KEPT]
    file = str(home / "wardiary.db")
    for command in (
        *commands,
        ("export", file, battle, "--as", "us", "--force"),
        ("report", battle, file, "--force"),
        ("anchor", file),
        ("simulate", "tank-duel", "--battles", "1", "--report", file, "--force"),
    ):
        ran = wardiary(*command)
        assert ran.status == 2 and "Nothing is written there" in ran.err, (command, ran)
    assert all(one.read_bytes() == before for one, before in there.items())
    with Headquarters(home) as hq, pytest.raises(Refused, match="Nothing is written"):
        hq.export(file)
    free = str(home / "wardiary.db.ndjson")
    assert wardiary("export", free).status == 0 and wardiary("export", free, "--force").status == 0
