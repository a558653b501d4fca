"""A campaign as files once more, as it stands: what another one, or its next season, is opened from."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date as day
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.ledger.apply import later
from campaign.ledger.definition import CampaignFile, SideFile
from campaign.ledger.graph import Graph, When
from campaign.ledger.policy import Policy
from campaign.ledger.state import Campaign

LONGEST = 50
"""Characters of an id, so that a number has room behind it."""
SEASON = "-2"
"""What is put behind the id of a campaign for its next season; a number that is there goes up."""


def campaign_toml(state: Campaign) -> str:
    """campaign.toml: on the first day that of the campaign itself; later that of its next season, which begins on the
    day that it has reached, with everything that was to come as many days later."""
    assert state.graph is not None
    id = re.sub(r"[^a-z0-9.-]+", "-", state.id.lower()).strip("-.")[:LONGEST] or "campaign"
    passed = (day.fromisoformat(state.date) - day.fromisoformat(state.start)).days
    graph = _moved(state, state.graph, passed)
    whole = CampaignFile(
        next_id(id) if passed else id,
        state.title,
        state.date,
        tuple(SideFile(one.id, one.name, one.colour, one.player) for one in state.sides.values()),
        graph.scenario,
        umpire=state.umpire,
        end=graph.end,
        happening=graph.happening,
        closes=graph.closes,
        ahead="umpire" if graph.ahead else "everybody",
    )
    return written(msgspec.to_builtins(whole))


def policy_toml(policy: Policy) -> str:
    """policy.toml: every value, those that are as usual too."""
    return written(msgspec.to_builtins(policy))


def written(value: dict[str, Any]) -> str:
    """Data as a TOML file: values first, then tables."""
    import tomlkit  # only where something is written

    return tomlkit.dumps(dict(sorted(value.items(), key=lambda one: isinstance(one[1], dict | list | tuple))))


def next_id(id: str) -> str:
    """`korea` → `korea-2` → `korea-3`."""
    stem, dash, number = id.rpartition("-")
    if dash and stem and number.isdecimal() and len(number) < 3:
        return f"{stem}-{int(number) + 1}"
    return f"{id}{SEASON}"


def _when(when: When, then: Callable[[str | None], str | None]) -> When:
    dated = when.after is not None or when.before is not None
    return replace(when, after=then(when.after), before=then(when.before)) if dated else when


def _moved(state: Campaign, graph: Graph, days: int) -> Graph:
    """The same, so many days later; what arrived in this season is there already."""

    def then(date: str | None) -> str | None:
        return None if date is None else later(date, days)

    return replace(
        graph,
        scenario=tuple(
            replace(
                one,
                opens=then(one.opens),
                closes=then(one.closes),
                needs=_when(one.needs, then),
                next=tuple(replace(edge, when=_when(edge.when, then)) for edge in one.next),
            )
            for one in graph.scenario
        ),
        happening=tuple(
            replace(
                one,
                date=later(one.date, days),
                asset=tuple(new for new in one.asset if new.id not in state.assets),
            )
            for one in graph.happening
        ),
        closes=then(graph.closes),
    )
