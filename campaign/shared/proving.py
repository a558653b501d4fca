"""What a verification proved, line by line: the one statement that all doors show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.wording import count
from campaign.shared.answers import Proved, Vouched
from campaign.shared.deciding_again import DecidingAgain
from campaign.shared.dice_check import DiceCheck

PEOPLE = Proved(
    "people",
    "not signed by anybody",
    "names of players stand in the entries as whoever kept the diary wrote them",
)
TIMES = Proved(
    "times",
    "not signed by anybody",
    "times are what the clock of whoever kept the diary said, or he wrote",
)


def statement(
    entries: int, dice: DiceCheck, decides: DecidingAgain[Any] | None, basis: Sequence[Proved]
) -> tuple[Proved, ...]:
    """Of a diary that holds. entries: how many there are. basis: what is to be said of its rules and charts."""
    return (_dice(dice), _decisions(entries, decides), *basis, PEOPLE, TIMES)


_WEAKER: Sequence[Vouched] = (
    "derived", "decided again", "as shipped", "not signed by anybody", "brought along", "not sealed", "not checked",
)  # fmt: skip
"""From what is proved to what is not."""


def with_battles(
    proved: Sequence[Proved], battles: Sequence[Sequence[Proved]], unseen: int
) -> tuple[Proved, ...]:
    """A campaign's statement with those of its battles: it proves no more of anything than the weakest of them. unseen:
    battles that were not looked into."""
    found: list[Proved] = []
    for own in proved:
        standings: list[Vouched] = [
            one.standing for battle in battles for one in battle if one.subject == own.subject
        ]
        standings.extend("not checked" for _ in range(unseen))
        if not standings or own.subject in ("people", "times"):
            found.append(own)
            continue
        weakest: Vouched = max([own.standing, *standings], key=_WEAKER.index)
        found.append(Proved(own.subject, weakest, f"{own.words}; {_in_battles(standings)}"))
    return tuple(found)


def _in_battles(standings: Sequence[Vouched]) -> str:
    told = [one for one in _WEAKER if one in standings]
    if len(standings) == 1:
        return f"in its battle {told[0]}"
    if len(told) == 1:
        return f"in all of its {len(standings)} battles {told[0]}"
    counts = ", ".join(f"{standings.count(one)} {one}" for one in told)
    return f"of its {len(standings)} battles {counts}"


def _dice(dice: DiceCheck) -> Proved:
    if dice.by_hand:
        standing = "not signed by anybody"
    else:
        standing = "not checked" if dice.unchecked or dice.unlinked else "derived"
    return Proved("dice", standing, dice.told_of())


def _decisions(entries: int, decides: DecidingAgain[Any] | None) -> Proved:
    decided = decides.decided if decides is not None else 0
    if decided == entries:
        return Proved(
            "decisions", "decided again", f"{count(entries, 'entry', 'entries')}, all with the same outcome"
        )
    return Proved(
        "decisions", "not checked", f"of {count(entries, 'entry', 'entries')}, {decided} decided again"
    )
