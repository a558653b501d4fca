"""A small rule system on hexes, for tests: guns beside the map, stacks, half points, attacks of several, secret dice.

Guns plot fire at a hex; how long the shells take is a die that only their own side may see until they land. If they
take longest, their side alone is asked whether it calls the fire off. In a campaign pieces go by ids that tell nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.rules.boards import Board, BoardFile
from campaign.rules.bots import RandomBot
from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, chances
from campaign.rules.facets import UMPIRE, Hidden
from campaign.rules.hexes import Layout
from campaign.rules.muster import AssetType, Damage, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.options import Modifier, Odds, Option, Pending, Range, ScenarioInfo, Side, chance
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.rules.sheets import hex_board
from campaign.rules.system import Rules, System
from campaign.rules.views import GameView, PieceView
from events.entry import Draw
from tests.gun_line.state import (
    APPLIERS,
    OTHER,
    Attacked,
    Began,
    Counter,
    Done,
    Ended,
    Event,
    Game,
    Join,
    Joined,
    Keep,
    Kept,
    Landed,
    Move,
    Moved,
    Plot,
    Plotted,
    Resolve,
    SecretPlot,
    Shell,
    TurnEnded,
    Unit,
)

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
BOARD = Board(
    BoardFile(
        "range", "The range", "drawn for tests", Layout(9, 7), {".": "clear", "T": "trees"},
        (".........", "..TT.....", ".........", ".....T...", ".........", "..T......", "........."),
    )
)  # fmt: skip
SHEET = hex_board(BOARD, {"clear": ".", "trees": "T"})
ANYWHERE, MORTARS = Places(), 3
TURNS = 4


class Play(Decision[Game, Event]):
    __slots__ = ()
    appliers = APPLIERS


def late(known: Game) -> str:
    """Guns of which it is known that their side may call their fire off, or ""."""
    plots = known.plots.items()
    return next((id for id, plot in plots if isinstance(plot, Plot) and plot.asks), "")


def attacked(game: Game, dice: Dice) -> Attacked:
    """The attack that units have joined for."""
    faces = dice.roll("attack", 2)
    strength = sum(game.units[id].steps for id in game.joined)
    return Attacked(tuple(game.joined), game.target, faces, int(sum(faces) + strength >= 9))


def knows(game: Game, unit: str, viewer: str) -> bool:
    """Whether a viewer may know what guns have plotted."""
    return viewer in (game.units[unit].side, UMPIRE) or unit in game.landed or game.verdict is not None


class Secrets(Hidden):
    """Where guns fire, and when it comes down, until it does."""

    def hides(self, state: Game) -> bool:
        return state.verdict is None

    def known(self, state: Game, side: str) -> Game:
        units = {id: one if one.side == side else _counter(one) for id, one in state.units.items()}
        plots = {id: one if state.units[id].side == side else SecretPlot() for id, one in state.plots.items()}
        return replace(state, units=cast("Any", units), plots=cast("Any", plots))

    def event(self, state: Game, event: Any, viewer: str) -> Any:
        match event:
            case Began(units):
                known = (
                    one if one.side == viewer else replace(one, asset="", formations=()) for one in units
                )
                return Began(tuple(known))
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

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        return options

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        return tuple(one for one in assets if one.side == viewer or state.verdict is not None)

    def reveals(self, event: Any) -> bool:
        return False

    def questions(self, state: Game, pending: tuple[Pending, ...], viewer: str) -> tuple[Pending, ...]:
        """Their side reads another question than everybody else."""
        if pending and viewer == state.active and (guns := late(state)):
            return (Pending(viewer, "call-off", f"The shells of {guns} take long: call them off?"),)
        return pending

    def draws(self, state: Game, draws: Sequence[Draw], viewer: str) -> tuple[Draw, ...]:
        return tuple(
            draw
            for draw in draws
            if not draw.purpose.startswith("delay of ")
            or knows(state, draw.purpose.removeprefix("delay of "), viewer)
        )


def _counter(one: Counter) -> Counter:
    return Counter(one.id, one.side, one.name, one.hex, one.steps, one.points, one.guns)


class Platoons:
    """Assets: platoons alone; the guns are always the scenario's."""

    def types(self) -> Mapping[str, AssetType]:
        return {"platoon": AssetType("platoon", "Platoon", damage=("step",), words={"step": "a step lost"})}

    def damages(self) -> Sequence[Damage]:
        return (Damage("step", "a step lost"),)

    def skills(self) -> Mapping[str, str]:
        return {}

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[Event]:
        units = [one for one in SETUP if one.guns or one.side not in muster.sides]
        for side in muster.sides:
            mine = [one for one in muster.assets if one.side == side]
            hexes = [one.hex for one in SETUP if one.side == side and not one.guns]
            for i, (one, hex) in enumerate(zip(reversed(mine), hexes, strict=False), 1):
                names = tuple(formed.name for formed in one.formations)
                steps = 2 - len(one.damage)
                units.append(
                    Unit(f"{side[0].upper()}{i}", side, f"Counter {i}", hex, steps, 5, False, one.id, names)
                )
        return [Began(tuple(units))]

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return Outcome(
            verdict,
            tuple(
                Fate(
                    one.id, one.side, "platoon", "fit" if one.steps == 2 else "damaged" if one.steps else "wrecked",
                    () if one.steps == 2 else ("step",), tuple(one.kills), asset=one.asset,
                )
                for one in state.units.values()
            ),
            verdict.winner,
        )  # fmt: skip


SETUP = [
    *(
        Unit(f"{side[0]}{i}", side, f"{side.title()} {i}", hex)
        for side, hexes in (("red", ("0404", "0404", "0404", "0305")), ("blue", ("0604", "0604", "0704")))
        for i, hex in enumerate(hexes, 1)
    ),
    *(Unit(f"{side}-guns", side, f"{side.title()} guns", guns=True) for side in OTHER),
    Unit("r-mortars", "red", "Red mortars", "0204", guns=True),
]


class GunLineRules(Rules):
    hidden = Secrets()
    assets = Platoons()

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return [ScenarioInfo("gun-line", "The gun line", SIDES, "Guns behind a few platoons.", turns=TURNS)]

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Event]:
        return [Began(tuple(SETUP))]

    def asked(self, open: Game) -> tuple[Pending, ...]:
        if open.verdict is not None:
            return ()
        return (Pending(open.active, "move", "Plot, move, attack, or be done."),)

    def options(self, known: Game, side: str) -> Sequence[Option]:
        if side != known.active or known.verdict is not None:
            return []
        if late(known):
            return [Option(Keep()), Option(Keep(True))]
        found: list[Option] = []
        for one in known.units.values():
            if one.side != side or not one.steps:
                continue
            if known.joined and (one.id in known.joined or one.guns):
                continue
            if one.guns and one.id not in (
                *known.plots,
                *known.landed,
            ):  # once: a draw is told by its purpose
                places = self._places(one)
                free = (
                    Range("hex", places=places, note="shells scatter"),
                    Range("shell", words=("he", "smoke")),
                )
                found.append(Option(Shell(one.id, one.hex or "0101"), one.id, ranges=free))
            elif not one.guns:
                found += self._doings(known, one)
        if known.joined:
            terms = tuple(Modifier(f"strength of {id}", known.units[id].steps, "4") for id in known.joined)
            return [*found, Option(Resolve(), "", known.target, dice=2, modifiers=terms)]
        return [*found, Option(Done())]

    def _places(self, unit: Unit) -> Places:
        return Places(centre=unit.hex, within=MORTARS) if unit.hex else ANYWHERE

    def _doings(self, known: Game, unit: Unit) -> list[Option]:
        found: list[Option] = []
        foes = [one for one in known.units.values() if one.side != unit.side and one.hex and one.steps]
        for foe in foes:
            if unit.points and known.target in ("", foe.id) and BOARD.distance(unit.hex, foe.hex) <= 4:
                found.append(Option(Join(unit.id, foe.id), unit.id, foe.id, foe.hex))
        if known.joined:
            return found
        for hex in BOARD.hexes:
            cost = 2 * BOARD.distance(unit.hex, hex) + (BOARD.terrain[hex] == "trees")
            if 0 < cost <= unit.points and not any(foe.hex == hex for foe in foes):
                found.append(Option(Move(unit.id, hex), unit.id, "", hex, cost, parts=2))
        return found

    def label(self, known: Game, option: Option) -> str:
        match option.action:
            case Shell(unit):
                return f"{known.units[unit].name} plot fire"
            case Keep(off):
                return "Call the fire off" if off else "Let it come"
            case Move(unit, to):
                return f"{known.units[unit].name} moves to {to}"
            case Join(unit, target):
                verb = "joins the attack on" if known.joined else "attacks"
                return f"{known.units[unit].name} {verb} {known.units[target].name}"
            case Resolve():
                return f"Attack {known.units[known.target].name} with {len(known.joined)}"
            case _:
                return "Done"

    def verify(self, known: Game, side: str, action: Any) -> None:
        allowed = [one.action for one in self.options(known, side)]
        match action:
            case Shell(unit, hex) if any(isinstance(a, Shell) and a.unit == unit for a in allowed):
                self._places(known.units[unit]).check(hex, BOARD, "2")
            case _ if action not in allowed:
                raise Refused("That cannot be done now.", "1")
            case _:
                pass

    def settle(self, state: Game, side: str, action: Any, dice: Dice) -> list[Event]:
        play = Play(state, dice)
        match action:
            case Shell(unit, hex, shell):
                (delay,) = dice.roll(f"delay of {unit}", 1)
                play.emit(Plotted(unit, hex, shell, delay))
            case Keep(off):
                play.emit(Kept(late(state), off))
            case Move(unit, to):
                cost = next(
                    one.cost for one in self._doings(state, state.units[unit]) if one.action == action
                )
                play.emit(Moved(unit, to, cost))
            case Join(unit, target):
                play.emit(Joined(unit, target))
            case Resolve():
                play.emit(attacked(state, dice))
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

    def chances(self, state: Game, side: str, action: Any) -> Odds | None:
        if not isinstance(action, Resolve):
            return None

        def loss(dice: Dice) -> str:
            return "a step lost" if attacked(state, dice).loss else "no effect"

        return Odds(tuple(chance(result, value) for result, value in chances(loss).items()))

    def seen(self, known: Game, viewer: str) -> GameView:
        pieces: list[PieceView] = []
        for one in known.units.values():
            plot = known.plots.get(one.id)
            status = ("joined",) if one.id in known.joined else ()
            if isinstance(plot, Plot):
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
            known.turn, TURNS, "movement", known.active, SHEET, tuple(pieces), hides=known.verdict is None
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
