"""Dice: one protocol through which the rules ask, and five sources that answer.

Rules say what the dice are for, how many, how many sides, and what of them matters; the source says what came
up and keeps the record (`draws`). Sealed dice are described, with a test vector, in `docs/dice.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from campaign.rules.refused import Refused
from campaign.rules.wording import count as counted
from campaign.rules.wording import noun
from events.entry import Draw, Matters
from events.faces import allowed, numbers, written

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Faces = tuple[int, ...]


class Dice(Protocol):
    """What the rules see of any source."""

    draws: list[Draw]

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        """Roll count dice: what came up, as it is written on them. faces: what that may be, if it is not 1 to sides
        (`events/faces.py`): `0-9`, `00-99`, the numbers of cards. Rolling none gives () and leaves no draw."""
        ...

    def shuffle(self, purpose: str, count: int) -> Faces:
        """A new order of the numbers 1 to count: one draw, which only the umpire ever gets to see.

        () where nobody knows the order, and no draw is left: the players shuffle cards of their own, and the rules
        ask for each one as it is drawn; or chances are reckoned, which never look into a deck.
        """
        ...


class DiceWanted(Exception):
    """The players must roll real dice and type them in; the decision starts again with them."""

    def __init__(self, purpose: str, count: int, sides: int, typed: Sequence[int], faces: str = "") -> None:
        super().__init__(f"Roll {counted(count, 'die', 'dice')} of {sides} sides: {purpose}.")
        self.purpose, self.count, self.sides, self.typed = purpose, count, sides, tuple(typed)
        self.faces = faces


class Recorded:
    """Keeps the draws; a source adds `_faces`."""

    source = ""
    follows = ""
    """On what the next roll hangs, whether or not one was rolled; "" where it hangs on nothing of the kind."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        if count <= 0:
            return ()
        values = self._rolled(purpose, count, sides, faces)
        self.draws.append(Draw(purpose, sides, values, matters, self.source, faces))
        return written(values, faces, sides)

    def _rolled(self, purpose: str, count: int, sides: int, faces: str) -> Faces:
        """The sides that came up, from 1."""
        return self._faces(purpose, count, sides)

    def shuffle(self, purpose: str, count: int) -> Faces:
        if count <= 0:
            return ()
        order = self._order(purpose, count)
        self.draws.append(Draw(purpose, count, order, "shuffle", self.source))
        return order

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        raise NotImplementedError

    def _order(self, purpose: str, count: int) -> Faces:
        """Fisher and Yates: every order is as likely, if every face is."""
        order = list(range(1, count + 1))
        for i in range(count, 1, -1):
            (j,) = self._faces(purpose, 1, i)
            order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
        return tuple(order)


class ScriptedDice(Recorded):
    """Values laid out beforehand, for tests and for re-deriving a record. Raises IndexError at the end."""

    source = "scripted"

    def __init__(self, values: Sequence[int]) -> None:
        super().__init__()
        self._values = list(values)

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        if count > len(self._values):
            raise IndexError(f"the script has {len(self._values)} dice left; {purpose} asks for {count}")
        faces, self._values = tuple(self._values[:count]), self._values[count:]
        if any(not 1 <= face <= sides for face in faces):
            raise ValueError(f"{faces} are not faces of a die with {sides} sides")
        return faces

    def _order(self, purpose: str, count: int) -> Faces:
        order = self._faces(purpose, count, count)
        if len(set(order)) != count:
            raise ValueError(f"{order} is not an order of {count} cards")
        return order

    @property
    def left(self) -> int:
        return len(self._values)


class Rolled(Exception):
    """Dice were asked for where there are none: whatever was to be found out before them is found out."""


class NoDice(Recorded):
    """For whoever only wants to know what comes before the dice. Raises Rolled."""

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        raise Rolled(purpose)


class BadDice(Refused):
    """A refusal of the dice that were typed in, not of the action."""


class TypedDice(Recorded):
    """Real dice, typed in. Asks for what is missing by raising DiceWanted; refuses what cannot be.

    concealed: whether dice for a purpose, of so many sides, are not for those to see who type them in. Then they are
    not asked: a bot's are picked (pick(n): a number from 0 to n-1), others are refused.
    """

    source = "typed"
    concealed: Callable[[str, int], bool] | None = None
    pick: Callable[[int], int] | None = None

    def __init__(self, values: Sequence[int] = ()) -> None:
        super().__init__()
        self._values = tuple(values)
        self._used = 0

    def _rolled(self, purpose: str, count: int, sides: int, faces: str) -> Faces:
        if self.concealed is not None and self.concealed(purpose, sides):
            if self.pick is None:
                raise BadDice("This needs dice that your side may not see, so nobody can be asked for them.")
            return tuple(self.pick(sides) + 1 for _ in range(count))
        left = self._values[self._used :]
        if not left:
            raise DiceWanted(purpose, count, sides, self._values, faces)
        if len(left) < count:
            raise BadDice(
                f"{purpose} asks for {count} dice, {len(left)} {noun(len(left), 'was', 'were')} typed.",
                where="$.dice",
            )
        typed, there = left[:count], numbers(faces, sides)
        for number in typed:
            if number not in there:
                reason = f"{number} is not a face of a die with {sides} sides."
                if faces:
                    reason = f"{number} is not one of the {sides} numbers that may come up."
                raise BadDice(reason, "", [allowed(faces, sides)], "$.dice")
        self._used += count
        return tuple(there.index(number) + 1 for number in typed)

    def shuffle(self, purpose: str, count: int) -> Faces:
        return ()

    def settle(self) -> None:
        """Refuse if more dice were typed than the decision asked for."""
        if extra := len(self._values) - self._used:
            raise BadDice(
                f"{counted(len(self._values), 'die was', 'dice were')} typed, {extra} more than asked for.",
                where="$.dice",
            )


class SeededDice(Recorded):
    """Fast dice for random play in memory (tests, benchmarks, bots that think ahead). Never in a diary."""

    source = "seeded"

    def __init__(self, randrange: Callable[[int], int]) -> None:
        super().__init__()
        self._randrange = randrange

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        randrange = self._randrange
        return tuple([randrange(sides) + 1 for _ in range(count)])


@lru_cache(maxsize=512)
def outcomes(count: int, sides: int, matters: Matters) -> tuple[tuple[Faces, int], ...]:
    """Every result of count dice that can make a difference, with how many of sides**count rolls give it."""
    faces = range(1, sides + 1)
    if matters == "order":
        return tuple((values, 1) for values in product(faces, repeat=count))
    if matters == "count":
        return tuple(
            (values, factorial(count) // prod(factorial(values.count(face)) for face in set(values)))
            for values in combinations_with_replacement(faces, count)
        )
    return tuple(
        (chosen + chosen[:1] * (count - size), _surjections(count, size))
        for size in range(1, min(count, sides) + 1)
        for chosen in combinations(faces, size)
    )


def _surjections(count: int, size: int) -> int:
    return sum((-1) ** k * comb(size, k) * (size - k) ** count for k in range(size + 1))


Reading = Callable[[Any], Hashable]
"""What rules make of a die, or of dice together: faces of which they make the same are alike. One that is a tuple (a
NamedTuple that can be called) is known by value: what many dice together can mean is then worked out once."""


def share(reading: Callable[[int], bool], sides: int = 6) -> Fraction:
    """How likely a die is read as true."""
    return Fraction(sum(map(reading, range(1, sides + 1))), sides)


class Job(NamedTuple):
    """What is left to decide. key: all that it depends on, by value. of: whose its facts are, "" where they say so.
    part: in so many ways of how many it comes to it. kept: as of `Decision.apart`."""

    key: Hashable
    do: Callable[[Any], None]
    of: str = ""
    part: tuple[int, int] = (1, 1)
    kept: dict[Hashable, Any] | None = None


Way = tuple[tuple[Faces, ...], int, int]
"""Faces that come first, and how many rolls of how many give them."""


class Walking(Recorded):
    """Dice that go one of all their ways: along a path, then by the first that each further draw can do.

    ways, of: how many rolls of how many go so. others: the ways that branch off. apart, rest: what was put off, as
    `Decision.apart` and `Decision.last` have it. part: of what is put apart now, as of `Job`.
    """

    source = "enumerated"

    def __init__(self, path: tuple[Faces, ...] = (), ways: int = 1, of: int = 1) -> None:
        super().__init__()
        self._path, self._taken = path, list[Faces]()
        self.ways, self.of = ways, of
        self.others: list[Way] = []
        self.apart: list[Job] = []
        self.rest: Job | None = None
        self.part: tuple[int, int] = (1, 1)

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        if count <= 0:
            return ()
        return written(self._take(lambda: outcomes(count, sides, matters), sides**count), faces, sides)

    def shuffle(self, purpose: str, count: int) -> Faces:
        return ()

    def each(self, count: int, sides: int, reading: Reading, faces: str = "") -> Faces:
        """Dice of which each is read by itself: a face for each meaning."""
        if count <= 0:
            return ()
        return self._take(lambda: by_each(count, numbers(faces, sides), reading), sides**count)

    def together(self, count: int, sides: int, reading: Reading, faces: str = "") -> Faces:
        """Dice that are read together: a roll for each meaning."""
        if count <= 0:
            return ()
        found = kept_by_all if isinstance(cast("object", reading), tuple) else by_all
        return self._take(lambda: found(count, numbers(faces, sides), reading), sides**count)

    def among(self, weights: Sequence[int]) -> int:
        """One of several, from 0 on, of so many ways each: of what was worked out without walking it."""
        ways = [((at,), many) for at, many in enumerate(weights) if many]
        return self._take(lambda: ways, sum(weights))[0]

    def _take(self, results: Callable[[], Sequence[tuple[Faces, int]]], whole: int) -> Faces:
        at = len(self._taken)
        if at < len(self._path):
            values = self._path[at]
        else:
            (values, many), *others = results()
            taken, of = tuple(self._taken), self.of * whole
            self.others += [((*taken, other), self.ways * n, of) for other, n in others]
            self.ways, self.of = self.ways * many, of
        self._taken.append(values)
        return values


def by_each(count: int, there: Faces, reading: Reading) -> list[tuple[Faces, int]]:
    """The results of dice that are read one by one, one for all that mean the same, and of how many rolls each is.
    there: what is written on each die."""
    alike: dict[Hashable, list[int]] = {}
    for face in there:
        alike.setdefault(reading(face), []).append(face)
    faces = [(some[0], len(some)) for some in alike.values()]
    return [
        (tuple(face for face, _ in chosen), prod(many for _, many in chosen))
        for chosen in product(faces, repeat=count)
    ]


def by_all(count: int, there: Faces, reading: Reading) -> list[tuple[Faces, int]]:
    """The same of dice that are read together."""
    alike: dict[Hashable, tuple[Faces, int]] = {}
    for places, many in outcomes(count, len(there), "count"):
        faces = tuple(there[place - 1] for place in places)
        meant = reading(faces)
        first, before = alike.get(meant, (faces, 0))
        alike[meant] = first, before + many
    return list(alike.values())


@lru_cache(maxsize=2048, typed=True)
def kept_by_all(count: int, there: Faces, reading: Reading) -> list[tuple[Faces, int]]:
    """The same, remembered: of readings that are known by value, and by class, since tuples of two may be equal."""
    return by_all(count, there, reading)


def ways(play: Callable[[Walking], T]) -> Iterator[tuple[T, Walking]]:
    """Every way that a play can go, with the dice that went it. play is run once for each, so it must be pure."""
    stack: list[Way] = [((), 1, 1)]
    while stack:
        dice = Walking(*stack.pop())
        result = play(dice)
        stack += dice.others
        yield result, dice


def chances(play: Callable[[Dice], K]) -> dict[K, Fraction]:
    """The exact chance of each result of play, by walking the tree of what its dice can do.

    Equal dice are walked once, weighted. Sorted by chance, the greatest first; the chances add up to exactly 1.
    """
    found: dict[K, dict[int, int]] = {}
    for result, dice in ways(play):
        by_whole = found.setdefault(result, {})
        by_whole[dice.of] = by_whole.get(dice.of, 0) + dice.ways
    summed = {
        result: sum((Fraction(many, of) for of, many in by_whole.items()), Fraction(0))
        for result, by_whole in found.items()
    }
    return dict(sorted(summed.items(), key=lambda item: -item[1]))
