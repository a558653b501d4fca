"""A battle that is open here: its diary, its rules, and what every change to it has in common."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

import msgspec

from campaign import table as t
from campaign.battle import Battle, BattleReducer, verdict
from campaign.rules.dice import SealedDice, TypedDice, commitment
from campaign.rules.refused import Refused
from campaign.rules.system import Pending, Rules, System
from events.diary import Diary
from events.entry import Author, Body, Draw, Head, encode_json, raw
from events.store import Store

BOT = "bot:"
"""How the player ids of bots begin."""
DIGEST_EVERY = 50
"""At the latest after so many entries, one carries a digest of the state."""

SALT = 16
"""Bytes of the salt of an entry."""


class World(NamedTuple):
    """What comes from outside: the time, and secrets that nobody can guess."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    random_bytes: Callable[[int], bytes] = secrets.token_bytes

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds."""
        return self.clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def commit(self, battle: str, dice: t.DiceMode) -> tuple[str, bytes]:
        """A commitment and its secret for sealed dice; neither for typed ones."""
        if dice == "typed":
            return "", b""
        secret = self.random_bytes(32)
        return commitment(secret, battle), secret


class Desk:
    """One battle, opened once."""

    def __init__(self, store: Store, name: str, system: System, rules: Rules, world: World) -> None:
        self.store, self.name, self.system, self.rules, self.world = store, name, system, rules, world
        self.diary = Diary[Battle, Any](store, name, BattleReducer(system, rules))
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            cast("Any", rules.action_type | t.PLAYER_ACTIONS)
        )

    def pending(self, state: Battle) -> tuple[Pending, ...]:
        """Who is asked: by the game, or to answer a request to take something back."""
        if verdict(self.rules, state) is not None:
            return ()
        request = state.table.request
        if request is None:
            return self.rules.pending(state.game)
        text = f"A request to go back to entry {request.to}: agree or refuse."
        others = [seat.side for seat in state.table.seats if seat.side != request.side]
        return tuple(Pending(side, "undo", text) for side in others)

    def copy(self, state: Battle) -> Battle:
        reducer = self.diary.reducer
        return reducer.decode(reducer.encode(state))

    def dice(self, table: t.Table, head: Head, action: Any, typed: Sequence[int]) -> SealedDice | TypedDice:
        """The dice for one decision. Raises Refused if they cannot be had."""
        if table.dice == "typed":
            return TypedDice(typed)
        if typed:
            raise Refused("This battle's dice are sealed: none are typed in.", where="$.dice")
        secret = self.store.secret(self.name)
        if secret is None:
            reason = (
                "This copy does not hold the secret of the battle's dice. Fork it to go on with a new one."
            )
            raise Refused(reason, "", ["fork"])
        if commitment(secret, self.name) != table.commitment:
            reason = "The secret kept here is not the one that the battle committed to. Fork it to go on."
            raise Refused(reason, "", ["fork"])
        return SealedDice(secret, self.name, table.contribution(), head.seal, encode_json(action))

    def hides(self, state: Battle) -> bool:
        """Whether sides see different things."""
        return self.rules.view(state.game, "").hides

    def body(
        self,
        after: int,
        state: Battle,
        action: Any,
        author: Author,
        events: Sequence[Any],
        draws: Sequence[Draw] = (),
        key: str = "",
        parent: int | None = None,
    ) -> Body:
        """The body of the entry after entry `after`. It carries the digest of the state now and then, at rewinds,
        and at the end, and a salt if it may hold what not everybody may see.
        """
        secretive = self.hides(state) or any(draw.matters == "shuffle" for draw in draws)
        seq = after + 1
        regular = seq == 1 or seq % DIGEST_EVERY == 0
        tells = regular or parent is not None or verdict(self.rules, state) is not None
        return Body(
            after if parent is None else parent,
            self.world.now(),
            author,
            raw(action),
            tuple(draws),
            raw(list(events)),
            f"{self.system.id} {self.system.version}",
            self.rules.pack.digest,
            self.diary.reducer.digest(state) if tells else "",
            key,
            salt=self.world.random_bytes(SALT).hex() if secretive else "",
        )
