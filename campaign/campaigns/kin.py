"""What other tables, and whoever lets callers in, say of somebody: see `campaign.shared.people.Kin`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime, timedelta
from typing import Any

import msgspec

from campaign.battles import patience as of_battles
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.campaigns import patience
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns
from campaign.ledger.state import Campaign
from campaign.library.names import owners
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.seats import RECORD, OfferEnded, Welcomed
from campaign.rules.wording import count
from campaign.shared.callers import Caller, Seating
from campaign.shared.kept_open import knows
from campaign.shared.offers import offered_seats
from campaign.shared.people import Elsewhere, People
from campaign.shared.seating import SEAT_KINDS, Vain
from events.codec import tag_of
from events.decoding import json_decoder
from events.errors import DiaryError, NoSuchDiary

MOST_OFFERS = 3
"""Offers from one to another that are open at a time; one that was declined or withdrawn counts for a day."""
ENDED_FOR = timedelta(days=1)
MOST_LOOKED_ON = 20
"""Tables of one, and of who came here with him, to which another is let in to look on; one that ended counts for a
day."""
_ENDED, _WELCOMED = tag_of(OfferEnded), tag_of(Welcomed)
_LOOKS = 100
"""The time of every so many entries is looked at, whatever it is."""


class _Event(msgspec.Struct):
    kind: str
    to: str = ""
    by: str = ""
    player: str = ""


_events = json_decoder(list[_Event]).decode
_NO_SIDES = (UMPIRE, RECORD)


_time = datetime.fromisoformat


class Families:
    """Of all tables of a house. people: who there is, as whoever lets callers in knows it; asked anew each time.
    seated: the tables in which some have a part, who sits there, and whether it has come to its end."""

    def __init__(
        self,
        campaigns: OpenCampaigns,
        battles: OpenBattles,
        people: Callable[[], People],
        seated: Callable[[Collection[str]], Iterator[tuple[str, Seating, bool]]],
    ) -> None:
        self._campaigns, self._battles, self._people, self._tables = campaigns, battles, people, seated
        self._store = campaigns.store
        self._lock, self._locks = threading.Lock(), dict[str, threading.Lock]()

    def blocked(self, player: str) -> bool:
        return self._people().blocked(player)

    def missing(self, by: str, to: str, seat: str = "", look: bool = False) -> str:
        if why := self._people().missing(to, seat):
            return why
        if not self._people().bounded:
            return ""
        party = self._people().party(by)
        some = frozenset((by,)) if to in party else party
        if look:
            most = (
                f"{to} may look on at {MOST_LOOKED_ON} tables of yours already, or could within a day: let one of them"
                " come to its end, or wait until tomorrow."
            )
            return most if self._looked_on(some, to) >= MOST_LOOKED_ON else ""
        if self._burden(some, to) >= MOST_OFFERS:
            whose = "yours" if len(some) == 1 else "yours and of who came here with you"
            told = f"{MOST_OFFERS} offers of {whose} to {to} are open"
            return (
                f"{told}, or were declined or withdrawn within a day: wait for his word, or until tomorrow."
            )
        return ""

    def _burden(self, some: frozenset[str], to: str) -> int:
        """Offers from some players to another that are open, or ended within a day without being taken up, also where
        it is over since: declined, withdrawn or left open, for an offer that comes and goes burdens no less."""
        found = 0
        since = self._battles.world.now(ENDED_FOR.total_seconds())
        for name, seating, over in self._tables(some):
            offers, opener = seating.chairs.offers.values(), seating.opener
            open_ = sum(one.to == to and (one.by or opener) in some for one in offers)
            found += self._left_open(name, seating, some, to, since) if open_ and over else open_
            if any(map(seating.sat, some)):
                found += sum(
                    one.kind == _ENDED and one.to == to and (one.by or opener) in some
                    for one in self._seats_since(name, since)
                )
        return found

    def _left_open(self, name: str, seating: Seating, some: frozenset[str], to: str, since: str) -> int:
        """Offers from some to another, made after a time, that stood open at the end of a table."""
        opened = (self._battles if self._store.info(name).kind == "battle" else self._campaigns).get(name)
        offers = [one for one in offered_seats(opened, seating) if one.to == to and one.by in some]
        return sum(_time(one.since) >= _time(since) for one in offers)

    def crowded(self, by: str) -> str:
        most = self._people().tables
        if not self._people().bounded or not most:
            return ""
        open_ = sum(
            by in (seating.opener, seating.study) for _, seating, over in self._tables((by,)) if not over
        )
        if open_ < most:
            return ""
        told = f"{count(most, 'battle or campaign', 'battles and campaigns')} that you opened"
        return f"{told} may go on here at a time: let one come to its end, or put it away."

    def _looked_on(self, some: frozenset[str], to: str) -> int:
        """Tables at which some sit or sat, or which they opened, and another may look on and has no part; also where it
        ended within a day. A campaign is one with its battles."""
        there = [one for one in self._tables(some) if any(map(one[1].sat, some))]
        since = self._battles.world.now(ENDED_FOR.total_seconds())
        found: set[str] = set()
        for name, seating, over in there:
            if over:
                looks = any(
                    (one.kind, one.player) == (_WELCOMED, to) for one in self._seats_since(name, since)
                )
            else:
                looks = to in seating.chairs.invited and to not in seating.people
            found |= {name} if looks else set()
        return sum(not any(owner in found for owner in owners(name)) for name in found)

    def _seats_since(self, name: str, time: str) -> Iterator[_Event]:
        """What was done with seats there after a time, as events."""
        since = _time(time)
        for passed, step in enumerate(self._store.steps(name, self._store.head(name).seq)):
            if passed % _LOOKS and step.kind not in SEAT_KINDS:
                continue
            body = self._store.entry(name, step.seq).read()
            if _time(body.time) < since:
                return
            if step.kind in SEAT_KINDS:
                yield from _events(body.events)

    def offering(self) -> AbstractContextManager[Any]:
        return self._store.alone() if self._people().bounded else nullcontext()

    def knows(self, caller: Caller, table: str) -> bool:
        if caller.here:
            return True
        try:
            kind = self._store.info(table).kind
        except NoSuchDiary:
            return False
        return knows(self._battles if kind == "battle" else self._campaigns, table, caller)

    def along(self, caller: Caller, table: str) -> bool:
        campaign = self._campaign_of(table)
        return campaign is not None and campaign.name != table and campaign.known_to(caller)

    def together(self, table: str) -> AbstractContextManager[Any]:
        campaign = self._once_of(table)
        if campaign is None:
            return nullcontext()
        with self._lock:
            return self._locks.setdefault(campaign.name, threading.Lock())

    def elsewhere(self, table: str, player: str) -> Elsewhere:
        campaign = self._once_of(table)
        if campaign is None:
            return Elsewhere()
        head, state = campaign.diary.current()
        seen = {campaign.name: head.seq}
        had = [*self._had(campaign, state, table, player, seen)]
        if not had:
            return Elsewhere("", seen)
        seat = had[0]
        if table != campaign.name and seat not in _NO_SIDES:
            with suppress(Refused):
                seat = self._sides(state, self._battles.get(table)).get(seat, f"{seat} ({campaign.name})")
        return Elsewhere(seat, seen)

    def _had(
        self, campaign: OpenCampaign, state: Campaign, table: str, player: str, seen: dict[str, int]
    ) -> Iterator[str]:
        """The seats that a player has, or has had, in a campaign and its battles, but for one table: as sides of the
        campaign. seen: gets the newest entry of each battle that was looked at."""
        if campaign.name != table and (seat := campaign.seating(state).had(player)):
            yield seat
        for battle in self._begun(campaign.name):
            if battle.name == table:
                continue
            try:
                head, there = battle.diary.current()
                seen[battle.name] = head.seq
                seat = battle.seating(there).had(player)
                found = self._sides(state, battle)
            except (DiaryError, Refused):
                continue
            if seat:
                sides = {side: id for id, side in found.items()}
                yield seat if seat in _NO_SIDES else sides.get(seat, f"{seat} ({battle.name})")

    def _begun(self, campaign: str) -> Iterator[OpenBattle]:
        """The battles that were ever begun in a campaign, also where that was taken back: who sat there sat in it."""
        for info in self._store.diaries("battle"):
            if info.origin is None and campaign in owners(info.name):
                with suppress(DiaryError, Refused):
                    battle = self._battles.get(info.name)
                    if battle.state().table.campaign == campaign:
                        yield battle

    def _sides(self, state: Campaign, battle: OpenBattle) -> Mapping[str, str]:
        """Side of the campaign → side of one of its battles."""
        assert state.graph is not None
        return state.graph.node(battle.state().table.node).sides

    def _once_of(self, table: str) -> OpenCampaign | None:
        """The campaign to which a table belongs, or belonged before its beginning was taken back: that may be done once
        more."""
        if (found := self._campaign_of(table)) is not None:
            return found
        with suppress(DiaryError, Refused):
            info = self._store.info(table)
            if info.kind == "battle" and info.origin is None:
                of = self._battles.get(table).state().table.campaign
                return self._campaign(of) if of in owners(table) else None
        return None

    def _campaign_of(self, table: str) -> OpenCampaign | None:
        """The campaign to which a table belongs; itself, if it is one. Forks belong to none."""
        try:
            info = self._store.info(table)
            if info.origin is not None:
                return None
            if info.kind == "campaign":
                return self._campaigns.get(table)
            for name in owners(table):
                campaign = self._campaign(name)
                if campaign and any(one.diary == table for one in campaign.state().battles.values()):
                    return campaign
        except (DiaryError, Refused):
            return None
        return None

    def _campaign(self, name: str) -> OpenCampaign | None:
        try:
            return self._campaigns.get(name)
        except (NoSuchDiary, Refused):
            return None

    def vain(self, table: str, seat: str) -> Vain | None:
        info, now = self._store.info(table), self._battles.world.now()
        if info.kind == "campaign":
            return patience.in_vain(self._campaigns.get(table), self._battles, seat, now)
        battle: OpenBattle = self._battles.get(table)
        return of_battles.in_vain(battle, battle.diary.head().seq, seat, now)
