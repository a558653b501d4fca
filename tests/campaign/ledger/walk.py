"""Somebody who orders anything in the made-up campaign `c`: fights, reports, takes back, corrects, amends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.outcomes import guess_return
from campaign.headquarters import Headquarters
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign, Engagement
from campaign.shared.answers import Refusal
from events.decoding import convert

FATES = ("fit", "damaged", "wrecked", "recovered", "lost")


class Walk:
    """One campaign and the choices that are made in it. pick(n): from 0 to n-1."""

    def __init__(self, hq: Headquarters, pick: Callable[[int], int]) -> None:
        self.hq, self._pick = hq, pick
        self.done: Counter[str] = Counter()
        self.steps = {
            "begin": self.begin, "file": self.file, "advance": self.advance, "order": self.order, "undo": self.undo,
            "take out": self.take_out, "correct": self.correct, "amend": self.amend, "redo": self.redo,
        }  # fmt: skip

    def pick(self, n: int) -> int:
        return self._pick(n) if n > 1 else 0

    def one(self, choices: Any) -> Any:
        choices = list(choices)
        return choices[self.pick(len(choices))]

    @property
    def opened(self) -> OpenCampaign:
        return self.hq._house.campaigns.get("c")

    @property
    def state(self) -> Campaign:
        return self.opened.state()

    def step(self) -> None:
        name = self.one(
            ("begin", "begin", "file", "file", "file", "advance", "advance", "order", "order", *self.steps)
        )
        answer = self.steps[name]()
        if isinstance(answer, Refusal):
            assert answer.reason
            self.done["refused"] += 1
        elif answer is not None:
            self.done[name] += 1

    def begin(self) -> Any:
        ready = sorted(waits(self.state))
        if not ready:
            return None
        node = self.one(ready)
        assert self.state.graph is not None
        all_that_may = suggestion(self.state, self.state.graph.node(node))
        return self.hq.campaigns.begin("c", node, [one for one in all_that_may if self.pick(4)])

    def file(self) -> Any:
        running = [one for one in self.state.battles.values() if one.status == "running"]
        if not running:
            return None
        battle = self.one(running)
        return self.hq.campaigns.returns.file("c", battle.id, self.a_return(battle))

    def a_return(self, battle: Engagement) -> Return:
        """Mostly sound, now and then with too many rounds or somebody who died before."""
        assert self.state.graph is not None
        if not self.pick(3):
            return guess_return(self.state, battle, self.state.graph.node(battle.node), self.pick)
        ids = [one.id for one in battle.muster]
        assets = []
        for one in battle.muster:
            fate = self.one(FATES)
            spent = {"main": self.pick(one.ammunition.get("main", 0) + 1 + (not self.pick(20)))}
            kills = (Kill(self.one(ids)),) if not self.pick(3) else ()
            damage = ("turret",) if fate == "damaged" else ()
            assets.append(AssetReturn(one.id, fate, damage, self.pick(4), spent, kills))
        crew = [member.id for one in battle.muster for member in one.crew]
        chosen = {self.one(crew) for _ in range(self.pick(4))} if crew else set[str]()
        people = [
            PersonReturn(id, self.one(("fit", "wounded", "killed", "missing", "captured")), 0, self.pick(3))
            for id in sorted(chosen)
        ]
        winner = self.one(("red", "blue", "draw"))
        crews = self.one(("roll", "safe"))
        return Return(
            battle.id, winner, self.one(("", "red", "blue")), "", crews, tuple(assets), tuple(people)
        )

    def advance(self) -> Any:
        return self.act({"kind": "advance", "days": 1 + self.pick(6)})

    def act(self, action: dict[str, Any]) -> Any:
        return self.hq.campaigns.act("c", action)

    def order(self) -> Any:
        state = self.state
        asset, person = self.one(state.assets), self.one(state.people)
        kind = self.pick(9)
        damage = self.one([*state.assets[asset].damage, "wreck"])
        return self.act(
            [
                {"kind": "repair", "asset": asset, "damage": damage},
                {"kind": "repair", "asset": asset, "damage": damage},
                {"kind": "strip", "asset": asset},
                {"kind": "load", "asset": asset},
                {"kind": "unload", "asset": asset, "stores": {"main": 1 + self.pick(9)}},
                {"kind": "transfer", "id": person, "to": self.one([*state.assets, "red-army", "blue-army"])},
                {"kind": "award", "person": person, "award": "Cross"},
                {"kind": "discharge", "person": person},
                {"kind": "replace", "asset": asset, "post": self.one(("gunner", "driver"))},
            ][kind]
        )

    def amend(self) -> Any:
        state = self.state
        asset, person = self.one(state.assets), self.one(state.people)
        if state.people[person].status == "dead":
            return None
        id, field, value = self.one(
            [
                (asset, "stores.main", self.pick(40)),
                (asset, "status", self.one(("ready", "wreck", "lost", "gone"))),
                (asset, "damage", ["turret"]),
                (person, "xp", self.pick(50)),
                (person, "status", self.one(("fit", "missing", "captured"))),
            ]
        )
        return self.act(
            {"kind": "amend", "id": id, "field": field, "value": value, "reason": "says the umpire"}
        )

    def undo(self) -> Any:
        return self.hq.campaigns.undo("c")

    def redo(self) -> Any:
        return self.hq.campaigns.redo("c")

    def take_out(self) -> Any:
        head = self.opened.diary.head().seq
        line = [n for low, high in self.opened.diary.lineage(head) for n in range(low, high + 1)]
        seq = self.one(line)
        return self.decided(lambda decisions: self.hq.campaigns.undo("c", seq, decisions))

    def correct(self) -> Any:
        over = [one for one in self.state.battles.values() if one.status == "done"]
        if not over:
            return None
        battle = self.one(over)
        filed = convert(self.hq.campaigns.returns.form("c", battle.id), Return)
        winner = self.one(("red", "blue", "draw"))
        assets = tuple(
            AssetReturn(one.id, self.one(FATES), ("turret",) if not self.pick(2) else (), 0, one.ammunition)
            if not self.pick(3)
            else one
            for one in filed.asset
        )
        changed = Return(battle.id, winner, filed.field, "corrected", filed.crews, assets, filed.person)
        return self.decided(lambda decisions: self.hq.campaigns.returns.correct("c", changed, decisions))

    def decided(self, do: Any) -> Any:
        """Every conflict is decided as it comes up, some entries kept where that is allowed."""
        decisions: dict[int, Any] = {}
        while True:
            answer = do(decisions)
            if not isinstance(answer, Refusal) or answer.where != "$.decisions":
                return answer
            for one in answer.allowed:
                seq, _, choice = one.partition("=")
                decisions.setdefault(int(seq), choice)
