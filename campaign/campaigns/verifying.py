"""A campaign, checked: its chain, states, dice, every decision, and that its battles are those it vouches for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattles
from campaign.battles.verifying import committed, verified
from campaign.campaigns.deciding_again import CampaignAgain
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger import events as e
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.wording import count
from campaign.shared.answers import VerifyReport
from campaign.shared.callers import Caller
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from campaign.shared.structure import Shape, Structure
from campaign.shared.verifying import Audit, audited, report, secret_in
from events.decoding import json_decoder
from events.diary import chained
from events.entry import REVEAL, encode_json
from events.errors import Damaged, DiaryError, NoSuchDiary
from events.store import Store

OPENINGS = {"open-campaign": e.CampaignOpened, "fork": e.CampaignForked}
OWN = {"contribute": e.Contributed, REVEAL: e.SecretRevealed}
ENDED = frozenset({"rewind", "amend", REVEAL})
COMMITTED = 2
"""From this scheme of dice on a campaign commits to those of each battle that it begins."""


def check(campaign: OpenCampaign, opened: OpenBattles | None, caller: Caller) -> VerifyReport:
    """Chain, structure, states, every die whose secret is known, every decision of the rules that are here, and of the
    battles that were begun and filed: that they are those, and hold themselves. Of the diaries that it was forked from
    too. opened: where the battles are; None if they are checked elsewhere, and here only their seals. caller: to whom
    faults are told."""
    store, name = campaign.store, campaign.name
    done = audited(campaign, lambda one: audit(OpenCampaign(store, one, campaign.world), caller))
    found, unchecked = done.found, done.unchecked
    told: tuple[str, ...] = ()
    if isinstance(found.state, Campaign):
        audits = {name: done.audit, **done.origins}
        lines = [_Line(one.decides.begun, _forked(campaign, of)) for of, one in audits.items()]
        looked = _battles(store, opened, found.state, lines, caller)
        unchecked += looked.unchecked
        if looked.wrong and not found.bad:
            found = found._replace(bad=(0, looked.wrong))
        told = looked.told()
    whole = report(store, name, found, done.audit.dice, done.audit.decides, unchecked)
    return replace(whole, notes=(*told, *whole.notes))


def audit(campaign: OpenCampaign, caller: Caller) -> Audit[CampaignAgain]:
    """All that is checked of its entries."""
    store, name = campaign.store, campaign.name
    info = store.info(name)
    shape = Shape("campaign", OPENINGS, OWN, e.SEATS, (), ENDED, True, campaign.over)
    secret = secret_in(store, name, campaign.diary.reducer.codec.events, told) or campaign.rolling.secret()
    kept_from = campaign.kept_from(caller)
    dice = DiceCheck(name, told, "sealed", secret, kept_from)
    return Audit(Structure(shape, info), dice, CampaignAgain(campaign, info.origin, kept_from))


class _Opened(msgspec.Struct):
    action: t.Open | t.Fork


_opened = json_decoder(_Opened).decode


class _Line(NamedTuple):
    """What one campaign of a line of forks vouches for. begun: diary of a battle → what may have mustered for it.
    forked: diary of a battle that was forked along with it → the diary that it goes on from."""

    begun: Mapping[str, set[bytes]]
    forked: Mapping[str, str]


def _forked(campaign: OpenCampaign, name: str) -> dict[str, str]:
    """Of a campaign of this line, by its first entry."""
    events = campaign.diary.reducer.codec.events(campaign.store.entry(name, 1).body)
    forks = [one.battles for one in events if isinstance(one, e.CampaignForked)]
    return {new: old for battles in forks for old, new in battles.items()}


class _Looked:
    """What came of looking through the battles of a campaign. wrong: the first thing that is, or ""."""

    def __init__(self) -> None:
        self.wrong, self.unchecked = "", list[str]()
        self.battles = self.entries = self.decided = 0

    def told(self) -> tuple[str, ...]:
        if not self.battles:
            return ()
        again = "all" if self.decided == self.entries else f"{self.decided}"
        which = f"Of its {self.battles} battles" if self.battles > 1 else "Of its battle"
        return (
            f"{which}, {count(self.entries, 'entry holds', 'entries hold')}, {again} of them decided again.",
        )


def _battles(
    store: Store, opened: OpenBattles | None, state: Campaign, lines: Sequence[_Line], caller: Caller
) -> _Looked:
    """What is wrong with the battles of a campaign, and what of them could not be checked."""
    found = _Looked()
    for battle in state.battles.values():
        if not battle.diary:
            continue
        try:
            if store.head(battle.diary).seq or battle.seal:
                found.wrong = found.wrong or _battle(store, battle, state.scheme, lines)
                check = (
                    partial(_broken_chain, store)
                    if opened is None
                    else partial(_does_not_hold, opened, found, caller)
                )
                broken = check(battle)
                if broken:
                    found.wrong = (
                        found.wrong or f"the diary of the battle {battle.id} does not hold: {broken}"
                    )
                continue
        except NoSuchDiary:
            pass
        except (DiaryError, msgspec.DecodeError):
            found.wrong = found.wrong or f"the diary of the battle {battle.id} cannot be read"
            continue
        found.unchecked.append(f"The diary of the battle {battle.id} is not in this file.")
    return found


def _does_not_hold(opened: OpenBattles, found: _Looked, caller: Caller, battle: Engagement) -> str:
    """Why the diary of a battle does not hold, the first place of it; "" if it does. Raises DiaryError."""
    report = verified(opened, battle.diary, caller)
    found.battles, found.entries = found.battles + 1, found.entries + report.entries
    found.decided += report.decided
    found.unchecked += [f"In the battle {battle.id}: {why}" for why in report.unchecked]
    return f"entry {report.first_bad}: {report.why}" if report.first_bad else ""


def _broken_chain(store: Store, battle: Engagement) -> str:
    """Why the seals of a battle's diary do not follow from its entries, the first place of it; "" if they do."""
    try:
        for _ in chained(store, store.info(battle.diary)):
            pass
    except Damaged as broken:
        return f"entry {broken.seq}: {broken.why}"
    return ""


def _battle(store: Store, battle: Engagement, scheme: int, lines: Sequence[_Line]) -> str:
    """What is wrong with a battle that was opened, "" if nothing is. scheme: of the campaign's dice. lines: of the
    campaign itself, then of those that it was forked from. Raises DiaryError, msgspec.DecodeError."""
    if battle.head > store.head(battle.diary).seq:
        return f"the battle {battle.id} has lost entries since its outcome was filed"
    if battle.seal and store.entry(battle.diary, battle.head).seal.hex() != battle.seal:
        return f"the battle {battle.id} is not the one whose outcome was filed"
    first = store.entry(battle.diary, 1).body
    own = battle.diary in lines[0].begun or battle.diary in lines[0].forked
    if (battle.commitment or (own and scheme >= COMMITTED)) and battle.commitment != committed(first):
        return f"the battle {battle.id} is not the one whose dice the campaign committed to"
    diary, action = battle.diary, _opened(first).action
    forked = {new: old for one in lines for new, old in one.forked.items()}
    while isinstance(action, t.Fork):
        if action.of != forked.pop(diary, None):  # each once: there may be circles
            return f"the battle {battle.id} is a fork of another, which the campaign did not begin"
        diary = action.of
        action = _opened(store.entry(diary, 1).body).action
    musters = next((one.begun[diary] for one in lines if diary in one.begun), None)
    if musters and encode_json(action.muster) not in musters:
        return f"the battle {battle.id} was not fought with what the campaign mustered for it"
    return ""


def told(event: Any) -> Told:
    """What an event of a campaign says of the dice."""
    match event:
        case e.CampaignOpened() | e.CampaignForked():
            return Told(event.commitment, event.scheme)
        case e.SecretRevealed():
            return Told(revealed=event.secret)
        case e.Contributed():
            return Told(contributed=(event.author, event.text))
        case _:
            die = getattr(event, "die", 0)
            return Told(rolled=(die,)) if die else NOTHING
