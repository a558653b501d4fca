"""Moving (p9 to 11, 20): tanks along the tail of the arrow, helicopters anywhere along it, or tokens instead."""

from __future__ import annotations

from functools import partial

from campaign.rules.options import Option, Range
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import could_hide, of_action, pay, usable, uses
from campaign.systems.tanks_modern_age.decide.moments import grant
from campaign.systems.tanks_modern_age.field import arrow, fly_way, tank_way
from campaign.systems.tanks_modern_age.in_force import (
    criticals,
)
from campaign.systems.tanks_modern_age.order import to_move
from campaign.systems.tanks_modern_age.play import Play, own_model
from campaign.systems.tanks_modern_age.reach import Way
from campaign.systems.tanks_modern_age.state import Model
from campaign.systems.tanks_modern_age.values import (
    full,
    keywords,
    speed,
)

ENDING = ("extra-move end-of-move", "drop-token")
MOVING = ("extra-move end-of-move", "repair-in-field", "moves", "gain", "drop-token", "initiative")


def movers(play: Play, side: str) -> list[Model]:
    """Whose move it is: by what a card allows, or by Initiative."""
    game = play.state
    if game.bonus:
        bonus = game.bonus[0]
        return (
            [game.models[bonus.unit]]
            if bonus.kind != "attack" and game.models[bonus.unit].side == side
            else []
        )
    if game.stage != "movement" or game.last:
        return []
    return [m for m in to_move(play) if m.side == side]


def moves_left(play: Play, model: Model) -> int:
    game = play.state
    if game.bonus:
        bonus = game.bonus[0]
        if bonus.kind == "elevation" or speed(play, model) == 0:
            return 0
        return 1 if bonus.kind != "spearhead" else _limit(play, model) - model.moves
    return _limit(play, model) - model.moves


def _limit(play: Play, model: Model) -> int:
    """Moves in a turn; one only for Wheeled models that met terrain (p20) is recorded as all being used."""
    return speed(play, model)


def may_elevate(play: Play, model: Model) -> bool:
    if model.kind != "helicopter":
        return False
    if play.state.bonus:
        return play.state.bonus[0].kind in ("elevation", "move-or-elevation", "spearhead")
    if model.elevated or model.moves or model.speed or not can_fly(play, model):
        return False
    return play.charts.table.rising_is_moving or not must_move(play, model)


def can_fly(play: Play, model: Model) -> bool:
    return not any(one.on(model.kind).no_move for one in criticals(play, model))


def _due(play: Play, side: str, unit: str) -> Model:
    """The model whose move it is. Raises Refused."""
    model = own_model(play.state, side, unit)
    due = movers(play, side)
    if model not in due:
        raise Refused(f"It is not {model.name}'s move.", "p9", [one.id for one in due], "$.unit")
    return model


def _can_move(play: Play, model: Model) -> None:
    if not play.state.measured:
        raise Refused(
            "Models move on your own table: say how many Speed tokens they take.", "p9", ["measures"]
        )
    if moves_left(play, model) <= 0:
        most = speed(play, model)
        reason = f"{model.name} may make no more moves" if most else f"{model.name} cannot move"
        raise Refused(f"{reason}: its Speed is {most}.", "p9", ["stay"])
    if full(play, model) and model.kind == "helicopter":
        raise Refused(f"{model.name} is going down.", "p19")


def verify_move(play: Play, side: str, action: a.Move) -> None:
    """Raises Refused."""
    model = _due(play, side, action.unit)
    if model.kind != "tank":
        raise Refused(f"{model.name} flies.", "p9", ["fly"], "$.kind")
    _can_move(play, model)
    way = tank_way(play, model, action.bearing, action.hull, action.flush, action.touch)
    _check_distance(model, way, action.distance)
    if way.end(action.distance)[3] and one_move_only(play, model):
        reason = f"{model.name} is Wheeled and has moved: it may not go into or out of terrain now"
        raise Refused(f"{reason}.", "p20", ["stay"], "$.distance")


def move(play: Play, side: str, action: a.Move) -> None:
    """p10 tokens, p20 Spearhead."""
    model = play.state.models[action.unit]
    way = tank_way(play, model, action.bearing, action.hull, action.flush, action.touch)
    x, y, heading, terrain = way.end(action.distance)
    by = (*play.decided(("tanks_pass_tanks",), partial(_goes, model, action)), *_on_the_spot(action.distance))
    _tell_move(play, model, x, y, heading, model.high, terrain, by)


def _goes(model: Model, action: a.Move, play: Play) -> bool:
    """Whether a move may end where it does."""
    way = tank_way(play, model, action.bearing, action.hull, action.flush, action.touch)
    return any(low <= action.distance <= high for low, high in way.allowed)


def _on_the_spot(distance: int) -> tuple[str, ...]:
    return ("least_move",) if not distance else ()


def verify_fly(play: Play, side: str, action: a.Fly) -> None:
    """Raises Refused."""
    model = _due(play, side, action.unit)
    if model.kind != "helicopter":
        raise Refused(f"{model.name} drives.", "p9", ["move"], "$.kind")
    _can_move(play, model)
    bonus = play.state.bonus[0] if play.state.bonus else None
    if action.high != model.high and (model.elevated and bonus is None):
        raise Refused(
            f"{model.name} has changed its elevation this turn.", "p10", [str(model.high).lower()], "$.high"
        )
    way = fly_way(play, model, action.bearing, action.high)
    _check_distance(model, way, action.distance)
    x, y, _, _ = way.end(action.distance)
    if leads_nowhere(play, model, x, y, action.high):
        reason = f"{model.name} must move every turn (Predator), and that leads nowhere."
        instead = ["another distance", *(["elevate"] if may_elevate(play, model) else [])]
        raise Refused(reason, "p20", instead, "$.distance")


def fly(play: Play, side: str, action: a.Fly) -> None:
    """p10 elevation."""
    model = play.state.models[action.unit]
    x, y, _, _ = fly_way(play, model, action.bearing, action.high).end(action.distance)
    rises = action.high != model.high
    by = ("rising_is_moving",) if rises and not action.distance and must_move(play, model) else ()
    _tell_move(play, model, x, y, action.heading, action.high, False, (*by, *_on_the_spot(action.distance)))


def _check_distance(model: Model, way: Way, distance: int) -> None:
    if any(low <= distance <= high for low, high in way.allowed):
        return
    allowed = [f"distance {low} to {high} mm" for low, high in way.allowed] or ["another bearing"]
    raise Refused(
        f"{model.name} cannot end {distance} mm along that way: {way.limit(distance)}.",
        "p9" if distance > way.longest else "p10",
        allowed,
        "$.distance",
    )


def _tell_move(
    play: Play, model: Model, x: int, y: int, heading: int, high: bool, terrain: bool, by: tuple[str, ...]
) -> None:
    """A move costs a Speed token, unless a card or Spearhead grants it. by: the readings that decided it."""
    game = play.state
    bonus = game.bonus[0] if game.bonus else None
    if bonus is not None and bonus.kind == "spearhead":
        moves = model.moves + 1
        if terrain and "Wheeled" in keywords(play, model):
            moves = _limit(play, model)
        play.emit(e.Moved(model.id, x, y, heading, high, moves, 0, True, readings=by))
        if moves >= _limit(play, model):
            play.emit(e.BonusTaken(model.id))
        return
    if bonus is not None:
        play.emit(e.Moved(model.id, x, y, heading, high, model.moves, model.speed, True, readings=by))
        play.emit(e.BonusTaken(model.id))
        return
    moves = model.moves + 1
    spent = moves
    if terrain and "Wheeled" in keywords(play, model):
        moves = _limit(play, model)
    tokens = max(model.speed, min(spent, model.speed + 1))
    play.emit(e.Moved(model.id, x, y, heading, high, moves, tokens, readings=by))


def one_move_only(play: Play, model: Model) -> bool:
    """Whether terrain is closed to it because it has made its single move (Wheeled, p20) (p20 Wheeled)."""
    return model.moves > 0 and "Wheeled" in keywords(play, model)


def verify_elevate(play: Play, side: str, action: a.Elevate) -> None:
    """Raises Refused."""
    model = _due(play, side, action.unit)
    if not may_elevate(play, model):
        if not play.charts.table.rising_is_moving:
            _not_restless(play, model)
        raise Refused(f"{model.name} cannot change its elevation now.", "p10", ["stay"], "$.kind")
    if not elevation_free(play, model):
        raise Refused(f"There is no room for {model.name} to come down here.", "p10", ["stay", "fly"])


def elevate(play: Play, side: str, action: a.Elevate) -> None:
    """p10 elevation."""
    model = play.state.models[action.unit]
    bonus = play.state.bonus[0] if play.state.bonus else None
    if bonus is not None:
        play.emit(e.TokensTaken(model.id, model.speed, bonus.cause, not model.high))
        play.emit(e.BonusTaken(model.id))
        return
    free = next(
        (u for u in usable(play, model, "change-elevation", moment="") if model.cards[u.slot].state == "up"),
        None,
    )
    tokens = 0 if free is not None else 1
    if free is not None:
        pay(play, model, free.slot, free.effect)
    by = ("rising_is_moving",) if must_move(play, model) else ()
    play.emit(e.TokensTaken(model.id, tokens, "elevation", not model.high, readings=by))
    play.emit(e.ModelActed(model.id))


def elevation_free(play: Play, model: Model) -> bool:
    """Whether it may be at the other elevation where it is (a low flier stands over no terrain)."""
    if not play.state.measured:
        return True
    return any(
        low <= 0 <= high for low, high in fly_way(play, model, 0, not model.high, moving=False).allowed
    )


def verify_measures(play: Play, side: str, action: a.Measures) -> None:
    """Raises Refused."""
    model = _due(play, side, action.unit)
    most = token_limit(play, model)
    _not_restless(play, model)
    if play.state.bonus or model.moves or action.tokens > most:
        allowed = [] if play.state.bonus or model.moves else [f"1 to {count(most, 'token')}"] if most else []
        raise Refused(
            f"{model.name} cannot take {action.tokens} Speed tokens instead of moving.",
            "p10",
            [*allowed, "stay"],
            "$.tokens",
        )


def measures(play: Play, side: str, action: a.Measures) -> None:
    """p10 measures."""
    model = play.state.models[action.unit]
    play.emit(e.TokensTaken(model.id, action.tokens, "defensive measures", model.high))
    play.emit(e.ModelActed(model.id))


def token_limit(play: Play, model: Model) -> int:
    return speed(play, model)


def verify_stay(play: Play, side: str, action: a.Stay) -> None:
    """Raises Refused."""
    model = _due(play, side, action.unit)
    if not play.state.bonus:
        _not_restless(play, model)


def stay(play: Play, side: str, action: a.Stay) -> None:
    """p9 stationary."""
    play.emit(e.BonusTaken(action.unit) if play.state.bonus else e.ModelActed(action.unit))


def must_move(play: Play, model: Model) -> bool:
    """A Predator has to move, if it can (p20): fly somewhere, or change its elevation (p20 Predator). What a card
    allows is free.
    """
    if "Predator" not in keywords(play, model) or model.moves or play.state.bonus or not play.state.measured:
        return False
    return moves_left(play, model) > 0 and default_move(play, model) is not None


def _not_restless(play: Play, model: Model) -> None:
    """Raises Refused for a Predator that has to move (p20)."""
    if must_move(play, model):
        instead = ["fly", *(["elevate"] if may_elevate(play, model) else [])]
        raise Refused(f"{model.name} must move every turn (Predator).", "p20", instead)


def leads_nowhere(play: Play, model: Model, x: int, y: int, high: bool) -> bool:
    """Whether to be there is no move for one that must make one: turning on the spot is none."""
    rises = high != model.high and play.charts.table.rising_is_moving
    return (x, y) == (model.x, model.y) and not rises and must_move(play, model)


# -- options ---------------------------------------------------------------------------------------------------


def default_move(play: Play, model: Model) -> a.Move | a.Fly | None:
    """A move that is allowed: straight on as far as the arrow leads, or the next bearing that works.

    Of a Predator one that leads somewhere.
    """
    return play.once(("default move", model.id), _default_move, play, model)


def _default_move(play: Play, model: Model) -> a.Move | a.Fly | None:
    restless = "Predator" in keywords(play, model) and not model.moves
    for turn in (0, 180, 90, 270, 45, 315, 135, 225, *range(15, 360, 15)):
        bearing = (model.heading + turn) % 360
        if model.kind == "helicopter":
            for high in (model.high,) if model.elevated else (model.high, not model.high):
                way = fly_way(play, model, bearing, high)
                rises = high != model.high and play.charts.table.rising_is_moving
                if way.allowed and (way.allowed[-1][1] or rises or not restless):
                    return a.Fly(model.id, bearing, way.allowed[-1][1], model.heading, high)
            continue
        hull = "reverse" if turn == 180 else "forward"
        way = tank_way(play, model, bearing, hull, "right", "")
        if way.allowed:
            distance = way.allowed[-1][1]
            if not (way.end(distance)[3] and one_move_only(play, model)):
                return a.Move(model.id, bearing, distance, hull)
    return None


def move_ranges(play: Play, model: Model) -> tuple[Range, ...]:
    numbers, least = arrow(play.charts), play.charts.table.least_move
    if model.kind == "helicopter":
        longest = numbers.total + model.stats.length
        elevations = (
            (str(model.high).lower(),) if model.elevated and not play.state.bonus else ("false", "true")
        )
        return (
            Range("bearing", 0, 359, 1, "°", round=True),
            Range("distance", least, longest, 1, "mm", note="terrain and tanks may end a low flight"),
            Range("heading", 0, 359, 1, "°", round=True),
            Range("high", words=elevations),
        )
    return (
        Range("bearing", 0, 359, 1, "°", round=True),
        Range("distance", least, numbers.tail, 1, "mm", note="buildings, tanks and the edge may end it"),
        Range("hull", words=("forward", "right", "reverse", "left")),
        Range("flush", words=("right", "left")),
        Range("touch", words=("", *TOUCHES)),
    )


TOUCHES = ("front-left", "front", "front-right", "right", "rear-right", "rear", "rear-left", "left")


def move_options(play: Play, model: Model) -> list[Option]:
    """What a model may do when it is its turn to move. The first lets it be."""
    game, found = play.state, list[Option]()
    if not must_move(play, model):
        found.append(Option(a.Stay(model.id), model.id))
    if game.measured and moves_left(play, model) > 0:
        template = default_move(play, model)
        if template is not None:
            found.append(Option(template, model.id, ranges=move_ranges(play, model)))
    if may_elevate(play, model) and elevation_free(play, model):
        found.append(Option(a.Elevate(model.id), model.id))
    if not game.bonus and not model.moves and not must_move(play, model):
        found += [Option(a.Measures(model.id, n), model.id) for n in range(1, token_limit(play, model) + 1)]
    if not game.bonus:
        found += card_options(play, model)
    return found


def card_options(play: Play, model: Model) -> list[Option]:
    """Cards that help in the model's own movement."""
    found: list[Option] = []
    if not model.moves and not model.speed and model.criticals and not model.repaired:
        fixable = [n for n in model.criticals if play.charts.critical(n).repairable]
        for one in usable(play, model, "repair-in-field"):
            found += [Option(a.UseCard(model.id, one.slot, one.number, card), model.id) for card in fixable]
    if play.state.measured and can_fly(play, model) and speed(play, model):
        found += uses(usable(play, model, "extra-move", moment="end-of-move"))
    if model.speed == 1:
        found += uses(usable(play, model, "drop-token"))
    return found


def use_card(play: Play, side: str, action: a.UseCard) -> None:
    """Use a card in the model's own movement, or at the start of a phase."""
    one = of_action(play, action)
    model = one.model
    match one.effect.do:
        case "repair-in-field":
            from campaign.systems.tanks_modern_age.decide.command import repair_roll

            name = pay(play, model, one.slot, one.effect)
            repair_roll(play, model, action.other, name)
            play.emit(e.TokensTaken(model.id, 1, name, model.high))
            play.emit(e.ModelActed(model.id))
        case "drop-token":
            name = pay(play, model, one.slot, one.effect)
            (die,) = play.dice.roll(f"{name}: {one.effect.chance} or more", 1)
            play.emit(e.TokenDropped(model.id, die, model.speed - (die >= one.effect.chance), name))
            play.emit(e.ModelActed(model.id))
        case "extra-move" | "change-elevation":
            grant(play, one, action)
        case _:
            pay(play, model, one.slot, one.effect, action.other)


def nothing_to_do(play: Play, model: Model) -> bool:
    """Whether asking would have one answer only, as everybody knows."""
    spent = model.moves > 0 and model.moves >= _limit(play, model)
    if could_hide(play, model, *(ENDING if spent else MOVING), always=True):
        return False
    if spent:
        return not any(True for _ in card_options(play, model))
    return not model.moves and all(isinstance(option.action, a.Stay) for option in move_options(play, model))
