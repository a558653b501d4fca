"""Undo, redo and jumps: rewinds, with the consent that the record needs.

Free is what drew no dice, revealed nothing and was the side's own, taken back or brought back; for the rest another
side or the umpire must agree. The request, the answer and the rewind are entries like any other. A side asks only for
what holds something that it did itself, and nothing that is older than its last refusal: so nobody stops the others by
asking. The umpire takes back what he will, but each part of a battle once: what was done anew in its place only with
the word of a side, or nobody got on against him.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

import msgspec

from campaign.battles import queries, seats
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.redaction import viewer_of
from campaign.battles.state import Battle
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import REWIND, Acted
from campaign.shared.callers import BOT, SOMEBODY, Caller
from campaign.shared.going_back import sealed, there_is
from campaign.shared.terms import NO_TERMS, Terms
from events.codec import tag_of
from events.decoding import json_decoder
from events.diary import Rewind, Why
from events.entry import Author, Entry, draft

ASKED, GRANTED = tag_of(t.AskUndo), tag_of(t.GrantUndo)
_asked: msgspec.json.Decoder[Rewind | t.AskUndo] = json_decoder(Rewind | t.AskUndo)


def go_back(
    battle: OpenBattle, caller: Caller, why: Why, terms: Terms = NO_TERMS, to: int | None = None
) -> Acted:
    """Rewind, or ask for consent. Raises Refused, HeadMoved, ReadOnly."""
    diary = battle.diary
    with diary.lock:
        head, state = diary.current()
        sides = seats.undoing_sides(battle.rights(state, caller))
        if before := battle.keyed(terms.key, caller.player, sides, lambda old: _as_then(old, why, to)):
            return queries.repeated(battle, before)
        battle.writable(terms.expected)
        way = decide(battle, head.seq, state, sides, why, to)
        author = Author(caller.player, way.side)
        if not way.consent:
            back = diary.state_at(way.to)
            rewind = battle.rewind(head.seq, state, back, Rewind(way.to, why), author, terms.key)
            done = battle.append(head.seq, [rewind], back)
            viewer = viewer_of(author)
            answer = queries.acted(battle, done[-1], back, [], viewer=viewer)
            return queries.took_back(battle, done, back, answer, viewer)
        may_ask(battle, head.seq, state, way)
        event = t.UndoRequested(way.side, way.to, why, wisher(state, author))
        after = battle.copy(state)
        diary.reducer.fold(after, [event])
        body = battle.body(head.seq, after, t.AskUndo(way.to, why), author, [event], key=terms.key)
        done = battle.append(head.seq, [draft(body)], after)
        return queries.acted(battle, done[-1], after, [event], viewer=viewer_of(author))


def wisher(state: Battle, author: Author) -> str:
    """Whose wish it is that a side asks for; "" for whoever sits at this machine without a name, and in battles of
    older versions."""
    return "" if state.table.rules is None or author.player == SOMEBODY else author.player


def _as_then(before: Sequence[Entry], why: Why, to: int | None) -> Rewind | t.AskUndo | None:
    """What is asked for now, as it would have been written then: where an undo led was for the diary to say."""
    try:
        then = _asked.decode(before[0].read().action)
    except msgspec.DecodeError:  # another kind of action
        return None
    return msgspec.structs.replace(then, why=why, to=then.to if to is None else to)


class Way(NamedTuple):
    """Where a rewind leads. side: whose it is. consent: why somebody must agree, "" if nobody need."""

    to: int
    side: str
    consent: str


def decide(
    battle: OpenBattle,
    head: int,
    state: Battle,
    sides: Sequence[str],
    why: Why,
    to: int | None,
    *,
    brings_back: bool = True,
) -> Way:
    """Where one of these sides gets with an undo, redo or jump at an entry and its state; the same for whoever acts and
    whoever verifies. to: the entry that a jump leads to. brings_back: whether what it brings back asks for consent as
    what it withdraws does; older versions did not look. Raises Refused."""
    sealed(state.table.secret, "battle")
    if state.table.away:
        raise Refused("It was put away before it began: open the same again.", "", ["rematch", "new"])
    if (request := state.table.request) is not None:
        raise _still_open(request, sides)
    target = _target(battle, why, to, head)
    taken = battle.diary.withdrawn(head, target)
    brought = battle.diary.withdrawn(target, head) if brings_back else []
    side = seats.undoing_side(sides, [*brought, *taken])
    why_not = seats.needs_consent(battle, state, side, [*taken, *brought])
    if side == UMPIRE and taken and not why_not and (rules := state.table.rules) and rules.seats == "apart":
        why_not = _taken_again(battle, head, len(taken))
    return Way(target, side, why_not)


def _taken_again(battle: OpenBattle, head: int, count: int) -> str:
    """Why the umpire needs a side's word to take back the last things that were done up to an entry, as many as count;
    "" if he has taken back nothing yet that stood in their place."""
    diary, kinds = battle.diary, {one.seq: one.kind for one in battle.store.steps(battle.name, head)}
    until = [0, *accumulate(kinds[seq] not in diary.administrative for seq in range(1, head + 1))]

    def got(seq: int) -> int:
        """How many things the state at an entry rests on."""
        return sum(until[high] - until[low - 1] for low, high in diary.lineage(seq))

    for seq, kind in kinds.items():
        if kind != REWIND or kinds[seq - 1] == GRANTED:
            continue
        entry = battle.store.entry(battle.name, seq)
        took_back = entry.read().author.role == UMPIRE and diary.withdrawn(seq - 1, entry.parent)
        if took_back and got(head) - count < got(seq - 1):
            return f"the umpire has taken back this part of the battle in entry {seq} already"
    return ""


def _still_open(request: t.Request, sides: Sequence[str]) -> Refused:
    if set(sides) != {request.side}:
        return Refused("A request is open already: answer it first.", "", ["consent yes", "consent no"])
    reason = f"Your request to go back to entry {request.to} is not answered yet."
    return Refused(reason, "", ["consent no takes it back"])


def may_ask(battle: OpenBattle, head: int, state: Battle, way: Way) -> None:
    """Raises Refused where nothing on that way is the side's own doing, or where it goes back further than the first
    thing that the side did since it was last refused.

    A side can make one for each thing that it does, and no more, or nobody had peace from it. What
    was refused stays refused, whatever has been taken back since, the refusal too. `verify` does not ask this: a
    request changes nothing, and those of older versions stay what they were.
    """
    diary = battle.diary
    name = battle.side_names(state).get(way.side, "The umpire")
    changed = [*diary.withdrawn(head, way.to), *diary.withdrawn(way.to, head)]
    refused = _refused(battle, head, way.side)
    mine = [one.seq for one in changed if _concerns(one, way.side)]
    since = min((seq for seq in mine if seq > refused), default=0)
    if since and (not refused or all(one.seq >= since for one in changed)):
        return
    own = [*_own_since(battle, refused, head, way.side)]
    if mine:
        asked = f"{name} was refused what it asked for in entry {refused}"
        why = f"{asked}: it may ask for what it has done since, and no more."
        if not own:
            raise Refused(f"{why} That is nothing so far.", "", ["act", "fork"])
        raise _rather(why, own[-1])
    why = f"That would take back nothing that {name} did."
    if not own or not own[0].parent:
        raise Refused(why)
    raise _rather(f"{why} What it did last is entry {own[0].seq}.", own[0])


def _rather(why: str, own: Entry) -> Refused:
    return Refused(f"{why} It may ask to go back to entry {own.parent}.", "", [f"rewind {own.parent}"])


def _own_since(battle: OpenBattle, seq: int, head: int, side: str) -> Iterator[Entry]:
    """What a side did after an entry and what stands, the newest first."""
    lineage = takewhile(lambda one: one.seq > seq, battle.diary.backwards(head))
    return (one for one in lineage if one.kind not in battle.diary.administrative and _concerns(one, side))


def _by(entry: Entry, side: str) -> bool:
    return entry.read().author.role == side


def _concerns(entry: Entry, side: str) -> bool:
    """Whether a side did that; the umpire sees to all that is done."""
    return side == UMPIRE or _by(entry, side)


def _refused(battle: OpenBattle, head: int, side: str) -> int:
    """The newest entry in which a side asked and was not granted it, else 0; nor by itself: it took the request back,
    or acted instead. Those count that were taken back since: a free undo would make room for the next one."""
    store, granted = battle.diary.store, False
    for step in store.steps(battle.name, head):
        if step.kind == GRANTED:
            granted = True
        elif step.kind == ASKED:
            if not granted and _by(store.entry(battle.name, step.seq), side):
                return step.seq
            granted = False
    return 0


def _target(battle: OpenBattle, why: Why, to: int | None, head: int) -> int:
    """The entry to go back to. Raises Refused if there is none."""
    if why == "jump":
        return there_is(to, head)
    target = _before_the_last_person(battle, head) if why == "undo" else battle.diary.redo_target(head)
    if not target:
        raise Refused(f"There is nothing to {why}.")
    return target


def _before_the_last_person(battle: OpenBattle, head: int) -> int | None:
    """Where an undo leads: before the newest action, or, if a bot has answered it since, before a person's newest.

    A bot would only act again at once.
    """
    plain = battle.diary.undo_target(head)
    for entry in battle.diary.backwards(head):
        if entry.kind in battle.diary.administrative or entry.read().author.player.startswith(BOT):
            continue
        return entry.parent or plain
    return plain


def decide_answer(
    state: Battle, author: Author, grant: bool
) -> tuple[t.Request, t.UndoGranted | t.UndoRefused]:
    """The open request, and what a side or the umpire answers. Nobody consents to his own wish, whatever seat he has
    now. Raises Refused."""
    role = author.role
    request = state.table.request
    if request is None:
        raise Refused("Nobody has asked to take anything back.")
    if grant and (role == request.side or author.player == request.player):
        raise Refused("Consent must come from another person, of the other side, or the umpire.")
    return request, t.UndoGranted(role) if grant else t.UndoRefused(role)


def answer_as(battle: OpenBattle, caller: Caller, grant: bool, terms: Terms = NO_TERMS) -> Acted:
    """Grant or refuse the open request, as the caller's side that is asked, else as umpire. Raises as `answer`."""
    with battle.diary.lock:
        head, state = battle.diary.current()
        rights = battle.rights(state, caller)
        action = _answering(grant)
        if before := battle.keyed(terms.key, caller.player, rights.acting(), lambda _: action):
            return queries.repeated(battle, before)
        role = caller.role
        if role is None:
            asked = [one.side for one in battle.pending(state)]
            role = rights.side(asked) if rights.sides else rights.of_the_umpire()
        return answer(battle, Author(caller.player, rights.held(role)), grant, terms.at(head.seq))


def _answering(grant: bool) -> t.GrantUndo | t.RefuseUndo:
    return t.GrantUndo() if grant else t.RefuseUndo()


def answer(battle: OpenBattle, author: Author, grant: bool, terms: Terms = NO_TERMS) -> Acted:
    """Grant or refuse the open request, for an author whose right has been seen to; granted, the rewind is part of the
    same append. Raises Refused, HeadMoved, ReadOnly."""
    diary = battle.diary
    with diary.lock:
        head, state = diary.current()
        battle.writable(terms.expected)
        request, event = decide_answer(state, author, grant)
        granted = after = battle.copy(state)
        diary.reducer.fold(after, [event])
        body = battle.body(head.seq, after, _answering(grant), author, [event], key=terms.key)
        drafts = [draft(body)]
        if grant:
            after = diary.state_at(request.to)
            rewind = Rewind(request.to, request.why)
            drafts.append(battle.rewind(head.seq + 1, granted, after, rewind, author, roll=body.roll))
        done, viewer = battle.append(head.seq, drafts, after), viewer_of(author)
        told = queries.acted(battle, done[-1], after, [event], viewer=viewer)
        return queries.took_back(battle, done, after, told, viewer)
