"""A toy rule system on a plane: hidden cards, free parameters, both sides asked at once, rosters.

Small enough to be read at once, and true enough to be played through headquarters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from campaign import systems
from campaign.rules.facets import Hidden
from campaign.rules.muster import Mustered, Verdict
from campaign.rules.options import Chance, Odds, Option, Pending, Range, ScenarioInfo, Setting, Side
from campaign.rules.refused import Refused
from campaign.rules.roster import Fit, Problem, RosterReport
from campaign.rules.system import Rules, System
from campaign.rules.views import CardView, GameView, PieceView, Preview, Ray
from tests.tui.tables import BOARD, hull

SIDES = (Side("us", "United States", "blue"), Side("su", "Soviet Union", "red"))
OTHER = {"us": "su", "su": "us"}


class Model(Struct, omit_defaults=True):
    id: str
    side: str
    card: str
    x: int = -1
    y: int = -1
    heading: int = 0
    up: bool = False
    out: bool = False


class Seen(Struct, frozen=True):
    """A model as the other side knows it before its card is turned up, in its place."""

    id: str
    side: str
    x: int
    y: int
    heading: int
    up: bool
    out: bool


class Game(Struct, omit_defaults=True):
    models: list[Model] = field(default_factory=list[Model])
    active: str = ""
    """Whose turn it is; "" while both sides deploy."""
    ready: list[str] = field(default_factory=list[str])
    turn: int = 1
    board: bool = True

    def model(self, id: str) -> Model:
        return next(one for one in self.models if one.id == id)


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class Place(Action, frozen=True, tag="place"):
    unit: str
    x: int
    y: int
    heading: int


class Drive(Action, frozen=True, tag="drive"):
    unit: str
    bearing: int
    distance: int
    gear: Literal["slow", "fast"] = "slow"


class Fire(Action, frozen=True, tag="fire"):
    unit: str
    target: str


class Flip(Action, frozen=True, tag="flip"):
    unit: str


class Done(Action, frozen=True, tag="done"):
    pass


class Event(Struct, frozen=True, tag_field="kind"):
    pass


class Opened(Event, frozen=True, tag="opened"):
    models: tuple[Model, ...]
    board: bool = True


class Stands(Event, frozen=True, tag="stands"):
    unit: str
    x: int
    y: int
    heading: int


class Fired(Event, frozen=True, tag="fired"):
    unit: str
    target: str
    dice: tuple[int, ...]


class Flipped(Event, frozen=True, tag="flipped"):
    unit: str


class Ended(Event, frozen=True, tag="ended"):
    side: str


def _opened(game: Game, event: Opened) -> None:
    game.models, game.board = [replace(one) for one in event.models], event.board


def _stands(game: Game, event: Stands) -> None:
    one = game.model(event.unit)
    one.x, one.y, one.heading = event.x, event.y, event.heading


def _fired(game: Game, event: Fired) -> None:
    game.model(event.target).out = max(event.dice) >= 5


def _flipped(game: Game, event: Flipped) -> None:
    game.model(event.unit).up = True


def _ended(game: Game, event: Ended) -> None:
    if not game.active:
        game.ready.append(event.side)
        game.active = "us" if len(game.ready) == 2 else ""
    else:
        game.active, game.turn = OTHER[event.side], game.turn + (event.side == "su")


APPLIERS: Mapping[type[Any], Any] = {
    Opened: _opened, Stands: _stands, Fired: _fired, Flipped: _flipped, Ended: _ended,
}  # fmt: skip


class ToyHidden(Hidden):
    def hides(self, state: Game) -> bool:
        return True

    def known(self, state: Game, side: str) -> Game:
        models: list[Any] = [
            one
            if one.up or one.side == side
            else Seen(one.id, one.side, one.x, one.y, one.heading, one.up, one.out)
            for one in state.models
        ]
        return replace(state, models=models)

    def event(self, state: Game, event: Any, viewer: str) -> Any:
        if not isinstance(event, Opened):
            return event
        models = tuple(replace(m, card=m.card if m.side == viewer else "") for m in event.models)
        return Opened(models, event.board)

    def action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        return action

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        return options

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        return tuple(assets)

    def reveals(self, event: Any) -> bool:
        return isinstance(event, Flipped)


OURS = "Ranges are our reconstruction: put your own into toy.toml."


class ToyRules(Rules):
    hidden = ToyHidden()

    def __init__(self, pack: Any) -> None:
        super().__init__(pack)
        self.forces = ToyForces()
        self.previews = 0

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        return (OURS,) if scenario in ("toy-table", "toy-move") else ()

    def scenarios(self) -> Sequence[ScenarioInfo]:
        choices = (("small", "Two tanks"), ("large", "Three tanks"))
        settings = (
            Setting(
                "mission", "Mission", "choice", "duel", (("duel", "A duel"), ("hill", "King of the hill"))
            ),
            Setting("points", "Points", "number", 50, lowest=40, highest=100),
            Setting("heroes", "Heroes", "switch", True),
            Setting("us-force", "Force", "roster", "small", choices, side="us"),
            Setting("su-force", "Force", "roster", "small", choices, side="su"),
        )
        notes = tuple(f"Note {i}: what of it is of our own making, told at some length." for i in range(8))
        return [
            ScenarioInfo(
                "toy-table", "Toy table", SIDES, "Tanks on a table.", notes=notes, settings=settings
            ),
            ScenarioInfo("toy-move", "Toy moves", SIDES, "All stand already."),
            ScenarioInfo("toy-ledger", "Toys elsewhere", SIDES, "On a table of one's own."),
        ]

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Event]:
        if options.get("points") == 41:
            raise Refused("Forty-one is an odd number.", "21")
        stand = scenario != "toy-table"
        models = [
            Model(f"{side}-{i}", side, f"{side.upper()} secret {i}")
            if not stand
            else Model(f"{side}-{i}", side, f"{side.upper()} secret {i}", 150 + 200 * i, y, heading)
            for side, y, heading in (("us", 800, 0), ("su", 100, 180))
            for i in (1, 2)
        ]
        opened = Opened(tuple(models), scenario != "toy-ledger")
        return [opened, Ended("us"), Ended("su")] if stand else [opened]

    def asked(self, open: Game) -> tuple[Pending, ...]:
        if open.active:
            return (Pending(open.active, "move", "Move, fire, or be done."),)
        return tuple(Pending(s.id, "deploy", "Deploy.") for s in SIDES if s.id not in open.ready)

    def options(self, known: Game, side: str) -> Sequence[Option]:
        if side not in [one.side for one in self.asked(known)]:
            return []
        found: list[Option] = []
        for one in known.models:
            if one.side != side or one.out:
                continue
            if not known.active:
                ranges = (
                    Range("x", 0, 900, 1, "mm"), Range("y", 0, 900, 1, "mm"),
                    Range("heading", 0, 359, 1, "°", round=True),
                )  # fmt: skip
                found.append(Option(Place(one.id, 450, 840, 0), one.id, ranges=ranges))
                continue
            ranges = (
                Range("bearing", 0, 359, 1, "°", round=True),
                Range("distance", 0, 150, 1, "mm", note="what stands in the way"),
                Range("gear", words=("slow", "fast")),
            )
            if known.board:
                found.append(Option(Drive(one.id, one.heading, 150), one.id, ranges=ranges))
            found += [
                Option(Fire(one.id, foe.id), one.id, foe.id, dice=2)
                for foe in known.models
                if foe.side != side and not foe.out
            ]
            if not one.up:
                found.append(Option(Flip(one.id), one.id))
        return [*found, Option(Done())]

    def label(self, known: Game, option: Option) -> str:
        match option.action:
            case Place(unit=unit):
                return f"Tank {unit} is deployed"
            case Drive(unit=unit):
                return f"Tank {unit} moves"
            case Fire(unit=unit, target=target):
                return f"Tank {unit} fires at tank {target}"
            case Flip(unit=unit):
                return f"Tank {unit} turns its card up"
            case _:
                return "Done"

    def verify(self, known: Game, side: str, action: Any) -> None:
        if side not in [one.side for one in self.asked(known)]:
            raise Refused("It is not your turn.")
        match action:
            case Place(_, x, y):
                if not (0 <= x <= 900 and 0 <= y <= 900) or (side == "us" and y < 700):
                    raise Refused("That is not in your deployment zone.", "8")
            case Drive(unit, bearing, distance):
                model = known.model(unit)
                there = self._end(model, bearing, distance)
                if not (0 <= there[0] <= 900 and 0 <= there[1] <= 900):
                    raise Refused(f"The arrow meets the table's edge after {model.y} mm.", "10")
            case _:
                pass

    def settle(self, state: Game, side: str, action: Any, dice: Any) -> list[Event]:
        match action:
            case Place(unit, x, y, heading):
                done: Event = Stands(unit, x, y, heading)
            case Drive(unit, bearing, distance):
                done = Stands(unit, *self._end(state.model(unit), bearing, distance), bearing)
            case Fire(unit, target):
                done = Fired(unit, target, dice.roll("attack", 2))
            case Flip(unit):
                done = Flipped(unit)
            case _:
                done = Ended(side)
        APPLIERS[type(done)](state, done)
        return [done]

    def _end(self, model: Model | Seen, bearing: int, distance: int) -> tuple[int, int]:
        return (
            model.x + round(distance * sin(radians(bearing))),
            model.y - round(distance * cos(radians(bearing))),
        )

    def ghost(self, known: Game, side: str, action: Any) -> Preview | None:
        self.previews += 1
        if not isinstance(action, Place | Drive):
            return None
        start = known.model(action.unit)
        if isinstance(action, Place):
            at, heading = (action.x, action.y), action.heading
        else:
            at, heading = self._end(start, action.bearing, action.distance), action.bearing
        model = replace(start, x=at[0], y=at[1], heading=heading)
        piece = self._piece(model)
        foes = [one for one in known.models if one.side != side and one.x >= 0]
        sees = tuple(Ray(model.id, foe.id, at, (foe.x, foe.y), ("cover", "side")) for foe in foes)
        seen = tuple(Ray(foe.id, model.id, (foe.x, foe.y), at, ("open",)) for foe in foes)
        way = ((start.x, start.y), at) if start.x >= 0 else ()
        return Preview(piece, way, sees, seen, ("It ends in the open.",))

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        if not isinstance(action, Fire):
            return None
        results = [Chance(f"result {i}", "1/20", 0.05) for i in range(20)]
        return Odds(tuple(results), note="Two dice.")

    def _piece(self, model: Model | Seen) -> PieceView:
        known = isinstance(model, Model)
        card = CardView(
            1, "commander", model.card if known else "", "He sees all." if known else "",
            "up" if model.up else "down",
        )  # fmt: skip
        there = model.x >= 0
        at = (model.x, model.y)
        return PieceView(
            model.id, f"Tank {model.id}", model.side, "T", "" if there else "reserve", out=model.out,
            status=("destroyed",) if model.out else (), details=(("armour", "3"), ("gun", "4")),
            at=at if there else None, heading=model.heading if there else -1,
            outline=hull(at, model.heading) if there else (), cards=(card,),
        )  # fmt: skip

    def seen(self, known: Game, viewer: str) -> GameView:
        phase = "movement" if known.active else "deployment"
        pieces = tuple(self._piece(one) for one in known.models)
        if not known.board:
            pieces = tuple(replace(one, at=None, where="off the table", outline=()) for one in pieces)
        board = BOARD if known.board else None
        return GameView(known.turn, 6, phase, known.active, board, pieces, ("Advantage: nobody",), hides=True)

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        match event:
            case Opened(models):
                return f"Cards: {', '.join(one.card for one in models if one.card)}.", ""
            case Stands(unit):
                return f"Tank {unit} stands.", "9"
            case Fired(unit, target, dice):
                return f"Tank {unit} fires at {target}: {dice}.", "16"
            case Flipped(unit):
                return f"Tank {unit}: {state.model(unit).card}.", ""
            case _:
                return f"{event.side} is done.", ""

    def verdict(self, state: Game) -> Verdict | None:
        return None


class ToyForces:
    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            "small": {"title": "Two tanks", "tanks": ["M1", "M1"]},
            "large": {"title": "Three tanks", "tanks": ["M1", "M1", "M60"]},
        }

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        if "tanks" not in roster:
            raise Refused("This is no roster of tanks.")
        prices = {"M1": 22, "M60": 14}
        tanks = list(roster["tanks"])
        cost = sum(prices[one] for one in tanks)
        limit = limit or 50
        problems = (Problem(f"{cost - limit} points too many.", "", "21"),) if cost > limit else ()
        fits = tuple(Fit(name, name, price, kind="tank") for name, price in prices.items())
        fits += tuple(Fit("bannon", "Sean Bannon", 7, str(i), "commander") for i, _ in enumerate(tanks))
        if len(tanks) == 5:
            fits = ()
        return RosterReport(
            str(roster.get("title", "A force")), cost, limit, tuple((0, one, prices[one]) for one in tanks),
            problems, fits,
        )  # fmt: skip

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        return {**roster, "tanks": [*roster["tanks"], fit.id]}

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        return {**roster, "tanks": [one for i, one in enumerate(roster["tanks"]) if i != line]}


TOY = System(
    id="toy",
    title="Toy tanks",
    version="1",
    state_type=Game,
    action_type=Place | Drive | Fire | Flip | Done,
    appliers=APPLIERS,
    events=(Opened, Stands, Fired, Flipped, Ended),
    dice={Fired: "dice"},
    bots=(),
    rules=ToyRules,
)


def install(patch: pytest.MonkeyPatch) -> None:
    """The toy is installed beside War Diary's own rule systems, as a package of somebody else's would be."""
    patch.syspath_prepend(Path(__file__).parent)
    for name in ("_offered", "_found"):  # what was found without it is found anew
        patch.setattr(systems, name, cache(getattr(systems, name).__wrapped__))
