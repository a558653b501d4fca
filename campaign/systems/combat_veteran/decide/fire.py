"""Attacks (9.0 to 9.9): in the own Combat Phase, and as defensive fire into each hex that a mover enters.

An attack is up to three entries: the shooter fires; if it is defensive fire at a vehicle that can turn, its owner
faces it first (7.8); if deflections leave a choice, the target's side says which dice they cancel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from campaign.rules.hexes import Corner
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.attack import (
    RATINGS,
    cannot_fire,
    count_dice,
    dice_for,
    firepower,
    flame_range,
    modifiers,
    readings_of,
    spent_rating,
    verify_fire,
)
from campaign.systems.combat_veteran.charts import Result
from campaign.systems.combat_veteran.decide.breakdown import breaks_down
from campaign.systems.combat_veteran.decide.losses import damage, damage_dice, kill, wound, wreck
from campaign.systems.combat_veteran.decide.results import Effect, Thrown, effect, misadventure, throw, thrown
from campaign.systems.combat_veteran.exposure import Companies, Exposure, Terms, exposure
from campaign.systems.combat_veteran.play import Play, any_piece, in_hex, own_piece
from campaign.systems.combat_veteran.state import Game, Opportunity, Piece, Rating

Shot = tuple[Piece, Rating, Piece, int]
"""Who, with what, at whom, with how many dice."""


def shots(play: Play, shooters: Sequence[Piece], targets: Sequence[Piece]) -> Iterator[Shot]:
    """Every attack that these pieces of one side may make at these targets now."""
    charts, game, ground = play.charts, play.state, play.ground
    there, views = Companies(game), ground.sight.views
    within, last = game.read.fire_within, game.read.misadventure
    in_sight: dict[str, list[Piece]] = {}
    exposed: dict[tuple[str, str], Exposure] = {}
    for piece in shooters:
        seen = in_sight.get(piece.hex)
        if seen is None:
            view = views[piece.hex]
            seen = in_sight[piece.hex] = [target for target in targets if view[target.hex]]
        if not seen or cannot_fire(charts, game, piece):
            continue
        for rating in RATINGS:
            power = firepower(game, piece, rating)
            if not power or spent_rating(game, piece, rating):
                continue
            limit = flame_range(game, piece, rating)
            for target in seen:
                if target.hex == piece.hex and not within:
                    continue
                if limit and ground.distance[piece.hex, target.hex] > limit:
                    continue
                # Soldiers in one hex are all exposed alike, and squads are large.
                key = (piece.hex, target.hex if target.kind == "soldier" else target.id)
                at = exposed.get(key)
                if at is None:
                    at = exposed[key] = exposure(charts, game, ground, piece.hex, target, there[target.hex])
                dice = count_dice(charts, game, piece, rating, power, at)
                if dice > 0 or last:
                    yield piece, rating, target, dice


def standing(game: Game, side: str) -> list[Piece]:
    """The pieces of a side that may attack and be attacked: not what is carried, nor weapons that lie about."""
    return [
        piece
        for piece in game.pieces.values()
        if piece.side == side and not piece.out and not piece.carrier and piece.kind != "weapon"
    ]


def shots_of(play: Play, side: str) -> Iterator[Shot]:
    """Every attack that a side may make in its Combat Phase now."""
    game = play.state
    shooters = standing(game, side)
    if game.read.fires_aboard:
        shooters = [piece for piece in game.pieces.values() if piece.side == side and not piece.out]
    return shots(play, shooters, standing(game, other_side(game, side)))


def shots_at(play: Play, mover: Piece) -> Iterator[Shot]:
    """Every attack that may be made at a mover now."""
    seen_from, aboard = play.ground.sight.views[mover.hex], play.state.read.fires_aboard
    watching = [
        piece
        for piece in play.state.pieces.values()
        if piece.side != mover.side
        and not piece.out
        and (aboard or not piece.carrier)
        and seen_from[piece.hex]
    ]
    return shots(play, watching, (mover,))


def can_attack(play: Play, side: str) -> bool:
    return next(shots_of(play, side), None) is not None


def may_be_fired_at(play: Play, mover: Piece) -> bool:
    """Whether the other side could fire at a mover and has not said that it holds its fire."""
    if play.state.held or mover.out or mover.carrier:
        return False
    return next(shots_at(play, mover), None) is not None


def fire(play: Play, side: str, action: a.Fire) -> None:
    """7.8 defensive fire."""
    game = play.state
    piece = own_piece(game, side, action.unit)
    target = any_piece(game, action.target, "$.target")
    chance = game.opportunity
    if chance is not None and target.id != chance.mover:
        raise Refused("Defensive fire is at the piece that moves.", "7.8", [chance.mover], "$.target")
    try:
        counted = verify_fire(play.charts, game, play.ground, piece, action.rating, target)
    except Refused as refused:
        at = standing(game, other_side(game, side)) if chance is None else [target]
        instead = [f"{found[1]} at {found[2].id}" for found in shots(play, [piece], at)]
        raise Refused(refused.reason, refused.rule, instead, refused.where) from None
    if chance is None or chance.faced or not can_turn(target):
        attack(play, piece, action.rating, target, chance is not None, counted)
    elif game.read.declaring == "all":
        play.emit(e.FireAdded(piece.id, action.rating, target.id, readings=("declaring",)))
    else:
        play.emit(e.FireDeclared(piece.id, action.rating, target.id, readings=("declaring",)))


def can_turn(piece: Piece) -> bool:
    """Whether its crew can pivot it (7.8, 9.7)."""
    movable = "immobilized" not in piece.markers and "unmanned" not in piece.markers
    return piece.kind == "vehicle" and movable and "driver" not in piece.empty


def defend(play: Play, chance: Opportunity) -> bool:
    """Go on with a chance to fire at a mover. True if its enemies are asked what else they do.

    Where all fire is declared before the mover turns, it is asked to turn once nobody can add to it; when it has, the
    attacks are rolled in the order in which they were declared, and that was all the fire into this hex.
    """
    game = play.state
    if chance.declared and chance.faced:
        unit, rating = chance.declared[0]
        attack(play, game.pieces[unit], rating, game.pieces[chance.mover], True)
        return False
    # Whoever has offered it just now has asked already.
    offered = play.events and isinstance(play.events[-1], e.FireOffered)
    closed = chance.faced and game.read.declaring == "all"
    if offered or (not closed and may_be_fired_at(play, game.pieces[chance.mover])):
        return True
    if chance.declared:
        ask_to_face(play, chance)
    else:
        close(play, chance, "hex")
    return False


def close(play: Play, chance: Opportunity, until: Literal["hex", "move", "phase"]) -> None:
    """No more fire at a mover; its die at speed comes now, if it is read so that it follows (8.13)."""
    play.emit(e.FireHeld(until))
    mover = play.state.pieces[chance.mover]
    if chance.cost and mover.stance == "speeding":
        breaks_down(play, mover, chance.cost)


def ask_to_face(play: Play, chance: Opportunity) -> None:
    unit, rating = chance.declared[0]
    play.emit(e.FireDeclared(unit, rating, chance.mover))


def declared_at(play: Play) -> list[tuple[Piece, Rating]]:
    """The attacks that wait for the target to turn."""
    game = play.state
    assert game.shot is not None and game.opportunity is not None
    declared = game.opportunity.declared or [(game.shot.unit, game.shot.rating)]
    return [(game.pieces[unit], rating) for unit, rating in declared]


def counts_at(play: Play, facing: Corner) -> list[tuple[int, Terms]]:
    """Dice and terms of each attack that was declared, if the target turned to this corner."""
    assert play.state.shot is not None
    target = replace(play.state.pieces[play.state.shot.target], facing=facing)
    return [
        dice_for(play.charts, play.state, play.ground, piece, rating, target)
        for piece, rating in declared_at(play)
    ]


def face(play: Play, side: str, action: a.Face) -> None:
    """The mover's owner turns it; then the declared attack is carried out (7.8 defensive fire)."""
    shot = play.state.shot
    assert shot is not None  # asked only then
    pieces = play.state.pieces
    play.emit(e.Pivoted(shot.target, action.facing))
    attack(play, pieces[shot.unit], shot.rating, pieces[shot.target], True)


def hold_fire(play: Play, side: str, action: a.HoldFire) -> None:
    chance = play.state.opportunity
    assert chance is not None  # asked only then
    if not chance.declared:
        close(play, chance, action.until)
    elif action.until == "hex":
        ask_to_face(play, chance)
    else:
        raise Refused("Fire is declared: it cannot be held any more.", "7.8", ["hex"], "$.until")


def results_for(play: Play, target: Piece) -> Mapping[int, Result]:
    return play.charts.vehicle_results if target.kind == "vehicle" else play.charts.soldier_results


def attack(
    play: Play,
    piece: Piece,
    rating: Rating,
    target: Piece,
    defensive: bool,
    counted: tuple[int, Terms] | None = None,
) -> None:
    """Roll an attack, and carry it out unless its target's side has a choice of dice to cancel (4.2, 9.5 g).

    counted: its dice and terms, where the caller has just reckoned them.
    """
    count, terms = counted or dice_for(play.charts, play.state, play.ground, piece, rating, target)
    what = f"{piece.name} at {target.name}"
    if count < 1 and play.state.read.misadventure:
        faces, hurt = misadventure(play.dice, f"misadventure: {what}")
        _rolled(play, piece, rating, target, faces, terms, defensive, False, last=True)
        carry_out(play, piece, target, hurt)
        return
    chart = results_for(play, target)
    dice = throw(play.dice, what, count, chart, defensive)
    _rolled(play, piece, rating, target, dice.faces, terms, defensive, dice.asks)
    if not dice.asks:
        if dice.cancelled:
            play.emit(e.DiceCancelled(dice.cancelled))
        left = dice.left(dice.cancelled)
        carry_out(play, piece, target, effect(left, chart, target.kind == "vehicle", defensive))


def _rolled(
    play: Play,
    piece: Piece,
    rating: Rating,
    target: Piece,
    dice: tuple[int, ...],
    terms: list[tuple[str, int, str]],
    defensive: bool,
    asks: bool,
    last: bool = False,
) -> None:
    spent = min(piece.rounds.get(rating, 0), play.charts.use[rating]) if piece.rounds else 0
    by = readings_of(play.charts, play.state, play.ground, piece, rating, target)
    if last:
        by = ("misadventure", *by)
    play.emit(
        e.AttackRolled(
            piece.id, rating, target.id, dice, modifiers(terms), defensive, asks, spent, readings=by
        )
    )
    if piece.weapon and play.state.pieces[piece.weapon].ratings.single:
        play.emit(e.Killed(piece.weapon, "used"))


def shot_thrown(play: Play) -> Thrown:
    """The dice of the attack that waits for its deflections."""
    shot = play.state.shot
    assert shot is not None
    return thrown(shot.dice, results_for(play, play.state.pieces[shot.target]), shot.defensive)


def cancel_choices(play: Play) -> list[tuple[int, ...]]:
    """The different sets of dice that the open deflection may cancel, each sorted (9.7 result 1)."""
    return shot_thrown(play).choices()


def cancelling(play: Play, action: a.Deflect) -> tuple[tuple[int, ...], Effect]:
    """The attacked player's choice, each deflection cancels one other die: it, and what is left. Raises Refused."""
    shot = play.state.shot
    if shot is None or shot.stage != "deflection":
        raise Refused("No attack waits for its deflections.", "9.7", where="$.kind")
    dice, choices = shot_thrown(play), cancel_choices(play)
    cancel = tuple(sorted(action.cancel))
    if cancel not in choices:
        allowed = [" ".join(map(str, choice)) for choice in choices]
        raise Refused("These dice cannot be cancelled.", "9.7", allowed, "$.cancel")
    target = play.state.pieces[shot.target]
    vehicle = target.kind == "vehicle"
    return cancel, effect(dice.left(cancel), results_for(play, target), vehicle, shot.defensive)


def deflect(play: Play, side: str, action: a.Deflect) -> None:
    """The attacked player has chosen which dice are cancelled; the others count (9.7 result 1)."""
    shot = play.state.shot
    assert shot is not None  # asked only then
    cancel, hurt = cancelling(play, action)
    pieces = play.state.pieces
    play.emit(e.DiceCancelled(cancel, chosen=True))
    carry_out(play, pieces[shot.unit], pieces[shot.target], hurt)


def carry_out(play: Play, piece: Piece, target: Piece, hurt: Effect) -> None:
    """What the results that were not cancelled do (9.7 result 2, 9.7 result 5)."""
    if hurt == Effect():
        play.emit(e.AttackMissed(target.id))
    elif hurt.criticals:
        if target.kind == "vehicle":
            collateral(play, piece, target, hurt.criticals)
        else:
            kill(play, target, "fire", piece.id)
    else:
        if hurt.stopped:
            play.emit(e.Stopped(target.id))
        if hurt.hits and target.kind == "vehicle":
            damage(play, target, damage_dice(play.dice, f"damage to {target.name}", hurt.hits), piece.id)
        elif hurt.hits:
            wound(play, target, piece.id)


def collateral(play: Play, piece: Piece, target: Piece, criticals: int) -> None:
    """A wreck; each critical is rolled anew, and separately, for every soldier beside it (9.9). Weapons that lie there
    too by the reading `collateral`.
    """
    beside = [one for one in in_hex(play.state, target.hex, target.side) if one.kind != "vehicle"]
    lying = any(one.kind == "weapon" for one in beside)
    wreck(play, target, "critical", piece.id, readings=("collateral",) if lying else ())
    for victim in beside:
        if victim.kind == "weapon" and play.state.read.collateral == "soldiers":
            continue
        for die in play.dice.roll(f"collateral damage to {victim.name}", criticals):
            if die < play.charts.conditions.collateral_wound or victim.out:
                continue
            if victim.kind == "weapon":
                kill(play, victim, "fire", piece.id)
            else:
                wound(play, victim, piece.id)
