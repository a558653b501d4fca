"""Forgeries of how entries stand together."""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256

import msgspec

from campaign.rules.packs import decode_pack
from tests.campaign.forgeries.kit import (
    BY_DICE,
    BY_RULES,
    forgery,
    game,
    like,
    lineage,
    middle,
    of_kind,
    put,
    rolled,
    sealed,
)
from tests.campaign.forging import Copy


@forgery("an entry cut out", by=[*BY_DICE, *BY_RULES])
def _(copy: Copy) -> bool:
    """One that still counts."""
    kept = lineage(copy)
    found = [seq for seq, line in game(copy) if seq in kept and not line.more and not line.json.get("again")]
    cut_out(copy, next((seq for seq in found if copy.lines[seq - 1].draws), found[len(found) // 2]))
    return True


def cut_out(copy: Copy, seq: int) -> None:
    del copy.lines[seq - 1]
    copy.move(seq, -1)
    copy.relink()


@forgery("a roll that was taken back cut out, where no die fell after it", "nothing")
def _(copy: Copy) -> bool:
    last = max((seq for seq, line in enumerate(copy.lines, 1) if line.draws), default=0)
    if last < 2 or last in lineage(copy) or not sealed(copy):
        return False
    cut_out(copy, last)
    if copy.lines[last - 1].json["action"] == {"kind": "rewind", "to": last - 1, "why": "undo"}:
        cut_out(copy, last)  # what took it back
    return True


@forgery("an entry twice", by=[*BY_DICE, *BY_RULES])
def _(copy: Copy) -> bool:
    seq, line = rolled(copy)[:2] if rolled(copy) else middle(copy)  # type: ignore[index]
    twin = like(line, seq)
    twin.json["draws"] = deepcopy(line.draws)
    put(copy, seq + 1, twin)
    copy.relink()
    return True


@forgery("an entry after the end")
def _(copy: Copy) -> bool:
    if copy.lines[-1].kind != "reveal" and not any(one.kind == "concede" for one in copy.lines):
        return False
    copy.lines.append(like(middle(copy)[1], len(copy.lines)))
    return True


@forgery("an opening in the middle")
def _(copy: Copy) -> bool:
    seq, _ = middle(copy)
    put(copy, seq + 1, like(copy.lines[0], seq))
    return True


@forgery("an entry that builds on an older one, and is no rewind")
def _(copy: Copy) -> bool:
    seq, line = middle(copy)
    line.json["parent"] = seq - 2
    return True


@forgery("a rewind that does not lead where it says")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "rewind")) is None:
        return False
    place[1].json["action"]["to"] -= 1
    return True


@forgery("an undo that leads elsewhere", by=["the rules refuse it", "no redo leads"])
def _(copy: Copy) -> bool:
    seq, _ = middle(copy)
    rewind = like(copy.lines[seq - 1], seq - 3)
    rewind.json.update({"action": {"kind": "rewind", "to": seq - 3, "why": "redo"}, "events": []})
    copy.cut(seq)
    copy.lines.append(rewind)
    copy.relink()
    return seq > 4


@forgery("a rewind with an event of its own")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "rewind")) is None:
        return False
    place[1].events.append(deepcopy(middle(copy)[1].events[0]))
    return True


@forgery("a rewind that puts somebody in a seat, or leaves one out")
def _(copy: Copy) -> bool:
    if (place := of_kind(copy, "rewind")) is None or not copy.lines[0].events[0].get("seats"):
        return False
    side = copy.lines[0].events[0]["seats"][0]["side"]
    place[1].events.append({"kind": "seat-taken", "side": side, "player": "eve"})
    return True


@forgery("a rewind without the consent that it needs")
def _(copy: Copy) -> bool:
    opening = copy.lines[0].events[0]
    if opening.get("undo") != "consent" or (place := rolled(copy)) is None:
        return False
    seq, line, _ = place
    back = like(line, seq - 1)
    back.json.update({"action": {"kind": "rewind", "to": seq - 1, "why": "jump"}, "events": []})
    copy.cut(seq)
    copy.lines.append(back)
    return True


@forgery("rules of another game in the middle")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["rules"] = "chess 1"
    return True


@forgery("a version of the rules that is not here", "not checked")
def _(copy: Copy) -> bool:
    """From the last dice on, so that no seal of theirs changes."""
    last = max((seq for seq, line in enumerate(copy.lines, 1) if line.draws), default=0)
    for line in copy.lines[last if sealed(copy) else 0 :]:
        line.json["rules"] = line.json["rules"].partition(" ")[0] + " 999"
    return last < len(copy.lines)


@forgery("charts of one's own, from the first entry on", "not checked")
def _(copy: Copy) -> bool:
    """Which say the same, and name another source."""
    if not copy.blobs:
        return False
    pack = decode_pack(copy.blobs[0])
    content = msgspec.to_builtins(pack.content)
    tables = (one for file in content.values() for one in file.values() if isinstance(one, dict))
    sourced = next(one for one in tables if "source" in one)
    sourced["source"] += ", forged"
    copy.blobs = [msgspec.structs.replace(pack, content=content).encode()]
    for line in copy.lines:
        line.json["pack"] = sha256(copy.blobs[0]).hexdigest()
    return True


@forgery("another pack in the middle")
def _(copy: Copy) -> bool:
    if not copy.blobs:
        return False
    pack = decode_pack(copy.blobs[0])
    other = msgspec.structs.replace(pack, content={**pack.content, "forged.toml": {}}).encode()
    copy.blobs.append(other)
    middle(copy)[1].json["pack"] = sha256(other).hexdigest()
    return True
