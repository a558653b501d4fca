"""Two who meet on a server: invited, seated, with a token for a program."""

from __future__ import annotations

import re
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
    listed = wardiary("invitations", *there, *keeper, "--json").json
    assert {one["id"]: one["redeemer"] for one in listed}[side.split("_")[1]] == "eve"
    assert wardiary("leave", battle, *there, *ann).status == 0, "and it is left again"
    assert "sits here, its umpire, or who opened it" in wardiary("free", battle, "us", *there, *ann).err


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


def test_a_link_brings_what_a_player_needs_and_more_if_asked(wardiary: Run, served: Served, tmp_path: Path):
    keeper, there = ("--home", str(tmp_path / "keeper")), ("--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper)
    for name, more, then in (
        ("eve", (), "read, play"),
        ("uma", ("--scope", "play", "--scope", "umpire"), "read, play, umpire"),
    ):
        link = wardiary("invite", "--to", name, *more, *there, *keeper, "--json").json["link"]
        home = ("--home", str(tmp_path / name))
        assert wardiary("join", link, *home).status == 0
        found = wardiary("tokens", *there, *home, "--json").json
        assert [", ".join(one["scopes"]) for one in found] == [then]
    battle = wardiary("new", "tank-duel", *there, *keeper, "--json").json["battle"]
    assert "goes without saying" in wardiary("invite", battle, "--scope", "play", *there, *keeper).err


def test_on_a_server_nobody_is_seated_without_his_word(wardiary: Run, served: Served, tmp_path: Path):
    keeper = ("--home", str(tmp_path / "keeper"), "--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper[:2])
    battle = wardiary("new", "tank-duel", "--seat", "us=boss", *keeper, "--json").json["battle"]
    refused = wardiary("seat", battle, "nk", "ann", *keeper)
    assert refused.status == 2 and "wardiary offer " in refused.err


def test_who_hosts_takes_back_what_others_invited_to(wardiary: Run, served: Served, tmp_path: Path):
    ann, ben, keeper = (("--home", str(tmp_path / name), "--server", served.url) for name in ("a", "b", "k"))
    for letter, home in (("a", ann), ("b", ben), ("k", keeper)):
        assert wardiary("login", served.url, "--token", served.tokens[letter], *home[:2]).status == 0
    battle = wardiary("new", "tank-duel", "--seat", "us=ann", *ann, "--json").json["battle"]
    assert wardiary("invite", battle, *keeper).status == 2, "who keeps the server hosts nothing by that"
    assert wardiary("accept", battle, *ben).status == 0
    made = wardiary("invite", battle, *ben, "--json").json["id"]
    assert "taken back" in wardiary("invitations", "--revoke", made, *ben).out
    theirs = wardiary("invite", battle, *ben, "--json").json["id"]
    assert wardiary("invitations", "--revoke", theirs, *ann).status == 0


def test_a_token_for_a_program(wardiary: Run, served: Served, tmp_path: Path):
    home = ("--home", str(tmp_path / "mine"), "--server", served.url)
    assert wardiary("login", served.url, "--token", served.tokens["a"], "--home", home[1]).status == 0
    made = wardiary("token", "chat bot", "--scope", "bot", "--days", "3", *home, "--json").json
    assert made["token"]["scopes"] == ["read", "bot"] and made["secret"].startswith("wd_")
    assert "chat bot" in wardiary("tokens", *home).out
    assert "revoked" in wardiary("tokens", "--revoke", made["token"]["id"], *home).out
    assert "no more than" in wardiary("token", "more", "--scope", "umpire", *home).err


def test_the_keepers_token_stands_on_a_line_of_its_own(
    wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("api.server.starting.serve", lambda *_: None)
    monkeypatch.setenv("COLUMNS", "40")
    said = wardiary("serve", "--player", "uma", "--home", str(tmp_path / "new"))
    lines = said.out.splitlines()
    assert [one for one in lines if re.fullmatch("wd_[0-9a-f]{16}_[0-9a-f]{64}", one)] == [lines[1]]


def test_a_token_of_another_that_is_revoked_is_said_to_be_his(wardiary: Run, served: Served, tmp_path: Path):
    keeper = ("--home", str(tmp_path / "keeper"), "--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper[:2])
    theirs = [served.tokens[one].split("_")[1] for one in "ab"]
    mine = wardiary("tokens", *keeper, "--json").json[0]["id"]
    said = wardiary("tokens", "--revoke", theirs[0], *keeper)
    assert "not your own: it was ann's" in said.out and mine not in said.out
    told = wardiary("tokens", "--revoke", theirs[0], *keeper, "--json").json
    assert [(one["id"], bool(one["revoked"])) for one in told] == [(theirs[0], True)]
    said = wardiary("tokens", "--of", "ben", "--revoke", theirs[1], *keeper)
    assert theirs[1] in said.out and "revoked" in said.out


def test_a_player_who_is_blocked_needs_a_new_token_afterwards(wardiary: Run, served: Served, tmp_path: Path):
    ann, keeper = ("--home", str(tmp_path / "ann")), ("--home", str(tmp_path / "keeper"))
    there = ("--server", served.url)
    wardiary("login", served.url, "--token", served.tokens["k"], *keeper)
    wardiary("login", served.url, "--token", served.tokens["a"], *ann)
    assert "ann" in wardiary("players", *there, *ann).out
    assert wardiary("players", "--block", "ben", *there, *ann).status == 2, "for who keeps it"
    said = wardiary("players", "--block", "ann", *there, *keeper)
    assert [one for one in said.out.splitlines() if "ann" in one and "blocked since" in one]
    assert "is blocked" in wardiary("list", *there, *ann).err
    assert "is blocked" in wardiary("invite", "--to", "ann", *there, *keeper).err
    assert "blocked" not in wardiary("players", "--unblock", "ann", *there, *keeper).out
    assert wardiary("list", *there, *ann).status == 2
    link = wardiary("invite", "--to", "ann", *there, *keeper, "--json").json["link"]
    assert wardiary("join", link, "--home", str(tmp_path / "anew")).status == 0
    assert wardiary("list", *there, "--home", str(tmp_path / "anew")).status == 0


def test_at_home_there_is_nobody_to_invite(wardiary: Run):
    for command in (("invite", "--to", "eve"), ("tokens",), ("invitations",), ("players",), ("token", "x")):
        said = wardiary(*command)
        assert said.status == 2 and "--server" in said.err
    assert wardiary("invite", "--side", "us").status == 2
    assert "no link" in wardiary("join", "https://club.example").err
