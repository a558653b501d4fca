"""How the text is read where it leaves something open: each is a switch."""

from __future__ import annotations

from typing import Annotated

from campaign.rules.readings import AnyReadings, asks
from campaign.systems.combat_veteran.state import Breakdown, Declaring, HalfOf, Scars


class Readings(AnyReadings, frozen=True):
    """See `campaign.rules.readings`; docs/rules/combat-veteran.md names each beside its rule."""

    misadventure: Annotated[
        bool,
        asks(
            "9.5 g",
            "Has an attack that has no dice left a last die?",
            "Misadventure is a rule of the base game, which is not at hand: a reconstruction.",
        ),
    ] = False
    declaring: Annotated[
        Declaring,
        asks(
            "7.8", "How is fire declared at a vehicle that enters a hex?",
            "The vehicle turns once fire at it is declared; whether all of it, or the first attack, is open.",
            "one attack after the other; the vehicle turns at the first", "all of it before the vehicle turns",
        ),
    ] = "all"  # fmt: skip
    breakdown: Annotated[
        Breakdown,
        asks(
            "8.13", "Which cost of a hex must a speeding vehicle's die reach?",
            "The die is held against the vehicle's move cost; obstacles to sight cost a vehicle twice as much.",
            "what the vehicle pays", "what the chart has, not doubled",
        ),
    ] = "doubled"  # fmt: skip
    half_of: Annotated[
        HalfOf,
        asks(
            "9.0", "Of what must a speeding vehicle have moved less than half to attack?",
            "Less than half of its allowance; whether speed doubles that too is open.",
            "of the printed value", "of twice the printed value",
        ),
    ] = "printed"  # fmt: skip
    scar_terrain: Annotated[
        Scars,
        asks(
            "6.0", "What does the hex of a write-off take from attacks where its terrain takes dice too?",
            "The hex becomes terrain of -2; whether in place of what is there or besides is open.",
            "the worse of both", "both together",
        ),
    ] = "worse"  # fmt: skip
