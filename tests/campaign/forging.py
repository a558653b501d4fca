"""A forger's copy of a diary: whatever he changed, and every seal after it made anew."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from campaign.battles.battles import Battles
from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import BattleReducer
from campaign.battles.verifying import revealed_secret
from campaign.headquarters import Headquarters
from campaign.ledger.reducer import CampaignReducer
from campaign.rules.sealed_dice import Chain
from campaign.shared.answers import DiceNeeded, VerifyReport
from campaign.systems import find
from events.entry import decode_body, diary_prefix, draft_of, encode_json, seal_of
from events.errors import MISFITS, UnknownEvent
from events.store import Blob, DiaryInfo, Sealed, Secret, Snapshot
from tests.campaign.calling import ok
from tests.events.sqlite.raw import opened

Json = dict[str, Any]


@dataclass
class Line:
    """An entry. body: as JSON, written again as this version writes it, unless it is bytes."""

    body: Json | bytes
    more: int = 0

    @property
    def json(self) -> Json:
        assert isinstance(self.body, dict)
        return self.body

    @property
    def kind(self) -> str:
        kind: str = self.json["action"]["kind"]
        return kind

    @property
    def events(self) -> list[Json]:
        found: list[Json] = self.json.setdefault("events", [])
        return found

    @property
    def draws(self) -> list[Json]:
        found: list[Json] = self.json.get("draws", [])
        return found

    def bytes(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return encode_json(decode_body(msgspec.json.encode(self.body)))


@dataclass
class Copy:
    """A diary that is to be forged. secret: of its dice. others: diaries that it needs. sql: run on the file in the
    end. snapshot: an entry that gets one, of the state before it. definition: of a campaign, the digest that whoever
    verifies was told.
    campaign: to which a battle belongs, and with which it is verified."""

    info: DiaryInfo
    lines: list[Line]
    blobs: list[bytes]
    secret: bytes | None
    others: list[Copy] = field(default_factory=list)  # pyright: ignore[reportUnknownVariableType]
    sql: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)  # pyright: ignore[reportUnknownVariableType]
    snapshot: int = 0
    definition: str = ""
    campaign: str = ""

    def cut(self, count: int) -> None:
        """Keep so many entries, none of which is followed by another of its append."""
        del self.lines[count:]
        for line in self.lines[-1:]:
            line.more = 0

    def move(self, at: int, by: int) -> None:
        """What was entry `at` or later is now `by` later: they build on the same as before."""
        for line in self.lines:
            for place in (line.json, line.json["action"]):
                for name in ("parent", "to", "again"):
                    elsewhere = name == "again" and place.get("of")
                    if isinstance(place.get(name), int) and place[name] >= at and not elsewhere:
                        place[name] += by
            for event in line.events:
                if event["kind"] == "undo-requested" and event["to"] >= at:
                    event["to"] += by

    def relink(self) -> None:
        """Links and salts made anew, as whoever holds the secret can."""
        scheme = self.lines[0].events[0].get("scheme", 1)
        if self.secret is None or scheme == 1:
            return
        chain, first = Chain(self.secret, self.info.name), decode_body(self.lines[0].bytes())
        link = chain.start(scheme, first.author.player, bytes(first.action), bytes(first.events))
        for seq, line in enumerate(self.lines, 1):
            body, role = line.json, line.json["author"].get("role", "")
            action = body["action"]
            for one in line.draws:
                if one.get("source", "sealed") == "sealed":
                    link = chain.rolled(link, role)
            if line.kind == "contribute" and not body.get("again"):
                link = chain.contributed(link, role, action["text"])
            body["roll"] = link
            if "salt" in body:
                body["salt"] = chain.salt(seq)

    def redigest(self) -> None:
        """The digests of states made anew, where there are some: as anybody can. What comes after an entry that cannot
        be folded keeps those that it has."""
        for line, (state, reducer) in zip(self.lines, self._states().values(), strict=False):
            if line.json.get("state"):
                line.json["state"] = reducer.digest(reducer.decode(state))

    def _states(self, until: int = 0) -> dict[int, tuple[bytes, Any]]:
        """After each entry, as far as they can be folded, or up to one: the state, and what reads it."""
        found = self.lines[0].json["rules"].partition(" ")[0]
        reducer: Any = CampaignReducer() if found == "campaign" else BattleReducer(find(found))
        states = {0: (reducer.encode(reducer.initial()), reducer)}
        if self.info.origin is not None:
            states[0] = self.others[0]._states(self.info.origin.seq)[self.info.origin.seq]
        for seq, line in enumerate(self.lines[: until or None], 1):
            back = line.json["action"]
            if line.kind == "rewind" and back.get("of") and self.others:
                state = reducer.decode(self.others[0]._states(back["at"])[back["at"]][0])
            else:
                state = reducer.decode(states[line.json["parent"]][0])
            try:
                reducer.fold(state, reducer.codec.events(line.bytes()))
            except (*MISFITS, UnknownEvent):
                break
            states[seq] = reducer.encode(state), reducer
        if not until:
            del states[0]
        return states

    def items(self) -> Iterator[DiaryInfo | Sealed | Blob | Secret]:
        """As a store takes them in."""
        for other in self.others:
            yield from other.items()
        yield self.info
        for blob in self.blobs:
            yield Blob(blob)
        if self.secret is not None:
            yield Secret(self.info.name, self.secret)
        seal, prefix = self.info.beginning.seal, diary_prefix(self.info.name)
        for seq, line in enumerate(self.lines, 1):
            body = line.bytes()
            seal = seal_of(seal, prefix, seq, body)
            yield Sealed(self.info.name, seq, draft_of(body), line.more, seal)


def copy_of(hq: Headquarters, diary: str) -> Copy:
    """With the secret of its dice, kept or revealed."""
    store = hq._house.store
    info = store.info(diary)
    lines: list[Line] = []
    packs: set[str] = set()
    for entry, more in store.audit(diary):
        packs.add(entry.read().pack)
        lines.append(Line(msgspec.json.decode(entry.body), more))
    blobs = [blob for pack in sorted(packs) if (blob := store.blob(pack)) is not None]
    secret = store.secret(diary) or revealed_secret(store, diary)
    others = [copy_of(hq, info.origin.diary)] if info.origin else []
    return Copy(info, lines, blobs, secret, others)


def verdict(copy: Copy, folder: Path) -> VerifyReport:
    """What verification makes of it, in a home of its own."""
    with Headquarters(folder) as hq:
        hq._house.store.receive(copy.items())
        database = hq.home.database
        if not copy.snapshot and not copy.sql:
            return _verified(hq, copy)
        if copy.snapshot:
            _lie_about(hq, copy.info, copy.snapshot)
    if copy.sql:
        with opened(database) as conn:
            triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                conn.execute(f"DROP TRIGGER {name}")
            for statement, values in copy.sql:
                conn.execute(statement, values)
            for _, sql in triggers:  # put back, as if nothing had been
                conn.execute(sql)
    with Headquarters(folder) as hq:
        return _verified(hq, copy)


def _verified(hq: Headquarters, copy: Copy) -> VerifyReport:
    name = copy.info.name
    if hq._house.store.info(name).kind == "battle":
        return hq.battles.verify(name)
    return hq.campaigns.verify(name, definition=copy.definition)


def _lie_about(hq: Headquarters, info: DiaryInfo, seq: int) -> None:
    house = hq._house
    diary: Any = (house.battles if info.kind == "battle" else house.campaigns).get(info.name).diary
    state = zlib.compress(diary.reducer.encode(diary.state_at(seq - 1)))
    seal = house.store.entry(info.name, seq).seal
    house.store.put_snapshot(info.name, diary.reducer.fingerprint, Snapshot(seq, seal, state))


def verify_forged(hq: Headquarters, battle: str, seq: int, body: bytes, path: Path) -> VerifyReport:
    """What verification makes of a copy in which entry seq has this body."""
    copy = copy_of(hq, battle)
    copy.lines[seq - 1].body = body
    return verdict(copy, path)


def by_chance(battle: OpenBattle, doors: Mapping[str, Battles], rnd: random.Random) -> None:
    """Whoever is to act does something. doors: by side, of people who need type in no dice."""
    state = battle.state()
    side = rnd.choice(battle.pending(state)).side
    legal = battle.rules.legal(state.game, side)
    known = battle.rules.known(state.game, side)
    chosen = battle.system.bot("random").choose(battle.rules, known, side, legal, rnd.randrange)
    done = doors[side].act(battle.name, encode_json(chosen.action))
    assert not isinstance(done, DiceNeeded)
    ok(done)
