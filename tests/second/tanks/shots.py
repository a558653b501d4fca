"""Attacks: which weapons fire at whom, with how many dice, and what comes of them (p16 to p20)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from tests.second.tanks.effects import Attack, capacity, effects, keywords, number, total
from tests.second.tanks.sight import Sight, look
from tests.second.tanks.table import CARDS_OF_CRITICALS, Model, Table

Chances = dict[str, Fraction]
Unclear = tuple[str, str, str]


def shots(table: Table, one: Model) -> tuple[dict[tuple[str, str], Attack], set[tuple[str, str]]]:
    """All attacks that a model may make, by target and weapon; and those of which a hair decides."""
    found: dict[tuple[str, str], Attack] = {}
    unclear: set[tuple[str, str]] = set()
    if not one.fights or "bailed-out" in one.criticals or one.shots:
        return found, unclear
    words = keywords(table, one)
    forward = "Forward Firing" in words or "jammed-mechanisms" in one.criticals
    for other in table.models.values():
        if other.side == one.side or not other.fights:
            continue
        sight = look(table, one, other, forward, "Artillery" in words)
        if sight.cover is not None and other.covered:
            sight = sight._replace(cover=True)
        if sight.seen is False or sight.arc is False:
            continue
        if any(effects(table, one, "side-shot")):
            sight = sight._replace(side=True)
        for weapon in ("gun", "missiles", "machine-guns"):
            attack = Attack(one, other, weapon, sight)
            allowed = _allowed(table, attack)
            if allowed and dice(table, attack) > 0:
                if sight.seen is None or sight.arc is None:
                    unclear.add((other.id, weapon))
                else:
                    found[other.id, weapon] = attack
            elif allowed is None:
                unclear.add((other.id, weapon))
    return found, unclear


def _allowed(table: Table, attack: Attack) -> bool | None:
    one, other = attack.one, attack.other
    words = keywords(table, one)
    if attack.weapon == "machine-guns":  # p16: of tanks at helicopters, instead of their guns
        return one.tank and not other.tank and not number(words, "Rapid Fire")
    if attack.weapon == "gun":
        return other.tank or not one.tank or bool(number(words, "Rapid Fire"))
    if not number(words, "Missiles"):  # p20
        return False
    if one.damage >= capacity(table, one):  # no Final Fury
        return False
    if one.speed >= 3 and "Predator" not in words:
        return False
    if one.tank == other.tank:
        return None if attack.sight.close is None else not attack.sight.close
    return True


def dice(table: Table, attack: Attack) -> int:
    one, other = attack.one, attack.other
    words = keywords(table, one)
    lost = sum(card in ("jammed-mechanisms", "stunned-crew") for card in one.criticals) + one.smoked
    platoon = sum(
        int(str(effect.get("value", 0)))
        for effect in effects(table, one, "attack", attack)
        if effect in table.rules.get(one.side, ())
    )
    if attack.weapon == "machine-guns":
        most = max((int(e.get("value", 0)) for e in effects(table, one, "machine-guns", attack)), default=3)
        return max(0, most - lost + platoon)
    if attack.weapon == "missiles":
        base = number(words, "Missiles")
    elif (not other.tank or other.defence == 0) and number(words, "Rapid Fire"):
        base = number(words, "Rapid Fire")
    elif one.attack == 0:
        return 0
    else:
        base = one.attack
    theirs = total(table, other, "enemy-attack", attack)
    return max(0, base - lost + total(table, one, "attack", attack) + theirs)


def pool(table: Table, attack: Attack) -> int:
    """p17."""
    one, other, sight = attack.one, attack.other, attack.sight
    found = other.defence + one.speed + other.speed
    words = keywords(table, other)
    if sight.cover:
        found += 3 if "Hammerhead" in words else 2 if "Scout" in words else 1
    if sight.close and not any(effects(table, other, "no-close-range", attack)):
        found -= 1
    if sight.side:
        found -= 1
    return max(0, min(6, found + total(table, other, "defence", attack)))


def faces(table: Table, attack: Attack) -> tuple[int, int]:
    """From which face an attack die hits, and from which it is critical; 7 for never."""
    one = attack.one
    hits = min((int(e["value"]) for e in effects(table, one, "hits-from", attack)), default=4)
    criticals = min((int(e["value"]) for e in effects(table, one, "criticals-from", attack)), default=6)
    if attack.weapon == "missiles" and one.speed and "Predator" not in keywords(table, one):
        return (5, 6) if one.speed == 1 else (6, 7)
    return hits, criticals


def again(table: Table, attack: Attack) -> int:
    """How many attack dice it may roll again: p16, p20."""
    one = attack.one
    if "stunned-crew" in one.criticals:
        return 0
    if one.speed == 0:
        return 99
    words = keywords(table, one)
    found = total(table, one, "reroll-attack", attack) + attack.other.marked
    return found + 2 * ("Advanced Stabiliser" in words) + ("Stabiliser" in words) + 2 * ("Predator" in words)


def rolled(many: int, hit: Fraction, critical: Fraction, again: int) -> dict[tuple[int, int], Fraction]:
    """Hits and critical hits of so many dice, of which so many failures are rolled once again."""
    fail = 1 - hit - critical
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for h, c, chance in _throw(many, hit, critical, fail):
        more = min(again, many - h - c)
        for h2, c2, chance2 in _throw(more, hit, critical, fail):
            found[h + h2, c + c2] += chance * chance2
    return found


def _throw(
    many: int, hit: Fraction, critical: Fraction, fail: Fraction
) -> Iterator[tuple[int, int, Fraction]]:
    for h in range(many + 1):
        for c in range(many + 1 - h):
            ways = comb(many, h) * comb(many - h, c)
            yield h, c, ways * hit**h * critical**c * fail ** (many - h - c)


def left(table: Table, attack: Attack) -> dict[tuple[int, int], Fraction]:
    """Hits and critical hits that are not cancelled: the target cancels critical hits first, the shooter plain ones."""
    one, other = attack.one, attack.other
    from_hit, from_critical = faces(table, attack)
    critical = Fraction(max(0, 7 - from_critical), 6)
    hit = Fraction(max(0, 7 - from_hit), 6) - critical
    thrown = rolled(dice(table, attack), hit, critical, again(table, attack))
    cancels = min((int(e["value"]) for e in effects(table, other, "cancels-from", attack)), default=4)
    more = 0 if "stunned-crew" in other.criticals else total(table, other, "reroll-defence", attack)
    saved = rolled(pool(table, attack), Fraction(6 - cancels, 6), Fraction(1, 6), more)
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (hits, criticals), chance in thrown.items():
        lying = Lying(hits, 0, criticals, 0)
        if "Brutal" in keywords(table, one):
            lying = _upgraded(lying, 1)
        lying = _changed(table, attack, lying, "rolled")
        for (fours, sixes), chance2 in saved.items():
            end = _changed(table, attack, _cancelled(lying, fours, sixes), "uncancelled")
            found[end.hits + end.new_hits, end.criticals + end.new_criticals] += chance * chance2
    return found


class Lying(NamedTuple):
    """Attack dice on the table. new: those that were changed; a die is changed once only (p7)."""

    hits: int
    new_hits: int
    criticals: int
    new_criticals: int


def _upgraded(lying: Lying, many: int) -> Lying:
    many = min(lying.hits, many)
    return lying._replace(hits=lying.hits - many, new_criticals=lying.new_criticals + many)


def _cancelled(lying: Lying, fours: int, sixes: int) -> Lying:
    """The target cancels critical hits first, the shooter plain hits; the target what may be changed yet, the shooter
    what may not."""
    h, nh, c, nc = lying
    for many, order in ((sixes, "cChH"), (fours, "HhCc")):
        for what in order:
            if what == "c":
                c, many = max(0, c - many), max(0, many - c)
            elif what == "C":
                nc, many = max(0, nc - many), max(0, many - nc)
            elif what == "h":
                h, many = max(0, h - many), max(0, many - h)
            else:
                nh, many = max(0, nh - many), max(0, many - nh)
    return Lying(h, nh, c, nc)


def _changed(table: Table, attack: Attack, lying: Lying, moment: str) -> Lying:
    """Cards that change dice are used, but two hits are not given up for a critical one."""
    one = attack.one
    for effect in effects(table, one, "hit-to-critical", attack):
        if effect.get("moment") == moment:
            lying = _upgraded(lying, int(str(effect.get("value", 1))))
    for effect in effects(table, one, "critical-to-hits", attack):
        if effect.get("moment") == moment and lying.criticals:
            lying = lying._replace(new_hits=lying.new_hits + 2, criticals=lying.criticals - 1)
    return lying


# -- what it does -----------------------------------------------------------------------------------------------------


def outcome(table: Table, attack: Attack) -> tuple[dict[int, Fraction], Chances]:
    """How much damage comes of it; whether the target is lost by it, and each kind of critical card that it draws."""
    other = attack.other
    room = capacity(table, other) - other.damage
    stop = room if not other.tank else 10**6  # p19: a helicopter is removed at once
    damage: dict[int, Fraction] = defaultdict(Fraction)
    facts: Chances = defaultdict(Fraction)
    for (hits, criticals), chance in left(table, attack).items():
        for dealt, part in _drawn(_pile(table, ""), criticals, hits, stop, other.ammo, False).items():
            damage[dealt] += chance * part
            if dealt >= room:
                facts["lost"] += chance * part
        for kind, many in table.deck.items():
            if many:
                met = _drawn(_pile(table, kind), criticals, hits, stop, other.ammo, True).get(-1, Fraction(0))
                facts[f"critical: {kind}"] += chance * met
    return damage, {name: chance for name, chance in facts.items() if chance}


Pile = tuple[tuple[str, int, int], ...]
"""Cards of one kind: what they are called, their damage, how many there are. All that do the same are one kind."""


def _pile(table: Table, wanted: str) -> Pile:
    found: dict[tuple[str, int], int] = defaultdict(int)
    for kind, many in table.deck.items():
        name = "wanted" if kind == wanted else kind if kind == "ammo-explosion" else ""
        found[name, CARDS_OF_CRITICALS[kind]] += many
    return tuple(sorted((*key, many) for key, many in found.items() if many))


@cache
def _drawn(pile: Pile, criticals: int, dealt: int, stop: int, ammo: int, looks: bool) -> dict[int, Fraction]:
    """Damage in all once so many critical cards are drawn off a pile, unless the target is down before. looks: until
    the wanted card is met, which stands as -1."""
    whole = sum(many for _, _, many in pile)
    if not criticals or dealt >= stop or not whole:
        return {dealt: Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for one in pile:
        name, harm, many = one
        part = Fraction(many, whole)
        if looks and name == "wanted":
            found[-1] += part
            continue
        loses = ammo if name == "ammo-explosion" else 0
        rest = tuple(
            (a, b, c - (other == one)) for other in pile for a, b, c in (other,) if c - (other == one)
        )
        after = _drawn(rest, criticals - 1, dealt + harm + loses, stop, ammo - loses, looks)
        for sum_, more in after.items():
            found[sum_] += more * part
    return found


HARD = {"extra-criticals", "choose-critical", "kill-crew", "volatile"}
"""What is drawn several times, given up or chosen."""


def simple(attack: Attack) -> bool:
    """Whether all that bears on an attack's chances is told here."""
    both = [
        effect for model in (attack.one, attack.other) for card in model.cards if not card.gone
        for effect in card.effects
    ]  # fmt: skip
    return not any(effect["do"] in HARD or "faces" in effect for effect in both)


def all_sights_clear(sight: Sight) -> bool:
    return None not in sight
