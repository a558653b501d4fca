"""The staff: what it would order, and bots that play a campaign on, step by step; for whoever keeps this house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles import bots
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import outcomes, returns
from campaign.campaigns.answers import Order
from campaign.campaigns.fighting import Fighting, Setting
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.visibility import acted
from campaign.ledger import actions as a
from campaign.ledger.book import Book
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import holds
from campaign.ledger.decide.workshop import needs
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign
from campaign.library.installed import find_info
from campaign.rules.dice import DiceWanted, ScriptedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.options import played
from campaign.rules.refused import Refused
from campaign.shared.answering import acts, declares, patiently, reads
from campaign.shared.answers import Acted, Answer, Refusal
from campaign.shared.callers import BOT, Caller, keeper
from campaign.shared.kept_open import Reach
from events.entry import Author
from events.errors import HeadMoved

STAFF = Author(f"{BOT}staff", UMPIRE)
STRIDE = 7
"""Days that pass at once at the most."""
Pick = Callable[[int], int]
KnownReturns = Mapping[str, Mapping[str, Any]]


class Staff:
    """Part of `campaign.campaigns.campaigns.Campaigns`."""

    def __init__(
        self, campaigns: Reach[OpenCampaign], battles: OpenBattles, fighting: Fighting, caller: Caller
    ) -> None:
        self._campaigns, self._battles, self._fighting = campaigns, battles, fighting
        self._caller = caller

    @reads("umpire")
    def orders(self, name: str) -> list[Order]:
        """What a diligent staff would do before time goes on. Repairs, as far as parts go. Raises Refused."""
        campaign = self._campaigns.get(name)
        state = campaign.state()
        campaign.rights(state, self._caller).of_the_umpire()
        return orders(campaign, state)

    @acts("keep")
    def step(
        self, name: str, returns: KnownReturns | None = None, pick: Pick | None = None, seed: str = ""
    ) -> Acted:
        """The next thing to do: a battle fought by bots or reported, a repair, or days that pass.

        returns: by scenario, for those that are fought elsewhere; others are guessed. pick(n): a number from 0 to n-1.
        seed: of such numbers, where no pick is given.
        """
        keeper(self._caller)
        campaign = self._campaigns.get(name)
        campaign.rights(campaign.state(), self._caller).of_the_umpire()
        try:
            return self._step(campaign, returns or {}, pick or bots.seeded(seed) or campaign.world.pick)
        except DiceWanted:
            raise Refused("The battle needs real dice.") from None

    @declares("keep")
    def play(
        self, name: str, *, returns: KnownReturns | None = None, pick: Pick | None = None, until: str = ""
    ) -> Iterator[Answer]:
        """Let bots play on, step by step, to the end or to a date."""
        while True:
            try:
                over, date = self._stands(name)
            except Refused as refused:
                yield Refusal.of(refused)
                return
            if over or (until and date >= until):
                return
            step = self.step(name, returns, pick)
            yield step
            if isinstance(step, Refusal):
                return

    def _stands(self, name: str) -> tuple[bool, str]:
        """Whether it is over, and its date. Raises Refused."""
        state = self._campaigns.get(name).state()
        return state.verdict is not None, state.date

    def _step(self, campaign: OpenCampaign, known: KnownReturns, pick: Pick) -> Acted:
        state = campaign.state()
        assert state.graph is not None
        for battle in state.battles.values():
            if battle.status == "running":
                return self._fight(campaign, state, battle.id, known, pick)
        for id in state.nodes:
            if id in waits(state) and holds(state, state.graph.node(id).needs):
                try:
                    return self._begin(campaign, state, id)
                except Refused:
                    continue
        for order in orders(campaign, state):
            try:
                return _do(campaign, campaign.decode(msgspec.json.encode(order.action)))
            except Refused:
                continue
        return _do(campaign, a.of_today(a.Advance(STRIDE, stop=True)))

    def _begin(self, campaign: OpenCampaign, state: Campaign, id: str) -> Acted:
        """Begin a scenario to be fought by bots; where seats belong to their players they are the bots' own. Raises
        Refused."""
        assert state.graph is not None
        node, seats = state.graph.node(id), []
        if node.system and campaign.seating(state).apart:
            rules = self._battles.packs.installed(node.system)
            bot, sides = rules.system.bot_names[-1], played(find_info(rules, node.scenario).sides)
            seats = [t.Seat(side.id, bot=bot) for side in sides]
        staff = replace(self._caller, player=STAFF.player)
        return self._fighting.begin(campaign, staff, id, None, Setting(seats, undo="free", led=False))

    def _fight(
        self, campaign: OpenCampaign, state: Campaign, id: str, known: KnownReturns, pick: Pick
    ) -> Acted:
        battle = state.battles[id]
        assert state.graph is not None
        node = state.graph.node(battle.node)
        if battle.diary:
            opened = self._battles.get(battle.diary)
            now = opened.state()
            best = dict.fromkeys((seat.side for seat in now.table.seats), opened.system.bot_names[-1])
            if not opened.over(now):
                rights = opened.rights(now, self._caller)
                for side in best:
                    rights.runs(side)
            while (choice := bots.choose(opened, best, pick)) is not None:
                with suppress(HeadMoved):  # somebody was faster, as a server that plays its bots
                    bots.act(opened, choice)
            return returns.file(campaign, self._battles, STAFF, id, None)
        guess = outcomes.guess_return(state, battle, node, pick)
        if node.id in known:
            content: Return = returns.as_return({**known[node.id], "battle": id}, "")
            try:
                return returns.file(campaign, self._battles, STAFF, id, content)
            except Refused:  # it does not fit who came: what a staff would guess then
                return returns.file(campaign, self._battles, STAFF, id, guess)
        return returns.file(campaign, self._battles, STAFF, id, guess)


def _do(campaign: OpenCampaign, action: Any) -> Acted:
    entry, events, draws, state = patiently(lambda: campaign.act(STAFF, action))
    return acted(campaign, entry, state, events, draws)


def orders(campaign: OpenCampaign, state: Campaign) -> list[Order]:
    """What a diligent staff would order in that state."""
    state = campaign.copy(state)
    book = Book(state, ScriptedDice(()))
    found: list[Order] = []
    workshops = {one.side for one in state.depots.values() if one.hours}
    parts = dict.fromkeys(state.sides, 0)
    for depot in state.depots.values():
        parts[depot.side] += depot.stores.get("parts", 0)
    for asset in state.assets.values():
        if asset.status not in ("ready", "wreck") or asset.battle or asset.side not in workshops:
            continue
        for damage in needs(book, asset):
            cost = book.policy.repair_of(damage).parts
            if cost <= parts[asset.side]:
                parts[asset.side] -= cost
                found.append(Order(asset.side, {"kind": "repair", "asset": asset.id, "damage": damage}))
    return found
