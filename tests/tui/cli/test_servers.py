"""Logging in at servers, and what is kept of it."""

from __future__ import annotations

import io
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.api.serving import holder, served
from tests.tui.cli.running import Run

pytestmark = pytest.mark.at_home("it asks a server of its own")
PASSES = {"secret-k": holder("boss", keeper=True), "secret-a": holder("ann", scopes=("read", "play"))}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with Headquarters(tmp_path / "there") as house, served(house, PASSES) as url:
        yield url


def test_logged_in_every_command_asks_the_server(wardiary: Run, url: str, tmp_path: Path):
    assert "wardiary login" in wardiary("list", "--server", url).err
    said = wardiary("login", url, "--token", "secret-k")
    assert said.status == 0 and f"Logged in at {url} as boss." in said.out
    seats = ("--seat", "us=bot:random", "--seat", "nk=boss")
    battle = wardiary("new", "tank-duel", *seats, "--server", url, "--json").json["battle"]
    assert wardiary("list", "--json").json == [], "and those at home are others"
    assert [one["battle"] for one in wardiary("list", "--server", url, "--json").json] == [battle]
    assert wardiary("--server", url, "legal", battle[:8]).status == 0
    assert wardiary("act", battle, "1", f"--server={url}").status == 0
    assert wardiary("verify", battle, "--server", url).status == 0


def test_each_player_has_a_token_of_his_own(wardiary: Run, url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("secret-k\n"))
    assert wardiary("login", url).status == 0
    assert wardiary("login", url, "--token", "secret-a").status == 0
    assert wardiary("servers", "--json").json == [{"server": url, "players": ["ann", "boss"]}]
    monkeypatch.setenv("WARDIARY_SERVER", url)
    battle = wardiary(
        "new", "tank-duel", "--player", "boss", "--seat", "us=ann", "--seat", "nk=boss", "--json"
    ).json
    taken = wardiary("accept", battle["battle"]).out
    assert "ann has the seat" in taken, "who logged in last is asked for"
    refused = wardiary("archive", battle["battle"])
    assert refused.status == 2 and wardiary("archive", battle["battle"], "--player", "boss").status == 0
    assert "for 'eve'" in wardiary("list", "--player", "eve").err
    assert wardiary("list", "--server", "", "--json").json == []
    assert wardiary("logout", url, "--player", "ann").out == f"Forgotten for {url}: ann.\n"
    assert wardiary("servers").out.split() == [url, "boss"]
    assert wardiary("logout", url).status == 0 and wardiary("logout", url).status == 2
    assert wardiary("servers", "--json").json == []


def test_a_token_is_its_owners_alone_and_shown_nowhere(wardiary: Run, url: str, tmp_path: Path):
    said = [wardiary("login", url, "--token", "secret-k"), wardiary("servers"), wardiary("home")]
    (file,) = (tmp_path / "home" / "servers").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert not any("secret" in one.out + one.err for one in said)
    file.chmod(0o644)
    assert str(file) in wardiary("home").out
    file.write_text("{")
    assert "No token is kept" in wardiary("list", "--server", url).err
    assert wardiary("login", url, "--token", "secret-k").status == 0


def test_what_is_no_token_or_no_server_is_refused(wardiary: Run, url: str, tmp_path: Path):
    assert "no address" in wardiary("login", "club").err
    refused = wardiary("login", url, "--token", "guessed")
    assert refused.status == 2 and "unknown" in refused.err
    assert "not of 'ann'" in wardiary("login", url, "--token", "secret-k", "--player", "ann").err
    assert not (tmp_path / "home" / "servers").exists()


def test_completion_knows_the_ids_of_a_server(wardiary: Run, url: str, monkeypatch: pytest.MonkeyPatch):
    wardiary("login", url, "--token", "secret-k")
    battle = wardiary("new", "tank-duel", "--server", url, "--json").json["battle"]

    def offered(*line: str) -> list[str]:
        return wardiary("completion", "words", *line).out.split()

    assert offered("--server", url, "legal", "") == [battle]
    assert offered("legal", "") == []
    assert offered("list", "--server", "") == [url]
    monkeypatch.setenv("WARDIARY_SERVER", url)
    assert offered("legal", "tank") == [battle]
    assert "login" in offered("log")


def test_what_belongs_to_this_machine_says_so(wardiary: Run, url: str):
    wardiary("login", url, "--token", "secret-k")
    for line in (
        ("simulate", "tank-duel"),
        ("packs", "copy", "combat-veteran", "x.toml"),
        ("campaign", "forget-index"),
    ):
        refused = wardiary(*line, "--server", url)
        assert refused.status == 2 and refused.err.endswith(".\n"), line


def test_a_data_folder_that_is_named_comes_before_the_server_of_the_environment(
    wardiary: Run, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wardiary("login", url, "--token", "secret-k")
    monkeypatch.setenv("WARDIARY_SERVER", url)
    assert wardiary("list").err == ""
    folder = str(tmp_path / "home")
    assert f"--home is asked, and not {url} of WARDIARY_SERVER." in wardiary("list", "--home", folder).err
    assert wardiary("list", "--home", folder, "--server", url).err == ""
