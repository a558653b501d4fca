"""Positions by chance, in which every side and an observer ask everything: what is listed, and any action there is.

A look at what is hidden raises, as it is not there in a known state. What was wrongly called open shows in a *twin*, in
which what is hidden is something else: whoever may not know it gets the same answers.
"""

from __future__ import annotations

import tempfile
import types
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from inspect import isclass
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, Union, cast, get_args, get_origin

import msgspec

from campaign.contract.promises import Broken, Said, alike, keep, loaded
from campaign.contract.written import write
from campaign.rules.bots import Pick
from campaign.rules.dice import SeededDice
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from events.decoding import convert

LISTED, UNLISTED = 8, 30
"""Actions that each side is asked about in a position, of those listed and of all that there are."""
MOST = 14
"""Actions that are done at most before it is looked at."""
TRIES = 500
"""How often values are looked for that make an action."""


class Answer(NamedTuple):
    """What somebody is told of an action: chances, where it leads, or why not."""

    odds: Any
    preview: Any


class Position:
    """A position, and the actions since. entries: the events of each, the set-up first."""

    def __init__(self, system: str, seed: int) -> None:
        self.rules: Rules = loaded(system)
        self.system = self.rules.system
        self.pick: Pick = Random(f"{system} {seed}").randrange
        if self.rules.positions is None:
            raise Broken("a system that hides something makes positions by chance (`positions`)")
        self.positions = self.rules.positions
        self.entries: list[list[Any]] = [list(self.positions.position(self.pick))]
        self.state = self.system.begun(self.entries[0])
        self.sides = [one.id for one in self.state.sides]
        self.done: list[tuple[str, Any]] = []
        self._go_on(self.pick(1 + self.pick(MOST)))

    def _go_on(self, many: int) -> None:
        """So many actions by chance, fewer where it ends before."""
        bot = self.system.bot(self.system.bot_names[0])
        for _ in range(many):
            asked = self.rules.pending(self.state)
            if not asked:
                keep(self.rules.verdict(self.state) is not None, "nobody is asked, and nothing is decided")
                return
            side = asked[self.pick(len(asked))].side
            options = self.rules.legal(self.state, side)
            keep(len(options) > 0, f"{side} is asked and may do nothing")
            known = self.rules.known(self.state, side)
            action = bot.choose(self.rules, known, side, options, self.pick).action
            before = self.rules.copy(self.state)
            self.entries.append(self.rules.advance(self.state, side, action, SeededDice(self.pick)))
            self.done.append((side, action))
            if self.rules.verdict(self.state) is not None:  # everything lies open then
                self.state = before
                self.entries.pop()
                self.done.pop()
                return

    @contextmanager
    def told(self, seed: int) -> Generator[None]:
        """A failure names the position, and the diary in which it can be opened and played."""
        try:
            yield
        except Exception as error:
            error.add_note(
                f"position {seed} of {self.system.id}, written to {self.written(f'position-{seed}')}"
            )
            raise

    def written(self, name: str) -> Path:
        """The position and the actions since as a diary, in a file to be imported."""
        file = Path(tempfile.gettempdir()) / f"{self.system.id}-{name}.ndjson"
        write(file, self.rules, self.entries, self.done)
        return file

    # -- what is asked --------------------------------------------------------------------------------------------

    def everything(self, state: Any, viewer: str, actions: Sequence[Any]) -> dict[str, Any]:
        """All that somebody can get of a state. actions: that are asked about besides what is listed."""
        rules, hidden = self.rules, self.rules.hidden
        assert hidden is not None
        found: dict[str, Any] = {
            "hides": (hidden.hides(state), rules.verdict(state)),
            "record": [hidden.event(state, one, viewer) for events in self.entries for one in events],
            "view": msgspec.json.encode(rules.view(state, viewer)),
            "asked": [
                (one.side, one.kind, hidden.named(state, one.prompt, viewer))
                for one in hidden.questions(state, rules.pending(state), viewer)
            ],
        }
        if viewer:
            known = rules.known(state, viewer)
            legal = list(rules.legal(state, viewer))
            found["legal"] = [(one, rules.label(known, one)) for one in legal]
            some = [one.action for one in legal[:: max(1, len(legal) // LISTED)]]
            found["listed"] = [(one, self.answer(state, viewer, one)) for one in some]
            found["unlisted"] = [(one, self.answer(state, viewer, one)) for one in actions]
        return found

    def answer(self, state: Any, side: str, action: Any) -> Any:
        """What a side is told of an action; that it is refused in the same words by every question."""
        told: list[Any] = []
        refused: list[Said | None] = []
        for ask in (self.rules.odds, self.rules.preview):
            try:
                told.append(ask(state, side, action))
                refused.append(None)
            except Refused as said:
                told.append((said.reason, said.rule, said.allowed, said.where))
                refused.append(told[-1])
        first, second = refused
        alike(first, second, f"{action} of {side} is refused in the same words by its odds and its preview")
        return Answer(*told)

    def actions(self, side: str) -> list[Any]:
        """Any actions that there are, with ids of pieces of its own, of others that it sees and does not see, of dead
        ones and of none."""
        words = Vocabulary(self.rules, self.state, self.pick)
        made = (words.action() for _ in range(UNLISTED))
        return [one for one in made if one is not None]

    def look(self) -> None:
        """Ask everybody everything; whoever looks at what is hidden raises. Of a copy, in which nothing that was worked
        out of the truth is remembered."""
        for viewer in ("", *self.sides):
            self.everything(self.rules.copy(self.state), viewer, self.actions(viewer))

    def twins(self, viewer: str) -> None:
        """What somebody gets of a twin is the same."""
        twin = self.positions.twin(self.rules.copy(self.state), viewer, self.pick)
        actions = self.actions(viewer)
        one, other = (self.everything(state, viewer, actions) for state in (self.state, twin))
        for what in one:
            alike(one[what], other[what], f"{viewer or 'an observer'} can tell by what is {what}")


class Vocabulary:
    """Actions of any kind with any values: ids of all pieces of the battle and of none, words, hexes, numbers."""

    def __init__(self, rules: Rules, state: Any, pick: Pick) -> None:
        self.pick = pick
        self.kinds = get_args(rules.system.action_type)
        self.ids = ["", "nobody", *_ids(state)]
        grid = rules.grid(state)
        near = {piece.where for piece in rules.view(state, "umpire").pieces if piece.where}
        hexes = list(grid.hexes) if grid is not None else []
        self.hexes = sorted(near) * 20 + hexes or [""]

    def action(self) -> Any:
        """One that a door lets in: others are refused before the rules see them. None if none is hit upon."""
        for _ in range(TRIES):
            kind = self.kinds[self.pick(len(self.kinds))]
            values = {
                one.encode_name: self._value(one.name, one.type)
                for one in msgspec.structs.fields(kind)
                if one.required or self.pick(3)
            }
            with suppress(msgspec.ValidationError):
                return convert(values, kind, strict=False)
        return None

    def _value(self, name: str, type: Any) -> Any:
        pick, origin = self.pick, get_origin(type)
        if origin is Literal:
            words = get_args(type)
            return words[pick(len(words))]
        if origin in (Union, types.UnionType):
            options = get_args(type)
            return self._value(name, options[pick(len(options))])
        if origin is not None and origin not in (tuple, list, dict):  # Annotated
            return self._value(name, get_args(type)[0])
        if origin is dict:
            return {}
        if origin in (tuple, list):
            return [self._value(name, get_args(type)[0]) for _ in range(pick(3))]
        if type is bool:
            return bool(pick(2))
        if type is int:
            return (0, 1, 2, 3, pick(20), pick(360), 99)[pick(7)]
        if type is float:
            return pick(100) / 4
        if isclass(type) and issubclass(type, Enum):
            members = list(type)
            return members[pick(len(members))].value
        if isclass(type) and issubclass(type, msgspec.Struct):
            return {one.encode_name: self._value(one.name, one.type) for one in msgspec.structs.fields(type)}
        if type is str:
            place = name in ("hex", "to", "aim", "frm", "other", "edge")
            some = self.hexes if place and pick(5) else self.ids
            return some[pick(len(some))]
        return None


def _ids(state: Any) -> Iterator[str]:
    """The keys of all that a state has by ids."""
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, dict):
            yield from (one for one in cast("dict[Any, Any]", value) if isinstance(one, str))
