"""What everybody rolls for: checks of quality, of morale, after wounds and in a burning vehicle; and what failing does
to morale and orders (17, 19, 31.10.6, 31.10.9, 31.10.10). A die of ten is read 0 to 9, and a 9 never passes (23.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

from campaign.rules.chapters import Chapter, Told
from campaign.rules.options import Modifier
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.charts import MOODS
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import BERSERK, NORMAL, ROUT, Game, Man, Order

Meant = TypeVar("Meant")
Grade = Literal["zero", "pass", "fail", "nine"]
What = Literal["morale", "wound", "fire", "medic"]
Heap = Literal["wounds", "enemy", "friendly"]

CREW = ("CM", "D", "G", "L", "CD")
"""Seats of a crew; all others are passengers'."""
STAYS = ("hide", "rally", "reload", "duck-back", "rout")
"""Orders of a man on foot that shelter him, or that losing heart leaves as they are."""
RULES: dict[What, str] = {"morale": "19", "wound": "19", "fire": "31.10.10", "medic": "30.1"}
CHECKS: dict[What, str] = {
    "morale": "morale check",
    "wound": "wound check",
    "fire": "fire check",
    "medic": "check for the medic",
}


class Tried(Event, frozen=True, tag="tried"):
    """A check of quality. why: what for."""

    unit: str
    why: str
    needed: int
    passed: bool
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


class Checked(Event, frozen=True, tag="checked"):
    """A check of morale. steps: up or down the ladder. order: what takes the place of his, "" if it stands. stops: a
    driver's vehicle is to stop."""

    unit: str
    what: What
    needed: int
    steps: int
    dice: tuple[int, ...]
    order: str = ""
    stops: bool = False


class OrderReplaced(Event, frozen=True, tag="order-replaced"):
    """stops: a driver's vehicle is to stop."""

    unit: str
    order: Order
    why: str = ""
    stops: bool = False


class MoraleSet(Event, frozen=True, tag="morale-set"):
    """Morale that changes without a check."""

    unit: str
    steps: int
    why: str


class HelpUsed(Event, frozen=True, tag="help-used"):
    """A card that was thrown away for a man has done what it does."""

    unit: str
    word: str


class PileGathered(Event, frozen=True, tag="pile-gathered"):
    """A pile is empty: all its cards are in it again."""

    pile: Heap


# -- who he is, where he sits ------------------------------------------------------------------------------------------


def named(man: Man) -> str:
    """How he is spoken of."""
    return man.name or f"counter {man.id}"


def is_afv(play: Play, vehicle: str) -> bool:
    """Whether it has hatches, as armoured fighting vehicles do (31.8)."""
    return bool(play.vehicle(vehicle).hatches)


def buttoned(play: Play, man: Man) -> bool:
    """Whether he is inside armour: his hatch is shut, or he has none of his own, as gunners (31.8)."""
    if not man.vehicle or not is_afv(play, man.vehicle):
        return False
    return play.vehicle(man.vehicle).hatches.get(man.seat, "closed") not in ("open", "gone")


def medic(man: Man) -> bool:
    """A trained medic (30)."""
    return "trained-medic" in man.skills


# -- what he is good for -----------------------------------------------------------------------------------------------


def quality(play: Play, man: Man, morale: bool = True) -> int:
    """His quality now. morale: whether its state counts, as for all but checks of morale (31.10.9)."""
    chart = play.charts.morale
    sum = man.quality + chart.light * man.light + chart.bad * man.bad
    return sum + chart.ladder[MOODS[man.morale]] if morale and man.morale else sum


def terms_of_wounds(play: Play, man: Man, morale: bool = True) -> list[Modifier]:
    """What wounds, and his state of morale, do to quality and skill."""
    chart, found = play.charts.morale, list[Modifier]()
    if man.light:
        found.append(Modifier("light wound", chart.light * man.light, "16"))
    if man.bad:
        found.append(Modifier("bad wound", chart.bad * man.bad, "16"))
    if morale and man.morale:
        mood = MOODS[man.morale]
        found.append(Modifier(mood, chart.ladder[mood], "17"))
    return found


def terms_of_quality(play: Play, man: Man, morale: bool = True) -> tuple[Modifier, ...]:
    """The same, as a sum."""
    return (Modifier("quality", man.quality, "8"), *terms_of_wounds(play, man, morale))


def total(terms: Iterable[Modifier]) -> int:
    return sum(one.value for one in terms)


def leadership(play: Play, man: Man) -> Modifier | None:
    """What the commander of his armoured vehicle adds to his checks of morale: aboard, Normal or better, and nothing
    burns (31.10.9)."""
    if not man.vehicle or man.seat == "CM" or not is_afv(play, man.vehicle):
        return None
    if man.seat not in CREW or play.vehicle(man.vehicle).fire:
        return None
    commander = play.state.at(man.vehicle, "CM")
    if commander is None or commander.down or commander.morale < NORMAL or not commander.leadership:
        return None
    return Modifier(f"{named(commander)} commands", commander.leadership, "31.10.9")


def leader_near(play: Play, man: Man) -> Man | None:
    """A leader of his side who helps others to rally: fit, Normal or better, and no further than his leadership (8)."""
    for one in play.state.men.values():
        if one.leadership and one.side == man.side and one is not man and one.able:
            fit = one.morale >= NORMAL and not one.bad
            if fit and play.away(one.hex, man.hex) <= one.leadership:
                return one
    return None


# -- dice --------------------------------------------------------------------------------------------------------------


def d10(play: Play, purpose: str, reading: Callable[[int], Meant]) -> tuple[Meant, int]:
    """A die of ten sides: what it means, and its face, 0 to 9."""
    (one,) = play.read(purpose, 1, 10, reading, "0-9")  # pyright: ignore[reportArgumentType]
    return one


def d6(play: Play, purpose: str) -> int:
    """A plain die, of which every face counts, as of directions."""
    (face,) = play.dice.roll(purpose, 1, 6, "order")
    return face


def grade(needed: int) -> Callable[[int], Grade]:
    """How a check of morale reads a die (23.1). A 0 counts as passed."""

    def read(face: int) -> Grade:
        return "zero" if face == 0 else "nine" if face == 9 else "pass" if face <= needed else "fail"

    return read


def within(needed: int) -> Callable[[int], bool]:
    """Whether a die passes: no more than what is needed, and no 9 (23.1)."""
    return lambda face: face <= needed and face != 9


def d10_for(
    play: Play, man: Man, purpose: str, reading: Callable[[int], Meant], failed: Callable[[Meant], bool]
) -> tuple[Meant, tuple[int, ...]]:
    """The same for a man, who may have been given a card that lets him roll a failed die again: what counts, and all
    that came up."""
    meant, face = d10(play, purpose, reading)
    if "again" not in man.helps or not failed(meant):
        return meant, (face,)
    play.emit(HelpUsed(man.id, "again"))
    second, other = d10(play, f"{purpose}, again", reading)
    return second, (face, other)


def tqc(
    play: Play,
    man: Man,
    why: str,
    terms: Sequence[Modifier] = (),
    other: Mapping[str, int] = MappingProxyType({}),
) -> bool:
    """A check of quality. why: what for, as `to load`. terms: what counts besides wounds, morale and, in armoured
    vehicles, the commander. other: by readings, what would be added by their other choice (16).
    """
    found = [*terms_of_quality(play, man), *terms]
    if play.charts.readings.leadership == "all-checks" and (led := leadership(play, man)) is not None:
        found.append(led)
    needed = total(found)
    read = {name: needed + more for name, more in other.items()}
    passed, dice = d10_for(
        play, man, f"{named(man)} {why}: needs {needed}", within(needed), lambda passed: not passed
    )
    by = () if play.walks else _read_so(play, man, dice, needed, read)
    play.emit(Tried(man.id, why, needed, passed, dice, tuple(found), readings=by))
    return passed


def _read_so(
    play: Play, man: Man, dice: Sequence[int], needed: int, read: Mapping[str, int]
) -> tuple[str, ...]:
    """By which readings a check came out as it did. read: what it would take by their other choice."""
    led = leadership(play, man)
    if led is not None:
        more = -led.value if play.charts.readings.leadership == "all-checks" else led.value
        read = {"leadership": needed + more, **read}

    def passes(needed: int) -> bool:
        return any(within(needed)(face) for face in dice)

    return tuple(name for name, other in read.items() if passes(other) != passes(needed))


def gather(play: Play, pile: Heap) -> Pile:
    """A pile that a card can be drawn from: an empty one is gathered first."""
    heap: Pile = getattr(play.state, pile)
    if not heap.left:
        play.emit(PileGathered(pile))
    return heap


# -- morale ------------------------------------------------------------------------------------------------------------


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
    play.emit(Checked(man.id, what, needed, steps, dice, order, stops))


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
        play.emit(MoraleSet(man.id, after - man.morale, why))


# -- what the events do ------------------------------------------------------------------------------------------------


def told_nothing(game: Game, event: Event) -> None:
    """Nothing but a line in the log."""


def checked(game: Game, event: Checked) -> None:
    man = game.men[event.unit]
    man.morale = max(ROUT, min(BERSERK, man.morale + event.steps))
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


def help_used(game: Game, event: HelpUsed) -> None:
    man = game.men[event.unit]
    left = list(man.helps)
    left.remove(event.word)
    man.helps = tuple(left)


def pile_gathered(game: Game, event: PileGathered) -> None:
    """Cards of the player's hand stay where they are."""
    heap: Pile = getattr(game, event.pile)
    kept = {*game.hand, *game.planned} if event.pile == "friendly" else set[int]()
    back = [card for card in heap.out if card not in kept]
    heap.left, heap.out = sorted((*heap.left, *back)), [card for card in heap.out if card in kept]


# -- in words ----------------------------------------------------------------------------------------------------------


NEVER = 9
"""The face that never succeeds (23.1)."""


def rolled(dice: Sequence[int], needed: int) -> str:
    """What came up, of one roll or of the same rolled again, and what it had to be."""
    return f"{' and then '.join(map(str, dice))} ({wanted(needed)})"


def faces(dice: Sequence[int], needed: int) -> str:
    """Dice that each count by themselves, and what each had to be."""
    return f"{', '.join(map(str, dice))} ({wanted(needed)})"


def wanted(needed: int) -> str:
    """`needs 4 or less`: of a ten-sided die with faces from 0 to 9, of which the highest never does."""
    most = min(needed, NEVER - 1)
    return "needs 0" if not most else f"needs {most} or less" if most > 0 else f"needs {most}: cannot"


def told_of_trying(play: Play, event: Tried) -> str:
    verb = "passes" if event.passed else "fails"
    return f"{named(play.man(event.unit))} {verb} a check {event.why}: {rolled(event.dice, event.needed)}."


def told_of_check(play: Play, event: Checked) -> str:
    man = play.man(event.unit)
    became = [MOODS[man.morale].capitalize()] if event.steps else []
    if event.order:
        became.append(order_name(play, event.order))
    comes = f": {', '.join(became)}" if became else ": no effect"
    return f"{named(man)}, {CHECKS[event.what]}, {rolled(event.dice, event.needed)}{comes}."


def told_of_order(play: Play, event: OrderReplaced) -> str:
    why = f" ({event.why})" if event.why else ""
    return f"{named(play.man(event.unit))}: {order_name(play, event.order.word)}{why}."


def order_name(play: Play, word: str) -> str:
    row = play.charts.orders.get(word)
    return row.name if row is not None else word.replace("-", " ").title()


def told_of_morale(play: Play, event: MoraleSet) -> str:
    man = play.man(event.unit)
    return f"{named(man)} is {MOODS[man.morale].capitalize()} now ({event.why})."


def mood_after(play: Play, event: Checked) -> str:
    """For odds: the state of morale that it ends in, "" if it stays."""
    return MOODS[play.man(event.unit).morale].capitalize() if event.steps else ""


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Tried, apply=told_nothing, words=told_of_trying, rule="19", dice="dice",
            weight=lambda event: "routine" if event.passed else "",
        ),
        Told(event=Checked, apply=checked, words=told_of_check, rule="19", dice="dice", fact=mood_after),
        Told(event=OrderReplaced, apply=order_replaced, words=told_of_order, rule="7"),
        Told(event=MoraleSet, apply=morale_set, words=told_of_morale, rule="17"),
        Told(
            event=HelpUsed, apply=help_used, rule="5",
            words=lambda play, event: f"{named(play.man(event.unit))} uses a card: {event.word.replace('-', ' ')}.",
        ),
        Told(
            event=PileGathered, apply=pile_gathered, rule="5",
            words=lambda play, event: f"All {event.pile} cards are shuffled again.",
        ),
    ),
)  # fmt: skip
