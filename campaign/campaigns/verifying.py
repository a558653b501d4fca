"""A campaign, checked: its chain, its states, its dice, and that its battles are those that it vouches for."""

from __future__ import annotations

from typing import Any

import msgspec

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger import events as e
from campaign.shared.answers import VerifyReport
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from events.errors import DiaryError
from events.verify import verify


def check(campaign: OpenCampaign) -> VerifyReport:
    """Chain, states, every die whose secret is known, and the heads of the battles that were filed."""
    store, name = campaign.store, campaign.name
    try:
        state = campaign.state()
    except (DiaryError, msgspec.DecodeError) as error:
        return VerifyReport(name, False, 0, first_bad=1, why=str(error))
    secret = bytes.fromhex(state.secret) if state.secret else campaign.secret()
    reducer = campaign.diary.reducer
    dice = DiceCheck(name, reducer.codec, told, "sealed", secret)
    found = verify(store, name, reducer, [dice])
    notes: list[str] = []
    for battle in state.battles.values():
        if not battle.seal:
            continue
        try:
            same = store.entry(battle.diary, battle.head).seal.hex() == battle.seal
        except DiaryError:
            notes.append(f"The diary of the battle {battle.id} is not in this file.")
            continue
        if not same and not found.bad:
            why = f"the battle {battle.id} is not the one whose outcome was filed"
            found = found._replace(bad=(battle.head, why))
    return dice.report(found, notes)


def told(event: Any) -> Told:
    """What an event of a campaign says of the dice."""
    match event:
        case e.CampaignOpened() | e.CampaignForked():
            return Told(commitment=event.commitment)
        case e.SecretRevealed():
            return Told(revealed=event.secret)
        case e.Contributed():
            return Told(contributed=(event.author, event.text))
        case _:
            die = getattr(event, "die", 0)
            return Told(rolled=(die,)) if die else NOTHING
