"""The rulebook's running example, pages 8 to 18, played move by move: Alexei's Soviets against Bannon's Americans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from campaign.rules.dice import ScriptedDice
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.state import Game
from campaign.systems.tanks_modern_age.values import total
from tests.systems.tanks_modern_age.field import of, rules

US, SOVIET = "blue", "red"
AMERICANS = {
    "title": "Bannon", "nation": "usa", "platoon": "team-yankee",
    "model": [{"type": "m60-patton"}, {"type": "m1-abrams"}, {"type": "m1-abrams"}, {"type": "cobra"}],
}  # fmt: skip
SOVIETS = {
    "title": "Alexei", "nation": "ussr", "platoon": "red-banner",
    "model": [{"type": "t-64"}, {"type": "t-64"}, {"type": "hind"}],
}  # fmt: skip
DECK = list(range(1, 25))


class Layout(NamedTuple):
    """Where things lie and stand in our table of the example. terrain: forests first; lanes: x of the tanks."""

    terrain: tuple[tuple[int, int, int], ...]
    first_lane: int
    second_m1: int
    second_t64: int


OURS = Layout(
    ((470, 360, 0), (530, 680, 90), (209, 698, 75), (209, 202, 105), (219, 457, 75), (707, 206, 0)),
    470,
    530,
    340,
)


class Table:
    """The battle as both play it: one action after the other, with the dice as they fell."""

    def __init__(self) -> None:
        self.rules = rules()
        options = {US: AMERICANS, SOVIET: SOVIETS, "points": 100, "turns": 12, "terrain": "turns"}
        self.game: Game = self.rules.system.begun(self.rules.open("tank-ace", options))

    def act(self, side: str, action: Any, dice: Sequence[int] = ()) -> list[e.Event]:
        source = ScriptedDice(dice)
        state = self.rules.copy(self.game)
        events = self.rules.advance(state, side, action, source)
        assert not source.left
        self.game = state
        return events

    def asked(self) -> list[tuple[str, str]]:
        return [(one.side, one.kind) for one in self.rules.pending(self.game)]


def set_up(table: Table, layout: Layout) -> None:
    """Page 8."""
    table.act(US, a.Ready())
    table.act(SOVIET, a.Ready(), [*DECK, 3, 5])  # Alexei rolls 5, Bannon 3
    placers: list[str] = []
    for i, (x, y, heading) in enumerate(layout.terrain):
        ((side, kind),) = table.asked()
        assert kind == "terrain"
        placers.append(side)
        # with the last piece the dice for the roles are rolled: Bannon wins
        table.act(side, a.PlaceTerrain(x, y, heading), [6, 2] if i == len(layout.terrain) - 1 else [])
    assert placers == [SOVIET, US] * 3
    assert table.asked() == [(US, "role")]
    table.act(US, a.ChooseRole("defender"))
    assert table.game.advantage == SOVIET
    assert table.asked() == [(US, "edge")]
    table.act(US, a.ChooseEdge("south"))
    order = [
        (US, a.Deploy("m60-patton-1", 860, 850, 0)),
        (SOVIET, a.Deploy("t-64-1", layout.first_lane, 50, 180)),
        (SOVIET, a.Deploy("t-64-2", layout.second_t64, 50, 180)),
        (US, a.Deploy("cobra-1", 60, 850, 0)),
        (SOVIET, a.Deploy("hind-1", 60, 50, 180)),
        (US, a.Deploy("m1-abrams-1", layout.first_lane, 850, 0)),
        (US, a.Deploy("m1-abrams-2", layout.second_m1, 850, 0)),
    ]
    for side, action in order:
        assert table.asked() == [(side, "deploy")]
        table.act(side, action)


def first_turn(table: Table) -> None:
    """Pages 9 and 10: who moves when. Nobody shoots yet."""
    moves: list[tuple[str, Any]] = [
        (US, a.Stay("m60-patton-1")),
        (SOVIET, a.Move("t-64-1", 180, 100)),
        (SOVIET, a.Move("t-64-1", 180, 100)),
        (SOVIET, a.Move("t-64-2", 180, 100)),
        (SOVIET, a.Move("t-64-2", 180, 100)),
        (US, a.Move("m1-abrams-1", 0, 100)),
        (US, a.Move("m1-abrams-1", 0, 100)),
        (US, a.Move("m1-abrams-2", 0, 100)),
        (US, a.Move("m1-abrams-2", 0, 100, "right")),  # turns its front to the east, in the woods
        (US, a.Stay("cobra-1")),  # Alexei has Advantage: the Cobra goes before the Hind
        (SOVIET, a.Elevate("hind-1")),
    ]
    for side, action in moves:
        assert table.asked() == [(side, "move")], action
        table.act(side, action)
    while table.asked() and table.asked()[0][1] == "shoot":
        ((side, _),) = table.asked()
        due = next(o.action for o in table.rules.legal(table.game, side) if isinstance(o.action, a.Skip))
        table.act(side, due, [2, 5, *DECK] if _last_shooter(table, due.unit) else [])


def _last_shooter(table: Table, unit: str) -> bool:
    """Whether the Command Phase follows: nobody else could still shoot."""
    copy = table.rules.copy(table.game)
    try:
        table.rules.advance(copy, table.game.models[unit].side, a.Skip(unit), ScriptedDice(()))
    except IndexError:
        return True
    return False


def second_turn(table: Table) -> None:
    """Pages 9 to 18: the M1 closes in on the T-64 in the woods and fires; the other T-64 finds an M1's side."""
    assert table.game.turn == 2
    moves: list[tuple[str, Any]] = [
        (US, a.Stay("m60-patton-1")),
        (SOVIET, a.Move("t-64-1", 180, 50)),
        (SOVIET, a.Move("t-64-1", 180, 50)),
        (SOVIET, a.Move("t-64-2", 180, 100)),
        (SOVIET, a.Stay("t-64-2")),
        (US, a.Move("m1-abrams-1", 0, 100)),
        (US, a.Stay("m1-abrams-1")),
        (US, a.Stay("m1-abrams-2")),
        (US, a.Stay("cobra-1")),
        (SOVIET, a.Elevate("hind-1")),
    ]
    for side, action in moves:
        assert table.asked() == [(side, "move")], action
        table.act(side, action)
    assert table.asked() == [(US, "shoot")]

    # page 16: 2, 5, 6, 6; the M1 has moved, but its stabiliser could roll two dice again: Bannon keeps them
    declared, rolled = table.act(US, a.Shoot("m1-abrams-1", "t-64-1"), [2, 5, 6, 6])[:2]
    assert isinstance(declared, e.ShotDeclared)
    assert (declared.sight.cover, declared.sight.close, declared.sight.side) == (True, True, False)
    assert isinstance(rolled, e.AttackRolled)
    assert (rolled.results.count("hit"), rolled.results.count("critical")) == (1, 2)

    # page 17: Defence 1, the shooter's move, two of its own, cover, less one for close range: four dice, 1, 2, 4, 6
    events = table.act(US, a.Pass(), [1, 2, 4, 6])
    (defence,) = of(events, e.DefenceRolled)
    assert total(list(defence.terms)) == 4

    # page 18: Alexei cancels a critical hit with the 6, Bannon the plain hit with the 4
    assert table.asked() == [(SOVIET, "cancel")]
    results = [die.result for die in _shot(table).attack]
    table.act(SOVIET, a.Cancel((results.index("critical"),)))
    assert table.asked() == [(US, "press")]
    assert a.Cancel((results.index("hit"),)) in [o.action for o in table.rules.legal(table.game, US)]
    events = table.act(US, a.Cancel((results.index("hit"),)))
    (drawn,) = of(events, e.CriticalDrawn)
    assert drawn.cards == (1,)
    (suffered,) = of(events, e.CriticalSuffered)
    assert (suffered.unit, suffered.critical) == ("t-64-1", "ammo-explosion")
    assert table.game.models["t-64-1"].damage == 2

    # the other M1, the Hind and the Cobra hold their fire; then the second T-64 shoots from the side (page 18)
    while table.asked() != [(SOVIET, "shoot")] or _due(table) != {"t-64-1", "t-64-2"}:
        ((side, _),) = table.asked()
        skip = next(o.action for o in table.rules.legal(table.game, side) if isinstance(o.action, a.Skip))
        table.act(side, skip)
    events = table.act(SOVIET, a.Shoot("t-64-2", "m1-abrams-2"), [4, 4, 1, 1, 1])
    (declared,) = of(events, e.ShotDeclared)
    assert (declared.sight.cover, declared.sight.close, declared.sight.side) == (True, False, True)
    events = table.act(SOVIET, a.Pass(), [1, 1, 4])
    (defence,) = of(events, e.DefenceRolled)
    assert total(list(defence.terms)) == 3
    assert table.game.models["m1-abrams-2"].damage == 1


def _shot(table: Table) -> Any:
    assert table.game.shot is not None
    return table.game.shot


def _due(table: Table) -> set[str]:
    ((side, _),) = table.asked()
    return {o.action.unit for o in table.rules.legal(table.game, side) if isinstance(o.action, a.Skip)}


def play(layout: Layout) -> Table:
    table = Table()
    set_up(table, layout)
    first_turn(table)
    second_turn(table)
    return table


def test_the_running_example_of_pages_8_to_18():
    play(OURS)
