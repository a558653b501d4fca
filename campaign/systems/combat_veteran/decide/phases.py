"""The sequence of play: Discipline, Movement, Combat, Close Combat of one side, then of the other.

A phase in which the active side has nothing to decide passes by itself.
"""

from __future__ import annotations

from campaign.rules.muster import Verdict
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.close_combat import contested
from campaign.systems.combat_veteran.decide.fire import can_attack, defend
from campaign.systems.combat_veteran.decide.movement import can_act
from campaign.systems.combat_veteran.decide.repair import nominated, repairable, roll_repairs
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.state import PHASES, Condition, Game

LOSSES = (e.Wrecked, e.Killed)


def end_phase(play: Play, side: str, action: a.EndPhase) -> None:
    if play.state.active != side:
        raise Refused("Only the side whose phase it is can end it.", "5.0")
    roll_repairs(play)
    if not (lost_any(play) and won(play.state)):
        next_phase(play)


def settle(play: Play) -> None:
    """Go on until somebody has something to decide, or the battle is over (5.0)."""
    game = play.state
    while game.verdict is None:
        if lost_any(play) and (verdict := won(game)):
            play.emit(e.BattleEnded(verdict))
        elif game.shot is not None:
            return
        elif game.opportunity is not None:
            if defend(play, game.opportunity):
                return
        elif has_choice(play):
            return
        elif game.phase == "repair" and nominated(game):
            roll_repairs(play)
        else:
            next_phase(play)


def lost_any(play: Play) -> bool:
    """Whether this decision has cost anybody a piece: nothing else wins at once."""
    return any(type(event) in LOSSES for event in play.events)


def has_choice(play: Play) -> bool:
    """Whether the active side has anything to do in this phase but end it."""
    game = play.state
    match game.phase:
        case "repair":
            return bool(repairable(game, game.active))
        case "movement":
            return can_act(play, game.active)
        case "combat":
            return can_attack(play, game.active)
        case "close-combat":
            return bool(contested(game))


def next_phase(play: Play) -> None:
    """5.0."""
    game = play.state
    i = PHASES.index(game.phase) + 1
    turn, side = game.turn, game.active
    if i == len(PHASES):
        i = 0
        first, second = game.sides
        if side == first.id:
            side = second.id
        else:
            turn, side = turn + 1, first.id
    if turn > game.turns:
        play.emit(e.BattleEnded(at_the_end(game)))
    else:
        on = PHASES[i] == "combat" and any(piece.stance != "driving" for piece in game.pieces.values())
        play.emit(e.PhaseBegan(turn, PHASES[i], side, readings=("stance_ends",) if on else ()))


def won(game: Game) -> Verdict | None:
    """A victory that comes at once; or the end because one side has nobody left (15.5, 16.5)."""
    if game.victory is None:
        return None
    for condition in game.victory.conditions:
        if condition.when == "lost" and lost(game, condition) >= condition.count:
            return Verdict(condition.winner, condition.text, game.turn, game.victory.rule)
    for side, other in (game.sides, game.sides[::-1]):
        if not any(p.side == side.id and not p.out and p.kind != "weapon" for p in game.pieces.values()):
            return Verdict(other.id, f"{side.name} has nothing left to fight with", game.turn, "")
    return None


def lost(game: Game, condition: Condition) -> int:
    return sum(
        1
        for piece in game.pieces.values()
        if piece.out in ("wrecked", "killed")
        and piece.side == condition.side
        and condition.kind in ("", piece.kind)
        and condition.type in ("", piece.type)
        and not (piece.kind == "weapon" and condition.kind == "")
    )


def at_the_end(game: Game) -> Verdict:
    """The verdict when the last turn is over (15.5, 16.5)."""
    if game.victory is None:
        raise AssertionError("a battle is set up with its victory conditions")
    for condition in game.victory.conditions:
        if condition.when == "holds" and any(
            p.side == condition.winner and p.hex in condition.hexes and not p.out and not p.wounded
            for p in game.pieces.values()
        ):
            return Verdict(condition.winner, condition.text, game.turns, game.victory.rule)
    return Verdict(game.victory.otherwise, f"turn {game.turns} is over", game.turns, game.victory.rule)
