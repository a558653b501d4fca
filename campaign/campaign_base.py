"""What the rooms of the campaign door have in common: the desks, and how they answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date as day
from typing import Any, TypeVar

import msgspec

from campaign import campaign_view
from campaign.answers import Acted, DiceNeeded, Refusal
from campaign.campaign_answers import CampaignActed
from campaign.campaign_desk import CampaignDesk
from campaign.chronicle import Chronicle
from campaign.desk import Desk, World
from campaign.home import Home
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign
from campaign.ledger.subjects import side_of_event
from campaign.ledger.words import is_quiet, tell
from campaign.plain import checked
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shelf import Shelf
from events.entry import Draw, decode_body, encode_json
from events.errors import DiaryError, HeadMoved, ReadOnly
from events.sqlite import SQLiteStore

T = TypeVar("T")
Answer = CampaignActed | Refusal
Given = Mapping[str, Any] | str | bytes | msgspec.Struct
SOMEBODY = "local"
SAMPLES = "campaign.samples"


class CampaignBase:
    """What headquarters gives to all of them."""

    home: Home
    store: SQLiteStore
    shelf: Shelf
    world: World
    _campaigns: dict[str, CampaignDesk]
    _chronicle: Chronicle | None = None

    # What headquarters itself adds.
    new: Callable[..., Acted | Refusal | DiceNeeded]
    desk: Callable[[str], Desk]
    autoplay: Callable[..., Iterator[Acted | Refusal | DiceNeeded]]
    fork: Callable[..., Acted | Refusal | DiceNeeded]

    def campaign(self, name: str) -> CampaignDesk:
        """The campaign, opened once. Raises NoSuchDiary."""
        if name not in self._campaigns:
            self._campaigns[name] = CampaignDesk(self.store, name, self.world)
        return self._campaigns[name]

    def campaign_act(
        self,
        name: str,
        action: Given,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        key: str = "",
        expected: int | None = None,
    ) -> Answer:
        """Do what a side or the umpire asks for, or say why not. See `act` of headquarters about key and expected."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            checked(key, "key", "$.key")
            checked(player, "player id", "$.player")
            if key and (before := self.store.keyed(name, key)):
                return CampaignActed(name, before[-1].seq, repeated=True)
            data = (
                action if isinstance(action, bytes) else action.encode() if isinstance(action, str) else None
            )
            decoded = desk.decode(encode_json(action) if data is None else data)
            if isinstance(decoded, a.Start) and decoded.diary:
                raise Refused("A battle that is fought here is begun with `begin`.", "", ["begin"], "$.diary")
            entry, events, draws = patiently(
                lambda: desk.act(decoded, side, player, key, expected), expected is None
            )
            return acted(desk, entry.seq, events, draws)

        return answered(do)

    def filed(self, desk: CampaignDesk, battle: str) -> tuple[int, Return]:
        """The entry in which a battle's return was filed, and the return. Raises Refused."""
        for low, high in reversed(desk.diary.lineage(desk.diary.head().seq)):
            for seq in range(high, low - 1, -1):
                entry = self.store.entry(desk.name, seq)
                if entry.kind != "file":
                    continue
                action = desk.decode(bytes(decode_body(entry.body).action))
                if action.battle == battle:
                    content = action.content or desk.diary.state_at(entry.parent).drafts[battle]
                    return seq, content
        raise Refused(f"No return of {battle} was filed.", where="$.battle")


def book_subject(state: Campaign, id: str) -> Any:
    """Raises Refused, naming what is near."""
    from campaign.ledger.state import subject

    found = subject(state, id)
    if found is None:
        everything = [
            *state.people,
            *state.assets,
            *state.formations,
            *state.depots,
            *state.pools,
            *state.sides,
        ]
        near = [one for one in everything if id.lower() in one or one in id.lower()]
        raise Refused(f"There is nobody and nothing {id!r} in this campaign.", "", near[:12], "$.id")
    return found


def known_viewer(state: Campaign, viewer: str) -> None:
    if viewer not in ("", UMPIRE, *state.sides):
        raise Refused(f"There is no viewer {viewer!r}.", "", [*state.sides, UMPIRE], "$.viewer")


def secretive(state: Campaign, viewer: str) -> bool:
    """Whether something is kept from this viewer. Raises Refused for a viewer that there is not."""
    known_viewer(state, viewer)
    return not all(campaign_view.sees(state, viewer, side) for side in state.sides)


def iso_date(text: str) -> str:
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(f"{text!r} is not a date.", "", ["YYYY-MM-DD"], "$.date") from None


def visible_lines(state: Campaign, events: Sequence[Any], viewer: str, everything: bool) -> Iterator[str]:
    secret = secretive(state, viewer)
    for event in events:
        if not isinstance(event, e.Event):
            yield "(an event of a newer version)"
        elif (everything or not is_quiet(event)) and (
            not secret or side_of_event(state, event) in ("", viewer)
        ):
            yield tell(state, event)


def acted(
    desk: CampaignDesk, seq: int, events: Sequence[e.Event], draws: Sequence[Draw] = (), battle: str = "",
    diary: str = "",
) -> CampaignActed:  # fmt: skip
    state = desk.state()
    lines = tuple(tell(state, one) for one in events if not is_quiet(one))
    return CampaignActed(desk.name, seq, lines, len(events), tuple(draws), battle, diary)


def patiently(do: Callable[[], T], again: bool) -> T:
    """Decide anew if somebody else was faster."""
    for _ in range(4):
        try:
            return do()
        except HeadMoved:
            if not again:
                raise
    return do()


def answered(do: Callable[[], CampaignActed]) -> Answer:
    try:
        return do()
    except Refused as refused:
        return Refusal.of(refused)
    except HeadMoved as error:
        return Refusal(str(error), kind="head-moved")
    except ReadOnly as error:
        return Refusal(str(error), kind="read-only")
    except DiaryError as error:
        return Refusal(str(error))
