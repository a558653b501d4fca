"""Bytes on a real terminal: what is no text ends nothing, what is pasted is no key."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.tui.playing import opened
from tests.tui.terminals import terminal
from tests.tui.test_two_terminals import ROOT, environment
from tui.app import CRASH

LONG = "u" * 40
BYTES = {
    "0xff": b"\xff",
    "latin-1": "ü é".encode("latin-1"),
    "half of a character": b"\xc3",
    "a key that there is not": b"\x1b[99999999999u",
    "a title": b"\x1b]0;eeu\x07",
    "an answer": b"\x1bP1$ree\x1b\\\x1b_eeu\x1b\\\x1bOe\x1b[101~",
    "a number that is none": b"\x1b[;;u\x1b[<M",
}
PASTED = {
    "text": "uu",
    "an escape": f"\x1b{LONG}",
    "a key's sequence": f"\x1b[A\x1bOP\x1b{LONG}\x1b[200~u",
    "the mouse": f"\x1b[<0;3;3M\x1b[<0;3;3m\x1b{LONG}",
    "an escape last": "u\x1b",
    "steering": "\x00\x03\x11q\r",
}


def play(tmp_path: Path, *sent: bytes) -> Headquarters:
    """A battle with an action in it, what was sent to its terminal, and a key that shows that it still listens."""
    home = tmp_path / "home"
    with Headquarters(home) as hq:
        battle = opened(hq)
        hq.battles.act(battle, next(one for one in hq.battles.legal(battle) if not one.dice).action)
    command = [sys.executable, "-m", "tui.cli.main", "play", battle, "--home", str(home)]
    with terminal(command, environment(), str(ROOT)) as player:
        player.until("Tank Duel in Korea", "to act: ")
        for one in sent:
            player.send(one)
        player.send("?")
        player.until("How to play")
        player.forget()
        player.send("\x1b")
        player.until("to act: ")
        player.send("q")
        player.until("Everything is in the diary.")
        assert player.ended() == 0 and "Traceback" not in player.text
    assert not (home / CRASH).exists()
    return Headquarters(home)


@pytest.mark.parametrize("sent", BYTES.values(), ids=list(BYTES))
def test_what_cannot_be_read_ends_nothing(tmp_path: Path, sent: bytes):
    with play(tmp_path, sent) as hq:
        assert hq.battles.head(hq.battles.all()[0].battle) == 2


@pytest.mark.parametrize("inside", PASTED.values(), ids=list(PASTED))
def test_nothing_that_is_pasted_is_a_key(tmp_path: Path, inside: str):
    half = len(inside) // 2
    paste = f"\x1b[200~{inside[:half]}".encode(), f"{inside[half:]}\x1b[201~".encode()
    with play(tmp_path, *paste) as hq:
        assert [one.kind for one in hq.battles.log(hq.battles.all()[0].battle)].count("rewind") == 0
        assert hq.battles.head(hq.battles.all()[0].battle) == 2


def test_a_fault_of_the_keyboard_is_told_in_one_line(tmp_path: Path):
    program = (
        "import os, tui.shared.driver as driver; from campaign.headquarters import Headquarters;"
        "from pathlib import Path; from tui import terminal\n"
        "def broken(self): raise KeyError('secret')\n"
        "driver.Keyboard._read = broken\n"
        f"raise SystemExit(terminal.run(Headquarters(Path({str(tmp_path / 'home')!r}))))"
    )
    with terminal([sys.executable, "-c", program], environment(), str(ROOT)) as player:
        player.until("War Diary")
        player.send("j")
        player.until("stopped because of a mistake of its own")
        assert player.ended() != 0
        assert "Traceback" not in player.text and "secret" not in player.text
    assert "KeyError" in (tmp_path / "home" / CRASH).read_text()
