"""Answers: opportunity fire at what moves, overwatch, ambush, short halts; standing orders (6.5, 6.9, 19.3).

Windows open by what lies open alone: an unmarked counter with a line of sight, and the distance within which its side
has said that it wants to be asked. What is under the counter, and secret orders, change nothing but who then fires.
"""

from __future__ import annotations

from functools import partial

from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import other_side
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders, watching
from campaign.systems.mechwar_4.decide import engineers, fire, overrun, shooting
from campaign.systems.mechwar_4.frames import Attack, FireKind, Firer, Window
from campaign.systems.mechwar_4.play import Play, accepts, frame, is_unmarked, moving, own_unit
from campaign.systems.mechwar_4.spread import union
from campaign.systems.mechwar_4.state import Force, Standing, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import shot

# -- windows ---------------------------------------------------------------------------------------------------


def askable(play: Play, window: Window) -> bool:
    """Whether a side is asked: somebody may be fired at, and an unmarked counter of its sees him (6.911, 6.912).

    In the fog what is under it does not count, so that this is asked of what lies open; else it must be somebody who
    can fire.
    """
    game = play.state
    force = game.forces[window.side]
    move = moving(game)
    if force.quiet:
        return False
    if window.kind == "opportunity" and move is not None and window.side in move.quiet:
        return False
    goals = [one for one in map(game.units.get, window.left) if one is not None and one.hex and one.seen]
    if not goals:
        return False
    watch = force.watch if window.kind == "opportunity" else 99
    fog = game.switches.fog
    kind: FireKind = "opportunity" if window.kind == "opportunity" else "overwatch"
    seen = [(foe, play.seers(foe.hex, window.side)) for foe in goals]
    seers = union(some for _, some in seen)
    low = bool(watching.flyers(play, window.side)) or any(play.flies(foe) for foe in goals)
    for one in play.own(window.side) if watch and (seers or low) else ():
        if not one.hex or not is_unmarked(one):
            continue
        bit = play.ground.bit[one.hex]
        near = (low or seers & bit) and any(
            (some & bit or play.looks_over(one, foe)) and play.distance(one.hex, foe.hex) <= watch
            for foe, some in seen
        )
        if near and (fog or any(fire.can_fire(play, one, foe, kind) for foe in goals)):
            return True
    return window.kind == "overwatch" and fire.may_return(play, window.side)


def offer(play: Play, mover: Unit) -> None:
    """6.52: a pause at each hex that a unit enters in which an enemy may fire at it, and where it spends points in
    its hex, if it has not been attacked there (6.53, 5.24).
    """
    game, side = play.state, other_side(play.state, mover.side)
    standing = [one.id for one in play.standing(mover)]  # 9.55
    ids = (mover.id, *frame_handled(play), *standing)
    at = [id for id in ids if game.units[id].seen and game.units[id].hex and gives_cause(play, side, id)]
    if not at:
        return
    if by_standing(play, Window(side, "standing", at)):
        play.emit(e.WindowOpened(side, "standing", tuple(at)))
    else:
        ask(play, side, at)


def gives_cause(play: Play, side: str, id: str) -> bool:
    """6.53: whether a side has not attacked a unit that moves since it entered its hex, or, where it has entered none
    and nobody has mounted or dismounted, in this phase."""
    move = moving(play.state)
    if move is None or id in move.attacked:
        return False
    return bool(move.path or move.handled) or not fire.was_attacked(play, side, play.state.units[id])


def ask(play: Play, side: str, at: list[str]) -> None:
    """Ask for opportunity fire, if there is anything to ask (6.5)."""
    if asks(play, side, at):
        play.emit(e.WindowOpened(side, "opportunity", tuple(at)))


def asks(play: Play, side: str, at: list[str]) -> bool:
    """Whether there is anything to ask for opportunity fire at these."""
    window = Window(side, "opportunity", at)
    return not out_of_question(play, window) and askable(play.known(""), window)


def out_of_question(play: Play, window: Window) -> bool:
    """Whether a window is certainly not opened: its side answers no more, or nobody of it stands where he could see,
    were he a helicopter or not. It spares working out what everybody knows."""
    game, move, force = play.state, moving(play.state), play.state.forces[window.side]
    if force.quiet or not force.watch or (move is not None and window.side in move.quiet):
        return True
    goals = [one for one in map(game.units.__getitem__, window.left) if one.hex]
    if watching.flyers(play, window.side) or any(map(play.flies, goals)):
        return False
    return not any(play.seers(one.hex, window.side) for one in goals)


def frame_handled(play: Play) -> list[str]:
    """Who has mounted or dismounted in the last step of the move, and is not inside (9.31)."""
    move = moving(play.state)
    return [] if move is None else [id for id in move.handled if not play.state.units[id].aboard]


def after(play: Play, attack: Attack, fired: list[str]) -> None:
    """What an attack is answered with: overwatch, if it is no answer to an answer itself."""
    game = play.state
    if attack.kind == "overrun":
        overrun.after(play, attack.side)
        return
    if answerable(play, attack):
        overwatch(play, other_side(game, attack.side), fired)


def answerable(play: Play, attack: Attack) -> bool:
    """Whether overwatch answers an attack: one that is no answer to an answer, and no ambush (6.9131)."""
    halted = attack.kind == "short-halt" and fire.answered(play.state) is None
    return (attack.kind in ("direct", "opportunity") and not attack.ambush) or halted


def is_answered(play: Play, attack: Attack) -> bool:
    """Whether overwatch may answer an attack in this battle (4.1)."""
    return play.state.switches.overwatch and answerable(play, attack)


def overwatch(play: Play, side: str, at: list[str]) -> None:
    """4.1, 6.91: a side may fire at once at those who have just fired."""
    if not play.state.switches.overwatch:
        return
    left = [id for id in at if not play.state.units[id].out]
    window = Window(side, "overwatch", left)
    if left and askable(play.known(""), window):
        play.emit(e.WindowOpened(side, "overwatch", tuple(left)))


def attack_goes_on(play: Play) -> None:
    """The next thing in an attack that needs no answer, and what it is answered with."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    if attack.resolving:
        fired = shooting.resolved(play, attack)
        engineers.fired_at(play, attack, fired)
        after(play, attack, fired)
    else:
        play.emit(e.ResolvingBegan(attack.target))


def go_on(play: Play) -> None:
    """A window: who has a standing order fires, all at one target together, and others may join if their side would
    be asked (6.13); it closes where nobody is asked any more (6.53).
    """
    window = play.state.stack[-1]
    assert isinstance(window, Window)
    found = by_standing(play, window)
    if not found:
        close(play, window, a.HoldFire())
        return
    first, target, arm = found[0]
    if fire.comes_to_nothing(play, first, target):
        return
    asked = asks(play, window.side, [target.id])
    fire.declare(play, first, target, fire.kind_of(play, first), arm)
    for unit, _, arm in found[1:]:
        if accepts(partial(fire.verify_joins, play, frame(play, Attack), unit, arm)):
            fire.takes_part(play, unit, arm)
    if not asked:
        play.emit(e.ResolvingBegan(target.id))


def hold(play: Play, side: str, action: a.HoldFire) -> None:
    window = play.state.stack[-1]
    assert isinstance(window, Window)
    close(play, window, action)


def close(play: Play, window: Window, action: a.HoldFire) -> None:
    ambushers = list(window.ambushers)
    play.emit(e.WindowClosed(window.side, action.until))
    if window.kind == "standing":
        ask(play, window.side, window.left)
    if ambushers:
        overwatch(play, other_side(play.state, window.side), ambushers)


# -- standing orders -------------------------------------------------------------------------------------------


def by_standing(play: Play, window: Window) -> list[tuple[Unit, Unit, Arm]]:
    """Who fires by a standing order, at whom, with what: all who fire at the first target at which anybody does."""
    game = play.state
    if window.kind != "standing":
        return []
    ready = [
        (unit, unit.standing)
        for unit in play.own(window.side)
        if unit.standing is not None and is_unmarked(unit) and unit.hex
    ]
    for target in map(game.units.__getitem__, window.left if ready else ()):
        if not target.hex or not target.seen:
            continue
        found: list[tuple[Unit, Unit, Arm]] = []
        for unit, order in ready:
            if (arm := carried_out(play, unit, order, target)) is not None:
                found.append((unit, target, arm))
        if found:
            return found
    return []


def carried_out(play: Play, unit: Unit, order: Standing, target: Unit) -> Arm | None:
    """What a unit fires at a target by its standing order: what is worth most; None if it does not (19.613)."""
    if play.distance(unit.hex, target.hex) > order.range:
        return None
    if order.at not in ("any", play.type_of(target).target):
        return None
    if fire.shielded(play, target) and fire.shielded(play.known(unit.side), target):
        return None
    if (
        unit.aboard
        or not play.may_see(unit, target, "opportunity")
        or orders.may_fire(play, unit) is not None
    ):
        return None
    found = fire.arms(play, unit, target, "opportunity")
    return max(found, key=lambda arm: worth(play, unit, arm, target), default=None)


def worth(play: Play, unit: Unit, arm: Arm, target: Unit) -> tuple[bool, int]:
    """Which arm is better: armour is suppressed by class R only if nothing else can be fired at it."""
    read = shot(play, Firer(unit.id, arm, unit.damage), target, "opportunity")
    return not read.suppresses, read.superiority + read.add


def standing_order(play: Play, side: str, action: a.StandingOrder) -> None:
    """A house rule, so that nobody need be asked at every hex: secret limits within which a unit fires by itself."""
    play.emit(e.StandingGiven(action.unit, order_of(action)))


def order_of(action: a.StandingOrder) -> Standing | None:
    """The order that is given, None for none."""
    return Standing(action.range, action.at) if action.range else None


def verify_order(play: Play, side: str, action: a.StandingOrder) -> None:
    """Raises Refused."""
    unit = own_unit(play, side, action.unit)
    if settled(play, unit):
        raise Refused(f"{unit.name} has been given its order for this turn.", "house rule", where="$.unit")
    verify_standing(play, unit, action.range)
    if order_of(action) == unit.standing:
        raise Refused(f"{unit.name} has that order already.", "house rule", where="$.range")


def settled(play: Play, ordered: Unit | Force) -> bool:
    """Whether its order stands until the next turn: while units are deployed it may be changed at will."""
    return ordered.ordered and play.state.phase != "setup"


def longest(play: Play, unit: Unit) -> int:
    """The greatest range of anything that a unit fires."""
    return play.charts.longest[unit.type]


def verify_standing(play: Play, unit: Unit, range: int) -> None:
    most = longest(play, unit)
    if not most:
        raise Refused(f"{unit.name} has nothing to fire.", "house rule", where="$.unit")
    if not 0 <= range <= most:
        raise Refused(f"{unit.name} fires {some_hexes(most)}.", "house rule", (f"0 to {most}",), "$.range")


def watch(play: Play, side: str, action: a.Watch) -> None:
    """A house rule: how near something must move for a side to be asked; the enemy knows."""
    play.emit(e.WatchSet(side, action.range))


def verify_watch(play: Play, side: str, action: a.Watch) -> None:
    """Raises Refused."""
    if settled(play, play.state.forces[side]):
        raise Refused("That has been changed in this turn.", "house rule")
    if not 0 <= action.range <= 99:
        raise Refused("A distance in hexes.", "house rule", ("0 to 99",), "$.range")
    if action.range == play.state.forces[side].watch:
        raise Refused("That is the distance already.", "house rule", where="$.range")


# -- ambush ----------------------------------------------------------------------------------------------------


def ambush(play: Play, side: str, action: a.Ambush) -> None:
    """6.9131: a company names one hex in its line of sight before play; later it may give it up for good (6.9132)."""
    if play.state.phase == "setup":
        play.emit(e.AmbushSet(action.company, action.hex))
    else:
        play.emit(e.AmbushLost(action.company))


def verify_ambush(play: Play, side: str, action: a.Ambush) -> None:
    """Raises Refused."""
    game = play.state
    mine = {one.id: one for one in game.companies.values() if one.side == side}
    company = mine.get(action.company)
    if company is None:
        raise no_such("company", action.company, mine, "6.9131", "$.company", " of yours")
    if not game.switches.ambush:
        raise Refused("Nobody lies in ambush in this battle.", "6.9131")
    if action.hex and game.phase != "setup":
        raise Refused("Ambushes are laid before the first turn.", "6.9132", ("",), "$.hex")
    if not action.hex and not company.ambush:
        raise Refused(f"{company.name} does not lie in ambush.", "6.9132", where="$.company")
    if action.hex == company.ambush:
        raise Refused(f"{company.name} watches that already.", "6.9131", where="$.hex")
    if action.hex and action.hex not in play.ground.terrain:
        raise Refused(f"There is no hex {action.hex!r}.", "6.9131", where="$.hex")
    if action.hex and not any(play.clear(one.hex, action.hex) for one in play.members(company.id) if one.hex):
        raise Refused(f"{company.name} does not see {action.hex}.", "6.9131", where="$.hex")
