"""What a new table is called, and which one went on last."""

from __future__ import annotations

import re

from campaign.rules.refused import Refused
from campaign.rules.seats import LookOn
from campaign.shared.callers import SOMEBODY, Caller
from campaign.shared.clock import World
from campaign.shared.people import Kin
from campaign.shared.plain import diary_name
from events.store import Store

PRIVATE = 8
"""Random bytes in the name of a table that is unknown to others: nobody may find it by trying names."""
_MADE_UP = re.compile(f"[0-9a-f]{{{2 * PRIVATE}}}$")


def table_name(
    world: World, store: Store, caller: Caller, stem: str, name: str, look: LookOn, where: str = "$.name"
) -> str:
    """The name that somebody wants, or one that is made up. Raises Refused for one that cannot be."""
    if look != "invited":
        return diary_name(name, where) or world.name(store, stem)
    if name and not caller.here and not _MADE_UP.search(name):
        reason = "The name of a table that others are not to know of is made up, so that nobody finds it by guessing."
        raise Refused(reason, "", ["no name", f"one that ends in {2 * PRIVATE} hexadecimal digits"], where)
    return diary_name(name, where) or world.name(store, stem, PRIVATE)


def study_name(world: World, store: Store, caller: Caller, of: str, name: str, where: str) -> str:
    """The name of a fork: a study of one player's is unknown to others. of: the diary that it is forked from. Raises
    Refused."""
    own = caller.player != SOMEBODY
    return table_name(
        world, store, caller, f"{of.partition('~')[0]}~", name, "invited" if own else "members", where
    )


LOOKED_BACK = 200
"""Entries that are looked through for the newest that somebody may know of."""


def newest_known(store: Store, kin: Kin, caller: Caller) -> str:
    """The diary with the newest entry that somebody may know of; "" if there is none among the last ones."""
    recent = store.since(max(0, store.position() - LOOKED_BACK), LOOKED_BACK)
    names = dict.fromkeys(one.diary for one in reversed(recent))
    return next((name for name in names if kin.knows(caller, name)), "")
