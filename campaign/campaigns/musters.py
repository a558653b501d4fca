"""What is mustered for a battle, and what is different between two musters of one, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from campaign.ledger.state import Campaign, Engagement
from campaign.ledger.words import damage_text
from campaign.rules.muster import Formed, Member, Muster, Mustered

Words = Callable[[str], Mapping[str, str]]
"""Asset → what damage of it is called, by id."""


def muster_of(state: Campaign, battle: Engagement, formed: bool = True) -> Muster:
    """What a battle gets that was begun in that state. formed: with the formations of its assets, which older versions
    did not tell."""
    assets = battle.muster
    if formed:
        assets = tuple(replace(one, formations=_formations(state, one.id)) for one in assets)
    return Muster(state.id, battle.node, battle.date, battle.sides, assets)


def _formations(state: Campaign, asset: str) -> tuple[Formed, ...]:
    """From the asset's own upwards."""
    found: dict[str, Formed] = {}
    id = state.assets[asset].formation
    while id and id not in found:
        one = state.formations[id]
        found[id] = Formed(id, one.name)
        id = one.parent
    return tuple(found.values())


def differences(was: Sequence[Mustered], now: Sequence[Mustered], words: Words) -> list[str]:
    """What came to the battle otherwise than it would now. was: as it was begun; now: on other facts."""
    before, after = {one.id: one for one in was}, {one.id: one for one in now}
    found: list[str] = []
    for id in dict.fromkeys((*before, *after)):
        old, new = before.get(id), after.get(id)
        if old is None or new is None:
            one = old or new
            assert one is not None
            found.append(
                f"{one.name} {'came' if old else 'did not come'}, and {'would not' if old else 'would'}"
            )
        elif old != new:
            found += _of_one(old, new, words(id))
    return found


def _of_one(old: Mustered, new: Mustered, words: Mapping[str, str]) -> Iterator[str]:
    name = new.name
    for what, a, b in (("called", old.name, new.name), ("a", old.type, new.type), ("of", old.side, new.side)):
        if a != b:
            yield f"{name} was {what} {a}, and would be {what} {b}"
    for item in dict.fromkeys((*old.ammunition, *new.ammunition)):
        a, b = old.ammunition.get(item, 0), new.ammunition.get(item, 0)
        if a != b:
            yield f"{name} had {a} {item}, and would have {b}"
    if sorted(old.damage) != sorted(new.damage):
        yield f"{name} bore {damage_text(old.damage, words)} as damage, and would bear {damage_text(new.damage, words)}"
    if sorted(old.cards) != sorted(new.cards):
        yield f"{name} carried {_list(old.cards)}, and would carry {_list(new.cards)}"
    crew = list(_of_crew(name, old.crew, new.crew))
    yield from crew
    if old.quality != new.quality:
        yield f"the crew of {name} was of quality {old.quality:+d}, and would be of {new.quality:+d}"
    if not crew and sorted(old.empty) != sorted(new.empty):
        yield f"{name} had {_list(old.empty)} unmanned, and would have {_list(new.empty)}"


def _of_crew(name: str, was: Sequence[Member], now: Sequence[Member]) -> Iterator[str]:
    before, after = {one.id: one for one in was}, {one.id: one for one in now}
    for id in dict.fromkeys((*before, *after)):
        old, new = before.get(id), after.get(id)
        if old is None and new is not None:
            yield f"{new.name} was not {new.post} of {name}, and would be"
        elif new is None and old is not None:
            yield f"{old.name} was {old.post} of {name}, and would not be"
        elif old is not None and new is not None and old != new:
            if old.post != new.post:
                yield f"{new.name} was {old.post} of {name}, and would be {new.post}"
            if old.quality != new.quality:
                yield f"{new.name} was of quality {old.quality:+d}, and would be of {new.quality:+d}"
            if sorted(old.skills) != sorted(new.skills):
                yield f"{new.name} had {_list(old.skills)}, and would have {_list(new.skills)}"
            if old.name != new.name:
                yield f"{new.name} was called {old.name}"


def _list(some: Iterable[str]) -> str:
    return ", ".join(some) or "nothing"
