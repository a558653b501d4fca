"""Bots of one idea each: they show what a scenario is worth against a plan, and serve where thinking must be cheap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.bots import Pick
from campaign.rules.options import Option
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.legal import Drives
from campaign.systems.combat_veteran.sensible import Mind, to_move
from campaign.systems.combat_veteran.state import Piece


class Policy:
    """Fires, turns, deflects and repairs as the sensible bot does; how it moves is its own."""

    name = ""

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        mind = Mind(rules, known, side)
        found = mind.answer(options)
        if found is None and mind.foes:
            for piece, ready, drives in to_move(known, options):
                found = self.go(mind, piece, ready, drives)
                if found is not None:
                    break
        return found or options[0]

    def go(self, mind: Mind, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        """What a piece does next; None if it has done all it will."""
        raise NotImplementedError


class FortressBot(Policy):
    """Every vehicle stays where it is, maneuvers, and shows its front."""

    name = "fortress"

    def go(self, mind: Mind, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        maneuver = next((o for o in ready if isinstance(o.action, a.Maneuver)), None)
        return maneuver or mind.turn(piece, ready)


class RushBot(Policy):
    """Every piece goes for the nearest foe: at speed while it is far off, into its hex at last."""

    name = "rush"

    def go(self, mind: Mind, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        if drives is not None:
            speed = next((o for o in ready if isinstance(o.action, a.Speed)), None)
            reach = drives.reach
            within = len(reach.hexes) if speed else len(drives)
            best = nearest(mind, piece, drives, within)
            if best is not None:
                if best < len(drives):
                    return drives[best]
                if speed is not None:
                    return speed
        return mind.turn(piece, ready)


class QuickBot(Policy):
    """Goes half its way to the nearest foe if its side must win, so that it may still fire; stays otherwise."""

    name = "quick"

    def go(self, mind: Mind, piece: Piece, ready: Sequence[Option], drives: Drives | None) -> Option | None:
        maneuver = next((o for o in ready if isinstance(o.action, a.Maneuver)), None)
        if mind.must_attack and drives is not None and not piece.steps:
            most = max(drives.reach.costs[: len(drives)], default=0)
            best = nearest(mind, piece, drives, drives.reach.within((most - 1) // 2))
            if best is not None:
                return drives[best]
        return maneuver or mind.turn(piece, ready)


def nearest(mind: Mind, piece: Piece, drives: Drives, within: int) -> int | None:
    """Of the first so many hexes in reach, the number of the one nearest to a foe; None if none is nearer than now."""
    distance = mind.ground.distance
    hexes = {foe.hex for foe in mind.foes}
    foe = min(hexes, key=lambda hex: (distance[piece.hex, hex], hex))
    best, least = None, distance[piece.hex, foe]
    for i in range(within):
        apart = distance[drives.reach.hexes[i], foe]
        if apart < least:
            best, least = i, apart
    return best
