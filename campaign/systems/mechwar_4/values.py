"""What a shot is worth: attack superiority and the die's terms (6.0, 7.5, 8.1, 10.2, 10.3, 18.1, 19.5)."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from campaign.rules.hexes import EDGES, Hex
from campaign.rules.options import Modifier
from campaign.rules.refused import Refused
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4.blows import Blow
from campaign.systems.mechwar_4.frames import FireKind, Firer, Move, Overrun
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Arm, UnitType, Weapon

FULL = 3
"""Level of ammunition of who has spent none (6.87)."""


class Shot(NamedTuple):
    """How one firer's shot at one unit is read. state: whose anti-armour table. strength: the terms of superiority."""

    table: Literal["armour", "personnel"]
    state: int
    superiority: int
    range: int
    strength: tuple[Modifier, ...]
    terms: tuple[Modifier, ...]
    suppresses: bool = False
    """Any result is S1 and nothing else (6.10)."""

    @property
    def blow(self) -> Blow:
        return Blow(self.table, self.state, self.superiority, self.add, self.suppresses)

    @property
    def add(self) -> int:
        return sum(one.value for one in self.terms)


def howitzer(weapon: Weapon, arm: Arm) -> bool:
    """Whether it is a direct attack of class H, which hits all in the hex (6.43, 6.45)."""
    return weapon.class_ == "H" or arm == "assault"


def reach_of(play: Play, unit: Unit, arm: Arm) -> int:
    """The greatest range of an arm, in hexes (6.0, 6.45, 9.51, 19.74)."""
    weapon = play.type_of(unit).arms[arm]
    found = weapon.range
    if arm == "assault":
        found = 1 if play.charts.readings.infantry_assault == "first" else 2
    if unit.aboard and play.type_of(play.state.units[unit.aboard]).mounted == "ports":
        found = min(found, 1)
    if play.state.switches.night:
        found = min(found, play.charts.special.night_range)
    return found


def reaches(play: Play, unit: Unit, target: Unit) -> bool:
    """Whether an enemy is not too far off for everything that a unit fires; flak has ranges of its own (17.31)."""
    if play.distance(unit.hex, target.hex) <= play.charts.longest[unit.type]:
        return True
    return "helicopter" in (play.type_of(unit).moves, play.type_of(target).moves)


def level_of(unit: Unit, arm: Arm) -> int:
    """Ammunition left (6.84, 6.87)."""
    return unit.ammo.get(arm, FULL)


def verify_arm(play: Play, unit: Unit, arm: Arm, target: Unit, kind: FireKind) -> None:
    """Whether this arm of a unit can do anything to that target from here (6.14, 6.44, 6.85, 6.86, 6.88, 6.10).
    Raises Refused.
    """
    row, at = play.type_of(unit), play.type_of(target)
    weapon = row.arms.get(arm)
    if weapon is None:
        raise Refused(f"{unit.name} has nothing of the kind to fire.", "6.42", tuple(row.arms), "$.arm")
    if not level_of(unit, arm):
        raise Refused(f"{unit.name} has nothing left to fire of it.", "6.84", where="$.arm")
    range = 0 if kind == "overrun" else play.distance(unit.hex, target.hex)
    if row.moves == "helicopter" and not range:
        range = 1  # 17.23
    if at.moves == "helicopter":
        verify_flak(play, unit, arm, range)
        return
    if range > (reach := reach_of(play, unit, arm)):
        raise Refused(
            f"{unit.name} fires {some_hexes(reach)} with it; {play.called(target)} is {range} away.",
            "6.0",
            where="$.target",
        )
    if range < weapon.least:
        raise Refused(
            f"{unit.name} cannot fire it at less than {some_hexes(weapon.least)}.",
            "7.13" if weapon.class_ == "H" else "6.86",
            where="$.target",
        )
    verify_at(play, arm, weapon, at)
    if arm == "roof" and unit.suppression:
        raise Refused("Nobody is at the roof machine gun of a buttoned vehicle.", "6.44", where="$.arm")
    if play.charts.attenuation(weapon.class_, at.target, range) is None:
        what, rule = ("reaches", "6.0") if at.target == "soft" else ("suppresses armour", "6.10")
        raise Refused(f"Class {weapon.class_} {what} no further than that.", rule, where="$.target")


def verify_at(play: Play, arm: Arm, weapon: Weapon, at: UnitType) -> None:
    """Whether an arm is fired at units of a type on the ground at all, wherever they are. Raises Refused."""
    if weapon.class_ == "G" and at.target == "soft":
        raise Refused("Missiles are fired at vehicles that are hard or protected.", "6.85", where="$.arm")
    if arm in ("coaxial", "roof") and at.target != "soft":
        raise Refused("Machine guns of vehicles are fired at soft targets.", "6.44", where="$.arm")
    if arm == "assault" and at.afoot:
        raise Refused("Infantry attacks vehicles so.", "6.45", where="$.arm")
    if weapon.class_ == "R" and at.target == "protected" and not play.charts.readings.rifles_v_protected:
        raise Refused("Class R suppresses hard targets only.", "6.10", where="$.arm")


def arms_at(play: Play, unit: Unit, target: Unit) -> tuple[Arm, ...]:
    """What a unit may fire at an enemy of that type, near enough and with ammunition: remembered with the charts."""
    kept, key = play.charts.arms_at, (unit.type, target.type)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _arms_at(play, play.type_of(unit), play.type_of(target))
    return found


def _arms_at(play: Play, row: UnitType, at: UnitType) -> tuple[Arm, ...]:
    if at.moves == "helicopter":
        return tuple(row.arms)
    some = row.arms.items()
    return tuple(arm for arm, weapon in some if accepts(partial(verify_at, play, arm, weapon, at)))


def verify_flak(play: Play, unit: Unit, arm: Arm, range: int) -> None:
    """17.31: whether a unit may fire at a helicopter at that range: the flak table says how far. Raises Refused."""
    if arm != "main":
        raise Refused(
            "All but class G fire at helicopters, each with its main arm.", "17.31", ("main",), "$.arm"
        )
    far = play.charts.flak(play.type_of(unit).flak, range) == 0
    if far or (play.state.switches.night and range > play.charts.special.night_range):
        raise Refused(
            f"{unit.name} has no strength against helicopters at {some_hexes(range)}.", "17.31", where="$.arm"
        )
    ports = unit.aboard and play.type_of(play.state.units[unit.aboard]).mounted == "ports"
    if ports and range > (reach := reach_of(play, unit, arm)):
        raise Refused(f"{unit.name} fires {some_hexes(reach)} while it is mounted.", "9.51", where="$.arm")


def shot(play: Play, firer: Firer, target: Unit, kind: FireKind) -> Shot:
    """The shot of a firer at a unit, which `verify_arm` lets it fire at (or which is in the hex of class H fire)
    (6.0, 6.7, 7.16, 7.5, 7.52, 8.14, 17.3).
    """
    unit, kind = play.state.units[firer.unit], firer.fire or kind
    row, at = play.type_of(unit), play.type_of(target)
    weapon = row.arms[firer.arm]
    range = 0 if kind == "overrun" else play.distance(unit.hex, target.hex)
    if row.moves == "helicopter" and not range:
        range = 1
    state = 0 if row.one_step else firer.state
    if unit.column:
        state = 2  # 8.14
    if at.moves == "helicopter":
        strength = [Modifier("flak strength", play.charts.flak(row.flak, range), "17.31")]
        strength += _shaken(unit, row)
        strength.append(Modifier("defence", -at.defence, "17.31"))
        return Shot("armour", state, _sum(strength), range, tuple(strength), ())
    if howitzer(weapon, firer.arm):
        return _howitzers(play, unit, firer, target, kind, range)
    strength = [Modifier("attack", weapon.strength, "6.0"), *_halved(firer, weapon.strength)]
    strength += _shaken(unit, row)
    suppresses = weapon.class_ == "R" and at.target != "soft"
    if not suppresses:
        far = play.charts.attenuation(weapon.class_, at.target, range)
        if far:
            strength.append(Modifier(f"range {range}", far, "6.0"))
    helper = engineers_with(play, unit, kind)
    if helper is not None and helper.hex != unit.hex:
        strength.append(Modifier("engineers", play.type_of(helper).arms["main"].strength, "19.616"))
    strength.append(Modifier("defence", -at.defence, "6.0"))
    terms = list(die_terms(play, unit, target, kind, weapon.class_))
    personnel = at.target == "soft" or suppresses
    if personnel:
        add = (0, play.charts.fire.modifiers.personnel_d1, play.charts.fire.modifiers.personnel_d2)[state]
        if add:
            terms.insert(0, Modifier("losses of the firer", add, "6.7"))
    table: Literal["armour", "personnel"] = "personnel" if personnel else "armour"
    return Shot(table, state, _sum(strength), range, tuple(strength), tuple(terms), suppresses)


def at_rider(play: Play, firer: Firer, rider: Unit, kind: FireKind, read: Shot) -> Shot:
    """9.2: how the die of a shot at a tank is read for who rides on it: on the anti-personnel table, in the same column
    (of class R in its own), with what a soft target there adds. Losses of the firer that the column has count once."""
    own = shot(play, firer, rider, kind)
    if read.suppresses:
        return own
    terms = tuple(one for one in own.terms if one.rule != "7.16")
    return read._replace(table="personnel", terms=terms, suppresses=False)


def _howitzers(play: Play, unit: Unit, firer: Firer, target: Unit, kind: FireKind, range: int) -> Shot:
    """Direct fire of class H (6.43), or infantry against vehicles (6.45)."""
    row, at = play.type_of(unit), play.type_of(target)
    weapon = row.arms[firer.arm]
    soft = at.target == "soft" and play.charts.readings.direct_howitzers_v_soft == "personnel"
    strength = [Modifier("class H", weapon.strength, "6.43"), *_halved(firer, weapon.strength)]
    terms: list[Modifier] = []
    if firer.arm == "assault":
        far = 1 if play.charts.readings.infantry_assault == "first" else 2
        if range == far:
            strength.append(Modifier(f"range {range}", -3, "6.45"))
    if firer.state and not row.one_step:
        if soft:
            add = (0, play.charts.fire.modifiers.personnel_d1, play.charts.fire.modifiers.personnel_d2)
            terms.append(Modifier("losses of the firer", add[firer.state], "7.16"))
        else:
            strength.append(Modifier("losses of the firer", -firer.state, "7.16"))
    shaken = _shaken(unit, row)
    if play.charts.readings.howitzers_least == "losses":
        strength += _at_least_one(strength, firer) + shaken
    else:
        strength += shaken
        strength += _at_least_one(strength, firer)
    if firer.arm == "assault":
        wreck = play.charts.fire.modifiers.wreck
        if kind != "overrun" and target.hex in play.state.wrecks:
            terms.append(Modifier("wreck", wreck, "19.52"))
        terms += manner(play, unit, target, kind)
    else:
        terms += die_terms(play, unit, target, kind, "H")
    return Shot("personnel" if soft else "armour", 2, _sum(strength), range, tuple(strength), tuple(terms))


def _at_least_one(strength: list[Modifier], firer: Firer) -> list[Modifier]:
    """7.16: what keeps howitzers from falling below 1; infantry against vehicles does (6.45)."""
    value = _sum(strength)
    return [Modifier("at least 1", 1 - value, "7.16")] if firer.arm != "assault" and value < 1 else []


def _halved(firer: Firer, strength: int) -> list[Modifier]:
    """9.55: half of it, rounded down."""
    if not firer.halved:
        return []
    return [Modifier("mounted, before the carrier moves", strength // 2 - strength, "9.55")]


def _sum(terms: list[Modifier]) -> int:
    return sum(one.value for one in terms)


def _shaken(unit: Unit, row: UnitType) -> list[Modifier]:
    """7.51, 7.52, 7.6: what suppression takes off the attack strength."""
    if not unit.suppression:
        return []
    rule = {2: "7.51"}.get(row.suppressed, "7.6" if row.target == "soft" else "7.52")
    return [Modifier(f"suppression {unit.suppression}", -row.suppressed * unit.suppression, rule)]


def engineers_with(play: Play, unit: Unit, kind: FireKind) -> Unit | None:
    """19.616: engineers that help infantry in the close assault of a town; None if there are none.

    Those that defend are in its hex. Those that attack stay in the hex from which it came, where they were stacked with
    it: nobody moves together with another.
    """
    game = play.state
    if kind != "overrun" or play.type_of(unit).kind != "infantry" or not play.ground.terrain[unit.hex].town:
        return None
    fight = next((one for one in game.stack if isinstance(one, Overrun)), None)
    attacks = fight is not None and fight.unit == unit.id
    there = play.in_hex(fight.frm if fight is not None and attacks else unit.hex)
    return next(
        (
            one
            for one in there
            if one.side == unit.side and play.type_of(one).kind == "engineers"
            and not (one.suppression or one.panicked or one.defilade)  # 19.615
            and not (attacks and (one.fired or one.moved))
        ),
        None,
    )  # fmt: skip


# -- the die ---------------------------------------------------------------------------------------------------


def die_terms(play: Play, unit: Unit, target: Unit, kind: FireKind, class_: str) -> tuple[Modifier, ...]:
    """What is added to the die: the best of what covers the target (10.25), its column, how it is fired (6.6)."""
    flying = play.type_of(unit).moves == "helicopter"
    best = cover(play, unit.hex, target, kind, class_, flying)
    return (*(() if best is None else (best,)), *manner(play, unit, target, kind))


def manner(play: Play, unit: Unit, target: Unit, kind: FireKind) -> tuple[Modifier, ...]:
    """What is added to the die besides the terrain: the target's column, a short halt, engineers at hand (8.14)."""
    found: list[Modifier] = []
    numbers = play.charts.fire.modifiers
    if play.bearer(target).column:
        found.append(Modifier("column", numbers.column, "8.14"))
    if kind == "short-halt":
        found.append(Modifier("short halt", numbers.short_halt, "19.3"))
    if engineers_with(play, unit, kind) is not None:
        found.append(Modifier("engineers", numbers.engineers, "19.616"))
    return tuple(found)


def cover(
    play: Play, frm: Hex, target: Unit, kind: FireKind, class_: str, flying: bool = False
) -> Modifier | None:
    """The feature that protects a unit most from direct fire out of a hex (10.25); None if nothing does (17.32)."""
    covers = covers_of(play, frm, target, kind, class_, flying)
    return min(covers, key=lambda one: one.value, default=None)


def covers_of(
    play: Play, frm: Hex, target: Unit, kind: FireKind, class_: str, flying: bool = False
) -> list[Modifier]:
    """All that covers a unit from direct fire out of a hex, each with its value. flying: from a helicopter (17.24,
    7.19, 10.2, 10.22, 10.3, 10.45, 11.2, 12.1, 18.12, 19.5).
    """
    game, at, numbers = play.state, play.type_of(target), play.charts.fire.modifiers
    terrain = play.ground.terrain[target.hex]
    found: list[Modifier] = []
    infantry = at.afoot
    if kind == "overrun":  # 12.1
        if target.improved:
            found.append(Modifier("improved position", numbers.defilade, "11.2"))
        if infantry and (terrain.woods or terrain.town):
            found.append(Modifier(terrain.name.lower(), terrain.fire, "12.1"))
        return found
    if target.hex in game.wrecks:
        found.append(Modifier("wreck", numbers.wreck, "19.52"))
    if at.target == "soft" and exposed_by_moving(play, target, kind):
        return found
    if class_ == "H" and at.target == "hard":
        return found  # 10.22
    higher = play.ground.height[frm] > play.ground.height[target.hex]
    if terrain.woods or terrain.town:
        value = terrain.howitzers if class_ == "H" else terrain.fire
        if infantry and terrain.town and target.hex in game.devastated:
            if play.charts.readings.devastation == "adds":
                value += numbers.devastation
            else:
                found.append(Modifier("devastation", numbers.devastation, "7.19"))
        found.append(Modifier(terrain.name.lower(), value, "10.21"))
    if class_ != "H" and any(one.hex == target.hex for one in game.smoke):
        found.append(Modifier("smoke", play.charts.special.smoke_fire, "18.12"))
    if not flying:
        found += _walls(play, frm, target, class_, higher)
    if higher or flying:
        return found  # 10.45, 10.53
    if terrain.defilade:
        found.append(Modifier("hilltop", numbers.defilade, "10.21"))
    bearer = play.bearer(target)
    if bearer.defilade and marker_faces(play, frm, bearer):
        found.append(Modifier("defilade", numbers.defilade, "10.5"))
    if ducked(play, target):
        found.append(Modifier("motorcycles on the ground", numbers.defilade, "19.621"))
    if target.improved:
        found.append(Modifier("improved position", numbers.defilade, "11.2"))
    return found


def exposed_by_moving(play: Play, target: Unit, kind: FireKind) -> bool:
    """8.4: a soft target that moves loses all terrain to opportunity and overwatch fire."""
    if kind not in ("opportunity", "overwatch", "ambush"):
        return False
    return any(
        isinstance(one, Move) and (one.unit in (target.id, target.aboard) or target.id in one.handled)
        for one in play.state.stack
    )


def _walls(play: Play, frm: Hex, target: Unit, class_: str, higher: bool) -> list[Modifier]:
    """10.24, 10.3: slopes, crests and embankments along the sides through which the fire comes."""
    at, numbers = play.type_of(target), play.charts.fire.modifiers
    found: list[Modifier] = []
    for covers in sorted(play.spotting.covers(frm, target.hex)):
        if covers == "slope":
            up = play.ground.height[frm] - play.ground.height[target.hex]
            if up >= 2 and not at.afoot:
                continue  # 10.31
            value = numbers.slope_hard if at.target == "hard" else numbers.slope_other
            found.append(Modifier("slope", value, "10.32"))
        elif not higher and not (covers == "crest" and class_ == "H"):  # 10.22, 10.45
            found.append(Modifier(covers, numbers.defilade, "10.21"))
    return found


def ducked(play: Play, unit: Unit) -> bool:
    """19.621: motorcycles that are suppressed lie in defilade."""
    return bool(unit.suppression) and play.type_of(unit).moves == "motorcycle"


def marker_faces(play: Play, frm: Hex, target: Unit) -> bool:
    """10.5: whether fire comes through the side that the marker points to, or one of the two beside it; 10.52."""
    if play.type_of(target).afoot:
        return True
    at = EDGES.index(target.defilade)  # type: ignore[arg-type]
    covered = {EDGES[(at + turn) % 6] for turn in (-1, 0, 1)}
    return any(side in covered for side in play.board.sides_crossed(frm, target.hex))
