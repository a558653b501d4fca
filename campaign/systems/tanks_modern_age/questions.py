"""Who is asked, for what, and what the answers are: one list for `pending`, `legal` and `decide`."""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules.options import Option
from campaign.rules.sides import other_side
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.cards import could_hide, face_down, turn_ups, usable, uses
from campaign.systems.tanks_modern_age.decide import command, movement, setup, shooting, shot
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.order import to_deploy, to_move, to_shoot
from campaign.systems.tanks_modern_age.play import Play, fighting, on_table
from campaign.systems.tanks_modern_age.state import Card, Model

PASS = Option(a.Pass())
PASSES = (PASS, Option(a.Pass("turn")), Option(a.Pass("battle")))
SHOOTING = ("gain", "attack", "rockets", "smoke", "spot")


class Question(NamedTuple):
    """One side's question. kind: a stable word. models: whose turn it is, where that is the point."""

    side: str
    kind: str
    prompt: str
    models: tuple[Model, ...] = ()


def questions(play: Play) -> list[Question]:
    """All questions that are open; none while something follows by itself, and none when the battle is over."""
    game = play.state
    if game.verdict is not None:
        return []
    if game.shot is not None:
        choice = shot.choices(play)
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


def _whose(due: list[Model], kind: str, verb: str) -> Question:
    names = " or ".join(m.name for m in due)
    return Question(due[0].side, kind, f"{verb} {names}.", tuple(due))


def _bonus(play: Play) -> list[Question]:
    bonus = play.state.bonus[0]
    model = play.state.models[bonus.unit]
    if not on_table(play.state, model) or _nothing_by_bonus(play, model):
        return []
    what = {"attack": "may attack once more", "elevation": "may change its elevation"}.get(
        bonus.kind, "may move"
    )
    return [Question(model.side, f"bonus-{bonus.kind}", f"{model.name} {what} ({bonus.cause}).", (model,))]


def _nothing_by_bonus(play: Play, model: Model) -> bool:
    if play.state.bonus[0].kind == "attack":
        return not shooting.attack_options(play, model)
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


def no_shot(play: Play, model: Model) -> bool:
    """Whether it could only hold its fire; decided by what everybody can see."""
    if could_hide(play, model, *SHOOTING, always=True):
        return False
    return not shooting.attack_options(play, model)


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


def answers(play: Play, question: Question) -> list[Option]:
    """All that may be answered. Options with ranges stand for more than their own values."""
    game, side = play.state, question.side
    match question.kind:
        case "ready":
            return [Option(a.Ready()), *turn_ups(play, side)]
        case "terrain":
            return setup.terrain_options(play)
        case "role":
            return [Option(a.ChooseRole("attacker")), Option(a.ChooseRole("defender"))]
        case "edge":
            return [Option(a.ChooseEdge(edge)) for edge in setup.OPPOSITE]
        case "objective":
            return setup.objective_options(play, side)
        case "deploy":
            return setup.deploy_options(play, side)
        case "redeploy":
            return [PASS, *setup.deploy_options(play, side)]
        case "turn-up":
            return [*PASSES, *turn_ups(play, side), *_phase_choices(play, side), *_start_uses(play, side)]
        case "last-move":
            return [PASS, *_last_moves(play, side)]
        case "move":
            return [option for model in question.models for option in movement.move_options(play, model)]
        case "bonus-attack":
            model = question.models[0]
            return [Option(a.Skip(model.id), model.id), *shooting.attack_options(play, model)]
        case "shoot":
            found: list[Option] = []
            for model in question.models:
                found += [Option(a.Skip(model.id), model.id), *shooting.attack_options(play, model)]
            return found
        case "objectives-held":
            sides = ["", *(one.id for one in game.sides)]
            count = command.OBJECTIVES[game.mission]
            lists: list[tuple[str, ...]] = [()]
            for _ in range(count):
                lists = [(*one, s) for one in lists for s in sides]
            return [Option(a.DeclareHeld(one)) for one in lists]
        case "repair":
            arriving = setup.deploy_options(play, side) if setup.arrivals(play, side) else []
            return [*([] if arriving else [PASS]), *command.repair_options(play, side), *arriving]
        case kind if kind.startswith("bonus-"):
            return movement.move_options(play, question.models[0])
        case _:
            return shot.choices(play).options


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
            if one.effect.use == "discard" and one.effect.keyword[:8] != "Missiles"
        )
        if not _other_phase(play, option)
    ]


def _other_phase(play: Play, option: Option) -> bool:
    """Whether the effect would be over before it could help."""
    effect = _effect_of(play, option)
    return effect.phase == "movement" and play.state.stage == "shooting"


def _effect_of(play: Play, option: Option) -> Effect:
    action: a.UseCard = option.action
    return play.charts.cards[_card_of(play, option).card].effects[action.effect]


def _card_of(play: Play, option: Option) -> Card:
    action: a.UseCard | a.ChoosePhase = option.action
    return play.state.models[action.unit].cards[action.slot]


def _last_moves(play: Play, side: str) -> list[Option]:
    return [
        option
        for model in fighting(play.state, side)
        if play.state.measured and movement.can_fly(play, model)
        for option in uses(usable(play, model, "extra-move", moment="last"))
    ]


def last_movers(play: Play) -> list[str]:
    """Sides that could still have a card for a move after all others, as everybody can see."""
    return [
        side.id
        for side in play.state.sides
        if play.state.measured
        and (
            _face_up_last(play, side.id)
            or any(could_hide(play, m, "extra-move last") for m in fighting(play.state, side.id))
        )
    ]


def _face_up_last(play: Play, side: str) -> bool:
    return any(_card_of(play, option).state == "up" for option in _last_moves(play, side))


def curious(play: Play) -> list[str]:
    """Sides that are asked at the start of a phase: they have cards face down, or a choice on a card face up."""
    game = play.state
    return [
        side.id
        for side in game.sides
        if (face_down(game, side.id) and side.id not in game.quiet) or _open_choice(play, side.id)
    ]


def _open_choice(play: Play, side: str) -> bool:
    return any(
        _card_of(play, option).state == "up"
        for option in (*_phase_choices(play, side), *_start_uses(play, side))
    )
