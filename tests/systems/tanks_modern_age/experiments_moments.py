"""Experiments with further moves and attacks, help for friends, set-up and rosters."""

from __future__ import annotations

from typing import Any

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Roster, Unit
from campaign.systems.tanks_modern_age.roster import problems
from campaign.systems.tanks_modern_age.values import initiative
from tests.systems.tanks_modern_age.bench import (
    Bench,
    Loaded,
    Trial,
    carrier,
    critical,
    nation_of,
    rules,
    using,
)
from tests.systems.tanks_modern_age.experiments_values import Experiment, in_force_only
from tests.systems.tanks_modern_age.field import BLUE, RED, of

# -- further attacks and moves ---------------------------------------------------------------------------------


def _and(*kinds: type[Any]) -> Any:
    """Use the effect once, then do the first of these with what it allows."""
    once = using()

    def pick(bench: Bench, kind: str, options: list[Any]) -> Any:
        if kind.startswith("bonus"):
            return next(o for one in kinds for o in options if isinstance(o, one))
        return once(bench, kind, options)

    return pick


def of_second_attack(trial: Trial) -> None:
    {"no-hit": _after_no_hit, "after-shot": _after_shot_attack, "final-fury": _last_fury}[
        trial.effect.moment
    ](trial)


def _after_no_hit(trial: Trial) -> None:
    for face, hit, attacks in (("down", 1, 2), ("up", 1, 2), ("up", 4, 1), ("none", 1, 1)):
        bench = Bench(trial, face)
        events = bench.shoot(Loaded([hit], again=hit), _and(a.Shoot))
        shots = of(events, e.ShotDeclared)
        assert [one.extra for one in shots] == [False, True][:attacks], (face, hit)
    targets = {
        o.target
        for kind, some in _two_targets(trial).offers
        if kind == "bonus-attack"
        for o in some
        if isinstance(o, a.Shoot)
    }
    assert len(targets) == 2  # any target


def _two_targets(trial: Trial) -> Bench:
    bench = Bench(trial)
    bench.calm.x, bench.calm.y = 500, 60
    bench.shoot(Loaded([1]), _and(a.Shoot))
    return bench


def _after_shot_attack(trial: Trial) -> None:
    bench = Bench(trial, "down")
    events = bench.shoot(Loaded([4]), _and(a.Shoot))
    first, second = of(events, e.ShotDeclared)
    assert (second.target, second.plain, second.dice) == (first.target, True, trial.effect.value)
    assert len(of(events, e.AttackRolled)[1].dice) == trial.effect.value
    shots = [
        o for kind, some in bench.offers if kind == "bonus-attack" for o in some if isinstance(o, a.Shoot)
    ]
    assert {o.target for o in shots} == {bench.enemy_id}
    for face in ("old", "none"):
        assert len(of(Bench(trial, face).shoot(Loaded([4]), _and(a.Shoot)), e.ShotDeclared)) == 1


def _last_fury(trial: Trial) -> None:
    for face, full, attacks in (("up", True, 2), ("up", False, 1), ("none", True, 1)):
        bench = Bench(trial, face)
        bench.own.damage = bench.own.stats.damage if full else 0
        events = bench.shoot(Loaded([1]))
        assert "shoot" in bench.field.asked().values()  # others come first
        events += bench.field.act(RED, a.Skip(bench.calm_id), Loaded())
        if attacks == 2:
            assert bench.field.asked() == {BLUE: "bonus-attack"}
            events += bench.go_on(Loaded([1]), _and(a.Shoot))
        assert len(of(events, e.ShotDeclared)) == attacks


def of_extra_move(trial: Trial) -> None:
    {"end-of-move": _end_of_move, "last": _last_move}.get(trial.effect.moment, _move_after_shot)(trial)


def _move_after_shot(trial: Trial) -> None:
    no_hit = trial.effect.moment == "no-hit"
    cases = [("down", 1, 1), ("none", 1, 0), ("down", 4, 0 if no_hit else 1)]
    if trial.effect.use == "turned":
        cases.append(("old", 1, 0))
    for face, hit, moves in cases:
        bench = Bench(trial, face)
        bench.own.speed = 1
        events = bench.shoot(Loaded([hit], again=hit), _and(a.Move, a.Fly))
        moved = of(events, e.Moved)
        assert [(one.free, one.speed) for one in moved] == [(True, 1)] * moves, (face, hit)
        assert bench.own.speed == 1
        if moves and trial.effect.use == "discard":
            assert bench.card.state == "gone"


def _moving(trial: Trial, face: str, **options: Any) -> Bench:
    bench = Bench(trial, face, stage="movement", **options)
    bench.own.acted, bench.enemy.acted = False, True
    bench.calm.acted = True
    return bench


def _end_of_move(trial: Trial) -> None:
    effect = trial.effect
    extra = ["era"] if effect.use == "discard-other" else []
    ways: tuple[type[Any], ...] = (
        (a.Move,) if carrier(trial, nation_of(trial)).kind == "tank" else (a.Fly, a.Elevate)
    )
    for way in ways:
        bench = _moving(trial, "down", extra=extra)
        bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, (a.Move, a.Fly))), Loaded())
        speed = bench.own.speed
        bench.field.act(BLUE, bench.uses(bench.legal(BLUE))[0], Loaded())
        assert bench.field.game.bonus
        events = bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, way)), Loaded())
        assert not bench.field.game.bonus  # one of the two
        assert of(events, e.Moved if way is not a.Elevate else e.TokensTaken)
        assert bench.own.speed == speed == 1
        assert not bench.uses(bench.legal(BLUE))  # once a turn
        if extra:
            assert (bench.own.cards[0].state, bench.card.state) == ("gone", "up")
    if extra:
        assert not Bench(trial, "down", stage="movement").uses(_moving(trial, "down").legal(BLUE))


def _last_move(trial: Trial) -> None:
    bench = _moving(trial, "down")
    events = bench.field.act(BLUE, a.Stay(bench.own_id), Loaded())
    assert bench.field.asked() == {BLUE: "last-move"}
    (use,) = bench.uses(bench.legal(BLUE))
    events = bench.field.act(BLUE, use, Loaded())
    assert bench.card.state == "gone"
    events = bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, a.Move)), Loaded())
    assert [(one.free, one.speed) for one in of(events, e.Moved)] == [(True, 0)]
    without = _moving(trial, "none")
    without.field.act(BLUE, a.Stay(without.own_id), Loaded())
    assert without.field.game.stage == "shooting"


def of_change_elevation(trial: Trial) -> None:
    chance = trial.effect.chance
    if trial.effect.moment == "after-shot":
        for face, die, high in (("down", chance, True), ("down", chance - 1, False), ("none", 6, False)):
            bench = Bench(trial, face)
            bench.own.speed = 1
            bench.shoot(Loaded(other=[die]), _and(a.Elevate))
            assert (bench.own.high, bench.own.speed) == (high, 1)
        return
    for face, tokens in (("up", 0), ("none", 1), ("down", 1)):
        bench = _moving(trial, face)
        bench.field.act(BLUE, a.Elevate(bench.own_id), Loaded())
        assert (bench.own.high, bench.own.speed) == (True, tokens)


def of_drop_token(trial: Trial) -> None:
    chance = trial.effect.chance
    for die, left in ((chance, 0), (chance - 1, 1)):
        bench = _moving(trial, "down")
        bench.enemy.acted = False
        bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, a.Move)), Loaded())
        (use,) = bench.uses(bench.legal(BLUE))
        bench.field.act(BLUE, use, Loaded(other=[die]))
        assert bench.own.speed == left
    bench = _moving(trial, "down")
    for _ in range(2):
        bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, a.Move)), Loaded())
    assert not bench.uses(bench.legal(BLUE))


def of_repair_in_field(trial: Trial) -> None:
    number = critical("damaged-engine")
    for die, left in ((4, []), (3, [number])):
        bench = _moving(trial, "down")
        bench.own.criticals = [number]
        (use,) = bench.uses(bench.legal(BLUE))
        bench.field.act(BLUE, use, Loaded(other=[die]))
        assert (bench.own.criticals, bench.own.speed, bench.own.acted) == (
            left,
            1,
            bench.field.game.stage == "movement",
        )
    assert not _moving(trial, "down").uses(_moving(trial, "down").legal(BLUE))


# -- the platoon -----------------------------------------------------------------------------------------------


def of_spot(trial: Trial) -> None:
    nation = nation_of(trial)
    guns = next(
        m.id for m in rules().charts.models.values() if m.nation == nation and "Artillery" in m.keywords
    )
    wall = [("building", 450, 560, 0)]
    for face, speed, able in (("down", 0, True), ("down", 1, False), ("none", 0, False)):
        bench = Bench(
            trial, face, friends=[(guns, 450, 820, 0), (guns, 450, 720, 0)], terrain=wall, at=(700, 600)
        )
        bench.own.acted = True
        gun = bench.model(bench.friend_ids[0])
        gun.speed, bench.model(bench.friend_ids[1]).acted = speed, True
        shots = [
            o
            for o in bench.legal(BLUE)
            if isinstance(o, a.Shoot) and (o.unit, o.target) == (gun.id, bench.enemy_id)
        ]
        assert [o.spotter for o in shots] == ([bench.own_id] if able else [])
        if able:
            events = bench.field.act(BLUE, shots[0], Loaded()) + bench.go_on()
            assert of(events, e.AttackRolled)
            assert bench.card.state == "up"
            bench.model(bench.friend_ids[1]).acted = False
            later = [o for o in bench.legal(BLUE) if isinstance(o, a.Shoot) and o.target == bench.enemy_id]
            assert not later  # once a turn


def of_choose_phase(trial: Trial) -> None:
    for phase, other in (("movement", "shooting"), ("shooting", "movement")):
        bench = Bench(trial, "down", stage="movement")
        bench.field.game.waiting = [BLUE]
        choice = a.ChoosePhase(bench.own_id, bench.slot, phase)  # type: ignore[arg-type]
        assert choice in bench.legal(BLUE)
        bench.field.act(BLUE, choice, Loaded())
        base, play = bench.own.stats.initiative, bench.field.play()
        assert initiative(play, bench.own, phase) == base + trial.effect.value
        assert initiative(play, bench.own, other) == base + trial.effect.more
        bench.field.game.turn += 1
        assert initiative(bench.field.play(), bench.own, phase) == base


def of_mark(trial: Trial) -> None:
    def later(bench: Bench) -> int:
        bench.shoot(Loaded([1]))
        mate = bench.model(bench.friend_ids[0])
        mate.speed, bench.offers = 1, []
        bench.field.game.advantage = BLUE
        bench.shoot(Loaded([5]), unit=mate.id)
        return max([len(o.dice) for o in bench.offered("attack-dice") if isinstance(o, a.Reroll)], default=0)

    in_force_only(
        trial, later, trial.effect.value, friends=[(carrier(trial, nation_of(trial)).id, 600, 700, 0)]
    )


def of_redeploy(trial: Trial) -> None:
    for face in ("up", "none"):
        bench = Bench(trial, face, stage="deployment", friends=[("leopard-1", 200, 850, 0)])
        bench.own.x, bench.field.game.prepared = -1, False
        bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, a.Deploy)), Loaded())
        assert bench.field.asked().get(BLUE) == (
            "redeploy" if face == "up" else "move" if BLUE in bench.field.asked() else None
        )
        for _ in range(trial.effect.value if face == "up" else 0):
            again = next(o for o in bench.legal(BLUE) if isinstance(o, a.Deploy))
            (deployed,) = of(bench.field.act(BLUE, again, Loaded()), e.Deployed)
            assert deployed.how == "again"
        assert bench.field.game.stage == "movement"


def of_reserve(trial: Trial) -> None:
    count = trial.effect.value
    kind = carrier(trial, nation_of(trial)).id
    for face in ("down", "none"):
        bench = Bench(trial, face, stage="deployment", friends=[(kind, -1, -1, 0)] * (count + 1))
        held: list[str] = []
        while option := next((o for o in bench.legal(BLUE) if isinstance(o, a.HoldOff)), None):
            bench.field.act(BLUE, option, Loaded())
            held.append(option.unit)
        assert len(held) == (count if face == "down" else 0)
        if held:
            assert bench.card.state == "up"
            game = bench.field.game
            game.stage, game.waiting = "command", [BLUE]
            options = [o for o in bench.legal(BLUE) if isinstance(o, a.Deploy)]
            assert {o.unit for o in options} == set(held)
            (deployed,) = of(bench.field.act(BLUE, options[0], Loaded()), e.Deployed)
            assert deployed.how == "reserve"
            inset = min(deployed.x, game.width - deployed.x)
            assert inset < 150 < deployed.y < game.height - 150  # from an edge where nobody deployed


# -- rosters ---------------------------------------------------------------------------------------------------


def _wrong(nation: str, type: str, *cards: str) -> int:
    charts = rules().charts
    rule = next(r.id for r in charts.rules.values() if r.nation == nation)
    return len(list(problems(charts, Roster("x", nation, rule, 0, True, (Unit(type, cards),)), 0)))  # type: ignore[arg-type]


def of_pairs(trial: Trial) -> None:
    assert trial.card is not None
    nation = nation_of(trial)
    row = carrier(trial, nation)
    one, other = {"Equipment": ("medical-kit", "tool-kit"), "Ammo": ("manpads", "willie-pete")}[
        trial.effect.type
    ]
    same, different = (one, one), (one, other)
    allowed, refused = (same, different) if trial.effect.do == "pair-same" else (different, same)
    assert not _wrong(nation, row.id, trial.id, *allowed)
    assert _wrong(nation, row.id, *allowed)
    assert _wrong(nation, row.id, trial.id, *refused)


MOMENTS: dict[str, Experiment] = {
    "second-attack": of_second_attack,
    "extra-move": of_extra_move,
    "change-elevation": of_change_elevation,
    "drop-token": of_drop_token,
    "repair-in-field": of_repair_in_field,
    "spot": of_spot,
    "choose-phase": of_choose_phase,
    "mark": of_mark,
    "redeploy": of_redeploy,
    "reserve": of_reserve,
    "pair-same": of_pairs,
    "pair-different": of_pairs,
}
