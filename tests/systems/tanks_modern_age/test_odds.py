"""Odds against a count of all that the resolver itself can do, in positions by chance.

Every roll of every die is tried through `decide`, with the careful players that the note of the odds speaks of: order
counts, nothing is folded but equal states, and critical cards come in every order.
"""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest

from campaign.rules.dice import Dice, chances
from campaign.rules.options import Odds
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide import dispatch, flow
from campaign.systems.tanks_modern_age.decide.rerolls import cancels
from campaign.systems.tanks_modern_age.decide.shooting import sees, shoot
from campaign.systems.tanks_modern_age.decide.shot import volley
from campaign.systems.tanks_modern_age.judgement import Judge
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.questions import questions
from campaign.systems.tanks_modern_age.state import Game
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules

MOST = 2
"""Dice of the attack, and of the defence, in a position that is counted."""
DECK = ("direct-hit", "ammo-explosion", "damaged-mobility", "bailed-out")
"""Cards that are left in the deck, so that all their orders can be tried."""
SHOOTERS = (
    "bmp-2",
    "bmp-1",
    "t-55",
    "t-62m",
    "m1-abrams",
    "scorpion",
    "scimitar",
    "amx-30",
    "2s1-howitzer",
    "t-72",
)
TARGETS = ("t-55", "m1-abrams", "scimitar", "cobra", "lynx", "gazelle-hot", "m901-itv", "leopard-1")
CARDS = (
    "gunner-bloodthirsty", "gunner-risky", "gunner-dead-eye", "loader-precise", "loader-focused", "loader-risky",
    "driver-determined", "driver-defensive", "driver-daring", "pilot-daring", "pilot-defensive", "big-game-hunter",
    "driver-risky", "target-computer", "applique-armour", "era", "extra-ammunition",
)  # fmt: skip
"""Whatever works by itself while it lies face up, and changes dice."""
Outcome = tuple[int, frozenset[str]]
"""Damage, and the kinds of the critical cards."""


def test_odds_are_what_the_resolver_does(scale: int):
    """Runs long: some 8 positions, each with every roll there is; 80 in the long profile."""
    rnd = random.Random(5)
    counted = changed = 0
    for _ in range(600 * scale):
        field, shot = position(rnd)
        if shot is None:
            continue
        assert_alike(field, shot)
        counted += 1
        changed += bool(field.model(shot.unit).cards)
        if counted == 8 * scale:
            break
    assert counted == 8 * scale
    assert changed


def test_a_helicopter_that_is_shot_down_draws_no_more_cards():
    """A hit that brings it down leaves nothing to be drawn for the other, a critical one."""
    field = Field(
        [("bmp-1", 450, 700, 0), ("t-55", 100, 700, 0)],
        [("lynx", 450, 560, 0), ("t-55", 100, 200, 180)],
        nations=("ussr", "uk"),
        advantage=BLUE,
    )
    few(field)
    field.model("lynx-1").damage = 2
    field.model("bmp-1-1").smoked = 1
    shot = a.Shoot("bmp-1-1", "lynx-1", "machine-guns")
    due(field, "bmp-1-1")
    assert_alike(field, shot)


def test_a_die_that_was_changed_is_not_changed_again():
    """p7: Brutal makes a hit critical; the loader may not make two hits of that one."""
    field = Field(
        [("2s1-howitzer", 450, 700, 0, ("loader-focused", "driver-risky")), ("t-55", 100, 700, 0)],
        [("t-55", 450, 250, 180), ("t-55", 100, 200, 180)],
        nations=("ussr", "usa"),
        advantage=BLUE,
    )
    few(field)
    open_cards(field)
    field.model("2s1-howitzer-1").smoked = 2
    due(field, "2s1-howitzer-1")
    assert_alike(field, a.Shoot("2s1-howitzer-1", "t-55-2"))


def test_repairs():
    field = Field([("m1-abrams", 450, 700, 0, ("tool-kit",))], [("t-55", 450, 250, 180)], stage="command")
    number = 1 + field.charts.deck.index("damaged-engine")
    field.model("m1-abrams-1").criticals = [number]
    field.game.waiting = [BLUE]
    for again, good in ((False, Fraction(1, 2)), (True, Fraction(3, 4))):
        if again:
            open_cards(field)
        found = field.rules.odds(field.game, BLUE, a.Repair("m1-abrams-1", number))
        assert found is not None
        assert fractions(found) == {"repaired": good, "not repaired": 1 - good}


@pytest.mark.parametrize("unit", ["m1-abrams", "2s1-howitzer", "lynx"])
def test_the_bot_reckons_with_the_same_dice(unit: str):
    """What it takes for the chances of an attack are the odds, as plain numbers."""
    field = Field(
        [("m60-patton", 450, 700, 0)], [(unit, 450, 400, 180)], nations=("usa", "uk"), advantage=BLUE
    )
    judge = Judge(field.rules, field.game, BLUE)
    target = judge.game.models[f"{unit}-1"]
    shooter = judge.game.models["m60-patton-1"]
    weapon = "gun" if target.kind == "tank" else "machine-guns"
    chances_, _ = judge.damage(shooter, target, weapon, sees(judge.play, shooter, target))
    due(field, "m60-patton-1")
    found = field.rules.odds(field.game, BLUE, a.Shoot("m60-patton-1", f"{unit}-1", weapon))
    assert found is not None
    kill = next(one for one in found.also if target.name in one.result)
    room = target.stats.damage
    assert sum(chances_[room:]) == pytest.approx(float(kill.chance))
    if target.kind == "tank":
        for text, share in fractions(found).items():
            number = 0 if text == "no damage" else int(text.split()[0])
            assert chances_[number] == pytest.approx(float(share))


# -- positions -------------------------------------------------------------------------------------------------


def position(rnd: random.Random) -> tuple[Field, a.Shoot | None]:
    """A shooter, a target, cards face up, tokens; and an attack that can be counted, or None."""
    shooter, target = rnd.choice(SHOOTERS), rnd.choice(TARGETS)
    near = rnd.random() < 0.4
    cover = [("forest", 450, 560 if near else 380, 0)] if rnd.random() < 0.3 else []
    field = Field(
        [(shooter, 450, 700, 0, some(rnd)), ("t-55", 100, 700, 0)],
        [(target, 450, 560 if near else 300, rnd.choice((180, 90, 0)), some(rnd)), ("t-55", 100, 200, 180)],
        terrain=cover,
        nations=(nation(shooter), nation(target)),
        advantage=BLUE,
    )
    few(field)
    open_cards(field)
    mine = next(iter(field.game.models.values()))
    theirs = next(m for m in field.game.models.values() if m.side == RED)
    mine.speed, theirs.speed = rnd.randrange(3), rnd.randrange(3)
    theirs.damage = rnd.randrange(theirs.stats.damage)
    due(field, mine.id)
    found: list[a.Shoot] = []
    for one in field.options(BLUE, a.Shoot):
        if one.unit == mine.id and one.target == theirs.id and one.weapon != "smoke" and one.ammo < 0:
            play = Play(field.charts, field.rules.copy(field.game))
            shoot(play, BLUE, one)
            known = volley(play)
            if 0 < known.attack.dice <= MOST and known.guard.dice <= MOST:
                found.append(one)
    return field, rnd.choice(found) if found else None


def some(rnd: random.Random) -> tuple[str, ...]:
    return tuple(rnd.sample(CARDS, rnd.randrange(4)))


def nation(type: str) -> str:
    return rules().charts.models[type].nation


def few(field: Field) -> None:
    """Only some cards are left in the deck."""
    kinds = list(field.charts.deck)
    left: list[int] = []
    for id in DECK:
        left.append(next(n for n, one in enumerate(kinds, 1) if one == id and n not in left))
    field.game.deck.order = left
    field.game.deck.discards = [n for n in range(1, len(kinds) + 1) if n not in left]


def open_cards(field: Field) -> None:
    for model in field.game.models.values():
        for card in model.cards:
            card.state, card.turned = "up", 0


def due(field: Field, unit: str) -> None:
    """It is this one's turn to shoot."""
    field.game.models[unit].acted = False
    for other in field.game.models.values():
        if other.id != unit:
            other.stats = msgspec.structs.replace(other.stats, initiative=1)
    field.game.models[unit].stats = msgspec.structs.replace(field.game.models[unit].stats, initiative=12)
    field.pass_all()


# -- the count -------------------------------------------------------------------------------------------------


def assert_alike(field: Field, shot: a.Shoot) -> None:
    found = field.rules.odds(field.game, BLUE, shot)
    assert found is not None
    target = field.model(shot.target)
    outcomes = counted(field, shot)
    assert sum(outcomes.values()) == 1
    damage: defaultdict[str, Fraction] = defaultdict(Fraction)
    facts: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (amount, kinds), share in outcomes.items():
        damage[f"{amount} damage" if amount else "no damage"] += share
        for id in kinds:
            facts[f"critical: {field.charts.criticals[id].name}"] += share
        if amount >= target.stats.damage - target.damage:
            facts["kill"] += share
    assert fractions(found) == dict(damage), shot
    said = {("kill" if target.name in one.result else one.result): one for one in found.also}
    assert {name: Fraction(one.fraction) for name, one in said.items() if Fraction(one.fraction)} == dict(
        facts
    )


def fractions(odds: Odds) -> dict[str, Fraction]:
    return {one.result: Fraction(one.fraction) for one in odds.results}


def counted(field: Field, shot: a.Shoot) -> dict[Outcome, Fraction]:
    """Every outcome of the attack, with its chance, by trying all."""
    done: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    open: dict[bytes, Fraction] = {ENCODE(field.game): Fraction(1)}
    before = field.model(shot.target).damage
    while open:
        after: defaultdict[bytes, Fraction] = defaultdict(Fraction)
        for state, share in open.items():
            for result, part in steps(field, state, shot).items():
                if isinstance(result, bytes):
                    after[result] += share * part
                else:
                    done[result[0] - before, result[1]] += share * part
        open = dict(after)
    return dict(done)


Result = bytes | Outcome
ENCODE, DECODE = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Game).decode


def steps(field: Field, before: bytes, shot: a.Shoot) -> dict[Result, Fraction]:
    """What a state can lead to: the next one, with dice in order; or damage and cards at the end of the attack."""
    game = DECODE(before)
    if game.shot is not None and game.shot.stage == "critical":
        orders = list(permutations(game.deck.order))
        found: defaultdict[Result, Fraction] = defaultdict(Fraction)
        for order in orders:
            state = DECODE(before)
            state.deck.order = list(order)
            play = Play(field.charts, state)
            while state.shot is not None:
                if questions(play):
                    dispatch.SETTLED[a.Pass](play, questions(play)[0].side, a.Pass())
                flow.step(play)
            found[outcome(state, shot, play.events)] += Fraction(1, len(orders))
        return dict(found)
    at = game.shot.stage if game.shot is not None else ""

    def once(dice: Dice) -> Result:
        state = DECODE(before)
        play = Play(field.charts, state, dice)
        if at and not questions(play):
            flow.step(play)
        else:
            side, action = careful(field, game) if at else (BLUE, shot)
            dispatch.SETTLED[type(action)](play, side, action)
        while state.shot is not None and state.shot.stage in ("aim", at) and not questions(play):
            flow.step(play)
        if state.shot is not None:
            plain(state)
            return ENCODE(state)
        return outcome(state, shot, play.events)

    return dict(chances(once))


def outcome(state: Game, shot: a.Shoot, events: list[Any]) -> Outcome:
    kinds = frozenset(event.critical for event in events if isinstance(event, e.CriticalSuffered))
    return state.models[shot.target].damage, kinds


def plain(state: Game) -> None:
    """Dice in one order, and without faces once these say no more: equal states are counted once."""
    shot = state.shot
    assert shot is not None
    if shot.stage != "attack":
        for die in shot.attack:
            die.face, die.rerolled = 0, False
    shot.attack.sort(key=lambda die: (die.result, die.modified, die.cancelled, die.rerolled, die.face))
    shot.defence.sort(key=lambda die: (die.face, die.rerolled))


def test_odds_say_that_two_hits_are_not_given_up_for_a_critical_one() -> None:
    chances: list[Any] = []
    for cards in ((), ("alexander-gagarin",)):
        field = Field(
            [("hind", 450, 600, 0, cards)], [("m60-patton", 450, 300, 180)], nations=("ussr", "usa")
        )
        for card in field.game.models["hind-1"].cards:
            card.state = "up"  # type: ignore[union-attr]
        chances.append(rules().odds(field.game, BLUE, a.Shoot("hind-1", "m60-patton-1")))
    assert chances[0].results == chances[1].results
    assert "two hits are not given up for a critical one" in chances[1].note


def careful(field: Field, game: Game) -> tuple[str, Any]:
    """What a careful player does in the attack under way."""
    (asked,) = field.rules.pending(game)
    options = field.rules.legal(game, asked.side)
    kinds: defaultdict[type[Any], list[Any]] = defaultdict(list)
    for option in options:
        kinds[type(option.action)].append(option.action)
    assert game.shot is not None
    stage = game.shot.stage
    if stage in ("cancel", "press"):
        return asked.side, kinds[a.Cancel][0 if stage == "cancel" else -1]
    play = Play(field.charts, game)
    if stage == "attack":
        failed = {i for i, die in enumerate(game.shot.attack) if not die.result}
    else:
        failed = {i for i, die in enumerate(game.shot.defence) if not cancels(play, die.face)}
    again = [one for one in kinds[a.Reroll] if set(one.dice) <= failed]
    if again:
        return asked.side, max(again, key=lambda one: len(one.dice))
    changes = [one for one in kinds[a.Modify] if len(one.dice) == 1]
    return asked.side, changes[0] if changes else a.Pass()
