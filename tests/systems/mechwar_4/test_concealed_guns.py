"""What the enemy gets of indirect fire and air in the fog: plans, concealed guns, what lies under a counter."""

from __future__ import annotations

from typing import Any

from campaign.rules.dice import ScriptedDice
from campaign.rules.facets import UMPIRE
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.play import Play
from tests.systems.mechwar_4.field import Field, decide, of, unit
from tests.systems.mechwar_4.guns import CLEAR, ON_TARGET, barrage, battery

CALM = 9


def foggy(*units: Any, **more: Any) -> Field:
    """In the fog, with all of these face down; another turn comes."""
    field = barrage(*units, fog=True, **more)
    for one in field.game.units.values():
        one.seen = False
    return field


def shown(field: Field, side: str, action: Any, *dice: int, viewer: str) -> tuple[list[Any], list[str]]:
    """What a viewer gets of an action's events, and the purposes of the draws that he sees. The battle goes on."""
    play = Play(field.charts, field.game, ScriptedDice(dice))
    decide(play, side, action)
    field.game.verdict = None
    hidden = FaceDown(field.charts)
    events = [hidden.event(field.game, one, viewer) for one in play.events]
    draws = hidden.draws(field.game, play.dice.draws, viewer)
    return [one for one in events if one is not None], [one.purpose for one in draws]


def test_20_43_plans_are_secret() -> None:
    field = foggy(unit("b1", "mortars", "0107"), batteries=(battery(),))
    for action in (
        a.Bombard("b1", CLEAR),
        a.CallOff("b1"),
        a.Bombard("blue-guns-1", load="smoke", hex=CLEAR),
    ):
        assert FaceDown(field.charts).action(field.game, "blue", action, "red") is None
        assert shown(field, "blue", action, viewer="red") == ([], [])


def test_7_81_who_fires_is_told_by_nothing() -> None:
    """The same fire of the one and of the other of two counters is the same for the enemy."""
    found: list[Any] = []
    for by, other in (("b1", "b2"), ("b2", "b1")):
        field = foggy(
            unit(by, "mortars", "0107"), unit(other, "truck", "0207"), unit("r1", "us-rifles", CLEAR)
        )
        field.act("red", a.Ready())
        field.act("blue", a.Bombard(by, CLEAR))
        events, draws = shown(field, "blue", a.Ready(), CALM, *ON_TARGET, 6, 1, viewer="red")
        found.append((events, draws, [one.fired for one in field.game.units.values()]))
    assert found[0] == found[1]
    assert [one.by for one in of(g.IndirectFired, found[0][0])] == [""]


def test_20_43_how_a_face_down_counter_is_hit_is_not_told() -> None:
    for type, dice in (("us-rifles", (1,)), ("half-track", (3,))):
        field = foggy(unit("r1", type, CLEAR), batteries=(battery(h=7),))
        field.act("red", a.Ready())
        field.act("blue", a.Bombard("blue-guns-1", CLEAR))
        shown(field, "blue", a.Ready(), *ON_TARGET, viewer="blue")
        assert field.asked() == [("red", "button")]  # of either kind
        events, draws = shown(field, "red", a.Button("r1", False), *dice, viewer="blue")
        (shelled,) = of(g.UnitShelled, events)
        assert (shelled.table, shelled.dice, shelled.result, draws) == ("", (), "", [])
        assert of(g.UnitShelled, shown_to_umpire(field, events)) == [shelled]


def shown_to_umpire(field: Field, events: list[Any]) -> list[Any]:
    hidden = FaceDown(field.charts)
    return [hidden.event(field.game, one, UMPIRE) for one in events]


def test_20_43_a_side_without_guns_in_reach_is_asked_like_one_with_them() -> None:
    """7.0."""
    for hex in ("0107", "1007"):
        field = foggy(unit("b1", "mortars", hex), spotter=False)
        both = [("blue", "indirect"), ("red", "indirect")]
        assert field.asked() == both
        field.game.units["b1"].panicked = True
        assert field.asked() == both and field.options("blue") == field.options("red") == [a.Ready()]


def test_15_36_calls_for_aircraft_and_who_holds_fire_are_secret() -> None:
    field = foggy(unit("b1", "t62", "0107"), batteries=(battery(),))
    hidden = FaceDown(field.charts)
    for action in (a.PlotAirstrike("blue-plane-1", CLEAR), a.CancelAirstrike("x"), a.HoldAirFire("b1", True)):
        assert hidden.action(field.game, "blue", action, "red") is None
    assert hidden.event(field.game, f.AirFireSet("b1", True), "red") is None
    assert hidden.event(field.game, f.AirFireSet("b1", True), "blue") is not None


def test_15_73_a_failed_acquisition_does_not_tell_vehicle_from_infantry() -> None:
    field = foggy(unit("r1", "t62", CLEAR), batteries=(battery(),))
    tried = f.AcquisitionTried("blue-plane-1", "r1", 2, 3, False)
    seen = FaceDown(field.charts).event(field.game, tried, "blue")
    assert seen.loss == 0


def test_13_1_a_gun_that_keeps_calm_is_not_named() -> None:
    field = foggy(unit("b1", "mortars", "0107"))
    hidden = FaceDown(field.charts)
    calm = e.PanicRolled("b1", 9, 1, "indirect", False)
    assert hidden.event(field.game, calm, "red") is None and hidden.event(field.game, calm, "blue") == calm
    assert hidden.event(field.game, e.PanicRolled("b1", 1, 1, "indirect", True), "red") is not None
