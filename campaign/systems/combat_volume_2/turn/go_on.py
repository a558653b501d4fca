"""The enemy acts, and the end of the turn comes, one after the other, as the player lets it go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from campaign.rules.chapters import Answer, Chapter, Question, by_deed, nothing
from campaign.rules.options import Option, Range
from campaign.systems.combat_volume_2.enemy import deeds
from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import melee, spotting
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import FRIEND, Man
from campaign.systems.combat_volume_2.turn import flow, sequence, shelling, upkeep
from campaign.systems.combat_volume_2.turn.team import waiting
from campaign.systems.combat_volume_2.vehicles import crew

HowFar = Literal["one", "team", "player"]


ALONE = "Of the next thing alone."


class GoOn(Action, frozen=True, tag="go-on"):
    """how_far: one man or seat, one team or vehicle, or until the player is asked for something else."""

    how_far: HowFar = "one"


def to_go_on(play: Play) -> Iterator[tuple[str, str]]:
    state = play.state
    if state.steps:
        return
    match state.phase:
        case "enemy":
            yield FRIEND, "The enemy draws his cards."
        case "impulse" if not state.active:
            yield FRIEND, "Shells fall."
        case "impulse":
            if state.teams[state.active].side != FRIEND:
                yield FRIEND, f"{flow.team_first(play, state.active)} acts in impulse {state.impulse}."
        case "upkeep":
            yield FRIEND, f"End of the turn: {upkeep.STEPS[state.upkeep].name}."
        case _:
            pass


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
            return f"all that {flow.team_name(play, state.active)} does now"
        case "impulse":
            return "shells fall"
        case _:
            return "the end of the turn"


def do(play: Play, side: str, action: GoOn) -> None:
    began = _part_of(play)
    while True:
        once(play)
        sequence.proceed(play)
        if action.how_far == "one" or not _goes_on(play):
            return
        if action.how_far == "team" and _part_of(play) != began:
            return


def once(play: Play) -> None:
    """One man or seat of the enemy's, or one thing at the turn's end."""
    state = play.state
    match state.phase:
        case "enemy":
            enemy_orders.next_card(play)
        case "impulse" if not state.active:
            shelling.fall(play)
        case "impulse":
            man = next(waiting(play, state.teams[state.active]))
            play.emit(flow.CharacterActs(man.id))
            deeds.act(play, man)
            play.emit(flow.Acted(man.id))
        case _:
            upkeep.STEPS[state.upkeep].do(play)
            play.emit(flow.UpkeepDone(state.upkeep + 1))


# -- odds --------------------------------------------------------------------------------------------------------------


def one_thing(play: Play, side: str, action: GoOn) -> bool:
    """Whether it would resolve one thing, of which all that matters lies open: shells that fall, something at a turn's
    end, an enemy on foot who has his order and nobody to look for. What he finds who looks about leads on to what he
    does, and a card to anything."""
    state = play.state
    match state.phase:
        case "upkeep":
            return action.how_far == "one"
        case "impulse" if not state.active:
            return action.how_far != "player"
        case "impulse":
            men = list(waiting(play, state.teams[state.active]))
            alone = action.how_far == "one" or (action.how_far == "team" and len(men) == 1)
            return alone and _plain(play, men[0])
        case _:
            return False


def _plain(play: Play, man: Man) -> bool:
    known = bool(man.who) and bool(man.order.word) and not man.fresh
    return known and not crew.aboard(man) and not spotting.hidden(play, man) and not melee.engaged(play, man)


def reckoned(play: Play, side: str, action: GoOn) -> None:
    once(play)


def _part_of(play: Play) -> tuple[str, int, str]:
    state = play.state
    return state.phase, state.impulse, state.active


def _goes_on(play: Play) -> bool:
    """Whether nothing but `go-on` is asked."""
    return play.state.verdict is None and any(True for _ in to_go_on(play))


CHAPTER: Chapter[Play] = Chapter(
    questions=(
        Question(kind="go-on", asked=to_go_on, answers=(
            Answer(
                action=GoOn, candidates=candidates, why_not=nothing, do=do, label=label,
                odds=by_deed(reckoned, note=ALONE, rolls=one_thing),
            ),
        )),
    ),
)  # fmt: skip
