"""Odds of what comes when it goes on: of one thing, as far as all that matters lies open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from campaign.contract.promises import loaded
from campaign.rules.chapters import ROUGH, ByDeed, ChapterRules
from campaign.rules.options import Odds
from campaign.systems.combat_volume_2.people import spotting
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Game
from campaign.systems.combat_volume_2.turn.go_on import GoOn
from campaign.systems.combat_volume_2.turn.team import waiting
from tests.conftest import PROFILE
from tests.systems.sampling import Counts, Position, deed, plays_of
from tests.systems.sampling.finding import by_play

PLAYS, SEEDS = (2_000, 4) if PROFILE == "long" else (150, 1)
MISSIONS = ("bazooka-in-the-street", "hamlet-panzerfausts", "orchard-fire", "woods-patrol")
ONE = GoOn("one")


@pytest.fixture(scope="module")
def rules() -> ChapterRules[Play]:
    made = loaded("combat-volume-2")
    assert isinstance(made, ChapterRules)
    return made  # pyright: ignore[reportUnknownVariableType]


def asked(rules: ChapterRules[Play], mission: str, seed: int = 0) -> Iterator[tuple[Game, Odds | None]]:
    """States of a mission in which it may go on, and the odds of the next thing."""
    for state, side, _ in by_play(rules, mission, seed, 600):
        if any(one.kind == "go-on" for one in rules.pending(state)):
            yield state, rules.odds(state, side, ONE)


@pytest.mark.parametrize("mission", MISSIONS)
def test_odds_of_going_on_are_what_comes_of_plays(rules: ChapterRules[Play], mission: str) -> None:
    counts, met = Counts(), dict[tuple[str, ...], int]()
    odds = rules.table.answers[GoOn].odds
    assert isinstance(odds, ByDeed)
    for seed in range(SEEDS):
        for state, told in asked(rules, mission, seed):
            if told is None or len(told.results) + len(told.also) < 2:
                continue
            assert told.within <= ROUGH
            kind = (state.phase, *sorted(one.result for one in told.results)[:2])
            met[kind] = met.get(kind, 0) + 1
            if met[kind] == 1:
                at = Position(rules.copy(state), "us", ONE)
                plays = plays_of(rules, at, deed(rules, odds, told), Random(f"{mission} {kind}"), PLAYS)
                counts.add("GoOn", str(kind), told, plays)
    assert met
    assert not counts.wrong()


def test_cards_and_who_looks_about_have_no_odds(rules: ChapterRules[Play]) -> None:
    """What is drawn leads to anything; what is found decides what is done then."""
    looking = cards = 0
    for state, told in asked(rules, "orchard-fire"):
        if state.phase == "enemy":
            cards += 1
            assert told is None
        elif state.phase == "impulse" and state.active:
            play = rules.play(state)
            first = next(waiting(play, state.teams[state.active]))
            if spotting.hidden(play, first):
                looking += 1
                assert told is None
    assert cards and looking


def test_of_more_than_one_thing_there_are_no_odds(rules: ChapterRules[Play]) -> None:
    """Up to the player's next decision, or through all of the turn's end."""
    for state, _ in asked(rules, "orchard-fire"):
        assert rules.odds(state, "us", GoOn("player")) is None
        if state.phase == "upkeep":
            assert rules.odds(state, "us", GoOn("team")) is None
