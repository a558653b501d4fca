"""The battle as a side knows it (3.2, 20.43): what a counter hides, plans and orders are not there to be looked at.

One's own pieces, and whatever lies open, are the very objects of the true state. An enemy's counter that lies face
down is a `Counter`, one that is observed a `Foe`: of what they have no field for nothing can be told, and a look at it
raises an AttributeError. Enemies that are not shown at all (off the map, aboard unseen) are not among the units.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, cast

from msgspec.structs import replace

from campaign.rules.facets import UMPIRE
from campaign.rules.hexes import Hex
from campaign.rules.remembering import NOTHING
from campaign.systems.mechwar_4.apply import AROUND, EYES, OBSTACLES, OWN
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.counters import (
    SECRET,
    Counter,
    Foe,
    OpenAircraft,
    OpenBattery,
    OpenCompany,
    OpenForce,
    OpenImpact,
    Sort,
)
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Firer, Flight, Frame, Move, Window
from campaign.systems.mechwar_4.state import (
    Aircraft,
    Battery,
    Company,
    Force,
    Game,
    Minefield,
    Unit,
)
from campaign.systems.mechwar_4.units import UnitType

OFF_MAP = "Guns off the map"
"""What a side calls the enemy's: their names, and those of aircraft, are numbered through a force that is not shown."""

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


# -- the state as a side knows it -----------------------------------------------------------------------------


class Known(Game):
    """The state as one side knows it. jamming: the sides of which a jammer works (19.916). shelled: whether anybody
    fires class H in the attack that is resolved, so that its targets may button up (7.3)."""

    jamming: tuple[str, ...] = ()
    shelled: bool = False


Getter = Callable[[Any], tuple[Any, ...]]
MARKERS = tuple(name for name in Counter.__struct_fields__ if name != "sort")
_markers = cast("Getter", attrgetter(*MARKERS))
_counter: Callable[..., Counter] = Counter
_of_foe = cast("Getter", attrgetter(*Foe.__struct_fields__[:-1]))
_foe: Callable[..., Foe] = Foe
_of_company = cast("Getter", attrgetter(*OpenCompany.__struct_fields__))
_of_force = cast("Getter", attrgetter(*OpenForce.__struct_fields__))
_of_battery = cast("Getter", attrgetter(*OpenBattery.__struct_fields__))
_of_aircraft = cast("Getter", attrgetter(*OpenAircraft.__struct_fields__))
_of_game = cast("Getter", attrgetter(*Game.__struct_fields__))
_known: Callable[..., Known] = Known


def known(charts: Charts, game: Game, side: str) -> Known:
    """See `campaign.rules.facets.Hidden.known`. side: "" for what lies open to everybody."""
    fields: list[Any] = list(_of_game(game))
    units = fields[_UNITS] = Pieces(charts, game, side)
    fields[_COMPANIES] = _companies(game, side)
    fields[_FORCES] = {id: one if id == side else _force(one) for id, one in game.forces.items()}
    fields[_SCORED] = {}
    if game.battalions:
        fields[_BATTALIONS] = {id: one for id, one in game.battalions.items() if one.side == side}
    if game.batteries:
        fields[_BATTERIES] = {one.id: one for one in _batteries(game, side)}
    if game.aircraft:
        fields[_AIRCRAFT] = {one.id: one for one in _aircraft(charts, game, side)}
    if game.jammers:
        own = {id: one for id, one in game.jammers.items() if id in units and units[id].side == side}
        fields[_JAMMERS] = own
    if game.entries:
        fields[_ENTRIES] = tuple(one for one in game.entries if one.side == side)
    if game.areas:
        fields[_AREAS] = tuple(one for one in game.areas if one.side == side)
    if game.stack:
        fields[_STACK] = [_frame(units, game, one, side) for one in game.stack]
    if game.fought:
        fields[_FOUGHT] = {
            key: n for key, n in game.fought.items() if game.units[key.partition(":")[0]].side == side
        }
    if game.activation:
        fields[_ACTIVATION] = [id if _has_acted(units, id, side) else "" for id in game.activation]
    if game.shelling:
        fields[_SHELLING] = [id for id in game.shelling if _heard(game, units, id, side)]
    if game.missions:
        fields[_MISSIONS] = [one for one in game.missions if one.side == side]
    if game.impacts:
        fields[_IMPACTS] = [
            one if one.side == side else OpenImpact(one.side, one.hex, one.loose) for one in game.impacts
        ]
    if game.mines:
        fields[_MINES] = [
            one for one in game.mines if not one.side or one.side == side or _met(game, one, side)
        ]
    found = _known(*fields, jamming(game), shelled(charts, game))
    charts = charts.as_read(game.readings)
    lasting, shared = game.memory(charts).lasting, found.memory(charts).lasting
    for key in (OBSTACLES, (OWN, side), ("members", side), ("carried", side), ("flyers", side)):
        if key in lasting:  # of what lies open, or is the side's own
            shared[key] = lasting[key]
    if not units.concealed:  # where counters stand everybody sees
        shared[AROUND] = Places(game.memory(charts).lasts(AROUND, around, game), units)
        if EYES in lasting:
            shared[EYES] = dict(lasting[EYES])
    return found


(
    _UNITS, _COMPANIES, _FORCES, _SCORED, _BATTALIONS, _BATTERIES, _AIRCRAFT, _JAMMERS, _ENTRIES, _AREAS, _STACK,
    _ACTIVATION, _SHELLING, _MISSIONS, _IMPACTS, _MINES, _FOUGHT,
) = (
    Game.__struct_fields__.index(name) for name in (
        "units", "companies", "forces", "scored", "battalions", "batteries", "aircraft", "jammers", "entries", "areas",
        "stack", "activation", "shelling", "missions", "impacts", "mines", "fought",
    )
)  # fmt: skip
"""The places of fields in a state that are not open to everybody."""


OTHERS = "others"


class Lazily(dict[str, Any], ABC):
    """What is made when it is first looked at; all of it, whole or not at all, since many threads may ask at once."""

    __slots__ = ()

    @abstractmethod
    def all(self) -> dict[str, Any]:
        """All of it, in order."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def keys(self) -> Any:
        return self.all().keys()

    def values(self) -> Any:
        return self.all().values()

    def items(self) -> Any:
        return self.all().items()


class Pieces(Lazily):
    """The units that a side knows, by id in the order of their counters. Each is made when it is first looked at, once
    for all whose it is not."""

    __slots__ = ("_full", "_game", "_hidden", "_others", "_side", "_types")

    def __init__(self, charts: Charts, game: Game, side: str) -> None:
        super().__init__()
        self._types, self._game, self._side = charts.units, game, side
        self._full: dict[str, Any] | None = None
        self._others: dict[str, Any] = game.memory(charts).now.setdefault(OTHERS, {})
        """Of this state, what everybody knows of units that are not his."""
        self._hidden: frozenset[str] | set[str] = frozenset()
        """Sides whose counters are not shown yet (20.43)."""
        if game.phase in ("ready", "setup"):
            self._hidden = {id for id, one in game.forces.items() if game.phase == "ready" or not one.done}

    @property
    def concealed(self) -> bool:
        """Whether a side's counters on the map are not shown."""
        return bool(self._hidden)

    def _other(self, unit: Any) -> Any:
        """What is known of a unit of somebody else's; None for what is not shown."""
        if type(unit) is not Unit:
            return unit
        if unit.seen:
            return _foe(*_of_foe(unit), self._types[unit.type].name)
        if not unit.hex or unit.aboard or unit.side in self._hidden:
            return None
        sort: Sort = ""
        for plane in self._game.aircraft.values():
            if unit.id in plane.acquired or unit.id in plane.recognised:
                sort = sort_of_type(self._types[unit.type])
        return _counter(*_markers(unit), sort)

    def all(self) -> dict[str, Any]:
        if self._full is not None:
            return self._full
        side, others, other, found = self._side, self._others, self._other, dict[str, Any]()
        for id, unit in self._game.units.items():
            if unit.side == side:
                found[id] = unit
                continue
            piece = others.get(id, NOTHING)
            if piece is NOTHING:
                piece = others[id] = other(unit)
            if piece is not None:
                found[id] = piece
        self._full = found
        return found

    def __missing__(self, id: str) -> Any:
        unit = self._game.units.get(id)
        if unit is None:
            raise KeyError(id)
        if unit.side == self._side:
            self[id] = unit
            return unit
        found = self._others.get(id, NOTHING)
        if found is NOTHING:
            found = self._others[id] = self._other(unit)
        if found is None:
            raise KeyError(id)
        self[id] = found
        return found

    def get(self, id: str, default: Any = None) -> Any:
        try:
            return self[id]
        except KeyError:
            return default

    def __contains__(self, id: object) -> bool:
        return self.get(cast("str", id)) is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and list(self.items()) == list(other.items())

    __hash__ = None  # type: ignore[assignment]


class Places(Lazily):
    """Who stands in each hex, as a side knows it: `around` of the truth, each hex when it is first asked for."""

    __slots__ = ("_around", "_full", "_units")

    def __init__(self, around: Mapping[Hex, list[Unit]], units: Pieces) -> None:
        super().__init__()
        self._around, self._units = around, units
        self._full: dict[Hex, list[Any]] | None = None

    def get(self, hex: Hex, default: Any = None) -> Any:
        found = super().get(hex)
        if found is None:
            there = self._around.get(hex)
            if there is None:
                return default
            found = self[hex] = [self._units[one.id] for one in there]
        return found

    def all(self) -> dict[Hex, list[Any]]:
        if self._full is None:
            self._full = {hex: self.get(hex) for hex in self._around}
        return self._full

    def __contains__(self, hex: object) -> bool:
        return hex in self._around


def around(game: Game) -> dict[Hex, list[Unit]]:
    """Who stands in each hex in which anybody does, not aboard."""
    found: dict[Hex, list[Unit]] = {}
    for one in game.units.values():
        if one.hex and not one.aboard:
            found.setdefault(one.hex, []).append(one)
    return found


def _companies(game: Game, side: str) -> dict[str, Any]:
    """One's own, and of others those of which a unit is observed."""
    observed = {one.company for one in game.units.values() if one.seen and one.side != side}
    return {
        id: one if one.side == side or type(one) is not Company else OpenCompany(*_of_company(one))
        for id, one in game.companies.items()
        if one.side == side or id in observed
    }


def _met(game: Game, field: Minefield, side: str) -> bool:
    """Whether a side has met mines of the enemy; everybody, if both have."""
    return side in field.known if side else len(field.known) == len(game.sides)


WHOLE = frozenset({Unit, Battery, Aircraft})


def whole(piece: object) -> bool:
    """Whether all is known of a unit, a battery or an aircraft: it is the side's own, or nothing is hidden."""
    return type(piece) in WHOLE


def jamming(game: Game) -> tuple[str, ...]:
    """The sides of which a jammer works, as everybody hears (19.916)."""
    if isinstance(game, Known):
        return game.jamming
    if not game.jammers:
        return ()
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
    """Of others' those that are spotted, numbered in their order, and not through all that there are."""
    spotted = 0
    for one in game.batteries.values():
        if one.side == side or not whole(one):
            yield one
        elif one.spotted:
            spotted += 1
            yield replace(OpenBattery(*_of_battery(one)), name=f"{OFF_MAP} {spotted}")


def _aircraft(charts: Charts, game: Game, side: str) -> Iterable[Aircraft | OpenAircraft]:
    """Others' by their types alone: there are no more of them over the map than one sees."""
    flying = {one.aircraft for one in game.stack if isinstance(one, Flight)}
    for one in game.aircraft.values():
        if one.side == side or not whole(one):
            yield one
        elif one.id in flying or one.path or one.gone:
            yield replace(OpenAircraft(*_of_aircraft(one)), name=charts.aircraft[one.type].name)


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
            return replace(
                frame, left=left, h=SECRET, damage=SECRET, suppressed=SECRET, ground=SECRET, ones=SECRET
            )
        case _:
            return frame


def _firer(firer: Firer, known: bool) -> Firer:
    return firer if known else Firer(firer.unit, SECRET, SECRET, SECRET, SECRET)


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
