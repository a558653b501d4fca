"""Attacks (9.0 to 9.9): in the own Combat Phase, and as defensive fire into each hex that a mover enters.

An attack is up to three entries: the shooter fires; if it is defensive fire at a vehicle that can turn, its owner
faces it first (7.8); if deflections leave a choice, the target's side says which dice they cancel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.attack import (
    RATINGS,
    cannot_fire,
    company_in,
    dice_for,
    firepower,
    modifiers,
    spent_rating,
    verify_fire,
)
from campaign.systems.combat_veteran.charts import Result
from campaign.systems.combat_veteran.decide.losses import damage, kill, wound, wreck
from campaign.systems.combat_veteran.play import Play, any_piece, in_hex, own_piece
from campaign.systems.combat_veteran.state import Game, Piece, Rating

Shot = tuple[Piece, Rating, Piece, int, list[tuple[str, int, str]]]
"""Who, with what, at whom, with how many dice, and their terms."""


Gun = tuple[Piece, list[Rating]]
"""A piece that can attack now, and the ratings it has left."""


def guns(play: Play, side: str) -> list[Gun]:
    """All that a side can still fire with in this phase."""
    game = play.state
    found: list[Gun] = []
    for piece in game.pieces.values():
        if piece.side == side and not piece.out and not cannot_fire(play.charts, game, piece):
            ready: list[Rating] = [
                rating
                for rating in RATINGS
                if firepower(game, piece, rating) and not spent_rating(game, piece, rating)
            ]
            if ready:
                found.append((piece, ready))
    return found


def shots(play: Play, ready: Sequence[Gun], targets: Sequence[Piece]) -> Iterator[Shot]:
    """Every attack that these guns may make at these targets now."""
    charts, game, ground = play.charts, play.state, play.ground
    clear = ground.sight.clear
    companies: dict[str, list[Piece]] = {}
    for piece, ratings in ready:
        seen = [target for target in targets if clear(piece.hex, target.hex)]
        for rating in ratings:
            for target in seen:
                company = companies.get(target.hex)
                if company is None:
                    company = companies[target.hex] = company_in(game, target.hex)
                dice, terms = dice_for(charts, game, ground, piece, rating, target, company)
                if dice > 0 or game.misadventure:
                    yield piece, rating, target, dice, terms


def targets_of(game: Game, side: str) -> list[Piece]:
    enemy = other_side(game, side)
    return [
        piece
        for piece in game.pieces.values()
        if piece.side == enemy and not piece.out and not piece.carrier and piece.kind != "weapon"
    ]


def can_attack(play: Play, side: str) -> bool:
    return next(shots(play, guns(play, side), targets_of(play.state, side)), None) is not None


def may_be_fired_at(play: Play, mover: Piece, ready: Sequence[Gun] | None = None) -> bool:
    """Whether the other side could fire at a mover and has not said that it holds its fire.

    ready: its guns, where the caller knows them already.
    """
    if play.state.held or mover.out or mover.carrier:
        return False
    ready = guns(play, other_side(play.state, mover.side)) if ready is None else ready
    return next(shots(play, ready, (mover,)), None) is not None


def fire(play: Play, side: str, action: a.Fire) -> None:
    game = play.state
    piece = own_piece(game, side, action.unit)
    target = any_piece(game, action.target, "$.target")
    chance = game.opportunity
    if chance is not None and target.id != chance.mover:
        raise Refused("Defensive fire is at the piece that moves.", "7.8", [chance.mover], "$.target")
    try:
        verify_fire(play.charts, game, play.ground, piece, action.rating, target)
    except Refused as refused:
        at = targets_of(game, side) if chance is None else [target]
        instead = [
            f"{found[1]} at {found[2].id}" for found in shots(play, guns(play, side), at) if found[0] is piece
        ]
        raise Refused(refused.reason, refused.rule, instead, refused.where) from None
    turns = target.kind == "vehicle" and not {"immobilized", "unmanned"} & set(target.markers)
    turns = turns and "driver" not in target.empty
    if chance is not None and turns and not chance.faced:
        play.emit(e.FireDeclared(piece.id, action.rating, target.id))
    else:
        attack(play, piece, action.rating, target, chance is not None)


def face(play: Play, side: str, action: a.Face) -> None:
    """The mover's owner turns it; then the declared attack is carried out (7.8)."""
    shot = play.state.shot
    assert shot is not None  # asked only then
    pieces = play.state.pieces
    play.emit(e.Pivoted(shot.target, action.facing))
    attack(play, pieces[shot.unit], shot.rating, pieces[shot.target], True)


def hold_fire(play: Play, side: str, action: a.HoldFire) -> None:
    play.emit(e.FireHeld(action.until))


def results_for(play: Play, target: Piece) -> Mapping[int, Result]:
    return play.charts.vehicle_results if target.kind == "vehicle" else play.charts.soldier_results


def effective(play: Play, target: Piece, dice: Sequence[int], defensive: bool) -> list[int]:
    """The dice that do something, and so can be cancelled; the worst last."""
    chart = results_for(play, target)
    harmful = ("stopped", "hit", "multiple", "critical") if defensive else ("hit", "multiple", "critical")
    return [die for die in dice if chart[die] in harmful]


def attack(play: Play, piece: Piece, rating: Rating, target: Piece, defensive: bool) -> None:
    """Roll an attack, and carry it out unless its target's side has a choice of dice to cancel."""
    count, terms = dice_for(play.charts, play.state, play.ground, piece, rating, target)
    what = f"{piece.name} at {target.name}"
    if count < 1 and play.state.misadventure:
        (die,) = play.dice.roll(f"misadventure: {what}", 1)
        _rolled(play, piece, rating, target, (die,), terms, defensive, False)
        carry_out(play, piece, target, Counter[Result](["hit"] if die == 6 else []), defensive)
        return
    dice = tuple(sorted(play.dice.roll(what, count)))
    chart = results_for(play, target)
    harmful = effective(play, target, dice, defensive)
    deflections = sum(chart[die] == "deflection" for die in dice)
    asks = 0 < deflections < len(harmful) and len(set(harmful)) > 1
    _rolled(play, piece, rating, target, dice, terms, defensive, asks)
    if not asks:
        cancelled = harmful[:deflections]
        if cancelled:
            play.emit(e.DiceCancelled(tuple(cancelled)))
        carry_out(play, piece, target, results_of(play, target, harmful[deflections:]), defensive)


def _rolled(
    play: Play,
    piece: Piece,
    rating: Rating,
    target: Piece,
    dice: tuple[int, ...],
    terms: list[tuple[str, int, str]],
    defensive: bool,
    asks: bool,
) -> None:
    spent = min(piece.rounds.get(rating, 0), play.charts.use[rating]) if piece.rounds else 0
    play.emit(e.AttackRolled(piece.id, rating, target.id, dice, modifiers(terms), defensive, asks, spent))
    if piece.weapon and play.state.pieces[piece.weapon].ratings.single:
        play.emit(e.Killed(piece.weapon, "used"))


def cancel_choices(play: Play) -> list[tuple[int, ...]]:
    """The different sets of dice that the open deflection may cancel, each sorted."""
    shot = play.state.shot
    assert shot is not None
    target = play.state.pieces[shot.target]
    chart = results_for(play, target)
    count = sum(chart[die] == "deflection" for die in shot.dice)
    harmful = Counter(effective(play, target, shot.dice, shot.defensive))
    found: list[tuple[int, ...]] = [()]
    for face, there in sorted(harmful.items()):
        found = [
            (*chosen, *[face] * n) for chosen in found for n in range(min(there, count - len(chosen)) + 1)
        ]
    return sorted({chosen for chosen in found if len(chosen) == count}, reverse=True)


def deflect(play: Play, side: str, action: a.Deflect) -> None:
    """The attacked player's choice: each deflection cancels one other die of the same attack."""
    shot = play.state.shot
    assert shot is not None
    choices = cancel_choices(play)
    cancel = tuple(sorted(action.cancel))
    if cancel not in choices:
        allowed = [" ".join(map(str, choice)) for choice in choices]
        raise Refused("These dice cannot be cancelled.", "9.7", allowed, "$.cancel")
    pieces = play.state.pieces
    piece, target = pieces[shot.unit], pieces[shot.target]
    left = Counter(effective(play, target, shot.dice, shot.defensive)) - Counter(cancel)
    play.emit(e.DiceCancelled(cancel, chosen=True))
    carry_out(play, piece, target, results_of(play, target, list(left.elements())), shot.defensive)


def results_of(play: Play, target: Piece, dice: Sequence[int]) -> Counter[Result]:
    chart = results_for(play, target)
    return Counter(chart[die] for die in dice)


def carry_out(play: Play, piece: Piece, target: Piece, results: Counter[Result], defensive: bool) -> None:
    """What the results that were not cancelled do (9.7)."""
    if not results:
        play.emit(e.AttackMissed(target.id))
    elif criticals := results["critical"]:
        if target.kind == "vehicle":
            wreck(play, target, "critical", piece.id)
            collateral(play, piece, target, criticals)
        else:
            kill(play, target, "fire", piece.id)
    else:
        hits = results["hit"] + 2 * results["multiple"]
        if results["stopped"] or (results["multiple"] and defensive and target.kind == "soldier"):
            play.emit(e.Stopped(target.id))
        if hits and target.kind == "vehicle":
            damage(play, target, play.dice.roll(f"damage to {target.name}", hits, matters="set"), piece.id)
        elif hits:
            wound(play, target, piece.id)


def collateral(play: Play, piece: Piece, target: Piece, criticals: int) -> None:
    """Each critical is rolled anew, and separately, for every soldier beside the wreck (9.9)."""
    for victim in in_hex(play.state, target.hex, target.side):
        if victim.kind == "soldier":
            for die in play.dice.roll(f"collateral damage to {victim.name}", criticals):
                if die >= play.charts.conditions.collateral_wound and not victim.out:
                    wound(play, victim, piece.id)
