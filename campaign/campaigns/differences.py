"""What is different between two views of a campaign, in sentences, grouped by what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date as day
from typing import Any, NamedTuple

from msgspec import Struct

from campaign.campaigns.answers import (
    DRAW,
    AccountView,
    AssetView,
    CampaignView,
    DepotView,
    Difference,
    FormationView,
    FoughtView,
    NodeView,
    PersonView,
    PoolView,
    SideView,
)
from campaign.rules.wording import count

DERIVED: dict[type[Struct], tuple[str, ...]] = {
    NodeView: (
        "battle",
        "diary",
        "ready",
        "why",
        "able",
        "suggested",
        "limits",
        "leads",
        "seats",
        "text",
        "system",
    ),
    FoughtView: ("node", "assets"),
    AssetView: ("crew", "empty", "load", "words"),
    PersonView: ("quality", "back", "text"),
}
"""Fields that follow from others, and are told with them or not at all."""


class _Quiet(str):
    """A sentence that goes without saying: see `campaign.campaigns.answers.Difference`."""

    __slots__ = ()


class _Names(NamedTuple):
    """How ids are called in the later view, else in the earlier."""

    known: Mapping[str, str]

    def __call__(self, id: str) -> str:
        return self.known.get(id, id)


def difference(a: CampaignView, b: CampaignView) -> list[Difference]:
    """What is otherwise in b than in a, two views of one viewer."""
    names = _Names({**_named(a), **_named(b)})
    rooms: tuple[tuple[str, Sequence[Any], Sequence[Any], Callable[..., Iterator[str]]], ...] = (
        ("Sides", a.sides, b.sides, _side),
        ("Scenarios", a.nodes, b.nodes, _node),
        ("Battles", a.battles, b.battles, _battle),
        ("Formations", a.formations, b.formations, _formation),
        ("Machines", a.assets, b.assets, _asset),
        ("People", a.people, b.people, _person),
        ("Stores", a.depots, b.depots, _depot),
        ("Replacements", a.pools, b.pools, _pool),
    )
    found = list(_calendar(a, b, names))
    for kind, old, new, tell in rooms:
        some = [
            Difference(_group(kind, one, names), one.id, str(text), isinstance(text, _Quiet))
            for one, text in _each(old, new, names, tell)
        ]
        found += sorted(some, key=lambda one: one.group)
    return [*found, *_accounts(a.accounts, b.accounts), *_drafts(a.drafts, b.drafts)]


def _named(view: CampaignView) -> dict[str, str]:
    rooms: Sequence[Sequence[Any]] = (
        view.sides, view.formations, view.assets, view.people, view.depots, view.pools,
    )  # fmt: skip
    found = {one.id: one.name for room in rooms for one in room}
    return {**found, **{one.id: one.title for one in view.nodes}, DRAW: "nobody"}


def _group(kind: str, one: Any, names: _Names) -> str:
    side = getattr(one, "side", "")
    return f"{kind} of {names(side)}" if side else kind


def _calendar(a: CampaignView, b: CampaignView, names: _Names) -> Iterator[Difference]:
    def told(text: str) -> Difference:
        return Difference("Calendar", "", text)

    if not (a.date and b.date):  # before its first entry there is no campaign
        if a.date != b.date:
            yield told(f"It is {b.date}." if b.date else "The campaign is not open yet.")
        return
    if a.date != b.date:
        days = (day.fromisoformat(b.date) - day.fromisoformat(a.date)).days
        far = f"{abs(days)} day{'s' if abs(days) != 1 else ''} {'later' if days > 0 else 'earlier'}"
        yield told(f"It is {b.date}, {far} than {a.date}.")
    if a.title != b.title:
        yield told(f"The campaign is called {b.title}; before, {a.title}.")
    if a.start != b.start:
        yield told(f"It began on {b.start}; before, on {a.start}.")
    if a.verdict != b.verdict:
        if b.verdict is None:
            yield told("The campaign is not over.")
        else:
            yield told(f"The campaign is over: {b.verdict.title}, won by {names(b.verdict.winner)}.")


# -- of one kind ---------------------------------------------------------------------------------------------------


def _each(
    old: Sequence[Any], new: Sequence[Any], names: _Names, tell: Callable[..., Iterator[str]]
) -> Iterator[tuple[Any, str]]:
    """Everybody or everything of one kind that is different, and each sentence about it."""
    before, after = {one.id: one for one in old}, {one.id: one for one in new}
    for id, one in after.items():
        was = before.get(id)
        if was != one:
            yield from ((one, text) for text in tell(was, one, names))
            if was is not None:
                yield from ((one, text) for text in _others(was, one, names(id)))
    for id, one in before.items():
        if id not in after:
            yield one, f"{names(id)} is no longer there."


_TOLD: dict[type[Struct], tuple[str, ...]] = {
    SideView: ("points",),
    NodeView: ("status", "winner", "opens"),
    FoughtView: ("status", "winner", "reason", "closed", "halves"),
    FormationView: ("parent", "disbanded"),
    AssetView: ("status", "damage", "stores", "battle", "formation", "battles", "kills", "jobs"),
    PersonView: (
        "status", "rank", "formation", "asset", "post", "xp", "level", "skills", "awards", "battles", "kills", "wounds",
    ),
    DepotView: ("stores",),
    PoolView: ("left", "drawn", "names"),
}  # fmt: skip
"""Fields that have sentences of their own."""


def _others(was: Struct, one: Struct, name: str) -> Iterator[str]:
    """Of fields without a sentence of their own."""
    kind = one.__class__
    for field in one.__struct_fields__:
        if field in (*_TOLD.get(kind, ()), *DERIVED.get(kind, ())):
            continue
        old, new = getattr(was, field), getattr(one, field)
        if old != new:
            yield f"{name}: {field} is {_plain(new)}; before, {_plain(old)}."


def _plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "nothing"  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, dict):
        return ", ".join(f"{n} {item}" for item, n in value.items()) or "nothing"  # pyright: ignore[reportUnknownVariableType]
    return str(value) or "nothing"


def _count(number: int, many: str) -> str:
    return f"{number} {many.removesuffix('s') if number == 1 else many}"


def _more(old: int, new: int) -> str:
    return f"{abs(new - old)} {'more' if new > old else 'fewer'}"


def _stores(name: str, where: str, old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[str]:
    parts = [
        f"{new.get(item, 0)} {item} ({_more(old.get(item, 0), new.get(item, 0))})"
        for item in dict.fromkeys((*old, *new))
        if old.get(item, 0) != new.get(item, 0)
    ]
    if parts:
        yield f"{name} has {', '.join(parts)}{where}."


def _side(was: SideView | None, one: SideView, names: _Names) -> Iterator[str]:
    if was is None:
        yield f"{one.name} is new."
    elif was.points != one.points:
        yield f"{one.name} has {_count(one.points, 'points')} ({_more(was.points, one.points)})."


def _standing(node: NodeView, names: _Names) -> str:
    match node.status:
        case "done":
            return "drawn" if node.winner == DRAW else f"won by {names(node.winner)}"
        case "running":
            return "being fought"
        case "open":
            return f"open from {node.opens}"
        case _:
            return node.status


def _node(was: NodeView | None, one: NodeView, names: _Names) -> Iterator[str]:
    now, before = _standing(one, names), _standing(was, names) if was is not None else "not there"
    if now != before:
        yield f"{one.title} is {now}; before, {before}."


def _battle(was: FoughtView | None, one: FoughtView, names: _Names) -> Iterator[str]:
    what = f"{one.id} ({names(one.node)})"
    if was is None:
        came = ", ".join(map(names, one.assets))
        yield f"{what} was begun on {one.date}{f' with {came}' if came else ''}."
    if was is not None and was.status != one.status and one.status == "running":
        yield f"{what} is being fought; before, it was {was.status}."
    if one.status == "running":
        before = was.halves if was is not None else ()
        for side in one.halves:
            if side not in before:
                yield f"{names(side)} has given its half of the return of {what}."
        for side in before:
            if side not in one.halves:
                yield f"There is no half of {names(side)} of the return of {what}."
    said = (one.status, one.winner, one.reason, one.closed)
    if one.status == "running" or (was and (was.status, was.winner, was.reason, was.closed) == said):
        return
    if one.status == "cancelled":
        yield f"{what} was called off."
        return
    won = "with a draw" if one.winner == DRAW else f"won by {names(one.winner)}"
    why = f": {one.reason.rstrip('.')}" if one.reason else ""
    yield f"{what} ended on {one.closed}, {won}{why}."


def _formation(was: FormationView | None, one: FormationView, names: _Names) -> Iterator[str]:
    above = names(one.parent) if one.parent else names(one.side)
    if was is None:
        yield f"{one.name} is raised under {above}."
    elif was.parent != one.parent:
        yield f"{one.name} is under {above}; before, under {names(was.parent) if was.parent else names(was.side)}."


def _asset(was: AssetView | None, one: AssetView, names: _Names) -> Iterator[str]:
    name = one.name
    if was is None:
        yield f"{name} ({one.type}) has joined {names(one.formation or one.side)}."
        was = AssetView(one.id, name, one.type, one.side, one.formation, "ready", stores=one.stores)
    if was.status != one.status:
        yield f"{name} is {_fate(one.status)}; before, {_fate(was.status)}."
    if set(was.damage) != set(one.damage):
        yield f"{name} bears {one.borne} as damage; before, {was.borne}."
    for text in _stores(name, " aboard", was.stores, one.stores):
        yield _Quiet(text) if was.status != one.status == "lost" else text
    if was.battle != one.battle:
        yield f"{name} is in {one.battle}." if one.battle else f"{name} is in no battle any more."
    if was.formation != one.formation:
        place = names(one.formation) if one.formation else "no formation"
        yield f"{name} belongs to {place}; before, {names(was.formation) or 'none'}."
    for what in ("battles", "kills"):
        if (old := getattr(was, what)) != (new := getattr(one, what)):
            text = f"{name} has {_count(new, what)} ({_more(old, new)})."
            yield text if what == "kills" else _Quiet(text)
    jobs, before = ({job.damage: job.hours for job in it.jobs} for it in (one, was))
    for damage in dict.fromkeys((*before, *jobs)):
        if damage not in jobs:
            yield f"{name} is no longer in the workshop for {was.word(damage)}."
        elif jobs[damage] != before.get(damage):
            yield f"{name} is in the workshop for {one.word(damage)}, {count(jobs[damage], 'hour')} to go."


def _fate(status: str) -> str:
    return "a wreck" if status == "wreck" else status


def _state(one: PersonView) -> str:
    return f"{one.status} until {one.back}" if one.back else one.status


def _place(one: PersonView, names: _Names) -> str:
    if one.asset:
        return f"{one.post} of {names(one.asset)}"
    return f"with {names(one.formation)}" if one.formation else "without a post"


def _person(was: PersonView | None, one: PersonView, names: _Names) -> Iterator[str]:
    name = one.name
    if was is None:
        yield f"{f'{one.rank} {name}'.strip()} has joined, {_place(one, names)}."
        was = PersonView(
            one.id, name, one.side, one.rank, one.formation, one.asset, one.post, one.xp, one.level,
            skills=one.skills,
        )  # fmt: skip
    follows = was.status != one.status
    if _state(was) != _state(one):
        yield f"{name} is {_state(one)}; before, {_state(was)}."
    if was.rank != one.rank:
        yield f"{name} is {one.rank or 'without a rank'}; before, {was.rank or 'without a rank'}."
    if _place(was, names) != _place(one, names):
        text = f"{name} is {_place(one, names)}; before, {_place(was, names)}."
        yield _Quiet(text) if follows else text
    if was.level != one.level:
        yield f"{name} is {one.level}; before, {was.level}."
    if was.xp != one.xp:
        yield _Quiet(f"{name} has {one.xp} experience ({_more(was.xp, one.xp)}).")
    for what, old, new in (("has learnt", was.skills, one.skills), ("was awarded", was.awards, one.awards)):
        if gained := _beyond(new, old):
            yield f"{name} {what}: {', '.join(gained)}."
        if gone := _beyond(old, new):
            yield f"{name} no longer {what}: {', '.join(gone)}."
    for what in ("battles", "kills", "wounds"):
        if (old := getattr(was, what)) != (new := getattr(one, what)):
            text = f"{name} has {_count(new, what)} ({_more(old, new)})."
            yield _Quiet(text) if what == "battles" or (what == "wounds" and follows) else text


def _beyond(some: Sequence[str], others: Sequence[str]) -> list[str]:
    """What is in some more often than in others."""
    left, found = list(others), list[str]()
    for one in some:
        if one in left:
            left.remove(one)
        else:
            found.append(one)
    return found


def _depot(was: DepotView | None, one: DepotView, names: _Names) -> Iterator[str]:
    if was is None:
        yield f"{one.name} is new."
    yield from _stores(one.name, "", was.stores if was else {}, one.stores)


def _pool(was: PoolView | None, one: PoolView, names: _Names) -> Iterator[str]:
    if was is None:
        yield f"{one.name} is new, with {one.left} replacements."
    elif (was.left, was.drawn, was.names) != (one.left, one.drawn, one.names):
        yield f"{one.name} has {one.left} replacements ({_more(was.left, one.left)}); {one.drawn} were drawn so far."


def _accounts(old: Mapping[str, AccountView], new: Mapping[str, AccountView]) -> Iterator[Difference]:
    nothing = AccountView()
    for item in dict.fromkeys((*old, *new)):
        was, now = old.get(item, nothing), new.get(item, nothing)
        parts = [
            f"{getattr(now, what)} {what} ({_more(getattr(was, what), getattr(now, what))})"
            for what in ("issued", "used", "lost")
            if getattr(was, what) != getattr(now, what)
        ]
        if parts:
            yield Difference("Accounts", item, f"Of {item}, in all: {', '.join(parts)}.")


def _drafts(old: Sequence[str], new: Sequence[str]) -> Iterator[Difference]:
    for one in new:
        if one not in old:
            yield Difference("Returns", one, f"A return of {one} is drafted.")
    for one in old:
        if one not in new:
            yield Difference("Returns", one, f"There is no draft of a return of {one} any more.")
