"""Exact chances of what an action leads to.

An attack is walked in two parts, so that the tree stays small: first its dice, with the deflections used as a
careful defender would (criticals cancelled first, then multiple hits, hits, stops); then, for each number of damage
dice that can remain, which markers come up. Both parts ask for their dice as `decide` does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from campaign.rules.dice import Dice, chances
from campaign.rules.options import Chance, Odds, chance
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.rules.wording import count as counted
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.attack import dice_for, verify_fire
from campaign.systems.combat_veteran.charts import Result
from campaign.systems.combat_veteran.decide.close_combat import contested
from campaign.systems.combat_veteran.decide.close_combat import totals as close_combat_totals
from campaign.systems.combat_veteran.decide.fire import (
    cancel_choices,
    declared_at,
    effective,
    results_for,
    results_of,
)
from campaign.systems.combat_veteran.decide.losses import captors, new_markers
from campaign.systems.combat_veteran.decide.movement import drive_path, mover, safe_faces, step_entry
from campaign.systems.combat_veteran.decide.repair import repair_bonus, verify_repair
from campaign.systems.combat_veteran.play import Play, any_piece, own_piece
from campaign.systems.combat_veteran.state import MARKERS, Marker, Piece, Rating, Stance
from campaign.systems.combat_veteran.words import MARKER_WORDS

ORDER = {"critical": 3, "multiple": 2, "hit": 1, "stopped": 0}
WORST_FIRST = "The defender is taken to cancel the worst dice first."
Rest = tuple[int, int, int]
"""What is left of an attack's dice: criticals, damage dice, stops."""
NOTHING: Rest = (0, 0, 0)


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
    return _attack(play, target, attack_rests(play, target, count, chance is not None), note)


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
        return _attack(play, target, attack_rests(play, target, count, True), WORST_FIRST)
    return _attacks(play, target, declared)


def _attacks(play: Play, target: Piece, declared: Sequence[tuple[Piece, Rating]]) -> Odds:
    """What several attacks lead to, one after the other: each finds the vehicle as those before have left it."""
    whole = replace(target, markers=[*target.markers])
    open: dict[tuple[tuple[Marker, ...], Stance, bool, bool], Fraction]
    open = {((), target.stance, False, False): Fraction(1)}
    wrecked = Fraction(0)
    captured = bool(captors(play, target))
    for piece, rating in declared:
        after: defaultdict[tuple[tuple[Marker, ...], Stance, bool, bool], Fraction] = defaultdict(Fraction)
        for (new, stance, stopped, hit), weight in open.items():
            now = replace(whole, stance=stance, markers=[*whole.markers, *new])
            count, _ = dice_for(play.charts, play.state, play.ground, piece, rating, now)
            for (criticals, hits, stops), part in attack_rests(play, now, count, True).items():
                chance = weight * part
                if criticals:
                    wrecked += chance
                    continue
                halted: Stance = "driving" if stops else stance
                for more, share in damage_chances(play, now, hits).items():
                    if len(now.markers) + len(more) == len(MARKERS) or ("unmanned" in more and captured):
                        wrecked += chance * share
                        continue
                    markers: tuple[Marker, ...] = tuple(m for m in MARKERS if m in new or m in more)
                    left: Stance = "driving" if more else halted
                    after[markers, left, stopped or bool(stops), hit or bool(hits)] += chance * share
        open = after
    results: defaultdict[str, Fraction] = defaultdict(Fraction)
    facts: defaultdict[str, Fraction] = defaultdict(Fraction)
    if wrecked:
        results["wrecked"] = wrecked
    for (new, _, stopped, hit), weight in open.items():
        results["damaged" if new else "no new damage" if hit else "stopped" if stopped else "no effect"] += (
            weight
        )
        if stopped:
            facts["stopped"] += weight
        for marker in new:
            facts[MARKER_WORDS[marker]] += weight
    return Odds(
        _sorted(results),
        _sorted(facts),
        f"{counted(len(declared), 'attack')}, one after the other. {WORST_FIRST}",
    )


def _deflect(play: Play, action: a.Deflect) -> Odds:
    """What the dice that are left do."""
    shot = play.state.shot
    cancel = tuple(sorted(action.cancel))
    if shot is None or shot.stage != "deflection" or cancel not in cancel_choices(play):
        raise Refused("These dice cannot be cancelled.", "9.7", where="$.cancel")
    target = play.state.pieces[shot.target]
    left = Counter(effective(play, target, shot.dice, shot.defensive)) - Counter(cancel)
    rest = _rest(target, results_of(play, target, list(left.elements())), shot.defensive)
    return _attack(play, target, {rest: Fraction(1)}, "")


def _attack(play: Play, target: Piece, rests: Mapping[Rest, Fraction], note: str) -> Odds:
    """What an attack leads to, given what may be left of its dice."""
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
            captured = bool(captors(play, target))
            for new, part in damage_chances(play, target, hits).items():
                lost = len(target.markers) + len(new) == len(MARKERS) or ("unmanned" in new and captured)
                results["wrecked" if lost else "damaged" if new else "no new damage"] += weight * part
                for marker in new if not lost else ():
                    facts[MARKER_WORDS[marker]] += weight * part
    return Odds(_sorted(results), _sorted(facts), note)


def attack_rests(play: Play, target: Piece, count: int, defensive: bool) -> dict[Rest, Fraction]:
    """What is left of an attack of so many dice, after deflections, with its chance."""
    chart = results_for(play, target)

    def roll(dice: Dice) -> Rest:
        if count < 1 and not play.state.misadventure:
            return NOTHING
        if count < 1:
            (die,) = dice.roll("misadventure", 1)
            return (0, int(die == 6), 0)
        faces = dice.roll("attack", count)
        harmful = sorted(effective(play, target, faces, defensive), key=lambda face: -ORDER[chart[face]])
        deflections = sum(chart[face] == "deflection" for face in faces)
        left = results_of(play, target, harmful[deflections:])
        return _rest(target, left, defensive)

    return chances(roll)


def _rest(target: Piece, left: Counter[Result], defensive: bool) -> Rest:
    stops = left["stopped"] + (left["multiple"] if defensive and target.kind == "soldier" else 0)
    return (min(left["critical"], 1), left["hit"] + 2 * left["multiple"], min(stops, 1))


def damage_chances(play: Play, target: Piece, hits: int) -> dict[tuple[Marker, ...], Fraction]:
    """Which new markers so many damage dice bring."""

    def roll(dice: Dice) -> tuple[Marker, ...]:
        return new_markers(play, target, dice.roll("damage", hits, matters="set"))

    return chances(roll)


def _repair(play: Play, side: str, action: a.Repair) -> Odds:
    piece = verify_repair(play, side, action)
    bonus = repair_bonus(piece)

    def roll(dice: Dice) -> str:
        (die,) = dice.roll("repair", 1)
        return "written off" if die == 1 else "repaired" if die + bonus > len(piece.markers) else "nothing"

    found = chances(roll)
    return Odds(tuple(chance(result, value) for result, value in found.items()))


def _breakdown(play: Play, side: str, action: a.Step | a.Drive) -> Odds | None:
    """The chance of getting there at speed, unless fire stops the vehicle first (8.13)."""
    piece = mover(play, side, action.unit)
    if piece.stance != "speeding":
        return None
    if isinstance(action, a.Step):
        costs = [step_entry(play, piece, action).cost]
    else:
        costs = [play.ground.terrain[hex].vehicle_cost for hex in drive_path(play, piece, action.to)]
    safe = Fraction(1)
    for cost in costs:
        safe *= Fraction(safe_faces(piece, cost), 6)
    if safe == 1:
        return None
    results = (chance("gets through", safe), chance("breaks down", 1 - safe))
    return Odds(results, note="Defensive fire on the way is not reckoned.")


def _close_combat(play: Play, side: str, action: a.CloseCombat) -> Odds:
    game = play.state
    if action.hex not in contested(game):
        raise Refused(f"There is no close combat to fight in {action.hex}.", "10.0", contested(game), "$.hex")
    enemy = other_side(game, side)
    names = {side: side_name(game, side), enemy: side_name(game, enemy)}

    def roll(dice: Dice) -> str:
        loser = close_combat_totals(play, dice, side, action.hex)[2]
        return f"{names[loser]} loses a piece" if loser else "a tie"

    return Odds(_sorted(chances(roll)))


def _sorted(found: Mapping[str, Fraction]) -> tuple[Chance, ...]:
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return tuple(chance(result, value) for result, value in ordered)
