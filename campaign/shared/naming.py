"""What a new table is called, and which one went on last."""

from __future__ import annotations

import re

from campaign.rules.refused import Refused
from campaign.rules.seats import LookOn
from campaign.shared.callers import Caller
from campaign.shared.clock import World
from campaign.shared.people import Kin
from campaign.shared.plain import diary_name
from events.store import Store

PRIVATE = 8
"""Random bytes in the name of a table that is unknown to others: nobody may find it by trying names."""
_MADE_UP = re.compile(f"[0-9a-f]{{{2 * PRIVATE}}}$")


def table_name(world: World, store: Store, caller: Caller, stem: str, name: str, look: LookOn) -> str:
    """The name that somebody wants, or one that is made up. Raises Refused for one that cannot be."""
    if look != "invited":
        return diary_name(name) or world.name(store, stem)
    if name and not caller.here and not _MADE_UP.search(name):
        reason = "The name of a table that others are not to know of is made up, so that nobody finds it by guessing."
        raise Refused(reason, "", ["no name", f"one that ends in {2 * PRIVATE} hexadecimal digits"], "$.name")
    return diary_name(name) or world.name(store, stem, PRIVATE)


LOOKED_BACK = 200
"""Entries that are looked through for the newest that somebody may know of."""


def newest_known(store: Store, kin: Kin, caller: Caller) -> str:
    """The diary with the newest entry that somebody may know of; "" if there is none among the last ones."""
    recent = store.since(max(0, store.position() - LOOKED_BACK), LOOKED_BACK)
    names = dict.fromkeys(one.diary for one in reversed(recent))
    return next((name for name in names if kin.knows(caller, name)), "")
