"""All bullets of an attack at a vehicle, for odds: what they break, and what becomes of each of those aboard (31.10).

One bullet is walked as it strikes. No bullet changes what the next can do, unless it wrecks the vehicle; so many are
put together out of one by counting. Each man is then walked by himself over all that they can owe him. Others who are
hit fall by the same wound cards: how likely none of those does who sit next to him is worked out beside it, in numbers
that hold for any cards which he has drawn himself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import comb, gcd, perm, prod
from typing import Any, NamedTuple, cast

from campaign.rules.dice import Dice, Walking, ways
from campaign.systems.combat_volume_2.charts import WOUNDS, Weapon
from campaign.systems.combat_volume_2.people import drawing, falling, hands, together, wounds
from campaign.systems.combat_volume_2.people.falling import Other
from campaign.systems.combat_volume_2.people.wounds import Attack
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import harm, riders
from campaign.systems.combat_volume_2.vehicles.arcs import quarter
from campaign.systems.combat_volume_2.vehicles.blows import Damaged
from campaign.systems.combat_volume_2.vehicles.tables import DONE

Hits = tuple[tuple[int, int], ...]
"""How many bullets may hit, each with in how many ways of the dice."""
Terms = dict[tuple[int, ...], int]
"""A sum: by how many cards of each kind are drawn, and how many the pile must hold for them, in how many ways nobody
falls by them."""
Told = tuple[tuple[tuple[int, ...], int], ...]
PART = 100
"""The chance that a man stays in action is so many hundredths: two dice of ten at the most."""
NONE: Terms = {(0,) * (len(WOUNDS) + 1): 1}


class Bullet(NamedTuple):
    """What one does. cards, checks, fires: as of `together.Share`, by man. told: what it breaks that is told."""

    shares: tuple[tuple[str, together.Share], ...]
    dead: tuple[str, ...]
    told: tuple[str, ...]


class Case(NamedTuple):
    """What a man may be owed, and whether the pile is gathered for all who are hit: in so many ways. safe: `Terms` of
    those whose fall would shake him. dead: he is killed outright."""

    share: together.Share
    gathered: bool
    many: int
    safe: Told
    dead: bool = False


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


# -- those aboard ------------------------------------------------------------------------------------------------------


class Aboard:
    """Those aboard, whoever is hit and whom that shakes. counts: whether this can be counted."""

    def __init__(
        self, play: Play, vehicle: Vehicle, by: str, bullets: Mapping[Bullet, int], of: int, hits: Hits
    ) -> None:
        self.bullets, self.of, self.hits = bullets, of, hits
        self.men = play.state.crew(vehicle.id)
        self.most = max(count for count, _ in hits)
        owed = [(id, share) for bullet in bullets for id, share in bullet.shares]
        self.frail = {
            id: falling.other(play, play.man(id), 1, by, "shot", None)
            for id in dict.fromkeys(id for id, share in owed if share.cards)
        }
        self.shakes = {id: {one.id for one in wounds.around(play, play.man(id))} for id in self.frail}
        pile = play.state.wounds
        self.left = len(pile.left)
        worst = self.most * max((one.pairs * one.each for one in self.frail.values()), default=0)
        self.short = bool(pile.out) and self.left < worst
        self.counts = self.left + len(pile.out) >= worst and all(map(_plain, bullets))

    def cases(self, man: Man) -> tuple[Case, ...]:
        """All that one of them may be owed."""
        near = [id for id in self.frail if id != man.id and man.id in self.shakes[id]]
        others = [id for id in self.frail if id != man.id] if self.short else near
        steps, cards = self._steps(man, others)
        sums: dict[tuple[tuple[str, ...], bool], list[Terms]] = {}
        found = defaultdict[tuple[together.Share, bool], int](int)
        safe: dict[tuple[together.Share, bool], Terms] = {}
        killed = 0
        draws = self.frail[man.id].pairs * self.frail[man.id].each if man.id in self.frail else 0
        for (share, struck, gone, dead), many in steps.items():
            if dead:
                killed += many * sum(cards.values()) ** struck * PART**self.most
                continue
            for shaking in (False, True):
                if (gone, shaking) not in sums:
                    sums[gone, shaking] = self._sums(cards, gone, near if shaking else ())
                for term, much in sums[gone, shaking][struck].items():
                    gathers = self.short and share.cards * draws + term[-1] > self.left
                    more = many * much * PART ** (self.most - struck)
                    if shaking:
                        into = safe.setdefault((share, gathers), {})
                        into[term[:-1]] = into.get(term[:-1], 0) + more
                    else:
                        found[share, gathers] += more
        cases = [
            Case(share, gathers, many, self._told(safe.get((share, gathers), {}), many))
            for (share, gathers), many in found.items()
        ]
        if killed:
            cases.append(Case(together.Share(0), False, killed, (), True))
        common = gcd(*(case.many for case in cases), *(ways for case in cases for _, ways in case.safe))
        return tuple(
            sorted(
                case._replace(
                    many=case.many // common, safe=tuple((term, ways // common) for term, ways in case.safe)
                )
                for case in cases
            )
        )

    def _told(self, safe: Terms, many: int) -> Told:
        """The sum, () where nobody around him can fall."""
        none = (0,) * len(WOUNDS)
        return () if safe == {none: many} else tuple(sorted(safe.items()))

    def _steps(
        self, man: Man, others: Sequence[str]
    ) -> tuple[dict[tuple[together.Share, int, tuple[str, ...], bool], int], dict[str, int]]:
        """In how many ways all bullets together owe him something, strike others so often, kill some of them outright,
        and him; and in how many ways of one it strikes whom of the others."""
        kinds = defaultdict[tuple[int, tuple[str, ...], bool, bool], int](int)
        cards = defaultdict[str, int](int)
        for bullet, many in self.bullets.items():
            struck = next((id for id, share in bullet.shares if share.cards and id in others), "")
            if struck:
                cards[struck] += many
                continue
            own = next((written(share) for id, share in bullet.shares if id == man.id), 0)
            gone = tuple(id for id in bullet.dead if id in others)
            kinds[own, gone, man.id in bullet.dead, "destroyed" in bullet.told] += many
        after: dict[Step, int] = {(0, 0, (), False): 1}
        over = defaultdict[Step, int](int)
        found = defaultdict[Step, int](int)
        for at in range(self.most + 1):
            for count, some in self.hits:
                if count == at:
                    for step, many in (*after.items(), *over.items()):
                        found[step] += many * some * self.of ** (self.most - at)
            before, after = after, defaultdict[Step, int](int)
            over = defaultdict[Step, int](int, {step: many * self.of for step, many in over.items()})
            for (share, struck, gone, dead), many in before.items():
                if cards:
                    after[share, struck + 1, gone, dead] += many
                for (own, more, kills, ends), some in kinds.items():
                    lost = tuple(sorted({*gone, *more})) if more else gone
                    into = over if ends else after
                    into[share + own, struck, lost, dead or kills] += many * some
        shares = {code: read(code) for code, _, _, _ in found}
        return {
            (shares[code], struck, gone, dead): many for (code, struck, gone, dead), many in found.items()
        }, dict(cards)

    def _sums(self, cards: Mapping[str, int], gone: Sequence[str], near: Sequence[str]) -> list[Terms]:
        """By how many bullets strike others, in how many ways nobody falls by them who counts. near: who counts."""
        if not near and not self.short:
            every = sum(cards.values()) * PART
            return [{next(iter(NONE)): every**struck} for struck in range(self.most + 1)]
        found: list[Terms] = [NONE, *({} for _ in range(self.most))]
        for id, many in cards.items():
            one = self.frail[id]
            own = [self._safe(one, count, id in gone, id in near) for count in range(self.most + 1)]
            after: list[Terms] = [{} for _ in range(self.most + 1)]
            for before, terms in enumerate(found):
                for count in range(self.most + 1 - before):
                    scale, into = comb(before + count, count) * many**count, after[before + count]
                    for term, much in terms.items():
                        for other, some in own[count].items():
                            both = tuple(map(int.__add__, term, other))
                            into[both] = into.get(both, 0) + scale * much * some
            found = after
        return found

    def _safe(self, one: Other, count: int, gone: bool, near: bool) -> Terms:
        need = count * one.pairs * one.each if self.short and not gone else 0
        if gone or not near:
            return {(*(0,) * len(WOUNDS), need): PART**count}
        return {(*term, need): ways for term, ways in nobody_falls(one._replace(draws=count)).items()}


Step = tuple[int, int, tuple[str, ...], bool]
"""What is owed to a man, as `written`; how often others are struck, who of them is killed outright, whether he is."""
PLACE = 64


def written(share: together.Share) -> int:
    """A share as one number, so that two are added as numbers are."""
    return share.cards + PLACE * (share.checks + PLACE * share.fires)


def read(code: int) -> together.Share:
    rest, cards = divmod(code, PLACE)
    fires, number = divmod(rest, PLACE)
    return together.Share(cards, number, fires)


def _plain(bullet: Bullet) -> bool:
    """Whether it gives nobody a wound card, or one man, and then nothing else."""
    cards = sum(share.cards for _, share in bullet.shares)
    alone = len(bullet.shares) == 1 and not bullet.dead and "destroyed" not in bullet.told
    return not cards or (cards == 1 and alone)


@lru_cache(maxsize=1024)
def nobody_falls(one: Other) -> Terms:
    """The sum of one man who gets so many cards: he does not fall."""
    if one.sheltered or not one.draws:
        return {(0,) * len(WOUNDS): PART**one.draws}
    found: Terms = {}
    for drawn in product(range(len(WOUNDS)), repeat=one.pairs * one.each):
        for then, falls, part in falling.hurt(one, drawing.counts(drawn, one.each)):
            if falls:
                continue
            rest = {(0,) * len(WOUNDS): PART ** (one.draws - 1)} if then is None else nobody_falls(then)
            for term, much in rest.items():
                kinds = tuple(many + drawn.count(kind) for kind, many in enumerate(term))
                found[kinds] = found.get(kinds, 0) + int(part * PART) * much
    return found


def _killed(play: Play, id: str, by: str, many: tuple[int, ...]) -> None:
    assert isinstance(play.dice, Walking)
    if play.dice.among(many) == 0:
        wounds.kill(play, play.man(id), by, quiet=True)


def _settled(play: Play, attack: Attack, owed: Sequence[hands.Owed], whole: int) -> None:
    """The checks of one of those aboard, with that for whoever falls around him."""
    dice, burst = play.dice, together.Burst(attack.by, "shot", once=True)
    assert isinstance(dice, Walking)
    found = defaultdict[together.Share, int](int)
    sums: list[tuple[hands.Owed, Told]] = [(one, cast("Any", one.more[1])) for one in owed]
    most = max((sum(term) for _, safe in sums for term, _ in safe), default=0)
    kinds = [play.charts.wound(card) for card in play.state.wounds.left]
    left, every = [kinds.count(kind) for kind in WOUNDS], perm(len(kinds), most)
    terms = {term for _, safe in sums for term, _ in safe if not attack.wounds}
    hands_of = {term: _hands(left, term, most) for term in terms}
    for one, safe in sums:
        share = together.Share(0, one.checks, cast("int", one.more[0]))
        all_ways = good = every * one.many
        if safe and not attack.wounds:
            good = sum(much * hands_of[term] for term, much in safe)
        found[share] += good
        found[share._replace(checks=share.checks + 1)] += all_ways - good
    for share, many in found.items():
        dice.part = (many, whole * every)
        if many:
            together.settle(play, attack.unit, burst, share, attack, 0)


def _hands(left: Sequence[int], term: Sequence[int], most: int) -> int:
    """In how many ways of so many cards, one after the other, the first are those. left: of each kind."""
    drawn = sum(term)
    return prod(map(perm, left, term)) * perm(sum(left) - drawn, most - drawn)
