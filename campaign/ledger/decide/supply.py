"""Stores: into depots, between them, and from them into assets."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import FUEL
from campaign.ledger.book import Book, depot_of, present
from campaign.ledger.decide.organise import own
from campaign.ledger.state import Asset, Campaign, Depot
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused, no_such


def full_load(state: Campaign, asset: Asset) -> dict[str, int]:
    """What fits aboard, by kind."""
    return load_of(state.types[asset.type])


def load_of(type: AssetType) -> dict[str, int]:
    """What fits aboard one of that type, by kind."""
    return {**type.load, **({FUEL: type.fuel} if type.fuel else {})}


def wanting(state: Campaign, asset: Asset) -> dict[str, int]:
    """What is missing to a full load."""
    load = full_load(state, asset)
    return {
        item: most - asset.stores.get(item, 0)
        for item, most in load.items()
        if most > asset.stores.get(item, 0)
    }


def load(book: Book, action: a.Load, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    if asset.status != "ready":
        raise Refused(f"{asset.name} is a wreck.", where="$.asset")
    depot = depot_of(book.state, action.depot, asset.side)
    space = wanting(book.state, asset)
    if action.stores:
        for item, count in action.stores.items():
            if count > space.get(item, 0):
                reason = f"{asset.name} has room for {space.get(item, 0)} of {item}."
                raise Refused(reason, where=f"$.stores.{item}")
        _there(depot.stores, action.stores, depot.name)
        _lifts(depot, action.stores)
        wanted = {item: count for item, count in action.stores.items() if count}
    else:
        wanted = _fill(depot, space)
        if not wanted:
            raise Refused(f"{depot.name} has nothing for {asset.name}, or cannot carry more today.")
    book.emit(e.Loaded(asset.id, depot.id, wanted))


def _there(stores: Mapping[str, int], wanted: Mapping[str, int], name: str) -> None:
    for item, count in wanted.items():
        if count > stores.get(item, 0):
            raise Refused(f"{name} has {stores.get(item, 0)} of {item}.", where=f"$.stores.{item}")
    if not any(wanted.values()):
        raise Refused("Say how much of what.", where="$.stores")


def _lifts(depot: Depot, stores: Mapping[str, int]) -> None:
    left = depot.lift - depot.carried
    if sum(stores.values()) > left:
        reason = f"{depot.name} can carry {left} more today; this is {sum(stores.values())}."
        raise Refused(reason, "policy: supply", where="$.stores")


def _fill(depot: Depot, space: Mapping[str, int]) -> dict[str, int]:
    """As much of what is wanted as is there and can be carried."""
    left, found = depot.lift - depot.carried, dict[str, int]()
    for item, count in space.items():
        some = min(count, depot.stores.get(item, 0), left)
        if some > 0:
            found[item] = some
            left -= some
    return found


def unload(book: Book, action: a.Unload, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    depot = depot_of(book.state, action.depot, asset.side)
    _there(asset.stores, action.stores, asset.name)
    book.emit(e.Unloaded(asset.id, depot.id, {item: n for item, n in action.stores.items() if n}))


def carry(book: Book, action: a.Carry, role: str) -> None:
    state = book.state
    source = state.depots.get(action.depot)
    if source is None:
        raise no_such("depot", action.depot, list(state.depots), "", "$.depot")
    own(state, source.side, role, source.name, "$.depot")
    target = depot_of(state, action.to, source.side, "$.to")
    if target.id == source.id:
        raise Refused("From a depot to itself nothing moves.", where="$.to")
    _there(source.stores, action.stores, source.name)
    _lifts(source, action.stores)
    book.emit(e.StoresMoved(source.id, target.id, {item: n for item, n in action.stores.items() if n}))


def issue(book: Book, action: a.Issue, role: str) -> None:
    state = book.state
    if action.depot not in state.depots:
        raise no_such("depot", action.depot, list(state.depots), "", "$.depot")
    stores = {item: n for item, n in action.stores.items() if n}
    if not stores:
        raise Refused("Say how much of what.", where="$.stores")
    book.emit(e.StoresIssued(action.depot, stores, action.why or "by word of the umpire"))


def supply_all(book: Book) -> None:
    """A day's automatic resupply: each side's depots in order, assets in order, until the lift is used up."""
    state = book.state
    depots: dict[str, list[Depot]] = {}
    for depot in state.depots.values():
        if depot.lift and depot.stores:
            depots.setdefault(depot.side, []).append(depot)
    for asset in state.assets.values():
        own_depots = depots.get(asset.side)
        if not own_depots or asset.status != "ready" or asset.battle:
            continue
        space = wanting(state, asset)
        if not space:
            continue
        for depot in own_depots:
            some = _fill(depot, space)
            if some:
                book.emit(e.Loaded(asset.id, depot.id, some))
                space = wanting(state, asset)
