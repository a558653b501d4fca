"""31.10: where a hit strikes a vehicle, whether it goes through, what it does, and fires aboard. A blow is anything
that has hit the vehicle itself: shells, rockets, bullets at what is not armoured.

Crews test their morale once for each blow, with the commander as he was before it (31.10.6, 31.10.9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.people import checks, together, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import NORMAL, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles.arcs import afv, inside, side_on
from campaign.systems.combat_volume_2.vehicles.blows import (
    PLACES,
    Damaged,
    FireRolled,
    HatchHit,
    Pierced,
    Struck,
    spoken,
)
from campaign.systems.combat_volume_2.vehicles.tables import (
    Damage,
    Gun,
    Pierce,
    Quarter,
    Shell,
    Spot,
    at_most,
    damage_row,
)
from events.faces import runs

Shares = Iterable[tuple[str, together.Share]]
OPPOSITE: Mapping[str, str] = {"D": "CD", "CD": "D"}


NEAR = {"left": 0, "right": 1}
"""Which of two seats across lies on that side: the odd on the left (31.9.3)."""


class Owed:
    """What bullets of one attack do to those aboard, who sit as they sat before it, and fall when all have struck.
    shares: by id; dead: who is killed outright."""

    def __init__(self, shares: Shares = (), dead: Sequence[str] = ()) -> None:
        self.shares, self.dead = dict(shares), list(dead)

    def add(self, man: Man, cards: int = 0, checks: int = 0, fires: int = 0) -> None:
        had = self.shares.get(man.id, together.Share(0))
        self.shares[man.id] = together.Share(had.cards + cards, had.checks + checks, had.fires + fires)

    def kill(self, man: Man) -> None:
        if man.id not in self.dead:
            self.dead.append(man.id)

    @property
    def key(self) -> tuple[Shares, tuple[str, ...]]:
        return tuple(sorted(self.shares.items())), tuple(sorted(self.dead))


class Blow(NamedTuple):
    """What hits: its kind, its calibre in millimetres, what it goes through, and who fired it, "" for nobody. owed:
    where what it does to men is noted, if that comes later."""

    shell: Shell
    calibre: int
    pierce: Pierce | None
    by: str = ""
    owed: Owed | None = None


# -- who is aboard -----------------------------------------------------------------------------------------------------


def crew(play: Play, vehicle: Vehicle) -> list[Man]:
    """Its crew, without passengers, who are alive."""
    chart = play.charts.vehicles.seats[play.charts.vehicles.kinds[vehicle.kind].class_]
    return [man for man in play.state.crew(vehicle.id) if man.seat in chart and not chart[man.seat].rider]


def kept(play: Play, vehicle: Vehicle) -> bool:
    """Whether anybody is in it who could use it."""
    return any(man.able for man in play.state.crew(vehicle.id))


def shell_blow(gun: Gun, shell: Shell, by: str = "") -> Blow:
    return Blow(shell, gun.calibre, gun.pierce(shell), by)


def bullet(play: Play, weapon: Weapon, by: str = "", owed: Owed | None = None) -> Blow:
    """A bullet that has hit a jeep, a truck or a half-track."""
    return Blow("small", 0, play.charts.vehicles.small_arms(weapon.id, weapon.class_), by, owed)


def settle(play: Play, owed: Owed, by: str) -> None:
    """What all bullets of an attack have done to those aboard."""
    for id in owed.dead:
        wounds.kill(play, play.man(id), by, quiet=True)
    hurt = {id: share for id, share in owed.shares.items() if id not in owed.dead}
    together.strike(play, hurt, together.Burst(by, "shot", once=True))


def _kill(play: Play, man: Man, blow: Blow) -> None:
    if blow.owed is not None:
        blow.owed.kill(man)
    else:
        wounds.kill(play, man, blow.by, quiet=True)


def _card(play: Play, man: Man, blow: Blow) -> None:
    """A wound card of a bullet."""
    if blow.owed is not None:
        blow.owed.add(man, cards=1)
    else:
        wounds.wound_cards(play, man, 1, blow.by)


def _check(play: Play, men: Iterable[Man], blow: Blow, penetrated: bool = True) -> None:
    if blow.owed is None:
        checks.morale_checks(play, men, penetrated)
        return
    for man in men:
        if man.able and (penetrated or not checks.buttoned(play, man)):
            blow.owed.add(man, checks=1)


# -- a blow ------------------------------------------------------------------------------------------------------------


def strike(play: Play, vehicle: Vehicle, quarter: Quarter, blow: Blow, ends: bool = True) -> None:
    """Where it strikes, whether it goes through, and all that comes of it (31.10.4 to 31.10.11). ends: a decision ends
    with it, so that equal damage is walked once."""
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
    play.emit(Pierced(vehicle.id, pierce.of(dice), armour, through, dice, blow.owed is not None))
    return through


def _damage(play: Play, vehicle: Vehicle, quarter: Quarter, blow: Blow, row: Spot, ends: bool) -> None:
    match row.what:
        case "hatch":
            hatch(play, vehicle, row.at[0], blow)
        case "slot":
            seats = ("D", "CD") if blow.shell == "he" else row.at
            _killed(play, vehicle, seats, blow)
        case "cab" | "passenger":
            seat, other = _near(play, row.at, quarter)
            _passenger(play, vehicle, seat, other, blow)
        case "between":
            near = row.at[NEAR.get(quarter, 0) :: 2]
            _between(play, vehicle, near, [OPPOSITE.get(seat, opposite(seat)) for seat in near], blow)
        case "across":
            _between(play, vehicle, row.at, (), blow)
        case "cupola":
            _cupola(play, vehicle, blow)
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
        _killed(play, vehicle, row.killed, blow)
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


def _outcome(play: Play, vehicle: Vehicle, blow: Blow, outcome: Outcome, check: bool, through: bool) -> None:
    """Emits what a location does, then has everybody check who must."""
    new = tuple(word for word in outcome.damage if word not in vehicle.damage)
    leaving = outcome.leaving
    if outcome.commander:
        leaving = "" if _commander_holds(play, vehicle) else "crew"
    if new or outcome.dice or outcome.stops:
        bare = through and not new and blow.owed is None
        play.emit(Damaged(vehicle.id, new, "", outcome.stops, leaving, outcome.dice, bare, blow.by))
    if outcome.all_killed:
        for man in play.state.crew(vehicle.id):
            _kill(play, man, blow)
        return
    if outcome.fire:
        _fire_checks(play, vehicle, check, blow.owed)
    elif check or outcome.check:
        _check(play, crew(play, vehicle), blow, through)


def _commander_holds(play: Play, vehicle: Vehicle) -> bool:
    """A track is off: the commander's check of quality keeps the crew aboard; without one they leave (31.10.8)."""
    commander = play.state.at(vehicle.id, "CM")
    return commander is not None and commander.able and checks.tqc(play, commander, "to hold his crew aboard")


def _killed(play: Play, vehicle: Vehicle, seats: Iterable[str], blow: Blow) -> None:
    """Who sits there is killed, all others of the crew check."""
    for seat in seats:
        if (man := play.state.at(vehicle.id, seat)) is not None:
            _kill(play, man, blow)
    _check(play, crew(play, vehicle), blow)


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
            _card(play, man, blow)
        return
    if man is not None and (out or blow.shell == "he"):
        _kill(play, man, blow)
        _check(play, crew(play, vehicle), blow, False)
        return
    play.emit(HatchHit(vehicle.id, seat, "gone"))


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
    if blow.shell == "small" or (blow.shell == "heat" and not play.charts.readings.heat_stops):
        return Outcome()
    enough = effects.suspension_he if blow.shell == "he" else effects.suspension_ap
    if blow.calibre >= enough:
        return _stopped(play, vehicle)
    last = effects.suspension_small
    stops, face = checks.d10(play, f"The suspension: 0 to {last} immobilized", lambda face: face <= last)
    return _stopped(play, vehicle, (face,)) if stops else Outcome((), (face,))


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


# -- who sits there ----------------------------------------------------------------------------------------------------


def _cupola(play: Play, vehicle: Vehicle, blow: Blow) -> None:
    """Bullets hit a man in the cupola only if they are aimed at him. Between the printed calibres, and for a shaped
    charge: as HE of 75 mm above, as AP of 37 mm below (contradiction 13)."""
    effects, man = play.charts.vehicles.effects, play.state.at(vehicle.id, "CU")
    if blow.shell == "small" or "cupola" in vehicle.damage:
        return
    light = blow.calibre <= effects.cupola_ap if blow.shell == "ap" else blow.calibre < effects.cupola_he
    printed = blow.shell != "heat" and light == (blow.shell == "ap")
    if not printed and play.charts.readings.cupola == "spared":
        return
    if light and blow.shell != "heat":
        if man is not None:
            wounds.wound_cards(play, man, effects.cupola_cards, blow.by, "blast")
        return
    play.emit(Damaged(vehicle.id, ("cupola",)))
    if man is not None:
        _kill(play, man, blow)
        _check(play, crew(play, vehicle), blow)


def _passenger(play: Play, vehicle: Vehicle, seat: str, other: str, blow: Blow) -> None:
    """A seat in a half-track, truck or jeep is hit (31.10.8)."""
    man, across = play.state.at(vehicle.id, seat), play.state.at(vehicle.id, other)
    if blow.shell == "small":
        if (hit := man or across) is not None:
            _card(play, hit, blow)
        return
    if man is not None:
        _kill(play, man, blow)
    neighbours = [one for one in play.state.crew(vehicle.id) if wounds.together(one.seat, seat)]
    opposed = [across] if across is not None else []
    cut = opposed if blow.shell == "ap" else neighbours
    _cut_and_shaken(play, cut, [man] if man is not None else [], blow)


def _between(play: Play, vehicle: Vehicle, near: Sequence[str], across: Iterable[str], blow: Blow) -> None:
    """Between two seats (31.10.8). A shaped charge does what HE does."""
    both = [man for seat in near if (man := play.state.at(vehicle.id, seat)) is not None]
    if blow.shell == "small":
        _check(play, both, blow)
        return
    if blow.shell == "ap":
        far = [man for seat in across if (man := play.state.at(vehicle.id, seat)) is not None]
        _cut_and_shaken(play, [*both, *far], [], blow)
        return
    for man in both:
        _kill(play, man, blow)
    cut = [
        one for one in play.state.crew(vehicle.id) if any(wounds.together(one.seat, seat) for seat in near)
    ]
    _cut_and_shaken(play, cut, both, blow)


def _cut_and_shaken(play: Play, cut: Sequence[Man], dead: Sequence[Man], blow: Blow) -> None:
    """A wound card for each of some, and a check of morale for others who sit next to the dead (31.10.11)."""
    burst = together.Burst(blow.by, "blast", once=True)
    shares = {man.id: together.Share() for man in cut}
    together.strike(play, shares, burst, [man.id for man in dead])


# -- fires -------------------------------------------------------------------------------------------------------------


def _fire_checks(play: Play, vehicle: Vehicle, morale: bool = False, owed: Owed | None = None) -> None:
    """Everybody aboard checks because of the fire, and for the shot that has gone through (31.10.10)."""
    for man in play.state.crew(vehicle.id):
        if man.able and owed is not None:
            owed.add(man, checks=int(morale), fires=1)
        elif man.able:
            checks.fire_check(play, man, int(morale))


def fires_due(play: Play) -> bool:
    return any(_burns(play, vehicle) for vehicle in play.state.vehicles.values())


def _burns(play: Play, vehicle: Vehicle) -> bool:
    return (
        vehicle.here
        and 0 < vehicle.fire < play.state.turn
        and not vehicle.wrecked
        and vehicle.burnt < play.state.turn
    )


def fires(play: Play) -> None:
    """The end of a turn: every fire that broke out in an earlier one (31.10.8)."""
    effects = play.charts.vehicles.effects

    def reading(face: int) -> str:
        return (
            "out" if face <= effects.fire_out else "goes-on" if face <= effects.fire_goes_on else "explodes"
        )

    for vehicle in list(play.state.vehicles.values()):
        if not _burns(play, vehicle):
            continue
        what, face = checks.d10(play, f"Fire on {spoken(play, vehicle)}: 0 out, 8 and 9 explode", reading)
        play.emit(FireRolled(vehicle.id, what, (face,)))
        if what == "explodes":
            for man in play.state.crew(vehicle.id):
                wounds.kill(play, man, quiet=True)
        elif what == "goes-on":
            _fire_checks(play, vehicle)
        else:
            for man in play.state.crew(vehicle.id):
                if man.able and man.morale < NORMAL:
                    checks.change_morale(play, man, 1, "the fire is out", NORMAL)


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
    for man in crew(play, vehicle):
        wounds.wound_cards(
            play, man, play.charts.vehicles.effects.hatch_grenade_cards, by, "grenade", quiet=True
        )
