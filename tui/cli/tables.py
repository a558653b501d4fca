"""What commands that open tables, and those for seats, have in common: how people sit, and what is said of it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.options import Setting
from campaign.rules.refused import Refused
from campaign.rules.seats import LookOn
from campaign.shared.answers import Acted, Answer, TableOffer, WaitingSeat
from campaign.shared.callers import FORBIDDEN
from tui.cli.output import say, table
from tui.cli.suggesting import kind_of, line, quoted
from tui.shared.seat_words import (
    called,
    ends_alone,
    minute,
    rules_words,
    seat_rows,
    terms_words,
    to_words,
    waiting_words,
)

SeatsGiven = Annotated[
    list[str] | None,
    Parameter(
        help=(
            "SIDE=PLAYER, or SIDE=bot:NAME for a bot; may be repeated. On a server another's name is an offer, and a"
            " side that you do not name is offered to all who may look on."
        ),
        negative="",
    ),
]
Look = Annotated[
    LookOn,
    Parameter(name="--look", help="Who may look on; a table for who is invited is unknown to all others."),
]
Absence = Annotated[
    int,
    Parameter(help="After how many days a seat that is asked in vain may be freed; 0: never."),
]
Apart = Annotated[
    bool,
    Parameter(help="Offer the seats without a name to all who may look on, at one machine too.", negative=""),
]
UmpireNamed = Annotated[
    str | None,
    Parameter(help="Who is umpire; '' for nobody. You are, if you open it for others, unless you say so."),
]


Waiting = tuple[WaitingSeat, ...]
"""The seats without which nothing is done yet."""


def seat_of(text: str) -> Seat:
    """SIDE=PLAYER or SIDE=bot:NAME. Raises Refused."""
    side, equals, who = text.partition("=")
    if not equals or not who:
        raise Refused(f"{text!r} is not a seat.", "", ["SIDE=PLAYER", "SIDE=bot:NAME"], "--seat")
    return Seat(side, bot=who[4:]) if who.startswith("bot:") else Seat(side, who)


def told(found: TableOffer, me: str, settings: Sequence[Setting] = ()) -> None:
    """A table as who is offered a seat should know it. me: who reads it. settings: of its scenario."""
    by = f"opened by {'you' if found.opener == me else found.opener} on {minute(found.created)}"
    say(f"{found.table}: {found.title}, a {found.kind}, {by}")
    for text in (terms_words(found, settings), *rules_words(found.rules, found.apart)):
        if text:
            say(f"  {text}")
    table([("", *row) for row in seat_rows(found, me)])
    for step in next_steps(found, me):
        say(step)


def next_steps(found: TableOffer, me: str) -> list[str]:
    """What one may do about the offers of a table, as commands."""
    mine = [one for one in found.offers if one.to == me]
    open_ = [one for one in found.offers if not one.to]
    sits = me in found.seats.values()
    steps = [f"Take it: {line('accept', found.table, one.side)}" for one in mine]
    if mine:
        steps.append(f"Or say no: {line('decline', found.table, mine[0].side)}")
    elif open_ and not sits:
        steps += [f"Take a seat: {line('accept', found.table, one.side)}" for one in open_]
    return steps


def opened(hq: Headquarters, diary: str, waited: Waiting) -> None:
    """After a table was opened on which somebody is waited for: who was offered what, and how he takes it."""
    found = offers(hq, diary)
    for one in found.offers:
        there = f"--server {quoted(hq.server)}" if hq.server else f"--player {quoted(one.to or 'NAME')}"
        say(f"{called(found, one.side)} is offered to {to_words(one.to)}. Who takes it types:")
        say(f"  wardiary accept {quoted(diary)} {quoted(one.side)} {there}")
    waits(hq, diary, waited)


def unasked(done: Answer, waited: Waiting) -> Answer:
    """What came of something, without who is asked where nobody may do anything yet."""
    if isinstance(done, Acted) and waited:
        return replace(done, asked=())
    return done


def waits(hq: Headquarters, diary: str, waited: Waiting) -> None:
    """Say for whom everybody waits."""
    if waited:
        say(waiting_words(waited, hq.caller.player))
        say(f"See: {line('seats', diary)}")


def waiting(hq: Headquarters, diary: str) -> Waiting:
    """The seats of a battle or campaign without which nothing is done yet. Raises Refused."""
    return (hq.battles if kind_of(hq, diary) == "battle" else hq.campaigns).info(diary).waiting


@contextmanager
def or_put_away(hq: Headquarters, diary: str) -> Generator[None]:
    """Whoever may not archive a table is told how to end it, if he has opened it and may sit there alone."""
    try:
        yield
    except Refused as refused:
        found, me = offers(hq, diary), hq.caller.player
        if refused.kind != FORBIDDEN or not ends_alone(found, me):
            raise
        reason = "This is for whoever keeps the diaries here. What you opened, you may end until it begins."
        raise Refused(reason, "", ["put-away"], "", FORBIDDEN) from None


def offers(hq: Headquarters, diary: str) -> TableOffer:
    """Who sits at a battle or campaign, and who is offered what. Raises Refused."""
    return (hq.battles.seats if kind_of(hq, diary) == "battle" else hq.campaigns.seats).offers(diary)
