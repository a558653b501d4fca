"""Numbers with what they count."""

from __future__ import annotations

from campaign.rules.wording import count, noun, some_hexes


def test_a_number_agrees_with_its_noun():
    assert [count(n, "kill") for n in (0, 1, 2)] == ["0 kills", "1 kill", "2 kills"]
    assert [count(n, "entry", "entries") for n in (1, 11)] == ["1 entry", "11 entries"]
    assert [some_hexes(n) for n in (1, 3)] == ["1 hex", "3 hexes"]
    assert [noun(seconds, "second") for seconds in (0.5, 1, 2)] == ["seconds", "second", "seconds"]
