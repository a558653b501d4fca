"""Who is asked what, and what it tells: cards face down, passing, what goes by itself; and battles on a real table."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.dice import SeededDice, TypedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.questions import questions
from campaign.systems.tanks_modern_age.state import Sight
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, of, rules
from tests.systems.tanks_modern_age.test_setup import DECK, ON, Opening

M1, M60, T64 = "m1-abrams-1", "m60-patton-1", "t-64-1"


def cards_for(type: str, nation: str, kind: str) -> list[str]:
    """Every face-down card of a type that a nation may have on a model of a kind."""
    return [
        card.id
        for card in rules().charts.cards.values()
        if card.type == type
        and (not card.nations or nation in card.nations)
        and card.kind in ("", kind)
        and not card.revealed
    ]


def with_card(card: str, stage: str = "shooting") -> Field:
    return Field([("m1-abrams", 450, 700, 0)], [("t-64", 450, 300, 180, [card])], stage=stage)


# -- face down and face up (p5) --------------------------------------------------------------------------------


def test_p5_a_card_is_turned_up_at_any_time_also_by_who_is_not_asked():
    """p5 hidden cards."""
    field = with_card("driver-defensive")
    assert field.asked() == {BLUE: "shoot"}
    assert field.options(RED, a.TurnUp) == [a.TurnUp(T64, 0)]
    field.act(RED, a.TurnUp(T64, 0))
    assert field.model(T64).cards[0].state == "up"
    assert field.asked() == {BLUE: "shoot"}
    with pytest.raises(Refused, match="lies face up already"):
        field.act(RED, a.TurnUp(T64, 0))


def test_p5_a_card_with_the_eye_lies_face_up_from_the_beginning():
    """p5 eye."""
    field = Field([("m1-abrams", 450, 700, 0, ["sean-bannon", "gunner-dead-eye"])], [("t-64", 450, 300, 180)])
    assert [card.state for card in field.model(M1).cards] == ["up", "down"]


def test_p5_of_a_card_face_down_the_enemy_knows_its_type_only():
    """p5 types."""
    field = with_card("driver-defensive")

    def seen(viewer: str) -> tuple[str, str, str]:
        piece = next(p for p in field.rules.view(field.game, viewer).pieces if p.id == T64)
        return piece.cards[0].kind, piece.cards[0].name, piece.cards[0].text

    assert seen(BLUE) == seen("") == ("Driver", "", "")
    assert seen(RED)[1] == seen(UMPIRE)[1] == "Defensive Driver"
    field.act(RED, a.TurnUp(T64, 0))
    assert seen(BLUE)[1] == "Defensive Driver"


def mustered(**options: Any) -> tuple[Opening, e.Mustered]:
    opening = Opening("tank-ace", terrain="ready", **options)
    (event,) = rules().open("tank-ace", {"terrain": "ready", **options})
    return opening, event


def test_p5_what_the_enemys_cards_cost_is_not_shown_either():
    roster = {
        "title": "A telling title", "nation": "ussr", "platoon": "red-banner",
        "model": [{"type": "t-64", "cards": ["driver-defensive"]}],
    }  # fmt: skip
    opening, event = mustered(red=roster)
    seen = rules().hidden.event(opening.game, event, BLUE)
    (tank,) = [one for one in seen.models if one.side == RED]
    assert tank.points == 20
    assert [(card.card, card.type) for card in tank.cards] == [("", "Driver")]
    assert seen.platoons[RED].points == 0
    assert seen.platoons[RED].title == ""
    assert rules().hidden.event(opening.game, event, RED).platoons[RED].title == "A telling title"
    assert rules().hidden.options(opening.game, {RED: roster, "turns": 5}, BLUE) == {
        RED: "not shown",
        "turns": 5,
    }


def test_p5_the_order_of_the_deck_is_shown_to_nobody():
    field = with_card("driver-defensive")
    for viewer in (BLUE, RED, ""):
        assert rules().hidden.event(field.game, e.DeckShuffled(DECK), viewer) == e.DeckShuffled()


def test_when_the_battle_is_over_everything_lies_open():
    field = Field([("m60-patton", 60, 840, 0)], [("t-64", 850, 60, 180, ["driver-defensive"])])
    field.model(M60).acted, field.model(M60).damage = True, 6
    field.act(RED, a.Skip(T64))
    assert field.game.verdict is not None
    piece = next(p for p in field.rules.view(field.game, BLUE).pieces if p.id == T64)
    assert piece.cards[0].name == "Defensive Driver"
    assert not field.rules.view(field.game, BLUE).hides
    assert rules().hidden.event(field.game, e.DeckShuffled(DECK), BLUE) == e.DeckShuffled(DECK)


# -- being asked tells nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("type", ["Commander", "Gunner", "Driver", "Loader", "Equipment", "Armour"])
def test_whether_a_side_is_asked_depends_on_the_types_of_its_cards_alone(type: str):
    """The same attack at a T-64 with each card of a type: the questions, and what Blue is told, are the same."""
    told: set[str] = set()
    found = cards_for(type, "ussr", "tank")
    assert len(found) > 1
    for card in found:
        field = with_card(card)
        field.game.deck.order = [3, 4, 5, 6]
        asked = [field.asked()]
        events = field.act(
            BLUE, a.Shoot(M1, T64), () if field.asked() and _asks_first(type) else [6, 4, 1, 1]
        )
        for _ in range(12):
            questions = field.asked()
            asked.append(questions)
            if questions.get(RED) == "shoot" or not questions:
                break
            side, kind = next(iter(questions.items()))
            dice = {"aim": [6, 4, 1, 1], "attack-dice": () if _asks_late(type) else [1], "defend": [1]}.get(
                kind, ()
            )
            events = [*events, *field.act(side, a.Pass(), dice)]
        told.add(repr((asked, [rules().hidden.event(field.game, event, BLUE) for event in events])))
    assert len(told) == 1


@pytest.mark.parametrize("until", ["turn", "battle"])
@pytest.mark.parametrize("type", ["Commander", "Gunner", "Driver", "Loader", "Equipment", "Armour", "Ammo"])
def test_a_quiet_side_is_asked_for_what_lies_face_up_only(type: str, until: Any, scale: int):
    """Each card of a type, on the target and then on the shooter: nobody is asked for it, whatever it could do.

    Every order of the deck is tried with one of the two, in the long profile with both.
    """
    orders = range(len(rules().charts.deck))
    for first in orders if scale > 1 else orders[until == "turn" :: 2]:
        told: set[str] = set()
        for card in cards_for(type, "ussr", "tank"):
            field = with_card(card)
            field.game.quiet[RED] = until
            field.model(T64).speed = 1
            deck = field.game.deck
            deck.order = deck.order[first:] + deck.order[:first]
            told.add(_shots(field))
        assert len(told) == 1


def _shots(field: Field) -> str:
    """Both tanks shoot, and whoever is asked passes: the questions, and what Blue is told."""
    dice = SeededDice(lambda sides: sides - 1)  # hits enough for critical cards
    found: list[Any] = []
    while (asked := field.asked()) and field.game.turn == 1:
        side, kind = next(iter(asked.items()))
        if kind == "shoot":
            shot = a.Shoot(M1, T64) if side == BLUE else a.Shoot(T64, M1)
            answer = shot if shot in field.options(side, a.Shoot) else field.options(side, a.Skip)[0]
        else:
            answer = next(
                o.action for o in field.rules.legal(field.game, side) if o.action != a.TurnUp(T64, 0)
            )
        events = field.act(side, answer, dice)
        found.append((asked, [rules().hidden.event(field.game, event, BLUE) for event in events]))
    return repr(found)


@pytest.mark.parametrize("quiet", [{}, {BLUE: "battle"}])
def test_artillery_without_a_shot_of_its_own_is_asked_by_the_types_of_its_friends_cards(
    quiet: dict[str, Any],
):
    wall = [("building", 450, 500, 0)]
    asked: dict[str, bool] = {}
    for card in cards_for("Commander", "usa", "tank"):
        blue = [("m109-howitzer", 450, 700, 0), ("m60-patton", 800, 700, 0, [card])]
        field = Field(blue, [("t-64", 450, 330, 180)], terrain=wall)
        field.game.quiet.update(quiet)
        field.game.models["t-64-1"].acted = field.game.models[M60].acted = True
        asked[card] = bool(questions(field.play()))
    assert {"artillery-observer", "commander-altruistic"} <= set(asked)
    assert set(asked.values()) == {True}


def _asks_first(type: str) -> bool:
    return type in _types("enemy-attack")


def _asks_late(type: str) -> bool:
    return type in _types("defence", "cancels-from", "no-close-range")


def _types(*verbs: str) -> set[str]:
    return {
        card.type
        for card in rules().charts.cards.values()
        for effect in card.effects
        if effect.do in verbs
        and (not card.nations or "ussr" in card.nations)
        and card.kind in ("", "tank")
        and not card.revealed
    }


def test_a_side_with_cards_face_down_is_asked_before_each_phase():
    field = Field(
        [("m1-abrams", 450, 700, 0, ["gunner-dead-eye"])], [("t-64", 450, 300, 180)], stage="movement"
    )
    field.act(RED, a.Stay(T64))
    field.act(BLUE, a.Stay(M1))
    assert field.asked() == {BLUE: "turn-up"}
    field.act(BLUE, a.Pass())
    assert field.asked() == {BLUE: "shoot"}


@pytest.mark.parametrize(("until", "again"), [("now", True), ("turn", True), ("battle", False)])
def test_passing_for_a_turn_or_for_the_battle(until: Any, again: bool):
    field = Field(
        [("m1-abrams", 60, 840, 0, ["gunner-dead-eye"])], [("t-64", 850, 60, 180)], stage="movement"
    )
    field.act(RED, a.Stay(T64))
    field.act(BLUE, a.Stay(M1))
    field.act(BLUE, a.Pass(until))
    field.act(BLUE, a.Skip(M1))
    field.act(RED, a.Skip(T64), ON)
    assert field.game.turn == 2
    assert (field.asked() == {BLUE: "turn-up"}) is again
    assert (BLUE in field.game.quiet) is not again


def test_who_wants_no_questions_may_still_turn_cards_up():
    field = with_card("driver-defensive")
    field.game.quiet[RED] = "battle"
    assert field.options(RED, a.TurnUp)
    field.act(RED, a.TurnUp(T64, 0))


def test_a_model_that_sees_nobody_is_passed_over():
    wall = [("building", 450, 600, 0)]
    blue = [("m1-abrams", 450, 700, 0), ("m60-patton", 800, 700, 0)]
    field = Field(blue, [("t-64", 450, 330, 180), ("t-55", 800, 200, 180)], terrain=wall, stage="movement")
    for side, unit in ((RED, "t-55-1"), (BLUE, M60), (RED, T64), (BLUE, M1)):
        field.act(side, a.Stay(unit))
    assert field.model(M1).acted  # it would have been the first
    assert field.asked() == {RED: "shoot"}


def test_it_is_asked_all_the_same_if_a_card_of_that_type_could_help():
    wall = [("building", 450, 500, 0)]
    field = Field([("m1-abrams", 450, 700, 0, ["silver-bullet"])], [("t-64", 450, 330, 180)], terrain=wall)
    assert field.asked() == {BLUE: "shoot"}
    assert field.options(BLUE, a.Skip)
    assert not field.options(BLUE, a.Shoot)


# -- a real table ----------------------------------------------------------------------------------------------


def at_the_table(**options: Any) -> Opening:
    opening = Opening("table-top", **options)
    opening.ready(6, 2)
    opening.act(BLUE, a.ChooseRole("attacker"))
    return opening


def test_at_a_real_table_nothing_is_laid_out_or_deployed_by_the_program():
    opening = at_the_table()
    assert opening.game.stage == "movement"
    assert opening.game.turn == 1
    assert opening.rules.view(opening.game, BLUE).board is None
    assert all(piece.at is None for piece in opening.rules.view(opening.game, BLUE).pieces)


def table_field(**more: Any) -> Field:
    return Field([("m1-abrams", -1, -1, 0)], [("t-64", -1, -1, 0)], measured=False, **more)


def test_at_a_real_table_a_move_is_its_speed_tokens():
    field = table_field(stage="movement")
    kinds = {type(option.action) for option in field.rules.legal(field.game, RED)}
    assert kinds == {a.Stay, a.Measures}
    field.act(RED, a.Measures(T64, 2))
    assert field.model(T64).speed == 2


@pytest.mark.parametrize(
    ("declared", "sight"),
    [
        (None, Sight(True, False, False, False)),
        (a.Declared(cover=True), Sight(True, True, False, False)),
        (a.Declared(close=True, side=True), Sight(True, False, True, True)),
    ],
)
def test_at_a_real_table_the_players_say_what_they_see(declared: a.Declared | None, sight: Sight):
    field = table_field()
    events = field.act(BLUE, a.Shoot(M1, T64, declared=declared), [4, 4, 4, 4])
    assert of(events, e.ShotDeclared)[0].sight == sight


def test_at_a_real_table_conditions_of_cards_are_declared_and_otherwise_do_not_hold():
    for conditions, dice in ((), 5), (("enemy-or-objective-close",), 6):
        field = table_field()
        field.model(M1).acted = True
        events = field.act(RED, a.Shoot(T64, M1, declared=a.Declared(conditions=conditions)), [4] * dice)  # type: ignore[arg-type]
        assert len(of(events, e.AttackRolled)[0].dice) == dice  # Red Banner


def test_at_a_real_table_critical_cards_are_drawn_from_the_players_deck_by_number():
    field = table_field()
    field.game.deck.real, field.game.deck.order = True, []
    field.act(BLUE, a.Shoot(M1, T64), [6, 1, 1, 1])
    events = field.act(BLUE, a.Pass(), TypedDice((1, 7)))
    assert of(events, e.CriticalDrawn) == [e.CriticalDrawn(T64, (7,), typed=True)]
    assert field.model(T64).criticals == [7]


def test_at_a_real_table_the_attacker_says_who_holds_each_objective():
    field = table_field(mission="free-for-all", turn=2, attacker=BLUE)
    field.model(M1).acted = True
    field.act(RED, a.Skip(T64))
    assert field.asked() == {BLUE: "objectives-held"}
    with pytest.raises(Refused) as refused:
        field.act(BLUE, a.DeclareHeld((BLUE,)))
    assert refused.value.rule == "p22"
    field.act(BLUE, a.DeclareHeld((BLUE, "")), ON)
    assert field.game.score == {BLUE: 1}


def test_at_a_real_table_nothing_is_previewed():
    field = table_field(stage="movement")
    assert field.rules.preview(field.game, RED, a.Measures(T64, 1)) is None
