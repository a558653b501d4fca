"""The files in `data`, checked when the pack is loaded. Every table says its source."""

from msgspec import Struct

from campaign.rules.boards import Board, BoardError, BoardFile
from campaign.rules.options import Side
from campaign.rules.packs import Pack, PackError
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
        self.boards = {board.id: board for board in (_board(pack, name) for name in pack.folder("boards"))}
        self.scenarios: dict[str, Scenario] = {}
        for name in pack.folder("scenarios"):
            scenario = pack.table(name, Scenario)
            self._check(scenario, name)
            self.scenarios[scenario.id] = scenario

    def _check(self, scenario: Scenario, file: str) -> None:
        """What the shape of a file cannot say."""
        if scenario.board not in self.boards:
            raise PackError(f"There is no board {scenario.board!r}.", "", tuple(self.boards), file)
        sides = [side.id for side in scenario.side]
        for unit in scenario.unit:
            if unit.type not in self.vehicles:
                raise PackError(f"{unit.id}: no vehicle {unit.type!r}.", "", tuple(self.vehicles), file)
            if unit.side not in sides:
                raise PackError(f"{unit.id}: no side {unit.side!r}.", "", sides, file)
            if unit.hex not in self.boards[scenario.board].hexes:
                raise PackError(f"{unit.id}: no hex {unit.hex!r} on the board.", where=file)


def _board(pack: Pack, name: str) -> Board:
    file = pack.table(name, BoardFile)
    try:
        board = Board(file, name)
    except BoardError as error:
        raise PackError(str(error), where=name) from None
    if strange := set(file.legend.values()) - TERRAIN.keys():
        raise PackError(f"No terrain is called {min(strange)!r}.", "", tuple(TERRAIN), name)
    return board
