"""The order of battle: who and what there is, where it belongs, and who holds which post."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import (
    Book,
    asset_of,
    empty_posts,
    formation_of,
    living,
    new_id,
    person_of,
    pool_of,
    posts_of,
    present,
    side_of,
)
from campaign.ledger.experience import settle_level
from campaign.ledger.state import Campaign, subject
from campaign.ledger.words import value_text
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused, no_such

UMPIRE = "umpire"


def own(state: Campaign, side: str, role: str, what: str, where: str) -> None:
    """Raises Refused unless the role may give orders to a side."""
    if role not in (UMPIRE, side):
        raise Refused(f"{what} belongs to {state.sides[side].name}.", where=where)


def enrol(book: Book, action: a.Enrol, role: str) -> None:
    state = book.state
    for i, one in enumerate(action.type):
        known = state.types.get(one.id)
        if action.edition > 2 and known is not None:
            _as_known(known, one, f"$.type[{i}]")
        else:
            book.emit(e.TypeSet(one))
    for i, one in enumerate(action.formation):
        where = f"$.formation[{i}]"
        side_of(state, one.side, f"{where}.side")
        if one.parent and formation_of(state, one.parent, f"{where}.parent").side != one.side:
            raise Refused(f"{one.parent} is another side's.", where=f"{where}.parent")
        book.emit(e.FormationRaised(new_id(state, one.id, f"{where}.id"), one.name, one.side, one.parent))
    for i, one in enumerate(action.depot):
        where = f"$.depot[{i}]"
        side_of(state, one.side, f"{where}.side")
        new_id(state, one.id, f"{where}.id")
        book.emit(e.DepotSet(one.id, one.name, one.side, one.lift, one.hours, one.quality))
        if stores := _some(one.stores):
            book.emit(e.StoresIssued(one.id, stores, "order of battle"))
    for i, one in enumerate(action.pool):
        side_of(state, one.side, f"$.pool[{i}].side")
        new_id(state, one.id, f"$.pool[{i}].id")
        book.emit(e.PoolSet(one.id, one.name, one.side, one.left, one.xp, one.rank, one.names))
    for i, one in enumerate(action.asset):
        add_asset(book, one, f"$.asset[{i}]")
    for i, one in enumerate(action.person):
        _enlist(book, one, f"$.person[{i}]")


def _as_known(known: AssetType, one: AssetType, where: str) -> None:
    """Raises Refused if a type that machines of the campaign have would become another under them."""
    for name in ("posts", "load", "fuel"):
        old, new = getattr(known, name), getattr(one, name)
        if old != new:
            reason = (
                f"{known.name} is a type of this campaign already, and has another {name}: {value_text(old)}."
            )
            raise Refused(reason, "", ["another id", "the type as it is"], f"{where}.{name}")


def _some(stores: Mapping[str, int]) -> dict[str, int]:
    return {item: count for item, count in stores.items() if count}


def add_asset(book: Book, one: a.NewAsset, where: str) -> None:
    """Raises Refused for an unknown type, side or formation, an id that is taken, or more than fits aboard."""
    state = book.state
    if one.type not in state.types:
        reason = f"There is no type {one.type!r} in this campaign."
        raise Refused(reason, "", list(state.types), f"{where}.type")
    side_of(state, one.side, f"{where}.side")
    _in_formation(state, one.formation, one.side, f"{where}.formation")
    type = state.types[one.type]
    load = {**type.load, **({"fuel": type.fuel} if type.fuel else {})}
    stores = _some(load if one.stores is None else one.stores)
    if unknown := [item for item in stores if item not in load]:
        raise Refused(f"{type.name} carries no {unknown[0]!r}.", "", list(load), f"{where}.stores")
    for item, count in stores.items():
        if count > load[item]:
            reason = f"{type.name} carries at most {load[item]} of {item}."
            raise Refused(reason, where=f"{where}.stores.{item}")
    id = new_id(state, one.id, f"{where}.id")
    book.emit(e.AssetAdded(id, one.name, one.type, one.side, one.formation, stores, one.damage, one.cards))


def _in_formation(state: Campaign, formation: str, side: str, where: str) -> None:
    if formation and formation_of(state, formation, where).side != side:
        raise Refused(f"{formation} is another side's.", where=where)


def _enlist(book: Book, one: a.NewPerson, where: str) -> None:
    state = book.state
    side_of(state, one.side, f"{where}.side")
    formation = one.formation
    if one.asset:
        asset = asset_of(state, one.asset, f"{where}.asset")
        if asset.side != one.side:
            raise Refused(f"{asset.name} is another side's.", where=f"{where}.asset")
        _free_post(book, one.asset, one.post, f"{where}.post")
        formation = formation or asset.formation
    _in_formation(state, formation, one.side, f"{where}.formation")
    if unknown := [skill for skill in one.skills if skill not in book.policy.skill]:
        known = list(book.policy.skill)
        raise no_such("skill", unknown[0], known, "", f"{where}.skills", " in the policy")
    id = new_id(state, one.id, f"{where}.id")
    level = book.policy.level_at(one.xp)
    book.emit(
        e.PersonEnlisted(
            id,
            one.name,
            one.side,
            one.rank,
            formation,
            one.asset,
            one.post if one.asset else "",
            one.xp,
            level.id,
            level.quality,
            one.skills,
            text=one.text,
        )
    )
    settle_level(book, id)


def _free_post(book: Book, asset: str, post: str, where: str) -> None:
    posts = posts_of(book.state, asset)
    if post not in posts:
        raise Refused(f"{book.state.assets[asset].name} has no post {post!r}.", "", posts, where)
    free = empty_posts(book, asset)
    if post not in free:
        holder = next(one for one in book.crew(asset) if one.post == post)
        reason = f"{holder.name} is {post} of {book.state.assets[asset].name}: transfer him first."
        raise Refused(reason, "", free, where)


def transfer(book: Book, action: a.Transfer, role: str) -> None:
    state = book.state
    match subject(state, action.id):
        case None:
            raise Refused(f"There is nobody and nothing {action.id!r} in this campaign.", where="$.id")
        case found if action.id in state.people:
            person = living(state, action.id, "$.id")
            own(state, person.side, role, person.name, "$.id")
            _idle(book, person.asset, found.name)
            _transfer_person(book, action, person.side)
        case found if action.id in state.assets:
            asset = present(state, action.id, "$.id")
            own(state, asset.side, role, asset.name, "$.id")
            target = formation_of(state, action.to, "$.to")
            if target.side != asset.side and role != UMPIRE:
                raise Refused(f"{target.name} is another side's.", where="$.to")
            changes = target.side if target.side != asset.side else ""
            if changes:  # captured: its crew stays with its own side
                for one in list(book.crew(asset.id)):
                    book.emit(e.PersonMoved(one.id, one.formation))
                for job in [job for job in state.jobs if job.asset == asset.id]:
                    book.emit(e.RepairStopped(asset.id, job.damage))
            book.emit(e.AssetMoved(asset.id, target.id, changes))
        case found if action.id in state.formations:
            formation = formation_of(state, action.id, "$.id")
            own(state, formation.side, role, formation.name, "$.id")
            target = formation_of(state, action.to, "$.to") if action.to else None
            if target is not None and target.side != formation.side:
                raise Refused(f"{target.name} is another side's.", where="$.to")
            above = target
            while above is not None:
                if above.id == formation.id:
                    raise Refused(f"{formation.name} cannot stand under itself.", where="$.to")
                above = state.formations.get(above.parent)
            book.emit(e.FormationMoved(formation.id, action.to))
        case _:
            raise Refused(f"{action.id} is neither a person, an asset nor a formation.", where="$.id")


def _idle(book: Book, asset: str, name: str) -> None:
    if asset and book.state.assets[asset].battle:
        raise Refused(f"{name} is in the battle {book.state.assets[asset].battle}.", where="$.id")


def _transfer_person(book: Book, action: a.Transfer, side: str) -> None:
    state = book.state
    if action.to in state.assets:
        asset = present(state, action.to, "$.to")
        if asset.side != side:
            raise Refused(f"{asset.name} is another side's.", where="$.to")
        free = empty_posts(book, asset.id)
        post = action.post or (free[0] if free else "")
        _free_post(book, asset.id, post, "$.post")
        book.emit(e.PersonMoved(action.id, asset.formation, asset.id, post))
        return
    formation = formation_of(state, action.to, "$.to")
    if formation.side != side:
        raise Refused(f"{formation.name} is another side's.", where="$.to")
    book.emit(e.PersonMoved(action.id, formation.id))


def promote(book: Book, action: a.Promote, role: str) -> None:
    person = living(book.state, action.person)
    own(book.state, person.side, role, person.name, "$.person")
    book.emit(e.Promoted(person.id, action.rank))


def award(book: Book, action: a.Award, role: str) -> None:
    """The dead may be honoured too."""
    person = person_of(book.state, action.person)
    own(book.state, person.side, role, person.name, "$.person")
    book.emit(e.Awarded(person.id, action.award))


def rename(book: Book, action: a.Rename, role: str) -> None:
    found: Any = subject(book.state, action.id)
    if found is None:
        raise Refused(f"There is nobody and nothing {action.id!r} in this campaign.", where="$.id")
    own(book.state, getattr(found, "side", found.id), role, found.name, "$.id")
    book.emit(e.Renamed(action.id, action.name))


def disband(book: Book, action: a.Disband, role: str) -> None:
    state = book.state
    formation = formation_of(state, action.formation)
    own(state, formation.side, role, formation.name, "$.formation")
    for one in [f for f in state.formations.values() if f.parent == formation.id and not f.disbanded]:
        book.emit(e.FormationMoved(one.id, formation.parent))
    for asset in [one for one in state.assets.values() if one.formation == formation.id]:
        book.emit(e.AssetMoved(asset.id, formation.parent))
    for person in [one for one in state.people.values() if one.formation == formation.id]:
        book.emit(e.PersonMoved(person.id, formation.parent, person.asset, person.post))
    into = formation.parent or formation.side
    book.emit(e.FormationDisbanded(formation.id, into if book.settles else ""))


def discharge(book: Book, action: a.Discharge, role: str) -> None:
    person = living(book.state, action.person)
    own(book.state, person.side, role, person.name, "$.person")
    _idle(book, person.asset, person.name)
    book.emit(e.Discharged(person.id, action.why))


def replace(book: Book, action: a.Replace, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    _free_post(book, asset.id, action.post, "$.post")
    fill_post(book, asset.id, action.post, pool_of(book.state, action.pool, asset.side).id)


def fill_post(book: Book, asset: str, post: str, pool: str) -> None:
    """One of a pool takes a post: the next of its names, or a number."""
    state = book.state
    source, machine = state.pools[pool], state.assets[asset]
    number = source.drawn + 1
    while subject(state, f"{pool}.{number}") is not None:
        number += 1
    named = source.drawn < len(source.names)
    name = source.names[source.drawn] if named else f"{source.name} {number}"
    level = book.policy.level_at(source.xp)
    book.emit(
        e.PersonEnlisted(
            f"{pool}.{number}",
            name,
            source.side,
            source.rank,
            machine.formation,
            asset,
            post,
            source.xp,
            level.id,
            level.quality,
            (),
            pool,
        )
    )
    settle_level(book, f"{pool}.{number}")
