"""Rosters of one's own: kept, judged, refused."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.headquarters import Headquarters
from campaign.library.rosters import as_file
from campaign.library.settings import LARGEST
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal

pytestmark = pytest.mark.usefixtures("example")

SYSTEM = "duel-of-dice"
MINE: dict[str, Any] = {"title": "Mine", "cards": ["oak-shield", "fog-horn", "silver-spur", "loose-strap"]}
DEAR: dict[str, Any] = {"title": "Dear", "cards": ["ember-blade", "oak-shield", "fog-horn", "silver-spur"]}


def test_ready_made_and_own_rosters_are_listed_with_what_they_cost(hq: Headquarters):
    hq.rosters.save(SYSTEM, "mine", MINE)
    found = {one.id: one for one in hq.rosters.all()}
    assert (found["bold"].own, found["bold"].cost, found["bold"].title) == (False, 8, "The bold kit")
    assert (found["mine"].own, found["mine"].sound) == (True, True)
    assert hq.rosters.all("combat-veteran") == []
    with pytest.raises(Refused, match="no rule system"):
        hq.rosters.all("chess")


def test_a_saved_roster_is_what_was_saved_and_can_be_replaced(hq: Headquarters):
    hq.rosters.save(SYSTEM, "mine", MINE)
    assert hq.rosters.show(SYSTEM, "mine") == MINE
    hq.rosters.save(SYSTEM, "mine", DEAR)
    assert hq.rosters.show(SYSTEM, "mine") == DEAR
    assert [file.name for file in hq.home.rosters(SYSTEM).iterdir()] == ["mine.toml"]
    hq.rosters.delete(SYSTEM, "mine")
    with pytest.raises(Refused, match="no roster 'mine'") as found:
        hq.rosters.show(SYSTEM, "mine")
    assert found.value.allowed == ("bold", "wary")


def test_a_battle_keeps_the_roster_that_it_was_opened_with(hq: Headquarters):
    hq.rosters.save(SYSTEM, "mine", MINE)
    opened = hq.battles.new("ring", options={"red": "mine", "rounds": 1})
    assert isinstance(opened, Acted)
    hq.rosters.delete(SYSTEM, "mine")
    assert b'"title":"Mine"' in bytes(hq.looking_as("red").battles.show(opened.diary, 1).action)
    cards = {
        card.name
        for piece in hq.looking_as("red").battles.view(opened.diary).game.pieces
        for card in piece.cards
    }
    assert isinstance(hq.looking_as("red").battles.act(opened.diary, {"kind": "deal"}), Acted)
    assert cards <= {"", "Oak Shield", "Fog Horn", "Silver Spur", "Loose Strap"}


def test_what_the_rules_find_wrong_is_refused_when_the_battle_opens(hq: Headquarters):
    refused = hq.battles.new("ring", options={"blue": DEAR})
    assert isinstance(refused, Refusal)
    assert (refused.where, refused.rule) == ("$.options.blue", "4")
    assert "11 points; 10 are allowed" in refused.reason
    assert hq.battles.all() == []
    assert hq.rosters.judge(SYSTEM, DEAR).sound
    assert not hq.rosters.judge(SYSTEM, DEAR, 10).sound


@pytest.mark.parametrize(
    "name", ["", "..", "../mine", "a/b", "/etc/pass", "Mine", "-x", "mine.toml", "x" * 61, "a\n"]
)
def test_odd_names_are_refused(hq: Headquarters, name: str):
    with pytest.raises(Refused) as found:
        hq.rosters.save(SYSTEM, name, MINE)
    assert found.value.where == "$.name"
    with pytest.raises(Refused):
        hq.rosters.delete(SYSTEM, name)
    with pytest.raises(Refused):
        hq.rosters.show(SYSTEM, name)


def test_ready_made_rosters_are_not_replaced(hq: Headquarters):
    with pytest.raises(Refused, match="ready-made"):
        hq.rosters.save(SYSTEM, "bold", MINE)
    with pytest.raises(Refused, match="no roster 'bold'"):
        hq.rosters.delete(SYSTEM, "bold")


@pytest.mark.parametrize("roster", [
    {"title": "x"}, {"cards": 3}, {"title": "a\x1b[2J", "cards": []}, {"title": "x", "cards": [None]},
    {"title": "x" * LARGEST, "cards": []}, {"title": "x", "cards": [], "more": {1: object()}},
])  # fmt: skip
def test_what_is_no_roster_is_not_saved(hq: Headquarters, roster: Any):
    with pytest.raises(Refused):
        hq.rosters.save(SYSTEM, "mine", roster)
    assert not list(hq.home.rosters(SYSTEM).glob("*"))


@pytest.mark.parametrize("content, says", [
    (b"title = 3 3", "at line 1"), (b"\xff\xfe", "no text file"), (b"x = 1\n", "mine.toml"),
    (b"#" * (LARGEST + 1), "too big"), (b'title = "a\\u0007"\ncards = []', "U+0007"),
])  # fmt: skip
def test_a_file_that_is_no_roster_says_so_and_hides_no_other(hq: Headquarters, content: bytes, says: str):
    hq.rosters.save(SYSTEM, "other", MINE)
    (hq.home.rosters(SYSTEM) / "mine.toml").write_bytes(content)
    found = {one.id: one for one in hq.rosters.all(SYSTEM)}
    assert found["other"].sound
    assert not found["mine"].sound
    refused = hq.battles.new("ring", options={"red": "mine"})
    assert isinstance(refused, Refusal)
    assert says in found["mine"].problem
    assert "mine.toml" in found["mine"].problem
    assert refused.where


texts = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=8)
values = st.recursive(
    st.integers(-(2**40), 2**40) | st.booleans() | texts | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(texts, values, max_size=4))
def test_whatever_a_roster_holds_is_read_as_it_was_written(roster: dict[str, Any]):
    assert tomllib.loads(as_file(roster).decode()) == roster
