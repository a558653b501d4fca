"""Engineers, mines and wire."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from tests.systems.portable_wargame_modern.table import (
    BLUE,
    FAR,
    IDLE,
    RED,
    STRENGTH,
    Table,
    next_turn,
    unit,
)


@pytest.mark.parametrize(
    ("type", "task", "hex", "turns"),
    [("engineers", "lay-mines", "0506", 3), ("engineers", "clear-mines", "0604", 5),
     ("infantry", "lay-wire", "0505", 1), ("tanks", "lay-wire", "0505", 1)],
)  # fmt: skip
def test_tasks_take_their_turns(type: str, task: Any, hex: str, turns: int) -> None:
    """Engineers."""
    table = Table(unit(type, RED, "0505", id="own"), FAR, IDLE, mines=["0604"]).activating("own")
    table.does(a.Labour("own", task, hex))
    for left in range(turns, 0, -1):
        work = table.unit("own").work
        assert work is not None
        assert work.left == left
        next_turn(table)
    assert table.unit("own").work is None
    assert (hex in table.game.mines, hex in table.game.wire) == (task == "lay-mines", task == "lay-wire")


def test_wire_is_removed_by_staying_a_turn() -> None:
    """Barbed Wire."""
    table = Table(unit("infantry", RED, "0505", id="own"), FAR, wire=["0505"]).activating("own")
    table.does(a.Labour("own", "clear-wire", "0505"))
    next_turn(table)
    assert table.game.wire == []


def test_only_engineers_work_on_mines_and_who_goes_away_leaves_off() -> None:
    """Engineers."""
    table = Table(unit("infantry", RED, "0505", id="own"), FAR, mines=["0506"]).activating("own")
    assert table.refuses(a.Labour("own", "clear-mines", "0506")).rule == "Engineers"
    table = Table(unit("engineers", RED, "0505", id="own"), FAR, mines=["0506"]).activating("own")
    table.does(a.Labour("own", "clear-mines", "0506"))
    next_turn(table)
    while table.game.unit != "own":
        asked = table.rules.pending(table.game)[0]
        table.act(asked.side, a.Activate("own") if asked.side == RED and asked.kind == "activate" else
                  a.CeaseFire() if asked.kind == "artillery" else a.Pass())  # fmt: skip
    table.does(a.Move("own", "0504"))
    assert table.unit("own").work is None


def test_who_finds_nothing_left_to_do_leaves_off() -> None:
    """Engineers."""
    first, second = unit("engineers", RED, "0505", id="own"), unit("engineers", RED, "0605", id="other")
    table = Table(first, second, FAR, mines=["0506"]).activating("own")
    table.does(a.Labour("own", "clear-mines", "0506"))
    table.act(RED, a.Activate("other"))
    if a.Labour("other", "clear-mines", "0506") in table.listed(RED):
        table.does(a.Labour("other", "clear-mines", "0506"))
    table.game.mines.clear()
    next_turn(table)
    assert table.unit("own").work is None
    assert table.game.mines == []


def test_mines_are_begun_where_a_unit_stands_if_they_are_laid_there() -> None:
    for laid in (False, True):
        table = Table(
            unit("engineers", RED, "0505", id="own"), unit("trucks", RED, "0506"), FAR,
            readings={"mines_under_units": laid},
        ).activating("own")  # fmt: skip
        assert (a.Labour("own", "lay-mines", "0506") in table.listed(RED)) is laid


def test_who_is_at_work_may_begin_it_elsewhere_instead() -> None:
    table = Table(unit("engineers", RED, "0505", id="own"), FAR, IDLE).activating("own")
    table.does(a.Labour("own", "lay-mines", "0506"))
    next_turn(table)
    table.activating("own")
    assert a.Labour("own", "lay-mines", "0506") not in table.listed(RED)
    table.does(a.Labour("own", "lay-mines", "0504"))
    work = table.unit("own").work
    assert work is not None
    assert (work.hex, work.left) == ("0504", 3)


@pytest.mark.parametrize("side", [RED, BLUE])
def test_mines_under_units(side: str) -> None:
    """Mines are begun in 0506; somebody stops there before they lie."""
    for laid in (False, True):
        readings = {"mines_under_units": laid}
        table = Table(unit("engineers", RED, "0505", id="own"), FAR, IDLE, readings=readings).activating(
            "own"
        )
        table.does(a.Labour("own", "lay-mines", "0506"))
        next_turn(table)
        table.unit("far" if side == BLUE else "idle").hex = "0506"
        next_turn(table)
        if not laid:
            left = e.WorkLeft("own", True, readings=("mines_under_units",))
            assert left in table.events
            assert "somebody is where" in table.rules.describe(table.game, left)[0]
            assert table.unit("own").work is None
        next_turn(table)
        assert table.game.mines == (["0506"] if laid else [])
        assert table.unit("far").strength == STRENGTH["infantry"]
