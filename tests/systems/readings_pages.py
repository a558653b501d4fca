"""The table of readings in the pages of docs/rules, as declared: `python -m tests.systems.readings_pages`."""

from __future__ import annotations

from pathlib import Path

from campaign.contract.promises import loaded
from campaign.rules.readings import declared, written

DOCS = Path(__file__).parents[2] / "docs" / "rules"
SYSTEMS = ("combat-veteran", "combat-volume-2", "mechwar-4", "portable-wargame-modern", "tanks-modern-age")
TITLE = "## Switches of readings"
INTRO = """Each of these is a switch of the pack, of a scenario's file (its table `readings`), of a battle
(`--option NAME=VALUE`) and of a campaign's node (`options`). What the pack says comes first. A line of the log that one
of them decided names it beside the rule. This table is made of what the code declares (`readings.py:Readings`)."""


def table(system: str) -> str:
    """The chapter of a system's page."""
    usual = loaded(system).readings
    assert usual is not None
    rows = ["| reading | rule | question | what the text says | choices |", "|---|---|---|---|---|"]
    for one in declared(type(usual)):
        value = getattr(usual, one.id)
        others = [other for other, _ in one.choices if other != value]
        told = [f"`{written(choice)}`: {one.words(choice)}" for choice in (value, *others)]
        if not one.choices:
            told = [f"`{written(value)}`; {one.lowest} to {one.highest}"]
        rows.append(f"| `{one.id}` | {one.rule} | {one.question} | {one.says} | {'; '.join(told)} |")
    return "\n".join([TITLE, "", INTRO, "", *rows, ""])


def page(system: str) -> Path:
    return DOCS / f"{system}.md"


def written_anew(text: str, system: str) -> str:
    """A page with its table; where it has none yet, before the next chapter after the rules."""
    before, found, rest = text.partition(f"{TITLE}\n")
    if not found:
        head, heading, tail = text.partition("\n## Rules")
        rules, _, after = tail.partition("\n## ")
        return f"{head}{heading}{rules}\n{table(system)}\n## {after}"
    _, _, after = rest.partition("\n## ")
    return f"{before}{table(system)}\n## {after}"


if __name__ == "__main__":
    for system in SYSTEMS:
        page(system).write_text(
            written_anew(page(system).read_text(encoding="utf-8"), system), encoding="utf-8"
        )
