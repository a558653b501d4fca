"""Commands that write after-action reports, of a battle or of a campaign."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from campaign.reports.making import of_battle, of_campaign
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from tui.cli import output
from tui.cli.app import NOBODY, BattleId, CampaignId, Common, Viewer, app, campaign, door

Everything = Annotated[bool, Parameter(name="--all", help="The quiet lines too.", negative="")]
Form = Annotated[Literal["markdown", "html"] | None, Parameter(help="By the file's name if left out.")]
Where = Annotated[Path | None, Parameter(help="The file to write; standard output if left out.")]


@campaign.command
def report(
    name: CampaignId,
    path: Where = None,
    *,
    form: Form = None,
    everything: Everything = False,
    viewer: Viewer = UMPIRE,
    common: Common = NOBODY,
) -> int:
    """Write the after-action report of a campaign, as Markdown or as one HTML file with plots.

    Example: wardiary campaign report korea korea.html
    """
    with door(common, viewer) as hq:
        text = of_campaign(hq, name, form_of(path, form), everything, progress(path))
    return written(text, path, common)


@app.command(name="report")
def battle_report(
    battle: BattleId, path: Where = None, *, form: Form = None, viewer: Viewer = None, common: Common = NOBODY
) -> int:
    """Write the after-action report of a battle, as Markdown or as one HTML file with maps.

    Example: wardiary report BATTLE battle.html
    """
    with door(common, viewer) as hq:
        text = of_battle(hq, battle, form_of(path, form), progress(path))
    return written(text, path, common)


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
            print(f"{done} of {of} entries", end=end, file=sys.stderr, flush=True)

    return tell


def written(text: str, path: Path | None, common: Common) -> int:
    """A report in its file, or on standard output. Raises Refused."""
    if path is None:
        return output.found(text, lambda one: output.say(one.rstrip()), common.json)
    if path.is_dir():
        raise Refused("This is a folder; give a file.", where=str(path))
    path.write_text(text, encoding="utf-8")
    return output.found(str(path), lambda one: output.say(f"Written: {one}"), common.json)
