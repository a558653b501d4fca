"""Which of what a terminal sends was pasted, and which is keys. Pure: text in, pieces out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

ESC = "\x1b"
START, END = f"{ESC}[200~", f"{ESC}[201~"


class Keys(NamedTuple):
    """Text that was typed, with the sequences that keys and the mouse make."""

    text: str


class Pasted(NamedTuple):
    """All that was pasted at once, without what steers a terminal."""

    text: str


class Pastes:
    """Splits a stream at bracketed pastes. Whatever lies between a beginning and the first end is no key, in however
    many reads it comes.

    What may yet become the beginning of a paste is held: `held` is not empty then, and who reads calls `rest` if
    nothing more has come for a while.
    """

    def __init__(self) -> None:
        self.held = ""
        self._inside: str | None = None
        self._escaped = False

    def feed(self, text: str) -> Iterator[Keys | Pasted]:
        """What more text amounts to."""
        text, self.held = self.held + text, ""
        while text:
            if self._inside is not None:
                inside, end, text = (self._inside + text).partition(END)
                self._inside = None if end else inside
                if end:
                    yield Pasted(_plain(inside))
                continue
            begins = START[1:] if self._escaped and text[:1] != ESC else START
            keys, found, after = text.partition(begins)
            if found and (begins is START or not keys):
                if keys:
                    yield Keys(keys)
                self._inside, self._escaped, text = "", False, after
                continue
            if self._escaped and begins.startswith(text):
                self.held = text
                return
            self._escaped = False
            if begins is not START:
                continue  # the key was only that: what follows it is looked at for itself
            self.held = _beginning_of(START, text)
            if done := text[: len(text) - len(self.held)]:
                yield Keys(done)
            return

    def rest(self) -> str:
        """What is to be taken for keys, since nothing follows it: `ESC` alone is the key. The beginning of a longer
        sequence is held on."""
        if self.held == ESC:
            self.held, self._escaped = "", True
            return ESC
        if self._escaped and self.held:
            found, self.held, self._escaped = self.held, "", False
            return found
        return ""


def _plain(text: str) -> str:
    """Without what steers a terminal; lines end as everywhere."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in lines if c.isprintable() or c in "\n\t")


def _beginning_of(sequence: str, text: str) -> str:
    """The end of a text with which a sequence could begin."""
    sizes = range(min(len(sequence) - 1, len(text)), 0, -1)
    return next((text[-size:] for size in sizes if sequence.startswith(text[-size:])), "")
