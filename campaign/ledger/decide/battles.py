"""Battles of the campaign: who comes, and how they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book, asset_of, crews, new_id, posts_of, running
from campaign.ledger.decide.graph import being_fought, end_if_due, holds, last_day_over
from campaign.ledger.decide.organise import own
from campaign.ledger.graph import May, Scenario
from campaign.ledger.state import Asset, Campaign
from campaign.rules.muster import Member, Mustered
from campaign.rules.refused import Refused
from campaign.rules.wording import count


def start(book: Book, action: a.Start, role: str) -> None:
    state = book.state
    node = book.graph.node(action.node)
    _may_begin(book, node)
    new_id(state, action.battle, "$.battle")
    if bool(action.diary) != bool(node.system):
        raise Refused(
            "This scenario is fought elsewhere." if action.diary else "This scenario needs a diary."
        )
    seen, fit = set[str](), fitness(state)
    mustered: list[Mustered] = []
    for i, id in enumerate(action.assets):
        where = f"$.assets[{i}]"
        asset = asset_of(state, id, where)
        if id in seen:
            raise Refused(f"{asset.name} is named twice.", where=where)
        seen.add(id)
        if why := cannot_come(state, asset, node, fit):
            raise Refused(f"{asset.name} cannot come: {why}.", where=where)
        mustered.append(mustered_asset(book, asset, node.sides[asset.side]))
    for may in node.muster:
        come = [one for one in action.assets if meant(state, state.assets[one], may)]
        if not may.least <= len(come) <= may.most:
            side = state.sides[may.side].name
            able = [one.id for one in able_assets(state, node) if meant(state, one, may)]
            few = "none was named" if able else "none is there that could come"
            reason = f"{side} musters {may.least} to {may.most} here; "
            reason += f"{few}." if not come else f"{len(come)} were named."
            raise Refused(reason, "", able, "$.assets")
    sides = tuple(dict.fromkeys(node.sides[may.side] for may in node.muster))
    book.emit(
        e.BattleStarted(action.battle, node.id, action.diary, sides, tuple(mustered), action.commitment)
    )


def _may_begin(book: Book, node: Scenario) -> None:
    state = book.state
    now = state.nodes[node.id]
    if last_day_over(book):
        fought = being_fought(state)
        reason = "The last day is over: what is being fought is fought out, and nothing else is begun."
        raise Refused(reason, "", fought, "$.node")
    if now.status != "open":
        choices = [id for id, one in state.nodes.items() if one.status == "open"]
        raise Refused(f"{node.title} is {now.status}.", "", choices, "$.node")
    if now.opens > state.date:
        raise Refused(f"{node.title} opens on {now.opens}; it is {state.date}.", "", ["advance"], "$.node")
    if not holds(state, node.needs):
        raise Refused(f"What {node.title} needs is not there yet.", "scenario: needs", where="$.node")


def meant(state: Campaign, asset: Asset, may: May) -> bool:
    """Whether an asset is one of those that a side may muster there."""
    if asset.side != may.side or (may.types and asset.type not in may.types):
        return False
    wanted = _in_place_of(state, may.formation)
    if not wanted:
        return True
    formation, seen = asset.formation, set[str]()
    while formation and formation not in seen:
        if formation == wanted:
            return True
        seen.add(formation)
        formation = state.formations[formation].parent
    return False


def _in_place_of(state: Campaign, formation: str) -> str:
    """The formation, or what stands for it since it was disbanded: "" for its whole side."""
    while formation in state.formations and state.formations[formation].into:
        formation = state.formations[formation].into
    return formation if formation in state.formations else ""


class Fitness(NamedTuple):
    """What many assets are asked about at once. manned: those with somebody fit. hours: that workshops still need."""

    manned: frozenset[str]
    hours: Mapping[str, int]


def fitness(state: Campaign) -> Fitness:
    """Of all assets as they stand."""
    hours: dict[str, int] = {}
    for job in state.jobs:
        hours[job.asset] = hours.get(job.asset, 0) + job.hours
    return Fitness(frozenset(one.asset for one in state.people.values() if one.status == "fit"), hours)


def cannot_come(state: Campaign, asset: Asset, node: Scenario, fit: Fitness) -> str:
    """Why an asset cannot fight in a scenario now; "" if it can."""
    if asset.status != "ready":
        return f"it is {'a wreck' if asset.status == 'wreck' else asset.status}"
    if asset.battle:
        return f"it is in the battle {asset.battle}"
    if asset.id in fit.hours:
        return f"it is in the workshop, {count(fit.hours[asset.id], 'hour')} to go"
    if not any(meant(state, asset, may) for may in node.muster):
        return "the scenario has no place for it"
    if asset.id not in fit.manned and posts_of(state, asset.id):
        return "nobody fit mans it"
    if state.types[asset.type].fuel and not asset.stores.get("fuel"):
        return "it has no fuel"
    return ""


def able_assets(state: Campaign, node: Scenario) -> list[Asset]:
    """Those that could fight in a scenario now."""
    fit = fitness(state)
    return [one for one in state.assets.values() if not cannot_come(state, one, node, fit)]


def can_muster(state: Campaign, node: Scenario, side: str) -> bool:
    """Whether a side has what it must at least bring."""
    able = able_assets(state, node)
    return all(
        sum(meant(state, one, may) for one in able) >= may.least for may in node.muster if may.side == side
    )


def suggestion(state: Campaign, node: Scenario) -> list[str]:
    """A muster as large as allowed: the soundest first, and of those the crews that fought least, so that all get
    their turn; then the best supplied."""
    fought = {id: [one.battles for one in crew if one.status == "fit"] for id, crew in crews(state).items()}

    def order(one: Asset) -> tuple[int, float, int, int, str]:
        crew = fought.get(one.id) or [one.battles]
        return len(one.damage), sum(crew) / len(crew), one.battles, -sum(one.stores.values()), one.id

    able = sorted(able_assets(state, node), key=order)
    chosen: list[str] = []
    for may in node.muster:
        fitting = [one.id for one in able if meant(state, one, may) and one.id not in chosen]
        have = sum(meant(state, state.assets[id], may) for id in chosen)
        chosen += fitting[: max(0, may.most - have)]
    return [one.id for one in state.assets.values() if one.id in chosen]


def mustered_asset(book: Book, asset: Asset, side: str) -> Mustered:
    """An asset with its fit crew, damage and rounds, as it stands."""
    state = book.state
    crew = [one for one in book.crew(asset.id) if one.status == "fit"]
    members = tuple(Member(one.id, one.name, one.post, one.quality, tuple(one.skills)) for one in crew)
    left = list(posts_of(state, asset.id))
    for one in members:
        if one.post in left:
            left.remove(one.post)
    load = state.types[asset.type].load
    return Mustered(
        asset.id, asset.type, asset.name, side, crew_quality([one.quality for one in members]), members,
        tuple(asset.damage), {item: asset.stores.get(item, 0) for item in load}, tuple(left), tuple(asset.cards),
    )  # fmt: skip


def crew_quality(qualities: list[int]) -> int:
    """Of a crew as a whole: the average, rounded down; 0 for nobody."""
    return sum(qualities) // len(qualities) if qualities else 0


def cancel(book: Book, action: a.Cancel, role: str) -> None:
    battle = running(book.state, action.battle)
    if role != "umpire":
        for one in battle.muster:
            own(book.state, book.state.assets[one.id].side, role, one.name, "$.battle")
    book.emit(e.BattleCancelled(battle.id, battle.node, action.why))
    end_if_due(book)
