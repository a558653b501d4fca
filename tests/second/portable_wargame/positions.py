"""Positions: of battles that are played by chance, and made by chance, where play does not go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from campaign.rules.dice import SeededDice
from campaign.systems.portable_wargame_modern.readings import Readings
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from campaign.systems.portable_wargame_modern.state import Force, Game, Shot, Unit, Victory, Work
from tests.second.battles import go_on
from tests.second.portable_wargame import moving
from tests.second.portable_wargame.adaptor import boards, data, field_of, ground_of, piece_of, rules, types
from tests.second.portable_wargame.field import Field
from tests.second.portable_wargame.plane import EDGES, Place, next_to, number
from tests.second.portable_wargame.text import BATTERIES, CLASSES

CHOICES: dict[str, tuple[Any, ...]] = {
    "small_arms_v_tanks": ("never-last", "no-effect"), "close_front": ("three", "one"),
    "wood_and_cover": ("once", "twice"), "machine_guns": ("each-die", "one-hit"),
    "guns_into_cover": ("direct", "indirect"), "same_target": ("hex", "unit"), "units_block": ("fire", "nothing"),
    "exhausted_assaults": (False, True), "trench": ("arrival", "always"), "mines_under_units": (False, True),
    "shell_on_own_gun": ("nothing", "hit"), "withdrawal": ("every-front", "other-fronts"),
    "bombardment": ("enemies", "any-hex"),
}  # fmt: skip
SCENARIOS = sorted(one.id for one in rules().scenarios())
LONGEST = 4000


def readings(rnd: Random) -> Readings:
    usual = data()["rules.toml"]["readings"]
    some = rnd.random() < 0.5
    told = {name: rnd.choice(values) if some else usual[name] for name, values in CHOICES.items()}
    others = {
        name: usual[name] for name in ("initiative_ties", "exhaustion", "further_commanders") if name in usual
    }
    return Readings(**{**told, **others})


def played(seed: int, told: Callable[[Game, Any], None], every: int = 25) -> Iterator[Game]:
    """Every so many states of a battle that is played by chance. told: is given each event, and the state before it."""
    rnd = Random(f"played {seed}")
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    game: Game = SYSTEM.begun(rules().open(scenario, {"gas": seed % 2, "riders": seed % 3 > 0}))
    game.readings = readings(rnd)
    for unit in game.units.values():
        unit.name = unit.id
    bots = [rnd.choice(SYSTEM.bots) for _ in game.sides]
    sides = [one.id for one in game.sides]
    for entry in range(LONGEST):
        asked = rules().pending(game)
        if not asked:
            return
        if entry % every == seed % every:
            yield game
        side = asked[rnd.randrange(len(asked))].side
        options = rules().legal(game, side)
        option = bots[sides.index(side)].choose(rules(), game, side, options, rnd.randrange)
        go_on(rules(), game, side, option.action, SeededDice(rnd.randrange), told)


def made(seed: int) -> Game:
    """Units of any type thrown close together on any board, with whatever may have happened to them this turn."""
    rnd = Random(f"made {seed}")
    game: Game = SYSTEM.begun(rules().open(rnd.choice(SCENARIOS), {}))
    game.board = rnd.choice(sorted(boards()))
    game.readings = readings(rnd)
    game.victory = Victory("")
    game.turn, game.riders = rnd.randrange(2, 8), rnd.random() < 0.7
    ground = ground_of(game.board)
    middle = rnd.choice(sorted(ground))
    near = [
        at for at in ground if max(abs(at[0] - middle[0]), abs(at[1] - middle[1])) <= rnd.choice([3, 4, 5])
    ]
    sides = [one.id for one in game.sides]
    game.units = {}
    for n in range(rnd.randrange(6, 22)):
        _place(rnd, game, f"u{n}", sides[n % 2], near)
    for side in sides:
        if not any(unit.side == side for unit in game.units.values()):
            _place(rnd, game, f"last-{side}", side, list(ground))
        game.forces[side] = Force(40, 14, rnd.randrange(10), rnd.random() < 0.15)
    free = [at for at in near if ground[at].open]
    game.mines = sorted(number(at) for at in rnd.sample(free, min(len(free), rnd.randrange(4))))
    game.wire = sorted(number(at) for at in rnd.sample(free, min(len(free), rnd.randrange(4))))
    _moment(rnd, game)
    game.forget()
    return game


def _place(rnd: Random, game: Game, id: str, side: str, near: list[Place]) -> None:
    type = rnd.choice(sorted(types()))
    strength = rnd.randrange(1, 5)
    unit = Unit(
        id, type, id, side, "0101", rnd.choice(EDGES), rnd.randrange(1, strength + 1), strength,
        rnd.choice(["elite", "average", "poor"]),
    )  # type: ignore[arg-type]  # fmt: skip
    piece = piece_of(unit)
    field = field_of(game)
    game.units[id] = unit
    if rnd.random() < 0.5:
        free = [
            one
            for one in field.standing()
            if one.side == side and not one.cargo and moving.carries(field, one, piece)
        ]
        if free:
            carrier = game.units[rnd.choice(free).id]
            unit.aboard, unit.hex, carrier.cargo = carrier.id, carrier.hex, id
            return
    rnd.shuffle(near)
    for at in near:
        if field.ground[at].open and field.room(piece, at):
            unit.hex = number(at)
            return
    del game.units[id]


def _moment(rnd: Random, game: Game) -> None:
    """Whose turn it is, and what has been done in it."""
    sides = [one.id for one in game.sides]
    field = field_of(game)
    for unit in game.units.values():
        foes = [one for one in field.standing() if one.side != unit.side]
        if foes and piece_of(unit).cls in BATTERIES:
            foe = rnd.choice(foes)
            unit.aimed, unit.aimed_at, unit.aimed_in = number(foe.at), foe.id, game.turn - rnd.randrange(1, 3)
            unit.shells = rnd.randrange(2)
    if rnd.random() < 0.35:
        game.phase = "artillery"
        for unit in game.units.values():
            if piece_of(unit).cls in BATTERIES and not unit.aboard and rnd.random() < 0.2:
                unit.fired = True
                game.shots.append(Shot(unit.id, unit.aimed, unit.aimed_at))
        return
    game.phase = "activation"
    for force in game.forces.values():
        force.done = True
    game.first, game.left = rnd.choice(sides), rnd.randrange(1, 6)
    game.active = rnd.choice(sides)
    own = [unit for unit in game.units.values() if unit.side == game.active]
    acting = rnd.choice(own)
    for unit in game.units.values():
        _happened(rnd, game, field, unit, unit is acting or rnd.random() < 0.4)
    if rnd.random() < 0.1 and not acting.aboard:
        game.run = acting.id
    elif rnd.random() < 0.2:
        return  # it is asked who is activated next
    game.unit = acting.id
    acting.busy = False
    acting.acted = True


def _happened(rnd: Random, game: Game, field: Field, unit: Unit, acted: bool) -> None:
    piece = piece_of(unit)
    battery = piece.cls in BATTERIES
    if battery and not unit.aboard:
        unit.fired = rnd.random() < 0.3
    unit.acted = acted
    if not acted or unit.aboard:
        return
    towed = piece.cls == "artillery" and unit.fired
    if not towed and rnd.random() < 0.5 and any(at in field.ground for at in next_to(piece.at)):
        unit.moved = rnd.randrange(1, CLASSES[piece.cls].move + 1)
        unit.off_road = rnd.random() < 0.7
        unit.crossing = "trench" in field.ground[piece.at].things
        unit.stopped = moving.stops(field, piece, piece.at) or rnd.random() < 0.1
        unit.faced = rnd.random() < 0.2
    if piece.arm and not battery and unit.moved < CLASSES[piece.cls].move and rnd.random() < 0.25:
        unit.fired = True
    unit.turned = rnd.random() < 0.25
    if rnd.random() < 0.1:
        unit.fought = unit.stopped = True
    if not unit.moved and not unit.fired and not unit.fought:
        unit.busy = rnd.random() < 0.15
        if piece.cls == "engineers" and rnd.random() < 0.5:
            at = rnd.choice([one for one in next_to(piece.at) if one in field.ground])
            unit.work = Work(rnd.choice(["lay-mines", "clear-mines"]), number(at), 2)  # type: ignore[arg-type]
