"""Many commands in one process, completion for shells, and what a command does not import."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli.running import Run
from tui.cli import commands, completion
from tui.cli.app import IdOf, app
from tui.cli.ids import _asked

ROOT = Path(__file__).parents[3]
HEAVY = (
    *("textual", "litestar", "jinja2", "shapely", "tomlkit", "multiprocessing", "importlib.metadata"),
    *("campaign.campaigns.campaigns", "campaign.ledger", "campaign.simulation", "campaign.importing"),
    *(
        "campaign.reports",
        "campaign.battles.verifying",
        "campaign.shared.anchors",
        "events.exchange",
        "events.verify",
    ),
    *("tui.cli.campaign", "tui.cli.simulating", "tui.cli.library", "tui.cli.reports", "tui.app"),
)
"""What `wardiary list` has no use for."""


def _modules(*arguments: str, home: Path) -> set[str]:
    code = "import sys; from tui.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--home", str(home)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(ran.stderr.split())


def test_a_list_imports_nothing_that_it_does_not_need(tmp_path: Path):
    found = _modules("list", home=tmp_path)
    assert "campaign.battles.battles" in found
    assert [one for one in HEAVY if one in found] == []
    assert not any(one.startswith("campaign.systems.") for one in found)


def test_completion_imports_neither_the_commands_nor_headquarters(tmp_path: Path):
    found = _modules("completion", "words", "legal", "", home=tmp_path)
    assert {"cyclopts", "msgspec", "campaign.headquarters", "tui.cli.app"} & found == set()


def test_every_command_is_found_in_its_module_alone():
    commands.register()
    for table, group in ((commands.BATTLES, app), (commands.CAMPAIGN, app["campaign"])):
        listed = {name for names in table.values() for name in names.split()}
        assert listed == {name for name in group if not name.startswith("-") and name != "campaign"}
        for module, names in table.items():
            for name in names.split():
                command = group[name].default_command
                assert command is None or command.__module__ == module, name
    for group, names in commands.GROUPS.items():
        assert set(names.split()) == {name for name in app[group] if not name.startswith("-")}


# -- completion ------------------------------------------------------------------------------------------------


def test_what_may_stand_behind_a_command_is_what_it_takes():
    """The quick list of which commands begin with which ids says what the commands themselves say."""
    commands.register()
    for path, group in (((), app), (("campaign",), app["campaign"])):
        for name in group:
            command = None if name.startswith("-") else group[name].default_command
            if command is None:
                continue
            first = next(iter(command.__annotations__), "")
            kinds = [one.kinds for one in _asked(command) if one.parameter == first]
            assert completion._kinds([*path, name]) == (kinds[0] if kinds else ()), (path, name)
    assert completion._kinds(["export", "file"]) == ("battle",) and IdOf(("battle",)).kinds == ("battle",)


def test_ids_commands_and_options_are_offered(wardiary: Run, tmp_path: Path):
    home = str(tmp_path / "elsewhere")
    battle = wardiary("new", "tank-duel", "--home", home, "--json").json["battle"]
    away = wardiary("new", "tank-duel", "--home", home, "--json").json["battle"]
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea", "--home", home)
    wardiary("archive", away, "--home", home)

    def offered(*line: str) -> list[str]:
        return wardiary("completion", "words", *line).out.split()

    assert "verify" in offered("") and "campaign" in offered("")
    assert offered("autop") == ["autoplay"]
    assert offered("campaign", "show", "--home", home, "k") == ["korea"]
    assert offered("--home", home, "legal", "") == [battle]
    assert offered("--home", home, "archive", "--back", "") == sorted([battle, away])
    assert set(offered("--home", home, "play", "")) == {battle, "korea"}
    assert "--expected" in offered("act", battle, "--e")
    assert offered("packs", "c") == ["check", "copy"]
    assert offered("packs", "") == ["check", "copy", "diff", "files", "new"]
    assert offered("legal", "", "--home", str(tmp_path / "none")) == []


@pytest.mark.parametrize("shell", completion.SCRIPTS)
def test_the_script_of_each_shell_is_one(wardiary: Run, shell: str):
    script = wardiary("completion", shell).out
    assert "wardiary completion words" in script
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    subprocess.run([shell, "-n"], input=script, text=True, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_an_id(wardiary: Run, tmp_path: Path):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    lines = (
        f'wardiary() {{ "{sys.executable}" -m tui.cli.main "$@"; }}',
        'eval "$(wardiary completion bash)"',
        "COMP_WORDS=(wardiary legal tan); COMP_CWORD=2; _wardiary; echo ${COMPREPLY[@]}",
    )
    ran = subprocess.run(
        ["bash", "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [battle]


# -- requests --------------------------------------------------------------------------------------------------


def _answers(wardiary: Run, monkeypatch: pytest.MonkeyPatch, *requests: Any) -> list[Any]:
    text = "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in requests)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = wardiary("run", "-")
    assert ran.status == 0 and ran.err == ""
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.served
def test_each_request_has_one_answer_and_a_mistake_ends_nothing(
    wardiary: Run, monkeypatch: pytest.MonkeyPatch
):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    found = _answers(
        wardiary, monkeypatch,
        {"command": ["legal", battle], "id": 1},
        "nonsense", "[]", '{"command": "list"}', '{"command": [], "id": 3}', {"command": ["play"]},
        {"command": ["run", "-"]},
        {"command": ["act", battle, {"kind": "fly"}], "id": "four"},
        {"command": ["act", battle, 3], "id": 5},
        "",
        {"command": ["act", battle, 3], "id": 6},
        {"command": ["act", battle, {"kind": "end-phase"}, "--key", "k"], "id": 7},
        {"command": ["nonsense"], "id": 8},
        {"command": ["verify", battle], "id": 9},
        {"command": ["--version"], "id": 10},
    )  # fmt: skip
    assert [one["id"] for one in found] == [1, *[None] * 3, 3, *[None] * 2, "four", 5, 6, 7, 8, 9, 10]
    assert [one["status"] for one in found] == [0, *[2] * 7, 0, 2, 0, 2, 0, 0]
    assert all(one["refused"]["reason"] for one in found if one["status"] == 2)
    assert found[0]["answer"][0]["number"] == 1
    assert found[9]["refused"]["kind"] == "head-moved"
    assert found[12]["answer"]["sound"] and found[13]["said"][0].startswith("wardiary ")


def test_a_request_may_have_its_options_anywhere(
    wardiary: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    found = _answers(
        wardiary, monkeypatch,
        {"command": ["--player", "ann", "play", battle]},
        {"command": ["--json", "run", "-"]},
        {"command": ["--json", "verify", battle]},
        {"command": ["verify", "--", battle]},
        {"command": ["--home", str(tmp_path / "elsewhere"), "list"]},
    )  # fmt: skip
    assert [one["status"] for one in found] == [2, 2, 0, 0, 0]
    assert all("for a program" in one["refused"]["reason"] for one in found[:2])
    assert found[2]["answer"]["sound"] and found[3]["answer"]["sound"] and found[4]["answer"] == []


def test_no_request_takes_those_that_follow_along(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    """Whatever stands in front of a command or in its words, the next request is answered as usual."""
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    odd = (
        '{"command": ["--player", "ann", "run", "-"]}', '{"command": ["--json", "play"]}',
        '{"command": ["--", "run", "-"]}', '{"command": ["--player=ann", "completion", "bash"]}',
        '{"command": ["state", 1e999]}', '{"command": ["state", 123456789012345678901234567890]}',
        '{"command": ["act", "x", "a\\ud800"]}', '{"command": ["list", "--home", "\\u0000"]}',
        '{"command": ["act", "x", [[[]]]]}', '{"command": ["act", "x"], "id": 1e999}',
    )  # fmt: skip
    found = _answers(wardiary, monkeypatch, *odd, {"command": ["state", "--", battle], "id": "last"})
    assert [one["status"] for one in found] == [*[2] * len(odd), 0]
    assert all(one["refused"]["reason"] for one in found[:-1])
    assert found[-1]["id"] == "last" and found[-1]["answer"]["battle"] == battle


def test_a_whole_battle_is_driven_through_one_process(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-m", "tui.cli.main", "run", "-", "--home", str(tmp_path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip

        def ask(*command: Any) -> Any:
            assert process.stdin and process.stdout
            process.stdin.write(json.dumps({"command": command}) + "\n")
            process.stdin.flush()
            found = json.loads(process.stdout.readline())
            assert found["status"] == 0, found
            return found["answer"]

        battle = ask("new", "tiger-shermans", "--seat", "ge=bot:sensible")["battle"]
        while listed := ask("legal", battle):
            ask("act", battle, listed[0]["action"])
        (info,) = ask("list")
        assert info["verdict"]["winner"] and ask("verify", battle)["sound"]
        assert process.stdin
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize("text", ["{", "null", '{"a": ["x", "y"]}', '{"a": [1e400, "x"]}', "[" * 100_000])
def test_a_file_of_listings_that_is_spoilt_is_none(wardiary: Run, tmp_path: Path, text: str):
    home = tmp_path / "elsewhere"
    battle = wardiary("new", "tank-duel", "--home", str(home), "--json").json["battle"]
    (home / "listings.json").write_text(text)
    ran = wardiary("act", battle, "1", "--home", str(home))
    assert ran.status == 2 and "no choices were listed" in ran.err
    wardiary("legal", battle, "--home", str(home))
    assert wardiary("act", battle, "3", "--home", str(home)).status == 0


def test_what_is_refused_comes_back_with_its_id(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    odd = (
        '{"command": ["play"], "id": 1}', '{"command": "list", "id": 2}', '{"command": ["list"], "more": 0, "id": 3}',
        '{"id": 4}', '{"command": ["act", "x", "a\\ud800"], "id": 5}', '{"command": ["list", "\\u0000"], "id": 6}',
    )  # fmt: skip
    found = _answers(wardiary, monkeypatch, *odd, '{"command": ["list"], "id": "\\ud800"}')
    assert [one["id"] for one in found] == [1, 2, 3, 4, 5, 6, None]
    assert all(one["status"] == 2 for one in found)


READS = """
import sys
from tui.cli.app import app
from tui.cli.main import main

@app.command
def swallow(*, json: bool = False, player: str = "", home: str = ""):
    print(len(sys.stdin.read()))

main(["run", "-", "--home", sys.argv[1]])
"""
"""A command of another package that reads whatever there is."""


def test_no_command_reads_the_requests_that_follow(tmp_path: Path):
    requests = (json.dumps({"command": [name], "id": name}) for name in ("swallow", "list"))
    ran = subprocess.run(
        [sys.executable, "-c", READS, str(tmp_path)],
        cwd=ROOT, input=("\n" * 300_000).join(requests), capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(one["id"], one["answer"]) for one in found] == [("swallow", 0), ("list", [])]


def test_a_listing_that_cannot_be_kept_leaves_nothing_behind(wardiary: Run, tmp_path: Path):
    home = tmp_path / "elsewhere"
    battle = wardiary("new", "tank-duel", "--home", str(home), "--json").json["battle"]
    (home / "listings.json").mkdir()
    assert wardiary("legal", battle, "--home", str(home)).status == 0
    assert list(home.glob(".listings*")) == []
