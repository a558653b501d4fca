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


def test_who_came_in_by_a_side_alone_can_list_and_have_a_token_for_all(
    wardiary: Run, served: Served, tmp_path: Path
):
    eve, keeper = ("--home", str(tmp_path / "eve")), ("--home", str(tmp_path / "keeper"))
    there = ("--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper)
    mine, other = (
        wardiary("new", "tank-duel", "--seat", "us=boss", *there, *keeper, "--json").json["battle"]
        for _ in "ab"
    )
    assert f"{mine} has no side 'xx'" in wardiary("invite", mine, "--side", "xx", *there, *keeper).err
    link = wardiary("invite", mine, "--side", "nk", *there, *keeper, "--json").json["link"]
    assert "--name ann" in wardiary("join", link, *eve).err
    assert wardiary("join", link, "--name", "eve", *eve).status == 0
    listed = wardiary("list", *there, *eve)
    assert mine in listed.out and other not in listed.out
    assert wardiary("legal", mine[:-1], *there, *eve).status == 0, "a beginning is enough"
    more = wardiary("invite", other, *there, *keeper, "--json").json["link"]
    assert "wardiary invite --to eve" in wardiary("join", more, *eve).err
    assert mine not in wardiary("tokens", *there, *keeper).out
    assert mine in wardiary("tokens", "--of", "eve", *there, *keeper).out
    wide = wardiary("invite", "--to", "eve", *there, *keeper, "--json").json["link"]
    assert wardiary("join", wide, *eve).status == 0 and wardiary("join", more, *eve).status == 0
    assert other in wardiary("list", *there, *eve).out


def test_the_umpire_seats_whom_he_names_whoever_he_is_himself(wardiary: Run, served: Served, tmp_path: Path):
    keeper = ("--home", str(tmp_path / "keeper"), "--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper[:2])
    battle = wardiary("new", "tank-duel", "--seat", "us=boss", *keeper, "--json").json["battle"]
    who = wardiary("servers", *keeper[:2], "--json").json[0]["players"][0]
    assert wardiary("seat", battle, "nk", "ann", *keeper, "--player", who).status == 0
    assert wardiary("seat", battle, "nk", "ben", *keeper).status == 0, "the umpire may"


def test_who_hosts_takes_back_what_others_invited_to(wardiary: Run, served: Served, tmp_path: Path):
    ann, keeper = ("--home", str(tmp_path / "ann")), ("--home", str(tmp_path / "keeper"))
    there = ("--server", served.url)
    assert wardiary("login", served.url, "--token", served.tokens["k"], *keeper).status == 0
    assert wardiary("login", served.url, "--token", served.tokens["a"], *ann).status == 0
    battle = wardiary("new", "tank-duel", "--seat", "us=ann", *there, *ann, "--json").json["battle"]
    made = wardiary("invite", battle, *there, *keeper, "--json").json["id"]
    assert "taken back" in wardiary("invitations", "--revoke", made, *there, *keeper).out
    theirs = wardiary("invite", battle, *there, *keeper, "--json").json["id"]
    assert wardiary("invitations", "--revoke", theirs, *there, *ann).status == 0


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
