"""What everybody rolls: a die of ten that is read 0 to 9, of which a 9 never passes (23.1); and what somebody is good
for, by wounds, morale and his leader, in checks of quality (16, 19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeVar

from campaign.rules.chapters import Chapter, Told
from campaign.rules.options import Modifier
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.charts import MOODS
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import NORMAL, Game, Man

Meant = TypeVar("Meant")
Heap = Literal["wounds", "enemy", "friendly"]

CREW = ("CM", "D", "G", "L", "CD")
"""Seats of a crew; all others are passengers'."""


class Tried(Event, frozen=True, tag="tried"):
    """A check of quality. why: what for."""

    unit: str
    why: str
    needed: int
    passed: bool
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


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


def order_name(play: Play, word: str) -> str:
    """How an order is spoken of."""
    row = play.charts.orders.get(word)
    return row.name if row is not None else word.replace("-", " ").title()


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


# -- what the events do ------------------------------------------------------------------------------------------------


def told_nothing(game: Game, event: Event) -> None:
    """Nothing but a line in the log."""


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


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Tried, apply=told_nothing, words=told_of_trying, rule="19", dice="dice",
            weight=lambda event: "routine" if event.passed else "",
        ),
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
