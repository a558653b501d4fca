"""Commands for rosters: forces of one's own, and the ready-made ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.library.rosters import named_after
from campaign.rules.roster import RosterReport
from campaign.rules.wording import count
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door, roster
from tui.cli.library import printing

Which = Annotated[str, Parameter(help="A roster's id or name, or @FILE.toml.")]
OfSystem = Annotated[str, Parameter(help="The rule system.")]
Limit = Annotated[int, Parameter(help="Points allowed; the roster's own limit if left out.")]


@app.command
def rosters(*, system: str | None = None, common: Common = NOBODY) -> int:
    """List the rosters there are, ready-made ones and your own.

    Example: wardiary rosters --system SYSTEM
    """
    with door(common) as hq:
        found = hq.rosters.all(system)
    return output.found(found, printing.rosters, common.json)


@roster.command(name="show")
def roster_show(system: OfSystem, which: Which, *, common: Common = NOBODY) -> int:
    """Print a roster as a TOML file, ready to be changed and saved.

    Example: wardiary roster show SYSTEM NAME > mine.toml
    """
    with door(common) as hq:
        found = _roster(hq, system, which)
        text = hq.rosters.text(found)
    if common.json:
        output.as_json(found)
    else:
        output.say(text.rstrip())
    return 0


@roster.command(name="check")
def roster_check(system: OfSystem, which: Which, *, limit: Limit = 0, common: Common = NOBODY) -> int:
    """Judge a roster by the rules: its list with points, and what is wrong. Exit status 1 if it is not sound.

    Example: wardiary roster check SYSTEM @mine.toml
    """
    with door(common) as hq:
        found = _judged(hq, system, which, limit)
    output.found(found, printing.report, common.json)
    return 0 if found.sound else 1


@roster.command(name="fits")
def roster_fits(system: OfSystem, which: Which, *, limit: Limit = 0, common: Common = NOBODY) -> int:
    """List what could still be added to a roster.

    Example: wardiary roster fits SYSTEM @mine.toml --limit 100
    """
    with door(common) as hq:
        found = _judged(hq, system, which, limit)
    if common.json:
        output.as_json(found.fits)
    else:
        printing.fits(found)
    return 0


@roster.command(name="save")
def roster_save(system: OfSystem, name: str, file: Path, *, common: Common = NOBODY) -> int:
    """Keep a roster file under a name, for `wardiary new --option SETTING=NAME`. It need not be sound yet.

    Example: wardiary roster save SYSTEM my-platoon mine.toml
    """
    with door(common) as hq:
        content = hq.rosters.read(file)
        with named_after(file):
            hq.rosters.judge(system, content)
        saved = hq.rosters.save(system, name, content)
    if common.json:
        output.as_json(saved)
    else:
        output.say(f"Saved as {saved.id}: {saved.title}, {count(saved.cost, 'point')}.")
        if not saved.sound:
            print(f"It is not sound yet. {saved.problem}", file=sys.stderr)
    return 0


@roster.command(name="remove")
def roster_remove(system: OfSystem, name: str, *, common: Common = NOBODY) -> int:
    """Throw away a roster that you saved. Battles keep what they were opened with.

    Example: wardiary roster remove SYSTEM my-platoon
    """
    with door(common) as hq:
        hq.rosters.delete(system, name)
    if common.json:
        output.as_json({"removed": name})
    else:
        output.say(f"{name} is gone.")
    return 0


def _judged(hq: Headquarters, system: str, which: str, limit: int) -> RosterReport:
    found = _roster(hq, system, which)
    with named_after(Path(which[1:])) if which.startswith("@") else nullcontext():
        return hq.rosters.judge(system, found, limit)


def _roster(hq: Headquarters, system: str, which: str) -> Mapping[str, Any]:
    return hq.rosters.read(Path(which[1:])) if which.startswith("@") else hq.rosters.show(system, which)
