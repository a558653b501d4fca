"""Platoons put together by chance."""

from __future__ import annotations

from collections.abc import Callable

from campaign.systems.tanks_modern_age.charts import NATIONS, Charts, Roster
from campaign.systems.tanks_modern_age.roster import added, decode, fits, plain


def random_roster(charts: Charts, nation: str, limit: int, pick: Callable[[int], int]) -> Roster:
    """A sound platoon of a nation, put together by chance; pick(n): a number from 0 to n-1.

    Raises ValueError if the limit is too low for any tank.
    """
    rule = next(one.id for one in charts.rules.values() if one.nation == nation)
    roster = Roster(f"Random {NATIONS[nation]}", nation, rule, limit, bool(pick(2)))  # type: ignore[arg-type]
    while True:
        found = list(fits(charts, roster, limit))
        has_tank = any(charts.models[unit.type].kind == "tank" for unit in roster.model)
        if not has_tank:
            found = [one for one in found if one.kind == "tank" and not one.where]
            if not found:
                raise ValueError(f"{limit} points buy no tank of {NATIONS[nation]}")
        models = [one for one in found if not one.where]
        if not found or (has_tank and pick(12) == 0):
            return roster
        chosen = models[pick(len(models))] if models and pick(2) else found[pick(len(found))]
        roster = decode(charts, added(charts, plain(roster), chosen))
