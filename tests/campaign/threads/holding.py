"""Holds what threads were answered against the stored diaries, each folded anew, entry by entry, by nobody's help."""

from __future__ import annotations

import pickle
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from campaign.battles import queries
from campaign.battles.answers import BattleInfo
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.redaction import Redaction, viewer_of
from campaign.campaigns.answers import CampaignLine, CampaignMoment
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns
from campaign.campaigns.record.index import RecordIndex
from campaign.campaigns.record.search import WHOLE
from campaign.campaigns.staff import orders
from campaign.campaigns.view import view
from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.library.installed import InstalledPacks
from campaign.shared.answers import RECENT
from campaign.shared.clock import World
from events.entry import Entry, Head
from events.sqlite import SQLiteStore
from tests.campaign.threads.worker import Did, Found, Saw, apart, caller_of, canonical, encoded


class Told:
    """One diary as it is told by its entries alone."""

    def __init__(self, opened: OpenBattle | OpenCampaign) -> None:
        self.opened, self.name, self.store = opened, opened.name, opened.store
        self.reducer: Any = opened.diary.reducer
        self.entries: list[Entry] = [*opened.store.entries(opened.name)]
        self._parents = {entry.seq: entry.parent for entry in self.entries}

    @cached_property
    def states(self) -> dict[int, bytes]:
        """The state at every entry, encoded."""
        found = {0: self.reducer.encode(self.opened.diary.state_at(0))}
        for entry in self.entries:
            state = self.reducer.decode(found[entry.parent])
            self.reducer.fold(state, self.reducer.codec.events(entry.body))
            found[entry.seq] = self.reducer.encode(state)
        return found

    def state(self, seq: int) -> Any:
        return self.reducer.decode(self.states[seq])

    def head(self, seq: int) -> Head:
        return Head(seq, self.entries[seq - 1].seal)

    def on(self, seq: int) -> set[int]:
        """The entries on which the state at an entry rests."""
        line: set[int] = set()
        while seq:
            line.add(seq)
            seq = self._parents[seq]
        return line


class Holding:
    """What is wrong with what was found, diary by diary."""

    def __init__(self, home: Home, store: SQLiteStore, answer_of: Callable[[bytes], bytes]) -> None:
        self.store, self._answer_of = store, answer_of
        self.battles = OpenBattles(store, InstalledPacks(home, store), World())
        self.campaigns = OpenCampaigns(store, World())
        self._index = RecordIndex(":memory:")
        self.compared = 0

    def wrong(self, saw: list[Saw], did: list[Did]) -> Iterator[str]:
        by_diary: defaultdict[str, tuple[list[Saw], list[Did]]] = defaultdict(lambda: ([], []))
        for one in saw:
            by_diary[one.diary][0].append(one)
        for one in did:
            by_diary[one.diary][1].append(one)
        for diary, (seen, done) in by_diary.items():
            kind = self.store.info(diary).kind
            opened: Any = (self.battles if kind == "battle" else self.campaigns).get(diary)
            told = Told(opened)
            yield from self._seen(told, seen)
            for one in done:
                self.compared += 1
                if why := self._done(told, one):
                    yield f"{one}: {why}"

    def _seen(self, told: Told, seen: list[Saw]) -> Iterator[str]:
        """Equal questions are asked anew once."""
        known: dict[Any, bytes] = {}
        state_seq, state = -1, None
        for one in sorted(seen, key=lambda one: (one.low, one.high)):
            self.compared += 1
            for seq in range(one.high, one.low - 1, -1):
                key = one.what, one.who, seq, one.rest
                if key not in known:
                    if seq != state_seq:
                        state_seq, state = seq, told.state(seq)
                    known[key] = sha256(canonical(self._answer(told, one, seq, state))).digest()
                if known[key] == one.digest:
                    break
            else:
                folded = canonical(self._answer(told, one, one.high, told.state(one.high)))
                where = f"{one.low} to {one.high} {one.rest}"
                differing = apart(self._answer_of(one.digest), folded)
                yield f"{one.what} of {one.diary} for {one.who} at {where}, answered and folded:{differing}"

    def _answer(self, told: Told, one: Saw, seq: int, state: Any) -> Any:
        if one.what == "state":
            return state
        if isinstance(told.opened, OpenCampaign):
            return self._of_campaign(told, told.opened, one, seq, state)
        return self._of_battle(told, told.opened, one, seq, state)

    def _of_battle(self, told: Told, battle: OpenBattle, one: Saw, seq: int, state: Any) -> Any:
        rights = battle.rights(state, caller_of(one.who))
        if one.what == "info":
            found = self.store.info(battle.name)
            return msgspec.structs.replace(_info(battle, state, seq, found), seal=told.head(seq).seal.hex())
        look = queries.Look(battle, told.head(seq), state, rights, rights.viewer(), seq, "")
        match one.what:
            case "moment":
                return queries.moment(look, None, one.rest[0])
            case "view":
                return msgspec.structs.replace(queries.view(look), newest=0)
            case "legal":
                return queries.legal(look)
            case "log":
                return queries.log(look, one.rest[0])
            case _:
                raise AssertionError(one.what)

    def _of_campaign(self, told: Told, campaign: OpenCampaign, one: Saw, seq: int, state: Any) -> Any:
        rights = campaign.rights(state, caller_of(one.who))
        viewer = rights.viewer()
        seen = msgspec.structs.replace(view(state, seq, viewer), seal=told.head(seq).seal.hex())
        if one.what == "campaign view":
            return seen
        on = told.on(seq)
        rows = self._index.held(
            campaign,
            lambda at: at.conn.execute(
                "SELECT seq, idx, date, kind, text, player, role, at, battle, quiet FROM lines"
                " WHERE c = ? AND seq <= ? AND quiet = 0 AND part IN ('', ?) ORDER BY line DESC",
                (at.c, seq, WHOLE),
            ).fetchall(),
        )
        lines = [(*row[:-1], bool(row[-1])) for row in rows if row[0] in on or row[0] <= 0]
        log = tuple(CampaignLine(*line) for line in lines[:RECENT])
        found = CampaignMoment(seen, seq, told.head(seq).seal.hex(), (), (), tuple(orders(campaign, state)))
        return msgspec.structs.replace(found, log=log, earlier=RECENT if len(lines) > RECENT else 0)

    def _done(self, told: Told, one: Did) -> str:
        if not 1 <= one.seq <= len(told.entries):
            return "there is no such entry"
        entry = told.entries[one.seq - 1]
        if entry.seal.hex() != one.seal:
            return "the entry has another seal"
        own = entry if entry.kind != "reveal" else told.entries[one.seq - 2]
        author = own.read().author
        if author.player != one.who[0]:
            return f"the entry is {author.player}'s"
        if isinstance(told.opened, OpenCampaign):
            return ""
        battle, state = told.opened, told.state(one.seq)
        viewer = "" if one.repeated or own.kind in ("open", "fork") else viewer_of(author)
        if encoded(Redaction(battle, state, viewer).asked(battle.pending(state))) != one.asked:
            return "not those are asked that are asked at its entry"
        return ""


def _info(battle: OpenBattle, state: Any, seq: int, found: Any) -> Any:
    table, game = state.table, battle.rules.view(state.game, "")
    asked = Redaction(battle, state, "").asked(battle.pending(state))
    return BattleInfo(
        battle.name, table.system, table.scenario, "", battle.sides(state), table.seats, table.dice, table.undo, seq,
        found.created, game.turn, game.phase, asked, battle.verdict(state), found.forked_from, "",
    )  # fmt: skip


def faults(home: Home, files: list[Path]) -> tuple[list[str], int]:
    """Everything that is wrong with what was written into these files, and how many answers were compared."""
    found: list[Found] = [pickle.loads(file.read_bytes()) for file in files]

    def answer_of(wanted: bytes) -> bytes:
        for file in files:
            answers: dict[bytes, bytes] = pickle.loads(file.with_suffix(".answers").read_bytes())
            if wanted in answers:
                return zlib.decompress(answers[wanted])
        raise AssertionError("nobody got that")

    wrong: list[str] = []
    with Headquarters(home) as hq:
        store: Any = hq._house.store
        holding = Holding(home, store, answer_of)
        wrong += holding.wrong(
            [one for each in found for one in each.saw], [one for each in found for one in each.did]
        )
        for one in store.diaries("campaign"):  # all first: the search index counts the words of all of them
            for index in (hq._house.index, holding._index):
                index.follow(hq._house.campaigns.get(one.name))
        for one in store.diaries():
            wing = hq.battles if one.kind == "battle" else hq.campaigns
            report = wing.verify(one.name)
            if not report.sound or report.entries != one.head.seq:
                wrong.append(f"{one.name} is not sound: {report}")
            campaign = None if one.kind == "battle" else hq._house.campaigns.get(one.name)
            if campaign is not None:
                kept, rebuilt = hq._house.index.content(campaign), holding._index.content(campaign)
                if kept != rebuilt:
                    differing = [pair for pair in zip(kept, rebuilt, strict=False) if pair[0] != pair[1]]
                    wrong.append(
                        f"the record of {one.name} is not what it is when built anew: {differing[:3]}"
                    )
    for each in found:
        for one in each.did:
            for newest in each.newest:
                if newest.get(one.diary, 0) < one.seq:
                    wrong.append(
                        f"of {one.diary} a watcher heard entry {newest.get(one.diary)}, but not {one}"
                    )
    return wrong, holding.compared
