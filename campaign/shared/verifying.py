"""What was found of a diary, put together: what holds, what does not, and what nobody could check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.shared.answers import VerifyReport
from campaign.shared.deciding_again import DecidingAgain
from campaign.shared.dice_check import DiceCheck
from events.store import Store
from events.verify import Report


def report(
    store: Store,
    diary: str,
    found: Report,
    dice: DiceCheck,
    decides: DecidingAgain[Any] | None = None,
    unchecked: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> VerifyReport:
    """Of a whole diary. In a damaged or altered file nothing is sound: what it has lost, nobody can know."""
    bad, why = found.bad or (0, store.altered() or (store.read_only if store.damaged else ""))
    return VerifyReport(
        diary,
        not why,
        found.entries,
        found.head.seal.hex(),
        bad,
        why,
        dice.told_of(),
        tuple(notes),
        decides.decided if decides is not None else 0,
        (
            *filter(None, (found.unknown and found.unknown[1], store.partial)),
            *unproved(dice, decides),
            *unchecked,
        ),
    )


def unproved(dice: DiceCheck, decides: DecidingAgain[Any] | None) -> list[str]:
    """Dice that were not derived and decisions that were not decided again, in sentences."""
    found = decides.unchecked() if decides is not None else []
    if dice.unchecked:
        found.append(f"{dice.unchecked} draws were not derived: the secret of the dice is not known here.")
    return found
