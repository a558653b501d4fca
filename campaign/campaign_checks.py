"""A campaign, checked: its chain, its states, its dice, and that its battles are those that it vouches for."""

from __future__ import annotations

from typing import Any

import msgspec

from campaign.answers import VerifyReport
from campaign.campaign_desk import CampaignDesk, contribution
from campaign.ledger import events as e
from campaign.rules.dice import SealedDice, commitment
from events.codec import Unknown
from events.entry import Body, Draw, Entry
from events.errors import DiaryError
from events.verify import verify


class DiceCheck:
    """A check for `events.verify`: call it with the entries in order of seq."""

    def __init__(self, desk: CampaignDesk, secret: bytes | None) -> None:
        self._codec = desk.diary.reducer.codec
        self._diary, self._secret = desk.name, secret
        self._texts: dict[int, dict[str, str]] = {0: {}}
        self._draws: dict[int, tuple[Draw, ...]] = {}
        self._committed = ""
        self.rederived = self.kept = self.unchecked = 0

    def __call__(self, entry: Entry, body: Body, previous: bytes) -> str | None:
        before = self._texts.get(entry.parent, {})
        texts = before
        dice = 0
        for event in self._codec.events(entry.body):
            match event:
                case e.CampaignOpened() | e.CampaignForked():
                    self._committed = event.commitment
                    if self._secret and event.commitment != commitment(self._secret, self._diary):
                        return "the secret of the dice is not the one that was committed to"
                    texts = {}
                case e.Contributed():
                    texts = {**texts, event.author: event.text}
                case e.SecretRevealed():
                    if commitment(bytes.fromhex(event.secret), self._diary) != self._committed:
                        return "the secret that it reveals is not the one that was committed to"
                case Unknown():
                    continue
                case _:
                    dice += bool(getattr(event, "die", 0))
        self._texts[entry.seq] = texts
        if body.draws:
            self._draws[entry.seq] = body.draws
        if dice > len(body.draws):
            return "its events speak of dice that it did not draw"
        return self._drawn(body, before, previous)

    def _drawn(self, body: Body, texts: dict[str, str], previous: bytes) -> str | None:
        """Draws that were kept stand in the entry that is entered again; the others follow from the secret."""
        old = list(self._draws.get(body.again, ()))
        sealed: SealedDice | None = None
        for draw in body.draws:
            if draw.source == "kept":
                same = next(
                    (one for one in old if (one.purpose, one.values) == (draw.purpose, draw.values)), None
                )
                if same is None:
                    return f"its draw {draw.purpose!r} was never rolled in entry {body.again}"
                old.remove(same)
                self.kept += 1
                continue
            if draw.source != "sealed":
                return f"its draw {draw.purpose!r} is {draw.source}; a campaign's dice are sealed"
            if self._secret is None:
                self.unchecked += 1
                continue
            if sealed is None:
                sealed = SealedDice(
                    self._secret, self._diary, contribution(texts), previous, bytes(body.action)
                )
            values = sealed.roll(draw.purpose, len(draw.values), draw.sides, draw.matters)
            if tuple(values) != draw.values:
                return f"its draw {draw.purpose!r} says {draw.values}; the secret gives {tuple(values)}"
            self.rederived += 1
        return None


def check(desk: CampaignDesk) -> VerifyReport:
    """Chain, states, every die whose secret is known, and the heads of the battles that were filed."""
    try:
        state = desk.state()
    except (DiaryError, msgspec.DecodeError) as error:
        return VerifyReport(desk.name, False, 0, first_bad=1, why=str(error))
    secret = bytes.fromhex(state.secret) if state.secret else desk.store.secret(desk.name)
    dice = DiceCheck(desk, secret)
    checks: list[Any] = [dice]
    found = verify(desk.store, desk.name, desk.diary.reducer, checks)
    bad, why = found.bad or (0, "")
    notes = [found.unknown[1]] if found.unknown else []
    for battle in state.battles.values():
        if not battle.seal:
            continue
        try:
            if desk.store.entry(battle.diary, battle.head).seal.hex() != battle.seal:
                bad, why = (
                    bad or battle.head,
                    f"the battle {battle.id} is not the one whose outcome was filed",
                )
        except DiaryError:
            notes.append(f"The diary of the battle {battle.id} is not in this file.")
    text = f"{dice.rederived} draws derived again from the secret"
    if dice.kept:
        text += f"; {dice.kept} kept from entries that were corrected"
    if dice.unchecked:
        text += f"; {dice.unchecked} not, because their secret is not known here"
    sound = found.bad is None and not bad
    return VerifyReport(desk.name, sound, found.entries, found.head.seal.hex(), bad, why, text, tuple(notes))
