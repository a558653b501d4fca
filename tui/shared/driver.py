"""The terminal's end of the line: bytes in, keys and pastes out. The one place that knows parts of Textual which are
not public; `tests/tui/shared/test_driver.py` fails if a new version has them otherwise.

Textual's own thread ends the program with a traceback at a byte that is no UTF-8, and lets what follows an ESC within a
paste through as keys.
"""

from __future__ import annotations

import os
import re
import selectors
from codecs import getincrementaldecoder

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.shared.hanging_up import hung_up
from tui.shared.pastes import ESC, Pasted, Pastes

SIZE = 4096
"""Bytes that are read at once."""
_PIECES = re.compile(r"\x1b\[(?:M...|\[.|[0-?]*[ -/]*[@-~])|.", re.DOTALL)
"""A sequence that is whole, or a character. Old mice send three after `M`; keys of the console begin with two `[`."""
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
        pastes, parser = Pastes(), XTermParser()
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(constants.ESCAPE_DELAY if pastes.held else LOOK):
                    parser = self._hear(parser, pastes, decode(self._read()))
                elif (rest := pastes.rest()) == ESC:
                    self.process_message(events.Key("escape", ESC))
                elif rest:
                    parser = self._feed(parser, rest)
                for event in parser.tick():
                    self.process_message(event)

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

    def _hear(self, parser: XTermParser, pastes: Pastes, text: str) -> XTermParser:
        for piece in pastes.feed(text):
            if isinstance(piece, Pasted):
                self.process_message(events.Paste(piece.text))
            else:
                parser = self._feed(parser, piece.text)
        return parser

    def _feed(self, parser: XTermParser, keys: str) -> XTermParser:
        """Answers with a new parser where this one fails, or waits for more of a sequence that is whole and that it
        does not know: in the end it would take that for keys, one by one."""
        for piece in _PIECES.findall(keys):
            found: list[Message] = []
            try:
                for event in parser.feed(piece):
                    found.append(event)
            except Exception:  # noqa: BLE001  no key is worth the program
                found.clear()
            if not found and piece[0] == ESC and len(piece) > 1:
                parser = _like(parser)
            for event in found:
                self.process_message(event)
        return parser


def _like(parser: XTermParser) -> XTermParser:
    """A new parser, for the same terminal."""
    found = XTermParser()
    found.last_x, found.last_y, found.mouse_pixels = parser.last_x, parser.last_y, parser.mouse_pixels
    found.terminal_size, found.terminal_pixel_size = parser.terminal_size, parser.terminal_pixel_size
    return found


def _fail(fault: Exception) -> None:
    raise fault
