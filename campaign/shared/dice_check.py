"""Dice, checked: every sealed draw derived again from the secret, for battles and campaigns alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from campaign.rules.sealed_dice import SealedDice, commitment
from campaign.rules.wording import count
from campaign.shared.derivation import ChainedScheme, FirstScheme
from events.bounds import draw_fault
from events.codec import Unknown
from events.entry import Body, Draw, Entry
from events.verify import Seen


class Told(NamedTuple):
    """What an event says of the dice. commitment, revealed: "" if nothing; scheme: comes with a commitment;
    contributed: who, and what."""

    commitment: str = ""
    scheme: int = 1
    revealed: str = ""
    contributed: tuple[str, str] | None = None
    rolled: Sequence[int] = ()
    shuffled: Sequence[int] = ()


NOTHING = Told()
"""What most events say of the dice: the same one each time, so that it costs nothing."""


SCHEMES = (1, 2, 3)
"""Of sealed dice: see docs/dice.md."""


class DiceCheck:
    """A check for `events.verify`: call it with the entries in order of seq.

    told: what an event says of the dice. source: `sealed` or `typed`; a draw may have no other, but `kept` where an
    entry enters an older one again, or anywhere where what was taken back is kept (keeps). secret: of the dice, None if
    it is not known here.
    kept_from: of a state, whether whoever asks may not know all: then nobody says what a draw was for, or its faces.
    """

    def __init__(
        self,
        diary: str,
        told: Callable[[Any], Told],
        source: str,
        secret: bytes | None,
        kept_from: Callable[[Any], bool],
        keeps: bool = False,
    ) -> None:
        self._diary, self._told, self._kept_from = diary, told, kept_from
        self._source, self._secret, self._keeps = source, secret, keeps
        self._scheme: FirstScheme | ChainedScheme = FirstScheme(diary, secret)
        self._rolled: set[tuple[str, int, tuple[int, ...]]] = set()
        self.beneath: Callable[[], Iterable[DiceCheck]] = tuple
        """Of the diaries that this one was forked from: their dice are kept, too, once it goes back to before that."""
        self._committed = ""
        self.scheme = 1
        self.rederived = self.unchecked = self.typed = self.kept = 0
        self.uncounted = False
        """Whether nobody is told how many draws there were, as some are hidden."""

    def __call__(self, seen: Seen[Any, Any]) -> str | None:
        entry, body, previous = seen.entry, seen.body, seen.previous
        events = [one for one in seen.events if not isinstance(one, Unknown)]
        told = [one for event in events if (one := self._told(event)) is not NOTHING]
        for one in told:
            if why := self._commitment(one):
                return why
        quiet = bool(body.draws) and self._kept_from(seen.state)
        if why := self._faces(told, body, quiet):
            return why
        return self._derived(entry, body, told, previous, quiet)

    def _commitment(self, told: Told) -> str:
        if told.commitment:
            self._committed, self.scheme = told.commitment, told.scheme
            if told.scheme not in SCHEMES:
                return f"its dice are of the scheme {told.scheme}, which this version does not know"
            if told.scheme > 1:
                self._scheme = ChainedScheme(told.scheme, self._diary, self._secret)
            if self._secret and told.commitment != commitment(self._secret, self._diary):
                return "the secret of the dice is not the one that was committed to"
        if told.revealed and not _opens(told.revealed, self._diary, self._committed):
            return "the secret that it reveals is not the one that was committed to"
        return ""

    def _faces(self, told: Sequence[Told], body: Body, quiet: bool) -> str:
        """Draws of the right kind, with faces that there are; and every die of the events among them."""
        there: Counter[int] = Counter()
        orders: set[tuple[int, ...]] = {()}
        for draw in body.draws:
            if why := draw_fault(draw):
                return (
                    "a draw of it is of more dice than there may be, or of such as there are not"
                    if quiet
                    else why
                )
            if draw.source != self._source and not (draw.source == "kept" and (body.again or self._keeps)):
                return f"{_named(draw, quiet)} is {draw.source}; here the dice are {self._source}"
            if draw.matters == "shuffle":
                if sorted(draw.values) != list(range(1, draw.sides + 1)):
                    return f"{_named(draw, quiet)} does not have every card once"
                if self._source == "typed":
                    return (
                        f"{_named(draw, quiet)} cannot be: where dice are typed in, nothing is shuffled here"
                    )
                orders.add(draw.values)
                continue
            if any(not 1 <= face <= draw.sides for face in draw.values):
                faces = "" if quiet else f": {draw.values}"
                return f"{_named(draw, quiet)} has faces that no such die has{faces}"
            there.update(draw.written)
        for one in told:
            there.subtract(one.rolled)
            if tuple(one.shuffled) not in orders:
                return "its events speak of a shuffle that it did not make"
        if any(count < 0 for count in there.values()):
            return "its events speak of dice that it did not draw"
        return ""

    def _derived(
        self, entry: Entry, body: Body, told: Sequence[Told], previous: bytes, quiet: bool
    ) -> str | None:
        """Draws that were kept stand in an entry before it; the others follow from the secret."""
        if entry.is_rewind and not entry.parent:
            self._rolled.update(*(one._rolled for one in self.beneath()))
        contributed = next((one.contributed for one in told if one.contributed is not None), None)
        if why := self._scheme.meet(entry, body, previous, contributed):
            return why
        sealed: SealedDice | None = None
        for draw in body.draws:
            if draw.source == "kept":
                if _die(draw) not in self._rolled:
                    return f"{_named(draw, quiet)} was never rolled before"
                self.kept += 1
            elif draw.source == "typed":
                self.typed += 1
            elif self._secret is None:
                self.unchecked += 1
            else:
                sealed = sealed or self._scheme.dice(entry, body, previous)
                if draw.matters == "shuffle":
                    given = sealed.shuffle(draw.purpose, draw.sides)
                else:
                    given = sealed.roll(draw.purpose, len(draw.values), draw.sides, draw.matters)
                if given != draw.values:  # never say which it gives: it may be hidden still, or due
                    return f"{_named(draw, quiet)} is not the one that the secret gives"
                self.rederived += 1
        self._rolled.update(map(_die, body.draws))
        return None

    @property
    def unlinked(self) -> bool:
        """Whether there is a chain of dice that nobody could follow, though nothing may hang on it yet."""
        return self._secret is None and self._committed != "" and self.scheme > 1

    @property
    def by_hand(self) -> bool:
        """Whether dice are typed in."""
        return self._source == "typed"

    @property
    def choosable(self) -> bool:
        """Whether whoever held the secret could choose among rolls, with nobody the wiser: so it is in the first
        scheme, in which every version can still write."""
        return self._committed != "" and self.scheme == 1

    def told_of(self) -> str:
        """What was found, in words."""
        if self.uncounted:
            if self._source == "typed":
                return "all draws typed in, which nobody can derive again"
            if self.unlinked:
                return "no draws derived again"
            kept = " or kept from entries that were corrected" if self.kept else ""
            return f"all draws derived again from the secret{kept}"
        dice = f"{count(self.rederived, 'draw')} derived again from the secret"
        if self._source == "typed":
            dice = f"{count(self.typed, 'draw')} typed in, which nobody can derive again"
        if self.kept:
            dice += f"; {self.kept} kept from entries that were corrected"
        if self.unchecked:
            dice += f"; {self.unchecked} not, because their secret is not known here"
        return dice


def _die(draw: Draw) -> tuple[str, int, tuple[int, ...]]:
    """What a draw that is kept has in common with the one that it was: in older versions that was for somebody by his
    name. Of whom each is, deciding again looks for."""
    return draw.purpose.partition(" ")[0], draw.sides, draw.values


def _named(draw: Draw, quiet: bool) -> str:
    """A draw, as a fault begins to speak of it. quiet: without what it was for."""
    what = "shuffle" if draw.matters == "shuffle" else "draw"
    return f"a {what} of it" if quiet else f"its {what} {draw.purpose!r}"


def _opens(secret: str, diary: str, committed: str) -> bool:
    """Whether a secret (hex) is the one that a diary committed to, and written as secrets are."""
    try:
        known = bytes.fromhex(secret)
        return known.hex() == secret and commitment(known, diary) == committed
    except ValueError:
        return False
