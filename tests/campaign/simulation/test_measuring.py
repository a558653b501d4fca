"""What sides do with their pieces: who was idle, what was let be, what was refused, and where nobody went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct

from campaign.headquarters import Headquarters
from campaign.rules import doings
from campaign.rules.bots import Pick
from campaign.rules.doings import Doer, Goal
from campaign.rules.made import Made, one_each
from campaign.rules.options import Odds, Option, chance
from campaign.simulation import words
from campaign.simulation.answers import Contest, Extent, Setup, Use
from campaign.simulation.measuring import Meter, used
from campaign.simulation.playing import fight
from campaign.systems import find
from tests.conftest import PROFILE

SCENARIOS = ["tank-duel", "river-ford", "first-game", "crossroads"]


# -- a game of two pieces, in which everything is said by hand --------------------------------------------------


class Walk(Struct, frozen=True):
    unit: str


class Shoot(Struct, frozen=True):
    unit: str


class Rest(Struct, frozen=True):
    """unit: "" for all."""

    unit: str = ""


class Battle(Struct):
    """there: who stands at the well."""

    turn: int = 1
    left: int | None = None
    there: frozenset[str] = frozenset()


class ByHand(doings.Doings):
    moved = (Walk,)
    shot = (Shoot,)
    ends = (Rest,)
    attacks = (Shoot,)
    moves = (Walk,)
    harmless = frozenset({"missed"})

    def turn(self, state: Battle) -> int:
        return state.turn

    def doers(self, state: Battle) -> Iterable[Doer]:
        return [Doer("a1", "a"), Doer("a2", "a", shoots=False), Doer("b1", "b", moves=False)]

    def goals(self, state: Battle) -> Mapping[str, Goal]:
        return {"well": Goal("b", state.there)}

    def left(self, state: Battle) -> int | None:
        return state.left


class Chances:
    """Rules that know nothing but the chances of attacks: unit → that it hits."""

    def __init__(self, **hits: str) -> None:
        self.hits = {unit: Fraction(value) for unit, value in hits.items()}

    def odds(self, state: Any, side: str, action: Shoot) -> Odds:
        hit = self.hits[action.unit]
        return Odds((chance("hit", hit), chance("missed", 1 - hit)))


WALK, SHOT = Option(Walk("a1"), "a1"), Option(Shoot("a1"), "a1")
BOTH = [WALK, SHOT, Option(Walk("a2"), "a2"), Option(Rest())]


def meter(battle: Battle, odds: Any = None) -> Meter:
    return Meter(odds or Chances(), ByHand(), battle, odds is not None)


def let_be(one: Meter, battle: Battle, options: Sequence[Option], unit: str = "") -> None:
    one.before(battle, "a", Option(Rest(unit)), options)
    one.after(battle, [])


def of_a(one: Meter, battle: Battle) -> Use:
    return next(use for use in one.told(battle) if use.side == "a")


def test_who_could_and_did_nothing_is_idle():
    battle = Battle()
    one = meter(battle)
    one.before(battle, "a", WALK, BOTH)
    one.after(battle, [Walk("a1")])
    let_be(one, battle, BOTH)
    battle.turn = 2
    let_be(one, battle, BOTH)
    found = of_a(one, battle)
    assert (found.turns, found.idle, found.targets) == (4, 3, 1)
    assert (found.movers, found.unmoved, found.shooters, found.unshot) == (2, 1, 1, 1)


def test_who_had_nothing_to_do_is_not_idle():
    battle = Battle()
    one = meter(battle)
    let_be(one, battle, [Option(Rest())])
    assert of_a(one, battle).turns == 0


def test_who_does_something_later_in_the_turn_is_not_idle():
    battle = Battle()
    one = meter(battle)
    let_be(one, battle, BOTH)
    one.after(battle, [Shoot("a1")])
    assert of_a(one, battle).idle == 1, "only the other"


def test_an_end_of_one_piece_lets_no_other_be():
    battle = Battle()
    one = meter(battle)
    let_be(one, battle, BOTH, "a1")
    assert (of_a(one, battle).turns, of_a(one, battle).idle) == (1, 1)


def test_no_more_are_idle_than_could_still_be_used():
    battle = Battle(left=1)
    one = meter(battle)
    let_be(one, battle, BOTH)
    assert of_a(one, battle).idle == 1


@pytest.mark.parametrize(("hits", "refused"), [("1/2", 1), ("1/3", 1), ("1/4", 0)])
def test_a_good_attack_that_is_let_be_is_refused(hits: str, refused: int):
    battle = Battle()
    one = meter(battle, Chances(a1=hits))
    let_be(one, battle, BOTH)
    found = of_a(one, battle)
    assert (found.reckoned, found.refused) == (1, refused)


def test_a_good_attack_is_not_refused_by_who_does_something_afterwards():
    battle = Battle()
    one = meter(battle, Chances(a1="1/2"))
    let_be(one, battle, BOTH)
    one.after(battle, [Walk("a1")])
    assert of_a(one, battle).refused == 0


def test_it_is_refused_by_who_has_done_something_before():
    battle = Battle()
    one = meter(battle, Chances(a1="1/2"))
    one.after(battle, [Walk("a1")])
    let_be(one, battle, BOTH)
    assert of_a(one, battle).refused == 1


def test_an_objective_is_contested_by_who_stood_there_once():
    battle = Battle()
    one = meter(battle)
    assert [use.goals for use in one.told(battle)] == [(Contest("well", 1, 1),), ()], (
        "it was b's from the start"
    )
    battle.there = frozenset({"a"})
    one.after(battle, [Walk("a1")])
    battle.there = frozenset()
    one.after(battle, [Walk("a1")])
    assert of_a(one, battle).goals == (Contest("well", 1, 0),)


def test_battles_add_up():
    few = [
        Use("a", 4, 1, 1, 2, 1, 2, 0, (Contest("well", 1, 1),), 1, 2),
        Use("b", 1, 0, 0, 1, 0, 1, 1),
        Use("a", 6, 2, 0, 2, 0, 2, 2, (Contest("well", 1, 0), Contest("ford", 1, 0))),
    ]
    goals = (Contest("ford", 1, 0), Contest("well", 2, 1))
    assert used(few) == (Use("a", 10, 3, 1, 4, 1, 4, 2, goals, 1, 2), Use("b", 1, 0, 0, 1, 0, 1, 1))


# -- the games there are ---------------------------------------------------------------------------------------


class LazyBot:
    """Lets everything be that it can let be."""

    name = "lazy"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        found = [one for one in options if isinstance(one.action, rules.doings.ends)]
        return found[0] if found else options[0]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_bot_that_does_nothing_is_idle_all_the_time(hq: Headquarters, scenario: str):
    prepared = hq.simulations._prepared(Setup(scenario))
    lazy = replace(find(prepared.rules.system.id), bots=(LazyBot(), *prepared.rules.system.bots))
    rules = lazy.load(prepared.rules.pack)
    first, second = (side.id for side in prepared.info.sides)
    for side, other in ((first, second), (second, first)):
        uses = fight(rules, prepared.action, {side: "lazy", other: "sensible"}, 1, 1, odds=True).uses
        mine, theirs = (next(use for use in uses if use.side == one) for one in (side, other))
        overrun = scenario == "crossroads"  # who is overrun must fire
        assert 0 < mine.idle <= mine.turns and (overrun or mine.idle == mine.turns)
        assert mine.unmoved == mine.movers and (overrun or mine.unshot == mine.shooters)
        assert overrun or theirs.idle < theirs.turns
        assert 0 <= mine.refused <= mine.turns and theirs.targets <= theirs.idle
        assert all(goal.never for goal in mine.goals)


@pytest.mark.parametrize("scenario", SCENARIOS if PROFILE == "long" else SCENARIOS[:3])
def test_measuring_changes_no_battle(hq: Headquarters, scenario: str):
    """In the default profile without the longest battle, which takes as long as all others."""
    prepared = hq.simulations._prepared(Setup(scenario))
    (bots,) = prepared.pairings
    rules = prepared.rules.system.load(prepared.rules.pack)
    measured, reckoned = (fight(rules, prepared.action, bots, 3, 1, odds=odds) for odds in (False, True))
    rules.doings = None
    plain = fight(rules, prepared.action, bots, 3, 1)
    assert plain.uses == () and measured.uses
    for one in (measured, reckoned):
        assert (one.winner, one.reason, one.turn, one.actions, one.forces) == (
            plain.winner, plain.reason, plain.turn, plain.actions, plain.forces,
        )  # fmt: skip
    assert [use.turns for use in reckoned.uses] == [use.turns for use in measured.uses]
    assert [use.idle for use in reckoned.uses] == [use.idle for use in measured.uses], "nor what is counted"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_of_each_leaves_out_no_unit_and_no_kind(hq: Headquarters, scenario: str):
    """Where a list is made on demand, only some of it is looked at."""
    prepared = hq.simulations._prepared(Setup(scenario))
    rules, (bots,), lists = prepared.rules, prepared.pairings, 0

    class Looking:
        name = "sensible"

        def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
            nonlocal lists
            lists += isinstance(options, Made)
            whole, some = (
                {(one.unit, type(one.action)) for one in few} for few in (options, one_each(options))
            )
            assert whole == some
            return players.choose(rules, known, side, options, pick)

    players = rules.system.bot("sensible")
    looking = replace(rules.system, bots=(Looking(),)).load(rules.pack)
    fight(looking, prepared.action, bots, 1, 1)
    assert lists or scenario in ("river-ford", "first-game"), "these make no lists on demand"


def test_chances_are_reckoned_in_as_many_battles_as_asked_for(hq: Headquarters):
    setup = Setup("tank-duel")
    none, some = (hq.simulations.run(setup, Extent(4, jobs=1, odds=odds)).cells[0] for odds in (0, 3))
    assert [use.reckoned for use in none.uses] == [0, 0] and [use.reckoned for use in some.uses] == [3, 3]
    assert none.fought == some.fought


def test_a_score_stands_beside_the_verdict(hq: Headquarters):
    fought = hq.simulations.run(Setup("crossroads"), Extent(2, jobs=1)).cells[0]
    points = [
        f"{one} points" in reason.reason
        for reason in fought.reasons
        for one in {brief.score[0] for brief in fought.fought}
    ]
    assert any(points)


def test_what_was_left_undone_is_said_in_words(hq: Headquarters):
    table = hq.simulations.run(Setup("river-ford"), Extent(3, jobs=1, odds=1))
    (cell,) = table.cells
    told = [text for use in cell.uses for text in words.left(use, table.sides)]
    assert any("never contested" in text for text in told)
    assert any("(reckoned in 1 battle)" in text for text in told)
    row = words.use(cell.uses[0], cell, table.sides)
    assert len(row) == len(words.USES) and row[0] in {side.name for side in table.sides}
