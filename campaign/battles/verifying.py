"""A battle, checked: its chain, how its entries stand together, its states, its packs, its dice, and every decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles import table as t
from campaign.battles.deciding_again import BattleAgain
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.state import Battle
from campaign.library.installed import InstalledPacks
from campaign.rules.refused import Refused
from campaign.rules.seats import SeatEvent
from campaign.rules.system import System
from campaign.shared.answers import Proved, VerifyReport
from campaign.shared.callers import Caller
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from campaign.shared.seals import SHORT
from campaign.shared.structure import Shape, Structure
from campaign.shared.verifying import Audit, audited, report, secret_in
from events.codec import EventCodec, Unknown
from events.decoding import json_decoder
from events.entry import REVEAL, encode_json
from events.errors import DiaryError, UnknownEvent, fitting
from events.store import Store
from events.verify import Checks, verify

OPENINGS = {"open": t.BattleOpened, "fork": t.BattleForked}
OWN = {
    "contribute": t.Contributed,
    "concede": t.Conceded,
    "undo-request": t.UndoRequested,
    "undo-grant": t.UndoGranted,
    "undo-refuse": t.UndoRefused,
    REVEAL: t.SecretRevealed,
}
ENDED = frozenset({"rewind", "undo-request", "undo-grant", "undo-refuse", REVEAL})


def verified(
    battles: OpenBattles, battle: str, caller: Caller, vouched: Collection[str] = ()
) -> VerifyReport:
    """A battle, checked as far as its rule system is here, and told as the caller may know it. vouched: digests of
    packs that somebody else vouches for, as its campaign does. Raises DiaryError."""
    with fitting(battle, 1, "it cannot be checked"):
        try:
            opened = battles.get(battle)
        except Refused as refused:  # its rule system is not here, or cannot use its pack
            return check_closed(battles.store, battle, str(refused), caller)
        return check(opened, battles.packs, caller, vouched)


def check(
    battle: OpenBattle, packs: InstalledPacks, caller: Caller, vouched: Collection[str] = ()
) -> VerifyReport:
    """Chain, structure, states, packs, every die whose secret is known, and every decision of the rules that are here;
    of the diaries that it was forked from too, as far as it goes on from them."""
    store, name = battle.store, battle.name
    done = audited(battle, lambda one: audit(OpenBattle(store, one, battle.rules, battle.world), caller))
    charts, why = _charts(battle, packs, vouched)
    state = done.found.state
    if isinstance(state, Battle) and state.table.campaign and not vouched:
        forces = f"; its forces are for `campaign verify {state.table.campaign}`"
        charts = replace(charts, words=charts.words + forces)
    basis, brought = [_rules(battle, packs, done.audit.decides), charts], [why] if why else []
    found, dice, decides = done.found, done.audit.dice, done.audit.decides
    return report(store, name, found, dice, decides, done.unchecked, basis, brought)


def _rules(battle: OpenBattle, packs: InstalledPacks, decides: BattleAgain) -> Proved:
    here = battle.version
    if decides.foreign[0]:
        return Proved("rules", "not checked", f"{' and '.join(sorted(decides.others))}; here is {here}")
    if packs.foreign(battle.system.id):
        return Proved("rules", "brought along", f"{here}, which is no rule system of the program itself")
    return Proved("rules", "as shipped", here)


def _charts(battle: OpenBattle, packs: InstalledPacks, vouched: Collection[str]) -> tuple[Proved, str]:
    """What is to be said of its pack, and why nobody vouches for that, or ""."""
    system, pack = battle.system.id, battle.pack
    named = f"{system} {pack[:SHORT]}"
    if version := packs.shipped_by(system, pack):
        return Proved("charts", "as shipped", f"{named}, as of {version}"), ""
    if pack in vouched or packs.installed(system).pack.digest == pack:
        return Proved("charts", "brought along", f"{named}, which is known here, and not as it ships"), ""
    why = f"Its charts are another pack of {system} than ever shipped or is installed here: who opened it brought them."
    return Proved("charts", "brought along", f"{named}, by who opened it"), why


def audit(battle: OpenBattle, caller: Caller) -> Audit[BattleAgain]:
    """All that is checked of its entries. caller: to whom faults are told."""
    store, name = battle.store, battle.name
    info = store.info(name)
    shape = Shape("battle", OPENINGS, OWN, t.SEATS, (t.UndoSetAside,), ENDED, False, battle.over)
    secret = revealed_secret(store, name) or battle.rolling.secret()
    tells = partial(told, battle.system)
    kept_from = battle.kept_from(caller)
    dice = DiceCheck(name, tells, dice_of(store, name), secret, kept_from)
    return Audit(Structure(shape, info), dice, BattleAgain(battle, info.origin, kept_from))


def told(system: System | None, event: Any) -> Told:
    """What an event of a battle says of the dice. system: None if it is not here."""
    if not isinstance(event, t.TableEvent | SeatEvent):
        assert system is not None
        return Told(rolled=system.rolled(event), shuffled=system.shuffled(event))
    match event:
        case t.BattleOpened() | t.BattleForked():
            return Told(event.commitment, event.scheme)
        case t.SecretRevealed():
            return Told(revealed=event.secret)
        case t.Contributed():
            return Told(contributed=(event.side, event.text))
        case _:
            return NOTHING


def dice_of(store: Store, name: str) -> t.DiceMode:
    """How dice are rolled, as the battle was opened, or the one that it was forked from: not as a snapshot has it."""
    seen: set[str] = set()
    with suppress(DiaryError, msgspec.DecodeError):  # verify says where; sealed is what allows least
        while name not in seen:
            seen.add(name)
            origin = store.info(name).origin
            if origin is not None:
                name = origin.diary
                continue
            for event in t.codec.events(store.entry(name, 1).body):
                if isinstance(event, t.BattleOpened):
                    return event.dice
    return "sealed"


def revealed_secret(store: Store, name: str) -> bytes | None:
    """As the diary itself has it, also where its rule system is not here."""
    return secret_in(store, name, t.codec.events, partial(told, None))


# -- where the rule system is not here ---------------------------------------------------------------------------


_decode_table = json_decoder(t.Table).decode


class _TableOnly:
    """Folds what belongs to the table; a game's events are those of a version that is not here."""

    fingerprint = ""

    def __init__(self) -> None:
        self.codec: EventCodec[t.TableEvent | SeatEvent] = t.codec

    def initial(self) -> t.Table:
        return t.Table()

    def fold(self, state: t.Table, events: Sequence[t.TableEvent | SeatEvent | Unknown]) -> None:
        for event in events:
            if isinstance(event, Unknown):
                raise UnknownEvent(event.kind)
            t.APPLIERS[type(event)](state, event)

    def encode(self, state: t.Table) -> bytes:
        return encode_json(state)

    def decode(self, data: bytes) -> t.Table:
        return _decode_table(data)

    def digest(self, state: t.Table) -> str:
        return ""


def _never(_: object) -> bool:
    return False


def check_closed(store: Store, name: str, why: str, caller: Caller) -> VerifyReport:
    """Of a battle whose rule system or pack cannot be used here, for the reason why: chain, structure and dice. What it
    hides nobody can say, so all is for whoever keeps the diaries. Raises DiaryError."""
    shape = Shape("battle", OPENINGS, OWN, t.SEATS, (t.UndoSetAside,), ENDED, False, _never)
    secret = revealed_secret(store, name) or store.secret(name)
    dice = DiceCheck(name, partial(told, None), dice_of(store, name), secret, lambda _: not caller.keeper)
    looks = [Structure(shape, store.info(name)), dice]
    found = verify(store, name, _TableOnly(), Checks(looks))
    unchecked = f"{why.rstrip('.')}: states and decisions were not checked."
    basis = [Proved("rules", "not checked", why), Proved("charts", "not checked", why)]
    return report(store, name, found, dice, unchecked=[unchecked], basis=basis)
