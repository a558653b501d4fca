"""Exact chances of an attack or a repair (p16 to 19).

The dice are those that deciding rolls, walked as counts (`volley.py`). What the sides choose on the way is assumed and
said in the note. Cards that lie face down before the other side play no part but by their types, and the order of the
deck none at all: every card that is in the deck may come next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb

from campaign.rules.dice import Dice, chances
from campaign.rules.options import Chance, Odds, chance
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.decide.command import mend
from campaign.systems.tanks_modern_age.decide.shooting import shoot
from campaign.systems.tanks_modern_age.decide.shot import volley
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Game, Model
from campaign.systems.tanks_modern_age.values import capacity
from campaign.systems.tanks_modern_age.volley import Cards, damage_of, drawings, drawn, groups, harm, spread

NOTE = (
    "Failures are rolled again where allowed; the target cancels critical hits first, the shooter plain hits. "
    "Cards that change dice after the roll are used, but two hits are not given up for a critical one; cards against "
    "criticals are not used; of the other side's cards, those that lie face down play no part."
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
    left, whole = spread(volley(play))
    room = capacity(play, target) - target.damage
    deck = unseen(play)
    cards = cards_for(play, target, deck)
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    kinds: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (hits, criticals), ways in left:
        share, end = Fraction(ways, whole), 0
        if (
            target.kind == "helicopter"
        ):  # at its capacity it goes down at once, and no more cards are drawn (p19)
            if hits >= room:
                criticals = 0
            end = room - hits
        of = drawings(cards, criticals)
        for taken, number in drawn(cards, criticals, end):
            damage[hits + damage_of(cards, taken)] += share * Fraction(number, of)
        if criticals:
            for id in deck:
                kinds[id] += share * _comes(play, target, deck, id, criticals, end)
    results = tuple(chance(_damage_text(n), share) for n, share in sorted(damage.items()) if share)
    kill = sum((share for n, share in damage.items() if n >= room), Fraction(0))
    how = "goes down" if target.kind == "helicopter" else "is destroyed this turn"
    also: list[Chance] = [chance(f"{target.name} {how}", kill)]
    also += [
        chance(f"critical: {play.charts.criticals[id].name}", share) for id, share in kinds.items() if share
    ]
    return Odds(results, tuple(also), NOTE)


def _damage_text(amount: int) -> str:
    return f"{amount} damage" if amount else "no damage"


# -- critical cards --------------------------------------------------------------------------------------------


def unseen(play: Play) -> Counter[str]:
    """Kinds of the cards that may be in the deck: all but those discarded or on models."""
    game = play.state
    away = {*game.deck.discards, *(n for m in game.models.values() for n in m.criticals)}
    return Counter(id for i, id in enumerate(play.charts.deck, 1) if i not in away)


def cards_for(play: Play, target: Model, deck: Counter[str]) -> Cards:
    """These cards by what they cost a model. Its Ammo goes with the first explosion."""
    found: Counter[tuple[int, int]] = Counter()
    for id, count in deck.items():
        found[_cost(play, target, id)] += count
    return groups(found)


def _cost(play: Play, target: Model, id: str) -> tuple[int, int]:
    """Damage of a critical card, and what the first one of its kind costs besides."""
    blow = play.charts.criticals[id].on(target.kind)
    ammo = sum(card.type == "Ammo" and card.state != "gone" for card in target.cards)
    return harm(blow, 0), harm(blow, ammo) - harm(blow, 0)


def _comes(play: Play, target: Model, deck: Counter[str], id: str, criticals: int, room: int) -> Fraction:
    """The chance that a kind of card is among so many drawn, if they end at so much damage (0: they do not)."""
    size = deck.total()
    if not room:
        number = min(criticals, size)
        return 1 - Fraction(comb(size - deck[id], number), comb(size, number))
    others = cards_for(play, target, Counter({one: n for one, n in deck.items() if one != id}))
    cards: Cards = ((_cost(play, target, id), deck[id]), *others)
    ways = sum(number for taken, number in drawn(cards, criticals, room) if taken[0])
    return Fraction(ways, drawings(cards, criticals))


# -- repair ----------------------------------------------------------------------------------------------------


def _of_repair(play: Play, action: a.Repair) -> Odds:
    model = play.state.models[action.unit]

    def mended(dice: Dice) -> bool:
        return mend(Play(play.charts, play.state, dice), model, action.card)[1]

    found = chances(mended)
    good, bad = found.get(True, Fraction(0)), found.get(False, Fraction(0))
    return Odds((chance("repaired", good), chance("not repaired", bad)))
