"""What an order does once, in its impulse: rally and reload (7.17, 14, 17, 19)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import acting, checks, melee, morale, moving
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import NORMAL, Game, Man

RALLY, RELOAD = "rally", "reload"


class Rally(Action, frozen=True, tag="rally"):
    """Take heart again."""

    unit: str


class Reload(Action, frozen=True, tag="reload"):
    """Get ammunition ready."""

    unit: str


class Rallied(Event, frozen=True, tag="rallied"):
    """steps: up or down the ladder of morale. becomes: the state that it ends in."""

    unit: str
    needed: int
    steps: int
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    becomes: int | None = None


class Reloaded(Event, frozen=True, tag="reloaded"):
    unit: str


def terms(play: Play, man: Man) -> tuple[Modifier, ...]:
    """What it takes to rally, as a sum: quality with morale, a leader near, nobody who sees him."""
    chart = play.charts.morale
    found = [*checks.terms_of_quality(play, man)]
    leader = checks.leader_near(play, man)
    if leader is not None:
        found.append(Modifier(f"{named(leader)} is near", chart.rally_leader, "7.17"))
    if not moving.watched(play, man):
        found.append(Modifier("out of sight", chart.rally_unseen, "7.17"))
    return tuple(found)


def rally(play: Play, man: Man) -> None:
    """He rallies, no further than Normal. A 0 brings two steps, a 9 takes one (23.1)."""
    chart, found = play.charts.morale, terms(play, man)
    needed = checks.total(found)
    steps: dict[morale.Grade, int] = {
        "zero": chart.rally_zero, "pass": chart.rally_pass, "fail": 0, "nine": chart.rally_nine,
    }  # fmt: skip
    grade, dice = checks.d10_for(
        play, man, f"{named(man)} rallies: needs {needed}", morale.grade(needed),
        lambda grade: grade in ("fail", "nine"),
    )  # fmt: skip
    by = min(steps[grade], max(NORMAL - man.morale, 0))
    play.emit(Rallied(man.id, needed, by, dice, found, morale.moved(man.morale, by)))


def reload(play: Play, man: Man) -> None:
    if man.ammunition:
        play.emit(Reloaded(man.id))


# -- what the events do, in words --------------------------------------------------------------------------------------


def rallied(game: Game, event: Rallied) -> None:
    man = game.men[event.unit]
    man.morale = morale.moved(man.morale, event.steps)


def reloaded(game: Game, event: Reloaded) -> None:
    game.men[event.unit].ammunition = ""


def told_of_rally(play: Play, event: Rallied) -> str:
    now = f"{morale.mood(event.becomes)} now" if event.steps else "no change"
    return f"{named(play.man(event.unit))} rallies: {checks.rolled(event.dice, event.needed)}, {now}."


def mood_after(play: Play, event: Rallied) -> str:
    return morale.mood(event.becomes)


# -- the player --------------------------------------------------------------------------------------------------------


def may_rally(play: Play, side: str) -> list[Option]:
    man = _he(play, side, RALLY)
    if man is None or man.morale >= NORMAL:
        return []
    return [Option(Rally(man.id), man.id, dice=1, modifiers=terms(play, man))]


def may_reload(play: Play, side: str) -> list[Option]:
    man = _he(play, side, RELOAD)
    return [Option(Reload(man.id), man.id)] if man is not None and man.ammunition else []


def _he(play: Play, side: str, word: str) -> Man | None:
    man = acting.man(play, side)
    fits = man is not None and man.order.word == word and acting.due(play, man)
    return man if man is not None and fits and not melee.engaged(play, man) else None


def why_not_rally(play: Play, side: str, action: Rally) -> Iterator[Refused]:
    yield from _why_not(play, side, action.unit, RALLY)
    if play.man(action.unit).morale >= NORMAL:
        yield Refused("Nobody rallies beyond Normal.", "17", where="$.unit")


def why_not_reload(play: Play, side: str, action: Reload) -> Iterator[Refused]:
    yield from _why_not(play, side, action.unit, RELOAD)
    if not play.man(action.unit).ammunition:
        yield Refused("He has ammunition enough.", "14", where="$.unit")


def _why_not(play: Play, side: str, unit: str, word: str) -> Iterator[Refused]:
    yield from acting.why_not(play, side, unit, word)
    if melee.engaged(play, play.man(unit)):
        yield Refused("In a melee he can do nothing but fight.", "15", ["melee"], "$.kind")


def do_rally(play: Play, side: str, action: Rally) -> None:
    rally(play, play.man(action.unit))


def do_reload(play: Play, side: str, action: Reload) -> None:
    reload(play, play.man(action.unit))


ACTS = (
    Answer(
        action=Rally, candidates=may_rally, why_not=why_not_rally, do=do_rally, odds=by_deed(do_rally),
        label=lambda play, action: "Rally",
    ),
    Answer(
        action=Reload, candidates=may_reload, why_not=why_not_reload, do=do_reload,
        label=lambda play, action: "Reload",
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Rallied, apply=rallied, words=told_of_rally, rule="7.17", dice="dice", fact=mood_after,
        ),
        Told(
            event=Reloaded, apply=reloaded, rule="14",
            words=lambda play, event: f"{named(play.man(event.unit))} has ammunition enough again.",
        ),
    ),
)  # fmt: skip
