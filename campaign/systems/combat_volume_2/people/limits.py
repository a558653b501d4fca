"""What wounds, loads, wire and the ground keep a man on foot from, and what takes its place (7, 16, 27.7, 28.2)."""

from __future__ import annotations

from campaign.systems.combat_volume_2.land import ground, weather
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man

FAST = ("sprint", "charge")


def barred(play: Play, man: Man, word: str) -> tuple[str, str] | None:
    """Why he may not have an order of movement, as a sentence, and its rule; None if he may (28.2)."""
    row = play.charts.orders[word]
    if not row.moving or word == "sneak":
        return None
    if (slow := weather.barred(play, word)) is not None:
        return f"Nobody can {row.name}: {slow.name.lower()}.", "28.2"
    if man.bad:
        return "A man who is badly wounded can only Sneak.", "16"
    if man.light and word in FAST:
        return f"A man who is wounded cannot {row.name}.", "16"
    if word == "charge" and medic(man):
        return "A trained medic never fights hand to hand.", "30"
    if lugs(play, man):
        return "Without his assistant a man with a belt-fed gun can only Sneak.", "14"
    if in_wire(play, man):
        return "Out of wire one can only Sneak.", "27.7"
    return None


def instead(play: Play, man: Man, word: str) -> str:
    """The order itself, or the fastest below it that he may have."""
    while barred(play, man, word) is not None and (worse := play.charts.orders[word].worse):
        word = worse
    return word


def in_wire(play: Play, man: Man) -> bool:
    """Whether he lies in wire without a comrade to step over (27.7 men)."""
    return play.state.lies(man.hex, "wire") and not ground.bridged(play, man.hex, man.side, man)


def lugs(play: Play, man: Man) -> bool:
    """Whether he carries a belt-fed gun alone."""
    if not man.armed or not play.charts.weapons[man.armed].alone:
        return False
    mate = play.state.men.get(man.mate)
    return mate is None or not mate.able or bool(mate.bad) or mate.hex != man.hex


def medic(man: Man) -> bool:
    return "trained-medic" in man.skills
