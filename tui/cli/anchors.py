"""The command that writes down where all diaries stand, and compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.answers import AnchorReport
from campaign.shared.plain import plain
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door
from tui.cli.reports import spare


@app.command
def anchor(
    file: Annotated[
        Path | None,
        Parameter(help="Where to write it; to the screen if left out. An older one is replaced if it holds."),
    ] = None,
    *,
    check: Annotated[Path | None, Parameter(help="An anchor from before, to compare with.")] = None,
    common: Common = NOBODY,
) -> int:
    """Write the newest seals of all your diaries into one small file, to keep elsewhere; or compare with such a file.

    Give it to who must not have to trust you: nobody can rewrite a diary unnoticed by who has an anchor. Exit status 1
    names every diary that cannot be anchored; with --check, every one that is missing, shorter, or has another history.

    Example: wardiary anchor anchor.json, wardiary anchor --check anchor.json
    """
    if check is not None:
        if file is not None:
            raise Refused("An anchor is written or compared, not both at once.", where="FILE")
        return _compared(check, common)
    if file is not None and not file.absolute().parent.is_dir():
        raise Refused(f"There is no folder {file.parent}.", where="FILE")
    if file is not None:
        spare(file, common)
    with door(common) as hq:
        if file is not None and file.is_file() and not hq.check_anchor(file).holds:
            allowed = [f"--check {file}", "another file"]
            raise Refused(
                f"{file} is an anchor that does not hold here: it is not written over.", "", allowed, "FILE"
            )
        made = hq.anchor(sys.stdout.buffer if file is None else file)
    if file is not None and common.json:
        output.as_json({"file": str(file), **msgspec.to_builtins(made)})
        return 1 if made.left_out else 0
    if file is not None:
        output.say(
            f"{count(made.diaries, 'diary', 'diaries')} anchored in {file}. Keep it where the diaries are not."
        )
    for why in made.left_out:
        print(plain(f"Not anchored: {why}"), file=sys.stderr)
    return 1 if made.left_out else 0


def _compared(file: Path, common: Common) -> int:
    with door(common) as hq:
        found = hq.check_anchor(file)
    output.found(found, _report, common.json)
    return 0 if found.holds else 1


def _report(found: AnchorReport) -> None:
    for one in found.adrift:
        output.say(one.why)
    held = found.diaries - len(found.adrift)
    grown = f"{found.grown} {'has' if found.grown == 1 else 'have'} gone on since"
    news = f" {grown}; {found.new} {'is' if found.new == 1 else 'are'} new."
    how = "is as it was" if found.diaries == 1 else "are as they were"
    of = count(found.diaries, "diary", "diaries")
    output.say(f"{held} of {of} {how} anchored at {found.at}.{news}")
    if found.holds:
        output.say("That their entries say what was sealed is for `wardiary verify`.")
