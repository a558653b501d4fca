"""The gun line with what stands beside a board: numbers, hands of cards, turrets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.facets import UMPIRE
from campaign.rules.views import CardView, GameView, HandView, TrackView
from tests.gun_line import GunLineRules

TRACKS = (
    TrackView("impulse", 2, 4), TrackView("initiative of A", 31, side="red"),
    TrackView("initiative of B", 7, side="red"), TrackView("Panzerfausts", 3, 3, "blue"),
)  # fmt: skip
CARDS = (
    CardView(1, "action", "Rally", "One of yours takes heart.", "up"),
    CardView(2, "action", "Advance", "All go on.", "down"),
    CardView(3, "action", "Ambush", "Too late.", "gone"),
)


def install(patch: pytest.MonkeyPatch) -> None:
    """Tracks of everybody and of either side; red holds three cards, one of them gone; the first piece has a turret."""
    plain = GunLineRules.seen

    def seen(self: GunLineRules, known: Any, viewer: str) -> GameView:
        view = plain(self, known, viewer)
        told = [one if viewer in ("red", UMPIRE) else CardView(one.slot, one.kind) for one in CARDS[:2]]
        first, *rest = view.pieces
        return replace(
            view,
            tracks=TRACKS,
            hands=(HandView("red", (*told, CARDS[2])),),
            pieces=(replace(first, facing="NE", turret="S"), *rest),
        )

    patch.setattr(GunLineRules, "seen", seen)
