"""The enemy acts, and the end of the turn comes, one after the other, as the player lets it go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from campaign.rules.chapters import Answer, nothing
from campaign.rules.options import Option, Range
from campaign.systems.combat_volume_2.play import Action, Play

HowFar = Literal["one", "team", "player"]
WORDS = ("one", "team", "player")


class GoOn(Action, frozen=True, tag="go-on"):
    """how_far: one man or seat, one team or vehicle, or until the player is asked for something else."""

    how_far: HowFar = "one"


def candidates(play: Play, side: str) -> Iterable[Option]:
    return [Option(GoOn(), ranges=(Range("how_far", words=WORDS),))]


def label(play: Play, action: GoOn) -> str:
    match action.how_far:
        case "one":
            return "Go on with the next one"
        case "team":
            return "Go on to the end of this team or phase"
        case _:
            return "Go on until something is to be decided"


def do(play: Play, side: str, action: GoOn) -> None:
    """The turn carries it out (`turn/sequence.py`), which knows what comes next."""


ANSWER = Answer(action=GoOn, candidates=candidates, why_not=nothing, do=do, label=label)
