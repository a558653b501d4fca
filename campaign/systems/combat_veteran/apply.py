"""Events to state: total, deterministic, nothing decided here.

What follows from an event without any choice or die (a wreck drops its stance, cargo shares its carrier's hex)
is done here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import Game, Marker, Opportunity, Piece, Shot


def forces_placed(game: Game, event: e.ForcesPlaced) -> None:
    game.scenario, game.board, game.sides, game.turns = event.scenario, event.board, event.sides, event.turns
    game.victory, game.misadventure, game.declaring = event.victory, event.misadventure, event.declaring
    game.breakdown, game.half_of, game.scar_terrain = event.breakdown, event.half_of, event.scar_terrain
    game.readings = event.read
    game.active = event.sides[0].id
    for p in event.pieces:
        game.pieces[p.id] = Piece(
            p.id,
            p.type,
            p.name,
            p.side,
            p.kind,
            p.hex,
            p.ratings,
            facing=p.facing,
            markers=list(p.markers),
            carrier=p.carrier,
            afloat=p.afloat,
            quality=p.quality,
            skills=p.skills,
            empty=p.empty,
            rounds=dict(p.rounds),
        )
    for p in event.pieces:
        if p.kind == "weapon" and p.carrier:
            game.pieces[p.carrier].weapon = p.id


def phase_began(game: Game, event: e.PhaseBegan) -> None:
    """7.0."""
    new_turn = event.turn != game.turn
    game.turn, game.phase, game.active = event.turn, event.phase, event.side
    game.mover = game.held = ""
    game.fought, game.fired = [], []
    moving = event.side if event.phase == "movement" else ""
    over = event.phase == "combat" and game.read.stance_ends == "phase"
    for piece in game.pieces.values():  # looked at before it is written: most have done nothing
        if piece.used:
            piece.used = []
        if piece.done or piece.steps or piece.most or piece.stopped or piece.rode:
            piece.stopped = piece.done = piece.rode = False
            piece.steps = piece.most = 0
        if piece.tried or piece.nominated:
            piece.tried, piece.nominated = False, ""
        if piece.stance != "driving" and (piece.side == moving or over):
            piece.stance = "driving"
        if (piece.spent or piece.mode) and (new_turn or piece.side == moving):
            piece.spent, piece.mode = 0, ""


def repair_nominated(game: Game, event: e.RepairNominated) -> None:
    game.pieces[event.unit].nominated = event.marker


def repair_tried(game: Game, event: e.RepairTried) -> None:
    piece = game.pieces[event.unit]
    piece.tried, piece.nominated = True, ""
    if event.result == "repaired":
        piece.markers.remove(event.marker)


def wrecked(game: Game, event: e.Wrecked) -> None:
    piece = game.pieces[event.unit]
    piece.out, piece.stance = "wrecked", "driving"
    if event.scar and piece.hex not in game.scars:
        game.scars.append(piece.hex)
    if event.by:
        game.pieces[event.by].kills.append(event.unit)
    _leave(game, piece)


def killed(game: Game, event: e.Killed) -> None:
    piece = game.pieces[event.unit]
    piece.out = "used" if event.cause == "used" else "killed"
    if piece.carrier:
        carrier = game.pieces[piece.carrier]
        if carrier.weapon == piece.id:
            carrier.weapon = ""
        piece.carrier = ""
    if event.by and piece.kind == "soldier":
        game.pieces[event.by].kills.append(event.unit)
    _leave(game, piece)


def _leave(game: Game, piece: Piece) -> None:
    if game.mover == piece.id:
        _next_mover(game, "")
    if game.opportunity is not None and game.opportunity.mover == piece.id:
        game.opportunity = None


def wounded(game: Game, event: e.Wounded) -> None:
    game.pieces[event.unit].wounded = True


def moved(game: Game, event: e.Moved) -> None:
    piece = game.pieces[event.unit]
    piece.hex, piece.facing, piece.spent, piece.mode = event.to, event.facing, event.spent, event.mode
    piece.steps += 1
    piece.afloat = event.mode == "water"
    if game.mover != piece.id:
        _next_mover(game, piece.id)
    piece.done = event.ends
    game.fired = []
    if game.read.defence == "hex":
        for other in game.pieces.values():
            if other.used and other.side != piece.side:
                other.used = []
    if piece.weapon or piece.ratings.capacity:
        _carry_along(game, piece)


def _carry_along(game: Game, carrier: Piece) -> None:
    for piece in game.pieces.values():
        if piece.carrier == carrier.id:
            piece.hex, piece.rode = carrier.hex, True
            if piece.weapon:
                game.pieces[piece.weapon].hex = carrier.hex


def _next_mover(game: Game, unit: str) -> None:
    """Pieces move one after the other: who has begun to move is done when another begins."""
    if game.mover:
        game.pieces[game.mover].done = True
    if game.held == "move":
        game.held = ""
    game.mover = unit


def pivoted(game: Game, event: e.Pivoted) -> None:
    game.pieces[event.unit].facing = event.facing
    if game.shot is not None and game.shot.stage == "facing":
        game.shot = None
    if game.opportunity is not None and game.opportunity.mover == event.unit:
        game.opportunity.faced = True


def stance_taken(game: Game, event: e.StanceTaken) -> None:
    """A marker alone is no movement (8.13): whoever is under way goes on being so."""
    piece = game.pieces[event.unit]
    piece.stance, piece.most = event.stance, event.most


def broke_down(game: Game, event: e.BrokeDown) -> None:
    piece = game.pieces[event.unit]
    piece.markers.append("immobilized")
    piece.stance, piece.stopped = "driving", True


def mounted(game: Game, event: e.Mounted) -> None:
    piece, carrier = game.pieces[event.unit], game.pieces[event.carrier]
    piece.carrier = carrier.id
    if piece.kind == "weapon" and carrier.kind == "soldier":
        carrier.weapon = piece.id
    if piece.kind == "soldier":
        piece.rode = True


def dismounted(game: Game, event: e.Dismounted) -> None:
    piece = game.pieces[event.unit]
    carrier = game.pieces[piece.carrier]
    if carrier.weapon == piece.id:
        carrier.weapon = ""
    piece.carrier, piece.hex = "", event.hex
    if piece.kind == "soldier":
        piece.rode = True


def fire_offered(game: Game, event: e.FireOffered) -> None:
    game.opportunity = Opportunity(event.mover, cost=event.cost)


def fire_held(game: Game, event: e.FireHeld) -> None:
    game.opportunity = None
    if event.until != "hex":
        game.held = event.until


def fire_added(game: Game, event: e.FireAdded) -> None:
    assert game.opportunity is not None
    game.opportunity.declared.append((event.unit, event.rating))
    if game.fired[-1:] != [event.unit]:
        game.fired.append(event.unit)


def fire_declared(game: Game, event: e.FireDeclared) -> None:
    game.shot = Shot(event.unit, event.rating, event.target, "facing", True)


def attack_rolled(game: Game, event: e.AttackRolled) -> None:
    piece = game.pieces[event.unit]
    piece.used.append(event.rating)
    if event.spent:
        piece.rounds[event.rating] -= event.spent
        piece.fired[event.rating] = piece.fired.get(event.rating, 0) + event.spent
    shot = (event.unit, event.rating)
    if game.opportunity is not None and shot in game.opportunity.declared:
        game.opportunity.declared.remove(shot)
    elif game.fired[-1:] != [event.unit]:
        game.fired.append(event.unit)
    if event.asks:
        game.shot = Shot(event.unit, event.rating, event.target, "deflection", event.defensive, event.dice)


def dice_cancelled(game: Game, event: e.DiceCancelled) -> None:
    if event.chosen:
        game.shot = None


def attack_missed(game: Game, event: e.AttackMissed) -> None:
    """Nothing changes; the log tells it."""


def stopped(game: Game, event: e.Stopped) -> None:
    """9.7 result 3."""
    halt(game.pieces[event.unit])


def halt(piece: Piece) -> None:
    piece.stopped, piece.stance = True, "driving"


def damage_taken(game: Game, event: e.DamageTaken) -> None:
    """8.13 damage."""
    mark(game.pieces[event.unit], event.markers)


def mark(piece: Piece, markers: Sequence[Marker]) -> None:
    piece.markers.extend(markers)
    if markers:
        piece.stance = "driving"


def close_combat_fought(game: Game, event: e.CloseCombatFought) -> None:
    game.fought.append(event.hex)


def battle_ended(game: Game, event: e.BattleEnded) -> None:
    game.verdict = event.verdict
    game.opportunity = game.shot = None


APPLIERS: Mapping[type[Any], Callable[[Game, Any], None]] = {
    e.ForcesPlaced: forces_placed,
    e.PhaseBegan: phase_began,
    e.RepairNominated: repair_nominated,
    e.RepairTried: repair_tried,
    e.Wrecked: wrecked,
    e.Killed: killed,
    e.Wounded: wounded,
    e.Moved: moved,
    e.Pivoted: pivoted,
    e.StanceTaken: stance_taken,
    e.BrokeDown: broke_down,
    e.Mounted: mounted,
    e.Dismounted: dismounted,
    e.FireOffered: fire_offered,
    e.FireHeld: fire_held,
    e.FireAdded: fire_added,
    e.FireDeclared: fire_declared,
    e.AttackRolled: attack_rolled,
    e.DiceCancelled: dice_cancelled,
    e.AttackMissed: attack_missed,
    e.Stopped: stopped,
    e.DamageTaken: damage_taken,
    e.CloseCombatFought: close_combat_fought,
    e.BattleEnded: battle_ended,
}
