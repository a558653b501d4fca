"""What stands in several places agrees: versions, links, lists of contents, targets of make."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from campaign import __version__

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = PAGES[0].read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "docs" / "changelog.md").read_text(encoding="utf-8")


def prose(path: Path) -> str:
    """A page without its code."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings."""
    heads = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        assert file.is_file(), target
        assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_a_page_names_is_there(page: Path):
    named = re.findall(r"`((?:events|campaign|tui|tests|docs)/[\w/.-]*\w/?)(?:[`:])", prose(page))
    homes = [ROOT, ROOT / "campaign" / "systems" / page.stem.replace("-", "_")]
    assert [
        name
        for name in named
        if not any((home / name).exists() for home in homes) and not (ROOT / f"{name}.py").exists()
    ] == []


def test_the_readme_lists_its_chapters_and_every_page():
    listed = re.findall(r"\[([^\]]+)\]\(#[^)]+\)", README)
    assert listed == re.findall(r"^## (.+)$", README, re.MULTILINE)
    last = README.partition("## Documentation")[2]
    assert all(f"({page.relative_to(ROOT).as_posix()})" in last for page in PAGES[1:])


def test_the_changelog_knows_every_release():
    said = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG, re.MULTILINE)
    made = {path.name for path in (ROOT / "tests" / "golden").iterdir() if path.name[0].isdigit()}
    assert said[0] == __version__
    assert set(said) == made | {__version__}
    assert said == sorted(said, key=lambda one: [int(part) for part in one.split(".")], reverse=True)


AUDIENCES = ["players", "umpires of campaigns", "keepers of servers", "authors of rules and programs"]


@pytest.mark.parametrize("release", re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE))
def test_a_release_is_told_to_people_and_briefly(release: str):
    """At most 40 lines, each point under those whom it concerns, who stand in one order."""
    told = CHANGELOG.partition(f"## {release}\n")[2].partition("\n## ")[0].strip("\n")
    assert len(told.splitlines()) <= 40, (
        "what a page says needs no line here; several points of one thing are one"
    )
    before, *groups = re.split(r"^### For ", told, flags=re.MULTILINE)
    heads = [group.partition("\n")[0] for group in groups]
    assert heads == [audience for audience in AUDIENCES if audience in heads] and heads
    assert not before.strip(), "a point stands under whom it concerns"
    assert all(re.search(r"^- ", group, re.MULTILINE) for group in groups)


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "campaign/__init__.py"
    for top in ("events", "campaign", "api", "tui"):
        for path in (ROOT / top).rglob("*.py"):
            if path != ROOT / "campaign" / "__init__.py":
                assert f'"{__version__}"' not in path.read_text(encoding="utf-8"), path


def test_the_oldest_python_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    assert project["tool"]["pyright"]["pythonVersion"] == oldest
    assert f"({oldest.replace('.', ', ')})" in MAKEFILE and f"Python {oldest} or newer" in MAKEFILE
    for page in (README, (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")):
        assert f"Python {oldest} or newer" in page


def test_make_help_lists_every_target():
    targets = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[0].split()
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = [line.split(maxsplit=2) for line in shown.splitlines() if line.startswith("make ")]
    assert [name for _, name, _ in lines if name not in targets] == []
    assert sorted(name for _, name, _ in lines) == sorted(targets)
