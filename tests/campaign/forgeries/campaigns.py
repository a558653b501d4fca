"""Forgeries of corrections, and of the battles of a campaign."""

from __future__ import annotations

from copy import deepcopy

from campaign.ledger.defined import digest_of
from campaign.ledger.reducer import CampaignReducer
from campaign.rules.sealed_dice import commitment
from events.store import Origin, Sealed
from tests.campaign.forgeries.kit import (
    forgery,
    middle,
    sides,
)
from tests.campaign.forging import Copy, Json, Line


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


def behind(copy: Copy) -> tuple[int, Line] | None:
    """The entry with which a fork goes back behind its beginning."""
    found = ((seq, line) for seq, line in enumerate(copy.lines, 1) if line.json["action"].get("of"))
    return next(((seq, line) for seq, line in found if line.kind == "rewind"), None)


@forgery("a fork that goes back further than to what it corrects", by=["no return was filed after"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None:
        return False
    _, line = found
    for place in (line.json["action"], line.events[0]):
        place["at"] -= 1
    return made_anew(copy)


@forgery("a fork that goes back behind its beginning, and corrects nothing", by=["and corrects nothing"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None:
        return False
    copy.cut(found[0])
    return True


@forgery("a fork that goes back behind its beginning, and does something else", by=["it corrects no return"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None:
        return False
    body = copy.lines[found[0]].json
    del body["again"], body["of"]
    return made_anew(copy)


@forgery("a fork that goes back into a diary that it does not rest on", by=["does not rest on"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None:
        return False
    found[1].json["action"]["of"] = copy.info.name
    return True


@forgery("a fork that goes back to after it was made", by=["does not rest on"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None or copy.info.origin is None:
        return False
    found[1].json["action"]["at"] = copy.info.origin.seq + 1
    return True


@forgery("a fork that goes back, and on as another than it is", by=["deciding it again"])
def _(copy: Copy) -> bool:
    """With other dice, whose secret somebody knows."""
    if (found := behind(copy)) is None:
        return False
    found[1].events[0]["commitment"] = commitment(bytes(32), copy.info.name)
    return made_anew(copy)


@forgery("a fork that goes back, and does not say as what it goes on", by=["does not say as what"])
def _(copy: Copy) -> bool:
    if (found := behind(copy)) is None:
        return False
    del found[1].events[0]
    return made_anew(copy)


@forgery(
    "an entry of an origin, said to be the fork's own", by=["is not one that the correction", "cannot enter"]
)
def _(copy: Copy) -> bool:
    again = [line for line in copy.lines if line.json.get("of")]
    for line in again[-1:]:
        del line.json["of"]
    return bool(again)


@forgery("an entry of its own, entered again by the name of its diary", by=["cannot enter"])
def _(copy: Copy) -> bool:
    again = [line for line in copy.lines if line.json.get("again") and not line.json.get("of")]
    for line in again[-1:]:
        line.json["of"] = copy.info.name
    return bool(again)


@forgery("a die that was kept from an origin, turned", by=["was never rolled before", "did not draw"])
def _(copy: Copy) -> bool:
    for line in copy.lines:
        for draw in line.draws if line.json.get("of") else ():
            draw["values"] = [face % draw["sides"] + 1 for face in draw["values"]]
            return True
    return False


def definable(copy: Copy) -> Json | None:
    """The event that opens a campaign and seals a digest of its definition; it alone is kept."""
    opened = copy.lines[0].events[0]
    if not opened.get("definition"):
        return None
    copy.cut(1)
    copy.others.clear()
    return opened


def defined_anew(copy: Copy) -> bool:
    """The digest of its definition made anew, and that of its state."""
    events = CampaignReducer().codec.events(copy.lines[0].bytes())
    opened = copy.lines[0].events[0]
    opened["definition"] = digest_of(list(events), opened.get("packs", {}))
    return made_anew(copy)


def made_anew(copy: Copy) -> bool:
    """Links of dice, and digests of states."""
    copy.relink()
    copy.redigest()
    return True


def other_rules(copy: Copy) -> bool:
    """Repairs that take longer, and pools in which more wait."""
    if (opened := definable(copy)) is None:
        return False
    next(iter(opened["policy"]["repair"].values()))["hours"] += 7
    for event in copy.lines[0].events:
        if event["kind"] == "pool-set":
            event["left"] = event.get("left", 0) + 40
    return True


@forgery(
    "other rules of a campaign, under the digest of those that it had", by=["the digest of its definition"]
)
def _(copy: Copy) -> bool:
    return other_rules(copy) and made_anew(copy)


@forgery("other rules of a campaign, and the digest of them", "not checked")
def _(copy: Copy) -> bool:
    return not copy.definition and other_rules(copy) and defined_anew(copy)


@forgery("other rules of a campaign whose digest one was told", by=["its definition has the digest"])
def _(copy: Copy) -> bool:
    return bool(copy.definition) and other_rules(copy) and defined_anew(copy)


@forgery("other rules of a campaign, and no digest", by=["it seals no definition"])
def _(copy: Copy) -> bool:
    if copy.definition or not other_rules(copy):
        return False
    for name in ("definition", "packs"):
        copy.lines[0].events[0].pop(name, None)
    return made_anew(copy)


@forgery("the digest of a sample's rules left out", by=["it seals no definition"])
def _(copy: Copy) -> bool:
    if copy.definition or (opened := definable(copy)) is None:
        return False
    del opened["definition"], opened["packs"]
    return made_anew(copy)


@forgery("a campaign said to be opened with another pack", "not checked")
def _(copy: Copy) -> bool:
    if copy.definition or (opened := definable(copy)) is None or not opened.get("packs"):
        return False
    opened["packs"] = dict.fromkeys(opened["packs"], "ab" * 32)
    return defined_anew(copy)


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
    if copy.info.kind != "campaign":
        return None
    return next((one for one in copy.others if one.info.kind == "battle"), None)


def refile(copy: Copy, head: int, seal: str) -> bool:
    """Let the campaign name another entry of its battle as the newest, in action and event alike."""
    for line in copy.lines:
        for place in (line.json["action"], *line.events):
            if place.get("seal"):
                place["head"], place["seal"] = head, seal
    copy.redigest()
    return True


@forgery("a filed battle whose diary was emptied")
def _(copy: Copy) -> bool:
    if (battle := fought(copy)) is None:
        return False
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
    if (battle := fought(copy)) is None or (secret := battle.secret) is None:
        return False
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
    copy.redigest()
    return bool(started) and fought(copy) is not None
