"""What a campaign that is a fork rests on, and as what it goes on from before it was made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.campaigns.open_campaign import Fork, OpenCampaign
from campaign.ledger import actions as a
from campaign.ledger import events as e
from events.beneath import Place, origins
from events.codec import tag_of
from events.entry import Entry
from events.errors import fitting

_ITS_OWN = frozenset(map(tag_of, (Fork, a.Contribute)))
"""Of a campaign that was forked: how it was, and what was added to its dice."""


class Forked(NamedTuple):
    """What battles are to a fork that were being fought when it was made. diaries: old → new. commitments: to their
    dice, by the new."""

    diaries: Mapping[str, str] = {}
    commitments: Mapping[str, str] = {}

    def start(self, action: a.Start) -> a.Start:
        """A battle that was begun before it, as it is begun in the fork."""
        diary = self.diaries.get(action.diary)
        if diary is None:
            return action
        return replace(action, diary=diary, commitment=self.commitments.get(diary, ""))


OF_ITS_OWN = Forked()


class Beneath:
    """Of one campaign: what it rests on, looked up once."""

    def __init__(self, campaign: OpenCampaign) -> None:
        self._campaign = campaign
        self._known: dict[str, OpenCampaign] = {campaign.name: campaign}
        self._forked: dict[str, Forked] = {campaign.name: OF_ITS_OWN}

    def home(self, entry: Entry) -> OpenCampaign:
        """The campaign of an entry."""
        if entry.diary not in self._known:
            world = self._campaign.world
            self._known[entry.diary] = OpenCampaign(self._campaign.store, entry.diary, world)
        return self._known[entry.diary]

    def enters_again(self, entry: Entry) -> bool:
        """Whether an entry of that kind is entered again where what went before it is corrected."""
        return entry.kind != tag_of(Fork) and (
            entry.diary == self._campaign.name or entry.kind not in _ITS_OWN
        )

    def forked(self, diary: str) -> Forked:
        """What the forks since a diary made of its battles. Raises DiaryError."""
        if diary not in self._forked:
            diaries: dict[str, str] = {}
            commitments: dict[str, str] = {}
            for one in self._since(diary):
                diaries = {old: one.battles.get(new, new) for old, new in diaries.items()} | dict(one.battles)
                commitments |= one.commitments
            last = {new: commitments[new] for new in dict.fromkeys(diaries.values()) if new in commitments}
            self._forked[diary] = Forked(diaries, last)
        return self._forked[diary]

    def own(self, entry: Entry, diary: str) -> str:
        """What the diary of a battle that an entry began is to the campaign; "" if it is none of its own: it was begun,
        and came to its end, in one that it was forked from. Raises DiaryError."""
        now = self.forked(entry.diary).diaries.get(diary, diary)
        name = self._campaign.name
        below = next(origins(self._campaign.store, name), None)
        forked = self.forked(below.diary).diaries.values() if below is not None else ()
        return now if now.startswith(f"{name}.") or now in forked else ""

    def went_behind(self, there: Place) -> e.WentBehind:
        """The event with which the campaign goes on from an entry beneath its fork. Raises DiaryError."""
        own, forked = self._since(there.diary)[-1], self.forked(there.diary)
        return e.WentBehind(
            *there, own.commitment, forked.diaries, own.scheme, forked.commitments, own.study, own.rules
        )

    def _since(self, diary: str) -> list[e.CampaignForked]:
        """How the forks began that lie between a diary and this one, the oldest first, this one's own last."""
        store, name, found = self._campaign.store, self._campaign.name, list[e.CampaignForked]()
        codec = self._campaign.diary.reducer.codec
        for origin in origins(store, name):
            with fitting(name, 1, "nobody can say what it was forked from"):
                first: Any = codec.events(store.entry(name, 1).body)[0]
                assert isinstance(first, e.CampaignForked)
            found.append(first)
            if origin.diary == diary:
                break
            name = origin.diary
        return found[::-1]
