"""Odds of what hurts several men at once are exact: against the deed itself, done in all ways that it can go together.

Nothing is put apart there, and nothing is worked out beside it: cards and dice of all men are walked one after the
other, as at a table. Only faces that mean the same are walked once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from campaign.rules.chapters import end, of_whom
from campaign.rules.dice import Walking, ways
from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import blasts, together
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.vehicles import harm, soft
from campaign.systems.combat_volume_2.vehicles.riders import Blow
from campaign.systems.combat_volume_2.vehicles.tables import Pierce
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.field import Field
from tests.systems.sampling import in_parts

ROWS = ["." * 20] * 12
CASES = 200 if PROFILE == "long" else 10
CARDS = (1, 2, 3, 19, 20, 24, 25, 29, 30)
"""Of the wound deck, of each kind."""
SKILLS = ((), (), (), ("tough",))
Run = Callable[[Play], None]


class AtATable(Play):
    """A decision that takes the way of real dice."""

    __slots__ = ()

    @property
    def walks(self) -> bool:
        return False


def jointly(start: Play, run: Run) -> dict[str, Fraction]:
    """How likely each single fact is, in words, by all ways together."""
    copy = start.copies()

    def go(dice: Walking) -> set[Hashable]:
        play = copy(dice)
        play.__class__ = AtATable
        return in_parts(play, run, play.table.facts, end)[1]

    found: dict[str, Fraction] = defaultdict(Fraction)
    for facts, dice in ways(go):
        for words in map(of_whom, facts):
            found[words] += Fraction(dice.ways, dice.of)
    return found


def reckoned(start: Play, run: Run) -> dict[str, Fraction]:
    """The same as odds have it."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for fact, part in walked(start, run, start.table.facts, end).single.items():
        found[of_whom(fact)] += part
    return found


def same(field: Field, run: Run) -> None:
    told, every = reckoned(field.play(), run), jointly(field.play(), run)
    assert told.keys() == every.keys()
    assert {words: float(part) for words, part in told.items()} == pytest.approx(every, abs=1e-9)


def cards(field: Field, random: Random, least: int) -> None:
    """So many cards at least in the pile, of any kinds, and the others gone."""
    some = random.sample(CARDS, random.randint(least, len(CARDS)))
    pile = field.game.wounds
    pile.left, pile.out = sorted(some), [card for card in pile.left if card not in some]


def state(random: Random) -> dict[str, Any]:
    """One of a few, so that men are alike now and then."""
    random = Random(random.randrange(1000) if random.randrange(3) else 1)
    return {
        "quality": random.randint(2, 7), "light": random.randrange(2), "bad": random.randrange(2),
        "morale": random.randint(-2, 1), "skills": random.choice(SKILLS), "leadership": random.choice((0, 0, 2)),
        "helps": random.choice(((), (), (), ("near-miss",))),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_a_rocket_among_men_are_exact(seed: int) -> None:
    random, field = Random(f"rocket {seed}"), Field(ROWS)
    cards(field, random, 1)
    hit = [f"m{i}" for i in range(random.choice((1, 2, 2)))]
    for id in hit:
        field.enemy(id, "0606", random.choice(("aimed", "hide", "rally")), **state(random))
    if random.randrange(2):
        field.enemy("near", "0607", "aimed", **state(random))
    dead = hit[:1] if len(hit) > 1 and random.randrange(3) == 0 else []
    struck = [id for id in hit if id not in dead]
    burst = together.Burst("", "blast", random.randint(1, 6))
    same(field, lambda play: together.strike(play, dict.fromkeys(struck, together.Share()), burst, dead))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_a_shot_among_passengers_are_exact(seed: int) -> None:
    random, field = Random(f"passengers {seed}"), Field(ROWS)
    cards(field, random, 1)
    field.vehicle("v1", "truck", "0606", "us", facing=1)
    for seat in random.sample(range(1, 9), random.choice((2, 3, 3))):
        field.aboard(f"p{seat}", "v1", str(seat), "spot", **state(random))
    riders = [man.id for man in field.game.men.values()]
    dead = riders[:1] if random.randrange(2) else []
    cut = riders[len(dead) : len(dead) + 2]
    burst = together.Burst("", "blast", None, True)
    many = random.choice((1, 1, 2)) if not any("tough" in field.game.men[id].skills for id in cut) else 1
    shares = {id: together.Share(many, random.randrange(2)) for id in cut}
    same(field, lambda play: together.strike(play, shares, burst, dead))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_a_shell_among_men_are_exact(seed: int) -> None:
    random, field = Random(f"shell {seed}"), Field(ROWS)
    cards(field, random, 1)
    dice, men = random.choice(((1, 1), (1, 2), (2, 1), (2, 2)))
    for i in range(men):
        field.enemy(f"m{i}", "0606", random.choice(("aimed", "hide")), **{**state(random), "skills": ()})
    if dice * men < 4:
        field.enemy("near", "0607", "aimed", **state(random))
    frag = random.randint(0, 4)
    same(field, lambda play: blasts.burst(play, "0606", dice, frag))


@pytest.mark.parametrize("shell", ["ap", "he", "heat"])
def test_odds_of_what_strikes_a_truck_are_exact(shell: str) -> None:
    """With all that can be struck."""
    field = Field(ROWS)
    field.game.wounds.left, field.game.wounds.out = [1, 19, 25, 29], []
    field.vehicle("v1", "truck", "0606", "us", facing=1)
    for seat, quality in (("D", 5), ("3", 4), ("5", 6)):
        field.aboard(f"p{seat}", "v1", seat, "spot", quality=quality)
    blow = Blow(shell, 75, Pierce(8))  # pyright: ignore[reportArgumentType]
    same(field, lambda play: harm.strike(play, play.vehicle("v1"), "left", blow))


@pytest.mark.parametrize(
    ("kind", "hits"),
    [("jeep", 1), ("jeep", 2), ("truck", 2), ("m3a1", 1)] + [("m3a1", 2), ("truck", 3)] * (PROFILE == "long"),
)
def test_odds_of_bullets_at_a_vehicle_are_exact(kind: str, hits: int) -> None:
    """What befalls men, and what is broken, of several bullets together."""
    field = Field(ROWS)
    field.game.wounds.left, field.game.wounds.out = [1, 19, 25, 29], []
    vehicle = field.vehicle("v1", kind, "0606", "us", facing=1)
    for seat, quality in (("D", 5), ("1", 4)):
        field.aboard(f"p{seat}", "v1", seat, "spot", quality=quality)
    jung = field.enemy("jung", "0602", "aimed")
    weapon = field.charts.weapons["kar98"]

    def run(play: Play) -> None:
        soft.strikes(play, vehicle.id, jung.id, weapon, hits)

    same(field, run)
