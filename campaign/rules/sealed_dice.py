"""Sealed dice: nobody can repeat them without it showing, and everybody can check them once the secret is out.

Three schemes, described with test vectors in `docs/dice.md`; the entry that opens a diary names its own. In the first
every roll hangs on the seal of the entry before it, and so on all that a host may vary: times, salts, harmless
entries, and each millimetre of an action. In the second it hangs on the rolls before it, and on who acts, alone. The
third begins with what the diary was opened with, so that no other opening fits the rolls.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from campaign.rules.dice import Faces, Recorded
from events.entry import Matters

SCHEME = 3
"""Of diaries that are opened now."""

COMMITMENT = b"wardiary.dice.commitment.1"
ROLL_1 = b"wardiary.dice.roll.1"
ROLL = b"wardiary.dice.roll.2"
START = b"wardiary.dice.start.2"
START_3 = b"wardiary.dice.start.3"
CONTRIBUTED = b"wardiary.dice.contributed.2"
ROLLED = b"wardiary.dice.rolled.2"
SALT = b"wardiary.dice.salt.2"
LINK_SIZE = SALT_SIZE = 16
"""Bytes."""


def _lp(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def commitment(secret: bytes, diary: str) -> str:
    """What is published when a diary opens (hex). Says nothing of the rolls: its context is its own."""
    return hmac.digest(secret, _lp(COMMITMENT, diary.encode()), "sha256").hex()


class SealedDice(Recorded):
    """One entry's dice and shuffles, from the stream of HMAC-SHA256(secret, context n), n = 0, 1, 2 … of 8 bytes.

    Blocks are read as words of 4 bytes, big endian; a word w gives the face w mod sides + 1, unless it lies in the
    last, incomplete run of sides: then the next word is taken. A shuffle takes one face of i sides for each i from the
    number of cards down to 2.
    """

    source = "sealed"

    def __init__(self, secret: bytes, context: bytes) -> None:
        super().__init__()
        self._words = self._stream(hmac.new(secret, context, sha256))

    @staticmethod
    def _stream(base: hmac.HMAC) -> Iterator[int]:
        counter = 0
        while True:
            block = base.copy()
            block.update(counter.to_bytes(8, "big"))
            digest = block.digest()
            for i in range(0, 32, 4):
                yield int.from_bytes(digest[i : i + 4], "big")
            counter += 1

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        limit = (1 << 32) // sides * sides
        faces: list[int] = []
        while len(faces) < count:
            word = next(self._words)
            if word < limit:
                faces.append(word % sides + 1)
        return tuple(faces)


def dice_of_the_first_scheme(
    secret: bytes, diary: str, contributions: str, seal: bytes, action: bytes
) -> SealedDice:
    """contributions: a line `who=text` for each, sorted. seal: of the entry before. action: its bytes."""
    return SealedDice(secret, _lp(ROLL_1, diary.encode(), contributions.encode(), seal, action))


class Chain(NamedTuple):
    """The second scheme and the third: a chain of links, which only contributions and rolls move on. A link is 16 bytes
    in hex; made with the secret, so that it tells nobody what was rolled, or for which hidden action."""

    secret: bytes
    diary: str

    def _made(self, tag: bytes, *parts: bytes) -> str:
        return hmac.digest(self.secret, _lp(tag, self.diary.encode(), *parts), "sha256")[:LINK_SIZE].hex()

    def start(self, scheme: int, opener: str, action: bytes, events: bytes) -> str:
        """The link before anybody contributed or rolled. opener: the player who opened the diary; action, events: of
        its first entry, as their bytes."""
        return self._made(START) if scheme == 2 else self._made(START_3, opener.encode(), action, events)

    def contributed(self, link: str, side: str, text: str) -> str:
        """The link after a side's contribution."""
        return self._made(CONTRIBUTED, bytes.fromhex(link), side.encode(), text.encode())

    def rolled(self, link: str, role: str) -> str:
        """The link after a draw."""
        return self._made(ROLLED, bytes.fromhex(link), role.encode())

    def context(self, link: str, role: str) -> bytes:
        """Of a draw's stream."""
        return _lp(ROLL, self.diary.encode(), bytes.fromhex(link), role.encode())

    def dice(self, link: str, role: str) -> ChainedDice:
        """role: for whom the author acts. What he does is no part of it: a millimetre, the order in which dice are
        named, days, the words of a return would all be something to try out."""
        return ChainedDice(self, link, role)

    def salt(self, seq: int) -> str:
        """Of the entry seq: whoever makes the entry has no choice of it."""
        return self._made(SALT, seq.to_bytes(8, "big"))


class ChainedDice(SealedDice):
    """Of the second scheme and the third. Every draw has a stream of its own and moves the chain on, so that it is all
    the same whether two stand in one entry or in two. follows: the link after the newest, at first the one that they
    were made for."""

    def __init__(self, chain: Chain, link: str, role: str) -> None:
        super().__init__(chain.secret, chain.context(link, role))
        self._chain, self._role, self.follows = chain, role, link

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        self._go_on(count)
        return super().roll(purpose, count, sides, matters, faces)

    def shuffle(self, purpose: str, count: int) -> Faces:
        self._go_on(count)
        return super().shuffle(purpose, count)

    def _go_on(self, count: int) -> None:
        if count <= 0:
            return
        if self.draws:
            context = self._chain.context(self.follows, self._role)
            self._words = self._stream(hmac.new(self._chain.secret, context, sha256))
        self.follows = self._chain.rolled(self.follows, self._role)
