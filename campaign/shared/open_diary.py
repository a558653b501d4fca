"""A diary that is open here, and what every change to it has in common; and the few that are kept open."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from string import hexdigits
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from campaign.rules.dice import TypedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import (
    LINK_SIZE,
    SALT_SIZE,
    Chain,
    SealedDice,
    commitment,
    dice_of_the_first_scheme,
)
from campaign.shared.asked import decode_action
from campaign.shared.callers import FORBIDDEN, Caller, Rights, Seating, rights
from campaign.shared.clock import World
from campaign.shared.seating import SEAT
from campaign.shared.standings import Standings
from events.bounds import MOST_FORKS
from events.decoding import json_decoder
from events.diary import Diary, Rewind, forks_below, origin_at, written_as
from events.entry import Author, Body, Draft, Draw, Entry, Head, draft, encode_json, raw
from events.errors import Damaged, DiaryError, HeadMoved, ReadOnly
from events.fold import Reducer
from events.lineage import ADMINISTRATIVE
from events.store import NewDiary, Origin, Store

QUIET = ADMINISTRATIVE | {SEAT}
"""Entries that an undo passes over."""
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741
DIGEST_EVERY = 50
"""At the latest after so many entries, one carries a digest of the state."""
KEPT_OPEN = 64
"""Diaries of one kind that are kept open at the most."""


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
        administrative: frozenset[str] = QUIET,
    ) -> None:
        self.store, self.name, self.world = store, name, world
        self.diary = Diary[S, Any](store, name, reducer, administrative)
        self.decoder: msgspec.json.Decoder[Any] = json_decoder(action_type)
        self.standings = Standings()
        self._secret: bytes | None = None
        self._chain: tuple[str, Chain] | None = None  # commitment, and what was found to fit it
        self._then: tuple[Head, S] | None = None  # what was shown last to those who are behind
        self._newest = (0, "")  # seq and link of the newest entry that was appended here

    # What each kind says of its states.

    def over(self, state: S) -> bool:
        raise NotImplementedError

    def hides(self, state: S) -> bool:
        """Whether not everybody may see everything."""
        raise NotImplementedError

    def sealing(self, state: S) -> Sealing:
        raise NotImplementedError

    def reveal_of(self, secret: str) -> tuple[Any, Any]:
        """The action that makes the secret public, and its event."""
        raise NotImplementedError

    def seating(self, state: S) -> Seating:
        """Who sits where."""
        raise NotImplementedError

    def living_on(self, now: S, back: S) -> Sequence[Any]:
        """What a rewind from one state to another carries back, as events: it is no part of what is taken back."""
        raise NotImplementedError

    # What follows from that.

    def rights(self, state: S, caller: Caller) -> Rights:
        """What a caller may do here."""
        return rights(caller, self.seating(state))

    def whole(self, caller: Caller, secrets: bool = False) -> None:
        """Raises Refused for whoever may not have everything. secrets: the keys of sealed dice too."""
        head, state = self.diary.current()
        rights = self.rights(state, caller)
        state = self.then(head, state, rights)[1]
        rights.whole(secrets or self.hides(state), self.over(state))

    def kept_from(self, caller: Caller) -> Callable[[S | None], bool]:
        """Of a state (None: not known) whether the caller may not know all that is in its diary, judged by his part in
        it now. Of one that cannot be read all is for whoever keeps the diaries."""
        try:
            self.whole(caller, secrets=True)
        except Refused:
            everything = False
        except DiaryError:
            everything = caller.keeper
        else:
            everything = True
        return lambda state: not everything and (state is None or self.hides(state))

    def state(self) -> S:
        """The newest state, which callers must not change."""
        return self.diary.current()[1]

    def then(self, head: Head, state: S, rights: Rights) -> tuple[Head, S]:
        """The newest entry that somebody may know of, and the state at it. head, state: the newest there is. Of whoever
        is behind it is what was done so long ago, but the first entry is for everybody. Raises DiaryError."""
        if not rights.behind or head.seq <= 1:
            return head, state
        until = self.world.now(rights.behind)
        later = range(2, head.seq + 1)
        seq = 1 + bisect_right(later, until, key=lambda one: self.store.entry(self.name, one).read().time)
        if seq == head.seq:
            return head, state
        seal, known = self.store.entry(self.name, seq).seal, self._then
        if known is None or known[0].seal != seal:
            known = self._then = Head(seq, seal), self.diary.state_at(seq)
        return known

    def copy(self, state: S) -> S:
        reducer = self.diary.reducer
        return reducer.decode(reducer.encode(state))

    def decode(self, action: bytes) -> Any:
        """An action as its type. Raises Refused: what is wrong, where, and what would be allowed."""
        return decode_action(self.decoder, action)

    @cached_property
    def opener(self) -> str:
        """The player who opened it. Raises Damaged."""
        return self.store.entry(self.name, 1).read().author.player

    def secret(self) -> bytes | None:
        """Of the sealed dice, if it is kept here: it never changes, so it is looked up once."""
        if self._secret is None:
            self._secret = self.store.secret(self.name)
        return self._secret

    def writable(self, expected: int | None) -> None:
        """Under the lock. Raises ReadOnly, HeadMoved if the newest entry is another than the one expected."""
        if self.diary.read_only:
            raise ReadOnly(self.diary.read_only)
        if expected is not None and expected != (newest := self.diary.head().seq):
            raise HeadMoved(self.name, expected, newest)

    def dice(
        self, state: S, head: Head, role: str, action: Any, typed: Sequence[int] = (), link: str | None = None
    ) -> SealedDice | TypedDice:
        """The dice for one decision after the entry `head`. link: on which they hang, where that entry is not stored
        yet. Raises Refused if they cannot be had."""
        sealing = self.sealing(state)
        if sealing.typed:
            return TypedDice(typed)
        if typed:
            raise Refused("This battle's dice are sealed: none are typed in.", where="$.dice")
        chain = self.chain(sealing)
        if sealing.scheme == 1:
            action_bytes = encode_json(action)
            return dice_of_the_first_scheme(chain.secret, self.name, sealing.text, head.seal, action_bytes)
        return chain.dice(self.link(head.seq) if link is None else link, role)

    def chain(self, sealing: Sealing) -> Chain:
        """The secret of the sealed dice, and what is made with it. Raises Refused if it is not here."""
        if self._chain is not None and self._chain[0] == sealing.commitment:
            return self._chain[1]
        secret = bytes.fromhex(sealing.revealed) or self.secret()
        if secret is None:
            reason = f"This copy does not hold the secret of the {self.what}'s dice. Fork it to go on with a new one."
            raise Refused(reason, "", ["fork"])
        if commitment(secret, self.name) != sealing.commitment:
            reason = (
                f"The secret kept here is not the one that the {self.what} committed to. Fork it to go on."
            )
            raise Refused(reason, "", ["fork"])
        self._chain = sealing.commitment, Chain(secret, self.name)
        return self._chain[1]

    def link(self, seq: int) -> str:
        """On what the next roll after a stored entry hangs, in the second scheme. Raises Damaged."""
        newest = self._newest  # looked at once: others append meanwhile
        if newest[0] == seq:
            return newest[1]
        found = _link(self.store.entry(self.name, seq).body).roll
        if len(found) != 2 * LINK_SIZE or not set(found) <= set(hexdigits):
            raise Damaged(self.name, seq, "it does not say on what the next roll of dice hangs")
        return found

    def contributed(self, state: S, head: Head, side: str, text: str) -> str:
        """The link after a side's contribution. Raises Refused if it comes too late: whoever knows the secret could
        choose its dice by it."""
        sealing = self.sealing(state)
        if sealing.typed or sealing.scheme == 1:
            return ""
        if side == UMPIRE:
            raise Refused("The sides add to the dice, not the umpire.", "", where="$.side")
        for entry in self.store.entries(self.name, 0, head.seq):
            body = entry.read()
            if body.draws:
                raise Refused(
                    f"Dice have been rolled (entry {entry.seq}): what the sides add to them is fixed by now."
                )
            if entry.kind == "contribute" and body.author.role == side:
                raise Refused(f"{side} has added to the dice already, in entry {entry.seq}: once is all.")
        return self.chain(sealing).contributed(self.link(head.seq), side, text)

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
        roll: str | None = None,
    ) -> Body:
        """The body of the entry after entry `after`. It carries the digest of the state now and then, at rewinds, and
        at the end, and a salt if it may hold what not everybody may see, as a muster does: each side reads its own.
        roll: the link after it; where none is named, that of the entry before, which then is stored. Raises Refused
        where the dice's secret is wanted and not here."""
        sealing = self.sealing(state)
        chain = None if sealing.typed or sealing.scheme == 1 else self.chain(sealing)
        if chain is None:
            roll = ""
        elif not roll:
            roll = self.link(after) if after else chain.start()
        hidden = self.hides(state) or getattr(action, "muster", None) is not None
        secretive = hidden or any(draw.matters == "shuffle" for draw in draws)
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
            salt=self._salt(chain, seq) if secretive else "",
            again=again,
            roll=roll,
        )

    def _salt(self, chain: Chain | None, seq: int) -> str:
        return self.world.random_bytes(SALT_SIZE).hex() if chain is None else chain.salt(seq)

    def append(
        self, after: int, drafts: Sequence[Draft], state: S, opened: Sequence[NewDiary] = ()
    ) -> list[Entry]:
        """What was decided at entry `after`, appended; state: after it. opened: diaries that come to be with it. Raises
        HeadMoved, also if somebody else was faster with the same key, ReadOnly, NotWritten."""
        done = self.diary.append(after, drafts, state, opened)
        if not written_as(done, after, drafts):
            raise HeadMoved(self.name, after, done[-1].seq)
        self._know(done)
        return done

    def appended(self, done: Sequence[Entry], state: S) -> None:
        """Under the lock: what `Store.append_each` appended, and the state after it."""
        self.diary.keep(done, state)
        self._know(done)

    def _know(self, done: Sequence[Entry]) -> None:
        self._newest = done[-1].seq, _link(done[-1].body).roll

    def rewind(
        self,
        after: int,
        now: S,
        back: S,
        rewind: Rewind,
        author: Author,
        key: str = "",
        roll: str | None = None,
    ) -> Draft:
        """The entry after entry `after` that returns from a state to another; that one is moved on by what lives on.
        roll: see `body`."""
        events = self.living_on(now, back)
        self.diary.reducer.fold(back, events)
        return draft(self.body(after, back, rewind, author, events, key=key, parent=rewind.to, roll=roll))

    def origin(self, seq: int) -> Origin:
        """What binds a fork to an entry of this diary. Raises Refused where no file could bring that fork anywhere,
        Damaged, NoSuchEntry."""
        if forks_below(self.store, self.name) >= MOST_FORKS:
            raise Refused(
                f"This {self.what} is a fork of a fork, {MOST_FORKS} times over: no further one is made."
            )
        return origin_at(self.store, self.name, seq)

    def beginning(
        self,
        title: str,
        state: S,
        action: Any,
        author: Author,
        events: Sequence[Any],
        secret: bytes,
        origin: Origin | None = None,
        blobs: tuple[bytes, ...] = (),
    ) -> NewDiary:
        """This diary as it comes to be, with its first entry. state: what it starts from, moved on by events. secret:
        of its dice, b"" if they are typed in."""
        self.diary.reducer.fold(state, events)
        self._secret = secret or None
        body = self.body(0, state, action, author, events)
        return NewDiary(self.name, self.what, title, body.time, [draft(body)], origin, secret, blobs)

    def reveal(self, after: int, state: S, roll: str) -> list[Draft]:
        """When it is over, the secret of the dice is made public in the same append; state is moved on by that. roll:
        see `body`."""
        sealing = self.sealing(state)
        if not self.over(state) or sealing.typed or sealing.revealed:
            return []
        secret = self.secret()
        if not secret:
            return []
        action, event = self.reveal_of(secret.hex())
        self.diary.reducer.fold(state, [event])
        return [draft(self.body(after, state, action, Author(UMPIRE, UMPIRE), [event], roll=roll))]

    def keyed(
        self, key: str, player: str, roles: Sequence[str], asked: Callable[[Sequence[Entry]], Any]
    ) -> list[Entry]:
        """The entries of what this player did under a key before, also if it was taken back since; none if the key is
        new.

        roles: in which he may act now. asked: the action as he asks for it now, on the state that those entries were
        decided on. Raises Refused if the key was another's, of another side of his, or for another action.
        """
        before = self.store.keyed(self.name, key) if key else []
        if not before:
            return []
        body = before[0].read()
        if body.author.player != player:
            raise Refused("This key was used before, by somebody else.", where="$.key", kind=FORBIDDEN)
        if body.author.role not in roles:
            raise Refused("This key was used before, for another side.", where="$.key", kind=FORBIDDEN)
        if bytes(body.action) != encode_json(asked(before)):
            raise Refused("This key was used before, for another action.", where="$.key")
        return before


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
