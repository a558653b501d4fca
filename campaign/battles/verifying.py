"""A battle, checked: its chain, how its entries stand together, its states, its packs, its dice, and every decision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from campaign.battles import table as t
from campaign.battles.deciding_again import BattleAgain
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.rules.refused import Refused
from campaign.rules.seats import SeatEvent
from campaign.rules.system import System
from campaign.shared.answers import VerifyReport
from campaign.shared.callers import Caller
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
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


def verified(battles: OpenBattles, battle: str, caller: Caller) -> VerifyReport:
    """A battle, checked as far as its rule system is here, and told as the caller may know it. Raises DiaryError."""
    with fitting(battle, 1, "it cannot be checked"):
        try:
            opened = battles.get(battle)
        except Refused as refused:  # its rule system is not here, or cannot use its pack
            return check_closed(battles.store, battle, str(refused), caller)
        return check(opened, caller)


def check(battle: OpenBattle, caller: Caller) -> VerifyReport:
    """Chain, structure, states, packs, every die whose secret is known, and every decision of the rules that are here;
    of the diaries that it was forked from too, as far as it goes on from them."""
    store, name = battle.store, battle.name
    done = audited(battle, lambda one: audit(OpenBattle(store, one, battle.rules, battle.world), caller))
    return report(store, name, done.found, done.audit.dice, done.audit.decides, done.unchecked)


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


_table: EventCodec[t.TableEvent | SeatEvent] = EventCodec(t.EVENTS)


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
            for event in _table.events(store.entry(name, 1).body):
                if isinstance(event, t.BattleOpened):
                    return event.dice
    return "sealed"


def committed(body: bytes) -> str:
    """The commitment to its sealed dice with which an entry opens or forks a battle; "" if there is none."""
    found = (one for one in _table.events(body) if isinstance(one, t.BattleOpened | t.BattleForked))
    return next((one.commitment for one in found), "")


def revealed_secret(store: Store, name: str) -> bytes | None:
    """As the diary itself has it, also where its rule system is not here."""
    return secret_in(store, name, _table.events, partial(told, None))


# -- where the rule system is not here ---------------------------------------------------------------------------


_decode_table = json_decoder(t.Table).decode


class _TableOnly:
    """Folds what belongs to the table; a game's events are those of a version that is not here."""

    fingerprint = ""

    def __init__(self) -> None:
        self.codec: EventCodec[t.TableEvent | SeatEvent] = _table

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
    return report(store, name, found, dice, unchecked=[unchecked])
