"""1 and 3: the set-up, whose turn it is, waiting, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.contract.pattern.charts import Placed
from campaign.contract.pattern.play import Action, Event, Play
from campaign.contract.pattern.state import Game, Unit
from campaign.rules.chapters import Answer, Chapter, Told, nothing
from campaign.rules.muster import Verdict
from campaign.rules.options import Option, Side
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import other_side, side_name


class Wait(Action, frozen=True, tag="wait"):
    """Do nothing this turn."""


class Begun(Event, frozen=True, tag="begun"):
    scenario: str
    turns: int
    sides: tuple[Side, ...]
    units: tuple[Placed, ...]


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """turn, active: which turn it is now, and whose."""

    turn: int
    active: str


class Ended(Event, frozen=True, tag="ended"):
    verdict: Verdict


# -- what events change ----------------------------------------------------------------------------------------


def begun(game: Game, event: Begun) -> None:
    game.scenario, game.turns, game.sides = event.scenario, event.turns, event.sides
    game.active = event.sides[0].id
    game.units = {one.id: Unit(one.id, one.side, one.type, one.hex) for one in event.units}


def turn_ended(game: Game, event: TurnEnded) -> None:
    game.turn, game.active = event.turn, event.active


def ended(game: Game, event: Ended) -> None:
    game.verdict = event.verdict


# -- what the other chapters use -------------------------------------------------------------------------------


def whose_turn(play: Play) -> Iterator[tuple[str, str]]:
    yield play.state.active, f"Turn {play.state.turn}: move a unit, fire, or wait."


def not_own(play: Play, side: str, id: str) -> Iterator[Refused]:
    """What is said of a unit that a side cannot use: any text may come as an id."""
    if id not in (mine := [unit.id for unit in play.state.of(side)]):
        yield no_such("unit", id, mine, "1", "$.unit", f" of {side_name(play.state, side)}")


def end_turn(play: Play) -> None:
    """The other side's turn; or the end, when nobody is left there, or all turns have been played."""
    game = play.state
    mine, others = game.active, other_side(game, game.active)
    last = mine == game.sides[-1].id
    if not game.of(others):
        play.emit(Ended(Verdict(mine, "nobody is left on the other side", game.turn, "3")))
    elif last and game.turn == game.turns:
        play.emit(Ended(Verdict("", f"{game.turns} turns have been played", game.turn, "3")))
    else:
        play.emit(TurnEnded(game.turn + last, others))


# -- waiting ---------------------------------------------------------------------------------------------------


def wait(play: Play, side: str, action: Wait) -> None:
    end_turn(play)


WAIT: Answer[Play, Wait] = Answer(
    action=Wait,
    candidates=lambda play, side: [Option(Wait())],
    why_not=nothing,
    do=wait,
    label=lambda play, action: "Wait",
)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Begun,
            apply=begun,
            words=lambda play, event: f"A battle of {event.turns} turns.",
            rule="1",
        ),
        Told(
            event=TurnEnded,
            apply=turn_ended,
            words=lambda play, event: f"Turn {event.turn}: {side_name(play.state, event.active)}.",
            rule="1",
        ),
        Told(event=Ended, apply=ended, words=lambda play, event: "The battle is over.", rule="3"),
    )
)
