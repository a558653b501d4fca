"""Clients that others make from the description: they compile, and play."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from api.openapi.document import document
from campaign.shared.answers import Acted
from tests.api.conftest import Served, freely
from tests.conftest import PROFILE

MADE = Path(__file__).parent / "made"
SCENARIOS = ("tank-duel", "tank-ace") if PROFILE == "long" else ("tank-ace",)
"""What it plays: of the two the one in which something is hidden, in the default profile."""
CONFIG = """
post_hooks: []
content_type_overrides:
  application/x-ndjson: application/octet-stream
  image/svg+xml: application/octet-stream
"""
"""Files are bytes to this generator."""
TOO_LONG = ("Code is too complex to analyze", "Maximum parse depth exceeded")
"""What pyright says of a single function in which the generator tries the events of all rule systems one after the
other, and of the type of one of them, some two hundred classes in a row; it goes by the types that are declared."""
TOOLS = ("openapi-typescript@7", "typescript@5")
long = pytest.mark.skipif(PROFILE != "long", reason="takes a minute: HYPOTHESIS_PROFILE=long")


@pytest.fixture
def described(tmp_path: Path) -> Path:
    file = tmp_path / "openapi.json"
    file.write_bytes(msgspec.json.encode(document()))
    return file


def run(*line: str | Path, cwd: Path) -> str:
    done = subprocess.run(line, cwd=cwd, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Where whoever has a token plays what bears no name."""
    with Served(tmp_path / "home", freely(shared=True)) as found:
        yield found


def plays(served: Served, line: Sequence[str | Path], cwd: Path) -> None:
    """A client plays ten actions of a battle of each rule system, for both sides."""
    for scenario in SCENARIOS:
        opened = served.hq.battles.new(scenario)
        assert isinstance(opened, Acted)
        told = run(*line, served.url, served.tokens["a"], opened.diary, cwd=cwd)
        assert int(told.split()[-1]) == served.hq.battles.head(opened.diary) > 10


def generate(described: Path, folder: Path) -> str:
    """Makes the client in Python, in the package `made` of a folder: what the generator says."""
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    paths = ["--config", "config.yaml", "--path", described, "--output-path", "made"]
    return run(*generator, *paths, cwd=folder)


def test_a_client_in_python(served: Served, described: Path, tmp_path: Path) -> None:
    told = generate(described, tmp_path)
    assert "WARNING" not in told, told
    if PROFILE == "long":  # what is played is compiled anyway
        run(sys.executable, "-W", "error", "-m", "compileall", "-q", "made", cwd=tmp_path)
    shutil.copy(MADE / "play.py", tmp_path)
    plays(served, [sys.executable, "play.py"], tmp_path)


@long
def test_a_client_in_python_is_typed(described: Path, tmp_path: Path) -> None:
    generate(described, tmp_path)
    shutil.rmtree(tmp_path / "made" / "api" / "live")  # streams are nothing that this generator reads
    shutil.copy(MADE / "play.py", tmp_path)
    checker = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(
        [*checker, "play.py", "made"], cwd=tmp_path, capture_output=True, check=False, timeout=400
    )
    told = msgspec.json.decode(done.stdout)
    assert told["summary"]["filesAnalyzed"] > 100
    assert not [one for one in told["generalDiagnostics"] if not one["message"].startswith(TOO_LONG)]


@long
def test_a_client_in_typescript(served: Served, described: Path, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("there is no npm here")
    got = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", *TOOLS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    if got.returncode:
        pytest.skip(f"npm cannot install {', '.join(TOOLS)}: {got.stderr[-300:]}")
    shutil.copy(MADE / "play.ts", tmp_path)
    tools = tmp_path / "node_modules" / ".bin"
    run(tools / "openapi-typescript", described, "-o", "api.d.ts", cwd=tmp_path)
    strict = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "commonjs"]
    run(tools / "tsc", *strict, "--lib", "es2022,dom", "play.ts", "api.d.ts", cwd=tmp_path)
    plays(served, ["node", "play.js"], tmp_path)
