"""Morale: what checks of it, wounds, a burning vehicle and the fall of a medic do to somebody, and to his order (17,
19, 30.1, 31.10.6, 31.10.9, 31.10.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.charts import MOODS
from campaign.systems.combat_volume_2.people.checks import (
    CREW,
    HelpUsed,
    buttoned,
    d10,
    leadership,
    named,
    order_name,
    quality,
    rolled,
    total,
)
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import BERSERK, ROUT, Game, Man, Order

Grade = Literal["zero", "pass", "fail", "nine"]
What = Literal["morale", "wound", "fire", "medic"]
STAYS = ("hide", "rally", "reload", "duck-back", "rout")
"""Orders of a man on foot that shelter him, or that losing heart leaves as they are."""
RULES: dict[What, str] = {"morale": "19", "wound": "19", "fire": "31.10.10", "medic": "30.1"}
CHECKS: dict[What, str] = {
    "morale": "morale check",
    "wound": "wound check",
    "fire": "fire check",
    "medic": "check for the medic",
}


class Checked(Event, frozen=True, tag="checked"):
    """A check of morale. steps: up or down the ladder. order: what takes the place of his, "" if it stands. stops: a
    driver's vehicle is to stop. becomes: the state of morale that it ends in."""

    unit: str
    what: What
    needed: int
    steps: int
    dice: tuple[int, ...]
    order: str = ""
    stops: bool = False
    becomes: int | None = None


class OrderReplaced(Event, frozen=True, tag="order-replaced"):
    """stops: a driver's vehicle is to stop."""

    unit: str
    order: Order
    why: str = ""
    stops: bool = False


class MoraleSet(Event, frozen=True, tag="morale-set"):
    """Morale that changes without a check. becomes: the state that it ends in."""

    unit: str
    steps: int
    why: str
    becomes: int | None = None


def grade(needed: int) -> Callable[[int], Grade]:
    """How a check of morale reads a die (23.1). A 0 counts as passed."""

    def read(face: int) -> Grade:
        return "zero" if face == 0 else "nine" if face == 9 else "pass" if face <= needed else "fail"

    return read


# -- checks ------------------------------------------------------------------------------------------------------------


def morale_check(play: Play, man: Man, terms: Sequence[Modifier] = ()) -> None:
    """One man's check of morale. terms: beside wounds and, in armoured vehicles, the commander."""
    led = leadership(play, man)
    needed = quality(play, man, False) + total(terms) + (led.value if led is not None else 0)
    _checked(play, man, "morale", needed)


def morale_checks(play: Play, men: Iterable[Man], penetrated: bool = True) -> None:
    """All of them check at once: a commander who breaks still steadies the others (as the example of play has it)
    (31.10). Whoever is buttoned up ignores what did not penetrate (31.10.6).
    """
    found: list[tuple[Man, int]] = []
    for man in men:
        if man.able and (penetrated or not buttoned(play, man)):
            led = leadership(play, man)
            found.append((man, quality(play, man, False) + (led.value if led is not None else 0)))
    for man, needed in found:
        _checked(play, man, "morale", needed)


def wound_check(play: Play, man: Man) -> None:
    """What a wound does to morale; the wounded man ducks in any case (31.10.9)."""
    _checked(play, man, "wound", quality(play, man, False))


def checks_of_attack(play: Play, man: Man, wounds: int, checks: int, of: str) -> None:
    """All that the cards of one attack let a man check: so many wounds, so many times morale. of: whose that is, as of
    `Play.apart`."""
    led = leadership(play, man)
    needed = quality(play, man, False)
    if wounds:
        _checked(play, man, "wound", needed, wounds, checks, of)
    elif checks:
        _checked(play, man, "morale", needed + (led.value if led is not None else 0), checks, 0, of)


def fire_check(play: Play, man: Man, more: int = 0, count: int = 1, of: str | None = None) -> None:
    """What a fire in his vehicle does to morale (31.10.10). more: checks of morale that the same shot brings, which no
    commander helps where it burns. count: fires; of: as of `checks_of_attack`."""
    _checked(play, man, "fire", quality(play, man, False), count, more, of)


def medic_check(play: Play, man: Man) -> None:
    """What the fall of a friendly medic does to whoever sees it (30.1)."""
    _checked(play, man, "medic", quality(play, man))


def posture(man: Man) -> str:
    """As much of his order as wounds and checks make anything of."""
    return man.order.word if man.vehicle or man.order.word in STAYS else ""


def _checked(
    play: Play, man: Man, what: What, needed: int, count: int = 1, more: int = 0, of: str | None = None
) -> None:
    """Independent of all else that happens: counted by itself in odds. count, more: as of `_check`. of: his, if it is
    not said."""
    after = _after(play, man, what == "wound")
    again = "again" in man.helps
    key = ("check", what, needed, count, more, man.morale, posture(man), after, again, man.side)
    id = man.id
    play.apart(
        key,
        lambda play: _check(play, play.man(id), what, needed, count, more),
        named(man) if of is None else of,
        play.charts.walked,
    )


def _check(play: Play, man: Man, what: What, needed: int, count: int, more: int) -> None:
    """So many checks of one kind, then some of morale that the same attack brings: one step of his in the end."""
    steps, dice = _fallen(play, man, what, needed, count)
    if more:
        further, others = _fallen(play, man, "morale", needed, more)
        steps, dice = steps + further, (*dice, *others)
    order, stops = "", False
    if steps < 0 or what == "wound":
        order, stops = _after(play, man, what == "wound", steps)
    play.emit(Checked(man.id, what, needed, steps, dice, order, stops, moved(man.morale, steps)))


class Falls(NamedTuple):
    """What dice of checks come to together: steps of each grade; again: the worst may be rolled once more; lowest: no
    deeper than that."""

    needed: int
    zero: int
    passed: int
    failed: int
    nine: int
    again: bool
    lowest: int

    def of(self, face: int) -> int:
        return (
            self.zero if face == 0 else self.nine if face == 9 else
            self.passed if face <= self.needed else self.failed
        )  # fmt: skip

    def __call__(self, faces: Sequence[int]) -> tuple[int, int]:
        found = [self.of(face) for face in faces]
        return (sum(found), min(found)) if self.again else (max(sum(found), self.lowest), 0)


def _fallen(play: Play, man: Man, what: What, needed: int, count: int) -> tuple[int, tuple[int, ...]]:
    """What so many checks come to, in steps, and their dice. A card may let him roll the worst again."""
    of = _steps(play, what)
    again = "again" in man.helps
    falls = Falls(needed, of["zero"], of["pass"], of["fail"], of["nine"], again, ROUT - man.morale)
    purpose = f"{CHECKS[what]} of {named(man)}: needs {needed}"
    (sum_of_all, worst), faces = play.read_all(purpose, count, 10, falls, "0-9")
    if worst >= 0:
        return sum_of_all, faces
    play.emit(HelpUsed(man.id, "again"))
    other, face = d10(play, f"{purpose}, again", falls.of)
    return sum_of_all - worst + other, (*faces, face)


def _steps(play: Play, what: What) -> dict[Grade, int]:
    """What each grade does on the ladder of morale, from a 0 to a 9."""
    chart = play.charts.morale
    if what == "morale":
        return {"zero": 0, "pass": 0, "fail": chart.check_fail, "nine": chart.check_nine}
    if what == "medic":
        return {"zero": 2, "pass": 1, "fail": 0, "nine": -1}
    return {
        "zero": chart.wound_zero,
        "pass": chart.wound_pass,
        "fail": chart.wound_fail,
        "nine": chart.wound_nine,
    }


def _after(play: Play, man: Man, wounded: bool = False, steps: int = 0) -> tuple[str, bool]:
    """What takes the place of his order when he loses heart, "" if it is that already; whether his vehicle stops."""
    if not man.vehicle:
        word = "rout" if man.morale + steps <= ROUT else "duck-back"
        return ("" if man.order.word in (word, "rout") else word), False
    drives = man.seat == "D"
    if drives and not wounded:
        word = "emergency-stop"
    elif man.seat not in CREW or buttoned(play, man):
        word = "panic"
    else:
        word = "duck-back"
    return ("" if man.order.word == word else word), drives


# -- orders ------------------------------------------------------------------------------------------------------------


def replace_order(play: Play, man: Man, word: str, why: str = "", stops: bool = False) -> None:
    """Another order takes the place of his; nothing happens if he has it already."""
    if man.order.word != word:
        play.emit(OrderReplaced(man.id, Order(word), why, stops))


def duck(play: Play, man: Man, why: str = "") -> None:
    """He looks for shelter, in the way of the place where he is: Duck Back, Panic, an Emergency Stop."""
    word, stops = _after(play, man)
    if word:
        replace_order(play, man, word, why, stops)


def change_morale(play: Play, man: Man, steps: int, why: str, most: int = BERSERK) -> None:
    """Up or down the ladder without a check. most: no higher than that (17)."""
    after = max(ROUT, min(most, man.morale + steps)) if steps > 0 else max(ROUT, man.morale + steps)
    if after != man.morale:
        play.emit(MoraleSet(man.id, after - man.morale, why, after))


# -- what the events do ------------------------------------------------------------------------------------------------


def moved(morale: int, steps: int) -> int:
    """Up or down the ladder, which ends at both ends."""
    return max(ROUT, min(BERSERK, morale + steps))


def checked(game: Game, event: Checked) -> None:
    man = game.men[event.unit]
    man.morale = moved(man.morale, event.steps)
    _ordered(game, man, event.order, event.stops, CHECKS[event.what])


def order_replaced(game: Game, event: OrderReplaced) -> None:
    man = game.men[event.unit]
    _ordered(game, man, event.order.word, event.stops, event.why)
    man.order = event.order


def _ordered(game: Game, man: Man, word: str, stops: bool, why: str) -> None:
    if word:
        man.order = Order(word)
    if word == "panic" or (word == "duck-back" and man.marker):
        man.marker = man.marked = ""
    if stops and man.vehicle:
        game.vehicles[man.vehicle].stop = why or "the driver"


def morale_set(game: Game, event: MoraleSet) -> None:
    game.men[event.unit].morale += event.steps


# -- in words ----------------------------------------------------------------------------------------------------------


def told_of_check(play: Play, event: Checked) -> str:
    became = [mood(event.becomes)] if event.steps else []
    if event.order:
        became.append(order_name(play, event.order))
    comes = f": {', '.join(became)}" if became else ": no effect"
    return f"{named(play.man(event.unit))}, {CHECKS[event.what]}, {rolled(event.dice, event.needed)}{comes}."


def told_of_order(play: Play, event: OrderReplaced) -> str:
    why = f" ({event.why})" if event.why else ""
    return f"{named(play.man(event.unit))}: {order_name(play, event.order.word)}{why}."


def told_of_morale(play: Play, event: MoraleSet) -> str:
    return f"{named(play.man(event.unit))} is {mood(event.becomes)} now ({event.why})."


def mood_after(play: Play, event: Checked) -> str:
    """For odds: the state of morale that it ends in, "" if it stays."""
    return mood(event.becomes) if event.steps else ""


def mood(becomes: int | None) -> str:
    """A state of morale as it is written; None of entries that do not say which."""
    return MOODS[becomes].capitalize() if becomes is not None else "Changed"


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=Checked, apply=checked, words=told_of_check, rule="19", dice="dice", fact=mood_after),
        Told(event=OrderReplaced, apply=order_replaced, words=told_of_order, rule="7"),
        Told(event=MoraleSet, apply=morale_set, words=told_of_morale, rule="17"),
    ),
)
