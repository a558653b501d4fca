"""A table that goes on here after it came with a file: its seats are offered to the names that they bear, for what a
file says is nobody's word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.battles.open_battle import OpenBattle
from campaign.battles.seats import hands as of_battle
from campaign.campaigns.seats import hands as of_campaign
from campaign.rules.refused import Refused
from campaign.rules.seats import OfferAgain
from campaign.shared import changing_hands
from campaign.shared.callers import Caller
from campaign.shared.open_diary import OpenDiary
from campaign.shared.people import ALONE, People
from campaign.shared.seating import persons
from campaign.shared.terms import NO_TERMS
from events.errors import UnknownEvent


def sitting(opened: OpenDiary[Any]) -> Mapping[str, str]:
    """Seat → who sits there by name, of a table that can go on here; nobody where it is over, people play together, or
    its dice cannot be rolled. Raises DiaryError."""
    try:
        state = opened.state()
    except UnknownEvent:  # what a newer version wrote is only read here
        return {}
    sealing, seating = opened.sealing(state), opened.seating(state)
    rolls = sealing.typed or opened.store.secret(opened.name) is not None
    return persons(seating) if rolls and seating.apart and not opened.over(state) else {}


def asked_for(file: str, there: Mapping[str, Mapping[str, str]], continuing: Sequence[str]) -> None:
    """Raises Refused for a table with names on its seats that would go on here without being named. there: table →
    seat → who sits there."""
    left = [name for name, seats in there.items() if seats and name not in continuing]
    if left:
        reason = (
            f"{file} brings {left[0]}, with all that it takes to go on here, and names on its seats. Say that it is to:"
            " then those seats are offered to these names again. Or leave the secret of its dice out, and it is read"
            " and forked here."
        )
        raise Refused(reason, "", [f"--continue {name}" for name in left], "$.continuing")


def offer_again(opened: OpenDiary[Any], seats: Mapping[str, str], caller: Caller, people: People) -> str:
    """What was done, in a sentence. seats: see `sitting`. Raises Refused, with who is missing here; DiaryError."""
    for seat, player in seats.items():
        if why := people.missing(player, seat):
            reason = f"{opened.name} cannot go on here, for its seats are offered to their names. {why}"
            raise Refused(reason, "", ["invite"], "$.continuing")
    hands: Any = of_battle if isinstance(opened, OpenBattle) else of_campaign
    changing_hands.act(opened, hands(opened), ALONE, caller, OfferAgain(), NO_TERMS)
    return f"{opened.name}: its seats are offered to {', '.join(dict.fromkeys(seats.values()))} again."
