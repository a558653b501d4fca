"""What happenings bring: it arrives whatever was ordered before, and no order takes its id away."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book, new_id
from campaign.ledger.decide import organise
from campaign.ledger.decide.supply import load_of
from campaign.ledger.graph import Happening
from campaign.ledger.state import Campaign
from campaign.rules.refused import Refused

LONGEST_ID = 60


def coming(state: Campaign) -> Iterator[tuple[Happening, a.NewAsset]]:
    """What is to arrive yet, with its happening."""
    if state.graph is not None:
        for one in state.graph.happening:
            if one.date > state.date:
                yield from ((one, new) for new in one.asset)


def free_id(state: Campaign, wanted: str, taken: frozenset[str] = frozenset(), first: int = 0) -> str:
    """The id with the first number behind it that is free, or without one if there is no first. taken: ids that are
    not free either."""
    number, id = first or 1, _numbered(wanted, first) if first else wanted
    while id in taken or not _free(state, id):
        number += 1
        id = _numbered(wanted, number)
    return id


def _numbered(id: str, number: int) -> str:
    end = f"-{number}"
    return id[: LONGEST_ID - len(end)] + end


def _free(state: Campaign, id: str) -> bool:
    try:
        return bool(new_id(state, id, ""))
    except Refused:
        return False


def arrive(book: Book, new: a.NewAsset) -> None:
    """It settles where it cannot come as it was to: under another id, in the formation above, with as much as fits
    aboard. Before `actions.SETTLING` what had the id of an asset that was there did not come at all."""
    state = book.state
    if not book.settles and new.id in state.assets:
        return
    load = load_of(state.types[new.type])
    id = free_id(state, new.id, frozenset(other.id for _, other in coming(state)))
    formation = _living(state, new.formation)
    over = {item: n - load.get(item, 0) for item, n in (new.stores or {}).items() if n > load.get(item, 0)}
    stores = None if new.stores is None else {item: n - over.get(item, 0) for item, n in new.stores.items()}
    stores = stores and {item: n for item, n in stores.items() if n}
    settled = a.NewAsset(id, new.name, new.type, new.side, formation, stores, new.damage, new.cards)
    organise.add_asset(book, settled, "$.happening.asset")
    if (id, formation) != (new.id, new.formation) or over:
        wanted = "" if formation == new.formation else new.formation
        book.emit(e.ArrivalSettled(id, new.id, formation, wanted, over))


def _living(state: Campaign, formation: str) -> str:
    """The formation, or the nearest above it that is not disbanded; "" for none."""
    while formation and state.formations[formation].disbanded:
        formation = state.formations[formation].parent
    return formation


def enrol(book: Book, action: a.Enrol, role: str) -> None:
    """See `organise.enrol`. Raises Refused."""
    if book.settles:
        _keeps_arrivals(book.state, action)
    organise.enrol(book, action, role)


def _keeps_arrivals(state: Campaign, action: a.Enrol) -> None:
    """Raises Refused for an order of battle that takes what is to arrive its id."""
    then = {new.id: one for one, new in coming(state)}
    rooms = {
        "formation": action.formation,
        "depot": action.depot,
        "pool": action.pool,
        "asset": action.asset,
        "person": action.person,
    }
    for room, new_ones in rooms.items():
        for i, one in enumerate(new_ones):
            if one.id in then:
                reason = f"The id {one.id!r} is that of what arrives on {_told(then[one.id])}"
                known = frozenset(then)
                raise Refused(reason, "", [free_id(state, one.id, known)], f"$.{room}[{i}].id")


def _told(happening: Happening) -> str:
    return f"{happening.date}: {happening.text[:120].rstrip('.')}."
