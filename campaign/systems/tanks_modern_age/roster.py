"""Building a platoon (p21): what is wrong with one, and what still fits."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from campaign.rules.refused import Refused, no_such
from campaign.rules.roster import Fit, Problem, RosterReport, read_roster
from campaign.systems.tanks_modern_age.charts import (
    CREW,
    MOST_MODELS,
    NATIONS,
    Card,
    Charts,
    ModelRow,
    Roster,
    Unit,
)

replace = msgspec.structs.replace


def decode(charts: Charts, content: Mapping[str, Any]) -> Roster:
    """A roster file as a Roster. Raises Refused with the place of what is wrong."""
    roster = read_roster(content, Roster, "platoon", "p21", {"$.nation": NATIONS})
    for i, unit in enumerate(roster.model):
        if unit.type not in charts.models:
            own = [m.id for m in charts.models.values() if m.nation == roster.nation]
            raise no_such("model", unit.type, own, "p21", f"$.model[{i}].type")
        for j, card in enumerate(unit.cards):
            if card not in charts.cards:
                near = difflib.get_close_matches(card, charts.cards, 6)
                raise no_such("card", card, near, "p21", f"$.model[{i}].cards[{j}]")
    if roster.platoon not in charts.rules:
        raise no_such("platoon rule", roster.platoon, sorted(charts.rules), "p21", "$.platoon")
    return roster


def price(charts: Charts, unit: Unit, card: Card) -> int:
    """What a card costs on a model: less where a card that it needs makes it cheaper."""
    return card.points - (card.cheaper if card.needs in unit.cards else 0)


def unit_cost(charts: Charts, unit: Unit) -> int:
    return charts.models[unit.type].points + sum(
        price(charts, unit, charts.cards[card]) for card in unit.cards
    )


def cost(charts: Charts, roster: Roster) -> int:
    return sum(unit_cost(charts, unit) for unit in roster.model)


class Platoons:
    """See `campaign.rules.system.Forces`."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return self._charts.platoons

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        return judge(self._charts, decode(self._charts, roster), limit)

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        return added(self._charts, roster, fit)

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        return removed(self._charts, roster, line)


# -- judging ---------------------------------------------------------------------------------------------------


def judge(charts: Charts, roster: Roster, limit: int = 0) -> RosterReport:
    """The platoon with its points, everything that is wrong with it, and everything that could still be added (p21
    limit).
    """
    limit = limit or roster.limit
    lines: list[tuple[int, str, int]] = []
    for unit in roster.model:
        row = charts.models[unit.type]
        lines.append((0, f"{unit.name} ({row.name})" if unit.name else row.name, row.points))
        for id in unit.cards:
            card = charts.cards[id]
            lines.append((1, f"{card.name} ({card.type})", price(charts, unit, card)))
    points = cost(charts, roster)
    found = tuple(problems(charts, roster, limit))
    return RosterReport(roster.title, points, limit, tuple(lines), found, tuple(fits(charts, roster, limit)))


def problems(charts: Charts, roster: Roster, limit: int) -> Iterator[Problem]:
    """p4 crew slots, p5 card types, p5 heroes, p21 nation, p21 shared, p21 heroes."""
    points = cost(charts, roster)
    rule = charts.rules[roster.platoon]
    if rule.nation != roster.nation:
        own = tuple(one.id for one in charts.rules.values() if one.nation == roster.nation)
        yield Problem(f"{rule.name} is no platoon of {NATIONS[roster.nation]}.", "$.platoon", "p21", own)
    if limit and points > limit:
        yield Problem(f"It costs {points} points; {limit} are the limit.", "$", "p21")
    if not any(charts.models[unit.type].kind == "tank" for unit in roster.model):
        yield Problem("It has no tank, and who has none has lost.", "$.model", "p19")
    heroes = Counter(card for unit in roster.model for card in unit.cards if charts.cards[card].hero)
    for card, count in heroes.items():
        if count > 1:
            yield Problem(f"There is one {charts.cards[card].name} only, not {count}.", "$.model", "p21")
    for i, unit in enumerate(roster.model):
        yield from _of_unit(charts, roster.nation, roster.unofficial, unit, f"$.model[{i}]")


def _of_unit(charts: Charts, nation: str, unofficial: bool, unit: Unit, where: str) -> Iterator[Problem]:
    row = charts.models[unit.type]
    if row.nation != nation:
        yield Problem(f"{row.name} belongs to {NATIONS[row.nation]}.", f"{where}.type", "p21")
    if not row.official and not unofficial:
        yield Problem(f"{row.name} is unofficial: switch unofficial cards on for it.", f"{where}.type", "p21")
    cards = [charts.cards[id] for id in unit.cards]
    suited = _suited(charts, nation, unofficial, row.id)
    for j, card in enumerate(cards):
        if card.id not in suited or (card.needs and card.needs not in unit.cards):
            reason = _misfit(charts, nation, unofficial, row, card)
            reason = reason or f"it needs {charts.cards[card.needs].name} on the same model"
            yield Problem(f"{card.name}: {reason}.", f"{where}.cards[{j}]", "p21")
    crew = sum(card.type in CREW for card in cards)
    if crew > row.crew:
        yield Problem(f"{row.name} has {row.crew} crew slots, not {crew}.", f"{where}.cards", "p21")
    types = [card.type for card in cards]
    for type in dict.fromkeys(types):
        count = types.count(type)
        most = allowed_of(row, cards, type) if count > 1 else 1  # one of a type is always allowed
        if count > most:
            reason = f"{row.name} may have {most} {type} card{'s' if most != 1 else ''}, not {count}"
            yield Problem(f"{reason}.", f"{where}.cards", "p21")
    for type, verb in (("Ammo", "pair-same"), ("Equipment", "pair-different")):
        same = [card.id for card in cards if card.type == type]
        if (
            len(same) == 2
            and row.kind == "tank"
            and _pairs(cards, verb, type)
            and (len(set(same)) == 1) != (verb == "pair-same")
        ):
            how = "equal" if verb == "pair-same" else "different"
            yield Problem(f"{row.name}: its two {type} cards must be {how}.", f"{where}.cards", "p21")
    if any(card.alone for card in cards) and crew > 1:
        yield Problem(f"{row.name} may have no other crew beside that one.", f"{where}.cards", "p21")


@lru_cache(maxsize=1024)
def _suited(charts: Charts, nation: str, unofficial: bool, model: str) -> Mapping[str, Card]:
    """The cards that can go on a model of such a platoon, if those are there that they need."""
    row = charts.models[model]
    return {
        card.id: card for card in charts.cards.values() if not _misfit(charts, nation, unofficial, row, card)
    }


def _misfit(charts: Charts, nation: str, unofficial: bool, row: ModelRow, card: Card) -> str:
    """Why a card cannot go on a model of such a platoon, whatever else is on it, or ""."""
    words = _words(row.keywords)
    if card.nations and nation not in card.nations:
        return f"it is for {' or '.join(NATIONS[one] for one in card.nations)}"
    if not card.official and not unofficial:
        return "it is unofficial: switch unofficial cards on for it"
    if card.kind not in ("", row.kind):
        return f"it is for a {card.kind}"
    if card.models and row.id not in card.models:
        return f"it is for {' or '.join(charts.models[one].name for one in card.models)}"
    if card.keyword and card.keyword not in words:
        return f"it is for a model with {card.keyword}"
    if card.without and card.without in words:
        return f"it is not for a model with {card.without}"
    return ""


@lru_cache(maxsize=256)
def _words(keywords: tuple[str, ...]) -> frozenset[str]:
    """The keywords without their numbers."""
    return frozenset(keyword.partition(" (")[0] for keyword in keywords)


def _pairs(cards: list[Card], verb: str, type: str) -> bool:
    for card in cards:
        for effect in card.effects:
            if effect.do == verb and effect.type == type:
                return True
    return False


def allowed_of(row: ModelRow, cards: list[Card], type: str) -> int:
    """How many cards of a type a model may have: one, but for Ammo slots and what some cards allow (p21, p4 ammo
    slots, p5 card types).
    """
    if type == "Ammo":
        return max(row.ammo, 1) + (1 if _pairs(cards, "pair-same", type) and row.kind == "tank" else 0)
    return 2 if type == "Equipment" and _pairs(cards, "pair-different", type) else 1


# -- what still fits -------------------------------------------------------------------------------------------


def fits(charts: Charts, roster: Roster, limit: int) -> Iterator[Fit]:
    """Everything that could be added without making anything wrong: models first, then cards for each model."""
    left = limit - cost(charts, roster) if limit else 10_000
    for row in charts.models.values() if len(roster.model) < MOST_MODELS else ():
        if row.nation == roster.nation and row.points <= left and (row.official or roster.unofficial):
            yield Fit(row.id, row.name, row.points, "", row.kind)
    heroes = {card for unit in roster.model for card in unit.cards if charts.cards[card].hero}
    for i, unit in enumerate(roster.model):
        for card, extra in _further(charts, roster.nation, roster.unofficial, unit.type, unit.cards):
            if card.id not in heroes and extra <= left:
                yield Fit(card.id, card.name, extra, str(i), card.type)


@lru_cache(maxsize=1024)
def _further(
    charts: Charts, nation: str, unofficial: bool, type: str, cards: tuple[str, ...]
) -> tuple[tuple[Card, int], ...]:
    """The cards that a model with these could have besides without making anything of it wrong, and what they cost."""
    unit = Unit(type, cards)
    wrong, now = len(list(_of_unit(charts, nation, unofficial, unit, ""))), unit_cost(charts, unit)
    found: list[tuple[Card, int]] = []
    for card in _suited(charts, nation, unofficial, type).values():
        if not card.needs or card.needs in cards:
            more = Unit(type, (*cards, card.id))
            if len(list(_of_unit(charts, nation, unofficial, more, ""))) <= wrong:
                found.append((card, unit_cost(charts, more) - now))
    return tuple(found)


def added(charts: Charts, content: Mapping[str, Any], fit: Fit) -> dict[str, Any]:
    """The roster with one model or card more. Raises Refused for an unknown one."""
    roster = decode(charts, content)
    if not fit.where:
        if fit.id not in charts.models:
            own = [m.id for m in charts.models.values() if m.nation == roster.nation]
            raise no_such("model", fit.id, own, "p21", "$.id")
        return plain(replace(roster, model=(*roster.model, Unit(fit.id))))
    if fit.id not in charts.cards:
        near = difflib.get_close_matches(fit.id, charts.cards, 6)
        raise no_such("card", fit.id, near, "p21", "$.id")
    places = [str(i) for i in range(len(roster.model))]
    if fit.where not in places:
        raise no_such("model", fit.where, places, "p21", "$.where", " in this platoon")
    units = list(roster.model)
    unit = units[int(fit.where)]
    units[int(fit.where)] = replace(unit, cards=(*unit.cards, fit.id))
    return plain(replace(roster, model=tuple(units)))


def removed(charts: Charts, content: Mapping[str, Any], line: int) -> dict[str, Any]:
    """The roster without the model or card in that line of its report. Raises Refused."""
    roster = decode(charts, content)
    at = 0
    for i, unit in enumerate(roster.model):
        if line == at:
            return plain(replace(roster, model=roster.model[:i] + roster.model[i + 1 :]))
        if at < line <= at + len(unit.cards):
            j = line - at - 1
            units = list(roster.model)
            units[i] = replace(unit, cards=unit.cards[:j] + unit.cards[j + 1 :])
            return plain(replace(roster, model=tuple(units)))
        at += 1 + len(unit.cards)
    raise Refused(f"There is no line {line}.", "", [f"0 to {at - 1}"] if at else [], "$.line")


def plain(roster: Roster) -> dict[str, Any]:
    """As it stands in a file."""
    return msgspec.to_builtins(roster)
