"""The items of a file, each looked at when it is met."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec

from campaign.battles import table as t
from campaign.ledger import events as e
from campaign.rules.sealed_dice import commitment
from events.decoding import json_decoder
from events.entry import Body
from events.exchange import Item
from events.store import Blob, DiaryInfo, Sealed, Secret, Store

KINDS = ("battle", "campaign")
_opening = json_decoder(list[dict[str, Any]])
_body = json_decoder(Body)
_COMMITTING = {
    cls.__struct_config__.tag for cls in (t.BattleOpened, t.BattleForked, e.CampaignOpened, e.CampaignForked)
}


class ImportChecks:
    """Says what is wrong with the items of a file, in their order (see `events.exchange.import_diaries`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._packs: set[str] = set()
        self._secrets: dict[str, bytes] = {}
        self._committed: dict[str, str] = {}

    def __call__(self, item: Item) -> str | None:
        match item:
            case DiaryInfo():
                return self._diary(item)
            case Blob(content):
                self._packs.add(sha256(content).hexdigest())
                return None
            case Sealed():
                return self._entry(item)
            case Secret(diary, secret):
                self._secrets[diary] = secret
                return self._wrong_secret(diary)

    def _diary(self, info: DiaryInfo) -> str | None:
        if info.kind not in KINDS:
            return f"a diary is a {' or a '.join(KINDS)}, not a {info.kind[:60]!a}"
        try:
            datetime.fromisoformat(info.created)
        except ValueError:
            return f"{info.created[:60]!a} is not a date"
        return None

    def _wrong_secret(self, diary: str) -> str | None:
        """Whichever comes first in the file, the secret or the entry that commits to it. A diary whose first entry is
        not in the file has no entries there, and brings nothing."""
        secret, committed = self._secrets.get(diary), self._committed.get(diary)
        if secret is None or committed is None or commitment(secret, diary) == committed:
            return None
        return f"the secret of {diary} is not the one that its dice were committed to"

    def _entry(self, entry: Sealed) -> str | None:
        try:
            body = _body.decode(entry.draft.body)
            if entry.seq == 1:
                events = _opening.decode(body.events)
                for event in events:
                    if event.get("kind") in _COMMITTING:
                        self._committed[entry.diary] = str(event.get("commitment", ""))
                if why := self._wrong_secret(entry.diary):
                    return why
        except msgspec.DecodeError as error:
            return f"entry {entry.seq} of diary {entry.diary} cannot be read ({error})"
        if body.pack and body.pack not in self._packs:
            if self._store.blob(body.pack) is None:
                return f"entry {entry.seq} of {entry.diary} needs the pack {body.pack[:12]}, which is missing"
            self._packs.add(body.pack)
        return None
