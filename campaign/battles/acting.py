"""Acting in a battle: one action, decided on the newest state and appended if nobody was faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from campaign.battles import queries, rewinding
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.redaction import viewer_of
from campaign.rules.dice import TypedDice
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from campaign.shared.plain import checked
from events.entry import Author, draft


class Ask(NamedTuple):
    """An action as it was asked for. dice: typed in, where they are real. key: the caller's own, "" for none.

    expected: the newest entry that he has seen; None if he does not care.
    """

    action: Any
    dice: Sequence[int] = ()
    key: str = ""
    expected: int | None = None


def act(battle: OpenBattle, caller: Caller, ask: Ask) -> Acted:
    """For the side that the caller plays. Raises Refused, DiceWanted, HeadMoved, ReadOnly; then nothing was written."""
    with battle.diary.lock:
        _, state = battle.diary.current()
        rights = battle.rights(state, caller)
        rights.played()
        if ask.key and (before := battle.keyed(ask.key, caller.player, ask.action)):
            return _repeated(battle, before)
        asked = [one.side for one in battle.pending(state)]
        return act_for(battle, Author(caller.player, rights.side(asked)), ask)


def act_for(battle: OpenBattle, author: Author, ask: Ask) -> Acted:
    """For an author whose right has been seen to. Raises Refused, DiceWanted, HeadMoved, ReadOnly."""
    diary = battle.diary
    with diary.lock:
        battle.writable(ask.expected)
        head, current = diary.current()
        if isinstance(ask.action, t.GrantUndo | t.RefuseUndo):
            return rewinding.answer(battle, author, isinstance(ask.action, t.GrantUndo), ask.key)
        if battle.over(current):
            raise Refused("The battle is over. Fork it to try another move.", "", ["fork"])
        if current.table.request is not None:
            allowed = ["undo-grant", "undo-refuse"]
            raise Refused("An undo was asked for: answer it first.", "", allowed, "$.kind")
        state = battle.copy(current)
        dice = battle.dice(state, head.seal, ask.action, ask.dice)
        events: list[Any]
        if isinstance(ask.action, t.TableAction):
            events = [_at_the_table(ask.action, author.role)]
            diary.reducer.fold(state, events)
        else:
            events = battle.rules.advance(state.game, author.role, ask.action, dice)
        if isinstance(dice, TypedDice):
            dice.settle()
        body = battle.body(head.seq, state, ask.action, author, events, dice.draws, ask.key)
        drafts = [draft(body), *battle.reveal(head.seq + 1, state)]
        done = diary.append(head.seq, drafts, state)
        if done[0].body != drafts[0].body:  # somebody else, elsewhere, was faster with the same key
            before = battle.keyed(ask.key, author.player, ask.action)
            assert before is not None
            return _repeated(battle, before)
        return queries.acted(battle, done[-1], state, events, dice.draws, viewer=viewer_of(author))


def _repeated(battle: OpenBattle, before: Any) -> Acted:
    state = battle.diary.state_at(before.seq)
    return queries.acted(battle, before, state, [], repeated=True)


def _at_the_table(action: t.TableAction, side: str) -> t.TableEvent:
    match action:
        case t.Contribute(text):
            return t.Contributed(side, checked(text, "contribution", "$.text"))
        case t.Concede():
            return t.Conceded(side)
        case _:
            raise TypeError(f"not a player's action: {action!r}")
