"""Experiments with dice: re-rolls, from which faces they count, and what changes them."""

from __future__ import annotations

from typing import Any

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from tests.systems.tanks_modern_age.bench import Bench, Loaded, Trial, critical, using
from tests.systems.tanks_modern_age.experiments_values import (
    Experiment,
    dice_defending,
    dice_rolled,
    in_force_only,
)
from tests.systems.tanks_modern_age.field import of


def _most(bench: Bench, kind: str) -> int:
    return max([len(o.dice) for o in bench.offered(kind) if isinstance(o, a.Reroll)], default=0)


def of_reroll_attack(trial: Trial) -> None:
    effect = trial.effect
    face = effect.faces[0] if effect.faces else 5

    def measure(bench: Bench) -> int:
        if not {"stationary", "moving"} & {*effect.when}:
            bench.own.speed = 1
        bench.rolled = dice_rolled(bench, dice=Loaded([face]))  # type: ignore[attr-defined]
        return _most(bench, "attack-dice")

    base = measure(Bench(trial, "none"))
    rolled = Bench(trial, "none")
    measure(rolled)
    gain = min(rolled.rolled, base + effect.value) - base  # type: ignore[attr-defined]
    assert gain
    if effect.use == "discard":
        bench = Bench(trial, "down")
        bench.own.speed = 1
        bench.shoot(Loaded([5]), using())
        assert _most(bench, "attack-dice") == base + gain
        assert bench.card.state == "gone"
        bench.own.acted, bench.offers, bench.own.shots = False, [], 0
        bench.shoot(Loaded([5]))  # once only
        assert _most(bench, "attack-dice") == base
        return
    in_force_only(trial, measure, gain)
    if effect.faces:
        other = Bench(trial)
        other.own.speed = 1
        other.shoot(Loaded([5]))
        assert _most(other, "attack-dice") == 0
    again = Bench(trial)
    events = again.shoot(
        Loaded([face], again=6), lambda b, k, o: next((x for x in o if isinstance(x, a.Reroll)), None)
    )
    assert of(events, e.AttackRerolled)


def of_reroll_defence(trial: Trial) -> None:
    effect = trial.effect
    extra = ["driver-risky", "era", "tool-kit"][1:] if effect.use == "discard-other" else []

    def measure(bench: Bench) -> int:
        bench.enemy.speed = 2  # so that there are dice enough
        bench.rolled = len(of(bench.shoot(), e.DefenceRolled)[0].dice)  # type: ignore[attr-defined]
        return _most(bench, "defence-dice")

    plain = Bench(trial, "none")
    assert measure(plain) == 0
    gain = min(plain.rolled, effect.value)  # type: ignore[attr-defined]
    assert gain
    if effect.use in ("discard", "discard-other"):
        bench = Bench(trial, "down", extra=extra)
        bench.enemy.speed = 2
        bench.shoot(pick=using())
        assert _most(bench, "defence-dice") == gain
        own = bench.own.cards
        assert (bench.card.state, own[0].state) == (
            ("gone", "gone") if effect.use == "discard" else ("up", "gone")
        )
        bench.enemy.acted, bench.offers = False, []
        bench.shoot()
        assert _most(bench, "defence-dice") == 0  # for that attack only
        if extra:
            bare = Bench(trial, "up")
            bare.shoot()
            assert not bare.uses(bare.offered("defence-dice"))
        return
    in_force_only(trial, measure, gain)


def of_hits_from(trial: Trial) -> None:
    _thresholds(trial, "hit", 4)


def of_criticals_from(trial: Trial) -> None:
    _thresholds(trial, "critical", 6)


def _thresholds(trial: Trial, result: str, usual: int) -> None:
    value = trial.effect.value
    faces = [value - 1, value, usual]

    def measure(bench: Bench) -> int:
        rolled = of(bench.shoot(Loaded([*faces, 1])), e.AttackRolled)[0].results[:3]
        assert (rolled[0] == result, rolled[2] == result) == (False, True)
        return int(rolled[1] == result)

    in_force_only(trial, measure, 1)


def of_cancels_from(trial: Trial) -> None:
    def counted(pick: Any) -> tuple[Bench, e.DefenceCounted]:
        bench = Bench(trial, "down")
        (found,) = of(
            bench.shoot(Loaded([4], [trial.effect.value, trial.effect.value - 1, 6]), pick), e.DefenceCounted
        )
        return bench, found

    bench, found = counted(using())
    assert (found.sixes, found.fours, bench.card.state) == (1, 1, "gone")
    bench, found = counted(None)
    assert (found.sixes, found.fours, bench.card.state) == (1, 0, "down")


def of_machine_guns(trial: Trial) -> None:
    in_force_only(
        trial, lambda b: dice_rolled(b, weapon="machine-guns"), trial.effect.value - 3, enemy="cobra"
    )


CHANGED = {
    "hit-to-critical": (1, -1),
    "volatile": (1, -1),
    "critical-to-hits": (-1, 2),
    "hits-to-critical": (1, -2),
}
"""By verb, how many critical hits and hits more there are in the end."""


def of_modified_dice(trial: Trial) -> None:
    effect = trial.effect
    moment = "uncancelled" if effect.do == "volatile" or effect.moment == "uncancelled" else "attack-dice"
    attack = [6, 6, 1] if effect.do == "critical-to-hits" else [4, 4, 1]
    if Bench(trial).attacks(Bench(trial).own_id, Bench(trial).enemy_id):
        assert len(attack) >= 2

    def measure(bench: Bench) -> tuple[int, int]:
        before: list[tuple[int, int]] = []

        def pick(bench: Bench, kind: str, options: list[Any]) -> Any:
            return using(9)(bench, kind, options)

        events = bench.shoot(Loaded(attack), pick)
        changed = [d for d in of(events, e.DiceModified) if d.source == bench.key]
        assert len(changed) <= 1  # once an attack
        assert not bench.modifies([o for kind, some in bench.offers if kind != moment for o in some])
        before.append(
            (
                len(of(events, e.CriticalDrawn)),
                sum(d.amount for d in of(events, e.DamageTaken) if d.cause == "hits"),
            )
        )
        return before[0]

    def both(face: str, off: str = "") -> tuple[int, int]:
        return measure(
            Bench(trial, face, off, deck=[critical("shell-shocked"), critical("shell-shocked", 2)])
        )

    with_it, without = both("up"), both("none")
    assert (with_it[0] - without[0], with_it[1] - without[1]) == CHANGED[effect.do]
    if trial.card is not None:
        assert both("down") == without
    for off in effect.when:
        assert both("up", off) == both("none", off)


def of_side_shot(trial: Trial) -> None:
    in_force_only(trial, lambda b: int(of(b.shoot(), e.ShotDeclared)[0].sight.side), 1)
    in_force_only(trial, dice_defending, -1)


def of_no_close_range(trial: Trial) -> None:
    def close(bench: Bench) -> int:
        bench.enemy.y, bench.enemy.speed = 540, 1
        return dice_defending(bench)

    in_force_only(trial, close, 1)
    in_force_only(trial, dice_defending, 0)


DICE: dict[str, Experiment] = {
    "reroll-attack": of_reroll_attack,
    "reroll-defence": of_reroll_defence,
    "hits-from": of_hits_from,
    "criticals-from": of_criticals_from,
    "cancels-from": of_cancels_from,
    "machine-guns": of_machine_guns,
    "hit-to-critical": of_modified_dice,
    "hits-to-critical": of_modified_dice,
    "critical-to-hits": of_modified_dice,
    "volatile": of_modified_dice,
    "side-shot": of_side_shot,
    "no-close-range": of_no_close_range,
}
