"""Who acts next of a team, one by one or all who only move as they were ordered (4, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.rules.chapters import Answer, Chapter, Question
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import moving
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import FRIEND, Man
from campaign.systems.combat_volume_2.turn import flow, sequence


class MoveByOrder(Action, frozen=True, tag="move-by-order"):
    """All of the team who have nothing to do but to move as ordered do so, one after the other, until one of them spots
    somebody, has something to choose, or is hindered."""


def movers(play: Play) -> list[Man]:
    """Of the team that acts, those who move in this impulse and have not yet."""
    busy = [man for man in sequence.team_now(play) if not man.acted and man.able and not man.vehicle]
    return [man for man in busy if moving.moves_now(play, man)]


def candidates(play: Play, side: str) -> Iterable[Option]:
    return [Option(MoveByOrder())] if movers(play) else []


def why_not(play: Play, side: str, action: MoveByOrder) -> Iterator[Refused]:
    if not movers(play):
        yield Refused("Nobody of this team moves in this impulse.", "7", where="$.kind")


def do(play: Play, side: str, action: MoveByOrder) -> None:
    """7."""
    state, known = play.state, _known(play)
    team, impulse = state.active, state.impulse
    while (state.active, state.impulse) == (team, impulse) and state.verdict is None and not state.steps:
        if state.acting:
            if not state.asked or _known(play) != known or not _moved(play):
                return
            sequence.done(play)
            if not state.acting:
                sequence.proceed(play)
        elif there := movers(play):
            sequence.activate(play, FRIEND, sequence.Activate(there[0].id))
            sequence.proceed(play)
        else:
            return


def _known(play: Play) -> list[str]:
    return [foe.id for foe in play.foes(FRIEND) if foe.spotted]


def _moved(play: Play) -> bool:
    """Whether whoever acts had one thing to do, to move, and has done it."""
    if not sequence.must_move(play):
        return False
    found = list(sequence.allowed(play))
    if len(found) != 1 or not isinstance(found[0][1], moving.Move):
        return False
    answer, action = found[0]
    answer.do(play, FRIEND, action)
    return True


CHAPTER: Chapter[Play] = Chapter(
    questions=(
        Question(kind="character", asked=sequence.to_activate, answers=(
            Answer(
                action=MoveByOrder, candidates=candidates, why_not=why_not, do=do,
                label=lambda play, action: f"All of {flow.team_name(play, play.state.active)} move as ordered",
            ),
            sequence.ACTIVATE,
        )),
    ),
)  # fmt: skip
