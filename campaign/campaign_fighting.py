"""Battles of a campaign at the door of headquarters: begun, resumed, filed; and bots that fight them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from campaign import campaign_battles
from campaign import table as t
from campaign.answers import Acted, Refusal
from campaign.campaign_answers import CampaignActed
from campaign.campaign_base import SOMEBODY, Answer, CampaignBase, acted, answered, patiently
from campaign.campaign_desk import CampaignDesk
from campaign.ledger import actions as a
from campaign.ledger.book import Book, battle_of, running
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import holds
from campaign.ledger.decide.workshop import needs
from campaign.ledger.returns import Return
from campaign.rules.dice import ScriptedDice
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from events.errors import NoSuchDiary


class CampaignBattles(CampaignBase):
    """See `campaign.headquarters.Headquarters`."""

    def begin(
        self,
        name: str,
        node: str,
        assets: Sequence[str] | None = None,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        seats: Sequence[t.Seat] = (),
        dice: t.DiceMode = "sealed",
        undo: t.UndoPolicy | None = None,
    ) -> Answer:
        """Begin a scenario: with these assets, or with as many as may come. A battle diary is opened where it is
        fought here; the record names it before it exists, so that nothing is lost in between (see `resume`)."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            state = desk.state()
            assert state.graph is not None
            found = state.graph.node(node)
            number = 1 + sum(one.node == node for one in state.battles.values())
            battle = f"{node}-{number}" if number > 1 or node in state.battles else f"{node}-1"
            diary = f"{name}.{battle}.{self.world.random_bytes(2).hex()}" if found.system else ""
            chosen = tuple(suggestion(state, found) if assets is None else assets)
            action = a.Start(node, chosen, battle, diary)
            entry, events, draws = patiently(lambda: desk.act(action, side, player), True)
            if diary:
                self._open_battle(desk, battle, seats, dice, undo, player)
            return acted(desk, entry.seq, events, draws, battle, diary)

        return answered(do)

    def _open_battle(
        self, desk: CampaignDesk, battle: str, seats: Sequence[t.Seat], dice: t.DiceMode, undo: t.UndoPolicy | None,
        player: str,
    ) -> None:  # fmt: skip
        """Open the diary of a battle that was begun; if it cannot be, the beginning is taken back. Raises Refused."""
        state = desk.state()
        found = state.battles[battle]
        assert state.graph is not None
        node = state.graph.node(found.node)
        answer = self.new(
            node.scenario, system=node.system, title=f"{node.title} ({state.title})"[:200], seats=seats, dice=dice,
            undo=undo, options=node.options, player=player, battle=found.diary,
            muster=campaign_battles.muster_of(state, found),
        )  # fmt: skip
        if isinstance(answer, Acted):
            return
        desk.act(a.Cancel(battle, "could not be opened"), UMPIRE, state.umpire or player)
        if isinstance(answer, Refusal):
            raise Refused(answer.reason, answer.rule, answer.allowed, answer.where)
        raise Refused("A set-up rolls no dice.")

    def resume(self, name: str, battle: str, *, player: str = SOMEBODY) -> Answer:
        """Open the diary of a battle that was begun, if something came in between."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            found = running(desk.state(), battle)
            try:
                there = bool(self.store.head(found.diary).seq)
            except NoSuchDiary:
                there = False
            if found.diary and not there:
                self._open_battle(desk, battle, (), "sealed", None, player)
            return CampaignActed(name, desk.diary.head().seq, battle=battle, diary=found.diary)

        return answered(do)

    def return_form(self, name: str, battle: str) -> Return:
        """A battle's return as far as it is known: from its diary, its draft, or a form. Raises Refused."""
        desk = self.campaign(name)
        state = desk.state()
        found = battle_of(state, battle)
        if found.status != "running":
            return self.filed(desk, battle)[1]
        if battle in state.drafts:
            return state.drafts[battle]
        assert state.graph is not None
        if found.diary:
            return campaign_battles.return_of(
                state, found, state.graph.node(found.node), self.desk(found.diary)
            )
        return campaign_battles.empty_return(found)

    def file(
        self,
        name: str,
        battle: str,
        content: Return | None = None,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        draft_only: bool = False,
    ) -> Answer:
        """File a return: the one given, else that of the battle's diary or its draft. draft_only: keep it for later."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            found = running(desk.state(), battle)
            filed = content
            if filed is None and battle not in desk.state().drafts:
                filed = self.return_form(name, battle)
            head, seal = 0, ""
            if found.diary and not draft_only:
                fought = self.store.head(found.diary)
                head, seal = fought.seq, fought.seal.hex()
            if draft_only:
                action: a.Action = a.Draft(filed or self.return_form(name, battle))
            else:
                action = a.File(battle, filed, head, seal)
            entry, events, draws = patiently(lambda: desk.act(action, side, player), True)
            return acted(desk, entry.seq, events, draws, battle)

        return answered(do)

    # -- bots -----------------------------------------------------------------------------------------

    def routine(self, name: str) -> list[tuple[str, a.Action]]:
        """What a diligent staff would do before time goes on: (side, action). Repairs, as far as parts go."""
        desk = self.campaign(name)
        state = desk.copy(desk.state())
        book = Book(state, ScriptedDice(()))
        found: list[tuple[str, a.Action]] = []
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
                    found.append((asset.side, a.Repair(asset.id, damage)))
        return found

    def play_campaign(
        self,
        name: str,
        *,
        returns: Mapping[str, Return] | None = None,
        pick: Callable[[int], int] | None = None,
        player: str = "bot:staff",
        until: str = "",
    ) -> Iterator[Answer]:
        """Let bots play on, step by step, to the end or to a date: battles, returns, repairs, days.

        returns: by scenario, for those that are fought elsewhere; others are guessed.
        """
        desk = self.campaign(name)
        choose = pick or self._pick
        while desk.state().verdict is None and not (until and desk.state().date >= until):
            step = self._bot_step(name, desk, returns or {}, choose, player)
            yield step
            if isinstance(step, Refusal):
                return

    def _pick(self, n: int) -> int:
        return int.from_bytes(self.world.random_bytes(8), "big") % n

    def _bot_step(
        self,
        name: str,
        desk: CampaignDesk,
        returns: Mapping[str, Return],
        pick: Callable[[int], int],
        player: str,
    ) -> Answer:
        state = desk.state()
        assert state.graph is not None
        for battle in state.battles.values():
            if battle.status != "running":
                continue
            node = state.graph.node(battle.node)
            if not battle.diary:
                known = returns.get(node.id)
                guess = campaign_battles.guess_return(state, battle, node, pick)
                content = msgspec.structs.replace(known, battle=battle.id) if known else guess
                answer = self.file(name, battle.id, content, player=player)
                return (
                    self.file(name, battle.id, guess, player=player)
                    if isinstance(answer, Refusal)
                    else answer
                )
            rules = self.desk(battle.diary).system
            bots = dict.fromkeys(node.sides.values(), rules.bots[-1])
            for done in self.autoplay(battle.diary, bots, pick):
                if not isinstance(done, Acted):
                    return done if isinstance(done, Refusal) else Refusal("The battle needs real dice.")
            return self.file(name, battle.id, player=player)
        for id in state.nodes:
            node = state.graph.node(id)
            if id in waits(state) and holds(state, node.needs):
                answer = self.begin(name, id, player=player, undo="free")
                if isinstance(answer, CampaignActed):
                    return answer
        for side, action in self.routine(name):
            answer = self.campaign_act(name, action, player=player)
            if isinstance(answer, CampaignActed) and side:
                return answer
        return self.campaign_act(name, a.Advance(7, stop=True), player=player)
