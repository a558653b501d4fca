"""Where an action would lead, said before it is done."""

from __future__ import annotations

import msgspec
import pytest

from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from tests.systems.portable_wargame_modern.table import BLUE, RED, Table, unit


def test_a_move_shows_where_it_ends_and_who_is_in_range() -> None:
    table = Table(
        unit("tanks", RED, "0505"), unit("infantry", BLUE, "0509", "N", id="foe"),
        unit("infantry", BLUE, "1616", "N", id="far"),
    ).activating("tanks")  # fmt: skip
    before = msgspec.msgpack.encode(table.game)
    found = table.rules.preview(table.game, RED, a.Move("tanks", "0507"))
    assert found is not None
    assert msgspec.msgpack.encode(table.game) == before
    assert (found.piece.where, found.piece.facing) == ("0507", "S")
    assert found.notes == ("It could fire at foe.", "In range and sight of foe.")
    with pytest.raises(Refused):
        table.rules.preview(table.game, RED, a.Move("tanks", "0512"))


def test_what_ends_a_move_and_what_lies_there_is_said() -> None:
    table = Table(
        unit("tanks", RED, "0505"), unit("infantry", BLUE, "1516", id="foe"),
        terrain={"0506": "wood"}, mines=["0405"],
    ).activating("tanks")  # fmt: skip
    wood, mines = (table.rules.preview(table.game, RED, a.Move("tanks", hex)) for hex in ("0506", "0405"))
    assert wood is not None and mines is not None
    assert wood.notes == ("It stops in the wood.",)
    assert mines.notes == ("It is hit by the mines in 0405.",)
    assert mines.piece.where == "0405"


def test_a_shell_shows_where_it_may_land_and_whom_it_hits() -> None:
    table = Table(
        unit("field-guns", RED, "0501", id="guns"), unit("infantry", BLUE, "0507", id="foe"),
        unit("infantry", RED, "0506", id="friend"), terrain={"0503": "wood"},
    )  # fmt: skip
    found = table.rules.preview(table.game, RED, a.Bombard("guns", "0507"))
    assert found is not None
    assert found.piece.id == "guns"
    assert found.notes == (
        "1/3: lands in 0506, hits friend (own side).",
        "1/3: lands in 0508, hits nobody.",
        "1/3: on target, hits foe.",
    )


def test_what_dice_decide_alone_has_no_preview() -> None:
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0507", "N", id="foe"))
    table.activating("tanks")
    assert table.rules.preview(table.game, RED, a.Fire("tanks", "0507")) is None


def test_a_shell_has_no_preview_once_the_guns_are_silent() -> None:
    table = Table(
        unit("tanks", RED, "0507"), unit("sp-field-guns", RED, "0503", id="guns"),
        unit("infantry", BLUE, "0509", id="foe"),
    ).activating("tanks")  # fmt: skip
    with pytest.raises(Refused, match="asked something else"):
        table.rules.preview(table.game, RED, a.Bombard("guns", "0509"))
