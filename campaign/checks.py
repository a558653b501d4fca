"""Dice of a battle, checked: every sealed draw is derived again from the secret."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from campaign.rules.dice import SealedDice, commitment
from campaign.table import BattleForked, BattleOpened, Contribute, SecretRevealed, contribution
from events.codec import EventCodec
from events.entry import Body, Entry


class _Contribution(Struct):
    action: Contribute


_contribution = msgspec.json.Decoder(_Contribution).decode


class DiceCheck:
    """A check for `events.verify`: call it with the entries in order of seq.

    secret: as the store has it, or None; one that the diary itself reveals is found by `secret_of`.
    """

    def __init__(self, diary: str, codec: EventCodec[object], secret: bytes | None) -> None:
        self._diary, self._codec, self._secret = diary, codec, secret
        self._texts: dict[int, dict[str, str]] = {0: {}}
        self.rederived = 0
        self.unchecked = 0

    def __call__(self, entry: Entry, body: Body, previous: bytes) -> str | None:
        texts = self._texts.get(entry.parent, {})
        if entry.kind == "contribute":
            texts = {**texts, body.author.role: _contribution(entry.body).action.text}
        self._texts[entry.seq] = texts
        if entry.seq == 1 or entry.kind == "reveal":
            return self._commitment(entry)
        sealed = [draw for draw in body.draws if draw.source == "sealed"]
        if not sealed:
            return None
        if self._secret is None:
            self.unchecked += len(sealed)
            return None
        before = self._texts.get(entry.parent, {})
        dice = SealedDice(self._secret, self._diary, contribution(before), previous, bytes(body.action))
        for draw in sealed:
            values = dice.roll(draw.purpose, len(draw.values), draw.sides, draw.matters)
            if tuple(values) != draw.values:
                return f"its draw {draw.purpose!r} says {draw.values}; the secret gives {tuple(values)}"
            self.rederived += 1
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

    _committed = ""


def secret_of(codec: EventCodec[object], entries: list[Entry]) -> bytes | None:
    """The secret that a reveal made public, if there was one."""
    for entry in entries:
        for event in codec.events(entry.body):
            if isinstance(event, SecretRevealed):
                return bytes.fromhex(event.secret)
    return None
