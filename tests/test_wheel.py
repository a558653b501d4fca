"""The wheel holds all that it needs: built, installed into an environment of its own, and played far from the checkout.

Runs long: pip runs twice, and a program that starts anew each time plays a whole campaign.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from campaign import __version__
from campaign.systems import system_ids

ROOT = Path(__file__).parent.parent
PACKAGES = ("events", "campaign", "api", "tui")
CAMPAIGN = "marines-in-korea"


def run(*command: object, folder: Path, **environment: str) -> str:
    """What a command says. Nothing is looked for in the checkout, or downloaded."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WARDIARY"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**kept, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    run(sys.executable, "-m", "pip", *build, folder=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def bin(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel in it; all else it borrows from the one of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    paths = {"base": str(folder), "platbase": str(folder)}
    found, site = (Path(sysconfig.get_path(name, "venv", vars=paths)) for name in ("scripts", "purelib"))
    install = ("install", "--quiet", "--no-deps", wheel)
    run(sys.executable, "-m", "pip", "--python", found / "python", *install, folder=folder)
    # A folder named here is searched, but the .pth files in it, such as that of the checkout, are not read.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return found


def test_everything_but_rubbish_is_in_it(wheel: Path):
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    files = {path for top in PACKAGES for path in (ROOT / top).rglob("*") if path.is_file()}
    wanted = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert {Path(name).suffix for name in wanted} >= {".py", ".toml", ".j2", ".tcss"}
    assert wanted == {name for name in held if ".dist-info/" not in name}
    assert wheel.name.startswith(f"wardiary-{__version__}-")


def test_the_checkout_is_out_of_reach(bin: Path, tmp_path: Path):
    names = ", ".join(PACKAGES)
    code = f"import sys, {names}\nprint(*sys.path, *(one.__file__ for one in ({names})), sep='\\n')"
    said = run(bin / "python", "-c", code, folder=tmp_path).splitlines()
    assert str(ROOT) not in said
    assert all(Path(file).is_relative_to(bin.parent) for file in said[-len(PACKAGES) :]), said


def test_the_sample_campaign_is_played_and_reported(bin: Path, tmp_path: Path):
    def wardiary(*words: str) -> str:
        return run(bin / "wardiary", *words, folder=tmp_path, WARDIARY_HOME=str(tmp_path / "home"))

    assert __version__ in wardiary("--version")
    wardiary("campaign", "new", CAMPAIGN, "--name", "korea")
    wardiary("campaign", "play", "korea")
    assert "over:" in wardiary("campaign", "list")
    wardiary("campaign", "report", "korea", "korea.html")
    report = (tmp_path / "korea.html").read_text(encoding="utf-8")
    assert "<svg" in report and report.rstrip().endswith("</html>")
    assert wardiary("packs", "check").count(": sound") == len(system_ids())
