"""A campaign, checked: its chain, states, dice, every decision, and that its battles are those it vouches for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles.open_battle import OpenBattles
from campaign.battles.verifying import verified
from campaign.campaigns.amending import AMENDING
from campaign.campaigns.deciding_again import CampaignAgain
from campaign.campaigns.defined import looked_at
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.vouching import Line, forked_along, unlike
from campaign.ledger import events as e
from campaign.ledger.state import Campaign, Engagement
from campaign.library.installed import InstalledPacks
from campaign.rules.wording import count
from campaign.shared.answers import Proved, VerifyReport
from campaign.shared.callers import Caller
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from campaign.shared.proving import with_battles
from campaign.shared.structure import Shape, Structure
from campaign.shared.verifying import Audit, audited, report, secret_in
from events.diary import chained
from events.entry import REVEAL
from events.errors import Damaged, DiaryError, NoSuchDiary
from events.store import Store

OPENINGS = {"open-campaign": e.CampaignOpened, "fork": e.CampaignForked}
OWN = {"contribute": e.Contributed, REVEAL: e.SecretRevealed}
ENDED = frozenset({"rewind", "amend", REVEAL})


def check(
    campaign: OpenCampaign,
    opened: OpenBattles | None,
    packs: InstalledPacks,
    caller: Caller,
    definition: str = "",
) -> VerifyReport:
    """Chain, structure, states, every die whose secret is known, every decision of the rules that are here, and of the
    battles that were begun and filed: that they are those, and hold themselves. Of the diaries that it was forked from
    too; and whether its rules ship. opened: where the battles are; None if they are checked elsewhere, and here
    only their seals. caller: to whom faults are told. definition: the beginning of the digest that its rules must
    have, "" if anybody may have brought them."""
    store, name = campaign.store, campaign.name
    done = audited(campaign, lambda one: audit(OpenCampaign(store, one, campaign.world), caller))
    found, unchecked, brought = done.found, done.unchecked, list[str]()
    told: tuple[str, ...] = ()
    battles: list[Sequence[Proved]] = []
    unseen = 0
    if found.bad:
        return report(store, name, found, done.audit.dice, done.audit.decides, unchecked)
    shown = not campaign.kept_from(caller)(found.state)
    defined = looked_at(campaign, packs, definition, shown)
    unchecked += defined.unchecked
    brought += defined.brought
    if defined.wrong:
        found = found._replace(bad=(0, defined.wrong))
    if isinstance(found.state, Campaign):
        audits = {name: done.audit, **done.origins}
        lines = [_line(one.decides.begun, forked_along(campaign, of)) for of, one in audits.items()]
        looked = _battles(store, opened, found.state, lines, caller, defined.packs.values())
        unchecked += looked.unchecked
        brought += looked.brought
        if looked.wrong and not found.bad:
            found = found._replace(bad=(0, looked.wrong))
        told = looked.told()
        battles, unseen = looked.proved, looked.unseen
    whole = report(
        store, name, found, done.audit.dice, done.audit.decides, unchecked, defined.proved, brought
    )
    return replace(
        whole,
        notes=(*told, *whole.notes),
        definition=defined.digest if shown else "",
        proved=with_battles(whole.proved, battles, unseen),
    )


def audit(campaign: OpenCampaign, caller: Caller) -> Audit[CampaignAgain]:
    """All that is checked of its entries."""
    store, name = campaign.store, campaign.name
    info = store.info(name)
    shape = Shape("campaign", OPENINGS, OWN, e.SEATS, (), ENDED, True, campaign.over, AMENDING, e.WentBehind)
    secret = secret_in(store, name, campaign.diary.reducer.codec.events, told) or campaign.rolling.secret()
    kept_from = campaign.kept_from(caller)
    dice = DiceCheck(name, told, "sealed", secret, kept_from, keeps=True)
    return Audit(Structure(shape, info), dice, CampaignAgain(campaign, info.origin, kept_from))


def _line(begun: Mapping[str, set[bytes]], forked: Mapping[str, str]) -> Line:
    return Line(begun.__contains__, begun.__getitem__, forked)


class _Looked:
    """What came of looking through the battles of a campaign. wrong: the first thing that is, or "". proved: of each
    that was checked. unseen: how many were not."""

    def __init__(self) -> None:
        self.wrong, self.unchecked, self.brought = "", list[str](), list[str]()
        self.battles = self.entries = self.decided = self.unseen = 0
        self.proved: list[Sequence[Proved]] = []

    def told(self) -> tuple[str, ...]:
        if not self.battles:
            return ()
        again = "all" if self.decided == self.entries else f"{self.decided}"
        which = f"Of its {self.battles} battles" if self.battles > 1 else "Of its battle"
        return (
            f"{which}, {count(self.entries, 'entry holds', 'entries hold')}, {again} of them decided again.",
        )


def _battles(
    store: Store,
    opened: OpenBattles | None,
    state: Campaign,
    lines: Sequence[Line],
    caller: Caller,
    packs: Collection[str],
) -> _Looked:
    """What is wrong with the battles of a campaign, and what of them could not be checked. packs: that it was opened
    with."""
    found = _Looked()
    for battle in state.battles.values():
        if not battle.diary:
            continue
        try:
            if store.head(battle.diary).seq or battle.seal:
                found.wrong = found.wrong or unlike(store, battle, state.scheme, lines)
                check = (
                    partial(_broken_chain, store)
                    if opened is None
                    else partial(_does_not_hold, opened, found, caller, packs)
                )
                broken = check(battle)
                found.unseen += opened is None
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
        found.unseen += 1
        found.unchecked.append(f"The diary of the battle {battle.id} is not in this file.")
    return found


def _does_not_hold(
    opened: OpenBattles, found: _Looked, caller: Caller, packs: Collection[str], battle: Engagement
) -> str:
    """Why the diary of a battle does not hold, the first place of it; "" if it does. Raises DiaryError."""
    report = verified(opened, battle.diary, caller, packs)
    found.battles, found.entries = found.battles + 1, found.entries + report.entries
    found.decided += report.decided
    found.proved.append(report.proved)
    found.unchecked += [f"In the battle {battle.id}: {why}" for why in report.unchecked]
    found.brought += [f"In the battle {battle.id}: {why}" for why in report.brought]
    return f"entry {report.first_bad}: {report.why}" if report.first_bad else ""


def _broken_chain(store: Store, battle: Engagement) -> str:
    """Why the seals of a battle's diary do not follow from its entries, the first place of it; "" if they do."""
    try:
        for _ in chained(store, store.info(battle.diary)):
            pass
    except Damaged as broken:
        return f"entry {broken.seq}: {broken.why}"
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
