"""Odds equal to what the rules do with every roll there is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from campaign.rules.dice import Recorded
from campaign.rules.refused import Refused
from campaign.rules.system import decide
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.state import Game
from tests.systems.portable_wargame_modern.table import BLUE, RED, Table, unit

ATTACKS = ("fire of", "artillery of", "side on", "close combat of")


class Scripted(Recorded):
    """The dice of an attack as laid out; all others are sixes, but for the initiative."""

    def __init__(self, values: tuple[int, ...]) -> None:
        super().__init__()
        self.values, self.used = values, 0

    def _faces(self, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        if not purpose.startswith(ATTACKS):
            return (6, 1) if purpose == "initiative" else (6,) * count
        faces = self.values[self.used : self.used + count]
        self.used += count
        return faces


def whom(table: Table, game: Game, side: str, action: Any, values: tuple[int, ...]) -> Counter[str]:
    """Who is hit how often with these dice."""
    dice = Scripted(values)
    found: Counter[str] = Counter()
    for event in decide(table.rules, game, side, action, dice):
        if isinstance(event, e.ShellLanded | e.Assaulted):
            found.update(event.hit)
        elif isinstance(event, e.Fired):
            found.update(list(event.hit) * event.hits)
    return found


def brute(table: Table, side: str, action: Any, dice: int) -> dict[str, Fraction]:
    """By every roll of the attack: that each unit is hit, and that it loses a point by one of the dice for its hits."""
    facts: dict[str, Fraction] = {}
    for values in product(range(1, 7), repeat=dice):
        for id, hits in whom(table, table.game, side, action, values).items():
            one = table.unit(id)
            lost_at = table.rules.charts.quality[one.quality]
            rolls = list(product(range(1, 7), repeat=hits))
            lost = Fraction(sum(min(roll) <= lost_at for roll in rolls), len(rolls))
            for fact, part in ((f"hit: {id}", Fraction(1)), (f"a point lost at once: {id}", lost)):
                facts[fact] = facts.get(fact, Fraction(0)) + part / 6**dice
    return {fact: part for fact, part in facts.items() if part}


TYPES = [
    "infantry",
    "tanks",
    "engineers",
    "cavalry",
    "field-guns",
    "trucks",
    "spotters",
    "light-tanks",
    "mortars",
]
FIRERS = ["infantry", "tanks", "machine-guns", "mortars", "infantry-at", "assault-guns", "armoured-cars"]
GUNS = ["field-guns", "heavy-guns", "mountain-guns", "infantry-guns", "anti-tank-guns", "sp-field-guns"]


def scene(rnd: Random, first: str, at: str) -> Table:
    """An attacker in the north, a target south of it, and what stands around."""
    quality = ["elite", "average", "poor"]
    units = [
        unit(first, RED, "0803", id="first"),
        unit(rnd.choice(TYPES), BLUE, at, rnd.choice(["N", "NE", "S", "SW"]), id="aim", quality=rnd.choice(quality)),
        unit("infantry", BLUE, "0815", id="other"),
    ]  # fmt: skip
    if rnd.random() < 0.5:
        units.append(unit("commanders", RED, "0802", id="chief"))
    if rnd.random() < 0.3:
        units.append(unit("commanders", BLUE, at, id="boss", quality=rnd.choice(quality)))
    ground = {hex: rnd.choice(["clear", "clear", "clear", "wood", "town"]) for hex in (at, "0803")}
    return Table(*units, terrain=ground, heights={"0803": rnd.randrange(2), at: rnd.randrange(2)})


@pytest.mark.parametrize("seed", range(10))
def test_odds_are_what_every_roll_gives(seed: int, scale: int) -> None:
    """Twenty attacks of each kind's share for every seed: 200 in all."""
    rnd = Random(seed)
    tried = 0
    while tried < 20 * scale:
        kind = rnd.choice(["fire", "guns", "close"])
        at = {"fire": ["0805", "0706", "0906"], "guns": ["0806", "0905", "0707", "0804"], "close": ["0804"]}[
            kind
        ]
        table = scene(rnd, rnd.choice(GUNS if kind == "guns" else FIRERS), rnd.choice(at))
        if kind != "guns":
            table.activating("first")
        wanted = {"fire": a.Fire, "guns": a.Bombard, "close": a.Assault}[kind]
        actions = [one for one in table.listed(RED) if type(one) is wanted]
        if not actions:
            continue
        tried += 1
        action = rnd.choice(actions)
        odds = table.rules.odds(table.game, RED, action)
        assert odds is not None
        if kind == "guns":
            table.game.forces[BLUE].done = True
        spared = [one.id for one in table.game.units.values() if one.strength == 1 and one.side == BLUE]
        assert not spared
        dice = (
            3 if kind == "fire" and table.unit("first").type == "machine-guns" else 1 if kind == "fire" else 2
        )
        found = brute(table, RED, action, dice)
        assert {one.result: Fraction(one.fraction) for one in odds.also} == found
        assert sum(Fraction(one.fraction) for one in odds.results) == 1
        assert all(abs(one.chance - float(found[one.result])) < 1e-9 for one in odds.also)


def test_a_last_point_that_cannot_be_taken_is_not_counted() -> None:
    table = Table(unit("infantry", RED, "0505"), unit("tanks", BLUE, "0507", strength=1)).activating(
        "infantry"
    )
    odds = table.rules.odds(table.game, RED, a.Fire("infantry", "0507"))
    assert odds is not None
    assert [(one.result, one.fraction) for one in odds.also] == [("hit: tanks", "1/2")]


def test_other_guns_change_nothing_of_where_a_shell_lands() -> None:
    """All land before a hit is resolved: with another battery's fire declared first, every roll gives the same."""
    table = Table(
        unit("field-guns", RED, "0801", id="first"), unit("field-guns", RED, "0901", id="other"),
        unit("infantry", BLUE, "0806", id="aim", strength=1), unit("infantry", BLUE, "0807", id="behind"),
        unit("infantry", RED, "0805", id="before"), unit("infantry", BLUE, "0815", id="rest"),
    )  # fmt: skip
    alone = table.rules.odds(table.game, RED, a.Bombard("first", "0806"))
    table.act(RED, a.Bombard("other", "0806"))
    after = table.rules.odds(table.game, RED, a.Bombard("first", "0806"))
    assert alone == after is not None
    assert "no other gun changes" in after.note
    found: Counter[str] = Counter()
    for ours, theirs in product(range(1, 7), repeat=2):
        game = table.rules.copy(table.game)
        for event in table.rules.advance(game, RED, a.Bombard("first", "0806"), Scripted((theirs, ours))):
            if isinstance(event, e.ShellLanded) and event.unit == "first":
                found.update(event.hit)
    hit = {one.result: Fraction(one.fraction) for one in after.also if one.result.startswith("hit: ")}
    assert hit == {f"hit: {id}": Fraction(count, 36) for id, count in found.items()}


def test_moving_has_no_odds() -> None:
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0515")).activating("tanks")
    assert table.rules.odds(table.game, RED, a.Move("tanks", "0506")) is None


@pytest.mark.parametrize(
    ("side", "action", "reason"),
    [
        (RED, a.Bombard("guns", "0509"), "Red is asked something else now"),
        (RED, a.Fire("infantry", "0509"), "tanks is acting, not infantry"),
        (BLUE, a.Fire("foe", "0507"), "It is Red who must decide now"),
    ],
)
def test_what_cannot_be_done_now_has_no_odds(side: str, action: a.AnyAction, reason: str) -> None:
    """All three could be done at another time."""
    table = Table(
        unit("tanks", RED, "0507"), unit("infantry", RED, "0607"), unit("sp-field-guns", RED, "0503", id="guns"),
        unit("infantry", BLUE, "0509", "N", id="foe"),
    ).activating("tanks")  # fmt: skip
    assert table.refuses(action, side).reason.startswith(reason)
    with pytest.raises(Refused, match=reason):
        table.rules.odds(table.game, side, action)
