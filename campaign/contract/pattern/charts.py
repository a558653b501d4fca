"""The files in `data`, checked when the pack is loaded. Every table says its source."""

from msgspec import Struct

from campaign.rules.charts import known, numbered, read_board
from campaign.rules.options import Side
from campaign.rules.packs import Pack
from campaign.rules.views import PieceKind


class Vehicle(Struct, frozen=True, forbid_unknown_fields=True):
    """hits: that it can take. range: in hexes. needs: the least of a die that hits."""

    id: str
    name: str
    kind: PieceKind
    hits: int
    range: int
    needs: int


class VehicleFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    vehicle: tuple[Vehicle, ...]


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit as it begins."""

    id: str
    side: str
    type: str
    hex: str


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    summary: str
    source: str
    board: str
    turns: int
    side: tuple[Side, ...]
    unit: tuple[Placed, ...]


TERRAIN = {"open": ".", "wood": "T"}
"""Kinds of terrain, each with the character by which it is drawn."""


class Charts:
    """Raises PackError: file, row, and what is wrong."""

    def __init__(self, pack: Pack) -> None:
        self.vehicles = {one.id: one for one in pack.table("vehicles.toml", VehicleFile).vehicle}
        self.boards = {
            board.id: board for board in (read_board(pack, name, TERRAIN) for name in pack.folder("boards"))
        }
        self.scenarios: dict[str, Scenario] = {}
        for name in pack.folder("scenarios"):
            scenario = pack.table(name, Scenario)
            self._check(scenario, name)
            self.scenarios[scenario.id] = scenario

    def _check(self, scenario: Scenario, file: str) -> None:
        """What the shape of a file cannot say."""
        known(scenario.board, self.boards, f"{file}, board", "board")
        for i, unit in enumerate(scenario.unit):
            where = f"{file}, unit[{i}]"
            known(unit.type, self.vehicles, f"{where}.type", "vehicle")
            known(unit.side, [side.id for side in scenario.side], f"{where}.side", "side")
            numbered(self.boards[scenario.board], unit.hex, f"{where}.hex")
