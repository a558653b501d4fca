"""Odds equal what comes of all dice thrown one way after the other; and what they say in a few plain cases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.rules import dice
from campaign.rules.dice import Recorded
from campaign.rules.options import Odds
from campaign.rules.system import CopyByCode
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import fire, landing, shooting
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Overrun
from campaign.systems.mechwar_4.gunnery import Guns
from campaign.systems.mechwar_4.legal import legal
from campaign.systems.mechwar_4.odds import attack_of, odds, shelled
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Game, Unit
from campaign.systems.mechwar_4.view import LOSSES
from tests.systems.mechwar_4.field import Field, company, unit
from tests.systems.mechwar_4.pack import board, charts

HEIGHTS = ("00000000", "00001100", "00011100", "00000000", "00000000", "00000000", "00000000", "00000000")
PICTURE = ("........", "..B.....", "....h...", "..t.....", "...B....", "........", ".T......", "........")
CHARTS = board(HEIGHTS, PICTURE)
HEXES = [f"{x:02}{y:02}" for x in range(2, 8) for y in range(2, 8)]
FIRERS = (
    "m60a1", "t62", "t72", "us-rifles", "bmp", "m150", "brdm-at", "zsu-23", "m109", "mortars", "bm-21", "lrrp", "ah-1",
    "engineers", "sagger-team", "jagdpanzer", "swingfire",
)  # fmt: skip
TARGETS = (
    "m60a1", "t62", "m113", "bmp", "us-rifles", "truck", "hq", "mortars", "bm-21", "lrrp", "ah-1", "motorcycles",
    "engineers", "half-track", "brdm-at",
)  # fmt: skip
COPY = CopyByCode(Game)
ENCODE = msgspec.msgpack.Encoder().encode
Faces = tuple[int, ...]
Spread = dict[bytes, tuple[Game, Fraction]]


# -- all dice --------------------------------------------------------------------------------------------------


class Asked(Exception):
    """The next dice have not been chosen yet."""


class Chosen(Recorded):
    """Dice that come up as chosen; asks for more by raising Asked."""

    source = "scripted"

    def __init__(self, path: Sequence[Faces]) -> None:
        super().__init__()
        self.path, self.asked = path, ("", 0, 0)

    def _faces(self, purpose: str, count: int, sides: int) -> Faces:
        if len(self.draws) == len(self.path):
            self.asked = purpose, count, sides
            raise Asked
        return self.path[len(self.draws)]


def all_ways(start: Game, act: Callable[[Play], None]) -> Spread:
    """Every state that an action can lead to.

    Ways that have come to the same state are followed together where all that was thrown has taken effect: before the
    shot, before the next is shelled, and before ammunition is looked at.
    """
    done: Spread = {}
    found: dict[tuple[str, bytes], list[Any]] = {("", b""): [(), Fraction(1)]}
    while found:
        (path, weight), *_ = [found.pop(next(iter(found)))]
        game, dice = COPY(start), Chosen(path)
        try:
            act(Play(CHARTS, game, dice))
        except Asked:
            _, count, sides = dice.asked
            assert count <= 2
            rolls = [(one,) for one in range(1, sides + 1)]
            if count == 2:
                rolls = [(one, two) for (one,) in rolls for (two,) in rolls]
            for faces in rolls:
                further = (*path, faces)
                key = ahead(start, act, further)
                kept = found.setdefault(key, [further, Fraction(0)])
                kept[1] += weight / len(rolls)
        else:
            key = ENCODE(game)
            done[key] = game, weight + (done[key][1] if key in done else 0)
    return done


def ahead(start: Game, act: Callable[[Play], None], path: tuple[Faces, ...]) -> tuple[str, bytes]:
    """Where a way leads: what is thrown next in which state, or the way itself where that does not say all."""
    game, dice = COPY(start), Chosen(path)
    try:
        act(Play(CHARTS, game, dice))
    except Asked:
        purpose = dice.asked[0]
        if purpose.startswith(("ammunition", "shells on")) or (len(path) == 1 and " fires at " in purpose):
            return purpose, ENCODE(game)
        return purpose, repr(path).encode()
    return "done", repr(path).encode()


def resolved(game: Game, attack: Attack) -> list[tuple[Game, Fraction]]:
    """Every state that an attack can leave: firer by firer."""
    spread: Spread = {b"": (game, Fraction(1))}
    for firer in attack.firers:
        after: dict[bytes, tuple[Game, Fraction]] = {}

        def act(play: Play, firer: Any = firer) -> None:
            now = msgspec.structs.replace(attack, firers=[firer], fired=[firer.unit], resolving=True)
            play.state.stack.append(now)
            shooting.resolved(play, now)

        for before, weight in spread.values():
            for key, (left, part) in all_ways(before, act).items():
                after[key] = left, weight * part + (after[key][1] if key in after else 0)
        spread = after
    return list(spread.values())


def fate(now: Unit, before: Unit) -> str:
    if now.out:
        return "eliminated"
    if now.damage > before.damage:
        return LOSSES[now.damage]
    if now.panicked and not before.panicked:
        return "panics under fire"
    return f"suppressed {now.suppression}" if now.suppression > before.suppression else "no effect"


def expected(game: Game, attack: Attack) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Results and facts, by all dice."""
    results: dict[str, Fraction] = defaultdict(Fraction)
    facts: dict[str, Fraction] = defaultdict(Fraction)
    firers = [one.unit for one in attack.firers]
    for left, weight in resolved(game, attack):
        for before in game.units.values():
            now = left.units[before.id]
            if before.id in firers:
                arm = next(one.arm for one in attack.firers if one.unit == before.id)
                guided = CHARTS.units[now.type].arms[arm].class_ == "G"
                if now.panicked:
                    facts[f"{now.name} panics and does not fire"] += weight
                elif now.ammo.get(arm, 3) == 0:
                    facts[f"{now.name} has then no {'missiles' if guided else 'ammunition'} left"] += weight
                continue
            word = fate(now, before)
            if before.id != attack.target:
                if word != "no effect":
                    facts[f"{now.name}: {word}"] += weight
                continue
            count_target(results, facts, now, before, weight)
    return results, facts


def count_target(
    results: dict[str, Fraction], facts: dict[str, Fraction], now: Unit, before: Unit, weight: Fraction
) -> None:
    """What has become of whom the odds are about, and what else a loss brought with it."""
    word = fate(now, before)
    results[word] += weight
    if word.startswith("D"):
        if now.panicked and not before.panicked:
            facts["panics under fire"] += weight
        if now.suppression > before.suppression:
            facts[f"suppressed {now.suppression}"] += weight


def same(found: Odds, results: dict[str, Fraction], facts: dict[str, Fraction]) -> None:
    assert {one.result: one.chance for one in found.results} == pytest.approx(
        {word: float(part) for word, part in results.items() if part}, abs=1e-9
    )
    assert {one.result: one.chance for one in found.also} == pytest.approx(
        {word: float(part) for word, part in facts.items() if part}, abs=1e-9
    )


# -- random attacks --------------------------------------------------------------------------------------------


def skirmish(random: Random, overruns: bool) -> Field:
    """One or two of blue's, and up to two of red's in a hex, with who is aboard them."""
    there = random.choice(HEXES)
    units: list[Unit] = []
    for i in range(random.choice((1, 2, 2))):
        hex = there if overruns else random.choice([one for one in HEXES if one != there])
        state = {"damage": random.choice((0, 0, 1, 2)), "suppression": random.choice((0, 0, 0, 1))}
        units.append(unit(f"b{i}", random.choice(FIRERS[: 7 if overruns else None]), hex, "bc", **state))
        if overruns:
            break
    for i in range(random.choice((1, 1, 2))):
        type = random.choice(TARGETS)
        row = charts().units[type]
        company = random.choice(("", "rc", "rd"))
        state = {"damage": random.choice((0, 0, 0, 1, 2)), "suppression": random.choice((0, 0, 0, 1, 2))}
        column = row.moves not in ("helicopter", "motorcycle") and not random.randrange(8)
        improved = row.personnel and not random.randrange(4)
        units.append(unit(f"r{i}", type, there, company, column=column, improved=improved, **state))
        if (row.carries or row.ridden) and random.randrange(2):
            units.append(
                unit(
                    f"r{i}x",
                    "us-rifles",
                    there,
                    random.choice(("", "rc")),
                    aboard=f"r{i}",
                    damage=state["damage"],
                )
            )
    names = ("night", "morale", "wrecks", "ammunition", "special_units", "pull_back", "split_fire")
    switches: dict[str, Any] = {one: bool(random.randrange(2)) for one in names}
    if switches["ammunition"]:
        switches["ammunition_table"] = bool(random.randrange(2))
    companies = [company_of(one, random) for one in ("bc", "rc", "rd")]
    field = Field(CHARTS, units, companies=companies, **switches)
    if overruns:
        everybody = [one.id for one in units if not one.aboard]
        field.game.stack.append(Overrun("b0", there, "", 1, "blue", everybody))
    return field


def company_of(id: str, random: Random) -> Any:
    return company(id, random.randrange(5), losses=random.randrange(4))


def an_attack(random: Random) -> tuple[Field, Any] | None:
    """A battle, and the last action of an attack in it that is about to be resolved."""
    field = skirmish(random, overruns=not random.randrange(6))
    shots = [one for one in field.options("blue") if isinstance(one, a.Fire | a.OverrunFire)]
    if not shots:
        return None
    first = random.choice(shots)
    if isinstance(first, a.Fire):
        declared = COPY(field.game)
        play = Play(CHARTS, declared)
        fire.fire(play, "blue", first)
        joins = [one.action for one in legal(play, "blue") if isinstance(one.action, a.Join)]
        if joins and random.randrange(6):
            field.game = declared
            return field, random.choice(joins)
    return field, first


def test_odds_are_what_comes_of_all_dice(scale: int) -> None:
    """Attacks of one or two firers, carriers with infantry, riders, howitzers, missiles, overruns."""
    random, tried = Random(4), 0
    while tried < 80 * scale:
        found = an_attack(random)
        if found is None:
            continue
        field, action = found
        told = odds(field.play, "blue", action)
        assert told is not None
        attack = attack_of(field.play, "blue", action)
        field.game.stack = [one for one in field.game.stack if not isinstance(one, Attack)]
        same(told, *expected(field.game, attack))
        tried += 1


def test_the_rules_see_of_a_die_only_what_they_say_that_it_means(
    scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds are the same whichever of the faces with one meaning is thrown; and the battle stays as it was."""
    random, some = Random(11), list[tuple[Field, Any, Odds | None]]()
    while len(some) < 60 * scale:
        found = an_attack(random)
        if found is not None:
            field, action = found
            before = ENCODE(field.game)
            some.append((field, action, odds(field.play, "blue", action)))
            assert ENCODE(field.game) == before
    by_each = dice.by_each

    def last(count: int, there: Faces, reading: dice.Reading) -> list[tuple[Faces, int]]:
        found = by_each(count, there, lambda die: reading(there[-die]))
        return [(tuple(there[-face] for face in faces), many) for faces, many in found]

    monkeypatch.setattr(dice, "by_each", last)
    for field, action, told in some:
        again = odds(field.play, "blue", action)
        assert told is not None and again is not None
        assert (again.results, again.also) == (told.results, told.also), action


# -- shells ----------------------------------------------------------------------------------------------------


def under_shells(random: Random) -> tuple[Field, Bombardment]:
    """One or two of red's in a hex, with who is on or in them, and a fire that falls on it."""
    there = random.choice(HEXES)
    units: list[Unit] = []
    for i in range(random.choice((1, 2))):
        type = random.choice(TARGETS)
        row = charts().units[type]
        state = {"damage": random.choice((0, 0, 1, 2)), "suppression": random.choice((0, 0, 0, 1, 2))}
        column = row.moves not in ("helicopter", "motorcycle") and not random.randrange(6)
        company = random.choice(("", "rc", "rd"))
        units.append(unit(f"r{i}", type, there, company, column=column, **state))
        if (row.carries or row.ridden) and random.randrange(2):
            units.append(unit(f"r{i}x", "us-rifles", there, "rc", aboard=f"r{i}", damage=state["damage"]))
    switches: dict[str, Any] = {
        one: bool(random.randrange(2)) for one in ("morale", "wrecks", "special_units")
    }
    field = Field(CHARTS, units, companies=[company_of(one, random) for one in ("rc", "rd")], **switches)
    loose, strike = random.choice(((False, False), (True, False), (False, True)))
    damage = 0 if strike else random.choice((0, 0, 1))
    return field, Bombardment("blue", there, (there,), random.choice((3, 5, 7)), loose, strike, damage)


def fall(play: Play, now: Bombardment) -> None:
    play.emit(g.BombardmentBegan(now.side, now.hex, now.hexes, now.h, now.loose, now.strike, now.damage))
    while play.state.stack:
        landing.go_on(play)


def test_odds_of_shells_are_what_comes_of_all_dice(scale: int) -> None:
    """One or two units in the hex, riders, passengers, columns, woods and towns; tight, loose, from the air."""
    random = Random(6)
    for _ in range(60 * scale):
        field, now = under_shells(random)
        guns = Guns("g", "Guns", "blue", "", now.h, now.damage, "", air=now.strike)
        want: dict[str, Fraction] = defaultdict(Fraction)
        for left, weight in all_ways(field.game, lambda play, now=now: fall(play, now)).values():
            for before in field.game.units.values():
                if (word := fate(left.units[before.id], before)) != "no effect":
                    want[f"{before.name}: {word}"] += weight
        found = shelled(field.play, guns, now.loose, now.hex)
        assert {one: part for one, part in found.items() if part} == want
