"""Random campaigns: whatever is ordered, fought, taken back and corrected, the ledger balances."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.answers import Refusal
from campaign.campaign_answers import CampaignActed
from campaign.campaign_battles import guess_return
from campaign.campaign_desk import CampaignDesk
from campaign.chronicle import Chronicle, Query
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Battle, Campaign
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.conftest import PROFILE

CAMPAIGNS = 200 if PROFILE == "long" else 12
FATES = ("fit", "damaged", "wrecked", "recovered", "lost")


class Walk:
    """One campaign and the choices that are made in it. pick(n): from 0 to n-1."""

    def __init__(self, hq: Headquarters, draw: Any) -> None:
        self.hq, self._draw = hq, draw
        self.done: Counter[str] = Counter()
        self.steps = {
            "begin": self.begin, "file": self.file, "advance": self.advance, "order": self.order, "undo": self.undo,
            "take out": self.take_out, "correct": self.correct, "amend": self.amend, "redo": self.redo,
        }  # fmt: skip

    def pick(self, n: int) -> int:
        return self._draw(st.integers(0, n - 1)) if n > 1 else 0

    def one(self, choices: Any) -> Any:
        choices = list(choices)
        return choices[self.pick(len(choices))]

    @property
    def desk(self) -> CampaignDesk:
        return self.hq.campaign("c")

    @property
    def state(self) -> Campaign:
        return self.desk.state()

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
        return self.hq.begin("c", node, [one for one in all_that_may if self.pick(4)])

    def file(self) -> Any:
        running = [one for one in self.state.battles.values() if one.status == "running"]
        if not running:
            return None
        battle = self.one(running)
        return self.hq.file("c", battle.id, self.a_return(battle))

    def a_return(self, battle: Battle) -> Return:
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
        return self.hq.campaign_act("c", action)

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
        return self.hq.undo_entry("c")

    def redo(self) -> Any:
        return self.hq.redo_campaign("c")

    def take_out(self) -> Any:
        head = self.desk.diary.head().seq
        line = [n for low, high in self.desk.diary.lineage(head) for n in range(low, high + 1)]
        seq = self.one(line)
        return self.decided(lambda decisions: self.hq.undo_entry("c", seq, decisions))

    def correct(self) -> Any:
        over = [one for one in self.state.battles.values() if one.status == "done"]
        if not over:
            return None
        battle = self.one(over)
        filed = self.hq.return_form("c", battle.id)
        winner = self.one(("red", "blue", "draw"))
        assets = tuple(
            AssetReturn(one.id, self.one(FATES), ("turret",) if not self.pick(2) else (), 0, one.ammunition)
            if not self.pick(3)
            else one
            for one in filed.asset
        )
        changed = Return(battle.id, winner, filed.field, "corrected", filed.crews, assets, filed.person)
        return self.decided(lambda decisions: self.hq.correct("c", changed, decisions))

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


def balanced(state: Campaign) -> None:
    """Issued is used, lost and on hand; nothing is below zero."""
    hand: Counter[str] = Counter()
    for one in (*state.assets.values(), *state.depots.values()):
        assert all(count > 0 for count in one.stores.values()), one
        hand.update(one.stores)
    for item in {*state.accounts, *hand}:
        account = state.accounts[item]
        assert account.issued == account.used + account.lost + hand[item], (item, account, hand[item])
        assert min(account.issued, account.used, account.lost) >= 0, (item, account)


def in_one_place(state: Campaign) -> None:
    holds: Counter[tuple[str, str]] = Counter()
    for person in state.people.values():
        assert bool(person.asset) == bool(person.post)
        if person.status in ("dead", "gone", "missing", "captured"):
            assert not person.asset, person
        if person.asset:
            holds[person.asset, person.post] += 1
            assert state.assets[person.asset].side == person.side
            assert state.assets[person.asset].status in ("ready", "wreck")
    assert all(count == 1 for count in holds.values()), holds
    fighting: Counter[str] = Counter()
    for battle in state.battles.values():
        if battle.status == "running":
            fighting.update(one.id for one in battle.muster)
    assert all(count == 1 for count in fighting.values())
    for asset in state.assets.values():
        assert bool(asset.battle) == bool(fighting[asset.id])
        assert not asset.battle or asset.battle in state.battles


def told(desk: CampaignDesk) -> list[Any]:
    """The events on the way to the newest state."""
    codec = desk.diary.reducer.codec
    found: list[Any] = []
    for low, high in desk.diary.lineage(desk.diary.head().seq):
        for entry in desk.store.entries(desk.name, low - 1, high):
            found += codec.events(entry.body)
    return found


def the_dead_stay_dead(events: list[Any]) -> None:
    dead: set[str] = set()
    for event in events:
        person = getattr(event, "person", "")
        if isinstance(event, e.Died):
            assert person not in dead
            dead.add(person)
        elif not isinstance(event, e.Awarded | e.Amended):
            assert person not in dead, event


def records_agree(hq: Headquarters, state: Campaign, events: list[Any]) -> None:
    """What assets and people have done is what the events say, and what the record finds."""
    fought = Counter(one.asset for one in events if isinstance(one, e.Fought))
    kills = Counter(one.asset for one in events if isinstance(one, e.KillCredited))
    served = Counter(one.person for one in events if isinstance(one, e.Served))
    for asset in state.assets.values():
        assert (asset.battles, asset.kills) == (fought[asset.id], kills[asset.id])
        page = hq.search("c", Query(subject=asset.id, kind="fought", limit=1000), "umpire")
        assert len(page.lines) == asset.battles
    for person in state.people.values():
        assert person.battles == served[person.id]


def check(hq: Headquarters) -> None:
    desk = hq.campaign("c")
    state = desk.state()
    fresh = CampaignDesk(hq.store, "c", hq.world)
    assert desk.diary.reducer.digest(state) == desk.diary.reducer.digest(fresh.state())
    balanced(state)
    in_one_place(state)
    events = told(desk)
    the_dead_stay_dead(events)
    records_agree(hq, state, events)
    rebuilt = Chronicle(":memory:")
    assert list(rebuilt.content(fresh)) == list(hq.chronicle.content(desk))
    rebuilt.close()
    assert hq.campaign_verify("c").sound, hq.campaign_verify("c")


@settings(max_examples=CAMPAIGNS)
@given(st.data())
def test_whatever_happens_the_ledger_balances(data: st.DataObject) -> None:
    place = Path(tempfile.mkdtemp())
    try:
        with Headquarters(place / "home", steady_world("walk")) as hq:
            made = hq.new_campaign(folder(place / "files", nodes=14, assets=5), name="c")
            assert isinstance(made, CampaignActed), made
            walk = Walk(hq, data.draw)
            for _ in range(25):
                walk.step()
                balanced(walk.state)
                in_one_place(walk.state)
            check(hq)
    finally:
        shutil.rmtree(place)
