"""Two who meet on a server: invited, seated, with a token for a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Served, served
from tests.tui.cli.running import Run

__all__ = ["served"]
pytestmark = pytest.mark.at_home("it asks a server of its own")


def test_from_a_link_to_a_seat(
    wardiary: Run, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    ann, keeper = ("--home", str(tmp_path / "ann")), ("--home", str(tmp_path / "keeper"))
    there = ("--server", served.url)
    assert wardiary("login", served.url, "--token", served.tokens["k"], *keeper).status == 0
    link = wardiary("invite", "--to", "eve", *there, *keeper, "--json").json["link"]
    assert link.startswith(f"{served.url}/join#wi_")
    said = wardiary("join", link, *ann)
    assert said.status == 0 and "You are eve" in said.out
    assert "each is good for one" in wardiary("join", link, "--home", str(tmp_path / "other")).err
    battle = wardiary("new", "tank-duel", "--seat", "us=boss", *there, *keeper, "--json").json["battle"]
    assert wardiary("legal", battle, "--side", "nk", *there, *ann).status == 2
    side = wardiary("invite", battle, "--side", "nk", "--to", "eve", *there, *keeper, "--json").json["link"]
    joined = wardiary("join", side, *ann)
    assert joined.status == 0 and battle in joined.out
    assert wardiary("legal", battle, *there, *ann).status == 0
    assert "taken up by eve" in wardiary("invitations", *there, *keeper).out
    assert wardiary("seat", battle, "nk", *there, *ann).status == 0, "and it is left again"
    assert "is not yours to free" in wardiary("seat", battle, "us", *there, *ann).err


def test_a_token_for_a_program(wardiary: Run, served: Served, tmp_path: Path):
    home = ("--home", str(tmp_path / "mine"), "--server", served.url)
    assert wardiary("login", served.url, "--token", served.tokens["a"], "--home", home[1]).status == 0
    made = wardiary("token", "chat bot", "--scope", "bot", "--days", "3", *home, "--json").json
    assert made["token"]["scopes"] == ["read", "bot"] and made["secret"].startswith("wd_")
    assert "chat bot" in wardiary("tokens", *home).out
    assert "revoked" in wardiary("tokens", "--revoke", made["token"]["id"], *home).out
    assert "no more than" in wardiary("token", "more", "--scope", "umpire", *home).err


def test_at_home_there_is_nobody_to_invite(wardiary: Run):
    for command in (("invite", "--to", "eve"), ("tokens",), ("invitations",), ("token", "x")):
        said = wardiary(*command)
        assert said.status == 2 and "--server" in said.err
    assert wardiary("invite", "--side", "us").status == 2
    assert "no link" in wardiary("join", "https://club.example").err
