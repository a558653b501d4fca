"""A battle as state: the table and the game on it, and the reducer that folds a battle's diary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from campaign.battles import table as t
from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.system import Rules, System
from events.codec import EventCodec, Unknown
from events.errors import UnknownEvent
from events.state_code import StateCode


class Battle(Struct, omit_defaults=True):
    """The table and the game. game: the rule system's own state."""

    table: t.Table
    game: Any


@lru_cache(maxsize=64)
def _shape(game: type[Any]) -> type[Any]:
    """A battle whose game is of that type."""
    return msgspec.defstruct("Battle", [("table", t.Table), ("game", game)], omit_defaults=True)


class BattleReducer:
    """See `events.fold.Reducer`. It needs no pack: what events mean does not depend on charts."""

    def __init__(self, system: System) -> None:
        classes: tuple[type[Any], ...] = (*t.EVENTS, *system.events)
        self.codec: EventCodec[Any] = EventCodec(classes, system.upcasters)
        self._code = StateCode[Any](_shape(system.state_type), f"{system.id} {system.version}")
        self.fingerprint = self._code.fingerprint
        self._blank, self._game = system.initial, system.appliers

    def initial(self) -> Battle:
        return Battle(t.Table(), self._blank())

    def fold(self, state: Battle, events: Sequence[object]) -> None:
        game, table = state.game, state.table
        appliers = self._game
        for event in events:
            apply = appliers.get(type(event))
            if apply is not None:
                apply(game, event)
            elif isinstance(event, Unknown):
                raise UnknownEvent(event.kind)
            else:
                t.APPLIERS[type(event)](table, event)

    def encode(self, state: Battle) -> bytes:
        return self._code.encode(state)

    def decode(self, data: bytes) -> Battle:
        found = self._code.decode(data)
        return Battle(found.table, found.game)

    def digest(self, state: Battle) -> str:
        return self._code.digest(state)


def verdict(rules: Rules, state: Battle) -> Verdict | None:
    """How the battle ended: by the rules, because a side conceded, or because it was put away before it began."""
    if state.table.away:
        return Verdict("", "put away before it began")
    if state.table.conceded:
        loser = state.table.conceded
        ruled = (side.id for side in sides_of(rules, state) if side.by_rules)
        others = [side for side in (*(seat.side for seat in state.table.seats), *ruled) if side != loser]
        return Verdict(others[0] if len(others) == 1 else "", "the other side concedes")
    return rules.verdict(state.game)


def sides_of(rules: Rules, state: Battle) -> tuple[Side, ...]:
    """Those of its scenario; () where its pack has no such scenario."""
    info = rules.infos.get(state.table.scenario)
    return () if info is None else info.sides
