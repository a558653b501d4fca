"""A diary that is open here, and what every change to it has in common; and the few that are kept open."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from campaign.rules.dice import SealedDice, TypedDice, commitment
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shared.callers import FORBIDDEN, Caller, Rights
from campaign.shared.clock import World
from events.decoding import json_decoder
from events.diary import Diary, Rewind
from events.entry import Author, Body, Draft, Draw, Entry, draft, encode_json, raw
from events.errors import HeadMoved, ReadOnly
from events.fold import Reducer
from events.lineage import ADMINISTRATIVE
from events.store import Store

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741
DIGEST_EVERY = 50
"""At the latest after so many entries, one carries a digest of the state."""
SALT = 16
"""Bytes of the salt of an entry."""
KEPT_OPEN = 64
"""Diaries of one kind that are kept open at the most."""


class Sealing(NamedTuple):
    """What dice are rolled with. typed: by hand, nothing is sealed. contributions: who → text."""

    typed: bool
    commitment: str
    contributions: Mapping[str, str]

    @property
    def text(self) -> str:
        return contribution(self.contributions)


def contribution(texts: Mapping[str, str]) -> str:
    """What the players added to the dice: a line `who=text` for each, sorted."""
    return "".join(f"{who}={text}\n" for who, text in sorted(texts.items()))


class OpenDiary(Generic[S]):
    """One battle or campaign, for all threads of this house (see `OpenDiaries`). Its states are shared by all who ask:
    nobody may change one that was handed out, and so none ever changes.

    Whoever appends holds `diary.lock` from the decision to the answer, so that the answer is that of its own entry.
    Under that lock nobody asks the house for another diary's lock, nor the record index.
    """

    what = "diary"
    version = ""
    """Rule system and version, as every entry names them."""
    pack = ""
    """Digest of the charts in force."""

    def __init__(
        self,
        store: Store,
        name: str,
        world: World,
        reducer: Reducer[S, Any],
        action_type: Any,
        administrative: frozenset[str] = ADMINISTRATIVE,
    ) -> None:
        self.store, self.name, self.world = store, name, world
        self.diary = Diary[S, Any](store, name, reducer, administrative)
        self.decoder: msgspec.json.Decoder[Any] = json_decoder(action_type)
        self._secret: bytes | None = None

    # What each kind says of its states.

    def over(self, state: S) -> bool:
        raise NotImplementedError

    def hides(self, state: S) -> bool:
        """Whether not everybody may see everything."""
        raise NotImplementedError

    def sealing(self, state: S) -> Sealing:
        raise NotImplementedError

    def revealed(self, state: S) -> str:
        """The secret of the dice (hex), once it is public."""
        raise NotImplementedError

    def reveal_of(self, secret: str) -> tuple[Any, Any]:
        """The action that makes the secret public, and its event."""
        raise NotImplementedError

    def rights(self, state: S, caller: Caller) -> Rights:
        """What a caller may do here."""
        raise NotImplementedError

    # What follows from that.

    def whole(self, caller: Caller, secrets: bool = False) -> None:
        """Raises Refused for whoever may not have everything. secrets: the keys of sealed dice too."""
        state = self.state()
        self.rights(state, caller).whole(secrets or self.hides(state), self.over(state))

    def state(self) -> S:
        """The newest state, which callers must not change."""
        return self.diary.current()[1]

    def copy(self, state: S) -> S:
        reducer = self.diary.reducer
        return reducer.decode(reducer.encode(state))

    def decode(self, action: bytes) -> Any:
        """An action as its type. Raises Refused: what is wrong, where, and what would be allowed."""
        return decode_action(self.decoder, action)

    def secret(self) -> bytes | None:
        """Of the sealed dice, if it is kept here: it never changes, so it is looked up once."""
        if self._secret is None:
            self._secret = self.store.secret(self.name)
        return self._secret

    def writable(self, expected: int | None) -> None:
        """Under the lock. Raises HeadMoved if the newest entry is another than the one expected, ReadOnly."""
        if expected is not None and expected != (newest := self.diary.head().seq):
            raise HeadMoved(self.name, expected, newest)
        if self.diary.read_only:
            raise ReadOnly(self.diary.read_only)

    def dice(self, state: S, seal: bytes, action: Any, typed: Sequence[int] = ()) -> SealedDice | TypedDice:
        """The dice for one decision after the entry with that seal. Raises Refused if they cannot be had."""
        sealing = self.sealing(state)
        if sealing.typed:
            return TypedDice(typed)
        if typed:
            raise Refused("This battle's dice are sealed: none are typed in.", where="$.dice")
        secret = self.secret()
        if secret is None:
            reason = f"This copy does not hold the secret of the {self.what}'s dice. Fork it to go on with a new one."
            raise Refused(reason, "", ["fork"])
        if commitment(secret, self.name) != sealing.commitment:
            reason = (
                f"The secret kept here is not the one that the {self.what} committed to. Fork it to go on."
            )
            raise Refused(reason, "", ["fork"])
        return SealedDice(secret, self.name, sealing.text, seal, encode_json(action))

    def body(
        self,
        after: int,
        state: S,
        action: Any,
        author: Author,
        events: Sequence[Any],
        draws: Sequence[Draw] = (),
        key: str = "",
        parent: int | None = None,
        again: int = 0,
    ) -> Body:
        """The body of the entry after entry `after`. It carries the digest of the state now and then, at rewinds, and
        at the end, and a salt if it may hold what not everybody may see."""
        secretive = self.hides(state) or any(draw.matters == "shuffle" for draw in draws)
        seq = after + 1
        tells = seq == 1 or seq % DIGEST_EVERY == 0 or parent is not None or self.over(state)
        return Body(
            after if parent is None else parent,
            self.world.now(),
            author,
            raw(action),
            tuple(draws),
            raw(list(events)),
            self.version,
            self.pack,
            self.diary.reducer.digest(state) if tells else "",
            key,
            salt=self.world.random_bytes(SALT).hex() if secretive else "",
            again=again,
        )

    def rewind(self, after: int, back: S, rewind: Rewind, author: Author) -> Draft:
        """The entry after entry `after` that returns to a state."""
        return draft(self.body(after, back, rewind, author, [], parent=rewind.to))

    def first(self, action: Any, author: Author, events: Sequence[Any]) -> tuple[Entry, S]:
        """Append the first entry: the state that the diary starts from, moved on by events."""
        state = self.diary.state_at(0)
        self.diary.reducer.fold(state, events)
        done = self.diary.append(0, [draft(self.body(0, state, action, author, events))], state)
        return done[0], state

    def reveal(self, after: int, state: S) -> list[Draft]:
        """When it is over, the secret of the dice is made public in the same append; state is moved on by that."""
        if not self.over(state) or self.sealing(state).typed or self.revealed(state):
            return []
        secret = self.secret()
        if not secret:
            return []
        action, event = self.reveal_of(secret.hex())
        self.diary.reducer.fold(state, [event])
        return [draft(self.body(after, state, action, Author(UMPIRE, UMPIRE), [event]))]

    def keyed(self, key: str, player: str, action: Any) -> Entry | None:
        """The newest entry of what this player did under a key of his before; None if the key is new.

        action: what he asks for now, None where it is only known by its kind. Raises Refused if it was another action,
        or another player's key.
        """
        before = self.store.keyed(self.name, key) if key else []
        if not before:
            return None
        body = before[0].read()
        if body.author.player != player:
            raise Refused("This key was used before, by somebody else.", where="$.key", kind=FORBIDDEN)
        if action is not None and bytes(body.action) != encode_json(action):
            raise Refused("This key was used before, for another action.", where="$.key")
        return before[-1]


def decode_action(decoder: msgspec.json.Decoder[Any], data: bytes) -> Any:
    """An action as its type. Raises Refused: what is wrong, where, and what would be allowed."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        where = path.rstrip("`") or "$"
        kinds = where == "$.kind" or "missing required field `kind`" in what
        allowed = sorted(str(one.__struct_config__.tag) for one in decoder.type.__args__) if kinds else ()
        raise Refused(f"This is not an action: {what}.", "", allowed, where) from None
    except (msgspec.DecodeError, RecursionError) as error:
        example = '{"kind": "..."}, as `legal` lists them'
        raise Refused(f"This is not JSON: {error}.", "", [example], "$") from None


def action_bytes(action: Mapping[str, Any] | msgspec.Struct | str | bytes | msgspec.Raw) -> bytes:
    """An action as JSON, however it was given."""
    if isinstance(action, str):
        return action.encode()
    return action if isinstance(action, bytes) else encode_json(action)


class OpenDiaries(Generic[O]):
    """Diaries of one kind, opened once and kept; those that nobody has used for long are let go of.

    make: opens one; it runs under the lock, so that no diary is ever open twice. One that was let go of while a thread
    still uses it is found again, with its lock: what acts on a diary always waits in one line.
    """

    def __init__(self, make: Callable[[str], O], most: int = KEPT_OPEN) -> None:
        self._make, self._most = make, most
        self._kept: OrderedDict[str, O] = OrderedDict()
        self._in_use: WeakValueDictionary[str, O] = WeakValueDictionary()
        self._lock = threading.RLock()

    def get(self, name: str) -> O:
        """Raises what opening raises."""
        with self._lock:
            found = self._in_use.get(name)
            if found is None:
                found = self._in_use[name] = self._make(name)
            self._kept[name] = found
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return found
