"""The terminal program. Nothing is imported here before it is needed: the command line starts fast."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.headquarters import Headquarters
    from tui.app import WarDiary

NO_TERMINAL = (
    "This is no terminal that a screen can be drawn on. Without one, play with `wardiary legal`, which lists what"
    " may be done, and `wardiary act`, which does it."
)


def make_app(
    headquarters: Headquarters, battle: str | None = None, campaign: str = "", side: str = ""
) -> WarDiary:
    """The program, ready to run; battle, campaign: those to open at once; side: the only one played here."""
    from tui.app import WarDiary

    return WarDiary(headquarters, battle, no_color="NO_COLOR" in os.environ, campaign=campaign, side=side)


def run(headquarters: Headquarters, battle: str | None = None, campaign: str = "", side: str = "") -> int:
    """Play on this terminal until the player leaves. Answers with the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        print(NO_TERMINAL, file=sys.stderr)
        return 2
    from tui.shared import interrupts

    app = make_app(headquarters, battle, campaign, side)
    interrupts.as_usual()
    last = app.run()
    if app.return_code:
        return app.return_code
    print(farewell(headquarters, last))
    return 0


def farewell(headquarters: Headquarters, last: str | None) -> str:
    """What is said when the player leaves: the newest seal of the battle that was open last, and how to go on."""
    from campaign.rules.refused import Refused
    from campaign.shared.seals import short_seal
    from tui.cli.suggesting import line

    if not last:
        return "Everything is in the diary."
    try:
        info = headquarters.battles.info(last)
    except Refused:
        newest = ""
    else:
        newest = f" Its newest entry is {short_seal(info.entries, info.seal)}."
    return f"Everything is in the diary.{newest}\nTo go on: {line('play', last)}"
