"""Dice of a battle, checked: every sealed draw is derived again from the secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
from msgspec import Struct

from campaign.rules.dice import SealedDice, commitment
from campaign.table import (
    BattleForked,
    BattleOpened,
    Contribute,
    DiceMode,
    SecretRevealed,
    TableEvent,
    contribution,
)
from events.codec import EventCodec, Unknown
from events.entry import Body, Entry


class _Contribution(Struct):
    action: Contribute


_contribution = msgspec.json.Decoder(_Contribution).decode


class DiceCheck:
    """A check for `events.verify`: call it with the entries in order of seq.

    mode: how the battle is fought; no draw may have another source. rolled: which dice an event says were rolled.
    secret: as the store has it, or None; one that the diary itself reveals is found by `secret_of`.
    """

    def __init__(
        self,
        diary: str,
        codec: EventCodec[object],
        mode: DiceMode,
        rolled: Callable[[object], tuple[int, ...]],
        secret: bytes | None,
    ) -> None:
        self._diary, self._codec, self._mode, self._rolled, self._secret = diary, codec, mode, rolled, secret
        self._texts: dict[int, dict[str, str]] = {0: {}}
        self._committed = ""
        self.rederived = 0
        self.unchecked = 0
        self.typed = 0

    def __call__(self, entry: Entry, body: Body, previous: bytes) -> str | None:
        texts = self._texts.get(entry.parent, {})
        if entry.kind == "contribute":
            texts = {**texts, body.author.role: _contribution(entry.body).action.text}
        self._texts[entry.seq] = texts
        if why := self._faces(entry, body):
            return why
        if entry.seq == 1 or entry.kind == "reveal":
            return self._commitment(entry)
        if self._mode == "typed":
            self.typed += len(body.draws)
            return None
        if self._secret is None:
            self.unchecked += len(body.draws)
            return None
        before = self._texts.get(entry.parent, {})
        dice = SealedDice(self._secret, self._diary, contribution(before), previous, bytes(body.action))
        for draw in body.draws:
            values = dice.roll(draw.purpose, len(draw.values), draw.sides, draw.matters)
            if tuple(values) != draw.values:
                return f"its draw {draw.purpose!r} says {draw.values}; the secret gives {tuple(values)}"
            self.rederived += 1
        return None

    def _faces(self, entry: Entry, body: Body) -> str | None:
        """Draws of the right kind, with faces that there are; and every die of the events among them."""
        there: Counter[int] = Counter()
        for draw in body.draws:
            if draw.source != self._mode:
                return f"its draw {draw.purpose!r} is {draw.source}; this battle's dice are {self._mode}"
            if any(not 1 <= face <= draw.sides for face in draw.values):
                return f"its draw {draw.purpose!r} has faces that no such die has: {draw.values}"
            there.update(draw.values)
        for event in self._codec.events(entry.body):
            if not isinstance(event, Unknown | TableEvent):
                there.subtract(self._rolled(event))
        if any(count < 0 for count in there.values()):
            return "its events speak of dice that it did not draw"
        return None

    def _commitment(self, entry: Entry) -> str | None:
        for event in self._codec.events(entry.body):
            match event:
                case BattleOpened() | BattleForked():
                    self._committed = event.commitment
                    if self._secret and event.commitment != commitment(self._secret, self._diary):
                        return "the secret of the dice is not the one that was committed to"
                case SecretRevealed():
                    if commitment(bytes.fromhex(event.secret), self._diary) != self._committed:
                        return "the secret that it reveals is not the one that was committed to"
                case _:
                    continue
        return None


def secret_of(codec: EventCodec[object], entries: list[Entry]) -> bytes | None:
    """The secret that a reveal made public, if there was one."""
    for entry in entries:
        for event in codec.events(entry.body):
            if isinstance(event, SecretRevealed):
                return bytes.fromhex(event.secret)
    return None
