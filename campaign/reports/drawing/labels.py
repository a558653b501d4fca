"""Texts of a board, put where they meet nothing: tried at several places, left out where none is free."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.reports.drawing.markup import XY, Box, covered, words


class Labels:
    """What is already covered. frame: texts stay within."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self.taken: list[Box] = []

    def take(self, box: Box) -> None:
        self.taken.append(box)

    def free(self, box: Box) -> bool:
        return self.frame.holds(box) and not any(box.meets(one) for one in self.taken)

    def place(
        self, lines: Sequence[str], tries: Sequence[tuple[float, float, str]], size: float, css: str
    ) -> str:
        """The lines at the first place that is free, "" if none is. tries: base line of the first one, and anchor."""
        for x, y, anchor in tries:
            boxes = [covered(x, y + i * size * 1.2, line, size, anchor) for i, line in enumerate(lines)]
            if all(self.free(box) for box in boxes):
                self.taken += boxes
                return "".join(
                    words(x, y + i * size * 1.2, line, css, anchor) for i, line in enumerate(lines)
                )
        return ""


def around(middle: XY, right: float, below: float, size: float) -> list[tuple[float, float, str]]:
    """Eight places beside something: right, left, above, below, then the corners."""
    x, y = middle
    return [
        (x + right, y + size / 3, "start"),
        (x - right, y + size / 3, "end"),
        (x, y - below - 4, "middle"),
        (x, y + below + size, "middle"),
        (x + right * 0.7, y - below * 0.8, "start"),
        (x - right * 0.7, y - below * 0.8, "end"),
        (x + right * 0.7, y + below * 0.8 + size * 0.8, "start"),
        (x - right * 0.7, y + below * 0.8 + size * 0.8, "end"),
    ]
