"""What an attack does, with exact chances: 6.0, 6.84, 6.87, 6.10, 9.13, 9.21, 12.0, 13.0, 17.34, 19.51 and 19.812."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from tests.second.mechwar_4.charts import panic_chance, result, table
from tests.second.mechwar_4.fire import Shot, Value, place, rider_value, shielded, state_of, value
from tests.second.mechwar_4.hexes import Spot
from tests.second.mechwar_4.world import AFOOT, Piece, World

Spread = list[tuple[World, Fraction]]
WHOLE = Fraction(1)


def joined(spread: Sequence[tuple[World, Fraction]]) -> Spread:
    """The same battle, come to in several ways, once."""
    if len(spread) < 2:
        return list(spread)
    found: dict[object, tuple[World, Fraction]] = {}
    for world, part in spread:
        key = (
            tuple(
                (one.damage, one.suppression, one.panicked, one.level, tuple(one.ammo.items()))
                for one in world.pieces.values()
            ),
            tuple((one.morale, one.losses) for one in world.companies.values()),
            world.wrecks,
            world.gone,
        )
        before = found.get(key)
        found[key] = (world, part + (before[1] if before else 0))
    return list(found.values())


def then(spread: Spread, step: Callable[[World], Spread]) -> Spread:
    return joined([(after, part * more) for world, part in spread for after, more in step(world)])


def changed(world: World, piece: Piece) -> World:
    return replace(world, pieces={**world.pieces, piece.id: piece})


# -- an attack ---------------------------------------------------------------------------------------------------


def attack(world: World, target: str, shots: Sequence[Shot]) -> Spread:
    """All that an attack can lead to: all who are named check for panic, then fire one after the other (6.0, 6.3)."""
    spread: Spread = [(world, WHOLE)]
    for shot in shots:
        if shot.kind != "overrun":
            spread = then(spread, lambda now, shot=shot: checked(now, shot))
    for shot in shots:
        spread = then(spread, lambda now, shot=shot: one_shot(now, target, shot))
    return spread


def checked(world: World, shot: Shot) -> Spread:
    firer = world.pieces[shot.unit]
    chance = panic_chance(
        "fire", panic_state(firer, shot.part), firer.level, firer.nation, world.rule("night")
    )
    found = [(changed(world, replace(firer, panicked=True)), chance), (world, 1 - chance)]
    return [(now, part) for now, part in found if part]


def one_shot(world: World, target: str, shot: Shot) -> Spread:
    """6.31: who is left when the target is gone has fired; 6.11: who has panicked does not."""
    firer = world.pieces[shot.unit]
    if target in world.gone or (firer.panicked and shot.kind != "overrun"):
        return [(world, WHOLE)]
    spread: Spread = [(world, WHOLE)]
    class_ = firer.arms[shot.arm][1]
    aimed = world.pieces[target]
    if class_ == "H" and not aimed.flies:
        order = [one.id for one in in_hex(world, aimed, firer.side)]
        spread = in_turn(world, order, lambda now, id: hit(now, id, shot, world.wrecks))
    else:
        spread = then(spread, lambda now: hit(now, target, shot))
    return then(spread, lambda now: depleted(now, shot))


def in_turn(world: World, order: Sequence[str], does: Callable[[World, str], Spread]) -> Spread:
    """Units one after the other, engineers once the infantry that they are part of is gone (6.82, 19.613)."""
    waiting: dict[tuple[str, ...], Spread] = {tuple(order): [(world, WHOLE)]}
    found: Spread = []
    while waiting:
        left = max(waiting, key=len)
        for now, part in joined(waiting.pop(left)):
            some = [id for id in left if id not in now.gone and not shielded(now, now.pieces[id])]
            if not some:
                found.append((now, part))
                continue
            rest = waiting.setdefault(tuple(id for id in left if id != some[0]), [])
            rest += [(after, part * more) for after, more in does(now, some[0])]
    return joined(found)


def in_hex(world: World, aimed: Piece, side: str) -> list[Piece]:
    """6.82: all in the hex on the ground; who is inside a carrier is hit with it (9.13). In an overrun a side does not
    hit its own."""
    return [
        one
        for one in world.here(aimed.at)
        if one.id not in world.gone
        and one.side != side
        and not one.flies
        and (not one.carrier or one.hatches)
    ]


def panics_moving(world: World, unit: str) -> Fraction:
    """8.0, 13.0: as it begins to move; at full strength nobody checks."""
    one = world.pieces[unit]
    state = panic_state(one)
    if state == 0:
        return Fraction(0)
    return panic_chance("move", state, one.level, one.nation, world.rule("night"))


def panic_state(piece: Piece, part: int = 0) -> int:
    """13.0: its strength now."""
    return 0 if piece.row.get("one_step") else part or piece.damage


def hit(world: World, target: str, shot: Shot, wrecks: frozenset[Spot] | None = None) -> Spread:
    """One shot at one target, all six faces. wrecks: those that there were before it was fired, if it hits several:
    each is hit as though it were alone (6.82)."""
    if target in world.gone:
        return [(world, WHOLE)]
    piece = world.pieces[target]
    before = world if wrecks is None else replace(world, wrecks=wrecks)
    worth = value(before, shot, piece)
    found: Spread = []
    shut = world.pieces[shot.unit].arms[shot.arm][1] == "H" and buttoned(piece, shot)
    for die in range(1, 7):
        cell = result(worth.table, worth.superiority, die + worth.die)
        after = (
            shaken_up(world, piece, die <= worth.superiority) if shut else applied(world, target, cell, worth)
        )
        for rider in riders(world, piece):
            theirs = rider_value(before, shot, piece, rider, worth)
            cell = result(theirs.table, theirs.superiority, die + theirs.die)
            after = then(
                after, lambda now, rider=rider, cell=cell, theirs=theirs: applied(now, rider.id, cell, theirs)
            )
        found += [(now, part / 6) for now, part in after]
    return joined(found)


def buttoned(piece: Piece, shot: Shot) -> bool:
    """7.3: a hard or protected target that is suppressed is buttoned up, unless it is open (7.52); it cannot when
    infantry is at hand (6.45)."""
    return (
        shot.arm == "main" and piece.target != "soft" and piece.suppression > 0 and not piece.row.get("open")
    )


def shaken_up(world: World, piece: Piece, doubly: bool) -> Spread:
    """7.31: a buttoned target is suppressed twice by a tight pattern, and those inside as well."""
    for one in (piece, *inside(world, piece)):
        world = changed(world, replace(one, suppression=max(1 + doubly, one.suppression)))
    return [(world, WHOLE)]


def riders(world: World, tank: Piece) -> list[Piece]:
    """9.21."""
    return [one for one in world.aboard(tank.id) if tank.ridden and one.id not in world.gone]


def applied(world: World, target: str, cell: str, worth: Value) -> Spread:
    """What a result does to a unit."""
    piece = world.pieces[target]
    if cell == "-" or target in world.gone:
        return [(world, WHOLE)]
    if worth.suppresses:
        for one in (piece, *inside(world, piece)):  # 7.31: who is mounted as well
            world = changed(world, replace(one, suppression=max(1, one.suppression)))
        return [(world, WHOLE)]
    if cell == "P'":
        return shocked(world, piece)
    if cell[0] == "S":
        return [(suppressed(world, piece, int(cell[1:])), WHOLE)]
    steps = int(cell.strip("()"))
    shaken = table("results")["shaken"] if worth.table == "personnel" else 0
    if cell[0] != "(":
        return lost(world, target, steps, shaken)
    all_ = Fraction(table("results")["all"], 6)
    return joined(
        [(now, part * all_) for now, part in lost(world, target, steps, shaken)]
        + [(now, part * (1 - all_)) for now, part in lost(world, target, steps - 1, shaken)]
    )


def suppressed(world: World, piece: Piece, levels: int) -> World:
    """17.34: not helicopters; 7.6: soft targets alone beyond S2."""
    if piece.flies:
        return world
    level = piece.suppression + levels
    return changed(world, replace(piece, suppression=level if piece.target == "soft" else min(2, level)))


def shocked(world: World, piece: Piece) -> Spread:
    """P': the target checks for panic at once."""
    if piece.flies or piece.panicked:
        return [(world, WHOLE)]
    chance = panic_chance("fire", panic_state(piece), piece.level, piece.nation, world.rule("night"))
    found = [(changed(world, replace(piece, panicked=True)), chance), (world, 1 - chance)]
    return [(now, part) for now, part in found if part]


def lost(world: World, target: str, steps: int, shaken: int = 0) -> Spread:
    """Steps are lost, with those inside (9.13)."""
    if steps == 0:
        return [(world, WHOLE)]
    piece = world.pieces[target]
    passengers = inside(world, piece)
    if dies(piece, steps):
        spread = gone(world, piece, steps)
        for one in passengers:
            spread = then(spread, lambda now, one=one: gone(now, now.pieces[one.id], 0))
        return spread
    now = changed(world, replace(piece, damage=piece.damage + steps))
    if shaken:
        now = suppressed(now, now.pieces[target], shaken)
    spread: Spread = [(now, WHOLE)]
    for one in passengers:
        spread = then(spread, lambda now, one=one: lost(now, one.id, steps))
    return spread


def inside(world: World, carrier: Piece) -> list[Piece]:
    """Who is hit with a carrier (9.13); not who stands in hatches (9.54)."""
    return [
        one
        for one in world.aboard(carrier.id)
        if not carrier.ridden and not one.hatches and one.id not in world.gone
    ]


def dies(piece: Piece, steps: int) -> bool:
    return piece.one_step or piece.damage + steps >= 3


def gone(world: World, piece: Piece, steps: int) -> Spread:
    """A unit is lost, a wreck is left (19.51), its company is shaken (19.812)."""
    world = replace(world, gone=world.gone | {piece.id})
    if steps == 3 and piece.damage == 0 and piece.moves not in AFOOT and world.rule("wrecks"):
        world = replace(world, wrecks=world.wrecks | {place(world, piece)})
    company = world.companies.get(piece.company)
    if company is None or company.independent or not world.rule("morale"):
        return [(world, WHOLE)]
    rows = table("command")["morale"]["loss"]
    row = rows[min(company.losses, len(rows) - 1)]
    found: Spread = []
    for adds, part in (
        (row["adds"] + 1, Fraction(row["more"], 6)),
        (row["adds"], 1 - Fraction(row["more"], 6)),
    ):
        pieces = {
            id: replace(one, level=one.level + adds) if one.company == company.id else one
            for id, one in world.pieces.items()
        }
        after = replace(company, morale=company.morale + adds, losses=company.losses + 1)
        found.append((replace(world, pieces=pieces, companies={**world.companies, company.id: after}), part))
    return found


def depleted(world: World, shot: Shot) -> Spread:
    """6.84; with levels 6.87."""
    firer = world.pieces[shot.unit]
    guided = firer.arms[shot.arm][1] == "G"
    rating = (
        firer.row.get("depletion", 0)
        if guided
        else firer.row.get("ammunition", 0)
        if shot.arm == "main"
        else 0
    )
    if not rating or (not guided and not world.on & {"ammunition", "ammunition_table"}):
        return [(world, WHOLE)]
    left = firer.ammo.get(shot.arm, 3)
    chance = Fraction(rating, 6)
    after = left - 1 if world.rule("ammunition") else 0
    if world.rule("ammunition_table"):
        chance = by_table(rating)
        after = 1 if left > 1 else 0
    ammo = {**firer.ammo, shot.arm: after}
    return [(changed(world, replace(firer, ammo=ammo)), chance), (world, 1 - chance)]


def by_table(rating: int) -> Fraction:
    """6.87: two dice of at most the number, each time."""
    found = WHOLE
    for most in table("fire")["ammunition"]["table"][str(rating)]:
        found *= Fraction(sum(a + b <= most for a in range(1, 7) for b in range(1, 7)), 36)
    return found


# -- in words ----------------------------------------------------------------------------------------------------

LOSSES = ("", "D1: a third lost", "D2: two thirds lost")


def fate(before: Piece, world: World) -> str:
    now = world.pieces[before.id]
    if before.id in world.gone:
        return "eliminated"
    if now.damage > before.damage:
        return LOSSES[now.damage]
    if now.panicked and not before.panicked:
        return "panics under fire"
    if now.suppression > before.suppression:
        return f"suppressed {now.suppression}"
    return "no effect"


def told(
    before: World, spread: Spread, target: str, shots: Sequence[Shot]
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """What becomes of the target, and what else may be; by words, with chances."""
    results: dict[str, Fraction] = defaultdict(Fraction)
    facts: dict[str, Fraction] = defaultdict(Fraction)
    arms = {shot.unit: shot.arm for shot in shots}
    for world, part in spread:
        for one in before.pieces.values():
            now = world.pieces[one.id]
            if one.id in arms:
                if now.panicked and not one.panicked:
                    facts[f"{one.name} panics and does not fire"] += part
                elif now.ammo.get(arms[one.id], 3) == 0 and one.ammo.get(arms[one.id], 3):
                    what = "missiles" if one.arms[arms[one.id]][1] == "G" else "ammunition"
                    facts[f"{one.name} has then no {what} left"] += part
                continue
            word = fate(one, world)
            if one.id != target:
                if word != "no effect":
                    facts[f"{one.name}: {word}"] += part
                continue
            results[word] += part
            if word[0] == "D":
                if now.panicked and not one.panicked:
                    facts["panics under fire"] += part
                if now.suppression > one.suppression:
                    facts[f"suppressed {now.suppression}"] += part
    return dict(results), dict(facts)


__all__ = ["attack", "state_of", "told"]
