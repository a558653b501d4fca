"""Nothing of the record names a counter that its reader is not shown: off the map, aboard unseen (20.43)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import fields

from campaign.contract.positions import Position
from campaign.rules.dice import ScriptedDice, SeededDice
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import floor
from campaign.systems.mechwar_4.decide import landing, mines
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.naming import with_names
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Entry, Minefield, Unit
from campaign.systems.mechwar_4.words import describe
from tests.conftest import PROFILE
from tests.systems.mechwar_4.field import Field, unit
from tests.systems.mechwar_4.pack import board

POSITIONS = 4000 if PROFILE == "long" else 50
GROUPS = 10 if PROFILE == "long" else 2
STEPS = 40
"""Actions in each at most."""
FLAT = ("0000000000",) * 8
ELSE = {
    "aim", "aircraft", "battalion", "battery", "behind", "board", "broken_bridges", "company", "edge", "first", "frm",
    "gone", "hex", "hexes", "impact", "jammers", "readings", "result", "rule", "scenario", "side", "stops", "table",
    "to", "why",
}  # fmt: skip
"""Fields of events that name something else; jammers are those of the set-up, of which each gets his own."""


# -- whatever happens ------------------------------------------------------------------------------------------


class Told:
    """What a viewer gets of one action: all words in it, by where they stand."""

    def __init__(
        self, position: Position, side: str, action: Any, events: Sequence[Any], draws: Sequence[Any], viewer: str
    ) -> None:  # fmt: skip
        rules, game = position.rules, position.state
        hidden = rules.hidden
        assert hidden is not None
        seen = [one for event in events if (one := hidden.event(game, event, viewer)) is not None]
        lines = [hidden.named(game, rules.describe(game, one)[0], viewer) for one in seen]
        asked = hidden.questions(game, rules.pending(game), viewer)
        self.words = {
            "events": set(strings(msgspec.to_builtins(seen))),
            "sentences": {word for line in lines for word in re.findall(r"\w+", line)},
            "draws": {
                word for one in hidden.draws(game, draws, viewer) for word in re.findall(r"\w+", one.purpose)
            },
            "action": set(strings(msgspec.to_builtins(hidden.action(game, side, action, viewer)))),
            "prompts": {
                word for one in asked for word in re.findall(r"\w+", hidden.named(game, one.prompt, viewer))
            },
        }


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in cast("dict[str, Any]", value).items():
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in cast("list[Any]", value):
            yield from strings(one)


@pytest.mark.parametrize("group", range(GROUPS))
def test_nothing_names_a_counter_that_is_not_shown_before_or_after(group: int) -> None:
    """Nor turned up in between. Runs long: 100 positions, in the long profile 4,000."""
    tried = 0
    for seed in range(group, POSITIONS, GROUPS):
        position = Position("mechwar-4", seed)
        with position.told(seed):
            tried += _played(position)
    assert tried > POSITIONS // GROUPS


def _played(position: Position) -> int:
    """Play on; how many times somebody was not shown a counter of which something might be told."""
    rules, tried = position.rules, 0
    bot = position.system.bot(position.system.bot_names[0])
    for step in range(STEPS):
        asked = rules.pending(position.state)
        if not asked:
            break
        side = asked[position.pick(len(asked))].side
        options, known = rules.legal(position.state, side), rules.known(position.state, side)
        if not options:
            break
        action = bot.choose(rules, known, side, options, position.pick).action
        viewers = ("", *position.sides)
        before = {viewer: set(rules.known(position.state, viewer).units) for viewer in viewers}
        dice = SeededDice(position.pick)
        events = rules.advance(position.state, side, action, dice)
        if rules.verdict(position.state) is not None:
            break
        turned = {one.unit for one in events if isinstance(one, e.UnitSeen)}
        for viewer in viewers:
            shown = before[viewer] | set(rules.known(position.state, viewer).units) | turned
            unshown = {id for id in position.state.units if id not in shown}
            tried += bool(unshown)
            if viewer == side:
                continue
            for where, words in Told(position, side, action, events, dice.draws, viewer).words.items():
                named = words & unshown
                assert not named, f"step {step}, {action}: {viewer or 'an observer'} reads {named} in {where}"
    return tried


def test_every_field_that_may_name_a_counter_is_known_to_do_so() -> None:
    for kind in e.ALL:
        named = {one.name for one in fields(kind) if one.type in (str, tuple[str, ...])}
        assert named <= {*floor.NAMING, *floor.LISTING, *ELSE}, kind
    for kind, some in (*floor.OPEN.items(), *floor.BLANK.items()):
        assert set(some) <= {name for name, several in floor.fields(kind) if not several}, kind


# -- cases -----------------------------------------------------------------------------------------------------


def lines(field: Field, events: Sequence[Any], viewer: str = "red") -> list[str]:
    """What a viewer reads of events."""
    hidden, game = FaceDown(field.charts), field.game
    seen = [one for event in events if (one := hidden.event(game, event, viewer)) is not None]
    told = [with_names(field.charts, game, describe(game, one)[0], viewer) for one in seen]
    return [one for one in told if one]


def dark(*units: Unit, **more: Any) -> Field:
    """In the fog, with all of these face down."""
    field = Field(board(FLAT), (*units, unit("r1", "us-rifles", "1008")), fog=True, **more)
    for one in field.game.units.values():
        one.seen = False
    return field


def ridden() -> Field:
    return dark(unit("b1", "m60a1", "0105"), unit("b2", "us-rifles", "0105", aboard="b1"))


def test_9_21_who_rides_on_a_face_down_tank_is_not_told_as_mines_find_it() -> None:
    field = ridden()
    field.tell(e.MoveBegan("b1", 10))
    field.game.mines.append(Minefield("0105", "hasty", "red"))
    dice = ScriptedDice([6, *[3] * 9])
    play = Play(field.charts, field.game, dice)
    mines.enters(play, field.game.units["b1"])
    assert any(getattr(one, "unit", "") == "b2" for one in play.events), "it is hit, too"
    assert "b2" not in " ".join(lines(field, play.events))
    assert "b2" in " ".join(lines(field, play.events, "blue"))
    purposes = [one.purpose for one in FaceDown(field.charts).draws(field.game, dice.draws, "red")]
    assert purposes and not any("b2" in one for one in purposes)


def test_9_21_who_rides_on_a_face_down_tank_is_not_told_as_shells_find_it() -> None:
    field = ridden()
    field.tell(g.BombardmentBegan("red", "0105", ("0105",), 8, only="b1"))
    play = Play(field.charts, field.game, ScriptedDice([2] * 9))
    landing.go_on(play)
    assert any(getattr(one, "unit", "") == "b2" for one in play.events), "it is hit, too"
    assert "b2" not in " ".join(lines(field, play.events))
    assert "b1" in " ".join(lines(field, play.events))


def waiting(type: str = "us-rifles") -> Field:
    field = dark(unit("b1", type, entry="west"), unit("b3", "truck", "0101"))
    field.game.entries = (Entry("west", "blue", 1, ("0104",)),)
    return field


def test_20_64_who_moves_off_the_map_is_somebody() -> None:
    field, hidden = waiting(), FaceDown(board(FLAT))
    steps: tuple[tuple[Any, Any, list[str]], ...] = (
        (a.StartMove("b1"), a.StartMove(""), ["Somebody begins to move."]),
        (a.FormColumn("b1"), None, []),  # who can, where he is to come, is personnel
        (a.EndMove("b1"), a.EndMove(""), ["Somebody ends its move."]),
    )
    for action, seen, told in steps:
        events = field.act("blue", action)
        assert lines(field, events) == told
        assert hidden.action(field.game, "blue", action, "red") == seen
        assert hidden.action(field.game, "blue", action, "blue") == action
        assert "b1 (b1)" in " ".join(lines(field, events, "blue"))


def test_20_64_who_moves_off_the_map_is_asked_as_somebody() -> None:
    field, hidden = waiting(), FaceDown(board(FLAT))
    field.act("blue", a.StartMove("b1"))
    prompts = {
        viewer: [one.prompt for one in hidden.questions(field.game, field.questions(), viewer)]
        for viewer in ("blue", "red", "")
    }
    somebody = ["Somebody: move on, or end its move."]
    assert prompts == {"blue": ["Counter b1: move on, or end its move."], "red": somebody, "": somebody}


def test_20_64_who_panics_off_the_map_is_not_told() -> None:
    field, hidden = waiting("t62"), FaceDown(board(FLAT))
    rolled = e.PanicRolled("b1", 3, 4, "move", True)
    assert hidden.event(field.game, rolled, "red") is None
    assert hidden.event(field.game, rolled, "blue") == rolled


def test_once_it_is_aboard_what_befell_it_is_withheld_and_where_it_went_is_not() -> None:
    """By the newest state: what might have befallen it aboard."""
    field, hidden = dark(unit("b1", "m113", "0105"), unit("b2", "us-rifles", "0105")), FaceDown(board(FLAT))
    went, hit = e.UnitMoved("b2", "0105", 2), e.UnitSuppressed("b2", 1)
    began, fired = e.MoveBegan("b2", 6), e.AttackDeclared("blue", "direct", "b2", "r1", "1008")
    assert hidden.event(field.game, hit, "red") == hit
    field.game.units["b2"].aboard = "b1"
    assert hidden.event(field.game, went, "red") == e.UnitMoved("b2", "0105", 0)
    assert hidden.event(field.game, hit, "red") is None
    assert hidden.event(field.game, began, "red") == e.MoveBegan("", 0)
    assert lines(field, [fired]) == ["Somebody fires at r1 (r1) in 1008."]
    field.game.units["b2"].aboard = ""
    assert hidden.event(field.game, hit, "red") == hit


def test_20_5_who_leaves_the_map_face_down_is_told_and_his_passengers_are_counted_alone() -> None:
    field = dark(unit("b1", "m113"), unit("b2", "us-rifles"))
    for one in ("b1", "b2"):
        field.game.units[one].out = "exited"
    events = [e.UnitExited("b1"), e.Scored("blue", 1, "b1"), e.Scored("blue", 1, "b2")]
    assert lines(field, events) == [
        "Counter b1 leaves the map.", "Blue: 1 point for somebody.", "Blue: 1 point for somebody."
    ]  # fmt: skip


def test_lists_of_counters_leave_out_who_is_not_shown() -> None:
    field, hidden = ridden(), FaceDown(board(FLAT))
    assert hidden.event(field.game, e.SuppressionLifted(("b1", "b2", "r1")), "red") == e.SuppressionLifted(
        ("b1", "r1")
    )
    opened = e.WindowOpened("red", "opportunity", ("b1", "b2"))
    assert hidden.event(field.game, opened, "red") == e.WindowOpened("red", "opportunity", ("b1",))
