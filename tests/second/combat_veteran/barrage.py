"""All the fire that was declared at a vehicle that has entered a hex, one attack after the other (7.8, 9.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tests.second.combat_veteran.field import Field, Piece
from tests.second.combat_veteran.firing import dice
from tests.second.combat_veteran.outcome import Chances, after, left, misadventure

Hurt = tuple[frozenset[str], str, bool, bool]
"""Markers, stance, stopped, hit."""


def barrage(
    field: Field, shots: Sequence[tuple[Piece, str]], target: Piece, beset: bool
) -> tuple[Chances, Chances]:
    """What becomes of it, and each fact. target: turned as it will be."""
    open: dict[Hurt, Fraction] = {(target.markers, target.stance, False, False): Fraction(1)}
    wrecked = Fraction(0)
    for shooter, rating in shots:
        then: dict[Hurt, Fraction] = defaultdict(Fraction)
        for (markers, stance, stopped, hit), chance in open.items():
            now = replace(target, markers=markers, stance=stance)
            pieces = {**field.pieces, now.id: now}
            many = dice(replace(field, pieces=pieces), shooter, rating, now)
            if many <= 0 and not field.read["misadventure"]:
                then[markers, stance, stopped, hit] += chance
                continue
            for rest, part in (left(many, True) if many > 0 else misadventure()).items():
                if rest[0]:
                    wrecked += chance * part
                    continue
                for result, marked, share in after(rest, markers, beset):
                    if result == "wrecked":
                        wrecked += chance * part * share
                        continue
                    off = (
                        rest[2] or marked != markers
                    )  # a stop takes the marker of stance off, and damage does
                    state = (marked, "driving" if off else stance, stopped or rest[2], hit or rest[1] > 0)
                    then[state] += chance * part * share
        open = then
    results, facts = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    if wrecked:
        results["wrecked"] = wrecked
    for (markers, _, stopped, hit), chance in open.items():
        new = markers - target.markers
        less = "stopped" if stopped else "no new damage" if hit else "no effect"
        results["damaged" if new else less] += chance
        for one in (*new, *(("stopped",) if stopped else ())):
            facts[one] += chance
    return dict(results), dict(facts)
