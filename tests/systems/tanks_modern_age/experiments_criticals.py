"""Experiments with ammunition, critical cards and repairs."""

from __future__ import annotations

from typing import Any

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
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
from tests.systems.tanks_modern_age.experiments_values import Experiment
from tests.systems.tanks_modern_age.field import BLUE, RED, of

# -- ammunition ------------------------------------------------------------------------------------------------


def of_rockets(trial: Trial) -> None:
    bench = Bench(trial, "down", friends=[(carrier(trial, nation_of(trial)).id, 60, 840, 0)])
    bench.enemy.speed = 2
    bench.calm.x, bench.calm.y = 560, 300
    (option,) = [
        o
        for (w, n), o in bench.attacks(bench.own_id, bench.enemy_id).items()
        if (w, n) == ("rockets", bench.slot)
    ]
    assert option.target == bench.enemy_id
    events = bench.shoot(weapon="rockets", ammo=bench.slot)
    shots, thrown, defences = (of(events, one) for one in (e.ShotDeclared, e.AttackRolled, e.DefenceRolled))
    assert [one.target for one in shots] == [bench.enemy_id, bench.calm_id]
    assert {len(one.dice) for one in thrown} == {trial.effect.value}
    assert [len(one.dice) for one in defences] == [bench.enemy.stats.defence, bench.calm.stats.defence]
    assert all(one.plain for one in shots)
    assert bench.card.state == "gone"
    assert not bench.offered("attack-dice")


def of_smoke(trial: Trial) -> None:
    def enemy_dice(face: str) -> tuple[int, bool]:
        bench = Bench(trial, face)
        if face == "down":
            way = bench.attacks(bench.own_id, bench.enemy_id)["smoke", bench.slot]
            events = bench.field.act(BLUE, way, Loaded())
            assert not of(events, e.AttackRolled)
            assert bench.card.state == "gone"
            assert bench.own.acted
        else:
            bench.own.acted = True
        bench.enemy.acted = False
        (rolled,) = of(bench.shoot(unit=bench.enemy_id), e.AttackRolled)
        return len(rolled.dice), bench.enemy.covered

    (smoked, covered), (clear, _) = enemy_dice("down"), enemy_dice("none")
    assert smoked == max(0, clear - trial.effect.value)
    assert covered
    bench = Bench(trial, "down")
    bench.field.act(BLUE, bench.attacks(bench.own_id, bench.enemy_id)["smoke", bench.slot], Loaded())
    bench.field.tell(e.FieldReset())
    assert (bench.enemy.smoked, bench.enemy.covered) == (0, False)


def of_keep_ammo(trial: Trial) -> None:
    chance = trial.effect.chance
    for ammo in ("silver-bullet", "extra-ammunition"):
        for face, attack, die in (
            ("up", 1, chance or 1),
            ("up", 4, chance or 1),
            ("up", 1, chance - 1),
            ("none", 1, 6),
        ):
            if die < 0:
                continue
            bench = Bench(trial, face, extra=[ammo], nation="usa")
            if not chance and die < 1:
                continue
            dice = Loaded([attack], again=attack, other=[die])

            def use(bench: Bench, kind: str, options: list[Any]) -> Any:
                return next((o for o in options if isinstance(o, a.UseCard) and o.slot == 0), None)

            events = bench.shoot(dice, use, ammo=0 if ammo == "silver-bullet" else -1)
            back = face == "up" and (die >= chance if chance else attack == 1)
            assert (bench.own.cards[0].state == "up") is back, (trial.id, ammo, face, attack, die)
            assert bool(of(events, e.CardKept)) is back


def of_substitute_ammo(trial: Trial) -> None:
    bench = Bench(trial, "down", extra=["silver-bullet"], nation="usa")
    events = bench.shoot(pick=using(), ammo=0)
    assert of(events, e.CardKept)
    assert (bench.own.cards[0].state, bench.card.state) == ("up", "gone")
    bench = Bench(trial, "down", extra=["silver-bullet"], nation="usa")
    bench.shoot(ammo=0)
    assert (bench.own.cards[0].state, bench.card.state) == ("gone", "down")
    bench = Bench(trial, "down", extra=["silver-bullet"], nation="usa")
    bench.shoot()
    assert not bench.uses(bench.offered("after-shot"))  # no Ammo was used


# -- critical cards --------------------------------------------------------------------------------------------


def of_kill_crew(trial: Trial) -> None:
    need = trial.effect.value
    for hits, cards in (
        (need, ("gunner-assassin", "loader-precise")),
        (need - 1, ("gunner-assassin",)),
        (need, ()),
    ):
        bench = Bench(trial, "down", enemy_cards=cards)
        events = bench.shoot(Loaded([4] * hits + [1]), using())
        lost = [card.state for card in bench.enemy.cards].count("gone")
        used = hits == need and bool(cards)
        assert lost == int(used)
        assert sum(d.amount for d in of(events, e.DamageTaken)) == (0 if used else hits)
        if used:
            assert "discard" in [kind for kind, _ in bench.offers]  # the target's side chooses


def of_extra_criticals(trial: Trial) -> None:
    _drawn(trial, each=trial.effect.every)


def of_choose_critical(trial: Trial) -> None:
    _drawn(trial, each=True)


def _drawn(trial: Trial, each: bool) -> None:
    deck = [
        critical(one)
        for one in ("direct-hit", "shell-shocked", "damaged-engine", "stunned-crew", "bailed-out")
    ]
    deck.append(critical("engine-fire"))

    def counts(face: str, off: str = "") -> tuple[list[int], Bench]:
        bench = Bench(trial, face, off, deck=deck)
        events = bench.shoot(
            Loaded([6, 6, 1]),
            lambda b, k, o: b.field.game.shot.drawn and next((x for x in o if isinstance(x, a.Drop)), None),
        )  # type: ignore[union-attr]
        drawn = [len(one.cards) for one in of(events, e.CriticalDrawn)]
        assert len(of(events, e.CriticalSuffered)) == 2
        assert len(of(events, e.CriticalDropped)) == sum(drawn) - 2
        return drawn, bench

    value = trial.effect.value
    found, bench = counts("up")
    assert found == [1 + value, 1 + value if each else 1]
    assert "drop" in [kind for kind, _ in bench.offers]
    assert counts("none")[0] == counts("down")[0] == [1, 1]
    for off in trial.effect.when:
        assert counts("up", off)[0] == [1, 1]
    own = next(p for p in bench.offers if p[0] == "drop")
    assert {type(o) for o in own[1]} == {a.Drop}


def of_take_critical(trial: Trial) -> None:
    for x, near in ((580, True), (800, False)):
        bench = Bench(
            trial, "down", friends=[(carrier(trial, "ussr").id, x, 700, 0)], deck=[critical("direct-hit")]
        )
        bench.own.acted = bench.model(bench.friend_ids[0]).acted = True
        bench.enemy.acted = False
        bench.field.game.advantage = RED
        shots = bench.attacks(bench.enemy_id, bench.friend_ids[0])
        dice = Loaded([6, 1])
        events = bench.field.act(RED, shots["gun", -1], dice) + bench.go_on(dice, using())
        suffered = [one.unit for one in of(events, e.CriticalSuffered)]
        assert suffered == [bench.own_id if near else bench.friend_ids[0]]
        assert bench.card.state == ("gone" if near else "down")
        assert bench.own.damage == (2 if near else 0)


def of_cancel_critical(trial: Trial) -> None:
    effect = trial.effect
    other = ["era"] if effect.use == "discard-other" else []
    for id in rules().charts.criticals:
        named = id in effect.criticals
        spare = critical("direct-hit", 2)
        bench = Bench(trial, "down", extra=other, deck=[critical(id), spare])
        offered: list[int] = []

        def pick(bench: Bench, kind: str, options: list[Any], offered: list[int] = offered) -> Any:
            found = using(9)(bench, kind, options)
            offered.append(bool(found))
            return found

        events = bench.shoot(Loaded([6, 1]), pick)
        suffered = [one.card for one in of(events, e.CriticalSuffered)]
        assert suffered == ([spare] if effect.redraw else []) if named else [critical(id)]
        assert sum(offered) == int(named)
        if named and effect.use == "discard":
            assert bench.card.state == "gone"
        elif named and other:
            assert (bench.card.state, bench.own.cards[bench.slot - 1].state) == ("up", "gone")
        elif trial.card and not trial.card.revealed:
            passed = Bench(trial, "down", extra=other, deck=[critical(id), spare])
            assert len(of(passed.shoot(Loaded([6, 1])), e.CriticalSuffered)) == 1
    if other:
        bare = Bench(trial, "down", deck=[critical(effect.criticals[0])])
        bare.shoot(Loaded([6, 1]))
        assert not bare.uses(bare.offered("critical"))


def of_reroll_repair(trial: Trial) -> None:
    charts, effect = rules().charts, trial.effect
    for id in (one.id for one in charts.criticals.values() if one.repairable):
        helps = not effect.criticals or id in effect.criticals
        for face, off, again in [
            ("up", "", helps),
            ("none", "", False),
            *(("up", one, False) for one in effect.when),
        ]:
            bench = Bench(trial, face, off, stage="command", criticals=[critical(id)])
            events = bench.field.act(
                BLUE, a.Repair(bench.own_id, critical(id)), Loaded(other=[1, 6] if again else [1])
            )
            (tried,) = of(events, e.RepairTried)
            assert (tried.fixed, len(tried.dice)) == (again, 2 if again else 1), (trial.id, id, face)
    first = effect.criticals[0] if effect.criticals else "damaged-engine"
    bench = Bench(trial, "up", stage="command", criticals=[critical(first)])
    events = bench.field.act(BLUE, a.Repair(bench.own_id, critical(first)), Loaded(other=[5]))
    assert of(events, e.RepairTried)[0].dice == (5,)  # what worked is not rolled again


def of_retaliate(trial: Trial) -> None:
    chance = trial.effect.chance
    for face, hit, die, damage in (
        ("up", 4, chance, trial.effect.value), ("up", 4, chance - 1, 0), ("none", 4, 6, 0), ("up", 1, 6, 0),
    ):  # fmt: skip
        bench = Bench(trial, face)
        events = bench.shoot(Loaded([hit], again=hit, other=[die]))
        assert bench.enemy.damage == damage
        assert bool(of(events, e.RetaliationRolled)) == (face == "up" and hit == 4)


CRITICALS: dict[str, Experiment] = {
    "rockets": of_rockets,
    "smoke": of_smoke,
    "keep-ammo": of_keep_ammo,
    "substitute-ammo": of_substitute_ammo,
    "kill-crew": of_kill_crew,
    "extra-criticals": of_extra_criticals,
    "choose-critical": of_choose_critical,
    "take-critical": of_take_critical,
    "cancel-critical": of_cancel_critical,
    "reroll-repair": of_reroll_repair,
    "retaliate": of_retaliate,
}
