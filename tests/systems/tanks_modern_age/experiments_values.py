"""Experiments with values: what an effect changes when its card is in force, and only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.order import to_move, to_shoot
from campaign.systems.tanks_modern_age.values import full, initiative, speed
from tests.systems.tanks_modern_age.bench import Bench, Loaded, Trial, nation_of, rules
from tests.systems.tanks_modern_age.field import BLUE, of

Experiment = Callable[[Trial], None]
Measure = Callable[[Bench], Any]


def in_force_only(trial: Trial, measure: Measure, value: int, also: int = 0, **options: Any) -> None:
    """The measure is greater by value with the effect in force; face down, out of date or unmet it is as without.

    also: what other effects of the card add to it whenever the card lies face up.
    """

    def measured(face: str, off: str = "") -> int:
        return measure(Bench(trial, face, off, **options))

    assert measured("up") - measured("none") == value + also, (trial.id, measured("up"), measured("none"))
    if trial.card is not None:
        if not trial.card.revealed:
            assert measured("down") == measured("none")
        if trial.effect.use == "turned":
            assert measured("old") == measured("none") + also
    for off in (*trial.effect.when, *trial.effect.owner_when):
        assert measured("up", off) == measured("none", off) + also, f"{trial.id} works without {off}"


def dice_rolled(bench: Bench, **options: Any) -> int:
    return len(of(bench.shoot(**options), e.AttackRolled)[0].dice)


def dice_defending(bench: Bench) -> int:
    return len(of(bench.shoot(), e.DefenceRolled)[0].dice)


# -- values ----------------------------------------------------------------------------------------------------


def of_initiative(trial: Trial) -> None:
    effect = trial.effect
    if effect.use == "discard":
        _initiative_given_up(trial)
        return
    helped = effect.whom != "self"
    options: dict[str, Any] = {"friends": [(effect.models[0], 580, 700, 0)]} if helped else {}
    losses = 1 if effect.per else 0
    for phase in ("movement", "shooting"):

        def measure(bench: Bench, phase: str = phase) -> int:
            model = bench.model(bench.friend_ids[0]) if helped else bench.own
            return initiative(bench.field.play(), model, phase)

        here = effect.phase in ("", phase)
        also = (
            0
            if helped or trial.card is None
            else sum(
                one.value
                for one in trial.card.effects
                if one is not effect
                and one.do == "initiative"
                and one.phase in ("", phase)
                and one.whom == "self"
                and not one.per
            )
        )
        value = effect.value * (losses if effect.per else 1) if here else 0
        in_force_only(trial, measure, value, also, **options)
    if helped:
        _initiative_of_others(trial)
        return
    twin = Bench(trial, friends=[(Bench(trial).own.type, 200, 700, 0)])
    if effect.when:
        return
    for model in (twin.enemy, twin.calm):
        model.acted = True
    play = twin.field.play()
    for phase, due in (("movement", to_move), ("shooting", to_shoot)):
        gain = initiative(play, twin.own, phase) - twin.own.stats.initiative
        first = {m.id for m in due(play)}
        ahead = gain > 0 if phase == "shooting" else gain < 0
        assert first == (
            {twin.own_id, twin.friend_ids[0]}
            if not gain
            else {twin.own_id}
            if ahead
            else {twin.friend_ids[0]}
        )


def _initiative_of_others(trial: Trial) -> None:
    """Models of other types are not helped; those far away by a word to the platoon, not by one to close friends."""
    effect = trial.effect
    nation = trial.card.nations[0] if trial.card else ""
    other = next(
        m.id for m in rules().charts.models.values() if m.nation == nation and m.id not in effect.models
    )
    for type, x, y, value in ((other, 580, 700, 0), (effect.models[0], 100, 800, effect.value)):
        if effect.whom == "close-friends" or "enemy-tank-close" in effect.when:
            value = 0
        found: list[int] = []
        for face in ("up", "none"):
            bench = Bench(trial, face, friends=[(type, x, y, 0)])
            found.append(
                initiative(bench.field.play(), bench.model(bench.friend_ids[0]), effect.phase or "shooting")
            )
        assert found[0] - found[1] == value, (trial.id, type)


def _initiative_given_up(trial: Trial) -> None:
    bench = Bench(trial, "down")
    bench.field.game.waiting = [BLUE]
    (use,) = bench.uses(bench.legal(BLUE))
    before = initiative(bench.field.play(), bench.own, "shooting")
    bench.field.act(BLUE, use, Loaded())
    assert bench.card.state == "gone"
    assert not bench.field.game.bonus
    play = bench.field.play()
    assert initiative(play, bench.own, "shooting") == before + trial.effect.value
    assert initiative(play, bench.own, "movement") == bench.own.stats.initiative
    assert not bench.uses(bench.legal(BLUE))
    bench.field.game.turn += 1
    assert initiative(bench.field.play(), bench.own, "shooting") == before


def of_attack(trial: Trial) -> None:
    if trial.effect.use == "discard":
        bench = Bench(trial, "down")
        found = bench.attacks(bench.own_id, bench.enemy_id)
        assert dice_rolled(bench, ammo=bench.slot) == dice_rolled(Bench(trial, "none")) + trial.effect.value
        assert ("gun", bench.slot) in found
        assert bench.card.state == "gone"
        bench.own.acted = False
        assert ("gun", bench.slot) not in bench.attacks(bench.own_id, bench.enemy_id)
        return
    in_force_only(trial, dice_rolled, trial.effect.value)
    by_machine_guns = [
        Bench(trial, face, enemy="cobra" if nation_of(trial) != "usa" else "hind") for face in ("up", "none")
    ]
    if ("machine-guns", -1) in by_machine_guns[0].attacks(
        by_machine_guns[0].own_id, by_machine_guns[0].enemy_id
    ):
        one, other = (dice_rolled(bench, weapon="machine-guns") for bench in by_machine_guns)
        assert (one, other) == (3 if trial.card else 3 + trial.effect.value, 3)


def of_enemy_attack(trial: Trial) -> None:
    in_force_only(trial, dice_rolled, trial.effect.value)


def of_defence(trial: Trial) -> None:
    in_force_only(trial, dice_defending, trial.effect.value)
    if trial.card is not None:  # turned up when hit, before the dice are rolled

        def turning(bench: Bench, kind: str, options: list[Any]) -> Any:
            return bench.turn_up() if kind == "defend" and bench.turn_up() in options else None

        (rolled,) = of(Bench(trial, "down").shoot(pick=turning), e.DefenceRolled)
        assert len(rolled.dice) - dice_defending(Bench(trial, "none")) == trial.effect.value
    if trial.effect.until_moved:
        bench = Bench(trial)
        bench.own.moved_ever = True
        assert dice_defending(bench) == dice_defending(Bench(trial, "none"))


def of_capacity(trial: Trial) -> None:
    for face, destroyed in (("up", False), ("none", True), ("down", True)):
        bench = Bench(trial, face)
        bench.own.damage = bench.own.stats.damage + trial.effect.value - 1
        assert full(bench.field.play(), bench.own) is destroyed
        bench.own.damage += 1
        assert full(bench.field.play(), bench.own)


def of_gain(trial: Trial) -> None:
    word = trial.effect.keyword.partition(" (")[0]
    {"Fast": _fast, "Spearhead": _spearhead, "Missiles": _missiles}[word](trial)


def _moves(bench: Bench) -> int:
    """How many moves its owner can make with it now."""
    for n in range(9):
        found = [o for o in bench.legal(BLUE) if isinstance(o, a.Move) and o.unit == bench.own_id]
        if not found or bench.field.game.stage != "movement":
            return n
        bench.field.act(BLUE, found[0], Loaded())
    raise AssertionError("it never stops")


def _mover(trial: Trial, face: str, **options: Any) -> Bench:
    bench = Bench(trial, face, stage="movement", **options)
    bench.enemy.acted = bench.calm.acted = True
    bench.own.acted = False
    return bench


def _fast(trial: Trial) -> None:
    if trial.effect.use == "discard":
        bench = _mover(trial, "down")
        bench.field.game.waiting = [BLUE]
        bench.field.act(BLUE, bench.uses(bench.legal(BLUE))[0])
        assert bench.card.state == "gone"
        if bench.field.game.waiting:
            bench.field.act(BLUE, a.Pass())
    else:
        bench = _mover(trial, "up")
        assert _moves(_mover(trial, "old")) == 2
    later = bench.field.rules.copy(bench.field.game)
    assert _moves(bench) == 3
    bench.field.game = later
    later.turn += 1
    assert speed(bench.field.play(), bench.own) == 2
    assert _moves(_mover(trial, "none")) == _moves(_mover(trial, "down")) == 2


def _spearhead(trial: Trial) -> None:
    for face in ("up", "none"):
        bench = Bench(trial, face, stage="deployment")
        bench.own.x = bench.own.y = -1
        spot = next(o for o in bench.legal(BLUE) if isinstance(o, a.Deploy))
        events = bench.field.act(BLUE, spot, Loaded())
        assert (
            bool(of(events, e.BonusGranted))
            == (bench.field.asked() == {BLUE: "bonus-spearhead"})
            == (face == "up")
        )
        if face == "up":
            (moved,) = of(
                bench.field.act(BLUE, next(o for o in bench.legal(BLUE) if isinstance(o, a.Move))), e.Moved
            )
            assert moved.free


def _missiles(trial: Trial) -> None:
    effect, dice = trial.effect, int(trial.effect.keyword.partition(" (")[2][:-1])
    usa = nation_of(trial) == "usa"
    for kind, enemy in (("tank", "t-72" if usa else "m1-abrams"), ("helicopter", "hind" if usa else "cobra")):
        able = effect.against in ("", kind)
        given_up = effect.use == "discard"
        bench = Bench(trial, "down" if given_up else "up", enemy=enemy)
        way = ("missiles", bench.slot if given_up else -1)
        assert (way in bench.attacks(bench.own_id, bench.enemy_id)) is able
        if able:
            assert dice_rolled(bench, weapon=way[0], ammo=way[1]) == dice
            assert bench.card.state == ("gone" if given_up else "up")
        without = Bench(trial, "none" if given_up else "down", enemy=enemy)
        assert not [w for w, _ in without.attacks(without.own_id, without.enemy_id) if w == "missiles"]


def of_moves(trial: Trial) -> None:
    in_force_only(trial, lambda bench: speed(bench.field.play(), bench.own), trial.effect.value)


def of_lose(trial: Trial) -> None:
    assert trial.effect.keyword == "Fast"
    faces = [_moves(_mover(trial, face, keyword="Fast", nation="usa")) for face in ("up", "none", "down")]
    assert faces == [2, 3, 3]


VALUES: dict[str, Experiment] = {
    "initiative": of_initiative,
    "attack": of_attack,
    "enemy-attack": of_enemy_attack,
    "defence": of_defence,
    "capacity": of_capacity,
    "moves": of_moves,
    "gain": of_gain,
    "lose": of_lose,
}
