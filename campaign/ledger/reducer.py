"""The reducer of a campaign's diary. See `events.diary.Reducer`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.ledger import events as e
from campaign.ledger.apply import APPLIERS
from campaign.ledger.state import Campaign
from events.codec import EventCodec, Unknown
from events.errors import UnknownEvent
from events.state_code import StateCode

VERSION = "1"
"""Changes when decisions change; written into every entry."""


class CampaignReducer:
    """Folds campaign entries."""

    def __init__(self) -> None:
        self.codec: EventCodec[Any] = EventCodec(e.ALL, e.UPCASTERS)
        self._code = StateCode[Campaign](Campaign, f"campaign {VERSION}")
        self.fingerprint = self._code.fingerprint

    def initial(self) -> Campaign:
        return Campaign()

    def fold(self, state: Campaign, events: Sequence[object]) -> None:
        appliers = APPLIERS
        for event in events:
            apply = appliers.get(type(event))
            if apply is None:
                assert isinstance(event, Unknown)
                raise UnknownEvent(event.kind)
            apply(state, event)

    def encode(self, state: Campaign) -> bytes:
        return self._code.encode(state)

    def decode(self, data: bytes) -> Campaign:
        return self._code.decode(data)

    def digest(self, state: Campaign) -> str:
        return self._code.digest(state)
