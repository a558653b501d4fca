"""What commands that open tables, and those for seats, have in common: how people sit, and what is said of it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.rules.seats import LookOn
from campaign.shared.answers import Acted, Answer, TableOffer, WaitingSeat
from tui.cli.output import say, table
from tui.shared.seat_words import minute, rules_words, seat_rows, terms_words, waiting_words

SeatsGiven = Annotated[
    list[str] | None,
    Parameter(
        help=(
            "SIDE=PLAYER, or SIDE=bot:NAME for a bot; may be repeated. On a server another's name is an offer, and a"
            " side that you do not name is offered to everybody."
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
    bool, Parameter(help="Offer the seats without a name to everybody, at one machine too.", negative="")
]
UmpireNamed = Annotated[
    str | None,
    Parameter(help="Who is umpire; '' for nobody. You are, if you open it for others, unless you say so."),
]


def seat_of(text: str) -> Seat:
    """SIDE=PLAYER or SIDE=bot:NAME. Raises Refused."""
    side, equals, who = text.partition("=")
    if not equals or not who:
        raise Refused(f"{text!r} is not a seat.", "", ["SIDE=PLAYER", "SIDE=bot:NAME"], "--seat")
    return Seat(side, bot=who[4:]) if who.startswith("bot:") else Seat(side, who)


def told(found: TableOffer, me: str, of: str = "") -> None:
    """A table as who is offered a seat should know it. me: who reads it. of: the server that is asked."""
    by = f"opened by {'you' if found.opener == me else found.opener} on {minute(found.created)}"
    say(f"{found.table}: {found.title}, a {found.kind}, {by}")
    for line in (terms_words(found), *rules_words(found.rules, found.apart)):
        if line:
            say(f"  {line}")
    table([("", side, who) for side, who in seat_rows(found, me=me)])
    for line in next_steps(found, me, of):
        say(line)


def next_steps(found: TableOffer, me: str, of: str = "") -> list[str]:
    """What one may do about the offers of a table, as commands."""
    there = f" --server {of}" if of else ""
    mine = [one for one in found.offers if one.to == me]
    open_ = [one for one in found.offers if not one.to]
    sits = me in found.seats.values()
    steps = [f"Take it: wardiary accept {found.table} {one.side}{there}" for one in mine]
    if mine:
        steps.append(f"Or say no: wardiary decline {found.table} {mine[0].side}{there}")
    elif open_ and not sits:
        steps += [f"Take a seat: wardiary accept {found.table} {one.side}{there}" for one in open_]
    return steps


def opened(hq: Headquarters, diary: str) -> None:
    """After a table was opened on which somebody is waited for: who was offered what, and how he takes it."""
    found = offers(hq, diary)
    there = f" --server {hq.server}" if hq.server else " --player NAME"
    for one in found.offers:
        to = one.to or "everybody"
        say(f"{one.side} is offered to {to}. Who takes it types: wardiary accept {diary} {one.side}{there}")
    waits(hq, diary)


def unasked(hq: Headquarters, done: Answer) -> Answer:
    """What came of something, without who is asked where nobody may do anything yet."""
    if isinstance(done, Acted) and done.asked and waiting(hq, done.diary):
        return replace(done, asked=())
    return done


def waits(hq: Headquarters, diary: str) -> bool:
    """Say for whom everybody waits; whether anybody is waited for."""
    found = waiting(hq, diary)
    if text := waiting_words(found, me=hq.caller.player):
        say(f"{text} See: wardiary seats {diary}")
    return bool(found)


def waiting(hq: Headquarters, diary: str) -> tuple[WaitingSeat, ...]:
    """The seats of a battle or campaign without which nothing is done yet. Raises Refused."""
    return (hq.battles if hq.kind(diary) == "battle" else hq.campaigns).info(diary).waiting


def offers(hq: Headquarters, diary: str) -> TableOffer:
    """Who sits at a battle or campaign, and who is offered what. Raises Refused."""
    return (hq.battles.seats if hq.kind(diary) == "battle" else hq.campaigns.seats).offers(diary)
