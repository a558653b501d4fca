"""Since when somebody is waited for in a campaign: its umpire, and who leads a side, as the record has it."""

from __future__ import annotations

from campaign.battles import patience as of_battles
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger.decide.calendar import waits
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.seating import Vain, asked_in_vain
from events.errors import DiaryError


def at_least(campaign: OpenCampaign, head: int, seat: str, now: str) -> Vain:
    """How long nothing has been heard of the player of a seat at an entry, by the campaign's own record. now: the
    time. Raises DiaryError."""
    player = campaign.seating_after(campaign.diary.state_at(head), head).seats.get(seat, "")
    newest = 1
    for step in campaign.store.steps(campaign.name, head):
        author = campaign.store.entry(campaign.name, step.seq).read().author
        if player == author.player:
            newest = step.seq
            break
    return asked_in_vain(newest, campaign.store.entry(campaign.name, newest).read().time, now)


def in_vain(campaign: OpenCampaign, battles: OpenBattles, seat: str, now: str) -> Vain | None:
    """How long the player of a seat has been waited for in vain; None if nobody waits for him. now: the time.

    The umpire is waited for when a battle is to be filed, a scenario may be begun, nothing is being fought, or a battle
    stands still and he has not seen to it; who leads a side, when he is asked in one of its battles. Raises
    DiaryError.
    """
    state = campaign.state()
    heard = at_least(campaign, campaign.diary.head().seq, seat, now)
    asked = (
        _umpire(campaign, state, battles, now)
        if seat == UMPIRE
        else _leader(campaign, state, battles, seat, now)
    )
    return None if asked is None else Vain(heard.since, min(heard.days, asked))


def _fought(state: Campaign, battles: OpenBattles) -> list[tuple[Engagement, OpenBattle]]:
    running = [one for one in state.battles.values() if one.status == "running" and one.diary]
    found: list[tuple[Engagement, OpenBattle]] = []
    for one in running:
        try:
            found.append((one, battles.get(one.diary)))
        except (DiaryError, Refused):  # it is not here, or cannot be opened: nobody is asked in it
            continue
    return found


def _umpire(campaign: OpenCampaign, state: Campaign, battles: OpenBattles, now: str) -> float | None:
    """For how many days something has waited for the umpire at least; None if nothing does."""
    fought = _fought(state, battles)
    if waits(state) or not any(one.status == "running" for one in state.battles.values()):
        return float("inf")
    if len(fought) < sum(one.status == "running" for one in state.battles.values()):
        return float("inf")  # one is fought elsewhere: he is to report it
    absence = campaign.seating(state).rules.absence
    found = max((_idle(battle, absence, now) for _, battle in fought), default=-1.0)
    return found if found >= 0 else None


def _idle(battle: OpenBattle, absence: int, now: str) -> float:
    """For how many days a battle has waited for somebody from outside: it is over, a seat waits there, or who is asked
    has been away for long enough that his seat might have been freed."""
    head = battle.diary.head().seq
    days = asked_in_vain(0, battle.store.entry(battle.name, head).read().time, now).days
    goes_on = of_battles.goes_on(battle, battle.diary.state_at(head), head)
    return days - absence if goes_on else days


def _leader(
    campaign: OpenCampaign, state: Campaign, battles: OpenBattles, seat: str, now: str
) -> float | None:
    """For how many days who leads a side has been asked in vain in one of its battles."""
    assert state.graph is not None
    player = campaign.seating(state).players.get(seat, "")
    days: list[float] = []
    for one, battle in _fought(state, battles):
        side = state.graph.node(one.node).sides.get(seat, "")
        if player and battle.seating(battle.state()).players.get(side) == player:
            found = of_battles.in_vain(battle, battle.diary.head().seq, side, now)
            days += [] if found is None else [found.days]
    return max(days, default=None)
