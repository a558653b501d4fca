"""What one viewer may see of the record. Whatever leaves headquarters about an entry goes through here.

The rules say what they hide; this adds what no rule system can know of: the order of a shuffle, digests of a state
that hides something, and what was written by a newer version and so can be hidden by nobody but us.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Raw

from campaign import seats
from campaign import table as t
from campaign.answers import Line
from campaign.desk import BOT, Desk
from campaign.rules.system import UMPIRE
from events.codec import Unknown, tag_of
from events.diary import Rewind
from events.entry import Author, Body, Draw, Entry, encode_json, raw

HIDDEN = "hidden"
"""The kind of an action that a viewer may not know of."""
_PUBLIC = {tag_of(one) for one in (Rewind, *t.TableAction.__subclasses__())}
_OPEN = tag_of(t.Open)
_opening = msgspec.json.Decoder(t.Open).decode
_raws = msgspec.json.Decoder(list[Raw]).decode


def viewer_of(author: Author) -> str:
    """Who gets the answer to an action: the side that acted. What bots do is told as to an observer."""
    return "" if author.player.startswith(BOT) else author.role


class Eyes:
    """One viewer's look at a battle's record, as of its newest state: what has been turned up since, is shown."""

    def __init__(self, desk: Desk, viewer: str) -> None:
        self._desk, self.viewer = desk, viewer
        self.head, self.state = desk.diary.current()
        self._umpire = viewer == UMPIRE

    @cached_property
    def blinkered(self) -> bool:
        """Whether anything is hidden from this viewer."""
        return not self._umpire and self._desk.hides(self.state)

    @cached_property
    def _names(self) -> dict[str, str]:
        return seats.side_names(self._desk.rules, self.state)

    def _shown(self, events: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        """Each event with what is to be seen of it; those that are not there for this viewer left out."""
        rules, game = self._desk.rules, self.state.game
        for event in events:
            if self._umpire or isinstance(event, t.TableEvent | Unknown):
                yield event, event
            elif (seen := rules.shown(game, event, self.viewer)) is not None:
                yield event, seen

    def lines(self, events: Sequence[Any]) -> tuple[Line, ...]:
        """Events as sentences."""
        found: list[Line] = []
        for _, event in self._shown(events):
            if isinstance(event, t.TableEvent):
                found.append(Line(t.tell(event, self._names)))
            elif isinstance(event, Unknown):
                found.append(Line(f"An event of a newer version: {event.kind}."))
            else:
                found.append(Line(*self._desk.rules.tell(self.state.game, event)))
        return tuple(line for line in found if line.text)

    def draws(self, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        if self._umpire:
            return tuple(draws)
        return tuple(draw for draw in draws if draw.matters != "shuffle")

    def told(self, entry: Entry, body: Body) -> tuple[Line, ...]:
        """An entry's events as sentences; a rewind has none, and says where it led."""
        if entry.kind == tag_of(Rewind):
            action = msgspec.json.decode(body.action)
            return (Line(f"{str(action['why']).capitalize()}: back to entry {action['to']}."),)
        return self.lines(self._desk.diary.reducer.codec.events(entry.body))

    def events(self, entry: Entry, body: Body) -> tuple[Raw, ...]:
        """An entry's events as they stand in it, or as much as is to be seen."""
        typed = self._desk.diary.reducer.codec.events(entry.body)
        written = dict(zip(map(id, typed), _raws(body.events), strict=True))
        found: list[Raw] = []
        for event, seen in self._shown(typed):
            if isinstance(event, Unknown) and self.blinkered:
                found.append(_only_kind(event.kind))
            else:
                found.append(raw(written[id(event)]) if seen is event else raw(seen))
        return tuple(found)

    def action(self, kind: str, body: Body) -> Raw:
        """What was asked for, as it stands in the entry, or as much as is to be seen."""
        rules, game = self._desk.rules, self.state.game
        if self._umpire or (kind in _PUBLIC and kind != _OPEN):
            return body.action
        try:
            action = _opening(body.action) if kind == _OPEN else self._desk.decoder.decode(body.action)
        except msgspec.DecodeError:  # of another version: only whether it may be seen matters
            return _only_kind(kind) if self.blinkered else body.action
        if isinstance(action, t.Open):
            options = rules.shown_options(game, action.options, self.viewer)
            if options == action.options:
                return body.action
            return raw(msgspec.structs.replace(action, options=dict(options)))
        seen = rules.shown_action(game, body.author.role, action, self.viewer)
        if seen is None:
            return _only_kind(HIDDEN)
        return body.action if seen is action else raw(seen)

    def kind(self, entry: Entry, body: Body) -> str:
        """The kind of an entry's action."""
        if not self.blinkered or entry.kind in _PUBLIC:
            return entry.kind
        return _kind(self.action(entry.kind, body)).kind

    def digest(self, digest: str) -> str:
        """A state's digest, unless one could try out on it what is hidden."""
        return "" if self.blinkered else digest


class _Kind(msgspec.Struct):
    kind: str


_kind = msgspec.json.Decoder(_Kind).decode


def _only_kind(kind: str) -> Raw:
    return Raw(encode_json({"kind": kind}))
