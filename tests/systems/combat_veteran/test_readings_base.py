"""Readings of what stands in for base rules that are not at hand: what each changes, and which line names it."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from tests.systems.combat_veteran.table import Table, only, table, unit

FOE = unit("m26", "blue", "1005", "SE", main=0, mg=0)


def aboard(**more: Any) -> Table:
    return table(
        unit("humvee", "red", "1010", mg=0), unit("us-soldier", "red", "1010", carrier="humvee", mg=6),
        unit("humvee", "blue", "1005", id="foe", mg=0), unit("m26", "red", "2929", main=0, mg=0),
        phase="combat", **more,
    )  # fmt: skip


def test_3_2_whether_who_is_aboard_fires() -> None:
    """As long as the vehicle might by what it has moved (9.0 half)."""
    fire = a.Fire("us-soldier", "mg", "foe")
    assert aboard().asked is None or fire not in aboard().legal("red")
    game = aboard(fires_aboard=True)
    assert fire in game.legal("red")
    rolled = only(game.do(fire, *[2] * game.dice("us-soldier", "mg", "foe")), e.AttackRolled)
    assert rolled.readings == ("fires_aboard",)
    game = aboard(fires_aboard=True)
    game["humvee"].spent = 13
    assert fire not in game.legal("red")
    assert game.refuses(a.Fire("us-soldier", "mg", "foe"), "red").rule == "9.0"


@pytest.mark.parametrize("fires", [False, True])
def test_3_2_whether_who_is_aboard_fires_in_defence(fires: bool) -> None:
    game = aboard(fires_aboard=fires).phase("movement", "blue")
    game.do(a.Step("foe", "1006", "SE"))
    offered = a.Fire("us-soldier", "mg", "foe") in game.legal("red")
    assert offered == fires == (game.asked is not None and game.asked.kind == "defensive-fire")


@pytest.mark.parametrize(("aims", "out"), [("soldiers", ""), ("pieces", "killed")])
def test_9_9_whom_collateral_damage_aims_at(aims: str, out: str) -> None:
    """A weapon that lies beside a wreck, and one that a soldier has."""
    game = table(
        unit("m26", "red", "1005", main=3, mg=0), unit("humvee", "blue", "1010"),
        unit("m60", "blue", "1010", id="lies"),
        unit("us-soldier", "blue", "1010"), unit("m60", "blue", "1010", id="held", carrier="us-soldier"),
        unit("m60", "red", "1010", id="own"), unit("humvee", "blue", "2929", id="far"),
        phase="combat", collateral=aims,
    )  # fmt: skip
    count = game.dice("m26", "main", "humvee")
    more = [6, 2] if aims == "pieces" else [2]
    events = game.do(a.Fire("m26", "main", "humvee"), 6, *[2] * (count - 1), *more)
    assert (game["lies"].out, game["held"].out, game["own"].out) == (out, "", "")
    assert only(events, e.Wrecked).readings == ("collateral",)


@pytest.mark.parametrize("aims", ["soldiers", "pieces"])
def test_9_9_where_no_weapon_lies_nobody_asks_whom_it_aims_at(aims: str) -> None:
    game = table(
        unit("m26", "red", "1005", main=3, mg=0), unit("humvee", "blue", "1010"), unit("us-soldier", "blue", "1010"),
        unit("humvee", "blue", "2929", id="far"), phase="combat", collateral=aims,
    )  # fmt: skip
    count = game.dice("m26", "main", "humvee")
    events = game.do(a.Fire("m26", "main", "humvee"), 6, *[2] * (count - 1), 2)
    assert only(events, e.Wrecked).readings == ()


@pytest.mark.parametrize(("others", "crowds"), [
    ([("us-soldier", 7)], {"pieces", "soldiers", "all"}),
    ([("us-soldier", 4), ("humvee", 3)], {"pieces", "all"}),
    ([("us-soldier", 4), ("m60", 3)], {"all"}),
    ([("us-soldier", 6)], set[str]()),
])  # fmt: skip
@pytest.mark.parametrize("crowd", ["pieces", "soldiers", "all"])
def test_9_5_h_who_makes_a_crowd_for_soldiers(
    others: list[tuple[str, int]], crowds: set[str], crowd: str
) -> None:
    pieces = [
        unit(type, "blue", "1010", id=f"{type}-{n}", **({"mg": 0} if type == "humvee" else {}))
        for type, many in others
        for n in range(many)
    ]
    game = table(
        unit("m4a2", "red", "1005", main=4, mg=0), unit("us-soldier", "blue", "1010", id="target"), *pieces,
        phase="combat", foot_crowd=crowd,
    )  # fmt: skip
    count = 4 + (crowd in crowds)
    assert game.dice("m4a2", "main", "target") == count
    rolled = only(game.do(a.Fire("m4a2", "main", "target"), *[2] * count), e.AttackRolled)
    assert ("foot_crowd" in rolled.readings) == (0 < len(crowds) < 3)


@pytest.mark.parametrize(("fords", "spent"), [("whole", 0), ("rest", 1)])
def test_8_5_whether_a_river_is_entered_at_speed(fords: str, spent: int) -> None:
    """For all of the doubled movement; which is not what the die of 8.13 is held against."""
    into = a.Step("t34", "1018", "NW")
    for speed_fords in (False, True):
        game = table(
            unit("t34", "red", "1020" if spent else "1019"), FOE, terrain={"1018": "river"}, fords=fords,
            speed_fords=speed_fords,
        )  # fmt: skip
        game.do(a.Speed("t34"))
        if spent:
            game.do(a.Step("t34", "1019", "NW"))
        if not speed_fords:
            assert game.refuses(into).rule == "8.5"
            continue
        assert into in game.legal()
        moved = only(game.do(into), e.Moved)
        assert (moved.cost, moved.spent, moved.ends) == (30 - spent, 30, True)
        assert moved.readings == (("fords", "speed_fords") if spent else ("speed_fords",))
        assert not game["t34"].markers


def test_8_5_rivers_entered_at_speed_are_not_remembered_for_other_readings() -> None:
    into = a.Step("t34", "1018", "NW")
    for speed_fords in (True, False, True):
        game = table(unit("t34", "red", "1019"), FOE, terrain={"1018": "river"}, speed_fords=speed_fords)
        game.do(a.Speed("t34"))
        assert (into in game.legal()) == speed_fords


CLOSE = a.CloseCombat("1010")


@pytest.mark.parametrize(("armor", "theirs", "loser"), [("best", 3, ""), ("added", 0, "blue")])
def test_10_0_whose_armor_counts_in_close_combat(armor: str, theirs: int, loser: str) -> None:
    game = table(
        unit("m26", "red", "1010", "E"), unit("t34", "red", "1010"), unit("vc-soldier", "blue", "1010"),
        unit("vc-soldier", "blue", "2929", id="far"), phase="close-combat", close_armor=armor,
    )  # fmt: skip
    fought = only(game.do(CLOSE, 1, 6), e.CloseCombatFought)
    assert (fought.totals, fought.loser) == ((3, theirs), loser)
    assert "close_armor" in fought.readings


@pytest.mark.parametrize(("losses", "lost"), [("one", 1), ("margin", 2)])
def test_10_0_how_many_the_loser_of_a_close_combat_loses(losses: str, lost: int) -> None:
    """By two: 2 + 4 against 3 + 1; and never more than there are."""
    game = table(
        *(unit("us-soldier", "red", "1010", id=f"u{n}") for n in range(2)),
        *(unit("vc-soldier", "blue", "1010", id=f"v{n}") for n in range(3)), phase="close-combat", close_losses=losses,
    )  # fmt: skip
    odds = game.rules.odds(game.game, "red", CLOSE)
    assert odds is not None
    told = {one.result: one.fraction for one in odds.results}
    assert ("Blue loses 2 pieces" in told) == (losses == "margin")
    fought = only(game.do(CLOSE, 4, 1), e.CloseCombatFought)
    assert [piece.id for piece in game.game.pieces.values() if piece.out] == ["v0", "v1"][:lost]
    assert fought.readings == ("close_losses",)


@pytest.mark.parametrize(("ties", "markers"), [("nothing", [[], []]), ("both", [["hull-mg"], ["turret"]])])
def test_10_0_what_a_tie_in_close_combat_does(ties: str, markers: list[list[str]]) -> None:
    game = table(
        unit("humvee", "red", "1010"),
        unit("humvee", "blue", "1010", id="foe"),
        phase="close-combat",
        close_ties=ties,
    )
    odds = game.rules.odds(game.game, "red", CLOSE)
    assert odds is not None
    word = "a tie" if ties == "nothing" else "each side loses a piece"
    assert {one.result: one.fraction for one in odds.results}[word] == "1/6"
    fought = only(game.do(CLOSE, 3, 3, *([2, 4] if ties == "both" else [])), e.CloseCombatFought)
    assert [game["humvee"].markers, game["foe"].markers] == markers
    assert fought.readings == ("close_ties",)
