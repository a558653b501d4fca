"""Acting in a battle: one action, decided on the newest state and appended if nobody was faster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from campaign.battles import queries, rewinding
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.redaction import Redaction, viewer_of
from campaign.battles.state import Battle
from campaign.rules.dice import Dice, TypedDice
from campaign.shared.answers import Acted
from campaign.shared.callers import BOT, Caller
from campaign.shared.plain import checked
from campaign.shared.terms import NO_TERMS, Terms
from events.entry import Author, Draft, Draw, Entry, Head, draft


class Ask(NamedTuple):
    """An action as it was asked for. dice: typed in, where they are real."""

    action: Any
    dice: Sequence[int] = ()
    terms: Terms = NO_TERMS


def act(battle: OpenBattle, caller: Caller, ask: Ask) -> Acted:
    """For the side that the caller plays. Raises Refused, DiceWanted, HeadMoved, ReadOnly; then nothing was
    written."""
    with battle.diary.lock:
        head, state = battle.diary.current()
        found = author_of(battle, state, caller, ask)
        if not isinstance(found, Author):
            return queries.repeated(battle, found)
        return act_at(battle, found, ask._replace(terms=ask.terms.at(head.seq)), head, state)


def author_of(battle: OpenBattle, state: Battle, caller: Caller, ask: Ask) -> Author | list[Entry]:
    """As whom a caller acts; or the entries of what he did under the same key before. state: the newest. Raises
    Refused."""
    rights = battle.rights(state, caller)
    rights.played()
    if before := battle.keyed(ask.terms.key, caller.player, rights.acting(), lambda _: ask.action):
        return before
    asked = [one.side for one in battle.pending(state)]
    return Author(caller.player, rights.side(asked))


class Decided(NamedTuple):
    """What an action leads to after entry `after`, before it is written. state: then."""

    battle: OpenBattle
    author: Author
    after: int
    drafts: list[Draft]
    state: Battle
    events: list[Any]
    draws: Sequence[Draw]

    def answer(self, newest: Entry) -> Acted:
        """newest: of the entries that it became."""
        return queries.acted(
            self.battle, newest, self.state, self.events, self.draws, viewer=viewer_of(self.author)
        )


def act_for(battle: OpenBattle, author: Author, ask: Ask) -> Acted:
    """For an author whose right has been seen to. Raises Refused, DiceWanted, HeadMoved, ReadOnly."""
    with battle.diary.lock:
        return act_at(battle, author, ask, *battle.diary.current())


def act_at(battle: OpenBattle, author: Author, ask: Ask, head: Head, state: Battle) -> Acted:
    """Under the lock. head, state: the newest entry, and the state at it."""
    if isinstance(ask.action, t.GrantUndo | t.RefuseUndo):
        return rewinding.answer(battle, author, isinstance(ask.action, t.GrantUndo), ask.terms)
    found = decided(battle, head, state, author, ask)
    done = battle.append(found.after, found.drafts, found.state)
    return found.answer(done[-1])


def decided(battle: OpenBattle, head: Head, current: Battle, author: Author, ask: Ask) -> Decided:
    """Under the lock. head, current: the newest entry, and the state at it. Raises as `act_for`."""
    battle.writable(ask.terms.expected, head)
    battle.goes_on(current, battle.seating(current), head.seq)
    state = battle.copy(current)
    dice = battle.dice(state, head, author.role, ask.action, ask.dice)
    added = ""
    if isinstance(ask.action, t.Contribute):
        added = battle.contributed(state, head, author.role, ask.action.text)
    if isinstance(dice, TypedDice):
        dice.concealed = partial(_concealed, Redaction(battle, current, viewer_of(author)))
        dice.pick = battle.world.pick if author.player.startswith(BOT) else None
    events = decide(battle, state, author.role, ask.action, dice)
    if isinstance(dice, TypedDice):
        dice.settle()
    roll = added or dice.follows
    body = battle.body(head.seq, state, ask.action, author, events, dice.draws, ask.terms.key, roll=roll)
    drafts = [draft(body), *battle.reveal(head.seq + 1, state, body.roll)]
    return Decided(battle, author, head.seq, drafts, state, events, dice.draws)


def _concealed(seen: Redaction, purpose: str, sides: int) -> bool:
    """Whether dice are not for those to see who are told of this action."""
    return not seen.draws([Draw(purpose, sides, (), "count", TypedDice.source)])


def decide(battle: OpenBattle, state: Battle, side: str, action: Any, dice: Dice) -> list[Any]:
    """What an action of a side leads to, while the battle goes on; the state is moved on by that. Where somebody has
    asked to go back, going on refuses it. The same for whoever acts and whoever verifies. Raises Refused, and what the
    dice raise: then the state is spoilt."""
    request = state.table.request
    aside = [] if request is None else [t.UndoSetAside(request.side)]
    battle.diary.reducer.fold(state, aside)
    if not isinstance(action, t.TableAction):
        return [*aside, *battle.rules.advance(state.game, side, action, dice)]
    events = [_at_the_table(action, side)]
    battle.diary.reducer.fold(state, events)
    return [*aside, *events]


def _at_the_table(action: t.TableAction, side: str) -> t.TableEvent:
    match action:
        case t.Contribute(text):
            return t.Contributed(side, checked(text, "contribution", "$.text"))
        case t.Concede():
            return t.Conceded(side)
        case _:
            raise TypeError(f"not a player's action: {action!r}")
