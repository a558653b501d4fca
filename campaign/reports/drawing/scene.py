"""What a board is drawn with besides what stands on it: the last action, and ways that pieces took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from campaign.reports.drawing.names import short_names
from campaign.reports.drawing.palette import Coloured, looks
from campaign.rules.views import GameView, PieceView, Point

Way = tuple[str | Point, ...]
"""Hexes or points of a table, one after the other."""


class Shot(Struct, frozen=True):
    """An action of one piece against another. said: what came of it, a short line each."""

    actor: str
    target: str
    said: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """A board at one moment. ways: piece → where it came from. before: pieces as they stood at their beginning."""

    game: GameView
    sides: Sequence[Coloured]
    shot: Shot | None = None
    ways: Mapping[str, Way] = {}
    before: Mapping[str, PieceView] = {}

    @property
    def looks(self) -> dict[str, int]:
        return looks(self.sides)

    @property
    def names(self) -> dict[str, str]:
        return short_names(self.game.pieces)

    def side(self, id: str) -> str:
        return next((one.name for one in self.sides if one.id == id), id)

    def piece(self, id: str) -> PieceView | None:
        return next((one for one in self.game.pieces if one.id == id), None)


class Picture(Struct, frozen=True):
    """A board as it was drawn. stacks: what stands together where there is no room to show all, a line each.

    land: what lies under it, by a name that is the same for the same ground; it stands once in a page. units: how wide
    it is, at a size at which all of it can be read.
    """

    svg: str
    land: tuple[str, str] = ("", "")
    stacks: tuple[str, ...] = ()
    units: float = 0.0
