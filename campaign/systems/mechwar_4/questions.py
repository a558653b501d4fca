"""Who is asked, and for what: worked out of what lies open to everybody, so that being asked tells nothing."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.options import Pending
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.decide import (
    activation,
    air,
    buttoning,
    fire,
    indirect,
    landing,
    movement,
    opportunity,
    regroup,
    warfare,
)
from campaign.systems.mechwar_4.decide import overrun as fights
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Flight, Move, Overrun, Window
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.play import Play, unmarked
from campaign.systems.mechwar_4.state import Game

ANSWERS = {
    "opportunity": "Fire at what is moving, or hold fire.",
    "overwatch": "Fire at who has just fired, or hold fire.",
}


def questions(play: Play) -> tuple[Pending, ...]:
    """Nobody is asked once there is a verdict (20.43)."""
    open = play.known("")
    return open.once("questions", _questions, open)


def goes_on(play: Play) -> bool:
    """Whether nobody is asked, so that something follows by itself."""
    return not questions(play)


def _questions(play: Play) -> tuple[Pending, ...]:
    game = play.state
    if game.verdict is not None:
        return ()
    if game.stack:
        return _of_frame(play)
    match game.phase:
        case "ready" if not game.dealt and (
            game.switches.fog or game.switches.camouflage or game.switches.morale
        ):
            return (Pending(game.sides[0].id, "begin", "Deal the counters."),)
        case "setup":
            both = _both(game, "setup", "Deploy your units; say when you are ready.")
            return both if len(both) < 2 else tuple(one for one in both if one.side == game.first)  # 20.43
        case "orders":
            return _both(game, "orders", "Command your companies; say when you are ready.")
        case "listening":
            return tuple(_listening(play))
        case "action":
            if not game.active:
                return ()
            if game.activation:
                return _formation(play)
            prompt = "Fire or move, or pass for this turn."
            return (Pending(game.active, "activation", prompt),)
        case "indirect":
            return indirect.question(play)
        case "regroup":
            return tuple(
                Pending(side.id, "regroup", "Combine partial units, or be ready.")
                for side in game.sides
                if not game.forces[side.id].done and regroup.pairs_seen(play, side.id)
            )
        case _:
            return ()


def _listening(play: Play) -> Iterator[Pending]:
    """Who has direction finders is asked, whatever they have done (19.91), where counters are hidden both sides; who is
    located announces a hex (19.92)."""
    for side in play.state.sides:
        if warfare.to_announce(play, side.id) is not None:
            yield Pending(side.id, "announce", "You have been located: announce a hex within one of it.")
        elif not play.state.forces[side.id].done and warfare.listens(play, side.id):
            yield Pending(side.id, "listen", "Listen for the enemy's radio; say when you are ready.")


def _both(game: Game, kind: str, prompt: str) -> tuple[Pending, ...]:
    return tuple(Pending(side.id, kind, prompt) for side in game.sides if not game.forces[side.id].done)


def _more(play: Play) -> bool:
    """Whether anybody is left to act; in the fog any counter may be of the formation, and others may come."""
    game = play.state
    if hides(game):
        return True
    acted = [game.units[id] for id in game.activation]
    return any(activation.of_formation(play, one, acted) for one in unmarked(play, game.active))


def _formation(play: Play) -> tuple[Pending, ...]:
    """Whether more of a formation may act in this activation (4.1), or more parts of a unit fire (6.93): in the fog any
    counter that has fired may have more."""
    game = play.state
    acted = [game.units[id] for id in game.activation if id in game.units]
    splits = game.switches.split_fire
    if any(splits and one.fired if isinstance(one, Counter) else one.parts for one in acted):
        return (Pending(game.active, "formation", "Fire with the other parts, or end the activation."),)
    if game.switches.formations and len(game.activation) < 3 and _more(play):
        prompt = "Another unit of the formation, or end."
        return (Pending(game.active, "formation", prompt),)
    return ()


def _of_frame(play: Play) -> tuple[Pending, ...]:
    game = play.state
    match game.stack[-1]:
        case Attack(resolving=False) as attack if fire.others(play, attack):
            return (Pending(attack.side, "attack", "Let others join the attack, or resolve it."),)
        case Attack(resolving=True) as attack:
            return buttoning.button_question(play, attack)
        case Window() as window if window.kind != "standing" and opportunity.askable(play, window):
            return (Pending(window.side, window.kind, ANSWERS[window.kind]),)
        case Move():
            return movement.question(play)
        case Overrun() as overrun if overrun.choosing and fights.both_there(play, overrun):
            side = game.units[overrun.unit].side
            return (Pending(side, "stay", "Fight another round here, or leave the hex."),)
        case Bombardment() as bombardment:
            return landing.question(play, bombardment)
        case Flight() as flight:
            return air.question(play, flight)
        case Overrun(turn=turn) as overrun if turn and fights.both_there(play, overrun):
            return (Pending(turn, "overrun", "Fire in the overrun."),)
        case _:
            return ()
