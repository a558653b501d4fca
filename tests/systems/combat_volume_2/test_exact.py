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
from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.people import (
    blasts,
    fire,
    grenades,
    melee,
    morale,
    spotting,
    together,
    wounds,
)
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.vehicles import harm, soft
from campaign.systems.combat_volume_2.vehicles.riders import Blow
from campaign.systems.combat_volume_2.vehicles.soft import ShootVehicle
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

    same(field, lambda play: bullets(play, vehicle.id, jung.id, weapon, hits))


def bullets(play: Play, vehicle: str, by: str, weapon: Weapon, hits: int) -> None:
    if play.walks:
        soft.walk(play, vehicle, by, weapon, ((hits, 1),))
    else:
        soft.strikes(play, vehicle, by, weapon, hits)


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_bullets_among_passengers_are_exact(seed: int) -> None:
    """Men of all kinds, scarce cards, a deadly shot now and then; what is broken already stays so."""
    random, field = Random(f"bullets {seed}"), Field(ROWS)
    kind = random.choice(("jeep", "truck", "truck", "m3a1"))
    hits = 1 if kind == "m3a1" else random.choice((1, 2, 2))
    cards(field, random, 4 * hits if random.randrange(2) else 2 * hits)
    if random.randrange(3) == 0:
        scarce(field)
    vehicle = field.vehicle("v1", kind, "0606", "us", facing=random.randint(1, 6))
    vehicle.damage = random.choice(((), (), ("immobilized",)))
    for seat in random.sample(("D", "CD", "1", "2", "3", "4"), random.choice((1, 2, 2 if hits > 1 else 3))):
        field.aboard(f"p{seat}", "v1", seat, "spot", **state(random))
    tough = any("tough" in man.skills for man in field.game.men.values())
    skills = ("deadly",) if hits == 1 and not tough and random.randrange(4) == 0 else ()
    jung = field.enemy("jung", "0602", "aimed", skills=skills)
    weapon = field.charts.weapons[random.choice(("kar98", "mg42"))]
    same(field, lambda play: bullets(play, vehicle.id, jung.id, weapon, hits))


def scarce(field: Field) -> None:
    """Most cards are out: the pile may have to be gathered."""
    pile = field.game.wounds
    pile.left, pile.out = pile.left[:1], sorted([*pile.out, *pile.left[1:]])


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_fire_at_a_vehicle_are_exact(seed: int) -> None:
    """With the dice of the shots."""
    random, field = Random(f"volley {seed}"), Field(ROWS)
    field.game.impulse = 2
    cards(field, random, 3)
    field.vehicle("v1", random.choice(("jeep", "truck")), "0606", "us", facing=random.randint(1, 6))
    field.aboard("p1", "v1", random.choice(("D", "CD", "1")), "spot", **state(random))
    if random.randrange(2):
        field.aboard("p2", "v1", "2", "spot", **{**state(random), "skills": ()})
    armed = random.choice(("kar98", "kar98", "m1"))
    man = field.enemy("jung", "0602", "aimed", armed=armed, skill=random.randint(1, 8))
    same(field, lambda play: soft.shoot(play, play.man(man.id), play.vehicle("v1")))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_suppressive_fire_are_exact(seed: int) -> None:
    """One shot at two men, or three at one."""
    random, field = Random(f"sweep {seed}"), Field(ROWS)
    field.game.impulse = 2
    armed, men = random.choice((("m1", 2), ("m1", 2), ("thompson", 1)))
    some = random.sample(CARDS, 3 if men == 1 else random.randint(4, 6))
    field.game.wounds.left, field.game.wounds.out = sorted(some), []
    if random.randrange(3) == 0:
        scarce(field)
    deadly = random.randrange(3) == 0
    for i in range(men):
        plain = {"skills": ()} if deadly or men == 1 or i else {}
        field.enemy(f"m{i}", "0606", random.choice(("aimed", "hide", "rally")), **{**state(random), **plain})
    skills = ("deadly",) if deadly and men == 2 else ()
    field.friend("hall", "0604", "suppressive", armed=armed, skill=random.randint(0, 8), skills=skills)
    same(field, lambda play: fire.shoot(play, play.man("hall"), "0606"))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_a_melee_are_exact(seed: int) -> None:
    random, field = Random(f"melee {seed}"), Field(ROWS)
    cards(field, random, 4)
    field.enemy("jung", "0606", "aimed", **{**state(random), "skills": ()})
    field.friend("hall", "0606", "aimed", **{**state(random), "skills": ()})
    if random.randrange(2):
        field.enemy("kern", "0607", "aimed", **state(random))
    same(field, lambda play: melee.fight(play, play.man("hall"), "jung"))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_looking_around_are_exact(seed: int) -> None:
    random, field = Random(f"look {seed}"), Field(ROWS)
    helps = random.choice(((), (), ("again",)))
    hall = field.friend(
        "hall", "0606", random.choice(("spot", "aimed")), quality=random.randint(1, 7), helps=helps
    )
    for i in range(random.randint(1, 3)):
        field.enemy(f"m{i}", f"060{random.randint(2, 9)}", "hide", spotted=False, **state(random))
    same(field, lambda play: spotting.spot(play, play.man(hall.id)))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_checks_are_exact(seed: int) -> None:
    """Of morale, after wounds, in a fire, for a medic: several at once, with a card that lets one be rolled again."""
    random, field = Random(f"checks {seed}"), Field(ROWS)
    field.vehicle("v1", "truck", "0606", "us", facing=1)
    for seat in ("D", "1"):
        more = state(random)
        more["helps"] = random.choice(((), ("again",)))
        field.aboard(f"p{seat}", "v1", seat, "spot", **more)
    count, more = random.randint(1, 3), random.randint(0, 2)

    def run(play: Play) -> None:
        for man in (play.man("pD"), play.man("p1")):
            match seed % 4:
                case 0:
                    morale.checks_of_attack(play, man, 0, count, named(man))
                case 1:
                    morale.checks_of_attack(play, man, 1, more, named(man))
                case 2:
                    morale.fire_check(play, man, more, 1)
                case _:
                    morale.medic_check(play, man)

    same(field, run)


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_of_a_grenade_are_exact(seed: int) -> None:
    """Where it comes to lie, and what it does there at the end of the turn."""
    random, field = Random(f"grenade {seed}"), Field(ROWS)
    field.game.impulse = 3
    helps = random.choice(((), (), ("again",)))
    hall = field.friend("hall", "0606", "grenade", target="0604", quality=random.randint(1, 8), helps=helps)
    same(field, lambda play: grenades.throw(play, play.man(hall.id)))
    cards(field, random, 3)
    field.enemy("jung", "0604", random.choice(("aimed", "hide")), **{**state(random), "skills": ()})
    how = random.choice(("grenade", "blast"))
    same(field, lambda play: blasts.burst(play, "0604", 2, seed % 5, how=how))


def test_a_light_wound_of_the_first_card_and_the_third_is_told_once() -> None:
    """The second has made a bad wound of the first, so that the third is a light one again."""
    field = Field(ROWS)
    field.game.wounds.left, field.game.wounds.out = [19, 20, 21], []
    field.enemy("jung", "0606", "aimed", quality=8)
    found = reckoned(field.play(), lambda play: wounds.suffer(play, wounds.Attack("jung", 3)))
    assert found["light wound"] == 1
    same(field, lambda play: wounds.suffer(play, wounds.Attack("jung", 3)))


@pytest.mark.parametrize("seed", range(CASES))
def test_odds_that_are_cut_short_are_off_by_no_more_than_they_say(seed: int) -> None:
    """A shell among men and bullets among passengers, with a few runs and with all."""
    random, field = Random(f"short {seed}"), Field(ROWS)
    field.vehicle("v1", "truck", "0606", "us", facing=1)
    for seat in ("D", "CD", "1", "2", "3"):
        field.aboard(f"p{seat}", "v1", seat, "spot", **state(random))
    for i in range(3):
        field.enemy(f"m{i}", "0602", "aimed", **state(random))
    if seed % 2:
        runs: Run = lambda play: blasts.burst(play, "0602", 3, 4)  # noqa: E731
    else:
        field.game.impulse = 2
        runs = lambda play: soft.shoot(play, play.man("m0"), play.vehicle("v1"))  # noqa: E731
    play = field.play()
    whole = walked(play, runs, play.table.facts, end)
    assert whole.lost == whole.cut == 0
    for most in (3, 10, 30, 90, 140):
        some = walked(play, runs, play.table.facts, end, most)
        assert some.runs <= most
        assert some.cut <= some.lost + 1e-9
        for fact, chance in whole.single.items():
            assert -1e-12 <= chance - some.single.get(fact, 0) <= some.lost + 1e-9, fact
        for words, chance in whole.whole.items():
            told = some.whole.get(words, 0) / (1 - some.cut) if some.cut < 1 else 0
            assert abs(told - chance) <= some.lost + 1e-9, words
    assert not some.single.keys() - whole.single.keys()


def test_odds_say_how_far_they_are_off() -> None:
    field = Field(ROWS)
    field.game.impulse = 2
    field.vehicle("v1", "truck", "0606", "de", facing=1)
    for seat in ("D", "CD", *map(str, range(1, 13))):
        field.aboard(f"p{seat}", "v1", seat, "spot", quality=2 + len(seat) + ord(seat[0]) % 4)
    field.friend("hall", "0602", "aimed", armed="bar")
    rules = TABLE.answers[ShootVehicle].odds
    assert rules is not None
    told = rules(Play(TABLE, field.charts, field.game), "us", ShootVehicle("hall", "v1"))
    assert told is not None and 0 < told.within < 0.05
    assert f"no chance is off by more than {told.within:.1%}" in told.note
    assert sum(Fraction(one.fraction) for one in told.results) == 1
