"""Commands for whoever writes a rule system: a skeleton, and trying whether it keeps what every system promises."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from campaign.contract import skeleton
from campaign.contract.answers import Failure, Tried
from campaign.contract.trying import BATTLES, tried
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from tui.cli import output
from tui.cli.app import systems

MOST_BATTLES = 1_000_000
Json = Annotated[bool, Parameter(help="Print JSON, for scripts.", negative="")]


@systems.command(name="try")
def systems_try(
    package: Annotated[
        str, Parameter(help="A package that can be imported, a folder with one, or the id of a rule system.")
    ],
    *,
    battles: Annotated[
        int, Parameter(help="How many battles are played, and positions looked at.")
    ] = BATTLES,
    seed: Annotated[int, Parameter(help="The same seed tries the same.")] = 1,
    folder: Annotated[
        Path | None, Parameter(help="Where diaries of what fails go; here, if left out.")
    ] = None,
    json: Json = False,
) -> int:
    """Try whether a rule system keeps what every one promises: battles are played by bots and looked at from all sides.

    The battle that fails is written as a diary. Exit status 1 if anything fails. See docs/writing-a-rule-system.md.

    Example: wardiary systems try PACKAGE --battles 200
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise Refused("So many battles cannot be played.", "", [f"1 to {MOST_BATTLES:,}"], "--battles")
    found = tried(package, battles, seed, _there(folder), _progress)
    if json:
        output.as_json(found)
    else:
        _tell(found, package)
    return 0 if found.sound else output.BROKEN


def _there(folder: Path | None) -> Path:
    """The folder that was named, or this one. Raises Refused."""
    if folder is not None and not folder.is_dir():
        raise Refused(f"There is no folder {str(folder)!r}.", "", ["a folder that is there"], "--folder")
    return folder or Path()


def _progress(what: str, done: int, of: int) -> None:
    """A line that is written over, for who waits at a terminal."""
    if _at_a_terminal():
        end = "\n" if done >= of else ""
        print(f"\r{what}: {done:,} of {of:,} ", end=end, file=sys.stderr, flush=True)


def _at_a_terminal() -> bool:
    return sys.stderr.isatty()


def _tell(found: Tried, package: str) -> None:
    output.say(f"{found.title} ({found.system} {found.version}), package {found.package}, seed {found.seed}")
    rows = [
        (f"  {one.done:,}", one.what, f"{one.failed:,} failed" if one.failed else "sound")
        for one in found.parts
    ]
    output.table(rows)
    for failure in found.failures:
        _tell_failure(failure, found, package)
    for note in found.notes:
        output.say(note)
    _tell_unmet(found)
    if found.sound:
        output.say("It keeps all that was tried.")
        return
    kinds = len(found.failures)
    output.say(f"It does not hold: {count(kinds, 'kind of failure', 'kinds of failures')}.")


def _tell_failure(failure: Failure, found: Tried, package: str) -> None:
    output.say("")
    output.say(f"It fails: {failure.problem}")
    times = f", and in {failure.times - 1:,} more" if failure.times > 1 else ""
    output.say(f"  in {failure.part}{f': {failure.battle}' if failure.battle else ''}{times}")
    if failure.doing:
        output.say(f"  as it was asked of {failure.doing}")
    for line in failure.code:
        output.say(f"  {line}")
    if failure.kept:
        output.say(f"  The diary of it cannot be written: {failure.kept}")
    if failure.file:
        output.say("  The battle up to there is kept. To look at it:")
        if not found.installed:
            project = (Path(package) / "pyproject.toml").is_file()
            folder = package if project else "FOLDER, where the folder is that of its pyproject.toml"
            output.say(f"    pip install --editable {folder}")
        output.say(f"    wardiary import {failure.file}")
        output.say(f"    wardiary log {failure.diary} --as umpire")
        output.say(f"    wardiary state {failure.diary} --as umpire")


def _tell_unmet(found: Tried) -> None:
    """What was never met: it was not tried, whatever else holds."""
    unmet, options = found.unmet, dict[str, list[str]]()
    for word in unmet.options:
        setting, _, value = word.partition("=")
        options.setdefault(setting, []).append(value)
    rows = [
        ("events", ", ".join(unmet.events)),
        ("actions", ", ".join(unmet.actions)),
        ("questions", ", ".join(unmet.questions)),
        ("rules", ", ".join(f"{number} ({place})" for number, place in unmet.rules)),
        ("options", ", ".join(f"{name}={'|'.join(values)}" for name, values in options.items())),
    ]
    if not any(words for _, words in rows):
        output.say("Every event, action, question, rule and option was met.")
        return
    output.say("Never met:")
    output.table([(f"  {what}", words) for what, words in rows if words])


@systems.command(name="new")
def systems_new(
    name: Annotated[str, Parameter(help="Of the system: small letters and digits, with hyphens.")],
    *,
    folder: Annotated[Path | None, Parameter(help="Where its folder goes; here, if left out.")] = None,
    json: Json = False,
) -> int:
    """Write a rule system to begin with, as a project of its own that can be tried and played at once.

    Example: wardiary systems new my-game
    """
    target = skeleton.write(name, _there(folder))
    if json:
        output.as_json({"folder": str(target)})
        return 0
    output.say(f"It is written: {target}. See whether it holds, then make it yours:")
    output.say(f"  wardiary systems try {target}")
    return 0
