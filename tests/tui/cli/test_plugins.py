"""Commands of other packages, found by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cyclopts import App

from tui.cli import commands, plugins
from tui.cli.app import app

ROOT = Path(__file__).parents[3]
TINY = '''
def register(app):
    @app.command
    def wave(times: int = 1):
        """Wave. Example: wardiary wave"""
        print("hello " * times)
        return 0
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A distribution with one module and one entry point, as an installer would lay it down."""

    def install(name: str, code: str, value: str = "") -> None:
        module = name.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
        info = tmp_path / f"{module}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8"
        )
        entry = f"[{plugins.GROUP}]\n{name} = {value or f'{module}:register'}\n"
        (info / "entry_points.txt").write_text(entry, encoding="utf-8")

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    return install


def shell(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from tui.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_a_command_of_another_package_runs_and_is_listed(install):
    install("tiny-waver", TINY)
    ran = shell("wave", "--times", "2")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "hello hello \n", "")
    assert "wave" in shell("--help").stdout


def test_a_broken_package_is_named_and_takes_no_other_command_with_it(install):
    install("tiny-waver", TINY)
    install("tiny-broken", "import no_such_module\n")
    install("tiny-absent", "x = 1\n", "tiny_absent:nothing")
    install("tiny-rival", "def register(app):\n    app.command(lambda: 0, name='list')\n")
    install("tiny-quitter", "raise SystemExit('I leave')\n")
    found = App(name="wardiary")
    found.command(lambda: 0, name="list")
    problems = {problem.split(" (")[0]: problem for problem in plugins.register(found)}
    assert set(problems) == {
        f"The commands of tiny-{name} 1.2" for name in ("broken", "absent", "rival", "quitter")
    }
    assert "No module named 'no_such_module'" in problems["The commands of tiny-broken 1.2"]
    assert "list" in problems["The commands of tiny-rival 1.2"]
    assert all("\n" not in problem for problem in problems.values())
    assert "wave" in found and "list" in found


def test_a_missing_command_says_which_package_is_broken(install, tmp_path: Path):
    install("tiny-broken", "import no_such_module\n")
    ran = shell("wave")
    assert ran.returncode == 2 and "tiny-broken 1.2" in ran.stderr and "Traceback" not in ran.stderr
    listed = shell("list", "--home", str(tmp_path / "home"))
    assert (listed.returncode, listed.stderr) == (0, ""), "our own commands do not look"


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["list"], False),
        (["act", "b", "3"], False),
        (["campaign", "show", "korea"], False),
        (["packs", "check"], False),
        (["list", "--help"], False),
        ([], True),
        (["--help"], True),
        (["hum"], True),
        (["campaign", "hum"], True),
    ],
)
def test_entry_points_are_looked_up_only_when_it_is_none_of_our_own(arguments: list[str], wanted: bool):
    commands.register(arguments)
    assert plugins.wanted(app, arguments) == wanted
