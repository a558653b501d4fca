"""A campaign as one viewer may see it."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import Struct

from campaign.answers import ChangeLine
from campaign.ledger.book import crews, posts_of
from campaign.ledger.decide.battles import cannot_come, suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import holds
from campaign.ledger.graph import Scenario
from campaign.ledger.state import Account, Asset, Campaign, Depot, Formation, Job, Person, Pool, Side, Verdict
from campaign.record import plain_value
from campaign.rules.system import UMPIRE
from events.difference import difference as between


class NodeView(Struct, frozen=True, omit_defaults=True):
    """A scenario. ready: it may be begun today; else why not. able: assets that could come, the viewer's own.

    suggested: of those, a muster that is allowed. limits: how many of each side, in words.
    """

    id: str
    title: str
    text: str
    status: str
    system: str = ""
    scenario: str = ""
    opens: str = ""
    closes: str = ""
    battle: str = ""
    diary: str = ""
    winner: str = ""
    ready: bool = False
    why: str = ""
    able: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()


class AssetView(Struct, frozen=True, omit_defaults=True):
    """An asset with its crew. why: it could not fight in any open scenario. jobs: repairs under way."""

    id: str
    name: str
    type: str
    side: str
    formation: str
    status: str
    damage: tuple[str, ...] = ()
    stores: dict[str, int] = {}
    load: dict[str, int] = {}
    battle: str = ""
    battles: int = 0
    kills: int = 0
    crew: tuple[Person, ...] = ()
    empty: tuple[str, ...] = ()
    jobs: tuple[Job, ...] = ()


class BattleView(Struct, frozen=True, omit_defaults=True):
    id: str
    node: str
    diary: str
    date: str
    status: str
    winner: str = ""
    reason: str = ""
    closed: str = ""
    assets: tuple[str, ...] = ()


class CampaignView(Struct, frozen=True, omit_defaults=True):
    """Everything of a campaign that a viewer may see. secret: what of other sides is left out."""

    id: str
    title: str
    seq: int
    date: str
    start: str
    viewer: str
    sides: tuple[Side, ...]
    nodes: tuple[NodeView, ...]
    battles: tuple[BattleView, ...] = ()
    formations: tuple[Formation, ...] = ()
    assets: tuple[AssetView, ...] = ()
    people: tuple[Person, ...] = ()
    depots: tuple[Depot, ...] = ()
    pools: tuple[Pool, ...] = ()
    accounts: dict[str, Account] = {}
    drafts: tuple[str, ...] = ()
    verdict: Verdict | None = None
    secret: bool = False


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
    return CampaignView(
        state.id,
        state.title,
        seq,
        state.date,
        state.start,
        viewer,
        tuple(state.sides.values()),
        tuple(_node(state, one, viewer) for one in state.graph.scenario) if state.graph else (),
        tuple(
            BattleView(
                one.id, one.node, one.diary, one.date, one.status, one.winner, one.reason, one.closed,
                tuple(m.id for m in one.muster if m.id in state.assets and mine(state.assets[m.id].side)),
            )
            for one in state.battles.values()
        ),
        tuple(one for one in state.formations.values() if mine(one.side) and not one.disbanded),
        tuple(
            asset_view(state, one, tuple(manned.get(one.id, ()))) for one in state.assets.values() if mine(one.side)
        ),
        tuple(one for one in state.people.values() if mine(one.side)),
        tuple(one for one in state.depots.values() if mine(one.side)),
        tuple(one for one in state.pools.values() if mine(one.side)),
        state.accounts if everything else {},
        tuple(state.drafts) if everything else (),
        state.verdict,
        not everything,
    )  # fmt: skip


def asset_view(state: Campaign, asset: Asset, crew: tuple[Person, ...]) -> AssetView:
    empty = list(posts_of(state, asset.id))
    for one in crew:
        if one.post in empty:
            empty.remove(one.post)
    type = state.types[asset.type]
    return AssetView(
        asset.id, asset.name, asset.type, asset.side, asset.formation, asset.status, tuple(asset.damage),
        dict(asset.stores), dict(type.load), asset.battle, asset.battles, asset.kills, crew, tuple(empty),
        tuple(job for job in state.jobs if job.asset == asset.id),
    )  # fmt: skip


def _node(state: Campaign, one: Scenario, viewer: str) -> NodeView:
    now = state.nodes[one.id]
    why = ""
    if now.status == "open" and now.opens > state.date:
        why = f"opens on {now.opens}"
    elif now.status == "open" and not holds(state, one.needs):
        why = "what it needs is not there yet"
    able = [
        asset.id
        for asset in state.assets.values()
        if now.status == "open" and sees(state, viewer, asset.side) and not cannot_come(state, asset, one)
    ]
    diary = state.battles[now.battle].diary if now.battle else ""
    ready = one.id in waits(state) and not why
    return NodeView(
        one.id, one.title, one.text, now.status, one.system, one.scenario, now.opens, one.closes or "", now.battle,
        diary, now.winner, ready, why, tuple(able),
        tuple(id for id in suggestion(state, one) if id in able) if able else (),
        tuple(f"{state.sides[may.side].name} {may.least} to {may.most}" for may in one.muster),
        tuple(edge.to for edge in one.next),
    )  # fmt: skip


def difference(a: CampaignView, b: CampaignView) -> list[ChangeLine]:
    """What changed between two views of one viewer. People, assets and the like are named by their ids."""
    return [
        ChangeLine(".".join(map(str, change.path)), plain_value(change.before), plain_value(change.after))
        for change in between(_by_id(a), _by_id(b))
    ]


def _by_id(view: CampaignView) -> dict[str, Any]:
    whole: dict[str, Any] = msgspec.to_builtins(view)
    for name, value in whole.items():
        if isinstance(value, list | tuple):
            rows = cast("list[Any]", value)
            if rows and all(isinstance(row, dict) and "id" in row for row in rows):
                whole[name] = {row["id"]: row for row in rows}
    whole.pop("seq")
    return whole
