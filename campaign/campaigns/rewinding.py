"""Taking back and forking a campaign; for the umpire."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from campaign.battles import opening
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.table import committed
from campaign.campaigns import rewriting
from campaign.campaigns.answers import Decisions, Plan
from campaign.campaigns.open_campaign import Fork, OpenCampaign
from campaign.campaigns.visibility import acted, and_took_back, repeated, taken_back
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import SCHEME
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from campaign.shared.going_back import sealed, there_is
from campaign.shared.naming import study_name
from campaign.shared.plain import checked
from campaign.shared.terms import NO_TERMS, Terms
from events.diary import Rewind, Why
from events.entry import Author, Entry, Head
from events.store import NewDiary


def undo(
    campaign: OpenCampaign,
    author: Author,
    seq: int | None,
    decisions: Decisions,
    terms: Terms = NO_TERMS,
) -> Acted:
    """Take an entry back, by default the newest; what followed it is entered again. Raises as `rewind` does."""

    def then(before: Sequence[Entry]) -> Rewind | None:
        again = {str(entry.read().again) for entry in before[1:]}
        if any(decision == "drop" and str(entry) in again for entry, decision in decisions.items()):
            return None
        to = before[0].parent if seq is None else campaign.store.entry(campaign.name, seq).parent
        return Rewind(to, "undo")

    with campaign.diary.lock:
        if before := _before(campaign, author, terms, then):
            return repeated(campaign, before)
        head, _ = campaign.diary.current()
        newest = newest_of(campaign, head.seq)
        if seq is None or seq == newest > 0:
            parent = campaign.store.entry(campaign.name, newest).parent if newest else 0
            return rewind(campaign, author, head, parent, "undo", terms)
        done, state, lines = rewriting.rewrite(campaign, seq, None, decisions, author.player, terms)
        answer = replace(acted(campaign, done[-1], state), lines=lines)
        return and_took_back(answer, taken_back(campaign, done))


def plan(campaign: OpenCampaign, seq: int | None, decisions: Decisions) -> Plan:
    """What an undo would lead to. Raises Refused."""
    chosen = newest_of(campaign, campaign.diary.current()[0].seq) if seq is None else seq
    if seq is None and chosen < 2:
        raise Refused("There is nothing to undo.")
    return rewriting.plan(campaign, chosen, None, decisions)


def _before(
    campaign: OpenCampaign, author: Author, terms: Terms, then: Callable[[Sequence[Entry]], Rewind | None]
) -> list[Entry]:
    return campaign.keyed(terms.key, author.player, [author.role], then)


def redo(campaign: OpenCampaign, author: Author, terms: Terms = NO_TERMS) -> Acted:
    """Bring back what the newest undo took away. Raises Refused, HeadMoved."""
    with campaign.diary.lock:
        if before := _before(campaign, author, terms, lambda old: Rewind(old[0].parent, "redo")):
            return repeated(campaign, before)
        head, _ = campaign.diary.current()
        target = campaign.diary.redo_target(head.seq)
        if not target:
            raise Refused("There is nothing to redo.")
        return rewind(campaign, author, head, target, "redo", terms)


def jump(campaign: OpenCampaign, author: Author, to: int, terms: Terms = NO_TERMS) -> Acted:
    """Return to the state at any entry, also one that was withdrawn. Raises Refused, HeadMoved."""
    with campaign.diary.lock:
        if before := _before(campaign, author, terms, lambda _: Rewind(to, "jump")):
            return repeated(campaign, before)
        head, _ = campaign.diary.current()
        return rewind(campaign, author, head, there_is(to, head.seq), "jump", terms)


def newest_of(campaign: OpenCampaign, head: int) -> int:
    """The newest entry that changed something and can be taken back; 0 if there is none."""
    for entry in campaign.diary.backwards(head):
        if entry.kind not in campaign.diary.administrative:
            return entry.seq
    return 0


def rewind(
    campaign: OpenCampaign, author: Author, head: Head, to: int, why: Why, terms: Terms = NO_TERMS
) -> Acted:
    """Under the lock. head: the entry on which it was decided. Raises Refused, HeadMoved, ReadOnly."""
    campaign.writable(terms.expected)
    sealed(campaign.state().secret, "campaign")
    if to < 1:
        raise Refused("There is nothing to undo.")
    back = campaign.diary.state_at(to)
    entry = campaign.rewind(head.seq, campaign.state(), back, Rewind(to, why), author, terms.key)
    done = campaign.append(head.seq, [entry], back)
    return and_took_back(acted(campaign, done[-1], back), taken_back(campaign, done))


def running(state: Campaign, battles: OpenBattles) -> list[OpenBattle]:
    """The battles that are being fought in a state, as far as that is done here. Raises Refused, DiaryError."""
    return [battles.get(one.diary) for one in state.battles.values() if one.status == "running" and one.diary]


def fork_campaign(
    campaign: OpenCampaign, battles: OpenBattles, caller: Caller, at: int, title: str, name: str = ""
) -> Acted:
    """A new campaign that goes on from an entry of this one, its running battles forked too: a study of one player's.
    name: of its diary, a new one if left out. Raises Refused."""
    store, world = campaign.store, campaign.world
    state = campaign.diary.state_at(at)
    if state.verdict is not None:
        raise Refused(f"At entry {at} the campaign is over: fork from an earlier one.")
    name = study_name(world, store, caller, campaign.name, name, "$.diary")
    heading = checked(title, "title", "$.title") or f"{state.title} (fork at {at})"
    forked = {one.name: _fork_battle(one, caller) for one in running(state, battles)}
    commitment, secret = world.commit(name)
    origin = campaign.origin(at)
    made = OpenCampaign(store, name, world)
    names = {old: one.name for old, one in forked.items()}
    promised = {one.name: committed(one.drafts[0].body) for one in forked.values()}
    study, rules = opening.study_rules(caller)
    event = e.CampaignForked(
        campaign.name, at, origin.seal.hex(), commitment, names, heading, SCHEME, promised, study, rules
    )
    author = Author(caller.player, UMPIRE)
    new = made.beginning(heading, state, Fork(campaign.name, at), author, [event], secret, origin)
    entry = store.open(new, *forked.values())[0]
    return acted(made, entry, state, [event])


def _fork_battle(battle: OpenBattle, caller: Caller) -> NewDiary:
    """From where it stands, or from its opening if it is over by now."""
    head, state = battle.diary.current()
    seq = 1 if battle.over(state) else head.seq
    return opening.fork_battle(battle, seq, "", caller).new
