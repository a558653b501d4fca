"""A battle as state: the table and the game on it, and the reducer that folds a battle's diary."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from campaign import table as t
from campaign.rules.muster import Verdict
from campaign.rules.system import Rules, System
from events.codec import EventCodec, Unknown
from events.errors import UnknownEvent


class Battle(Struct, omit_defaults=True):
    """The table and the game. game: the rule system's own state."""

    table: t.Table
    game: Any


class BattleReducer:
    """See `events.diary.Reducer`."""

    def __init__(self, system: System, rules: Rules) -> None:
        classes: tuple[type[Any], ...] = (*t.EVENTS, *system.events)
        self.codec: EventCodec[Any] = EventCodec(classes, system.upcasters)
        shape = msgspec.defstruct(
            "Battle", [("table", t.Table), ("game", rules.state_type)], omit_defaults=True
        )
        schema = msgspec.json.encode(msgspec.json.schema(shape), order="deterministic")
        self.fingerprint = sha256(schema + f"{system.id} {system.version}".encode()).hexdigest()
        self._rules = rules
        self._game = rules.reactions
        self._table = t.REACTIONS
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(shape).decode
        self._canonical = msgspec.json.Encoder(order="deterministic").encode

    def initial(self) -> Battle:
        return Battle(t.Table(), self._rules.initial())

    def fold(self, state: Battle, events: Sequence[object]) -> None:
        game, table = state.game, state.table
        reactions = self._game
        for event in events:
            react = reactions.get(type(event))
            if react is not None:
                react(game, event)
            elif isinstance(event, Unknown):
                raise UnknownEvent(event.kind)
            else:
                self._table[type(event)](table, event)

    def encode(self, state: Battle) -> bytes:
        return self._encode(state)

    def decode(self, data: bytes) -> Battle:
        found: Any = self._decode(data)
        return Battle(found.table, found.game)

    def digest(self, state: Battle) -> str:
        """SHA-256 (hex) of the state as canonical JSON, fields at their defaults left out.

        Written and read once before: only then is a text that equals a default surely left out, wherever it came from.
        """
        return sha256(self._canonical(self.decode(self.encode(state)))).hexdigest()


def verdict(rules: Rules, state: Battle) -> Verdict | None:
    """How the battle ended: by the rules, or because a side conceded."""
    if state.table.conceded:
        loser = state.table.conceded
        others = [seat.side for seat in state.table.seats if seat.side != loser]
        return Verdict(others[0] if len(others) == 1 else "", "the other side concedes")
    return rules.verdict(state.game)
