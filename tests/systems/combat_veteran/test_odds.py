"""Odds against `decide` itself: every roll tried, or thousands of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.dice import Faces, SeededDice
from campaign.rules.options import Odds
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import Marker
from events.entry import Draw, Matters
from tests.conftest import PROFILE
from tests.systems.combat_veteran.table import RULES, Table, opened, table, tell_all, unit

LONG = PROFILE == "long"
AT_ONCE = 40 if LONG else 8
"""Actions of one state that are looked at."""


class Wanted(Exception):
    """The script is at its end; so many dice are asked for."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__()
        self.count, self.sides = count, sides


class Laid:
    """Dice from a list of rolls; no part of the project."""

    def __init__(self, rolls: list[Faces]) -> None:
        self.rolls, self.draws = list(rolls), list[Draw]()

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        if count <= 0:
            return ()
        if not self.rolls:
            raise Wanted(count, sides)
        return self.rolls.pop(0)


def played(game: Table, action: a.AnyAction, dice: Any) -> list[e.Event]:
    """An action and what must follow it: the worst dice are cancelled first."""
    state = game.rules.copy(game.game)
    side = game.rules.pending(state)[0].side
    events = list(game.rules.advance(state, side, action, dice))
    while state.shot is not None:
        options = [option.action for option in game.rules.legal(state, game.rules.pending(state)[0].side)]
        if isinstance(options[0], a.Face):
            worst = a.Face(state.pieces[state.shot.target].facing)  # type: ignore[arg-type]
        else:
            worst = max(options, key=lambda one: sorted(one.cancel, reverse=True))
        events += game.rules.advance(state, game.rules.pending(state)[0].side, worst, dice)
    return events


def every_roll(game: Table, action: a.AnyAction) -> Iterator[tuple[list[e.Event], Fraction]]:
    """Every sequence of rolls that the action can lead to, each with its chance."""
    stack: list[tuple[list[Faces], Fraction]] = [([], Fraction(1))]
    while stack:
        rolls, chance = stack.pop()
        try:
            yield played(game, action, Laid(rolls)), chance
        except Wanted as wanted:
            share = chance / wanted.sides**wanted.count
            stack += [
                ([*rolls, faces], share) for faces in product(range(1, wanted.sides + 1), repeat=wanted.count)
            ]


def result_of(events: list[e.Event], target: str) -> str:
    kinds = {type(event): event for event in events if getattr(event, "unit", target) == target}
    if e.Wrecked in kinds:
        return "wrecked"
    if e.Killed in kinds:
        return "killed"
    if e.Wounded in kinds:
        return "wounded"
    if e.DamageTaken in kinds and kinds[e.DamageTaken].markers:  # type: ignore[union-attr]
        return "damaged"
    less = "no new damage" if e.DamageTaken in kinds else "no effect"
    return "stopped" if e.Stopped in kinds else less


def fractions(odds: Odds | None) -> dict[str, Fraction]:
    assert odds is not None
    return {one.result: Fraction(one.fraction) for one in odds.results}


def shot(dice: int, *markers: Marker, type: str = "humvee") -> Table:
    return table(
        unit("t34", "red", "1005", main=dice), unit(type, "blue", "1010", "NW", *markers, id="target", armor=0),
        unit("humvee", "blue", "2929", id="far"), phase="combat",
    )  # fmt: skip


FIRE = a.Fire("t34", "main", "target")


def by_brute_force(game: Table, action: a.AnyAction, target: str) -> tuple[dict[str, Fraction], Fraction]:
    """Chances of the results, and of `target` being stopped."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    stops = Fraction(0)
    for events, chance in every_roll(game, action):
        found[result_of(events, target)] += chance
        stops += chance * any(isinstance(event, e.Stopped) for event in events)
    return dict(found), stops


@pytest.mark.parametrize(("dice", "markers"), [
    (1, ()), (2, ()), (1, ("unmanned",)), (2, ("coaxial", "turret")),
    (1, ("coaxial", "hull-mg", "immobilized", "turret", "main-gun")),
])  # fmt: skip
def test_an_attack_on_a_vehicle(dice: int, markers: tuple[Marker, ...]) -> None:
    game = shot(dice, *markers)
    found, _ = by_brute_force(game, FIRE, "target")
    assert fractions(game.rules.odds(game.game, "red", FIRE)) == found


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("wounded", [False, True])
def test_an_attack_on_a_soldier(dice: int, wounded: bool) -> None:
    game = shot(dice, type="us-soldier")
    if wounded:
        tell_all(game, e.Wounded("target"))
    found, _ = by_brute_force(game, FIRE, "target")
    assert fractions(game.rules.odds(game.game, "red", FIRE)) == found


@pytest.mark.parametrize("power", [1, 2])
def test_defensive_fire(power: int) -> None:
    game = table(
        unit("humvee", "red", "1010", armor=0),
        unit("humvee", "red", "2929", id="far"),
        unit("t34", "blue", "1003", main=power),
    )
    game.do(a.Step("humvee", "1009", "NW"))
    fire = a.Fire("t34", "main", "humvee")
    found, stops = by_brute_force(game, fire, "humvee")
    odds = game.rules.odds(game.game, "blue", fire)
    assert fractions(odds) == found
    assert odds is not None
    assert {one.result: Fraction(one.fraction) for one in odds.also}["stopped"] == stops
    game.do(fire)
    assert fractions(game.rules.odds(game.game, "red", a.Face("NW"))) == found


@pytest.fixture
def worn() -> Table:
    """A vehicle with four markers has entered a hex, and is fired at with two dice."""
    had: tuple[Marker, ...] = ("coaxial", "hull-mg", "turret", "main-gun")
    game = table(
        unit("humvee", "red", "1010", "NW", *had, armor=0), unit("humvee", "red", "2929", id="far"),
        unit("t34", "blue", "1003", main=2),
    )  # fmt: skip
    game.do(a.Step("humvee", "1009", "NW"))
    return game


def test_a_vehicle_that_is_hit_where_it_was_hit_already_and_stopped_is_stopped(worn: Table) -> None:
    """A marker that is there already is as good as a miss (9.7 markers)."""
    fire = a.Fire("t34", "main", "humvee")
    found, _ = by_brute_force(worn, fire, "humvee")
    assert fractions(worn.rules.odds(worn.game, "blue", fire)) == found
    worn.do(fire)
    assert fractions(worn.rules.odds(worn.game, "red", a.Face("NW"))) == found


def test_of_a_wreck_it_is_not_told_that_it_was_stopped(worn: Table) -> None:
    """A stop and the sixth marker in one attack: as with a stop and a critical hit."""
    fire = a.Fire("t34", "main", "humvee")
    stops = sum(
        (
            chance
            for events, chance in every_roll(worn, fire)
            if any(isinstance(event, e.Stopped) for event in events)
            and result_of(events, "humvee") != "wrecked"
        ),
        Fraction(0),
    )
    odds = worn.rules.odds(worn.game, "blue", fire)
    assert odds is not None
    assert {one.result: Fraction(one.fraction) for one in odds.also}["stopped"] == stops


def test_facing_changes_the_odds() -> None:
    game = table(unit("m26", "red", "1010", "SE"), unit("t34", "blue", "1003"))
    game.do(a.Step("m26", "1011", "SE"))
    game.do(a.Fire("t34", "main", "m26"))
    front = fractions(game.rules.odds(game.game, "red", a.Face("NW")))
    flank = fractions(game.rules.odds(game.game, "red", a.Face("E")))
    assert front["wrecked"] == Fraction(1, 6)
    assert flank["wrecked"] > front["wrecked"]


def test_a_choice_of_deflection() -> None:
    game = shot(3)
    game.do(FIRE, 4, 1, 6)
    odds = {cancel: fractions(game.rules.odds(game.game, "blue", a.Deflect((cancel,)))) for cancel in (4, 6)}
    assert odds == {4: {"wrecked": Fraction(1)}, 6: {"damaged": Fraction(1)}}
    with pytest.raises(Refused):
        game.rules.odds(game.game, "blue", a.Deflect((1,)))


def test_an_unmanned_vehicle_beside_an_enemy_is_lost() -> None:
    game = table(
        unit("t34", "red", "1005", main=1), unit("us-soldier", "red", "1010"),
        unit("humvee", "blue", "1010", id="target"),
        unit("humvee", "blue", "2929", id="far"), phase="combat",
    )  # fmt: skip
    found, _ = by_brute_force(game, FIRE, "target")
    assert fractions(game.rules.odds(game.game, "red", FIRE)) == found


def test_misadventure() -> None:
    game = table(
        unit("t34", "red", "1005", main=3),
        unit("m26", "blue", "1010", id="target"),
        phase="combat",
        misadventure=True,
    )
    found, _ = by_brute_force(game, FIRE, "target")
    assert found == {"no effect": Fraction(5, 6), "damaged": Fraction(1, 6)}
    assert fractions(game.rules.odds(game.game, "red", FIRE)) == found


@pytest.mark.parametrize(("dice", "markers"), [(5, ()), (7, ("unmanned", "turret")), (8, ())])
def test_many_dice_within_four_sigma(dice: int, markers: tuple[Marker, ...], scale: int) -> None:
    """Runs long: only many rolls tell a chance that is slightly wrong."""
    game, rolls, random = shot(dice, *markers), 5_000 * scale, Random(dice)
    expected = fractions(game.rules.odds(game.game, "red", FIRE))
    found = Counter(
        result_of(played(game, FIRE, SeededDice(random.randrange)), "target") for _ in range(rolls)
    )
    assert found.keys() <= expected.keys()
    for result, chance in expected.items():
        mean = float(chance) * rolls
        sigma = (mean * (1 - float(chance))) ** 0.5
        assert abs(found[result] - mean) <= 4 * sigma + 1e-9, result


@pytest.mark.parametrize("markers", range(1, 6))
def test_repair(markers: int) -> None:
    five: tuple[Marker, ...] = ("coaxial", "hull-mg", "immobilized", "turret", "main-gun")
    game = table(
        unit("t34", "red", "1010", "NW", *five[:markers]), unit("t34", "red", "0101", id="other"),
        unit("m26", "blue", "2929"), phase="repair",
    )  # fmt: skip
    repair = a.Repair("t34", "coaxial")
    found: Counter[str] = Counter()
    for events, _ in every_roll(game, repair):
        tried = next(event for event in events if isinstance(event, e.RepairTried))
        found[{"failed": "nothing", "written-off": "written off"}.get(tried.result, tried.result)] += 1
    odds = fractions(game.rules.odds(game.game, "red", repair))
    assert odds == {result: Fraction(n, 6) for result, n in found.items()}
    with pytest.raises(Refused):
        game.rules.odds(game.game, "red", a.Repair("t34", "unmanned"))


def test_breakdown() -> None:
    around = table(unit("t34", "red", "1020")).play().ground.board.neighbours["1020"]
    game = table(
        unit("t34", "red", "1020"), unit("t34", "red", "0101", id="other"), unit("m26", "blue", "2929", main=0, mg=0),
        terrain={hex: "paddy" for hex in around if hex},
    )  # fmt: skip
    assert game.rules.odds(game.game, "red", a.Step("t34", "1019", "NW")) is None
    game.do(a.Speed("t34"))
    for action in (a.Step("t34", "1019", "NW"), a.Drive("t34", "1018")):
        broken = sum(
            (
                chance
                for events, chance in every_roll(game, action)
                if any(isinstance(one, e.BrokeDown) for one in events)
            ),
            Fraction(0),
        )
        assert broken == Fraction(2, 6)
        assert fractions(game.rules.odds(game.game, "red", action)) == {
            "gets through": 1 - broken,
            "breaks down": broken,
        }
    for bad in (a.Step("t34", "9999", "NW"), a.Drive("t34", "9999")):
        with pytest.raises(Refused):
            game.rules.odds(game.game, "red", bad)


def test_close_combat() -> None:
    game = table(
        unit("t34", "red", "1010", armor=1), *(unit("vc-soldier", "blue", "1010", id=f"v{i}") for i in range(3)),
        phase="close-combat",
    )  # fmt: skip
    fight = a.CloseCombat("1010")
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for events, chance in every_roll(game, fight):
        loser = next(event.loser for event in events if isinstance(event, e.CloseCombatFought))
        found[{"red": "Red loses a piece", "blue": "Blue loses a piece", "": "a tie"}[loser]] += chance
    assert fractions(game.rules.odds(game.game, "red", fight)) == found


def test_what_needs_no_dice_has_no_odds() -> None:
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "2929"))
    assert game.rules.odds(game.game, "red", a.Pivot("t34", "E")) is None
    assert game.rules.odds(game.game, "red", a.EndPhase()) is None


@settings(max_examples=100 if LONG else 4)
@given(scenario=st.sampled_from([info.id for info in RULES.scenarios()]), seed=st.integers(0, 2**32))
def test_the_chances_of_every_legal_action_add_up_to_one(scenario: str, seed: int) -> None:
    """Runs long: the odds of some 8 actions at each of 60 states, in the long profile of 40."""
    random, game = Random(seed), opened(scenario)
    for _ in range(60):
        if game.asked is None:
            return
        side = game.asked.side
        options = RULES.legal(game.game, side)
        for i in range(0, len(options), max(1, len(options) // AT_ONCE)):
            odds = RULES.odds(game.game, side, options[i].action)
            if odds is not None:
                assert sum(Fraction(one.fraction) for one in odds.results) == 1
                assert all(0 < Fraction(one.fraction) <= 1 for one in (*odds.results, *odds.also))
        chosen = RULES.system.bot("random").choose(RULES, game.game, side, options, random.randrange)
        RULES.advance(game.game, side, chosen.action, SeededDice(random.randrange))
