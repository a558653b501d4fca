"""The critical deck over a long battle: every order of it follows from a draw that a stranger can check."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from events.entry import encode_json
from tests.campaign.conftest import steady_world
from tests.independent_verifier import check


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of many turns and criticals, fought by the random bot: the first of some that has enough of them.

    8 is known to be one; the others are there for the day when it is no longer.
    """
    folder = tmp_path_factory.mktemp("deck")
    with Headquarters(folder / "home", steady_world("deck")) as hq:
        options = {"blue": "us-100-team-yankee", "red": "ussr-100-guards", "terrain": "ready", "turns": 20}
        for number in (8, *range(8), *range(9, 12)):
            battle = f"long-{number}"
            opened = hq.battles.new("tank-ace", options=options, undo="free", name=battle)
            assert isinstance(opened, Acted), opened
            bots = dict.fromkeys(("blue", "red"), "random")
            for answer in hq.battles.bots.play(battle, bots, Random(number).randrange):
                assert isinstance(answer, Acted), answer
            assert hq.battles.info(battle).verdict is not None
            assert hq.battles.verify(battle).sound
            file = folder / f"{battle}.ndjson"
            hq.export(file, [battle])
            if (
                sum(
                    event["kind"] == "critical-drawn"
                    for body in bodies(file)
                    for event in body.get("events", [])
                )
                > 5
            ):
                return file
    raise AssertionError("no battle has enough criticals")


def bodies(diary: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in diary.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        if "body" in item:
            found.append(item["body"])
    return found


def test_a_stranger_can_derive_every_order_of_the_deck(diary: Path):
    faults, derived = check(diary)
    assert faults == []
    assert derived > 100


def test_orders_follow_from_their_draws_and_cards_come_from_the_top(diary: Path):
    order: list[int] = []
    away: set[int] = set()
    shuffles = drawn = 0
    for body in bodies(diary):
        draws = [d["values"] for d in body.get("draws", []) if d.get("matters") == "shuffle"]
        for event in body.get("events", []):
            if event["kind"] == "deck-shuffled":
                pile = sorted(event["order"])
                assert event["order"] == [pile[place - 1] for place in draws.pop(0)]
                assert not away & set(pile)
                order = event["order"]
                shuffles += 1
            elif event["kind"] == "critical-drawn":
                assert event["cards"] == order[: len(event["cards"])]
                order = order[len(event["cards"]) :]
                drawn += len(event["cards"])
            elif event["kind"] == "critical-suffered" and event.get("stays"):
                away.add(event["card"])
            elif event["kind"] == "repair-tried" and event["fixed"]:
                away.discard(event["card"])
            elif event["kind"] == "destroyed":
                away = set()  # which cards lay on it is of no interest here: they are in the discards now
        assert not draws
    assert shuffles > 8
    assert drawn > 5


def test_the_last_shuffle_is_not_to_be_changed_unnoticed(diary: Path, tmp_path: Path):
    lines = diary.read_text(encoding="utf-8").splitlines(keepends=True)
    at = max(i for i, line in enumerate(lines) if '"deck-shuffled"' in line and '"body"' in line)
    draw = next(d for d in json.loads(lines[at])["body"]["draws"] if d.get("matters") == "shuffle")
    old = encode_json(draw["values"]).decode()
    swapped = [draw["values"][1], draw["values"][0], *draw["values"][2:]]
    assert old in lines[at]
    lines[at] = lines[at].replace(old, encode_json(swapped).decode(), 1)
    forged = tmp_path / "forged.ndjson"
    forged.write_text("".join(lines), encoding="utf-8")
    faults, _ = check(forged)
    assert faults
