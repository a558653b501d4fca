"""Positions: of battles that are played by chance, and made by chance, where play does not go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from campaign.rules.dice import SeededDice
from campaign.systems.tanks_modern_age import state as s
from campaign.systems.tanks_modern_age.readings import Readings
from campaign.systems.tanks_modern_age.rules import SYSTEM
from tests.second.battles import go_on
from tests.second.tanks.adaptor import data, deck
from tests.second.tanks.plane import block, gap, turned
from tests.systems.tanks_modern_age.field import Field, rules

NATIONS = ("usa", "uk", "france", "frg", "ussr")
SCENARIOS = ("first-game", "alpha-66", "tank-ace", "king-of-the-hill", "free-for-all", "no-retreat")
PLATOONS = [data()[name] for name in sorted(data()) if name.startswith("platoons/") and "first" not in name]
LONGEST = 3000


def readings(rnd: Random) -> Readings:
    return Readings(
        rnd.choice(["buildings", "buildings", "nothing", "all"]), rnd.random() < 0.3, rnd.choice([0, 0, 20]),
        rnd.random() < 0.7, rnd.random() < 0.7,
    )  # type: ignore[arg-type]  # fmt: skip


PHASES = ("movement", "shooting")
SETTING_UP = ("terrain", "deployment")


def played(
    seed: int, told: Callable[[s.Game, Any], None], every: int = 9, stages: tuple[str, ...] = PHASES
) -> Iterator[s.Game]:
    """Every so many states of a battle that is played by chance. told: is given each event, and the state before it."""
    rnd = Random(f"played {seed}")
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    options: dict[str, Any] = {}
    if scenario not in ("first-game", "alpha-66"):
        options = {"blue": rnd.choice(PLATOONS), "red": rnd.choice(PLATOONS)}
    game: s.Game = SYSTEM.begun(rules().open(scenario, options))
    game.readings = readings(rnd)
    sides = [one.id for one in game.sides]
    bots = [rnd.choice(SYSTEM.bots) for _ in sides]
    for entry in range(LONGEST):
        asked = rules().pending(game)
        if not asked:
            return
        if entry % every == seed % every and game.stage in stages and game.shot is None:
            yield game
        side = asked[rnd.randrange(len(asked))].side
        listed = rules().legal(game, side)
        known = rules().known(game, side)
        option = bots[sides.index(side)].choose(rules(), known, side, listed, rnd.randrange)
        go_on(rules(), game, side, option.action, SeededDice(rnd.randrange), told)


def made(seed: int, stage: str = "shooting") -> s.Game:
    """Models of two nations thrown close together on any terrain, with whatever may have happened to them."""
    rnd, touch = Random(f"made {seed}"), Random(f"touch {seed}")
    nations = (rnd.choice(NATIONS), rnd.choice(NATIONS))
    kinds = list(data()["models.toml"]["model"])
    taken: list[Any] = []
    terrain: list[tuple[str, int, int, int]] = []
    for _ in range(rnd.randrange(7)):
        kind = rnd.choice(["forest", "forest", "building"])
        terrain.append((kind, rnd.randrange(150, 750), rnd.randrange(150, 750), rnd.randrange(360)))
    size = {one["id"]: one for one in data()["terrain.toml"]["terrain"]}
    closed = {
        "tank": ["building"], "helicopter": ["building", "forest"]
    }  # fmt: skip
    lying = [
        (kind, block((x, y), heading, size[kind]["length"], size[kind]["width"]))
        for kind, x, y, heading in terrain
    ]  # fmt: skip
    groups: list[list[tuple[Any, ...]]] = [[], []]
    wide = rnd.choice([150, 250, 400])
    for n in range(rnd.randrange(2, 9)):
        nation = nations[n % 2]
        flying = [kind for kind in kinds if kind["nation"] == nation and kind["kind"] == "helicopter"]
        one = rnd.choice(
            flying if rnd.random() < 0.2 else [kind for kind in kinds if kind["nation"] == nation]
        )
        for _ in range(30):
            at = (rnd.randrange(450 - wide, 450 + wide), rnd.randrange(450 - wide, 450 + wide))
            heading = rnd.choice([rnd.randrange(360), 90 * rnd.randrange(4)])
            high = one["kind"] == "helicopter" and rnd.random() < 0.4
            outline = block(at, heading, one["length"], one["width"])
            ground = [shape for kind, shape in lying if not high and kind in closed[one["kind"]]]
            clear = [*taken, *ground]
            if all(gap(outline, other) > 1 for other in clear):
                forward = "Forward Firing" in one.get("keywords", ())  # it looks from where it touches
                if one["kind"] == "tank" and clear and touch.random() < (0.9 if forward else 0.3):
                    at = _ahead(at, heading, (one["length"], one["width"]), clear)
                    outline = block(at, heading, one["length"], one["width"])
                taken.append(outline)
                groups[n % 2].append((one["id"], *at, heading, _cards(rnd, one), high))
                break
    for side in (0, 1):
        if not groups[side]:
            one = next(kind for kind in kinds if kind["nation"] == nations[side] and kind["kind"] == "tank")
            groups[side].append((one["id"], 60 + 780 * side, 60 + 780 * side, 0, (), False))
    marks = [(rnd.randrange(100, 800), rnd.randrange(100, 800), "") for _ in range(rnd.randrange(2))]
    field = Field(
        groups[0], groups[1], terrain=terrain, stage=stage, turn=rnd.randrange(1, 6),
        advantage=rnd.choice(["blue", "red"]), nations=nations, objectives=marks,
    )  # fmt: skip
    game = field.game
    game.readings = readings(rnd)
    _happened(rnd, game)
    if stage == "movement":
        _before_moving(rnd, game)
    game.forget()
    return game


def _ahead(
    at: tuple[int, int], heading: int, size: tuple[int, int], others: list[Any], most: int = 120
) -> tuple[int, int]:
    """Where a tank stands that goes straight on until it touches something; where it was if it does not soon."""
    for along in range(1, most):
        x, y = turned(at, heading, along, 0)
        there = (round(x), round(y))
        near = min(gap(block(there, heading, *size), other) for other in others)
        if near < -0.6:
            return at
        if near < 0.1:
            return there
    return at


def _cards(rnd: Random, model: dict[str, Any]) -> tuple[str, ...]:
    """Cards by chance, of the model's own nation or of none."""
    if rnd.random() < 0.4:
        return ()
    fits = []
    for name, file in sorted(data().items()):
        if name.startswith("cards/"):
            for card in file["card"]:
                nation = not card.get("nations") or model["nation"] in card["nations"]
                kind = card.get("kind", model["kind"]) == model["kind"]
                if nation and kind and model["id"] in card.get("models", [model["id"]]):
                    fits.append(card["id"])
    return tuple(rnd.sample(fits, min(len(fits), rnd.randrange(1, 4))))


def _happened(rnd: Random, game: s.Game) -> None:
    numbers = list(deck())
    rnd.shuffle(numbers)
    for model in game.models.values():
        model.name = model.id
        tank = model.kind == "tank"
        model.speed = rnd.choice([0, 0, 1, 1, 2, 3 if not tank else 2])
        model.moved_ever = model.speed > 0
        model.damage = rnd.randrange(model.stats.damage) if rnd.random() < 0.5 else 0
        if tank and rnd.random() < 0.1:
            model.damage = model.stats.damage + rnd.randrange(2)
        model.acted = rnd.random() < 0.25
        if rnd.random() < 0.1 and tank:
            model.smoked, model.covered = 3, True
        if rnd.random() < 0.1:
            model.marked = 1
        if tank and rnd.random() < 0.12:
            model.out = "removed" if model.stats.defence == 0 else "destroyed"
        while rnd.random() < 0.3 and numbers:
            if deck()[numbers[-1]] in REPAIRABLE_KINDS:
                model.criticals.append(numbers.pop())
            else:
                numbers.insert(0, numbers.pop())
                break
        for card in model.cards:
            if isinstance(card, s.Card) and card.state == "down" and rnd.random() < 0.7:
                card.state, card.turned = "up", 0
    discards = [numbers.pop() for _ in range(rnd.randrange(6)) if numbers]
    game.deck.order, game.deck.discards = numbers, discards
    alive = [model for model in game.models.values() if not model.out]
    for side in ("blue", "red"):
        if not any(model.side == side and not model.acted for model in alive):
            for model in alive:
                if model.side == side:
                    model.acted = False


def _before_moving(rnd: Random, game: s.Game) -> None:
    """Who has not had its turn has not moved; of who has begun, it goes on."""
    for model in game.models.values():
        if not model.acted:
            model.speed, model.moved_ever = 0, False
        model.moves = model.speed
    waiting = [model for model in game.models.values() if not model.out and not model.acted]
    tanks = [model for model in waiting if model.kind == "tank"]
    if waiting and rnd.random() < 0.15:
        begun = rnd.choice(tanks or waiting)
        begun.moves = begun.speed = 1
        begun.moved_ever = True
        game.active = begun.id


REPAIRABLE_KINDS = {
    "damaged-mobility", "damaged-engine", "jammed-mechanisms", "engine-fire", "bailed-out", "shell-shocked",
    "stunned-crew",
}  # fmt: skip
