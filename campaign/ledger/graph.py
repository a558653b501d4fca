"""The scenario graph: battles as nodes, what leads from one to the next, and how a campaign ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from campaign.ledger.actions import NewAsset
from campaign.rules.refused import no_such

DRAW = "draw"
IsoDate = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """At least so many, of a side."""

    side: str
    least: int


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A condition; everything that it names must hold.

    winner: of the scenario that the edge leaves, a side or `draw`. done: scenarios that are over. after, before: the
    date, both included. losses: assets lost for good or wrecked. points: campaign victory points. lead: ahead of
    every other side by so many. ready: assets that could fight.
    """

    winner: str = ""
    done: tuple[str, ...] = ()
    after: IsoDate | None = None
    before: IsoDate | None = None
    losses: Amount | None = None
    points: Amount | None = None
    lead: Amount | None = None
    ready: Amount | None = None


class Edge(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a battle leads to: a scenario or an end. otherwise: only if no other edge of the scenario holds.

    days: until it opens.
    """

    to: str
    when: When = When()
    otherwise: bool = False
    days: Annotated[int, Meta(ge=0, le=3660)] = 0


class May(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a side may muster: how many assets, of which types (any if none is named), of which formation."""

    side: str
    least: Annotated[int, Meta(ge=0, le=999)] = 1
    most: Annotated[int, Meta(ge=1, le=999)] = 999
    types: tuple[str, ...] = ()
    formation: str = ""


class Scenario(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A node. system, scenario: what is played; without a system it is fought at a real table and a return is filed.

    sides: campaign side → the scenario's. start: open from the first day of the campaign. opens, closes: dates; a
    scenario that is not begun when it closes, or patience days after it could be, is lost for a side that cannot muster
    for it, else won by `default` (or a draw). points: for winning it.
    needs: must hold before it may be begun. options: of the rule system's scenario.
    """

    id: str
    title: str
    text: str = ""
    system: str = ""
    scenario: str = ""
    sides: Mapping[str, str] = {}
    start: bool = False
    opens: IsoDate | None = None
    closes: IsoDate | None = None
    patience: Annotated[int, Meta(ge=0, le=3660)] = 0
    default: str = DRAW
    points: Mapping[str, int] = {}
    needs: When = When()
    muster: tuple[May, ...] = ()
    options: Mapping[str, Any] = {}
    next: tuple[Edge, ...] = ()


class End(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An end of the campaign. winner: a side, `draw`, or "" for whoever has most points."""

    id: str
    title: str
    text: str = ""
    winner: str = ""


class Happening(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that happens on a date: a text, stores that reach a depot, points, replacements for a pool, assets."""

    date: IsoDate
    text: str
    depot: str = ""
    stores: Mapping[str, Annotated[int, Meta(ge=0, le=1_000_000)]] = {}
    side: str = ""
    points: int = 0
    pool: str = ""
    people: Annotated[int, Meta(ge=0, le=100_000)] = 0
    asset: tuple[NewAsset, ...] = ()


class Graph(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All of it. closes: the last day of the campaign, on which it ends by points if it has not ended before. ahead:
    `umpire` if scenarios that are still to open are for him alone; "" in diaries of older versions, and for all."""

    scenario: tuple[Scenario, ...]
    end: tuple[End, ...] = ()
    happening: tuple[Happening, ...] = ()
    closes: IsoDate | None = None
    ahead: Literal["", "umpire"] = ""

    def node(self, id: str) -> Scenario:
        """Raises Refused, naming those there are."""
        for one in self.scenario:
            if one.id == id:
                return one
        known = [one.id for one in self.scenario]
        raise no_such("scenario", id, known, "", "$.node", " in this campaign")


def faults(graph: Graph, sides: Sequence[str]) -> list[tuple[str, str]]:
    """What is wrong with a graph: (place, reason), the place as in its file."""
    found: list[tuple[str, str]] = []
    nodes = {one.id: one for one in graph.scenario}
    ends = {one.id for one in graph.end}
    names = [one.id for one in graph.scenario] + [one.id for one in graph.end]
    for id in dict.fromkeys(one for one in names if names.count(one) > 1):
        found.append(("scenario", f"Two scenarios or ends have the id {id!r}."))
    if not any(one.start for one in graph.scenario):
        found.append(("scenario", "No scenario has start = true: the campaign would have no beginning."))
    if not ends and graph.closes is None:
        found.append(("end", "There is no [[end]] and no date `closes`: the campaign would never end."))
    for i, one in enumerate(graph.scenario):
        found += [(f"scenario[{i}]{place}", why) for place, why in _node_faults(one, nodes, ends, sides)]
    for i, end in enumerate(graph.end):
        if end.winner not in ("", DRAW, *sides):
            found.append((f"end[{i}].winner", f"There is no side {end.winner!r}."))
    for i, one in enumerate(graph.happening):
        if one.side and one.side not in sides:
            found.append((f"happening[{i}].side", f"There is no side {one.side!r}."))
    if not found:
        found += _ways(graph, nodes, ends)
    return found


def _node_faults(
    one: Scenario, nodes: Mapping[str, Scenario], ends: set[str], sides: Sequence[str]
) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if bool(one.system) != bool(one.scenario):
        found.append((".system", "A system and its scenario are named together, or neither."))
    for place, name in (
        (".sides", [*one.sides]),
        (".points", [*one.points]),
        (".muster", [may.side for may in one.muster]),
    ):
        for unknown in [side for side in name if side not in sides]:
            found.append((place, f"There is no side {unknown!r}."))
    if one.default not in (DRAW, *sides):
        found.append((".default", f"There is no side {one.default!r}."))
    for may in one.muster:
        if may.least > may.most:
            found.append((".muster", f"{may.side}: at least {may.least} is more than at most {may.most}."))
        if may.side not in one.sides:
            found.append((".muster", f"{may.side} musters for it, but is not among its sides."))
    if one.opens and one.closes and one.opens > one.closes:
        found.append((".closes", f"It closes on {one.closes}, before it opens on {one.opens}."))
    for k, edge in enumerate(one.next):
        if edge.to not in nodes and edge.to not in ends:
            found.append((f".next[{k}].to", f"There is no scenario and no end {edge.to!r}."))
        found += [(f".next[{k}].when{place}", why) for place, why in _when_faults(edge.when, nodes, sides)]
    found += [(f".needs{place}", why) for place, why in _when_faults(one.needs, nodes, sides)]
    return found


def _when_faults(when: When, nodes: Mapping[str, Scenario], sides: Sequence[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if when.winner not in ("", DRAW, *sides):
        found.append((".winner", f"There is no side {when.winner!r}."))
    for done in when.done:
        if done not in nodes:
            found.append((".done", f"There is no scenario {done!r}."))
    for name in ("losses", "points", "lead", "ready"):
        amount: Amount | None = getattr(when, name)
        if amount is not None and amount.side not in sides:
            found.append((f".{name}.side", f"There is no side {amount.side!r}."))
    return found


def _ways(graph: Graph, nodes: Mapping[str, Scenario], ends: set[str]) -> list[tuple[str, str]]:
    """Every scenario can be reached from a start, and left towards an end, whatever its result."""
    found: list[tuple[str, str]] = []
    reached = _reached(graph, nodes)
    leads = set(ends)
    while grown := {
        one.id for one in graph.scenario if one.id not in leads and any(e.to in leads for e in one.next)
    }:
        leads |= grown
    for i, one in enumerate(graph.scenario):
        if one.id not in reached:
            found.append(
                (f"scenario[{i}].id", f"{one.id} can never be reached: no way leads there from a start.")
            )
        if not one.next:
            if graph.closes is None:
                found.append((f"scenario[{i}].id", f"{one.id} can never be left: it leads nowhere."))
        elif ends and one.id not in leads and graph.closes is None:
            found.append(
                (f"scenario[{i}].id", f"{one.id} can never be left: no way leads from it to an end.")
            )
        elif not _every_result(one):
            reason = (
                f"{one.id} may not be left: give it an edge with otherwise = true, or one for each result."
            )
            found.append((f"scenario[{i}].next", reason))
    for i, end in enumerate(graph.end):
        if not any(edge.to == end.id for id in reached for edge in nodes[id].next):
            found.append((f"end[{i}].id", f"{end.id} can never be reached: no way leads to this end."))
    return found or _circles(graph, nodes)


def _reached(graph: Graph, nodes: Mapping[str, Scenario], without: str = "", start: str = "") -> set[str]:
    """Scenarios to which a way leads that does not pass one of them. start: from this one, else from any start."""
    reached = {one.id for one in graph.scenario if (one.id == start if start else one.start)} - {without}
    todo = list(reached)
    while todo:
        for edge in nodes[todo.pop()].next:
            if edge.to in nodes and edge.to not in reached and edge.to != without:
                reached.add(edge.to)
                todo.append(edge.to)
    return reached


def _circles(graph: Graph, nodes: Mapping[str, Scenario]) -> list[tuple[str, str]]:
    """A scenario is fought once: no way leads back to one that must be over by then, or that was open from the first
    day, and none waits for what comes only after it."""
    found: list[tuple[str, str]] = []
    only_after: dict[str, set[str]] = {}

    def after(id: str) -> set[str]:
        """Scenarios that cannot be reached before this one is over, and itself."""
        if id not in only_after:
            only_after[id] = set(nodes) - _reached(graph, nodes, id)
        return only_after[id]

    for i, one in enumerate(graph.scenario):
        for k, edge in enumerate(one.next):
            if edge.to not in nodes:
                continue
            opened = nodes[edge.to].start and one.id in _reached(graph, nodes, start=edge.to)
            if opened or one.id in after(edge.to):
                reason = f"{one.id} leads back to {edge.to}, which is over by then: a scenario is never opened again."
                found.append((f"scenario[{i}].next[{k}].to", reason))
        for done in one.needs.done:
            if done in after(one.id):
                reason = f"{one.id} waits for {done}, which comes only after it: it could never begin."
                found.append((f"scenario[{i}].needs.done", reason))
    return found


def _every_result(one: Scenario) -> bool:
    """Whether some edge holds whatever comes of it."""
    certain = [edge for edge in one.next if edge.when == When(winner=edge.when.winner)]
    if any(edge.otherwise or not edge.when.winner for edge in certain):
        return True
    return {DRAW, *one.sides} <= {edge.when.winner for edge in certain}
