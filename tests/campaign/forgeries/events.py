"""Forgeries of what happened, and of who did it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec

from tests.campaign.forgeries.kit import (
    BY_DICE,
    ROLLED,
    forgery,
    game,
    middle,
    other_side,
    sealed,
    sides,
)
from tests.campaign.forging import Copy


@forgery("another winner")
def _(copy: Copy) -> bool:
    for _, line in game(copy):
        for event in line.events:
            for place in (event, event.get("verdict")):
                if isinstance(place, dict) and isinstance(place.get("winner"), str):
                    place["winner"] = other_side(copy, place["winner"])
                    return True
    return False


@forgery("an event taken out")
def _(copy: Copy) -> bool:
    _, line = next(((seq, line) for seq, line in game(copy) if len(line.events) > 1), middle(copy))
    line.events.pop()
    return True


@forgery("an event added")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    line.events.append(deepcopy(line.events[-1]))
    return True


@forgery("a number in an event changed")
def _(copy: Copy) -> bool:
    for _, line in list(game(copy))[::-1]:
        for event in line.events:
            for name, value in event.items():
                if type(value) is int and name not in ROLLED:
                    event[name] = value + 1
                    return True
    return False


@forgery("another set-up")
def _(copy: Copy) -> bool:
    copy.lines[0].events.pop()
    return True


@forgery("another rule system asked for than it was opened with", by=["it asks for a battle of", *BY_DICE])
def _(copy: Copy) -> bool:
    action = copy.lines[0].json["action"]
    if "system" not in action:
        return False
    action["system"] = "chess"
    copy.relink()
    return True


@forgery("an event that no version knows")
def _(copy: Copy) -> bool:
    middle(copy)[1].events[0]["kind"] = "miracle"
    return True


@forgery("an action that no version knows")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["action"] = {"kind": "miracle"}
    return True


@forgery("another action over the same events")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    other = next(one for _, one in game(copy) if one.kind != line.kind)
    line.json["action"] = deepcopy(other.json["action"])
    return True


@forgery("an event of the table in an entry of the game")
def _(copy: Copy) -> bool:
    who: Any = {"author" if "policy" in copy.lines[0].events[0] else "side": sides(copy)[0]}
    middle(copy)[1].events.append({"kind": "contributed", **who, "text": "x"})
    return True


@forgery("an entry by who plays no side")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["author"]["role"] = "nobody"
    return True


@forgery("an entry of the other side")
def _(copy: Copy) -> bool:
    """Where it is not the umpire's, and not one that either side might have made."""
    for seq, line in reversed(list(game(copy))):
        role = line.json["author"].get("role")
        if role in sides(copy) and line.kind not in ("concede", "award") and seq > 2:
            line.json["author"]["role"] = other_side(copy, role)
            if "seats" in copy.lines[0].events[0]:
                for seat in copy.lines[0].events[0]["seats"]:
                    if seat["side"] == line.json["author"]["role"] and seat.get("player"):
                        line.json["author"]["player"] = seat["player"]
            return True
    return False


@forgery("an entry by a player who does not sit there")
def _(copy: Copy) -> bool:
    named = {seat["side"] for seat in copy.lines[0].events[0].get("seats", ()) if seat.get("player")}
    for _, line in game(copy):
        if line.json["author"].get("role") in named:
            line.json["author"]["player"] = "eve"
            return True
    return False


@forgery("another opener where seats bear names", by=BY_DICE)
def _(copy: Copy) -> bool:
    """Once a sealed die was rolled: he has a host's rights."""
    named = any(seat.get("player") for seat in copy.lines[0].events[0].get("seats", ()))
    rolls = any(line.draws for line in copy.lines)
    if not (named and rolls and sealed(copy)):
        return False
    copy.lines[0].json["author"]["player"] = "eve"
    copy.relink()
    return True


@forgery("another opener where dice are typed in, or none was rolled", "nothing")
def _(copy: Copy) -> bool:
    if sealed(copy) and any(line.draws for line in copy.lines):
        return False
    copy.lines[0].json["author"]["player"] = "eve"
    copy.relink()
    return True


@forgery("other players at the table, in every entry", by=BY_DICE)
def _(copy: Copy) -> bool:
    """Eve, wherever Kim stands."""
    if not (sealed(copy) and any(line.draws for line in copy.lines)) or b'"kim"' not in copy.lines[0].bytes():
        return False
    for line in copy.lines:
        line.body = msgspec.json.decode(line.bytes().replace(b'"kim"', b'"eve"').replace(b'"kim/', b'"eve/'))
    copy.relink()
    copy.redigest()
    return True


@forgery("an entry by a bot that there is not")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["author"]["player"] = "bot:nobody"
    return True


@forgery("other seats in the first entry's events than were asked for")
def _(copy: Copy) -> bool:
    seats = copy.lines[0].events[0].get("seats")
    if not seats:
        return False
    seats[0]["player"] = "eve"
    return True
