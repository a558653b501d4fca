"""Which readings decided who sees whom, so that a line of the log can name them (27.8, 29.2, 29.5, 31.8)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import arcs

SIGHT = ("smoke_blocks", "fire_blocks", "beside_hollows", "inside")


def of_sight(play: Play, viewer: Man, target: Man | Vehicle | Hex, aimed: bool = False) -> tuple[str, ...]:
    """Those by whose other choice he would not see what he sees, or the other way round. aimed: and could not fire at
    him alone in his hatch. None where all the ways of dice are walked."""
    if play.walks or not _doubtful(play, viewer, target):
        return ()
    return play.decided(SIGHT, lambda by: _sees(by, viewer, target, aimed))


def of_sights(play: Play, viewer: Man) -> tuple[str, ...]:
    """Those by whose other choice he would see somebody of the other side whom its own knows, or nobody."""
    if play.walks or not any(_doubtful(play, viewer, foe) for foe in play.foes(viewer.side)):
        return ()
    return play.decided(SIGHT, lambda by: _anybody(by, viewer))


def _anybody(play: Play, viewer: Man) -> bool:
    return any(foe.spotted and _sees(play, viewer, foe, False) for foe in play.foes(viewer.side))


def _sees(play: Play, viewer: Man, target: Man | Vehicle | Hex, aimed: bool) -> bool:
    if isinstance(target, Man):
        shown = not (aimed and target.vehicle) or arcs.exposed_to(play, target, viewer.hex)
        return shown and sight.sees_man(play, viewer, target)
    if isinstance(target, Vehicle):
        return sight.sees_vehicle(play, viewer, target)
    return sight.sees(play, viewer, target)


def _doubtful(play: Play, viewer: Man, target: Man | Vehicle | Hex) -> bool:
    """Whether there is anything about them that is read in several ways."""
    state = play.state
    if any(mark.what in ground.SMOKE for some in state.marks.values() for mark in some):
        return True
    if any(one.vehicle and one.order.word == "rally" for one in (viewer, target) if isinstance(one, Man)):
        return True
    hex = target if isinstance(target, str) else target.hex
    return hex in play.board.terrain and any(row.depression for row in ground.lines(play, hex))
