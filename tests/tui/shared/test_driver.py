"""What a terminal sends: keys are keys, and nothing else is one."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable

import pytest
from textual import events, messages
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.shared import sequences
from tui.shared.driver import Heard


def names(told: Iterable[Message]) -> list[str]:
    return [one.key if isinstance(one, events.Key) else type(one).__name__ for one in told]


class Terminal:
    """Something that sends, at times of our own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.told: list[Message] = []
        self.heard = Heard(self.told.append, lambda: self.now)

    def sends(self, *reads: str, after: float = 0.01) -> list[str]:
        """What comes of it: keys by their names, all else by its kind."""
        for read in reads:
            self.now += after
            self.heard.hear(read)
        told, self.told[:] = names(self.told), ()
        return told

    def hears_nothing(self) -> list[str]:
        self.heard.nothing()
        return self.sends()


STRINGS = {
    "title": "\x1b]0;eXu\x07",
    "colour": "\x1b]11;rgb:1e1e/1e1e/eeee\x1b\\",
    "device": "\x1bP1$ree\rX\x1b\\",
    "program": "\x1b_ee\ru\x1b\\",
    "start": "\x1bXee\ru\x1b\\",
    "private": "\x1b^ee\ru\x1b\\",
    "large": f"\x1b]52;c;{'e' * 100_000}\x07",
    "escapes": "\x1b]0;e\x1b[Ae\x1be\x1b[200~e\x1b[201~e\x07",
}
UNKNOWN = {
    "a number": "\x1b[999~",
    "a number that is a letter": "\x1b[101~",
    "a number and an arrow": "\x1b[101A",
    "a number, held": "\x1b[101;5~",
    "the end of a paste": "\x1b[201~",
    "what it is": "\x1b[?1;2c",
    "modifiers": "\x1b[1;99X",
    "very long": f"\x1b[{'1;' * 40}e",
    "a final": "\x1bOz",
    "a final that is no letter": "\x1bO5z",
    "flags": "\x1b[?1u",
}


@pytest.mark.parametrize("text", [*STRINGS.values(), *UNKNOWN.values()], ids=[*STRINGS, *UNKNOWN])
def test_what_a_terminal_answers_is_no_key(text: str):
    assert Terminal().sends(f"j{text}k") == ["j", "k"]


@pytest.mark.parametrize("text", [*STRINGS.values(), *UNKNOWN.values()], ids=[*STRINGS, *UNKNOWN])
def test_nor_is_it_in_several_reads(text: str):
    for at in range(2, min(len(text), 60)):
        assert Terminal().sends("j", text[:at], f"{text[at:]}k") == ["j", "k"], at
    assert Terminal().sends(*text[:60], f"{text[60:]}k") == ["k"]


def test_an_escape_that_comes_late_ends_a_string():
    terminal = Terminal()
    assert terminal.sends("\x1b]0;ee\x1b") == [] and terminal.hears_nothing() == []
    assert terminal.sends("\\j") == ["j"]


def test_a_lone_beginning_does_not_eat_the_keyboard():
    terminal = Terminal()
    assert terminal.sends("\x1b]", "e") == []
    assert terminal.sends("j", after=sequences.SILENCE + 0.1) == ["j"]
    assert terminal.sends("\x1b]") == []
    typed = [terminal.sends("j", after=sequences.SILENCE / 2) for _ in range(60)]
    assert typed[0] == [] and typed[-1] == ["j"], "somebody types on"
    assert terminal.sends("\x1b[1", "j", after=sequences.SILENCE + 0.1) == ["j"]
    assert terminal.sends("\x1bO", "j", after=sequences.SILENCE + 0.1) == ["j"]


def test_what_breaks_off_is_no_key():
    terminal = Terminal()
    assert terminal.sends("\x1b[12\x1b[Aj") == ["up", "j"]
    assert terminal.sends("\x1b[12é\x1bO\x1b[B") == ["é", "down"]


@pytest.mark.parametrize("sequence", [one for one in ANSI_SEQUENCES_KEYS if one[:2] in ("\x1b[", "\x1bO")])
def test_every_key_that_textual_knows_is_one(sequence: str):
    expected = names(XTermParser().feed(sequence))
    assert Terminal().sends(sequence) == expected
    assert Terminal().sends(sequence[:2], sequence[2:]) == expected


def test_what_textual_asks_for_is_heard():
    terminal = Terminal()
    assert terminal.sends("\x1b[?2026;2$y") == [messages.TerminalSupportsSynchronizedOutput.__name__]
    assert terminal.sends("\x1b[10;20R", "\x1b[I", "\x1b[O") == ["CursorPosition", "AppFocus", "AppBlur"]
    assert terminal.sends("\x1b[48;24;80;480;800t") == ["Resize"]
    assert terminal.sends("\x1b[<0;3;3M", "\x1b[<0;3;3m") == ["MouseDown", "MouseUp"]
    assert terminal.sends("\x1b[106u", "\x1b[106;5u", "\x1b[27;5;106~") == ["j", "ctrl+j", "ctrl+j"]
    assert terminal.sends("\x1b[200~ee\x1b[201~") == ["Paste"]


def test_escape_and_alt_are_keys():
    terminal = Terminal()
    assert terminal.sends("\x1b") == [] and terminal.hears_nothing() == ["escape"]
    assert terminal.sends("j") == ["j"]


def test_textual_reads_the_terminal_as_it_did():
    """`tui/shared/driver.py` stands in for its loop: where this fails, look whether it still does all of it."""
    loop = inspect.getsource(LinuxDriver.run_input_thread) + inspect.getsource(LinuxDriver._run_input_thread)
    assert hashlib.sha256(loop.encode()).hexdigest()[:16] == "bb10b7ab95c730f3"
    parser = XTermParser()
    assert (parser.mouse_pixels, parser.terminal_size, parser.terminal_pixel_size) == (False, None, None)
    (key,) = parser.feed("\x1b[A")
    assert isinstance(key, events.Key) and key.key == "up"
