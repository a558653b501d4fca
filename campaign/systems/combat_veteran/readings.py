"""How the text is read where it leaves something open: each is a switch."""

from __future__ import annotations

from typing import Annotated

from campaign.rules.readings import AnyReadings, asks
from campaign.systems.combat_veteran.state import Declaring


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
