"""Exact chances of what an action leads to.

An attack is walked in two parts, so that the tree stays small: first its dice, with the deflections used as a
careful defender would (criticals cancelled first, then multiple hits, hits, stops); then, for each number of damage
dice that can remain, which markers come up. Both parts ask for their dice as `decide` does (`blows.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from campaign.rules.dice import Dice, chances
from campaign.rules.options import Odds, chance, in_order
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.rules.wording import count as counted
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import dice_for, verify_fire
from campaign.systems.combat_veteran.blows import Barrage, attack_chances, damage_chances
from campaign.systems.combat_veteran.decide.breakdown import chance_to_pass, driving_bonus, speeding_cost
from campaign.systems.combat_veteran.decide.close_combat import fighters, losses, verify_close_combat
from campaign.systems.combat_veteran.decide.close_combat import totals as close_combat_totals
from campaign.systems.combat_veteran.decide.fire import cancelling, declared_at
from campaign.systems.combat_veteran.decide.losses import killed_by_wound, lost_by
from campaign.systems.combat_veteran.decide.movement import drive_path, mover, step_entry
from campaign.systems.combat_veteran.decide.repair import repair_die, verify_repair
from campaign.systems.combat_veteran.decide.results import Effect
from campaign.systems.combat_veteran.events import RepairResult
from campaign.systems.combat_veteran.play import Play, any_piece, own_piece
from campaign.systems.combat_veteran.state import Marker, Piece, Rating
from campaign.systems.combat_veteran.words import MARKER_WORDS

WORST_FIRST = "The defender is taken to cancel the worst dice first."


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    """Chances of an action's results; None where no dice are rolled. Raises Refused."""
    match action:
        case a.Fire():
            return _fire(play, side, action)
        case a.Face():
            return _face(play, action)
        case a.Deflect():
            return _deflect(play, action)
        case a.Repair():
            return _repair(play, side, action)
        case a.Step() | a.Drive():
            return _breakdown(play, side, action)
        case a.CloseCombat():
            return _close_combat(play, side, action)
        case _:
            return None


def _fire(play: Play, side: str, action: a.Fire) -> Odds:
    piece = own_piece(play.state, side, action.unit)
    target = any_piece(play.state, action.target, "$.target")
    count, _ = verify_fire(play.charts, play.state, play.ground, piece, action.rating, target)
    note = WORST_FIRST
    chance = play.state.opportunity
    if chance is not None and not chance.faced and target.kind == "vehicle":
        note += " Reckoned at the facing the target has now; it may turn before the dice are rolled."
    return _attack(play, target, attack_chances(play, target, count, chance is not None), note)


def _face(play: Play, action: a.Face) -> Odds:
    """All the fire that was declared, at the facing that is thought of."""
    shot = play.state.shot
    if shot is None or shot.stage != "facing":
        raise Refused("Nobody has declared fire that a vehicle may turn to.", "7.8", where="$.kind")
    target = replace(play.state.pieces[shot.target], facing=action.facing)
    declared = declared_at(play)
    if len(declared) == 1:
        ((piece, rating),) = declared
        count, _ = dice_for(play.charts, play.state, play.ground, piece, rating, target)
        return _attack(play, target, attack_chances(play, target, count, True), WORST_FIRST)
    return _attacks(play, target, declared)


def _attacks(play: Play, target: Piece, declared: Sequence[tuple[Piece, Rating]]) -> Odds:
    """What several attacks lead to, one after the other: each finds the vehicle as those before have left it."""
    barrage = Barrage(play, target)
    for piece, rating in declared:
        barrage.add(piece, rating)
    results: defaultdict[str, Fraction] = defaultdict(Fraction)
    facts: defaultdict[str, Fraction] = defaultdict(Fraction)
    for state, weight in barrage.chances().items():
        if state is None:
            results["wrecked"] += weight
            continue
        new: list[Marker] = [marker for marker in state.found.markers if marker not in target.markers]
        results["damaged" if new else _spared(state.hit, state.stopped)] += weight
        if state.stopped:
            facts["stopped"] += weight
        for marker in new:
            facts[MARKER_WORDS[marker]] += weight
    return Odds(
        in_order(results.items()),
        in_order(facts.items()),
        f"{counted(len(declared), 'attack')}, one after the other. {WORST_FIRST}",
    )


def _deflect(play: Play, action: a.Deflect) -> Odds:
    """What the dice that are left do."""
    _, hurt = cancelling(play, action)
    shot = play.state.shot
    assert shot is not None
    return _attack(play, play.state.pieces[shot.target], {hurt: Fraction(1)}, "")


def _attack(play: Play, target: Piece, hurts: Mapping[Effect, Fraction], note: str) -> Odds:
    """What an attack leads to, given what it may do to its target."""
    results: defaultdict[str, Fraction] = defaultdict(Fraction)
    facts: defaultdict[str, Fraction] = defaultdict(Fraction)
    for hurt, weight in hurts.items():
        for result, new, part in _ends(play, target, hurt):
            results[result] += weight * part
            if result not in GONE:
                if hurt.stopped:
                    facts["stopped"] += weight * part
                for marker in new:
                    facts[MARKER_WORDS[marker]] += weight * part
    return Odds(in_order(results.items()), in_order(facts.items()), note)


GONE = ("wrecked", "killed")


def _ends(play: Play, target: Piece, hurt: Effect) -> Iterator[tuple[str, tuple[Marker, ...], Fraction]]:
    """What becomes of a target that is hurt so, its new markers, and the chance of that."""
    vehicle = target.kind == "vehicle"
    if hurt.criticals:
        yield "wrecked" if vehicle else "killed", (), Fraction(1)
    elif not hurt.hits:
        yield _spared(False, hurt.stopped), (), Fraction(1)
    elif not vehicle:
        yield "killed" if killed_by_wound(target) else "wounded", (), Fraction(1)
    else:
        for new, part in damage_chances(play, target, hurt.hits).items():
            left = "damaged" if new else _spared(True, hurt.stopped)
            yield "wrecked" if lost_by(play, target, new)[0] else left, new, part


def _spared(hit: bool, stopped: bool) -> str:
    """What is left where no marker is new: a hit that brings none is as good as a miss (9.7)."""
    return "stopped" if stopped else "no new damage" if hit else "no effect"


def _repair(play: Play, side: str, action: a.Repair) -> Odds:
    piece = verify_repair(play, side, action)

    def roll(dice: Dice) -> RepairResult:
        return repair_die(dice, "repair", piece)[1]

    found = chances(roll)
    return Odds(tuple(chance(REPAIR_WORDS[result], value) for result, value in found.items()))


REPAIR_WORDS: Mapping[RepairResult, str] = {
    "repaired": "repaired",
    "failed": "nothing",
    "written-off": "written off",
}


def _breakdown(play: Play, side: str, action: a.Step | a.Drive) -> Odds | None:
    """The chance of getting there at speed, unless fire stops the vehicle first (8.13)."""
    piece = mover(play, side, action.unit)
    if piece.stance != "speeding":
        return None
    if isinstance(action, a.Step):
        costs = {action.to: step_entry(play, piece, action).cost}
    else:
        costs = {hex: play.ground.terrain[hex].vehicle_cost for hex in drive_path(play, piece, action.to)}
    safe = Fraction(1)
    for hex, cost in costs.items():
        safe *= chance_to_pass(speeding_cost(play.state, play.ground, hex, cost), driving_bonus(piece))
    if safe == 1:
        return None
    results = (chance("gets through", safe), chance("breaks down", 1 - safe))
    return Odds(results, note="Defensive fire on the way is not reckoned.")


def _close_combat(play: Play, side: str, action: a.CloseCombat) -> Odds:
    game = play.state
    verify_close_combat(game, action)
    enemy = other_side(game, side)
    names = {side: side_name(game, side), enemy: side_name(game, enemy)}

    many = len(fighters(game, action.hex, side)), len(fighters(game, action.hex, enemy))

    def roll(dice: Dice) -> str:
        _, both, loser = close_combat_totals(play, dice, side, action.hex)
        lost = losses(game.read, both, many)
        if not loser:
            return "each side loses a piece" if any(lost) else "a tie"
        return f"{names[loser]} loses {'a piece' if max(lost) == 1 else counted(max(lost), 'piece')}"

    return Odds(in_order(chances(roll).items()))
