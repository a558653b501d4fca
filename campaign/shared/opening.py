"""Opening a table: by which rules people sit at it, who sits at once, and who is offered a seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from campaign.rules import seats as s
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.callers import BOT, FORBIDDEN, SOMEBODY, Caller, named


class Wish(NamedTuple):
    """How whoever opens a table wants it. apart: seats are offered, at one machine too. See `TableRules`."""

    look: s.LookOn = "members"
    absence: int = s.ABSENCE
    apart: bool = False


Missing = Callable[[str, str], str]
"""(player, seat) → why he cannot be offered it, in a sentence; "" if he can."""


def nothing_missing(player: str, seat: str) -> str:
    """Where nobody knows of anything."""
    return ""


class Opened(NamedTuple):
    """Who sits, and who is offered what, when a table is opened. taken: side → player. offers: seat → to."""

    taken: Mapping[str, str]
    offers: Mapping[str, str]
    umpire: str


def table_rules(caller: Caller, seats: Mapping[str, str], hides: bool, wish: Wish) -> s.TableRules:
    """The rules of a table that a caller opens. seats: side → who is wanted there, "" for nobody by name, bots by their
    ids.

    At one machine, and where a server shares its seats, people play together; but not where every seat bears a name, or
    one does and sides hide something. Raises Refused for rules that there cannot be.
    """
    people = [one for one in seats.values() if not one.startswith(BOT)]
    names = [one for one in people if one]
    together = not names or (caller.here and len(names) < len(people) and not hides)
    if not 0 <= wish.absence <= s.MOST_DAYS:
        raise Refused(f"An absence of 0 to {s.MOST_DAYS} days frees a seat.", "", [], "$.absence")
    apart = wish.apart or not (caller.seats and together)
    return s.TableRules("apart" if apart else "together", caller.here, wish.look, wish.absence)


def opened(
    caller: Caller,
    rules: s.TableRules,
    seats: Mapping[str, str],
    umpire: str,
    missing: Missing = nothing_missing,
    seated: Collection[str] = (),
) -> Opened:
    """Who sits and who is offered a seat. umpire: who is wanted as such; "" for none. missing: see `Missing`.
    seated: seats whose players have given their word elsewhere, as leaders of the sides
    of a campaign. Raises Refused, with what is missing."""
    wanted: dict[str, str] = {**seats, **({UMPIRE: umpire} if umpire else {})}
    taken: dict[str, str] = {}
    offers: dict[str, str] = {}
    for seat, player in wanted.items():
        if player.startswith(BOT) or seat in seated:
            taken[seat] = player
            continue
        if player:
            named(Caller(player))
            if list(wanted.values()).count(player) > 1:
                reason = (
                    f"{player} is wanted in two places: one person has one seat. Seats without names are for whoever is"
                    " there."
                )
                raise Refused(reason, "", ["seats without names"], "$.seats")
            if player != caller.player and (why := missing(player, seat)):
                raise Refused(why, "", ["another player", "a seat without a name"], "$.seats")
        if player and (player == caller.player or rules.word):
            taken[seat] = player
        elif rules.seats == "apart":
            offers[seat] = player
    if taken.get(UMPIRE) == caller.player and not caller.chair:
        reason = "The umpire's chair takes a token with the scope 'umpire'."
        raise Refused(reason, "", ["another token", "a seat for yourself"], "$.umpire", FORBIDDEN)
    return Opened(
        {one: player for one, player in taken.items() if one != UMPIRE}, offers, taken.get(UMPIRE, "")
    )


def umpire_of(seats: Mapping[str, str], caller: Caller) -> str:
    """Who opens a table in which others are wanted by name is its umpire, if he has a name, no seat himself, and may
    be one; "" for nobody."""
    players = {one for one in seats.values() if one and not one.startswith(BOT)}
    return caller.player if players and caller.chair and caller.player not in (SOMEBODY, *players) else ""
