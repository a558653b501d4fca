"""Exact chances of what an action leads to: attacks, moves under panic, indirect fire, aircraft, the radio.

What the side does not know is assumed (`completing`), and said in the note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from campaign.rules.hexes import EDGES, Hex
from campaign.rules.options import Chance, Odds, chance
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import odds_air
from campaign.systems.mechwar_4.completing import COUNTERS, GUNS, MORALE, Assumed
from campaign.systems.mechwar_4.decide import buttoning, fire, indirect, landing
from campaign.systems.mechwar_4.frames import Attack, Bombardment, FireKind, Firer
from campaign.systems.mechwar_4.gunnery import Guns, effect, guns_named, scatter
from campaign.systems.mechwar_4.known import shells
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.prospects import (
    FACES,
    SIXTH,
    WHOLE,
    Being,
    Fates,
    Prospects,
    marginal,
    panic_chance,
)
from campaign.systems.mechwar_4.state import Mission, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import level_of, shot
from campaign.systems.mechwar_4.view import LOSSES

UNBUTTONED = "Whoever may yet button up is taken not to."
LATER = "Reckoned with who is there now."
Chances = dict[str, Fraction]


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    """Chances of the results of an action that is not refused; None where no dice are rolled, or none that this side
    may know of. play: made whole by what it assumes."""
    match action:
        case a.Fire() | a.Join() | a.Resolve() | a.OverrunFire():
            return _attack(play, side, attack_of(play, side, action))
        case a.Button():
            return _button(play, action)
        case a.StartMove():
            return _start(play, action)
        case a.Bombard():
            return _bombard(play, side, action)
        case a.Acquire() | a.Strafe() | a.Launch() | a.Jam() | a.Listen():
            return odds_air.odds(play, action)
        case _:
            return None


# -- direct fire -----------------------------------------------------------------------------------------------


def attack_of(play: Play, side: str, action: a.Fire | a.Join | a.Resolve | a.OverrunFire) -> Attack:
    """The attack as it would be with this action."""
    units = play.state.units
    frame = play.state.stack[-1] if play.state.stack else None
    match action:
        case a.Resolve():
            assert isinstance(frame, Attack)
            return frame
        case a.Join():
            assert isinstance(frame, Attack)
            unit = units[action.unit]
            firer = replace(_firer(unit, action), fire=fire.kind_of(play, unit))
            return replace(frame, firers=[*frame.firers, firer])
        case a.Fire():
            unit = units[action.unit]
            kind = fire.kind_of(play, unit)
            return alone(side, kind, units[action.target], _firer(unit, action))
        case a.OverrunFire():
            unit = units[action.unit]
            return alone(side, "overrun", units[action.target], Firer(unit.id, action.arm, unit.damage))


def _firer(unit: Unit, action: a.Fire | a.Join) -> Firer:
    return Firer(unit.id, action.arm, fire.split(unit, action.part)[0], action.halved)


def alone(side: str, kind: FireKind, target: Unit, firer: Firer) -> Attack:
    """An attack by one unit."""
    return Attack(side, kind, target.id, target.hex, [firer], True)


def _attack(play: Play, side: str, attack: Attack) -> Odds:
    found = Prospects(play, (attack.hex,))
    world = found.start(attack.buttoned)
    spread, firers = found.attack(attack, world)
    facts: Chances = defaultdict(Fraction)
    for firer, (panic, fires) in zip(attack.firers, firers, strict=True):
        unit = play.state.units[firer.unit]
        if panic:
            facts[f"{unit.name} panics and does not fire"] += panic
        if empty := fires * runs_out(play, unit, firer.arm):
            facts[f"{unit.name} has then no {shot_of(play, unit, firer.arm)} left"] += empty
    target = found.index[attack.target]
    before = world.beings[target]
    results = _results(marginal(spread, target), before)
    for being, weight in marginal(spread, target).items():
        for word in _facts(being, before):
            facts[word] += weight
    fates = {i: marginal(spread, i) for i in range(len(found.members)) if i != target}
    facts |= _others(found, fates)
    notes = reasons(play, attack)
    if shells(play.charts, play.state, attack) and buttoning.to_button(play, replace(attack, asked=[])):
        notes.append(UNBUTTONED)
    notes += assumed(play, (attack.hex,))
    return Odds(_sorted(results), _sorted(facts), " ".join(notes))


def assumed(play: Play, hexes: Iterable[Hex]) -> list[str]:
    """What was assumed about who is in some hexes."""
    game, found = play.state, list[str]()
    if not isinstance(game, Assumed):
        return found
    if not set(hexes).isdisjoint(game.strangers):
        found.append(COUNTERS)
    if game.switches.morale or game.switches.formations:
        found.append(MORALE)
    return found


def reasons(play: Play, attack: Attack) -> list[str]:
    """How the strength of each shot and what is added to its die come about."""
    target = play.state.units[attack.target]
    found: list[str] = []
    for firer in attack.firers:
        one = shot(play, firer, target, attack.kind)
        told = ", ".join(f"{term.value:+d} {term.what}" for term in one.strength)
        die = "".join(f", {term.value:+d} {term.what}" for term in one.terms)
        whose = f"{play.state.units[firer.unit].name}: " if len(attack.firers) > 1 else ""
        found.append(f"{whose}{one.superiority:+d} = {told}{f'; die{die[1:]}' if die else ''}.")
    return found


def _results(fates: Mapping[Being, Fraction], before: Being) -> Chances:
    """The gravest of what happens to a unit, in a word."""
    found: Chances = defaultdict(Fraction)
    for being, weight in fates.items():
        found[fate(being, before)] += weight
    return found


def fate(being: Being, before: Being) -> str:
    """The gravest of what has happened to a unit."""
    if being.gone:
        return "eliminated"
    if being.damage > before.damage:
        return LOSSES[being.damage]
    if being.panicked and not before.panicked:
        return "panics under fire"
    if being.suppression > before.suppression:
        return f"suppressed {being.suppression}"
    return "no effect"


def _facts(being: Being, before: Being) -> list[str]:
    """What a loss brings with it."""
    found: list[str] = []
    if being.gone or being.damage == before.damage:
        return found
    if being.panicked and not before.panicked:
        found.append("panics under fire")
    if being.suppression > before.suppression:
        found.append(f"suppressed {being.suppression}")
    return found


def _others(found: Prospects, fates: Fates) -> Chances:
    """What happens to others in the hexes."""
    facts: Chances = defaultdict(Fraction)
    start = found.start()
    for i, some in fates.items():
        for being, weight in some.items():
            if (word := fate(being, start.beings[i])) != "no effect":
                facts[f"{found.members[i].name}: {word}"] += weight
    return facts


def runs_out(play: Play, unit: Unit, arm: Arm) -> Fraction:
    """How likely a shot was the last of its arm (6.84, 6.87)."""
    row, switches = play.type_of(unit), play.state.switches
    rating = row.arms[arm].depletion
    counted = switches.ammunition or switches.ammunition_table
    missiles = row.arms[arm].class_ == "G" or row.moves == "helicopter"
    if not rating or not (missiles or counted) or (counted and level_of(unit, arm) > 1):
        return Fraction(0)
    if not switches.ammunition_table:
        return Fraction(rating, 6)
    found = WHOLE
    for number in play.charts.fire.ammunition.table[str(rating)]:
        found *= Fraction(sum(one + other <= number for one in FACES for other in FACES), 36)
    return found


def shot_of(play: Play, unit: Unit, arm: Arm) -> str:
    """What an arm of a unit runs out of."""
    return "missiles" if play.type_of(unit).arms[arm].class_ == "G" else "ammunition"


def _button(play: Play, action: a.Button) -> Odds | None:
    """What H fire does to a unit that buttons up, or does not (7.3); None of fire by somebody of whom nothing is
    known."""
    frame = play.state.stack[-1]
    guns = isinstance(play.state, Assumed) and play.state.guns
    unit = play.state.units.get(action.unit)
    up = [action.unit] if action.up else []
    if unit is None or (guns and isinstance(frame, Attack)):
        return None
    found = Prospects(play, (unit.hex,))
    world, at = found.start(up), found.index[unit.id]
    if isinstance(frame, Attack):
        shot = replace(frame, buttoned=[*frame.buttoned, *up])
        fates = marginal(found.attack(shot, world)[0], at)
    else:
        assert isinstance(frame, Bombardment)
        fall = replace(frame, hexes=(unit.hex,), left=[unit.id], buttoned=[*frame.buttoned, *up])
        shelled = found.shells(fall, world)
        if at not in shelled:
            return None  # it is in the air, or part of others
        fates = shelled[at]
    return Odds(_sorted(_results(fates, found.start().beings[at])), note=GUNS if guns else "")


# -- moving ----------------------------------------------------------------------------------------------------


def _start(play: Play, action: a.StartMove) -> Odds | None:
    """13.0: whether a unit panics instead of moving."""
    unit = play.state.units[action.unit]
    panic = panic_chance(play, unit, check="move")
    if not panic:
        return None
    return Odds(_sorted({"moves": 1 - panic, "panics": panic}))


# -- indirect fire ---------------------------------------------------------------------------------------------


def _bombard(play: Play, side: str, action: a.Bombard) -> Odds | None:
    """7.11, 7.17: whether it falls, and where; what it does to whom the side knows in its hexes."""
    mission = indirect.mission_of(play, side, action)
    if mission.load == "counter":
        return None
    guns = guns_named(play, side, action.by)
    falls = fall_chances(play, guns, mission)
    results: Chances = defaultdict(Fraction)
    under: Chances = defaultdict(Fraction)
    for impact, weight in falls.items():
        word = impact if impact in NOWHERE else "on target" if impact == mission.hex else "scatters"
        results[word] += weight
        if impact not in NOWHERE and mission.load == "shells":
            for hex in landing.zone(play, impact, mission.loose):
                under[hex] += weight
    facts: Chances = defaultdict(Fraction)
    for hex, weight in under.items():
        for word, part in shelled(play, guns, mission.loose, hex).items():
            facts[word] += weight * part
    if mission.load != "shells":
        return Odds(_sorted(results), _sorted(facts))
    late = [LATER] if mission.due > play.state.turn else []
    return Odds(_sorted(results), _sorted(facts), " ".join([UNBUTTONED, *late, *assumed(play, under)]))


NOWHERE = ("its guns panic", "no fire for effect", "off the map")


def fall_chances(play: Play, guns: Guns, mission: Mission) -> Chances:
    """The hexes of the impact, or why there is none."""
    need, limit = effect(play, guns, mission), scatter(play, guns, mission)
    found: Chances = defaultdict(Fraction)
    left = WHOLE
    if not guns.off_board and (panic := panic_chance(play, play.state.units[guns.id])):
        found["its guns panic"] += panic
        left -= panic
    if need > 1:
        found["no fire for effect"] += left * Fraction(need - 1, 6)
        left *= Fraction(7 - need, 6)
    on_target = Fraction(limit if guns.air else 6 - limit, 6)
    found[mission.hex] += left * on_target
    around = dict(play.ground.around[mission.hex])
    for edge in EDGES:
        found[around.get(edge, "off the map")] += left * (1 - on_target) * SIXTH
    return {hex: weight for hex, weight in found.items() if weight}


def shelled(play: Play, guns: Guns, loose: bool, hex: Hex) -> Chances:
    """What shells on a hex do to those in it."""
    found = Prospects(play, (hex,))
    if not found.members:
        return {}
    fall = Bombardment(guns.side, hex, (hex,), guns.h, loose, guns.air, guns.damage)
    return _others(found, found.shells(fall, found.start()))


def _sorted(found: Mapping[str, Fraction]) -> tuple[Chance, ...]:
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return tuple(chance(result, value) for result, value in ordered if value)
