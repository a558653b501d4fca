"""What stands in for where a caller stands, until headquarters says it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from campaign.shared import answers


class Standing(Struct, frozen=True):
    entry: int
    seal: str
    viewer: str
    sides: tuple[str, ...]
    umpire: bool
    over: bool


def _standing(self: Any, name: str) -> Standing:
    look = self._look(name)
    diary = getattr(look, "battle", None) or look.campaign
    head, rights = look.head, look.rights
    return Standing(
        head.seq, head.seal.hex(), look.viewer, rights.sides, rights.umpire, diary.over(look.state)
    )


def stand_in() -> None:
    if not hasattr(answers, "Standing"):
        answers.Standing = Standing  # type: ignore[attr-defined]
    from campaign.battles.battles import Battles
    from campaign.campaigns.campaigns import Campaigns
    from campaign.shared.answering import reads

    for wing in (Battles, Campaigns):
        if not hasattr(wing, "standing"):
            wing.standing = reads("look")(_standing)  # type: ignore[attr-defined]


stand_in()
