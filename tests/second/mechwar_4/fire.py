"""Who may fire what at whom, and what it is worth: 6.0 to 6.10, 8.14, 9.4, 9.5, 10.2 to 10.5, 12.1, 17, 18.12."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from tests.second.mechwar_4.charts import MANY, attenuation, flak, side_rows, table, terrains
from tests.second.mechwar_4.hexes import ROUND, Spot, distance, edge_to, entered_by
from tests.second.mechwar_4.sight import leafy, may_see
from tests.second.mechwar_4.world import AFOOT, Piece, World

RIFLES_V_ARMOUR = 3
ANSWERS = ("opportunity", "overwatch", "ambush")


class Shot(NamedTuple):
    """unit, arm, part: 0 for the whole. kind: direct, opportunity, overwatch, short-halt, overrun."""

    unit: str
    arm: str
    part: int = 0
    halved: bool = False
    kind: str = "direct"


def place(world: World, one: Piece) -> Spot:
    at = one.at or world.pieces[one.carrier].at
    assert at is not None
    return at


def range_between(world: World, firer: Piece, target: Piece) -> int:
    """17.23: over its target a helicopter is one hex away."""
    assert target.at is not None
    hexes = distance(place(world, firer), target.at)
    return 1 if hexes == 0 and (firer.flies != target.flies) else hexes


# -- who may -----------------------------------------------------------------------------------------------------


Choice = tuple[str, str, str, int, bool]
"""unit, target, arm, part, halved."""


def shots(world: World, side: str) -> set[Choice]:
    """All direct fire of a side in an activation."""
    open_ = [one for one in world.pieces.values() if f"{side}:{one.id}" not in world.attacked]
    return chosen(world, side, open_, whole=False)


def answers(world: World, side: str, at: Collection[str], halting: str = "") -> set[Choice]:
    """Opportunity fire and overwatch at some (6.5, 6.91): of who answers all fires (6.93). halting: who may halt and
    return fire (19.31)."""
    targets = [world.pieces[id] for id in at if id in world.pieces]
    return chosen(world, side, targets, whole=True, answer=True, halting=halting)


def joins(
    world: World, side: str, target: str, answer: bool, exclude: Collection[str], halting: str = ""
) -> set[Choice]:
    """Who may fire with others at their target (6.3)."""
    found = chosen(world, side, [world.pieces[target]], whole=answer, answer=answer, halting=halting)
    return {one for one in found if one[0] not in exclude and not world.pieces[one[0]].parts}


def chosen(
    world: World, side: str, targets: Iterable[Piece], whole: bool, answer: bool = False, halting: str = ""
) -> set[Choice]:
    found: set[Choice] = set()
    targets = [one for one in targets if one.side != side and may_be_hit(world, one)]
    for firer in world.pieces.values():
        halts = firer.id == halting and not firer.panicked and not firer.fired
        if firer.side != side or not (halts or may_fire(world, firer)):
            continue
        for target in targets:
            if not may_see(world, firer, place(world, firer), target, answer and not halts):
                continue
            for arm in firer.arms:
                if reaches(world, firer, arm, target):
                    some = (0,) if whole else parts(world, firer)
                    for part in some:
                        found |= {(firer.id, target.id, arm, part, half) for half in halves(world, firer)}
    return found


def overrun_shots(world: World, side: str, hex: Spot, to_fire: Collection[str]) -> set[tuple[str, str, str]]:
    """12.0: who has not fired in this round, at anybody in the hex; neither panic nor earlier fire counts (12.2)."""
    found: set[tuple[str, str, str]] = set()
    targets = [
        one
        for one in world.here(hex)
        if one.side != side and (not one.carrier or one.hatches) and not one.flies
    ]
    for id in to_fire:
        firer = world.pieces.get(id)
        if firer is None or firer.side != side:
            continue
        for target in targets:
            if shielded(world, target):
                continue
            found |= {(id, target.id, arm) for arm in firer.arms if reaches(world, firer, arm, target)}
    return found


def may_be_hit(world: World, target: Piece) -> bool:
    """6.41: it is observed; 9.54: who is aboard only in hatches; 19.613: not engineers beside infantry."""
    if not target.seen or (target.carrier and not target.hatches) or target.at is None:
        return False
    return not shielded(world, target)


def shielded(world: World, target: Piece) -> bool:
    """19.613; who fires out of hatches counts as dismounted for his defence (9.52, 9.54), as far as he is known."""
    return target.kind == "engineers" and any(
        one.kind == "infantry" and one.side == target.side and (not one.carrier or (one.hatches and one.seen))
        for one in world.here(target.at)
        if one.id not in world.gone
    )


def may_fire(world: World, firer: Piece) -> bool:
    """6.11, 6.13, 4.1; 9.4 for who is aboard."""
    if firer.panicked or firer.moved or (firer.fired and not firer.parts):
        return False
    if not firer.carrier:
        return firer.at is not None
    return out_of_carrier(world, firer)


def out_of_carrier(world: World, firer: Piece) -> bool:
    """9.51 to 9.55: one infantry platoon out of an APC that has not moved."""
    carrier = world.pieces[firer.carrier]
    if not carrier.row.get("mounted") or not firer.infantry or carrier.at is None or carrier.moved:
        return False
    return not any(one.fired for one in world.aboard(carrier.id) if one.id != firer.id)


def halves(world: World, firer: Piece) -> tuple[bool, ...]:
    """9.55: at half strength where the carrier is yet to move."""
    if firer.carrier and world.pieces[firer.carrier].row.get("mounted") == "standing":
        return (False, True)
    return (False,)


def parts(world: World, firer: Piece) -> tuple[int, ...]:
    """6.93: of vehicular platoons."""
    if firer.parts:
        return tuple(sorted(set(firer.parts)))
    if (
        not world.rule("split_fire")
        or firer.moves in ("foot", "helicopter")
        or firer.one_step
        or firer.damage
    ):
        return (0,)
    return (0, 1, 2)


def reaches(world: World, firer: Piece, arm: str, target: Piece) -> bool:
    """Whether an arm may be fired at a target, as far as type, range and ammunition go."""
    if firer.ammo.get(arm, 3) == 0:
        return False
    _, class_, most = firer.arms[arm]
    hexes = range_between(world, firer, target)
    if world.rule("night"):
        most = min(most, table("terrain")["special"]["night_range"])
    ports = bool(firer.carrier) and world.pieces[firer.carrier].row["mounted"] == "ports"
    if ports:
        most = min(most, 1)  # 9.51
    if target.flies:
        far = 1 if ports else table("terrain")["special"]["night_range"] if world.rule("night") else MANY
        return (
            arm == "main"
            and class_ != "G"
            and hexes <= far
            and flak(firer.row.get("flak", "others"), hexes) > 0
        )
    if arm == "assault":
        reach = 2 if world.readings["infantry_assault"] == "last" else 1
        return target.vehicle and hexes <= (1 if ports else reach)
    if arm in ("coaxial", "roof") and target.target != "soft":
        return False
    if arm == "roof" and firer.suppression:
        return False
    if class_ == "G" and target.target == "soft":
        return False
    if class_ == "R" and target.target != "soft":
        if target.target == "protected" and not world.readings["rifles_v_protected"]:
            return False
        most = min(most, RIFLES_V_ARMOUR)
    if hexes > most or hexes < firer.least(arm):
        return False
    return attenuation(class_, target.target, hexes) is not None


# -- what it is worth --------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """The column and table on which a shot is resolved, and what is added to its die. suppresses: 6.10."""

    superiority: int
    table: str
    die: int
    suppresses: bool = False


def state_of(firer: Piece, part: int = 0) -> int:
    """3.21: one-step units fire at full strength; 8.14: a column on the D2 table."""
    if firer.column:
        return 2
    if firer.row.get("one_step"):
        return 0
    return part or firer.damage


def own_state(firer: Piece, part: int) -> int:
    """Its losses, as they count for class H (7.16)."""
    return 0 if firer.row.get("one_step") else part or firer.damage


PERSONNEL = {0: 0, 1: -1, 2: -2}
TABLES = ("full", "d1", "d2")


def value(world: World, shot: Shot, target: Piece) -> Value:
    """Column, table and die of a shot at one target."""
    firer = world.pieces[shot.unit]
    strength, class_, _ = firer.arms[shot.arm]
    state = state_of(firer, shot.part)
    if shot.halved:
        strength //= 2
    manner = (2 if target.column else 0) + (-2 if shot.kind == "short-halt" else 0)
    hexes = 0 if shot.kind == "overrun" else range_between(world, firer, target)
    suppressed = firer.suppression * firer.per_suppression()
    if class_ == "H" and not target.flies:
        return howitzer(world, shot, firer, target, hexes, suppressed, manner)
    if target.flies:
        strength = flak(firer.row.get("flak", "others"), hexes) - suppressed - target.defence
        return Value(strength, TABLES[state], -2 if shot.kind == "short-halt" else 0)
    die = manner + cover(world, shot, target)
    soft = target.target == "soft"
    against_armour = class_ == "R" and not soft
    adds = attenuation(class_, target.target, hexes) or 0
    superiority = strength + adds - suppressed - target.defence
    if soft or against_armour:
        return Value(superiority, "personnel", die + PERSONNEL[state], against_armour)
    return Value(superiority, TABLES[state], die)


def howitzer(
    world: World,
    shot: Shot,
    firer: Piece,
    target: Piece,
    hexes: int,
    suppressed: int,
    manner: int,
) -> Value:
    """6.43 and 6.45: the strength is the column; losses take one off each, at soft targets off the die (7.16)."""
    strength = firer.arms[shot.arm][0] // (2 if shot.halved else 1)
    state = own_state(firer, shot.part)
    if shot.arm == "assault":
        last = world.readings["infantry_assault"] == "last"
        strength -= 3 if hexes >= (2 if last else 1) else 0
    personnel = target.target == "soft" and world.readings["direct_howitzers_v_soft"] == "personnel"
    if not personnel:
        strength = strength - state
    if shot.arm == "assault":
        strength -= suppressed  # the example of 6.45 has it below 1
    elif world.readings["howitzers_least"] == "losses":
        strength = max(1, strength) - suppressed
    else:
        strength = max(1, strength - suppressed)
    die = manner + cover(world, shot, target)
    if personnel:
        return Value(strength, "personnel", die + PERSONNEL[state])
    return Value(strength, "d2", die)


def cover(world: World, shot: Shot, target: Piece) -> int:
    """What covers a target from a shot: the best one alone (10.25)."""
    return min([0, *covers(world, shot, target)])


def covers(world: World, shot: Shot, target: Piece) -> list[int]:
    adds = table("fire")["modifiers"]
    firer = world.pieces[shot.unit]
    at = target.at
    assert at is not None
    afoot = target.moves in AFOOT
    ground = terrains()[world.board.terrain[at]]
    if shot.kind == "overrun":
        found = [adds["defilade"]] if target.improved else []
        if afoot and leafy(world, at):
            found.append(ground.get("fire", 0))
        return found
    found = [adds["wreck"]] if at in world.wrecks else []
    h = firer.arms[shot.arm][1] == "H"
    if shot.arm == "assault":
        return found  # 6.45: terrain is ignored
    if target.target == "soft" and target.id in world.moving and shot.kind in ANSWERS:
        return found  # 8.4: who moves, not who is beside it
    if h and target.target == "hard":
        return found
    if leafy(world, at):
        devastated = adds["devastation"] if at in world.devastated and afoot else 0  # 7.19, 19.621
        both = world.readings["devastation"] == "adds"
        found += [ground["fire"] + devastated] if both else [ground["fire"], devastated]
    if at in world.smoke and not h:
        found.append(table("terrain")["special"]["smoke_fire"])
    if firer.flies:
        return found
    if defilade(world, firer, target, h):
        found.append(adds["defilade"])
    if slope(world, firer, target, afoot):
        found.append(adds["slope_hard"] if target.target == "hard" else adds["slope_other"])
    return found


def defilade(world: World, firer: Piece, target: Piece, h: bool) -> bool:
    """Hilltops, crests, embankments, markers, improved positions; not against who is higher (10.45)."""
    frm, at = place(world, firer), target.at
    assert at is not None
    level = world.board.level
    if level[frm] > level[at]:
        return False
    if world.board.terrain[at] == "hilltop" or target.improved:
        return True
    if target.moves == "motorcycle" and target.suppression:
        return True  # 19.621
    through = entered_by(frm, at)
    afoot = target.moves in AFOOT and not target.carrier  # a tank's marker is that of who rides on it
    if target.defilade and (afoot or faces(target.defilade, [edge_to(at, one) for one in through])):
        return True
    behind = {
        side_rows()[what].get("covers")
        for one in through
        for what in world.board.sides.get(frozenset((at, one)), ())
    }
    return "embankment" in behind or ("crest" in behind and not h)


def faces(marker: str, edges: list[str]) -> bool:
    """10.5: its side and the two beside it."""
    return any((ROUND.index(edge) - ROUND.index(marker)) % 6 in (0, 1, 5) for edge in edges)


def slope(world: World, firer: Piece, target: Piece, afoot: bool) -> bool:
    """10.31, 10.32: fire that comes down into the hex of the target."""
    frm, at = place(world, firer), target.at
    assert at is not None
    level = world.board.level
    if not any(level.get(one, 0) > level[at] for one in entered_by(frm, at)):
        return False
    return afoot or level[frm] - level[at] < 2


def rider_value(world: World, shot: Shot, tank: Piece, rider: Piece, worth: Value) -> Value:
    """9.21: who rides on a tank is hit as a soft target, by the same die and column; by class R he has a column of his
    own. What covers a soft target there is his, and so are the tank's column and marker."""
    firer = world.pieces[shot.unit]
    target = replace(rider, at=tank.at, column=tank.column, defilade=tank.defilade)
    class_ = firer.arms[shot.arm][1]
    own = value(world, shot, target)
    if class_ == "R":
        return own
    losses = PERSONNEL[own_state(firer, shot.part)] if class_ == "H" and own.table == "personnel" else 0
    if own.table != "personnel":
        losses = 0 if class_ == "H" else -PERSONNEL[state_of(firer, shot.part)]
    return Value(worth.superiority, "personnel", own.die - losses)  # its losses count once (7.16)
