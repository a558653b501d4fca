"""What stands in for accounts, and for where a caller stands, until both are there."""

from __future__ import annotations

import importlib.util
import sys
import types
from typing import Any

from msgspec import Struct


class Account(Struct, frozen=True):
    player: str
    keeper: bool = False


class Pass(Struct, frozen=True):
    account: Account
    scopes: tuple[str, ...] = ("read", "play", "bot")
    campaigns: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        return self.account.player

    @property
    def keeper(self) -> bool:
        return self.account.keeper


class Accounts:
    """Tokens in a dict."""

    def __init__(self) -> None:
        self.passes: dict[str, Pass] = {}

    def resolve(self, token: str) -> Pass | None:
        return self.passes.get(token)


class Standing(Struct, frozen=True):
    newest: int
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
    if importlib.util.find_spec("api.accounts") is None:
        found: Any = types.ModuleType("api.accounts")
        found.Accounts, found.Pass = Accounts, Pass
        sys.modules["api.accounts"] = found
    from campaign.battles.battles import Battles
    from campaign.campaigns.campaigns import Campaigns
    from campaign.shared.answering import reads

    for wing in (Battles, Campaigns):
        if not hasattr(wing, "standing"):
            wing.standing = reads("look")(_standing)  # type: ignore[attr-defined]


stand_in()
