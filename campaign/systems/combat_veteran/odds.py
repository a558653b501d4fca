"""Exact chances of what an action leads to.

An attack is walked in two parts, so that the tree stays small: first its dice, with the deflections used as a
careful defender would (criticals cancelled first, then multiple hits, hits, stops); then, for each number of damage
dice that can remain, which markers come up. Both parts ask for their dice as `decide` does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction

from campaign.rules.dice import Dice, chances
from campaign.rules.refused import Refused
from campaign.rules.system import Chance, Odds, chance
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import verify_fire
from campaign.systems.combat_veteran.decide.fire import effective, results_for
from campaign.systems.combat_veteran.decide.movement import Entry, way_in
from campaign.systems.combat_veteran.play import Play, any_piece, own_piece
from campaign.systems.combat_veteran.state import MARKERS, Marker, Piece

ORDER = {"critical": 3, "multiple": 2, "hit": 1, "stopped": 0}
NAMES: dict[Marker, str] = {
    "coaxial": "coaxial machinegun out",
    "hull-mg": "hull machinegun out",
    "immobilized": "immobilized",
    "turret": "turret inoperable",
    "main-gun": "main gun out",
    "unmanned": "unmanned",
}
Rest = tuple[int, int, int]
"""What is left of an attack's dice: criticals, damage dice, stops."""


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    """Chances of an action's results; None where no dice are rolled. Raises Refused."""
    match action:
        case a.Fire():
            return _fire(play, side, action)
        case a.Repair():
            return _repair(play, side, action)
        case a.Step() | a.Drive():
            return _breakdown(play, side, action)
        case _:
            return None


def _fire(play: Play, side: str, action: a.Fire) -> Odds:
    piece = own_piece(play.game, side, action.unit)
    target = any_piece(play.game, action.target, "$.target")
    count, _ = verify_fire(play.charts, play.game, play.ground, piece, action.rating, target)
    defensive = play.game.opportunity is not None
    rests = attack_rests(play, target, count, defensive)
    results: defaultdict[str, Fraction] = defaultdict(Fraction)
    facts: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (criticals, hits, stops), weight in rests.items():
        if stops and not criticals:
            facts["stopped"] += weight
        if criticals:
            results["wrecked" if target.kind == "vehicle" else "killed"] += weight
        elif not hits:
            results["stopped" if stops else "no effect"] += weight
        elif target.kind != "vehicle":
            results["killed" if target.wounded else "wounded"] += weight
        else:
            for new, part in damage_chances(play, target, hits).items():
                whole = len(target.markers) + len(new) == len(MARKERS)
                results["wrecked" if whole else "damaged" if new else "no new damage"] += weight * part
                for marker in new if not whole else ():
                    facts[NAMES[marker]] += weight * part
    note = "The defender is taken to cancel the worst dice first."
    if play.game.opportunity is not None and not play.game.opportunity.faced and target.kind == "vehicle":
        note += " Reckoned at the facing the target has now; it may turn before the dice are rolled."
    return Odds(_sorted(results), _sorted(facts), note)


def attack_rests(play: Play, target: Piece, count: int, defensive: bool) -> dict[Rest, Fraction]:
    """What is left of an attack of so many dice, after deflections, with its chance."""
    chart = results_for(play, target)

    def roll(dice: Dice) -> Rest:
        if count < 1:
            (die,) = dice.roll("misadventure", 1)
            return (0, int(die == 6), 0)
        faces = dice.roll("attack", count)
        harmful = sorted(effective(play, target, faces, defensive), key=lambda face: -ORDER[chart[face]])
        deflections = sum(chart[face] == "deflection" for face in faces)
        left = Counter(chart[face] for face in harmful[deflections:])
        stops = left["stopped"] + (left["multiple"] if defensive and target.kind == "soldier" else 0)
        return (left["critical"] and 1, left["hit"] + 2 * left["multiple"], stops and 1)

    return chances(roll)


def damage_chances(play: Play, target: Piece, hits: int) -> dict[tuple[Marker, ...], Fraction]:
    """Which new markers so many damage dice bring."""

    def roll(dice: Dice) -> tuple[Marker, ...]:
        rolled = {play.charts.damage[die] for die in dice.roll("damage", hits, matters="set")}
        return tuple(sorted(rolled.difference(target.markers)))

    return chances(roll)


def _repair(play: Play, side: str, action: a.Repair) -> Odds:
    piece = own_piece(play.game, side, action.unit)
    if action.marker not in piece.markers or piece.tried:
        raise Refused(f"{piece.name} has no such damage to repair now.", "6.0", piece.markers, "$.marker")

    def roll(dice: Dice) -> str:
        (die,) = dice.roll("repair", 1)
        return "written off" if die == 1 else "repaired" if die > len(piece.markers) else "nothing"

    found = chances(roll)
    return Odds(tuple(chance(result, value) for result, value in found.items()))


def _breakdown(play: Play, side: str, action: a.Step | a.Drive) -> Odds | None:
    piece = own_piece(play.game, side, action.unit)
    if piece.stance != "speeding":
        return None
    if isinstance(action, a.Step):
        path = [action.to]
    else:
        mobility = piece.ratings.mobility
        medium = "water" if mobility == "boat" or piece.mode == "water" else "vehicle"
        if action.to not in play.ground.ways.reach(piece.hex, medium).cost:
            return None
        path = play.ground.ways.path(piece.hex, action.to, medium)
    safe = Fraction(1)
    for hex in path:
        entry = way_in(play, piece, hex)
        cost = entry.cost if isinstance(entry, Entry) else 1
        if cost > 1:
            safe *= Fraction(max(0, 7 - cost), 6)
    if safe == 1:
        return None
    results = (chance("gets through", safe), chance("breaks down", 1 - safe))
    return Odds(results, note="Defensive fire on the way is not reckoned.")


def _sorted(found: Mapping[str, Fraction]) -> tuple[Chance, ...]:
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return tuple(chance(result, value) for result, value in ordered)
