"""Refusals: each names what is wrong, the page, the place, and what would be allowed; nothing else is ever raised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.dice import SeededDice, TypedDice
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from tests.systems.tanks_modern_age.field import BLUE, RED, Field

M1, M60, T64, HIND = "m1-abrams-1", "m60-patton-1", "t-64-1", "hind-1"


class Case(NamedTuple):
    """field: how to set it up. says: words of the reason. where: the place. allowed: one of what is."""

    field: Callable[[], Field]
    side: str
    action: a.AnyAction
    says: str
    rule: str
    where: str = ""
    allowed: str = ""


def moving(**more: Any) -> Field:
    blue = [("m1-abrams", 450, 700, 0, ["gunner-dead-eye"]), ("cobra", 200, 700, 0)]
    field = Field(blue, [("t-64", 450, 200, 180)], stage="movement", **more)
    field.model(T64).acted = True
    return field


def shooting() -> Field:
    return Field(
        [("m1-abrams", 450, 700, 0), ("m60-patton", 200, 840, 0), ("m60-patton", 850, 840, 0)],
        [("t-64", 450, 300, 180), ("t-64", 850, 60, 180), ("hind", 300, 300, 180)],
        terrain=[("building", 650, 380, 30)],
    )


def with_missiles(y: int) -> Field:
    """A BMP-2 with a gun and, face up, missiles; about to shoot at an M60."""
    field = Field([("m60-patton", 450, 300, 180)], [("bmp-2", 450, y, 0, ["at-5"])])
    field.model(M60).acted = True
    field.act(RED, a.TurnUp("bmp-2-1", 0))
    return field


def dice_on_the_table() -> Field:
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, 180)])
    field.act(BLUE, a.Shoot(M1, T64), [1, 4, 4, 6])
    return field


def deploying() -> Field:
    blue = [("m1-abrams", 450, 860, 0), ("m60-patton", -1, -1, 0)]
    return Field(blue, [("t-64", -1, -1, 0), ("t-55", 300, 50, 180)], stage="deployment", advantage=RED)


def repairing() -> Field:
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180)])
    field.model(M60).criticals, field.model(M60).acted = [7, 12], True
    field.game.deck.order = [n for n in field.game.deck.order if n not in (7, 12)]
    field.act(RED, a.Skip(T64))
    return field


def at_a_table(stage: str = "shooting") -> Field:
    return Field([("m1-abrams", -1, -1, 0)], [("t-64", -1, -1, 0)], stage=stage, measured=False)


def over() -> Field:
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180)])
    field.model(M60).acted, field.model(M60).damage = True, 6
    field.act(RED, a.Skip(T64))
    assert field.game.verdict is not None
    return field


CASES = {
    "the battle is over": Case(over, BLUE, a.Pass(), "is over", "p19"),
    "another side is asked": Case(shooting, RED, a.Skip(T64), "not Red", "p7", allowed="turn-up"),
    "no such side": Case(shooting, "green", a.Skip(T64), "no side 'green'", "", "$.side", BLUE),
    "not what is asked": Case(shooting, BLUE, a.Ready(), "not what is asked", "p7", "$.kind", "shoot"),
    "no such model": Case(shooting, BLUE, a.Skip("tiger-1"), "no model 'tiger-1'", "", "$.unit", M1),
    "the enemy's model": Case(shooting, BLUE, a.Skip(T64), "not one of Blue's", "", "$.unit", M1),
    "not its turn to shoot": Case(shooting, BLUE, a.Skip(M60), "not M60 Patton 1's turn", "p12", "$.unit", M1),
    "no such target": Case(shooting, BLUE, a.Shoot(M1, "tiger-1"), "no model", "", "$.target", T64),
    "a friend as target": Case(shooting, BLUE, a.Shoot(M1, M60), "is no target", "p12", "$.target", T64),
    "out of sight": Case(shooting, BLUE, a.Shoot(M1, "t-64-2"), "in the way", "p12", "$.target", T64),
    "no missiles": Case(shooting, BLUE, a.Shoot(M1, T64, "missiles"), "no such attack", "p16", "$.weapon", "gun"),
    "the gun at a helicopter": Case(
        shooting, BLUE, a.Shoot(M1, HIND), "no such attack", "p16", "$.weapon", "machine-guns"
    ),
    "no such ammunition": Case(shooting, BLUE, a.Shoot(M1, T64, "gun", 3), "no such attack", "p16", "$.weapon", "gun"),
    "nobody to spot": Case(
        shooting, BLUE, a.Shoot(M1, T64, spotter=M60), "spot", "card", "$.spotter"
    ),
    "declared where all is measured": Case(
        shooting, BLUE, a.Shoot(M1, T64, declared=a.Declared()), "nothing is declared", "p12", "$.declared"
    ),
    "also where all is measured": Case(shooting, BLUE, a.Shoot(M1, T64, also=("t-64-2",)), "itself", "card", "$.also"),
    "a die that is not there": Case(dice_on_the_table, BLUE, a.Reroll((7,)), "not possible", "p7", "$", "dice"),
    "more dice than allowed": Case(dice_on_the_table, BLUE, a.Reroll((0, 1, 2, 3)), "not possible", "p7", "$", "dice"),
    "cancelling one's own": Case(
        dice_on_the_table, BLUE, a.Cancel((0,)), "not what is asked", "p7", "$.kind", "reroll"
    ),
    "no such effect": Case(dice_on_the_table, BLUE, a.Modify("x/0/0", (1,)), "not possible", "p7", "$"),
    "too far": Case(moving, BLUE, a.Move(M1, 0, 101), "no farther than 100 mm", "p9", "$.distance", "0 to 100 mm"),
    "a helicopter drives": Case(moving, BLUE, a.Move("cobra-1", 0, 10), "not Cobra 1's move", "p9", "$.unit", M1),
    "a tank flies": Case(moving, BLUE, a.Fly(M1, 0, 10, 0, False), "not what is asked", "p7", "$.kind", "move"),
    "too many tokens": Case(moving, BLUE, a.Measures(M1, 3), "cannot take 3", "p10", "$.tokens", "1 to 2 tokens"),
    "a tank's elevation": Case(moving, BLUE, a.Elevate(M1), "cannot change its elevation", "p10", "$.kind", "stay"),
    "moves at a real table": Case(
        lambda: at_a_table("movement"), RED, a.Move(T64, 0, 50), "not what is asked", "p7", "$.kind", "measures"
    ),
    "a card that is not there": Case(moving, BLUE, a.TurnUp(M1, 4), "no card in slot 4", "p5", "$.slot", "0 to 0"),
    "no card at all": Case(moving, RED, a.TurnUp(T64, 0), "no card in slot 0", "p5", "$.slot", "no card at all"),
    "the enemy's card": Case(moving, RED, a.TurnUp(M1, 0), "not one of Red's", "", "$.unit", T64),
    "deployed out of turn": Case(
        deploying, BLUE, a.Deploy(M1, 450, 860), "not to be deployed", "p8", "$.unit", M60
    ),
    "deployed too far": Case(
        deploying, BLUE, a.Deploy(M60, 450, 450), "within 100 mm of the south edge", "p8", "$.x", "heading 0"
    ),
    "a repair of another card": Case(repairing, BLUE, a.Repair(M60, 3), "cannot repair that", "p19", "$.card", "7"),
    "a repair of the enemy": Case(repairing, BLUE, a.Repair(T64, 7), "not one of Blue's", "", "$.unit", M60),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_refusal_says_what_is_wrong_and_what_is_allowed_and_changes_nothing(case: Case):
    field = case.field()
    before, game = field.rules.copy(field.game), field.game
    with pytest.raises(Refused) as found:
        field.act(case.side, case.action)
    refused = found.value
    assert case.says in refused.reason
    assert refused.reason.endswith((".", "?", "go on."))
    assert refused.rule == case.rule
    assert refused.where == case.where
    assert any(case.allowed in one for one in refused.allowed) or not case.allowed
    assert field.game is game
    assert game == before


def test_a_refusal_does_not_tell_what_lies_face_down():
    field = moving()
    with pytest.raises(Refused) as found:
        field.act(RED, a.UseCard(M1, 0))
    assert "eye" not in str(found.value).lower()
    with pytest.raises(Refused) as found:
        field.act(RED, a.TurnUp(M1, 0))
    assert "eye" not in str(found.value).lower()


@pytest.mark.parametrize(
    ("y", "damage", "says"), [(420, 0, "too near"), (700, 3, "too slow for a Final Fury")]
)
def test_missiles_say_why_they_do_not_fire(y: int, damage: int, says: str):
    """p20 arming, p20 slow."""
    field = with_missiles(y)
    field.model("bmp-2-1").damage = damage
    with pytest.raises(Refused, match=says) as found:
        field.act(RED, a.Shoot("bmp-2-1", M60, "missiles"))
    assert (found.value.rule, found.value.where, found.value.allowed) == ("p20", "$.weapon", ("gun",))


def test_typed_cards_that_cannot_be_drawn_are_refused():
    """p18 deck."""
    field = Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, 180)])
    field.game.deck.real, field.game.deck.order, field.game.deck.discards = True, [], [3]
    field.act(BLUE, a.Shoot(M1, T64), [6, 1, 1, 1])
    before = field.rules.copy(field.game)
    with pytest.raises(Refused, match="Critical card 3 is not in the deck") as found:
        field.act(BLUE, a.Pass(), TypedDice((1, 3)))
    assert (found.value.rule, found.value.where) == ("p18", "$.dice")
    assert "4" in found.value.allowed
    assert field.game == before
    field.act(BLUE, a.Pass(), TypedDice((1, 4)))
    assert field.model(T64).damage == 2


# -- whatever is asked for -------------------------------------------------------------------------------------

UNITS = st.sampled_from([M1, M60, "m60-patton-2", T64, "t-64-2", HIND, "cobra-1", "nobody", ""])
SMALL = st.integers(-3, 8)
PLACES = st.lists(SMALL, max_size=4).map(tuple)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "unit": UNITS, "target": UNITS, "spotter": UNITS, "slot": SMALL, "effect": SMALL, "other": SMALL, "ammo": SMALL,
    "card": st.integers(-1, 30), "dice": PLACES, "x": st.integers(-50, 950), "y": st.integers(-50, 950),
    "heading": st.integers(0, 359), "bearing": st.integers(0, 359), "distance": st.integers(0, 300),
    "high": st.booleans(), "tokens": st.integers(1, 9), "hull": st.sampled_from(["forward", "right", "reverse"]),
    "flush": st.sampled_from(["left", "right"]), "touch": st.sampled_from(["", "front", "rear-left"]),
    "weapon": st.sampled_from(["gun", "missiles", "machine-guns", "rockets", "smoke"]),
    "source": st.sampled_from(["platoon/0", f"{M1}/0/0", ""]), "role": st.sampled_from(["attacker", "defender"]),
    "edge": st.sampled_from(["north", "west"]), "phase": st.sampled_from(["movement", "shooting"]),
    "until": st.sampled_from(["now", "turn", "battle"]), "sides": st.sampled_from([(), (BLUE,), (BLUE, ""), ("x",)]),
    "declared": st.sampled_from([None, a.Declared(), a.Declared(True, True, True, ("stationary",))]),
    "also": st.sampled_from([(), (T64,), ("nobody",)]),
}  # fmt: skip
KINDS = get_args(a.AnyAction)
FIELDS_BY_SCENE: dict[str, Callable[[], Field]] = {
    "moving": moving,
    "shooting": shooting,
    "dice": dice_on_the_table,
    "deploying": deploying,
    "repairing": repairing,
    "table": at_a_table,
    "table-moving": lambda: at_a_table("movement"),
    "over": over,
}


@st.composite
def actions(draw: st.DrawFn) -> a.AnyAction:
    kind = draw(st.sampled_from(KINDS))
    return kind(**{name: draw(FIELDS[name]) for name in kind.__struct_fields__})


def test_every_field_of_every_action_is_tried():
    assert {name for kind in KINDS for name in kind.__struct_fields__} == set(FIELDS)


@settings(max_examples=300)
@given(st.sampled_from(sorted(FIELDS_BY_SCENE)), st.sampled_from([BLUE, RED]), actions(), st.integers(0, 5))
def test_any_action_leads_to_events_or_a_refusal_and_to_nothing_else(
    scene: str, side: str, action: a.AnyAction, face: int
):
    field = FIELDS_BY_SCENE[scene]()
    before = field.rules.copy(field.game)
    try:
        events = field.act(side, action, SeededDice(lambda n: face % n))
    except Refused as refused:
        assert refused.reason
        assert field.game == before
    else:
        assert events


@settings(max_examples=150)
@given(st.sampled_from(sorted(FIELDS_BY_SCENE)), st.sampled_from([BLUE, RED]), actions())
def test_odds_and_previews_refuse_as_the_action_does(scene: str, side: str, action: a.AnyAction):
    field = FIELDS_BY_SCENE[scene]()
    before = field.rules.copy(field.game)
    for ask in (field.rules.odds, field.rules.preview):
        try:
            ask(field.game, side, action)
        except Refused as refused:
            assert refused.reason
        assert field.game == before
