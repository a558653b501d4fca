"""What does not fit into the notice above the footer."""

from __future__ import annotations

from tui.shared.notice import ROWS, cut


def test_what_is_cut_off_ends_in_dots() -> None:
    long = " ".join(f"word{i:02}" for i in range(60))
    rows = cut(long, 40).splitlines()
    assert len(rows) == ROWS and rows[-1].endswith(" ...") and all(len(row) <= 40 for row in rows)
    assert cut(f"{long} ½", 40).endswith(" …")


def test_what_fits_stays_as_it_is() -> None:
    assert cut("one\ntwo", 40) == "one\ntwo"
