"""Deciding again: every entry of the present rules, once more, with the dice that it records."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.rules.dice import Faces
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import SALT_SIZE
from campaign.shared.open_diary import OpenDiary
from campaign.shared.plain import checked
from events.decoding import json_decoder
from events.entry import Author, Body, Draw, Matters, encode_json
from events.errors import MISFITS
from events.store import Origin
from events.verify import REWIND, Seen

S = TypeVar("S")
F = TypeVar("F", bound=msgspec.Struct)
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_SIZE}}}")
PRESENT = 1
"""Version of what stands around action and events in a body."""


class NotAsRecorded(Exception):
    """Deciding again leads elsewhere: what is wrong with the entry, in words."""


class RecordedDice:
    """The draws of an entry, in their order. typed: by hand, so that nobody shuffles anything here."""

    def __init__(self, draws: Sequence[Draw], typed: bool) -> None:
        self.draws: list[Draw] = []
        self._left, self._typed = iter(draws), typed

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        return self._next(purpose, count, sides, matters, faces).written if count > 0 else ()

    def shuffle(self, purpose: str, count: int) -> Faces:
        return self._next(purpose, count, count, "shuffle").values if count > 0 and not self._typed else ()

    def _next(self, purpose: str, count: int, sides: int, matters: Matters, faces: str = "") -> Draw:
        draw, wanted = next(self._left, None), (purpose, count, sides, matters, faces)
        if draw is None or (draw.purpose, len(draw.values), draw.sides, draw.matters, draw.faces) != wanted:
            raise NotAsRecorded("the rules roll other dice for it than it records")
        self.draws.append(draw)
        return draw

    def settle(self) -> None:
        """Raises NotAsRecorded if there are draws that were not asked for."""
        if next(self._left, None) is not None:
            raise NotAsRecorded("it records dice that the rules do not roll for it")


class Again(NamedTuple):
    """What an entry leads to when it is decided again. moved: whether the state has been moved on by it."""

    events: Sequence[Any]
    moved: bool = False


class DecidingAgain(Generic[S]):
    """What is decided of every entry, for `events.verify`. diary: that is checked, by the rules that are here.
    kept_from: of a state, whether whoever asks may not know all: then nobody says why the rules refuse it.

    decided: how many entries came out the same. others: versions of the rules by which others were decided, which are
    only applied; foreign: how many, and the first of them. lost: the same of entries after one that is not understood.
    """

    def __init__(self, diary: OpenDiary[S], kept_from: Callable[[S], bool]) -> None:
        self.version, self._kept_from, self._carries = diary.version, kept_from, diary.carries
        self.decided = 0
        self.others: set[str] = set()
        self.foreign = self.lost = (0, 0)

    def again(self, seen: Seen[S, Any], state: S) -> Again:
        """Decide the entry on the state. Raises Refused, NotAsRecorded, and what rules raise for nonsense."""
        raise NotImplementedError

    def __call__(self, seen: Seen[S, Any]) -> str | bool:
        body, state = seen.body, seen.state
        if not self._ours(body):
            self.others.add(body.rules or "rules without a name")
            self.foreign = self.foreign[0] + 1, self.foreign[1] or seen.entry.seq
            return False
        if state is None:
            self.lost = self.lost[0] + 1, self.lost[1] or seen.entry.seq
            return False
        quiet = self._kept_from(state)
        try:
            if written(body) != seen.entry.body:
                raise NotAsRecorded("its body is not written as this version writes it")
            found = self.again(seen, state)
        except Refused as refused:
            return "the rules refuse it" if quiet else f"the rules refuse it: {refused.reason.rstrip('.')}"
        except NotAsRecorded as wrong:
            return str(wrong)
        except msgspec.DecodeError as error:
            return f"its action cannot be read ({error})"
        except MISFITS as error:
            return f"it cannot be decided again ({type(error).__name__})"
        if not _same(encode_json(found.events), seen):
            return "deciding it again leads to other events than it records"
        self.decided += 1
        return found.moved

    def settle(self, seen: Seen[S, Any], state: S) -> str | None:
        """What every entry of ours carries besides, which nobody may leave out: the digest of the state now and then,
        and a salt where something is hidden. state: after it."""
        entry, body = seen.entry, seen.body
        if not self._ours(body):
            return None
        musters = _musters(body.action).muster is not None
        rewinds = entry.kind == REWIND
        tells, secretive, always = self._carries(
            entry.seq, state, body.draws, musters=musters, rewinds=rewinds
        )
        if tells != bool(body.state):
            what = "the digest of the state after it"
            return (
                f"it lacks {what}, which such an entry carries"
                if tells
                else f"it carries {what}, and should not"
            )
        if body.salt and not (secretive and _SALT.fullmatch(body.salt)):
            return "its salt is none that it can have"
        return "it lacks its salt" if always and not body.salt else None

    def _ours(self, body: Body) -> bool:
        return body.rules == self.version and body.v == PRESENT

    def unchecked(self) -> list[str]:
        """What was not decided again, in sentences."""
        found: list[str] = []
        if self.foreign[0]:
            by = " and ".join(sorted(self.others))
            found.append(
                f"{_entries(*self.foreign)} decided by {by}; here is {self.version}: applied, not decided again."
            )
        if self.lost[0]:
            found.append(
                f"{_entries(*self.lost)} made after one that is not understood here: not decided again."
            )
        return found


def _entries(count: int, first: int) -> str:
    return f"Entry {first} was" if count == 1 else f"{count} entries, from entry {first} on, were"


def written(body: Body) -> bytes:
    """A body as this version writes it: with its events, though there be none."""
    return encode_json(replace(body, events=msgspec.Raw(bytes(body.events))))


class _Musters(msgspec.Struct):
    muster: Any = None


_musters = json_decoder(_Musters).decode
_plain = json_decoder(list[dict[str, Any]]).decode


def _same(decided: bytes, seen: Seen[Any, Any]) -> bool:
    """Whether an entry records these events. A pack read from its files and one read from a diary may order the names
    in a table differently: what is otherwise the same is the same."""
    recorded = bytes(seen.body.events)
    if decided == recorded:
        return True
    return encode_json(seen.events) == recorded and msgspec.json.decode(decided) == msgspec.json.decode(
        recorded
    )


def decoded(decoder: msgspec.json.Decoder[Any], raw: msgspec.Raw) -> Any:
    """An action. Raises NotAsRecorded for one that is spelt as nobody writes it, msgspec.DecodeError."""
    action = decoder.decode(raw)
    if encode_json(action) != bytes(raw):
        raise NotAsRecorded("its action is not written as this version writes it")
    return action


def opened_by(author: Author) -> str:
    """The player who opened it. Raises NotAsRecorded for nobody, Refused for what is no name."""
    if not author.player:
        raise NotAsRecorded("nobody opened it")
    return checked(author.player, "player id", "$.player")


def forked(event: Any, kind: type[F], asked: tuple[str, int], origin: Origin | None, what: str) -> F:
    """The event with which a fork begins, as it must be. kind: of that event. asked: the diary and the entry that the
    action names. origin: of the diary that begins so. what: battle or campaign. Raises NotAsRecorded."""
    if not isinstance(event, kind) or origin is None or asked != origin[:2]:
        raise NotAsRecorded(f"it does not fork the {what} that the diary goes on from")
    return replace(event, of=origin.diary, at=origin.seq, seal=origin.seal.hex())
