"""Where callers stand in a diary, kept as long as it stands still."""

from __future__ import annotations

from collections.abc import Callable

from campaign.shared.answers import Standing
from campaign.shared.callers import Caller

MOST_STANDINGS = 1000
"""Callers of whom is kept where they stand in one diary."""


class Standings:
    """Where callers stand at one entry, worked out once for each."""

    def __init__(self) -> None:
        self._kept: tuple[bytes, dict[Caller, Standing]] = b"", {}

    def of(self, seal: bytes, caller: Caller, stands: Callable[[], Standing]) -> Standing:
        """seal: of the entry. Raises what `stands` raises, and keeps nothing then."""
        kept = self._kept  # looked at once: others ask meanwhile
        if kept[0] != seal or len(kept[1]) > MOST_STANDINGS:
            kept = self._kept = seal, {}
        found = kept[1].get(caller)
        if found is None:
            found = kept[1][caller] = stands()
        return found
