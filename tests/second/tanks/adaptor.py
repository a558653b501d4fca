"""The project's battles as plain values, its answers as plain sets and chances, and where ours differ from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import msgspec

from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import state as s
from tests.second.tanks import moving
from tests.second.tanks import shots as second
from tests.second.tanks.effects import Attack, initiative, keywords, speed
from tests.second.tanks.plane import block
from tests.second.tanks.table import ARROW, ARROW_TAIL, Card, Ground, Model, Table
from tests.systems.tanks_modern_age.field import rules

CREW = {"Commander", "Gunner", "Loader", "Driver", "Pilot", "Radio operator"}


@cache
def data() -> dict[str, Any]:
    return dict(rules().pack.content)


@cache
def cards() -> dict[str, tuple[dict[str, Any], ...]]:
    """The effects of every card."""
    files = [content for name, content in data().items() if name.startswith("cards/")]
    return {one["id"]: tuple(one.get("effects", ())) for file in files for one in file["card"]}


@cache
def deck() -> dict[int, str]:
    """Critical cards by their numbers."""
    kinds = [one["id"] for one in data()["criticals.toml"]["critical"] for _ in range(one["count"])]
    return dict(enumerate(kinds, 1))


@cache
def titles() -> dict[str, str]:
    return {one["name"]: one["id"] for one in data()["criticals.toml"]["critical"]}


@cache
def platoon_rules() -> dict[str, tuple[dict[str, Any], ...]]:
    return {one["id"]: tuple(one["effects"]) for one in data()["platoon_rules.toml"]["rule"]}


def model_of(one: s.Model) -> Model:
    known = [card for card in one.cards if isinstance(card, s.Card) and card.state != "down"]
    stats = one.stats
    return Model(
        one.id, one.side, one.kind == "tank", (one.x, one.y), one.heading, stats.length, stats.width,
        stats.initiative, stats.attack, stats.defence, stats.damage, frozenset(stats.keywords), one.type, one.high,
        one.out, one.speed, one.moves, one.moved_ever, one.damage, tuple(deck()[n] for n in one.criticals),
        one.smoked, one.covered, one.marked, one.acted, one.shots, one.elevated,
        tuple(
            Card(card.card, card.type, cards()[card.card], card.turned, card.state == "gone", card.spent, card.choice)
            for card in known
        ),
        sum(card.type == "Ammo" and card.state != "gone" for card in one.cards),
        sum(card.type in CREW and card.state != "gone" for card in one.cards),
    )  # fmt: skip


def table_of(game: s.Game) -> Table:
    counts = Counter(deck().values())
    on_models = Counter(deck()[n] for model in game.models.values() for n in model.criticals)
    discards = Counter(deck()[n] for n in game.deck.discards)
    readings: dict[str, Any]
    if game.readings is not None:
        readings = msgspec.structs.asdict(game.readings)
    else:
        table = data()["table.toml"]
        over = {(): "nothing", ("building",): "buildings", ("building", "forest"): "all"}
        readings = {**table, "high_looks_over": over[tuple(table["high_looks_over"])]}
    return Table(
        {id: model_of(one) for id, one in game.models.items()},
        [Ground(one.kind, block((one.x, one.y), one.heading, one.length, one.width)) for one in game.terrain.values()],
        [(one.x, one.y) for one in game.objectives],
        {side: platoon_rules().get(platoon.rule, ()) for side, platoon in game.platoons.items()},
        readings, game.advantage, game.turn,
        dict(counts - on_models - discards), dict(discards),
    )  # fmt: skip


class Compared(msgspec.Struct):
    """differ: a line for each difference. unclear: that a hair decides, or that is not told again here."""

    differ: list[str]
    options: int = 0
    attacks: int = 0
    unclear: int = 0


def compared(game: s.Game, side: str) -> Compared:
    """Shots and their chances, of whoever is asked for them."""
    found = Compared([])
    if game.bonus:  # what a card grants: told nowhere here
        return found
    table = table_of(rules().known(game, side))
    options = [one for one in rules().legal(game, side) if isinstance(one.action, a.Shoot | a.Skip)]
    units = {one.action.unit for one in options}
    found.differ += _order(table, side, units, game.stage)
    for unit in sorted(units):
        theirs = {
            (one.action.target, one.action.weapon): one
            for one in options
            if one.action.unit == unit and isinstance(one.action, a.Shoot) and one.action.ammo < 0
            and not one.action.spotter
        }  # fmt: skip
        mine, unclear = second.shots(table, table.models[unit])
        found.unclear += len(unclear)
        for key in sorted(mine.keys() - theirs.keys() - unclear):
            found.differ.append(f"only by the text: {unit} at {key}")
        for key in sorted(theirs.keys() - mine.keys() - unclear):
            found.differ.append(f"only in the project: {unit} at {key}")
        for key in sorted(mine.keys() & theirs.keys()):
            found.options += 1
            if not second.all_sights_clear(mine[key].sight) or not second.simple(mine[key]):
                found.unclear += 1
                continue
            found.attacks += 1
            if theirs[key].dice != second.dice(table, mine[key]):
                found.differ.append(
                    f"{unit} at {key}: {theirs[key].dice} dice, not {second.dice(table, mine[key])}"
                )
                continue
            found.differ += [
                f"{unit} at {key}: {line}" for line in _odds(game, side, table, mine[key], theirs[key])
            ]
    return found


def compared_moves(game: s.Game, side: str, rnd: Random) -> Compared:
    """Of whoever is asked to move: in what order, and which of some moves by chance they may make."""
    found = Compared([])
    if game.bonus or game.last:  # what a card grants: told nowhere here
        return found
    known = rules().known(game, side)
    table = table_of(known)
    options = [one.action for one in rules().legal(game, side)]
    units = {one.unit for one in options if isinstance(one, a.Stay | a.Move | a.Fly | a.Measures | a.Elevate)}
    found.differ += _order_of_moves(table, units, game)
    for unit in sorted(units):
        model = table.models[unit]
        tokens = {one.tokens for one in options if isinstance(one, a.Measures) and one.unit == unit}
        if (
            not model.moves
            and not {"bailed-out"} & set(model.criticals)
            and "Predator" not in keywords(table, model)
        ):
            found.options += 1
            if tokens != set(range(1, speed(table, model) + 1)):
                found.differ.append(
                    f"{unit} may take {tokens} tokens, and its Speed is {speed(table, model)}"
                )
        for _ in range(8):
            action, mine = _any_move(table, model, rnd)
            if mine is None:
                found.unclear += 1
                continue
            _agrees(found, known, side, action, mine)
    return found


def compared_setup(game: s.Game, side: str, rnd: Random) -> Compared:
    """p8: whether terrain may lie, and models may stand, in places by chance."""
    found = Compared([])
    known = rules().known(game, side)
    table = table_of(known)
    options = {type(one.action): one.action for one in rules().legal(game, side)}
    for _ in range(10):
        at = (rnd.randrange(901), rnd.randrange(901))
        heading = rnd.choice([90 * rnd.randrange(4), rnd.randrange(360)])
        if a.PlaceTerrain in options:
            size = next(one for one in data()["terrain.toml"]["terrain"] if one["id"] == known.to_place[0])
            action: Any = a.PlaceTerrain(*at, heading)
            mine = moving.may_lie(table, block(at, heading, size["length"], size["width"]))
        elif a.Deploy in options and not game.redeploys:
            near = rnd.choice([rnd.randrange(200), rnd.randrange(120)])
            edge = game.edges[side]
            at = {"north": (at[0], near), "south": (at[0], 900 - near), "west": (near, at[1])}.get(
                edge, (900 - near, at[1])
            )
            unit = options[a.Deploy].unit
            high = rnd.random() < 0.3
            action = a.Deploy(unit, *at, heading, high)
            model = replace(table.models[unit], at=at, heading=heading, high=high)
            mine = moving.may_stand(
                table, model, edge, ARROW if game.mission == "alpha-66" else ARROW_TAIL, high
            )
        else:
            return found
        if mine is None:
            found.unclear += 1
            continue
        _agrees(found, known, side, action, mine)
    return found


def _agrees(found: Compared, known: s.Game, side: str, action: Any, mine: bool) -> None:
    """Counts an action, and notes it where the project does not allow what the text does. mine: whether that does."""
    found.attacks += 1
    why = _refusal(known, side, action)
    if (why == "") != mine:
        found.differ.append(f"{action}: {mine} by the text, {why or 'allowed'} in the project")


def _refusal(known: s.Game, side: str, action: Any) -> str:
    try:
        rules().verify(known, side, action)
    except Refused as refused:
        return refused.reason
    return ""


def _any_move(table: Table, model: Model, rnd: Random) -> tuple[Any, bool | None]:
    bearing = rnd.choice([rnd.randrange(360), model.heading])
    if model.tank:
        drive = moving.Drive(
            bearing, rnd.choice([0, 100, rnd.randrange(101)]), rnd.choice(sorted(moving.TURNS)),
            rnd.choice(["left", "right"]), rnd.choice(["", *moving.TOUCHES]),
        )  # fmt: skip
        return a.Move(model.id, *drive), moving.may_drive(table, model, drive)  # type: ignore[arg-type]
    flight = moving.Flight(bearing, rnd.randrange(211), rnd.randrange(360), rnd.random() < 0.5)
    return a.Fly(model.id, *flight), moving.may_fly(table, model, flight)


def _order_of_moves(table: Table, units: set[str], game: s.Game) -> Iterator[str]:
    """p9: all tanks before any helicopter, the lowest Initiative first; who has Advantage after the other."""
    if game.stage != "movement" or not units:
        return
    waiting = [one for one in table.models.values() if one.fights and not one.acted]
    height = {
        one.id: (not one.tank, initiative(table, one, "movement"), one.side == table.advantage) for one in waiting
    }  # fmt: skip
    first = {id for id, value in height.items() if value == min(height.values())}
    if game.active:
        first = {game.active}
    if units != first:
        yield f"{sorted(units)} are asked to move, and first are {sorted(first)}"


def _order(table: Table, side: str, units: set[str], stage: str) -> Iterator[str]:
    """p12: the highest Initiative first; who has Advantage before the other."""
    if stage != "shooting" or not units:
        return
    waiting = [one for one in table.models.values() if one.fights and not one.acted]
    height = {one.id: (initiative(table, one, "shooting"), one.side == table.advantage) for one in waiting}
    first = {id for id, value in height.items() if value == max(height.values())}
    if not units <= first:
        yield f"{sorted(units)} are asked to shoot, and first are {sorted(first)}"


def _odds(game: s.Game, side: str, table: Table, attack: Attack, option: Any) -> Iterator[str]:
    odds = rules().odds(game, side, option.action)
    assert odds is not None
    damage, facts = second.outcome(table, attack)
    told: dict[str, Fraction] = defaultdict(Fraction)
    for one in (*odds.results, *odds.also):
        told[_meant(one.result)] += Fraction(one.fraction)
        if abs(float(Fraction(one.fraction)) - one.chance) > 1e-9:
            yield f"{one.result}: {one.fraction} is not {one.chance}"
    mine = {f"{dealt} damage": chance for dealt, chance in damage.items() if chance} | facts
    for name in sorted(mine.keys() | told.keys()):
        if mine.get(name, 0) != told.get(name, 0):
            yield f"{name!r}: {float(mine.get(name, 0)):.9f} by the text, {float(told.get(name, 0)):.9f} in the project"


def _meant(words: str) -> str:
    if words.startswith("critical: "):
        return f"critical: {titles()[words.removeprefix('critical: ')]}"
    if words.endswith(" damage"):
        return words.replace("no ", "0 ")
    return "lost" if words.endswith(("this turn", "down")) else words
