"""On what terms something is asked for: done at most once, and only on what the caller has seen."""

from __future__ import annotations

from typing import NamedTuple

from campaign.shared.plain import checked


class Terms(NamedTuple):
    """On what terms something is asked for. key: the caller's own, "" for none; where something was done under it
    before, that is the answer, and nothing is done. expected: the newest entry that he has seen; None if he does not
    care."""

    key: str = ""
    expected: int | None = None

    def at(self, seq: int) -> Terms:
        """The same, of what he may do as it was seen at an entry: another program may append one in which he loses his
        seat before it is decided."""
        return self if self.expected is not None else self._replace(expected=seq)


NO_TERMS = Terms()


def terms(key: str, expected: int | None) -> Terms:
    """As a caller names them. Raises Refused for a key that is no plain text."""
    return Terms(checked(key, "key", "$.key"), expected)
