"""Who is jammed, or keeps silent on the radio, and what he cannot do then (19.916 to 19.918, 19.99)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.known import jamming
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Company, Unit


def jams(play: Play, side: str) -> bool:
    """Whether a jammer of a side works (19.916)."""
    return side in jamming(play.state)


def jammed(play: Play, side: str) -> bool:
    """19.916, 19.99: whether a side's radio does not reach: an enemy jams, all over the map, or it keeps silent."""
    if not play.state.switches.electronic_warfare:
        return False
    return play.once(("jammed", side), _jammed, play, side)


def _jammed(play: Play, side: str) -> bool:
    game = play.state
    return game.forces[side].radio_silence or any(
        jams(play, other.id) for other in game.sides if other.id != side
    )


def acts_as(play: Play, company: Company) -> str:
    """19.917: as under which command a jammed company acts from now on in this turn: "OC" once one of its units has
    fired, "WC" once one has moved; "" while it may choose, or if it is not jammed."""
    if not jammed(play, company.side):
        return ""
    mine = play.members(company.id)
    if any(one.fired for one in mine):
        return "OC"
    return "WC" if any(one.moved for one in mine) else ""


def verify_silent(play: Play, unit: Unit) -> None:
    """19.913: who jams, or has tried to, does nothing else in that turn. Raises Refused."""
    jammer = play.state.jammers.get(unit.id)
    if jammer is not None and (jammer.works or jammer.tried == play.state.turn):
        raise Refused(f"{unit.name} jams, or has tried to: nothing else this turn.", "19.913", where="$.unit")


def verify_bombards(play: Play, side: str, unit: Unit | None, hex: Hex) -> None:
    """19.918: whether guns may fire at a hex indirectly, jammed as they may be. unit: None for guns off the map, which
    see nothing themselves. hex: "" where it is guns off the map that are fired at, whom nobody sees. Raises Refused."""
    if not jammed(play, side) or (unit is not None and unit.hex and hex and play.clear(unit.hex, hex)):
        return
    what = "keeps silent on the radio" if play.state.forces[side].radio_silence else "is jammed"
    raise Refused(
        f"Your side {what}: its guns fire only at what they see themselves.", "19.918", where="$.hex"
    )


def located(play: Play, side: str, hex: Hex) -> bool:
    """19.95: whether the enemy has announced a hex to a side this turn, at which it aims unobserved; unless it sees an
    enemy there."""
    if not any(one.side == side and one.hex == hex for one in play.state.located):
        return False
    return not any(one.side != side and one.seen and not one.aboard for one in play.in_hex(hex))
