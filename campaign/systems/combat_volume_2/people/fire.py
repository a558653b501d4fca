"""Small arms: at whom, with what chance, what comes of it (13, 14, 23.1, 23.2, 24.1, 26, 27.7, 30, 31.10.31).

All shots of one attack go at one man and are rolled together against one number; each hit is a wound card. Suppressive
Fire goes at a hex: the same dice count for everybody in it, a hit is a check of morale, and a natural 0 a wound card,
whose fall shakes nobody else: they all check anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.charts import MOODS, Weapon
from campaign.systems.combat_volume_2.land import by_reading, ground
from campaign.systems.combat_volume_2.people import acting, aiming, alert, checks, spotting, sweeps, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import (
    BERSERK,
    ENEMY,
    FRIEND,
    Ammunition,
    Game,
    Man,
)
from campaign.systems.combat_volume_2.vehicles import mounts


class Shoot(Action, frozen=True, tag="shoot"):
    """Fire at a man, or at a hex: by Suppressive Fire, or where it is left to chance whom one hits. weapon: "" for his
    own, else a knife or what he carries besides."""

    unit: str
    target: str
    weapon: str = ""


class Fired(Event, frozen=True, tag="fired"):
    """An attack. target: id of a man, to: his hex. hits: how many dice hit him; those of Suppressive Fire stand in
    `struck`, by man. ammunition: what is left for the weapon now, if it is not what he carries besides. mount: the
    place of a vehicle's gun."""

    unit: str
    target: str
    to: Hex
    weapon: str
    needed: int
    hits: int
    dice: tuple[int, ...]
    struck: tuple[tuple[str, int], ...] = ()
    ammunition: Ammunition = ""
    sidearm: bool = False
    mount: str = ""
    modifiers: tuple[Modifier, ...] = ()


class Picked(Event, frozen=True, tag="picked"):
    """Of several the die has chosen whom he fires at (23.2)."""

    unit: str
    target: str
    dice: tuple[int, ...]


class HeldFire(Event, frozen=True, tag="held-fire"):
    """He did not bring himself to fire at a medic (30)."""

    unit: str
    target: str


class GunTaken(Event, frozen=True, tag="gun-taken"):
    """Who fed a machine gun serves it now."""

    unit: str
    of: str
    weapon: str


# -- what comes of it --------------------------------------------------------------------------------------------------


def shoot(play: Play, man: Man, target: str, weapon: str = "") -> None:
    """He fires at a man or a hex (as `aiming.Aim.target`) (13). Nothing happens if he cannot."""
    aim = aiming.aim_at(play, man, target, weapon)
    if aim is None:
        return
    if man.order.word == aiming.SUPPRESSIVE:
        if not spares_all(play, man, aim.men):
            sweep(play, man, aim)
        return
    foe = play.man(target) if target != aim.target else picked(play, man, aim.men)
    other = _forced(play, man, foe, aim.weapon)
    if other is None and spares(play, man, foe):
        return
    foe = other or foe
    volley(play, man, foe, aim.weapon, aiming.terms(play, man, foe, aim.weapon))


def picked(play: Play, man: Man, some: Sequence[Man]) -> Man:
    """One of several, by the die."""
    if len(some) == 1:
        return some[0]
    (die,) = play.dice.roll(f"whom {named(man)} fires at", 1, len(some), "order")
    play.emit(Picked(man.id, some[die - 1].id, (die,)))
    return some[die - 1]


def volley(play: Play, man: Man, foe: Man, weapon: Weapon, found: tuple[Modifier, ...]) -> None:
    """All shots of one attack at one man: the last of what is decided. found: what it takes to hit."""
    needed, away = checks.total(found), play.away(man.hex, foe.hex)
    shots, nines = weapon.shots(away), _nines(play, man, weapon)

    def meant(faces: Sequence[int]) -> tuple[int, int, bool]:
        hits = sum(face <= needed and face != 9 for face in faces)
        zeros = (
            faces.count(0) if needed >= 0 and not play.walks else 0
        )  # his own morale is no part of the odds
        return hits, zeros, not play.walks and faces.count(9) >= nines

    purpose = f"{named(man)} fires at {named(foe)}: needs {needed}"
    (hits, zeros, low), dice = play.read_all(purpose, shots, 10, meant, "0-9")
    if not hits and "again" in man.helps:
        play.emit(checks.HelpUsed(man.id, "again"))
        (hits, zeros, _), (die,) = play.read_all(f"{purpose}, again", 1, 10, meant, "0-9")
        dice = (*dice, die)
    left = aiming.left_after(play, man, weapon, low)
    play.emit(
        Fired(
            man.id, foe.id, foe.hex, weapon.id, needed, hits, dice, (), left,
            weapon.id == man.sidearm != man.armed, _place(play, man), found,
            readings=by_reading.of_sight(play, man, foe, aimed=True),
        )
    )  # fmt: skip
    _heard(play, man, weapon)
    if not foe.alert and not foe.vehicle:
        alert.alert(play, foe, False, f"{named(man)} fires at him")
    wounds.suffer(play, wounds.Attack(foe.id, hits, min(zeros, hits), man.id))


def sweep(play: Play, man: Man, aim: aiming.Aim) -> None:
    """Suppressive Fire: the same dice for everybody in a hex, each by his own number. Counters that are hit are turned
    up; those who have to check are put apart."""
    men, weapon = aim.men, aim.weapon
    numbers = [checks.total(aiming.terms(play, man, foe, weapon)) for foe in men]
    shots, nines = weapon.shots(play.away(man.hex, aim.hex)), _nines(play, man, weapon)

    def meant(faces: Sequence[int]) -> tuple[tuple[int, ...], int, bool]:
        hits = tuple(sweeps.Hits(number)(faces) for number in numbers)
        return hits, faces.count(0), faces.count(9) >= nines

    if play.walks:
        sweeps.each(play, man, aim, numbers, shots)
        hit, dice = play.read_all("", shots, 10, sweeps.WhoIsHit(tuple(numbers)), "0-9")
        struck = tuple((foe.id, int(some)) for foe, some in zip(aim.men, hit, strict=True))
        play.emit(Fired(man.id, "", aim.hex, aim.weapon.id, max(numbers), sum(hit), dice, struck))
        _heard(play, man, aim.weapon)
        return
    purpose = f"{named(man)} sweeps {aim.hex}: needs {' and '.join(map(str, numbers))}"
    (hits, zeros, low), dice = play.read_all(purpose, shots, 10, meant, "0-9")
    struck = tuple((foe.id, some) for foe, some in zip(men, hits, strict=True))
    left = aiming.left_after(play, man, weapon, low)
    play.emit(
        Fired(
            man.id, "", aim.hex, weapon.id, max(numbers), sum(hits), dice, struck, left,
            weapon.id == man.sidearm != man.armed, _place(play, man),
            readings=by_reading.of_sight(play, man, aim.hex),
        )
    )  # fmt: skip
    _heard(play, man, weapon)
    worst = [
        (foe, sweeps.cards_of(zeros, some, number))
        for foe, number, some in zip(men, numbers, hits, strict=True)
    ]
    wounds.suffice(play, worst, man.id)
    for (foe, cards), some in zip(worst, hits, strict=True):
        if not some:
            continue
        if not alert.alert(play, foe, False, f"{named(man)} fires at him"):
            continue
        wounds.struck(play, foe, cards, some - cards, man.id, quiet=True)


def _place(play: Play, man: Man) -> str:
    """Of a vehicle's gun that he serves, "" of his own weapon."""
    gun = mounts.mounted(play, man)
    return gun.place if gun is not None else ""


def _nines(play: Play, man: Man, weapon: Weapon) -> int:
    """How many natural 9s of one attack bring Low: more only with an assistant, if the gun needs one (14.3)."""
    return 1 if aiming.alone(play, man, weapon) else weapon.nines


def _heard(play: Play, man: Man, weapon: Weapon) -> None:
    """Who fires is spotted, unless he threw a knife out of cover (24.1)."""
    if weapon.class_ != aiming.KNIFE or not ground.cover(play, man.hex):
        spotting.noticed(play, man, "he fires")


# -- medics ------------------------------------------------------------------------------------------------------------


def protected(play: Play, foe: Man) -> bool:
    """Whether it takes something to fire at him: a trained medic, until the other side's has fallen (30.2)."""
    return checks.medic(foe) and foe.side not in play.state.medics


def spares(play: Play, man: Man, foe: Man) -> bool:
    """Whether he does not bring himself to fire at a medic: a check at +2, of the berserk a plain one (30.1, 30.2)."""
    if not (protected(play, foe) and _restrains_himself(play, man, foe)):
        return False
    play.emit(HeldFire(man.id, foe.id))
    return True


def spares_all(play: Play, man: Man, foes: Sequence[Man]) -> bool:
    """The same of fire at a hex in which nobody else is known."""
    return bool(foes) and all(protected(play, foe) for foe in foes) and spares(play, man, foes[0])


def spares_hex(play: Play, man: Man, hex: Hex) -> bool:
    """The same of a shell or a rocket."""
    known = [one for one in play.state.in_hex(hex) if one.side != man.side and one.able and one.spotted]
    return spares_all(play, man, known)


def _restrains_himself(play: Play, man: Man, foe: Man) -> bool:
    more, other = Modifier("a medic", play.charts.foot.medics.fire, "30"), dict[str, int]()
    if man.morale == BERSERK:
        mood = MOODS[BERSERK]
        plain = Modifier(f"{mood} does not count", -play.charts.morale.ladder[mood], "30")
        printed = man.side == ENEMY and play.charts.readings.berserk_at_medics == "as-printed"
        if man.side == ENEMY:
            other["berserk_at_medics"] = (plain.value - more.value) * (1 if printed else -1)
        more = more if printed else plain
    return checks.tqc(play, man, f"not to fire at {named(foe)}", (more,), other)


def _forced(play: Play, man: Man, foe: Man, weapon: Weapon) -> Man | None:
    """A friend who is berserk fires at a medic in sight whoever he was told to fire at, unless he passes (30.2)."""
    if man.side != FRIEND or man.morale != BERSERK or protected(play, foe):
        return None
    for other in play.foes(man.side):
        if protected(play, other) and aiming.may_hit(play, man, other, weapon):
            return None if _restrains_himself(play, man, other) else other
    return None


# -- guns that change hands --------------------------------------------------------------------------------------------


def hand_over(play: Play) -> None:
    """At the end of a turn: who fed the gun of a man who fell serves it (14.3)."""
    for mate, gunner in list(_orphans(play)):
        play.emit(GunTaken(mate.id, gunner.id, gunner.armed))


def hand_over_due(play: Play) -> bool:
    return next(_orphans(play), None) is not None


def _orphans(play: Play) -> Iterator[tuple[Man, Man]]:
    for man in play.state.men.values():
        if man.mate and man.armed and (man.dead or man.down) and play.charts.weapons[man.armed].alone:
            mate = play.state.men.get(man.mate)
            if mate is not None and mate.able and mate.hex == man.hex:
                yield mate, man


# -- what the events do ------------------------------------------------------------------------------------------------


def fired(game: Game, event: Fired) -> None:
    man = game.men[event.unit]
    man.fired = True
    if event.mount:
        game.vehicles[man.vehicle].mg[event.mount] = event.ammunition
    elif not event.sidearm:
        man.ammunition = event.ammunition


def gun_taken(game: Game, event: GunTaken) -> None:
    man, of = game.men[event.unit], game.men[event.of]
    man.armed, man.ammunition, man.mate = event.weapon, of.ammunition, ""
    of.armed, of.ammunition, of.mate = "", "", ""


# -- in words ----------------------------------------------------------------------------------------------------------


def told_of_fire(play: Play, event: Fired) -> str:
    man = play.man(event.unit)
    rolls = ", ".join(map(str, event.dice))
    if event.struck:
        hit = [f"{named(play.man(id))} ({some})" for id, some in event.struck if some]
        what = f"{named(man)} sweeps {event.to} with fire ({rolls})"
        return f"{what}: {'hits on ' + ' and '.join(hit) if hit else 'no effect'}{_short(event)}."
    hits = "missed" if not event.hits else "hit" if event.hits == 1 else f"{event.hits} hits"
    what = f"{named(man)} fires at {named(play.man(event.target))}"
    return f"{what}: {checks.faces(event.dice, event.needed)}, {hits}{_short(event)}."


def told_of_picking(play: Play, event: Picked) -> str:
    return f"{named(play.man(event.unit))} aims at {named(play.man(event.target))}, by the die."


def told_of_holding(play: Play, event: HeldFire) -> str:
    return f"{named(play.man(event.unit))} does not fire at {named(play.man(event.target))}."


def _short(event: Fired) -> str:
    return f"; ammunition {event.ammunition}" if event.ammunition else ""


def fact_of_fire(play: Play, event: Fired) -> str:
    if event.struck:
        hit = [named(play.man(id)) for id, some in event.struck if some]
        return f"hits on {' and '.join(hit)}" if hit else "no hits"
    return ""


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> list[Option]:
    man = acting.man(play, side)
    if man is None:
        return []
    first = aiming.weapon_of(play, man)
    found: list[Option] = []
    for aim in aiming.aims(play, man):
        weapon = "" if aim.weapon is first else aim.weapon.id
        dice = aim.weapon.shots(play.away(man.hex, aim.hex))
        found.append(
            Option(
                Shoot(man.id, aim.target, weapon), man.id, aim.men[0].id, aim.hex, dice=dice,
                modifiers=aiming.terms(play, man, aim.men[0], aim.weapon),
            )
        )  # fmt: skip
    return found


def why_not(play: Play, side: str, action: Shoot) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    row = play.charts.orders.get(man.order.word)
    if row is None or not row.fires:
        name = row.name if row is not None else "no order"
        yield Refused(f"{named(man)} has {name}, with which nobody fires.", "13", where="$.kind")
        return
    if play.state.impulse not in row.fires:
        allowed = [f"impulse {impulse}" for impulse in row.fires]
        yield Refused(f"{row.name} does not fire in impulse {play.state.impulse}.", "13", allowed, "$.kind")
        return
    if (why := aiming.barred(play, man)) is not None:
        yield Refused(why[0], why[1], where="$.unit")
        return
    if action.weapon and aiming.weapon_of(play, man, action.weapon) is None:
        yield Refused(
            f"{named(man)} has no such weapon.",
            "14",
            [one.id for one in aiming.weapons(play, man)],
            "$.weapon",
        )
        return
    yield from _wrong_target(play, man, action)


def _wrong_target(play: Play, man: Man, action: Shoot) -> Iterator[Refused]:
    weapon = aiming.weapon_of(play, man, action.weapon)
    some = [aim for aim in aiming.aims(play, man) if aim.weapon is weapon]
    if any(aim.target == action.target for aim in some):
        return
    allowed = [aim.target for aim in some]
    foe = play.state.men.get(action.target)
    if weapon is None or foe is None:
        yield Refused("Nothing there can be fired at now.", "13", allowed, "$.target")
    else:
        reason, rule = aiming.why_not_him(play, man, foe, weapon)
        yield Refused(reason, rule, allowed, "$.target")


def do(play: Play, side: str, action: Shoot) -> None:
    shoot(play, play.man(action.unit), action.target, action.weapon)


def ends(play: Play, side: str, action: Shoot) -> Callable[[Play], str]:
    """What becomes of whoever is fired at; of those who check morale for it each by himself."""
    man = play.man(action.unit)
    aim = aiming.aim_at(play, man, action.target, action.weapon)
    aimed_at = list(aim.men) if aim is not None else []
    if man.morale == BERSERK:
        aimed_at += [foe for foe in play.foes(side) if protected(play, foe)]
    before = {foe.id: (foe.light, foe.bad, foe.down, foe.dead) for foe in aimed_at}

    def result(after: Play) -> str:
        for id, was in before.items():
            foe = after.man(id)
            if (foe.light, foe.bad, foe.down, foe.dead) != was:
                return wounds.hurt(foe)
        if any(isinstance(event, wounds.WoundDrawn) for event in after.events):
            return "morale check"
        held = any(isinstance(event, HeldFire) for event in after.events)
        told = [
            fact
            for event in after.events
            if isinstance(event, Fired) and (fact := fact_of_fire(after, event))
        ]
        return told[0] if told else "no fire" if held else "missed"

    return result


def label(play: Play, action: Shoot) -> str:
    man, foe = play.man(action.unit), play.state.men.get(action.target)
    weapon = aiming.weapon_of(play, man, action.weapon)
    name = f" with the {weapon.name}" if action.weapon and weapon is not None else ""
    return f"{checks.order_name(play, man.order.word)} at {named(foe) if foe is not None else action.target}{name}"


ACTS = (
    Answer(
        action=Shoot, candidates=candidates, why_not=why_not, do=do, label=label, odds=by_deed(do, ends=ends)
    ),
)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Fired, apply=fired, words=told_of_fire, rule="13", dice="dice", fact=fact_of_fire,
        ),
        Told(
            event=Picked, apply=checks.told_nothing, rule="23.2", dice="dice", words=told_of_picking,
        ),
        Told(
            event=HeldFire, apply=checks.told_nothing, rule="30",
            words=told_of_holding,
        ),
        Told(
            event=GunTaken, apply=gun_taken, rule="14.3",
            words=lambda play, event: f"{named(play.man(event.unit))} takes over the gun.",
        ),
    ),
)  # fmt: skip
