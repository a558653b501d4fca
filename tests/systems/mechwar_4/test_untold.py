"""What told of hidden things by the way: dice, consent, marks on the board, what moves where, forces of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.rules.dice import ScriptedDice
from campaign.rules.views import HexBoard
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import warfare
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.rules import SYSTEM, MechWarRules
from campaign.systems.mechwar_4.view import view
from tests.campaign.conftest import steady_world
from tests.systems.mechwar_4.field import Field, company, decide, of, unit
from tests.systems.mechwar_4.guns import CLEAR, ON_TARGET, barrage, battery
from tests.systems.mechwar_4.pack import PACK, board

FLAT = ("0000000000",) * 8


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path / "home", steady_world()) as found:
        yield found


# -- forces of one's own ---------------------------------------------------------------------------------------


def test_forces_of_ones_own_are_not_shown_to_the_other_side(hq: Headquarters) -> None:
    done = hq.battles.new("own-companies", system="mechwar-4", options={"fog": True}, name="open")
    assert isinstance(done, Acted), done
    entries = {side: hq.looking_as(side).battles.show("open", 1) for side in ("blue", "red", "umpire")}
    shown = {side: msgspec.json.decode(entry.action)["options"] for side, entry in entries.items()}
    assert shown["blue"]["red"] == shown["red"]["blue"] == "not shown"
    assert shown["blue"]["blue"] == shown["umpire"]["blue"] != "not shown"


# -- dice that are typed in ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["typed", "sealed"])
@pytest.mark.parametrize("fog", [False, True])
def test_20_43_with_typed_dice_the_fog_is_refused_as_nobody_deals_the_counters(
    hq: Headquarters, fog: bool, dice: Literal["typed", "sealed"]
) -> None:
    options = {"fog": fog, "camouflage": True}
    done = hq.battles.new("crossroads", system="mechwar-4", options=options, dice=dice, name="typed")
    if fog and dice == "typed":
        assert isinstance(done, Refusal), done
        assert (done.rule, done.where) == ("20.43", "$.dice") and "sealed dice" in done.allowed
        assert not hq.battles.all()
    else:
        assert isinstance(done, Acted), done
        assert isinstance(hq.battles.act("typed", {"kind": "begin"}), DiceNeeded | Acted)


# -- undo ------------------------------------------------------------------------------------------------------


def test_5_25_a_step_is_taken_back_by_consent_whether_or_not_camouflage_was_rolled_for() -> None:
    for camouflaged, dice in ((True, (1,)), (False, ())):
        hidden = unit("r1", "us-rifles", "0408", camouflaged=camouflaged, kept=not camouflaged)
        field = Field(board(FLAT), (unit("b1", "t62", "0105"), hidden), fog=True, camouflage=True)
        field.game.units["r1"].seen = False
        field.game.forces["red"].quiet = True
        for action in (a.StartMove("b1"), a.Move("b1", "0407")):
            source = ScriptedDice(dice if isinstance(action, a.Move) else (9,))
            play = Play(field.charts, field.game, source)
            decide(play, "blue", action)
        assert bool(of(e.CamouflageRolled, play.events)) is camouflaged
        shown = FaceDown(field.charts)
        assert not [
            one for one in shown.draws(field.game, source.draws, "blue") if "camouflage" in one.purpose
        ]
        assert any(map(shown.reveals, play.events))


# -- artillery and radio ---------------------------------------------------------------------------------------


def test_19_910_shells_do_not_tell_that_a_face_down_counter_has_radio_equipment() -> None:
    field = Field(
        board(FLAT), (unit("b1", "rdf", "0101"), unit("r1", "t62", "0601")), electronic_warfare=True, fog=True
    )
    for seen in (False, True):
        field.game.units["b1"].seen = seen
        play = field.roll(4)
        warfare.shelled(play, field.game.units["b1"], 3)
        (tested,) = of(e.EquipmentTested, play.events)
        hidden = FaceDown(field.charts)
        assert (hidden.event(field.game, tested, "red") is not None) is seen
        assert bool(hidden.draws(field.game, play.dice.draws, "red")) is seen
        assert hidden.event(field.game, tested, "blue") == tested
        field.game.units["b1"].deaf = False


def test_7_16_how_strong_concealed_guns_are_is_not_told_as_their_fire_falls() -> None:
    told: list[Any] = []
    for h in (7, 4):
        field = barrage(batteries=(battery(h=h),), fog=True)
        field.act("red", a.Ready())
        field.act("blue", a.Bombard("blue-guns-1", CLEAR))
        (began,) = of(g.BombardmentBegan, field.act("blue", a.Ready(), *ON_TARGET))
        field.game.verdict = None
        told.append(FaceDown(field.charts).event(field.game, began, "red"))
        assert FaceDown(field.charts).event(field.game, began, "blue").h == h
    assert told[0] == told[1]


def test_7_14_marks_of_sustained_fire_stay_for_the_enemy_as_a_counter_moves() -> None:
    for fog in (True, False):
        field = barrage(unit("b1", "mortars", "0107"), unit("r1", "t62", "0101"), fog=fog)
        field.game.units["b1"].seen = False
        if fog:
            field.act("red", a.Ready())
        field.act("blue", a.Bombard("b1", CLEAR, sustained=True))
        field.game.turns = 2
        play = Play(field.charts, field.game, ScriptedDice((9, *ON_TARGET, 6, 1, 2)))
        decide(play, "blue", a.Ready())
        field.game.units["b1"].moved = True
        assert (burning(field, "red"), burning(field, "blue")) == (fog, False)


def burning(field: Field, viewer: str) -> bool:
    """Whether a viewer sees fire marked on the hex."""
    shown = view(field.play.known(viewer), viewer).board
    assert isinstance(shown, HexBoard)
    return any(cell.mark == "fire" for cell in shown.cells if cell.id == CLEAR)


# -- helicopters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mover", ["t62", "ah-1"])
def test_17_12_where_one_may_go_does_not_tell_a_face_down_helicopter(mover: str) -> None:
    found: list[Any] = []
    for type in ("ah-1", "t62"):
        field = Field(board(FLAT), (unit("b1", mover, "0105"), unit("r1", type, "0205")), fog=True)
        field.game.units["r1"].seen = False
        decide(Play(field.charts, field.game, ScriptedDice((9,))), "blue", a.StartMove("b1"))
        found.append([(one.action, one.cost) for one in field.listed("blue")])
    assert found[0] == found[1]


# -- refusals --------------------------------------------------------------------------------------------------


def test_refusals_do_not_tell_how_many_counters_the_enemy_has_beside_the_map() -> None:
    told: list[Any] = []
    for more in ((), (unit("r2", "t62"), unit("r3", "us-rifles", "0601", aboard="r1"))):
        field = Field(board(FLAT), (unit("b1", "t62", "0101"), unit("r1", "m113", "0601"), *more), fog=True)
        for one in field.game.units.values():
            one.seen = False
        actions = [a.Fire("b1", id) for id in ("r2", "r3", "r4")] + [
            a.StartMove(id) for id in ("r2", "r3", "r4")
        ]
        refused = [field.refusal("blue", action) for action in actions]
        told.append([(one.reason, one.allowed) for one in refused])
    assert told[0] == told[1]


# -- morale ----------------------------------------------------------------------------------------------------


def test_19_8_a_face_up_enemy_does_not_tell_what_became_of_its_companys_morale() -> None:
    told: list[Any] = []
    for morale in (0, 2):
        units = (unit("b1", "t62", "0103"), unit("r1", "us-rifles", "0105", "rc"))
        field = Field(board(FLAT), units, companies=(company("rc", morale=morale),), fog=True)
        rules = rules_of(field)
        (shot,) = [one.action for one in field.listed("blue") if isinstance(one.action, a.Fire)][:1]
        shown = next(one for one in rules.view(field.game, "blue").pieces if one.id == "r1").details
        told.append((shown, rules.odds(field.game, "blue", shot)))
        rolled = e.PanicRolled("r1", 4, 1 + morale, "fire", False)
        assert FaceDown(field.charts).event(field.game, rolled, "blue").limit == 0
    assert told[0] == told[1]


def rules_of(field: Field) -> MechWarRules:
    found = cast("MechWarRules", SYSTEM.load(PACK))
    found.charts = field.charts
    return found
