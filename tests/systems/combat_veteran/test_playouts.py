"""Whole battles with choices from hypothesis: never an exception, never a dead end, always an end.

On the way: events say all that happened, and `legal` lists exactly what `decide` accepts, tried with actions of any
kind; what holds for every rule system is in `campaign/contract`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.rules.hexes import CORNERS
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.muster import outcome
from campaign.systems.combat_veteran.rules import SYSTEM
from campaign.systems.combat_veteran.state import MARKERS, Condition, Game
from tests.systems.combat_veteran.table import RULES, Table, opened, table, unit

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
BATTLES, SKIRMISHES = (1200, 1000) if LONG else (20, 15)
SCENARIOS = sorted(info.id for info in RULES.scenarios())
Pick = Callable[[int], int]


def picker(choices: bytes, seed: int) -> Pick:
    """Numbers below n: from hypothesis for as long as its choices last, then from a generator."""
    left = iter(choices)
    random = Random(seed)

    def pick(n: int) -> int:
        first = next(left, None)
        if first is None:
            return random.randrange(n)
        return (first * 256 + next(left, 0)) % n

    return pick


picks = st.builds(picker, st.binary(max_size=200), st.integers(0, 2**32))


def play_out(game: Table, pick: Pick, every: int) -> list[e.Event]:
    """Play to the end; look closely at about one state in `every`. Returns the events after the opening."""
    rules, told = game.rules, []
    while (question := game.asked) is not None:
        state, side = game.game, question.side
        options = rules.legal(state, side)
        assert len(options) == len(list(options)) > 0
        other = next(one.id for one in state.sides if one.id != side)
        assert not len(rules.legal(state, other))
        if pick(every) == 0:
            look_closely(game, side, options, pick)
        action = SYSTEM.bot("random").choose(rules, state, side, options, pick).action
        before = rules.copy(state)
        events = rules.advance(state, side, action, SeededDice(pick))
        assert events, "an action that is accepted leaves something behind"
        for event in events:
            APPLIERS[type(event)](before, event)
        assert before == state
        told += events
        assert len(told) < 20_000
    return told


def look_closely(game: Table, side: str, options: Sequence[Option], pick: Pick) -> None:
    """What is listed is accepted, what is not listed is refused, and neither touches the state it is tried on."""
    rules, state = game.rules, game.game
    before = rules.copy(state)
    listed = {option.action for option in options}
    assert len(listed) == len(options), "nothing is listed twice"
    some = [options[pick(len(options))].action for _ in range(5)]
    for action in some:
        rules.advance(rules.copy(state), side, action, SeededDice(pick))
        odds = rules.odds(state, side, action)
        assert odds is None or abs(sum(one.chance for one in odds.results) - 1) < 1e-9
    for action in (
        *(mutant for one in some for mutant in mutants(state, one, pick)),
        *strangers(state, pick),
    ):
        if isinstance(action, a.Deflect):
            action = a.Deflect(tuple(sorted(action.cancel)))
        try:
            rules.advance(rules.copy(state), side, action, SeededDice(pick))
        except Refused as refused:
            assert action not in listed
            assert refused.reason
        else:
            assert action in listed, action
    for option in (options[0], options[-1]):
        assert rules.label(state, option)
    assert state == before


def mutants(state: Game, action: Any, pick: Pick) -> Iterator[Any]:
    """The action with one of its fields changed."""
    ids, hexes = (
        list(state.pieces),
        list(RULES.charts.ground(state.board).board.hexes) if state.board != "field" else [],
    )
    values: dict[str, Sequence[Any]] = {
        "unit": [*ids, "nobody"],
        "target": [*ids, "nobody"],
        "carrier": [*ids, "nobody"],
        "to": [
            *(piece.hex for piece in state.pieces.values()),
            *hexes[:: max(1, len(hexes) // 20)],
            "0101",
            "9999",
            "",
        ],
        "hex": [*(piece.hex for piece in state.pieces.values()), "9999"],
        "facing": [*CORNERS, ""],
        "marker": MARKERS,
        "rating": ("main", "mg"),
        "until": ("hex", "move", "phase"),
        "cancel": ((), (1,), (6,), (4, 5), (5, 6), (6, 6, 6)),
    }
    for name in action.__struct_fields__:
        if name == "facing" and isinstance(action, a.Pivot | a.Face):
            yield replace(action, facing=CORNERS[pick(6)])
        else:
            yield replace(action, **{name: values[name][pick(len(values[name]))]})


def strangers(state: Game, pick: Pick) -> Iterator[Any]:
    """One action of each kind, with anything in it."""
    ids = list(state.pieces)

    def any_id() -> str:
        return ids[pick(len(ids))]

    hex = state.pieces[any_id()].hex
    corner = CORNERS[pick(6)]
    yield a.Repair(any_id(), MARKERS[pick(6)])
    yield a.Step(any_id(), hex, corner)
    yield a.Drive(any_id(), hex)
    yield a.Pivot(any_id(), corner)
    yield a.Maneuver(any_id())
    yield a.Speed(any_id())
    yield a.Mount(any_id(), any_id())
    yield a.Dismount(any_id())
    yield a.Fire(any_id(), "main" if pick(2) else "mg", any_id())
    yield a.Face(corner)
    yield a.HoldFire("move")
    yield a.Deflect((6,))
    yield a.CloseCombat(hex)
    yield a.EndPhase()


@settings(max_examples=BATTLES)
@given(scenario=st.sampled_from(SCENARIOS), misadventure=st.booleans(), pick=picks)
def test_every_battle_comes_to_its_end(scenario: str, misadventure: bool, pick: Pick) -> None:
    game = opened(scenario, misadventure=misadventure)
    play_out(game, pick, every=8)
    verdict = game.game.verdict
    assert verdict is not None
    assert verdict.turn <= game.game.turns
    assert {fate.id for fate in outcome(game.game, verdict).fates} == set(game.game.pieces)


TYPES = ("t34", "m26", "humvee", "m113", "pt76", "monitor", "us-soldier", "us-soldier", "m60", "law")
WATER = ("1010", "1011", "1012", "1110", "1111", "1112", "1210", "1211")
NEAR = tuple(f"{column:02}{row:02}" for column in range(8, 16) for row in range(8, 16))
TERRAIN = {
    **dict.fromkeys(WATER, "river"),
    "1111": "water", "1113": "trees", "0909": "brush", "1313": "paddy", "1412": "building",
}  # fmt: skip


@st.composite
def skirmishes(draw: st.DrawFn) -> Table:
    """A handful of pieces close together, around a river, some damaged."""
    pieces: list[e.Placed] = []
    for i in range(draw(st.integers(3, 9))):
        type = draw(st.sampled_from(TYPES))
        side = "red" if i == 0 else "blue" if i == 1 else draw(st.sampled_from(["red", "blue"]))
        hexes = WATER if type == "monitor" else [hex for hex in NEAR if hex != "1111"]
        hex, facing = draw(st.sampled_from(hexes)), draw(st.sampled_from(CORNERS))
        kind, _ = RULES.charts.types[type]
        markers = (
            draw(st.sets(st.sampled_from(MARKERS), max_size=3))
            if kind == "vehicle" and draw(st.booleans())
            else ()
        )
        pieces.append(unit(type, side, hex, facing, *sorted(markers), id=f"{type}-{i}"))
    lost = Condition("red", "lost", "blue", count=4, text="enough")
    return table(*pieces, terrain=TERRAIN, barriers=(("1010", "1011"),), turns=4, conditions=[lost])


@settings(max_examples=SKIRMISHES)
@given(game=skirmishes(), pick=picks)
def test_every_skirmish_comes_to_its_end(game: Table, pick: Pick) -> None:
    play_out(game, pick, every=3)
    assert game.game.verdict is not None
