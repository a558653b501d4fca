"""Time: what a day brings. Each change is an event of its own, with its cause."""

from __future__ import annotations

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.apply import later
from campaign.ledger.book import Book, posts_of
from campaign.ledger.decide import supply, workshop
from campaign.ledger.decide.arrivals import arrive
from campaign.ledger.decide.battles import can_muster
from campaign.ledger.decide.graph import being_fought, end_by_points, holds, leave
from campaign.ledger.decide.organise import fill_post
from campaign.ledger.experience import settle_level
from campaign.ledger.graph import DRAW, Scenario
from campaign.ledger.state import Campaign, Person
from campaign.rules.refused import Refused

CALENDAR_ENDS = "9999-12-31"


def advance(book: Book, action: a.Advance, role: str) -> None:
    state = book.state
    if state.date[:4] == "9999":
        raise Refused("The calendar ends here.", where="$.days")
    if action.stop and not book.settles:
        _until_something_waits(book, action.days)
        return
    before = _can_begin(book)
    for _ in range(action.days):
        if state.date == CALENDAR_ENDS:
            break
        day(book)
        last = book.settles and state.date == book.graph.closes
        if state.verdict is not None or last or (action.stop and _can_begin(book) - before):
            break


def _can_begin(book: Book) -> set[str]:
    """Scenarios for which nothing is wanting but somebody who begins them."""
    return {id for id in waits(book.state) if holds(book.state, book.graph.node(id).needs)}


def _until_something_waits(book: Book, days: int) -> None:
    """As it was decided once: not past a day on which anything waits, even if it did from the beginning."""
    state = book.state
    for number in range(days):
        if number and waits(state):
            break
        ready = waits(state)
        day(book)
        if state.verdict is not None or waits(state) - ready:
            break


def waits(state: Campaign) -> set[str]:
    """Scenarios that may be begun today."""
    return {id for id, node in state.nodes.items() if node.status == "open" and node.opens <= state.date}


def day(book: Book) -> None:
    """The next day breaks. Order: happenings, healing, workshop, replacements, supply, scenarios, the end."""
    state = book.state
    book.emit(e.DayBroke(later(state.date, 1)))
    _happen(book)
    _heal(book)
    workshop.work(book)
    if book.policy.replacements.automatic:
        _replace(book)
    if book.policy.supply.automatic:
        supply.supply_all(book)
    _lapse(book)
    closes = book.graph.closes
    if closes is None or state.date < closes or state.verdict is not None:
        return
    fought = being_fought(state)
    if not fought or not book.settles:
        end_by_points(book, "The last day is over")
    elif state.date == closes:
        book.emit(e.EndWaits(fought))


def _happen(book: Book) -> None:
    for one in book.graph.happening:
        if one.date != book.state.date:
            continue
        book.emit(e.Happened(one.text))
        if one.depot and one.stores:
            book.emit(e.StoresIssued(one.depot, dict(one.stores), one.text[:200].rstrip(".")))
        if one.side and one.points:
            total = book.state.sides[one.side].points + one.points
            book.emit(e.PointsScored(one.side, one.points, total, one.text[:200]))
        if one.pool and one.people:
            book.emit(e.PoolGrew(one.pool, one.people))
        for new in one.asset:
            arrive(book, new)


def _heal(book: Book) -> None:
    """Wounds whose day has come, and the fate of the missing."""
    policy, today = book.policy, book.state.date
    for person in list(book.state.people.values()):
        if not person.back or person.back > today:
            continue
        if person.status == "wounded":
            book.emit(e.Recovered(person.id, "wounded"))
            if not person.asset and not person.formation:
                continue
        elif person.status == "missing":
            die = book.roll("what became of", person, 100)
            if die <= policy.missing.back:
                book.emit(e.Recovered(person.id, "missing"))
            elif die <= policy.missing.back + policy.missing.captured:
                book.emit(e.Captured(person.id))
            else:
                book.emit(e.Died(person.id, why="missing, found dead"))


def healing(book: Book, person: Person, battle: str = "") -> tuple[int, int]:
    """After how many days a wound is healed, by the policy, and what was rolled for it; 0 if nothing was. battle: in
    which he got it."""
    rule, die = book.policy.healing, 0
    if rule.die > 1:
        die = book.roll("wound of", person, rule.die, battle=battle)
    return max(1, rule.least + max(0, die - 1)), die


def _replace(book: Book) -> None:
    """Empty posts of ready assets: first the fit of the same formation without a post, then pools.

    A wounded man keeps his post.
    """
    state = book.state
    spare: dict[str, list[str]] = {}
    for person in state.people.values():
        if person.status == "fit" and not person.asset and person.formation:
            spare.setdefault(person.formation, []).append(person.id)
    left = dict.fromkeys(state.sides, book.policy.replacements.daily)
    pools: dict[str, list[str]] = {}
    for pool in state.pools.values():
        if pool.left:
            pools.setdefault(pool.side, []).append(pool.id)
    manned: dict[str, list[str]] = {}
    for person in state.people.values():
        if person.asset:
            manned.setdefault(person.asset, []).append(person.post)
    for asset in list(state.assets.values()):
        if asset.status != "ready" or asset.battle:
            continue
        empty = list(posts_of(state, asset.id))
        for post in manned.get(asset.id, ()):
            if post in empty:
                empty.remove(post)
        for post in empty:
            reserve = spare.get(asset.formation)
            if reserve:
                id = reserve.pop(0)
                book.emit(e.PersonMoved(id, asset.formation, asset.id, post))
                settle_level(book, id)
                continue
            source = next((p for p in pools.get(asset.side, ()) if state.pools[p].left > 0), None)
            if source is None or left[asset.side] <= 0:
                break
            left[asset.side] -= 1
            fill_post(book, asset.id, post, source)


def _lapse(book: Book) -> None:
    """Scenarios that nobody began in time."""
    state = book.state
    for one in book.graph.scenario:
        node = state.nodes[one.id]
        if node.status != "open" or node.opens > state.date:
            continue
        tired = one.patience and state.date > later(node.opens, one.patience)
        if tired or (one.closes is not None and state.date > one.closes):
            winner = _by_default(state, one)
            book.emit(e.ScenarioLapsed(one.id, winner))
            if winner != DRAW and one.points.get(winner):
                points = one.points[winner]
                total = state.sides[winner].points + points
                book.emit(e.PointsScored(winner, points, total, one.title))
            leave(book, one, winner)


def _by_default(state: Campaign, node: Scenario) -> str:
    """The only side that could have come, else the scenario's default."""
    coming = [side for side in node.sides if can_muster(state, node, side)]
    return coming[0] if len(coming) == 1 else node.default
