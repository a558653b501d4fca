"""Exact chances of an attack or a repair (p16 to 19).

The tree of dice is folded into counts: so many hits and critical hits, so many cancelled, so much damage. What the
sides choose on the way is assumed and said in the note. Cards that lie face down before the other side play no part but
by their types, and the order of the deck none at all: every card that is in the deck may come next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache
from math import comb

from campaign.rules.options import Chance, Odds, chance
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.decide.rerolls import attack_allowance, cancels, defence_allowance
from campaign.systems.tanks_modern_age.decide.shooting import shoot
from campaign.systems.tanks_modern_age.decide.shot import modifiers
from campaign.systems.tanks_modern_age.decide.stages import thresholds
from campaign.systems.tanks_modern_age.in_force import (
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Game
from campaign.systems.tanks_modern_age.values import (
    attack_terms,
    capacity,
    defence_terms,
    keywords,
    pool,
    rerolls_barred,
    total,
)

Spread = dict[tuple[int, int], Fraction]
"""Hits and critical hits → chance."""
NOTE = (
    "Failures are rolled again where allowed; the target cancels critical hits first, the shooter plain hits. "
    "Cards that change dice after the roll are used, cards against criticals are not; of the other side's cards, those "
    "that lie face down play no part."
)


def odds(charts: Charts, game: Game, side: str, action: a.AnyAction) -> Odds | None:
    """Of an action that is allowed. game: a copy that may be spoilt."""
    play = Play(charts, game)
    match action:
        case a.Shoot():
            shoot(play, side, action)
            return of_shot(play) if game.shot is not None else None
        case a.Repair():
            return _of_repair(play, action)
        case _:
            return None


def of_shot(play: Play) -> Odds:
    """Of the attack that has just been declared."""
    target = play.target
    left, room = defended(play), capacity(play, target) - target.damage
    deck = unseen(play)
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    cards: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (hits, criticals), share in left.items():
        for more, part in card_damage(play, tuple(sorted(deck.items())), criticals):
            damage[hits + more] += share * part
        if criticals:
            for id, count in deck.items():
                cards[id] += share * at_least_one(sum(deck.values()), count, criticals)
    results = tuple(chance(_damage_text(n), share) for n, share in sorted(damage.items()) if share)
    kill = sum((share for n, share in damage.items() if n >= room), Fraction(0))
    end = "goes down" if target.kind == "helicopter" else "is destroyed this turn"
    also: list[Chance] = [chance(f"{target.name} {end}", kill)]
    also += [
        chance(f"critical: {play.charts.criticals[id].name}", share) for id, share in cards.items() if share
    ]
    return Odds(results, tuple(also), NOTE)


def _damage_text(amount: int) -> str:
    return f"{amount} damage" if amount else "no damage"


# -- attack dice -----------------------------------------------------------------------------------------------


def attacked(play: Play) -> Spread:
    """Hits and critical hits once the attack dice are done."""
    shot, shooter = play.shot, play.shooter
    terms = [] if shot.plain else attack_terms(play, shooter, play.target, shot.weapon)
    dice = shot.dice if shot.plain else max(0, total(terms))
    hit, critical = thresholds(play)
    faces = (hit - 1, max(0, min(7, critical) - hit), max(0, 7 - critical))
    free = not shot.plain and not shooter.speed and not rerolls_barred(play, shooter)
    again = dice if free else attack_allowance(play)
    ones = any(
        1 in s.effect.faces and holds(play, s.effect, shooter)
        for s in own_effects(play, shooter, "reroll-attack")
    )
    found = _rolled(dice, faces, min(again, dice), ones and not free and not rerolls_barred(play, shooter))
    if not shot.plain:
        for source in modifiers(play, "rolled"):
            found = _modified(found, source.effect.do)
        if "Brutal" in keywords(play, shooter):
            found = _modified(found, "hit-to-critical")
    return found


@lru_cache(maxsize=512)
def _rolled(dice: int, faces: tuple[int, int, int], again: int, ones: bool) -> Spread:
    """faces: how many of six miss, hit, and hit critically. again: how many misses are rolled once more."""
    miss, hit, critical = (Fraction(n, 6) for n in faces)
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for c in range(dice + 1):
        for h in range(dice + 1 - c):
            k = dice - c - h
            first = comb(dice, c) * comb(dice - c, h) * critical**c * hit**h * miss**k
            if not first:
                continue
            for extra, share in _rerolls(k, faces[0], again, ones):
                for c2 in range(extra + 1):
                    for h2 in range(extra + 1 - c2):
                        k2 = extra - c2 - h2
                        second = comb(extra, c2) * comb(extra - c2, h2) * critical**c2 * hit**h2 * miss**k2
                        if second:
                            found[h + h2, c + c2] += first * share * second
    return dict(found)


def _rerolls(misses: int, faces: int, again: int, ones: bool) -> list[tuple[int, Fraction]]:
    """How many of the misses are rolled again: by allowance, and with ones every 1 besides."""
    if not ones or not faces:
        return [(min(misses, again), Fraction(1))]
    one = Fraction(1, faces)
    return [
        (n + min(misses - n, again), comb(misses, n) * one**n * (1 - one) ** (misses - n))
        for n in range(misses + 1)
    ]


def _modified(spread: Spread, verb: str) -> Spread:
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (hits, criticals), share in spread.items():
        match verb:
            case "hit-to-critical" if hits:
                found[hits - 1, criticals + 1] += share
            case "critical-to-hits" if criticals:
                found[hits + 2, criticals - 1] += share
            case _:
                found[hits, criticals] += share
    return dict(found)


# -- defence dice ----------------------------------------------------------------------------------------------


def defended(play: Play) -> Spread:
    """What is left once the target has defended, and the shooter has changed what he may."""
    dice = pool(play, defence_terms(play))
    sixes = sum(cancels(play, face) == 2 for face in range(1, 7))
    fours = sum(cancels(play, face) == 1 for face in range(1, 7))
    guard = _rolled(dice, (6 - sixes - fours, fours, sixes), min(defence_allowance(play), dice), False)
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (hits, criticals), share in attacked(play).items():
        if not hits and not criticals:
            found[0, 0] += share
            continue
        for (weak, strong), part in guard.items():
            h, c = hits, criticals
            away = min(strong, c)
            c -= away
            h -= min(strong - away, h)
            away = min(weak, h)
            h -= away
            c -= min(weak - away, c)
            found[h, c] += share * part
    left = dict(found)
    if not play.shot.plain:
        for source in modifiers(play, "uncancelled"):
            if source.effect.do in ("hit-to-critical", "volatile", "critical-to-hits"):
                left = _modified(left, source.effect.do.replace("volatile", "hit-to-critical"))
    return left


# -- critical cards --------------------------------------------------------------------------------------------


def unseen(play: Play) -> Counter[str]:
    """Kinds of the cards that may be in the deck: all but those discarded or on models."""
    game = play.state
    away = {*game.deck.discards, *(n for m in game.models.values() for n in m.criticals)}
    return Counter(id for i, id in enumerate(play.charts.deck, 1) if i not in away)


def at_least_one(cards: int, of: int, drawn: int) -> Fraction:
    """The chance that one of `of` cards is among so many drawn."""
    drawn = min(drawn, cards)
    return 1 - Fraction(comb(cards - of, drawn), comb(cards, drawn))


def card_damage(play: Play, deck: tuple[tuple[str, int], ...], drawn: int) -> list[tuple[int, Fraction]]:
    """Damage of so many cards drawn, with its chance. Ammo goes with the first explosion."""
    target = play.target
    ammo = sum(card.type == "Ammo" and card.state != "gone" for card in target.cards)
    groups: Counter[tuple[int, int]] = Counter()
    for id, count in deck:
        blow = play.charts.criticals[id].on(target.kind)
        groups[blow.damage, ammo * blow.damage_each if blow.discard == "ammo" else 0] += count
    drawn = min(drawn, sum(groups.values()))
    return _drawn(tuple(sorted(groups.items())), drawn)


@lru_cache(maxsize=4096)
def _drawn(groups: tuple[tuple[tuple[int, int], int], ...], drawn: int) -> list[tuple[int, Fraction]]:
    whole = comb(sum(count for _, count in groups), drawn)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for (damage, once), count in groups:
        more: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (taken, so_far), number in ways.items():
            for n in range(min(count, drawn - taken) + 1):
                more[taken + n, so_far + n * damage + (once if n else 0)] += number * comb(count, n)
        ways = dict(more)
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (taken, damage), number in ways.items():
        if taken == drawn:
            found[damage] += Fraction(number, whole)
    return sorted(found.items())


# -- repair ----------------------------------------------------------------------------------------------------


def _of_repair(play: Play, action: a.Repair) -> Odds:
    critical, model = play.charts.critical(action.card), play.state.models[action.unit]
    good = Fraction(7 - play.charts.table.repair_from, 6)
    if any(
        (not s.effect.criticals or critical.id in s.effect.criticals) and holds(play, s.effect, model)
        for s in own_effects(play, model, "reroll-repair")
    ):
        good = 1 - (1 - good) ** 2
    return Odds((chance("repaired", good), chance("not repaired", 1 - good)))
