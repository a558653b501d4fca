"""Battles of a campaign, begun: with crews, rounds and damage as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import msgspec

from campaign.battles import opening
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns.musters import muster_of
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.visibility import acted, repeated
from campaign.campaigns.vouching import COMMITTED, is_there, its_own
from campaign.ledger import actions as a
from campaign.ledger.book import running
from campaign.ledger.decide import advance
from campaign.ledger.decide.arrivals import coming, free_id
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.graph import Scenario
from campaign.ledger.state import Campaign
from campaign.library.installed import InstalledPacks, find_info
from campaign.library.rosters import Rosters
from campaign.rules.decision import NO_DICE
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.shared.answering import patiently
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller, Seating
from campaign.shared.opening import Wish, umpire_of
from campaign.shared.seating import one_seat
from campaign.shared.terms import NO_TERMS, Terms
from events.codec import tag_of
from events.entry import Author, Entry
from events.errors import BesideMoved, DiaryExists
from events.store import NewDiary

TITLE = 200
"""Characters of a battle's title at the most."""


class Setting(NamedTuple):
    """How a battle is to be fought here. led: whether whoever leads a side has its seat where none is named."""

    seats: Sequence[t.Seat] = ()
    dice: t.DiceMode = "sealed"
    undo: t.UndoPolicy | None = None
    led: bool = True

    def placed(self, state: Campaign, node: Scenario, packs: InstalledPacks) -> Sequence[t.Seat]:
        """The seats, with those that the campaign's players take. state: in which the battle is begun."""
        given = {seat.side for seat in self.seats}
        if node.system:
            info = find_info(packs.installed(node.system), node.scenario)
            given |= {side.id for side in info.sides if side.by_rules}
        players = {side: state.sides[id].player for id, side in node.sides.items() if side not in given}
        return (*self.seats, *(t.Seat(side, one) for side, one in players.items() if one and self.led))


class Asked(NamedTuple):
    """What other tables say of those who are given seats in a battle, asked before its campaign is held. missing:
    player → why he cannot be offered a seat. elsewhere: player → the side of the campaign that his seat in one of its
    battles is; "" if none. seen: see `Elsewhere`."""

    missing: Mapping[str, str] = {}
    elsewhere: Mapping[str, str] = {}
    seen: Mapping[str, int] = {}


NOBODY = Asked()
AS_USUAL = Setting()
UNLED = Setting(led=False)


class Fighting:
    """Opens battles of campaigns. rosters: for scenarios that ask for forces."""

    def __init__(self, battles: OpenBattles, rosters: Rosters) -> None:
        self._battles, self._rosters = battles, rosters

    def begin(
        self,
        campaign: OpenCampaign,
        caller: Caller,
        node: str,
        assets: Sequence[str] | None,
        setting: Setting = AS_USUAL,
        terms: Terms = NO_TERMS,
    ) -> Acted:
        """The campaign's entry and the battle's diary come to be together, or not at all. caller: its umpire. Raises
        Refused."""
        author, kin = Author(caller.player, UMPIRE), self._battles.kin()

        def start() -> Acted:
            wanted = _asked_by_name(campaign, node, setting, self._battles.packs)
            with ExitStack() as held:
                if wanted:
                    held.enter_context(kin.offering())
                    held.enter_context(kin.together(campaign.name))
                missing = {
                    one: kin.missing(caller.player, one, seat)
                    for one, seat in wanted.items()
                    if one != caller.player
                }
                had = {one: kin.elsewhere(campaign.name, one) for one in wanted if wanted[one] != UMPIRE}
                seen = {name: seq for one in had.values() for name, seq in one.seen.items()}
                return begun_with(Asked(missing, {one: it.seat for one, it in had.items()}, seen))

        def begun_with(others: Asked) -> Acted:
            with campaign.diary.lock:
                if before := campaign.keyed(terms.key, author.player, [author.role], then):
                    begun = started(before)
                    then_seated = campaign.diary.state_at(before[0].parent)
                    self._as_it_was_opened(then_seated, begun, setting)
                    return repeated(campaign, before, begun.battle, begun.diary)
                head, state = campaign.diary.current()
                beside = dict(others.seen)
                if (seen := beside.pop(campaign.name, head.seq)) != head.seq:
                    raise BesideMoved(campaign.name, seen, head.seq)
                action = _start(state, node, assets, campaign.battles_begun())
                sealed = "", b""
                if state.graph is not None and state.graph.node(node).system:
                    name = campaign.world.name(campaign.store, f"{campaign.name}.{action.battle}.", 2)
                    sealed = campaign.world.commit(name) if setting.dice == "sealed" else sealed
                    action = msgspec.structs.replace(action, diary=name, commitment=sealed[0])

                def opened(after: Campaign) -> Sequence[NewDiary]:
                    if not action.diary:
                        return ()
                    return [
                        self._opening(campaign, after, action.battle, caller, setting, sealed, others).new
                    ]

                entry, events, draws, after = campaign.act(author, action, terms, opened, beside)
                return acted(campaign, entry, after, events, draws, action.battle, action.diary)

        def started(before: Sequence[Entry]) -> a.Start:
            return campaign.decode(bytes(before[0].read().action))

        def then(before: Sequence[Entry]) -> a.Start | None:
            if before[0].kind != tag_of(a.Start):
                return None
            was = started(before)
            again = _start(campaign.diary.state_at(before[0].parent), node, assets, frozenset())
            return msgspec.structs.replace(
                again, battle=was.battle, diary=was.diary, commitment=was.commitment
            )

        return patiently(start, terms)

    def _as_it_was_opened(self, state: Campaign, begun: a.Start, setting: Setting) -> None:
        """Raises Refused for a beginning that is asked for again under its key if what was opened is another table, or
        was never opened."""
        if not begun.diary:
            return
        if not is_there(self._battles.store, begun.diary):
            reason = f"{begun.battle} was begun under this key, but never opened."
            raise Refused(reason, "", ["resume", "another key"], "$.key")
        opened = self._battles.get(begun.diary)
        first = opening.origin_of(opened)
        assert state.graph is not None
        given = setting.placed(state, state.graph.node(begun.node), self._battles.packs)
        placed = opening.seats_for(find_info(opened.rules, first.scenario), given, opened.system)
        wanted = placed, setting.dice, setting.undo or opening.undo_policy(placed)
        if wanted != (first.seats, first.dice, first.undo):
            raise Refused("This key was used before, for another action.", where="$.key")

    def rehearsal(
        self, campaign: OpenCampaign, node: str, assets: Sequence[str] | None, options: Mapping[str, Any]
    ) -> tuple[Rules, t.Open, str]:
        """A battle as it would be begun now, with its rules and its title. options: otherwise than the scenario has
        them. Nothing is written. Raises Refused."""
        state = campaign.copy(campaign.state())
        assert state.graph is not None
        found = state.graph.node(node)
        if not found.system:
            raise Refused(
                f"{found.title} is fought elsewhere: no rule system here knows it.", "", [], "$.node"
            )
        action = _start(state, node, assets, campaign.battles_begun())
        named = msgspec.structs.replace(action, diary=f"{campaign.name}.{action.battle}")
        advance(state, UMPIRE, named, NO_DICE)
        return *self._asked_for(state, action.battle, UNLED, None, options=options), found.title

    def _asked_for(
        self,
        state: Campaign,
        battle: str,
        setting: Setting,
        caller: Caller | None,
        *,
        formed: bool = True,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Rules, t.Open]:
        """How a battle that was begun in that state is opened. caller: who opens it, None for nobody yet. formed: with
        the formations of its assets. options: otherwise than the scenario has them. Raises Refused."""
        found = state.battles[battle]
        assert state.graph is not None
        node = state.graph.node(found.node)
        muster = muster_of(state, found, formed)
        rules = self._battles.packs.installed(node.system)
        seats = setting.placed(state, node, self._battles.packs)
        players = {one.player for one in seats if one.player}
        # The campaign's umpire is that of its battles, where seats bear names.
        umpire = state.umpire if state.umpire and players else ""
        if caller is not None and not umpire:
            umpire = umpire_of({one.side: one.player for one in seats}, caller)
        asked = opening.asked_for(
            rules,
            self._rosters,
            node.scenario,
            {**node.options, **(options or {})},
            seats,
            setting.dice,
            setting.undo,
            muster,
            umpire,
        )
        return rules, asked

    def _opening(
        self,
        campaign: OpenCampaign,
        state: Campaign,
        battle: str,
        caller: Caller,
        setting: Setting,
        sealed: tuple[str, bytes] | None = None,
        others: Asked = NOBODY,
    ) -> opening.Opening:
        """The diary of a battle as it was begun in that state. sealed: the commitment to its dice and their secret, new
        ones if there are none yet: then it was begun earlier, and formations may have changed. others: see `Asked`.
        Raises Refused."""
        found = state.battles[battle]
        assert state.graph is not None
        node = state.graph.node(found.node)
        rules, action = self._asked_for(state, battle, setting, caller, formed=sealed is not None)
        title = f"{node.title} ({state.title})"[:TITLE]
        sitting = self._sitting(campaign.seating(state), node, action, others)
        return opening.open_battle(self._battles, rules, action, found.diary, title, caller, sitting, sealed)

    def _sitting(self, seating: Seating, node: Scenario, action: t.Open, others: Asked) -> opening.Sitting:
        """Who sits at a battle of a campaign without being asked again: its umpire, and who leads a side has that seat.
        Where people are apart the battle is as its campaign. Raises Refused for who has another seat there."""
        if seating.study:
            return opening.Sitting(study=seating.study)

        def missing(player: str, _: str) -> str:
            return others.missing.get(player, "")

        if not seating.apart:
            return opening.Sitting(missing=missing)
        seats = {side: id for id, side in node.sides.items()}
        seated = [UMPIRE] if action.umpire and action.umpire == seating.umpire else []
        for side, player in opening.players_of(action.seats).items():
            one_seat(seating, player, seats.get(side, ""), others.elsewhere.get(player, ""))
            if player and player == seating.players.get(seats.get(side, "")):
                seated.append(side)
        one_seat(seating, action.umpire, UMPIRE)
        rules, chairs = seating.rules, seating.chairs
        invited = (*chairs.invited, *chairs.had) if rules.look == "invited" else ()
        wish = Wish(rules.look, rules.absence, apart=True)
        return opening.Sitting(wish, tuple(dict.fromkeys(invited)), missing, seated)

    def resume(self, campaign: OpenCampaign, caller: Caller, battle: str) -> Acted:
        """Open the diary of a battle that was begun and has none: an older version wrote the two one after the other,
        and may have been cut off in between. Raises Refused, also where another lies under its name."""
        with campaign.diary.lock:
            head, state = campaign.diary.current()
            found = running(state, battle)
            its_own(campaign, state, found)
            if found.diary and not is_there(self._battles.store, found.diary):
                if found.commitment or state.scheme >= COMMITTED:
                    reason = f"The diary of {battle} is not here, and its dice are committed to: bring it, or cancel."
                    raise Refused(reason, "", ["import", "cancel"])
                try:
                    self._opening(campaign, state, battle, caller, AS_USUAL).write()
                except DiaryExists:
                    if not is_there(self._battles.store, found.diary):  # somebody else was faster: it is open
                        raise
            newest = campaign.store.entry(campaign.name, head.seq)
            return acted(campaign, newest, state, battle=battle, fought=found.diary)


def _asked_by_name(
    campaign: OpenCampaign, node: str, setting: Setting, packs: InstalledPacks
) -> Mapping[str, str]:
    """Whom a battle that is begun now asks to a seat, and to which; where people are apart its umpire and who leads a
    side sit there without being asked. Raises Refused if there is no such scenario."""
    state = campaign.state()
    assert state.graph is not None
    found, seating = state.graph.node(node), campaign.seating(state)
    wanted = {one.player: one.side for one in setting.placed(state, found, packs) if one.player}
    if not seating.apart:
        return {state.umpire: UMPIRE, **wanted} if state.umpire and wanted else wanted
    led = {side: seating.players.get(id) for id, side in found.sides.items()}
    return {player: side for player, side in wanted.items() if led.get(side) != player}


def _start(state: Campaign, node: str, assets: Sequence[str] | None, used: frozenset[str]) -> a.Start:
    """The next battle of a scenario, begun in that state, without a diary yet. used: ids of battles that are not free
    any more. Raises Refused if there is no such scenario."""
    assert state.graph is not None
    found = state.graph.node(node)
    chosen = tuple(suggestion(state, found) if assets is None else assets)
    taken = used | {new.id for _, new in coming(state)}
    return a.Start(node, chosen, free_id(state, node, taken, first=1))
