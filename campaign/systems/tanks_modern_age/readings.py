"""How the text is read where it leaves something open: each is a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from campaign.rules.readings import AnyReadings, asks


class Readings(AnyReadings, frozen=True):
    """See `campaign.rules.readings`; docs/rules/tanks-modern-age.md has a paragraph for each."""

    high_looks_over: Annotated[
        Literal["buildings", "nothing", "all"],
        asks(
            "p12",
            "Which terrain hides nothing from a high-flying helicopter?",
            "It sees everybody; what has cover from it is nowhere said outright (p14, p15, p19).",
            "what blocks sight, buildings",
            "none: the drawing holds both ways",
            "all, forests too",
        ),
    ] = "nothing"
    tanks_pass_tanks: Annotated[
        bool,
        asks(
            "p9",
            "Do tanks drive past tanks that are not destroyed?",
            "Destroyed tanks are impassable, bases of helicopters are passed; of living tanks it says nothing.",
        ),
    ] = False
    least_move: Annotated[
        int,
        Meta(ge=0, le=50),
        asks(
            "p9",
            "How many mm is the shortest move?",
            "A model is placed anywhere along the arrow, so also where it was.",
        ),
    ] = 0
    reserves_in_play: Annotated[
        bool,
        asks(
            "p19",
            "Does a tank that is held off keep its side in the battle?",
            "In play is who is neither destroyed nor removed; of reserves it says nothing.",
        ),
    ] = True
    rising_is_moving: Annotated[
        bool,
        asks(
            "p10", "Has a Predator moved that changes its elevation in place?",
            "It stays still, and gets a Speed token.",
        ),
    ] = True  # fmt: skip
