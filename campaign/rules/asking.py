"""Whether an action answers what its side is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from campaign.rules.muster import Verdict
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.sides import Sided, side_name


class Judged(Sided, Protocol):
    """A state that knows its sides and, once it is over, how it ended."""

    @property
    def verdict(self) -> Verdict | None: ...


def goes_on(state: Judged, rule: str) -> None:
    """Raises Refused where the battle is over. rule: about its end."""
    if state.verdict is not None:
        raise Refused("The battle is over.", rule)


def answered(
    state: Judged, asked: Sequence[Pending], side: str, action: Any,
    kinds: Mapping[str, tuple[type[Any], ...]], rule: str, over: str = "",
) -> Pending:  # fmt: skip
    """The question that a side's action answers. kinds: which actions answer which question (`Pending.kind`); rule: of
    the sequence of play; over: of the end, where that is another. Raises Refused where the battle is over, nobody or
    another side decides, or something else is asked."""
    goes_on(state, over or rule)
    if not asked:
        raise Refused("Nobody is asked anything now.", rule)
    mine = next((one for one in asked if one.side == side), None)
    if mine is None:
        others = " and ".join(side_name(state, one.side) for one in asked)
        raise Refused(f"It is {others} who must decide now ({asked[0].kind.replace('-', ' ')}).", rule)
    if type(action) not in kinds[mine.kind]:
        tags = [str(kind.__struct_config__.tag) for kind in kinds[mine.kind]]
        name = side_name(state, side)
        raise Refused(f"{name} is asked something else now: {mine.prompt}", rule, tags, "$.kind")
    return mine
