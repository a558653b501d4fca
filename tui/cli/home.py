"""The commands for the data folder: where it is, whether it is its owner's alone, and what was lost in it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from campaign.library.answers import SalvageReport
from campaign.rules.wording import count
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door


@app.command
def home(
    *,
    mend: Annotated[
        bool, Parameter(help="Take from others on this machine what they may do there.", negative="")
    ] = False,
    common: Common = NOBODY,
) -> int:
    """Say where your data lie, and who else on this machine may look into them. Exit status 1 if somebody may.

    Example: wardiary home --mend
    """
    with door(common) as hq:
        found = hq.home.mend() if mend else hq.home.wide()
        folder = hq.home.folder
    if common.json:
        output.as_json({"folder": str(folder), "mended" if mend else "wide": [str(one) for one in found]})
    else:
        output.say(f"Your data lie in {folder}.")
        if not found:
            output.say("Nobody else on this machine may look into them.")
        else:
            output.say("These are yours alone now:" if mend else "Others on this machine may look into:")
            for one in found:
                output.say(f"  {one}")
    return 1 if found and not mend else 0


@app.command
def salvage(
    *,
    mend: Annotated[bool, Parameter(help="Put them back under their names.", negative="")] = False,
    name: Annotated[
        list[str] | None,
        Parameter(help="A name that one of them may have had. May be repeated.", negative=""),
    ] = None,
    common: Common = NOBODY,
) -> int:
    """Tell of diaries that lost the row with their name, so that nothing shows them; and put them back.

    Each is known by its seals: a name that is not its own does not fit. Exit status 1 if one is left that lost its row.

    Example: wardiary salvage --mend --name hill-112
    """
    with door(common) as hq:
        found = hq.salvage(name or (), mend=mend)
    output.found(found, _salvaged, common.json)
    return 0 if found.whole else 1


def _salvaged(found: SalvageReport) -> None:
    if not found.diaries:
        output.say("Every diary here has its row.")
    for one in found.diaries:
        which = f"{one.kind} {one.name}" if one.name else one.kind or "something"
        told = f"No. {one.number}: {which}, {count(one.entries, 'entry', 'entries')}"
        titled = f", {one.title!r}" if one.title else ""
        when = f", of {one.created[:10]}" if one.created else ""
        state = "It was put back." if one.back else one.why or "`wardiary salvage --mend` puts it back."
        output.say(f"{told}{titled}{when}. {state[:1].upper()}{state[1:]}")
