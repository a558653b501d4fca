"""What cards allow around an attack or a move: further moves, further attacks, and how an attack ends."""

from __future__ import annotations

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import Usable, pay
from campaign.systems.tanks_modern_age.decide.criticals import damage
from campaign.systems.tanks_modern_age.in_force import (
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play, on_table
from campaign.systems.tanks_modern_age.state import Bonus, Model
from campaign.systems.tanks_modern_age.values import (
    full,
)


def grant(play: Play, one: Usable, action: a.UseCard) -> None:
    """Pay for a card and open what it allows."""
    name = pay(play, one.model, one.slot, one.effect, action.other)
    effect = one.effect
    if effect.chance:
        (die,) = play.dice.roll(f"{name}: {effect.chance} or more", 1)
        if die < effect.chance:
            play.emit(e.KeepRolled(one.model.id, name, die))
            return
        play.emit(e.KeepRolled(one.model.id, name, die))
    match effect.do:
        case "second-attack":
            dice = effect.value if effect.moment == "after-shot" else 0
            bonus = Bonus(one.model.id, "attack", name, dice, action.target)
        case "change-elevation":
            bonus = Bonus(one.model.id, "elevation", name)
        case _:
            kind = "move-or-elevation" if one.model.kind == "helicopter" else "move"
            bonus = Bonus(one.model.id, kind, name)
    play.emit(e.BonusGranted(bonus))


def end_shot(play: Play) -> None:
    """What happens by itself once an attack is over; then the next target of rockets, or the end."""
    shot, shooter, target = play.shot, play.shooter, play.target
    if shot.dealt and not target.out:
        _retaliate(play, shooter, target)
    if not shot.queue:
        _keep_ammo(play)
        _mark(play)
    queue = [unit for unit in shot.queue if on_table(play.state, play.state.models[unit])]
    if queue and not shooter.out:
        sight = shot.sight
        play.emit(
            e.ShotDeclared(
                shot.unit, queue[0], shot.weapon, sight, shot.dice, shot.plain, shot.fury, shot.extra, shot.ammo,
                queue=tuple(queue[1:]),
            )
        )  # fmt: skip
        return
    play.emit(e.ShotEnded(shooter.id))


def _retaliate(play: Play, shooter: Model, target: Model) -> None:
    for source in own_effects(play, target, "retaliate"):
        if shooter.out or not holds(play, source.effect, target):
            continue
        (die,) = play.dice.roll(f"{source.name}: {source.effect.chance} or more", 1)
        play.emit(e.RetaliationRolled(target.id, shooter.id, die, source.name))
        if die >= source.effect.chance:
            damage(play, shooter, source.effect.value, source.name, target.id)


def _keep_ammo(play: Play) -> None:
    shot, shooter = play.shot, play.shooter
    if shot.ammo < 0 or shooter.out or shooter.cards[shot.ammo].state != "gone":
        return
    for source in own_effects(play, shooter, "keep-ammo"):
        effect = source.effect
        if not effect.chance:
            if not any(die.result for die in shot.attack):
                play.emit(e.CardKept(shooter.id, shot.ammo, source.name))
                return
            continue
        (die,) = play.dice.roll(f"{source.name}: {effect.chance} or more", 1)
        if die >= effect.chance:
            play.emit(e.CardKept(shooter.id, shot.ammo, source.name, die))
            return
        play.emit(e.KeepRolled(shooter.id, source.name, die))


def _mark(play: Play) -> None:
    shooter, target = play.shooter, play.target
    if shooter.out or target.out or play.shot.extra:
        return
    for source in own_effects(play, shooter, "mark"):
        play.emit(e.Marked(target.id, source.effect.value, shooter.id))


def last_fury(play: Play) -> bool:
    """After all others have shot: a further Final Fury attack where a card grants one. Whether there was one."""
    for model in play.state.models.values():
        if not on_table(play.state, model) or not full(play, model):
            continue
        for source in own_effects(play, model, "second-attack"):
            effect = source.effect
            card = model.cards[source.slot] if source.slot >= 0 else None
            if effect.moment != "final-fury" or card is None:
                continue
            if card.spent == play.state.turn and play.state.turn:
                continue
            play.emit(e.CardUsed(model.id, source.slot))
            play.emit(e.BonusGranted(Bonus(model.id, "attack", source.name)))
            return True
    return False
