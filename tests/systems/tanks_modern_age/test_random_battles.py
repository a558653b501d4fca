"""Random whole battles with random platoons of all five nations, through headquarters.

3 battles in the default profile, 500 in the long one. Runs long: after every entry the fold of the diary equals the
live state, rewinds lead back to the very state that was, and nothing that the other side can get names a card that lies
face down.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.battles.state import Battle
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Refusal
from campaign.systems.tanks_modern_age import roster
from campaign.systems.tanks_modern_age.charts import NATIONS
from campaign.systems.tanks_modern_age.positions import random_roster
from events.diary import Diary
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE
from tests.systems.tanks_modern_age.field import rules

BATTLES = 500 if PROFILE == "long" else 3
MISSIONS = ("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat", "table-top")
SYSTEM = "tanks-modern-age"
TOO_MANY = 6000


def text_of(*values: Any) -> str:
    return b"\n".join(map(msgspec.json.encode, values)).decode()


def turned_up(hq: Headquarters, battle: str) -> set[str]:
    """Cards that lay face up in any entry, one that was taken back included: everybody has seen them."""
    found: set[str] = set()
    for entry in hq._house.store.entries(battle):
        for event in json.loads(entry.body).get("events", []):
            if event["kind"] == "card-turned":
                found.add(event["card"])
    return found


def hidden_names(game: Any, viewer: str, known: set[str]) -> set[str]:
    """Ids and names of the cards that lie face down before the other side and nowhere else in sight."""
    charts = rules().charts
    down: set[str] = set()
    seen: set[str] = set()
    for model in game.models.values():
        for card in model.cards:
            unknown = model.side != viewer and card.turned < 0
            (down if unknown else seen).add(card.card)
    open_names = {charts.cards[card].name for card in seen | known}
    found = {name for card in down - seen - known for name in (f'"{card}"', charts.cards[card].name)}
    return {one for one in found if not any(one in name for name in open_names)}  # some names are alike


def artifacts(
    hq: Headquarters, battle: str, viewer: str, seqs: list[int], folder: Path
) -> Iterator[tuple[str, str]]:
    """Everything that a viewer can ask for, by name; single entries and states at some of the entries."""
    newest = hq.battles.head(battle)
    for seq in seqs:
        yield f"view at {seq}", text_of(hq.looking_as(viewer).battles.view(battle, seq))
        yield f"entry {seq}", text_of(hq.looking_as(viewer).battles.show(battle, seq))
        yield f"difference from {seq}", text_of(hq.looking_as(viewer).battles.difference(battle, seq, newest))
    yield "log", text_of(hq.looking_as(viewer).battles.log(battle))
    yield "info", text_of(hq.battles.info(battle))
    hq.looking_as(viewer).battles.excerpt(folder / "record.ndjson", [battle])
    yield "record", (folder / "record.ndjson").read_text()
    if viewer:
        choices = hq.looking_as(viewer).battles.legal(battle)
        yield "legal", text_of(choices)
        for one in choices[:6]:
            yield (
                "odds",
                text_of(
                    hq.looking_as(viewer).battles.odds(battle, one.action),
                    hq.looking_as(viewer).battles.preview(battle, one.action),
                ),
            )
        for wrong in (
            {"kind": "turn-up", "unit": "no-such-model", "slot": 0},
            *({"kind": "turn-up", "unit": unit, "slot": 0} for unit in _enemies(hq, battle, viewer)),
            *({"kind": "use-card", "unit": unit, "slot": 0} for unit in _enemies(hq, battle, viewer)),
            {"kind": "shoot", "unit": "no-such-model", "target": "nobody"},
            {"kind": "deploy", "unit": "no-such-model", "x": -1, "y": 5},
        ):
            answer = hq.looking_as(viewer).battles.act(battle, wrong)
            assert isinstance(answer, Refusal), answer
            yield f"refusal of {wrong}", text_of(answer)


def _enemies(hq: Headquarters, battle: str, viewer: str) -> list[str]:
    return [
        piece.id for piece in hq.looking_as(viewer).battles.view(battle).game.pieces if piece.side != viewer
    ][:2]


def betrayals(hq: Headquarters, battle: str, rnd: random.Random, folder: Path) -> list[str]:
    game = hq._house.battles.get(battle).diary.current()[1].game
    found, known = list[str](), turned_up(hq, battle)
    for viewer in ("blue", "red", ""):
        names = hidden_names(game, viewer, known)
        seqs = [1, *(rnd.randint(1, hq.battles.head(battle)) for _ in range(2))]
        for what, text in artifacts(hq, battle, viewer, seqs, folder):
            found += [f"{viewer!r} finds {name} in {what}" for name in names if name in text]
    return found


@settings(max_examples=BATTLES)
@given(st.sampled_from(MISSIONS), st.integers(0, 2**32 - 1))
def test_random_battles_hold_and_hide(scenario: str, seed: int):
    rnd = random.Random(seed)
    charts = rules().charts
    points = rnd.choice((40, 50, 60, 80))
    forces = {
        side: roster.plain(random_roster(charts, rnd.choice(list(NATIONS)), points, rnd.randrange))
        for side in ("blue", "red")
    }
    options = {**forces, "points": points, "turns": rnd.randint(3, 8)}
    if scenario not in ("table-top",):
        options["terrain"] = rnd.choice(("turns", "ready"))
    else:
        options["mission"] = rnd.choice(MISSIONS[:4])
    with (
        tempfile.TemporaryDirectory() as folder,
        Headquarters(folder, steady_world(str(seed))) as hq,
    ):
        opened = hq.battles.new(scenario, system=SYSTEM, options=options, undo="free")
        assert isinstance(opened, Acted), opened
        battle = opened.diary
        _play(hq, battle, rnd, Path(folder))
        report = hq.battles.verify(battle)
        assert report.sound, report.why


def _play(hq: Headquarters, battle: str, rnd: random.Random, folder: Path) -> None:
    bots = dict.fromkeys(("blue", "red"), "random")
    inside = hq._house.battles.get(battle)
    reducer = inside.diary.reducer
    reader = Diary[Battle, Any](hq._house.store, battle, reducer)
    digests: dict[int, str] = {}
    for _ in range(TOO_MANY):
        if hq.battles.info(battle).verdict is not None:
            return
        chance = rnd.random()
        if chance < 0.02 and hq.battles.head(battle) > 3:
            to = rnd.choice(sorted(digests))
            assert isinstance(hq.battles.rewind(battle, to), Acted)
            assert reducer.digest(inside.diary.current()[1]) == digests[to]
        else:
            answer = hq.battles.bots.move(battle, bots, rnd.randrange)
            assert isinstance(answer, Acted), answer
        live = reducer.digest(inside.diary.current()[1])
        assert live == reducer.digest(reader.current()[1])
        digests[hq.battles.head(battle)] = live
        if chance > 0.985 and hq.battles.info(battle).verdict is None:
            assert not betrayals(hq, battle, rnd, folder)
    raise AssertionError("the battle does not end")
