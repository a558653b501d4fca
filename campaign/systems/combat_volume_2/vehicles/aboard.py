"""What bullets that strike together owe each of those aboard, and whether anybody around him falls by them, counted
without drawing a card (31.10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, gcd, perm, prod
from typing import NamedTuple

from campaign.systems.combat_volume_2.charts import WOUNDS
from campaign.systems.combat_volume_2.people import drawing, falling, together, wounds
from campaign.systems.combat_volume_2.people.falling import PART, Other
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle

Hits = tuple[tuple[int, int], ...]
"""How many bullets may hit, each with in how many ways of the dice."""
Terms = dict[int, int]
"""A sum: by how many cards of each kind are drawn, and how many the pile must hold for them, as one number with `BITS`
for each, in how many ways nobody falls by them."""
BITS = 12
"""So wide is a place in a number that stands for several, which are added as one."""
NEED = BITS * len(WOUNDS)
"""Where in `Terms` stands how many the pile must hold."""


class Bullet(NamedTuple):
    """What one does. cards, checks, fires: as of `together.Share`, by man. told: what it breaks that is told."""

    shares: tuple[tuple[str, together.Share], ...]
    dead: tuple[str, ...]
    told: tuple[str, ...]


class Unshaken:
    """`Terms` of those whose fall would shake a man, without what the pile must hold; known by value. ways: of all;
    most: so many cards at the most."""

    __slots__ = ("_hash", "most", "terms", "ways")

    def __init__(self, terms: Terms) -> None:
        self.terms = tuple((places(kinds, len(WOUNDS)), ways) for kinds, ways in sorted(terms.items()))
        self.ways = sum(terms.values())
        self.most = max(sum(kinds) for kinds, _ in self.terms)
        self._hash = hash(self.terms)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Unshaken) and self.terms == other.terms)

    def among(self, left: tuple[int, ...], most: int) -> int:
        """In how many ways those cards come, of all hands of so many. left: cards in the pile, of each kind."""
        return sum(ways * _hands(left, kinds, most) for kinds, ways in self.terms)


Told = tuple[tuple[Unshaken, int], ...]


class Case(NamedTuple):
    """What a man may be owed, and whether the pile is gathered for all who are hit: in so many ways. safe: in how many
    of them nobody falls who would shake him, if anybody can. dead: he is killed outright."""

    share: together.Share
    gathered: bool
    many: int
    safe: Told
    dead: bool = False

    def over(self, common: int) -> Case:
        """In so many times fewer ways."""
        safe = tuple((unshaken, ways // common) for unshaken, ways in self.safe)
        return Case(self.share, self.gathered, self.many // common, safe, self.dead)


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
        self.safe: dict[tuple[str, int, bool, bool], Terms] = {}
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
        split: dict[tuple[tuple[str, ...], bool, int, int], dict[bool, Unshaken]] = {}
        found = defaultdict[tuple[together.Share, bool], int](int)
        safe: dict[tuple[together.Share, bool], dict[Unshaken, int]] = {}
        killed = 0
        draws = self.frail[man.id].pairs * self.frail[man.id].each if man.id in self.frail else 0
        for (share, struck, gone, dead), many in steps.items():
            if dead:
                killed += many * sum(cards.values()) ** struck * PART**self.most
                continue
            scale = many * PART ** (self.most - struck)
            for shaking in (False, True):
                key = gone, shaking, struck, share.cards * draws if self.short else 0
                if key not in split:
                    if (gone, shaking) not in sums:
                        sums[gone, shaking] = self._sums(cards, gone, near if shaking else ())
                    split[key] = self._split(sums[gone, shaking][struck], key[-1])
                for gathers, unshaken in split[key].items():
                    if shaking:
                        into = safe.setdefault((share, gathers), {})
                        into[unshaken] = into.get(unshaken, 0) + scale
                    else:
                        found[share, gathers] += scale * unshaken.ways
        cases = [
            Case(share, gathers, many, _told(safe.get((share, gathers), {}), many))
            for (share, gathers), many in found.items()
        ]
        if killed:
            cases.append(Case(together.Share(0), False, killed, (), True))
        common = gcd(*(case.many for case in cases), *(ways for case in cases for _, ways in case.safe))
        return tuple(sorted(case.over(common) for case in cases))

    def _split(self, terms: Terms, own: int) -> dict[bool, Unshaken]:
        """A sum by whether the pile must be gathered for it, and for so many cards of one's own."""
        parts: dict[bool, Terms] = {}
        for term, many in terms.items():
            into = parts.setdefault(self.short and own + (term >> NEED) > self.left, {})
            kinds = term & ((1 << NEED) - 1)
            into[kinds] = into.get(kinds, 0) + many
        return {gathers: Unshaken(some) for gathers, some in parts.items()}

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
        goes_on, ends = self._without_others(kinds)
        found = defaultdict[tuple[int, int, tuple[str, ...], bool], int](int)
        for k in range(self.most + 1):
            for j in range(self.most + 1 - k if cards else 1):
                for some, scale in zip((goes_on[k], ends[k]), self._scales(k, j), strict=True):
                    for (share, gone, dead), many in some.items():
                        found[share, j, gone, dead] += many * scale
        return {
            (together.Share(*places(code, 3)), struck, gone, dead): many
            for (code, struck, gone, dead), many in found.items()
            if many
        }, dict(cards)

    def _without_others(self, kinds: Mapping[tuple[int, tuple[str, ...], bool, bool], int]) -> Steps:
        """In how many ways so many bullets that strike none of the others do what: while the vehicle goes on, and with
        the last of them wrecking it."""
        goes_on: list[dict[Step, int]] = [{(0, (), False): 1}]
        ends: list[dict[Step, int]] = [{}]
        for _ in range(self.most):
            both = defaultdict[Step, int](int), defaultdict[Step, int](int)
            for (share, gone, dead), many in goes_on[-1].items():
                for (own, more, kills, wrecks), some in kinds.items():
                    lost = tuple(sorted({*gone, *more})) if more else gone
                    both[wrecks][share + own, lost, dead or kills] += many * some
            goes_on.append(both[False])
            ends.append(both[True])
        return goes_on, ends

    def _scales(self, k: int, j: int) -> tuple[int, int]:
        """With how many ways of the dice, and of bullets into a wreck, k bullets go together with j that strike others:
        while the vehicle goes on, and where the last of the k wrecks it."""
        goes_on = ends = 0
        for count, some in self.hits:
            left = some * self.of ** (self.most - count)
            if count == k + j:
                goes_on += left * comb(count, j)
            if k and count >= k + j:
                ends += left * comb(k + j - 1, j) * self.of ** (count - k - j)
        return goes_on, ends

    def _sums(self, cards: Mapping[str, int], gone: Sequence[str], near: Sequence[str]) -> list[Terms]:
        """By how many bullets strike others, in how many ways nobody falls by them who counts. near: who counts."""
        if not near and not self.short:
            every = sum(cards.values()) * PART
            return [{0: every**struck} for struck in range(self.most + 1)]
        found: list[Terms] = [{0: 1}, *({} for _ in range(self.most))]
        for id, many in cards.items():
            own = [self._safe(id, count, id in gone, id in near) for count in range(self.most + 1)]
            after: list[Terms] = [{} for _ in range(self.most + 1)]
            for before, terms in enumerate(found):
                for count in range(self.most + 1 - before):
                    scale, into = comb(before + count, count) * many**count, after[before + count]
                    for term, much in terms.items():
                        for other, some in own[count].items():
                            into[term + other] = into.get(term + other, 0) + scale * much * some
            found = after
        return found

    def _safe(self, id: str, count: int, gone: bool, near: bool) -> Terms:
        """In how many ways one of the others does not fall by so many bullets, if that counts."""
        key = id, count, gone, near
        found = self.safe.get(key)
        if found is None:
            one = self.frail[id]
            need = count * one.pairs * one.each if self.short and not gone else 0
            if gone or not near:
                found = {need << NEED: PART**count}
            else:
                some = nobody_falls(one._replace(draws=count))
                found = {term + (need << NEED): ways for term, ways in some.items()}
            self.safe[key] = found
        return found


Step = tuple[int, tuple[str, ...], bool]
"""What is owed to a man, as `written`; who of the others is killed outright, whether he is."""
Steps = tuple[list[dict[Step, int]], list[dict[Step, int]]]


def written(share: together.Share) -> int:
    """A share as one number."""
    return share.cards + (share.checks << BITS) + (share.fires << 2 * BITS)


@lru_cache(maxsize=4096)
def places(code: int, count: int) -> tuple[int, ...]:
    """The numbers that stand in one, the first of them lowest."""
    return tuple(code >> BITS * at & ((1 << BITS) - 1) for at in range(count))


def _told(safe: Mapping[Unshaken, int], many: int) -> Told:
    """() where nobody around him can fall."""
    if sum(ways * unshaken.ways for unshaken, ways in safe.items() if not unshaken.most) == many:
        return ()
    return tuple(safe.items())


def _plain(bullet: Bullet) -> bool:
    """Whether it gives nobody a wound card, or one man, and then nothing else."""
    cards = sum(share.cards for _, share in bullet.shares)
    alone = len(bullet.shares) == 1 and not bullet.dead and "destroyed" not in bullet.told
    return not cards or (cards == 1 and alone)


@lru_cache(maxsize=1024)
def nobody_falls(one: Other) -> Terms:
    """The sum of one man who gets so many cards: he does not fall."""
    if one.sheltered or not one.draws:
        return {0: PART**one.draws}
    found: Terms = {}
    for drawn in product(range(len(WOUNDS)), repeat=one.pairs * one.each):
        cards = sum(1 << BITS * kind for kind in drawn)
        for then, falls, part in falling.hurt(one, drawing.counts(drawn, one.each)):
            if falls:
                continue
            rest = {0: PART ** (one.draws - 1)} if then is None else nobody_falls(then)
            for term, much in rest.items():
                found[term + cards] = found.get(term + cards, 0) + part * much
    return found


@lru_cache(maxsize=4096)
def _hands(left: tuple[int, ...], term: tuple[int, ...], most: int) -> int:
    """In how many ways of so many cards, one after the other, the first are those. left: of each kind."""
    drawn = sum(term)
    return prod(map(perm, left, term)) * perm(sum(left) - drawn, most - drawn)
