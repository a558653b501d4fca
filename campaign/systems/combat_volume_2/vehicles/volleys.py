"""All bullets of an attack at a vehicle, for odds: what they break, and what becomes of each of those aboard (31.10).

One bullet is walked as it strikes. No bullet changes what the next can do, unless it wrecks the vehicle; so many are
put together out of one by counting. Each man is then walked by himself over all that they can owe him. Others who are
hit fall by the same wound cards: how likely none of those does who sit next to him is worked out beside it, in numbers
that hold for any cards which he has drawn himself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from math import gcd, perm
from typing import Any, cast

from campaign.rules.dice import Dice, Walking, ways
from campaign.systems.combat_volume_2.charts import WOUNDS, Weapon
from campaign.systems.combat_volume_2.people import hands, together, wounds
from campaign.systems.combat_volume_2.people.wounds import Attack
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import harm, riders
from campaign.systems.combat_volume_2.vehicles.aboard import Aboard, Bullet, Case, Hits, Told
from campaign.systems.combat_volume_2.vehicles.arcs import quarter
from campaign.systems.combat_volume_2.vehicles.blows import Damaged
from campaign.systems.combat_volume_2.vehicles.tables import DONE


def strike(play: Play, vehicle: Vehicle, by: str, weapon: Weapon, hits: Hits) -> bool:
    """Puts apart what becomes of those aboard, and ends with what is broken. False, and nothing, where it cannot be
    counted so: the cards might not suffice, or bullets depend on each other."""
    bullets, of = _one_bullet(play, vehicle, by, weapon)
    aboard = Aboard(play, vehicle, by, bullets, of, hits)
    if not aboard.counts:
        return False
    for man in aboard.men:
        _apart(play, man, by, aboard.cases(man))
    broken = _broken(bullets, of, hits)
    play.last(("broken", vehicle.id, broken), partial(_breaks, vehicle=vehicle.id, by=by, broken=broken))
    return True


def _apart(play: Play, man: Man, by: str, cases: tuple[Case, ...]) -> None:
    """Puts apart what becomes of one of those aboard."""
    whole, owed = sum(case.many for case in cases), list[hands.Owed]()
    for case in cases:
        if case.dead:
            many = (case.many, whole - case.many)
            play.apart(("killed", man.id, many), partial(_killed, id=man.id, by=by, many=many))
        elif case.share != together.Share(0) or case.safe:
            share = case.share
            more = (share.fires, case.safe)
            owed.append(hands.Owed(share.cards, share.checks, case.many, case.gathered, more))
    hands.apart(play, man, Attack(man.id, 0, 0, by, "shot", True), owed, whole, _settled)


# -- one bullet --------------------------------------------------------------------------------------------------------


def _one_bullet(play: Play, vehicle: Vehicle, by: str, weapon: Weapon) -> tuple[dict[Bullet, int], int]:
    """What a bullet can do, in how many ways of how many."""
    copy, at = play.copies(), quarter(play, vehicle, play.man(by).hex)

    def go(dice: Dice) -> Bullet:
        one, owed = copy(dice), riders.Owed()
        harm.strike(one, one.vehicle(vehicle.id), at, harm.bullet(one, weapon, by, owed), ends=False)
        words = [word for event in one.events if isinstance(event, Damaged) for word in event.damage]
        shares, dead = owed.key
        return Bullet(tuple(shares), dead, tuple(word for word in words if word in DONE))

    found = [(bullet, dice.ways, dice.of) for bullet, dice in ways(go)]
    whole = max(of for _, _, of in found)
    while any(whole % of for _, _, of in found):
        whole *= 10
    many = defaultdict[Bullet, int](int)
    for bullet, some, of in found:
        many[bullet] += some * (whole // of)
    common = gcd(whole, *many.values())
    return {bullet: some // common for bullet, some in many.items()}, whole // common


# -- what is broken ----------------------------------------------------------------------------------------------------

Broken = tuple[tuple[tuple[tuple[str, ...], ...], int], ...]


def _broken(bullets: Mapping[Bullet, int], of: int, hits: Hits) -> Broken:
    """What all of them together have broken, told as it was struck, in how many ways each."""
    told = defaultdict[tuple[str, ...], int](int)
    for bullet, many in bullets.items():
        told[bullet.told] += many
    most = max(count for count, _ in hits)
    after: dict[tuple[tuple[str, ...], ...], int] = {(): 1}
    found = defaultdict[tuple[tuple[str, ...], ...], int](int)
    for struck in range(most + 1):
        for count, some in hits:
            if count == struck:
                for broken, many in after.items():
                    found[broken] += many * some * of ** (most - struck)
        before, after = after, defaultdict[tuple[tuple[str, ...], ...], int](int)
        for broken, many in before.items():
            gone = {word for words in broken for word in words}
            if "destroyed" in gone:
                after[broken] += many * of
                continue
            for words, some in told.items():
                new = tuple(word for word in words if word not in gone)
                after[tuple(sorted({*broken, new})) if new else broken] += many * some
    return tuple(sorted(found.items()))


def _breaks(play: Play, vehicle: str, by: str, broken: Broken) -> None:
    assert isinstance(play.dice, Walking)
    words, _ = broken[play.dice.among([many for _, many in broken])]
    for some in words:
        play.emit(Damaged(vehicle, some, by=by))


def _killed(play: Play, id: str, by: str, many: tuple[int, ...]) -> None:
    assert isinstance(play.dice, Walking)
    if play.dice.among(many) == 0:
        wounds.kill(play, play.man(id), by, quiet=True)


def _settled(play: Play, attack: Attack, owed: Sequence[hands.Owed], whole: int) -> None:
    """The checks of one of those aboard, with that for whoever falls around him."""
    dice, burst = play.dice, together.Burst(attack.by, "shot", once=True)
    assert isinstance(dice, Walking)
    found = defaultdict[tuple[int, int], int](int)
    sums: list[tuple[hands.Owed, Told]] = [(one, cast("Any", one.more[1])) for one in owed]
    some = {unshaken for _, safe in sums for unshaken, _ in safe if not attack.wounds}
    most = max((unshaken.most for unshaken in some), default=0)
    kinds = [play.charts.wound(card) for card in play.state.wounds.left]
    left, every = tuple(map(kinds.count, WOUNDS)), perm(len(kinds), most)
    among = {unshaken: unshaken.among(left, most) for unshaken in some}
    for one, safe in sums:
        fires = cast("int", one.more[0])
        all_ways = good = every * one.many
        if safe and not attack.wounds:
            good = sum(ways * among[unshaken] for unshaken, ways in safe)
        found[one.checks, fires] += good
        found[one.checks + 1, fires] += all_ways - good
    for (more, fires), many in found.items():
        if many:
            dice.part = (many, whole * every)
            together.settle(play, attack.unit, burst, together.Share(0, more, fires), attack, 0)
