"""Who gives himself up, who guards him, and who is captured at the end (23.3, 23.4, 30.1)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.people import checks, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, NO_ORDER, ROUT, Game, Man, Step

RESCUED_WITHIN = 2
"""A friend no further than that keeps an incapacitated man from being captured at the end (23.3)."""


class Guard(Action, frozen=True, tag="guard"):
    """Who guards a prisoner."""

    unit: str


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A man in Rout gives himself up; the player says who of `among` guards him, if there are several."""

    unit: str
    among: tuple[str, ...]


class Guarded(Event, frozen=True, tag="guarded"):
    """to: the prisoner's hex, to which the guard has come, "" if he was there or cannot."""

    unit: str
    by: str
    to: Hex = ""


class GotAway(Event, frozen=True, tag="got-away"):
    """A prisoner without a guard in his hex is none any more."""

    unit: str


class PrisonerKilled(Event, frozen=True, tag="prisoner-killed"):
    """The guard has taken revenge for a medic (30.1)."""

    unit: str
    by: str


class LeftBehind(Event, frozen=True, tag="left-behind"):
    """At the end: captured, by the side that is not his."""

    unit: str


def surrendered(game: Game, event: Surrendered) -> None:
    man = game.men[event.unit]
    man.captor, man.order = event.among[0], NO_ORDER
    if len(event.among) > 1 and man.side == ENEMY:  # of the player's own the rules say who takes him
        game.steps = (*game.steps, Step("guard", event.unit, event.among))


def guarded(game: Game, event: Guarded) -> None:
    game.men[event.unit].captor = event.by
    if event.to:
        game.men[event.by].hex = event.to
    if game.steps and game.steps[0].what == "guard" and game.steps[0].unit == event.unit:
        game.steps = game.steps[1:]


def got_away(game: Game, event: GotAway) -> None:
    man = game.men[event.unit]
    man.captor, man.order = "", NO_ORDER


def prisoner_killed(game: Game, event: PrisonerKilled) -> None:
    man = game.men[event.unit]
    man.dead, man.captor, man.order = True, "", NO_ORDER


def left_behind(game: Game, event: LeftBehind) -> None:
    game.men[event.unit].gone = "captured"


# -- giving up ---------------------------------------------------------------------------------------------------


def cornered(play: Play) -> list[tuple[Man, tuple[str, ...]]]:
    """Men in Rout with an opponent in or next to their hex, and none of their own: with those who may take them."""
    found: list[tuple[Man, tuple[str, ...]]] = []
    for man in play.state.men.values():
        if man.able and man.morale <= ROUT and not man.vehicle:
            near = [
                one
                for one in play.state.men.values()
                if one is not man and one.able and _near(play, man, one)
            ]
            if any(one.side == man.side for one in near):
                continue
            takers = tuple(one.id for one in near if one.side != man.side and _takes(one))
            if takers:
                found.append((man, takers))
    return found


def _takes(man: Man) -> bool:
    """Whether somebody gives himself up to him: on foot, no medic and no runaway; an enemy must be awake and known."""
    there = man.side == FRIEND or (man.alert and man.spotted)
    return there and not man.vehicle and man.morale > ROUT and not checks.medic(man)


def _near(play: Play, a: Man, b: Man) -> bool:
    return play.away(a.hex, b.hex) <= 1


def surrender_due(play: Play) -> bool:
    return bool(cornered(play))


def surrender(play: Play) -> None:
    """Each of them checks his quality; who fails gives himself up."""
    for man, takers in cornered(play):
        if not checks.tqc(play, man, "not to give himself up"):
            play.emit(Surrendered(man.id, takers))
            if len(takers) == 1:
                take(play, man, takers[0])


def take(play: Play, man: Man, guard: str) -> None:
    """Put a prisoner under guard (23.4). Where a medic has fallen, the guard may kill him (30.1)."""
    by = play.man(guard)
    goes = by.hex != man.hex and ground.passable_on_foot(play, man.hex)
    play.emit(Guarded(man.id, guard, man.hex if goes else ""))
    revenge = man.side == ENEMY and wounds.REVENGE in play.state.medics
    if revenge and not checks.tqc(play, play.man(guard), "to spare the prisoner"):
        play.emit(PrisonerKilled(man.id, guard))


# -- guards ----------------------------------------------------------------------------------------------------


def guards(play: Play, man: Man) -> bool:
    """Whether a prisoner in his hex would be without any guard if he went (23.4)."""
    captives = [one for one in play.state.men.values() if _held(one) and one.hex == man.hex]
    if not any(one.side != man.side for one in captives):
        return False
    return not any(one.side == man.side and one.able and one is not man for one in play.state.in_hex(man.hex))


def _held(man: Man) -> bool:
    return bool(man.captor) and not man.dead and not man.gone


def get_away_due(play: Play) -> bool:
    return any(_held(man) and not _is_guarded(play, man) for man in play.state.men.values())


def get_away(play: Play) -> None:
    """The end of a turn: prisoners in whose hex no opponent is left who can act are free. Our own: the text says only
    that at the end those count who have a guard in their hex (23.4)."""
    for man in play.state.men.values():
        if _held(man) and not _is_guarded(play, man):
            play.emit(GotAway(man.id))


# -- the choice of a guard ---------------------------------------------------------------------------------------


def who_may_guard(play: Play, side: str) -> Iterator[Option]:
    steps = play.state.steps
    if steps and steps[0].what == "guard":
        for unit in steps[0].among:
            yield Option(Guard(unit), unit, steps[0].unit)


def why_not_guard(play: Play, side: str, action: Guard) -> Iterator[Refused]:
    steps = play.state.steps
    if not steps or steps[0].what != "guard":
        yield Refused("There is no prisoner to be guarded.", "23.4", where="$.kind")
    elif action.unit not in steps[0].among:
        yield Refused("He is not near enough to guard the prisoner.", "23.4", steps[0].among, "$.unit")


def guard(play: Play, side: str, action: Guard) -> None:
    take(play, play.man(play.state.steps[0].unit), action.unit)


def revenge(play: Play, side: str, action: Guard) -> bool:
    """Whether the guard might take revenge, which dice decide (30.1)."""
    return wounds.REVENGE in play.state.medics


# -- the end -----------------------------------------------------------------------------------------------------


def leave_behind(play: Play) -> None:
    """At the end who is incapacitated, and has no comrade within two hexes, is captured (23.3); and so is a prisoner
    whose guard is in his hex (23.4). The others get away."""
    state = play.state
    for man in state.men.values():
        lies = man.down and man.here
        if (
            lies
            and not any(
                one.able and one.side == man.side and play.away(man.hex, one.hex) <= RESCUED_WITHIN
                for one in state.men.values()
            )
        ) or (man.captor and not man.dead and not man.gone and _is_guarded(play, man)):
            play.emit(LeftBehind(man.id))


def _is_guarded(play: Play, man: Man) -> bool:
    captor = play.state.men[man.captor]
    return any(one.able and one.side == captor.side for one in play.state.in_hex(man.hex))


CHOICES = (
    Answer(
        action=Guard, candidates=who_may_guard, why_not=why_not_guard, do=guard, odds=by_deed(guard, rolls=revenge),
        label=lambda play, action: f"{named(play.man(action.unit))} guards the prisoner",
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Surrendered, apply=surrendered, rule="23.4",
            words=lambda play, event: f"{named(play.man(event.unit))} gives himself up.",
        ),
        Told(
            event=Guarded, apply=guarded, rule="23.4",
            words=lambda play, event: f"{named(play.man(event.by))} guards {named(play.man(event.unit))}.",
        ),
        Told(
            event=GotAway, apply=got_away, rule="23.4",
            words=lambda play, event: f"{named(play.man(event.unit))} has no guard any more and gets away.",
        ),
        Told(
            event=PrisonerKilled, apply=prisoner_killed, rule="30.1",
            words=lambda play, event: f"{named(play.man(event.by))} kills the prisoner {named(play.man(event.unit))}.",
            fact=lambda play, event: "the prisoner is killed",
        ),
        Told(
            event=LeftBehind, apply=left_behind, rule="23.3",
            words=lambda play, event: f"{named(play.man(event.unit))} is captured.",
        ),
    ),
)  # fmt: skip
