"""Commands that list scenarios, and what may be set in them."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo
from tui.cli import output
from tui.cli.app import NOBODY, Common, app, door
from tui.cli.battles.opening import scenario_of
from tui.cli.library import printing


@app.command
def scenarios(*, system: str | None = None, common: Common = NOBODY) -> int:
    """List the scenarios of all rule systems.

    Example: wardiary scenarios --system SYSTEM
    """
    with door(common) as hq:
        found = hq.packs.scenarios(system)
        problems = [pack for pack in hq.packs.all() if pack.problem]
    if common.json:
        rows = [_described(one, info) for one, info in found]
        output.as_json(rows)
    else:
        output.table([(info.id, one.id, info.title, info.summary) for one, info in found])
    for pack in problems:
        print(f"{pack.system} has no scenarios now. {pack.problem}", file=sys.stderr)
    return 0


@app.command
def scenario(id: str, *, system: str | None = None, common: Common = NOBODY) -> int:
    """Show one scenario: its sides, its notes, and the settings that `wardiary new` takes.

    Example: wardiary scenario SCENARIO
    """
    with door(common) as hq:
        one, info = hq.packs.scenario(scenario_of(hq, id, system), system)
    if common.json:
        output.as_json(_described(one, info))
    else:
        printing.scenario(one.title, info)
    return 0


def _described(system: SystemInfo, info: ScenarioInfo) -> dict[str, Any]:
    fields = msgspec.structs.asdict(info)
    return {"id": fields.pop("id"), "system": system.id, **fields}
