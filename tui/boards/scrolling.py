"""How far a board that is larger than its pane is scrolled."""

from __future__ import annotations


def scrolled(at: int, size: int, whole: int, first: int, last: int, margin: int) -> int:
    """The scroll offset that brings first…last (exclusive) into view, by half screens, or as it was."""
    size = max(size, 1)
    half = max(size // 2, 1)
    most = max(whole - size, 0)
    margin = min(margin, max((size - (last - first)) // 2, 0))
    at = min(at, most)
    while at > 0 and first - margin < at:
        at = max(at - half, 0)
    while at < most and last + margin > at + size:
        at = min(at + half, most)
    return at


def centred(size: int, whole: int, first: int, last: int) -> int:
    """The scroll offset that has first…last (exclusive) in the middle, as far as the whole allows."""
    return max(0, min((first + last - size) // 2, whole - size))
