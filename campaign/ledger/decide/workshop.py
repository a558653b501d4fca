"""The workshop: repair jobs, stripping for parts, writing off."""

from __future__ import annotations

from collections.abc import Collection

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import PARTS
from campaign.ledger.book import Book, asset_of, depot_of, present
from campaign.ledger.decide.organise import own
from campaign.ledger.state import Asset, Job
from campaign.rules.refused import Refused
from campaign.rules.wording import count

WRECK = "wreck"


def repair(book: Book, action: a.Repair, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    waits = needs(book, asset)
    if action.damage not in waits:
        reason = f"{asset.name} has no {action.damage!r} that waits for repair."
        raise Refused(reason, "", waits, "$.damage")
    depot = depot_of(book.state, action.depot, asset.side, workshop=True)
    job = book.policy.repair_of(action.damage)
    if depot.stores.get(PARTS, 0) < job.parts:
        reason = f"{depot.name} has {count(depot.stores.get(PARTS, 0), 'part')}; this takes {job.parts}."
        raise Refused(reason, "policy: repair", where="$.depot")
    book.emit(e.RepairStarted(asset.id, action.damage, depot.id, job.hours, job.parts))


def needs(book: Book, asset: Asset) -> list[str]:
    """What of an asset could be repaired and is not in hand yet. A wreck is repaired whole."""
    under_way = [job.damage for job in book.state.jobs if job.asset == asset.id]
    if asset.status == WRECK:
        return [WRECK] if WRECK not in under_way else []
    return [one for one in dict.fromkeys(asset.damage) if one not in under_way]


def stop(book: Book, action: a.StopRepair, role: str) -> None:
    asset = asset_of(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    jobs = [job.damage for job in book.state.jobs if job.asset == asset.id]
    if action.damage not in jobs:
        raise Refused(f"{asset.name} is not being repaired for {action.damage!r}.", "", jobs, "$.damage")
    book.emit(e.RepairStopped(asset.id, action.damage))


def strip(book: Book, action: a.Strip, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    if asset.status != WRECK and not asset.damage:
        raise Refused(f"{asset.name} is whole: only what is damaged is stripped.", where="$.asset")
    depot = depot_of(book.state, action.depot, asset.side)
    dismiss_crew(book, asset.id)
    if asset.stores:
        book.emit(e.Unloaded(asset.id, depot.id, dict(asset.stores)))
    book.emit(e.Stripped(asset.id, depot.id, book.policy.cannibalise.parts))


def write_off(book: Book, action: a.WriteOff, role: str) -> None:
    asset = present(book.state, action.asset)
    own(book.state, asset.side, role, asset.name, "$.asset")
    dismiss_crew(book, asset.id)
    book.emit(e.AssetLost(asset.id, action.why or "written off", lost=dict(asset.stores)))


def dismiss_crew(book: Book, asset: str) -> None:
    """Its people go back to their formation."""
    for one in list(book.crew(asset)):
        book.emit(e.PersonMoved(one.id, one.formation))


def stop_jobs(book: Book, asset: str, damage: Collection[str] | None = None) -> None:
    """What was begun on it in a workshop is not finished. damage: on this alone."""
    for job in [one for one in book.state.jobs if one.asset == asset]:
        if damage is None or job.damage in damage:
            book.emit(e.RepairStopped(asset, job.damage))


def work(book: Book) -> None:
    """One day in every workshop: the oldest job first, until the hours are used."""
    jobs: dict[str, list[Job]] = {}
    for job in book.state.jobs:
        jobs.setdefault(job.depot, []).append(job)
    for depot in book.state.depots.values():
        hours = depot.hours
        for job in jobs.get(depot.id, ()):
            if hours <= 0:
                break
            if book.state.assets[job.asset].battle:
                continue  # it was sent out as it is
            spent = min(hours, job.hours)
            hours -= spent
            if spent < job.hours:
                book.emit(e.RepairWorked(job.asset, job.damage, spent, job.hours - spent))
            else:
                _finish(book, job, depot.quality)


def _finish(book: Book, job: Job, quality: int) -> None:
    rule = book.policy.repair_of(job.damage)
    asset = book.state.assets[job.asset]
    die = 0
    if rule.target > 1:
        die = book.roll("repair of", asset, 10, f": {job.damage}")
        if die + quality < rule.target:
            left = max(1, rule.hours // 2)
            book.emit(e.RepairFailed(job.asset, job.damage, die, rule.target, left))
            return
    book.emit(e.RepairFinished(job.asset, job.damage, die, rule.target))
