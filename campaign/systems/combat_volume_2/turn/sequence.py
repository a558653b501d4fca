"""Who acts when: card, orders, the enemy's cards, four impulses, the end of the turn (4).

Whatever the player answers is carried out by its own chapter; then the turn goes on by itself (`proceed`) until he is
asked again. What the enemy does, and what comes at a turn's end, waits for his `go-on`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campaign.rules.chapters import Answer, Chapter, Question, Told, by_deed
from campaign.rules.options import Option
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.cards import texts
from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import (
    captives,
    checks,
    deeds,
    fire,
    grenades,
    medics,
    melee,
    morale,
    moving,
)
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Team
from campaign.systems.combat_volume_2.turn import flow, hand, idle, order_words, orders, shelling, upkeep
from campaign.systems.combat_volume_2.turn.team import busy, look, members, waiting, waits
from campaign.systems.combat_volume_2.vehicles import (
    crew,
    crew_orders,
    driving,
    fausts,
    guns,
    light_at,
    lookout,
    seats,
    soft,
    stopping,
    turrets,
)

LAST_IMPULSE = 4
PROMPTS = {
    "guard": "Who guards {}?",
    "dash": "Where does {} dash to?",
    "candle": "Where does {} light the candle?",
}
"""What the player is asked by the word of a step."""
DUCKED = ("", "duck-back", "panic", "rout", "hide")


class Activate(Action, frozen=True, tag="activate"):
    """Who of the team acts next: he looks around at once."""

    unit: str


class DuckBack(Action, frozen=True, tag="duck-back"):
    """He gives up his order and takes cover, when his team acts (7.19)."""

    unit: str


class Wait(Action, frozen=True, tag="wait"):
    """He lets what his order allows in this impulse be; not a movement that he must make (7)."""


# -- how it goes on ----------------------------------------------------------------------------------------------


def after(play: Play, action: Action) -> None:
    """Go on after an answer of the player, until he is asked again."""
    if type(action) in DEEDS and play.state.acting:
        done(play)
    elif isinstance(action, Activate):
        idles(play)
    proceed(play)


def done(play: Play) -> None:
    """After what whoever acts has done."""
    stopping.settle_stops(play)
    if not crew.unfinished(play, play.man(play.state.acting)):
        _over(play)


def proceed(play: Play) -> None:
    """Everything that needs no decision and no `go-on` (4)."""
    state = play.state
    while state.verdict is None and not state.steps:
        stopping.settle_stops(play)
        if not _step(play):
            return


def _step(play: Play) -> bool:
    """One thing that comes by itself; False if the player must be asked."""
    state = play.state
    match state.phase:
        case "":
            return _opens(play)
        case "card":
            return _card(play)
        case "orders":
            return _orders(play)
        case "enemy":
            return _enemy(play)
        case "impulse":
            return _impulse(play)
        case _:
            return _upkeep(play)


def _opens(play: Play) -> bool:
    if not play.state.hand:
        return False
    begin_turn(play, 1)
    return True


def begin_turn(play: Play, turn: int) -> None:
    play.emit(flow.TurnBegan(turn, play.state.planned))
    hand.fill(play)


def _card(play: Play) -> bool:
    state = play.state
    if state.hand and not state.card:
        return False
    play.emit(flow.PhaseBegan("orders"))
    crew_orders.forced_orders(play)
    orders.routers(play)
    return True


def _orders(play: Play) -> bool:
    if orders.commanded(play):
        return False
    play.emit(flow.PhaseBegan("enemy"))
    return True


def _enemy(play: Play) -> bool:
    if enemy_orders.due(play):
        return False
    play.emit(flow.ImpulseBegan(1))
    return True


def _impulse(play: Play) -> bool:
    state = play.state
    woken = enemy_orders.woken(play)
    if woken is not None:
        enemy_orders.by_card(play, woken)
        return True
    if not state.active:
        if shells_due(play):
            return False
        team = next_team(play)
        if team is not None:
            play.emit(flow.TeamActs(team.id))
        elif state.impulse < LAST_IMPULSE:
            play.emit(flow.ImpulseBegan(state.impulse + 1))
        else:
            play.emit(flow.PhaseBegan("upkeep"))
        return True
    team = state.teams[state.active]
    if team.side != FRIEND:
        if waits(play, team):
            return False
        play.emit(flow.TeamDone(team.id))
        return True
    return _friends(play, team)


def shells_due(play: Play) -> bool:
    """Whether shells fall before anybody acts in this impulse (20)."""
    return play.state.impulse == shelling.FALLS_IN and shelling.fall_due(play)


def _friends(play: Play, team: Team) -> bool:
    state = play.state
    if state.acting:
        man = state.men[state.acting]
        if state.asked and man.able and next(allowed(play), None) is not None:
            return False
        if not state.asked and man.able:
            _look(play, man)
            idles(play)
        else:
            _over(play)
        return True
    able = list(waiting(play, team))
    if not able:
        play.emit(flow.TeamDone(team.id))
        return True
    if len(able) > 1 and team.id not in state.vehicles:
        return False
    play.emit(flow.CharacterActs(able[0].id))
    return True


def _look(play: Play, man: Man) -> None:
    look(play, man)
    play.emit(flow.HasLooked(man.id))


def idles(play: Play) -> None:
    """Whoever has just looked around on foot and finds nothing to do is done, and that is noted down."""
    man = play.state.men.get(play.state.acting)
    if man is not None and man.able and not man.vehicle and next(allowed(play), None) is None:
        play.emit(flow.Acted(man.id, idle=True, why=idle.why(play, man)))


def _over(play: Play) -> None:
    play.emit(flow.Acted(play.state.acting))


def next_team(play: Play) -> Team | None:
    """The team that acts next; those in which nobody has anything to do are passed over.

    The lowest initiative first, the player's before the enemy's of the same (4)."""
    waiting = sorted(
        (team for team in play.state.teams.values() if not team.done),
        key=lambda team: (team.initiative, team.side != FRIEND, team.id),
    )
    for team in waiting:
        if waits(play, team):
            return team
        play.emit(flow.TeamDone(team.id))
    return None


def _upkeep(play: Play) -> bool:
    state = play.state
    while state.upkeep < len(upkeep.STEPS):
        if upkeep.STEPS[state.upkeep].due(play):
            return False
        play.emit(flow.UpkeepDone(state.upkeep + 1))
    if (ended := upkeep.ended(play)) is not None:
        play.emit(ended)
    else:
        begin_turn(play, state.turn + 1)
    return True


# -- questions ---------------------------------------------------------------------------------------------------


def to_activate(play: Play) -> Iterator[tuple[str, str]]:
    state = play.state
    mine = state.phase == "impulse" and state.active and state.teams[state.active].side == FRIEND
    if mine and not state.acting and not state.steps:
        yield FRIEND, f"{flow.team_first(play, state.active)}, impulse {state.impulse}: who acts next?"


def to_choose(play: Play) -> Iterator[tuple[str, str]]:
    steps = play.state.steps
    if steps and steps[0].what in PROMPTS:
        yield FRIEND, PROMPTS[steps[0].what].format(name_of(play, steps[0].unit))


def to_act(play: Play) -> Iterator[tuple[str, str]]:
    state = play.state
    if state.acting and state.asked and not state.steps and state.phase == "impulse":
        man = state.men[state.acting]
        yield FRIEND, f"{checks.named(man)}, {checks.order_name(play, man.order.word)}: what does he do?"


def team_now(play: Play) -> list[Man]:
    state = play.state
    return members(play, state.teams[state.active]) if state.active else []


def who_may_act(play: Play, side: str) -> Iterable[Option]:
    """Who hands on rockets before who fires them: a bazooka is loaded in the same impulse."""
    found = [man for man in team_now(play) if busy(play, man)]
    found.sort(key=lambda man: man.order.word != "load-light-at")
    return [Option(Activate(man.id), man.id, says=_does(play, man)) for man in found]


def _does(play: Play, man: Man) -> str:
    return order_words.says(play, man.order.word) if man.order.word else ""


def why_not_activate(play: Play, side: str, action: Activate) -> Iterator[Refused]:
    there = [man.id for man in team_now(play) if busy(play, man)]
    if action.unit not in there:
        yield no_such("man who has anything to do now", action.unit, there, "4", "$.unit")


def activate(play: Play, side: str, action: Activate) -> None:
    play.emit(flow.CharacterActs(action.unit))
    _look(play, play.man(action.unit))


OF_LOOKING = by_deed(activate)


def label_of_acting(play: Play, action: Activate) -> str:
    man = play.man(action.unit)
    return f"{checks.named(man)} acts: {orders.worded(play, man.order) if man.order.word else 'no order'}"


def may_duck(play: Play, man: Man) -> bool:
    """Not in a melee, out of which nobody ducks (15)."""
    may = man.able and not man.acted and not man.vehicle and man.order.word not in DUCKED
    return may and not melee.engaged(play, man)


def duckable(play: Play) -> list[Man]:
    """Of the player's team that acts: whoever does, else all of them."""
    state = play.state
    mine = state.phase == "impulse" and state.active and state.teams[state.active].side == FRIEND
    if not mine or state.steps or state.verdict is not None:
        return []
    if state.acting:
        man = state.men[state.acting]
        return [man] if may_duck(play, man) else []
    return [man for man in team_now(play) if may_duck(play, man)]


def who_may_duck(play: Play, side: str) -> Iterable[Option]:
    return [Option(DuckBack(man.id), man.id) for man in duckable(play) if man.side == side]


def why_not_duck(play: Play, side: str, action: DuckBack) -> Iterator[Refused]:
    men = [man.id for man in duckable(play) if man.side == side]
    if action.unit not in men:
        yield no_such("man who could Duck Back now", action.unit, men, "7.19", "$.unit")


def duck(play: Play, side: str, action: DuckBack) -> None:
    """He looks around before it, as whoever is activated."""
    man = play.man(action.unit)
    if play.state.acting != man.id:
        activate(play, side, Activate(man.id))
    morale.duck(play, man)


def must_move(play: Play) -> bool:
    """Whether whoever acts has an order that he must carry out in this impulse, as one to move (7, 31.1)."""
    man = play.man(play.state.acting)
    if crew.aboard(man):
        return crew.must(play, man)
    return moving.moves_now(play, man) or melee.engaged(play, man)


def may_wait(play: Play, side: str) -> Iterable[Option]:
    return [] if must_move(play) else [Option(Wait(), play.state.acting)]


def why_not_wait(play: Play, side: str, action: Wait) -> Iterator[Refused]:
    if must_move(play):
        yield Refused(
            "A movement order must be carried out, or given up by Duck Back.",
            "7",
            ["duck-back"],
            where="$.kind",
        )


def wait(play: Play, side: str, action: Wait) -> None:
    """It is over for him in this impulse."""


def name_of(play: Play, unit: str) -> str:
    return checks.named(play.man(unit))


DUCK = Answer(
    action=DuckBack, candidates=who_may_duck, why_not=why_not_duck, do=duck, odds=by_deed(duck),
    label=lambda play, action: f"{name_of(play, action.unit)} takes cover: Duck Back",
)  # fmt: skip
WAIT = Answer(
    action=Wait, candidates=may_wait, why_not=why_not_wait, do=wait,
    label=lambda play, action: f"{name_of(play, play.state.acting)} lets it be",
    untold="He lets what his order allows in this impulse be.",
)  # fmt: skip
ACTS: tuple[Answer[Play, Any], ...] = (
    *melee.ACTS, *moving.ACTS, *fire.ACTS, *grenades.ACTS, *deeds.ACTS, *medics.ACTS,
    *light_at.ACTS, *driving.ACTS, *stopping.ACTS, *guns.ACTS, *turrets.ACTS, *soft.ACTS, *seats.ACTS,
    *shelling.ACTS, hand.PLAN,
)  # fmt: skip
"""Deeds that an order allows, out of all chapters."""
PARTS: tuple[Answer[Play, Any], ...] = (*fausts.PARTS, *lookout.PARTS, *driving.PARTS)
"""Deeds after which the same man is asked again."""
CHOICES: tuple[Answer[Play, Any], ...] = (*captives.CHOICES, *texts.CHOICES)
ACTIVATE = Answer(
    action=Activate, candidates=who_may_act, why_not=why_not_activate, do=activate, odds=OF_LOOKING,
    label=label_of_acting,
)  # fmt: skip
DEEDS = {DuckBack, Wait, *(answer.action for answer in ACTS)}


def allowed(play: Play) -> Iterator[tuple[Answer[Play, Any], Any]]:
    """All that whoever acts may do but let it be."""
    return (
        (answer, option.action)
        for answer in (*ACTS, *PARTS)
        for option in answer.candidates(play, FRIEND)
        if next(answer.why_not(play, FRIEND, option.action), None) is None
    )


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=flow.Acted, keeps=True, apply=flow.acted, words=idle.told, rule="4",
            weight=lambda event: "routine",
        ),
    ),
    questions=(
        Question(kind="card", asked=hand.to_play, answers=(hand.PLAY, hand.THROW_AWAY)),
        Question(kind="choice", asked=to_choose, answers=CHOICES),
        Question(kind="act", asked=to_act, answers=(*ACTS, *PARTS, WAIT)),
    ),
    always=(DUCK,),
)  # fmt: skip
