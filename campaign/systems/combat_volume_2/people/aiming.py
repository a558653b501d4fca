"""At whom somebody may fire, with which weapon, and what it takes to hit (13, 14, 23.2, 24.1, 26, 27.7, 31.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.charts import OrderRow, Weapon
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import checks, melee
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Ammunition, Man
from campaign.systems.combat_volume_2.vehicles import arcs, handling, mounts

CHOOSES_WITHIN = 5
"""So near a friend picks his man in a hex, and a hex with both sides may be fired at (23.2)."""
SUPPRESSIVE, AIMED, RAPID, EVADE = "suppressive", "aimed", "rapid", "evade"
SNIPER, STEADY = "sniper", "steady-aim"
SNIPERS_IMPULSE = 4
"""In which a sniper shoots better, if he has not fired before under the same Aimed Fire (24.1)."""
DODGES = {"dodge": -1, "dodge-2": -2}
KNIFE = "knife"
FROM_CABS = ("pistol", "smg")
"""What a co-driver of a jeep or truck may fire (31.9.1, 31.9.2)."""


# -- weapons -----------------------------------------------------------------------------------------------------------


def weapons(play: Play, man: Man) -> list[Weapon]:
    """What he may fire now, the one that he fires if he says nothing first. Who serves a vehicle's gun fires that."""
    rows, found = play.charts.weapons, list[Weapon]()
    if (gun := mounts.mounted(play, man)) is not None:
        return [] if mounts.ammunition(play, man, gun) == "out" else [rows[gun.weapon]]
    if man.armed and man.ammunition != "out":
        found.append(rows[man.armed])
    if man.sidearm and man.sidearm != man.armed:
        found.append(rows[man.sidearm])
    if KNIFE in man.skills and man.side == FRIEND:
        found.append(rows[KNIFE])
    if not man.vehicle:
        return found
    return [one for one in found if _fits_seat(play, man, one)]


def _fits_seat(play: Play, man: Man, weapon: Weapon) -> bool:
    """Passengers fire no machine guns, co-drivers of jeeps and trucks pistols and submachine guns alone (31.9)."""
    if weapon.class_ in ("mg", "knife"):
        return False
    if man.seat in checks.CREW and not checks.is_afv(play, man.vehicle):
        return weapon.class_ in FROM_CABS
    return True


def weapon_of(play: Play, man: Man, id: str = "") -> Weapon | None:
    """The weapon of that name, or the one that he fires if he says nothing; None if he has none for it."""
    return next((one for one in weapons(play, man) if not id or one.id == id), None)


def mate_of(play: Play, man: Man) -> Man | None:
    """The assistant who feeds his gun: with him, able and not badly wounded (14.3)."""
    mate = play.state.men.get(man.mate)
    return mate if mate is not None and mate.able and not mate.bad and mate.hex == man.hex else None


def alone(play: Play, man: Man, weapon: Weapon) -> bool:
    """Whether a gun lacks the assistant that it needs: the bow gun always does, others on vehicles never (31.9.4)."""
    if not weapon.alone:
        return False
    gun = mounts.mounted(play, man)
    return gun.place == mounts.BOW if gun is not None else mate_of(play, man) is None


def left_after(play: Play, man: Man, weapon: Weapon, low: bool) -> Ammunition:
    """What is left for a weapon after an attack. low: its dice have enough natural 9s (14)."""
    gun = mounts.mounted(play, man)
    had = mounts.ammunition(play, man, gun) if gun is not None else man.ammunition
    own = gun is not None or weapon.id == man.armed
    if not low or not own or weapon.class_ == KNIFE:
        return had
    return "out" if had else "low"


def feeds(play: Play, man: Man) -> Man | None:
    """Whose machine gun he feeds, so that he does not fire himself."""
    if not man.mate or man.bad:
        return None
    gunner = play.state.men.get(man.mate)
    if gunner is None or not gunner.able or gunner.hex != man.hex or not gunner.armed:
        return None
    return gunner if play.charts.weapons[gunner.armed].alone else None


def fires_now(play: Play, man: Man) -> OrderRow | None:
    """The row of his order, if it shoots in this impulse."""
    row = play.charts.orders.get(man.order.word)
    return row if row is not None and play.state.impulse in row.fires else None


# -- at whom -----------------------------------------------------------------------------------------------------------


class Aim(NamedTuple):
    """What may be fired at with a weapon. target: id of a man, or a hex. men: who may be hit."""

    target: str
    hex: Hex
    men: tuple[Man, ...]
    weapon: Weapon


def may_hit(play: Play, man: Man, foe: Man, weapon: Weapon) -> bool:
    """Whether he may fire at somebody: known, in sight and range, outside melees, and by 23.2 and 31.10.31 (23.3)."""
    if not foe.spotted or not foe.able or foe.hex == man.hex:
        return False
    away = play.away(man.hex, foe.hex)
    if weapon.at(away) is None or not _may_hit_hex(play, man, foe.hex, away, weapon):
        return False
    if foe.vehicle and (man.order.word != AIMED or not arcs.exposed_to(play, foe, man.hex)):
        return False
    return mounts.aims_there(play, man, foe.hex) and sight.sees_man(play, man, foe)


def _may_hit_hex(play: Play, man: Man, hex: Hex, away: int, weapon: Weapon) -> bool:
    """Nobody fires into a melee; where both sides are, only aimed single shots from near (23.2)."""
    if melee.here(play, hex):
        return False
    if (man.side, hex) not in play.once("where sides are", _where_sides_are, play):
        return True
    return man.order.word == AIMED and weapon.rof == 1 and away <= CHOOSES_WITHIN


def _where_sides_are(play: Play) -> frozenset[tuple[str, Hex]]:
    """Prisoners count, too."""
    men = play.state.men.values()
    there = (man for man in men if man.hex and not (man.dead or man.gone or man.vehicle))
    return frozenset((man.side, man.hex) for man in there)


def suppresses(play: Play, man: Man, hex: Hex, weapon: Weapon) -> tuple[Man, ...]:
    """Whom he might hit in a hex by Suppressive Fire: known men, and with a weapon that fires fast counters, too."""
    away = play.away(man.hex, hex)
    chart = play.charts.foot.suppression
    fast = weapon.shots(away) >= chart.rof
    if weapon.at(away) is None or (not fast and away > chart.near) or hex == man.hex:
        return ()
    if not _may_hit_hex(play, man, hex, away, weapon) or not mounts.aims_there(play, man, hex):
        return ()
    there = [one for one in play.state.in_hex(hex) if one.side != man.side and not one.down]
    known = [one for one in there if one.able and one.spotted and sight.sees_man(play, man, one)]
    if not fast:
        return tuple(known)
    unseen = [one for one in there if not one.spotted and sight.sees(play, man, hex)]
    return (*known, *unseen)


def aims(play: Play, man: Man) -> list[Aim]:
    """All that he may fire at in this impulse."""
    return play.once(("aims", man.id), _aims, play, man)


def aim_at(play: Play, man: Man, target: str, weapon: str = "") -> Aim | None:
    """What he may fire at by the id of a man or a hex, with a weapon or his own; None if he may not."""
    foe = play.state.men.get(target)
    for aim in _aims(play, man, foe.hex if foe is not None else target):
        hits = target == aim.target or any(one.id == target for one in aim.men)
        if hits and (not weapon or aim.weapon.id == weapon):
            return aim
    return None


def _aims(play: Play, man: Man, hex: Hex = "") -> list[Aim]:
    """hex: only those in it."""
    if fires_now(play, man) is None or barred(play, man) is not None:
        return []
    found: list[Aim] = []
    foes = [foe for foe in play.foes(man.side) if not hex or foe.hex == hex]
    for weapon in weapons(play, man):
        if man.order.word == RAPID and weapon.slow:
            continue
        aimed = _aims_at_hexes if man.order.word == SUPPRESSIVE else _aims_at_men
        found += aimed(play, man, weapon, foes)
    return found


def _aims_at_hexes(play: Play, man: Man, weapon: Weapon, foes: Sequence[Man]) -> Iterator[Aim]:
    for hex in dict.fromkeys(one.hex for one in foes if not one.vehicle):
        there = suppresses(play, man, hex, weapon)
        if there and best(play, man, there, weapon) >= 0:
            yield Aim(hex, hex, there, weapon)


def _aims_at_men(play: Play, man: Man, weapon: Weapon, foes: Sequence[Man]) -> Iterator[Aim]:
    by_hex: dict[Hex, list[Man]] = {}
    for foe in foes:
        if may_hit(play, man, foe, weapon):
            if foe.vehicle:
                if best(play, man, (foe,), weapon) >= 0:
                    yield Aim(foe.id, foe.hex, (foe,), weapon)
            else:
                by_hex.setdefault(foe.hex, []).append(foe)
    for hex, there in by_hex.items():
        if len(there) == 1 or play.away(man.hex, hex) <= CHOOSES_WITHIN:
            for foe in there:
                if best(play, man, (foe,), weapon) >= 0:
                    yield Aim(foe.id, hex, (foe,), weapon)
        else:
            soldiers = [foe for foe in there if not checks.medic(foe)]
            some = tuple(soldiers or there)
            if best(play, man, some, weapon) >= 0:
                yield Aim(hex, hex, some, weapon)


def best(play: Play, man: Man, men: Sequence[Man], weapon: Weapon) -> int:
    """The greatest number that he needs for one of them (23.2)."""
    return max(checks.total(terms(play, man, foe, weapon)) for foe in men)


def targets(play: Play, man: Man) -> list[Man]:
    """Everybody at whom he may fire in this impulse (23.2)."""
    return list({foe.id: foe for aim in aims(play, man) for foe in aim.men}.values())


def barred(play: Play, man: Man) -> tuple[str, str] | None:
    """Why he cannot fire at all, as a sentence, and its rule; None if he can."""
    if checks.medic(man):
        return f"{named(man)} is a medic, and unarmed.", "30"
    if melee.engaged(play, man):
        return f"{named(man)} is in a melee.", "15"
    if (gunner := feeds(play, man)) is not None:
        return f"{named(man)} feeds the gun of {named(gunner)}.", "14"
    if man.vehicle and _too_fast(play, man):
        return "Nobody fires from a vehicle that goes Fast.", "31.11.2"
    if not weapons(play, man):
        why = "is out of ammunition" if man.armed and man.ammunition == "out" else "has no weapon to fire"
        return f"{named(man)} {why}.", "14"
    return None


def _too_fast(play: Play, man: Man) -> bool:
    return handling.no_fire(play, play.vehicle(man.vehicle))


# -- with what chance --------------------------------------------------------------------------------------------------


def terms(play: Play, man: Man, foe: Man, weapon: Weapon | None = None) -> tuple[Modifier, ...]:
    """What it takes to hit somebody, as a sum. weapon: his own if it is left out (13, 24.1). Raises ValueError
    without one.
    """
    weapon = weapon or weapon_of(play, man)
    if weapon is None:
        raise ValueError(f"{man.id} has no weapon")
    away = play.away(man.hex, foe.hex)
    by_quality = weapon.by_quality
    found = [Modifier("quality", man.quality, "14.3") if by_quality else Modifier("skill", man.skill, "8")]
    found += checks.terms_of_wounds(play, man)
    if alone(play, man, weapon):
        found.append(Modifier("no assistant", weapon.alone, "14.3"))
    if by_range := weapon.at(away) or 0:
        found.append(Modifier(f"{weapon.name}, {away} hexes", by_range, "14"))
    found += _of_order(play, man, away, weapon)
    found += handling.from_vehicle(play, man)
    if mounts.mounted(play, man) is not None:
        found += handling.out_of_place_terms(play, man)
    if STEADY in man.helps:
        found.append(Modifier("a steady aim", 1, "5"))
    if play.state.lies(man.hex, "wire") and not man.vehicle:
        found.append(Modifier("in wire", play.charts.foot.wire.fire, "27.7"))
    if foe.order.word == EVADE:
        found += [Modifier(skill, DODGES[skill], "24.1") for skill in foe.skills if skill in DODGES]
    return (*found, *sight.fire_terms(play, man, foe))


def _of_order(play: Play, man: Man, away: int, weapon: Weapon) -> Iterator[Modifier]:
    row = play.charts.orders.get(man.order.word)
    if row is not None and row.fire:
        yield Modifier(row.name, row.fire, "13")
    if man.order.word == AIMED:
        beyond, more = weapon.aimed_beyond
        if away > beyond:
            yield Modifier("telescopic sight", more, "26")
        if SNIPER in man.skills and play.state.impulse == SNIPERS_IMPULSE and not man.fired:
            yield Modifier("sniper", play.charts.foot.sniper.bonus, "24.1")


def why_not_him(play: Play, man: Man, foe: Man, weapon: Weapon) -> tuple[str, str]:
    """Why somebody cannot be fired at, as a sentence, and its rule."""
    away = play.away(man.hex, foe.hex) if foe.hex else 0
    if foe.side == man.side or not foe.able:
        return f"{named(foe)} is no target.", "13"
    if not foe.spotted:
        return f"Nobody knows where {named(foe)} is.", "13"
    if foe.hex == man.hex:
        return f"{named(foe)} is in the same hex.", "15"
    if weapon.at(away) is None:
        return f"{named(foe)} is {away} hexes off; the {weapon.name} reaches {weapon.reach}.", "14"
    if melee.here(play, foe.hex):
        return "Nobody fires into a melee.", "23.2"
    if not _may_hit_hex(play, man, foe.hex, away, weapon):
        return "Where both sides are, only an aimed single shot from 5 hexes or less is allowed.", "23.2"
    if foe.vehicle:
        return f"{named(foe)} cannot be hit by himself from there, or not without Aimed Fire.", "31.10.31"
    if not sight.sees_man(play, man, foe):
        return f"{named(man)} does not see {named(foe)}.", "12"
    if man.order.word == SUPPRESSIVE:
        return "Suppressive Fire goes at a hex.", "13"
    if not mounts.aims_there(play, man, foe.hex):
        return "His seat does not let him fire there.", "31.9"
    if best(play, man, (foe,), weapon) < 0:
        return f"{named(foe)} cannot be hit: it would take less than 0.", "13"
    return "Beyond 5 hexes it is left to chance who in a hex is fired at.", "23.2"
