"""Choosing a target and a weapon (p12, p16, p20): what may be shot at, with how many dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.rules.sides import side_name
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import pay, show, usable
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.field import near, sight_of
from campaign.systems.tanks_modern_age.in_force import (
    is_round,
    own_effects,
)
from campaign.systems.tanks_modern_age.order import to_shoot
from campaign.systems.tanks_modern_age.play import Play, any_model, fighting, own_model
from campaign.systems.tanks_modern_age.state import ROUNDS, Bonus, Model, Shot, Sight, Weapon
from campaign.systems.tanks_modern_age.values import (
    attack_terms,
    forward_firing,
    full,
    keyword,
    keywords,
    may_shoot,
    total,
)

OPEN = Sight(True, False, False, False)


class Way(NamedTuple):
    """One way to attack a target. why: why it is not allowed, with the rule, or "". effect: of the Ammo card."""

    weapon: Weapon
    ammo: int = -1
    effect: Effect | None = None
    why: str = ""
    rule: str = ""


class Attack(NamedTuple):
    """An attack that is allowed. dice: how many are rolled; plain: they are not changed by anything; queue: the further
    targets of rockets."""

    sight: Sight
    way: Way
    dice: int
    plain: bool
    queue: tuple[str, ...]


def as_shot(play: Play, shooter: Model, target: Model, weapon: Weapon, sight: Sight) -> Play:
    """To reckon as if this attack were under way: see `Play.tried`."""
    return play.tried(Shot(shooter.id, target.id, weapon, sight, "aim", fury=full(play, shooter)))


def sees(play: Play, shooter: Model, target: Model, spotter: Model | None = None) -> Sight:
    """Line of sight, arc, cover, close range and side shot, by geometry (p12 to 18); smoke counts as cover."""
    key = ("sees", shooter.id, target.id, spotter.id if spotter else "")
    return play.once(key, _sees, play, shooter, target, spotter)


def _sees(play: Play, shooter: Model, target: Model, spotter: Model | None) -> Sight:
    found = keywords(play, shooter)
    sight = sight_of(
        play,
        shooter,
        target,
        forward=forward_firing(play, shooter),
        through_tanks="Artillery" in found,
        eye=spotter,
    )
    side = sight.side or any(True for _ in own_effects(play, shooter, "side-shot"))
    return Sight(sight.seen, sight.cover or target.covered, sight.close, side, sight.why, sight.hidden)


def declared(play: Play, shooter: Model, target: Model, said: a.Declared | None) -> Sight:
    """The same at a real table, where the players say it."""
    said = said or a.Declared()
    side = said.side or any(True for _ in own_effects(play, shooter, "side-shot"))
    return Sight(True, said.cover or target.covered, said.close, side, conditions=said.conditions)


def ways(play: Play, shooter: Model, target: Model, sight: Sight) -> list[Way]:
    """All ways to attack this target, those that are not allowed with the reason (p20 Missiles, p20 arming, p20
    slow).
    """
    found: list[Way] = []
    known = keywords(play, shooter)
    rapid = "Rapid Fire" in known
    if shooter.kind == "tank" and target.kind == "helicopter" and not rapid:
        found.append(Way("machine-guns"))
    elif shooter.stats.attack or rapid:
        found.append(Way("gun"))
        found += _with_ammo(play, shooter, target)
    missiles = known.get("Missiles")
    if missiles and missiles.against in ("", target.kind):
        found.append(_missiles(play, shooter, target, sight, Way("missiles")))
    for one in usable(play, shooter, "gain", "rockets", "smoke"):
        effect = one.effect
        if effect.do == "gain" and is_round(effect):
            if effect.against in ("", target.kind):
                found.append(_missiles(play, shooter, target, sight, Way("missiles", one.slot, effect)))
        elif effect.do in ("rockets", "smoke") and target.kind == "tank":
            found.append(Way(effect.do, one.slot, effect))  # type: ignore[arg-type]
    if shooter.rounds:
        found = [_supplied(shooter, way) for way in found]
    return found


def _supplied(shooter: Model, way: Way) -> Way:
    """House rule of campaigns: without rounds nothing is fired."""
    if shooter.rounds.get(ROUNDS.get(way.weapon, ""), 1) > 0:
        return way
    return way._replace(why="it has no rounds left", rule="house rule")


def rounds_for(play: Play, shooter: Model, weapon: Weapon) -> int:
    """Rounds that an attack uses: all that are left if they are too few, none where nobody counts."""
    kind = ROUNDS.get(weapon, "")
    use = play.charts.use.missiles if kind == "missiles" else play.charts.use.main
    return min(use, shooter.rounds[kind]) if kind in shooter.rounds else 0


def _with_ammo(play: Play, shooter: Model, target: Model) -> Iterator[Way]:
    """A special round in the gun."""
    if shooter.kind == "helicopter" or target.kind == "tank":
        for one in usable(play, shooter, "attack"):
            if one.effect.use == "discard":
                yield Way("gun", one.slot, one.effect)


def _missiles(play: Play, shooter: Model, target: Model, sight: Sight, way: Way) -> Way:
    if full(play, shooter):
        return way._replace(why="missiles are too slow for a Final Fury", rule="p20")
    if sight.close and shooter.kind == target.kind:
        return way._replace(why=f"a {target.kind} at close range is too near for its missiles", rule="p20")
    if shooter.speed >= 3 and "Predator" not in keywords(play, shooter):
        return way._replace(why="its missiles do not fire at Speed 3", rule="p20")
    return way


def dice_for(play: Play, shooter: Model, target: Model, way: Way, sight: Sight) -> list[Modifier]:
    """The attack dice of a way, term by term."""
    if way.weapon == "rockets" and way.effect is not None:
        name = play.charts.cards[shooter.cards[way.ammo].card].name
        return [Modifier(name, way.effect.value, "card")]
    loaded = None
    if way.weapon == "missiles" and way.effect is not None:
        loaded = keyword(way.effect.keyword, play.charts.cards[shooter.cards[way.ammo].card].name)
    play = as_shot(play, shooter, target, way.weapon, sight)
    terms = attack_terms(play, shooter, target, way.weapon, loaded)
    if way.effect is not None and way.effect.do == "attack":
        terms.append(Modifier(play.charts.cards[shooter.cards[way.ammo].card].name, way.effect.value, "card"))
    return terms


def lookouts(play: Play, shooter: Model) -> list[Model]:
    """Friends from which a stationary Artillery tank could look if they had a card for it, itself apart."""
    if shooter.speed or "Artillery" not in keywords(play, shooter) or not may_shoot(play, shooter):
        return []
    return [m for m in fighting(play.state, shooter.side) if m.id != shooter.id and not m.spotted]


def spotters(play: Play, shooter: Model) -> list[Model]:
    """Those of them that have one, face down or not."""
    return [m for m in lookouts(play, shooter) if any(True for _ in usable(play, m, "spot"))]


def bonus_now(play: Play) -> Bonus | None:
    return play.state.bonus[0] if play.state.bonus else None


def shooters(play: Play, side: str) -> list[Model]:
    """Whose attack it is: by Initiative, or by what a card allows."""
    bonus = bonus_now(play)
    if bonus is not None:
        return [play.state.models[bonus.unit]] if bonus.kind == "attack" else []
    return [m for m in to_shoot(play) if m.side == side]


def attack_options(play: Play, shooter: Model) -> Iterator[Option]:
    """Every attack that a model may make now."""
    if not may_shoot(play, shooter):
        return
    bonus = bonus_now(play)
    for target in fighting(play.state):
        if target.side == shooter.side or (bonus and bonus.target not in ("", target.id)):
            continue
        for spotter in (None, *spotters(play, shooter)):
            if play.state.measured:
                sight = sees(play, shooter, target, spotter)
                if not sight.seen:
                    continue
            else:
                sight = OPEN
            eye = spotter.id if spotter else ""
            said = None if play.state.measured else a.Declared()
            if bonus and bonus.dice:
                terms = (Modifier(bonus.cause, bonus.dice, "card"),)
                action = a.Shoot(shooter.id, target.id, "gun", -1, eye, said)
                yield Option(action, shooter.id, target.id, dice=bonus.dice, modifiers=terms)
                continue
            for way in ways(play, shooter, target, sight):
                if way.why:
                    continue
                terms = [] if way.weapon == "smoke" else dice_for(play, shooter, target, way, sight)
                if way.weapon != "smoke" and total(terms) <= 0:
                    continue
                action = a.Shoot(shooter.id, target.id, way.weapon, way.ammo, eye, said)
                yield Option(action, shooter.id, target.id, dice=max(0, total(terms)), modifiers=tuple(terms))


def verify_shoot(play: Play, side: str, action: a.Shoot) -> None:
    """Raises Refused."""
    attack_of(play, side, action)


def attack_of(play: Play, side: str, action: a.Shoot) -> Attack:
    """The attack that a side asks for. Raises Refused if it is not allowed."""
    return play.privately(("attack", action), _attack_of, play, side, action)


def _attack_of(play: Play, side: str, action: a.Shoot) -> Attack:
    game = play.state
    shooter = own_model(game, side, action.unit)
    target = any_model(game, action.target, "$.target")
    due = shooters(play, side)
    if shooter not in due:
        raise Refused(f"It is not {shooter.name}'s turn to shoot.", "p12", [m.id for m in due], "$.unit")
    if target.side == side or target.out or target not in list(fighting(game)):
        enemies = [m.id for m in fighting(game) if m.side != side]
        raise Refused(f"{target.name} is no target.", "p12", enemies, "$.target")
    if not may_shoot(play, shooter):
        raise Refused(f"{shooter.name} may not shoot: its crew is out of action.", "p18", ["skip"])
    sight = _checked_sight(play, side, shooter, target, action)
    bonus = bonus_now(play)
    if bonus is not None and bonus.target not in ("", target.id):
        raise Refused("This attack is at the same target.", "card", [bonus.target], "$.target")
    if bonus is not None and bonus.dice:
        dice, plain, way = bonus.dice, True, Way("gun")
        if action.weapon != "gun" or action.ammo >= 0:
            raise Refused("This attack has dice of its own.", "card", ["gun, without ammo"], "$.weapon")
    else:
        way = _checked_way(play, shooter, target, sight, action)
        dice = 0 if way.weapon == "smoke" else total(dice_for(play, shooter, target, way, sight))
        plain = way.weapon == "rockets"
    if way.weapon != "smoke" and dice <= 0:
        raise Refused(f"{shooter.name} has no dice left for that.", "p16", ["skip"])
    queue = _further(play, shooter, target, action) if way.weapon == "rockets" else ()
    return Attack(sight, way, dice, plain, queue)


def shoot(play: Play, side: str, action: a.Shoot) -> None:
    """p19 Final Fury."""
    sight, way, dice, plain, queue = attack_of(play.known(side), side, action)
    shooter, extra = play.state.models[action.unit], bonus_now(play) is not None
    fury = full(play, shooter)
    if extra:
        play.emit(e.BonusTaken(shooter.id))
    if way.effect is not None:
        pay(play, shooter, way.ammo, way.effect, once=False)
    if action.spotter:
        spotter = play.state.models[action.spotter]
        # A card that lies open goes first: nobody shows one for nothing.
        found = min(usable(play, spotter, "spot"), key=lambda one: spotter.cards[one.slot].state == "down")
        show(play, spotter, found.slot)
    if way.weapon == "smoke" and way.effect is not None:
        play.emit(e.Smoked(action.target, way.effect.value, shooter.id))
        play.emit(e.ModelActed(shooter.id))
        return
    play.emit(
        e.ShotDeclared(
            shooter.id, action.target, way.weapon, sight, dice, plain, fury, extra, way.ammo, action.spotter, queue,
            rounds_for(play, shooter, way.weapon), readings=seen_by(play.known(side), action),
        )
    )  # fmt: skip


def seen_by(play: Play, action: a.Shoot) -> tuple[str, ...]:
    """By which readings it sees so much of its target."""
    game = play.state
    shooter, target = game.models[action.unit], game.models[action.target]
    if not game.measured or not (shooter.high or target.high):
        return ()
    spotter = game.models.get(action.spotter)
    return play.decided(("high_looks_over",), lambda by: sees(by, shooter, target, spotter))


def _checked_sight(play: Play, side: str, shooter: Model, target: Model, action: a.Shoot) -> Sight:
    spotter = None
    if action.spotter:
        able = spotters(play, shooter)
        spotter = next((m for m in able if m.id == action.spotter), None)
        if spotter is None:
            raise Refused("Nobody there can spot for it.", "card", [m.id for m in able], "$.spotter")
    if not play.state.measured:
        return declared(play, shooter, target, action.declared)
    if action.declared is not None:
        reason = "The program sees for itself what is in sight: nothing is declared in this battle."
        raise Refused(reason, "p12", where="$.declared")
    if action.also:
        raise Refused("The program finds the other targets of rockets itself.", "card", where="$.also")
    sight = sees(play, shooter, target, spotter)
    if not sight.seen:
        seen = [m.id for m in fighting(play.state) if m.side != side and sees(play, shooter, m).seen]
        raise Refused(
            f"{shooter.name} cannot shoot at {target.name}: {sight.why}.", "p12", seen or ["skip"], "$.target"
        )
    return sight


def _checked_way(play: Play, shooter: Model, target: Model, sight: Sight, action: a.Shoot) -> Way:
    able = ways(play, shooter, target, sight)
    allowed = [f"{w.weapon}" + (f" with ammo {w.ammo}" if w.ammo >= 0 else "") for w in able if not w.why]
    for way in able:
        if (way.weapon, way.ammo) == (action.weapon, action.ammo):
            if way.why:
                raise Refused(f"{shooter.name}: {way.why}.", way.rule, allowed, "$.weapon")
            return way
    raise Refused(
        f"{shooter.name} has no such attack against {target.name}.", "p16", allowed or ["skip"], "$.weapon"
    )


def _further(play: Play, shooter: Model, target: Model, action: a.Shoot) -> tuple[str, ...]:
    """The other tanks that rockets hit: all that are close to the target, whoever they belong to."""
    game = play.state
    if not game.measured:
        for i, unit in enumerate(action.also):
            other = any_model(game, unit, f"$.also[{i}]")
            if other.kind != "tank" or other.out or other.id in (shooter.id, target.id):
                raise Refused("Rockets hit the target and tanks close to it.", "card", where=f"$.also[{i}]")
        return action.also
    return tuple(
        m.id
        for m in fighting(game)
        if m.kind == "tank" and m.id not in (shooter.id, target.id) and near(play, m, target)
    )


def verify_skip(play: Play, side: str, action: a.Skip) -> None:
    """Raises Refused."""
    model = own_model(play.state, side, action.unit)
    bonus = bonus_now(play)
    if bonus is not None:
        if bonus.unit != model.id:
            raise Refused(f"It is {play.state.models[bonus.unit].name}'s turn.", "", [bonus.unit], "$.unit")
        return
    due = shooters(play, side)
    if play.state.stage != "shooting" or model not in due:
        raise Refused(
            f"It is not {model.name}'s turn in {side_name(play.state, side)}'s order.",
            "p12",
            [m.id for m in due],
            "$.unit",
        )


def skip(play: Play, side: str, action: a.Skip) -> None:
    play.emit(e.ModelActed(action.unit) if bonus_now(play) is None else e.BonusTaken(action.unit))
