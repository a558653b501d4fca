"""Forgeries of dice: what was rolled, what it hangs on, and the secret."""

from __future__ import annotations

from copy import deepcopy

from campaign.rules.sealed_dice import Chain
from tests.campaign.forgeries.kit import (
    ROLLED,
    forgery,
    game,
    like,
    middle,
    of_kind,
    rolled,
    sealed,
)
from tests.campaign.forging import Copy


@forgery("a die turned")
def _(copy: Copy) -> bool:
    """Where no secret tells, only one that an event speaks of: a breakdown that did not come leaves no trace."""
    if (place := rolled(copy)) is None:
        return False
    _, line, draw = place
    if not sealed(copy) and not any(name in event for event in line.events for name in ROLLED):
        return False
    draw["values"][0] = draw["values"][0] % draw["sides"] + 1
    return True


@forgery("a die turned, and in the events that speak of it", by=["the secret gives", "speak of dice"])
def _(copy: Copy) -> bool:
    """Where no secret tells, only one that changes what follows: the last die of the opening roll-offs does not."""
    if not sealed(copy) or (place := rolled(copy)) is None:
        return False
    _, line, draw = place
    old, new = list(draw["values"]), [one % draw["sides"] + 1 for one in draw["values"]]
    for event in line.events:
        for name in ROLLED:
            told = event.get(name)
            if told == old:
                event[name] = new
            elif told == sorted(old):
                event[name] = sorted(new)
            elif isinstance(told, dict) and [*told.values()] == old:
                event[name] = dict(zip(told, new, strict=True))
            elif told == old[0]:
                event[name] = new[0]
            else:
                continue
            draw["values"] = new
            return True
    draw["values"] = new
    return True


@forgery("dice taken out of an entry")
def _(copy: Copy) -> bool:
    if (place := rolled(copy)) is None:
        return False
    del place[1].json["draws"]
    return True


@forgery("dice that nobody asked for")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    source = {} if sealed(copy) else {"source": "typed"}
    line.json["draws"] = [*line.draws, {"purpose": "luck", "sides": 6, "values": [6], **source}]
    return True


@forgery("a sealed die that is said to be typed")
def _(copy: Copy) -> bool:
    if not sealed(copy) or (place := rolled(copy)) is None:
        return False
    place[2]["source"] = "typed"
    return True


@forgery("a draw of another purpose")
def _(copy: Copy) -> bool:
    if (place := rolled(copy)) is None:
        return False
    place[2]["purpose"] = "something else"
    return True


@forgery("another link of the dice's chain")
def _(copy: Copy) -> bool:
    if not sealed(copy):
        return False
    middle(copy)[1].json["roll"] = "00" * 16
    return True


@forgery("another salt")
def _(copy: Copy) -> bool:
    salted = [line for _, line in game(copy) if line.json.get("salt")]
    if not sealed(copy) or not salted:
        return False
    salted[0].json["salt"] = "00" * 16
    return True


def contributes(copy: Copy, seq: int) -> bool:
    """Add what the side that contributed adds once more, as entry seq, with the links that then follow."""
    found = of_kind(copy, "contribute")
    if not sealed(copy) or found is None or copy.secret is None:
        return False
    link = copy.lines[seq - 2].json["roll"]
    again = like(found[1], seq - 1)
    side, chain = again.json["author"]["role"], Chain(copy.secret, copy.info.name)
    again.json["action"]["text"] = again.events[0]["text"] = "once more"
    again.json["roll"] = chain.contributed(link, side, "once more")
    again.json.pop("salt", None)
    copy.cut(seq - 1)
    copy.lines.append(again)
    return True


@forgery("a side's second text for the dice")
def _(copy: Copy) -> bool:
    found = of_kind(copy, "contribute")
    return found is not None and contributes(copy, found[0] + 1)


@forgery("a text for the dice after the first roll")
def _(copy: Copy) -> bool:
    place = rolled(copy)
    return place is not None and contributes(copy, place[0] + 1)


@forgery("another commitment in the campaign than its battle's")
def _(copy: Copy) -> bool:
    """In its entry, its event and its action alike."""
    started = [line for line in copy.lines if line.json["action"].get("commitment") and line.kind == "start"]
    for line in started:
        line.json["action"]["commitment"] = line.events[0]["commitment"] = "00" * 32
    copy.redigest()
    return bool(started)


@forgery("dice in the first entry")
def _(copy: Copy) -> bool:
    source = {} if sealed(copy) else {"source": "typed"}
    copy.lines[0].json["draws"] = [{"purpose": "luck", "sides": 6, "values": [6], **source}]
    return True


@forgery("another secret revealed")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "reveal")) is None:
        return False
    copy.secret = None
    place[1].events[0]["secret"] = "ab" * 32
    return True


@forgery("a commitment to another secret")
def _(copy: Copy) -> bool:
    if not sealed(copy):
        return False
    copy.lines[0].events[0]["commitment"] = "ab" * 32
    return True


@forgery("something else in the entry that reveals the secret")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "reveal")) is None:
        return False
    place[1].events.append(deepcopy(middle(copy)[1].events[0]))
    return True


@forgery("a sealed battle over, and its secret kept back", "not checked")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "reveal")) is None:
        return False
    copy.cut(place[0] - 1)
    copy.secret = None
    return True


@forgery("dice of a scheme that there is not")
def _(copy: Copy) -> bool:
    copy.lines[0].events[0]["scheme"] = 99
    copy.redigest()
    return sealed(copy)


@forgery("a salt or link of dice that nobody has the secret of, before the first roll", "not checked")
def _(copy: Copy) -> bool:
    if not sealed(copy) or copy.info.origin:  # which does not come along
        return False
    copy.cut(1)
    copy.secret, copy.others = None, []
    copy.lines[0].json["roll"] = "00" * 16
    return True
