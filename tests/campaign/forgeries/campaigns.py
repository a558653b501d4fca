"""Forgeries of corrections, and of the battles of a campaign."""

from __future__ import annotations

from copy import deepcopy

from campaign.rules.sealed_dice import commitment
from events.store import Origin, Sealed
from tests.campaign.forgeries.kit import (
    forgery,
    middle,
    sides,
)
from tests.campaign.forging import Copy


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


@forgery("an event added in a battle of a campaign, and its seal filed", by=["the diary of the battle"])
def _(copy: Copy) -> bool:
    if (battle := fought(copy)) is None:
        return False
    _, line = middle(battle)
    line.events.append(deepcopy(line.events[-1]))
    newest = [one.seal for one in battle.items() if isinstance(one, Sealed)]
    return refile(copy, len(newest), newest[-1].hex())


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
