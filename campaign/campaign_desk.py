"""A campaign that is open here: its diary, its dice, and what every change to it has in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from campaign.desk import DIGEST_EVERY, SALT, World
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.reducer import VERSION, CampaignReducer
from campaign.ledger.state import Campaign
from campaign.plain import plain_data
from campaign.record import decode_action
from campaign.rules.dice import SealedDice, commitment
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from events.diary import Diary
from events.entry import Author, Body, Draw, Entry, draft, encode_json, raw
from events.errors import HeadMoved, NoSuchDiary, ReadOnly
from events.lineage import ADMINISTRATIVE
from events.store import Store

QUIET = ADMINISTRATIVE | {"reveal"}
"""Entries that change nothing that an undo could take back."""
decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(cast("Any", a.AnyAction))


class CampaignDesk:
    """One campaign, opened once."""

    def __init__(self, store: Store, name: str, world: World) -> None:
        if store.info(name).kind != "campaign":
            raise NoSuchDiary(name)
        self.store, self.name, self.world = store, name, world
        self.diary = Diary[Campaign, e.Event](store, name, CampaignReducer(), QUIET)

    def state(self) -> Campaign:
        """The newest state, which callers must not change."""
        return self.diary.current()[1]

    def copy(self, state: Campaign) -> Campaign:
        reducer = self.diary.reducer
        return reducer.decode(reducer.encode(state))

    def decode(self, action: bytes) -> Any:
        """Raises Refused: what is wrong, where, and what would be allowed."""
        return decode_action(decoder, action)

    def dice(self, state: Campaign, seal: bytes, action: Any) -> SealedDice:
        """The dice for one decision after the entry with that seal. Raises Refused if they cannot be had."""
        secret = self.store.secret(self.name)
        if secret is None or commitment(secret, self.name) != state.commitment:
            reason = (
                "This copy does not hold the secret of the campaign's dice. Fork it to go on with a new one."
            )
            raise Refused(reason, "", ["fork"])
        return SealedDice(secret, self.name, contribution(state.contributions), seal, encode_json(action))

    def body(
        self,
        after: int,
        state: Campaign,
        action: Any,
        author: Author,
        events: Sequence[Any],
        draws: Sequence[Draw] = (),
        key: str = "",
        parent: int | None = None,
        again: int = 0,
    ) -> Body:
        """The body of the entry after entry `after`, with a digest of the state now and then and at rewinds."""
        seq = after + 1
        tells = seq == 1 or seq % DIGEST_EVERY == 0 or parent is not None or state.verdict is not None
        secretive = state.policy is not None and state.policy.secrecy != "open"
        return Body(
            after if parent is None else parent,
            self.world.now(),
            author,
            raw(action),
            tuple(draws),
            raw(list(events)),
            f"campaign {VERSION}",
            "",
            self.diary.reducer.digest(state) if tells else "",
            key,
            salt=self.world.random_bytes(SALT).hex() if secretive else "",
            again=again,
        )

    def act(
        self, action: Any, role: str, player: str, key: str = "", expected: int | None = None
    ) -> tuple[Entry, list[e.Event], tuple[Draw, ...]]:
        """Decide on the newest state and append. Raises Refused, HeadMoved, ReadOnly; then nothing was written."""
        head, current = self.diary.current()
        if expected is not None and expected != head.seq:
            raise HeadMoved(self.name, expected, head.seq)
        if self.diary.read_only:
            raise ReadOnly(self.diary.read_only)
        entitled(current, role, player)
        plain_data(msgspec.to_builtins(action), "What is asked of a campaign")
        state = self.copy(current)
        dice = self.dice(state, head.seal, action)
        events = advance(state, role, action, dice)
        bodies = [self.body(head.seq, state, action, Author(player, role), events, dice.draws, key)]
        bodies += self.reveal(head.seq + 1, state)
        done = self.diary.append(head.seq, [draft(body) for body in bodies], state)
        return done[0], events, tuple(dice.draws)

    def reveal(self, after: int, state: Campaign) -> list[Body]:
        """When the campaign is over, the secret of its dice is made public in the same append."""
        secret = self.store.secret(self.name)
        if state.verdict is None or not secret or state.secret:
            return []
        event = e.SecretRevealed(secret.hex())
        self.diary.reducer.fold(state, [event])
        return [self.body(after, state, Reveal(), Author(UMPIRE, UMPIRE), [event])]


class Reveal(msgspec.Struct, frozen=True, tag="reveal", tag_field="kind"):
    """Make the secret of the dice public, now that the campaign is over."""


class OpenCampaign(msgspec.Struct, frozen=True, tag="open-campaign", tag_field="kind"):
    """Open a campaign from its files. source: where they came from, in words."""

    source: str


class ForkCampaign(msgspec.Struct, frozen=True, tag="fork", tag_field="kind"):
    """Go on from an entry of another campaign."""

    of: str
    at: int


def contribution(texts: Mapping[str, str]) -> str:
    return "".join(f"{who}={text}\n" for who, text in sorted(texts.items()))


def entitled(state: Campaign, role: str, player: str) -> None:
    """Raises Refused unless the player may act in this role."""
    if role == UMPIRE:
        if state.umpire not in ("", player):
            raise Refused(f"{player!r} is not the umpire of this campaign.", where="$.side")
    elif role not in state.sides:
        raise Refused(f"There is no side {role!r} in this campaign.", "", [*state.sides, UMPIRE], "$.side")
    elif state.sides[role].player not in ("", player):
        raise Refused(f"{player!r} does not lead {state.sides[role].name}.", where="$.side")
