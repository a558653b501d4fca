"""Seals as people meet them: short enough to write down, compared with the diary later.

`57:0123456789abcdef` is entry 57, and the first 16 hexadecimal digits of its seal: 64 bits. Whoever rewrites a diary
and wants an entry to look as it was shown must find a history whose seal begins with these very digits: 2⁶⁴ tries, out
of reach. For 8 digits it would be 2³², minutes on one machine; fewer than 12 are not taken as proof of anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from campaign.rules.refused import Refused
from campaign.shared.answers import VerifyReport
from events.errors import DiaryError, NoSuchEntry
from events.store import Store

SHORT = 16
"""Hexadecimal digits of a seal that are shown."""
FEWEST, WHOLE = 12, 64
MOST = 1000
"""Seals that are compared at once."""
_SEAL = re.compile(rf"([1-9][0-9]{{0,17}}):([0-9a-fA-F]{{{FEWEST},{WHOLE}}})")


class Shown(NamedTuple):
    """An entry as it was shown. digits: how its seal begins, in lower case."""

    seq: int
    digits: str


def short_seal(seq: int, seal: str | bytes) -> str:
    """`SEQ:HEX` of an entry. seal: whole, as bytes or hex; where there is none, only the number."""
    text = seal if isinstance(seal, str) else seal.hex()
    return f"{seq}:{text[:SHORT]}" if text else str(seq)


def as_shown(text: str) -> Shown:
    """What a person typed or copied. Raises Refused."""
    found = _SEAL.fullmatch(text.strip())
    if found is None:
        reason = f"{text[:80]!r} is not a seal as it is shown."
        allowed = f"SEQ:HEX, such as 57:0123456789abcdef, with {FEWEST} to {WHOLE} hexadecimal digits"
        raise Refused(reason, "", [allowed], "$.seal")
    return Shown(int(found[1]), found[2].lower())


def compared(store: Store, diary: str, seen: Sequence[Shown]) -> tuple[int, str]:
    """The first entry that is not the one that was shown, and a sentence that says so; (0, "") if all are.

    Compares what is stored as their seals: that these are the seals of what the entries say is for `verify`.
    """
    for one in seen:
        try:
            seal = store.entry(diary, one.seq).seal.hex()
        except NoSuchEntry as error:
            why = (
                f"there is no such entry any more, but one was shown: the diary ends at entry {error.newest}"
            )
            return one.seq, why
        except DiaryError as error:
            return one.seq, f"it was shown, and cannot be read now: {error}"
        if not seal.startswith(one.digits):
            why = (
                f"it is not the entry that was shown: that one's seal begins with {one.digits}, "
                f"this one's with {seal[: len(one.digits)]}"
            )
            return one.seq, why
    return 0, ""


def held_against(report: VerifyReport, store: Store, seals: Sequence[str]) -> VerifyReport:
    """A diary's report, if its entries are also those that were shown; else one that names the first that is not.

    seals: as people give them. Raises Refused for one that is none.
    """
    if len(seals) > MOST:
        raise Refused(f"{len(seals)} seals cannot be compared at once.", "", [f"up to {MOST}"], "$.seal")
    seen = [as_shown(one) for one in seals]
    if not report.sound:
        return report
    seq, why = compared(store, report.diary, seen)
    if why:
        return replace(report, sound=False, entries=min(report.entries, seq - 1), first_bad=seq, why=why)
    same = f"{len(seen)} seals are" if len(seen) > 1 else f"Entry {seen[0].seq} is" if seen else ""
    return replace(report, notes=(*report.notes, f"{same} as shown.")) if seen else report
