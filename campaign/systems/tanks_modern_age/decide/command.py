"""The Command Phase (p19) and how a battle ends (p22, p25)."""

from __future__ import annotations

from campaign.rules.muster import Verdict
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide import setup
from campaign.systems.tanks_modern_age.decide.criticals import damage
from campaign.systems.tanks_modern_age.field import arrow, body
from campaign.systems.tanks_modern_age.in_force import (
    criticals,
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play, fighting, own_model
from campaign.systems.tanks_modern_age.shapes import distance_to_point
from campaign.systems.tanks_modern_age.state import Model
from campaign.systems.tanks_modern_age.values import (
    full,
)


def begin(play: Play) -> None:
    """Fires, destroyed tanks, victory; then both sides repair (p19 destroy)."""
    game = play.state
    play.emit(e.StageBegan("command", game.turn))
    for model in list(fighting(game)):
        for one in criticals(play, model):
            burn = one.on(model.kind).burn
            if burn and not model.out:
                damage(play, model, burn, one.name)
    for model in list(fighting(game)):
        if model.kind == "tank" and full(play, model):
            how = "removed" if model.stats.defence == 0 else "destroyed"
            play.emit(e.Destroyed(model.id, how, model.hurt_by))
    if not game.measured and game.mission in OBJECTIVES:
        play.emit(e.SidesAsked((game.attacker,)))
        return
    count(play, held(play))
    _to_repairs(play)


def _to_repairs(play: Play) -> None:
    end_if_won(play)
    if play.state.verdict is None:
        play.emit(e.SidesAsked(tuple(side.id for side in play.state.sides)))


def held(play: Play) -> list[str]:
    """Who alone has a tank within an arrow of each objective (p22 King of the Hill)."""
    game, reach = play.state, arrow(play.charts).total
    found: list[str] = []
    for one in game.objectives:
        near = {
            m.side
            for m in fighting(game)
            if m.kind == "tank" and distance_to_point(body(m), one.x, one.y) <= reach
        }
        found.append(next(iter(near)) if len(near) == 1 else "")
    return found


OBJECTIVES = {"king-of-the-hill": 1, "free-for-all": 2, "no-retreat": 2}
"""How many objectives a mission has (p22)."""
POINTS_TO_WIN: dict[str, int] = {"king-of-the-hill": 3, "free-for-all": 2, "no-retreat": 2}
"""Victory points that win a mission (p22, p23)."""


def count(play: Play, holders: list[str]) -> None:
    """Victory points for objectives held (p22): none in the first turn, but for the attacker of No Retreat (p22
    King of the Hill, p23 Free-for-all, p23 No Retreat).
    """
    game = play.state
    gained: dict[str, int] = {}
    for i, holder in enumerate(holders):
        if not holder:
            continue
        match game.mission:
            case "king-of-the-hill":
                counts = game.turn > 1
            case "free-for-all":
                owner = (
                    game.objectives[i].side
                    if game.objectives
                    else [game.attacker, other_side(game, game.attacker)][i]
                )
                counts = game.turn > 1 and holder == owner
            case "no-retreat":
                counts = holder == game.attacker and not gained
            case _:
                counts = False
        if counts:
            gained[holder] = gained.get(holder, 0) + 1
    for side, points in gained.items():
        play.emit(e.Scored(side, points))


def verify_declare_held(play: Play, side: str, action: a.DeclareHeld) -> None:
    """Raises Refused."""
    game = play.state
    wanted = OBJECTIVES[game.mission]
    sides = [one.id for one in game.sides]
    if len(action.sides) != wanted or any(one not in ("", *sides) for one in action.sides):
        reason = f"There are {wanted} objectives: say for each which side alone is close to it, or nobody."
        raise Refused(reason, "p22", [*sides, '""'], "$.sides")


def declare_held(play: Play, side: str, action: a.DeclareHeld) -> None:
    play.emit(e.HeldDeclared(action.sides))
    count(play, list(action.sides))
    _to_repairs(play)


# -- victory ---------------------------------------------------------------------------------------------------


def end_if_won(play: Play) -> None:
    """Ends the battle if somebody has won, or both have lost, or time is up (p19, p22, p25)."""
    found = verdict(play)
    if found is not None:
        by = play.decided(("reserves_in_play",), verdict)
        play.emit(e.BattleEnded(found, readings=by))


def verdict(play: Play) -> Verdict | None:
    """p19 victory, p25 Alpha 66."""
    game = play.state
    first, second = (side.id for side in game.sides)
    alive = {
        side: any(m.side == side and m.kind == "tank" and _in_play(play, m) for m in game.models.values())
        for side in (first, second)
    }
    if not all(alive.values()):
        return _without_tanks(play, alive)
    if game.stage != "command":
        return None
    return _by_points(play) or _time_up(play)


def _in_play(play: Play, model: Model) -> bool:
    """Neither destroyed nor removed (p19); in reserve it counts or not, as the pack says."""
    return not model.out and (play.charts.table.reserves_in_play or not model.reserve)


def _without_tanks(play: Play, alive: dict[str, bool]) -> Verdict:
    game = play.state
    first, second = alive
    if game.mission == "alpha-66":
        soviet, american = other_side(game, game.attacker), game.attacker
        if not alive[soviet]:
            return Verdict(american, "both T-64s are destroyed", game.turn, "p25")
        return Verdict(soviet, "Alpha 66 is destroyed", game.turn, "p25")
    if not alive[first] and not alive[second]:
        return Verdict("", "nobody has a tank left", game.turn, "p19")
    winner = first if alive[first] else second
    return Verdict(
        winner, f"no tank of {side_name(game, other_side(game, winner))} is left", game.turn, "p19"
    )


def _by_points(play: Play) -> Verdict | None:
    game = play.state
    first, second = (side.id for side in game.sides)
    for side, enemy in ((first, second), (second, first)):
        mine, theirs = game.score.get(side, 0), game.score.get(enemy, 0)
        won = mine >= POINTS_TO_WIN.get(game.mission, mine + 1)
        match game.mission:
            case "free-for-all":
                won = won and mine > theirs
            case "no-retreat":
                won = won and side == game.attacker
            case _:
                pass
        if won:
            return Verdict(side, f"{mine} victory points", game.turn, "p22")
    return None


def _time_up(play: Play) -> Verdict | None:
    game = play.state
    if not game.turns or game.turn < game.turns:
        return None
    first, second = (side.id for side in game.sides)
    if game.mission == "no-retreat":
        return Verdict(
            other_side(game, game.attacker), "the ground was held for eight turns", game.turn, "p23"
        )
    scores = {side: (game.score.get(side, 0), destroyed_points(play, side)) for side in (first, second)}
    if game.mission == "tank-ace" or game.mission == "alpha-66":
        scores = {side: (0, points) for side, (_, points) in scores.items()}
    if scores[first] == scores[second]:
        return Verdict("", "time is up, and nobody is ahead", game.turn, "p22")
    winner = max((first, second), key=lambda side: scores[side])
    ahead = "victory points" if scores[first][0] != scores[second][0] else "points of destroyed models"
    return Verdict(winner, f"time is up; ahead in {ahead}", game.turn, "p22")


def destroyed_points(play: Play, side: str) -> int:
    """Points of the enemy's models, with their cards, that are out of the battle (p22 Tank Ace)."""
    return sum(m.points for m in play.state.models.values() if m.side != side and m.out)


# -- repair ----------------------------------------------------------------------------------------------------


def repairs(play: Play, side: str) -> list[tuple[Model, list[int]]]:
    """Models that may still try a repair, with the cards they may try it on."""
    found: list[tuple[Model, list[int]]] = []
    for model in fighting(play.state, side):
        cards = [n for n in model.criticals if play.charts.critical(n).repairable]
        if cards and not model.repaired:
            found.append((model, cards))
    return found


def repair_options(play: Play, side: str) -> list[Option]:
    return [
        Option(a.Repair(model.id, number), model.id, dice=1)
        for model, cards in repairs(play, side)
        for number in cards
    ]


def verify_repair(play: Play, side: str, action: a.Repair) -> None:
    """Raises Refused."""
    model = own_model(play.state, side, action.unit)
    cards = {one.id: cards for one, cards in repairs(play, side)}.get(model.id, [])
    if action.card not in cards:
        raise Refused(
            f"{model.name} cannot repair that now.", "p19", [str(n) for n in cards] or ["pass"], "$.card"
        )


def repair(play: Play, side: str, action: a.Repair) -> None:
    """p19 repair."""
    repair_roll(play, play.state.models[action.unit], action.card)


def repair_roll(play: Play, model: Model, number: int, cause: str = "") -> None:
    dice, good = mend(play, model, number)
    play.emit(e.RepairTried(model.id, number, dice, good, cause))


def mend(play: Play, model: Model, number: int) -> tuple[tuple[int, ...], bool]:
    """4 or more puts it right (p19); some cards let a failure be rolled again. The dice, and whether it worked."""
    critical, least = play.charts.critical(number), play.charts.table.repair_from
    dice = play.dice.roll(f"{model.name} repairs {critical.name}", 1)
    if dice[0] < least:
        again = any(
            (not s.effect.criticals or critical.id in s.effect.criticals) and holds(play, s.effect, model)
            for s in own_effects(play, model, "reroll-repair")
        )
        if again:
            dice += play.dice.roll(f"{model.name} repairs {critical.name} again", 1)
    return tuple(dice), dice[-1] >= least


# -- the end of a turn -----------------------------------------------------------------------------------------


def end_turn(play: Play) -> None:
    """Advantage, tokens, deck; then the next turn begins (p19 Advantage, p19 reset)."""
    game = play.state
    setup.roll_off(play, "advantage", tie=game.attacker)
    play.emit(e.FieldReset())
    setup.shuffle(play)
