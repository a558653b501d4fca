"""Threads that write: battles fought and taken back, campaigns ordered about, forks of both."""

from __future__ import annotations

import random
from typing import Any

from campaign.headquarters import Headquarters
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import SOMEBODY, local
from tests.campaign.ledger.walk import Walk
from tests.campaign.threads.worker import PLAYERS, Did, Who, Worker, callers_of, encoded

MOST_FORKS = 4
"""Forks that one thread makes at the most."""


class Writer(Worker):
    forks = 0

    def fighting(self) -> None:
        self.run(
            [
                (9, self.act), (9, self.bot), (3, self.undo), (2, self.redo), (3, self.rewind), (3, self.answer),
                (1, self.contribute), (1, self.nonsense), (1, self.fork),
            ]
        )  # fmt: skip

    def did_one(self, answer: Any, who: Who, bot: bool = False, battle: bool = True) -> Any:
        if isinstance(answer, Acted):
            asked = encoded(answer.asked) if battle else b""
            self.did.append(Did(answer.diary, who, answer.seq, answer.seal, asked, answer.repeated, bot))
            self.keep(answer)
        return answer

    def mover(self, battle: str, side: str) -> Who:
        return self.crew.player_of(battle, side), side

    def act(self) -> Any:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        head = self.hq.battles.head(battle)
        options = self.at(who).battles.legal(battle)
        if not options:
            return None
        option = self.rnd.choice(options)
        who = self.mover(battle, option.side)
        hq = self.at(who)
        key = f"{self.rnd.random()}" if self.rnd.random() < 0.3 else ""
        expected = head if self.rnd.random() < 0.3 else None
        answer = self.did_one(hq.battles.act(battle, option.action, key=key, expected=expected), who)
        if key and isinstance(answer, Acted):
            again = hq.battles.act(battle, option.action, key=key)
            assert isinstance(again, Acted), again
            assert again.repeated and again.seq == answer.seq, (answer, again)
            self.did_one(again, who)
        return answer

    def bot(self) -> Any:
        battle = self.battle()
        side = self.rnd.choice([one.side for one in self.hq.battles.info(battle).asked] or [*PLAYERS])
        hq = self.hq.for_(local(self.crew.player_of(battle, side)))
        answer = hq.battles.bots.move(battle, {side: "random"}, self.rnd.randrange)
        return self.did_one(answer, ("bot:random", None), bot=True)

    def who(self, battle: str) -> Who:
        return self.rnd.choice(callers_of(battle)[:3] if battle.startswith("hill") else [(SOMEBODY, None)])

    def undo(self) -> Any:
        battle = self.battle()
        who = self.who(battle)
        return self.did_one(self.at(who).battles.undo(battle), who)

    def redo(self) -> Any:
        battle = self.battle()
        who = self.who(battle)
        return self.did_one(self.at(who).battles.redo(battle), who)

    def rewind(self) -> Any:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        first = 8 if battle.startswith("hill") else 1
        to = self.rnd.randint(first, max(first, self.hq.battles.head(battle)))
        return self.did_one(self.at(who).battles.rewind(battle, to), who)

    def answer(self) -> Any:
        battle = self.battle()
        sides = [one.id for one in self.hq.battles.info(battle).sides]
        who = self.mover(battle, self.rnd.choice(sides))
        return self.did_one(self.at(who).battles.answer_undo(battle, bool(self.rnd.randrange(3))), who)

    def contribute(self) -> Any:
        battle = self.battle()
        side = self.rnd.choice([one.id for one in self.hq.battles.info(battle).sides])
        who = self.mover(battle, side)
        action = {"kind": "contribute", "text": f"{self.rnd.randrange(1000)}"}
        return self.did_one(self.at(who).battles.act(battle, action), who)

    def nonsense(self) -> Any:
        battle = self.battle()
        side = self.rnd.choice([one.id for one in self.hq.battles.info(battle).sides])
        actions = [
            {"kind": "nothing"},
            {"kind": "move"},
            "{",
            {"kind": "shoot", "unit": 3},
            {"kind": "fire", "unit": "x"},
        ]
        answer = self.at(self.mover(battle, side)).battles.act(battle, self.rnd.choice(actions))
        assert isinstance(answer, Refusal), answer
        return answer

    def fork(self) -> Any:
        """A battle that is over makes room for a fork of it; otherwise a fork is made now and then, and looked at."""
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        over = self.hq.battles.info(battle).verdict is not None
        if not over and self.forks >= MOST_FORKS:
            return None
        self.forks += 1
        answer = self.at(who).battles.fork(battle, max(1, self.entry(battle) // (2 if over else 1)))
        if isinstance(answer, Acted):
            self.did_one(answer, (who[0], ""))
            self.keep(self.at(who).battles.moment(answer.diary))
            if over:
                self.crew.battles = [answer.diary if one == battle else one for one in self.crew.battles]
        return answer

    # -- campaigns ----------------------------------------------------------------------------------

    def campaigning(self) -> None:
        self.walk = Orders(self.hq, self.rnd)
        self.run(
            [(12, self.order), (2, self.korea), (1, self.fork_campaign), (1, self.staff), (1, self.begin_and_resume)]
        )  # fmt: skip

    def order(self) -> Any:
        return self.did_one(self.walk.any(), (SOMEBODY, UMPIRE), battle=False)

    def korea(self) -> Any:
        """Orders that leave the battle running in which others fight."""
        campaigns, state = self.hq.campaigns, self.hq._house.campaigns.get("korea").state()
        asset, person = self.rnd.choice([*state.assets]), self.rnd.choice([*state.people])
        actions = [
            {"kind": "award", "person": person, "award": "Cross"},
            {"kind": "load", "asset": asset},
            {"kind": "repair", "asset": asset, "damage": "wreck"},
            {
                "kind": "amend",
                "id": person,
                "field": "xp",
                "value": self.rnd.randrange(50),
                "reason": "so it is",
            },
        ]
        head = campaigns.head("korea")
        if head > 3 and self.rnd.random() < 0.3:
            do = self.rnd.choice([lambda: campaigns.undo("korea"), lambda: campaigns.redo("korea")])
            if state.battles and self.rnd.random() < 0.5:
                do = lambda: campaigns.rewind("korea", self.rnd.randint(2, head))  # noqa: E731
            return self.did_one(do(), (SOMEBODY, UMPIRE), battle=False)
        key = f"{self.rnd.random()}" if self.rnd.random() < 0.3 else ""
        action = self.rnd.choice(actions)
        answer = self.did_one(campaigns.act("korea", action, key=key), (SOMEBODY, UMPIRE), battle=False)
        if key and isinstance(answer, Acted):
            again = campaigns.act("korea", action, key=key)
            assert isinstance(again, Acted), again
            assert again.repeated and again.seq == answer.seq, (answer, again)
        return answer

    def staff(self) -> Any:
        self.keep(self.hq.campaigns.staff.orders("c"))
        return None

    def begin_and_resume(self) -> Any:
        state: Campaign = self.hq._house.campaigns.get("korea").state()
        running = [one.id for one in state.battles.values() if one.status == "running"]
        if not running:
            answer = self.hq.campaigns.begin("korea", "obong-ni")
            return self.did_one(answer, (SOMEBODY, UMPIRE), battle=False)
        self.keep(self.hq.campaigns.resume("korea", running[0]))
        return None

    def fork_campaign(self) -> Any:
        if self.forks >= MOST_FORKS:
            return None
        self.forks += 1
        name = self.rnd.choice(self.crew.campaigns)
        answer = self.hq.campaigns.fork(name, self.rnd.randint(1, self.hq.campaigns.head(name)))
        if isinstance(answer, Acted):
            self.did_one(answer, (SOMEBODY, UMPIRE), battle=False)
            self.keep(self.hq.campaigns.moment(answer.diary))
        return answer


class Orders(Walk):
    """Anything that may be ordered in the made-up campaign, each time on one look at it."""

    def __init__(self, hq: Headquarters, rnd: random.Random) -> None:
        super().__init__(hq, rnd.randrange)
        self._seen = self.desk.state()

    @property
    def state(self) -> Campaign:
        return self._seen

    def any(self) -> Any:
        self._seen = self.desk.state()
        if not self.pick(12):
            head = self.desk.diary.head().seq
            return self.hq.campaigns.rewind("c", 1 + self.pick(head))
        names = ["begin", "begin", "file", "file", "advance", "order", "order", *self.steps]
        return self.steps[self.one(names)]()
