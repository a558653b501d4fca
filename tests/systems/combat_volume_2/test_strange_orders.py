"""A campaign of this system whose umpire orders anything, about people who are not there, dead, captive, or at another
post: it is refused in words, or what it leads to can be fought."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.decide.calendar import waits
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted, Refusal
from events.entry import encode_json
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.firefight import rules

CAMPAIGNS = 60 if PROFILE == "long" else 4
ORDERS = 40
ANSWERS = 4
STEPS = (
    "transfer",
    "transfer",
    "transfer",
    "enrol",
    "other",
    "advance",
    "begin",
    "begin",
    "begin",
    "file",
    "file",
)
ODD = ("", " ", "nobody", "us", "de", "taylor", "e1", "10.16", "x" * 300, "\x00", "Able")
FATES: Any = ("fit", "wounded", "killed", "missing", "captured")


class Orders:
    """Campaign `c`, and somebody who orders."""

    def __init__(self, hq: Headquarters, seed: int) -> None:
        self.hq, self.random = hq, Random(seed)
        self.done = Counter[str]()
        posts = {post for type in rules().charts.assets.types.values() for post in type.posts}
        self.posts = [*sorted(posts), "", "pilot"]

    @property
    def state(self) -> Campaign:
        return self.hq._house.campaigns.get("c").state()

    def one(self, *some: Any) -> Any:
        """Mostly of those that there are."""
        choices = [each for group in some for each in group]
        return self.random.choice(choices if choices and self.random.random() < 0.9 else ODD)

    def step(self) -> None:
        name = self.random.choice(STEPS)
        answer = getattr(self, name)()
        if isinstance(answer, Refusal):
            assert answer.reason.endswith((".", "!", "?", ".)")) and len(answer.reason) < 600, answer
            self.done["refused"] += 1
        elif answer is not None:
            assert isinstance(answer, Acted)
            self.done[name] += 1

    def act(self, **said: Any) -> Any:
        return self.hq.campaigns.act("c", encode_json(said))

    def transfer(self) -> Any:
        state = self.state
        who, to = self.one(state.people), self.one(state.assets)
        match self.random.randrange(4):
            case 0:
                who, to = self.one(state.people, state.assets), self.one(state.assets, state.formations)
            case 1:
                return self.act(kind="transfer", id=who, to=self.one(state.formations))
            case _:
                pass
        posts = state.types[state.assets[to].type].posts if to in state.assets else self.posts
        return self.act(kind="transfer", id=who, to=to, post=self.one(posts))

    def enrol(self) -> Any:
        """Somebody new, at a post that may be taken, of an asset that may not be."""
        who, name = self.one(("new-1", "new-2", "new-3"), self.state.people), self.one(("Joe New",))
        at = {"asset": self.one(self.state.assets), "post": self.one(self.posts)}
        person = {"id": who, "name": name, "side": "us", **at, "skills": [self.one(("medic", "driving"))]}
        return self.act(kind="enrol", person=[person])

    def other(self) -> Any:
        who = self.one(self.state.people)
        return self.random.choice((
            lambda: self.act(kind="discharge", person=who),
            lambda: self.act(kind="rename", id=who, name=self.one(("Joe Renamed",))),
            lambda: self.act(kind="promote", person=who, rank=self.one(("Sgt",))),
            lambda: self.act(kind="disband", formation=self.one(self.state.formations)),
        ))()  # fmt: skip

    def advance(self) -> Any:
        return self.act(kind="advance", days=self.random.choice((2, 7, 14)))

    def begin(self) -> Any:
        """With any assets, some of them twice; then it is fought for a while, and given up."""
        assert self.state.graph is not None
        there = [one.id for one in self.state.graph.scenario]
        node = self.one(waits(self.state) or there if self.random.randrange(8) else there)
        count = self.random.randrange(4)
        assets = [self.one(self.state.assets) for _ in range(count)] if count else None
        begun = self.hq.campaigns.begin("c", node, assets)
        if isinstance(begun, Acted) and begun.fought:
            self.fight(begun.fought)
        return begun

    def fight(self, battle: str) -> None:
        people = self.state.people
        game = self.hq._house.battles.get(battle).state().game
        seats = Counter((man.vehicle, man.seat) for man in game.men.values() if man.vehicle)
        assert set(seats.values()) <= {1}, seats
        for man in game.men.values():
            assert not man.asset or people[man.who].status == "fit", man
        for _ in range(ANSWERS):
            options = self.hq.battles.legal(battle)
            assert options and self.hq.battles.view(battle).game.pieces
            ok(self.hq.battles.act(battle, bytes(self.random.choice(options).action)))
        assert self.hq.battles.verify(battle).sound
        ok(self.hq.battles.act(battle, {"kind": "concede"}))

    def file(self) -> Any:
        running = [one for one in self.state.battles.values() if one.status == "running"]
        if not running:
            return None
        battle = self.random.choice(running)
        if self.random.random() < 0.5:
            return self.hq.campaigns.returns.file("c", battle.id)
        person = tuple(
            PersonReturn(self.one((member.id,)), self.random.choice(FATES))
            for one in battle.muster for member in one.crew if self.random.random() < 0.4
        )  # fmt: skip
        asset = tuple(AssetReturn(one.id, "fit") for one in battle.muster)
        found = Return(battle.id, self.one(("us", "de", "draw")), asset=asset, person=person)
        return self.hq.campaigns.returns.file("c", battle.id, found)


@pytest.mark.parametrize("seed", range(CAMPAIGNS))
def test_whatever_is_ordered_is_refused_in_words_or_can_be_fought(tmp_path: Path, seed: int) -> None:
    with Headquarters(tmp_path, steady_world(f"orders-{seed}")) as hq:
        ok(hq.campaigns.new("third-squad-1944", name="c"))
        orders = Orders(hq, seed)
        for _ in range(ORDERS):
            orders.step()
        assert orders.done["refused"] and orders.done["advance"], orders.done
        assert hq.campaigns.verify("c").sound
