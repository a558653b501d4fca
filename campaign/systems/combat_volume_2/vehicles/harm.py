"""31.10: where a hit strikes a vehicle, whether it goes through, what it does, and fires aboard. A blow is anything
that has hit the vehicle itself: shells, rockets, bullets at what is not armoured.

Crews test their morale once for each blow, with the commander as he was before it (31.10.6, 31.10.9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.people import checks, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Vehicle
from campaign.systems.combat_volume_2.vehicles.arcs import afv, inside, side_on
from campaign.systems.combat_volume_2.vehicles.blows import (
    PLACES,
    Damaged,
    HatchHit,
    Pierced,
    Struck,
    spoken,
)
from campaign.systems.combat_volume_2.vehicles.handling import out_of_place_terms
from campaign.systems.combat_volume_2.vehicles.riders import (
    Blow,
    Owed,
    between,
    card,
    crew,
    cupola,
    fire_checks,
    kill,
    killed,
    passenger,
    shake,
)
from campaign.systems.combat_volume_2.vehicles.tables import (
    Damage,
    Gun,
    Quarter,
    Shell,
    Spot,
    at_most,
    damage_row,
)
from events.faces import runs

OPPOSITE: Mapping[str, str] = {"D": "CD", "CD": "D"}


NEAR = {"left": 0, "right": 1}
"""Which of two seats across lies on that side: the odd on the left (31.9.3)."""


# -- who is aboard -----------------------------------------------------------------------------------------------------


def kept(play: Play, vehicle: Vehicle) -> bool:
    """Whether anybody is in it who could use it."""
    return any(man.able for man in play.state.crew(vehicle.id))


def shell_blow(gun: Gun, shell: Shell, by: str = "") -> Blow:
    return Blow(shell, gun.calibre, gun.pierce(shell), by)


def bullet(play: Play, weapon: Weapon, by: str = "", owed: Owed | None = None) -> Blow:
    """A bullet that has hit a jeep, a truck or a half-track."""
    return Blow("small", 0, play.charts.vehicles.small_arms(weapon.id, weapon.class_), by, owed)


# -- a blow ------------------------------------------------------------------------------------------------------------


def strike(play: Play, vehicle: Vehicle, quarter: Quarter, blow: Blow, ends: bool = True) -> None:
    """Where it strikes, whether it goes through, and all that comes of it (31.10.4 to 31.10.11). ends: a decision
    ends with it, so that equal damage is walked once (31.10).
    """
    row = _located(play, vehicle, quarter)
    if row.armour and not _through(play, vehicle, row, blow):
        return
    _damage(play, vehicle, quarter, blow, row, ends)


def _located(play: Play, vehicle: Vehicle, quarter: Quarter) -> Spot:
    """The row of the location table. What is gone already cannot be struck: its numbers are rolled again (31.10.8),
    which is to say that they cannot come up."""
    charts = play.charts.vehicles
    rows = charts.locations[charts.kinds[vehicle.kind].class_, side_on(quarter)]
    numbers, first = list[int](), 0
    for row in rows:
        if not _gone(vehicle, row):
            numbers += range(first, row.last + 1)
        first = row.last + 1
    faces = "00-99" if len(numbers) == 100 else runs(numbers)

    def reading(number: int) -> int:
        row = at_most(rows, number)
        return rows.index(row)

    purpose = f"Where {spoken(play, vehicle)} is hit, {side_on(quarter)}"
    ((index, number),) = play.read(purpose, 1, len(numbers), reading, faces)
    row = rows[index]
    play.emit(Struck(vehicle.id, quarter, row.what, row.at, row.glancing, (number,)))
    return row


def _gone(vehicle: Vehicle, row: Spot) -> bool:
    if row.what == "hatch":
        return vehicle.hatches.get(row.at[0]) in ("jammed", "gone")
    return row.what == "periscope" and f"periscope-{row.at[0]}" in vehicle.damage


def _through(play: Play, vehicle: Vehicle, row: Spot, blow: Blow) -> bool:
    armour = play.charts.vehicles.armour(vehicle.kind, row.armour, row.glancing)
    pierce = blow.pierce
    if pierce is None:
        play.emit(Pierced(vehicle.id, 0, armour, False, (), blow.owed is not None))
        return False
    purpose = f"Penetration against {armour}: {pierce.fixed} + {pierce.dice}d{pierce.sides}"
    through, dice = play.read_all(purpose, pierce.dice, 6, lambda faces: pierce.of(faces) > armour)
    by = ("codriver_slot",) if through and _doubtful(play, vehicle, row) else ()
    several = blow.owed is not None
    play.emit(Pierced(vehicle.id, pierce.of(dice), armour, through, dice, several, readings=by))
    return through


def _doubtful(play: Play, vehicle: Vehicle, row: Spot) -> bool:
    """Whether it is the co-driver's slot of a half-track, which the text gives to AFVs (31.10.8)."""
    return row.what == "slot" and row.at == ("CD",) and not afv(play, vehicle)


def _damage(play: Play, vehicle: Vehicle, quarter: Quarter, blow: Blow, row: Spot, ends: bool) -> None:
    match row.what:
        case "hatch":
            hatch(play, vehicle, row.at[0], blow)
        case "slot" if play.charts.readings.codriver_slot == "afv-alone" and _doubtful(play, vehicle, row):
            return
        case "slot":
            seats = ("D", "CD") if blow.shell == "he" else row.at
            killed(play, vehicle, seats, blow)
        case "cab" | "passenger":
            seat, other = _near(play, row.at, quarter)
            passenger(play, vehicle, seat, other, blow)
        case "between":
            near = row.at[NEAR.get(quarter, 0) :: 2]
            between(play, vehicle, near, [OPPOSITE.get(seat, opposite(seat)) for seat in near], blow)
        case "across":
            between(play, vehicle, row.at, (), blow)
        case "cupola":
            cupola(play, vehicle, blow)
        case _ if row.damage:
            _table(play, vehicle, row.damage, blow, ends)
        case _:
            side = row.at[0] if row.at else ""
            outcome = EFFECTS[row.what](play, vehicle, quarter if side == "near" else side, blow)
            _outcome(play, vehicle, blow, outcome, row.check, through=bool(row.armour))


def _near(play: Play, at: Sequence[str], quarter: Quarter) -> tuple[str, str]:
    """The seat that is hit and the one opposite. at: one seat, a pair of them, or the near one of the cab."""
    if at == ("near",):
        at = ("D", "CD")
    seat = at[0] if len(at) == 1 else at[NEAR.get(quarter, 0)]
    return seat, OPPOSITE.get(seat) or opposite(seat)


def opposite(seat: str) -> str:
    """The passenger's seat across."""
    number = int(seat)
    return str(number + 1 if number % 2 else number - 1)


def _table(play: Play, vehicle: Vehicle, table: str, blow: Blow, ends: bool) -> None:
    """A damage table, after the shot has gone through."""
    if not ends:
        _rolled_for(play, vehicle, table, blow)
        return
    aboard = tuple((man.id, man.order.word) for man in play.state.crew(vehicle.id))
    key = ("damage", table, blow, vehicle.id, vehicle.damage, tuple(vehicle.hatches.items()), aboard)
    play.last(key, lambda play: _rolled_for(play, play.vehicle(vehicle.id), table, blow))


def _rolled_for(play: Play, vehicle: Vehicle, table: str, blow: Blow) -> None:
    rows = play.charts.vehicles.damage[table]

    def reading(face: int) -> Damage:
        return damage_row(rows, face)

    row, face = checks.d10(play, f"Damage to {spoken(play, vehicle)}, {PLACES[table]}", reading)
    if row.does == "turret":
        play.emit(Damaged(vehicle.id, (), PLACES[table], dice=(face,)))
        _rolled_for(play, vehicle, "turret", blow)
        return
    if row.killed:
        play.emit(Damaged(vehicle.id, (), PLACES[table], dice=(face,), through=blow.owed is None))
        killed(play, vehicle, row.killed, blow)
        return
    outcome = EFFECTS[row.does](play, vehicle, "", blow) if row.does else Outcome()
    outcome = outcome._replace(dice=(face, *outcome.dice))
    _outcome(play, vehicle, blow, outcome, row.check, through=True)


class Outcome(NamedTuple):
    """What a location does. damage: words. all_killed: everybody aboard. stops, leaving: as of `Damaged`."""

    damage: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    stops: bool = False
    leaving: str = ""
    all_killed: bool = False
    fire: bool = False
    commander: bool = False
    check: bool = False
    readings: tuple[str, ...] = ()


def _outcome(play: Play, vehicle: Vehicle, blow: Blow, outcome: Outcome, check: bool, through: bool) -> None:
    """Emits what a location does, then has everybody check who must."""
    new = tuple(word for word in outcome.damage if word not in vehicle.damage)
    leaving = outcome.leaving
    if outcome.commander:
        leaving = "driver" if _commander_holds(play, vehicle) else "crew"
    if new or outcome.dice or outcome.stops or outcome.readings:
        bare, by = through and not new and blow.owed is None, outcome.readings
        play.emit(
            Damaged(vehicle.id, new, "", outcome.stops, leaving, outcome.dice, bare, blow.by, readings=by)
        )
    if outcome.all_killed:
        for man in play.state.crew(vehicle.id):
            kill(play, man, blow)
        return
    if outcome.fire:
        fire_checks(play, vehicle, check, blow.owed)
    elif check or outcome.check:
        shake(play, crew(play, vehicle), blow, through)


def _commander_holds(play: Play, vehicle: Vehicle) -> bool:
    """A track is off: the commander's check of quality keeps the crew aboard; without one they leave (31.10.8)."""
    commander = play.state.at(vehicle.id, "CM")
    return (
        commander is not None
        and commander.able
        and checks.tqc(play, commander, "to hold his crew aboard", out_of_place_terms(play, commander))
    )


def hatch(play: Play, vehicle: Vehicle, seat: str, blow: Blow) -> None:
    """A hatch is hit (31.10.8)."""
    man = play.state.at(vehicle.id, seat)
    if vehicle.hatches.get(seat) not in ("open", "gone"):
        if blow.shell != "small":
            play.emit(HatchHit(vehicle.id, seat, "jammed"))
        return
    out = man is not None and not inside(play, man)
    if blow.shell == "small":
        if man is not None and out:
            card(play, man, blow)
        return
    by: tuple[str, ...] = ()
    if man is not None and blow.shell != "he" and man.order.word == "rally":
        by = ("inside",)
    if man is not None and (out or blow.shell == "he"):
        kill(play, man, blow, by)
        shake(play, crew(play, vehicle), blow)
        return
    play.emit(HatchHit(vehicle.id, seat, "gone", readings=by))


# -- locations that hurt the vehicle -----------------------------------------------------------------------------------


def _none(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome()


def _breaks(word: str) -> Callable[[Play, Vehicle, str, Blow], Outcome]:
    """What anything but bullets breaks."""

    def does(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
        return Outcome() if blow.shell == "small" else Outcome((word,))

    return does


def _sight(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome(("sight",))


def _periscope(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome((f"periscope-{side}",))


def _ring(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    effects = play.charts.vehicles.effects
    if blow.shell == "small" or (blow.shell == "he" and blow.calibre <= effects.ring_he):
        return Outcome()

    def reading(face: int) -> str:
        return "off" if face <= effects.ring_off else "jammed" if face <= effects.ring_jammed else ""

    what, face = checks.d10(play, "The turret ring: 0 to 4 off, 5 to 8 jammed", reading)
    if what == "off":
        return Outcome(("destroyed",), (face,), all_killed=True)
    return Outcome(("turret-jammed",) if what else (), (face,))


def _stopped(play: Play, vehicle: Vehicle, dice: tuple[int, ...] = (), leaving: str = "") -> Outcome:
    return Outcome(("immobilized",), dice, stops=True, leaving=leaving)


def _suspension(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    effects = play.charts.vehicles.effects
    by = ("heat_stops",) if blow.shell == "heat" else ()
    if blow.shell == "small" or (by and not play.charts.readings.heat_stops):
        return Outcome(readings=by)
    enough = effects.suspension_he if blow.shell == "he" else effects.suspension_ap
    if blow.calibre >= enough:
        return _stopped(play, vehicle)._replace(readings=by)
    last = effects.suspension_small
    stops, face = checks.d10(play, f"The suspension: 0 to {last} immobilized", lambda face: face <= last)
    found = _stopped(play, vehicle, (face,)) if stops else Outcome((), (face,))
    return found._replace(readings=by if stops else ())


def _track(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    if blow.shell == "small" or (blow.shell == "ap" and blow.calibre < play.charts.vehicles.effects.track_ap):
        return Outcome()
    if not afv(play, vehicle):
        return _stopped(play, vehicle, leaving="all")
    return _stopped(play, vehicle)._replace(commander=True)


def _wheel(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    stopped = _stopped(play, vehicle, leaving="enemies")
    return stopped._replace(damage=("immobilized", f"wheel-{side}")) if side else stopped


def _headlight(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    out = f"headlight-{side}"
    small = blow.shell == "ap" and blow.calibre <= play.charts.vehicles.effects.headlight_ap
    if blow.shell == "small" or small:
        return Outcome((out,))
    wheel = _wheel(play, vehicle, side, blow)
    return wheel._replace(damage=(*wheel.damage, out))


def _engine(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    """A bullet may stop an engine without armour; a charge sets it on fire."""
    last = play.charts.vehicles.effects.engine_stops
    if blow.shell == "small" and blow.pierce is None:
        stops, face = checks.d10(play, f"The engine: 0 to {last} immobilized", lambda face: face <= last)
        return _stopped(play, vehicle, (face,), "enemies") if stops else Outcome((), (face,))
    stopped = _stopped(play, vehicle, leaving="enemies")
    if blow.shell in ("he", "heat"):
        return stopped._replace(damage=("immobilized", "engine-fire"), fire=True)
    return stopped


def _catastrophic(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome(("destroyed",), all_killed=True)


def _destroyed(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome(("destroyed", "immobilized"), stops=True, leaving="all", check=True)


def _engine_fire(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome(("engine-fire",), fire=True)


def _turret_fire(play: Play, vehicle: Vehicle, side: str, blow: Blow) -> Outcome:
    return Outcome(("turret-fire",), fire=True)


Effect = Callable[[Play, Vehicle, str, Blow], Outcome]


EFFECTS: Mapping[str, Effect] = {
    "none": _none, "": _none, "barrel": _breaks("gun"), "coaxial": _breaks("coaxial"), "bow": _breaks("bow"),
    "turret-jammed": _breaks("turret-jammed"), "sight": _sight, "periscope": _periscope, "ring": _ring,
    "suspension": _suspension, "track": _track, "wheel": _wheel, "headlight": _headlight, "engine": _engine,
    "catastrophic": _catastrophic, "destroyed": _destroyed, "engine-fire": _engine_fire,
    "turret-fire": _turret_fire,
}  # fmt: skip


# -- mortars and artillery ---------------------------------------------------------------------------------------------


def indirect(play: Play, vehicle: Vehicle, near: bool = False, by: str = "") -> None:
    """A round of a mortar or of artillery lands in its hex; near: a heavy one next to it (31.10.12)."""
    charts = play.charts.vehicles
    table = charts.indirect[charts.kinds[vehicle.kind].class_]
    add = table.near if near else 0

    def reading(face: int) -> Damage:
        return damage_row(table.row, min(face + add, 9))

    row, face = checks.d10(
        play, f"Indirect fire at {spoken(play, vehicle)}{f', +{add}' if add else ''}", reading
    )
    blow = Blow("he", 81, None, by)
    if row.does == "hatch":
        play.emit(Damaged(vehicle.id, (), "indirect fire", dice=(face,)))
        seats = sorted(seat for seat, now in vehicle.hatches.items() if now in ("open", "closed"))
        if seats:
            hatch(play, vehicle, _any(play, seats, "Which hatch"), blow)
    elif row.does == "passenger":
        play.emit(Damaged(vehicle.id, (), "indirect fire", dice=(face,)))
        riders = sorted(man.seat for man in play.state.crew(vehicle.id))
        if riders:
            man = play.state.at(vehicle.id, _any(play, riders, "Who is hit"))
            if man is not None:
                wounds.wound_cards(play, man, 1, by, "blast")
    else:
        side = ""
        outcome = EFFECTS[row.does](play, vehicle, side, blow)
        outcome = outcome._replace(dice=(face, *outcome.dice))
        _outcome(play, vehicle, blow, outcome, row.check and bool(row.does), through=False)


def _any(play: Play, among: Sequence[str], purpose: str) -> str:
    if len(among) == 1:
        return among[0]
    (at,) = play.dice.roll(purpose, 1, len(among), "order")
    return among[at - 1]


def grenade_inside(play: Play, vehicle: Vehicle, by: str = "") -> None:
    """A grenade that was dropped into a hatch goes off: cards for each of the crew (31.10.7)."""
    cards, men = play.charts.vehicles.effects.hatch_grenade_cards, crew(play, vehicle)
    wounds.suffice(play, [(man, cards) for man in men], by, "grenade")
    for man in men:
        wounds.wound_cards(play, man, cards, by, "grenade", quiet=True)
