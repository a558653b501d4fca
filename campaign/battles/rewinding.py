"""Undo, redo and jumps: rewinds, with the consent that the record needs.

Free is what drew no dice, revealed nothing and was the side's own; for the rest another side or the umpire must
agree. The request, the answer and the rewind are entries like any other.
"""

from __future__ import annotations

from typing import Literal

from campaign.battles import queries, seats
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.redaction import viewer_of
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import BOT, Caller
from events.diary import Rewind
from events.entry import Author, draft
from events.errors import HeadMoved

Why = Literal["undo", "redo", "jump"]


def go_back(
    battle: OpenBattle, caller: Caller, why: Why, expected: int | None = None, to: int | None = None
) -> Acted:
    """Rewind, or ask for consent. expected: the newest entry that the caller has seen, None if he does not care.

    Raises Refused, HeadMoved, ReadOnly.
    """
    diary = battle.diary
    with diary.lock:
        head, state = diary.current()
        sides = seats.undoing_sides(battle.rights(state, caller))
        battle.writable(expected)
        if state.table.secret:
            raise Refused(
                "The battle is over and its secret is out: fork it to try another move.", "", ["fork"]
            )
        if state.table.request is not None:
            raise Refused("A request is open already: answer it first.", "", ["undo-grant", "undo-refuse"])
        target = _target(battle, why, to, head.seq)
        taken = diary.withdrawn(head.seq, target)
        acting = seats.undoing_side(sides, taken)
        author = Author(caller.player, acting)
        if not seats.needs_consent(battle, state, acting, taken):
            back = diary.state_at(target)
            done = diary.append(head.seq, [battle.rewind(head.seq, back, Rewind(target, why), author)], back)
            return queries.acted(battle, done[-1], back, [], viewer=viewer_of(author))
        event = t.UndoRequested(acting, target, why)
        after = battle.copy(state)
        diary.reducer.fold(after, [event])
        body = battle.body(head.seq, after, t.AskUndo(target, why), author, [event])
        done = diary.append(head.seq, [draft(body)], after)
        return queries.acted(battle, done[-1], after, [event], viewer=viewer_of(author))


def _target(battle: OpenBattle, why: Why, to: int | None, head: int) -> int:
    """The entry to go back to. Raises Refused if there is none."""
    if why == "jump":
        if to is None or not 1 <= to <= head:
            raise Refused(f"There is no entry {to} to go back to.", "", [f"1 to {head}"], "$.to")
        return to
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


def answer(battle: OpenBattle, author: Author, grant: bool, key: str = "") -> Acted:
    """Grant or refuse the open request, for an author whose right has been seen to; granted, the rewind is part of the
    same append. key: the caller's own, "" for none. Raises Refused, HeadMoved."""
    diary = battle.diary
    with diary.lock:
        head, state = diary.current()
        request = state.table.request
        if request is None:
            raise Refused("Nobody has asked to take anything back.")
        if grant and author.role == request.side:
            raise Refused("Consent must come from the other side or the umpire.")
        event = t.UndoGranted(author.role) if grant else t.UndoRefused(author.role)
        after = battle.copy(state)
        diary.reducer.fold(after, [event])
        action = t.GrantUndo() if grant else t.RefuseUndo()
        drafts = [draft(battle.body(head.seq, after, action, author, [event], key=key))]
        if grant:
            after = diary.state_at(request.to)
            rewind = Rewind(request.to, request.why)
            drafts.append(battle.rewind(head.seq + 1, after, rewind, author))
        done = diary.append(head.seq, drafts, after)
        if done[0].body != drafts[0].body:  # somebody else, elsewhere, was faster with the same key
            raise HeadMoved(battle.name, head.seq, done[-1].seq)
        return queries.acted(battle, done[-1], after, [event], viewer=viewer_of(author))
