"""Defensive fire into a hex that is declared whole before the mover turns: 7.8."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules import dice
from campaign.rules.hexes import CORNERS
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from events.entry import encode_json
from tests.systems.combat_veteran.table import RULES, Table, kinds, only, opened, table, tell_all, unit
from tests.systems.combat_veteran.test_odds import every_roll, fractions, result_of


def fired_upon(mg: int = 0, other: int = 5, **more: int) -> Table:
    """A T-34 that has entered 1011 under the guns of two tanks in the north."""
    game = table(
        unit("t34", "red", "1012", "NW", armor=2, **more),
        unit("m26", "blue", "1003", main=5, mg=mg),
        unit("m26", "blue", "1103", id="m2", main=other, mg=0),
        declaring="all",
    )
    game.do(a.Step("t34", "1011", "NW"))
    return game


def test_all_fire_is_declared_before_any_die_is_rolled() -> None:
    game = fired_upon()
    (added,) = game.do(a.Fire("m26", "main", "t34"))
    assert isinstance(added, e.FireAdded) and added.readings == ("declaring",)
    assert game.asked is not None and (game.asked.kind, game.asked.side) == ("defensive-fire", "blue")
    assert game.legal() == [a.HoldFire("hex"), a.Fire("m2", "main", "t34")]
    assert kinds(game.do(a.Fire("m2", "main", "t34"))) == ["fire-added", "fire-declared"]
    assert (game.asked.kind, game.asked.side) == ("facing", "red")
    events = game.do(a.Face("NE"), *[2] * 6)
    told = kinds(events)
    assert told[0] == "pivoted" and told.count("attack-rolled") == 2 and told[-1] == "fire-held"
    assert game.asked.kind == "movement"


def test_who_has_declared_enough_says_so() -> None:
    game = fired_upon()
    game.do(a.Fire("m26", "main", "t34"))
    assert game.refuses(a.HoldFire("phase")).rule == "7.8"
    assert game.refuses(a.Fire("m26", "main", "t34")).rule == "9.0"
    assert kinds(game.do(a.HoldFire("hex"))) == ["fire-declared"]
    assert kinds(game.do(a.Face("NE"), 2, 2, 2)).count("attack-rolled") == 1


def test_both_ratings_of_a_piece_are_declared_one_after_the_other() -> None:
    game = fired_upon(mg=5)
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Fire("m2", "main", "t34"))
    assert game.asked is not None and game.asked.kind == "facing", "the m26 has let another piece go before"


def test_a_wreck_is_not_fired_at_any_more() -> None:
    game = fired_upon()
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Fire("m2", "main", "t34"))
    events = game.do(a.Face("NE"), 6, 2, 2)
    assert kinds(events).count("attack-rolled") == 1
    assert game["m2"].used == []


def test_a_deflection_is_asked_for_between_the_attacks() -> None:
    game = fired_upon()
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Fire("m2", "main", "t34"))
    game.do(a.Face("NE"), 1, 3, 6)
    assert game.asked is not None and game.asked.kind == "deflection"
    events = game.do(a.Deflect((6,)), 2, 2, 2)
    assert "attack-rolled" in kinds(events), "the second attack follows at once"
    assert game.asked.kind == "movement"


def test_dice_stand_beside_each_facing() -> None:
    game = fired_upon()
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Fire("m2", "main", "t34"))
    dice = {option.action.facing: option.dice for option in game.rules.legal(game.game, "red")}
    assert dice == {corner: (6 if corner in ("NW", "NE") else 8) for corner in CORNERS}
    label = game.rules.label(game.game, game.rules.legal(game.game, "red")[0])
    assert "dice" in label


def test_the_dice_of_a_single_attack_are_explained() -> None:
    game = fired_upon(other=0)
    game.do(a.Fire("m26", "main", "t34"))
    for option in game.rules.legal(game.game, "red"):
        assert option.dice == sum(one.value for one in option.modifiers)
        odds = game.rules.odds(game.game, "red", option.action)
        events = Table(game.rules, game.rules.copy(game.game)).do(option.action, *[2] * option.dice)
        assert len(only(events, e.AttackRolled).dice) == option.dice
        assert odds is not None


def test_odds_of_a_facing_without_dice_left() -> None:
    """No die is rolled where misadventure is off, so that nothing can happen."""
    game = table(
        unit("m26", "red", "1010", "SE", armor=4), unit("t34", "blue", "1003", main=3, mg=0), declaring="all"
    )
    game.do(a.Step("m26", "1011", "SE"))
    game.do(a.Fire("t34", "main", "m26"))
    assert fractions(game.rules.odds(game.game, "red", a.Face("NW"))) == {"no effect": 1}


def test_odds_of_several_attacks() -> None:
    """Against every roll there is: the second attack finds the markers that the first has left."""
    game = fired_upon(other=4)
    game.game.pieces["t34"].ratings = replace(game["t34"].ratings, armor=3)
    tell_all(game, e.FireAdded("m2", "main", "t34"), e.FireAdded("m2", "main", "t34"))
    game.do(a.HoldFire("hex"))
    face = a.Face("NW")
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for events, chance in every_roll(game, face):
        found[_whole(events)] += chance
    assert fractions(game.rules.odds(game.game, "red", face)) == dict(found)


def test_odds_of_six_attacks_walk_each_number_of_dice_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack by attack, for each vehicle that those before may have left, it would be hundreds of times as many."""
    guns = [unit("m26", "blue", f"10{row:02}", id=f"m{row}", main=5, mg=0) for row in range(1, 7)]
    game = table(unit("t34", "red", "1012", "NW", armor=2), *guns, declaring="all")
    game.do(a.Step("t34", "1011", "NW"))
    for gun in guns:
        game.do(a.Fire(gun.id, "main", "t34"))
    walked: list[object] = []
    ways = dice.ways

    def counted(play: Any) -> Iterator[Any]:
        for one in ways(play):
            walked.append(one)
            yield one

    monkeypatch.setattr(dice, "ways", counted)
    odds = game.rules.odds(game.game, "red", a.Face("NW"))
    assert odds is not None and sum(Fraction(one.fraction) for one in odds.results) == 1
    assert len(walked) < 2000


def _whole(events: list[e.Event]) -> str:
    """What all attacks together came to."""
    results = [result_of([event], "t34") for event in events if not isinstance(event, e.AttackRolled)]
    order = ("wrecked", "damaged", "stopped", "no new damage", "no effect")
    return min(results, key=order.index)


def test_who_cannot_turn_is_fired_at_attack_by_attack() -> None:
    game = table(
        unit("us-soldier", "red", "1010"), unit("t34", "blue", "1003"), unit("t34", "blue", "1103", id="t2"),
        declaring="all",
    )  # fmt: skip
    game.do(a.Step("us-soldier", "1009"))
    events = game.do(a.Fire("t34", "mg", "us-soldier"), *[2] * game.dice("t34", "mg", "us-soldier"))
    assert kinds(events)[0] == "attack-rolled"


def test_new_battles_declare_all_fire_and_old_ones_go_on_as_they_began() -> None:
    assert opened("tank-duel").game.read.declaring == "all"
    assert opened("tank-duel", declaring="each").game.read.declaring == "each"
    assert e.ForcesPlaced("s", "b", (), 1, None, ()).declaring == "each"  # type: ignore[arg-type]


def test_a_choice_that_was_read_from_a_file_is_written_like_one_that_was_not() -> None:
    read = json.loads('{"declaring": "each"}')
    again, once = (RULES.open("tank-duel", options) for options in (read, {"declaring": "each"}))
    assert encode_json(again) == encode_json(once)
