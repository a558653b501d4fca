"""Opening a campaign: who sits at it, and who is offered a seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from campaign.battles.table import Seat
from campaign.ledger.book import Book
from campaign.ledger.definition import Definition, beginning
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import SCHEME
from campaign.shared.callers import Caller
from campaign.shared.opening import Missing, Wish, opened, table_rules
from campaign.shared.plain import checked


def led(definition: Definition, seats: Sequence[Seat], umpire: str = "") -> Definition:
    """The same, with these players as leaders of sides, and as umpire. Raises Refused."""
    wanted = {one.side: one.player for one in seats}
    sides = [one.id for one in definition.sides]
    for seat in seats:
        if seat.side not in sides:
            raise Refused(f"There is no side {seat.side!r} in {definition.title}.", "", sides, "$.seats")
        if seat.bot:
            raise Refused("Bots lead no side of a campaign: they fight its battles.", "", [], "$.seats")
    return replace(
        definition,
        sides=tuple(replace(one, player=wanted.get(one.id, one.player)) for one in definition.sides),
        umpire=checked(umpire, "player id", "$.umpire") or definition.umpire,
    )


def beginning_of(
    definition: Definition,
    caller: Caller,
    name: str,
    commitment: str,
    wish: Wish,
    missing: Missing,
    ruled: Collection[str] = (),
) -> Book:
    """The first entry of a campaign's diary. missing: see `campaign.shared.opening.opened`. ruled: sides that have no
    seat where seats are their players' own, since the rules run them. Raises Refused."""
    leaders = {one.id: one.player for one in definition.sides}
    umpire, hides = definition.umpire, definition.policy.secrecy != "open"
    rules = table_rules(caller, {**leaders, UMPIRE: umpire}, hides, wish)
    without = ruled if rules.seats == "apart" else ()
    for one in definition.sides:
        if one.id in without and leaders.pop(one.id):
            reason = f"Nobody leads {one.name}: the rules run that side in all its battles."
            raise Refused(reason, "", [*leaders], "$.seats")
    if not umpire and rules.seats == "apart" and caller.player not in leaders.values():
        umpire = caller.player
    found = opened(caller, rules, leaders, umpire, missing)
    offers = dict(found.offers)
    if rules.seats == "apart" and not umpire:
        offers[UMPIRE] = ""
    sides = tuple(
        replace(one, player=found.taken.get(one.id, ""), by_rules=one.id in without)
        for one in definition.sides
    )
    seated = replace(definition, sides=sides, umpire=found.umpire)
    return beginning(seated, name, commitment, SCHEME, rules, offers)
