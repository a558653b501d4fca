"""What follows by itself: from one question to the next."""

from __future__ import annotations

from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide import command, moments, setup, shot
from campaign.systems.tanks_modern_age.in_force import (
    own_effects,
)
from campaign.systems.tanks_modern_age.order import to_deploy, to_move, to_shoot
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.questions import curious, last_movers, questions


def go_on(play: Play) -> None:
    """Go on until somebody is asked or the battle is over."""
    while play.state.verdict is None and not questions(play):
        step(play)


def step(play: Play) -> None:
    """One thing that follows by itself (p7 turn)."""
    game = play.state
    if game.shot is not None:
        shot.pass_on(play)
        return
    if game.bonus:
        play.emit(e.BonusTaken(game.bonus[0].unit))
        return
    match game.stage:
        case "ready":
            setup.shuffle(play)
            if game.to_place:
                setup.roll_off(play, "terrain")
                _begin(play, "terrain")
            else:
                _begin(play, "edge" if game.attacker else "role")
                if not game.attacker:
                    setup.roll_off(play, "role")
        case "terrain":
            setup.roll_off(play, "role")
            _begin(play, "role")
        case "role":
            _begin(play, "edge")
        case "edge":
            _begin(play, "objectives")
        case "objectives":
            _begin(play, "deployment")
        case "deployment":
            _deployment(play)
        case "redeploy":
            _turn(play)
        case "movement":
            _movement(play)
        case "shooting":
            _shooting(play)
        case "command":
            command.end_turn(play)
            _turn(play)
        case "over":
            raise AssertionError("nothing follows the end")


def _begin(play: Play, stage: str) -> None:
    play.emit(e.StageBegan(stage, play.state.turn))  # type: ignore[arg-type]


def _deployment(play: Play) -> None:
    """Whoever finds no room is held off; then those who may deploy again are asked."""
    game = play.state
    due = to_deploy(play)
    if due:
        play.emit(e.HeldOff(due[0].id))
        return
    allowed: dict[str, int] = {}
    for side in game.sides:
        first = next((m for m in game.models.values() if m.side == side.id), None)
        if first is not None and game.measured and not game.prepared:
            count = sum(s.effect.value for s in own_effects(play, first, "redeploy"))
            if count:
                allowed[side.id] = count
    if allowed:
        play.emit(e.StageBegan("redeploy", game.turn, allowed))
        play.emit(e.SidesAsked(tuple(allowed)))
    else:
        _turn(play)


def _turn(play: Play) -> None:
    """The next turn's movement."""
    play.emit(e.StageBegan("movement", play.state.turn + 1))
    _ask_curious(play)


def _ask_curious(play: Play) -> None:
    waiting = curious(play)
    if waiting:
        play.emit(e.SidesAsked(tuple(waiting)))


def _movement(play: Play) -> None:
    game = play.state
    due = to_move(play)
    if due and not game.last:
        play.emit(e.ModelActed(due[0].id))
        return
    if not game.last:
        waiting = last_movers(play)
        if waiting:
            play.emit(e.LastMovesBegan(tuple(waiting)))
            return
    play.emit(e.StageBegan("shooting", game.turn))
    _ask_curious(play)


def _shooting(play: Play) -> None:
    game = play.state
    if game.active:
        play.emit(e.ModelActed(game.active))
        return
    due = to_shoot(play)
    if due:
        play.emit(e.ModelActed(due[0].id))
        return
    if not moments.last_fury(play):
        command.begin(play)
