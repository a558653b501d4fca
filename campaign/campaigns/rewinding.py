"""Taking back and forking a campaign; for the umpire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from campaign.battles import opening
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import rewriting
from campaign.campaigns.answers import Decision
from campaign.campaigns.open_campaign import Fork, OpenCampaign
from campaign.campaigns.visibility import acted
from campaign.ledger import events as e
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.plain import checked
from events.diary import Rewind, fork
from events.entry import Author, Head

Why = Literal["undo", "redo", "jump"]


def undo(campaign: OpenCampaign, author: Author, seq: int | None, decisions: Mapping[int, Decision]) -> Acted:
    """Take an entry back, by default the newest; what followed it is entered again. Raises Refused, HeadMoved."""
    with campaign.diary.lock:
        head, _ = campaign.diary.current()
        newest = _newest(campaign, head.seq)
        if seq is None or seq == newest:
            parent = campaign.store.entry(campaign.name, newest).parent
            return rewind(campaign, author, head, parent, "undo")
        return acted(campaign, *rewriting.rewrite(campaign, seq, None, decisions, author.player))


def redo(campaign: OpenCampaign, author: Author) -> Acted:
    """Bring back what the newest undo took away. Raises Refused, HeadMoved."""
    with campaign.diary.lock:
        head, _ = campaign.diary.current()
        target = campaign.diary.redo_target(head.seq)
        if not target:
            raise Refused("There is nothing to redo.")
        return rewind(campaign, author, head, target, "redo")


def jump(campaign: OpenCampaign, author: Author, to: int) -> Acted:
    """Return to the state at any entry, also one that was withdrawn. Raises Refused, HeadMoved."""
    with campaign.diary.lock:
        head, _ = campaign.diary.current()
        if not 1 <= to <= head.seq:
            raise Refused(f"There is no entry {to} to go back to.", "", [f"1 to {head.seq}"], "$.to")
        return rewind(campaign, author, head, to, "jump")


def _newest(campaign: OpenCampaign, head: int) -> int:
    """The newest entry that changed something."""
    for entry in campaign.diary.backwards(head):
        if entry.kind not in campaign.diary.administrative:
            return entry.seq
    return 0


def rewind(campaign: OpenCampaign, author: Author, head: Head, to: int, why: Why) -> Acted:
    """Under the lock. head: the entry on which it was decided. Raises Refused, HeadMoved, ReadOnly."""
    campaign.writable(None)
    if campaign.state().secret:
        raise Refused("The campaign is over and its secret is out: fork it to go on.", "", ["fork"])
    if to < 1:
        raise Refused("There is nothing to undo.")
    back = campaign.diary.state_at(to)
    done = campaign.diary.append(head.seq, [campaign.rewind(head.seq, back, Rewind(to, why), author)], back)
    return acted(campaign, done[-1], back)


def fork_campaign(
    campaign: OpenCampaign, battles: OpenBattles, author: Author, seq: int | None, title: str
) -> Acted:
    """A new campaign that goes on from an entry of this one, its running battles forked too. Raises Refused."""
    store, world = campaign.store, campaign.world
    at = campaign.diary.head().seq if seq is None else seq
    state = campaign.diary.state_at(at)
    if state.verdict is not None:
        raise Refused(f"At entry {at} the campaign is over: fork from an earlier one.")
    name = world.name(f"{campaign.name.partition('~')[0]}~")
    heading = checked(title, "title", "$.title") or f"{state.title} (fork at {at})"
    forked = {
        one.diary: _fork_battle(battles, one.diary, author.player)
        for one in state.battles.values()
        if one.status == "running" and one.diary
    }
    commitment, secret = world.commit(name)
    fork(store, campaign.name, at, name, heading, world.now())
    store.put_secret(name, secret)
    made = OpenCampaign(store, name, world)
    event = e.CampaignForked(campaign.name, at, store.entry(campaign.name, at).seal.hex(), commitment, forked)
    entry, after = made.first(Fork(campaign.name, at), author, [event])
    return acted(made, entry, after, [event])


def _fork_battle(battles: OpenBattles, diary: str, player: str) -> str:
    """From where it stands, or from its opening if it is over by now. Answers with the fork's name."""
    battle = battles.get(diary)
    head, state = battle.diary.current()
    seq = 1 if battle.over(state) else head.seq
    return opening.fork_battle(battle, seq, "", Author(player)).diary
