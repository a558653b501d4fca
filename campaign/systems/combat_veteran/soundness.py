"""Whether a scenario can be played as its file has it: what is checked before a battle opens."""

from __future__ import annotations

from campaign.rules import charts as common
from campaign.rules.packs import PackError
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.state import MARKERS


def check(charts: Charts, scenario: str) -> None:
    """Nothing for an unknown scenario. Raises PackError."""
    one, file = charts.scenarios.get(scenario), charts.files.get(scenario, "")
    if one is None:
        return
    common.sides(one.side, file)
    if one.variant_of:
        common.known(one.variant_of, charts.scenarios, f"{file}, variant_of", "scenario")
    for i, group in enumerate(one.group):
        place = f"{file}, group[{i}]"
        kind = charts.types[group.type][0]
        if group.markers and kind != "vehicle":
            raise PackError("Only vehicles are damaged at first.", "6.0", where=f"{place}.markers")
        if len(group.markers) == len(MARKERS):
            raise PackError(
                "A vehicle with every marker is a wreck.", "9.7", ["fewer markers"], f"{place}.markers"
            )
    for side in one.side:
        if not any(group.side == side.id for group in one.group):
            raise PackError(f"{side.name} has no pieces.", where=f"{file}, group")
