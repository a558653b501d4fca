"""What the commands for scenarios and rosters print for people."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.library.answers import RosterInfo
from campaign.rules.options import ScenarioInfo, Setting
from campaign.rules.refused import Refused
from campaign.rules.roster import RosterReport
from tui.cli.output import say, table


def scenario(system: str, info: ScenarioInfo) -> None:
    say(f"{info.id}: {info.title} ({system})")
    for text in (info.summary, *info.notes, *info.reconstructed):
        if text:
            say(f"  {text}")
    table([("  side", "name"), *((f"  {side.id}", side.name) for side in info.sides)])
    settings = [one for one in info.settings if not one.rule]
    readings = [one for one in info.settings if one.rule]
    if settings:
        say("Settings, each as --option NAME=VALUE:")
        table([("  name", "values", "left out", "what"), *map(_setting, settings)])
    if readings:
        say("Readings, where the text leaves something open, each as --option NAME=VALUE:")
        table([("  name", "values", "left out", "rule and question"), *map(_setting, readings)])


def _setting(one: Setting) -> tuple[str, str, str, str]:
    values = {
        "switch": "true, false",
        "number": f"{one.lowest} to {one.highest}",
        "choice": ", ".join(value for value, _ in one.choices),
        "roster": ", ".join([*(value for value, _ in one.choices), "your own, @FILE.toml"]),
    }[one.kind]
    default = str(one.default).lower() if isinstance(one.default, bool) else str(one.default)
    return f"  {one.id}", values, default, f"{one.rule}: {one.label}" if one.rule else one.label


def rosters(found: Sequence[RosterInfo]) -> None:
    rows = [("roster", "system", "points", "whose", "title", "state")]
    for one in found:
        whose, state = "yours" if one.own else "ready-made", one.problem or "sound"
        rows.append((one.id, one.system, str(one.cost), whose, one.title, state))
    if found:
        table(rows)
    else:
        say("There are no rosters: the forces of these rule systems are fixed.")


def report(found: RosterReport) -> None:
    """A printed list, and what is wrong with it."""
    limit = f" of {found.limit}" if found.limit else ""
    say(f"{found.title}: {found.cost}{limit} {'point' if (found.limit or found.cost) == 1 else 'points'}")
    table(
        [
            (f"{'  ' * (indent + 1)}{text}", str(points) if points else "")
            for indent, text, points in found.lines
        ]
    )
    for one in found.problems:
        say(str(Refused(one.reason, one.rule, one.allowed, one.where)))
    if found.sound:
        say("It is sound.")


def fits(found: RosterReport) -> None:
    table([(f"{one.cost:>5}", one.id, one.name, one.kind, one.where) for one in found.fits])
    if not found.fits:
        say("Nothing more fits.")
