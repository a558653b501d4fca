"""A forger's copy of a diary: one entry is another, and every seal after it was made anew."""

from __future__ import annotations

from pathlib import Path

from campaign.checks import DiceCheck, secret_of
from campaign.headquarters import Headquarters
from events.entry import Draft
from events.sqlite import SQLiteStore
from events.verify import Report, verify


def verify_forged(hq: Headquarters, battle: str, seq: int, body: bytes, path: Path) -> Report:
    """What verification makes of a copy in which entry seq has this body."""
    desk, info = hq.desk(battle), hq.store.info(battle)
    codec = desk.diary.reducer.codec
    store = SQLiteStore(path)
    try:
        store.put_blob(desk.rules.pack.encode())
        store.create(battle, info.kind, info.title, info.created)
        for entry in hq.store.entries(battle):
            new = body if entry.seq == seq else entry.body
            store.append(battle, entry.seq - 1, [Draft(entry.parent, entry.kind, new, entry.key)])
        secret = secret_of(codec, list(store.entries(battle)))
        check = DiceCheck(battle, codec, "sealed", desk.rules, secret)
        return verify(store, battle, desk.diary.reducer, [check])
    finally:
        store.close()
