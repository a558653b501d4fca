"""Counters that lie face down: whatever is asked about them, by command line and over HTTP, each is like the other."""

from __future__ import annotations

import json

import pytest

from tests.tui.cli.running import Run, all_sit

PLAYERS = {"us": "ann", "soviet": "ben"}


@pytest.fixture
def fog(wardiary: Run) -> str:
    """A battle in the fog, both deployed; the first side is to act."""
    seats = [word for side, player in PLAYERS.items() for word in ("--seat", f"{side}={player}")]
    battle = wardiary("new", "crossroads", "--option", "fog=true", *seats, "--json").json["battle"]
    all_sit(wardiary, battle, *PLAYERS.values())
    for _ in range(4):
        for side, player in PLAYERS.items():
            listed = wardiary("legal", battle, "--player", player, "--json").json
            ready = [one for one in listed if one["action"]["kind"] in ("begin", "ready")]
            if ready:
                done = wardiary("act", battle, json.dumps(ready[0]["action"]), "--player", player)
                assert done.status == 0, (side, done.err)
    return battle


def told(wardiary: Run, fog: str, command: str, action: dict[str, str], unit: str) -> str:
    """What the first side is told, with the counter's id left out."""
    answer = wardiary(command, fog, json.dumps(action), "--player", "ann")
    assert answer.status == 2, answer
    assert "Traceback" not in answer.err
    return answer.err.replace(unit, "it")


@pytest.mark.served
def test_odds_and_previews_of_what_is_under_a_counter_are_refused_alike_for_all(
    wardiary: Run, fog: str, scale: int
):
    """Of each counter in the long profile, else of six."""
    pieces = wardiary("state", fog, "--player", "ann", "--json").json["game"]["pieces"]
    hidden = [one["id"] for one in pieces if one["side"] == "soviet"]
    assert len(hidden) > 5
    for kind, names in (("button", "unit"), ("start-move", "unit"), ("fire", "unit"), ("acquire", "target")):
        some = {
            told(wardiary, fog, command, {"kind": kind, names: unit, **_rest(kind)}, unit)
            for command in ("odds", "preview", "act")
            for unit in (hidden if scale > 1 else hidden[:6])
        }
        assert len(some) == 1, some
    words = json.dumps(pieces)
    assert "T-62" not in words and "BMP" not in words


def _rest(kind: str) -> dict[str, str]:
    more = {
        "fire": {"target": "A1", "arm": "main"},
        "acquire": {"unit": "A1"},
        "start-move": {"pace": "walk"},
    }
    return more.get(kind, {})
