"""What each reading of Combat Veteran changes, and which line of the log names it."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.readings import named
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from tests.systems.combat_veteran.table import Table, only, opened, table, unit

FOE = unit("m26", "blue", "1005", "SE", main=0, mg=0)


def read(game: Table, **readings: Any) -> Table:
    for name, value in readings.items():
        setattr(game.game, name, value)
    return game


@pytest.mark.parametrize(("cost", "breaks"), [("doubled", True), ("printed", False)])
def test_8_13_which_cost_a_speeding_vehicle_must_roll(cost: str, breaks: bool) -> None:
    """Trees cost a soldier 2 and a vehicle 4: a 3 is too little for the one, and enough for the other."""
    game = read(table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"}), breakdown=cost)
    game.do(a.Speed("t34"))
    odds = game.rules.odds(game.game, "red", a.Step("t34", "1019", "NW"))
    assert odds is not None
    assert odds.results[0].fraction == ("1/2" if breaks else "5/6")
    events = game.do(a.Step("t34", "1019", "NW"), 3)
    assert game["t34"].markers == (["immobilized"] if breaks else [])
    if breaks:
        broke = only(events, e.BrokeDown)
        assert broke.readings == ("breakdown",)
        assert "breakdown" in named("8.13", broke)


@pytest.mark.parametrize("cost", ["doubled", "printed"])
def test_8_13_a_breakdown_by_either_cost_names_no_reading(cost: str) -> None:
    game = read(table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"}), breakdown=cost)
    game.do(a.Speed("t34"))
    assert only(game.do(a.Step("t34", "1019", "NW"), 1), e.BrokeDown).readings == ()


def test_9_0_of_what_a_speeding_vehicle_must_have_moved_less_than_half() -> None:
    fire = a.Fire("t34", "main", "humvee")
    for half_of, allowed in (("printed", False), ("doubled", True)):
        game = read(
            table(unit("t34", "red", "1008"), unit("humvee", "blue", "1005"), phase="combat"), half_of=half_of
        )
        game["t34"].stance, game["t34"].spent = "speeding", 10
        if not allowed:
            assert game.refuses(fire).rule == "9.0"
            continue
        rolled = only(game.do(fire, *[2] * game.dice("t34", "main", "humvee")), e.AttackRolled)
        assert rolled.readings == ("half_of",)
        game["t34"].spent, game["t34"].used = 15, []
        assert game.refuses(a.Fire("t34", "mg", "humvee")).rule == "9.0"


@pytest.mark.parametrize(("scars", "taken"), [("worse", 1), ("added", 2)])
def test_6_0_a_write_off_in_the_woods(scars: str, taken: int) -> None:
    game = read(
        table(
            unit("m26", "red", "1005"),
            unit("humvee", "blue", "1010"),
            phase="combat",
            terrain={"1010": "trees"},
        ),
        scar_terrain=scars,
    )
    before = game.dice("m26", "main", "humvee")
    game.game.scars.append("1010")
    assert game.dice("m26", "main", "humvee") == before - taken
    rolled = only(game.do(a.Fire("m26", "main", "humvee"), *[2] * (before - taken)), e.AttackRolled)
    assert rolled.readings == ("scar_terrain",)


def test_the_opening_keeps_the_readings_and_older_ones_have_those_of_then() -> None:
    chosen = opened("tank-duel", breakdown="printed", half_of="doubled", scar_terrain="added").game
    assert (chosen.breakdown, chosen.half_of, chosen.scar_terrain) == ("printed", "doubled", "added")
    old = e.ForcesPlaced("s", "b", (), 1, None, ())  # type: ignore[arg-type]
    assert (old.breakdown, old.half_of, old.scar_terrain) == ("doubled", "printed", "worse")
