"""Since when somebody is waited for in a campaign: its umpire, and who leads a side, as the record has it."""

from __future__ import annotations

from campaign.battles import patience as of_battles
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger.decide.calendar import waits
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.heard import days_between, heard
from campaign.shared.seating import Vain
from events.errors import DiaryError


def at_least(campaign: OpenCampaign, head: int, seat: str, now: str) -> Vain:
    """How long nothing has been heard of the player of a seat at an entry, by the campaign's own record; before it has
    begun, all the time in which no seat was waited for. now: the time. Raises DiaryError."""
    store, name = campaign.store, campaign.name
    player = campaign.seating_after(campaign.diary.state_at(head), head).seats.get(seat, "")
    first = heard(campaign, head, seat, player)
    since, days, seen = head, 0.0, {name: head}
    for seq in range(first, head + 1):
        time = store.entry(name, seq).read().time
        if campaign.begun(seq):
            return Vain(min(since, seq), days + days_between(time, now), seen)
        if not campaign.waiting(campaign.diary.state_at(seq), seq):
            since = min(since, seq)
            days += days_between(time, store.entry(name, seq + 1).read().time if seq < head else now)
    return Vain(since, days, seen)


def in_vain(campaign: OpenCampaign, battles: OpenBattles, seat: str, now: str) -> Vain | None:
    """How long the player of a seat has been waited for in vain; None if nobody waits for him. now: the time.

    The umpire is waited for when a battle is to be filed, a scenario may be begun, nothing is being fought, or a battle
    stands still and he has not seen to it; who leads a side, when he is asked in one of its battles. Nobody is, as long
    as nothing is done because a seat waits. Raises DiaryError.
    """
    head, state = campaign.diary.current()
    if campaign.waiting(state, head.seq):
        return None
    alone = at_least(campaign, head.seq, seat, now)
    asked = (
        _umpire(campaign, state, battles, now)
        if seat == UMPIRE
        else _leader(campaign, state, battles, seat, now)
    )
    return (
        None
        if asked is None
        else Vain(alone.since, min(alone.days, asked.days), {**asked.seen, **alone.seen})
    )


def _fought(state: Campaign, battles: OpenBattles) -> list[tuple[Engagement, OpenBattle]]:
    running = [one for one in state.battles.values() if one.status == "running" and one.diary]
    found: list[tuple[Engagement, OpenBattle]] = []
    for one in running:
        try:
            found.append((one, battles.get(one.diary)))
        except (DiaryError, Refused):  # it is not here, or cannot be opened: nobody is asked in it
            continue
    return found


def _umpire(campaign: OpenCampaign, state: Campaign, battles: OpenBattles, now: str) -> Vain | None:
    """For how many days something has waited for the umpire at least; None if nothing does."""
    fought = _fought(state, battles)
    running = sum(one.status == "running" for one in state.battles.values())
    if waits(state) or not running or len(fought) < running:  # one is fought elsewhere: he is to report it
        return Vain(0, float("inf"))
    absence = campaign.seating(state).rules.absence
    found = [_idle(battle, absence, now) for _, battle in fought]
    days = max(one.days for one in found)
    return (
        Vain(0, days, {name: seq for one in found for name, seq in one.seen.items()}) if days >= 0 else None
    )


def _idle(battle: OpenBattle, absence: int, now: str) -> Vain:
    """For how many days a battle has waited for somebody from outside: it is over, a seat waits there, or who is asked
    has been away for long enough that his seat might have been freed."""
    diary, head = battle.diary, battle.diary.head().seq
    newest = next((one for one in diary.backwards(head) if one.kind not in diary.administrative), None)
    days = days_between((newest or battle.store.entry(battle.name, 1)).read().time, now)
    goes_on = of_battles.goes_on(battle, diary.state_at(head), head)
    return Vain(0, days - absence if goes_on else days, {battle.name: head})


def _leader(
    campaign: OpenCampaign, state: Campaign, battles: OpenBattles, seat: str, now: str
) -> Vain | None:
    """For how many days who leads a side has been asked in vain in one of its battles."""
    assert state.graph is not None
    player = campaign.seating(state).players.get(seat, "")
    found: list[Vain] = []
    for one, battle in _fought(state, battles):
        side = state.graph.node(one.node).sides.get(seat, "")
        if player and battle.seating(battle.state()).players.get(side) == player:
            vain = of_battles.in_vain(battle, battle.diary.head().seq, side, now)
            found += [] if vain is None else [vain]
    return max(found, key=lambda one: one.days, default=None)
