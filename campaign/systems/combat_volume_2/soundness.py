"""Whether a scenario can be played as its file has it: what is checked before a mission begins."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.packs import PackError
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.land.ground import FIRE
from campaign.systems.combat_volume_2.scenario import Scenario

ITEMS = ("weapon", "faust", "rockets")
"""Markers of things that can be taken up."""
FAUSTS = ("faust-60", "faust-100")


def check(charts: Charts, scenario: str) -> None:
    """Nothing for an unknown scenario. Raises PackError."""
    one = charts.scenarios.get(scenario)
    if one is not None:
        _lying(charts, one, charts.files[scenario])
        _standing(one, charts.files[scenario])


def _lying(charts: Charts, one: Scenario, file: str) -> None:
    for i, row in enumerate(one.lying):
        where = f"{file}, lying[{i}] ({row.what})"
        allowed = {"weapon": sorted(charts.weapons), "faust": list(FAUSTS)}.get(row.what, [""])
        if row.item not in allowed and row.what not in ("rockets",):
            raise PackError(f"{row.item!r} does not lie there as {row.what}.", "", allowed, f"{where}.item")
        if row.count and row.what != "rockets":
            raise PackError("Only rockets are counted.", "", ["count = 0"], f"{where}.count")
        if row.what == "rockets" and not row.count:
            raise PackError("Say how many rockets lie there.", "", ["1 to 30"], f"{where}.count")


def _standing(one: Scenario, file: str) -> None:
    """Nobody stands in mines or in a fire at first (27.7, 29.2)."""
    bad: dict[Hex, str] = {}
    for row in one.lying:
        if row.what == "mines" or row.what in FIRE:
            bad |= dict.fromkeys(row.hexes, row.what)
    places: list[tuple[str, Hex, bool]] = [
        (f"friend[{i}] ({row.who})", row.hex, bool(row.comes or row.waits))
        for i, row in enumerate(one.friend)
    ]
    places += [
        (f"enemy[{i}] ({row.team})", hex, bool(row.comes or row.waits))
        for i, row in enumerate(one.enemy)
        for hex in (*row.hexes, *row.area)
    ]
    places += [
        (f"vehicle[{i}] ({row.id})", row.hex, bool(row.comes or row.waits))
        for i, row in enumerate(one.vehicle)
    ]
    for where, hex, later in places:
        if hex in bad and not later:
            rule = "27.7" if bad[hex] == "mines" else "29.2"
            reason = f"There is {'a minefield' if bad[hex] == 'mines' else 'a fire'} in {hex}."
            raise PackError(reason, rule, ["another hex"], f"{file}, {where}.hex")
