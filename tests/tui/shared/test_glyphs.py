"""Which signs are drawn: as the terminal and the locale say, unless somebody says it himself."""

from __future__ import annotations

import pytest

from tui.shared.glyphs import ASCII, UNICODE, from_environment


@pytest.mark.parametrize(
    ("environment", "ascii"),
    [
        ({"LANG": "de_DE.UTF-8", "TERM": "xterm-256color"}, False),
        ({"LANG": "en_US.utf8", "TERM": "tmux-256color"}, False),
        ({"LC_CTYPE": "UTF-8", "TERM": "xterm"}, False),
        ({"LANG": "C", "TERM": "xterm"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8", "TERM": "xterm"}, True),  # as Python leaves it there
        ({"TERM": "xterm"}, True),
        ({"LANG": "de_DE.ISO-8859-1", "TERM": "xterm"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX", "TERM": "xterm"}, True),
        ({"LANG": "de_DE.UTF-8", "TERM": "linux"}, True),
        ({"LANG": "de_DE.UTF-8", "TERM": "vt220"}, True),
        ({"LANG": "de_DE.UTF-8", "TERM": "vte-256color"}, False),
    ],
)
def test_locale_and_terminal_say_which(
    environment: dict[str, str], ascii: bool, monkeypatch: pytest.MonkeyPatch
):
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert from_environment() is (ASCII if ascii else UNICODE)
    assert from_environment(wanted=not ascii) is (UNICODE if ascii else ASCII), "the settings know better"
    monkeypatch.setenv("WARDIARY_ASCII", "0" if ascii else "1")
    assert from_environment(wanted=ascii) is (UNICODE if ascii else ASCII), "and the variable best"
