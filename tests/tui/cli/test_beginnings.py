"""Within a campaign, too, a beginning of an id is enough; what is no id, no date and no action is explained."""

from __future__ import annotations

import pytest

from campaign.shared.answers import Refusal
from tests.tui.cli.running import Run
from tui.cli.suggesting import Typed, allowed, answering, place


@pytest.fixture
def korea(wardiary: Run) -> Run:
    wardiary("campaign", "new", "marines", "--name", "korea")
    return wardiary


def test_a_person_an_asset_and_a_scenario_are_known_by_a_beginning(korea: Run):
    assert "Walter Novak is promoted to Sgt" in korea("campaign", "promote", "korea", "nov", "Sgt").out
    ran = korea("campaign", "strip", "korea", "a3")
    assert ran.status == 2 and "3 ids begin with 'a3'" in ran.err and "a32, a33, a34" in ran.err
    assert "Novak" in korea("campaign", "service", "korea", "nov").out
    assert "Sgt" in korea("campaign", "why", "korea", "nov", "rank").out
    assert "Sgt" in korea("campaign", "search", "korea", "--about", "nov").out
    assert "Obong-ni begins" in korea("campaign", "begin", "korea", "obong", "a33", "t301", "t302").out
    assert "is called off" in korea("campaign", "cancel", "korea", "obong").out
    assert "obong-ni-2" in korea("campaign", "begin", "korea", "obong", "a33", "t301", "t302").out
    assert "is called off" in korea("campaign", "cancel", "korea", "obong").out, "the one that was not yet"
    ran = korea("campaign", "cancel", "korea", "obong-ni-1")
    assert ran.status == 2 and "2 ids" not in ran.err


def test_who_or_what_is_unknown_is_guessed_at(korea: Run):
    ran = korea("campaign", "award", "korea", "novka", "Bronze Star")
    assert ran.status == 2 and "Did you mean 'novak'?" in ran.err
    ran = korea("campaign", "check", "marnes-in-korea")
    assert ran.status == 2 and "Did you mean 'marines-in-korea'?" in ran.err


def test_a_sample_is_checked_by_a_beginning(wardiary: Run):
    assert "Four days at the Fulda Gap: sound" in wardiary("campaign", "check", "fulda").out


@pytest.mark.parametrize(
    "words", [("show", "korea", "--date"), ("people", "korea", "--date"), ("difference", "korea", "1")]
)
def test_a_day_still_to_come_is_not_shown(korea: Run, words: tuple[str, ...]):
    ran = korea("campaign", *words, "1950-08-18")
    assert (ran.status, ran.out) == (2, "")
    assert "1950-08-18 is still to come. Allowed: up to 1950-08-17." in ran.err
    assert korea("campaign", *words, "1950-08-17").status == 0


def test_a_word_in_place_of_an_action_is_told_what_an_action_is(korea: Run):
    battle = korea("new", "tank-duel", "--json").json["battle"]
    for command in ("act", "odds", "preview"):
        ran = korea(command, battle, "foo")
        assert (
            ran.status == 2 and "the number of a choice" in ran.err and f"wardiary legal {battle}" in ran.err
        )
    ran = korea("campaign", "act", "korea", "foo")
    assert ran.status == 2 and "it is JSON here" in ran.err
    assert "This is not JSON" in korea("act", battle, '{"kind": ').err


def test_what_is_allowed_is_typed_behind_its_option_or_is_a_command():
    refusal = Refusal("Decide first.", "", ("17=stand", "advance"), "$.decisions")
    with answering(Typed(lambda: {"decide": "--decide"}, kind="campaign", diary="korea")):
        assert place(refusal.where) == "--decide"
        assert allowed(refusal) == (["--decide 17=stand"], ["wardiary campaign advance korea DAYS"])
