"""Ways through the scenario graph: which conditions hold, what opens, and how the campaign ends."""

from __future__ import annotations

from campaign.ledger import events as e
from campaign.ledger.apply import later
from campaign.ledger.book import Book
from campaign.ledger.graph import DRAW, Edge, Scenario, When
from campaign.ledger.state import Campaign, CampaignVerdict


def holds(state: Campaign, when: When, winner: str = "") -> bool:
    """Whether a condition holds now. winner: of the battle that has just ended."""
    points = {id: side.points for id, side in state.sides.items()}
    checks = (
        not when.winner or when.winner == winner,
        all(state.nodes[id].status == "done" for id in when.done),
        when.after is None or state.date >= when.after,
        when.before is None or state.date <= when.before,
        when.losses is None or losses(state, when.losses.side) >= when.losses.least,
        when.points is None or points[when.points.side] >= when.points.least,
        when.lead is None or _lead(points, when.lead.side) >= when.lead.least,
        when.ready is None or ready(state, when.ready.side) >= when.ready.least,
    )
    return all(checks)


def _lead(points: dict[str, int], side: str) -> int:
    return points[side] - max((n for id, n in points.items() if id != side), default=0)


def losses(state: Campaign, side: str) -> int:
    """Assets of a side that are wrecks or gone."""
    return sum(one.side == side and one.status != "ready" for one in state.assets.values())


def ready(state: Campaign, side: str) -> int:
    return sum(one.side == side and one.status == "ready" for one in state.assets.values())


def leave(book: Book, node: Scenario, winner: str) -> None:
    """Follow the edges out of a scenario that is over: every one that holds, or those marked otherwise."""
    state = book.state
    if state.verdict is not None:
        return
    taken = [one for one in node.next if not one.otherwise and holds(state, one.when, winner)]
    taken = taken or [one for one in node.next if one.otherwise and holds(state, one.when, winner)]
    for edge in taken:
        _follow(book, edge)
        if state.verdict is not None:
            return
    idle = all(one.status in ("waiting", "done") for one in state.nodes.values())
    if idle and book.graph.closes is None:
        end_by_points(book, "Nothing is left to fight for")


def being_fought(state: Campaign) -> tuple[str, ...]:
    """The battles that are."""
    return tuple(one.id for one in state.battles.values() if one.status == "running")


def last_day_over(book: Book) -> bool:
    """Whether the last day is behind, and the campaign waits only for what is being fought."""
    return book.graph.closes is not None and book.state.date >= book.graph.closes


def end_if_due(book: Book) -> None:
    """Behind the last day the campaign ends with its last battle."""
    if book.state.verdict is None and last_day_over(book) and not being_fought(book.state):
        end_by_points(book, "The last day is over")


def _follow(book: Book, edge: Edge) -> None:
    for end in book.graph.end:
        if end.id == edge.to:
            winner = end.winner or _ahead(book.state)
            book.emit(e.CampaignEnded(CampaignVerdict(winner, end.title, end.text, end.id)))
            return
    if book.state.nodes[edge.to].status == "waiting":
        open_node(book, book.graph.node(edge.to), edge.days)


def open_first(book: Book) -> None:
    """The scenarios with which a campaign begins."""
    for node in book.graph.scenario:
        if node.start:
            open_node(book, node)


def open_node(book: Book, node: Scenario, days: int = 0) -> None:
    date = later(book.state.date, days)
    book.emit(e.ScenarioOpened(node.id, max(date, node.opens or date)))


def _ahead(state: Campaign) -> str:
    """The side with most points, or a draw."""
    best = max(side.points for side in state.sides.values())
    leading = [side.id for side in state.sides.values() if side.points == best]
    return leading[0] if len(leading) == 1 else DRAW


def end_by_points(book: Book, title: str) -> None:
    book.emit(e.CampaignEnded(CampaignVerdict(_ahead(book.state), title)))
