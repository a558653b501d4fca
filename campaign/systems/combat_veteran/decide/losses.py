"""What is lost, and what is lost with it: wrecks and their cargo (3.2), captures (9.7), the dead and their weapons."""

from __future__ import annotations

from campaign.rules.dice import Dice
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.play import Play, cargo, in_hex
from campaign.systems.combat_veteran.state import MARKERS, Marker, Piece


def wreck(
    play: Play, vehicle: Piece, cause: str, by: str = "", scar: bool = False, readings: tuple[str, ...] = ()
) -> None:
    """A vehicle is lost, and everything aboard with it (3.2 cargo, 9.7 result 6)."""
    aboard = cargo(play.state, vehicle.id)
    play.emit(e.Wrecked(vehicle.id, cause, by, scar, readings=readings))
    for piece in aboard:
        kill(play, piece, "aboard", by, weapon_too=True)


def kill(play: Play, piece: Piece, cause: str, by: str = "", weapon_too: bool = False) -> None:
    """A soldier is lost; his weapon stays in the hex unless it is lost with him."""
    weapon = play.state.pieces[piece.weapon] if piece.weapon else None
    if weapon is not None:
        if weapon_too:
            play.emit(e.Killed(weapon.id, cause, by))
        else:
            play.emit(e.Dismounted(weapon.id, piece.hex))
    play.emit(e.Killed(piece.id, cause, by))


def killed_by_wound(piece: Piece) -> bool:
    """Whether a wound is one too many."""
    return piece.wounded


def wound(play: Play, piece: Piece, by: str = "") -> None:
    """A soldier is wounded and drops his weapon; one who was wounded before is killed."""
    if killed_by_wound(piece):
        kill(play, piece, "fire", by)
        return
    play.emit(e.Wounded(piece.id, by))
    if piece.weapon:
        play.emit(e.Dismounted(piece.weapon, piece.hex))


def damage_dice(dice: Dice, purpose: str, hits: int) -> tuple[int, ...]:
    """One die for each hit; which of them come up counts, not how often (9.7)."""
    return dice.roll(purpose, hits, matters="set")


def new_markers(play: Play, vehicle: Piece, dice: tuple[int, ...]) -> tuple[Marker, ...]:
    """The markers of damage dice that the vehicle does not have yet, in the order of the chart (9.7 markers)."""
    rolled = {play.charts.damage[die] for die in dice}
    return tuple(marker for marker in MARKERS if marker in rolled and marker not in vehicle.markers)


def lost_by(play: Play, vehicle: Piece, new: tuple[Marker, ...]) -> tuple[str, str]:
    """Why new markers cost the vehicle itself, and who takes it: ("", "") if it stays (9.7).

    By the last of all markers, which is whoever brought it; or by an enemy in its hex when it has no crew any more.
    """
    if len({*vehicle.markers, *new}) == len(play.charts.damage):
        return "damage", ""
    if "unmanned" in new and (by_whom := captors(play, vehicle)):
        return "captured", by_whom[0].id
    return "", ""


def captors(play: Play, vehicle: Piece) -> list[Piece]:
    """Enemies in the vehicle's hex; a weapon that lies there captures nothing, if it is not read otherwise."""
    there = in_hex(play.state, vehicle.hex, other_side(play.state, vehicle.side))
    if play.state.read.weapon_captures:
        return sorted(there, key=lambda piece: piece.kind == "weapon")
    return [piece for piece in there if piece.kind != "weapon"]


def damage(play: Play, vehicle: Piece, dice: tuple[int, ...], by: str = "") -> None:
    """Markers for damage dice: duplicates have no effect, the sixth different one wrecks (9.7 unmanned, 9.7 result
    4).
    """
    new = new_markers(play, vehicle, dice)
    play.emit(e.DamageTaken(vehicle.id, tuple(sorted(dice)), new, by))
    cause, taker = lost_by(play, vehicle, new)
    if cause:
        weapon = bool(taker) and play.state.pieces[taker].kind == "weapon"
        wreck(play, vehicle, cause, taker or by, readings=("weapon_captures",) if weapon else ())


def capture_around(play: Play, piece: Piece) -> bool:
    """A piece now occupies its hex: enemy vehicles without a crew there are wrecked at once (9.7 unmanned). True if
    any were.
    """
    unmanned = [
        enemy
        for enemy in play.state.pieces.values()
        if enemy.hex == piece.hex
        and "unmanned" in enemy.markers
        and enemy.side != piece.side
        and not enemy.out
    ]
    for enemy in unmanned:
        wreck(play, enemy, "captured", piece.id)
    return bool(unmanned)
