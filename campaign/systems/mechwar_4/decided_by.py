"""By which readings something came out as it did: those by whose other choice it would not have."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4 import radio
from campaign.systems.mechwar_4.by_sight import Names, if_so, sighted
from campaign.systems.mechwar_4.frames import Bombardment, FireKind, Firer, Flight
from campaign.systems.mechwar_4.gunnery import Guns, spotted
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Mission, Unit
from campaign.systems.mechwar_4.values import howitzer, shot

OPEN = frozenset(
    ("passing", "initiative_tie", "firefights", "firefights_counted", "third_loss", "rally", "guns_need_spotter",
     "offboard_needs_spotter", "support_delay")
)  # fmt: skip
"""Those that tell nothing of what lies under a counter, of units, or of who keeps radio silence."""
SHOT = ("infantry_assault", "direct_howitzers_v_soft", "howitzers_least", "devastation")


def fired(play: Play, firer: Firer, target: Unit, kind: FireKind) -> Names:
    """The shot of a firer at a unit; of one that is only walked it is not asked."""
    if play.walks:
        return ()
    unit = play.state.units[firer.unit]
    if kind == "overrun":
        return _reckoned(play, firer, target, kind)
    over = not play.clear(unit.hex, target.hex) and kind in ("opportunity", "overwatch")
    return (
        *_reckoned(play, firer, target, kind),
        *sighted(play, unit.hex, target.hex),
        *if_so("helicopters_answer", over),
    )


def _reckoned(play: Play, firer: Firer, target: Unit, kind: FireKind) -> Names:
    """What is reckoned of it: its range, its table, its strength, its cover."""
    unit = play.state.units[firer.unit]
    weapon, at = play.type_of(unit).arms[firer.arm], play.type_of(target)
    found = list(if_so("rifles_v_protected", weapon.class_ == "R" and at.target == "protected"))
    if howitzer(weapon, firer.arm) or target.hex in play.state.devastated:
        if firer.arm == "assault" and play.distance(unit.hex, target.hex) > 1:
            found.append("infantry_assault")  # no shot at all otherwise
        found += play.decided(SHOT, lambda by: shot(by, firer, target, kind))
    return tuple(dict.fromkeys(found))


def stepped(play: Play, unit: Unit, frm: Hex, to: Hex) -> Names:
    """What a step by road in column costs; from town to town it is half a point in any case."""
    ground, wrecks = play.ground, play.state.wrecks
    towns = ground.terrain[frm].town and ground.terrain[to].town
    by_road = ground.road(frm, to) and not (towns or frm in wrecks or to in wrecks)
    vehicle = play.type_of(unit).moves not in ("foot", "helicopter")
    return if_so("column_road", unit.column and vehicle and by_road)


def shelled(
    play: Play, fire: Bombardment, unit: Unit, soft: bool, covered: bool, least: bool = False
) -> Names:
    """How indirect fire, or a strike, is read for a unit. covered: whether the terrain of its hex counts; least:
    whether suppression takes the guns below 1."""
    row, terrain = play.type_of(unit), play.ground.terrain[unit.hex]
    bombs = row.target != "soft" and any(isinstance(one, Flight) for one in play.state.stack)
    rubble = row.afoot and unit.hex in play.state.devastated and bool(terrain.woods or terrain.town)
    return (
        *if_so("bombs_v_armour", bombs),
        *if_so("howitzers_least", least),
        *if_so("loose_v_soft", soft and fire.loose),
        *if_so("devastation", rubble and covered),
    )


def planned(play: Play, guns: Guns, mission: Mission) -> Names:
    """That guns may fire where nobody sees, or when a strike falls."""
    if guns.air:
        return ("support_delay",)
    side, hex = guns.side, mission.hex
    if not hex or spotted(play, side, hex) or radio.located(play, side, hex):
        return ()
    return ("offboard_needs_spotter" if guns.off_board else "guns_need_spotter",)
