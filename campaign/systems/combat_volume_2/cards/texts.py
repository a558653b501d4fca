"""What the texts of the player's cards do: ten of our own, since those of the printed cards are not known to us.

A text never comes between a die and what it means: what helps a roll is given to a man before, and he uses it up at his
next one (`Man.helps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NORMAL, ROUT, Game, Man, Step, Team


class HelpGiven(Event, frozen=True, tag="help-given"):
    """word: again, near-miss, steady-aim. It waits for the man's next die."""

    unit: str
    word: str


class AmmunitionFound(Event, frozen=True, tag="ammunition-found"):
    unit: str


class TeamHurried(Event, frozen=True, tag="team-hurried"):
    """It acts before all others in this turn."""

    team: str


class ChoiceLeft(Event, frozen=True, tag="choice-left"):
    """The player is asked for something before play goes on."""

    step: Step


def help_given(game: Game, event: HelpGiven) -> None:
    man = game.men[event.unit]
    man.helps = (*man.helps, event.word)


def ammunition_found(game: Game, event: AmmunitionFound) -> None:
    game.men[event.unit].ammunition = ""


def team_hurried(game: Game, event: TeamHurried) -> None:
    game.teams[event.team].initiative = 1


def choice_left(game: Game, event: ChoiceLeft) -> None:
    game.steps = (*game.steps, event.step)


# -- whom a text may be about ------------------------------------------------------------------------------------


def friends(play: Play) -> list[Man]:
    """The player's men who can act."""
    return [man for man in play.state.men.values() if man.side == FRIEND and man.able]


def without(word: str) -> Callable[[Play], Iterable[str]]:
    """Friends who have not got that help yet."""
    return lambda play: (man.id for man in friends(play) if word not in man.helps)


def shooters(play: Play) -> Iterable[str]:
    return (
        man.id
        for man in friends(play)
        if man.armed and man.ammunition != "out" and "steady-aim" not in man.helps
    )


def short_of_rounds(play: Play) -> Iterable[str]:
    return (man.id for man in friends(play) if man.ammunition)


def low_in_heart(play: Play) -> Iterable[str]:
    return (man.id for man in friends(play) if ROUT <= man.morale < NORMAL)


def yet_to_act(play: Play) -> Iterable[str]:
    """Those whose team has not been activated in the first impulse."""
    state = play.state
    early = state.phase == "enemy" or (state.phase == "impulse" and state.impulse == 1)
    if not early:
        return ()
    return (
        man.id
        for man in friends(play)
        if man.morale > ROUT and man.team != state.active and not state.teams[man.team].done
    )


def own_teams(play: Play) -> list[Team]:
    able = {man.team for man in friends(play)}
    return [team for team in play.state.teams.values() if team.side == FRIEND and team.id in able]


def teams(play: Play) -> Iterable[str]:
    return (team.id for team in own_teams(play))


# -- what it does ------------------------------------------------------------------------------------------------


def helped(word: str) -> Callable[[Play, str], None]:
    return lambda play, target: play.emit(HelpGiven(target, word))


def takes_heart(play: Play, target: str) -> None:
    checks.change_morale(play, play.man(target), 1, "a card", NORMAL)


def finds_rounds(play: Play, target: str) -> None:
    play.emit(AmmunitionFound(target))


def hurries(play: Play, target: str) -> None:
    play.emit(TeamHurried(target))


def new_order(play: Play, target: str) -> None:
    play.emit(ChoiceLeft(Step("new-order", target, ())))


class Text(NamedTuple):
    """name: of the card. says: in one sentence what it does. targets: ids of whom it may be about. do: (play, target).
    phases: in which such a card may be thrown away."""

    name: str
    says: str
    targets: Callable[[Play], Iterable[str]]
    do: Callable[[Play, str], None]
    phases: tuple[str, ...] = ("orders", "enemy", "impulse", "upkeep")


TEXTS: dict[str, Text] = {
    "again": Text(
        "Once more",
        "The next check or shot of a man in this impulse is rolled twice, and the better die counts.",
        without("again"), helped("again"), ("impulse",),
    ),
    "near_miss": Text(
        "Near miss",
        "The next wound card that a man draws in this turn is a morale check.",
        without("near-miss"), helped("near-miss"),
    ),
    "steady_aim": Text(
        "Steady aim",
        "A man shoots at +1 in this impulse.",
        shooters, helped("steady-aim"), ("impulse",),
    ),
    "change": Text(
        "Change of plan",
        "A man whose team has not acted in this turn gets another order.",
        yet_to_act, new_order, ("enemy", "impulse"),
    ),
    "ammunition": Text(
        "Spare clips",
        "A man who is low or out of ammunition has enough again.",
        short_of_rounds, finds_rounds,
    ),
    "rally": Text(
        "Pull yourself together",
        "A man below Normal gets a state of morale back.",
        low_in_heart, takes_heart,
    ),
    "quick": Text(
        "Quick as a flash",
        "A team acts before all others in this turn.",
        teams, hurries,
    ),
}  # fmt: skip
"""By the `text` of `friendly-deck.toml`."""


def name(play: Play, unit: str) -> str:
    """How somebody or something is called in the log."""
    state = play.state
    if unit in state.men:
        return state.men[unit].name or unit
    if unit in state.vehicles:
        return state.vehicles[unit].name or unit
    return state.teams[unit].name or unit if unit in state.teams else unit


WORDS = {
    "again": "may roll once more, if need be",
    "near-miss": "will be missed by a hair",
    "steady-aim": "takes a steady aim",
}

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=HelpGiven, apply=help_given, rule="5",
            words=lambda play, event: f"{name(play, event.unit)} {WORDS[event.word]}.",
        ),
        Told(
            event=AmmunitionFound, apply=ammunition_found, rule="5",
            words=lambda play, event: f"{name(play, event.unit)} has enough ammunition again.",
        ),
        Told(
            event=TeamHurried, apply=team_hurried, rule="5",
            words=lambda play, event: f"{name(play, event.team)} will act before all others.",
        ),
        Told(event=ChoiceLeft, apply=choice_left, words=lambda play, event: ""),
    ),
)  # fmt: skip
