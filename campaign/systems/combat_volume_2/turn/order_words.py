"""What an order does, in a few sentences: for whoever is about to give it. Numbers are read from the charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from campaign.rules.wording import some_hexes
from campaign.systems.combat_volume_2.charts import OrderRow
from campaign.systems.combat_volume_2.play import Play

DOES: dict[str, str] = {
    "hide": "He does nothing but stay down; in cover he may be lost from sight again at the turn's end.",
    "plan": "If he passes a check, a card joins the hand in the next turn.",
    "reload": "He has enough ammunition again.",
    "rally": "A check that brings a state of morale back.",
    "grenade": "He throws a grenade into a hex.",
    "throw-smoke": "He throws a smoke grenade into a hex.",
    "medical-aid": "He tends a wounded comrade in his hex.",
    "charge": "He runs at an enemy and fights him hand to hand.",
    "mount-up": "He gets into a vehicle that stands in his hex or next to it.",
    "load-light-at": "The bazooka of his hex is loaded with a rocket: in impulse 2 or 3 after a check, in 4 for sure;"
    " not in one that it began loaded.",
    "fire-light-at": "He fires it at a vehicle in sight and range, or at men in a house and the like: in impulse 2 or 3"
    " after a check, in 4 without one.",
    "reverse": "It drives backwards.",
    "emergency-stop": "It stands.",
    "direct-firing": "He points out targets to his crew.",
    "smoke-grenade": "He throws a smoke grenade out of his hatch.",
    "main-gun": "Only at what he or his commander observes, if the gun is loaded.",
    "load-he": "The gun is loaded with high explosive.",
    "load-ap": "The gun is loaded to pierce armour.",
    "button": "He shuts his hatch, or opens it.",
    "spot": "He looks for hidden enemies, and finds them more easily.",
    "relocate": "He changes to another seat.",
    "bail-out": "He leaves the vehicle.",
}  # fmt: skip
"""What of an order the numbers of its row do not tell."""
BY_ITSELF = ("load-light-at", "fire-light-at")
"""Orders whose impulses are told in words."""


def says(play: Play, word: str) -> str:
    """What an order of the player's does: what for, when it moves and fires, and what it adds for others."""
    return _says(play.charts.orders[word])


@lru_cache(maxsize=256)
def _says(row: OrderRow) -> str:
    return " ".join(_sentences(row))


def _sentences(row: OrderRow) -> Iterator[str]:
    if row.id in DOES:
        yield DOES[row.id]
    if row.moving:
        steps = [len(step) for step in row.moves]
        yield f"Moves {', '.join(map(str, steps))} in impulses 1 to {len(steps)}: {some_hexes(sum(steps))} in all."
    if row.fires:
        yield f"Fires in {_impulses(row.fires)}{f' at {row.fire:+d}' if row.fire else ''}."
    if row.acts and row.id not in BY_ITSELF:
        yield f"In {_impulses((row.acts,))}."
    if row.firing:
        yield f"All who fire out of the vehicle: {row.firing:+d}."
    whom = "it" if row.crew and row.moving else "him"
    seen = 0 if row.crew else row.seen  # who is in a vehicle is known to whoever sees it (31.7)
    eased = [f"to {what} {whom} {by:+d}" for what, by in (("hit", row.hit), ("spot", seen)) if by]
    if eased:
        yield f"For others {', '.join(eased)}."
    if row.cap:
        yield f"Of cover {-row.cap} counts at most."


def _impulses(some: Sequence[int]) -> str:
    told = " and ".join(filter(None, (", ".join(map(str, some[:-1])), str(some[-1]))))
    return f"impulse{'s' if len(some) > 1 else ''} {told}"
