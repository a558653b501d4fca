"""Every effect of every card, platoon rule and critical changes what it says, and nothing when it is not in force."""

from __future__ import annotations

import pytest

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import CREW, Card, Roster, Unit
from campaign.systems.tanks_modern_age.roster import problems, unit_cost
from campaign.systems.tanks_modern_age.values import (
    forward_firing,
    initiative,
    may_shoot,
    rerolls_barred,
    speed,
)
from tests.systems.tanks_modern_age.bench import Bench, Loaded, Trial, carrier, critical, nation_of, trials
from tests.systems.tanks_modern_age.experiments_criticals import CRITICALS
from tests.systems.tanks_modern_age.experiments_dice import DICE
from tests.systems.tanks_modern_age.experiments_moments import MOMENTS
from tests.systems.tanks_modern_age.experiments_values import VALUES, dice_rolled
from tests.systems.tanks_modern_age.field import BLUE, VERBS, of, rules

EXPERIMENTS = VALUES | DICE | CRITICALS | MOMENTS
ALL = list(trials())
CARDS = list(rules().charts.cards.values())


@pytest.mark.parametrize("trial", ALL, ids=lambda trial: f"{trial.id}-{trial.number}-{trial.effect.do}")
def test_every_effect_does_what_it_says(trial: Trial):
    EXPERIMENTS[trial.effect.do](trial)


def test_every_word_of_the_vocabulary_has_an_experiment():
    assert set(EXPERIMENTS) == VERBS


# -- what a card says of platoons ------------------------------------------------------------------------------


def wrong(nation: str, *units: Unit) -> int:
    charts = rules().charts
    rule = next(r.id for r in charts.rules.values() if r.nation == nation)
    return len(list(problems(charts, Roster("x", nation, rule, 0, True, units), 0)))  # type: ignore[arg-type]


def tank_of(nation: str) -> Unit:
    return Unit(next(m.id for m in rules().charts.models.values() if m.nation == nation and m.kind == "tank"))


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_goes_where_it_says(card: Card):
    charts = rules().charts
    first = Trial(card.id, 0, card.effects[0], card)
    nation = nation_of(first)
    row = carrier(first, nation)
    needed = (card.needs,) if card.needs else ()
    tank = Unit(
        next(m.id for m in charts.models.values() if m.nation == nation and m.kind == "tank" and m.official)
    )
    unit = Unit(row.id, (*needed, card.id))
    assert not wrong(nation, unit, tank)
    assert unit_cost(charts, unit) == unit_cost(charts, Unit(row.id, needed)) + card.points - card.cheaper
    assert bool(wrong(nation, unit, unit, tank)) is (
        card.hero or any(charts.cards[one].hero for one in needed)
    )
    if needed:
        assert wrong(nation, Unit(row.id, (card.id,)), tank)
    if card.alone:
        assert wrong(
            nation,
            Unit(row.id, (card.id, next(c.id for c in CARDS if c.type in CREW and c.type != card.type))),
        )
    for other in charts.models.values():
        words = {one.partition(" (")[0] for one in other.keywords}
        fits = (not needed or other.id in charts.cards[card.needs].models) and (
            (not card.nations or other.nation in card.nations)
            and card.kind in ("", other.kind)
            and (not card.models or other.id in card.models)
            and (not card.keyword or card.keyword in words)
            and (not card.without or card.without not in words)
        )
        mate = next(
            m.id
            for m in charts.models.values()
            if m.nation == other.nation and m.kind == "tank" and m.official
        )
        assert bool(wrong(other.nation, Unit(other.id, (*needed, card.id)), Unit(mate))) is not fits, other.id


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_starts_face_up_only_if_it_says_so(card: Card):
    bench = Bench(Trial(card.id, 0, card.effects[0], card), "down")
    assert bench.card.state == ("up" if card.revealed else "down")
    if not card.revealed:
        (turned,) = of(bench.field.act(BLUE, bench.turn_up(), Loaded()), e.CardTurned)
        assert (turned.card, bench.card.state) == (card.id, "up")


# -- critical cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tank", "helicopter"])
@pytest.mark.parametrize("id", list(rules().charts.criticals))
def test_every_critical_card_does_what_it_says(id: str, kind: str):
    """Suffered in an attack, by a model with two crew cards and an Ammo card; then looked at, and repaired."""
    charts = rules().charts
    one = charts.criticals[id]
    blow = one.on(kind)  # type: ignore[arg-type]
    trial = next(
        t
        for t in ALL
        if t.effect.do == "defence" and t.id == ("kontact-5" if kind == "tank" else "harry-stevens")
    )
    extra = ("gunner-assassin", "extra-ammunition", "commander-cunning")
    bench = Bench(trial, "up", extra=extra, deck=[critical(id)])
    before = Bench(trial, "up", extra=extra)
    assert bench.own.kind == kind
    events = bench.shoot(Loaded([6, 1]))
    assert [s.card for s in of(events, e.CriticalSuffered)] == [critical(id)]
    lost = [card.type for card in bench.own.cards if card.state == "gone"]
    assert len(lost) == (1 if blow.discard else 0)
    assert all((type == "Ammo") == (blow.discard == "ammo") for type in lost)
    assert bench.own.damage == blow.damage + blow.damage_each * len(lost)
    assert bench.own.criticals == ([critical(id)] if one.repairable else [])
    if not one.repairable:
        return
    own, play = bench.own, bench.field.play()
    usual = speed(before.field.play(), before.own)
    limit = 0 if blow.no_move else usual if blow.speed_limit is None else min(usual, blow.speed_limit)
    assert speed(play, own) == limit
    for phase in ("movement", "shooting"):
        expected = 0 if blow.initiative == 0 else initiative(before.field.play(), before.own, phase)
        assert initiative(play, own, phase) == expected
    assert may_shoot(play, own) is not blow.no_shoot
    assert rerolls_barred(play, own) is blow.no_rerolls
    assert forward_firing(play, own) is (kind == "helicopter" or blow.forward_firing)
    if not blow.no_shoot:
        for one_bench, criticals in ((before, []), (bench, [critical(id)])):
            one_bench.own.criticals, one_bench.own.acted, one_bench.as_target = list(criticals), False, False
            one_bench.own.speed, one_bench.field.game.advantage, one_bench.offers = 0, BLUE, []
            one_bench.enemy.acted = one_bench.calm.acted = True
        dice = [dice_rolled(b, dice=Loaded([1])) for b in (before, bench)]
        assert dice[1] - dice[0] == blow.attack
        again = [any(isinstance(o, a.Reroll) for o in b.offered("attack-dice")) for b in (before, bench)]
        assert again == [True, not blow.no_rerolls]
