"""The halves of a return: what each side says of a battle at a real table, before the umpire files what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book, running
from campaign.ledger.decide.checking import Problem, day_problems, held, row_problems, sides_of, stranger
from campaign.ledger.graph import DRAW
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused

NOBODY = "nobody"
"""Who holds the field, in a half that says that nobody does: left out, it says nothing of it."""


def give(book: Book, action: a.GiveHalf, role: str) -> None:
    content = action.content
    battle = at_a_table(book.state, content.battle, "$.content.battle")
    side = whose(book.state, battle, action.side, role)
    held(half_problems(book.state, battle, side, content, action.edition))
    book.emit(e.HalfGiven(battle.id, side, content))


def drop(book: Book, action: a.DropHalf, role: str) -> None:
    battle = at_a_table(book.state, action.battle)
    side = whose(book.state, battle, action.side, role)
    if side not in book.state.halves.get(battle.id, {}):
        raise Refused(f"{side} has given no half of the return of {battle.id}.", where="$.battle")
    book.emit(e.HalfDropped(battle.id, side))


def at_a_table(state: Campaign, battle: str, where: str = "$.battle") -> Engagement:
    """A running battle that is fought at a real table. Raises Refused."""
    found = running(state, battle, where)
    if found.diary:
        reason = (
            f"{found.id} is fought in the program: its diary says what came of it, and the umpire files that."
        )
        raise Refused(reason, where=where)
    return found


def whose(state: Campaign, battle: Engagement, side: str, role: str) -> str:
    """The side whose half it is. side: "" for the role's own. Raises Refused."""
    sides = sides_of(state, battle)
    found = side or ("" if role == UMPIRE else role)
    if not found:
        raise Refused("Say whose half it is.", "", sides, "$.side")
    if role not in (UMPIRE, found):
        reason = f"That is the half of {found}: what {role} says is another."
        raise Refused(reason, "", [role], "$.side", "forbidden")
    if found not in sides:
        raise Refused(f"{stranger(state, found)}.", "", sides, "$.side")
    return found


def known_to(state: Campaign, battle: Engagement, side: str) -> tuple[Campaign, Engagement]:
    """A campaign and one of its battles as a side knows them: what others hide is not there."""
    if state.policy is not None and state.policy.secrecy == "open":
        return state, battle
    assets = {id: one for id, one in state.assets.items() if one.side == side}
    people = {id: one for id, one in state.people.items() if one.side == side}
    mine = tuple(one for one in battle.muster if one.id in assets)
    return replace(state, assets=assets, people=people), replace(battle, muster=mine)


def half_problems(
    state: Campaign, battle: Engagement, side: str, content: Return, edition: int
) -> Iterator[Problem]:
    """All that is wrong with the half of a side, found in what it knows."""
    known, there = known_to(state, battle, side)
    yield from _head_problems(known, there, side, content)
    yield from day_problems(known, there, content)
    others = {one.id for one in there.muster if one.id in known.assets and known.assets[one.id].side != side}
    for i, one in enumerate(content.asset):
        if one.id in others and (one.ammunition or one.kills):
            whose, place = known.assets[one.id].side, "kills" if one.kills else "ammunition"
            reason = f"{one.id} is of {whose}, which says itself what it used and whom it knocked out."
            yield Problem(f"asset[{i}].{place}", reason, ("fate", "damage", "hits", "note"))
    for i, one in enumerate(content.person):
        person = known.people.get(one.id)
        if person is not None and person.side != side and (one.days or one.experience or one.awards):
            place = "days" if one.days else "experience" if one.experience else "awards"
            reason = f"{one.id} is of {person.side}, which says itself what else there is to say of him."
            yield Problem(f"person[{i}].{place}", reason, ("fate", "note"))
    yield from row_problems(known, there, content, edition, others)


def _head_problems(state: Campaign, battle: Engagement, side: str, content: Return) -> Iterator[Problem]:
    sides = sides_of(state, battle)
    if content.winner not in ("", *sides, DRAW):
        yield Problem("winner", f"{stranger(state, content.winner)}.", (*sides, DRAW))
    if content.field not in ("", NOBODY, *sides):
        yield Problem("field", f"{stranger(state, content.field)}.", (*sides, NOBODY))
    for one in content.experience:
        if one != side:
            reason = f"{stranger(state, one)}." if one not in sides else f"What {one} earns is for it to say."
            yield Problem(f"experience.{one}", reason, (side,))
