"""The dice of one diary: sealed by a secret that is kept here, or typed in, and on what the next roll hangs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import hexdigits
from typing import Any, NamedTuple

import msgspec

from campaign.rules.dice import TypedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import (
    LINK_SIZE,
    Chain,
    SealedDice,
    commitment,
    dice_of_the_first_scheme,
)
from events.decoding import json_decoder
from events.entry import Entry, Head, encode_json
from events.errors import Damaged
from events.store import Store


class Sealing(NamedTuple):
    """What dice are rolled with. typed: by hand, nothing is sealed. contributions: who → text. scheme: of sealed dice,
    see `campaign.rules.sealed_dice`. revealed: the secret (hex), once it is public."""

    typed: bool
    commitment: str
    contributions: Mapping[str, str]
    scheme: int
    revealed: str

    @property
    def text(self) -> str:
        return contribution(self.contributions)


def contribution(texts: Mapping[str, str]) -> str:
    """What the players added to the dice: a line `who=text` for each, sorted."""
    return "".join(f"{who}={text}\n" for who, text in sorted(texts.items()))


class _Link(msgspec.Struct):
    roll: str = ""


_link = json_decoder(_Link).decode


class Rolling:
    """Of one diary; safe for threads, as its secret never changes. what: battle or campaign. newest: seq and link of
    the newest entry that was appended here."""

    def __init__(self, store: Store, name: str, what: str) -> None:
        self._store, self._name, self._what = store, name, what
        self._secret: bytes | None = None
        self._chain: tuple[str, Chain] | None = None  # commitment, and what was found to fit it
        self.newest = (0, "")

    def begins(self, secret: bytes) -> None:
        """secret: of a diary that comes to be; b"" if dice are typed in."""
        self._secret = secret or None

    def appended(self, entry: Entry) -> None:
        self.newest = entry.seq, _link(entry.body).roll

    def secret(self) -> bytes | None:
        """Of the sealed dice, if it is kept here: it never changes, so it is looked up once."""
        if self._secret is None:
            self._secret = self._store.secret(self._name)
        return self._secret

    def dice(
        self, sealing: Sealing, head: Head, role: str, action: Any, typed: Sequence[int], link: str | None
    ) -> SealedDice | TypedDice:
        """See `OpenDiary.dice`."""
        if sealing.typed:
            return TypedDice(typed)
        if typed:
            raise Refused("This battle's dice are sealed: none are typed in.", where="$.dice")
        chain = self.chain(sealing)
        if sealing.scheme == 1:
            action_bytes = encode_json(action)
            return dice_of_the_first_scheme(chain.secret, self._name, sealing.text, head.seal, action_bytes)
        return chain.dice(self.link(head.seq) if link is None else link, role)

    def chain(self, sealing: Sealing) -> Chain:
        """The secret of the sealed dice, and what is made with it. Raises Refused if it is not here."""
        if self._chain is not None and self._chain[0] == sealing.commitment:
            return self._chain[1]
        secret = bytes.fromhex(sealing.revealed) or self.secret()
        if secret is None:
            reason = f"This copy does not hold the secret of the {self._what}'s dice. Fork it to go on with a new one."
            raise Refused(reason, "", ["fork"])
        if commitment(secret, self._name) != sealing.commitment:
            reason = (
                f"The secret kept here is not the one that the {self._what} committed to. Fork it to go on."
            )
            raise Refused(reason, "", ["fork"])
        self._chain = sealing.commitment, Chain(secret, self._name)
        return self._chain[1]

    def link(self, seq: int) -> str:
        """On what the next roll after a stored entry hangs, in the second scheme. Raises Damaged."""
        newest = self.newest  # looked at once: others append meanwhile
        if newest[0] == seq:
            return newest[1]
        found = _link(self._store.entry(self._name, seq).body).roll
        if len(found) != 2 * LINK_SIZE or not set(found) <= set(hexdigits):
            raise Damaged(self._name, seq, "it does not say on what the next roll of dice hangs")
        return found

    def contributed(self, sealing: Sealing, head: Head, side: str, text: str) -> str:
        """See `OpenDiary.contributed`."""
        if sealing.typed or sealing.scheme == 1:
            return ""
        if side == UMPIRE:
            raise Refused("The sides add to the dice, not the umpire.", "", where="$.side")
        for entry in self._store.entries(self._name, 0, head.seq):
            body = entry.read()
            if body.draws:
                raise Refused(
                    f"Dice have been rolled (entry {entry.seq}): what the sides add to them is fixed by now."
                )
            if entry.kind == "contribute" and body.author.role == side:
                raise Refused(f"{side} has added to the dice already, in entry {entry.seq}: once is all.")
        return self.chain(sealing).contributed(self.link(head.seq), side, text)
