"""What a side may do now by kind of action, for whoever typed one that it is not asked for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import get_args

import msgspec

from campaign.battles import queries
from campaign.battles.answers import LegalAction
from campaign.battles.open_battle import OpenBattle
from campaign.rules.refused import Refused
from campaign.shared.callers import Caller
from events.codec import tag_of
from events.errors import DiaryError

PLACES = ("$.kind", "$", "")
"""Where an action is wrong as a whole."""


@contextmanager
def taught(battle: OpenBattle, caller: Caller) -> Generator[None]:
    """Around the reading and judging of an action: where a refusal allows kinds of actions, it says what to type, and
    in words what that does, of those that may be done now. Raises as what it stands around."""
    try:
        yield
    except Refused as refused:
        known = {tag_of(one) for one in get_args(battle.decoder.type)}
        if refused.where not in PLACES or not refused.allowed or not known.issuperset(refused.allowed):
            raise
        if told := _told(_legal(battle, caller), refused.allowed):
            raise Refused(refused.reason, refused.rule, told, refused.where, refused.kind) from refused
        raise


def _legal(battle: OpenBattle, caller: Caller) -> Sequence[LegalAction]:
    """What the side may do for which the caller acts; nothing where that cannot be said."""
    try:
        found = queries.look(battle, caller)
        side = found.rights.side([one.side for one in battle.pending(found.state)])
        return queries.legal_for(found, [side])
    except (Refused, DiaryError):
        return ()


def _told(choices: Sequence[LegalAction], kinds: Sequence[str]) -> list[str]:
    """`{"kind":"pivot",…} (Tank 1 pivots to E, and 4 like it)` for each of the kinds that the choices are of."""
    found: dict[str, list[LegalAction]] = {}
    for one in choices:
        if one.kind in kinds:
            found.setdefault(one.kind, []).append(one)
    return [_typed(few[0], len(few) - 1) for few in found.values()]


def _typed(choice: LegalAction, more: int) -> str:
    fields = msgspec.json.decode(choice.action)
    rest = ",…" if len(fields) > 1 or choice.ranges else ""
    return f'{{"kind":"{choice.kind}"{rest}}} ({choice.label}{f", and {more} like it" if more else ""})'
