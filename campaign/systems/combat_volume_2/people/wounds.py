"""Wound cards, who falls, and what that does to others (16, 23.3, 24.1, 30.1, 30.2, 31.10.9, 31.10.11).

All cards that one attack brings a man are drawn one after the other; then he makes the checks that they ask for, then
whoever saw him fall makes his.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.charts import WOUNDS, Wound
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import checks, drawing, morale
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, NO_ORDER, Game, Man, Mark
from events.faces import runs

How = Literal["shot", "blast", "grenade", "burning", "melee", "crash"]
"""grenade: one that was thrown from no further than the next hex; any other is a blast."""
Fall = Literal["killed", "down"]
REVENGE = "revenge"
"""In `Game.medics`: a friendly medic has fallen, and guards may shoot prisoners (30.1)."""
AIMED_AT_HIM: tuple[How, ...] = ("shot", "melee")
"""Attacks for which the skill Deadly counts (24.1)."""
SHELTER: dict[str, tuple[How, ...]] = {
    "rocks": ("shot",),
    "building": ("shot", "blast"),
    "fortified": ("shot", "blast"),
}
"""Under Hide, Rally or Reload there, such fire gives no more than a check of morale."""
TOLD = "told"
"""Why a wound is no fact for odds: the same attack has given him a light one already, as by the first card of three."""
SHELTERED = ("hide", "rally", "reload")


class WoundDrawn(Event, frozen=True, tag="wound-drawn"):
    """cards: as they came. effect: what comes of them, after all that makes it milder or worse; why: what did."""

    unit: str
    cards: tuple[int, ...]
    effect: Wound
    by: str = ""
    why: str = ""


class ManFell(Event, frozen=True, tag="man-fell"):
    """outright: killed without a card."""

    unit: str
    how: Fall
    by: str = ""
    outright: bool = False


class Stood(Event, frozen=True, tag="stood"):
    """A badly wounded man's check of quality: whether he is out of action."""

    unit: str
    needed: int
    passed: bool
    dice: tuple[int, ...]


class MedicFell(Event, frozen=True, tag="medic-fell"):
    """A trained medic was killed or badly wounded."""

    unit: str


class Attack(NamedTuple):
    """What of an attack on one man is left to settle, by value. zeros: how many of the cards come from a natural 0,
    drawn first; wounds, checks: made so far; fell: by this attack; light: it has given him a light wound. quiet: others
    are not shaken by it here, and it is put apart as his."""

    unit: str
    cards: int
    zeros: int = 0
    by: str = ""
    how: How = "shot"
    quiet: bool = False
    wounds: int = 0
    checks: int = 0
    fell: bool = False
    light: bool = False


# -- for whoever hurts somebody ----------------------------------------------------------------------------------------


def wound_cards(
    play: Play, man: Man, count: int = 1, by: str = "", how: How = "shot", quiet: bool = False
) -> None:
    """So many wound cards for a man, with all that they bring (16). Put apart: nothing may read afterwards what
    came of it. by: id of who did it. quiet: comrades do not check here, because the attack has them check anyway.
    """
    if count > 0 and man.here:
        attack = Attack(man.id, count, 0, by, how, quiet)
        key = ("wounds", *of_attack(play, attack))
        play.apart(key, lambda play: suffer(play, attack), of=named(man))


def struck(
    play: Play, man: Man, cards: int, more: int, by: str = "", how: How = "shot", quiet: bool = False
) -> None:
    """So many cards, each out of a natural 0, and checks of morale that one attack brings (24.1). Put apart."""
    if cards:
        attack = Attack(man.id, cards, 0 if play.walks else cards, by, how, quiet, 0, more)
        key = ("wounds", *of_attack(play, attack))
        play.apart(key, lambda play: suffer(play, attack), of=named(man))
    elif more and man.able:
        morale.checks_of_attack(play, man, 0, more, named(man))


def suffice(play: Play, cards: Iterable[tuple[Man, int]], by: str = "", how: How = "shot") -> None:
    """Before an attack on several: the pile is gathered if it might run out while they draw, so many cards each at the
    most (reconstructed: when the cards are shuffled again is not said)."""
    if scarce(play, cards, by, how):
        play.emit(checks.PileGathered("wounds"))


def scarce(play: Play, cards: Iterable[tuple[Man, int]], by: str = "", how: How = "shot") -> bool:
    """Whether the pile has to be gathered for that."""
    each = 2 if deadly(play, by, how) else 1
    most = sum(count * each * (2 if "tough" in man.skills else 1) for man, count in cards)
    return bool(play.state.wounds.out) and len(play.state.wounds.left) < most


def drawn(play: Play, attack: Attack) -> Attack:
    """The cards of an attack at once, for those who go on from what came of it. Its checks are left to `settle`."""
    while attack.cards and play.man(attack.unit).here:
        attack = one_card(play, attack)
    return attack


def suffer(play: Play, attack: Attack) -> None:
    """The cards of an attack one by one, and then the checks: the last of what is decided."""
    if not play.man(attack.unit).here:
        return
    after = one_card(play, attack) if attack.cards else attack
    if not after.cards:
        settle(play, after)
        return
    key = ("suffer", *of_attack(play, after))
    play.last(key, lambda play: suffer(play, after))


def kill(play: Play, man: Man, by: str = "", quiet: bool = False, readings: tuple[str, ...] = ()) -> None:
    """He is killed, without a card. readings: by which that was decided."""
    if man.here:
        _fall(play, man, "killed", by, True, readings)
        if not quiet:
            shaken(play, man)


# -- how a card is drawn -----------------------------------------------------------------------------------------------


def by_value(play: Play, man: Man) -> tuple[object, ...]:
    """All of the state that a man's wounds depend on, but for who stands around him, which no wound changes."""
    kinds = [play.charts.wound(card) for card in play.state.wounds.left]
    pile = tuple(map(kinds.count, WOUNDS))
    state = (man.light, man.bad, man.down, man.dead, man.morale, morale.posture(man), man.helps)
    return (*state, pile, play.state.medics)


def alike(play: Play, man: Man, quiet: bool) -> tuple[object, ...]:
    """The same with who he is: men of whom all this is equal are walked once, where nobody else is shaken."""
    shared = quiet and man.seat not in checks.CREW and man.seat != "CU" and not checks.medic(man)
    terrain = ground.terrain(play, man.hex).id if man.hex else ""
    return ("" if shared else man.id, man.side, man.quality, man.skills, terrain, *by_value(play, man))


def of_attack(play: Play, attack: Attack) -> tuple[object, ...]:
    """All that an attack depends on, by value."""
    return (attack._replace(unit=""), *alike(play, play.man(attack.unit), attack.quiet))


def one_card(play: Play, attack: Attack) -> Attack:
    """The next card, and what is left then."""
    man = play.man(attack.unit)
    effect = _drawn(play, man, attack)
    light = attack.light or effect == "light"
    left = attack._replace(cards=attack.cards - 1, zeros=max(attack.zeros - 1, 0), light=light)
    if effect == "morale-check":
        return left._replace(checks=attack.checks + 1)
    if effect == "killed":
        _fall(play, man, "killed", attack.by)
    elif effect == "light" or man.down or _stands(play, man):
        if effect == "bad" and checks.medic(man):
            _medic_fell(play, man)
        return left._replace(wounds=attack.wounds + 1)
    else:
        _fall(play, man, "down", attack.by)
    if man.dead and attack.zeros and attack.by in play.state.men:
        morale.change_morale(play, play.man(attack.by), 1, "a kill by a natural 0")
    return left._replace(cards=0, fell=True)


def _drawn(play: Play, man: Man, attack: Attack) -> Wound:
    """One card, or as many as the skills of the two ask for (24.1), and what it comes to."""
    pairs = 2 if "tough" in man.skills else 1
    each = 2 if deadly(play, attack.by, attack.how) else 1
    cards: list[int] = []
    found: list[Wound] = []
    if len(play.state.wounds.left) < pairs * each:
        play.emit(checks.PileGathered("wounds"))
    left = list(play.state.wounds.left)
    if pairs * each > 1 and play.walks:
        kind, cards = drawing.several(play, left, pairs, each)
        found.append(kind)
        pairs = 0
    for _ in range(pairs):
        some: list[Wound] = []
        for _ in range(each):
            ((kind, card),) = play.read(
                f"wound card of {named(man)}", 1, len(left), play.charts.wound, runs(left)
            )
            left.remove(card)
            cards.append(card)
            some.append(kind)
        found.append(max(some, key=WOUNDS.index))
    drawn = min(found, key=WOUNDS.index)
    effect, why = _milder(play, man, drawn, attack.how)
    if effect == "light" and man.light:
        effect, why = "bad", "a second light wound"
    if effect == "bad" and man.bad:
        effect, why = "killed", "a second bad wound"
    if play.walks and effect == "light" and attack.light:
        why = TOLD
    play.emit(WoundDrawn(man.id, tuple(cards), effect, attack.by, why))
    if why == "a near miss":
        play.emit(checks.HelpUsed(man.id, "near-miss"))
    return effect


def _milder(play: Play, man: Man, drawn: Wound, how: How) -> tuple[Wound, str]:
    """What shelter, and a card that was thrown away for him, make of a wound card."""
    if drawn == "morale-check":
        return drawn, ""
    if sheltered(play, man, how):
        return "morale-check", f"sheltered: {ground.terrain(play, man.hex).name.lower()}"
    if "near-miss" in man.helps:
        return "morale-check", "a near miss"
    return drawn, ""


def deadly(play: Play, by: str, how: How) -> bool:
    """Whether of two cards the worse counts (24.1)."""
    man = play.state.men.get(by)
    return man is not None and "deadly" in man.skills and how in AIMED_AT_HIM


def sheltered(play: Play, man: Man, how: How) -> bool:
    """Whether the ground lets such fire do no more than shake him."""
    hides = not man.vehicle and man.order.word in SHELTERED
    return hides and how in SHELTER.get(ground.terrain(play, man.hex).id, ())


def _stands(play: Play, man: Man) -> bool:
    """Whether a man who was badly wounded just now stays in action: earlier wounds count, not this one nor morale."""
    needed = checks.quality(play, man, False) - play.charts.morale.bad
    passed, dice = checks.d10_for(
        play, man, f"{named(man)} stays in action: needs {needed}", checks.within(needed),
        lambda passed: not passed,
    )  # fmt: skip
    play.emit(Stood(man.id, needed, passed, dice))
    return passed


def _fall(
    play: Play, man: Man, how: Fall, by: str, outright: bool = False, readings: tuple[str, ...] = ()
) -> None:
    play.emit(ManFell(man.id, how, by, outright, readings=readings))
    if checks.medic(man):
        _medic_fell(play, man)


# -- what comes of it --------------------------------------------------------------------------------------------------


def settle(play: Play, attack: Attack) -> None:
    """What follows the cards of an attack: who is shaken by it, and his own checks."""
    man = play.man(attack.unit)
    if attack.fell and not attack.quiet:
        shaken(play, man)
    if not man.able:
        return
    of = (
        "" if attack.quiet else named(man)
    )  # quiet ones are put apart as his, and may be those of others like him
    morale.checks_of_attack(play, man, attack.wounds, attack.checks, of)


def shaken(play: Play, man: Man) -> None:
    """Whoever lost him checks morale: comrades in his hex and next to it, all within the leadership of a leader; of a
    crew that loses a man the others; of passengers those who sit next to him (31.10.11)."""
    if man.dead or not man.vehicle:
        morale.morale_checks(play, list(around(play, man)))


def around(play: Play, man: Man) -> Iterator[Man]:
    """Whom his fall shakes; in vehicles only if he is dead."""
    if man.vehicle:
        for one in play.state.crew(man.vehicle):
            if one.able and one is not man and together(one.seat, man.seat):
                yield one
        return
    far = max(1, man.leadership)
    for one in play.state.men.values():
        near = one.side == man.side and one.able and not one.vehicle and one is not man
        if near and play.away(one.hex, man.hex) <= far:
            yield one


def together(a: str, b: str) -> bool:
    """Whether the fall of one shakes the other: both of the crew, or passengers next to each other, or slanting."""
    if a in checks.CREW or b in checks.CREW:
        return a in checks.CREW and b in checks.CREW
    if not (a.isdigit() and b.isdigit()):
        return False
    return a != b and abs((int(a) - 1) // 2 - (int(b) - 1) // 2) <= 1


def _medic_fell(play: Play, man: Man) -> None:
    """A trained medic was killed or badly wounded: his friends who see it are roused, or fire at medics is free."""
    rolls = man.side == FRIEND and FRIEND not in play.state.medics
    play.emit(MedicFell(man.id))
    if not rolls:
        return
    for one in list(play.state.men.values()):
        if one.side == FRIEND and one.able and one is not man and sight.sees(play, one, man.hex):
            morale.medic_check(play, one)


# -- what the events do ------------------------------------------------------------------------------------------------


def wound_drawn(game: Game, event: WoundDrawn) -> None:
    man = game.men[event.unit]
    for card in event.cards:
        game.wounds.take(card)
    if event.effect == "light":
        man.light += 1
    elif event.effect == "bad":
        man.bad += 1
        if event.why == "a second light wound":
            man.light = 0


def man_fell(game: Game, event: ManFell) -> None:
    """Whoever puts an opponent out of action first has it told of him."""
    man, by = game.men[event.unit], game.men.get(event.by)
    if by is not None and by.side != man.side and not man.down:
        by.kills = (*by.kills, man.id)
    man.order, man.marker, man.marked, man.helps = NO_ORDER, "", "", ()
    if man.vehicle and man.seat == "D":
        game.vehicles[man.vehicle].stop = "the driver is out of action"
    if event.how == "down":
        man.down = True
        return
    man.dead = True
    if man.side == ENEMY or not man.vehicle:
        _leave_behind(game, man)


def _leave_behind(game: Game, man: Man) -> None:
    """What others may take up in his hex: light anti-tank weapons and their rounds (32.1, 32.3)."""
    if man.vehicle:
        return
    left: list[Mark] = []
    if man.heavy:
        left.append(Mark("weapon", of=man.id, item=man.heavy, count=int(man.loaded)))
    if man.rockets:
        left.append(Mark("rockets", of=man.id, count=man.rockets))
    if man.faust:
        left.append(Mark("faust", of=man.id))
    man.heavy, man.rockets, man.faust, man.loaded = "", 0, False, False
    if left:
        game.marks[man.hex] = (*game.marks.get(man.hex, ()), *left)


def medic_fell(game: Game, event: MedicFell) -> None:
    side = game.men[event.unit].side
    word = FRIEND if side == ENEMY else REVENGE
    if word not in game.medics:
        game.medics = (*game.medics, word)


# -- in words ----------------------------------------------------------------------------------------------------------

EFFECTS: dict[Wound, str] = {
    "morale-check": "a check of morale",
    "light": "a light wound",
    "bad": "a bad wound",
    "killed": "killed",
}


def told_of_card(play: Play, event: WoundDrawn) -> str:
    why = f" ({event.why})" if event.why else ""
    return f"{named(play.man(event.unit))} draws {EFFECTS[event.effect]}{why}."


def told_of_fall(play: Play, event: ManFell) -> str:
    by = f" by {named(play.man(event.by))}" if event.by else ""
    how = "killed" if event.how == "killed" else "out of action"
    return f"{named(play.man(event.unit))} is {how}{by}."


def told_of_standing(play: Play, event: Stood) -> str:
    verb = "stays in action" if event.passed else "breaks down"
    return f"{named(play.man(event.unit))} {verb}: {checks.rolled(event.dice, event.needed)}."


def hurt(man: Man) -> str:
    """How bad it stands with him, for odds."""
    if man.dead:
        return "killed"
    if man.down:
        return "incapacitated"
    return "bad wound" if man.bad else "light wound" if man.light else ""


def fact_of_card(play: Play, event: WoundDrawn) -> str:
    return f"{event.effect} wound" if event.effect in ("light", "bad") and event.why != TOLD else ""


def fact_of_fall(play: Play, event: ManFell) -> str:
    """Of whom it is said by what was put apart; who is killed outright is named."""
    man = play.man(event.unit)
    return f"{named(man)}: {hurt(man)}" if event.outright else hurt(man)


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=WoundDrawn, apply=wound_drawn, words=told_of_card, rule="16", dice="cards", fact=fact_of_card,
        ),
        Told(event=ManFell, apply=man_fell, words=told_of_fall, rule="16", fact=fact_of_fall),
        Told(event=Stood, apply=checks.told_nothing, words=told_of_standing, rule="16", dice="dice"),
        Told(
            event=MedicFell, apply=medic_fell, rule="30.1",
            words=lambda play, event: f"A medic has fallen: {named(play.man(event.unit))}.",
        ),
    ),
)  # fmt: skip
