"""Parents: what an entry builds on, and where undo and redo lead. Pure functions, no store.

Entries mostly build on the one before them. Only the others, the rewinds, are looked at, newest first, and
never further back than need be: a long diary opens without reading its rows.

*Administrative* entries (rewinds, requests to undo and their answers) change no state. They are never
undone themselves; undo and redo go from one ordinary entry to the next.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from events.store import Step

ADMINISTRATIVE = frozenset({"rewind", "undo-request", "undo-grant", "undo-refuse"})

Segment = tuple[int, int]
"""(lo, hi): entries lo to hi, each building on the one before it."""
Rewinds = Callable[[int], Iterator[tuple[int, int]]]
"""until → (seq, parent) of the rewinds ≤ until, newest first."""
Steps = Callable[[int], Iterator[Step]]
"""until → the entries ≤ until, newest first."""

_LEAP = 1000
"""Going back further than this, ask anew instead of skipping what lies between."""


def between(after: int, head: int, kept: Sequence[Segment]) -> Iterator[Segment]:
    """Entries behind one and up to another that are in none of the segments, which are in order."""
    at = after
    for low, high in kept:
        if low - 1 > at:
            yield at + 1, low - 1
        at = max(at, high)
    if at < head:
        yield at + 1, head


def segments(rewinds: Rewinds, seq: int) -> Iterator[Segment]:
    """The lineage of an entry as segments, newest first. Of entry 0 (the beginning) there are none."""
    jumps = rewinds(seq)
    hi = seq
    while hi > 0:
        jump = next((one for one in jumps if one[0] <= hi), None)
        if jump is None:
            yield (1, hi)
            return
        lo, parent = jump
        yield (lo, hi)
        if lo - parent > _LEAP:
            jumps = rewinds(parent)
        hi = parent


def lineage(rewinds: Rewinds, seq: int) -> list[Segment]:
    """The lineage of an entry as segments, oldest first."""
    return list(segments(rewinds, seq))[::-1]


def is_ancestor(rewinds: Rewinds, ancestor: int, seq: int) -> bool:
    """Whether an entry is in the lineage of another (or is it). Entry 0 is in every lineage."""
    if ancestor == 0:
        return True
    for lo, hi in segments(rewinds, seq):
        if hi < ancestor:
            return False
        if lo <= ancestor:
            return True
    return False


def beyond(rewinds: Rewinds, seq: int, other: int, after: int = 0) -> list[Segment]:
    """What is in the lineage of `seq` and not in the lineage of `other`, oldest first. after: an entry; segments that
    end before it, or with it, are not looked for."""
    mine, theirs = segments(rewinds, seq), segments(rewinds, other)
    found: list[Segment] = []
    here, there = next(mine, None), next(theirs, None)
    while here is not None and here[1] > after:
        if there is None or here[0] > there[1]:
            found.append(here)
            here = next(mine, None)
        elif there[0] > here[1]:
            there = next(theirs, None)
        else:  # both lineages hold the smaller of the two ends, and all before it
            common = min(here[1], there[1])
            if common < here[1]:
                found.append((common + 1, here[1]))
            break
    return found[::-1]


def tips(rewinds: Rewinds, head: int, after: int = 0) -> dict[int, int]:
    """Each entry up to the head that is not in its lineage → the newest entry in whose lineage it is. after: the entry
    behind which they are looked for."""
    known = _remembered(rewinds, head)
    found: dict[int, int] = {}
    kept = segments(known, head)
    near = next(kept, None)
    for rewind, _ in takewhile(lambda one: one[0] > after, known(head)):
        while near is not None and near[0] >= rewind:
            near = next(kept, None)
        older = 0 if near is None else min(near[1], rewind - 1)  # the newest before it in the head's lineage
        for lo, hi in beyond(known, rewind - 1, older, after):
            for seq in range(max(lo, after + 1), hi + 1):
                found.setdefault(seq, rewind - 1)
    return found


def _remembered(rewinds: Rewinds, head: int) -> Rewinds:
    """The rewinds up to the head, each read once, and none before it is needed."""
    seen: list[tuple[int, int]] = []
    rest = rewinds(head)

    def known(until: int) -> Iterator[tuple[int, int]]:
        at = bisect_left(seen, -until, key=lambda one: -one[0])
        while True:
            if at == len(seen):
                if (older := next(rest, None)) is None:
                    return
                seen.append(older)
            if seen[at][0] <= until:
                yield seen[at]
            at += 1

    return known


def steps_of(steps: Steps, seq: int) -> Iterator[Step]:
    """The lineage of an entry, one by one, newest first."""
    walk = steps(seq)
    want = seq
    while want > 0:
        step = next((one for one in walk if one.seq <= want), None)
        if step is None:
            return
        yield step
        want = step.parent
        if step.seq - want > _LEAP:
            walk = steps(want)


def newest_ordinary(walk: Iterable[Step], administrative: Collection[str]) -> Step | None:
    """The first step on a walk that is not administrative."""
    return next((step for step in walk if step.kind not in administrative), None)


def undo_target(steps: Steps, head: int, administrative: Collection[str]) -> int | None:
    """The entry whose state an undo returns to (0: the beginning); None if there is nothing to undo."""
    newest = newest_ordinary(steps_of(steps, head), administrative)
    return None if newest is None else newest.parent


def redo_target(
    steps: Steps,
    rewinds: Rewinds,
    head: int,
    is_jump: Callable[[int], bool],
    administrative: Collection[str],
) -> int | None:
    """The entry whose state a redo returns to; None if there is nothing to redo.

    It is the next ordinary entry on the way from the present state to the tip: the newest ordinary entry,
    unless somebody has jumped off its lineage since then: then where that jump led. is_jump: whether the
    rewind of that seq was a jump, and not an undo or redo.
    """
    tip = _tip(steps, rewinds, head, is_jump, administrative)
    if tip is None:
        return None
    here = newest_ordinary(steps_of(steps, head), administrative)
    now = 0 if here is None else here.seq
    ahead: int | None = None
    for step in steps_of(steps, tip):
        if step.kind in administrative:
            continue
        if step.seq <= now:
            return ahead if step.seq == now else None
        ahead = step.seq
    return ahead if now == 0 else None


def _tip(
    steps: Steps, rewinds: Rewinds, head: int, is_jump: Callable[[int], bool], administrative: Collection[str]
) -> int | None:
    jumps: list[int] = []
    for step in steps(head):
        if step.kind not in administrative:
            tip = step.seq
            for jump in reversed(jumps):
                led_to = newest_ordinary(steps_of(steps, jump), administrative)
                if led_to is not None and not is_ancestor(rewinds, led_to.seq, tip):
                    tip = led_to.seq
            return tip
        if step.parent != step.seq - 1 and is_jump(step.seq):
            jumps.append(step.parent)
    return None
