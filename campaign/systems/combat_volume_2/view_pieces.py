"""Men and vehicles as a viewer sees them. Status words come the gravest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.rules.views import PieceKind, PieceView
from campaign.rules.wording import count
from campaign.systems.combat_volume_2.charts import MOODS
from campaign.systems.combat_volume_2.people import checks, limits
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, NORMAL, POINTS, Man, Order, Team, Vehicle
from campaign.systems.combat_volume_2.vehicles.tables import DONE, Kind

GLYPHS: Mapping[str, str] = {"afv": "T", "half-track": "H", "truck": "L", "jeep": "J"}
KINDS: Mapping[str, PieceKind] = {"afv": "tank", "half-track": "carrier", "truck": "lorry", "jeep": "scout"}
LOADS: Mapping[str, str] = {"he": "HE", "ap": "AP"}
HELPS: Mapping[str, str] = {"again": "may roll again", "near-miss": "near miss", "steady-aim": "steady aim"}
SKILLS: Mapping[str, str] = {
    "dodge-2": "dodge 2", "eagle-eyes": "eagle eyes", "trained-medic": "trained medic",
}  # fmt: skip
SHORT = 4
"""Characters on a counter."""


# -- men -----------------------------------------------------------------------------------------------------------


def man_piece(play: Play, man: Man) -> PieceView:
    """A man, or a counter that nobody has turned up yet."""
    if not man.who:
        return _counter(play, man)
    lost = bool(man.dead or man.gone)
    return PieceView(
        man.id,
        man.name,
        man.side,
        "x" if lost else _surname(man)[:1].upper(),
        "" if lost else man.hex,
        stance="" if lost else order_words(play, man.order, man.vehicle),
        status=tuple(_status(play, man)),
        out=lost,
        aboard="" if lost else man.vehicle,
        details=tuple(_details(play, man)),
        kind=_kind(play, man),
        short=_surname(man)[:SHORT],
        sign=_sign(play, man),
    )


def _counter(play: Play, man: Man) -> PieceView:
    """A hidden counter: what is known of it is which team it is of, and what it is drawn from."""
    state = play.state
    team, pile = state.teams.get(man.team), state.cups.get(man.cup)
    details = [("team", team.name or team.id)] if team is not None else []
    if pile is not None:
        details.append(("drawn from", f"a cup of {count(len(pile.left), 'counter')}"))
    return PieceView(
        man.id,
        f"hidden counter {man.id}",
        man.side,
        "?",
        man.hex,
        details=tuple(details),
        short=f"?{man.id.lstrip('e')}"[:SHORT],
    )


def _surname(man: Man) -> str:
    return (man.name.split() or [man.id])[-1]


def _kind(play: Play, man: Man) -> PieceKind:
    if man.heavy:
        return "anti-tank gun"
    weapon = play.charts.weapons.get(man.armed)
    if weapon is not None and weapon.class_ == "mg":
        return "machine gun"
    return "headquarters" if man.team == "command" else "infantry"


def order_words(play: Play, order: Order, vehicle: str = "") -> str:
    """An order with its directions, and whom or what it is about: `Sprint N/NW`. vehicle: in which it is given."""
    if not order.word:
        return ""
    found = [play.charts.orders[order.word].name]
    if order.ways:
        found.append("/".join(POINTS[way - 1] for way in order.ways))
    if order.target:
        found.append(f"at {_about(play, order.target, vehicle)}")
    if order.road:
        found.append("by road")
    return " ".join(found)


def _about(play: Play, target: str, vehicle: str) -> str:
    """What an order is about: in a vehicle it may be a seat."""
    if (
        vehicle
        and target
        in play.charts.vehicles.seats[play.charts.vehicles.kinds[play.vehicle(vehicle).kind].class_]
    ):
        return f"the seat of the {play.charts.vehicles.seat(play.vehicle(vehicle).kind, target).name}"
    return _called(play, target)


def _called(play: Play, id: str) -> str:
    """A man or vehicle by name, a hex as it is."""
    state = play.state
    if id in state.men:
        return checks.named(state.men[id])
    return state.vehicles[id].name if id in state.vehicles else id


def _status(play: Play, man: Man) -> Iterator[str]:
    if man.dead or man.gone:
        yield "killed" if man.dead else man.gone
        return
    if man.captor:
        yield f"prisoner of {_called(play, man.captor)}"
        return
    if not man.hex:
        yield "not here yet"
        return
    if man.down:
        yield "incapacitated"
    if man.morale:
        yield MOODS[man.morale]
    if man.bad:
        yield "badly wounded"
    if man.light:
        yield "lightly wounded"
    if limits.in_wire(play, man) and not man.vehicle:
        yield "in wire"
    if man.ammunition:
        yield f"{man.ammunition} of ammunition" if man.ammunition == "out" else "low on ammunition"
    yield from _known(man)
    if man.loaded:
        yield "loaded"
    if man.faust:
        yield "Panzerfaust"
    yield from (HELPS.get(word, word) for word in man.helps)


def _sign(play: Play, man: Man) -> str:
    """The gravest of what his status tells, as a character on the board; "" if nothing of it is bad for him."""
    if man.captor:
        return "P"
    if man.down:
        return "D"
    if man.morale < NORMAL:
        return MOODS[man.morale][0].upper()
    if man.bad or man.light:
        return "W"
    if limits.in_wire(play, man) and not man.vehicle:
        return "w"
    if man.vehicle or man.side == FRIEND:
        return "!" if man.ammunition or (man.spotted and not man.vehicle) else ""
    return "" if man.spotted and man.alert and not man.fresh else "?"


def _known(man: Man) -> Iterator[str]:
    """What is out of the ordinary of what the other side knows of him, and an enemy who is not awake yet (9). Crews are
    always known (31.7)."""
    if man.vehicle:
        return
    if man.side == FRIEND:
        if man.spotted:
            yield "spotted"
        return
    if not man.spotted:
        yield "hidden again"
    if man.fresh or not man.alert:
        yield "surprised" if man.fresh else "not alert"


def _details(play: Play, man: Man) -> Iterator[tuple[str, str]]:
    now = checks.quality(play, man)
    yield "quality", str(now) if now == man.quality else f"{now} (of {man.quality})"
    if man.skill:
        yield "skill", str(man.skill)
    if man.leadership:
        yield "leadership", str(man.leadership)
    if man.skills:
        yield "skills", ", ".join(SKILLS.get(word, word) for word in man.skills)
    yield from _arms(play, man)
    if (team := play.state.teams.get(man.team)) is not None:
        yield "team", _team(team)
    if play.state.phase == "impulse" and (man.acted or man.id == play.state.acting):
        yield "impulse", "has acted" if man.acted else "acts now"
    if man.vehicle:
        yield from _seat(play, man)
    if man.marker:
        on = f" on {_called(play, man.marked)}" if man.marked else ""
        yield "target marker", f"{man.marker}{on}"
    if man.kills:
        yield "kills", str(len(man.kills))


def _arms(play: Play, man: Man) -> Iterator[tuple[str, str]]:
    weapons = play.charts.weapons
    if man.heavy:
        gun = play.charts.vehicles.guns.get(man.heavy)
        yield "carries", gun.name if gun is not None else man.heavy
    if man.rockets:
        yield "rockets", str(man.rockets)
    if man.armed:
        yield "weapon", weapons[man.armed].name
    if man.sidearm:
        yield "sidearm", weapons[man.sidearm].name
    if man.grenades:
        yield "grenades", str(man.grenades)
    if man.smokes:
        yield "smoke grenades", str(man.smokes)
    if man.mate:
        yield "works with", _called(play, man.mate)


def _team(team: Team) -> str:
    name = team.name or team.id
    return f"{name} at {team.initiative}" if team.initiative else name


def _seat(play: Play, man: Man) -> Iterator[tuple[str, str]]:
    vehicle = play.vehicle(man.vehicle)
    yield "seat", play.charts.vehicles.seat(vehicle.kind, man.seat).name
    if man.seat in vehicle.hatches:
        yield "hatch", vehicle.hatches[man.seat]


# -- vehicles ------------------------------------------------------------------------------------------------------


def vehicle_piece(play: Play, one: Vehicle) -> PieceView:
    kind = play.charts.vehicles.kinds[one.kind]
    turret = bool(kind.gun) and one.here
    lost = one.wrecked or bool(one.gone)
    return PieceView(
        one.id,
        one.name or kind.name,
        one.side,
        "x" if lost else GLYPHS[kind.class_],
        "" if one.gone else one.hex,
        POINTS[one.facing - 1],
        _driven(play, one),
        tuple(_shape(play, one)),
        lost,
        details=tuple(_equipment(play, one, kind)),
        kind=KINDS[kind.class_],
        turret=POINTS[one.turret - 1] if turret else "",
        sign=_vehicle_sign(play, one),
    )


def _vehicle_sign(play: Play, one: Vehicle) -> str:
    """The gravest of its state as a character on the board; "" if it is whole, whatever it has loaded."""
    if any(word.endswith("fire") for word in one.damage):
        return "F"
    if not any(man.able for man in play.state.crew(one.id)):
        return "A"
    if one.mired or "immobilized" in one.damage:
        return "I"
    return "!" if one.damage else ""


def _driven(play: Play, one: Vehicle) -> str:
    """How it is driven: the order of whoever drives, if it is one that only drivers have."""
    driver = play.state.at(one.id, "D")
    if driver is None or one.wrecked or not driver.order.word:
        return ""
    drives = play.charts.orders[driver.order.word].crew == ("D",)
    return order_words(play, driver.order) if drives else ""


def _shape(play: Play, one: Vehicle) -> Iterator[str]:
    if one.gone:
        yield one.gone
        return
    if not one.hex:
        yield "not here yet"
        return
    for word in dict.fromkeys(sorted(one.damage, key=lambda word: word != "destroyed")):
        yield damage_words(word)
    if one.wrecked:
        return
    if not any(man.able for man in play.state.crew(one.id)):
        yield "abandoned"
    if one.leaving:
        yield "its crew is to bail out"
    if one.mired:
        yield "mired"
    if one.stop:
        yield "is to stop"
    if one.road:
        yield "road orders"
    if one.loaded:
        yield f"{LOADS[one.loaded]} loaded"


def damage_words(word: str) -> str:
    """A damage in words: `wheel-left` is the left wheel, destroyed."""
    return DONE.get(word) or f"{' '.join(reversed(word.split('-')))} destroyed"


def _equipment(play: Play, one: Vehicle, kind: Kind) -> Iterator[tuple[str, str]]:
    charts = play.charts
    yield "type", kind.name
    if (team := play.state.teams.get(one.id)) is not None and team.initiative:
        yield "acts at", str(team.initiative)
    yield "top speed", charts.orders[kind.top].name
    if kind.gun:
        yield "gun", charts.vehicles.guns[kind.gun].name
        yield "shells", ", ".join(f"{left} {LOADS.get(shell, shell)}" for shell, left in one.shells.items())
    for place, weapon in (("bow", kind.bow), ("coaxial", kind.coaxial), ("mounted", kind.mount)):
        if weapon:
            short = one.mg.get("mount" if place == "mounted" else place, "")
            yield f"{place} gun", charts.weapons[weapon].name + (f", {short} on ammunition" if short else "")
    if one.hatches:
        yield "hatches", ", ".join(f"{seat} {now}" for seat, now in one.hatches.items())
    if aboard := len(play.state.crew(one.id)):
        yield "aboard", str(aboard)
