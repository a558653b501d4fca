"""A battle, checked: its chain, its states, its packs and its dice."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.rules.system import System
from campaign.shared.answers import VerifyReport
from campaign.shared.dice_check import NOTHING, DiceCheck, Told
from events.errors import DiaryError
from events.verify import verify


def check(battle: OpenBattle) -> VerifyReport:
    """Chain, states, packs, and every die whose secret is known."""
    source = battle.diary.current()[1].table.dice
    codec = battle.diary.reducer.codec
    dice = DiceCheck(battle.name, codec, lambda event: told(battle.system, event), source, secret_of(battle))
    return dice.report(verify(battle.store, battle.name, battle.diary.reducer, [dice]))


def told(system: System, event: Any) -> Told:
    """What an event of a battle says of the dice."""
    match event:
        case t.BattleOpened() | t.BattleForked():
            return Told(commitment=event.commitment)
        case t.SecretRevealed():
            return Told(revealed=event.secret)
        case t.Contributed():
            return Told(contributed=(event.side, event.text))
        case t.TableEvent():
            return NOTHING
        case _:
            return Told(rolled=system.rolled(event), shuffled=system.shuffled(event))


def secret_of(battle: OpenBattle) -> bytes | None:
    """The secret of the dice: as the diary itself reveals it, else as the store has it."""
    codec = battle.diary.reducer.codec
    with suppress(
        DiaryError, msgspec.DecodeError, ValueError
    ):  # verify says where; here only the secret is wanted
        for entry in battle.store.entries(battle.name):
            if entry.kind != "reveal":
                continue
            for event in codec.events(entry.body):
                if isinstance(event, t.SecretRevealed):
                    return bytes.fromhex(event.secret)
    return battle.secret()
