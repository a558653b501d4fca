"""A battle, checked: its chain, its states, and its dice, every sealed draw derived again from the secret."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import msgspec
from msgspec import Struct

from campaign.answers import VerifyReport
from campaign.desk import Desk
from campaign.rules.dice import SealedDice, commitment
from campaign.rules.system import Rules
from campaign.table import (
    BattleForked,
    BattleOpened,
    Contribute,
    DiceMode,
    SecretRevealed,
    TableEvent,
    contribution,
)
from events.codec import EventCodec, Unknown
from events.entry import Body, Entry
from events.errors import DiaryError
from events.verify import Report, verify


class _Contribution(Struct):
    action: Contribute


_contribution = msgspec.json.Decoder(_Contribution).decode


class DiceCheck:
    """A check for `events.verify`: call it with the entries in order of seq.

    mode: how the battle is fought; no draw may have another source. rules: say which dice and which shuffles an
    event speaks of. secret: as the store has it, or None; one that the diary itself reveals is found by `secret_of`.
    """

    def __init__(
        self,
        diary: str,
        codec: EventCodec[object],
        mode: DiceMode,
        rules: Rules,
        secret: bytes | None,
    ) -> None:
        self._diary, self._codec, self._mode, self._rules, self._secret = diary, codec, mode, rules, secret
        self._texts: dict[int, dict[str, str]] = {0: {}}
        self._committed = ""
        self.rederived = 0
        self.unchecked = 0
        self.typed = 0

    def __call__(self, entry: Entry, body: Body, previous: bytes) -> str | None:
        texts = self._texts.get(entry.parent, {})
        if entry.kind == "contribute":
            texts = {**texts, body.author.role: _contribution(entry.body).action.text}
        self._texts[entry.seq] = texts
        if why := self._faces(entry, body):
            return why
        if entry.seq == 1 or entry.kind == "reveal":
            return self._commitment(entry)
        if self._mode == "typed":
            self.typed += len(body.draws)
            return None
        if self._secret is None:
            self.unchecked += len(body.draws)
            return None
        before = self._texts.get(entry.parent, {})
        dice = SealedDice(self._secret, self._diary, contribution(before), previous, bytes(body.action))
        for draw in body.draws:
            if draw.matters == "shuffle":
                if dice.shuffle(draw.purpose, draw.sides) != draw.values:
                    return f"its shuffle {draw.purpose!r} is not the one that the secret gives"
                self.rederived += 1
                continue
            values = dice.roll(draw.purpose, len(draw.values), draw.sides, draw.matters)
            if tuple(values) != draw.values:
                return f"its draw {draw.purpose!r} says {draw.values}; the secret gives {tuple(values)}"
            self.rederived += 1
        return None

    def _faces(self, entry: Entry, body: Body) -> str | None:
        """Draws of the right kind, with faces that there are; and every die of the events among them."""
        there: Counter[int] = Counter()
        orders: set[tuple[int, ...]] = {()}
        for draw in body.draws:
            if draw.source != self._mode:
                return f"its draw {draw.purpose!r} is {draw.source}; this battle's dice are {self._mode}"
            if draw.matters == "shuffle":
                every = list(range(1, len(draw.values) + 1))
                if draw.sides != len(every) or sorted(draw.values) != every:
                    return f"its shuffle {draw.purpose!r} does not have every card once"
                if self._mode == "typed":
                    return f"it has a shuffle {draw.purpose!r}; where dice are typed in, nothing is shuffled here"
                orders.add(draw.values)
                continue
            if any(not 1 <= face <= draw.sides for face in draw.values):
                return f"its draw {draw.purpose!r} has faces that no such die has: {draw.values}"
            there.update(draw.values)
        for event in self._codec.events(entry.body):
            if isinstance(event, Unknown | TableEvent):
                continue
            there.subtract(self._rules.rolled(event))
            if self._rules.shuffled(event) not in orders:
                return "its events speak of a shuffle that it did not make"
        if any(count < 0 for count in there.values()):
            return "its events speak of dice that it did not draw"
        return None

    def _commitment(self, entry: Entry) -> str | None:
        for event in self._codec.events(entry.body):
            match event:
                case BattleOpened() | BattleForked():
                    self._committed = event.commitment
                    if self._secret and event.commitment != commitment(self._secret, self._diary):
                        return "the secret of the dice is not the one that was committed to"
                case SecretRevealed():
                    if commitment(bytes.fromhex(event.secret), self._diary) != self._committed:
                        return "the secret that it reveals is not the one that was committed to"
                case _:
                    continue
        return None


def secret_of(codec: EventCodec[object], entries: list[Entry]) -> bytes | None:
    """The secret that a reveal made public, if there was one."""
    for entry in entries:
        for event in codec.events(entry.body):
            if isinstance(event, SecretRevealed):
                return bytes.fromhex(event.secret)
    return None


def check(desk: Desk) -> VerifyReport:
    """Chain, states, packs, and every die whose secret is known."""
    codec = desk.diary.reducer.codec
    secret = desk.store.secret(desk.name)
    with suppress(DiaryError, msgspec.DecodeError):  # verify says where; here only the secret is wanted
        reveals = [one for one in desk.store.entries(desk.name) if one.kind == "reveal"]
        secret = secret_of(codec, reveals) or secret
    mode = desk.diary.current()[1].table.dice
    dice = DiceCheck(desk.name, codec, mode, desk.rules, secret)
    return _verified(desk.name, verify(desk.store, desk.name, desk.diary.reducer, [dice]), dice)


def _verified(battle: str, found: Report, check: DiceCheck) -> VerifyReport:
    dice = f"{check.rederived} draws derived again from the secret"
    if check.typed:
        dice = f"{check.typed} draws typed in, which nobody can derive again"
    if check.unchecked:
        dice += f"; {check.unchecked} not, because their secret is not known here"
    bad, why = found.bad or (0, "")
    notes = (found.unknown[1],) if found.unknown else ()
    return VerifyReport(
        battle, found.bad is None, found.entries, found.head.seal.hex(), bad, why, dice, notes
    )
