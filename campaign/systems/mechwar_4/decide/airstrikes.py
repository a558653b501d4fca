"""What aircraft over the map do: acquire, bomb, strafe, fire missiles (15.4 to 15.7)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from campaign.rules.hexes import Arc, Edge, Hex
from campaign.rules.options import Modifier
from campaign.rules.refused import Refused, no_such
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.blows import Blow
from campaign.systems.mechwar_4.counters import Counter, Sort
from campaign.systems.mechwar_4.decide import air, fire
from campaign.systems.mechwar_4.decide.engineers import bridged
from campaign.systems.mechwar_4.events import air as e
from campaign.systems.mechwar_4.events import guns
from campaign.systems.mechwar_4.harm import apply_result, losses_of, struck, words_of
from campaign.systems.mechwar_4.known import sort_of_type
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Aircraft, Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.values import ducked

DIRECTED = "f4"
"""The aircraft that an observer on the ground may direct (15.44)."""
BRIDGE_DIE = 10
Weapon = Literal["guns", "missile"]

# -- what it looks at ------------------------------------------------------------------------------------------


def in_arc(play: Play, frm: Hex, facing: Edge, hex: Hex) -> bool:
    """Whether a hex lies in the forward arc of an aircraft."""
    arc = Arc(play.charts.air.rules.arc)
    axial = play.board.axial
    return frm != hex and arc.holds(facing, axial[frm], axial[hex])


def ahead_of(play: Play, plane: Aircraft, hex: Hex) -> bool:
    leg = plane.path[-1]
    return in_arc(play, leg.hex, leg.facing, hex)


def kept(play: Play, plane: Aircraft, hex: Hex, since: int) -> int:
    """For how many hexes without a break a hex has been in its forward arc (15.71)."""
    count = 0
    for leg in reversed(plane.path[since:]):
        if not in_arc(play, leg.hex, leg.facing, hex):
            break
        count += 1
    return count


def enemies(play: Play, plane: Aircraft) -> list[Unit]:
    """Counters of the enemy on the map that could be attacked from the air: who is aboard if he fires out of hatches
    and is seen (9.54); helicopters could not, but which of the counters that lie face down is one nobody knows."""
    return [
        one
        for one in play.state.units.values()
        if one.side != plane.side
        and one.hex
        and (not one.aboard or (one.hatches and one.seen))
        and sort_of(play, one) != "helicopter"
    ]


def sort_of(play: Play, unit: Unit) -> Sort:
    """What a unit is for who looks from the air: of a counter face down what aircraft have told, "" for nothing."""
    return unit.sort if isinstance(unit, Counter) else sort_of_type(play.type_of(unit))


def verify_alone(play: Play, unit: Unit) -> None:
    """19.613, as far as is known. Raises Refused."""
    if fire.shielded(play, unit):
        raise Refused(f"{play.called(unit)} is part of the infantry in its hex.", "19.613", where="$.target")


def enemy(play: Play, plane: Aircraft, id: str) -> Unit:
    """Raises Refused (15.7)."""
    air.over_map(plane)
    there = {one.id: one for one in enemies(play, plane)}
    if id not in there:
        other = play.state.units.get(id)
        if (
            other is not None
            and other.side != plane.side
            and other.hex
            and sort_of(play, other) == "helicopter"
        ):
            raise Refused(
                f"{play.called(other)} is a helicopter: aircraft do not attack it.",
                "15.7",
                [*there],
                "$.target",
            )
        raise no_such("unit", id, there, "15.7", "$.target", " of the enemy on the map")
    return there[id]


# -- acquiring -------------------------------------------------------------------------------------------------


def verify_acquire(play: Play, side: str, action: a.Acquire) -> None:
    """15.71: high, at most so far, and kept in the forward arc for so many hexes. Raises Refused."""
    plane, rules = air.flying(play), play.charts.air.rules
    unit = enemy(play, plane, action.target)
    leg = plane.path[-1]
    if unit.id in plane.acquired:
        raise Refused(f"{unit.id} is acquired.", "15.73", where="$.target")
    if not leg.high:
        raise Refused("Targets are acquired from high altitude.", "15.71", where="$.target")
    if play.distance(leg.hex, unit.hex) > rules.within:
        raise Refused(f"{unit.id} is more than {rules.within} hexes away.", "15.71", where="$.target")
    if kept(play, plane, unit.hex, plane.tried.get(unit.id, 0)) < rules.acquire:
        raise Refused(
            f"{unit.id} has to stay in its forward arc for {rules.acquire} hexes.", "15.71", where="$.target"
        )


def loss_modification(play: Play, unit: Unit) -> int:
    """15.72: of the terrain that a unit is in."""
    terrain, vehicle = play.ground.terrain[unit.hex], play.type_of(unit).seen == "vehicle"
    found = terrain.loss_vehicle if vehicle else terrain.loss_foot
    return max(found, play.charts.special.loss_defilade) if unit.defilade or ducked(play, unit) else found


def acquires(loss: int, die: int) -> bool:
    """15.72."""
    return die > loss


def acquire(play: Play, side: str, action: a.Acquire) -> None:
    """15.72: a die above the loss modification of its terrain; the counter is not turned over (15.73). Of a helicopter
    it is found out that it is one, whatever the die (15.7)."""
    plane = air.flying(play)
    unit = play.state.units[action.target]
    loss = loss_modification(play, unit)
    ((found, die),) = play.read(f"acquisition of {unit.id}", 1, 6, partial(acquires, loss))
    what = sort_of_type(play.type_of(unit))
    flies = what == "helicopter"
    acquired = found and not flies
    play.emit(e.AcquisitionTried(plane.id, unit.id, die, loss, acquired, what if acquired or flies else ""))


# -- weapons ---------------------------------------------------------------------------------------------------


def verify_hex(play: Play, plane: Aircraft, hex: Hex) -> None:
    """15.35: one weapon at a hex; again once the aircraft has turned away from it."""
    since = plane.attacked.get(hex)
    if since is not None and all(in_arc(play, leg.hex, leg.facing, hex) for leg in plane.path[since - 1 :]):
        raise Refused(f"{plane.name} has attacked {hex} and must circle first.", "15.35")


def directed(play: Play, plane: Aircraft, unit: Unit) -> bool:
    """15.44: an observer on the ground sees a vehicle that has moved this turn, and is known as one; 15.45: not in a
    blizzard."""
    if play.state.switches.blizzard or plane.type != DIRECTED or not unit.moved or not is_vehicle(play, unit):
        return False
    return any(
        one.side == plane.side
        and one.hex
        and not one.panicked
        and one.designates
        and play.clear(one.hex, unit.hex)
        for one in play.state.units.values()
    )


def is_vehicle(play: Play, unit: Unit) -> bool:
    """Whether a unit is known as a vehicle: by what it is, or by what aircraft have told of its counter (15.44)."""
    return unit.sort == "vehicle" if isinstance(unit, Counter) else play.type_of(unit).seen == "vehicle"


def by_observer(play: Play, plane: Aircraft, hex: Hex) -> bool:
    """Whether an observer directs bombs at a hex, at which the aircraft was not called for."""
    return hex != plane.aim and any(
        one.hex == hex and directed(play, plane, one) for one in enemies(play, plane)
    )


def verify_bomb(play: Play, side: str, action: a.Bomb) -> None:
    """15.41, 15.42. Raises Refused."""
    plane, rules = air.flying(play), play.charts.air.rules
    air.over_map(plane)
    leg = plane.path[-1]
    if plane.load not in air.BOMBS:
        raise Refused(f"{plane.name} carries no bombs.", "15.63", where="$.hex")
    if plane.bombed:
        raise Refused("One bombing strike each turn.", "15.41", where="$.hex")
    if action.hex not in play.ground.terrain:
        raise Refused(f"This board has no hex {action.hex!r}.", "15.41", where="$.hex")
    if action.hex != plane.aim and not by_observer(play, plane, action.hex):
        raise Refused(f"{plane.name} was called for to bomb {plane.aim}.", "15.36", (plane.aim,), "$.hex")
    if plane.load == "bombs" and leg.hex != action.hex:
        raise Refused(f"{plane.name} bombs the hex over which it flies.", "15.41", where="$.hex")
    if plane.load == "smart-bombs":
        if not leg.high:
            raise Refused("Smart bombs are dropped from high altitude.", "15.42", where="$.hex")
        if play.distance(leg.hex, action.hex) > rules.smart or not ahead_of(play, plane, action.hex):
            raise Refused(f"At most {rules.smart} hexes away, in its forward arc.", "15.42", where="$.hex")
    verify_hex(play, plane, action.hex)
    if action.bridge and action.bridge not in bridges(play, action.hex):
        raise Refused("There is no bridge.", "15.43", ("", *bridges(play, action.hex)), "$.bridge")


def bridges(play: Play, hex: Hex) -> list[Edge]:
    """The sides of a hex with a bridge that stands."""
    return [edge for edge, other in play.ground.around[hex] if bridged(play, hex, other)]


def bomb(play: Play, side: str, action: a.Bomb) -> None:
    """15.41: its H factor for that altitude on everybody in the hex, no scatter; 15.43: a bridge by its own die
    (15.43).
    """
    plane = air.flying(play)
    observed = by_observer(play.known(side), plane, action.hex)
    row, high = air.row_of(play, plane), plane.path[-1].high
    play.emit(e.BombsDropped(plane.id, action.hex, observed))
    if action.bridge:
        other = air.ahead(play, action.hex, action.bridge)
        assert other is not None
        (die,) = play.dice.roll(f"bridge between {action.hex} and {other}", 1, BRIDGE_DIE)
        play.emit(e.BridgeBombed(action.hex, other, die, die <= play.charts.air.rules.bridge))
    h = row.high if high else row.low
    support = play.charts.readings.bombs_v_armour == "support"
    play.emit(guns.BombardmentBegan(plane.side, action.hex, (action.hex,), h, strike=support))


def verify_strafe(play: Play, side: str, action: a.Strafe) -> None:
    """15.52. Raises Refused."""
    plane, rules = air.flying(play), play.charts.air.rules
    unit = enemy(play, plane, action.target)
    leg = plane.path[-1]
    if unit.id not in plane.acquired and not directed(play, plane, unit):
        raise Refused(f"{unit.id} has not been acquired.", "15.71", plane.acquired, "$.target")
    if leg.high:
        raise Refused("Strafing is done from low altitude.", "15.52", where="$.target")
    if play.distance(leg.hex, unit.hex) != rules.strafe or not ahead_of(play, plane, unit.hex):
        raise Refused(
            f"Exactly {rules.strafe} hexes away, in its forward arc.",
            "15.52",
            (str(rules.strafe),),
            "$.target",
        )
    verify_hex(play, plane, unit.hex)
    verify_alone(play, unit)


def strafe(play: Play, side: str, action: a.Strafe) -> None:
    """15.51: direct fire with its guns, class M."""
    plane = air.flying(play)
    observed = action.target not in plane.acquired
    unit = fire.finds(play, plane, play.state.units[action.target])
    attack(play, plane, unit, "guns", strength(play, plane, unit, "guns"), observed)


def verify_launch(play: Play, side: str, action: a.Launch) -> None:
    """15.61, 15.62 (19.74). Raises Refused."""
    plane = air.flying(play)
    unit = enemy(play, plane, action.target)
    if plane.load not in ("missiles", "mavericks") or plane.out:
        raise Refused(f"{plane.name} has no air-to-surface missiles.", "15.63", where="$.target")
    if unit.id not in plane.acquired:
        raise Refused(f"{unit.id} has not been acquired.", "15.71", plane.acquired, "$.target")
    if not is_vehicle(play, unit):
        raise Refused("Missiles are fired at vehicles.", "15.61", where="$.target")
    if not observes(play, plane, unit):
        raise Refused(f"{plane.name} does not observe {unit.id} from here.", "15.62", where="$.target")
    most = play.charts.special.night_range
    if play.state.switches.night and play.distance(plane.path[-1].hex, unit.hex) > most:
        raise Refused(f"At night nothing is fired further than {most} hexes.", "19.74", where="$.target")
    verify_hex(play, plane, unit.hex)


def observes(play: Play, plane: Aircraft, unit: Unit) -> bool:
    """15.62: in sight and within observation range; what covers from fire along the ground does not count (10.53)."""
    leg, terrain = plane.path[-1], play.ground.terrain[unit.hex]
    special, vehicle = play.charts.special, is_vehicle(play, unit)
    range = terrain.sight_vehicle if vehicle else terrain.sight_foot
    if any(one.hex == unit.hex for one in play.state.smoke):
        range = min(range, special.smoke_vehicle if vehicle else special.smoke_foot)
    if play.state.switches.night:
        range = min(range, special.night_sight)
    if play.distance(leg.hex, unit.hex) > range:
        return False
    return leg.high or play.clear(leg.hex, unit.hex) or play.spotting.from_air(leg.hex, unit.hex) is None


def launch(play: Play, side: str, action: a.Launch) -> None:
    """15.62: without range attenuation; 15.63: then whether it has any left (15.63)."""
    plane = air.flying(play)
    unit = play.state.units[action.target]
    attack(play, plane, unit, "missile", strength(play, plane, unit, "missile"), False)
    play.apart(("missiles", plane.id), fired_off)


def fired_off(play: Play) -> None:
    """15.63: whether the aircraft that is over the map has any missiles left."""
    plane = air.flying(play)
    rating = depletion(play, plane)
    ((out, die),) = play.read(f"missiles of {plane.id}", 1, 6, lambda die: die <= rating)
    play.emit(e.MissilesRolled(plane.id, die, rating, out))


def depletion(play: Play, plane: Aircraft) -> int:
    """15.63: the highest die with which its missiles are gone."""
    row = air.row_of(play, plane)
    return row.mavericks if plane.load == "mavericks" else row.missiles


# -- what it does ----------------------------------------------------------------------------------------------


def cover(play: Play, unit: Unit) -> tuple[Modifier, ...]:
    """The best of woods, town, smoke and wreck, added to the die (10.21, 18.12, 19.52, 10.53); a column (8.14)."""
    game, numbers = play.state, play.charts.fire.modifiers
    terrain = play.ground.terrain[unit.hex]
    found: list[Modifier] = []
    if terrain.woods or terrain.town:
        found.append(Modifier(terrain.name.lower(), terrain.fire, "10.21"))
    if any(one.hex == unit.hex for one in game.smoke):
        found.append(Modifier("smoke", play.charts.special.smoke_fire, "18.12"))
    if unit.hex in game.wrecks:
        found.append(Modifier("wreck", numbers.wreck, "19.52"))
    best = [min(found, key=lambda one: one.value)] if found else []
    if play.bearer(unit).column:
        best.append(Modifier("column", numbers.column, "8.14"))
    return tuple(best)


def strength(play: Play, plane: Aircraft, unit: Unit, weapon: Weapon) -> tuple[Modifier, ...]:
    """The terms of attack superiority, the defence of the unit among them: guns (15.51) or a missile (15.62)."""
    row, rules = play.type_of(unit), play.charts.air.rules
    found = [Modifier("missile", rules.asm, "15.62")]
    if weapon == "guns":
        found = [Modifier("guns", air.row_of(play, plane).guns, "15.51")]
        far = play.charts.attenuation("M", row.target, rules.strafe) or 0
        if far:
            found.append(Modifier(f"range {rules.strafe}", far, "6.0"))
    return (*found, Modifier("defence", -row.defence, "6.0"))


def attack(
    play: Play, plane: Aircraft, unit: Unit, weapon: Weapon, strength: tuple[Modifier, ...], observed: bool
) -> None:  # fmt: skip
    """An attack at one unit, on the tables of a full firer; who rides on it is hit by the same die (9.21)."""
    column = sum(one.value for one in strength)
    soft = play.type_of(unit).target == "soft"
    riders = [(one, cover(play, one)) for one in (play.carried(unit) if play.type_of(unit).ridden else ())]
    terms = cover(play, unit)
    own, *others = (
        Blow("personnel" if on or soft else "armour", 0, column, sum(one.value for one in some))
        for on, some in ((False, terms), *((True, some) for _, some in riders))
    )
    result, shown, die = struck(
        play, f"{plane.id} attacks {unit.id}", lambda die: own.shows(play.charts, die), others
    )
    _told(play, plane, unit, weapon, own, (die,), result, observed, strength, terms)
    for (rider, some), blow, other in zip(riders, others, shown, strict=True):
        if not rider.out:
            _told(play, plane, rider, weapon, blow, (), other, observed, terms=some)


def _told(
    play: Play,
    plane: Aircraft,
    unit: Unit,
    weapon: Weapon,
    blow: Blow,
    dice: tuple[int, ...],
    result: Result,
    observed: bool,
    strength: tuple[Modifier, ...] = (),
    terms: tuple[Modifier, ...] = (),
) -> None:
    """Tell a result, and let it take effect."""
    steps, more = losses_of(play, unit, result)
    table = "personnel" if blow.table == "personnel" else "armour full"
    play.emit(
        e.AirAttackResolved(
            plane.id, unit.id, weapon, unit.hex, table, blow.column, (*dice, *more), words_of(result, steps),
            steps, result.suppression, result.panic, observed, strength, terms,
        )
    )  # fmt: skip
    apply_result(play, unit, result, steps, blow.levels(play.charts, result, steps))
