"""The command line: what scripts rely on, and what people are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli.running import Run, all_sit
from tui.cli.app import app
from tui.cli.commands import register


@pytest.fixture
def duel(wardiary: Run) -> str:
    return wardiary("new", "tank-duel", "--json").json["battle"]


def test_scenarios_is_a_list_of_objects_with_id_system_title(wardiary: Run):
    found = wardiary("scenarios", "--json")
    assert found.status == 0
    assert {"tank-duel", "tiger-pershing", "river-monitor", "outpost-humvees"} <= {
        one["id"] for one in found.json
    }
    assert all(one["system"] and one["title"] for one in found.json)


def test_a_whole_battle_is_played_with_legal_and_act_alone(wardiary: Run):
    """Runs long: hundreds of commands, each of which opens the diary anew."""
    battle = wardiary("new", "tiger-shermans", "--json").json["battle"]
    for number in range(2000):
        options = wardiary("legal", battle, "--json").json
        if not options:
            break
        action = options[(number * 7919) % len(options)]["action"]
        if number > 80:
            action = options[0]["action"]
        done = wardiary("act", battle, json.dumps(action), "--json")
        assert done.status == 0, done
    assert wardiary("verify", battle).status == 0
    (info,) = wardiary("list", "--json").json
    assert info["verdict"]["winner"] in ("us", "ge")


def test_autoplay_plays_to_the_end_and_the_log_has_every_entry(wardiary: Run, duel: str):
    done = wardiary("autoplay", duel, "--bots", "nk=random,us=sensible", "--seed", "3", "--json")
    assert done.status == 0
    assert done.json["verdict"]["winner"]
    log = wardiary("log", duel, "--json").json
    assert [one["seq"] for one in log] == list(range(1, done.json["entries"] + 1))
    assert wardiary("verify", duel, "--json").json["sound"] is True


def test_a_refusal_exits_2_with_its_reason_on_standard_error(wardiary: Run, duel: str):
    for arguments in (
        ("act", duel, '{"kind": "fly"}'),
        ("act", duel, "9999"),
        ("act", "nope", '{"kind": "end-phase"}'),
        ("act", duel, '{"kind": "end-phase"}', "--side", "fr"),
        ("act", duel, '{"kind": "end-phase"}', "--dice", "six"),
        ("new", "waterloo"),
        ("new", "tank-duel", "--seat", "nk"),
        ("show", duel, "77"),
        ("state", duel, "--at", "77"),
        ("state", duel, "--viewer", "spy"),
        ("rewind", duel, "77"),
        ("undo", duel),
        ("import", "no-such-file"),
        ("export", "/no/such/folder/x.ndjson"),
        ("packs", "copy", "combat-veteran", "nothing.toml"),
        ("nonsense",),
        ("show", duel, "first"),
    ):
        plain = wardiary(*arguments)
        assert (plain.status, plain.out) == (2, ""), arguments
        assert len(plain.err) > 10
        assert "Traceback" not in plain.err
        object_ = wardiary(*arguments, "--json")
        assert object_.status == 2
        assert json.loads(object_.err)["reason"]


@pytest.mark.served
def test_state_show_diff_odds_undo_redo_fork_in_words_and_json(wardiary: Run, duel: str):
    act = wardiary("act", duel, '{"kind": "pivot", "unit": "t34-1", "facing": "E"}')
    assert "pivots to E" in act.out
    assert "[7.8]" in act.out
    assert "t34-1" in wardiary("state", duel).out
    assert wardiary("state", duel, "--at", "1", "--json").json["seq"] == 1
    assert "seal" in wardiary("show", duel, "2").out
    assert wardiary("diff", duel, "1", "2", "--json").json[0]["path"] == "pieces.t34-1.facing"
    assert "No dice" in wardiary("odds", duel, '{"kind": "end-phase"}').out
    assert wardiary("undo", duel).status == 0
    assert wardiary("redo", duel).status == 0
    assert wardiary("rewind", duel, "1").status == 0
    assert wardiary("fork", duel, "2", "--json").json["battle"] != duel
    assert "pivots" in wardiary("log", duel, "--all").out
    assert "pivots" not in wardiary("log", duel).out


@pytest.mark.served
def test_export_and_import(wardiary: Run, duel: str, tmp_path: Path):
    file = tmp_path / "out.ndjson.gz"
    assert wardiary("export", str(file), duel).status == 0
    assert "0 new entries" in wardiary("import", str(file)).out
    elsewhere = ("--home", str(tmp_path / "elsewhere"))
    assert "1 new entry." in wardiary("import", str(file), *elsewhere).out
    copied = wardiary("verify", duel, *elsewhere)  # without the secret, which stays at home
    assert copied.status == 3 and "secret of the dice is not known here" in copied.out
    file.write_bytes(file.read_bytes()[:-30])
    cut = wardiary("import", str(file), "--home", str(tmp_path / "third"))
    assert cut.status == 2


@pytest.mark.at_home("data files are copied where they are used")
def test_packs_are_listed_copied_and_checked(wardiary: Run, tmp_path: Path):
    assert wardiary("packs").status == 0
    assert wardiary("packs", "check", "--json").json[0]["digest"]
    copied = wardiary("packs", "copy", "combat-veteran", "vehicles.toml")
    assert copied.status == 0
    own = tmp_path / "home" / "packs" / "combat-veteran" / "vehicles.toml"
    assert "vehicles.toml" in wardiary("packs", "check").out
    own.write_text(own.read_text().replace("armor = 4", 'armor = "thick"', 1))
    unsound = wardiary("packs", "check")
    assert unsound.status == 1
    assert "vehicles.toml" in unsound.out
    assert "armor" in unsound.out


@pytest.mark.at_home("a server has read its file already, which is altered behind its back")
def test_verify_exits_1_and_names_the_entry_when_something_does_not_hold(
    wardiary: Run, duel: str, tmp_path: Path
):
    wardiary("act", duel, '{"kind": "pivot", "unit": "t34-1", "facing": "NE"}')
    wardiary("act", duel, '{"kind": "pivot", "unit": "t34-1", "facing": "W"}')
    import sqlite3

    file = tmp_path / "home" / "wardiary.db"
    conn = sqlite3.connect(file)
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
    data = file.read_bytes()
    assert data.count(b'"facing":"NE"}],"rules"') == 1
    file.write_bytes(data.replace(b'"facing":"NE"}],"rules"', b'"facing":"SE"}],"rules"'))
    found = wardiary("verify", duel)
    assert found.status == 1
    assert "Entry 2 does not hold" in found.out


def test_every_command_shows_an_example_and_says_what_it_does():
    parts = [
        f"{group} {name}" for group in ("packs", "roster", "systems") for name in app[group] if name[0] != "-"
    ]
    for name in [*app, *parts]:
        if name.startswith("-") or name in ("roster", "systems"):
            continue
        command: Any = app
        for part in name.split():
            command = command[part]
        text = command.help or (command.default_command.__doc__ if command.default_command else "") or ""
        if name == "packs":
            text = "Example: wardiary packs"
        assert "Example: wardiary " + name in text, name


def test_version(wardiary: Run):
    assert wardiary("--version").out.startswith("wardiary ")


def test_the_readme_names_only_commands_that_there_are():
    readme = (Path(__file__).parents[3] / "README.md").read_text()
    import re

    register()
    named = set(re.findall(r"`?wardiary ([a-z]+(?:-[a-z]+)*)", readme))
    assert {"new", "legal", "act", "verify"} <= named
    assert named <= set(app)


def test_folders_files_and_numbers_that_cannot_be_are_refused_in_a_sentence(
    wardiary: Run, duel: str, tmp_path: Path
):
    (tmp_path / "file").write_text("x")
    deep = '{"a":' * 5000
    for arguments in (
        ("list", "--home", str(tmp_path / "file")),
        ("list", "--home", str(tmp_path / "file" / "x")),
        ("export", str(tmp_path)),
        ("import", "x" * 5000),
        ("act", duel, "9" * 5000),
        ("act", duel, '{"kind": "end-phase"}', "--dice", "9" * 5000),
        ("act", duel, deep),
        ("odds", duel, deep),
        ("autoplay", duel, "--most", "0"),
        ("log", duel, "--after", "-1"),
        ("legal", duel, "--side", "zzz"),
        ("legal", duel, "--unit", "nonsense"),
        ("new", "tank-duel", "--seat", "us=a", "--seat", "us=b"),
        ("packs", "copy", "combat-veteran", "/etc/passwd"),
    ):
        ran = wardiary(*arguments)
        assert (ran.status, ran.out) == (2, ""), arguments
        assert "Traceback" not in ran.err


@pytest.mark.at_home("whoever keeps the server hears of its file")
def test_a_damaged_file_says_so_at_every_command(wardiary: Run, duel: str, tmp_path: Path):
    wardiary("autoplay", duel, "--seed", "1")
    import sqlite3

    file = tmp_path / "home" / "wardiary.db"
    conn = sqlite3.connect(file)
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 10])
    listed = wardiary("list")
    assert "read-only" in listed.err
    assert wardiary("verify", duel).status == 1


def test_each_side_adds_once_to_the_dice(wardiary: Run):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    added = wardiary("contribute", battle, "a dark and stormy night")
    assert added.status == 0 and "North Korea adds to the dice." in added.out
    assert "once is all" in wardiary("contribute", battle, "again").err
    assert "United States adds" in wardiary("contribute", battle, "rain", "--side", "us").out


@pytest.mark.served
def test_who_is_asked_for_consent_need_not_name_his_side(wardiary: Run):
    seats = ("--seat", "us=ann", "--seat", "nk=ben")
    battle = wardiary("new", "tank-duel", *seats, "--json").json["battle"]
    all_sit(wardiary, battle, "ann", "ben")
    wardiary("legal", battle, "--player", "ben")
    assert wardiary("act", battle, "1", "--player", "ben").status == 0
    acted = wardiary("list", "--json").json[0]["entries"]
    assert wardiary("contribute", battle, "rain", "--player", "ann").status == 0
    refused = wardiary("undo", battle, "--player", "ben")
    assert refused.status == 2 and f"What it did last is entry {acted}" in refused.err
    assert wardiary("rewind", battle, str(acted - 1), "--player", "ben").status == 0
    assert wardiary("consent", battle, "yes", "--player", "ben").status == 2
    agreed = wardiary("consent", battle, "yes", "--player", "ann")
    assert agreed.status == 0 and "United States agrees" in agreed.out


def test_a_scenario_of_ones_own_is_written_checked_played_and_told_apart(wardiary: Run, tmp_path: Path):
    assert "vehicle: id" in wardiary("packs", "files", "combat-veteran").out
    assert wardiary("packs", "diff", "combat-veteran").out == "You have no data files of your own here.\n"
    assert wardiary("packs", "check", "--play").out == "You have no scenarios of your own.\n"
    written = wardiary("packs", "new", "scenario", "combat-veteran", "my-duel")
    assert written.status == 0 and "my-duel.toml" in written.out
    assert "scenarios/my-duel.toml: new" in wardiary("packs", "diff", "combat-veteran").out
    played = wardiary("packs", "check", "--play", "--battles", "2", "--jobs", "1")
    assert played.status == 0
    for word in (
        "my-duel: My own duel (combat-veteran), 2 battles",
        "wins ",
        "length ",
        "ends ",
        "never moved",
        "never shot",
    ):
        assert word in played.out
    assert len(wardiary("packs", "check", "--play", "--battles", "2", "--jobs", "1", "--json").json) == 1
    file = tmp_path / "home" / "packs" / "combat-veteran" / "scenarios" / "my-duel.toml"
    file.write_text(file.read_text().replace('type = "m26"', 'type = "m62"'))
    unsound = wardiary("packs", "check")
    line = file.read_text()[: file.read_text().index('"m62"')].count("\n") + 1
    assert unsound.status == 1
    assert (
        f"scenarios/my-duel.toml:{line}, group[0].type: There is no unit type 'm62'. Allowed:" in unsound.out
    )
    for command in (("new", "my-duel"), ("packs", "check", "--play"), ("scenarios",)):
        assert "Traceback" not in wardiary(*command).err
    assert wardiary("packs", "check", "--play", "--battles", "0").status == 2
