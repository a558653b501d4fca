"""Commands that write after-action reports, of a battle or of a campaign."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.plain import plain
from tui.cli import output
from tui.cli.app import NOBODY, BattleId, CampaignId, Common, Viewer, app, campaign, door
from tui.cli.campaign.common import room

Everything = Annotated[bool, Parameter(name="--all", help="The quiet lines too.", negative="")]
Form = Annotated[Literal["markdown", "html"] | None, Parameter(help="By the file's name if left out.")]
Force = Annotated[bool, Parameter(help="Write over a file that is there.", negative="")]
Proved = Annotated[
    bool, Parameter(help="Verify it, and end with what that proved and what it did not.", negative="")
]
Where = Annotated[Path | None, Parameter(help="The file to write; standard output if left out.")]


@campaign.command
def report(
    name: CampaignId,
    path: Where = None,
    *,
    form: Form = None,
    everything: Everything = False,
    proved: Proved = False,
    force: Force = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Write the after-action report of a campaign, as Markdown or as one HTML file with plots.

    Example: wardiary campaign report korea korea.html
    """
    from campaign.reports.making import of_campaign  # jinja2 is slow to import

    free(path, force, common)
    with room(common, name, viewer) as hq:
        verified = hq.campaigns.verify(name) if proved else None
        text = of_campaign(hq, name, form_of(path, form), everything, progress(path), verified)
    return written(text, path, common)


@app.command(name="report")
def battle_report(
    battle: BattleId,
    path: Where = None,
    *,
    form: Form = None,
    proved: Proved = False,
    force: Force = False,
    viewer: Viewer = None,
    common: Common = NOBODY,
) -> int:
    """Write the after-action report of a battle, as Markdown or as one HTML file with maps.

    Example: wardiary report BATTLE battle.html
    """
    from campaign.reports.making import of_battle

    free(path, force, common)
    with door(common, viewer) as hq:
        verified = hq.battles.verify(battle) if proved else None
        text = of_battle(hq, battle, form_of(path, form), progress(path), verified)
    return written(text, path, common)


def free(path: Path | None, force: bool, common: Common) -> None:
    """Raises Refused unless something may be written there: over a file only with --force, or if somebody at a terminal
    says so; over what the program keeps never."""
    if path is None:
        return
    spare(path, common)
    if path.is_dir():
        raise Refused("This is a folder; give a file.", where=str(path))
    if not path.exists() or force:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(plain(f"{path} is there already. Write over it? [y/N] "), end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
    raise Refused("This file is there already.", "", ["--force", "another file"], str(path))


def spare(path: Path, common: Common) -> None:
    """Raises Refused where the program keeps something, or where a database lies."""
    if why := Home(common.home).spared(path):
        raise Refused(f"Nothing is written there, for {why}.", "", ["another file"], str(path))


def form_of(path: Path | None, form: Literal["markdown", "html"] | None) -> Literal["markdown", "html"]:
    """What is wanted, or what the name of the file says."""
    if form is not None:
        return form
    return "html" if path is not None and path.suffix in (".html", ".htm") else "markdown"


def progress(path: Path | None) -> Callable[[int, int], None]:
    """Tells people at a terminal how far a report is."""

    def tell(done: int, of: int) -> None:
        if path is not None and sys.stderr.isatty():
            end = "\n" if done >= of else "\r"
            print(f"{done} of {count(of, 'entry', 'entries')}", end=end, file=sys.stderr, flush=True)

    return tell


def written(text: str, path: Path | None, common: Common) -> int:
    """A report in its file, or on standard output; see `free`."""
    if path is None:
        return output.found(text, lambda one: output.say(one.rstrip()), common.json)
    path.write_text(text, encoding="utf-8")
    return output.found(str(path), lambda one: output.say(f"Written: {one}"), common.json)
