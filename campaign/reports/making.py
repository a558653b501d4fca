"""Reports as text: Jinja2 templates filled with what the record says."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from campaign.headquarters import Headquarters
from campaign.reports.charting import fates_svg, lengths_svg, shares_svg
from campaign.reports.content import (
    BattleReport,
    CampaignReport,
    Progress,
    battle_report,
    campaign_report,
    silent,
)
from campaign.reports.drawing import map_svg, plot_svg
from campaign.shared.plain import plain
from campaign.simulation import words
from campaign.simulation.answers import Comparison, Simulation

Form = Literal["markdown", "html"]
PLOTS = (
    "points",
    "kills",
    "knocked out",
    "lost for good",
    "dead",
    "wounded",
    "experience",
    "repairs",
    "used: main",
)


def _escapes(name: str | None) -> bool:
    return ".html" in (name or "")


@lru_cache(maxsize=1)
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # slow to import: only where it is needed

    found = Environment(
        loader=PackageLoader("campaign.reports"),
        autoescape=_escapes,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["plain"] = plain
    found.filters["md"] = markdown
    return found


def markdown(text: str) -> str:
    """Text that says in Markdown what it says here."""
    return "".join(f"\\{one}" if one in "\\`*_[]<>|#" else one for one in plain(text).replace("\n", " "))


def of_battle(hq: Headquarters, battle: str, form: Form = "markdown", progress: Progress = silent) -> str:
    """The after-action report of a battle, as the caller may read it. Raises Refused."""
    report: BattleReport = battle_report(hq, battle, progress)
    sides = report.info.sides
    return _filled(
        "battle", form, report=report, map=map_svg(report.last, sides), opening=map_svg(report.first, sides)
    )


def of_campaign(
    hq: Headquarters,
    name: str,
    form: Form = "markdown",
    everything: bool = False,
    progress: Progress = silent,
) -> str:
    """The after-action report of a campaign, as the caller may read it. Raises Refused."""
    report: CampaignReport = campaign_report(hq, name, everything, progress)
    days = list(dict.fromkeys(one.date for one in report.days)) or [report.view.date]
    days = list(dict.fromkeys((report.view.start, *days, report.view.date)))
    plots = {what: plot_svg(report.statistics, what, report.view.sides, days) for what in PLOTS}
    totals: dict[str, dict[str, int]] = {}
    for one in report.statistics:
        totals.setdefault(one.what, {})[one.side] = one.n
    return _filled(
        "campaign", form, report=report, plots={k: v for k, v in plots.items() if v}, totals=totals
    )


def of_simulation(found: Simulation | Comparison, form: Form = "markdown") -> str:
    """The tables of a simulation, as HTML with plots."""
    tables = (found.first, found.second) if isinstance(found, Comparison) else (found,)
    plots = [
        {
            "shares": shares_svg(one.cells, one.sides),
            "cells": [
                {"lengths": lengths_svg(cell, one.sides, one.turns), "fates": fates_svg(cell.forces)}
                for cell in one.cells
            ],
        }
        for one in tables
    ]
    told = words.difference(found) if isinstance(found, Comparison) else ""
    return _filled("simulation", form, tables=tables, plots=plots, difference=told, words=words)


def _filled(name: str, form: Form, **values: Any) -> str:
    text: str = _templates().get_template(f"{name}.{'html' if form == 'html' else 'md'}.j2").render(**values)
    return text
