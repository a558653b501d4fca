"""From an action to what refuses it, and to what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import show, turn_up, verify_turn_up
from campaign.systems.tanks_modern_age.decide import command, criticals, movement, setup, shooting, shot
from campaign.systems.tanks_modern_age.decide.flow import go_on
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.questions import Question, answers, questions


def _pass(play: Play, side: str, action: a.Pass) -> None:
    play.emit(e.SidePassed(side, action.until))


def _choose_phase(play: Play, side: str, action: a.ChoosePhase) -> None:
    show(play, play.state.models[action.unit], action.slot)
    play.emit(e.CardUsed(action.unit, action.slot, action.phase))


def _use_card(play: Play, side: str, action: a.UseCard) -> None:
    if play.state.shot is not None:
        shot.use_card(play, side, action)
    else:
        movement.use_card(play, side, action)


Function = Callable[[Play, str, Any], None]
FREE: Mapping[type[Any], tuple[Function, Function]] = {
    a.PlaceTerrain: (setup.verify_place_terrain, setup.place_terrain),
    a.LeaveOut: (setup.verify_leave_out, setup.leave_out),
    a.PlaceObjective: (setup.verify_place_objective, setup.place_objective),
    a.Deploy: (setup.verify_deploy, setup.deploy),
    a.HoldOff: (setup.verify_hold_off, setup.hold_off),
    a.Move: (movement.verify_move, movement.move),
    a.Fly: (movement.verify_fly, movement.fly),
    a.Elevate: (movement.verify_elevate, movement.elevate),
    a.Measures: (movement.verify_measures, movement.measures),
    a.Stay: (movement.verify_stay, movement.stay),
    a.Shoot: (shooting.verify_shoot, shooting.shoot),
    a.Skip: (shooting.verify_skip, shooting.skip),
    a.Repair: (command.verify_repair, command.repair),
    a.DeclareHeld: (command.verify_declare_held, command.declare_held),
}
"""What refuses an action, and what carries it out: of those with checks of their own, since their values are free or
their refusals have much to teach."""
TEACHING = (a.Stay, a.Measures, a.Elevate)
"""Refused by their own checks when a move is asked for and they are not among the answers."""
LISTED: Mapping[type[Any], Function] = {
    a.Ready: setup.ready,
    a.ChooseRole: setup.choose_role,
    a.ChooseEdge: setup.choose_edge,
    a.Reroll: shot.reroll,
    a.Modify: shot.modify,
    a.Cancel: shot.cancel,
    a.Drop: criticals.drop,
    a.Discard: criticals.discard,
    a.UseCard: _use_card,
    a.ChoosePhase: _choose_phase,
    a.Pass: _pass,
}
"""What carries an action out that is refused unless it is among the answers listed."""
SETTLED: Mapping[type[Any], Function] = {
    a.TurnUp: turn_up,
    **{kind: settled for kind, (_, settled) in FREE.items()},
    **LISTED,
}


def settle(play: Play, side: str, action: a.AnyAction) -> None:
    """Emit the events of an action that is allowed, and of what follows by itself."""
    SETTLED[type(action)](play, side, action)
    go_on(play)


def verify(play: Play, side: str, action: a.AnyAction) -> None:
    """play: as the side knows it. Raises Refused if that is not allowed."""
    if play.state.verdict is not None:
        raise Refused("The battle is over.", "p19")
    if side not in [one.id for one in play.state.sides]:
        raise no_such("side", side, [one.id for one in play.state.sides], "", "$.side", " in this battle")
    if isinstance(action, a.TurnUp):
        verify_turn_up(play, side, action)
        return
    open_now = questions(play)
    question = next((one for one in open_now if one.side == side), None)
    if question is None:
        asked = " and ".join(
            f"{side_name(play.state, one.side)} ({one.kind.replace('-', ' ')})" for one in open_now
        )
        raise Refused(
            f"It is not {side_name(play.state, side)} who is asked now, but {asked}.", "p7", ["turn-up"]
        )
    if type(action) in FREE:
        _asked_for(play, question, action)
        FREE[type(action)][0](play, side, action)
    elif not any(option.action == action for option in answers(play, question)):
        _asked_for(play, question, action)
        same = [
            _plain(option.action) for option in answers(play, question) if type(option.action) is type(action)
        ]
        raise Refused(f"That is not possible now: {question.prompt}", "p7", same[:8], "$")


def _asked_for(play: Play, question: Question, action: Any) -> None:
    """Raises Refused if no answer to the question is an action of this kind."""
    if question.kind == "move" and isinstance(action, TEACHING):
        return
    if not any(type(option.action) is type(action) for option in answers(play, question)):
        kinds: set[type[a.Action]] = {type(option.action) for option in answers(play, question)}
        raise Refused(
            f"That is not what is asked now: {question.prompt}",
            "p7",
            sorted(str(kind.__struct_config__.tag) for kind in kinds),
            "$.kind",
        )


def _plain(action: Any) -> str:
    fields = (f"{name} {getattr(action, name)!r}" for name in action.__struct_fields__)
    return ", ".join(fields) or action.__struct_config__.tag
