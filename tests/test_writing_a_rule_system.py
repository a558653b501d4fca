"""The page on writing a rule system quotes what is there, names what exists, and leaves no member out."""

from __future__ import annotations

import re
import shlex
import sys
import textwrap
import tomllib
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from campaign.battles import table
from campaign.headquarters import Headquarters
from campaign.rules import dice, options
from campaign.rules.boards import Board, BoardFile
from campaign.rules.bots import Bot
from campaign.rules.facets import Assets, Forces, Hidden
from campaign.rules.hexes import Layout
from campaign.rules.options import Option
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, PieceView
from campaign.shared.answers import Acted
from events.codec import tag_of
from tests.example import FOLDER, forgotten
from tests.golden import make
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "writing-a-rule-system.md").read_text(encoding="utf-8")
EXAMPLE = FOLDER / "duel_of_dice"
FILES = {path.name: path.read_text(encoding="utf-8").splitlines() for path in EXAMPLE.glob("*.py")}
EXCERPTS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]  # fmt: skip
PROSE = re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL)
NAMES = set(re.findall(r"`([^`\n]+)`", PROSE))
ROOMS = {"legal.py", "muster.py", "odds.py", "bots.py", "words.py", "decide/"}
"""Rooms that the example is too small for; the systems that are played have them."""


def dedented(lines: list[str]) -> str:
    return textwrap.dedent("\n".join(lines)).strip("\n")


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda text: text.strip().splitlines()[0][:40])
def test_every_excerpt_stands_in_the_example_word_for_word(excerpt: str):
    wanted = dedented(excerpt.splitlines())
    size = len(excerpt.splitlines())
    windows = (lines[at : at + size] for lines in FILES.values() for at in range(len(lines) - size + 1))
    assert any(dedented(window) == wanted for window in windows)


def test_there_are_excerpts_of_nearly_every_room():
    assert len(EXCERPTS) > 20
    shown = "\n".join(EXCERPTS)
    for name, lines in FILES.items():
        assert any(line.strip() in shown for line in lines if len(line) > 30), name


def test_every_path_that_is_named_is_there():
    paths = {name for name in NAMES if re.fullmatch(r"[\w./-]+/|[\w./-]+\.(?:py|md|toml)", name)}
    assert len(paths) > 25
    for path in paths:
        if path in ROOMS:
            assert any((one / path).exists() for one in (ROOT / "campaign" / "systems").iterdir()), path
        else:
            assert (ROOT / path).exists() or (EXAMPLE / path).exists(), path
    for link in re.findall(r"\]\(([\w./-]+)\)", TEXT):
        assert (ROOT / "docs" / link).exists(), link


def members(shape: type) -> set[str]:
    return {name for name in (*vars(shape), *shape.__annotations__) if not name.startswith("_")}


def listed(shape: type) -> set[str]:
    """What the table of a shape names in its first column."""
    _, _, after = TEXT.partition(f"| `{shape.__name__}` |")
    rows = after.partition("\n\n")[0].splitlines()[1:]
    return set(re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in rows)))


@pytest.mark.parametrize("shape", [Rules, Hidden, Forces, Assets, Bot], ids=lambda one: one.__name__)
def test_the_table_of_a_shape_names_its_members_and_nothing_else(shape: type):
    assert listed(shape) == members(shape)


@pytest.mark.parametrize(
    "shape", [BoardFile, GameView, Layout, Option, PieceView], ids=lambda one: one.__name__
)
def test_the_table_of_a_shape_names_its_fields_and_nothing_else(shape: type[Struct]):
    assert listed(shape) == set(shape.__struct_fields__)


def test_the_board_on_the_page_is_one():
    (text,) = [one for one in re.findall(r"^```toml\n(.*?)^```", TEXT, re.M | re.S) if "picture" in one]
    board = Board(msgspec.convert(tomllib.loads(text), BoardFile))
    assert board.terrain["0301"] == "trees" and board.has("0301", "ford") and board.road("0102", "0202")


def test_the_table_of_a_system_names_what_one_writes_and_the_page_the_rest():
    written = {one.name for one in fields(System) if one.init and one.name != "_"}
    assert listed(System) == written
    assert members(System) <= NAMES


def test_every_name_that_is_mentioned_exists():
    """Names of classes, functions, fields and tags; whatever is code and neither path nor command."""
    rules = ROOT / "campaign" / "rules"
    sources = [*rules.glob("*.py"), *EXAMPLE.rglob("*.py"), ROOT / "campaign" / "__init__.py"]
    known = set(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    known |= {tag_of(one) for one in vars(table).values() if isinstance(one, type) and _tagged(one)}
    words = {name for name in NAMES if re.fullmatch(r"\w[\w-]*", name)}
    assert len(words) > 60
    examples = {"duel-of-dice", "blows-fell", "random", "0-9", "00-99", "0101"}
    assert words - known <= {room.removesuffix(".py") for room in ROOMS} | examples


def _tagged(one: type) -> bool:
    return isinstance(getattr(getattr(one, "__struct_config__", None), "tag", None), str)


def test_the_tags_of_headquarters_that_are_named_are_in_use():
    sentence = re.search(r"Use no tag of headquarters \(([^)]*)\)", TEXT)
    assert sentence is not None
    tags = {tag_of(one) for one in vars(table).values() if isinstance(one, type) and _tagged(one)}
    assert set(re.findall(r"`([\w-]+)`", sentence[1])) <= tags


@pytest.mark.parametrize("kind", ["choice", "switch", "number", "roster"])
def test_every_kind_of_setting_exists(kind: str):
    assert kind in str(options.Setting.__annotations__["kind"])


@pytest.mark.parametrize("matters", ["order", "count", "set", "shuffle"])
def test_what_matters_of_dice_exists(matters: str):
    assert matters in str(dice.Matters)


@pytest.mark.usefixtures("example")
def test_the_commands_run(wardiary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    _run(wardiary)
    forgotten(tmp_path)


def _run(wardiary: Run) -> None:
    battle = ""
    ran = [shlex.split(line) for line in COMMANDS if line.startswith("wardiary ")]
    assert len(ran) > 10
    for _, *arguments in ran:
        made = arguments[0] == "new"
        done = wardiary(*[battle if one == "BATTLE" else one for one in arguments], *["--json"] * made)
        assert done.status == 0, (arguments, done)
        assert done.out
        battle = done.json["battle"] if made else battle


def test_golden_diaries_are_made_by_the_command_that_is_shown_and_never_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (command,) = [line for line in COMMANDS if not line.startswith("wardiary ")]
    assert command == "python -m tests.golden.make"
    assert find_spec("tests.golden.make") is not None
    with Headquarters(tmp_path / "home") as hq:
        assert isinstance(hq.battles.new("tank-duel", name="duel"), Acted)
        assert make.keep(hq, "duel", tmp_path)
        before = (tmp_path / "duel.ndjson").read_bytes()
        assert not make.keep(hq, "duel", tmp_path)
    assert "never changed" in capsys.readouterr().out
    assert (tmp_path / "duel.ndjson").read_bytes() == before
