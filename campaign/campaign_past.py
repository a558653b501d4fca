"""Taking back, correcting and forking a campaign, at the door of headquarters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign import rewriting
from campaign.answers import Acted
from campaign.campaign_answers import CampaignActed
from campaign.campaign_base import SOMEBODY, Answer, CampaignBase, acted, answered
from campaign.campaign_desk import CampaignDesk, ForkCampaign, entitled
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import battle_of
from campaign.ledger.returns import Return
from campaign.plain import checked
from campaign.rules.dice import commitment
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from events.diary import Rewind, fork
from events.entry import Author, decode_body, draft
from events.errors import ReadOnly


class CampaignPast(CampaignBase):
    """See `campaign.headquarters.Headquarters`."""

    def plan_undo(
        self, name: str, seq: int, decisions: Mapping[int, rewriting.Decision] | None = None
    ) -> rewriting.Plan:
        """What depends on an entry, and what would become of it. Raises Refused."""
        return rewriting.plan(self.campaign(name), seq, None, decisions or {})

    def undo_entry(
        self,
        name: str,
        seq: int | None = None,
        decisions: Mapping[int, rewriting.Decision] | None = None,
        *,
        player: str = SOMEBODY,
    ) -> Answer:
        """Take an entry back, by default the newest; what followed it is entered again. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            target = self._newest(desk) if seq is None else seq
            if target == self._newest(desk):
                return self._rewind(desk, self.store.entry(name, target).parent, "undo", player)
            _, done = rewriting.rewrite(desk, target, None, decisions or {}, player)
            return CampaignActed(name, done[-1].seq)

        return answered(do)

    def rewind_campaign(self, name: str, to: int, *, player: str = SOMEBODY) -> Answer:
        """Return to the state at any entry, also one that was withdrawn. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            if not 1 <= to <= desk.diary.head().seq:
                raise Refused(
                    f"There is no entry {to} to go back to.", "", [f"1 to {desk.diary.head().seq}"], "$.to"
                )
            return self._rewind(desk, to, "jump", player)

        return answered(do)

    def redo_campaign(self, name: str, *, player: str = SOMEBODY) -> Answer:
        """Bring back what the newest undo took away. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            target = desk.diary.redo_target()
            if not target:
                raise Refused("There is nothing to redo.")
            return self._rewind(desk, target, "redo", player)

        return answered(do)

    def _newest(self, desk: CampaignDesk) -> int:
        for low, high in reversed(desk.diary.lineage(desk.diary.head().seq)):
            for seq in range(high, low - 1, -1):
                if self.store.entry(desk.name, seq).kind not in desk.diary.administrative:
                    return seq
        return 0

    def _rewind(self, desk: CampaignDesk, to: int, why: Any, player: str) -> CampaignActed:
        head, state = desk.diary.current()
        entitled(state, UMPIRE, player)
        if desk.diary.read_only:
            raise ReadOnly(desk.diary.read_only)
        if state.secret:
            raise Refused("The campaign is over and its secret is out: fork it to go on.", "", ["fork"])
        if to < 1:
            raise Refused("There is nothing to undo.")
        back = desk.diary.state_at(to)
        body = desk.body(head.seq, back, Rewind(to, why), Author(player, UMPIRE), [], parent=to)
        done = desk.diary.append(head.seq, [draft(body)], back)
        return CampaignActed(desk.name, done[-1].seq)

    def plan_correction(
        self, name: str, content: Return, decisions: Mapping[int, rewriting.Decision] | None = None
    ) -> rewriting.Plan:
        """What filing another return for an earlier battle would change. Raises Refused."""
        desk = self.campaign(name)
        seq, action = self._corrected(desk, content)
        return rewriting.plan(desk, seq, action, decisions or {})

    def correct(
        self,
        name: str,
        content: Return,
        decisions: Mapping[int, rewriting.Decision] | None = None,
        *,
        player: str = SOMEBODY,
    ) -> Answer:
        """File another return for an earlier battle; what followed is entered again on the corrected facts."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            seq, action = self._corrected(desk, content)
            _, done = rewriting.rewrite(desk, seq, action, decisions or {}, player)
            return CampaignActed(name, done[-1].seq, battle=content.battle)

        return answered(do)

    def _corrected(self, desk: CampaignDesk, content: Return) -> tuple[int, a.File]:
        battle_of(desk.state(), content.battle)
        seq, _ = self.filed(desk, content.battle)
        old = desk.decode(bytes(decode_body(self.store.entry(desk.name, seq).body).action))
        return seq, a.File(content.battle, content, old.head, old.seal)

    def fork_campaign(
        self, name: str, at: int | None = None, *, title: str = "", player: str = SOMEBODY
    ) -> Answer:
        """A new campaign that goes on from an entry of this one, its running battles forked too."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            seq = desk.diary.head().seq if at is None else at
            state = desk.diary.state_at(seq)
            if state.verdict is not None:
                raise Refused(f"At entry {seq} the campaign is over: fork from an earlier one.")
            new = f"{name.partition('~')[0]}~{self.world.random_bytes(3).hex()}"
            battles: dict[str, str] = {}
            for battle in state.battles.values():
                if battle.status == "running" and battle.diary:
                    battles[battle.diary] = self._fork_battle(battle.diary, player)
            secret = self.world.random_bytes(32)
            heading = checked(title, "title", "$.title") or f"{state.title} (fork at {seq})"
            fork(self.store, name, seq, new, heading, self.world.now())
            self.store.put_secret(new, secret)
            made = self.campaign(new)
            seal = self.store.entry(name, seq).seal.hex()
            event = e.CampaignForked(name, seq, seal, commitment(secret, new), battles)
            made.diary.reducer.fold(state, [event])
            body = made.body(0, state, ForkCampaign(name, seq), Author(player, UMPIRE), [event])
            done = made.diary.append(0, [draft(body)], state)
            return acted(made, done[0].seq, [event])

        return answered(do)

    def _fork_battle(self, diary: str, player: str) -> str:
        """From where it stands, or from its opening if it is over by now."""
        desk = self.desk(diary)
        over = desk.rules.verdict(desk.diary.current()[1].game) is not None
        answer = self.fork(diary, 1 if over else None, player=player)
        if isinstance(answer, Acted):
            return answer.battle
        raise Refused("A battle of this campaign cannot be forked.", where=diary)
