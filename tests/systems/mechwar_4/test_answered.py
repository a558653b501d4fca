"""The second stage of a shot's odds: what known overwatch does to who fires, and nothing of what is secret (6.91)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import answered
from campaign.systems.mechwar_4.decide import fire, shooting
from campaign.systems.mechwar_4.frames import Attack
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.state import Standing, Unit
from tests.systems.mechwar_4.field import Field
from tests.systems.mechwar_4.field import unit as piece
from tests.systems.mechwar_4.table import SU, US, Table, unit
from tests.systems.mechwar_4.test_odds import CHARTS, all_ways, fate

M60 = unit("m60a1", US, "0505", "A1")
T62, T72 = unit("t62", SU, "0509", "B1"), unit("t72", SU, "0609", "B2")
FAR = unit("truck", SU, "2420", "B9")
SHOT = a.Fire("A1", "B1")


def note(*units: Unit, on: tuple[str, ...] = ("overwatch",), marked: str = "") -> str:
    table = Table(*units, FAR, on=on)
    if marked:
        setattr(table.unit("B1"), marked, True)
    found = table.rules.odds(table.game, US, SHOT)
    assert found is not None
    return found.note.partition("If ")[2]


def test_6_91_the_odds_of_a_shot_say_what_the_best_overwatch_does_then():
    assert note(M60, T62).startswith("T-62 (B1) then answers by overwatch, M60A1 (A1): ")
    assert note(M60, T62, T72).startswith("T-64 or T-72 (B2) then answers")


def test_6_911_nobody_answers_who_has_moved_or_fired_or_where_overwatch_is_no_rule():
    assert note(M60, T62, on=()) == ""
    for marked in ("moved", "fired", "panicked"):
        assert note(M60, T62, marked=marked) == ""


def test_6_91_an_answer_is_answered_by_nobody():
    table = Table(M60, unit("t62", SU, "0512", "B1"), unit("t62", SU, "0612", "B2"), FAR, on=("overwatch",))
    table.fires("A1", "B1", 1)
    assert table.asked() == {SU: "overwatch"}
    found = table.rules.odds(table.game, SU, a.Fire("B2", "A1"))
    assert found is not None and "answers by overwatch" not in found.note


@pytest.mark.parametrize("damage", [0, 1])
def test_6_91_chances_of_the_second_stage_are_those_of_all_dice(damage: int):
    units = [
        piece("b1", "m60a1", "0302", damage=damage), piece("r1", "t62", "0304"), piece("r2", "truck", "0808"),
    ]  # fmt: skip
    field = Field(CHARTS, units)
    shooter = units[0]
    declared = field.play.again()
    fire.fire(declared, "blue", a.Fire("b1", "r1"))
    answer = answered.best(declared)
    assert answer is not None and answer.unit == "r1"

    def both(play: Play) -> None:
        attack = frame(play, Attack)
        fired = shooting.resolved(play, attack)
        foe, mine = play.state.units["r1"], play.state.units["b1"]
        if fired and not mine.out and not foe.out and fire.can_fire(play, foe, mine, "overwatch"):
            fire.declare(play, foe, mine, "overwatch", answer.arm)
            shooting.resolved(play, frame(play, Attack))

    expected: dict[str, Fraction] = defaultdict(Fraction)
    for game, weight in all_ways(declared.state, both).values():
        expected[fate(game.units["b1"], shooter)] += weight
    found: dict[str, Fraction] = defaultdict(Fraction)
    for word, part in answered.spread(declared, answer).items():
        found[word.partition(" and ")[0]] += part
    panic = expected.pop("panics under fire", Fraction()) + expected["no effect"]
    assert sum(found.values()) == 1
    assert found.pop("panics under fire", Fraction()) + found["no effect"] == panic
    assert {k: v for k, v in found.items() if k != "no effect"} == {
        k: v for k, v in expected.items() if k != "no effect"
    }


def test_20_43_what_is_secret_changes_nothing_of_the_second_stage():
    """What lies face down, standing orders, and what morale and orders of companies are."""
    notes: set[str] = set()
    for kind in ("t72", "truck", "sagger-team"):
        for order in (None, Standing(12)):
            hidden = unit(kind, SU, "0609", "B2", seen=False, standing=order)
            known = unit("t62", SU, "0509", "B1", standing=order)
            notes.add(note(M60, known, hidden, on=("overwatch", "fog")))
    (told,) = notes
    assert told.startswith("T-62 (B1) then answers")
