"""Dice of a campaign that were rolled before, and taken back: what is rolled for the same again has them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from campaign.ledger import actions as a
from campaign.ledger.state import Campaign
from campaign.rules.dice import Dice, Faces
from events.diary import Diary
from events.entry import Draw, Entry, Matters
from events.faces import written
from events.lineage import ADMINISTRATIVE

KEPT = "kept"
_IN_A_BATTLE = re.compile(r"(wound|fate|recovery) of (\S+) in \S+")
Kind = tuple[str, int, int]
"""What for, how many dice, of how many sides."""


def _kind(draw: Draw) -> Kind:
    return draw.purpose, len(draw.values), draw.sides


class Rolls:
    """Every roll of a diary, and which of them stand on its newest line: of those for the same, the oldest that stands
    nowhere is due first. seq: up to which entry they are known."""

    def __init__(self) -> None:
        self.seq = 0
        self._rolled: defaultdict[Kind, list[Faces]] = defaultdict(list)
        self._stand: defaultdict[Kind, Counter[Faces]] = defaultdict(Counter)
        self._reached = False

    def follow(self, diary: Diary[Campaign, object], seq: int) -> Rolls:
        """Up to an entry."""
        for entry in diary.store.entries(diary.name, self.seq, seq) if seq > self.seq else ():
            if entry.kind in ADMINISTRATIVE:
                if entry.is_rewind:
                    to = diary.leads_to(entry)
                    if not entry.parent:
                        self.reach(diary)
                    self.taken_back(diary.withdrawn(entry.seq - 1, to))
                    for one in diary.withdrawn(to, entry.seq - 1):
                        self.stand(one.read().draws)
            else:
                self._met(entry.read().draws)
        self.seq = max(seq, self.seq)
        return self

    def reach(self, diary: Diary[Campaign, object]) -> None:
        """Beneath its fork, too: what was rolled by then in the campaigns that it was forked from is older than all of
        its own. A fork rolls its own dice until it goes back behind its beginning."""
        if self._reached or diary.beneath is None or diary.origin is None:
            return
        self._reached = True
        older = Rolls().follow(diary.beneath, diary.origin.seq)
        older.reach(diary.beneath)
        for kind, some in older._rolled.items():
            self._rolled[kind][:0] = some
        for kind, some in older._stand.items():
            self._stand[kind].update(some)

    def copy(self) -> Rolls:
        made = Rolls()
        made.seq, made._reached = self.seq, self._reached
        made._rolled.update({kind: list(some) for kind, some in self._rolled.items()})
        made._stand.update({kind: Counter(some) for kind, some in self._stand.items()})
        return made

    def _met(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            kind, values = _kind(draw), tuple(draw.values)
            if draw.source != KEPT or not self.free(kind, values):  # or rolled for it under another name
                self._rolled[kind].append(values)
            self._stand[kind][values] += 1

    def taken_back(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.give_back(entry.read().draws)

    def stand(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            self._stand[_kind(draw)][tuple(draw.values)] += 1

    def free(self, kind: Kind, values: Faces) -> bool:
        return self._rolled[kind].count(values) > self._stand[kind][values]

    def due(self, kind: Kind) -> Faces | None:
        """The oldest roll for that which stands nowhere; None if there is none."""
        if kind not in self._rolled:
            return None
        return next((values for values in self._rolled[kind] if self.free(kind, values)), None)

    def give_back(self, draws: Iterable[Draw]) -> None:
        """What stands no more, or was due and is not used after all."""
        for draw in draws:
            self._stand[_kind(draw)][tuple(draw.values)] -= 1


class Repeated(NamedTuple):
    """An entry that is entered again. own: what was rolled in it. then: where its action is another than before, the
    state on which it was decided first."""

    own: Sequence[Draw] = ()
    then: Callable[[], Campaign] | None = None


ANEW = Repeated()


class KeptDice:
    """What was rolled for the same and taken back: first in the entry that is entered again, then anywhere; else from a
    source, which in a plan is nobody's. edition: of the action. Before `SETTLING` purposes had names in them, and were
    looked for in that entry alone; what was rolled so for a return is found for another in its place, too.

    used: of the draws those that were kept.
    """

    def __init__(
        self, rolls: Callable[[], Rolls], edition: int, source: Dice | None, again: Repeated = ANEW
    ) -> None:
        self.draws: list[Draw] = []
        self.used: list[Draw] = []
        self._own, self._then = list(again.own), again.then
        self._rolls, self._alone, self._source = rolls, edition < a.SETTLING, source
        self.wanting = 0

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        if count <= 0:
            return ()
        values = self._kept(purpose, count, sides)
        if values is not None:
            draw = Draw(purpose, sides, values, matters, KEPT, faces)
            self.draws.append(draw)
            self.used.append(draw)
            self._rolls().stand((draw,))
            return draw.written
        self.wanting += count
        if self._source is None:
            return written(((sides + 1) // 2,) * count, faces, sides)
        values = self._source.roll(purpose, count, sides, matters, faces)
        self.draws.append(self._source.draws[-1])
        return values

    def _kept(self, purpose: str, count: int, sides: int) -> Faces | None:
        kind = purpose, count, sides
        own = self._of_its_own(kind)
        if own is not None or self._alone:
            return own
        if self._then is not None and self._own and (called := _IN_A_BATTLE.fullmatch(purpose)):
            what, id = called.groups()
            state = self._then()
            one = state.people.get(id) or state.assets.get(id)
            own = self._of_its_own((f"{what} of {one.name}", count, sides)) if one is not None else None
        return own if own is not None else self._rolls().due(kind)

    def _of_its_own(self, kind: Kind) -> Faces | None:
        for one in self._own:
            values = tuple(one.values)
            if _kind(one) == kind and (self._alone or self._rolls().free(kind, values)):
                self._own.remove(one)
                return values
        return None

    def give_back(self) -> None:
        """Nothing comes of it."""
        self._rolls().give_back(self.used)

    def shuffle(self, purpose: str, count: int) -> Faces:
        raise NotImplementedError("no campaign shuffles anything")
