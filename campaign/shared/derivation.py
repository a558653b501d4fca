"""From what the sealed dice of each entry are derived, for whoever checks them: one class for each scheme."""

from __future__ import annotations

from campaign.rules.sealed_dice import Chain, SealedDice, dice_of_the_first_scheme
from campaign.shared.rolling import contribution
from events.entry import Body, Entry

Contribution = tuple[str, str]
"""Who, and what."""


class FirstScheme:
    """Dice hang on the seal of the entry before, and on the contributions of the lineage."""

    def __init__(self, diary: str, secret: bytes | None) -> None:
        self._diary, self._secret = diary, secret
        self._texts: dict[int, dict[str, str]] = {0: {}}

    def meet(self, entry: Entry, body: Body, previous: bytes, contributed: Contribution | None) -> str:
        """What is wrong with what the next entry in order of seq says of the chain; "" if nothing is."""
        before = self._texts.get(entry.parent, {})
        self._texts[entry.seq] = before | dict([contributed]) if contributed else before
        return "it carries a link of dice that it cannot have" if body.roll else ""

    def dice(self, entry: Entry, body: Body, previous: bytes) -> SealedDice:
        """Of the entry that was met last."""
        assert self._secret is not None
        texts = contribution(self._texts.get(entry.parent, {}))
        return dice_of_the_first_scheme(self._secret, self._diary, texts, previous, bytes(body.action))


class ChainedScheme:
    """The second and the third: dice hang on a chain of their own, which goes on in order of seq, whatever is taken
    back."""

    def __init__(self, scheme: int, diary: str, secret: bytes | None) -> None:
        self._scheme, self._chain = scheme, None if secret is None else Chain(secret, diary)
        self._before = self._link = ""
        self._contributed: set[str] = set()
        self._rolled = False

    def meet(self, entry: Entry, body: Body, previous: bytes, contributed: Contribution | None) -> str:
        """As of the first scheme."""
        self._before = self._link
        fresh = sum(draw.source == "sealed" for draw in body.draws)
        if body.salt and self._chain is not None and body.salt != self._chain.salt(entry.seq):
            return "its salt is not the one that the secret gives"
        moved = not self._link or bool(fresh)
        expected = self._link
        if self._chain is not None:
            if not expected:  # the first entry
                opening = body.author.player, bytes(body.action), bytes(body.events)
                expected = self._chain.start(self._scheme, *opening)
            for _ in range(fresh):
                expected = self._chain.rolled(expected, body.author.role)
        if contributed is not None and not body.again:
            if self._rolled or contributed[0] in self._contributed:
                return "it adds to the dice once more, or after the first roll"
            self._contributed.add(contributed[0])
            moved = True
            if self._chain is not None:
                expected = self._chain.contributed(expected, *contributed)
        self._link, self._rolled = body.roll, self._rolled or bool(body.draws)
        if not body.roll or ((self._chain is not None or not moved) and body.roll != expected):
            return "what it says the next roll hangs on does not follow from the rolls before"
        return ""

    def dice(self, entry: Entry, body: Body, previous: bytes) -> SealedDice:
        """As of the first scheme."""
        assert self._chain is not None
        return self._chain.dice(self._before, body.author.role)
