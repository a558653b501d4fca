"""Who may do what with seats, and what it leads to: for battles and campaigns alike, and for whoever checks a record.

Seats stand in the diary like everything else, but are no part of the game: an undo never takes one back, and a rewind
carries what there is of them back with it, as events of its own.

Where people are apart, a seat belongs to its player: it is offered and accepted, left by him, and freed only for an
absence that the record shows, or by a block. One person has one seat, for ever, in a battle, its campaign and all
battles of that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from campaign.rules import seats as s
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.answers import WaitingSeat
from campaign.shared.callers import BOT, FORBIDDEN, SOMEBODY, Caller, Seating, named

SEAT = "seat"
"""The kind of an entry in which a seat changes hands where names are taken at their word."""
SEAT_KINDS = frozenset((SEAT, *(str(one.__struct_config__.tag) for one in s.SEAT_ACTIONS)))
"""The kinds of all entries about seats."""
SEATING = (UMPIRE, "")
"""The roles in which seats are given, taken and left."""
Told = Callable[[str, str], Any]
"""(side, player) → an event."""


class Vain(NamedTuple):
    """That somebody is asked, and has not answered. since: the entry from which on; days: until now. seen: diary → the
    newest entry there by which that is so."""

    since: int
    days: float
    seen: Mapping[str, int] = {}


class There(NamedTuple):
    """What else there is to know of a table before something is done with its seats.

    over: it has ended. begun: something was done in it. hides: sides have secrets. vain: of a seat, how long its player
    has been asked in vain; None if he is not. elsewhere: of a player, the seat here that his seat in another table of
    the same campaign is; "" if he has none. blocked: whether a player is. missing: why somebody cannot be offered a
    seat, "" if he can. stood: of a seat, for how many days the offer of it has stood.
    """

    over: bool
    begun: bool
    hides: bool
    vain: Callable[[str], Vain | None] = lambda _: None
    elsewhere: Callable[[str], str] = lambda _: ""
    blocked: Callable[[str], bool] = lambda _: False
    missing: Callable[[str], str] = lambda _: ""
    stood: Callable[[str], float] = lambda _: 0.0


def places(seating: Seating, caller: Caller) -> list[str]:
    """In which quality somebody may see to others' seats: he sits here, is its umpire, or opened it; what nobody in
    particular opened at the machine of the house, its keeper did."""
    if not caller.player:
        return []
    found = ["sits here"] if caller.player in seating.players.values() else []
    if caller.player in (seating.umpire, seating.study):
        found.append("is its umpire")
    if caller.player == seating.opener or (seating.opener == SOMEBODY and caller.keeper):
        found.append("opened it")
    return found


def events(seating: Seating, caller: Caller, action: s.SeatAction, there: There) -> list[Any]:
    """What an action leads to, as events of `campaign.rules.seats`; who sits down or gets up is for `changed` to say,
    of `sitting`. Raises Refused: why not, and what may be done."""
    caller = named(caller)
    if not seating.apart:
        _together(seating, action)
    if there.over:
        raise Refused("It is over: its seats stay as they are. Fork it to go on.", "", ["fork"])
    match action:
        case s.OfferSeat(side, to):
            return _offer(seating, caller, side, to, there)
        case s.AcceptSeat(side):
            _accept(seating, caller, side, there)
            return []
        case s.DeclineSeat(side):
            return [_decline(seating, caller, side)]
        case s.WithdrawSeat(side):
            return [_withdraw(seating, caller, side, there)]
        case s.LeaveSeat(side):
            _leave(seating, caller, side)
            return []
        case s.FreeSeat(side):
            return [_free(seating, caller, side, there)]
        case s.Welcome(player):
            return [_welcome(seating, caller, player, there)]
        case s.TakeRecord():
            return [_take_record(seating, caller, there)]
        case s.PutAway():
            return _put_away(seating, caller, there)
        case s.OfferAgain():
            return _offer_again(seating, caller)
        case _:
            raise TypeError(f"not about seats: {action!r}")


def sitting(seating: Seating, caller: Caller, action: s.SeatAction) -> Mapping[str, str]:
    """Who sits where once an action that may be done is done: seat → player, "" for nobody."""
    match action:
        case s.AcceptSeat(side):
            return {**seating.seats, side: caller.player}
        case s.LeaveSeat(side) | s.FreeSeat(side):
            return {**seating.seats, side: ""}
        case s.OfferAgain():
            return {**seating.seats, **dict.fromkeys(persons(seating), "")}
        case _:
            return seating.seats


def persons(seating: Seating) -> Mapping[str, str]:
    """The seats in which somebody sits who is no bot, and who."""
    return {seat: one for seat, one in seating.seats.items() if one and not one.startswith(BOT)}


def _together(seating: Seating, action: s.SeatAction) -> None:
    """Raises Refused where people play together: there seats are taken at once, or bear no names at all."""
    if isinstance(action, s.TakeRecord | s.PutAway):
        return
    if isinstance(action, s.AcceptSeat) and action.side in seating.chairs.offers:
        return  # of an older version, in which nobody is named
    if seating.study:
        raise Refused("This is a study of one player's: nobody else has a seat in it.")
    reason = "Here people play together, and seats belong to nobody: whoever is there plays them."
    raise Refused(reason, "", ["seat"])


def _seat(seating: Seating, side: str) -> str:
    """Who sits there, "" for nobody. Raises Refused for a seat that there is not."""
    if side == UMPIRE and seating.umpire is not None:
        return seating.umpire or ""
    return seat_of(seating, side)


def _sees_to_it(seating: Seating, caller: Caller, what: str) -> None:
    if not places(seating, caller):
        reason = f"To {what} is for whoever sits here, its umpire, or who opened it."
        raise Refused(reason, "", (), "$.side", FORBIDDEN)


def _offer(seating: Seating, caller: Caller, side: str, to: str, there: There) -> list[Any]:
    now = _seat(seating, side)
    _sees_to_it(seating, caller, "offer a seat")
    if now:
        allowed = ["free"] if not now.startswith(BOT) else []
        raise Refused(f"That seat is {now}'s: a seat belongs to its player.", "", allowed, "$.side")
    offer = seating.chairs.offers.get(side)
    if offer is not None and (offer.to or not to):
        raise Refused(f"That seat is offered to {offer.to or s.ALL} already.", "", ["withdraw"], "$.side")
    if to:
        _offerable(seating, side, to, there)
    withdrawn = [] if offer is None else [s.OfferEnded(side, "withdrawn", offer.to, offer.by)]
    return [*withdrawn, s.SeatOffered(side, to, caller.player)]


def _offerable(seating: Seating, side: str, to: str, there: There) -> None:
    """Raises Refused for a player to whom this seat cannot be offered by name."""
    named(Caller(to))
    one_seat(seating, to, side, there.elsewhere(to))
    if to in seating.chairs.declined and not seating.rules.word:
        reason = f"{to} has declined a seat here: it may be offered to {s.ALL}, and he may take it."
        raise Refused(reason, "", ["offer to everybody"], "$.player")
    if any(one.to == to for one in seating.chairs.offers.values()):
        raise Refused(f"{to} is offered a seat here already.", "", ["withdraw"], "$.player")
    if why := there.missing(to):
        raise Refused(why, "", ["another player", "offer to everybody"], "$.player")


def one_seat(seating: Seating, player: str, side: str, elsewhere: str = "") -> None:
    """Raises Refused for whoever has, or ever had, another seat in the whole family. elsewhere: see `There`."""
    had = seating.had(player) or elsewhere
    if not player or had in ("", side):
        return
    if had == s.RECORD:
        reason = f"{player} took the whole record out, and gets no seat here."
    else:
        what = "the umpire's chair" if had == UMPIRE else f"the seat of {had}"
        reason = f"{player} has, or had, {what} here or in its campaign: one person has one seat, for ever."
    raise Refused(reason, "", [], "$.player", FORBIDDEN)


def _accept(seating: Seating, caller: Caller, side: str, there: There) -> None:
    now, offer = _seat(seating, side), seating.chairs.offers.get(side)
    if now:
        whose = "yours already" if now == caller.player else f"{now}'s"
        raise Refused(f"That seat is {whose}.", "", [], "$.side")
    mine = seating.offered(caller)
    if offer is None or side not in mine:
        reason = "That seat is not offered to you." if mine or offer else "No seat is offered to you here."
        raise Refused(reason, "", mine, "$.side", FORBIDDEN)
    one_seat(seating, caller.player, side, there.elsewhere(caller.player))
    if there.blocked(caller.player):
        raise Refused(f"{caller.player} is blocked.", "", [], "", FORBIDDEN)
    if side == UMPIRE and not caller.chair:
        raise Refused(
            "The umpire's chair takes a token with the scope 'umpire'.", "", [], "$.side", FORBIDDEN
        )


def _decline(seating: Seating, caller: Caller, side: str) -> s.OfferEnded:
    _seat(seating, side)
    offer = seating.chairs.offers.get(side)
    if offer is None or offer.to != caller.player:
        mine = seating.named(caller.player)
        raise Refused("That seat is not offered to you by name.", "", mine, "$.side", FORBIDDEN)
    return s.OfferEnded(side, "declined", offer.to, offer.by)


def _withdraw(seating: Seating, caller: Caller, side: str, there: There) -> s.OfferEnded:
    _seat(seating, side)
    _sees_to_it(seating, caller, "withdraw an offer")
    offer = seating.chairs.offers.get(side)
    if offer is None:
        raise Refused("That seat is not offered to anybody.", "", list(seating.chairs.offers), "$.side")
    others = [seat for seat in persons(seating) if seat != UMPIRE]
    if others and offer.by not in ("", caller.player) and places(seating, caller) == ["opened it"]:
        _stood(seating, side, offer.by, there)
    return s.OfferEnded(side, "withdrawn", offer.to, offer.by)


def _stood(seating: Seating, side: str, by: str, there: There) -> None:
    """Raises Refused for an offer of another's, in whose place who opened a table and has no seat wants to put his own,
    until it has been left open for as long as an absence lasts: nobody comes, and who made it may be gone too."""
    days = seating.rules.absence
    if days and there.stood(side) >= days:
        return
    later = f", or what has stood for {count(days, 'day')}" if days else ""
    reason = f"{by} offers that seat: who has none takes back what he offered himself{later}, once others sit here."
    raise Refused(reason, "", (), "$.side", FORBIDDEN)


def _leave(seating: Seating, caller: Caller, side: str) -> None:
    if _seat(seating, side) != caller.player:
        mine = [seat for seat, player in seating.seats.items() if player == caller.player]
        raise Refused("That seat is not yours to leave.", "", mine, "$.side", FORBIDDEN)


def _free(seating: Seating, caller: Caller, side: str, there: There) -> s.Freed:
    now = _seat(seating, side)
    if not now:
        raise Refused("That seat is nobody's already.", "", ["offer"], "$.side")
    if now.startswith(BOT):
        raise Refused("A bot's seat is the bot's, for ever.", "", [], "$.side")
    if now == caller.player:
        raise Refused("That seat is yours.", "", ["leave"], "$.side")
    if caller.keeper and not seating.had(caller.player) and there.blocked(now):
        return s.Freed(side, now, "blocked")
    _sees_to_it(seating, caller, "free a seat")
    days, vain = seating.rules.absence, there.vain(side)
    if not days:
        raise Refused("At this table no absence frees a seat: its first entry says so.", "", [], "$.side")
    if vain is None:
        raise Refused(f"{now} is not asked for anything: nobody waits for that seat.", "", [], "$.side")
    if vain.days < days:
        so_far = f"{now} has been asked since entry {vain.since}, for {vain.days:.1f} days"
        reason = f"{so_far}: the seat may be freed after {count(days, 'day')}."
        raise Refused(reason, "", [], "$.side")
    return s.Freed(side, now, "absent", vain.since)


def _welcome(seating: Seating, caller: Caller, player: str, there: There) -> s.Welcomed:
    _sees_to_it(seating, caller, "let somebody look on")
    named(Caller(player))
    if seating.takes_part(player):
        raise Refused(f"{player} may look on already.", "", [], "$.player")
    if why := there.missing(player):
        raise Refused(why, "", ["another player"], "$.player")
    return s.Welcomed(player)


def _take_record(seating: Seating, caller: Caller, there: There) -> s.RecordTaken:
    if not caller.keeper:
        raise Refused("This is for whoever keeps the diaries here.", "", (), "", FORBIDDEN)
    had = seating.had(caller.player) or there.elsewhere(caller.player)
    if seating.had(caller.player) == s.RECORD:
        raise Refused(f"{caller.player} has taken the whole record out already.", "", ["export"])
    if had not in ("", s.RECORD):  # who took that of the campaign out may take those of its battles
        reason = f"{caller.player} has, or had, a seat here: the whole of it is not for him until it is over."
        raise Refused(reason, "", [], "", FORBIDDEN)
    if not seating.apart:
        raise Refused("Here people play together: its record is open as it stands.", "", ["export"])
    return s.RecordTaken(caller.player)


def _put_away(seating: Seating, caller: Caller, there: There) -> list[Any]:
    if caller.player not in (seating.opener, seating.study):
        raise Refused("To put it away is for who opened it.", "", (), "", FORBIDDEN)
    others = [one for one in persons(seating).values() if one != caller.player]
    if there.begun or others:
        what = "it has begun" if there.begun else f"{others[0]} sits here"
        raise Refused(
            f"It can be put away only before it begins, by who sits alone: {what}.", "", ["concede"]
        )
    offers = seating.chairs.offers.items()
    return [*(s.OfferEnded(side, "withdrawn", one.to, one.by) for side, one in offers), s.TablePutAway()]


def _offer_again(seating: Seating, caller: Caller) -> list[Any]:
    """Nobody sits without his word, and what a file says is none that was given here."""
    if not caller.keeper:
        raise Refused("This is for whoever keeps the diaries here.", "", (), "", FORBIDDEN)
    return [s.SeatOffered(seat, to, seating.opener) for seat, to in persons(seating).items()]


def waited_for(seating: Seating, seats: Collection[str], begun: Callable[[], bool]) -> list[str]:
    """Of these seats, those for which everybody waits: nothing is done until all were taken once. Where names are taken
    at their word, who is named need not have given his."""
    if not seating.apart:
        return []
    named_ = [seat for seat, one in seating.chairs.offers.items() if one.to and seating.rules.word]
    waiting = [seat for seat in seats if seat not in named_]
    return [] if not waiting or begun() else waiting


def all_taken(seating: Seating, seats: Collection[str], begun: Callable[[], bool]) -> None:
    """Raises Refused as long as one of these seats is waited for."""
    waiting = waited_for(seating, seats, begun)
    if not waiting:
        return
    offers = seating.chairs.offers
    told = [f"{one} (offered to {offers[one].to or s.ALL})" if one in offers else one for one in waiting]
    reason = f"Nothing is done until every seat was taken. Still free: {', '.join(told)}."
    raise Refused(reason, "", ["offer", "accept", "withdraw"], "$.side")


def waiting_seats(
    seating: Seating, seats: Collection[str], names: Mapping[str, str]
) -> tuple[WaitingSeat, ...]:
    """Free seats, as they are told of. names: side → how it is called."""
    offers = seating.chairs.offers
    return tuple(
        WaitingSeat(one, one in offers, offers[one].to if one in offers else "", names.get(one, one))
        for one in seats
    )


# -- where names are taken at their word ------------------------------------------------------------------------------


def seated_at_word(seating: Seating, caller: Caller, side: str, player: str, there: There) -> None:
    """Whether a seat may change hands at once. Raises Refused.

    Where people play together and nothing is hidden, whoever is there gives a seat a name or takes it away: his own,
    and at one machine anybody's. Where they are apart, at one machine, a free seat is offered and accepted at once.
    """
    now = seat_of(seating, side)
    wanted(seating, now, player)
    here = caller.here and seating.rules.word
    if there.over:
        raise Refused("It is over: its seats stay as they are. Fork it to go on.", "", ["fork"])
    if seating.study or (not seating.apart and there.hides):
        reason = "Here whoever is there plays all seats, and sees what they hide: none of them gets a name."
        raise Refused(reason, "", ["open another one"], "$.side")
    if now.startswith(BOT):
        raise Refused("A bot's seat is the bot's, for ever.", "", [], "$.side")
    if seating.apart:
        _at_word_apart(seating, caller, now, player, here)
    elif not (
        here
        or (not player and now == caller.player)
        or (not now and caller.seats and player == caller.player)
    ):
        reason = (
            f"The seat of {side} is {now}'s: nobody takes another's."
            if now
            else ("Nobody is given a seat without his word: take one yourself.")
        )
        raise Refused(reason, "", [f"seat {side} {caller.player}"], "$.player", FORBIDDEN)
    if player:
        one_seat(seating, player, side, there.elsewhere(player))
        if why := there.missing(player):
            raise Refused(why, "", ["another player"], "$.player")


def _at_word_apart(seating: Seating, caller: Caller, now: str, player: str, here: bool) -> None:
    if not here:
        verbs = ["offer", "accept", "leave", "free"]
        raise Refused(
            "Here a seat belongs to its player: it is offered, accepted and left.",
            "",
            verbs,
            "$.side",
            FORBIDDEN,
        )
    if now and not (now == caller.player and not player):
        allowed = [f"leave, as {now}", "free"]
        raise Refused(
            f"That seat is {now}'s: a seat belongs to its player.", "", allowed, "$.side", FORBIDDEN
        )


def seat_of(seating: Seating, side: str) -> str:
    """Who sits there, "" for nobody. Raises Refused for a side that there is not."""
    if side not in seating.players:
        raise Refused(f"There is no side {side!r} here.", "", list(seating.players), "$.side")
    return seating.players[side]


def wanted(seating: Seating, now: str, player: str) -> None:
    """Raises Refused for a player who cannot sit there, whoever asks for it."""
    if player:
        named(Caller(player))
    if player and player == seating.umpire:
        raise Refused(f"{player!r} is the umpire here, and plays no side.", where="$.player")
    if player == now:
        reason = f"{player!r} sits there already." if player else "That seat is nobody's already."
        raise Refused(reason, "", (), "$.player")


def changed(now: Mapping[str, str], then: Mapping[str, str], left: Told, taken: Told) -> Iterable[Any]:
    """What leads from the seats as they are to others. now, then: side → player."""
    for side, player in now.items():
        after = then.get(side, "")
        if after != player:
            if player:
                yield left(side, player)
            if after:
                yield taken(side, after)
