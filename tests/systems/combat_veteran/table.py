"""A table for tests: a board of clear hexes, the pieces that a test puts on it, and dice that it lays out.

Hexes are numbered from 0101 in the north-west; odd columns sit half a hex higher. 1005 is due north of 1010, so a
line between them crosses the N and S sides, which adjoin the corners NW, NE and SW, SE.

The ratings and conditions of this table are its own: what is shipped is a reconstruction that may be balanced anew,
and tests of rules shall not hang on it. Scenarios open with what is shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, cast

from msgspec.structs import replace

from campaign.rules.dice import ScriptedDice
from campaign.rules.options import Pending, Side
from campaign.rules.packs import make_pack, read_pack
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.attack import dice_for
from campaign.systems.combat_veteran.decide.phases import settle
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.rules import SYSTEM, CombatVeteranRules
from campaign.systems.combat_veteran.state import (
    Condition,
    Game,
    Marker,
    Phase,
    Piece,
    Rating,
    Victory,
)

SHIPPED = read_pack("combat-veteran", "campaign.systems.combat_veteran")
RULES = cast("CombatVeteranRules", SYSTEM.load(SHIPPED))
RATINGS: dict[str, dict[str, Any]] = {
    "t34": {"main": 5, "mg": 2, "armor": 3},
    "m26": {"main": 7, "mg": 3, "armor": 4},
    "m4a2": {"main": 5, "mg": 3, "armor": 3},
    "tiger1": {"main": 7, "mg": 2, "armor": 4},
    "humvee": {"mg": 4, "armor": 0, "capacity": 4},
    "m48": {"main": 7, "mg": 3, "armor": 4},
    "m113": {"mg": 4, "armor": 1, "capacity": 11},
    "t54": {"main": 7, "mg": 2, "armor": 4},
    "pt76": {"main": 4, "mg": 2, "armor": 1},
    "monitor": {"main": 6, "mg": 5, "armor": 2, "capacity": 6},
    "zippo": {"main": 6, "mg": 5, "armor": 2, "capacity": 6, "flame_range": 4},
}
CONDITIONS = {"proximity_hexes": 2, "proximity_dice": 1, "range_step": 10, "range_dice": -1}


def own_content() -> dict[str, Any]:
    """The shipped tables with this table's ratings and conditions."""
    content: dict[str, Any] = dict(SHIPPED.content)
    vehicles = [{**row, **RATINGS[row["id"]]} for row in content["vehicles.toml"]["vehicle"]]
    content["vehicles.toml"] = {**content["vehicles.toml"], "vehicle": vehicles}
    conditions = {**content["charts.toml"]["conditions"], **CONDITIONS}
    content["charts.toml"] = {**content["charts.toml"], "conditions": conditions}
    return content


OWN = own_content()
CHARTS = cast("CombatVeteranRules", SYSTEM.load(make_pack("combat-veteran", OWN))).charts
SIDES = (Side("red", "Red"), Side("blue", "Blue"))
SIZE = 30
LEGEND = {".": "clear", ",": "brush", "T": "trees", "B": "building", '"': "paddy", "~": "river", "=": "water"}
GLYPHS = {terrain: glyph for glyph, terrain in LEGEND.items()}

Hexes = tuple[tuple[str, str], ...]
Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def field_rules(terrain: Hexes = (), barriers: Pairs = ()) -> CombatVeteranRules:
    """The rules with one more board, `field`: clear but for the hexes named."""
    rows = [["."] * SIZE for _ in range(SIZE)]
    for hex, kind in terrain:
        rows[int(hex[2:]) - 1][int(hex[:2]) - 1] = GLYPHS[kind]
    board: dict[str, Any] = {
        "id": "field",
        "title": "A field",
        "source": "made for tests",
        "layout": {"columns": SIZE, "rows": SIZE},
        "legend": LEGEND,
        "picture": ["".join(row) for row in rows],
        "barriers": [list(pair) for pair in barriers],
    }
    pack = make_pack("combat-veteran", {**OWN, "boards/field.toml": board})
    return cast("CombatVeteranRules", SYSTEM.load(pack))


def unit(
    type: str,
    side: str,
    hex: str,
    facing: str = "NW",
    *markers: Marker,
    id: str = "",
    carrier: str = "",
    **ratings: Any,
) -> e.Placed:
    """One piece of a set-up; ratings: those that differ from its chart's."""
    kind, row = CHARTS.types[type]
    vehicle = kind == "vehicle"
    printed = replace(CHARTS.ratings(type), **ratings)
    facing = facing if vehicle else ""
    return e.Placed(id or type, type, row.name, side, kind, hex, printed, facing, markers, carrier)


class Table:
    """A battle under way. `do` plays an action and checks on the way that its events say all that happened."""

    def __init__(self, rules: CombatVeteranRules, game: Game) -> None:
        self.rules, self.game = rules, game

    def __getitem__(self, id: str) -> Piece:
        return self.game.pieces[id]

    @property
    def asked(self) -> Pending | None:
        return next(iter(self.rules.pending(self.game)), None)

    def do(self, action: a.AnyAction, *dice: int, side: str = "") -> list[e.Event]:
        """Play an action for the side that is asked (or for another), with exactly these dice."""
        before = self.rules.copy(self.game)
        script = ScriptedDice(dice)
        events = self.rules.advance(self.game, side or self._side(), action, script)
        assert script.left == 0, f"{script.left} of the dice laid out were not asked for"
        for event in events:
            APPLIERS[type(event)](before, event)
        assert before == self.game
        return events

    def _side(self) -> str:
        assert self.asked is not None, "the battle is over"
        return self.asked.side

    def refuses(self, action: a.AnyAction, side: str = "") -> Refused:
        """The refusal of an action that must be refused; the battle goes on as it was."""
        try:
            self.rules.advance(self.rules.copy(self.game), side or self._side(), action, ScriptedDice(()))
        except Refused as refused:
            assert refused.reason.endswith(".")
            assert action not in self.legal(side)
            return refused
        raise AssertionError(f"{action} was accepted")

    def legal(self, side: str = "") -> list[a.AnyAction]:
        return [option.action for option in self.rules.legal(self.game, side or self._side())]

    def phase(self, phase: Phase, side: str = "red", turn: int = 0) -> Table:
        """Jump to the beginning of a phase, whatever lies between."""
        play = self.play()
        play.emit(e.PhaseBegan(turn or self.game.turn, phase, side))
        settle(play)
        return self

    def hold(self) -> None:
        """Let a mover pass, if anybody may fire at it."""
        while self.asked is not None and self.asked.kind == "defensive-fire":
            self.do(a.HoldFire("hex"))

    def go(self, unit: str, *steps: tuple[str, str]) -> None:
        """Step by step, each (hex, corner it leaves by), with nobody firing."""
        for to, corner in steps:
            self.do(a.Step(unit, to, corner))  # type: ignore[arg-type]
            self.hold()

    def play(self) -> Play:
        return Play(self.rules.charts, self.game)

    def dice(self, unit: str, rating: Rating, target: str) -> int:
        """How many dice an attack would have, whoever is asked."""
        pieces = self.game.pieces
        ground = self.rules.charts.ground(self.game.board)
        return dice_for(self.rules.charts, self.game, ground, pieces[unit], rating, pieces[target])[0]


def table(
    *pieces: e.Placed,
    phase: Phase = "movement",
    side: str = "red",
    terrain: Mapping[str, str] | None = None,
    barriers: Pairs = (),
    conditions: Sequence[Condition] = (),
    turns: int = 10,
    declaring: Literal["each", "all"] = "each",
    **readings: Any,
) -> Table:
    """A battle at the beginning of a phase of its first turn; its readings are the usual ones but for those named."""
    rules = field_rules(tuple(sorted((terrain or {}).items())), barriers)
    ground = rules.charts.ground("field")
    placed = tuple(
        replace(piece, afloat=piece.ratings.mobility in ("boat", "amphibious"))
        if ground.terrain[piece.hex].water != "none"
        else piece
        for piece in pieces
    )
    victory = Victory("blue", tuple(conditions), "15.5")
    read = Readings(declaring=declaring, **readings)
    forces = e.ForcesPlaced("test", "field", SIDES, turns, victory, placed, read=read)
    found = Table(rules, rules.system.begun([forces]))
    return found.phase(phase, side)


def tell_all(found: Table, *facts: e.Event) -> Table:
    """Apply facts directly, for states that would take long to play to."""
    play = found.play()
    for fact in facts:
        play.emit(fact)
    return found


def kinds(events: Sequence[e.Event]) -> list[str]:
    return [event.__struct_config__.tag for event in events]  # type: ignore[misc]


def only(events: Sequence[e.Event], kind: type[Any]) -> Any:
    """The one event of this kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


Choose = Callable[[int], int]


def opened(scenario: str, **options: Any) -> Table:
    """A scenario as it opens."""
    return Table(RULES, RULES.system.begun(RULES.open(scenario, options)))
