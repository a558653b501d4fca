"""What the sensible bot does where it once did something silly: each position shows one such thing."""

from __future__ import annotations

from random import Random
from typing import Any

from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import legal
from campaign.systems.mechwar_4.aims import Aims
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.play import frame
from campaign.systems.mechwar_4.rules import SYSTEM
from campaign.systems.mechwar_4.scenario import Objective, Victory
from campaign.systems.mechwar_4.state import Battery
from tests.systems.mechwar_4.table import SU, US, Table, unit

PLACE = Victory("", objective=(Objective("The place", ("0508",), 6, SU),), tie=SU)
OURS = Victory("", objective=(Objective("The place", ("0508",), 6, US),), tie=US)


def chosen(table: Table, side: str = US) -> Any:
    options = table.rules.legal(table.game, side)
    bot = SYSTEM.bot("sensible")
    return bot.choose(
        table.rules, table.rules.known(table.game, side), side, options, Random(1).randrange
    ).action


def aims(table: Table, side: str = US) -> Aims:
    """What a side that is told all makes of a position."""
    return Aims(table.play, table.play, side, table.rules.constants)


def held(table: Table, side: str, *hexes: str) -> Table:
    for hex in hexes:
        table.game.held[hex] = side
    return table


def walk(table: Table, side: str = US) -> None:
    """The bot plays until nothing is going on."""
    while table.game.stack:
        table.act(side, chosen(table, side))


def test_who_panics_fires_back_in_an_overrun() -> None:
    """12.4: three panicked tanks are as dangerous to a carrier as three others."""
    risks: list[float] = []
    for panicked in (False, True):
        foes = [unit("t62", SU, "0508", id, panicked=panicked) for id in ("B1", "B2", "B3")]
        table = held(Table(unit("m113", US, "0506", "A1"), *foes, victory=PLACE), SU, "0508")
        brings, chance = aims(table).fight(table.unit("A1"), "0508")
        risks.append(brings)
        assert chance < 0.2
        table.act(US, a.StartMove("A1"))
        assert chosen(table) != a.Move("A1", "0508")
    assert max(risks) < -0.6


def test_a_carrier_without_an_aim_keeps_its_infantry_aboard() -> None:
    """Nobody is near: it once put them down wherever it stood."""
    table = held(
        Table(
            unit("m113", US, "0505", "A1"), unit("us-rifles", US, "0505", "A2", aboard="A1"),
            unit("t62", SU, "2420", "B1"), victory=OURS,
        ), US, "0508",
    )  # fmt: skip
    table.act(US, a.StartMove("A1"))
    assert a.Dismount("A2") in table.listed(US)
    assert chosen(table) != a.Dismount("A2")


def test_a_carrier_puts_its_infantry_down_at_its_aim() -> None:
    table = held(
        Table(
            unit("m113", US, "0506", "A1"), unit("us-rifles", US, "0506", "A2", aboard="A1"),
            unit("soviet-rifles", SU, "0508", "B1"), victory=PLACE,
        ), SU, "0508",
    )  # fmt: skip
    table.act(US, a.StartMove("A1"))
    assert chosen(table) == a.Dismount("A2")


def test_a_headquarters_stays_behind_its_tanks() -> None:
    """It once drove to the far end of the map, as all hexes were the same to it."""
    table = held(
        Table(
            unit("hq", US, "0302", "A1"), unit("m60a1", US, "0305", "A2"), unit("t62", SU, "0319", "B1"),
            victory=PLACE,
        ), SU, "0508",
    )  # fmt: skip
    table.act(US, a.StartMove("A1"))
    walk(table)
    distance = table.play.distance
    assert distance(table.unit("A1").hex, "0319") > distance(table.unit("A2").hex, "0319")


def test_a_headquarters_follows_tanks_that_are_far_ahead() -> None:
    table = held(
        Table(unit("hq", US, "0301", "A1"), unit("m60a1", US, "0315", "A2"), victory=PLACE), SU, "0508"
    )
    table.unit("A2").moved = True
    assert chosen(table) == a.StartMove("A1")
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert 4 <= table.play.distance(table.unit("A1").hex, "0315") < 14


def test_a_defender_goes_to_a_place_that_is_threatened_before_it_is_lost() -> None:
    table = held(
        Table(
            unit("m60a1", US, "0502", "A1"), unit("t62", SU, "0515", "B1"), victory=OURS,
            terrain={"0510": "heavy-woods", "0509": "heavy-woods", "0511": "heavy-woods"},
        ), US, "0508",
    )  # fmt: skip
    table.unit("A1").damage = 0
    assert aims(table).aims(table.unit("A1")) == {"0508"}
    assert chosen(table) == a.StartMove("A1")
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.unit("A1").hex == "0508"


def test_a_defender_does_not_leave_the_only_place_it_stands_in() -> None:
    table = held(
        Table(unit("m60a1", US, "0508", "A1"), unit("t62", SU, "0515", "B1"), victory=OURS), US, "0508"
    )
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.unit("A1").hex == "0508"


def test_who_has_nothing_to_do_takes_cover() -> None:
    """It once passed, and met the enemy in the open."""
    table = held(
        Table(
            unit("m60a1", US, "0508", "A1"), unit("t62", SU, "2420", "B1"), victory=OURS,
            terrain={f"1{x}{y:02}": "heavy-woods" for x in (0, 1) for y in range(1, 21)},
        ), US, "0508",
    )  # fmt: skip
    assert chosen(table) == a.StartMove("A1")
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.unit("A1").defilade and table.unit("A1").hex == "0508"


def test_a_last_shot_is_taken_once_the_enemy_has_done() -> None:
    """A poor shot is better than none where nothing better can come; while the enemy may move, it waits."""
    table = held(
        Table(unit("m60a1", US, "0508", "A1", damage=2), unit("t72", SU, "0520", "B1"), victory=OURS),
        US,
        "0508",
    )
    assert not isinstance(chosen(table), a.Fire)
    table.game.forces[SU].passed = True
    assert chosen(table) == a.Fire("A1", "B1")


def plotting(*more: Any) -> Table:
    """The indirect fire phase of a side with a battery, one of whose units holds a place under the enemy's guns."""
    table = held(Table(*more, victory=OURS), US, "0508")
    table.game.phase = "indirect"
    table.game.stage = "plot"
    table.game.batteries["guns"] = Battery("guns", "Guns", US, 7)
    return table


def test_smoke_is_laid_over_who_holds_a_place_where_there_is_nobody_to_shell() -> None:
    """What the enemy's tanks are, shells do them nothing: a battery once kept silent."""
    table = plotting(unit("us-rifles", US, "0508", "A1"), unit("t72", SU, "0512", "B1", damage=2))
    table.game.units["B2"] = unit("t72", SU, "0513", "B2")
    first = chosen(table)
    assert isinstance(first, a.Bombard)
    loads = {first.load: first.hex}
    table.game.batteries["more"] = Battery("more", "More", US, 7)
    table.act(US, first)
    second = chosen(table)
    assert isinstance(second, a.Bombard)
    loads[second.load] = second.hex
    assert loads.get("smoke") == "0508"


def test_few_options_are_made_for_a_move(monkeypatch: Any) -> None:
    """Of a move to any of hundreds of hexes one is made: the one that is chosen."""
    made: list[str] = []
    one = legal.Moves._to  # pyright: ignore[reportPrivateUsage]

    def counted(self: legal.Moves, hex: str, cost: int) -> Option:
        made.append(hex)
        return one(self, hex, cost)

    monkeypatch.setattr(legal.Moves, "_to", counted)
    table = held(Table(unit("m60a1", US, "0501", "A1"), victory=PLACE), SU, "0508")
    table.act(US, a.StartMove("A1"))
    assert frame(table.play, Move).left
    made.clear()
    assert isinstance(chosen(table), a.Move)
    assert len(made) <= 2


def test_a_headquarters_stays_behind_its_tanks_also_on_a_road() -> None:
    """A road is cheap: of all hexes within reach it once looked at those next to the tanks alone."""
    road = [f"03{y:02}" for y in range(1, 20)]
    table = held(
        Table(
            unit("battalion-hq", US, "0301", "A1"), unit("m60a1", US, "0315", "A2"), unit("t62", SU, "2420", "B1"),
            victory=PLACE, roads=[road],
        ), SU, "0508",
    )  # fmt: skip
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert 4 <= table.play.distance(table.unit("A1").hex, "0315") < 14


def test_flak_does_not_go_first() -> None:
    """It once drove alone onto a bridge before three tanks."""
    table = held(
        Table(
            unit("zsu-23", SU, "0501", "B1"), unit("t62", SU, "0503", "B2"), unit("m60a1", US, "0516", "A1"),
            victory=OURS, first=SU,
        ), US, "0508",
    )  # fmt: skip
    table.unit("B2").moved = True
    table.act(SU, a.StartMove("B1"))
    walk(table, SU)
    distance = table.play.distance
    assert distance(table.unit("B1").hex, "0516") > distance(table.unit("B2").hex, "0516")


def test_who_fires_from_afar_hunts_nobody_while_his_side_holds_all_that_counts() -> None:
    """The enemy has to come: helicopters and jeeps once flew and drove into his fire. They go once a place is lost."""
    for arm in ("ah-1", "tow-jeep"):
        table = held(
            Table(unit(arm, US, "0305", "A1"), unit("t62", SU, "2420", "B1"), victory=OURS), US, "0508"
        )
        assert not aims(table).reaches_any(table.unit("A1"))
        assert not aims(table).aims(table.unit("A1"))
        held(table, SU, "0508")
        assert aims(table).aims(table.unit("A1"))
