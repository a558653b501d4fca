"""Damage and critical cards (p18): drawing, dropping, cancelling, suffering."""

from __future__ import annotations

from campaign.rules.dice import BadDice
from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import (
    Usable,
    could_hide,
    friends_of,
    give_up,
    pay,
    usable,
    uses,
)
from campaign.systems.tanks_modern_age.decide.setup import shuffle
from campaign.systems.tanks_modern_age.decide.stages import PASS, Choice, live
from campaign.systems.tanks_modern_age.field import near
from campaign.systems.tanks_modern_age.in_force import (
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Model
from campaign.systems.tanks_modern_age.values import (
    capacity,
)
from campaign.systems.tanks_modern_age.volley import harm


def hits_tell(play: Play) -> None:
    """Each hit that is left costs one point; each critical hit a card (p18 hits)."""
    dice = [play.shot.attack[i].result for i in live(play)]
    hits, criticals = dice.count("hit"), dice.count("critical")
    if hits:
        damage(play, play.target, hits, "hits", play.shooter.id)
    play.emit(e.ShotWent("critical", criticals, hits + criticals))


def damage(play: Play, model: Model, amount: int, cause: str, by: str = "") -> None:
    """Mark damage; a helicopter at its capacity goes down at once (p19 crash)."""
    play.emit(e.DamageTaken(model.id, amount, model.damage + amount, cause, by))
    if model.kind == "helicopter" and not model.out and model.damage >= capacity(play, model):
        play.emit(e.Destroyed(model.id, "removed", by))


# -- drawing ---------------------------------------------------------------------------------------------------


def draw(play: Play, count: int) -> tuple[tuple[int, ...], bool]:
    """The next cards of the deck, and whether they came from a real one (p18 deck). If it runs out, discards are
    shuffled in.
    """
    deck, found = play.state.deck, list[int]()
    typed = deck.real
    if not typed and len(deck.order) < count and deck.discards:
        shuffle(play)
    for _ in range(count):
        if typed:
            found.append(_typed(play, found))
            continue
        left = [number for number in deck.order if number not in found]
        if left:
            found.append(left[0])
    return tuple(found), typed


def _typed(play: Play, already: list[int]) -> int:
    """The card drawn from the players' own deck, by its number."""
    game = play.state
    (number,) = play.dice.roll("critical card drawn from your deck: its number", 1, game.deck.size)
    away = {*game.deck.discards, *already, *(n for m in game.models.values() for n in m.criticals)}
    drawn = game.shot.drawn if game.shot else None
    away |= set(drawn.cards) if drawn else set()
    if number in away:
        left = [str(n) for n in range(1, game.deck.size + 1) if n not in away]
        raise BadDice(f"Critical card {number} is not in the deck now.", "p18", left, "$.dice")
    return number


def next_critical(play: Play) -> None:
    """Nobody is asked: suffer the card at hand, draw the next one, or end (p18 critical hits)."""
    shot = play.shot
    drawn = shot.drawn
    if drawn is not None and drawn.discarding:
        discard_crew(play, play.state.models[drawn.taker])
        return
    if drawn is not None and drawn.drop + drawn.guard and len(drawn.cards) > 1:
        play.emit(e.CriticalDropped(drawn.cards[-1], "equal cards"))
        return
    if drawn is not None and drawn.cards:
        suffer(play, play.state.models[drawn.taker], drawn.cards[0])
        return
    if shot.left and not play.target.out:
        extra, guard = 0 if shot.plain else _extra(play), _guard(play)
        cards, typed = draw(play, 1 + extra + guard)
        if cards:
            drop = min(extra, len(cards) - 1)
            play.emit(e.CriticalDrawn(shot.target, cards, drop, min(guard, len(cards) - 1 - drop), typed))
            return
    play.emit(e.ShotWent("after"))


def _extra(play: Play) -> int:
    """Further cards that the shooter's cards let him draw, to drop as many (for the first critical, or each)."""
    return sum(
        s.effect.value
        for s in own_effects(play, play.shooter, "extra-criticals")
        if (s.effect.every or play.shot.first) and holds(play, s.effect, play.shooter)
    )


def _guard(play: Play) -> int:
    """Further cards that the target's cards let its side draw, to drop as many."""
    return sum(
        s.effect.value
        for s in own_effects(play, play.target, "choose-critical")
        if holds(play, s.effect, play.target)
    )


# -- choices ---------------------------------------------------------------------------------------------------


def critical_choices(play: Play) -> Choice:
    shot = play.shot
    drawn = shot.drawn
    if drawn is None:
        return Choice(play.shooter.side, "critical", "", [])
    taker = play.state.models[drawn.taker]
    if drawn.discarding:
        return crew_choice(play, taker)
    if drawn.drop or drawn.guard:
        side = play.shooter.side if drawn.drop else taker.side
        kinds: dict[str, int] = {}
        for number in drawn.cards:
            kinds.setdefault(play.charts.critical(number).id, number)
        options = [Option(a.Drop(number), taker.id) for number in kinds.values()] if len(kinds) > 1 else []
        return Choice(side, "drop", f"Critical cards for {taker.name}: which one is put away?", options)
    if not drawn.cards or taker.side in shot.asked:
        return Choice(taker.side, "critical", "", [])
    critical = play.charts.critical(drawn.cards[0])
    found = uses(one for one in usable(play, taker, "cancel-critical") if critical.id in one.effect.criticals)
    hidden = could_hide(play, taker, f"cancel-critical {critical.id}")
    if taker.id == shot.target:
        for friend in friends_of(play, taker):
            if friend.kind == taker.kind and near(play, friend, taker):
                found += uses(usable(play, friend, "take-critical"))
                hidden = hidden or could_hide(play, friend, "take-critical")
    options = [PASS, *found] if found or hidden else []
    return Choice(
        taker.side, "critical", f"{taker.name} suffers {critical.name}: use a card against it?", options
    )


def crew_choice(play: Play, model: Model) -> Choice:
    """Its side chooses which crew card a model loses, if there is a choice."""
    slots = crew_slots(play, model)
    options = [Option(a.Discard(model.id, slot), model.id) for slot in slots] if len(slots) > 1 else []
    return Choice(model.side, "discard", f"{model.name} loses a crew card: which?", options)


def crew_slots(play: Play, model: Model) -> list[int]:
    return [
        i for i, card in enumerate(model.cards) if card.state != "gone" and play.charts.is_crew(card.type)
    ]


def drop(play: Play, side: str, action: a.Drop) -> None:
    play.emit(e.CriticalDropped(action.card, "choice"))


def discard(play: Play, side: str, action: a.Discard) -> None:
    """p18 crew."""
    model = play.state.models[action.unit]
    give_up(play, model, action.slot, "crew lost")
    play.emit(e.CrewLost(model.id))


def discard_crew(play: Play, model: Model) -> None:
    for slot in crew_slots(play, model)[:1]:
        give_up(play, model, slot, "crew lost")
    play.emit(e.CrewLost(model.id))


def use_against_critical(play: Play, one: Usable, action: a.UseCard) -> None:
    drawn = play.shot.drawn
    assert drawn is not None
    card, taker = drawn.cards[0], play.state.models[drawn.taker]
    name = pay(play, one.model, one.slot, one.effect, action.other, once=False)
    if one.effect.do == "take-critical":
        play.emit(e.CriticalMoved(card, one.model.id, name))
        return
    play.emit(e.CriticalCancelled(taker.id, card, name))
    if one.effect.redraw:
        cards, typed = draw(play, 1)
        if cards:
            play.emit(e.CriticalDrawn(taker.id, cards, typed=typed, again=True))


def suffer(play: Play, model: Model, number: int) -> None:
    """The card's damage, then whatever else it does to a model of this kind (p18, p5 critical cards)."""
    critical = play.charts.critical(number)
    effect = critical.on(model.kind)
    by = play.shooter.id
    choose = effect.discard == "crew" and bool(crew_slots(play, model))
    play.emit(e.CriticalSuffered(model.id, number, critical.id, critical.repairable, choose))
    lost = 0
    if effect.discard == "ammo":
        for slot, card in enumerate(model.cards):
            if card.type == "Ammo" and card.state != "gone":
                give_up(play, model, slot, critical.name)
                lost += 1
    amount = harm(effect, lost)
    if amount:
        damage(play, model, amount, critical.name, by)
