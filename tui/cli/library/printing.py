"""What the commands for scenarios and rosters print for people."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.library.answers import DataFileInfo, OwnFile, RosterInfo
from campaign.rules.options import ScenarioInfo, Setting
from campaign.rules.refused import Refused
from campaign.rules.roster import RosterReport
from campaign.rules.wording import count
from campaign.simulation.answers import Trial
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


def data_files(found: Sequence[DataFileInfo]) -> None:
    rows = [("file", "what", "rows told apart by")]
    for file in found:
        keys = ", ".join(f"{rows}: {key}" for rows, key in file.keys.items())
        rows.append((f"{file.file}{' (yours)' if file.own else ''}", file.what, keys))
    table(rows)


def own_files(found: Sequence[OwnFile]) -> None:
    if not found:
        say("You have no data files of your own here.")
    for file in found:
        how = "laid over" if file.overlay else "in place of"
        say(f"{file.file}: {f'{how} {file.under}' if file.under else 'new'}")
        table([(f"  {line.path}", _short(line.before), "→", _short(line.after)) for line in file.lines])
        if file.under and not file.lines:
            say("  It changes nothing.")


def _short(value: object) -> str:
    text = "(nothing)" if value is None else f"{value!r}"
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


SHORT = 60
"""Characters of a value that are printed."""


def trials(found: Sequence[Trial]) -> None:
    """How scenarios of one's own are fought out by bots."""
    if not found:
        say("You have no scenarios of your own.")
    for trial in found:
        cell, limit = trial.cell, f" of {trial.turns}" if trial.turns else ""
        say(f"{trial.scenario}: {trial.title} ({trial.system}), {count(cell.battles, 'battle')}")
        wins = [f"{side.name} {cell.wins[side.id].share:.0%}" for side in trial.sides]
        say(f"  wins    {', '.join([*wins, f'drawn {cell.draws.share:.0%}'])}")
        say(
            f"  length  {cell.turns.least} to {cell.turns.most} turns{limit}, {cell.turns.median:g} in the middle"
        )
        for reason in cell.reasons:
            say(f"  ends    {count(reason.battles, 'battle')}: {reason.reason}")
        say(f"  never moved  {', '.join(trial.still) or 'nobody'}")
        say(f"  never shot   {', '.join(trial.silent) or 'nobody'}")
