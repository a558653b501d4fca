"""A table for tests: a board of clear hexes with what a test puts on it, and dice that it lays out.

Hexes are numbered from 0101 in the north-west; odd columns sit half a hex higher, so that in a row of the board 0505 is
north-west of 0605. Columns run due south: 0506 is south of 0505.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from campaign.rules.dice import ScriptedDice
from campaign.rules.options import Side
from campaign.rules.packs import make_pack, read_pack
from campaign.rules.refused import Refused
from campaign.rules.system import decide
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.points import exhaustion_point
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game, Objective, Unit, Victory

SHIPPED = read_pack("portable-wargame-modern", "campaign.systems.portable_wargame_modern")
RED, BLUE = "red", "blue"
SIDES = (Side(RED, "Red"), Side(BLUE, "Blue"))
GLYPHS = {"clear": ".", "wood": "T", "town": "B", "river": "~", "water": "="}
WIDE, HIGH = 16, 16


class Laid(ScriptedDice):
    """The dice that a test lays out; what the turn rolls after them is made up, and red wins the initiative."""

    def _faces(self, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        if self.left:
            return super()._faces(purpose, count, sides)
        return (6, 1) if purpose == "initiative" else (6,) * count


class Table:
    """One battle. dice: what the next decisions will throw, in order."""

    def __init__(
        self,
        *units: e.Placed,
        terrain: Mapping[str, str] | None = None,
        features: Mapping[str, str] | None = None,
        heights: Mapping[str, int] | None = None,
        roads: Sequence[Sequence[str]] = (),
        mines: Sequence[str] = (),
        wire: Sequence[str] = (),
        readings: Mapping[str, Any] | None = None,
        objectives: Sequence[Objective] = (),
        turns: int = 20,
        riders: bool = True,
    ) -> None:
        content: dict[str, Any] = dict(SHIPPED.content)
        content["boards/test.toml"] = _board(terrain or {}, features or {}, heights or {}, roads)
        rules = content["rules.toml"]
        content["rules.toml"] = {**rules, "readings": {**rules["readings"], **(readings or {})}}
        self.rules = cast("PortableWargameRules", SYSTEM.load(make_pack("portable-wargame-modern", content)))
        self._game = Game()
        limits = [exhaustion_point(sum(u.strength for u in units if u.side == side)) for side in (RED, BLUE)]
        self._tell(
            e.ForcesPlaced(
                "test", "test", SIDES, turns, Victory("", tuple(objectives)), units, tuple(limits), tuple(mines),
                tuple(wire), riders,
            )
        )  # fmt: skip
        self._tell(e.TurnBegan(1))
        self.events: list[Any] = []

    @property
    def game(self) -> Game:
        """The battle, for whoever wants to look, or to change something by hand."""
        self._game.forget()
        return self._game

    def _tell(self, event: Any) -> None:
        APPLIERS[type(event)](self.game, event)

    @property
    def play(self) -> Play:
        return Play(self.rules.charts, self.game)

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def activating(self, unit: str, left: int = 5) -> Table:
        """In the middle of a side's activations, with this unit acting."""
        side = self.unit(unit).side
        for one in SIDES:
            self._tell(e.FireCeased(one.id))
        first = BLUE if side == RED else RED
        self._tell(e.InitiativeRolled((1, 2), first))
        self._tell(e.ActivationRolled(side, (left,), False, 1))
        self.act(side, a.Activate(unit))
        return self

    def act(self, side: str, action: a.AnyAction, *dice: int) -> list[Any]:
        """Decide with these dice, all of them; the events."""
        thrown = Laid(dice)
        self.events = decide(self.rules, self.game, side, action, thrown)
        assert thrown.left == 0, f"{thrown.left} dice were not asked for"
        for event in self.events:
            self._tell(event)
        return self.events

    def does(self, action: Any, *dice: int) -> list[Any]:
        """The unit that is acting does this."""
        return self.act(self.unit(action.unit).side, action, *dice)

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

    def listed(self, side: str) -> list[Any]:
        return [option.action for option in self.rules.legal(self.game, side)]

    def told(self, kind: type[Any]) -> Any:
        """The one event of a kind in the last decision."""
        (found,) = [event for event in self.events if type(event) is kind]
        return found


def unit(type: str, side: str, hex: str, facing: str = "S", id: str = "", **more: Any) -> e.Placed:
    """A unit for a table; its id is its type unless one is given."""
    id = id or type
    strength = more.pop("strength", STRENGTH[type])
    return e.Placed(id, type, id, side, hex, facing, strength, **more)  # type: ignore[arg-type]


_CHARTS = cast("PortableWargameRules", SYSTEM.load(SHIPPED)).charts
STRENGTH = {type: _CHARTS.strength(type) for type in _CHARTS.types}
FAR = unit("infantry", BLUE, "1616", "N", id="far")
IDLE = unit("infantry", RED, "0116", id="idle")
"""Has still to be activated, so that the turn goes on."""


def next_turn(table: Table) -> None:
    """Everybody passes until the next turn has begun."""
    turn = table.game.turn
    while table.game.turn == turn and table.game.verdict is None:
        asked = table.rules.pending(table.game)[0]
        wanted: Any = {"artillery": a.CeaseFire(), "activate": a.Pass(), "unit": a.EndUnit(table.game.unit)}[
            asked.kind
        ]
        table.act(asked.side, wanted)


def _board(
    terrain: Mapping[str, str],
    features: Mapping[str, str],
    heights: Mapping[str, int],
    roads: Sequence[Sequence[str]],
) -> dict[str, Any]:
    def rows(of: Mapping[str, Any], default: str) -> list[str]:
        return [
            "".join(str(of.get(f"{x:02}{y:02}", default)) for x in range(1, WIDE + 1))
            for y in range(1, HIGH + 1)
        ]

    kinds: dict[str, list[str]] = {}
    for hex, what in features.items():
        kinds.setdefault(what, []).append(hex)
    return {
        "id": "test",
        "title": "Test",
        "source": "our own",
        "layout": {"columns": WIDE, "rows": HIGH},
        "legend": {glyph: name for name, glyph in GLYPHS.items()},
        "picture": rows({hex: GLYPHS[name] for hex, name in terrain.items()}, "."),
        "heights": rows(heights, "."),
        "features": [{"what": what, "hexes": hexes} for what, hexes in kinds.items()],
        "roads": [list(road) for road in roads],
    }
