"""Whether a battle's diary is the one that its campaign began: by its dice, by where it comes from, and by its muster.

What a diary is called says nothing: anybody can write one under any name, and bring it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from campaign.battles import table as t
from campaign.campaigns.musters import muster_of
from campaign.campaigns.open_campaign import START, OpenCampaign
from campaign.ledger import events as e
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.refused import Refused
from events.decoding import json_decoder
from events.diary import origins
from events.entry import encode_json
from events.errors import NoSuchDiary
from events.store import Store

COMMITTED = 2
"""From this scheme of dice on a campaign commits to those of each battle that it begins."""


class _Opened(msgspec.Struct):
    action: t.Open | t.Fork


_opened = json_decoder(_Opened).decode


class Line(NamedTuple):
    """What one campaign of a line of forks vouches for. began: whether it ever began the battle of a diary. musters:
    all with which it did, as bytes; of a correction more than one may be. forked: diary of a battle that was forked
    along with it → the diary that it goes on from."""

    began: Callable[[str], bool]
    musters: Callable[[str], Iterable[bytes]]
    forked: Mapping[str, str]


def forked_along(campaign: OpenCampaign, name: str) -> dict[str, str]:
    """Of a campaign of its line, by its first entry: see `Line`. Raises DiaryError."""
    events = campaign.diary.reducer.codec.events(campaign.store.entry(name, 1).body)
    forks = [one.battles for one in events if isinstance(one, e.CampaignForked)]
    return {new: old for battles in forks for old, new in battles.items()}


def unlike(store: Store, battle: Engagement, scheme: int, lines: Sequence[Line]) -> str:
    """What is wrong with the diary that bears a battle's name, "" if nothing is. scheme: of the campaign's dice.
    lines: of the campaign itself, then of those that it was forked from. Raises DiaryError, msgspec.DecodeError."""
    if battle.head > store.head(battle.diary).seq:
        return f"the battle {battle.id} has lost entries since its outcome was filed"
    if battle.seal and store.entry(battle.diary, battle.head).seal.hex() != battle.seal:
        return f"the battle {battle.id} is not the one whose outcome was filed"
    opening = store.entry(battle.diary, 1).body
    own = lines[0].began(battle.diary) or battle.diary in lines[0].forked
    if (battle.commitment or (own and scheme >= COMMITTED)) and battle.commitment != t.committed(opening):
        return f"the battle {battle.id} is not the one whose dice the campaign committed to"
    diary, action = battle.diary, _opened(opening).action
    forked = {new: old for one in lines for new, old in one.forked.items()}
    while isinstance(action, t.Fork):
        if action.of != forked.pop(diary, None):  # each once: there may be circles
            return f"the battle {battle.id} is a fork of another, which the campaign did not begin"
        diary = action.of
        action = _opened(store.entry(diary, 1).body).action
    musters = (muster for one in lines if one.began(diary) for muster in one.musters(diary))
    brought, first = encode_json(action.muster), next(musters, None)
    if first is None or brought == first or brought in musters:
        return ""
    return f"the battle {battle.id} was not fought with what the campaign mustered for it"


def stranger(campaign: OpenCampaign, state: Campaign, battle: Engagement, store: Store) -> str:
    """Why what lies in a store under a battle's name is not to be fought on or filed, in a sentence; "" if it is the
    battle, or nothing is there. Raises DiaryError."""
    diary = battle.diary
    if not diary or not is_there(store, diary):
        return ""
    try:
        why = unlike(store, battle, state.scheme, [*_lines(campaign, state)])
    except msgspec.DecodeError:
        why = f"nobody can read how the battle {battle.id} was opened"
    if not why:
        return ""
    return f"The diary {diary} bears the name of a battle of {campaign.name}, and is another: {why}."


def expected(campaign: OpenCampaign, diary: str) -> tuple[Campaign, Engagement] | None:
    """A battle by its diary, in the newest state of its campaign; None where that names none. Takes no diary's lock.
    Raises DiaryError."""
    state = campaign.diary.state_at(campaign.diary.head().seq)
    found = next((one for one in state.battles.values() if one.diary == diary), None)
    return None if found is None else (state, found)


def its_own(campaign: OpenCampaign, state: Campaign, battle: Engagement) -> None:
    """Raises Refused where what bears the battle's name here is another, DiaryError."""
    if why := stranger(campaign, state, battle, campaign.store):
        raise Refused(f"{why} {WAY_OUT}", "", ["cancel", "campaign verify"], "$.battle")


WAY_OUT = "Whoever has the right one restores this data folder from a copy; or call the battle off, and begin it anew."


def is_there(store: Store, diary: str) -> bool:
    """Whether anything stands under that name."""
    try:
        return bool(store.head(diary).seq)
    except NoSuchDiary:
        return False


def _lines(campaign: OpenCampaign, state: Campaign) -> Iterator[Line]:
    """Of a campaign and those that it was forked from, as far as they are here; looked up only as far as is asked."""
    yield Line(_names(campaign), _Musters(campaign, state), forked_along(campaign, campaign.name))
    for origin in takewhile(
        lambda one: is_there(campaign.store, one.diary), origins(campaign.store, campaign.name)
    ):
        before = OpenCampaign(campaign.store, origin.diary, campaign.world)
        yield Line(_names(before), _Musters(before, None), forked_along(before, before.name))


def _names(campaign: OpenCampaign) -> Callable[[str], bool]:
    return lambda diary: diary.startswith(f"{campaign.name}.")


class _Musters(NamedTuple):
    """With which battles of a campaign were begun. state: its newest, None if that does not matter."""

    campaign: OpenCampaign
    state: Campaign | None

    def __call__(self, diary: str) -> Iterator[bytes]:
        now = self.state.battles.values() if self.state is not None else ()
        for battle in now:
            if battle.diary == diary and self.state is not None:
                yield from both(self.state, battle)
        diaries, store, name = self.campaign.diary, self.campaign.store, self.campaign.name
        for step in store.steps(name, diaries.head().seq):
            if step.kind != START:
                continue
            for one in diaries.reducer.codec.events(store.entry(name, step.seq).body):
                if isinstance(one, e.BattleStarted) and one.diary == diary:
                    state = diaries.state_at(step.seq)
                    yield from both(state, state.battles[one.battle])


def both(state: Campaign, battle: Engagement) -> Iterator[bytes]:
    """What is mustered for a battle that was begun in that state, as every version told it."""
    for formed in (True, False):
        yield encode_json(muster_of(state, battle, formed))
