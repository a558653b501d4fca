"""A small rule system on hexes, for tests: guns beside the map, stacks, half points, attacks of several, secret dice.

Guns plot fire at a hex; how long the shells take is a die that only their own side may see until they land. If they
take longest, their side alone is asked whether it calls the fire off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from campaign import systems
from campaign.rules.boards import Board, BoardFile
from campaign.rules.bots import RandomBot
from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, chances
from campaign.rules.hexes import Layout
from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Odds, Option, Pending, Range, ScenarioInfo, Side, chance
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.rules.sheets import hex_board
from campaign.rules.system import UMPIRE, Hidden, Rules, System
from campaign.rules.views import GameView, PieceView
from events.entry import Draw

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
OTHER = {"red": "blue", "blue": "red"}
BOARD = Board(
    BoardFile(
        "range", "The range", "drawn for tests", Layout(9, 7), {".": "clear", "T": "trees"},
        (".........", "..TT.....", ".........", ".....T...", ".........", "..T......", "........."),
    )
)  # fmt: skip
SHEET = hex_board(BOARD, {"clear": ".", "trees": "T"})
ANYWHERE, MORTARS = Places(), 3
TURNS = 4
CALL_OFF = 6
"""A die for the delay that lets its side call the fire off."""


class Unit(Struct, omit_defaults=True):
    """hex: "" beside the map. steps: 0 when it is out. points: halves of a point that are left."""

    id: str
    side: str
    name: str
    hex: str = ""
    steps: int = 2
    points: int = 5
    guns: bool = False


class Plot(Struct, omit_defaults=True):
    hex: str
    delay: int


class Game(Struct, omit_defaults=True):
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    active: str = "red"
    turn: int = 1
    joined: list[str] = field(default_factory=list[str])
    target: str = ""
    plots: dict[str, Plot] = field(default_factory=dict[str, Plot])
    asked: str = ""
    """Guns whose side may call their fire off."""
    landed: list[str] = field(default_factory=list[str])
    """Guns whose shells have fallen, so that everybody knows."""
    verdict: Verdict | None = None


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class Shell(Action, frozen=True, tag="plot"):
    unit: str
    hex: str
    shell: Literal["he", "smoke"] = "he"


class Keep(Action, frozen=True, tag="keep"):
    off: bool = False


class Move(Action, frozen=True, tag="move"):
    unit: str
    to: str


class Join(Action, frozen=True, tag="join"):
    unit: str
    target: str


class Resolve(Action, frozen=True, tag="resolve"):
    pass


class Done(Action, frozen=True, tag="done"):
    pass


class Event(Struct, frozen=True, tag_field="kind"):
    pass


class Began(Event, frozen=True, tag="began"):
    units: tuple[Unit, ...]


class Plotted(Event, frozen=True, tag="plotted"):
    unit: str
    hex: str
    shell: str
    delay: int


class Kept(Event, frozen=True, tag="kept"):
    unit: str
    off: bool


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    to: str
    cost: int


class Joined(Event, frozen=True, tag="joined"):
    unit: str
    target: str


class Attacked(Event, frozen=True, tag="attacked"):
    units: tuple[str, ...]
    target: str
    dice: tuple[int, ...]
    loss: int


class Landed(Event, frozen=True, tag="landed"):
    unit: str
    hex: str
    losses: tuple[str, ...]


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    side: str


class Ended(Event, frozen=True, tag="ended"):
    winner: str


def _began(game: Game, event: Began) -> None:
    game.units = {one.id: replace(one) for one in event.units}


def _plotted(game: Game, event: Plotted) -> None:
    game.plots[event.unit] = Plot(event.hex, event.delay)
    game.asked = event.unit if event.delay == CALL_OFF else ""
    if event.unit in game.landed:
        game.landed.remove(event.unit)


def _kept(game: Game, event: Kept) -> None:
    game.asked = ""
    if event.off:
        game.plots[event.unit] = Plot("", 0)


def _moved(game: Game, event: Moved) -> None:
    unit = game.units[event.unit]
    unit.hex, unit.points = event.to, unit.points - event.cost


def _joined(game: Game, event: Joined) -> None:
    game.target = event.target
    game.joined.append(event.unit)


def _attacked(game: Game, event: Attacked) -> None:
    target = game.units[event.target]
    target.steps = max(target.steps - event.loss, 0)
    for id in event.units:
        game.units[id].points = 0
    game.joined, game.target = [], ""


def _landed(game: Game, event: Landed) -> None:
    del game.plots[event.unit]
    game.landed.append(event.unit)
    for id in event.losses:
        game.units[id].steps -= 1


def _turn_ended(game: Game, event: TurnEnded) -> None:
    game.active, game.turn = OTHER[event.side], game.turn + (event.side == "blue")
    for unit in game.units.values():
        unit.points = 5


def _ended(game: Game, event: Ended) -> None:
    game.verdict = Verdict(event.winner, "most steps", game.turn)


APPLIERS: Mapping[type[Any], Any] = {
    Began: _began, Plotted: _plotted, Kept: _kept, Moved: _moved, Joined: _joined, Attacked: _attacked,
    Landed: _landed, TurnEnded: _turn_ended, Ended: _ended,
}  # fmt: skip


class Play(Decision[Game, Event]):
    __slots__ = ()
    appliers = APPLIERS


def pending(game: Game) -> tuple[Pending, ...]:
    if game.verdict is not None:
        return ()
    if game.asked:
        return (Pending(game.active, "call-off", f"The shells of {game.asked} take long: call them off?"),)
    return (_ordinary(game),)


def _ordinary(game: Game) -> Pending:
    return Pending(game.active, "move", "Plot, move, attack, or be done.")


def knows(game: Game, unit: str, viewer: str) -> bool:
    """Whether a viewer may know what guns have plotted."""
    return viewer in (game.units[unit].side, UMPIRE) or unit in game.landed or game.verdict is not None


class Secrets(Hidden):
    """Where guns fire, and when it comes down, until it does."""

    def hides(self, state: Game) -> bool:
        return state.verdict is None

    def event(self, state: Game, event: Any, viewer: str) -> Any:
        match event:
            case Plotted(unit) if not knows(state, unit, viewer):
                return Plotted(unit, "", "", 0)
            case Kept(unit) if not knows(state, unit, viewer):
                return Kept(unit, False)
            case _:
                return event

    def action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        match action:
            case Shell(unit) if not knows(state, unit, viewer):
                return Shell(unit, "")
            case Keep() if viewer != side and state.verdict is None:
                return Keep()
            case _:
                return action

    def questions(self, state: Game, pending: tuple[Pending, ...], viewer: str) -> tuple[Pending, ...]:
        if viewer != state.active:
            return tuple(_ordinary(state) if one.kind == "call-off" else one for one in pending)
        return pending

    def draws(self, state: Game, draws: Sequence[Draw], viewer: str) -> tuple[Draw, ...]:
        return tuple(
            draw
            for draw in draws
            if not draw.purpose.startswith("delay of ")
            or knows(state, draw.purpose.removeprefix("delay of "), viewer)
        )


class GunLineRules(Rules):
    hidden = Secrets()

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [ScenarioInfo("gun-line", "The gun line", SIDES, "Guns behind a few platoons.", turns=TURNS)]

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Event]:
        units = [
            Unit(f"{side[0]}{i}", side, f"{side.title()} {i}", hex)
            for side, hexes in (("red", ("0404", "0404", "0404", "0305")), ("blue", ("0604", "0604", "0704")))
            for i, hex in enumerate(hexes, 1)
        ]
        units += [Unit(f"{side}-guns", side, f"{side.title()} guns", guns=True) for side in OTHER]
        units += [Unit("r-mortars", "red", "Red mortars", "0204", guns=True)]
        return [Began(tuple(units))]

    def pending(self, state: Game) -> tuple[Pending, ...]:
        return pending(state)

    def legal(self, state: Game, side: str) -> Sequence[Option]:
        asked = next((one for one in pending(state) if one.side == side), None)
        if asked is None:
            return []
        if asked.kind == "call-off":
            return [Option(Keep()), Option(Keep(True))]
        found: list[Option] = []
        for one in state.units.values():
            if one.side != side or not one.steps:
                continue
            if state.joined and (one.id in state.joined or one.guns):
                continue
            if one.guns and one.id not in state.plots:
                places = self._places(one)
                free = (
                    Range("hex", places=places, note="shells scatter"),
                    Range("shell", words=("he", "smoke")),
                )
                found.append(Option(Shell(one.id, one.hex or "0101"), one.id, ranges=free))
            elif not one.guns:
                found += self._doings(state, one)
        if state.joined:
            terms = tuple(Modifier(f"strength of {id}", state.units[id].steps, "4") for id in state.joined)
            return [*found, Option(Resolve(), "", state.target, dice=2, modifiers=terms)]
        return [*found, Option(Done())]

    def _places(self, unit: Unit) -> Places:
        return Places(centre=unit.hex, within=MORTARS) if unit.hex else ANYWHERE

    def _doings(self, state: Game, unit: Unit) -> list[Option]:
        found: list[Option] = []
        foes = [one for one in state.units.values() if one.side != unit.side and one.hex and one.steps]
        for foe in foes:
            if unit.points and state.target in ("", foe.id) and BOARD.distance(unit.hex, foe.hex) <= 4:
                found.append(Option(Join(unit.id, foe.id), unit.id, foe.id, foe.hex))
        if state.joined:
            return found
        for hex in BOARD.hexes:
            cost = 2 * BOARD.distance(unit.hex, hex) + (BOARD.terrain[hex] == "trees")
            if 0 < cost <= unit.points and not any(foe.hex == hex for foe in foes):
                found.append(Option(Move(unit.id, hex), unit.id, "", hex, cost, parts=2))
        return found

    def label(self, state: Game, option: Option) -> str:
        match option.action:
            case Shell(unit):
                return f"{state.units[unit].name} plot fire"
            case Keep(off):
                return "Call the fire off" if off else "Let it come"
            case Move(unit, to):
                return f"{state.units[unit].name} moves to {to}"
            case Join(unit, target):
                verb = "joins the attack on" if state.joined else "attacks"
                return f"{state.units[unit].name} {verb} {state.units[target].name}"
            case Resolve():
                return f"Attack {state.units[state.target].name} with {len(state.joined)}"
            case _:
                return "Done"

    def advance(self, state: Game, side: str, action: Any, dice: Dice) -> list[Event]:
        play = Play(state, dice)
        allowed = [one.action for one in self.legal(state, side)]
        match action:
            case Shell(unit, hex, shell) if any(isinstance(a, Shell) and a.unit == unit for a in allowed):
                self._places(state.units[unit]).check(hex, BOARD, "2")
                (delay,) = dice.roll(f"delay of {unit}", 1)
                play.emit(Plotted(unit, hex, shell, delay))
            case _ if action not in allowed:
                raise Refused("That cannot be done now.", "1")
            case Keep(off):
                play.emit(Kept(state.asked, off))
            case Move(unit, to):
                cost = next(one.cost for one in self.legal(state, side) if one.action == action)
                play.emit(Moved(unit, to, cost))
            case Join(unit, target):
                play.emit(Joined(unit, target))
            case Resolve():
                faces = dice.roll("attack", 2)
                strength = sum(state.units[id].steps for id in state.joined)
                loss = int(sum(faces) + strength >= 9)
                play.emit(Attacked(tuple(state.joined), state.target, faces, loss))
            case _:
                self._turn_ends(play, side)
        return play.events

    def _turn_ends(self, play: Play, side: str) -> None:
        game = play.state
        play.emit(TurnEnded(side))
        for id, plot in list(game.plots.items()):
            if side == "blue" and game.turn > plot.delay // 3 + 1:
                hit = tuple(
                    one.id for one in game.units.values() if one.hex == plot.hex and one.steps and plot.hex
                )
                play.emit(Landed(id, plot.hex, hit))
        if game.turn > TURNS:
            left = {one: sum(u.steps for u in game.units.values() if u.side == one) for one in OTHER}
            play.emit(Ended("" if left["red"] == left["blue"] else max(left, key=lambda one: left[one])))

    def odds(self, state: Game, side: str, action: Any) -> Odds | None:
        if not isinstance(action, Resolve):
            return None

        def loss(dice: Dice) -> str:
            events = self.advance(self.copy(state), side, action, dice)
            return (
                "a step lost"
                if any(isinstance(one, Attacked) and one.loss for one in events)
                else "no effect"
            )

        return Odds(tuple(chance(result, value) for result, value in chances(loss).items()))

    def view(self, state: Game, viewer: str) -> GameView:
        pieces: list[PieceView] = []
        for one in state.units.values():
            plot = state.plots.get(one.id)
            status = ("joined",) if one.id in state.joined else ()
            if plot is not None and (knows(state, one.id, viewer)):
                status = (f"fires at {plot.hex}",)
            elif plot is not None:
                status = ("has plotted",)
            pieces.append(
                PieceView(
                    one.id, one.name, one.side, "G" if one.guns else "P", one.hex or "off the map",
                    status=status, out=not one.steps, details=(("steps", str(one.steps)),),
                )
            )  # fmt: skip
        return GameView(
            state.turn, TURNS, "movement", state.active, SHEET, tuple(pieces), hides=state.verdict is None
        )

    def describe(self, state: Game, event: Any) -> tuple[str, str]:
        match event:
            case Plotted(unit, hex):
                return f"{unit} plot fire{f' at {hex}' if hex else ''}.", "2"
            case Moved(unit, to):
                return f"{unit} moves to {to}.", "3"
            case Joined(unit, target):
                return f"{unit} joins the attack on {target}.", "4"
            case Attacked(units, target, dice, loss):
                came = "loses a step" if loss else "stands"
                return f"{', '.join(units)} attack {target}: {' '.join(map(str, dice))}, it {came}.", "4"
            case Landed(unit, hex, losses):
                return f"Shells of {unit} land on {hex or 'nothing'}: {', '.join(losses) or 'nobody'}.", "2"
            case TurnEnded(side):
                return f"{side} is done.", "1"
            case _:
                return "", ""

    def verdict(self, state: Game) -> Verdict | None:
        return state.verdict


GUN_LINE = System(
    id="gun-line",
    title="Gun line",
    version="1",
    state_type=Game,
    action_type=Shell | Keep | Move | Join | Resolve | Done,
    appliers=APPLIERS,
    events=tuple(APPLIERS),
    dice={Plotted: "delay", Attacked: "dice"},
    bots=(RandomBot(),),
    rules=GunLineRules,
)


def install(patch: pytest.MonkeyPatch) -> None:
    """It stands beside War Diary's own rule systems, as a package of somebody else's would."""
    patch.syspath_prepend(Path(__file__).parent)
    for name in ("_offered", "_found"):  # what was found without it is found anew
        patch.setattr(systems, name, cache(getattr(systems, name).__wrapped__))
