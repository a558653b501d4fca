"""The reducer of a campaign's diary. See `events.diary.Reducer`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from campaign.ledger import events as e
from campaign.ledger.apply import REACTIONS
from campaign.ledger.state import Campaign
from events.codec import EventCodec, Unknown
from events.errors import UnknownEvent

VERSION = "1"
"""Changes when decisions change; written into every entry."""


class CampaignReducer:
    """Folds campaign entries."""

    def __init__(self) -> None:
        self.codec: EventCodec[Any] = EventCodec(e.ALL, e.UPCASTERS)
        schema = msgspec.json.encode(msgspec.json.schema(Campaign), order="deterministic")
        self.fingerprint = sha256(schema + f"campaign {VERSION}".encode()).hexdigest()
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Campaign).decode
        self._canonical = msgspec.json.Encoder(order="deterministic").encode

    def initial(self) -> Campaign:
        return Campaign()

    def fold(self, state: Campaign, events: Sequence[object]) -> None:
        reactions = REACTIONS
        for event in events:
            react = reactions.get(type(event))
            if react is None:
                assert isinstance(event, Unknown)
                raise UnknownEvent(event.kind)
            react(state, event)

    def encode(self, state: Campaign) -> bytes:
        return self._encode(state)

    def decode(self, data: bytes) -> Campaign:
        return self._decode(data)

    def digest(self, state: Campaign) -> str:
        """SHA-256 (hex) of the state as canonical JSON, fields at their defaults left out."""
        return sha256(self._canonical(self.decode(self.encode(state)))).hexdigest()
