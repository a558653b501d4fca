"""Whether a scenario can be played as its row has it: what is checked before a battle opens."""

from __future__ import annotations

from campaign.rules import charts as common
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import muster
from campaign.systems.tanks_modern_age.charts import Charts, Scenario
from campaign.systems.tanks_modern_age.shapes import ground_shape, polygon

OVERLAP = 0.5
"""mm² that two pieces may share: their corners are rounded."""


def check(charts: Charts, scenario: str) -> None:
    """Nothing for an unknown scenario. Raises PackError."""
    one = charts.scenarios.get(scenario)
    if one is None:
        return
    where = charts.places[scenario]
    common.sides(one.side, where)
    if not one.turns and one.mission != "no-retreat":
        reason = "Without a last turn the battle need not end."
        raise PackError(reason, "p22", ["1 to 99"], f"{where}, turns")
    if one.mission == "alpha-66" and not (one.attacker and one.edges):
        reason = "Alpha 66 is the attacker, and comes from a fixed edge."
        raise PackError(reason, "p25", ["attacker and edges"], f"{where}, mission")
    _layout(charts, one, where)
    _platoons(charts, one, where)


def _layout(charts: Charts, one: Scenario, where: str) -> None:
    """No two pieces of terrain lie in the same place, and an objective can be reached (p8, p22)."""
    for i, lie in enumerate(one.layout):
        if not 0 <= lie.heading <= 359:
            reason = f"{lie.heading} is no direction."
            raise PackError(reason, "", ["degrees from north, 0 to 359"], f"{where}, layout[{i}].heading")
    laid = muster.layout(charts, one, ready=True) if one.layout else ()
    shapes = [polygon(ground_shape(piece)) for piece in laid]
    for i, shape in enumerate(shapes):
        for j in range(i):
            if shape.intersection(shapes[j]).area > OVERLAP:
                reason = f"{laid[i].name} lies over {laid[j].name}."
                raise PackError(reason, "p8", ["pieces that do not overlap"], f"{where}, layout[{i}]")
    if one.mission == "king-of-the-hill" and one.measured:
        width, height = charts.table.width, charts.table.height
        middle = polygon(
            ((width / 2 - 1, height / 2), (width / 2, height / 2 + 1), (width / 2 + 1, height / 2))
        )
        for i, shape in enumerate(shapes):
            if "tank" in charts.terrain[laid[i].kind].impassable and shape.intersects(middle):
                reason = f"{laid[i].name} lies on the objective, in the middle of the table."
                raise PackError(reason, "p22", where=f"{where}, layout[{i}]")


def _platoons(charts: Charts, one: Scenario, where: str) -> None:
    try:
        muster.set_up(charts, one, {})
    except Refused as refused:
        raise PackError(refused.reason, refused.rule, refused.allowed, f"{where}, rosters") from None
