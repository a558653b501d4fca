"""Whatever anybody orders, a campaign goes on to its last day, and its accounts are what its events add up to."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.outcomes import guess_return
from campaign.headquarters import Headquarters
from campaign.ledger import actions as a
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.returns import AssetReturn, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted, Refusal
from events.beneath import origins, rewind_of
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.accounts import Accounts
from tests.campaign.ledger.by_chance import KINDS, SIDES, Orders, campaign
from tests.campaign.ledger.test_random_campaigns import balanced, in_one_place
from tests.campaign.test_corrections_in_forks import alike
from tests.conftest import PROFILE

CAMPAIGNS = 200 if PROFILE == "long" else 6
ORDERS = 15
"""In each campaign."""
OFTEN = (
    *(
        "advance",
        "advance",
        "advance",
        "begin",
        "begin",
        "file",
        "file",
        "file",
        "correct",
        "correct",
        "correct",
    ),
    *(
        "repair",
        "repair",
        "amend",
        "transfer",
        "enrol",
        "disband",
        "take out",
        "take out",
        "take out",
        "undo",
        "redo",
    ),
)


class Table:
    """One campaign, and everything that its umpire and its players may do with it."""

    def __init__(self, hq: Headquarters, chance: Random, name: str) -> None:
        self.hq, self.chance, self.name = hq, chance, name
        self.done: Counter[str] = Counter()

    @property
    def state(self) -> Campaign:
        return self.hq._house.campaigns.get(self.name).state()

    def step(self) -> None:
        kind = self.chance.choice((*OFTEN, *OFTEN, "fork", *KINDS))
        name, head = self.name, self.hq.campaigns.head(self.name)
        answer = self.does(kind)
        assert answer is None or isinstance(answer, Acted | Refusal), answer
        if self.name == name:
            rolls_nothing_again(self.hq._house.campaigns.get(name), head)
        if isinstance(answer, Acted):
            self.done[kind] += 1

    def does(self, kind: str) -> Any:
        campaigns = self.hq.campaigns
        match kind:
            case "begin":
                ready = sorted(waits(self.state))
                return self.begin(self.chance.choice(ready)) if ready else self.does("advance")
            case "file":
                return self.files()
            case "undo":
                return campaigns.undo(self.name)
            case "redo":
                return campaigns.redo(self.name)
            case "take out":
                head = campaigns.head(self.name)
                seq = self.chance.randint(min(2, head), head)
                return self.decided(lambda choices: campaigns.undo(self.name, seq, choices))
            case "correct":
                return self.corrects()
            case "fork":
                answer = campaigns.fork(self.name, self.chance.randint(1, campaigns.head(self.name)))
                if isinstance(answer, Acted):
                    self.name = answer.diary
                return answer
            case _:
                everybody = KINDS[kind] not in a.UMPIRES or self.chance.random() < 0.1
                who = self.chance.choice(("umpire", *SIDES)) if everybody else "umpire"
                return self.hq.looking_as(who).campaigns.act(self.name, Orders(self.chance, self.state)(kind))

    def begin(self, node: str) -> Any:
        assert self.state.graph is not None
        able = suggestion(self.state, self.state.graph.node(node))
        return self.hq.campaigns.begin(self.name, node, [one for one in able if self.chance.random() < 0.9])

    def a_return(self, battle: str) -> Return:
        state = self.state
        assert state.graph is not None
        found = state.battles[battle]
        guess = guess_return(state, found, state.graph.node(found.node), self.chance.randrange)
        crew = [one.id for asset in found.muster for one in asset.crew]
        fates = ("wounded", "killed", "missing", "captured")
        some = tuple(
            PersonReturn(one, self.chance.choice(fates)) for one in crew if self.chance.random() < 0.2
        )
        assets = tuple(self.damaged(one) if self.chance.random() < 0.3 else one for one in guess.asset)
        return Return(battle, guess.winner, guess.field, "", "roll", assets, some)

    def damaged(self, one: AssetReturn) -> AssetReturn:
        return one if one.fate == "wrecked" else replace(one, fate="damaged", damage=("turret",))

    def files(self) -> Any:
        running = [one.id for one in self.state.battles.values() if one.status == "running"]
        if not running:
            return self.does("begin")
        battle = self.chance.choice(running)
        return self.hq.campaigns.returns.file(self.name, battle, self.a_return(battle))

    def corrects(self) -> Any:
        over = [one.id for one in self.state.battles.values() if one.status == "done"]
        if not over:
            return self.does("file")
        content = self.a_return(self.chance.choice(over))
        return self.decided(lambda choices: self.hq.campaigns.returns.correct(self.name, content, choices))

    def decided(self, do: Any) -> Any:
        choices: dict[int, Any] = {}
        while True:
            answer = do(choices)
            if not isinstance(answer, Refusal) or answer.where != "$.decisions":
                return answer
            for one in answer.allowed:
                seq, _, choice = one.partition("=")
                if int(seq) not in choices or self.chance.random() < 0.5:
                    choices[int(seq)] = choice

    def sound(self) -> None:
        balanced(self.state)
        in_one_place(self.state)

    def agrees(self) -> None:
        opened, events = self.hq._house.campaigns.get(self.name), list[Any]()
        for name, low, high in opened.diary.way(opened.diary.head().seq):
            for entry in opened.store.entries(name, low - 1, high):
                events += opened.diary.reducer.codec.events(entry.body)
        Accounts(events).agree(self.state)

    def goes_on(self) -> None:
        """To the last day: whatever is being fought is called off or fought out, and days pass."""
        while (state := self.state).verdict is None:
            running = [one.id for one in state.battles.values() if one.status == "running"]
            for battle in running:
                ok(self.hq.campaigns.act(self.name, {"kind": "cancel", "battle": battle}))
            if self.state.verdict is None:
                self.can_begin()
                date = self.state.date
                ok(self.hq.campaigns.act(self.name, {"kind": "advance", "days": 3}))
                assert self.state.date > date

    def can_begin(self) -> None:
        """Whatever is open and has who musters for it; then it is called off again."""
        campaigns = self.hq.campaigns
        for one in campaigns.view(self.name).nodes:
            if one.ready and one.suggested:
                answer = campaigns.begin(self.name, one.id)
                assert isinstance(answer, Acted) or "musters" in answer.reason, answer
                if isinstance(answer, Acted):
                    ok(campaigns.act(self.name, {"kind": "cancel", "battle": answer.battle}))


def rolls_nothing_again(campaign: OpenCampaign, head: int) -> None:
    """Whatever was done after an entry: it rolled for something only if all that was ever rolled for that stands."""
    diary, store = campaign.diary, campaign.store
    behind = any(one.kind == "rewind" and rewind_of(one.body).of for one in store.entries(campaign.name))
    beneath = [(one.diary, one.seq) for one in origins(store, campaign.name)] if behind else []
    every, new = Counter[Any](), set[Any]()
    for name, until in [*beneath, (campaign.name, None)]:
        for entry in store.entries(name, 0, until):
            draws = entry.read().draws
            assert entry.kind != "rewind" or not draws
            sealed = [(one.purpose, one.sides, one.values) for one in draws if one.source == "sealed"]
            every.update(sealed)
            new |= {one[:2] for one in sealed if name == campaign.name and entry.seq > head}
    stand = Counter[Any]()
    known = {name for name, _ in beneath} | {campaign.name}
    for entry in diary.down(diary.head().seq) if new else ():
        if entry.diary in known:
            stand.update((one.purpose, one.sides, one.values) for one in entry.read().draws)
    for kind in new:
        assert {one: n for one, n in every.items() if one[:2] == kind} == {
            one: n for one, n in stand.items() if one[:2] == kind
        }


@contextmanager
def begun(seed: int) -> Iterator[Table]:
    """A campaign by chance, and who orders by chance in it."""
    chance, place = Random(seed), Path(tempfile.mkdtemp())
    try:
        with Headquarters(place / "home", steady_world(str(seed))) as hq:
            ok(hq.campaigns.new(campaign(chance, place / "files"), name="c"))
            yield Table(hq, chance, "c")
    finally:
        shutil.rmtree(place)


@settings(max_examples=CAMPAIGNS)
@given(st.integers(0, 2**32))
def test_whatever_is_ordered_a_campaign_goes_on_to_its_last_day(seed: int) -> None:
    with begun(seed) as table:
        for _ in range(ORDERS):
            table.step()
            table.sound()
        table.goes_on()
        table.sound()
        table.agrees()
        report = table.hq.campaigns.verify(table.name)
        assert report.sound, report


@settings(max_examples=CAMPAIGNS)
@given(st.integers(0, 2**32))
def test_a_fork_is_corrected_like_the_campaign_that_it_was_forked_from(seed: int) -> None:
    """And goes on, is forked again, corrected again, and taken back; nothing is rolled twice, all of it is sound."""
    with begun(seed) as table:
        hq, chance = table.hq, table.chance
        for _ in range(ORDERS):
            table.step()
        war, head = table.name, hq.campaigns.head(table.name)
        over = [one.id for one in table.state.battles.values() if one.status == "done"]
        if not over or table.state.verdict is not None:
            return
        content, decisions = table.a_return(chance.choice(over)), dict[int, Any]()
        fork = table.name = ok(hq.campaigns.fork(war)).diary

        def corrected(choices: dict[int, Any]) -> Any:
            decisions.update(choices)
            return hq.campaigns.returns.correct(fork, content, choices)

        if isinstance(table.decided(corrected), Acted):
            again = {seq + head: choice for seq, choice in decisions.items()}
            ok(hq.campaigns.returns.correct(war, content, again))
            if not any(rolled_anew(hq, name, after) for name, after in ((war, head), (fork, 1))):
                assert alike(hq, war, fork)
        for _ in range(ORDERS):
            table.step()
            table.sound()
        table.agrees()
        report = hq.campaigns.verify(table.name)
        assert report.sound, report


def rolled_anew(hq: Headquarters, name: str, after: int) -> bool:
    return any(
        one.source == "sealed" for entry in hq._house.store.entries(name, after) for one in entry.read().draws
    )
