"""Every forgery that we know, performed on a copy of a diary. Each stands in the table of docs/diary.md by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec

from campaign.rules.packs import decode_pack
from campaign.rules.sealed_dice import Chain, commitment
from events.entry import decode_body, encode_json
from events.store import Origin, Sealed
from tests.campaign.forging import Copy, Json, Line

Found = Literal["broken", "not checked", "nothing"]
"""Exit status 1, 3 and 0."""
Does = Callable[[Copy], bool]
"""Forges; whether there was anything in the diary to do it with."""


class Forgery(NamedTuple):
    """does: to a copy. found: what verification makes of it. by: what its reason speaks of, one of these."""

    does: Does
    found: Found = "broken"
    by: tuple[str, ...] = ("",)


FORGERIES: dict[str, Forgery] = {}
ROLLED = ("dice", "die", "rolls", "rolled")
BY_DICE = ("the secret gives",)
BY_RULES = ("the rules refuse it", "deciding it again", "the rules roll other dice", "has the digest")


def forgery(name: str, found: Found = "broken", by: Sequence[str] = ("",)) -> Callable[[Does], Does]:
    def keep(does: Does) -> Does:
        FORGERIES[name] = Forgery(does, found, tuple(by))
        return does

    return keep


# -- finding a place ---------------------------------------------------------------------------------------------


def game(copy: Copy) -> Iterator[tuple[int, Line]]:
    """Entries of the game itself, by seq: what players did and what came of it."""
    for seq, line in enumerate(copy.lines, 1):
        house = ("rewind", "reveal", "fork", "open", "open-campaign", "contribute")
        if line.kind not in house and not line.kind.startswith("undo-") and line.events:
            yield seq, line


def middle(copy: Copy) -> tuple[int, Line]:
    """One in the middle, followed by nothing in its append, that builds on the entry before it."""
    found = [(seq, line) for seq, line in game(copy) if not line.more and not line.json.get("again")]
    return found[len(found) // 2]


def rolled(copy: Copy) -> tuple[int, Line, Json] | None:
    """An entry with dice of its own, in the middle if there are several."""
    found = [
        (seq, line, draw)
        for seq, line in game(copy)
        for draw in line.draws
        if draw.get("matters") != "shuffle" and not line.json.get("again")
    ]
    return found[len(found) // 2] if found else None


def of_kind(copy: Copy, *kinds: str) -> tuple[int, Line] | None:
    return next(((seq, line) for seq, line in enumerate(copy.lines, 1) if line.kind in kinds), None)


def sealed(copy: Copy) -> bool:
    return bool(copy.lines[0].events[0].get("commitment"))


def put(copy: Copy, seq: int, line: Line) -> None:
    """An entry more, which becomes entry seq."""
    copy.move(seq, 1)
    copy.lines.insert(seq - 1, line)


def like(line: Line, parent: int) -> Line:
    body = deepcopy(line.json)
    body["parent"] = parent
    for name in ("key", "state", "draws"):
        body.pop(name, None)
    return Line(body)


# -- dice --------------------------------------------------------------------------------------------------------


@forgery("a die turned")
def _(copy: Copy) -> bool:
    if (place := rolled(copy)) is None:
        return False
    _, _, draw = place
    draw["values"][0] = draw["values"][0] % draw["sides"] + 1
    return True


@forgery("a die turned, and in the events that speak of it", by=["the secret gives"])
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
        line.json.pop("state", None)
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


# -- what happened -----------------------------------------------------------------------------------------------


@forgery("another winner")
def _(copy: Copy) -> bool:
    for _, line in game(copy):
        for event in line.events:
            for place in (event, event.get("verdict")):
                if isinstance(place, dict) and isinstance(place.get("winner"), str):
                    place["winner"] = next(one for one in sides(copy) if one != place["winner"])
                    return True
    return False


def sides(copy: Copy) -> list[str]:
    opening = copy.lines[0].events[0]
    found: list[str] = [
        one.get("side") or one.get("id") for one in opening.get("seats", opening.get("sides"))
    ]
    return found


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


# -- who ---------------------------------------------------------------------------------------------------------


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
            line.json["author"]["role"] = next(one for one in sides(copy) if one != role)
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


# -- how entries stand together ----------------------------------------------------------------------------------


@forgery("an entry cut out", by=[*BY_DICE, *BY_RULES])
def _(copy: Copy) -> bool:
    """One that still counts."""
    kept = lineage(copy)
    found = [seq for seq, line in game(copy) if seq in kept and not line.more and not line.json.get("again")]
    cut_out(copy, next((seq for seq in found if copy.lines[seq - 1].draws), found[len(found) // 2]))
    return True


def lineage(copy: Copy) -> set[int]:
    """The entries on which the newest rests."""
    seq, found = len(copy.lines), set[int]()
    while seq:
        found.add(seq)
        seq = copy.lines[seq - 1].json["parent"]
    return found


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


@forgery("another pack in the middle")
def _(copy: Copy) -> bool:
    if not copy.blobs:
        return False
    pack = decode_pack(copy.blobs[0])
    other = msgspec.structs.replace(pack, content={**pack.content, "forged.toml": {}}).encode()
    copy.blobs.append(other)
    middle(copy)[1].json["pack"] = sha256(other).hexdigest()
    return True


# -- campaigns ---------------------------------------------------------------------------------------------------


@forgery("a die that was kept in a correction, said to be rolled anew")
def _(copy: Copy) -> bool:
    for line in copy.lines:
        for draw in line.draws:
            if draw.get("source") == "kept":
                del draw["source"]
                return True
    return False


@forgery("an entry said to repeat another than it does")
def _(copy: Copy) -> bool:
    again = [line for line in copy.lines if line.json.get("again")]
    if len(again) < 2:
        return False
    again[-1].json["again"] = again[0].json["again"]
    return True


@forgery("a correction that is not the umpire's")
def _(copy: Copy) -> bool:
    """The rewind before what is entered again."""
    again = next((seq for seq, line in enumerate(copy.lines, 1) if line.json.get("again")), 0)
    if not again:
        return False
    copy.lines[again - 2].json["author"]["role"] = sides(copy)[0]
    return True


@forgery("a battle of a campaign opened with another muster")
def _(copy: Copy) -> bool:
    if (battle := fought(copy)) is None:
        return False
    muster = battle.lines[0].json["action"]["muster"]
    muster["assets"][0]["name"] += " the Second"
    return True


@forgery("a battle of a campaign cut short after its outcome was filed")
def _(copy: Copy) -> bool:
    if (battle := fought(copy)) is None:
        return False
    battle.cut(len(battle.lines) - 2)
    return True


@forgery("a filed battle left out", "not checked")
def _(copy: Copy) -> bool:
    if fought(copy) is None:
        return False
    copy.others.clear()
    return True


def fought(copy: Copy) -> Copy | None:
    """The battle of a campaign that came along."""
    return copy.others[0] if copy.info.kind == "campaign" and copy.others else None


# -- how it is written -------------------------------------------------------------------------------------------


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


# -- what no seal covers -----------------------------------------------------------------------------------------


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


# -- what verification alone does not find -----------------------------------------------------------------------


@forgery("the newest entries cut off", "nothing")
def _(copy: Copy) -> bool:
    copy.cut(middle(copy)[0])
    return True


@forgery("another time of day", "nothing")
def _(copy: Copy) -> bool:
    middle(copy)[1].json["at"] = "2001-01-01T00:00:00.000Z"
    return True


@forgery("another name on a seat that is nobody's", "nothing")
def _(copy: Copy) -> bool:
    seats = copy.lines[0].events[0].get("seats")
    if not seats or any(seat.get("player") for seat in seats):
        return False
    for _, line in game(copy):
        if line.json["author"]["player"] == "local":
            line.json["author"]["player"] = "eve"
    return True


# -- battles of a campaign, and what nothing was rolled for ----------------------------------------------------------


def refile(copy: Copy, head: int, seal: str) -> bool:
    """Let the campaign name another entry of its battle as the newest, in action and event alike."""
    for line in copy.lines:
        line.json.pop("state", None)
        for place in (line.json["action"], *line.events):
            if place.get("seal"):
                place["head"], place["seal"] = head, seal
    return True


@forgery("a filed battle whose diary was emptied")
def _(copy: Copy) -> bool:
    if not copy.others:
        return False
    battle = copy.others[0]
    battle.cut(0)
    battle.secret = None
    return True


@forgery("a fork of another battle in place of a campaign's")
def _(copy: Copy) -> bool:
    """With the secret that the campaign committed to."""
    if not copy.others or (secret := copy.others[0].secret) is None:
        return False
    battle = copy.others[0]
    other = deepcopy(battle)
    other.info = other.info._replace(name="another")
    other.cut(1)
    seal = next(one.seal for one in other.items() if isinstance(one, Sealed))
    fork, name = deepcopy(battle.lines[0]), battle.info.name
    event = {
        "kind": "battle-forked",
        "of": "another",
        "at": 1,
        "seal": seal.hex(),
        "title": battle.info.title,
    }
    event |= {"commitment": commitment(secret, name), "scheme": 2}
    fork.json.update(action={"kind": "fork", "of": "another", "at": 1}, events=[event])
    fork.json.pop("state", None)
    battle.info = battle.info._replace(origin=Origin("another", 1, seal))
    battle.lines = [fork]
    copy.others.insert(0, other)
    newest = next(one.seal for one in battle.items() if isinstance(one, Sealed))
    return refile(copy, 1, newest.hex())


@forgery("a battle that its campaign did not commit to")
def _(copy: Copy) -> bool:
    started = [line for line in copy.lines if line.json["action"].get("commitment") and line.kind == "start"]
    for line in started:
        del line.json["action"]["commitment"], line.events[0]["commitment"]
    for line in copy.lines:
        line.json.pop("state", None)
    return bool(started) and bool(copy.others)


@forgery("dice of a scheme that there is not")
def _(copy: Copy) -> bool:
    copy.lines[0].events[0]["scheme"] = 3
    for line in copy.lines:
        line.json.pop("state", None)
    return sealed(copy)


@forgery("a salt or link of dice that nobody has the secret of, before the first roll", "not checked")
def _(copy: Copy) -> bool:
    if not sealed(copy):
        return False
    copy.cut(1)
    copy.secret, copy.others = None, []
    copy.lines[0].json["roll"] = "00" * 16
    return True
