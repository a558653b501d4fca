"""Exact chances of fire, artillery and close combat: what the dice of an attack do, and what it does to each unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from campaign.rules.dice import Dice, chances
from campaign.rules.options import Chance, Odds, chance
from campaign.rules.wording import count
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.gunnery import (
    bombard_modifiers,
    dice_of,
    fights,
    fire_hits,
    fire_modifiers,
    hits_of,
    verify_assault,
    verify_bombard,
    verify_fire,
)
from campaign.systems.portable_wargame_modern.pending import verify_asked
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit, with_cargo
from campaign.systems.portable_wargame_modern.shells import landing
from campaign.systems.portable_wargame_modern.state import Unit
from campaign.systems.portable_wargame_modern.words import called

Result = tuple[str, tuple[str, ...], int]
"""What the dice of an attack come to: in words, whom it hits, and how often each."""
NOTE = "Whoever is hit and loses no point at once retreats or loses one, as its owner chooses."
ALONE = (
    "All shells land before any hit is resolved, so no other gun changes where this one lands or whom it hits; what "
    "other guns hit besides is not reckoned, nor that they may destroy a unit before its turn to roll for this hit."
)
"""Of artillery."""


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    """Raises Refused as the action itself would."""
    if not isinstance(action, a.Fire | a.Bombard | a.Assault):
        return None
    verify_asked(play.state, side, action)
    found = prospects(play, side, action)
    spared = ()
    if isinstance(action, a.Fire):
        spared = fire_hits(play, play.state.units[action.unit], action.hex)[1]
    note = f"{NOTE} {ALONE}" if isinstance(action, a.Bombard) else NOTE
    return Odds(_summed(found), _of_each(play, found, spared), note)


def prospects(play: Play, side: str, action: a.Fire | a.Bombard | a.Assault) -> Mapping[Result, Fraction]:
    """What an attack can come to, with its chance, whoever is asked now. Raises Refused."""
    unit = own_unit(play.state, side, action.unit)
    match action:
        case a.Fire():
            return _fire(play, unit, action)
        case a.Bombard():
            return _bombard(play, unit, action)
        case a.Assault():
            return _assault(play, unit, action)


def _fire(play: Play, unit: Unit, action: a.Fire) -> Mapping[Result, Fraction]:
    verify_fire(play, unit, action.hex)
    bonus = sum(one.value for one in fire_modifiers(play, unit, action.hex))
    hit, _ = fire_hits(play, unit, action.hex)

    def roll(dice: Dice) -> Result:
        hits = hits_of(play, unit, dice.roll("fire", dice_of(play, unit)), bonus)
        words = count(hits, "hit") if hits else "no hit"
        return words, hit if hits else (), hits

    return chances(roll)


def _bombard(play: Play, unit: Unit, action: a.Bombard) -> Mapping[Result, Fraction]:
    verify_bombard(play, unit, action)
    modifiers = bombard_modifiers(play, unit, action.hex)

    def roll(dice: Dice) -> Result:
        _, _, hex = landing(play, unit, action.hex, modifiers, dice)
        if not hex:
            return "no effect", (), 0
        hit = with_cargo(play.state, in_hex(play.state, hex))
        return "on target" if hex == action.hex else f"lands in {hex}", hit, 1

    return chances(roll)


def _assault(play: Play, unit: Unit, action: a.Assault) -> Mapping[Result, Fraction]:
    target = verify_assault(play, unit, action.target)
    ours, theirs = fights(play, unit, target)
    names = {one.id: called(play.state, one) for one in (unit, target)}

    def roll(dice: Dice) -> Result:
        mine, its = dice.roll("close combat", 2, matters="order")
        beaten = [
            one
            for one, die, fight in ((target, its, theirs), (unit, mine, ours))
            if die + fight.bonus < fight.needed
        ]
        if not beaten:
            return "no hit", (), 0
        words = "hit: both" if len(beaten) == 2 else f"hit: {names[beaten[0].id]}"
        return words, with_cargo(play.state, beaten), 1

    return chances(roll)


def _summed(found: Mapping[Result, Fraction]) -> tuple[Chance, ...]:
    by_words: dict[str, Fraction] = defaultdict(Fraction)
    for (words, _, _), part in found.items():
        by_words[words] += part
    return _sorted(by_words.items())


def _of_each(play: Play, found: Mapping[Result, Fraction], spared: tuple[str, ...]) -> tuple[Chance, ...]:
    """For every unit that may be hit: that it is, and that a die for one of its hits costs it a point at once."""
    facts: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for (_, hit, hits), part in found.items():
        for id in hit:
            unit = play.state.units[id]
            safe = Fraction(6 - play.charts.quality[unit.quality], 6) ** hits
            facts[id, "hit"] += part
            if id not in spared or unit.strength > 1:
                facts[id, "a point lost at once"] += part * (1 - safe)
    units = play.state.units
    return _sorted([(f"{what}: {called(play.state, units[id])}", part) for (id, what), part in facts.items()])


def _sorted(found: Iterable[tuple[str, Fraction]]) -> tuple[Chance, ...]:
    ordered = sorted(found, key=lambda item: (-item[1], item[0]))
    return tuple(chance(words, part) for words, part in ordered)
