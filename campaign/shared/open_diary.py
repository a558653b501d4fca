"""A diary that is open here, and what every change to it has in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, Generic, TypeVar

import msgspec

from campaign.rules.dice import TypedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import (
    SALT_SIZE,
    Chain,
    SealedDice,
)
from campaign.shared.asked import decode_action
from campaign.shared.callers import FORBIDDEN, Caller, Rights, Seating, rights
from campaign.shared.clock import World
from campaign.shared.lateness import Lateness
from campaign.shared.private import is_private
from campaign.shared.rolling import Rolling, Sealing
from campaign.shared.seating import SEAT_KINDS
from campaign.shared.sitters import Sitters, still_there
from campaign.shared.standings import Standings
from events.bounds import MOST_FORKS
from events.decoding import json_decoder
from events.diary import Diary, Rewind, forks_below, origin_at, written_as
from events.entry import Author, Body, Draft, Draw, Entry, Head, draft, encode_json, raw
from events.errors import DiaryError, HeadMoved, ReadOnly, fitting
from events.fold import Reducer
from events.lineage import ADMINISTRATIVE
from events.store import NewDiary, Origin, Store

QUIET = ADMINISTRATIVE | SEAT_KINDS
"""Entries that an undo passes over."""
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741
DIGEST_EVERY = 50
"""At the latest after so many entries, one carries a digest of the state."""


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
        self.rolling = Rolling(store, name, self.what)
        self._then: tuple[Head, S] | None = None  # what was shown last to those who are behind
        self._begun = 0  # the first entry in which something was done, seats apart; 0 if there is none
        self._looked: Head | None = None  # up to which entry that was looked for
        self._public: bool | None = None  # whether everybody may look on; not known yet
        self.sitters = Sitters(store, name)
        self._lateness = Lateness(store, name)

    # What each kind says of its states.

    def over(self, state: S) -> bool:
        raise NotImplementedError

    def hides(self, state: S) -> bool:
        """Whether not everybody may see everything."""
        raise NotImplementedError

    def withholds(self, state: S) -> bool:
        """Whether something is in its diary that not everybody may know: what sides hide, or what is for the umpire."""
        return self.hides(state)

    def withheld(self, state: S) -> bool:
        """Whether the version with which it was opened knew that it withholds something."""
        return self.withholds(state)

    def sealing(self, state: S) -> Sealing:
        raise NotImplementedError

    def reveal_of(self, secret: str) -> tuple[Any, Any]:
        """The action that makes the secret public, and its event."""
        raise NotImplementedError

    def seating(self, state: S) -> Seating:
        """Who sits where, and what the table remembers of its seats."""
        raise NotImplementedError

    def seating_after(self, state: S, seq: int) -> Seating:
        """The same at an entry, after which the state is."""
        raise NotImplementedError

    def seated_then(self, state: S) -> Seating:
        """The same, as those had it by whose rules the table was opened: for whoever checks their entries."""
        raise NotImplementedError

    def living_on(self, now: S, back: S) -> Sequence[Any]:
        """What a rewind from one state to another carries back, as events: it is no part of what is taken back."""
        raise NotImplementedError

    def sets_rules(self, state: S) -> bool:
        """Whether the first entry sets rules of the table; older versions set none."""
        raise NotImplementedError

    def remembers(self, state: S) -> bool:
        """Whether the state itself says what is remembered of the seats."""
        raise NotImplementedError

    def remembering(self, state: S, seating: Seating) -> Sequence[Any]:
        """In a diary of an older version, what is remembered of its seats, as events: before anything is done with
        them that needs it. Nothing where that stands in the state."""
        raise NotImplementedError

    # What follows from that.

    def begun(self, seq: int) -> bool:
        """Whether anything was ever done here up to an entry, seats apart."""
        if self._looked is not None and not still_there(self.store, self.name, self._looked):
            self._begun, self._looked = 0, None
        if not self._begun:
            quiet, head, looked = self.diary.administrative, self.diary.head(), self._looked
            after = max(1, looked.seq if looked is not None else 0)
            new = takewhile(lambda one: one.seq > after, self.store.steps(self.name, head.seq))
            self._begun = min((one.seq for one in new if one.kind not in quiet), default=0)
            self._looked = head
        return 0 < self._begun <= seq

    def known_to(self, caller: Caller) -> bool:
        """Whether a caller may look on here. Raises DiaryError where that cannot be read."""
        if caller.here:
            return True
        if self._public is None:
            self._public = not is_private(self.store, self.name)
        return self._public or self.seating(self.state()).known_to(caller)

    def rights(self, state: S, caller: Caller) -> Rights:
        """What a caller may do here."""
        return rights(caller, self.seating(state))

    def whole(self, caller: Caller, secrets: bool = False, keeps: Callable[[S], bool] | None = None) -> None:
        """Raises Refused for whoever may not have everything. secrets: the keys of sealed dice too. keeps: what is kept
        from whom, if not all that is in the diary is wanted."""
        head, state = self.diary.current()
        rights = self.rights(state, caller)
        state = self.then(head, state, rights)[1]
        rights.whole(secrets or (keeps or self.withholds)(state), self.over(state))

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
        return lambda state: not everything and (state is None or self.withholds(state))

    def state(self) -> S:
        """The newest state, which callers must not change."""
        return self.diary.current()[1]

    def then(self, head: Head, state: S, rights: Rights) -> tuple[Head, S]:
        """The newest entry that somebody may know of, and the state at it. head, state: the newest there is. Of whoever
        is behind it is what was done so long ago, but the first entry is for everybody. Raises DiaryError."""
        if not rights.behind or head.seq <= 1:
            return head, state
        seq = self._lateness.until(head, self.world.now(), rights.behind)
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
        with fitting(self.name, 1, "nobody can say who opened it"):
            return self.store.entry(self.name, 1).read().author.player

    def writable(self, expected: int | None, head: Head | None = None) -> None:
        """Under the lock, before anything is done here. Raises as `appendable`."""
        self.appendable(expected, head)

    def appendable(self, expected: int | None, head: Head | None = None) -> None:
        """Under the lock. head: what is appended to, where that has been seen; an append that comes too late is refused
        by the store. Raises ReadOnly, HeadMoved if the newest entry is another than the one expected."""
        if self.diary.read_only:
            raise ReadOnly(self.diary.read_only)
        if expected is not None and expected != (newest := (head or self.diary.head()).seq):
            raise HeadMoved(self.name, expected, newest)

    def dice(
        self, state: S, head: Head, role: str, action: Any, typed: Sequence[int] = (), link: str | None = None
    ) -> SealedDice | TypedDice:
        """The dice for one decision after the entry `head`. link: on which they hang, where that entry is not stored
        yet. Raises Refused if they cannot be had."""
        return self.rolling.dice(self.sealing(state), head, role, action, typed, link)

    def contributed(self, state: S, head: Head, side: str, text: str) -> str:
        """The link after a side's contribution. Raises Refused if it comes too late: whoever knows the secret could
        choose its dice by it."""
        return self.rolling.contributed(self.sealing(state), head, side, text)

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
        of: str = "",
    ) -> Body:
        """The body of the entry after entry `after`. It carries the digest of the state now and then, at rewinds, and
        at the end, and a salt if it may hold what not everybody may see, as a muster does: each side reads its own.
        roll: the link after it; where none is named, that of the entry before, which then is stored. Raises Refused
        where the dice's secret is wanted and not here."""
        sealing, asked, told = self.sealing(state), raw(action), raw(list(events))
        chain = None if sealing.typed or sealing.scheme == 1 else self.rolling.chain(sealing)
        if chain is None:
            roll = ""
        elif not roll:
            opening = author.player, bytes(asked), bytes(told)
            roll = self.rolling.link(after) if after else chain.start(sealing.scheme, *opening)
        seq, musters = after + 1, getattr(action, "muster", None) is not None
        tells, secretive, _ = self.carries(seq, state, draws, musters=musters, rewinds=parent is not None)
        return Body(
            after if parent is None else parent,
            self.world.now(),
            author,
            asked,
            tuple(draws),
            told,
            self.version,
            self.pack,
            self.diary.reducer.digest(state) if tells else "",
            own_key(author.player, key),
            salt=self._salt(chain, seq) if secretive else "",
            again=again,
            roll=roll,
            of=of,
        )

    def carries(
        self, seq: int, state: S, draws: Sequence[Draw], *, musters: bool, rewinds: bool
    ) -> tuple[bool, bool, bool]:
        """Whether an entry carries the digest of the state after it, and whether a salt; and whether it did already
        when its diary was opened. state: after it. musters: whether its action holds a muster. rewinds: whether it is a
        rewind."""
        tells = seq == 1 or seq % DIGEST_EVERY == 0 or rewinds or self.over(state)
        hidden = musters or any(draw.matters == "shuffle" for draw in draws)
        return tells, hidden or self.withholds(state), hidden or self.withheld(state)

    def _salt(self, chain: Chain | None, seq: int) -> str:
        return self.world.random_bytes(SALT_SIZE).hex() if chain is None else chain.salt(seq)

    def append(
        self,
        after: int,
        drafts: Sequence[Draft],
        state: S,
        opened: Sequence[NewDiary] = (),
        beside: Mapping[str, int] = {},
    ) -> list[Entry]:
        """What was decided at entry `after`, appended; state: after it. opened: diaries that come to be with it.
        beside: other diaries → the newest entries there on which it was decided too. Raises HeadMoved, also if somebody
        else was faster with the same key, BesideMoved, ReadOnly, NotWritten."""
        done = self.diary.append(after, drafts, state, opened, beside)
        if not written_as(done, after, drafts):
            raise HeadMoved(self.name, after, done[-1].seq)
        self.rolling.appended(done[-1])
        return done

    def appended(self, done: Sequence[Entry], state: S) -> None:
        """Under the lock: what `Store.append_each` appended, and the state after it."""
        self.diary.keep(done, state)
        self.rolling.appended(done[-1])

    def rewind(
        self,
        after: int,
        now: S,
        back: S,
        rewind: Rewind,
        author: Author,
        key: str = "",
        roll: str | None = None,
        first: Sequence[Any] = (),
    ) -> Draft:
        """The entry after entry `after` that returns from a state to another; that one is moved on by what lives on.
        roll: see `body`. first: what happens before that."""
        self.diary.reducer.fold(back, first)
        living = self.living_on(now, back)
        self.diary.reducer.fold(back, living)
        events = [*first, *living]
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
        self.rolling.begins(secret)
        body = self.body(0, state, action, author, events)
        return NewDiary(self.name, self.what, title, body.time, [draft(body)], origin, secret, blobs)

    def reveal(self, after: int, state: S, roll: str) -> list[Draft]:
        """When it is over, the secret of the dice is made public in the same append; state is moved on by that. roll:
        see `body`."""
        sealing = self.sealing(state)
        if not self.over(state) or sealing.typed or sealing.revealed:
            return []
        secret = self.rolling.secret()
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
        decided on. Raises Refused if the key was of another side of his, or for another action.
        """
        before = self.done_under(key, player)
        if not before:
            return []
        body = before[0].read()
        if body.author.role not in roles:
            raise Refused("This key was used before, for another side.", where="$.key", kind=FORBIDDEN)
        if bytes(body.action) != encode_json(asked(before)):
            raise Refused("This key was used before, for another action.", where="$.key")
        return before

    def done_under(self, key: str, player: str) -> list[Entry]:
        """The entries of what a player did under a key; none if it is new. Nobody else's key is ever met. In diaries of
        before 0.6.0 keys stand as they were sent."""
        if not key:
            return []
        if found := self.store.keyed(self.name, own_key(player, key)):
            return found if found[0].read().author.player == player else []
        if key.startswith(f"{player}/"):  # it would be found where it stands for a shorter one
            return []
        found = self.store.keyed(self.name, key)
        return found if found and found[0].read().author.player == player else []


def own_key(player: str, key: str) -> str:
    """A player's key as it stands in a diary, beside those of others; "" for none."""
    return f"{player}/{key}" if key else ""


def key_of(body: Body) -> str:
    """The key of an entry as its author sent it; "" if there was none."""
    return body.key.removeprefix(f"{body.author.player}/")
