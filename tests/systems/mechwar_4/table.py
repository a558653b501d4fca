"""A table for tests: a board of clear hexes with what a test puts on it, and dice that it lays out.

Hexes are numbered from 0101 in the north-west; odd columns sit half a hex higher: 0505 is north-west of 0605. Columns
run due south: 0506 is south of 0505.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from campaign.rules.dice import ScriptedDice
from campaign.rules.options import Side
from campaign.rules.packs import make_pack
from campaign.rules.refused import Refused
from campaign.rules.system import decide
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.rules import SYSTEM, MechWarRules
from campaign.systems.mechwar_4.scenario import Switches, Victory
from campaign.systems.mechwar_4.state import Company, Entry, Force, Game, Minefield, Unit
from tests.systems.mechwar_4.pack import PACK, charts

US, SU = "us", "soviet"
SIDES = (Side(US, "United States"), Side(SU, "Soviet Union"))
NONE = Switches(
    formations=False,
    overwatch=False,
    pull_back=False,
    improved_positions=False,
    wrecks=False,
    special_units=False,
)
WIDE, HIGH = 24, 20
GLYPHS = {"clear": ".", "light-woods": "t", "heavy-woods": "T", "town": "B", "hilltop": "h"}


class Laid(ScriptedDice):
    """The dice that a test lays out; what the turn rolls after them is made up, and the first side goes first."""

    def _faces(self, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        if self.left:
            return super()._faces(purpose, count, sides)
        return (1, 6) if purpose == "initiative" else (sides,) * count


class Table:
    """One battle, in its first activation. dice: what the next decision will throw, in order."""

    def __init__(
        self,
        *units: Unit,
        on: Sequence[str] = (),
        terrain: Mapping[str, str] | None = None,
        heights: Mapping[str, int] | None = None,
        sides: Sequence[tuple[str, str, str]] = (),
        roads: Sequence[Sequence[str]] = (),
        readings: Mapping[str, Any] | None = None,
        companies: Sequence[Company] = (),
        entries: Sequence[Entry] = (),
        mines: Sequence[Minefield] = (),
        victory: Victory | None = None,
        panic: tuple[int, int] = (0, 0),
        first: str = US,
        turns: int = 20,
    ) -> None:
        content: dict[str, Any] = {name: file for name, file in PACK.content.items() if "/" not in name}
        content["boards/test.toml"] = _board(terrain or {}, heights or {}, sides, roads)
        if readings:
            content["readings.toml"] = {"readings": {"source": "for a test", **readings}}
        self.rules = cast("MechWarRules", SYSTEM.load(make_pack("mechwar-4", content)))
        self._game = Game()
        self.events: list[Any] = []
        forces = (
            Force(US, panic[0], "nato", "us", "east", watch=0),
            Force(SU, panic[1], "soviet", "ussr", "west", watch=0),
        )
        self._tell(
            e.ForcesPlaced(
                "test", "test", SIDES, turns, first, msgspec.structs.replace(NONE, **dict.fromkeys(on, True)),
                victory or Victory(""), units, forces, tuple(companies), mines=tuple(mines), entries=tuple(entries),
            )
        )  # fmt: skip
        for event in (e.TurnBegan(1), e.PhaseBegan("action"), e.ActivationBegan(first)):
            self._tell(event)

    @property
    def game(self) -> Game:
        """The battle, for whoever wants to look, or to change something by hand."""
        self._game.forget()
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    def _tell(self, event: Any) -> None:
        APPLIERS[type(event)](self.game, event)

    @property
    def play(self) -> Play:
        return Play(self.rules.charts, self.game)

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def watching(self, *sides: str) -> Table:
        """These sides are asked for opportunity fire however far away."""
        for side in sides:
            self.game.forces[side].watch = 99
        return self

    def tells(self, *events: Any) -> Table:
        """These have happened."""
        for event in events:
            self._tell(event)
        return self

    def act(self, side: str, action: a.AnyAction, *dice: int) -> list[Any]:
        """Decide with these dice, all of them; the events."""
        thrown = Laid(dice)
        self.events = decide(self.rules, self.game, side, action, thrown)
        assert thrown.left == 0, f"{thrown.left} dice were not asked for: {self.events}"
        for event in self.events:
            self._tell(event)
        return self.events

    def does(self, action: Any, *dice: int) -> list[Any]:
        """The owner of the unit in the action does this."""
        return self.act(self.unit(action.unit).side, action, *dice)

    def fires(self, unit: str, target: str, *dice: int, **more: Any) -> e.ShotResolved:
        """An attack by one unit, resolved; its first shot."""
        side, action = self.unit(unit).side, a.Fire(unit, target, **more)
        ahead = self.rules.copy(self.game)
        self.rules.advance(ahead, side, action, Laid(dice))
        if any(one.kind == "attack" for one in self.rules.pending(ahead)):
            self.act(side, action)
            action = a.Resolve()
        self.act(side, action, *dice)
        return self.all_told(e.ShotResolved)[0]

    def refuses(self, action: Any, side: str = "") -> Refused:
        """The refusal; the state is as before."""
        side = side or self.unit(action.unit).side
        before = msgspec.msgpack.encode(self.game)
        try:
            decide(self.rules, self.game, side, action, ScriptedDice([3] * 60))
        except Refused as refused:
            assert msgspec.msgpack.encode(self.game) == before
            return refused
        raise AssertionError(f"{action} was accepted")

    def asked(self) -> dict[str, str]:
        """Who is asked, and for what."""
        return {one.side: one.kind for one in self.rules.pending(self.game)}

    def listed(self, side: str) -> list[Any]:
        return [option.action for option in self.rules.legal(self.game, side)]

    def all_told(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def told(self, kind: type[Any]) -> Any:
        """The one event of a kind in the last decision."""
        (found,) = self.all_told(kind)
        return found

    def next_turn(self) -> None:
        """Everybody passes until the next turn has begun, or the battle is over."""
        turn = self.game.turn
        while self.game.turn == turn and self.game.verdict is None:
            side, kind = next(iter(self.asked().items()))
            wanted: Any = {
                "activation": a.Pass(), "formation": a.EndActivation(), "move": None, "regroup": a.Ready(),
                "opportunity": a.HoldFire(), "overwatch": a.HoldFire(), "attack": a.Resolve(),
            }[kind]  # fmt: skip
            if wanted is None:
                wanted = a.EndMove(next(frame.unit for frame in self.game.stack if hasattr(frame, "path")))
            self.act(side, wanted)


def unit(type: str, side: str, hex: str, id: str, **more: Any) -> Unit:
    """A unit for a table, face up unless told otherwise."""
    return Unit(id, type, charts().units[type].name, side, hex, **{"seen": True, **more})


def company(id: str, side: str, panic: int = 0, **more: Any) -> Company:
    return Company(id, id, side, panic, **more)


def _board(
    terrain: Mapping[str, str],
    heights: Mapping[str, int],
    sides: Sequence[tuple[str, str, str]],
    roads: Sequence[Sequence[str]],
) -> dict[str, Any]:
    def rows(of: Mapping[str, Any]) -> list[str]:
        return [
            "".join(str(of.get(f"{x:02}{y:02}", ".")) for x in range(1, WIDE + 1)) for y in range(1, HIGH + 1)
        ]

    return {
        "id": "test",
        "title": "Test",
        "source": "our own",
        "layout": {"columns": WIDE, "rows": HIGH},
        "legend": {glyph: name for name, glyph in GLYPHS.items()},
        "picture": rows({hex: GLYPHS[name] for hex, name in terrain.items()}),
        "heights": rows(heights),
        "sides": [{"what": what, "hex": hex, "edges": [edge]} for what, hex, edge in sides],
        "roads": [list(road) for road in roads],
    }
