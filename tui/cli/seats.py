"""Commands for seats: the lobby, who sits where, and all that is done with a seat; for battles and campaigns alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, TableOffer
from campaign.shared.seats import Seats
from tui.cli import output, tables
from tui.cli.app import ANYHOW, NOBODY, Asking, BattleId, Common, DiaryId, app, door
from tui.cli.suggesting import kind_of, line, quoted
from tui.shared.seat_words import called, minute, settings_of, to_words

Side = Annotated[str, Parameter(help="The side, as `wardiary seats` shows it, or umpire for that chair.")]
MayDiary = Annotated[
    DiaryId | None,
    Parameter(help="A battle's or campaign's id; the one at which a seat is offered to you, if left out."),
]
MaySide = Annotated[
    str, Parameter(help="The side, or umpire for that chair; the one that can be meant, if left out.")
]


@app.command
def lobby(*, common: Common = NOBODY) -> int:
    """List the battles and campaigns at which a seat is offered to you, or to all who may look on.

    Example: wardiary lobby --server https://club.example
    """
    with door(common) as hq:
        found, me = hq.lobby(), hq.caller.player
    if common.json:
        output.as_json(found)
    elif not found:
        output.say(f"No seat is offered to you. Open a table yourself: {line('new', 'SCENARIO')}")
    else:
        rows: list[tuple[str, ...]] = [("table", "title", "seat", "offered to", "by", "since")]
        for one in found:
            rows += [
                (
                    one.table,
                    one.title,
                    _seat(one, offer.side),
                    to_words(offer.to, me),
                    offer.by,
                    minute(offer.since),
                )
                for offer in one.offers
                if offer.to in ("", me)
            ]
        output.table(rows)
        output.say(f"Look at one: {line('seats', 'TABLE')}")
        output.say(f"Take a seat: {line('accept', 'TABLE', 'SEAT')}")
    return 0


def _seat(table: TableOffer, side: str) -> str:
    """A seat as it is called, and as one types it."""
    name = called(table, side)
    return side if name == side else f"{side} ({name})"


@app.command
def seats(diary: DiaryId, *, common: Common = NOBODY) -> int:
    """Show who sits at a battle or campaign, who is offered which seat since when, and by which rules one sits there.

    Example: wardiary seats DIARY
    """
    with door(common) as hq:
        found, me = tables.offers(hq, diary), hq.caller.player
        if common.json:
            output.as_json(found)
        else:
            tables.told(found, me, settings_of(hq, found))
    return 0


@app.command
def seat(
    diary: DiaryId,
    side: str,
    who: Annotated[str, Parameter(help="The player who is to sit there; nobody, if left out.")] = "",
    *,
    common: Asking = ANYHOW,
) -> int:
    """At one machine, and where people play together: seat a player on a side of a battle, or let him lead one of a
    campaign, at once; without a player, free the seat. Elsewhere a seat is offered and accepted.

    Example: wardiary seat korea us ann
    """
    return _do(diary, common, lambda seats, on: seats.seat(diary, side, who, **on))


@app.command
def offer(
    diary: DiaryId,
    side: Side,
    player: Annotated[str, Parameter(help="To whom; to all who may look on, if left out.")] = "",
    *,
    common: Asking = ANYHOW,
) -> int:
    """Offer a free seat: for whoever sits there, its umpire, or who opened it.

    Example: wardiary offer korea us ann
    """
    return _do(diary, common, lambda seats, on: seats.offer(diary, side, player, **on), tables.opened)


@app.command
def accept(diary: MayDiary = None, side: MaySide = "", *, common: Asking = ANYHOW) -> int:
    """Take a seat that is offered to you, or to all who may look on. One person has one seat, for ever, in a battle,
    its campaign and all battles of that.

    Example: wardiary accept, wardiary accept BATTLE us
    """
    diary = diary or _offered(common)
    return _do(diary, common, lambda seats, on: seats.accept(diary, side, **on), _begins)


@app.command
def decline(diary: MayDiary = None, side: MaySide = "", *, common: Asking = ANYHOW) -> int:
    """Say no to a seat that is offered to you by name.

    Example: wardiary decline, wardiary decline BATTLE
    """
    diary = diary or _offered(common)
    return _do(diary, common, lambda seats, on: seats.decline(diary, side, **on))


def _offered(common: Common) -> str:
    """The one battle or campaign at which a seat is offered to who asks, by his name. Raises Refused."""
    with door(common) as hq:
        found = [one for one in hq.awaiting() if one.offers]
    if len(found) == 1:
        return found[0].diary
    if not found:
        raise Refused("No seat is offered to you by name. Open ones:", "", ["wardiary lobby"], "DIARY")
    allowed = [f"wardiary seats {quoted(one.diary)}" for one in found]
    raise Refused(f"You are offered seats at {len(found)} tables: say at which.", "", allowed, "DIARY")


@app.command
def withdraw(diary: DiaryId, side: Side, *, common: Asking = ANYHOW) -> int:
    """Take an offer back: for whoever may offer.

    Example: wardiary withdraw BATTLE us
    """
    return _do(diary, common, lambda seats, on: seats.withdraw(diary, side, **on), tables.waits)


@app.command
def leave(diary: DiaryId, side: MaySide = "", *, common: Asking = ANYHOW) -> int:
    """Leave your seat. You may come back to it if it is offered again, and to no other there.

    Example: wardiary leave BATTLE
    """
    return _do(diary, common, lambda seats, on: seats.leave(diary, side, **on), _freed)


@app.command
def free(diary: DiaryId, side: Side, *, common: Asking = ANYHOW) -> int:
    """Free the seat of somebody who has been asked in vain for as many days as the table says: for whoever may offer.
    Nobody loses by it: the seat is offered again. Who keeps the house frees that of somebody who is blocked.

    Example: wardiary free BATTLE us
    """
    return _do(diary, common, lambda seats, on: seats.free(diary, side, **on), _freed)


@app.command
def welcome(diary: DiaryId, player: str, *, common: Asking = ANYHOW) -> int:
    """Let somebody look on where only those may who are invited: for whoever may offer.

    Example: wardiary welcome BATTLE ann
    """
    return _do(diary, common, lambda seats, on: seats.welcome(diary, player, **on))


@app.command(name="put-away")
def put_away(diary: DiaryId, *, common: Asking = ANYHOW) -> int:
    """End what has not begun, for who opened it and sits there alone. What is only to be listed no longer is put away
    by `wardiary archive`, and can be had back.

    Example: wardiary put-away BATTLE
    """
    return _do(diary, common, lambda seats, on: seats.put_away(diary, **on))


@app.command(name="take-record")
def take_record(diary: DiaryId, *, common: Asking = ANYHOW) -> int:
    """Say for all to read that you take the whole record out, though sides hide something there: for who keeps the
    diaries and never sat there. You get no seat in it afterwards; then `wardiary export` gives all of it.

    Example: wardiary take-record BATTLE
    """
    return _do(diary, common, lambda seats, on: seats.take_record(diary, **on))


@app.command
def rematch(
    battle: BattleId,
    *,
    title: Annotated[str, Parameter(help="As before, if left out.")] = "",
    common: Common = NOBODY,
) -> int:
    """Open the same battle again: scenario, options, dice, undo, and the same seats offered to the same people.

    Example: wardiary rematch BATTLE
    """
    from tui.cli.battles import bots

    with door(common) as hq:
        done = hq.battles.rematch(battle, title=title)
        return bots.begun(hq, done, common.json)


Then = Callable[[Headquarters, str, tables.Waiting], object]


def _do(
    diary: str,
    common: Asking,
    verb: Callable[[Seats[Any], dict[str, Any]], Answer],
    then: Then | None = None,
) -> int:
    """Ask for it, print what came of it, and what may be done next."""
    from tui.cli.battles import printing as battles
    from tui.cli.campaign import printing as campaigns

    with door(common) as hq:
        battle = kind_of(hq, diary) == "battle"
        seats: Seats[Any] = hq.battles.seats if battle else hq.campaigns.seats
        done = verb(seats, {"key": common.key, "expected": common.expected})
        if not isinstance(done, Acted) or common.json:
            return (battles if battle else campaigns).answer(done, common.json)
        waited = tables.waiting(hq, diary) if then is not None or done.asked else ()
        (battles if battle else campaigns).answer(tables.unasked(done, waited), False)
        if then is not None:
            then(hq, diary, waited)
    return 0


def _begins(hq: Headquarters, diary: str, waited: tables.Waiting) -> None:
    tables.waits(hq, diary, waited)
    if not waited:
        output.say(f"Every seat that is needed is taken: {line('play', diary)}")


def _freed(hq: Headquarters, diary: str, _: tables.Waiting) -> None:
    found = tables.offers(hq, diary)
    offered = {one.side for one in found.offers}
    for side, player in found.seats.items():
        if not player and side not in offered and found.apart and side != "umpire":
            output.say(f"{called(found, side)} is free. Who sits there offers it:")
            output.say(f"  {line('offer', diary, side, 'PLAYER')}")
