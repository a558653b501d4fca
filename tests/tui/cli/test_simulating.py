"""`wardiary simulate` as scripts and people use it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.systems import find
from tests.tui.cli.running import Run

RANDOM = ("--seat", "us=bot:random", "--seat", "ge=bot:random")
pytestmark = pytest.mark.at_home("simulations are fought at home")
HERE = ("--battles", "6", "--jobs", "1")
FEW = ("--battles", "2", "--jobs", "1")


def test_a_table_for_people(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "200")
    out = wardiary("simulate", "tiger-shermans", *FEW, "--matrix").out
    for text in (
        "Germany wins",
        "random against sensible",
        "As a game",
        "won by",
        "what became of them",
        "seed 1",
    ):
        assert text in out
    assert wardiary("simulate", "tiger-shermans", *FEW, "--matrix").out == out


def test_json_has_every_battle_and_the_intervals(wardiary: Run):
    found = wardiary("simulate", "tiger-shermans", *HERE, *RANDOM, "--json").json
    (cell,) = found["cells"]
    assert [one["number"] for one in cell["fought"]] == [1, 2, 3, 4, 5, 6]
    assert 0 <= cell["wins"]["us"]["low"] <= cell["wins"]["us"]["share"] <= cell["wins"]["us"]["high"] <= 1
    assert found["setup"]["scenario"] == "tiger-shermans" and found["pack"] and found["version"]


def test_what_is_left_undone_is_shown(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "200")
    asked = ("simulate", "river-ford", *FEW, "--odds", "1")
    out = wardiary(*asked).out
    for text in ("turns of pieces", "never moved", "never contested", "(reckoned in 1 battle)"):
        assert text in out
    (cell,) = wardiary(*asked, "--json").json["cells"]
    assert {use["side"] for use in cell["uses"]} == {"red", "blue"}
    assert all(0 <= use["idle"] <= use["turns"] and use["reckoned"] == 1 for use in cell["uses"])
    assert "reckoned" not in wardiary("simulate", "river-ford", *FEW).out
    refused = wardiary("simulate", "river-ford", *FEW, "--odds", "-1")
    assert refused.status != 0 and "--odds" in refused.err


def test_one_battle_again_and_into_a_diary(wardiary: Run):
    found = wardiary("simulate", "tiger-shermans", *HERE, *RANDOM, "--json").json
    third = found["cells"][0]["fought"][2]
    told = wardiary("simulate", "tiger-shermans", *RANDOM, "--battle", "3")
    assert f"after {third['actions']} actions: {third['reason']}" in told.out
    saved = wardiary("simulate", "tiger-shermans", *RANDOM, "--battle", "3", "--save", "--json").json
    (info,) = wardiary("list", "--json").json
    assert info["battle"] == saved["battle"]
    assert info["verdict"]["turn"] == third["turn"] and info["verdict"]["reason"] == third["reason"]
    assert wardiary("verify", saved["battle"]).status == 0


def test_two_settings_are_compared(wardiary: Run):
    out = wardiary(
        "simulate", "tank-duel", *HERE, "--compare", "misadventure=true", "--compare", "nk=bot:random"
    ).out
    assert "1. setting" in out and "2. setting" in out and "misadventure true" in out
    assert re.search(r"The second gives North Korea .* of 6 battles with the same seeds \d+ end better", out)


@pytest.mark.parametrize("name", ["table.html", "table.md"])
def test_a_report_stands_alone(wardiary: Run, tmp_path: Path, name: str):
    file = tmp_path / name
    assert wardiary("simulate", "tiger-shermans", *FEW, "--matrix", "--report", str(file)).status == 0
    text = file.read_text()
    assert "As a game" in text and "random against sensible" in text and "ever attacked" in text
    if name.endswith(".html"):
        bots = len(find("combat-veteran").bot_names)
        assert text.count("<svg") == 1 + 2 * bots**2
        assert not re.search(r'(src|href)="[^#]', text) and "http://" not in text.replace(
            "http://www.w3.org", ""
        )
    else:
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert len(rows) > 10
        assert text.count("|---") > 5


def test_a_node_of_a_campaign(wardiary: Run):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    node = next(
        one["id"] for one in wardiary("campaign", "show", "korea", "--json").json["nodes"] if one.get("ready")
    )
    out = wardiary("campaign", "simulate", "korea", node, "--battles", "3", "--jobs", "1").out
    assert "Mustered: " in out and f"{node} of the campaign korea" in out and "main" in out
    refused = wardiary("campaign", "simulate", "korea", node, "--battle", "1", "--save")
    assert refused.status == 2 and "campaign begin" in refused.err
    compared = wardiary(
        "campaign", "simulate", "korea", node, "--battles", "2", "--jobs", "1", "--option", "declaring=each",
        "--compare", "declaring=all",
    )  # fmt: skip
    assert "declaring each" in compared.out and "declaring all" in compared.out
    refused = wardiary("campaign", "simulate", "korea", node, "--compare", "misadventure=maybe")
    assert refused.status == 2 and "true, false" in refused.err
    refused = wardiary("campaign", "simulate", "korea", node, "--option", "weather=mud")
    assert refused.status == 2 and "weather" in refused.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("waterloo",), "waterloo"),
        (("tank-duel", "--battles", "0"), "1 or more"),
        (("tank-duel", "--until", "wide"), "such as ±5"),
        (("tank-duel", "--until", "±0"), "such as ±5"),
        (("tank-duel", "--seat", "us=ann"), "only bots"),
        (("tank-duel", "--seat", "us"), "SIDE=bot:NAME"),
        (("tank-duel", "--seat", "us=bot:magic"), "magic"),
        (("tank-duel", "--save"), "--battle NUMBER"),
        (("tank-duel", "--battle", "1", "--compare", "us=bot:random"), "one setting"),
        (("tank-duel", "--matrix", "--compare", "us=bot:random"), "name one"),
        (("tank-duel", "--compare", "nonsense"), "NAME=VALUE"),
        (("tank-duel", "--option", "odd=1"), "odd"),
    ],
)
def test_refusals(wardiary: Run, arguments: tuple[str, ...], says: str):
    refused = wardiary("simulate", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert says in refused.err and "Traceback" not in refused.err


def test_until_takes_its_sign_or_not(wardiary: Run):
    for text in ("±40", "40", "40%", "+-40"):
        assert wardiary("simulate", "tiger-shermans", *RANDOM, *HERE, "--until", text).status == 0
