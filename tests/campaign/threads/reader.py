"""Threads that read: everything that headquarters answers, at any entry, as anybody."""

from __future__ import annotations

from typing import Any

import msgspec

from campaign.campaigns.answers import Query
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.shared.callers import SOMEBODY, local
from tests.campaign.threads.worker import Saw, Who, Worker, callers_of, encoded


class Reader(Worker):
    def reading(self) -> None:
        self.run(
            [
                (6, self.moment), (6, self.view), (3, self.legal), (2, self.log), (1, self.odds), (2, self.info),
                (1, self.state), (1, self.campaign_state), (3, self.campaign_moment), (3, self.campaign_view),
                (2, self.search), (1, self.why), (1, self.statistics), (1, self.lists), (1, self.show),
            ]
        )  # fmt: skip

    def watching(self) -> None:
        """Hears of everything that is appended, by whatever process, and looks at it at once."""
        self.newest: dict[str, int] = {}
        self.cursor = self.hq.changes().cursor
        self.run([(8, self.changes), (1, self.verify)])

    def changes(self) -> None:
        found = self.hq.changes(self.cursor, 0.02)
        assert found.cursor >= self.cursor
        self.cursor = found.cursor
        for one in found.changed:
            assert one.seq > self.newest.get(one.diary, 0), (one, self.newest)
            self.newest[one.diary] = one.seq
            head = (self.hq.battles if one.kind == "battle" else self.hq.campaigns).head(one.diary)
            assert head >= one.seq

    def drain(self) -> None:
        """When nobody acts any more: what is left to hear."""
        while True:
            before = self.cursor
            self.changes()
            if self.cursor == before:
                return

    def verify(self) -> None:
        wing, diary = self.rnd.choice(
            [(self.hq.battles, self.battle()), (self.hq.campaigns, self.rnd.choice(self.crew.campaigns))]
        )
        report = wing.verify(diary)
        assert report.sound, report

    def saw_one(self, what: str, diary: str, who: Who, seq: int, answer: Any, *rest: Any) -> None:
        self.saw.append(Saw(what, diary, who, seq, seq, rest, self.crew.written(answer)))
        self.keep(answer)

    def moment(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        after = max(0, self.hq.battles.head(battle) - self.rnd.randrange(12))
        found = self.at(who).battles.moment(battle, after=after)
        self.saw_one("moment", battle, who, found.view.newest, found, after)

    def view(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        found = self.at(who).battles.view(battle, self.entry(battle) if self.rnd.random() < 0.7 else None)
        same = msgspec.structs.replace(found, newest=0)
        self.saw_one("view", battle, who, found.seq, same)

    def legal(self) -> None:
        battle = self.battle()
        who = self.rnd.choice([one for one in callers_of(battle) if one[0] != "eve" and one[1] != ""])
        low = self.hq.battles.head(battle)
        found = self.at(who).battles.legal(battle)
        high = self.hq.battles.head(battle)
        self.saw.append(Saw("legal", battle, who, low, high, (), self.crew.written(found)))
        self.keep(found)

    def log(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        after = max(0, self.hq.battles.head(battle) - 1 - self.rnd.randrange(30))
        found = self.at(who).battles.log(battle, after)
        assert [one.seq for one in found] == list(range(after + 1, after + 1 + len(found)))
        self.saw_one("log", battle, who, found[-1].seq, found, after)

    def odds(self) -> None:
        battle = self.battle()
        who: Who = ("uma", UMPIRE) if battle.startswith("hill") else (SOMEBODY, UMPIRE)
        options = [one for one in self.at(who).battles.legal(battle) if one.dice]
        if options:
            option = self.rnd.choice(options)
            hq = self.hq.for_(local(self.crew.player_of(battle, option.side)).looking_as(option.side))
            self.keep(hq.battles.odds(battle, option.action))
            self.keep(hq.battles.preview(battle, option.action))

    def info(self) -> None:
        battle = self.battle()
        found = self.hq.battles.info(battle)
        assert not found.read_only, found
        same = msgspec.structs.replace(found, title="")
        self.saw_one("info", battle, (SOMEBODY, None), found.entries, same)

    def show(self) -> None:
        battle = self.battle()
        who = self.rnd.choice(callers_of(battle))
        self.keep(self.at(who).battles.show(battle, self.entry(battle)))

    def lists(self) -> None:
        assert all(not one.read_only for one in self.hq.battles.all())
        assert all(not one.read_only for one in self.hq.campaigns.all())

    def state(self) -> None:
        self._state(self.battle(), self.hq._house.battles)

    def campaign_state(self) -> None:
        self._state(self.rnd.choice(self.crew.campaigns), self.hq._house.campaigns)

    def _state(self, diary: str, opened: Any) -> None:
        """The live state itself, which everybody shares and nobody may change."""
        reducer = opened.get(diary).diary.reducer
        head, state = opened.get(diary).diary.current()
        same = reducer.decode(reducer.encode(state))
        self.saw.append(
            Saw("state", diary, (SOMEBODY, None), head.seq, head.seq, (), self.crew.written(same))
        )
        if not self.rnd.randrange(4):
            self.kept.append((state, encoded(state)))

    def campaign_moment(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        who: Who = (SOMEBODY, UMPIRE)
        found = self.at(who).campaigns.moment(name)
        same = msgspec.structs.replace(found, over=())
        self.saw_one("campaign moment", name, who, found.newest, same)

    def campaign_view(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        who: Who = (SOMEBODY, self.rnd.choice([UMPIRE, ""]))
        head = self.hq.campaigns.head(name)
        seq = self.rnd.randint(1, head) if self.rnd.random() < 0.6 else None
        found = self.at(who).campaigns.view(name, seq)
        self.saw_one("campaign view", name, who, found.seq, found)

    def search(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        words = self.rnd.choice(["", "the", "crew", "days", "battle"])
        query = Query(
            words=words, newest_first=bool(self.rnd.randrange(2)), everything=bool(self.rnd.randrange(2))
        )
        self.keep(self.hq.campaigns.record.search(name, query))

    def why(self) -> None:
        name = self.rnd.choice(self.crew.campaigns)
        state: Campaign = self.hq._house.campaigns.get(name).state()
        self.keep(self.hq.campaigns.record.why(name, self.rnd.choice([*state.assets, *state.people])))

    def statistics(self) -> None:
        self.keep(self.hq.campaigns.record.statistics(self.rnd.choice(self.crew.campaigns)))
        self.keep(self.hq.campaigns.log(self.rnd.choice(self.crew.campaigns), limit=30))
