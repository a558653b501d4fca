"""Exact chances of what aircraft do, and of the radio (15.5 to 15.7, 19.9)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from campaign.rules.hexes import Hex
from campaign.rules.options import Odds, chance
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.completing import COUNTERS, Assumed
from campaign.systems.mechwar_4.decide import air, airstrikes
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.prospects import FACES, SIXTH
from campaign.systems.mechwar_4.state import GONE, Aircraft

IF_ANY = "If the enemy has any that can be heard."


def odds(play: Play, action: a.Acquire | a.Strafe | a.Launch | a.Jam | a.Listen) -> Odds | None:
    """None of a counter that lies face down."""
    match action:
        case a.Acquire():
            unit = play.state.units.get(action.target)
            if unit is None:
                return None
            return of_die("acquired", 6 - airstrikes.loss_modification(play, unit), "not acquired")
        case a.Strafe():
            return attack(play, air.flying(play), action.target, "guns")
        case a.Launch():
            return attack(play, air.flying(play), action.target, "missile")
        case a.Jam():
            works = play.charts.command.jamming.works
            return of_die("works", works, "does not work") if action.on else None
        case a.Listen():
            values = play.charts.command.detection
            value = {
                "hq": values.hq, "jammer": values.jammer, "radar": values.radar, "artillery": values.artillery,
            }[action.sort]  # fmt: skip
            more = (
                f" {values.fired} more for guns that fired in the turn before."
                if action.sort == "artillery"
                else ""
            )
            return of_die("located", value, "not located", IF_ANY + more)


def of_die(word: str, value: int, otherwise: str, note: str = "") -> Odds:
    """Chances of a die of at most a value."""
    found = {word: Fraction(value, 6), otherwise: Fraction(6 - value, 6)}
    return _told(found, note=note)


def attack(play: Play, plane: Aircraft, target: str, weapon: airstrikes.Weapon) -> Odds | None:
    """What guns or a missile do to the unit that they are fired at; what becomes of the missiles besides (15.63)."""
    unit = play.state.units.get(target)
    if unit is None:
        return None
    row = play.type_of(unit)
    superiority = sum(one.value for one in airstrikes.strength(play, plane, unit, weapon))
    add = sum(one.value for one in airstrikes.cover(play, unit))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for die in FACES:
        result = airstrikes.look_up(play, row.target == "soft", superiority, die + add)
        for face in FACES if result.rolled else (1,):
            steps = result.losses - (result.rolled and face > play.charts.all_losses)
            damage = GONE if steps and (row.one_step or unit.column) else min(GONE, unit.damage + steps)
            if damage == GONE:
                word = "eliminated"
            elif steps:
                word = f"D{damage}"
            elif result.suppression:
                word = f"suppressed {result.suppression}"
            else:
                word = "checks for panic" if result.panic else "no effect"
            found[word] += SIXTH * (SIXTH if result.rolled else 1)
    facts: dict[str, Fraction] = {}
    if weapon == "missile":
        facts[f"{plane.name} has then no missiles left"] = Fraction(airstrikes.depletion(play, plane), 6)
    return _told(found, facts, COUNTERS if left_out(play, unit.hex) else "")


def left_out(play: Play, hex: Hex) -> bool:
    """Whether counters in a hex are not reckoned with."""
    return isinstance(play.state, Assumed) and hex in play.state.strangers


def _told(found: dict[str, Fraction], facts: dict[str, Fraction] | None = None, note: str = "") -> Odds:
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return Odds(
        tuple(chance(word, value) for word, value in ordered if value),
        tuple(chance(word, value) for word, value in (facts or {}).items() if value),
        note,
    )
