"""A small battle of two sides on a test board, played with dice laid out beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from campaign.rules.dice import ScriptedDice
from campaign.rules.options import Option, Pending, Side
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide import dispatch
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.legal import legal
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.questions import questions
from campaign.systems.mechwar_4.scenario import Switches, Victory
from campaign.systems.mechwar_4.state import (
    Aircraft,
    AirDefenceOff,
    Battalion,
    Battery,
    Company,
    Force,
    Game,
    Minefield,
    Phase,
    Unit,
)

E = TypeVar("E")
SIDES = (Side("blue", "Blue"), Side("red", "Red"))


def decide(play: Play, side: str, action: Any) -> None:
    """Refuse an action, or carry it out."""
    dispatch.verify(play.known(side), side, action)
    dispatch.decide(play, side, action)


def unit(id: str, type: str, hex: str = "", company: str = "", **fields: Any) -> Unit:
    """A unit of blue's if its id begins with b, else of red's; named as its id."""
    return Unit(id, type, id, "blue" if id.startswith("b") else "red", hex, company, seen=True, **fields)


def company(id: str, panic: int = 1, **fields: Any) -> Company:
    return Company(id, f"Company {id}", "blue" if id.startswith("b") else "red", panic, **fields)


class Field:
    """A battle under way. The first side has the activation in turn 1."""

    def __init__(
        self,
        charts: Charts,
        units: Sequence[Unit],
        *,
        companies: Sequence[Company] = (),
        battalions: Sequence[Battalion] = (),
        mines: Sequence[Minefield] = (),
        jammers: Sequence[str] = (),
        batteries: Sequence[Battery] = (),
        aircraft: Sequence[Aircraft] = (),
        defences: Sequence[AirDefenceOff] = (),
        uses: int = 0,
        phase: Phase = "action",
        **switches: Any,
    ) -> None:
        self.charts = charts
        self._game = Game(board="test")
        forces = (Force("blue", 1, nation="israel", multiples=uses), Force("red", 2, "soviet", "egypt"))
        self.tell(
            e.ForcesPlaced(
                "test", "test", SIDES, 10, "blue", Switches(formations=False, **switches), Victory("Points."),
                tuple(units), forces, tuple(companies), tuple(battalions), mines=tuple(mines), jammers=tuple(jammers),
                batteries=tuple(batteries), aircraft=tuple(aircraft), defences=tuple(defences),
            ),
            e.TurnBegan(1),
            e.PhaseBegan(phase),
        )  # fmt: skip
        if phase == "action":
            self.tell(e.ActivationBegan("blue"))

    @property
    def game(self) -> Game:
        """The battle, for whoever wants to look, or to change something by hand."""
        self._game.forget()
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    def settle(self, *dice: int) -> list[Any]:
        """The events of what goes on by itself until somebody is asked."""
        play = self.roll(*dice)
        settle(play)
        assert not play.dice.left, f"{play.dice.left} dice are left"  # type: ignore[attr-defined]
        return play.events

    def tell(self, *events: Any) -> None:
        """Let these have happened."""
        for event in events:
            APPLIERS[type(event)](self.game, event)

    @property
    def play(self) -> Play:
        return Play(self.charts, self.game)

    def roll(self, *dice: int) -> Play:
        """A play with dice, for functions of the rules."""
        return Play(self.charts, self.game, ScriptedDice(dice))

    def act(self, side: str, action: Any, *dice: int) -> list[Any]:
        """The events of an action, which must be listed as legal and use up all the dice."""
        source = ScriptedDice(dice)
        play = Play(self.charts, self.game, source)
        listed = [one for one in legal(play.known(side), side) if one.ranges or one.action == action]
        assert any(one.action == action or type(one.action) is type(action) for one in listed), action
        decide(play, side, action)
        assert not source.left, f"{source.left} dice are left"
        return play.events

    def refusal(self, side: str, action: Any) -> Refused:
        """Why an action is refused; it is not listed either."""
        play = Play(self.charts, self.game)
        assert action not in [one.action for one in legal(play.known(side), side) if not one.ranges]
        try:
            decide(play, side, action)
        except Refused as refused:
            return refused
        raise AssertionError(f"{action} is allowed")

    def asked(self) -> list[tuple[str, str]]:
        """Who is asked, and for what."""
        return [(one.side, one.kind) for one in self.questions()]

    def questions(self) -> tuple[Pending, ...]:
        return questions(self.play)

    def listed(self, side: str) -> Sequence[Option]:
        return legal(self.play.known(side), side)

    def options(self, side: str) -> list[Any]:
        return [one.action for one in legal(self.play.known(side), side)]


def of(kind: type[E], events: Sequence[Any]) -> list[E]:
    """Of these events, those of a kind."""
    return [one for one in events if isinstance(one, kind)]
