"""A state that is carried on from decision to decision, and put back to before one that was refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger.state import Campaign

STRIDE = 2000
"""Events after which the state is written down anew."""


class Carried:
    """state: after what was done. Whoever decides on it spoils it if he is refused; what was done is then folded again
    onto the last state that was written down. A big state is written down now and then, and not for each decision."""

    def __init__(self, campaign: OpenCampaign, state: Campaign) -> None:
        self._reducer = campaign.diary.reducer
        self._write_down(state)

    def _write_down(self, state: Campaign) -> None:
        self.state = state
        self._written = self._reducer.encode(state)
        self._since: list[Any] = []

    def done(self, events: Sequence[Any]) -> None:
        """Keep what was decided on the state, and done to it."""
        self._since += events
        if len(self._since) >= STRIDE:
            self._write_down(self.state)

    def put_back(self) -> None:
        """Take back what was begun since `done`."""
        state = self._reducer.decode(self._written)
        self._reducer.fold(state, self._since)
        self._write_down(state)
