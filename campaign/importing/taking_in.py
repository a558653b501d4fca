"""Taking in a file: what is new in it is vetted whole, and written only then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.battles import redacted_export
from campaign.home import Home
from campaign.importing import offering_again
from campaign.importing.items import ImportChecks
from campaign.importing.vetting import Vetting
from campaign.rules.refused import Refused
from campaign.shared.answers import Imported
from campaign.shared.callers import Caller
from campaign.shared.clock import World
from campaign.shared.people import People
from events.bounds import MOST, Most
from events.errors import BadFile, ReadOnly
from events.exchange import import_diaries
from events.files import Source, name_of
from events.store import DiaryInfo, Store


def take_in(
    home: Home,
    store: Store,
    world: World,
    source: Source,
    caller: Caller,
    people: People,
    continuing: Sequence[str] = (),
    entries: int = MOST.entries,
) -> Imported:
    """Take diaries from a file or bytes. continuing: diaries that may go on by it, of which the secret of their dice is
    in this house; whoever is not at the machine of the house names all that go on here, and their seats are offered to
    their names again. people: who there is here. entries: that it may bring at the most. Raises Refused, BadFile,
    Diverged, ReadOnly, NotWritten."""
    file = name_of(source, "The file")
    if store.read_only:
        raise ReadOnly(store.read_only)
    if entries < 1:
        raise Refused("At least one entry may come in.", where="$.entries")
    if redacted_export.is_one(source):
        reason = "is one viewer's record of a battle: to read, not to go on from. Ask for a whole export."
        raise BadFile(f"{file} {reason}")
    notes: list[str] = []

    def whole(stage: Store, news: Sequence[DiaryInfo]) -> None:
        held = {info.name for info in stage.diaries()}
        if unknown := [name for name in continuing if name not in held]:
            raise Refused(f"{file} holds no diary {unknown[0][:60]!a}.", "", sorted(held), "$.continuing")
        vetting = Vetting(home, stage, world, file)
        for info in news:
            if secret_of(info.name) is not None and info.name not in continuing:
                raise _not_asked_for(file, info.name)
            found = vetting(info)
            if found and info.name in continuing:
                raise BadFile(f"{file}: it cannot go on, for not all of it can be checked. {found[0]}")
            notes.extend(found)
        notes.extend((*vetting.brought, *vetting.strangers(news, store)))
        notes.extend(_shorter(file, one, here[one.name]) for one in stage.diaries() if _is_shorter(one, here))
        if not caller.here:  # there names are taken at their word
            able = [one for one in stage.diaries() if stage.secret(one.name) and not secret_of(one.name)]
            moving = {info.name: vetting.opened(info) for info in (*news, *able) if info.head.seq}
            there = {name: offering_again.sitting(opened) for name, opened in moving.items()}
            offering_again.asked_for(file, there, continuing)
            for name, seats in there.items():
                if seats:
                    notes.append(offering_again.offer_again(moving[name], seats, caller, people))

    def secret_of(name: str) -> bytes | None:
        return store.secret(name) if name in here else None

    here = {info.name: info.head.seq for info in store.diaries()}
    checks = ImportChecks(store)
    added = import_diaries(store, source, checks, whole, folder=home.folder, most=Most(entries))
    return Imported(added, tuple(notes))


def _is_shorter(info: DiaryInfo, here: Mapping[str, int]) -> bool:
    return 0 < info.head.seq < here.get(info.name, 0)


def _shorter(file: str, info: DiaryInfo, seq: int) -> str:
    """What is here remembers for whoever brings a file what he was shown before."""
    return (
        f"In {file} {info.name} ends at entry {info.head.seq}; here it goes on to entry {seq}. An older file does, and"
        " one whose newest entries were cut off."
    )


def _not_asked_for(file: str, name: str) -> Refused:
    reason = (
        f"{file} goes on with {name}, whose dice are rolled here: their secret lies in this data folder. Whoever"
        " made the file may have written what he liked. If you have gone on with it yourself elsewhere, say so."
    )
    return Refused(reason, "", [f"--continue {name}"], "$.continuing")
