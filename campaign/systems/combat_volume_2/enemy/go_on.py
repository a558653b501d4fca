"""The enemy acts, and the end of the turn comes, one after the other, as the player lets it go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from campaign.rules.chapters import Answer, nothing
from campaign.rules.options import Option, Range
from campaign.systems.combat_volume_2.play import Action, Play

HowFar = Literal["one", "team", "player"]


class GoOn(Action, frozen=True, tag="go-on"):
    """how_far: one man or seat, one team or vehicle, or until the player is asked for something else."""

    how_far: HowFar = "one"


def candidates(play: Play, side: str) -> Iterable[Option]:
    """One key for the next part; how far else comes second."""
    return [Option(GoOn("team")), Option(GoOn("player"), ranges=(Range("how_far", words=("player", "one")),))]


def label(play: Play, action: GoOn) -> str:
    match action.how_far:
        case "one":
            return "Go on with the next one alone"
        case "team":
            return f"Go on: {_part(play)}"
        case _:
            return "Go on until something is to be decided, or one by one"


def _part(play: Play) -> str:
    """What is done up to its end."""
    state = play.state
    match state.phase:
        case "enemy":
            return "all of the enemy's cards"
        case "impulse" if state.active:
            return f"all that {state.teams[state.active].name or state.active} does now"
        case "impulse":
            return "shells fall"
        case _:
            return "the end of the turn"


def do(play: Play, side: str, action: GoOn) -> None:
    """The turn carries it out (`turn/sequence.py`), which knows what comes next."""


ANSWER = Answer(action=GoOn, candidates=candidates, why_not=nothing, do=do, label=label)
