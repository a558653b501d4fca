"""The battle as a side knows it (3.2, 20.43): what a counter hides, plans and orders are not there to be looked at.

One's own pieces, and whatever lies open, are the very objects of the true state. An enemy's counter that lies face
down is a `Counter`, one that is observed a `Foe`: of what they have no field for nothing can be told, and a look at it
raises an AttributeError. Enemies that are not shown at all (off the map, aboard unseen) are not among the units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.system import UMPIRE
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Firer, Flight, Frame, Move, Window
from campaign.systems.mechwar_4.scenario import Doctrine
from campaign.systems.mechwar_4.state import (
    Aircraft,
    Battery,
    Force,
    Game,
    Leg,
    Out,
    Unit,
)
from campaign.systems.mechwar_4.units import Nation, UnitType

Sort = Literal["", "vehicle", "infantry", "helicopter"]
"""What aircraft have told of a counter (15.7)."""


# -- who knows what --------------------------------------------------------------------------------------------


def hides(game: Game) -> bool:
    return game.switches.fog and game.verdict is None


def knows(game: Game, unit: Unit, viewer: str) -> bool:
    """Whether a viewer knows what is under a counter."""
    return not hides(game) or viewer in (UMPIRE, unit.side) or unit.seen


def shown(game: Game, unit: Unit, viewer: str) -> bool:
    """Whether a viewer sees the counter at all: not who is aboard unseen, nor where others come from, nor where they
    deploy until they are ready (20.43)."""
    if knows(game, unit, viewer):
        return True
    deployed = game.phase != "ready" and (game.phase != "setup" or game.forces[unit.side].done)
    return bool(unit.hex) and not unit.aboard and deployed


# -- what is known of what is not one's own --------------------------------------------------------------------


class Counter(Struct, frozen=True):
    """An enemy's counter face down: where it lies, and its markers (3.2). came: the hex in which it began the turn.
    spotted: the hex in which it betrayed itself as guns (7.87). sort: what aircraft have told of it."""

    seen: ClassVar[bool] = False
    aboard: ClassVar[str] = ""
    out: ClassVar[Out] = ""
    hatches: ClassVar[bool] = False
    parts: ClassVar[tuple[int, ...]] = ()
    id: str
    side: str
    hex: Hex
    damage: int
    suppression: int
    panicked: bool
    fired: bool
    moved: bool
    column: bool
    defilade: str
    came: str
    spotted: str
    sort: Sort = ""


class Foe(Struct, frozen=True):
    """An enemy's unit that is observed, or out: all that its counter tells, by its type's name. level: of a campaign's
    crews, see `Unit`."""

    seen: ClassVar[bool] = True
    id: str
    side: str
    hex: Hex
    damage: int
    suppression: int
    panicked: bool
    fired: bool
    moved: bool
    column: bool
    defilade: str
    came: str
    spotted: str
    type: str
    company: str
    fatigue: int
    ammo: dict[str, int]
    aboard: str
    hatches: bool
    halved: bool
    improved: bool
    parts: tuple[int, ...]
    mates: tuple[str, ...]
    exposed: str
    out: Out
    kills: list[str]
    level: int
    joined: str
    name: str


class OpenCompany(Struct, frozen=True):
    """An enemy's company of which a unit is observed: neither its morale nor its orders. See `Company`."""

    id: str
    name: str
    side: str
    panic: int
    doctrine: Doctrine


class OpenForce(Struct, frozen=True):
    """What everybody knows of a side: not what it has rolled in secret, nor whether it keeps radio silence."""

    id: str
    panic: int
    doctrine: Doctrine
    nation: Nation
    edge: str
    watch: int
    ordered: bool
    done: bool
    passed: bool
    finished: bool
    quiet: bool
    score: int
    multiples: int


class OpenBattery(Struct, frozen=True):
    """An enemy's battery off the map that has betrayed itself (19.2)."""

    id: str
    name: str
    side: str
    spotted: bool
    suppression: int
    out: bool


class OpenAircraft(Struct, frozen=True):
    """An enemy's aircraft that flies over the map, or has."""

    id: str
    type: str
    name: str
    side: str
    path: list[Leg]
    acquired: list[str]
    recognised: list[str]
    gone: bool
    lost: bool


class OpenImpact(Struct, frozen=True):
    """An enemy's fire that stays on hexes (7.14): not whose, nor how strong it is."""

    side: str
    hex: Hex
    loose: bool


class Secret:
    """What a frame has in place of what a side does not know: whoever looks at it raises an AttributeError."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("this is hidden")

    def _hidden(self, *_: object) -> Any:
        raise AttributeError("this is hidden")

    def __eq__(self, other: object) -> bool:
        return other is self or self._hidden()

    __hash__ = __bool__ = __len__ = __iter__ = __lt__ = __le__ = __gt__ = __ge__ = __str__ = __repr__ = (
        _hidden
    )
    __add__ = __sub__ = __radd__ = __rsub__ = __index__ = __int__ = __format__ = __contains__ = _hidden


SECRET: Any = Secret()


class Known(Game):
    """The state as one side knows it. jamming: the sides of which a jammer works (19.916). shelled: whether anybody
    fires class H in the attack that is resolved, so that its targets may button up (7.3)."""

    jamming: tuple[str, ...] = ()
    shelled: bool = False


Getter = Callable[[Any], tuple[Any, ...]]
MARKERS = tuple(name for name in Counter.__struct_fields__ if name != "sort")
_markers = cast("Getter", attrgetter(*MARKERS))
_of_foe = cast("Getter", attrgetter(*Foe.__struct_fields__[:-1]))
_of_company = cast("Getter", attrgetter(*OpenCompany.__struct_fields__))
_of_force = cast("Getter", attrgetter(*OpenForce.__struct_fields__))
_of_battery = cast("Getter", attrgetter(*OpenBattery.__struct_fields__))
_of_aircraft = cast("Getter", attrgetter(*OpenAircraft.__struct_fields__))
_of_game = cast("Getter", attrgetter(*Game.__struct_fields__))
_AT = {name: i for i, name in enumerate(Game.__struct_fields__)}


def known(charts: Charts, game: Game, side: str) -> Known:
    """See `campaign.rules.system.Hidden.known`. side: "" for what lies open to everybody."""
    deployed = {
        id: game.phase != "ready" and (game.phase != "setup" or force.done)
        for id, force in game.forces.items()
    }
    told = {id for plane in game.aircraft.values() for id in (*plane.acquired, *plane.recognised)}
    units: dict[str, Any] = {}
    companies: dict[str, Any] = {id: one for id, one in game.companies.items() if one.side == side}
    for id, unit in game.units.items():
        if unit.side == side or not whole(unit):
            units[id] = unit
        elif unit.seen:
            units[id] = Foe(*_of_foe(unit), charts.units[unit.type].name)
        elif unit.hex and not unit.aboard and deployed[unit.side]:
            units[id] = Counter(*_markers(unit), sort_of_type(charts.units[unit.type]) if id in told else "")
        if isinstance(one := units.get(id), Foe) and one.company in game.companies:
            company = game.companies[one.company]
            companies[company.id] = OpenCompany(*_of_company(company))
    fields: list[Any] = list(_of_game(game))

    def put(name: str, value: Any) -> None:
        fields[_AT[name]] = value

    put("units", units)
    put("companies", companies)
    put("forces", {id: one if id == side else _force(one) for id, one in game.forces.items()})
    put("battalions", {id: one for id, one in game.battalions.items() if one.side == side})
    if game.batteries:
        put("batteries", {one.id: one for one in _batteries(game, side)})
    if game.aircraft:
        put("aircraft", {one.id: one for one in _aircraft(game, side)})
    put("jammers", {id: one for id, one in game.jammers.items() if id in units and units[id].side == side})
    put("entries", tuple(one for one in game.entries if one.side == side))
    put("areas", tuple(one for one in game.areas if one.side == side))
    if game.stack:
        put("stack", [_frame(units, game, one, side) for one in game.stack])
    put("activation", [id if _has_acted(units, id, side) else "" for id in game.activation])
    put("shelling", [id for id in game.shelling if _heard(game, units, id, side)])
    put("missions", [one for one in game.missions if one.side == side])
    put(
        "impacts",
        [one if one.side == side else OpenImpact(one.side, one.hex, one.loose) for one in game.impacts],
    )
    put("mines", [one for one in game.mines if one.side == side or side in one.known or not one.side])
    put("scored", {})
    return Known(*fields, jamming(game), shelled(charts, game))


def whole(piece: object) -> bool:
    """Whether all is known of a unit, a battery or an aircraft: it is the side's own, or nothing is hidden."""
    return isinstance(piece, Unit | Battery | Aircraft)


def jamming(game: Game) -> tuple[str, ...]:
    """The sides of which a jammer works, as everybody hears (19.916)."""
    if isinstance(game, Known):
        return game.jamming
    works = {game.units[id].side for id, one in game.jammers.items() if one.works}
    return tuple(one.id for one in game.sides if one.id in works)


def shelled(charts: Charts, game: Game) -> bool:
    """Whether the attack that is under way is of class H, for whom it finds (6.43, 7.3)."""
    if isinstance(game, Known):
        return game.shelled
    attack = game.stack[-1] if game.stack else None
    return isinstance(attack, Attack) and shells(charts, game, attack)


def shells(charts: Charts, game: Game, attack: Attack) -> bool:
    """Whether anybody fires class H in an attack."""
    return any(
        one.arm == "main" and charts.units[game.units[one.unit].type].arms[one.arm].class_ == "H"
        for one in attack.firers
    )


def sort_of_type(row: UnitType) -> Sort:
    """What aircraft tell of a unit (15.73)."""
    return "helicopter" if row.moves == "helicopter" else "infantry" if row.personnel else "vehicle"


def _force(force: Force) -> Force | OpenForce:
    return OpenForce(*_of_force(force)) if type(force) is Force else force


def _batteries(game: Game, side: str) -> Iterable[Battery | OpenBattery]:
    for one in game.batteries.values():
        if one.side == side or not whole(one):
            yield one
        elif one.spotted:
            yield OpenBattery(*_of_battery(one))


def _aircraft(game: Game, side: str) -> Iterable[Aircraft | OpenAircraft]:
    flying = {one.aircraft for one in game.stack if isinstance(one, Flight)}
    for one in game.aircraft.values():
        if one.side == side or not whole(one):
            yield one
        elif one.id in flying or one.path or one.gone:
            yield OpenAircraft(*_of_aircraft(one))


def _has_acted(units: dict[str, Any], id: str, side: str) -> bool:
    """Whether a side knows which unit it was that has acted: not who works, or jams, under a counter."""
    unit = units.get(id)
    return unit is not None and (unit.side == side or unit.fired or unit.moved)


def _heard(game: Game, units: dict[str, Any], id: str, side: str) -> bool:
    """Whether a side knows which guns have fired: its own, and those that have betrayed themselves."""
    one = game.units.get(id) or game.batteries.get(id)
    if one is None or one.side == side:
        return one is not None
    return one.spotted == one.hex if isinstance(one, Unit) else bool(one.spotted)


def _frame(units: dict[str, Any], game: Game, frame: Frame, side: str) -> Frame:
    """What a side knows of something that is going on."""
    match frame:
        case Attack() if frame.side != side:
            firers = [_firer(one, type(units.get(one.unit)) is Foe) for one in frame.firers]
            return replace(frame, firers=firers)
        case Move():
            return _move(units, frame, side)
        case Window() if frame.side != side:
            return replace(frame, at=[id for id in frame.at if id in units])
        case Bombardment() if frame.side != side:
            left = [id for id in frame.left if id in units or id in game.batteries]
            return replace(frame, left=left, h=SECRET, damage=SECRET, ground=SECRET, ones=SECRET)
        case _:
            return frame


def _firer(firer: Firer, known: bool) -> Firer:
    return firer if known else Firer(firer.unit, SECRET, SECRET, SECRET)


def _move(units: dict[str, Any], move: Move, side: str) -> Move:
    """Of another's move that can be seen all but who has got on or off, and whom he has seen come into sight."""
    mover = units.get(move.unit)
    if mover is not None and mover.side == side:
        return move
    if type(mover) is Foe:
        return replace(move, handled=SECRET, came_in_sight=SECRET, struck=SECRET)
    return replace(
        move, left=SECRET, all=SECRET, pace=SECRET, still=SECRET, struck=SECRET, changed=SECRET, handled=SECRET,
        came_in_sight=SECRET,
    )  # fmt: skip
