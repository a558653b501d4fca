"""What a person at the terminal stumbled over: numbers, bots, ids, options, files, words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli.running import Run
from tui.cli import commands
from tui.cli.app import app
from tui.terminal import NO_TERMINAL


@pytest.fixture
def duel(wardiary: Run) -> str:
    return wardiary("new", "tank-duel", "--json").json["battle"]


# -- numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.served
def test_a_number_is_one_of_the_listing_that_it_was_read_from(wardiary: Run, duel: str):
    assert wardiary("legal", duel).out.startswith("Entry 1\n")
    assert wardiary("act", duel, '{"kind": "pivot", "unit": "t34-1", "facing": "E"}').status == 0
    for command in ("act", "odds", "preview"):
        refused = wardiary(command, duel, "3")
        assert refused.status == 2 and "those of entry 1; the newest is entry 2" in refused.err
        assert f"wardiary legal {duel}" in refused.err
    (refusal,) = (json.loads(wardiary("act", duel, "3", "--json").err),)
    assert refusal["kind"] == "head-moved"
    listed = wardiary("legal", duel, "--json").json
    assert [one["number"] for one in listed] == list(range(1, len(listed) + 1))
    assert {one["entry"] for one in listed} == {2}
    assert wardiary("act", duel, "3").status == 0
    assert wardiary("act", duel, "3").status == 2, "the same number twice was never read twice"
    newest = wardiary("list", "--json").json[0]["entries"]
    assert wardiary("act", duel, "3", "--expected", str(newest)).status == 0


def test_a_number_that_was_never_listed_is_refused(wardiary: Run, duel: str):
    refused = wardiary("act", duel, "3")
    assert refused.status == 2 and "no choices were listed to you" in refused.err
    wardiary("legal", duel, "--player", "ann")
    assert wardiary("act", duel, "3").status == 2, "what somebody else read"


def test_a_number_is_of_the_side_that_it_was_listed_for(wardiary: Run, duel: str):
    wardiary("legal", duel, "--side", "nk")
    assert "was for nk, not for us" in wardiary("act", duel, "1", "--side", "us").err
    assert wardiary("act", duel, "1").status == 0


def test_odds_and_preview_take_the_numbers_that_act_takes(wardiary: Run, duel: str):
    fire: dict[str, Any] | None = None
    while fire is None:
        wardiary("autoplay", duel, "--most", "1", "--bots", "us=random,nk=sensible", "--seed", "1")
        listed = wardiary("legal", duel, "--json").json
        fire = next((one for one in listed if one.get("dice")), None)
    number, action = str(fire["number"]), json.dumps(fire["action"])
    assert wardiary("odds", duel, number).out == wardiary("odds", duel, action, "--side", fire["side"]).out
    assert "%" in wardiary("odds", duel, number).out
    assert wardiary("preview", duel, number).status == 0


# -- bots ------------------------------------------------------------------------------------------------------


def test_the_readmes_own_example_is_played(wardiary: Run):
    """A bot's seat is played by its bot: when the battle begins, and after what its opponent does."""
    made = wardiary("new", "tank-duel", "--seat", "nk=bot:sensible", "--json").json
    battle = made["battle"]
    assert made["bots"]["log"] and made["bots"]["asked"][0]["side"] == "us"
    assert wardiary("legal", battle).status == 0
    done = wardiary("act", battle, "1")
    assert done.status == 0 and re.search(r"^ +\d+  nk ", done.out, re.MULTILINE)
    (info,) = wardiary("list", "--json").json
    assert {one["side"] for one in info["asked"]} == {"us"}
    refused = wardiary("act", battle, '{"kind": "end-phase"}', "--side", "nk")
    assert refused.status == 2 and "a bot's seat" in refused.err


def test_a_bot_does_not_begin_before_others_have_sat_down(wardiary: Run):
    seats = ("--seat", "nk=bot:sensible", "--seat", "us=ann")
    battle = wardiary("new", "tank-duel", *seats, "--json").json["battle"]
    assert "played by the sensible bot" in wardiary("legal", battle, "--player", "ann").out
    added = wardiary("contribute", battle, "rain", "--player", "ann")
    assert added.status == 0 and " nk " in added.out, "and then it plays"
    assert wardiary("bots", battle).out == "No bot is asked.\n"


def test_a_side_adds_to_the_dice_before_its_bot_rolls(wardiary: Run):
    made = wardiary("new", "tank-duel", "--seat", "nk=bot:random", "--contribute", "us=rain")
    assert made.status == 0 and "United States adds to the dice." in made.out
    assert wardiary("new", "tank-duel", "--contribute", "rain").status == 2


@pytest.mark.served
def test_a_bot_takes_real_dice_and_means_the_same_shot(wardiary: Run):
    seats = ("--seat", "us=bot:sensible", "--dice", "typed")
    battle = wardiary("new", "tank-duel", *seats, "--json").json["battle"]
    for _ in range(60):
        found = wardiary("bots", battle).out
        if "roll " in found:
            break
        action = wardiary("legal", battle, "--json").json[0]["action"]
        assert wardiary("act", battle, json.dumps(action), "--dice", "").status == 0
    wanted = re.search(r"roll (\d+) (?:die|dice) of (\d+) sides", found)
    assert wanted and wardiary("bots", battle).out == found
    before = wardiary("list", "--json").json[0]["entries"]
    assert wardiary("bots", battle, "--dice", ",".join(["1"] * int(wanted[1]))).status == 0
    assert wardiary("list", "--json").json[0]["entries"] > before


def test_what_was_taken_back_is_not_done_again_by_a_bot_at_once(wardiary: Run):
    battle = wardiary("new", "tank-duel", "--seat", "us=bot:sensible", "--json").json["battle"]
    wardiary("act", battle, '{"kind": "pivot", "unit": "t34-1", "facing": "E"}')
    back = wardiary("undo", battle)
    assert back.status == 0
    listed = wardiary("legal", battle).out
    assert "pivots" not in wardiary("log", battle).out and "Pivot" in listed.title()


# -- ids and options -------------------------------------------------------------------------------------------


@pytest.mark.served
def test_an_unambiguous_beginning_of_an_id_is_enough(wardiary: Run, duel: str):
    assert wardiary("state", "tank-d").status == 0
    assert wardiary("legal", "tank", "--unit", "t34-1").status == 0
    other = wardiary("new", "tank-duel", "--json").json["battle"]
    refused = wardiary("state", "tank")
    assert refused.status == 2 and duel in refused.err and other in refused.err
    assert wardiary("archive", other).status == 0
    assert wardiary("state", "tank").status == 0, "what is put away is in nobody's way"
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    assert wardiary("campaign", "show", "kor").status == 0
    assert wardiary("scenario", "alpha").out.startswith("alpha-66")
    assert wardiary("new", "tiger-sh").status == 0


def test_a_slip_is_answered_with_what_may_have_been_meant(wardiary: Run, duel: str):
    assert f"Did you mean '{duel}'?" in wardiary("state", duel.replace("duel", "deul")).err
    assert f"Did you mean '{duel}'?" in wardiary("state", "tnak-duel").err
    assert "Did you mean 'tank-duel'?" in wardiary("new", "tank-deul").err
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    assert "Did you mean 'korea'?" in wardiary("campaign", "show", "krea").err


def test_the_other_kind_points_to_the_right_command(wardiary: Run, duel: str):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    for command in ("verify", "archive", "undo", "log"):
        assert f"wardiary campaign {command} korea" in wardiary(command, "korea").err
    assert "korea is a campaign" in wardiary("state", "korea").err
    assert f"wardiary verify {duel}" in wardiary("campaign", "verify", duel).err


def test_play_opens_a_campaign_too(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    asked: list[tuple[str | None, str]] = []

    def run(hq: object, battle: str | None, campaign: str = "", side: str = "") -> int:
        asked.append((battle, campaign))
        return 0

    monkeypatch.setattr("tui.terminal.run", run)
    assert wardiary("play", "kor").status == 0
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    assert wardiary("play", battle).status == 0
    assert asked == [(None, "korea"), (battle, "")]
    assert "wardiary legal" in NO_TERMINAL


def test_home_stands_anywhere(wardiary: Run, tmp_path: Path):
    home = str(tmp_path / "other")
    made = wardiary("--home", home, "campaign", "new", "marines-in-korea", "--name", "korea")
    assert made.status == 0
    for line in (
        ("--home", home, "campaign", "list", "--json"),
        ("campaign", f"--home={home}", "list", "--json"),
        ("--json", "campaign", "list", "--home", home),
        ("--player", "ann", "--home", home, "campaign", "list", "--json"),
    ):
        assert [one["campaign"] for one in wardiary(*line).json] == ["korea"], line
    assert wardiary("campaign", "list", "--json").json == []


@pytest.mark.served
def test_terms_are_taken_wherever_the_door_takes_them(wardiary: Run, duel: str):
    done = wardiary("act", duel, '{"kind": "pivot", "unit": "t34-1", "facing": "E"}')
    assert done.status == 0
    assert "newest" in wardiary("undo", duel, "--expected", "1").err
    once = wardiary("undo", duel, "--key", "k", "--json").json
    again = wardiary("undo", duel, "--key", "k", "--json").json
    assert again["repeated"] and again["seq"] == once["seq"]
    commands.register()
    for name in ("act", "undo", "redo", "rewind", "consent", "contribute"):
        assert {"--key", "--expected"} <= _options(name), name
    for name in (
        "act",
        "advance",
        "begin",
        "file",
        "correct",
        "redo",
        "rewind",
        "amend",
        "transfer",
        "repair",
    ):
        assert {"--key", "--expected"} <= _options("campaign", name), name


def _options(*path: str) -> set[str]:
    command = app.parse_commands(list(path))[1][-1]
    return {name for one in command.assemble_argument_collection() for name in one.names}


# -- files and words -------------------------------------------------------------------------------------------


def test_a_report_writes_over_nothing_unasked(wardiary: Run, duel: str, tmp_path: Path):
    file = tmp_path / "mine.md"
    file.write_text("my notes")
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    few = ("--battles", "1", "--jobs", "1", "--report", str(file))
    for line in (
        ("report", duel, str(file)),
        ("campaign", "report", "korea", str(file)),
        ("simulate", "tiger-sh", *few),
    ):
        refused = wardiary(*line)
        assert refused.status == 2 and "--force" in refused.err and file.read_text() == "my notes", line
    assert wardiary("report", duel, str(file), "--force").status == 0
    assert file.read_text() != "my notes"


@pytest.mark.served
def test_nobody_is_told_of_schemas(wardiary: Run, duel: str):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    said = {
        (
            "campaign",
            "advance",
            "korea",
            "0",
        ): "DAYS: This is not an action: it must be a whole number, 1 or more.",
        ("campaign", "advance", "korea", "ten"): "DAYS: 'ten' is not a whole number.",
        ("act", duel): "`wardiary act` wants ACTION",
        ("act",): "`wardiary act` wants BATTLE",
        ("campaign", "show"): "`wardiary campaign show` wants NAME",
        ("act", duel, "{}"): "the field `kind` is missing",
        (
            "act",
            duel,
            '{"kind": "pivot", "unit": 1, "facing": "E"}',
        ): "unit: This is not an action: it must be a text",
        ("act", duel, '{"kind": "end-phase"}', "--side", "nz"): "no side 'nz'",
    }
    for line, words in said.items():
        refused = wardiary(*line)
        assert refused.status == 2 and words in refused.err, (line, refused.err)
        assert not re.search(r"\$|Expected|`(int|str|object|array)`|\bint\b", refused.err), refused.err
    assert json.loads(wardiary("campaign", "advance", "korea", "0", "--json").err)["where"] == "$.days"


def test_one_entry_is_one(wardiary: Run, duel: str, tmp_path: Path):
    assert "1 entry holds" in wardiary("verify", duel).out
    assert wardiary("export", str(tmp_path / "one.ndjson"), duel).out.startswith("1 entry written")
    assert wardiary("anchor", str(tmp_path / "anchor.json")).out.startswith("1 diary anchored")


@pytest.mark.at_home("the file is the server's own, and so is the news of it")
def test_a_damaged_home_is_no_success(wardiary: Run, duel: str, tmp_path: Path):
    import sqlite3

    wardiary("autoplay", duel, "--seed", "1")
    file = tmp_path / "home" / "wardiary.db"
    with sqlite3.connect(file) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 10])
    for line in (("list",), ("campaign", "list"), ("list", "--json")):
        assert wardiary(*line).status == 1, line


def test_what_is_put_away_is_marked_where_it_is_listed(wardiary: Run, duel: str):
    wardiary("archive", duel)
    assert duel not in wardiary("list").out
    assert "put away" in wardiary("list", "--archived").out
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    wardiary("campaign", "archive", "korea")
    assert "put away" in wardiary("campaign", "list", "--archived").out
