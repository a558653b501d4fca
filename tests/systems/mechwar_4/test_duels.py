"""What an overrun is reckoned to bring: round by round, as the rules have it (12)."""

from __future__ import annotations

from itertools import product

import pytest

from campaign.systems.mechwar_4.blows import Blow, spread
from campaign.systems.mechwar_4.duels import ROUNDS, Foe, duel, first_chance
from campaign.systems.mechwar_4.state import GONE
from tests.systems.mechwar_4.pack import charts

NOBODY = ((None, None, None),) * GONE
SURE = Blow("armour", 0, 30, 10)
"""A blow that costs three steps whatever the die shows."""
NOTHING = Blow("armour", 0, -30, -10)


def test_12_0_who_fires_first_in_a_firefight() -> None:
    """The lower die with its panic level; of a tie who has the lower level, and with equal levels it is rolled anew."""
    assert first_chance(1, 1) == pytest.approx(0.5)
    for mine, theirs in ((0, 2), (3, 1)):
        faces = [*product(range(1, 7), repeat=2)]
        wins = [
            one + mine < two + theirs or (one + mine == two + theirs and mine < theirs) for one, two in faces
        ]
        assert first_chance(mine, theirs) == pytest.approx(sum(wins) / 36)


def test_who_cannot_fire_is_beaten_in_as_many_rounds_as_are_looked_ahead() -> None:
    """One step at each hit: the chance that three of the rounds hit."""
    blow = Blow("armour", 2, 3)
    one = float(sum(part for _, steps, part in spread(charts(), blow) if steps))
    foe = Foe(2, 0, False, (blow, blow, blow), NOBODY)
    end = duel(charts(), 0, False, (foe,), 0.5)
    assert end.clear == end.kills[0] == pytest.approx(1 - (1 - one) ** ROUNDS)
    assert end.loss == end.gone == 0 and end.losses[0] == pytest.approx(end.clear / 3)


def test_who_fires_first_and_surely_hits_loses_nothing() -> None:
    foe = Foe(0, 0, False, (SURE, SURE, SURE), ((SURE, SURE, SURE),) * GONE)
    for first in (0.0, 0.3, 1.0):
        end = duel(charts(), 0, False, (foe,), first)
        assert end.clear == pytest.approx(first) and end.gone == pytest.approx(1 - first)
        assert end.loss == pytest.approx(1 - first) and end.losses == (pytest.approx(first),)


def test_the_others_in_the_hex_fire_too() -> None:
    """One after the other is fought, and all fire in each firefight."""
    target = Foe(0, 0, False, (NOTHING, NOTHING, NOTHING), NOBODY)
    other = Foe(0, 0, False, (NOTHING, NOTHING, NOTHING), ((SURE, SURE, SURE),) * GONE)
    assert duel(charts(), 0, False, (target,), 0.5).gone == 0
    assert duel(charts(), 0, False, (target, other), 0.5).gone == pytest.approx(1)


def test_7_5_a_suppressed_enemy_fires_as_he_is() -> None:
    """By his suppression, the deeper of which counts no more."""
    foe = Foe(0, 5, False, (NOTHING, NOTHING, NOTHING), ((SURE, SURE, NOTHING),) * GONE)
    assert duel(charts(), 0, False, (foe,), 0.5).gone == 0
    assert duel(charts(), 0, False, (foe._replace(suppression=1),), 0.5).gone == pytest.approx(1)
