"""A campaign as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from msgspec import Struct

from campaign.campaigns.answers import (
    AccountView,
    AssetView,
    CampaignView,
    DepotView,
    EndView,
    FormationView,
    FoughtView,
    JobView,
    NodeView,
    PersonView,
    PoolView,
    SideView,
)
from campaign.ledger.book import crews, posts_of
from campaign.ledger.decide.battles import able_assets, suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import holds
from campaign.ledger.decide.supply import full_load
from campaign.ledger.graph import May, Scenario
from campaign.ledger.state import Asset, Campaign, keeps_ahead
from campaign.rules.facets import UMPIRE

T = TypeVar("T", bound=Struct)


def _shown(shape: type[T], one: object) -> T:
    """A part of the state as what is shown of it: the same fields, and nothing that changes."""
    return shape(*[tuple(cast("list[Any]", v)) if type(v) is list else v for v in _fields(shape)(one)])


@cache
def _fields(shape: type[Struct]) -> attrgetter[tuple[Any, ...]]:
    """All fields of a shape at once. Views are made of thousands of parts."""
    first, *more = shape.__struct_fields__
    return attrgetter(first, *more)


def _all(shape: type[T], some: Iterable[object]) -> tuple[T, ...]:
    return tuple(_shown(shape, one) for one in some)


def sees(state: Campaign, viewer: str, side: str) -> bool:
    """Whether a viewer may see what belongs to a side."""
    open_to_all = state.policy is not None and state.policy.secrecy == "open"
    return open_to_all or viewer in (UMPIRE, side) or state.verdict is not None


def view(state: Campaign, seq: int, viewer: str) -> CampaignView:
    """state: at entry seq. viewer: a side's id, `umpire`, or "" for an observer."""

    def mine(side: str) -> bool:
        return sees(state, viewer, side)

    everything = all(mine(side) for side in state.sides)
    manned = crews(state)
    people = {one.id: _shown(PersonView, one) for one in state.people.values()}
    return CampaignView(
        state.id,
        state.title,
        seq,
        state.date,
        state.start,
        viewer,
        _all(SideView, state.sides.values()),
        _nodes(state, viewer),
        tuple(
            FoughtView(
                one.id, one.node, one.diary, one.fought or one.date, one.status, one.winner, one.reason, one.closed,
                tuple(m.id for m in one.muster if m.id in state.assets and mine(state.assets[m.id].side)),
                tuple(side for side in state.halves.get(one.id, ()) if viewer in (UMPIRE, side)),
            )
            for one in state.battles.values()
        ),
        _all(FormationView, (one for one in state.formations.values() if mine(one.side) and not one.disbanded)),
        tuple(
            _asset(state, one, tuple(people[member.id] for member in manned.get(one.id, ())))
            for one in state.assets.values()
            if mine(one.side)
        ),
        tuple(one for one in people.values() if mine(one.side)),
        _all(DepotView, (one for one in state.depots.values() if mine(one.side))),
        _all(PoolView, (one for one in state.pools.values() if mine(one.side))),
        {kind: _shown(AccountView, one) for kind, one in state.accounts.items()} if everything else {},
        tuple(state.drafts) if viewer == UMPIRE else (),
        ended(state),
        not everything,
    )  # fmt: skip


def ended(state: Campaign) -> EndView | None:
    return None if state.verdict is None else _shown(EndView, state.verdict)


def _asset(state: Campaign, asset: Asset, crew: tuple[PersonView, ...]) -> AssetView:
    empty = list(posts_of(state, asset.id))
    for one in crew:
        if one.post in empty:
            empty.remove(one.post)
    type = state.types[asset.type]
    jobs = [job for job in state.jobs if job.asset == asset.id]
    told = {*asset.damage, *(job.damage for job in jobs)}
    return AssetView(
        asset.id, asset.name, asset.type, asset.side, asset.formation, asset.status, tuple(asset.damage),
        dict(asset.stores), full_load(state, asset), asset.battle, asset.battles, asset.kills, crew,
        tuple(empty),
        _all(JobView, jobs),
        {id: word for id, word in type.words.items() if id in told},
    )  # fmt: skip


def limit(side: str, may: May) -> str:
    """How many may come, in words: `Soviets 0 to 1 (battalion hq)`. side: its name."""
    types = ", ".join(type.replace("-", " ") for type in may.types)
    return f"{side} {may.least} to {may.most}{f' ({types})' if types else ''}"


def _nodes(state: Campaign, viewer: str) -> tuple[NodeView, ...]:
    if state.graph is None:
        return ()
    waiting, all_ = waits(state), not keeps_ahead(state) or viewer == UMPIRE
    told = [one for one in state.graph.scenario if all_ or state.nodes[one.id].status != "waiting"]
    known = {one.id for one in told}
    return tuple(_node(state, one, viewer, waiting, None if all_ else known) for one in told)


def _node(state: Campaign, one: Scenario, viewer: str, waiting: set[str], known: set[str] | None) -> NodeView:
    """waiting: scenarios that may be begun. known: all that he may know of; None for everything."""
    now = state.nodes[one.id]
    why = ""
    if now.status == "open" and now.opens > state.date:
        why = f"opens on {now.opens}"
    elif now.status == "open" and not holds(state, one.needs):
        why = "what it needs is not there yet"
    could = able_assets(state, one) if now.status == "open" else []
    able = [asset.id for asset in could if sees(state, viewer, asset.side)]
    diary = state.battles[now.battle].diary if now.battle else ""
    ready = one.id in waiting and not why
    return NodeView(
        one.id, one.title, one.text, now.status, one.system, one.scenario, now.opens, one.closes or "", now.battle,
        diary, now.winner, ready, why, tuple(able),
        tuple(id for id in suggestion(state, one) if id in able) if able else (),
        tuple(limit(state.sides[may.side].name, may) for may in one.muster),
        tuple(edge.to for edge in one.next if known is None or edge.to in known),
        dict(one.sides),
    )  # fmt: skip
