"""Somebody who orders anything in the made-up campaign `c`: fights, reports, takes back, corrects, amends; and now and
then reports what cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.outcomes import guess_return
from campaign.headquarters import Headquarters
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.returns import OUT, AssetReturn, Kill, PersonReturn, Return
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
            "begin": self.begin, "file": self.file, "contradict": self.contradict, "advance": self.advance,
            "order": self.order, "undo": self.undo, "take out": self.take_out, "correct": self.correct,
            "amend": self.amend, "redo": self.redo, "half": self.half,
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
        by_halves = battle.id in self.state.halves and not self.pick(3)
        return self.hq.campaigns.returns.file("c", battle.id, None if by_halves else self.a_return(battle))

    def half(self) -> Any:
        """What a side says of a battle, laid beside what the other does."""
        running = [one for one in self.state.battles.values() if one.status == "running"]
        if not running:
            return None
        battle, side = self.one(running), self.one(("red", "blue"))
        own = [one for one in battle.muster if self.state.assets[one.id].side == side]
        crew, whole = {member.id for one in own for member in one.crew}, self.a_return(battle)
        assets = tuple(one for one in whole.asset if one.id in {asset.id for asset in own})
        half = replace(whole, asset=assets, person=tuple(one for one in whole.person if one.id in crew))
        answer = self.hq.campaigns.halves.give("c", battle.id, half, side)
        if battle.id in self.state.halves:
            assert self.hq.campaigns.halves.laid("c", battle.id).given
            assert self.hq.campaigns.returns.text("c", battle.id)
        return answer

    def contradict(self) -> Any:
        """A return of a battle that goes on, or another of one that is over, that contradicts itself: refused whole."""
        fought = [one for one in self.state.battles.values() if one.status != "cancelled" and one.muster]
        if not fought:
            return None
        battle = self.one(fought)
        sound = Return(battle.id, "red", asset=tuple(AssetReturn(one.id, "wrecked") for one in battle.muster))
        one = self.one(self.contradictions(battle))
        returns, head = self.hq.campaigns.returns, self.hq.campaigns.head("c")
        wrong = replace(sound, **one) if isinstance(one, dict) else with_asset(sound, one)
        if battle.status == "running":
            answer: Any = returns.file("c", battle.id, wrong)
        else:
            answer = returns.correct("c", wrong)
        assert isinstance(answer, Refusal), wrong
        assert answer.where.startswith("$.content."), answer
        assert self.hq.campaigns.head("c") == head
        return answer

    def contradictions(self, battle: Engagement) -> list[Any]:
        """What is wrong in a return in which everything is a wreck, as far as it can be in this battle."""
        first, *others = battle.muster
        side = self.state.assets[first.id].side
        mine = [one.id for one in others if self.state.assets[one.id].side == side]
        theirs = [one.id for one in others if self.state.assets[one.id].side != side]
        absent = next(id for id in self.state.assets if id not in [one.id for one in battle.muster])
        crew, spoilt = [one.id for one in first.crew], AssetReturn(first.id, "wrecked")
        found: list[Any] = [
            {"winner": ""},
            {"winner": "green"},
            {"asset": (spoilt, spoilt)},
            replace(spoilt, kills=(Kill(first.id),)),
            replace(spoilt, kills=(Kill(absent),)),
            replace(spoilt, kills=(Kill(f"{first.id}@somebody"),)),
            replace(spoilt, damage=("turret",)),
            replace(spoilt, fate="damaged"),
            replace(spoilt, fate="damaged", damage=("turet",)),
            replace(spoilt, kills=(Kill("a gun", "nobody"),)),
            replace(spoilt, kills=(Kill("a gun", f"{absent}-gunner"),)),
        ]
        found += [replace(spoilt, kills=(Kill(one),)) for one in mine]
        found += [replace(spoilt, kills=(Kill(one), Kill(one))) for one in theirs]
        for one in theirs:
            survivors = tuple(AssetReturn(m.id, "fit" if m.id == one else "wrecked") for m in others)
            found.append({"asset": (replace(spoilt, kills=(Kill(one),)), *survivors)})
        if crew:
            dead = PersonReturn(crew[0], "killed")
            found += [{"person": (dead, dead)}, {"person": (replace(dead, days=3),)}]
        return found

    def a_return(self, battle: Engagement) -> Return:
        """Mostly sound, now and then with too many rounds or somebody who died before."""
        assert self.state.graph is not None
        if not self.pick(3):
            return guess_return(self.state, battle, self.state.graph.node(battle.node), self.pick)
        ids = [one.id for one in battle.muster]
        assets = []
        fates = {one: self.one(FATES) for one in ids}
        down = [one for one, fate in fates.items() if fate in OUT]
        for one in battle.muster:
            fate, side = fates[one.id], self.state.assets[one.id].side
            spent = {"main": self.pick(one.ammunition.get("main", 0) + 1 + (not self.pick(20)))}
            enemies = [id for id in down if self.state.assets[id].side != side]
            kills = ()
            if not self.pick(3):
                victim = self.one([*enemies, "a gun"])
                down = [id for id in down if id != victim]
                kills = (Kill(victim),)
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
        field, date = self.one(("", "red", "blue")), self.one(("", battle.date, self.state.date))
        return Return(battle.id, winner, field, "", crews, tuple(assets), tuple(people), date=date)

    def advance(self) -> Any:
        """A few days, or many at once, some of them until something can be done."""
        days = 1 + self.pick(6) if self.pick(4) else 20 + self.pick(40)
        return self.act({"kind": "advance", "days": days, "stop": not self.pick(3)})

    def act(self, action: dict[str, Any]) -> Any:
        return self.hq.campaigns.act("c", action)

    def order(self) -> Any:
        state = self.state
        asset, person = self.one(state.assets), self.one(state.people)
        kind = self.pick(10)
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
                {"kind": "transfer", "id": asset, "to": self.one(("red-army", "blue-army"))},
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
        assets = tuple(self.otherwise(one) if not self.pick(3) else one for one in filed.asset)
        out = {one.id for one in assets if one.fate in OUT} | {"a gun"}
        assets = tuple(
            replace(one, kills=tuple(kill for kill in one.kills if kill.victim in out)) for one in assets
        )
        changed = Return(battle.id, winner, filed.field, "corrected", filed.crews, assets, filed.person)
        return self.decided(lambda decisions: self.hq.campaigns.returns.correct("c", changed, decisions))

    def otherwise(self, one: AssetReturn) -> AssetReturn:
        fate = self.one(FATES)
        return AssetReturn(one.id, fate, ("turret",) if fate == "damaged" else (), 0, one.ammunition)

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


def with_asset(content: Return, one: AssetReturn) -> Return:
    return replace(content, asset=tuple(one if other.id == one.id else other for other in content.asset))
