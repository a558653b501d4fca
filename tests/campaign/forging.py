"""A forger's copy of a diary: one entry is another, and every seal after it was made anew."""

from __future__ import annotations

from pathlib import Path

from campaign.battles.open_battle import OpenBattle
from campaign.battles.verifying import secret_of, told
from campaign.headquarters import Headquarters
from campaign.shared.dice_check import DiceCheck
from events.entry import Draft
from events.sqlite import SQLiteStore
from events.verify import Report, verify


def verify_forged(hq: Headquarters, battle: str, seq: int, body: bytes, path: Path) -> Report:
    """What verification makes of a copy in which entry seq has this body."""
    opened, info = hq._house.battles.get(battle), hq._house.store.info(battle)
    codec = opened.diary.reducer.codec
    store = SQLiteStore(path)
    try:
        store.put_blob(opened.rules.pack.encode())
        store.create(battle, info.kind, info.title, info.created)
        for entry in hq._house.store.entries(battle):
            new = body if entry.seq == seq else entry.body
            store.append(battle, entry.seq - 1, [Draft(entry.parent, entry.kind, new, entry.key)])
        forged = OpenBattle(store, battle, opened.rules, opened.world)
        check = DiceCheck(
            battle, codec, lambda event: told(opened.system, event), "sealed", secret_of(forged)
        )
        return verify(store, battle, opened.diary.reducer, [check])
    finally:
        store.close()
