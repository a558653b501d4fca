"""Undo, redo and jumps: rewinds, with the consent that the record needs.

Free is what drew no dice, revealed nothing and was the side's own; for the rest another side or the umpire must
agree. The request, the answer and the rewind are entries like any other.
"""

from __future__ import annotations

from typing import Literal

from campaign import record, seats
from campaign import table as t
from campaign.answers import Acted
from campaign.battle import Battle
from campaign.desk import BOT, Desk
from campaign.rules.refused import Refused
from campaign.shown import viewer_of
from events.diary import Rewind
from events.entry import Author, Draft, Head, draft
from events.errors import ReadOnly

Why = Literal["undo", "redo", "jump"]


def go_back(desk: Desk, why: Why, to: int | None, side: str | None, player: str) -> Acted:
    """Rewind, or ask for consent. Raises Refused, HeadMoved, ReadOnly."""
    diary = desk.diary
    head, state = diary.current()
    if diary.read_only:
        raise ReadOnly(diary.read_only)
    if state.table.secret:
        raise Refused("The battle is over and its secret is out: fork it to try another move.", "", ["fork"])
    if state.table.request is not None:
        raise Refused("A request is open already: answer it first.", "", ["undo-grant", "undo-refuse"])
    target = _target(desk, why, to, head)
    taken = diary.withdrawn(head.seq, target)
    acting = seats.undoing_side(state, side, player, taken)
    author = Author(player, acting)
    if not seats.needs_consent(desk.rules, diary.reducer.codec, state, acting, taken):
        back = diary.state_at(target)
        done = diary.append(head.seq, [_rewind(desk, head.seq, back, target, why, author)], back)
        return record.acted(desk, done[-1], [], viewer=viewer_of(author))
    event = t.UndoRequested(acting, target, why)
    after = desk.copy(state)
    diary.reducer.fold(after, [event])
    body = desk.body(head.seq, after, t.AskUndo(target, why), author, [event])
    done = diary.append(head.seq, [draft(body)], after)
    return record.acted(desk, done[-1], [event], viewer=viewer_of(author))


def _target(desk: Desk, why: Why, to: int | None, head: Head) -> int:
    """The entry to go back to. Raises Refused if there is none."""
    if why == "jump":
        if to is None or not 1 <= to <= head.seq:
            raise Refused(f"There is no entry {to} to go back to.", "", [f"1 to {head.seq}"], "$.to")
        return to
    target = _before_the_last_person(desk, head) if why == "undo" else desk.diary.redo_target()
    if not target:
        raise Refused(f"There is nothing to {why}.")
    return target


def _before_the_last_person(desk: Desk, head: Head) -> int | None:
    """Where an undo leads: before the newest action, or, if a bot has answered it since, before a person's newest.

    A bot would only act again at once.
    """
    plain = desk.diary.undo_target()
    for lo, hi in reversed(desk.diary.lineage(head.seq)):
        for seq in range(hi, lo - 1, -1):
            entry = desk.store.entry(desk.name, seq)
            if entry.kind in desk.diary.administrative or entry.read().author.player.startswith(BOT):
                continue
            return entry.parent or plain
    return plain


def answer(desk: Desk, head: Head, state: Battle, author: Author, grant: bool) -> Acted:
    """Grant or refuse the open request; granted, the rewind is part of the same append. Raises Refused."""
    request = state.table.request
    if request is None:
        raise Refused("Nobody has asked to take anything back.")
    seats.entitled(state, author.role, author.player)
    if grant and author.role == request.side:
        raise Refused("Consent must come from the other side or the umpire.")
    diary = desk.diary
    event = t.UndoGranted(author.role) if grant else t.UndoRefused(author.role)
    after = desk.copy(state)
    diary.reducer.fold(after, [event])
    action = t.GrantUndo() if grant else t.RefuseUndo()
    drafts = [draft(desk.body(head.seq, after, action, author, [event]))]
    if grant:
        after = diary.state_at(request.to)
        drafts.append(_rewind(desk, head.seq + 1, after, request.to, request.why, author))
    done = diary.append(head.seq, drafts, after)
    return record.acted(desk, done[-1], [event], viewer=viewer_of(author))


def _rewind(desk: Desk, after: int, state: Battle, to: int, why: Why, author: Author) -> Draft:
    return draft(desk.body(after, state, Rewind(to, why), author, [], parent=to))
