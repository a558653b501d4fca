"""What is wrong with a return: against the campaign, and against itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as day
from typing import NamedTuple

from campaign.ledger.book import AWAY
from campaign.ledger.graph import DRAW
from campaign.ledger.returns import OUT, AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Asset, Campaign, Engagement, Person
from campaign.rules.muster import AssetType, Mustered
from campaign.rules.refused import Refused

DEAD = ("dead", "gone")
MOST_KILLS = 200
"""Victims in a return: more than any battle here has pieces."""
MOST_WORDS = 50
"""Kinds of damage, and awards, of one in a return."""
_TOKEN = re.compile(r"[\s@:=/,;()+&|]+")


class Problem(NamedTuple):
    """where: place in the return. allowed: what could stand there instead, where that can be listed."""

    where: str
    reason: str
    allowed: tuple[str, ...] = ()


def problems(state: Campaign, battle: Engagement, content: Return, edition: int) -> Iterator[Problem]:
    """All that is wrong with a return. edition: see `campaign.ledger.actions.EDITION`."""
    if content.battle != battle.id:
        yield Problem("battle", f"This is the return of {content.battle}, not of {battle.id}.", (battle.id,))
    yield from _head_problems(state, sides_of(state, battle) if edition else tuple(state.sides), content)
    if edition > 2:
        yield from day_problems(state, battle, content)
    yield from row_problems(state, battle, content, edition)


def row_problems(
    state: Campaign, battle: Engagement, content: Return, edition: int, out: Iterable[str] = ()
) -> Iterator[Problem]:
    """What is wrong with what a return says of assets and people. out: assets that count as knocked out where it says
    nothing of them."""
    there = {one.id: one for one in battle.muster}
    seen: set[str] = set()
    for i, one in enumerate(content.asset):
        for problem in _asset_problems(state, there, one, seen):
            yield problem._replace(where=f"asset[{i}]{problem.where}")
        seen.add(one.id)
    crew = {member.id for one in battle.muster for member in one.crew}
    people: set[str] = set()
    for i, one in enumerate(content.person):
        for problem in _person_problems(state, crew, one, people):
            yield problem._replace(where=f"person[{i}]{problem.where}")
        people.add(one.id)
    if edition:
        yield from _contradictions(state, there, content, not battle.diary, out)
    if edition > 1:
        yield from _excess(content)


def held(wrong: Iterable[Problem]) -> None:
    """Raises Refused for the first of what is wrong with a return, and names some of the others."""
    if found := list(wrong):
        first, *others = found
        more = f" (and {len(others)} more: {'; '.join(one.reason for one in others[:3])})" if others else ""
        raise Refused(f"{first.reason}{more}", "return", first.allowed, f"$.content.{first.where}")


def sides_of(state: Campaign, battle: Engagement) -> tuple[str, ...]:
    """The campaign's sides that fight in a battle; all of them where its scenario does not say."""
    assert state.graph is not None
    return tuple(state.graph.node(battle.node).sides) or tuple(state.sides)


def damage_words(type: AssetType, borne: Iterable[str] = ()) -> tuple[str, ...]:
    """The damage that an asset can bear, by the words for it; () where nobody says, and any word will do. borne: what
    it bears already, which may be more."""
    return tuple(dict.fromkeys((*type.damage, *borne))) if type.damage else ()


def damage_fault(
    type: AssetType, name: str, damage: Sequence[str], borne: Sequence[str] = ()
) -> tuple[str, tuple[str, ...]]:
    """What is wrong with damage that an asset of that name is to bear, and what it can; "" if nothing is."""
    known = damage_words(type, borne)
    if odd := [one for one in damage if known and one not in known]:
        return f"{name} cannot bear the damage {odd[0]!r}.", known
    for one in type.once or ():
        if damage.count(one) > max(1, borne.count(one)):
            return f"{name} cannot bear the damage {one!r} more than once.", known
    return "", known


def _head_problems(state: Campaign, sides: tuple[str, ...], content: Return) -> Iterator[Problem]:
    winners = (*sides, DRAW)
    if not content.winner:
        yield Problem("winner", "This return says nothing yet: fill in who won.", winners)
    elif content.winner not in winners:
        reason = f"{stranger(state, content.winner)}; the winner is one of {', '.join(sides)} or draw."
        yield Problem("winner", reason, winners)
    if content.field not in ("", *sides):
        reason = f"{stranger(state, content.field)}; the field is held by one of {', '.join(sides)}"
        yield Problem("field", f"{reason}, or left empty where nobody holds it.", sides)
    for side in content.experience:
        if side not in sides:
            yield Problem(f"experience.{side}", f"{stranger(state, side)}.", sides)


def day_problems(state: Campaign, battle: Engagement, content: Return) -> Iterator[Problem]:
    """What is wrong with the day on which it is said to have been fought."""
    if not content.date:
        return
    try:
        day.fromisoformat(content.date)
    except ValueError:
        yield Problem("date", f"{content.date} is not a date.", ("YYYY-MM-DD",))
        return
    if not battle.date <= content.date <= state.date:
        reason = (
            f"It was begun on {battle.date}, and today is {state.date}: it was not fought on {content.date}."
        )
        yield Problem("date", reason, (f"{battle.date} to {state.date}",))


def stranger(state: Campaign, side: str) -> str:
    """What is said of a side that has no part in a battle."""
    return f"{side} is not in this battle" if side in state.sides else f"There is no side {side!r}"


def _asset_problems(
    state: Campaign, there: Mapping[str, Mustered], one: AssetReturn, seen: set[str]
) -> Iterator[Problem]:
    asset = state.assets.get(one.id)
    if asset is None:
        yield Problem(".id", f"There is no asset {one.id!r} in this campaign.", tuple(there))
        return
    if one.id in seen:
        yield Problem(".id", f"{asset.name} stands twice in this return.")
    if one.id not in there:
        yield Problem(".id", f"{asset.name} was not in this battle.", tuple(there))
    for item, count in one.ammunition.items():
        had = asset.stores.get(item, 0)
        if count > had:
            reason = f"{asset.name} carried {had} of {item} and cannot have used {count}."
            yield Problem(f".ammunition.{item}", reason, _carried(asset))
    victims: set[str] = set()
    for kill in one.kills:
        if kill.by and kill.by not in state.people:
            yield Problem(".kills", f"There is no person {kill.by!r} in this campaign.")
        if kill.victim in state.assets and kill.victim in victims:
            yield Problem(".kills", f"{kill.victim} is killed twice.")
        victims.add(kill.victim)
    if one.fate == "fit" and one.damage:
        yield Problem(".fate", f"{asset.name} is fit and bears {one.damage[0]}: say damaged.", ("damaged",))


def _carried(asset: Asset) -> tuple[str, ...]:
    return tuple(f"{item} = 0 to {count}" for item, count in asset.stores.items())


def _person_problems(state: Campaign, crew: set[str], one: PersonReturn, seen: set[str]) -> Iterator[Problem]:
    person = state.people.get(one.id)
    if person is None:
        yield Problem(".id", f"There is no person {one.id!r} in this campaign.", tuple(sorted(crew)))
        return
    if one.id in seen:
        yield Problem(".id", f"{person.name} stands twice in this return.")
    if one.id not in crew:
        yield Problem(".id", f"{person.name} was not in this battle.", tuple(sorted(crew)))
    elif person.status in DEAD and (one.fate == "killed" or one.experience or one.fate == "wounded"):
        yield Problem(".fate", f"{person.name} is {person.status} already.")
    if one.days and one.fate != "wounded":
        yield Problem(".days", f"Days are for the wounded; {person.name} is {one.fate}.", ("0",))


def _excess(content: Return) -> Iterator[Problem]:
    """More than a battle can have brought about."""
    kills = 0
    for i, one in enumerate(content.asset):
        kills += len(one.kills)
        if kills > MOST_KILLS:
            reason = f"A return names {MOST_KILLS} victims at the most; with those of {one.id} it is {kills}."
            yield Problem(f"asset[{i}].kills", reason, (f"0 to {MOST_KILLS}",))
            break
    rows = [(f"asset[{i}].damage", one.id, one.damage) for i, one in enumerate(content.asset)]
    rows += [(f"person[{i}].awards", one.id, one.awards) for i, one in enumerate(content.person)]
    for where, id, words in rows:
        if len(words) > MOST_WORDS:
            reason = f"{id} has {len(words)} here; {MOST_WORDS} is the most."
            yield Problem(where, reason, (f"0 to {MOST_WORDS}",))


# -- against itself


def _contradictions(
    state: Campaign, there: Mapping[str, Mustered], content: Return, elsewhere: bool, out: Iterable[str]
) -> Iterator[Problem]:
    """elsewhere: it was fought at a real table. In a battle of ours, what is not of the campaign is called by its name
    there, which a machine of the campaign may bear too."""
    fates = {**dict.fromkeys(out, "wrecked"), **{one.id: one.fate for one in content.asset}}
    by: dict[str, str] = {}
    for i, one in enumerate(content.asset):
        if one.id not in there or one.id not in state.assets:
            continue
        asset = state.assets[one.id]
        yield from _damage_problems(state, asset, one, f"asset[{i}]")
        victims = _victims(state, there, asset)
        for k, kill in enumerate(one.kills):
            where = f"asset[{i}].kills[{k}]"
            why = _kill_problem(state, there, fates, asset, kill)
            if not why and elsewhere and kill.victim not in state.assets:
                why = _by_its_name(state, there, kill)
            if why:
                yield Problem(f"{where}.victim", why, victims)
            elif kill.victim in by and by[kill.victim] != one.id:  # twice by the same was said before
                reason = f"{kill.victim} is killed twice, by {by[kill.victim]} and by {one.id}."
                yield Problem(f"{where}.victim", reason)
            if kill.victim in there:
                by.setdefault(kill.victim, one.id)
            crew = tuple(member.id for member in there[one.id].crew)
            if kill.by in state.people and kill.by not in crew:
                reason = f"{state.people[kill.by].name} does not sit in {asset.name}, which made this kill."
                yield Problem(f"{where}.by", reason, crew)
    for i, one in enumerate(content.person):
        person: Person | None = state.people.get(one.id)
        if not all(map(str.strip, one.awards)):
            yield Problem(f"person[{i}].awards", "An award has a name.")
        if person is not None and person.status in AWAY and person.status not in DEAD:
            yield Problem(f"person[{i}].fate", f"{person.name} is {person.status} already.")
        elif person is not None and person.status in DEAD and one.fate not in ("killed", "wounded"):
            yield Problem(f"person[{i}].fate", f"{person.name} is {person.status} already, not {one.fate}.")


def _damage_problems(state: Campaign, asset: Asset, one: AssetReturn, where: str) -> Iterator[Problem]:
    why, known = damage_fault(state.types[asset.type], asset.name, one.damage, asset.damage)
    if why:
        yield Problem(f"{where}.damage", why, known)
    if one.fate == "damaged" and not one.damage:
        yield Problem(f"{where}.damage", f"{asset.name} is damaged: say what is.", known or ("fit",))
    if one.fate in OUT and one.damage:
        reason = f"{asset.name} is {one.fate}: a wreck is repaired whole, and no damage is named besides."
        yield Problem(f"{where}.damage", reason, ("no damage",))


def _victims(state: Campaign, there: Mapping[str, Mustered], asset: Asset) -> tuple[str, ...]:
    """What an asset could have knocked out, by ids: the others may be called by any words."""
    return tuple(id for id in there if id in state.assets and state.assets[id].side != asset.side)


def _kill_problem(
    state: Campaign, there: Mapping[str, Mustered], fates: Mapping[str, str], asset: Asset, kill: Kill
) -> str:
    """What is wrong with the victim; "" if nothing is."""
    victim = state.assets.get(kill.victim)
    if victim is None:
        first, *more = [one for one in _TOKEN.split(kill.victim) if one] or [""]
        if not first:
            return "A kill names its victim."
        if more and first in there:
            return _not_understood(kill, first)
        if kill.victim in state.people:
            return f"{state.people[kill.victim].name} is a person: a kill is of a machine."
        return ""
    if victim.id == asset.id:
        return f"{asset.name} cannot knock out itself."
    if victim.id not in there:
        return f"{victim.name} was not in this battle, and nobody can have knocked it out."
    if victim.side == asset.side:
        return f"{victim.name} is of the same side as {asset.name}: that is no kill."
    fate = fates.get(victim.id, "fit")
    if fate not in OUT:
        return (
            f"{victim.name} is knocked out by {asset.name} here, and comes back {fate}: one of them is wrong."
        )
    return ""


def _not_understood(kill: Kill, id: str) -> str:
    return f"{kill.victim!r} is not understood: the victim is {id} alone, who made the kill is said as `by`."


def _by_its_name(state: Campaign, there: Mapping[str, Mustered], kill: Kill) -> str:
    """What is wrong with words for a victim that mean a machine that was there, by its name or among others; "" if
    nothing is."""
    ids = {id.casefold(): id for id in there}
    for word in _TOKEN.split(kill.victim.casefold()):
        if word in ids:
            return _not_understood(kill, ids[word])
    name = " ".join(kill.victim.split()).casefold()
    found = [id for id in there if id in state.assets and state.assets[id].name.casefold() == name]
    return f"{kill.victim!r} is the name of {', '.join(found)}: a kill names the id." if found else ""
