"""A campaign that is open here: its diary, and how it is decided on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.reducer import VERSION, CampaignReducer
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.shared.callers import Rights, Seating
from campaign.shared.clock import World
from campaign.shared.open_diary import QUIET, OpenDiaries, OpenDiary, Sealing
from campaign.shared.plain import plain_data
from campaign.shared.seating import SEAT, changed
from campaign.shared.terms import NO_TERMS, Terms
from events.entry import REVEAL, Author, Draw, Entry, draft
from events.errors import NoSuchDiary
from events.store import NewDiary, Store

PASSED_OVER = QUIET | {REVEAL}
"""Entries that change nothing that an undo could take back."""


class Reveal(msgspec.Struct, frozen=True, tag="reveal", tag_field="kind"):
    """Make the secret of the dice public, now that the campaign is over."""


class Open(msgspec.Struct, frozen=True, tag="open-campaign", tag_field="kind"):
    """Open a campaign from its files. source: where they came from, in words."""

    source: str


class SeatPlayer(msgspec.Struct, frozen=True, tag=SEAT, tag_field="kind"):
    """Who leads a side from now on: a player's id, "" for anybody."""

    side: str
    player: str


class Fork(msgspec.Struct, frozen=True, tag="fork", tag_field="kind"):
    """Go on from an entry of another campaign."""

    of: str
    at: int


class OpenCampaign(OpenDiary[Campaign]):
    """See `campaign.shared.open_diary.OpenDiary`, about threads too."""

    what = "campaign"
    version = f"campaign {VERSION}"

    def __init__(self, store: Store, name: str, world: World) -> None:
        super().__init__(store, name, world, CampaignReducer(), cast("Any", a.AnyAction), PASSED_OVER)

    def over(self, state: Campaign) -> bool:
        return state.verdict is not None

    def hides(self, state: Campaign) -> bool:
        return state.policy is not None and state.policy.secrecy != "open"

    def sealing(self, state: Campaign) -> Sealing:
        return Sealing(False, state.commitment, state.contributions, state.scheme, state.secret)

    def reveal_of(self, secret: str) -> tuple[Reveal, e.SecretRevealed]:
        return Reveal(), e.SecretRevealed(secret)

    def seating(self, state: Campaign) -> Seating:
        return seating(state)

    def living_on(self, now: Campaign, back: Campaign) -> list[e.Event]:
        here, there = (seating(state).players for state in (now, back))
        return [*changed(there, here, e.SeatLeft, e.SeatTaken)]

    def act(
        self,
        author: Author,
        action: Any,
        terms: Terms = NO_TERMS,
        opening: Callable[[Campaign], Sequence[NewDiary]] = lambda _: (),
    ) -> tuple[Entry, list[e.Event], tuple[Draw, ...], Campaign]:
        """Decide on the newest state and append, for an author whose right has been seen to: the newest entry, what
        happened, and the state after it. opening: diaries that are opened with it, made of the state after it. Raises
        Refused, HeadMoved, ReadOnly, and what opening raises; then nothing was written."""
        asked_plainly(action)
        with self.diary.lock:
            head, current = self.diary.current()
            self.writable(terms.expected)
            state = self.copy(current)
            dice = self.dice(state, head, author.role, action)
            added = ""
            if isinstance(action, a.Contribute):
                added = self.contributed(state, head, author.role, action.text)
            events = advance(state, author.role, action, dice)
            roll = added or dice.follows
            body = self.body(head.seq, state, action, author, events, dice.draws, terms.key, roll=roll)
            drafts = [draft(body), *self.reveal(head.seq + 1, state, body.roll)]
            done = self.append(head.seq, drafts, state, opening(state))
            return done[-1], events, tuple(dice.draws), state


def seating(state: Campaign) -> Seating:
    """Who leads the sides, and who is umpire."""
    return Seating({side.id: side.player for side in state.sides.values()}, state.umpire)


def asked_plainly(action: Any) -> None:
    """Raises Refused for an action with a text in it that would steer a terminal."""
    plain_data(msgspec.to_builtins(action), "What is asked of a campaign")


class OpenCampaigns(OpenDiaries[OpenCampaign]):
    """All campaigns of a house, opened when they are asked for."""

    def __init__(self, store: Store, world: World) -> None:
        super().__init__(self._open)
        self.store, self.world = store, world

    def _open(self, name: str) -> OpenCampaign:
        """Raises NoSuchDiary."""
        if self.store.info(name).kind != "campaign":
            raise NoSuchDiary(name)
        return OpenCampaign(self.store, name, self.world)


def viewing_role(found: Rights) -> str:
    """As whom a caller looks: as he says; else as umpire if he may, or as `Rights.viewer` has it. Raises Refused."""
    return UMPIRE if found.caller.role is None and found.umpire else found.viewer()


def acting_role(found: Rights) -> str:
    """In which role a caller acts: the one that he names; else as umpire if he may, or for his side. Raises Refused."""
    if found.caller.role is None and found.umpire:
        return UMPIRE
    return found.held(found.caller.role) if found.caller.role is not None else found.side()
