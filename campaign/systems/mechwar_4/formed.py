"""Formations of a campaign's platoons as companies and battalions of a battle (4.1, 19.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.rules.muster import Formed, Mustered
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.scenario import Doctrine, Scenario
from campaign.systems.mechwar_4.state import Battalion, Company, Unit
from campaign.systems.mechwar_4.tables import Rating
from campaign.systems.mechwar_4.units import UnitType

HQ = "battalion-hq"
"""The type that leads the formation to which it belongs, and is of no company."""
RATING: Rating = "C"
"""Of headquarters where the scenario rates none (19.821)."""


def mean(units: Sequence[Unit]) -> int:
    """The panic level of some platoons on average, in tens of a hundred, the worse where it is between two."""
    return -(-sum(one.level for one in units) // len(units))


def _id(side: str, formation: Formed) -> str:
    return f"{side}-{formation.id}"


def company_of(row: UnitType, asset: Mustered) -> str:
    """The company of a platoon, by its own formation; "" if it has none."""
    return _id(asset.side, asset.formations[0]) if asset.formations and row.id != HQ else ""


def companies(scenario: Scenario, units: Sequence[Unit], assets: Mapping[str, Mustered]) -> list[Company]:
    """The companies of the platoons that came."""
    doctrines: dict[str, Doctrine] = {side.id: side.doctrine for side in scenario.side}
    found: dict[str, Company] = {}
    for one in units:
        if not one.asset or not one.company or one.company in found:
            continue
        own, *above = assets[one.asset].formations
        mine = [other for other in units if other.company == one.company]
        battalion = _id(one.side, above[0]) if above else ""
        found[one.company] = Company(
            one.company, own.name, one.side, mean(mine), battalion, doctrines[one.side],
            ambushes=scenario.options.ambush,
        )  # fmt: skip
    return list(found.values())


def battalions(
    charts: Charts, scenario: Scenario, units: Sequence[Unit], assets: Mapping[str, Mustered]
) -> list[Battalion]:
    """The formations above companies, and those whose headquarters came; the brigade of one is the next above it whose
    headquarters came. They are rated as the scenario rates the first of their side (19.821)."""
    rating: dict[str, str] = {}
    for one in scenario.battalion:
        rating.setdefault(one.side, one.rating)
    leaders: dict[str, str] = {}
    chains: dict[str, tuple[str, tuple[Formed, ...]]] = {}
    for one in units:
        if not one.asset:
            continue
        chain = assets[one.asset].formations
        if charts.units[one.type].id == HQ and chain:
            leaders.setdefault(_id(one.side, chain[0]), one.id)
        else:
            chain = chain[1:]
        if chain:
            chains.setdefault(_id(one.side, chain[0]), (one.side, chain))
    found: list[Battalion] = []
    for id, (side, chain) in chains.items():
        brigade = next((_id(side, up) for up in chain[1:] if _id(side, up) in leaders), "")
        found.append(
            Battalion(id, chain[0].name, side, rating.get(side, RATING), leaders.get(id, ""), brigade=brigade)
        )
    for one in found:
        one.is_brigade = any(other.brigade == one.id for other in found)
    return found
