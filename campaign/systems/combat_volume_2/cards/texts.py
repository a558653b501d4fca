"""What the texts of the player's cards do: ten of our own, since those of the printed cards are not known to us.

A text never comes between a die and what it means: what helps a roll is given to a man before, and he uses it up at his
next one (`Man.helps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import ground, smoke
from campaign.systems.combat_volume_2.people import alert, limits, melee, morale, moving, spotting
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NORMAL, ROUT, Game, Man, Mark, Step, Team


class HelpGiven(Event, frozen=True, tag="help-given"):
    """word: again, near-miss, steady-aim. It waits for the man's next die."""

    unit: str
    word: str


class AmmunitionFound(Event, frozen=True, tag="ammunition-found"):
    unit: str


class TeamHurried(Event, frozen=True, tag="team-hurried"):
    """It acts before all others in this turn."""

    team: str


class WayTaken(Event, frozen=True, tag="way-taken"):
    """Where somebody dashes to, or throws a candle."""

    unit: str
    hex: Hex


class CandleLit(Event, frozen=True, tag="candle-lit"):
    """A smoke candle burns in a hex. lasts: the turn at the end of which it still does."""

    unit: str
    hex: Hex
    lasts: int


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


def way_taken(game: Game, event: WayTaken) -> None:
    game.steps = game.steps[1:]


def candle_lit(game: Game, event: CandleLit) -> None:
    game.steps = game.steps[1:]
    smoke.replace_marks(game, (), (smoke.Put(event.hex, Mark("smoke", event.lasts, "candle")),))


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


def in_the_dark(play: Play) -> Iterable[str]:
    """Hidden opponents whom one of the player's men might see."""
    return dict.fromkeys(foe.id for man in friends(play) for foe in spotting.hidden(play, man))


def runners(play: Play) -> Iterable[str]:
    """Men on foot who can leave their hex."""
    for man in friends(play):
        stays = man.vehicle or man.morale <= ROUT or melee.engaged(play, man) or limits.in_wire(play, man)
        if not stays and next(steps_from(play, man), None) is not None:
            yield man.id


def steps_from(play: Play, man: Man) -> Iterator[Hex]:
    """Hexes next to him that he may enter: nothing burns there, and nobody of the other side is known to be there."""
    for hex in play.board.neighbours[man.hex]:
        free = hex is not None and ground.passable_on_foot(play, hex)
        if hex is not None and free and not any(foe.hex == hex for foe in play.foes(man.side)):
            yield hex


def on_foot(play: Play) -> Iterable[str]:
    return (man.id for man in friends(play) if not man.vehicle)


# -- what it does ------------------------------------------------------------------------------------------------


def helped(word: str) -> Callable[[Play, str], None]:
    return lambda play, target: play.emit(HelpGiven(target, word))


def takes_heart(play: Play, target: str) -> None:
    morale.change_morale(play, play.man(target), 1, "a card", NORMAL)


def found_out(play: Play, target: str) -> None:
    alert.spotted(play, play.man(target), "a sharp eye")


def dashes(play: Play, target: str) -> None:
    play.emit(ChoiceLeft(Step("dash", target, tuple(steps_from(play, play.man(target))))))


def lights_candle(play: Play, target: str) -> None:
    hex = play.man(target).hex
    around = tuple(other for other in play.board.neighbours[hex] if other is not None)
    play.emit(ChoiceLeft(Step("candle", target, (hex, *around))))


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
    "eyes": Text(
        "Sharp eyes",
        "A hidden enemy in sight of one of the player's men is spotted.",
        in_the_dark, found_out,
    ),
    "dash": Text(
        "A quick dash",
        "A man moves a hex before orders are given.",
        runners, dashes,
    ),
    "smoke": Text(
        "Smoke candle",
        "A man lights a smoke candle in his hex or next to it; it burns until the end of the next turn.",
        on_foot, lights_candle,
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


# -- where to ----------------------------------------------------------------------------------------------------

STEPS = ("dash", "candle")


class TakeWay(Action, frozen=True, tag="take-way"):
    """The hex that a card is about."""

    hex: Hex


def ways(play: Play, side: str) -> Iterator[Option]:
    steps = play.state.steps
    if steps and steps[0].what in STEPS:
        for hex in steps[0].among:
            yield Option(TakeWay(hex), steps[0].unit, where=hex)


def why_not_way(play: Play, side: str, action: TakeWay) -> Iterator[Refused]:
    steps = play.state.steps
    if not steps or steps[0].what not in STEPS:
        yield Refused("No card asks for a hex now.", "5", where="$.kind")
    elif action.hex not in steps[0].among:
        yield Refused("This hex cannot be chosen.", "5", steps[0].among, "$.hex")


def take_way(play: Play, side: str, action: TakeWay) -> None:
    step = play.state.steps[0]
    if step.what == "candle":
        play.emit(CandleLit(step.unit, action.hex, play.state.turn + 1))
        return
    play.emit(WayTaken(step.unit, action.hex))
    moving.enter(play, play.man(step.unit), action.hex)


def label_of_way(play: Play, action: TakeWay) -> str:
    step = play.state.steps[0]
    who = name(play, step.unit)
    return (
        f"{who} dashes to {action.hex}" if step.what == "dash" else f"{who} lights the candle in {action.hex}"
    )


CHOICES = (
    Answer(
        action=TakeWay, candidates=ways, why_not=why_not_way, do=take_way, label=label_of_way,
        odds=by_deed(take_way, ends=moving.noticed),
    ),
)  # fmt: skip
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
        Told(event=WayTaken, apply=way_taken, words=lambda play, event: ""),
        Told(
            event=CandleLit, apply=candle_lit, rule="5",
            words=lambda play, event: f"{name(play, event.unit)} lights a smoke candle in {event.hex}.",
        ),
        Told(event=ChoiceLeft, apply=choice_left, words=lambda play, event: ""),
    ),
)  # fmt: skip
