"""Diaries of many entries, made fast: a seat that changes hands again and again."""

from __future__ import annotations

from typing import Any

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller


def long_battle(hq: Headquarters, entries: int, name: str = "duel", **more: Any) -> str:
    """A battle of so many entries, in which ann is asked first. hq: of who may seat anybody."""
    done = hq.battles.new("tank-duel", seats=[Seat("nk", "ann")], name=name, **more)
    assert isinstance(done, Acted), done
    handed_over(hq, name, entries)
    return name


def handed_over(hq: Headquarters, battle: str, entries: int) -> None:
    """A battle goes on to so many entries: one side is ben's, and dan's, and ben's; where seats belong to their players
    it is offered to all and withdrawn, and ben comes back to it."""
    seats, ben = hq.battles.seats, hq.for_(Caller("ben")).battles.seats
    if not seats.offers(battle).apart:
        for seq in range(hq.battles.head(battle) + 1, entries + 1):
            assert isinstance(seats.seat(battle, "us", ("dan", "ben")[seq % 2]), Acted)
        return
    assert isinstance(ben.leave(battle), Acted)
    while (left := entries - hq.battles.head(battle)) > 3:
        assert isinstance(seats.offer(battle, "us"), Acted)
        assert isinstance(seats.withdraw(battle, "us"), Acted)
    if left == 3:
        assert isinstance(seats.offer(battle, "us"), Acted)
    assert isinstance(seats.offer(battle, "us", "ben"), Acted)
    assert isinstance(ben.accept(battle), Acted)


def long_campaign(hq: Headquarters, entries: int, name: str = "war") -> str:
    """A campaign of so many entries. hq: of who may seat anybody."""
    done = hq.campaigns.new(hq.campaigns.files.samples()[0].id, name=name, apart=True)
    assert isinstance(done, Acted), done
    side = hq.campaigns.view(name).sides[0].id
    for seq in range(done.seq + 1, entries + 1):
        done = offered_or_not(hq, name, side, seq)
    return name


def offered_or_not(hq: Headquarters, campaign: str, side: str, seq: int) -> Acted:
    """One more entry of a campaign: a seat is offered, or no more. seq: of the entry."""
    seats = hq.campaigns.seats
    done = seats.offer(campaign, side) if seq % 2 else seats.withdraw(campaign, side)
    assert isinstance(done, Acted), done
    return done
