"""Who is asked, for what, and what the answers are: one list for what is asked, listed and verified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campaign.rules.options import Option
from campaign.rules.sides import other_side
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.cards import (
    could_hide,
    face_down,
    turn_ups,
    usable,
    uses,
)
from campaign.systems.tanks_modern_age.decide import command, movement, setup, shooting, shot
from campaign.systems.tanks_modern_age.decide.stages import Choice
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.in_force import is_round
from campaign.systems.tanks_modern_age.order import to_deploy, to_move, to_shoot
from campaign.systems.tanks_modern_age.play import Play, fighting, on_table
from campaign.systems.tanks_modern_age.state import Model

PASS = Option(a.Pass())
PASSES = (PASS, Option(a.Pass("turn")), Option(a.Pass("battle")))
SHOOTING = ("gain", "attack", "rockets", "smoke", "spot")


class Question(NamedTuple):
    """One side's question. kind: a stable word. units: the models whose turn it is, where that is the point."""

    side: str
    kind: str
    prompt: str
    units: tuple[str, ...] = ()


def questions(play: Play) -> list[Question]:
    """All questions that are open, worked out of what everybody knows; none while something follows by itself, and none
    when the battle is over."""
    if play.state.verdict is not None:
        return []
    open = play.known("")
    return open.privately("questions", _questions, open)


def _questions(play: Play) -> list[Question]:
    game = play.state
    if game.shot is not None:
        choice = choice_of(play)
        return [Question(choice.side, choice.kind, choice.prompt)] if choice.options else []
    if game.bonus:
        return _bonus(play)
    match game.stage:
        case "ready":
            return [
                Question(s, "ready", "Look at your platoon; then say that you are ready.")
                for s in game.waiting
            ]
        case "terrain":
            piece = setup.next_piece(play).name if game.to_place else ""
            return [Question(game.first, "terrain", f"Lay {piece} on the table.")] if piece else []
        case "role":
            return (
                [Question(game.first, "role", "You won the roll: attack or defend?")]
                if not game.attacker
                else []
            )
        case "edge":
            text = "Choose the edge from which you deploy."
            asked = game.measured and not game.edges
            return [Question(other_side(game, game.attacker), "edge", text)] if asked else []
        case "objectives":
            placers = setup.objective_placers(play) if game.measured else []
            text = "Place an objective by the enemy's edge."
            return [Question(placers[0], "objective", text)] if placers else []
        case "deployment":
            due = to_deploy(play)
            return [_whose(due, "deploy", "Deploy")] if due else []
        case "redeploy":
            return [
                Question(side, "redeploy", "You may deploy a tank again.")
                for side in game.waiting
                if game.redeploys.get(side, 0) > 0
            ]
        case "movement":
            return _movement(play)
        case "shooting":
            return _shooting(play)
        case "command":
            return _command(play)
        case "over":
            return []


def choice_of(play: Play) -> Choice:
    """The choice that is open in the attack under way."""
    return play.privately("choice", shot.choices, play)


def _whose(due: list[Model], kind: str, verb: str) -> Question:
    names = " or ".join(m.name for m in due)
    return Question(due[0].side, kind, f"{verb} {names}.", tuple(m.id for m in due))


def _bonus(play: Play) -> list[Question]:
    bonus = play.state.bonus[0]
    model = play.state.models[bonus.unit]
    if not on_table(play.state, model) or _nothing_by_bonus(play, model):
        return []
    what = {"attack": "may attack once more", "elevation": "may change its elevation"}.get(
        bonus.kind, "may move"
    )
    return [Question(model.side, f"bonus-{bonus.kind}", f"{model.name} {what} ({bonus.cause}).", (model.id,))]


def _nothing_by_bonus(play: Play, model: Model) -> bool:
    bonus = play.state.bonus[0]
    if bonus.kind == "attack":
        return no_shot(play, model, () if bonus.dice else SHOOTING)
    return all(isinstance(option.action, a.Stay) for option in movement.move_options(play, model))


def _window(play: Play, text: str) -> list[Question]:
    return [Question(side, "turn-up", text) for side in play.state.waiting]


def _movement(play: Play) -> list[Question]:
    game = play.state
    if game.last:
        text = "All others have moved: a last move by leave of a card?"
        return [Question(side, "last-move", text) for side in game.waiting]
    if game.waiting:
        return _window(play, f"Turn {game.turn}, before anybody moves: turn up cards, or go on.")
    due = to_move(play)
    if not due or (len(due) == 1 and movement.nothing_to_do(play, due[0])):
        return []
    return [_whose(due, "move", "Move")]


def _shooting(play: Play) -> list[Question]:
    game = play.state
    if game.waiting:
        return _window(play, f"Turn {game.turn}, before anybody shoots: turn up cards, or go on.")
    due = to_shoot(play)
    if not due or game.active or (len(due) == 1 and no_shot(play, due[0])):
        return []
    return [_whose(due, "shoot", "Shoot with")]


def no_shot(play: Play, model: Model, verbs: tuple[str, ...] = SHOOTING) -> bool:
    """Whether it could only hold its fire, as everybody knows. verbs: of cards that might help it."""
    if could_hide(play, model, *verbs, always=True):
        return False
    if any(could_hide(play, friend, "spot", always=True) for friend in shooting.lookouts(play, model)):
        return False
    return next(shooting.attack_options(play, model), None) is None


def _command(play: Play) -> list[Question]:
    game = play.state
    found: list[Question] = []
    for side in game.waiting:
        if not game.measured and game.mission in command.OBJECTIVES and not game.counted:
            text = "Which side alone has a tank close to each objective?"
            found.append(Question(side, "objectives-held", text))
        elif command.repairs(play, side) or setup.arrivals(play, side):
            found.append(Question(side, "repair", "Repair: one roll for each model."))
    return found


# -- answers ---------------------------------------------------------------------------------------------------


def answers(play: Play, question: Question) -> Iterator[Option]:
    """All that may be answered, worked out as far as it is looked at.

    Options with ranges stand for more than their own values.
    """
    known = play.recall(("answers", question.side))
    return iter(known) if known is not None else _answers(play, question)


def all_answers(play: Play, question: Question) -> tuple[Option, ...]:
    """The same, all of them, remembered."""
    return play.privately(("answers", question.side), lambda: tuple(_answers(play, question)))


def _answers(play: Play, question: Question) -> Iterator[Option]:
    game, side = play.state, question.side
    match question.kind:
        case "ready":
            yield from [Option(a.Ready()), *turn_ups(play, side)]
        case "terrain":
            yield from setup.terrain_options(play)
        case "role":
            yield from [Option(a.ChooseRole("attacker")), Option(a.ChooseRole("defender"))]
        case "edge":
            yield from [Option(a.ChooseEdge(edge)) for edge in setup.OPPOSITE]
        case "objective":
            yield from setup.objective_options(play, side)
        case "deploy":
            yield from setup.deploy_options(play, side)
        case "redeploy":
            yield from [PASS, *setup.deploy_options(play, side)]
        case "turn-up":
            yield from [*PASSES, *turn_ups(play, side), *_phase_choices(play, side), *_start_uses(play, side)]
        case "last-move":
            yield from [PASS, *_last_moves(play, side)]
        case "move":
            for unit in question.units:
                yield from movement.move_options(play, game.models[unit])
        case "bonus-attack":
            model = game.models[question.units[0]]
            yield Option(a.Skip(model.id), model.id)
            yield from shooting.attack_options(play, model)
        case "shoot":
            for unit in question.units:
                yield Option(a.Skip(unit), unit)
                yield from shooting.attack_options(play, game.models[unit])
        case "objectives-held":
            sides = ["", *(one.id for one in game.sides)]
            count = command.OBJECTIVES[game.mission]
            lists: list[tuple[str, ...]] = [()]
            for _ in range(count):
                lists = [(*one, s) for one in lists for s in sides]
            yield from [Option(a.DeclareHeld(one)) for one in lists]
        case "repair":
            arriving = setup.deploy_options(play, side) if setup.arrivals(play, side) else []
            yield from [*([] if arriving else [PASS]), *command.repair_options(play, side), *arriving]
        case kind if kind.startswith("bonus-"):
            yield from movement.move_options(play, game.models[question.units[0]])
        case _:
            yield from choice_of(play).options


def _phase_choices(play: Play, side: str) -> list[Option]:
    if play.state.stage != "movement":
        return []
    return [
        Option(a.ChoosePhase(one.model.id, one.slot, phase), one.model.id)
        for model in fighting(play.state, side)
        for one in usable(play, model, "choose-phase")
        for phase in ("movement", "shooting")
    ]


def _start_uses(play: Play, side: str) -> list[Option]:
    """Cards that are given up for a value that lasts this turn."""
    verbs = ("initiative", "defence", "gain", "moves")
    return [
        option
        for model in fighting(play.state, side)
        for option in uses(
            one
            for one in usable(play, model, *verbs)
            if one.effect.use == "discard" and not is_round(one.effect)
        )
        if not _other_phase(play, option)
    ]


def _other_phase(play: Play, option: Option) -> bool:
    """Whether the effect would be over before it could help."""
    effect = _effect_of(play, option)
    return effect.phase == "movement" and play.state.stage == "shooting"


def _effect_of(play: Play, option: Option) -> Effect:
    action: a.UseCard = option.action
    card = play.state.models[action.unit].cards[action.slot]
    return play.charts.cards[card.card].effects[action.effect]


def _last_moves(play: Play, side: str) -> list[Option]:
    return [
        option
        for model in fighting(play.state, side)
        if play.state.measured and movement.can_fly(play, model)
        for option in uses(usable(play, model, "extra-move", moment="last"))
    ]


def last_movers(play: Play) -> list[str]:
    """Sides that could still have a card for a move after all others, as everybody knows."""
    open = play.known("")
    return [
        side.id
        for side in open.state.sides
        if open.state.measured
        and (
            _last_moves(open, side.id)
            or any(could_hide(open, m, "extra-move last") for m in fighting(open.state, side.id))
        )
    ]


def curious(play: Play) -> list[str]:
    """Sides that are asked at the start of a phase: they have cards face down, or a choice on a card face up."""
    open = play.known("")
    game = open.state
    return [
        side.id
        for side in game.sides
        if (face_down(game, side.id) and side.id not in game.quiet)
        or _phase_choices(open, side.id)
        or _start_uses(open, side.id)
    ]
