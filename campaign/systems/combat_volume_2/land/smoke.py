"""Smoke that drifts and fades: of grenades, of dischargers, and what lies there from the beginning (18, 29.5, 31.11.1).

What a fire gives off is of `burning`, and stays as long as the fire does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.rules.wording import count
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game, Mark

GRENADE = "smoke-grenade"
DISCHARGERS = "dischargers"
"""`Mark.of` of the smoke that dischargers have put down: at the end of that turn it spreads to all sides."""


class Put(NamedTuple):
    """A marker in a hex."""

    hex: Hex
    mark: Mark


class SmokeDrifted(Event, frozen=True, tag="smoke-drifted"):
    """What goes and what comes at the end of a turn."""

    gone: tuple[Put, ...]
    come: tuple[Put, ...]


def drift_due(play: Play) -> bool:
    return next(_ours(play), None) is not None


def drift(play: Play) -> None:
    """The end of a turn: smoke grenades smoke, one hex more downwind each turn, then what they made fades and is
    gone a turn later; smoke of dischargers spreads around as fading smoke, then fades, too (18, 31.11.1).
    """
    gone: list[Put] = []
    come: list[Put] = []
    for hex, mark in list(_ours(play)):
        if mark.what == GRENADE:
            _grenade(play, hex, mark, gone, come)
        else:
            _smoke(play, hex, mark, gone, come)
    if gone or come:
        play.emit(SmokeDrifted(tuple(gone), tuple(come)))


def _ours(play: Play) -> Iterator[tuple[Hex, Mark]]:
    """Smoke that no fire gives off, and grenades; in the order of hexes."""
    for hex, marks in sorted(play.state.marks.items()):
        for mark in marks:
            if mark.what == GRENADE or (mark.what in ("smoke", "fading") and not of_fire(play, mark)):
                yield hex, mark


def of_fire(play: Play, mark: Mark) -> bool:
    """Whether a fire gives off this smoke."""
    return bool(mark.of) and mark.of in play.board.terrain


def _grenade(play: Play, hex: Hex, mark: Mark, gone: list[Put], come: list[Put]) -> None:
    fire, turn = play.charts.land.fire, play.state.turn
    age = turn - mark.turn
    if age >= fire.grenade_turns:
        gone.append(Put(hex, mark))
        return
    place: Hex | None = hex
    for _ in range(age):
        place = play.next_to(place, play.state.wind) if place is not None else None
    if place is not None and age < fire.grenade_smokes:
        lasts = mark.turn + fire.grenade_turns - 1
        come.append(Put(place, Mark("smoke", lasts, f"{GRENADE} {hex}")))


def _smoke(play: Play, hex: Hex, mark: Mark, gone: list[Put], come: list[Put]) -> None:
    """turn: of a smoke the last at the end of which it stays as it is."""
    turn = play.state.turn
    if mark.turn >= turn:
        if mark.of == DISCHARGERS and mark.what == "smoke":
            around = (other for other in play.board.neighbours[hex] if other is not None)
            come += (Put(other, Mark("fading", turn, DISCHARGERS)) for other in around)
        return
    gone.append(Put(hex, mark))
    if mark.what == "smoke":
        come.append(Put(hex, Mark("fading", turn, mark.of)))


def without(marks: tuple[Mark, ...], some: Iterable[Mark]) -> tuple[Mark, ...]:
    """Markers of a hex less some of them, each once."""
    left = list(marks)
    for mark in some:
        left.remove(mark)
    return tuple(left)


def replace_marks(game: Game, gone: Iterable[Put], come: Iterable[Put]) -> None:
    """Take markers away and put others down; hexes without any are not kept."""
    for hex, mark in gone:
        if left := without(game.marks[hex], (mark,)):
            game.marks[hex] = left
        else:
            del game.marks[hex]
    for hex, mark in come:
        game.marks[hex] = (*game.marks.get(hex, ()), mark)


def smoke_drifted(game: Game, event: SmokeDrifted) -> None:
    replace_marks(game, event.gone, event.come)


def told_of_drifting(play: Play, event: SmokeDrifted) -> str:
    more = [put.hex for put in event.come if put.mark.what == "smoke"]
    thin = [put.hex for put in event.come if put.mark.what == "fading"]
    left = {put.hex for put in event.come}
    gone = [put.hex for put in event.gone if put.mark.what != GRENADE and put.hex not in left]
    said = [f"smoke in {', '.join(more)}"] if more else []
    said += [f"thin smoke in {', '.join(thin)}"] if thin else []
    said += [f"{count(len(gone), 'hex', 'hexes')} clear again"] if gone else []
    return f"{'; '.join(said).capitalize()}." if said else ""


CHAPTER = Chapter(
    events=(
        Told(event=SmokeDrifted, apply=smoke_drifted, rule="18", words=told_of_drifting),
    ),
)  # fmt: skip
