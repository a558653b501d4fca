"""Forgeries of how entries are written, and of what no seal covers or no verification finds."""

from __future__ import annotations

import msgspec

from events.entry import decode_body, encode_json
from tests.campaign.forgeries.kit import (
    forgery,
    game,
    middle,
)
from tests.campaign.forging import Copy


@forgery("a body with a field that no version knows")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    line.body = line.bytes()[:-1] + b',"note":"x"}'
    return True


@forgery("a body with a field twice")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    line.body = line.bytes()[:-1] + b',"parent":%d}' % line.json["parent"]
    return True


@forgery("a body that is written otherwise")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    line.body = line.bytes().replace(b'"parent":', b'"parent": ', 1)
    return True


@forgery("an action that is written otherwise")
def _(copy: Copy) -> bool:
    _, line = middle(copy)
    body = decode_body(line.bytes())
    spelt = msgspec.Raw(bytes(body.action).replace(b'"kind":', b'"kind": ', 1))
    line.body = encode_json(msgspec.structs.replace(body, action=spelt))
    return True


@forgery("another title in the list")
def _(copy: Copy) -> bool:
    copy.info = copy.info._replace(title="Another")
    return True


@forgery("another day of creation in the list")
def _(copy: Copy) -> bool:
    copy.info = copy.info._replace(created="1950-01-01T00:00:00.000Z")
    return True


@forgery("listed as a diary of another kind")
def _(copy: Copy) -> bool:
    if copy.info.kind == "campaign":
        return False  # then it is no battle that could be opened, and there is nothing to be verified
    copy.info = copy.info._replace(kind="campaign")
    return True


@forgery("entries in another order of arrival")
def _(copy: Copy) -> bool:
    last = len(copy.lines)
    where = "WHERE diary = (SELECT id FROM diaries WHERE name = ?) AND seq = ?"
    for seq, by in ((last, 1_000_000), (last - 1, 1), (last, -1_000_001)):
        copy.sql.append((f"UPDATE entries SET position = position + {by} {where}", (copy.info.name, seq)))
    return True


@forgery("an append torn in two")
def _(copy: Copy) -> bool:
    line = next((one for one in copy.lines if one.more), None)
    if line is None:
        return False
    line.more = 0
    return True


@forgery("two appends made one")
def _(copy: Copy) -> bool:
    seq, line = middle(copy)
    if copy.lines[seq].json.get("key") or copy.lines[seq].more:
        return False
    line.more = 1
    return True


@forgery("a snapshot of another state")
def _(copy: Copy) -> bool:
    copy.snapshot = middle(copy)[0]
    return True


@forgery("the newest entries cut off", "nothing")
def _(copy: Copy) -> bool:
    copy.cut(middle(copy)[0])
    return True


@forgery("another time of day", "nothing")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["at"] = "2001-01-01T00:00:00.000Z"
    return True


@forgery("a time of day that is none", by=["the time that it names"])
def _(copy: Copy) -> bool:
    at = middle(copy)[1].json["at"]
    middle(copy)[1].json["at"] = at.replace(at[5:7], "13", 1) if at[5:7] != at[2:4] else "yesterday"
    return True


def left_out(copy: Copy, name: str) -> bool:
    """Whether it stood in any body."""
    found = [line.json.pop(name, None) for line in copy.lines]
    return any(found)


@forgery("all salts left out", by=["it lacks its salt"])
def _(copy: Copy) -> bool:
    return left_out(copy, "salt")


@forgery("all digests of states left out", by=["it lacks the digest"])
def _(copy: Copy) -> bool:
    return left_out(copy, "state")


@forgery("another name on a seat that is nobody's", "nothing")
def _(copy: Copy) -> bool:
    seats = copy.lines[0].events[0].get("seats")
    if not seats or any(seat.get("player") for seat in seats):
        return False
    for _, line in game(copy):
        if line.json["author"]["player"] == "local":
            line.json["author"]["player"] = "eve"
    return True
