"""Who may fire at what, who may be assaulted, and what is added to the die (Artillery Fire, Firing, Close Combat)."""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.play import (
    Play,
    any_unit,
    crossing,
    in_hex,
    on_board,
    with_cargo,
)
from campaign.systems.portable_wargame_modern.reach import in_front
from campaign.systems.portable_wargame_modern.state import Unit

HIT = 5
"""What a die must show at least, with all modifiers, to hit or to land on the target."""

SEEN = Modifier("the battery or a spotter sees it", 2, "Artillery Fire")
SAME = Modifier("same target as last turn", 1, "Artillery Fire")
STILL = Modifier("has not moved", 1, "Firing")
AT_HAND = {rule: Modifier("commander at hand", 1, rule) for rule in ("Artillery Fire", "Firing")}
IN_COVER = {rule: Modifier("target in cover", -1, rule) for rule in ("Artillery Fire", "Firing")}
LED = Modifier("commander adjacent", 1, "Close Combat c")
IN_WOOD = Modifier("in a wood", 1, "Woods")
COVERED = Modifier("in cover or fortifications", 1, "Close Combat c")
UPHILL = Modifier("attacks uphill", -1, "Hills")
WET = Modifier("in a river", -1, "Rivers")
ACROSS = Modifier("crosses a trench", -1, "Trenches")

Why = tuple[str, str]
"""Why something cannot be done: the end of a sentence, and the rule."""


class Fight(NamedTuple):
    """What one side of a close combat needs. needed: the least score of its die, with modifiers, not to be hit."""

    needed: int
    modifiers: tuple[Modifier, ...]

    @property
    def bonus(self) -> int:
        return sum(one.value for one in self.modifiers)

    def hit(self, die: int) -> bool:
        """Whether who throws this is hit."""
        return die + self.bonus < self.needed


# -- who may fire at all ---------------------------------------------------------------------------------------


def cannot_bombard(play: Play, unit: Unit) -> Why | None:
    """Why a unit has no artillery fire this turn; None if it has (Artillery Fire, once)."""
    row = play.charts.types[unit.type]
    if not play.class_of(unit).artillery or not row.gun:
        return "it is no artillery", "Artillery Fire"
    if unit.fired:
        return "it has fired this turn", "Artillery Fire"
    return _held(play, unit)


def cannot_fire(play: Play, unit: Unit) -> Why | None:
    """Why a unit cannot fire in its activation; None if it can (Dicing a, Movement d)."""
    if play.class_of(unit).artillery:
        return "artillery fires in the artillery phase only", "Dicing a"
    if not play.charts.range(unit.type):
        return "it has no weapon", "Firing"
    if unit.fired:
        return "it has fired this turn", "Firing b"
    if unit.busy:
        return "it is busy for the whole turn", "Transport, Engineers"
    most = play.class_of(unit).move - unit.off_road
    if unit.moved > most:
        return f"who fires moves {most} at most, and it has moved {unit.moved}", "Movement d"
    return _held(play, unit)


def _held(play: Play, unit: Unit) -> Why | None:
    if unit.aboard:
        return "it is aboard", "Transport"
    if unit.hex in play.ground.river:
        return "nobody fires out of a river", "Rivers"
    if crossing(play, unit):
        return "nobody fires while crossing a trench", "Trenches"
    return None


# -- what may be fired at --------------------------------------------------------------------------------------


def cannot_bombard_at(play: Play, unit: Unit, hex: Hex) -> Why | None:
    """Why a battery cannot fire at a hex; None if it can (Artillery Fire, range, Artillery Fire, over units,
    Artillery Fire, cover). That enemies must be there is not looked at.
    """
    gun = play.charts.guns[play.charts.types[unit.type].gun]
    if why := _out_of_reach(play, unit, hex, gun.range, play.class_of(unit).turret, "Artillery Fire"):
        return why
    if gun.indirect:
        return None
    if not play.ground[unit.hex, hex].clear:
        return f"{gun.name} must see the hex", "Artillery Fire"
    if play.charts.readings.guns_into_cover == "indirect" and hex in play.ground.cover:
        return f"{gun.name} cannot fire indirectly, as fire into cover is", "Artillery Fire"
    return _masked(play, unit, hex, "Artillery Fire")


def cannot_fire_at(play: Play, unit: Unit, hex: Hex) -> Why | None:
    """The same for direct fire and mortars (Firing a, Firing e, Firing h, Firing j)."""
    charts, ground = play.charts, play.ground
    turret = play.class_of(unit).turret
    if why := _out_of_reach(play, unit, hex, charts.range(unit.type), turret, "Firing"):
        return why
    lane = ground[unit.hex, hex]
    if not lane.edge:
        return "it is more than one hex inside woods, buildings or fortifications", "Firing j"
    weapon = charts.weapons.get(charts.types[unit.type].weapon)
    if weapon is not None and weapon.overhead:
        if lane.clear or any(ground[one.hex, hex].clear for one in _watching(play, unit)):
            return None
        return "neither it nor anybody who could tell it sees the hex", "Firing i"
    if not lane.clear:
        return "it does not see the hex", "Firing g"
    return _masked(play, unit, hex, "Firing g, h")


def _out_of_reach(play: Play, unit: Unit, hex: Hex, range: int, turret: bool, rule: str) -> Why | None:
    ground = play.ground
    distance = ground.distance(unit.hex, hex)
    if distance > range:
        return f"it is {distance} hexes away, and {range} is as far as it fires", rule
    if not turret and not ground.within(unit.hex, unit.facing, hex):
        return "it is outside its arc of fire", rule
    if not ground[unit.hex, hex].out:
        return "it is too deep in woods, buildings or fortifications to fire out of them", f"{rule}, Woods"
    return None


def _masked(play: Play, unit: Unit, hex: Hex, rule: str) -> Why | None:
    """Units in between block fire, along a side only those on both sides of it."""
    if play.charts.readings.units_block != "fire":
        return None
    between = play.ground[unit.hex, hex].between
    if between:
        taken = play.taken()
        for stretch in between:
            if taken.issuperset(stretch):
                return f"a unit in {stretch[0]} is in the way", rule
    return None


def _watching(play: Play, unit: Unit) -> list[Unit]:
    """Who tells mortars what it sees: friends next to them, and spotters and commanders in their hex (Firing i)."""
    around = play.ground.around[unit.hex]
    found: list[Unit] = []
    for one in on_board(play.state, unit.side):
        unit_class = play.class_of(one)
        if one.hex in around or (
            one.hex == unit.hex and one is not unit and (unit_class.spots or unit_class.commands)
        ):
            found.append(one)
    return found


def bombardable(play: Play, unit: Unit) -> list[Hex]:
    """The hexes on which its guns can be laid."""
    if cannot_bombard(play, unit) is not None:
        return []
    near = play.ground.disc(unit.hex, play.charts.guns[play.charts.types[unit.type].gun].range)
    hexes = [hex for hex in aims(play, unit) if hex in near]
    return [hex for hex in hexes if cannot_bombard_at(play, unit, hex) is None]


def fireable(play: Play, unit: Unit) -> list[Hex]:
    """The hexes of enemies at which it can fire, from where it stands."""
    return play.once(("fireable", unit.id), _fireable, play, unit)


def _fireable(play: Play, unit: Unit) -> list[Hex]:
    if cannot_fire(play, unit) is not None:
        return []
    near = play.ground.disc(unit.hex, play.charts.range(unit.type))
    hexes = [hex for hex in hexes_of(play, unit) if hex in near]
    return [hex for hex in hexes if cannot_fire_at(play, unit, hex) is None]


def hexes_of(play: Play, unit: Unit) -> list[Hex]:
    """Where the enemies of a unit stand."""
    return list(dict.fromkeys([foe.hex for foe in play.foes(unit.side)]))


def aims(play: Play, unit: Unit) -> list[Hex]:
    """The hexes that artillery may be told to fire at, wherever they are: those of enemies, or all but its own, as the
    reading goes."""
    if play.charts.readings.bombardment == "enemies":
        return hexes_of(play, unit)
    return [hex for hex in play.ground.terrain if hex != unit.hex]


def checked_hex(play: Play, hex: Hex, among: list[Hex], allowed: list[Hex], rule: str) -> None:
    """Raises Refused unless a hex is on the board, and among those that there may be fire at (Artillery Fire,
    target).
    """
    if hex not in play.ground.terrain:
        raise Refused(f"There is no hex {hex!r} on this board.", "", allowed, "$.hex")
    if hex not in among:
        any_hex = play.charts.readings.bombardment == "any-hex" and rule == "Artillery Fire"
        reason = "No battery fires at its own hex." if any_hex else f"No enemy stands in {hex}."
        raise Refused(reason, rule, allowed, "$.hex")


def verify_bombard(play: Play, unit: Unit, action: a.Bombard) -> None:
    """Raises Refused."""
    if why := cannot_bombard(play, unit):
        raise Refused(f"{unit.name} cannot fire: {why[0]}.", why[1], where="$.unit")
    allowed = bombardable(play, unit)
    checked_hex(play, action.hex, aims(play, unit), allowed, "Artillery Fire")
    if why := cannot_bombard_at(play, unit, action.hex):
        raise Refused(f"{unit.name} cannot fire at {action.hex}: {why[0]}.", why[1], allowed, "$.hex")
    if action.gas and not unit.shells:
        raise Refused(f"{unit.name} has no gas shell.", "Gas", ["false"], "$.gas")


def verify_fire(play: Play, unit: Unit, hex: str) -> None:
    """Raises Refused."""
    if why := cannot_fire(play, unit):
        raise Refused(f"{unit.name} cannot fire: {why[0]}.", why[1], where="$.unit")
    allowed = fireable(play, unit)
    checked_hex(play, hex, hexes_of(play, unit), allowed, "Firing")
    if why := cannot_fire_at(play, unit, hex):
        raise Refused(f"{unit.name} cannot fire at {hex}: {why[0]}.", why[1], allowed, "$.hex")


# -- modifiers -------------------------------------------------------------------------------------------------


def meant_for(play: Play, unit: Unit, hex: Hex) -> str:
    """The enemy in a hex that fire is meant for: the strongest; "" if nobody is there."""
    foes = [one for one in in_hex(play.state, hex) if one.side != unit.side]
    return max(foes, key=lambda one: one.strength).id if foes else ""


def bombard_modifiers(play: Play, unit: Unit, hex: Hex) -> tuple[Modifier, ...]:
    """Artillery Fire, −1, Artillery Fire, +2, Artillery Fire, +1 same target."""
    ground, charts = play.ground, play.charts
    found = _cover(play, hex, "Artillery Fire")
    seen = ground[unit.hex, hex].clear or any(
        not one.aboard and ground[one.hex, hex].clear for one in play.spotters(unit.side)
    )
    if seen:
        found.append(SEEN)
    if unit.aimed_in and unit.aimed_in == play.state.turn - 1:
        same = unit.aimed == hex
        if charts.readings.same_target == "unit":
            same = any(one.id == unit.aimed_at for one in in_hex(play.state, hex))
        if same:
            found.append(SAME)
    if commanded(play, unit, True):
        found.append(AT_HAND["Artillery Fire"])
    return tuple(found)


def fire_modifiers(play: Play, unit: Unit, hex: Hex) -> tuple[Modifier, ...]:
    """Firing, modifiers."""
    found = _cover(play, hex, "Firing")
    if not unit.moved:
        found.append(STILL)
    if commanded(play, unit, True):
        found.append(AT_HAND["Firing"])
    return tuple(found)


def _cover(play: Play, hex: Hex, rule: str) -> list[Modifier]:
    return [IN_COVER[rule]] if hex in play.ground.cover else []


def commanded(play: Play, unit: Unit, same: bool) -> bool:
    """Whether a friendly commander is next to the unit, or in its hex where that counts (Artillery Fire, +1
    commander).
    """
    around = play.ground.around[unit.hex]
    return any(
        one is not unit and (one.hex in around or (same and one.hex == unit.hex))
        for one in play.leaders(unit.side)
    )


def dice_of(play: Play, unit: Unit) -> int:
    """How many dice a unit throws when it fires."""
    weapon = play.charts.weapons.get(play.charts.types[unit.type].weapon)
    return weapon.dice if weapon is not None else 1


def hits_of(machine_guns: str, dice: tuple[int, ...], bonus: int) -> int:
    """How many hits such dice are on everybody there (Firing). machine_guns: how that is read."""
    hits = sum(die + bonus >= HIT for die in dice)
    return min(hits, 1) if machine_guns == "one-hit" else hits


def fire_hits(play: Play, unit: Unit, hex: Hex) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom direct fire at a hex hits, friends excepted, and which of them cannot lose the last point so (Firing c)
    (Firing d).
    """
    weapon = play.charts.weapons.get(play.charts.types[unit.type].weapon)
    spares = weapon is not None and weapon.spares
    foes = [one for one in in_hex(play.state, hex) if one.side != unit.side]
    tanks = tuple(one.id for one in foes if spares and play.class_of(one).tank)
    hit = with_cargo(play.state, foes)
    if tanks and play.charts.readings.small_arms_v_tanks == "no-effect":
        return tuple(one for one in hit if one not in tanks), ()
    return hit, tanks


# -- close combat ----------------------------------------------------------------------------------------------


def cannot_assault(play: Play, unit: Unit) -> Why | None:
    if unit.aboard:
        return "it is aboard", "Transport"
    if unit.busy:
        return "it is busy for the whole turn", "Transport, Engineers"
    if unit.fought:
        return "it has fought this turn", "Close Combat"
    if play.state.forces[unit.side].exhausted and not play.charts.readings.exhausted_assaults:
        return "its side is exhausted, and starts no close combat", "Exhaustion Point"
    return None


def assailable(play: Play, unit: Unit) -> list[Unit]:
    """Enemies that it can fight hand to hand: in the hexes before its front."""
    if cannot_assault(play, unit) is not None:
        return []
    around = play.ground.around[unit.hex]
    return [foe for foe in play.foes(unit.side) if foe.hex in around and in_front(play, unit, foe.hex)]


def fights(play: Play, unit: Unit, target: Unit) -> tuple[Fight, Fight]:
    """What the attacker needs, and what its target needs (Close Combat c, Hills)."""
    uphill = play.ground.height[unit.hex] < play.ground.height[target.hex]
    return _needs(play, unit, target, uphill), _needs(play, target, unit, False)


def _needs(play: Play, unit: Unit, foe: Unit, uphill: bool) -> Fight:
    unit_class, ground = play.class_of(unit), play.ground
    across = crossing(play, unit)
    wood = unit.hex in ground.wood
    found: list[Modifier] = []
    if commanded(play, unit, False):
        found.append(LED)
    if wood:
        found.append(IN_WOOD)
    covered = unit.hex in ground.cover and not across
    if covered and (not wood or play.charts.readings.wood_and_cover == "twice"):
        found.append(COVERED)
    if uphill:
        found.append(UPHILL)
    if unit.hex in ground.river:
        found.append(WET)
    if across:
        found.append(ACROSS)
    front = in_front(play, unit, foe.hex)
    return Fight(unit_class.front if front else unit_class.flank, tuple(found))


def verify_assault(play: Play, unit: Unit, target: str) -> Unit:
    """Raises Refused."""
    if why := cannot_assault(play, unit):
        raise Refused(f"{unit.name} cannot fight: {why[0]}.", why[1], where="$.unit")
    found = any_unit(play.state, target, "$.target")
    allowed = assailable(play, unit)
    if found not in allowed:
        reason = f"{found.name} is no enemy in one of the three hexes before {unit.name}."
        raise Refused(reason, "Close Combat", [one.id for one in allowed], "$.target")
    return found


def artillery_left(play: Play, side: str) -> bool:
    """Whether a side has guns that could still fire this turn."""
    return any(bombardable(play, one) for one in on_board(play.state, side))
