"""Hand to hand: whoever is in a hex with an opponent fights in his activation, and does nothing else (15).

Both roll; who alone succeeds wounds the other, and if both do each wounds the other. Trained medics never take part
(30), nor do the incapacitated (23.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import acting, alert, checks, spotting, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Game, Man, Order


class Melee(Action, frozen=True, tag="melee"):
    """Fight an opponent in the same hex."""

    unit: str
    target: str


class Fought(Event, frozen=True, tag="fought"):
    """Two men fought. needed, dice: of the two; hits: whether each wounds the other. picked: the die that chose him."""

    unit: str
    target: str
    needed: tuple[int, int]
    dice: tuple[int, ...]
    hits: tuple[bool, bool]


def fights(man: Man) -> bool:
    """Whether he may be in a melee at all."""
    return man.able and not man.vehicle and not checks.medic(man)


def here(play: Play, hex: Hex) -> bool:
    """Whether men of both sides fight in a hex."""
    return hex in play.lasting("melees", _melees, play)


def _melees(play: Play) -> frozenset[Hex]:
    sides: dict[Hex, set[str]] = {}
    for man in play.state.men.values():
        if fights(man):
            sides.setdefault(man.hex, set()).add(man.side)
    return frozenset(hex for hex, some in sides.items() if len(some) > 1)


def engaged(play: Play, man: Man) -> bool:
    """Whether he is in a melee, so that he can do nothing else; only who is in rout runs away from one."""
    return fights(man) and man.order.word != "rout" and here(play, man.hex)


def opponents(play: Play, man: Man) -> list[Man]:
    return [one for one in play.state.in_hex(man.hex) if one.side != man.side and fights(one)]


def terms(play: Play, man: Man) -> tuple[Modifier, ...]:
    """What he needs, as a sum."""
    chart, found = play.charts.foot.melee, [*checks.terms_of_quality(play, man)]
    weapon = next(
        (one for id in (man.armed, man.sidearm) if (one := play.charts.weapons.get(id)) and one.class_ in chart.arms),
        None,
    )  # fmt: skip
    if weapon is not None:
        found.append(Modifier(weapon.name, chart.arm, "15"))
    if "knife" in man.skills:
        found.append(Modifier("knife expert", chart.knife, "24.1"))
    if man.order.word == "charge" and man.order.target:
        found.append(Modifier("charge", chart.charge, "15"))
    there = [one for one in play.state.in_hex(man.hex) if fights(one)]
    mine = sum(one.side == man.side for one in there)
    if 2 * mine > len(there):
        found.append(Modifier("more of us", chart.many, "15"))
    return tuple(found)


def fight(play: Play, man: Man, target: str = "") -> None:
    """He fights somebody in his hex, by the die if nobody is named (15)."""
    there, picked = opponents(play, man), ()
    if not there:
        return
    foe = next((one for one in there if one.id == target), there[0])
    if not target and len(there) > 1:
        picked = play.dice.roll(f"whom {named(man)} fights", 1, len(there), "order")
        foe = there[picked[0] - 1]
    mine, his = checks.total(terms(play, man)), checks.total(terms(play, foe))
    hit, die = checks.d10(play, f"{named(man)} fights: needs {mine}", checks.within(mine))
    struck, other = checks.d10(play, f"{named(foe)} fights: needs {his}", checks.within(his))
    play.emit(Fought(man.id, foe.id, (mine, his), (*picked, die, other), (hit, struck)))
    alert.melee_near(play, man.hex)
    if hit and struck:
        wounds.suffice(play, ((man, 1), (foe, 1)), man.id, "melee")
        wounds.suffice(play, ((man, 1), (foe, 1)), foe.id, "melee")
    for one, by in ((foe, man), (man, foe)):
        spotting.noticed(play, one, "hand to hand")
        if hit if one is foe else struck:
            wounds.wound_cards(play, one, 1, by.id, "melee")


# -- what the event does, in words -------------------------------------------------------------------------------------


def fought(game: Game, event: Fought) -> None:
    """The ardour of a charge lasts for one fight."""
    for id in (event.unit, event.target):
        man = game.men[id]
        if man.order.word == "charge":
            man.order = Order("charge")


def told_of_fight(play: Play, event: Fought) -> str:
    one, other = named(play.man(event.unit)), named(play.man(event.target))
    dice = event.dice[-2:]
    rolls = " and ".join(
        checks.rolled((face,), needed) for face, needed in zip(dice, event.needed, strict=True)
    )
    return f"{one} fights {other} hand to hand, {rolls}: {outcome(play, event)}."


def outcome(play: Play, event: Fought) -> str:
    if all(event.hits):
        return "both are hit"
    if not any(event.hits):
        return "nobody is hit"
    return f"{named(play.man(event.target if event.hits[0] else event.unit))} is hit"


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> list[Option]:
    man = acting.man(play, side)
    if man is None or not engaged(play, man):
        return []
    return [
        Option(Melee(man.id, one.id), man.id, one.id, man.hex, dice=2, modifiers=terms(play, man))
        for one in opponents(play, man)
    ]


def why_not(play: Play, side: str, action: Melee) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    there = [one.id for one in opponents(play, play.man(action.unit))]
    if action.target not in there:
        yield Refused("Nobody of that name can be fought in his hex.", "15", there, "$.target")
    elif not engaged(play, play.man(action.unit)):
        yield Refused("Trained medics never fight.", "30", where="$.unit")


def do(play: Play, side: str, action: Melee) -> None:
    fight(play, play.man(action.unit), action.target)


ACTS = (
    Answer(
        action=Melee, candidates=candidates, why_not=why_not, do=do,
        label=lambda play, action: f"Fight {named(play.man(action.target))} hand to hand",
        odds=by_deed(do),
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=Fought, apply=fought, words=told_of_fight, rule="15", dice="dice", fact=outcome),
    ),
)  # fmt: skip
