"""Whether an action answers what its side is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.sides import Sided, side_name


def answered(
    state: Sided, asked: Sequence[Pending], side: str, action: Any,
    kinds: Mapping[str, tuple[type[Any], ...]], rule: str, over: str = "",
) -> Pending:  # fmt: skip
    """The question that a side's action answers. kinds: which actions answer which question (`Pending.kind`); rule: of
    the sequence of play; over: of the end, where that is another. Raises Refused where the battle is over, another side
    decides, or something else is asked."""
    if not asked:
        raise Refused("The battle is over.", over or rule)
    mine = next((one for one in asked if one.side == side), None)
    if mine is None:
        others = " and ".join(side_name(state, one.side) for one in asked)
        raise Refused(f"It is {others} who must decide now ({asked[0].kind.replace('-', ' ')}).", rule)
    if type(action) not in kinds[mine.kind]:
        tags = [str(kind.__struct_config__.tag) for kind in kinds[mine.kind]]
        name = side_name(state, side)
        raise Refused(f"{name} is asked something else now: {mine.prompt}", rule, tags, "$.kind")
    return mine
