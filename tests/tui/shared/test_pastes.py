"""What is pasted is no key, whatever it holds and in however many reads it comes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.shared.pastes import END, ESC, START, Keys, Pasted, Pastes


def heard(*reads: str) -> tuple[str, list[str]]:
    """All keys, and what was pasted."""
    pastes = Pastes()
    pieces = [piece for read in reads for piece in pastes.feed(read)]
    keys = "".join(one.text for one in pieces if isinstance(one, Keys)) + pastes.rest()
    return keys, [one.text for one in pieces if isinstance(one, Pasted)]


@pytest.mark.parametrize(
    "inside",
    [
        "u",
        f"{ESC}u",
        f"a{ESC}",
        f"{ESC}[A{ESC}OPx",
        f"{ESC}[<0;3;3M{ESC}[<0;3;3m",
        START,
        f"{ESC}[201",
        "\r\n\x03\x11",
    ],
)
def test_nothing_in_a_paste_is_a_key(inside: str):
    keys, (pasted,) = heard(f"j{START}{inside}{END}k")
    assert keys == "jk"
    assert ESC not in pasted and "\x03" not in pasted


@given(st.lists(st.sampled_from([ESC, "[", "2", "0", "1", "~", "u", START, END]), max_size=12), st.data())
def test_it_does_not_matter_how_it_is_read(parts: list[str], data: st.DataObject):
    text = f"j{START}{''.join(parts)}{END}"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    reads = [text[a:b] for a, b in itertools.pairwise([0, *cuts, len(text)])]
    assert heard(*reads) == heard(text)


def test_a_paste_without_its_end_goes_on():
    pastes = Pastes()
    assert list(pastes.feed(f"{START}a{ESC}[201")) == []
    assert pastes.rest() == "" and list(pastes.feed("~u")) == [Pasted("a"), Keys("u")]


def test_escape_is_a_key_if_nothing_follows():
    pastes = Pastes()
    assert list(pastes.feed(ESC)) == [] and pastes.held == ESC
    assert pastes.rest() == ESC and pastes.held == ""
    assert list(pastes.feed("[")) == [] and pastes.rest() == "["
    assert list(pastes.feed(f"u{ESC}[A")) == [Keys(f"u{ESC}[A")]


def test_a_paste_whose_beginning_came_late_is_one_all_the_same():
    pastes = Pastes()
    assert list(pastes.feed(ESC)) == [] and pastes.rest() == ESC
    assert list(pastes.feed(f"[200~u{END}n")) == [Pasted("u"), Keys("n")]
    assert list(pastes.feed(f"{ESC}[20")) == [] and pastes.rest() == ""
    assert list(pastes.feed(f"0~u{END}")) == [Pasted("u")]
