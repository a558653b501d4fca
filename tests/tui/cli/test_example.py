"""The command line with the worked example: rosters, settings, ranges, previews, hidden cards, a plane."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.systems.combat_veteran.readings import Readings
from tests.tui.cli.running import Run, all_sit

pytestmark = pytest.mark.usefixtures("example")


@pytest.fixture
def ring(wardiary: Run) -> str:
    return wardiary("new", "ring", "--option", "red=wary", "--option", "rounds=2", "--json").json["battle"]


def deal(wardiary: Run, battle: str) -> None:
    for side in ("red", "blue"):
        assert wardiary("act", battle, '{"kind": "deal"}', "--side", side).status == 0


@pytest.mark.at_home("data files are copied where they are used")
def test_a_new_folder_shows_up_in_every_list(wardiary: Run):
    assert "ring" in {one["id"] for one in wardiary("scenarios", "--system", "duel-of-dice", "--json").json}
    assert "The ring" in wardiary("scenarios").out
    assert {"duel-of-dice"} < {one["system"] for one in wardiary("packs", "--json").json}
    assert wardiary("packs", "check").status == 0
    assert "bold" in wardiary("rosters").out
    assert wardiary("packs", "copy", "duel-of-dice", "cards.toml").status == 0


def test_a_scenario_lists_its_settings(wardiary: Run):
    plain = wardiary("scenario", "ring").out
    assert "1 to 3" in plain
    assert "bold, wary, your own, @FILE.toml" in plain
    found = wardiary("scenario", "ring", "--json").json
    assert [one["id"] for one in found["settings"]] == ["rounds", "red", "blue"]
    assert "misadventure" in wardiary("scenario", "tank-duel").out
    assert wardiary("scenario", "waterloo").status == 2


def test_options_of_every_kind(wardiary: Run, tmp_path: Path, ring: str):
    opened = wardiary("show", ring, "1", "--as", "umpire", "--json").json["action"]["options"]
    assert opened["rounds"] == 2
    assert opened["red"]["title"] == "The wary kit"
    assert opened["blue"]["title"] == "The bold kit"
    file = tmp_path / "mine.toml"
    file.write_text(wardiary("roster", "show", "duel-of-dice", "wary").out.replace("The wary", "My own"))
    battle = wardiary("new", "ring", "--option", f"red=@{file}", "--json").json["battle"]
    opened = wardiary("show", battle, "1", "--as", "red", "--json").json["action"]["options"]
    assert opened["red"]["title"] == "My own kit"
    assert opened["blue"] == ""
    switched = wardiary("new", "tank-duel", "--option", "misadventure=true", "--json").json["battle"]
    options = wardiary("show", switched, "1", "--json").json["action"]["options"]
    assert options == asdict(Readings(misadventure=True))


@pytest.mark.parametrize("option, says", [
    ("rounds=9", "1 to 3"), ("rounds=two", "1 to 3"), ("fog=true", "rounds, red, blue"), ("red=nobody", "bold, wary"),
    ("rounds", "rounds=…"), ("red=@/no/such/file", "No such file"),
])  # fmt: skip
def test_options_that_cannot_be_say_what_can(wardiary: Run, option: str, says: str):
    ran = wardiary("new", "ring", "--option", option)
    assert ran.status == 2
    assert says in ran.err


@pytest.mark.served
def test_rosters_are_checked_saved_shown_and_removed(wardiary: Run, tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\ncards = ["oak-shield", "fog-horn", "silver-spur"]\n')
    unsound = wardiary("roster", "check", "duel-of-dice", f"@{file}")
    assert unsound.status == 1
    assert "four or more cards" in unsound.out
    file.write_text(file.read_text().replace("]", ', "loose-strap"]'))
    assert wardiary("roster", "check", "duel-of-dice", f"@{file}").status == 0
    assert wardiary("roster", "check", "duel-of-dice", f"@{file}", "--limit", "5").status == 1
    assert wardiary("roster", "fits", "duel-of-dice", f"@{file}").status == 0
    saved = wardiary("roster", "save", "duel-of-dice", "mine", str(file), "--json")
    assert saved.json == {
        "id": "mine",
        "system": "duel-of-dice",
        "title": "Mine",
        "cost": 6,
        "own": True,
        "sound": True,
    }
    assert "yours" in wardiary("rosters", "--system", "duel-of-dice").out
    assert wardiary("new", "ring", "--option", "blue=mine").status == 0
    assert wardiary("roster", "remove", "duel-of-dice", "mine").status == 0
    assert wardiary("roster", "show", "duel-of-dice", "mine").status == 2
    for bad in (("../x", str(file)), ("bold", str(file)), ("mine", str(tmp_path / "none.toml"))):
        assert wardiary("roster", "save", "duel-of-dice", *bad).status == 2
    file.write_text("title = 3 3\n")
    broken = wardiary("roster", "check", "duel-of-dice", f"@{file}")
    assert "mine.toml" in broken.err
    assert "line 1" in broken.err
    assert wardiary("rosters", "--system", "combat-veteran").out.startswith("There are no rosters")


def test_legal_says_ranges_in_words_and_lists_what_nobody_asked_for(wardiary: Run, ring: str):
    assert "heading 0 to 359°" in wardiary("legal", ring, "--side", "red").out
    deal(wardiary, ring)
    wardiary("legal", ring, "--side", "red")
    assert wardiary("act", ring, "1", "--side", "red").status == 0
    everyone = wardiary("legal", ring, "--json").json
    assert {one["side"] for one in everyone} == {"blue"}
    (turn,) = wardiary("legal", ring, "--side", "red", "--json").json
    assert turn["kind"] == "face"
    assert turn["ranges"] == [{"name": "heading", "highest": 359, "unit": "°", "round": True}]
    assert wardiary("act", ring, '{"kind": "face", "heading": 90}', "--side", "red").status == 0


@pytest.mark.served
def test_both_hands_are_never_on_one_screen(wardiary: Run, ring: str):
    """Neither by the list, nor by a number of it; and who plays one side by name gets that one's alone."""
    deal(wardiary, ring)
    wardiary("undo", ring)  # one is to deal anew, the other has a hand: both are asked
    newest = str(wardiary("list", "--json").json[0]["entries"])
    numbered = ("act", ring, "1", "--expected", newest)
    for command in (("legal", ring), ("legal", ring, "--json"), numbered):
        refused = wardiary(*command)
        assert (refused.status, refused.out) == (2, ""), command
        assert "say for which of them you ask" in refused.err and "--side red" in refused.err
    mine = wardiary("new", "ring", "--seat", "red=ann", "--seat", "blue=ben", "--json").json["battle"]
    all_sit(wardiary, mine, "ann", "ben")
    listed = wardiary("legal", mine, "--player", "ann", "--json").json
    assert {one["side"] for one in listed} == {"red"}
    assert "does not play blue" in wardiary("legal", mine, "--side", "blue", "--player", "ann").err


def test_two_sides_asked_at_once_must_say_who_acts(wardiary: Run, ring: str):
    refused = wardiary("act", ring, '{"kind": "deal"}', "--json")
    assert refused.status == 2
    assert json.loads(refused.err)["allowed"] == ["red", "blue"]


def test_preview_shows_where_it_leads_and_does_nothing(wardiary: Run, ring: str):
    found = wardiary("preview", ring, '{"kind": "face", "heading": 45}', "--side", "red")
    assert "50, 100, heading 45°" in found.out
    assert wardiary("preview", ring, '{"kind": "deal"}', "--side", "red").out.startswith(
        "The rules cannot say"
    )
    assert wardiary("list", "--json").json[0]["entries"] == 1


def test_state_on_a_plane_and_every_reader_as_a_side(wardiary: Run, ring: str, tmp_path: Path):
    deal(wardiary, ring)
    plain = wardiary("state", ring, "--as", "red").out
    assert "50, 100" in plain
    assert "0°" in plain
    assert plain.count("   face down") == 3
    cards = {"Oak Shield", "Fog Horn", "Silver Spur", "Loose Strap"}
    assert sum(card in plain for card in cards) == 3
    theirs = wardiary("state", ring, "--as", "blue").out.partition("Blue champion")[0]
    assert theirs.count("   face down") == 3
    assert not [card for card in cards if card in theirs]
    assert "hand" in wardiary("log", ring, "--as", "blue").out
    assert wardiary("diff", ring, "1", "3", "--as", "blue").status == 0
    file = tmp_path / "red.ndjson"
    assert "3 entries" in wardiary("export", str(file), ring, "--as", "red").out
    refused = wardiary("import", str(file))
    assert refused.status == 2
    assert "to read" in refused.err


def test_bots_play_both_sides_that_are_asked_at_once(wardiary: Run, ring: str):
    done = wardiary("autoplay", ring, "--json")
    assert done.json["verdict"]
    assert wardiary("verify", ring).status == 0


@pytest.mark.at_home("samples are opened where the diaries lie")
def test_play_opens_on_the_sample_campaign_beside_a_sample_of_each_system(
    wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shown: list[Any] = []
    monkeypatch.setattr(
        "tui.terminal.run", lambda *args: shown.append((args[0].battles.all(), *args[1:])) or 0
    )
    assert wardiary("play").status == 0
    (battles, battle, campaign, _), *_ = shown
    assert (battle, campaign) == (None, "marines-in-korea")
    systems = [one.system for one in battles]
    assert sorted(systems) == sorted(set(systems))
    assert {"duel-of-dice", "combat-veteran"} <= set(systems)
    with Headquarters(tmp_path / "home") as hq:
        assert hq.battles.open_samples() == []
        mine = hq.battles.new("tank-duel")
        assert isinstance(mine, Acted)
    assert wardiary("play").status == 0
    assert shown[-1][1:] == (mine.diary, "", "")
