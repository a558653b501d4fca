"""Refusals: values that teach. Raised inside the rules, handed out by headquarters."""

from __future__ import annotations

from collections.abc import Sequence


class Refused(Exception):
    """An action, a file or a request that the rules do not allow.

    reason: what is wrong, a whole sentence. rule: the number in the rulebook, or "" where no rulebook speaks.
    allowed: what would be, as short phrases. where: path in the input that was bad, such as `$.facing`.
    """

    def __init__(self, reason: str, rule: str = "", allowed: Sequence[str] = (), where: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.allowed = tuple(allowed)
        self.where = where

    def __str__(self) -> str:
        text = f"{self.where}: {self.reason}" if self.where else self.reason
        if self.rule:
            text += f" [rule {self.rule}]"
        if self.allowed:
            text += f" Allowed: {', '.join(self.allowed)}."
        return text
