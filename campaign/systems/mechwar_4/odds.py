"""Exact chances of what an action leads to: attacks, moves under panic or over mines, shells, aircraft, the radio.

They come from what resolves the action, walked over its dice (`campaign.rules.walking`). What the side does not know is
assumed (`completing`), and said in the note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.rules.dice import chances, share
from campaign.rules.hexes import Hex
from campaign.rules.options import Odds, in_order
from campaign.rules.walking import Walked, walked
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import answered, crossing
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.completing import COUNTERS, GUNS, MORALE, Assumed
from campaign.systems.mechwar_4.decide import (
    airstrikes,
    buttoning,
    fire,
    indirect,
    landing,
    overrun,
    shooting,
    warfare,
)
from campaign.systems.mechwar_4.fates import Chances, Fates, at
from campaign.systems.mechwar_4.frames import Attack, Bombardment
from campaign.systems.mechwar_4.gunnery import Guns, effect, guns_named, scatter
from campaign.systems.mechwar_4.known import shells
from campaign.systems.mechwar_4.panic import panic_chance, panics
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.state import Mission, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import shot

UNBUTTONED = "Whoever may yet button up is taken not to."
LATER = "Reckoned with who is there now."
IF_ANY = "If the enemy has any that can be heard."
ENCODE = msgspec.msgpack.Encoder().encode


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    """Chances of the results of an action that is not refused; None where no dice are rolled, or none that this side
    may know of. play: made whole by what it assumes."""
    match action:
        case a.Fire() | a.Join() | a.Resolve() | a.OverrunFire():
            return _attack(play, side, action)
        case a.Button():
            return _button(play, side, action)
        case a.StartMove():
            panic = panic_chance(play, play.state.units[action.unit], "move")
            return of_share(panic, "panics", "moves") if panic else None
        case a.Move() | a.Leave() | a.Exit():
            return crossing.odds(play, action)
        case a.Bombard():
            return _bombard(play, side, action)
        case a.Acquire() | a.Strafe() | a.Launch():
            return _from_the_air(play, side, action)
        case a.Jam():
            works = share(partial(warfare.starts, play))
            return of_share(works, "works", "does not work") if action.on else None
        case a.Listen():
            value, more = warfare.values_of(play, action.sort)
            told = f"{IF_ANY} {more} more for guns that fired in the turn before." if more else IF_ANY
            return of_share(share(partial(warfare.hears, value)), "located", "not located", told)
        case _:
            return None


def of_share(value: Fraction, word: str, otherwise: str, note: str = "") -> Odds:
    """Odds of one die: the share of its faces that is read so."""
    return Odds(in_order(((word, value), (otherwise, 1 - value))), note=note)


# -- direct fire -----------------------------------------------------------------------------------------------


Shooting = a.Fire | a.Join | a.Resolve | a.OverrunFire
DECLARES: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Fire: fire.fire, a.Join: fire.join, a.Resolve: fire.resolve, a.OverrunFire: overrun.fire,
}  # fmt: skip


def attack_of(play: Play, side: str, action: Shooting) -> Attack:
    """The attack as it would be with this action."""
    return frame(_declared(play, side, action), Attack)


def _declared(play: Play, side: str, action: Shooting) -> Play:
    found = play.again()
    DECLARES[type(action)](found, side, action)
    return found


def _attack(play: Play, side: str, action: Shooting) -> Odds | None:
    declared = _declared(play, side, action)
    if not any(isinstance(one, Attack) for one in declared.state.stack):
        return None  # it comes to nothing (19.613)
    attack = frame(declared, Attack)
    fates = Fates.within(declared, (attack.hex,), {one.unit for one in attack.firers})
    found = _resolved(declared, fates)
    results, facts = at(fates, found, attack.target)
    notes = reasons(declared, attack)
    if shells(play.charts, play.state, attack) and buttoning.to_button(play, replace(attack, asked=[])):
        notes.append(UNBUTTONED)
    notes += [*assumed(play, (attack.hex,)), *answered.told(declared)]
    return Odds(in_order(results.items()), in_order(facts.items()), " ".join(notes))


def _resolved(declared: Play, fates: Fates) -> Walked:
    """What an attack can leave, firer by firer (6.3): each finds what those before have left."""
    firers = {one.unit for one in frame(declared, Attack).firers}

    def go_on(play: Play, i: int = 0) -> None:
        attack = frame(play, Attack)
        if i == len(attack.firers):
            return
        shooting.fires(play, attack, attack.firers[i])
        if i + 1 < len(attack.firers):
            play.last((i, _left(play, attack)), partial(go_on, i=i + 1))

    return walked(declared, go_on, partial(_of_firers, firers), fates.all)


def _left(play: Play, attack: Attack) -> bytes:
    """All that the next firer's shot depends on, by value: who is there and how he fares, what covers him, how far his
    company is shaken. Not what one firer has told of himself, nor what counts later in the turn alone."""
    game = play.state
    there = [replace(one, disturbed=False, seen=True) for one in game.units.values() if one.hex == attack.hex]
    return ENCODE((there, game.companies, attack.hex in game.wrecks, attack.target))


def _of_firers(firers: Iterable[str], play: Play) -> list[str]:
    """Who of them has panicked, and what they have fired the last of."""
    found: list[str] = []
    for one in play.events:
        match one:
            case e.PanicRolled(why="fire", panicked=True) if one.unit in firers:
                found.append(f"{play.state.units[one.unit].name} panics and does not fire")
            case e.DepletionRolled(level=0):
                unit = play.state.units[one.unit]
                found.append(f"{unit.name} has then no {shot_of(play, unit, one.arm)} left")
            case _:
                pass
    return found


def shot_of(play: Play, unit: Unit, arm: Arm) -> str:
    """What an arm of a unit runs out of."""
    return "missiles" if play.type_of(unit).arms[arm].class_ == "G" else "ammunition"


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


def _button(play: Play, side: str, action: a.Button) -> Odds | None:
    """What H fire does to a unit that buttons up, or does not (7.3); None of fire by somebody of whom nothing is
    known."""
    guns = isinstance(play.state, Assumed) and play.state.guns
    unit = play.state.units.get(action.unit)
    attacked = isinstance(play.state.stack[-1], Attack)
    if unit is None or (guns and attacked):
        return None
    fates = Fates.within(play, (unit.hex,))
    up = play.again()
    landing.button(up, side, action)
    if attacked:
        found = _resolved(up, fates)
    else:
        now = frame(up, Bombardment)
        now.hexes, now.left = (unit.hex,), [unit.id]
        if not landing.left(up, now):
            return None  # it is in the air, or part of others
        found = walked(up, _shell_next, lambda play: (), fates.all)
    return Odds(in_order(at(fates, found, unit.id)[0].items()), note=GUNS if guns else "")


# -- indirect fire ---------------------------------------------------------------------------------------------


def _bombard(play: Play, side: str, action: a.Bombard) -> Odds | None:
    """7.11, 7.17: whether it falls, and where; what it does to whom the side knows in its hexes."""
    mission = indirect.mission_of(play, side, action)
    if mission.load == "counter":
        return None
    guns = guns_named(play, side, action.by)
    results: Chances = defaultdict(Fraction)
    under: Chances = defaultdict(Fraction)
    for impact, weight in falls(play, guns, mission).items():
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
        return Odds(in_order(results.items()), in_order(facts.items()))
    late = [LATER] if mission.due > play.state.turn else []
    return Odds(
        in_order(results.items()),
        in_order(facts.items()),
        " ".join([UNBUTTONED, *late, *assumed(play, under)]),
    )


NOWHERE = PANICS, INEFFECTIVE, OFF = "its guns panic", "no fire for effect", "off the map"


def falls(play: Play, guns: Guns, mission: Mission) -> Chances:
    """The hexes of the impact, or why there is none."""
    need, limit = effect(play, guns, mission), scatter(play, guns, mission)

    def fall(play: Play) -> str:
        if not guns.off_board and panics(play, play.state.units[guns.id], "indirect"):
            return PANICS
        dice, impact = indirect.roll(play, mission.hex, need, limit, guns.air)
        return impact or (INEFFECTIVE if need > 1 and len(dice) == 1 else OFF)

    copy = play.copies()
    return chances(lambda dice: fall(copy(dice)))


def shelled(play: Play, guns: Guns, loose: bool, hex: Hex) -> Chances:
    """What shells on a hex do to those in it."""
    fates = Fates.within(play, (hex,))
    if not fates.before:
        return {}
    under = play.again()
    under.emit(
        e.guns.BombardmentBegan(
            guns.side, hex, (hex,), guns.h, loose, guns.air, guns.damage, suppressed=guns.suppressed
        )
    )
    return {str(fact): part for fact, part in _shelled(under, fates).single.items()}


def _shelled(under: Play, fates: Fates) -> Walked:
    """What shells can do, one unit after the other (6.82): each is hit in one part, and his fate is said there."""

    def go_on(play: Play) -> None:
        _shell_next(play)
        now = frame(play, Bombardment)
        if landing.left(play, now):
            play.last(_to_come(play, now), go_on)

    return walked(under, go_on, fates.struck)


def _shell_next(play: Play) -> None:
    now = frame(play, Bombardment)
    if some := landing.left(play, now):
        landing.shell(play, now, some[0])


def _to_come(play: Play, now: Bombardment) -> bytes:
    """All that shells which go on falling depend on, by value: of who has been resolved, whether and where he is."""
    game = play.state
    there = [
        one if one.id in now.left or one.aboard else (one.id, one.hex, one.out) for one in game.units.values()
    ]
    return ENCODE((there, game.companies, game.battalions, game.wrecks, now.left))


# -- from the air ----------------------------------------------------------------------------------------------


def _from_the_air(play: Play, side: str, action: a.Acquire | a.Strafe | a.Launch) -> Odds | None:
    """15.5 to 15.7. None of a counter that lies face down."""
    unit = play.state.units.get(action.target)
    if unit is None:
        return None
    if isinstance(action, a.Acquire):
        acquires = partial(airstrikes.acquires, airstrikes.loss_modification(play, unit))
        return of_share(share(acquires), "acquired", "not acquired")
    fates = Fates.within(play, (unit.hex,))
    do: Callable[[Play], None] = (
        (lambda play: airstrikes.strafe(play, side, action))
        if isinstance(action, a.Strafe)
        else (lambda play: airstrikes.launch(play, side, action))
    )
    found = walked(play, do, _of_missiles, fates.all)
    results, facts = at(fates, found, unit.id)
    return Odds(in_order(results.items()), in_order(facts.items()), " ".join(assumed(play, (unit.hex,))))


def _of_missiles(play: Play) -> list[str]:
    return [
        f"{play.state.aircraft[one.aircraft].name} has then no missiles left"
        for one in play.events
        if isinstance(one, e.air.MissilesRolled) and one.spent
    ]
