"""The command for the data folder: where it is, and whether it is its owner's alone."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

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
