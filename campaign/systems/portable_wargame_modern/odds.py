"""Exact chances of fire, artillery and close combat: what the dice of an attack do, and what it does to each unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from campaign.rules.dice import chances
from campaign.rules.options import Chance, Odds, in_order
from campaign.rules.wording import count
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import verify_assault, verify_bombard, verify_fire
from campaign.systems.portable_wargame_modern.pending import verify_asked
from campaign.systems.portable_wargame_modern.play import Play, own_unit
from campaign.systems.portable_wargame_modern.resolving import fighting, firing, rolling, shelling, spared
from campaign.systems.portable_wargame_modern.state import Hit, Shot
from campaign.systems.portable_wargame_modern.words import called


class Result(NamedTuple):
    """What the dice of an attack come to: in words, whom it hits, how often each, and of whom it cannot take a last
    point."""

    words: str
    hit: tuple[str, ...] = ()
    hits: int = 0
    spared: tuple[str, ...] = ()


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
    note = f"{NOTE} {ALONE}" if isinstance(action, a.Bombard) else NOTE
    return Odds(_summed(found), _of_each(play, action.unit, found), note)


def prospects(play: Play, side: str, action: a.Fire | a.Bombard | a.Assault) -> Mapping[Result, Fraction]:
    """What an attack can come to, with its chance, whoever is asked now: what the rules make of all dice that it can
    throw. Raises Refused."""
    unit = own_unit(play.state, side, action.unit)
    match action:
        case a.Fire():
            verify_fire(play, unit, action.hex)
            fire = firing(play, unit, action.hex)
            return chances(lambda dice: _fired(fire(dice)))
        case a.Bombard():
            verify_bombard(play, unit, action)
            shell = shelling(play, Shot(unit.id, action.hex, "", action.gas))
            return chances(lambda dice: _landed(shell(dice)))
        case a.Assault():
            target = verify_assault(play, unit, action.target)
            fight = fighting(play, unit, target)
            return chances(lambda dice: _fought(play, fight(dice)))


def _fired(event: e.Fired) -> Result:
    words = count(event.hits, "hit") if event.hits else "no hit"
    return Result(words, event.hit, event.hits, event.spared)


def _landed(event: e.ShellLanded) -> Result:
    if not event.hex:
        return Result("no effect")
    words = "on target" if event.hex == event.aim else f"lands in {event.hex}"
    return Result(words, event.hit, 1)


def _fought(play: Play, event: e.Assaulted) -> Result:
    if not event.hit:
        return Result("no hit")
    units = play.state.units
    beaten = [called(play.state, units[one]) for one in (event.unit, event.target) if one in event.hit]
    return Result("hit: both" if len(beaten) == 2 else f"hit: {beaten[0]}", event.hit, 1)


def _summed(found: Mapping[Result, Fraction]) -> tuple[Chance, ...]:
    by_words: dict[str, Fraction] = defaultdict(Fraction)
    for result, part in found.items():
        by_words[result.words] += part
    return in_order(by_words.items())


def _of_each(play: Play, by: str, found: Mapping[Result, Fraction]) -> tuple[Chance, ...]:
    """For every unit that may be hit: that it is, and that a die for one of its hits costs it a point at once."""
    facts: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for result, part in found.items():
        for id in result.hit:
            facts[id, "hit"] += part
            facts[id, "a point lost at once"] += part * (
                1 - (1 - _loses(play, by, id, result.spared)) ** result.hits
            )
    units = play.state.units
    return in_order((f"{what}: {called(play.state, units[id])}", part) for (id, what), part in facts.items())


def _loses(play: Play, by: str, id: str, safe: tuple[str, ...]) -> Fraction:
    """That the die for a hit on a unit costs it a point at once."""
    hit = Hit(id, "fire", by, id in safe)
    if spared(play.state.units[id], hit):
        return Fraction(0)
    roll = rolling(play, hit)
    return chances(lambda dice: roll(dice).lost).get(True, Fraction(0))
