"""The terminal's end of the line: bytes in, keys and pastes out. The one place that knows parts of Textual which are
not public; `tests/tui/shared/test_driver.py` fails if a new version has them otherwise.

Textual's own thread ends the program with a traceback at a byte that is no UTF-8, and lets what follows an ESC within a
paste through as keys, and whatever a terminal answers that it does not know.
"""

from __future__ import annotations

import os
import re
import selectors
import time
from codecs import getincrementaldecoder
from collections.abc import Callable

from textual import constants, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.shared.hanging_up import hung_up
from tui.shared.pastes import ESC, Pasted, Pastes
from tui.shared.sequences import Sequences

SIZE = 4096
"""Bytes that are read at once."""
LONGEST = 32
"""Characters of a sequence that Textual still takes for one; it takes more for keys."""
_NUMBERED = re.compile(r"\x1b\[(\d*)[\d:;]*([A-FHPQRS~])")
"""What Textual takes for a key, whatever the number."""
_WHERE = re.compile(r"\x1b\[\d+;\d+R")
"""Where the cursor is."""
LOOK = 0.1
"""Seconds between two looks whether the program ends."""


class Keyboard(LinuxDriver):
    """See the module. What cannot be read as a key is passed over."""

    def run_input_thread(self) -> None:
        try:
            self._listen()
        except Exception as fault:  # noqa: BLE001  told like every other fault, by the program and not by this thread
            self._app.call_later(_fail, fault)

    def _listen(self) -> None:
        decode = getincrementaldecoder("utf-8")("replace").decode
        heard = Heard(self.process_message)
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(constants.ESCAPE_DELAY if heard.waits() else LOOK):
                    heard.hear(decode(self._read()))
                else:
                    heard.nothing()
                heard.tick()

    def _read(self) -> bytes:
        try:
            found = os.read(self.fileno, SIZE)
        except OSError:
            if not hung_up():
                raise
            found = b""
        if not found:  # nobody is there any more: the program sees that by itself
            self.exit_event.wait(LOOK)
        return found


class Heard:
    """What the terminal's text amounts to, told as Textual's messages."""

    def __init__(self, tell: Callable[[Message], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._pastes, self._sequences, self._parser = Pastes(), Sequences(clock), XTermParser()

    def waits(self) -> bool:
        """Whether something may yet become a sequence: if nothing comes for a moment, `nothing` is to be called."""
        return bool(self._pastes.held)

    def hear(self, text: str) -> None:
        """More of what the terminal sends."""
        for piece in self._pastes.feed(text):
            if isinstance(piece, Pasted):
                if not self._sequences.waits():
                    self._tell(events.Paste(piece.text))
            else:
                self._feed(piece.text)

    def nothing(self) -> None:
        """Nothing more has come for a while."""
        if (rest := self._pastes.rest()) != ESC:
            self._feed(rest)
        elif ESC in self._sequences.feed(rest):
            self._tell(events.Key("escape", ESC))

    def tick(self) -> None:
        """Time goes on: an ESC that nothing followed is a key."""
        for event in self._parser.tick():
            self._tell(event)

    def _feed(self, keys: str) -> None:
        """Takes a new parser where this one fails, or waits for more of a sequence that is whole and that it does not
        know: in the end it would take that for keys, one by one."""
        for piece in self._sequences.feed(keys):
            if not _may_be_known(piece):
                continue
            found: list[Message] = []
            try:
                for event in self._parser.feed(piece):
                    found.append(event)
            except Exception:  # noqa: BLE001  no key is worth the program
                found.clear()
            if not found and piece[0] == ESC and len(piece) > 1:
                self._parser = _like(self._parser)
            for event in found:
                self._tell(event)


def _may_be_known(piece: str) -> bool:
    """Whether a sequence is none that Textual would take for characters that nobody typed: of what has a number and is
    no key it makes the character of that number. (What begins with 27 is any key with others held.)"""
    if len(piece) == 1 or piece in ANSI_SEQUENCES_KEYS:
        return True
    if len(piece) > LONGEST or piece[1] == "O":
        return False
    numbered = None if _WHERE.fullmatch(piece) else _NUMBERED.fullmatch(piece)
    if numbered is None:
        return True
    number, end = numbered.groups()
    return f"{number or 1}{end}" in FUNCTIONAL_KEYS or (number, end) == ("27", "~")


def _like(parser: XTermParser) -> XTermParser:
    """A new parser, for the same terminal."""
    found = XTermParser()
    found.last_x, found.last_y, found.mouse_pixels = parser.last_x, parser.last_y, parser.mouse_pixels
    found.terminal_size, found.terminal_pixel_size = parser.terminal_size, parser.terminal_pixel_size
    return found


def _fail(fault: Exception) -> None:
    raise fault
