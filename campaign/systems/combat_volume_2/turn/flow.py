"""What the turn notes down: phases, impulses, who acts, initiatives, and the end."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told, stage
from campaign.rules.muster import Verdict
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NO_ORDER, Game, Phase

PHASES: dict[str, str] = {
    "card": "The player's card",
    "orders": "Orders",
    "enemy": "The enemy's cards",
    "impulse": "Impulses",
    "upkeep": "End of the turn",
}
UNTIL_IMPULSE_ENDS = ("steady-aim", "again")


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """All orders are taken away. planned: cards that join the player's hand now."""

    turn: int
    planned: tuple[int, ...] = ()


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: Phase


class ImpulseBegan(Event, frozen=True, tag="impulse-began"):
    impulse: int


class InitiativeSet(Event, frozen=True, tag="initiative-set"):
    """cards: the one that was drawn for it, and events drawn before it."""

    team: str
    value: int
    cards: tuple[int, ...] = ()


class TeamActs(Event, frozen=True, tag="team-acts"):
    team: str


class TeamDone(Event, frozen=True, tag="team-done"):
    team: str


class CharacterActs(Event, frozen=True, tag="character-acts"):
    """Somebody is activated: he looks around first."""

    unit: str


class HasLooked(Event, frozen=True, tag="has-looked"):
    unit: str


class Acted(Event, frozen=True, tag="acted"):
    """Whoever was activated has done all that he does in this impulse. idle: there was nothing for him to do; of the
    player's men alone. why: what kept him from it, as the end of a sentence, "" if nothing was due."""

    unit: str
    idle: bool = False
    why: str = ""


class UpkeepDone(Event, frozen=True, tag="upkeep-done"):
    """step: how many of the things that come at a turn's end are done."""

    step: int


class MissionEnded(Event, frozen=True, tag="mission-ended"):
    points: int
    verdict: Verdict


def turn_began(game: Game, event: TurnBegan) -> None:
    game.turn, game.phase, game.impulse, game.card, game.upkeep = event.turn, "card", 0, 0, 0
    game.active, game.acting, game.asked = "", "", False
    game.hand, game.planned = (*game.hand, *event.planned), ()
    for man in game.men.values():
        man.was = man.order
        man.order, man.fired, man.acted, man.helps, man.steps = NO_ORDER, False, False, (), 0
    for team in game.teams.values():
        team.initiative, team.done = 0, False


def phase_began(game: Game, event: PhaseBegan) -> None:
    game.phase, game.active, game.acting, game.asked = event.phase, "", "", False


def impulse_began(game: Game, event: ImpulseBegan) -> None:
    game.phase, game.impulse = "impulse", event.impulse
    for man in game.men.values():
        man.acted, man.ready = False, man.loaded
        if man.helps:
            man.helps = tuple(word for word in man.helps if word not in UNTIL_IMPULSE_ENDS)
    for one in game.vehicles.values():
        one.ready, one.moved, one.turned = bool(one.loaded), 0, False
    for team in game.teams.values():
        team.done = False


def initiative_set(game: Game, event: InitiativeSet) -> None:
    pile = game.friendly if game.teams[event.team].side == FRIEND else game.enemy
    for card in event.cards:
        pile.take(card)
    game.teams[event.team].initiative = event.value


def team_acts(game: Game, event: TeamActs) -> None:
    game.active, game.acting, game.asked = event.team, "", False


def team_done(game: Game, event: TeamDone) -> None:
    game.teams[event.team].done = True
    game.active, game.acting, game.asked = "", "", False


def character_acts(game: Game, event: CharacterActs) -> None:
    game.acting, game.asked = event.unit, False


def has_looked(game: Game, event: HasLooked) -> None:
    game.asked = True


def acted(game: Game, event: Acted) -> None:
    game.men[event.unit].acted = True
    game.acting, game.asked = "", False


def upkeep_done(game: Game, event: UpkeepDone) -> None:
    game.upkeep = event.step


def mission_ended(game: Game, event: MissionEnded) -> None:
    game.verdict = event.verdict


def team_name(play: Play, id: str) -> str:
    """As it is spoken of within a sentence, whichever way its scenario writes an article."""
    name = play.state.teams[id].name or id
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def team_first(play: Play, id: str) -> str:
    """The same at the beginning of a sentence."""
    name = team_name(play, id)
    return f"{name[:1].upper()}{name[1:]}"


def told_of_initiative(play: Play, event: InitiativeSet) -> str:
    return f"{team_first(play, event.team)} acts at {event.value}."


def told_of_one(play: Play, event: CharacterActs) -> str:
    """Of the enemy's men what they do is told, and that is enough."""
    man = play.man(event.unit)
    return f"{man.name} acts." if man.side == FRIEND else ""


def silent(play: Play, event: Event) -> str:
    return ""


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=TurnBegan, weight=stage, apply=turn_began, rule="4",
            words=lambda play, event: f"Turn {event.turn} begins.",
        ),
        Told(
            event=PhaseBegan, weight=stage, keeps=True, apply=phase_began, rule="4",
            words=lambda play, event: f"{PHASES[event.phase]}.",
        ),
        Told(
            event=ImpulseBegan, weight=stage, apply=impulse_began, rule="4",
            words=lambda play, event: f"Impulse {event.impulse}.",
        ),
        Told(event=InitiativeSet, apply=initiative_set, rule="4", dice="cards", words=told_of_initiative),
        Told(
            event=TeamActs, weight=stage, keeps=True, apply=team_acts, rule="4",
            words=lambda play, event: f"{team_first(play, event.team)} acts.",
        ),
        Told(event=TeamDone, keeps=True, apply=team_done, words=silent),
        Told(
            event=CharacterActs, weight=stage, keeps=True, apply=character_acts, rule="4", words=told_of_one,
        ),
        Told(event=HasLooked, keeps=True, apply=has_looked, words=silent),
        Told(event=UpkeepDone, keeps=True, apply=upkeep_done, words=silent),
        Told(
            event=MissionEnded, apply=mission_ended,
            words=lambda play, event: f"{event.verdict.reason}.",
        ),
    ),
)  # fmt: skip
