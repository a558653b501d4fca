"""Acting in a battle: one action, decided on the newest state and appended if nobody was faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign import record, seats
from campaign import table as t
from campaign.answers import Acted
from campaign.battle import verdict
from campaign.desk import Desk
from campaign.going_back import answer
from campaign.plain import checked
from campaign.rules.dice import TypedDice
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shown import viewer_of
from events.entry import Author, Draft, draft
from events.errors import HeadMoved, ReadOnly


def act(
    desk: Desk,
    action: Any,
    side: str | None,
    player: str,
    typed: Sequence[int],
    key: str,
    expected: int | None,
) -> Acted:
    """Raises Refused, DiceWanted, HeadMoved, ReadOnly; then nothing was written."""
    diary, rules = desk.diary, desk.rules
    head, current = diary.current()
    if expected is not None and expected != head.seq:
        raise HeadMoved(desk.name, expected, head.seq)
    if diary.read_only:
        raise ReadOnly(diary.read_only)
    if verdict(rules, current) is not None:
        raise Refused("The battle is over. Fork it to try another move.", "", ["fork"])
    asked = desk.pending(current)
    acting = seats.acting_side(current, asked, side, player)
    if isinstance(action, t.GrantUndo | t.RefuseUndo):
        return answer(desk, head, current, Author(player, acting), isinstance(action, t.GrantUndo))
    if current.table.request is not None:
        allowed = ["undo-grant", "undo-refuse"]
        raise Refused("An undo was asked for: answer it first.", "", allowed, "$.kind")
    state = desk.copy(current)
    dice = desk.dice(state.table, head, action, typed)
    events: list[Any]
    if isinstance(action, t.TableAction):
        events = [_at_the_table(action, acting)]
        diary.reducer.fold(state, events)
    else:
        events = rules.advance(state.game, acting, action, dice)
    if isinstance(dice, TypedDice):
        dice.settle()
    drafts = [
        draft(desk.body(head.seq, state, action, Author(player, acting), events, dice.draws, key)),
        *_reveal(desk, head.seq + 1, state),
    ]
    done = diary.append(head.seq, drafts, state)
    return record.acted(desk, done[-1], events, dice.draws, viewer=viewer_of(Author(player, acting)))


def _at_the_table(action: t.TableAction, side: str) -> t.TableEvent:
    match action:
        case t.Contribute(text):
            return t.Contributed(side, checked(text, "contribution", "$.text"))
        case t.Concede():
            return t.Conceded(side)
        case _:
            raise TypeError(f"not a player's action: {action!r}")


def _reveal(desk: Desk, after: int, state: Any) -> list[Draft]:
    """When the battle is over, the secret of its dice is made public in the same append."""
    secret = desk.store.secret(desk.name)
    if not secret or state.table.dice != "sealed" or verdict(desk.rules, state) is None:
        return []
    revealed = t.SecretRevealed(secret.hex())
    desk.diary.reducer.fold(state, [revealed])
    return [draft(desk.body(after, state, t.Reveal(), Author(UMPIRE, UMPIRE), [revealed]))]
