"""What one viewer may see of the record. Whatever leaves headquarters about an entry goes through here.

The rules say what they hide; this adds what no rule system can know of: digests of a state that hides something, and
what was written by a newer version and so can be hidden by nobody but us.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Raw

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Mustered
from campaign.rules.options import Pending
from campaign.rules.seats import SEAT_ACTIONS, SeatEvent
from campaign.shared.answers import Line
from campaign.shared.callers import BOT
from events.codec import Unknown, tag_of
from events.decoding import json_decoder
from events.diary import Rewind
from events.entry import Author, Body, Draw, Entry, encode_json, raw
from events.lineage import Segment

HIDDEN = "hidden"
"""The kind of an action that a viewer may not know of."""
_PUBLIC = {tag_of(one) for one in (Rewind, *SEAT_ACTIONS, *t.TableAction.__subclasses__())}
_OPEN = tag_of(t.Open)
_opening = json_decoder(t.Open).decode
_rewound = json_decoder(Rewind).decode
_raws = json_decoder(list[Raw]).decode


def viewer_of(author: Author) -> str:
    """Who gets the answer to an action: the side that acted. What bots do is told as to an observer."""
    return "" if author.player.startswith(BOT) else author.role


def _first_of(segment: Segment) -> int:
    return segment[0]


class Record:
    """A battle's record as one viewer reads it at an entry.

    What was turned up since is shown in the entries on which its state rests. Those that were taken back stay as they
    were seen last: what they speak of may not be there now, or be another thing under the same id.
    """

    def __init__(self, battle: OpenBattle, head: int, state: Battle, viewer: str) -> None:
        self._battle, self._head = battle, head
        self.now = Redaction(battle, state, viewer)

    @cached_property
    def _kept(self) -> list[Segment]:
        return self._battle.diary.lineage(self._head)

    @cached_property
    def _tips(self) -> dict[int, int]:
        return {}

    def _tip(self, seq: int) -> int:
        """The newest entry whose state rests on one that was taken back. Entries are mostly read in order, so that
        those before the first are not looked for."""
        if seq not in self._tips:
            self._tips.update(self._battle.diary.tips(self._head, seq - 1))
        return self._tips[seq]

    @cached_property
    def _left(self) -> dict[int, Redaction]:
        return {}

    def withdrawn(self, seq: int) -> bool:
        """Whether an entry was taken back; so is what is not understood here."""
        at = bisect_right(self._kept, seq, key=_first_of)
        return not (at and seq <= self._kept[at - 1][1])

    def of(self, seq: int) -> Redaction:
        """By what an entry is shown."""
        if seq > self._head or not self.withdrawn(seq):
            return self.now
        tip = self._tip(seq)
        if tip not in self._left:
            self._left[tip] = self.now.left(self._battle.left(tip, self.now.hides))
        return self._left[tip]


class Redaction:
    """One viewer's look at entries of a battle. state: by which they are hidden, the newest one on which they stand.
    told: by which they are told, if it is another."""

    def __init__(self, battle: OpenBattle, state: Battle, viewer: str, told: Battle | None = None) -> None:
        self._battle, self.state, self.viewer = battle, state, viewer
        self._umpire = viewer == UMPIRE
        self._hidden = None if self._umpire else battle.rules.hidden
        self._words = told or state

    def left(self, state: Battle) -> Redaction:
        """The same viewer's look at what was taken back since that state. Where nothing is hidden any more, nothing of
        that is."""
        if self.hides:
            return Redaction(self._battle, state, self.viewer)
        return Redaction(self._battle, self.state, self.viewer, state)

    @cached_property
    def hides(self) -> bool:
        """Whether anything is hidden from this viewer."""
        return not self._umpire and self._battle.hides(self.state)

    @cached_property
    def _names(self) -> dict[str, str]:
        return self._battle.side_names(self.state)

    def _shown(self, events: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        """Each event with what is to be seen of it; those that are not there for this viewer left out."""
        hidden, game = self._hidden, self.state.game
        for event in events:
            if hidden is None or isinstance(event, t.TableEvent | SeatEvent | Unknown):
                yield event, event
            elif (seen := hidden.event(game, event, self.viewer)) is not None:
                yield event, seen

    def _named(self, told: str) -> str:
        hidden = self._battle.rules.hidden
        if hidden is None:
            return told
        open_ = self._words is not self.state
        return hidden.named(self._words.game, told, UMPIRE if open_ else self.viewer)

    def lines(self, events: Sequence[Any]) -> tuple[Line, ...]:
        """Events as sentences."""
        found: list[Line] = []
        for _, event in self._shown(events):
            if isinstance(event, t.TableEvent | SeatEvent):
                found.append(Line(t.describe(event, self._names)))
            elif isinstance(event, Unknown):
                found.append(Line(f"An event of a newer version: {event.kind}."))
            else:
                text, rule = self._battle.rules.told(self._words.game, event)
                found.append(Line(self._named(text), rule, self._battle.rules.weight(event)))
        return tuple(line for line in found if line.text)

    def draws(self, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        if self._hidden is None:
            return tuple(draws)
        return tuple(self._hidden.draws(self.state.game, draws, self.viewer))

    def asked(self, pending: Sequence[Pending], state: Battle | None = None) -> tuple[Pending, ...]:
        """The questions that a viewer may know of. state: at which they are asked, if not the newest."""
        game, found = (state or self.state).game, tuple(pending)
        if self._hidden is not None:
            found = self._hidden.questions(game, found, self.viewer)
        return tuple(msgspec.structs.replace(one, prompt=self._named(one.prompt)) for one in found)

    def told(self, entry: Entry, body: Body) -> tuple[Line, ...]:
        """An entry's events as sentences, or what was done if they say nothing; a rewind says where it led."""
        if entry.kind == tag_of(Rewind):
            rewind = _rewound(body.action)
            back = (Line(f"{rewind.why.capitalize()}: back to entry {rewind.to}."),)
            return (*back, *self.lines(self._battle.diary.reducer.codec.events(entry.body)))
        return self.lines(self._battle.diary.reducer.codec.events(entry.body)) or self._done(entry, body)

    def _done(self, entry: Entry, body: Body) -> tuple[Line, ...]:
        """What a side did, in a sentence that asks for no event."""
        kind, side = self.kind(entry, body), self._names.get(body.author.role, "")
        untold = self._battle.system.untold.items()
        return tuple(Line(f"{side}: {text}.") for one, text in untold if side and tag_of(one) == kind)

    def events(self, entry: Entry, body: Body) -> tuple[Raw, ...]:
        """An entry's events as they stand in it, or as much as is to be seen."""
        typed = self._battle.diary.reducer.codec.events(entry.body)
        written = dict(zip(map(id, typed), _raws(body.events), strict=True))
        found: list[Raw] = []
        for event, seen in self._shown(typed):
            if isinstance(event, Unknown) and self.hides:
                found.append(_only_kind(event.kind))
            else:
                found.append(raw(written[id(event)]) if seen is event else raw(seen))
        return tuple(found)

    def action(self, kind: str, body: Body) -> Raw:
        """What was asked for, as it stands in the entry, or as much as is to be seen."""
        hidden, game = self._hidden, self.state.game
        if kind == _OPEN and not self._umpire:
            return self._opening(body)
        if hidden is None or kind in _PUBLIC:
            return body.action
        try:
            action = self._battle.decoder.decode(body.action)
        except msgspec.DecodeError:  # of another version: only whether it may be seen matters
            return _only_kind(kind) if self.hides else body.action
        seen = hidden.action(game, body.author.role, action, self.viewer)
        if seen is None:
            return _only_kind(HIDDEN)
        return body.action if seen is action else raw(seen)

    def _opening(self, body: Body) -> Raw:
        """How it was opened, without forces that others hide, and without what a campaign knows of the others' crews
        and stores: that stays theirs when the battle is over."""
        try:
            action = _opening(body.action)
        except msgspec.DecodeError:
            return _only_kind(_OPEN) if self.hides else body.action
        options, muster = action.options, action.muster
        if self._hidden is not None:
            options = dict(self._hidden.options(self.state.game, options, self.viewer))
        if muster is not None:
            assets = tuple(
                one if one.side == self.viewer else Mustered(one.id, one.type, one.name, one.side)
                for one in muster.assets
            )
            if self._hidden is not None:
                assets = self._hidden.mustered(self.state.game, assets, self.viewer)
            muster = msgspec.structs.replace(muster, assets=assets)
        seen = msgspec.structs.replace(action, options=options, muster=muster)
        return body.action if seen == action else raw(seen)

    def kind(self, entry: Entry, body: Body) -> str:
        """The kind of an entry's action."""
        if not self.hides or entry.kind in _PUBLIC:
            return entry.kind
        return _kind(self.action(entry.kind, body)).kind

    def digest(self, digest: str) -> str:
        """A state's digest, unless one could try out on it what is hidden."""
        return "" if self.hides else digest


class _Kind(msgspec.Struct):
    kind: str


_kind = json_decoder(_Kind).decode


def _only_kind(kind: str) -> Raw:
    return Raw(encode_json({"kind": kind}))
