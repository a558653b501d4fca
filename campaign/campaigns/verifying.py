"""A campaign, checked: its chain, states, dice, every decision, and that its battles are those it vouches for."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from campaign.battles import table as t
from campaign.battles.verifying import committed
from campaign.campaigns.deciding_again import CampaignAgain
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.shared.answers import VerifyReport
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from campaign.shared.structure import Shape, Structure
from campaign.shared.verifying import Audit, audited, report, secret_in
from events.decoding import json_decoder
from events.entry import REVEAL, diary_prefix, encode_json, seal_of
from events.errors import DiaryError, NoSuchDiary
from events.store import Store

OPENINGS = {"open-campaign": e.CampaignOpened, "fork": e.CampaignForked}
OWN = {"contribute": e.Contributed, REVEAL: e.SecretRevealed}
ENDED = frozenset({"rewind", "amend", REVEAL})


def check(campaign: OpenCampaign) -> VerifyReport:
    """Chain, structure, states, every die whose secret is known, every decision of the rules that are here, and of the
    battles that were begun and filed: that they are those, and that their seals follow from their entries. Of the
    diaries that it was forked from too."""
    store, name = campaign.store, campaign.name
    done = audited(campaign, lambda one: audit(OpenCampaign(store, one, campaign.world)))
    found, unchecked = done.found, done.unchecked
    if isinstance(found.state, Campaign):
        begun = {
            diary: musters
            for one in (done.audit, *done.origins.values())
            for diary, musters in one.decides.begun.items()
        }
        wrong, missing = _battles(store, found.state, begun)
        unchecked += missing
        if wrong and not found.bad:
            found = found._replace(bad=wrong)
    return report(store, name, found, done.audit.dice, done.audit.decides, unchecked)


def audit(campaign: OpenCampaign) -> Audit[CampaignAgain]:
    """All that is checked of its entries."""
    store, name = campaign.store, campaign.name
    info = store.info(name)
    shape = Shape("campaign", OPENINGS, OWN, ENDED, True, campaign.over)
    secret = secret_in(store, name, campaign.diary.reducer.codec.events, told) or campaign.secret()
    dice = DiceCheck(name, told, "sealed", secret)
    return Audit(Structure(shape, info), dice, CampaignAgain(campaign, info.origin))


class _Opened(msgspec.Struct):
    action: t.Open | t.Fork


_opened = json_decoder(_Opened).decode


def _battles(
    store: Store, state: Campaign, begun: dict[str, set[bytes]]
) -> tuple[tuple[int, str] | None, list[str]]:
    """What is wrong with the battles of a campaign (as an entry of its own, 0, and why), and which are not here."""
    wrong: tuple[int, str] | None = None
    missing: list[str] = []
    for battle in state.battles.values():
        if not battle.diary:
            continue
        try:
            head = store.head(battle.diary).seq
            if not head:
                continue  # it was begun, and is not open yet
            if battle.head > head:
                why = f"the battle {battle.id} has lost entries since its outcome was filed"
                wrong = wrong or (0, why)
                continue
            if battle.seal and store.entry(battle.diary, battle.head).seal.hex() != battle.seal:
                wrong = wrong or (0, f"the battle {battle.id} is not the one whose outcome was filed")
            if broken := _broken_chain(store, battle.diary):
                wrong = wrong or (0, f"the diary of the battle {battle.id} does not hold: {broken}")
            first = store.entry(battle.diary, 1).body
            action = _opened(first).action
            if battle.commitment and battle.commitment != committed(first):
                wrong = wrong or (
                    0,
                    f"the battle {battle.id} is not the one whose dice the campaign committed to",
                )
        except NoSuchDiary:
            if battle.seal:
                missing.append(f"The diary of the battle {battle.id} is not in this file.")
            continue
        except (DiaryError, msgspec.DecodeError):
            wrong = wrong or (0, f"the diary of the battle {battle.id} cannot be read")
            continue
        musters = begun.get(battle.diary)
        if isinstance(action, t.Open) and musters and encode_json(action.muster) not in musters:
            wrong = wrong or (
                0,
                f"the battle {battle.id} was not fought with what the campaign mustered for it",
            )
    return wrong, missing


def _broken_chain(store: Store, diary: str) -> str:
    """Why the seals of a battle's diary do not follow from its entries, the first place of it; "" if they do. What was
    decided in it is for its own verification."""
    info, prefix = store.info(diary), diary_prefix(diary)
    seal = info.beginning.seal
    for entry, _ in islice(store.audit(diary), info.head.seq):
        if seal_of(seal, prefix, entry.seq, entry.body) != entry.seal:
            return f"the seal of its entry {entry.seq} does not match"
        seal = entry.seal
    return "" if seal == info.head.seal else f"its newest entry is not {info.head.seq}"


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
