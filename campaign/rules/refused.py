"""Refusals: values that teach. Raised inside the rules, handed out by headquarters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

QUOTED = 80
"""Characters of what somebody sent that a refusal repeats at the most."""
ENDS = 30
"""Those of them that are its end: of a path the file's name."""


class Refused(Exception):
    """An action, a file or a request that the rules do not allow.

    reason: what is wrong, a whole sentence. rule: the number in the rulebook, or "" where no rulebook speaks.
    allowed: what would be, as short phrases. where: path in the input that was bad, such as `$.facing`. kind: a word
    for programs: `refused`, or what headquarters knows beyond that (see `campaign.shared.answers.Refusal`).
    """

    def __init__(
        self, reason: str, rule: str = "", allowed: Sequence[str] = (), where: str = "", kind: str = "refused"
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.allowed = tuple(allowed)
        self.where = where
        self.kind = kind

    def __str__(self) -> str:
        text = f"{self.where}: {self.reason}" if self.where else self.reason
        if self.rule:
            text += f" [rule {self.rule}]"
        if self.allowed:
            text += f" Allowed: {listed(self.allowed)}."
        return text


def listed(allowed: Iterable[str]) -> str:
    """What is allowed, one after the other; of nothing that stands there one sees the quotes."""
    return ", ".join(one or '""' for one in allowed)


def no_such(
    what: str,
    id: str,
    known: Iterable[str],
    rule: str = "",
    where: str = "",
    within: str = "",
    kind: str = "refused",
) -> Refused:
    """To be raised for an id that names nothing. known: those that do. within: such as ` in this battle`."""
    known = tuple(known)
    return Refused(f"There is no {what} {quoted(id)}{within}.{meant(id, known)}", rule, known, where, kind)


def short(text: str) -> str:
    """A text, or its beginning and its end."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - ENDS - 1]}…{text[-ENDS:]}"


def quoted(text: object) -> str:
    """As it was sent, in quotes, and no more of it than helps."""
    return repr(short(str(text)))


def meant(id: str, known: Iterable[str]) -> str:
    """` Did you mean …?`, if one of the ids that there are is like this one; else ""."""
    from difflib import get_close_matches  # only where somebody has made a slip

    close = get_close_matches(id[:200], list(known), 1)
    return f" Did you mean {close[0]!r}?" if close else ""


class Unforeseen(Exception):
    """A mistake of a rule system: what it had allowed, on what the side knows, it refused on what is so. Why it did is
    of the truth, and stands in the cause alone, for a log."""

    def __init__(self, action: object) -> None:
        super().__init__(
            f"A mistake of the rule system: it allowed {type(action).__name__}, and then refused it."
        )
