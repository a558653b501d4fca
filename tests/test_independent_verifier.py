"""A battle fought to its end, exported, and checked by somebody who has only the file and the documentation."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.clock import World
from events.entry import diary_prefix, seal_of
from tests import independent_verifier
from tests.campaign.conftest import steady_world
from tests.campaign.test_corrections_in_forks import fought
from tests.independent_verifier import check

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished battle with contributions, rewinds and a fork that was fought to its end too."""
    folder = tmp_path_factory.mktemp("battle")
    random = Random(7)
    with Headquarters(folder / "home", World(steady_world().clock, random.randbytes)) as hq:
        opened = hq.battles.new("tank-duel", undo="free", name="duel")
        assert isinstance(opened, Acted)
        assert isinstance(
            hq.looking_as("us").battles.act("duel", {"kind": "contribute", "text": "5 août"}), Acted
        )
        fight(hq, "duel", random)
        forked = hq.battles.fork("duel", 8)
        assert isinstance(forked, Acted)
        assert isinstance(
            hq.looking_as("nk").battles.act(forked.diary, {"kind": "contribute", "text": "anew"}), Acted
        )
        fight(hq, forked.diary, random)
        hq.export(folder / "battle.ndjson")
    return folder / "battle.ndjson"


def fight(hq: Headquarters, battle: str, random: Random) -> None:
    while options := hq.battles.legal(battle):
        chosen = next(
            (one for one in options if one.dice),
            random.choice(options) if random.random() < 0.8 else options[0],
        )
        assert isinstance(hq.battles.act(battle, bytes(chosen.action)), Acted)
        if random.random() < 0.1:
            hq.battles.undo(battle)


def test_an_honest_battle_holds(battle: Path) -> None:
    faults, derived = check(battle)
    assert faults == []
    assert derived > 5


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("**/*.ndjson")), ids=lambda path: path.stem)
def test_diaries_of_the_first_scheme_hold_still(path: Path) -> None:
    faults, _ = check(path)
    assert faults == []


def test_a_campaign_holds_with_its_battles_and_what_was_entered_again(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", World(steady_world().clock, Random(7).randbytes)) as hq:
        assert isinstance(hq.campaigns.new("marines-in-korea", name="korea"), Acted)
        for side in ("us", "nk"):
            text = {"kind": "contribute", "text": f"{side} adds"}
            assert isinstance(hq.looking_as(side).campaigns.act("korea", text), Acted)
        score = {"kind": "score", "side": "us", "points": 1, "why": "a mistake"}
        scored = hq.looking_as("umpire").campaigns.act("korea", score)
        assert isinstance(scored, Acted)
        for step in hq.campaigns.staff.play("korea", pick=Random(3).randrange, until="1950-08-20"):
            assert isinstance(step, Acted)
        assert isinstance(hq.campaigns.undo("korea", scored.seq), Acted)
        end = {"kind": "end", "winner": "us", "why": "enough"}
        assert isinstance(hq.looking_as("umpire").campaigns.act("korea", end), Acted)
        assert hq.campaigns.verify("korea").sound
        hq.export(tmp_path / "campaign.ndjson")
    faults, derived = check(tmp_path / "campaign.ndjson")
    assert faults == []
    assert derived > 10


def test_a_fork_that_was_corrected_behind_its_beginning_holds(tmp_path: Path) -> None:
    """With the dice of its origin; and not if they are of another, or of nowhere."""
    with Headquarters(tmp_path / "home", World(steady_world().clock, Random(7).randbytes)) as hq:
        war, content = fought(hq, tmp_path)
        forked = hq.campaigns.fork(war)
        assert isinstance(forked, Acted)
        assert isinstance(hq.campaigns.returns.correct(forked.diary, replace(content, winner="blue")), Acted)
        end = {"kind": "end", "winner": "red", "why": "enough"}
        assert isinstance(hq.campaigns.act(forked.diary, end), Acted)
        hq.export(tmp_path / "fork.ndjson", [forked.diary])
    faults, _ = check(tmp_path / "fork.ndjson")
    assert faults == []

    def turned(body: dict[str, Any]) -> bool:
        return "of" in body and turn_a_die(body)

    def elsewhere(body: dict[str, Any]) -> bool:
        there = body["action"]
        return there.get("kind") == "rewind" and bool(there.update(at=99) or True)

    for change, fault in ((turned, "were not rolled before"), (elsewhere, "does not rest on")):
        faults, _ = check(forged(tmp_path / "fork.ndjson", tmp_path / "forged.ndjson", change, reseal=True))
        assert any(fault in one for one in faults), faults


def test_the_verifier_uses_nothing_of_ours() -> None:
    tree = ast.parse(Path(independent_verifier.__file__).read_text(encoding="utf-8"))
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported == {"hashlib", "hmac", "json", "sys"}


def forged(battle: Path, target: Path, change: Callable[[dict[str, object]], bool], *, reseal: bool) -> Path:
    """The file with the first body changed that `change` takes; all seals put right again if asked."""
    done, seals, out = False, dict[str, bytes](), list[bytes]()
    lines = battle.read_bytes().splitlines()
    for line in lines:
        item = json.loads(line)
        if "body" in item:
            name, body = item["of"], line[line.index(b'"body":') + 7 : -1]
            decoded = json.loads(body)
            if not done and change(decoded):
                done, body = True, json.dumps(decoded, ensure_ascii=False, separators=(",", ":")).encode()
            before = seals.get(name) or start_of(lines, name)
            seal = (
                seal_of(before, diary_prefix(name), item["seq"], body)
                if reseal
                else bytes.fromhex(item["seal"])
            )
            seals[name] = seal
            line = b'{"seq":%d,"of":"%s","seal":"%s","body":%s}' % (
                item["seq"], name.encode(), seal.hex().encode(), body,
            )  # fmt: skip
        out.append(line)
    assert done
    for i, line in enumerate(out):
        item = json.loads(line)
        if "diary" in item:
            item["diary"]["head"]["seal"] = seals[item["diary"]["name"]].hex()
            out[i] = json.dumps(item, separators=(",", ":")).encode()
    target.write_bytes(b"\n".join(out) + b"\n")
    return target


def start_of(lines: list[bytes], name: str) -> bytes:
    info = next(item["diary"] for item in map(json.loads, lines) if item.get("diary", {}).get("name") == name)
    return bytes.fromhex(info["origin"]["seal"]) if info["origin"] else bytes(32)


def turn_a_die(body: dict[str, object]) -> bool:
    draws = body.get("draws")
    if not isinstance(draws, list) or not draws:
        return False
    values = draws[0]["values"]
    values[0] = values[0] % 6 + 1
    return True


def test_a_changed_die_breaks_the_seal(battle: Path, tmp_path: Path) -> None:
    faults, _ = check(forged(battle, tmp_path / "forged.ndjson", turn_a_die, reseal=False))
    assert any("seal does not follow" in fault for fault in faults)


def test_a_changed_die_shows_even_when_every_seal_is_put_right(battle: Path, tmp_path: Path) -> None:
    faults, _ = check(forged(battle, tmp_path / "forged.ndjson", turn_a_die, reseal=True))
    assert not any("seal" in fault for fault in faults[:1] if "follow" in fault)
    assert any("are not those of the secret" in fault for fault in faults)


def test_another_secret_shows(battle: Path, tmp_path: Path) -> None:
    def change(body: dict[str, object]) -> bool:
        events = body.get("events")
        if not isinstance(events, list) or not events or events[0]["kind"] != "secret-revealed":
            return False
        events[0]["secret"] = "00" * 32
        return True

    faults, _ = check(forged(battle, tmp_path / "forged.ndjson", change, reseal=True))
    assert any("not the one committed to" in fault for fault in faults)


def test_a_changed_contribution_shows(battle: Path, tmp_path: Path) -> None:
    def change(body: dict[str, object]) -> bool:
        action = body["action"]
        assert isinstance(action, dict)
        if action["kind"] != "contribute":
            return False
        action["text"] = "6 août"
        return True

    faults, _ = check(forged(battle, tmp_path / "forged.ndjson", change, reseal=True))
    assert any("are not those of the secret" in fault for fault in faults)


@pytest.mark.usefixtures("example")
def test_shuffles_hold_and_forged_ones_show(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home", World(steady_world().clock, Random(7).randbytes)) as hq:
        assert isinstance(hq.battles.new("ring", name="duel"), Acted)
        assert all(
            isinstance(one, Acted)
            for one in hq.battles.bots.play("duel", {"red": "random", "blue": "random"})
        )
        hq.export(tmp_path / "battle.ndjson")
    faults, derived = check(tmp_path / "battle.ndjson")
    assert faults == []
    assert derived == 8 + 6

    def cut(body: dict[str, object]) -> bool:
        draws = body.get("draws")
        if not isinstance(draws, list) or draws[0].get("matters") != "shuffle":
            return False
        draws[0]["values"].reverse()
        return True

    faults, _ = check(forged(tmp_path / "battle.ndjson", tmp_path / "forged.ndjson", cut, reseal=True))
    assert any("'the kit of" in fault and "not those of the secret" in fault for fault in faults)
