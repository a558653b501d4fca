"""What a viewer sees: everything, since nothing is hidden in this game. Whoever has not been turned up has not been
drawn from his cup either, and of a pile there is no more to be known than how many cards are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex
from campaign.rules.sheets import hex_board
from campaign.rules.views import CardView, GameView, HandView, HexBoard, TrackView
from campaign.rules.wording import count, some_hexes
from campaign.systems.combat_volume_2.cards.texts import TEXTS
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, POINTS, Game, Mark
from campaign.systems.combat_volume_2.turn import shelling, upkeep
from campaign.systems.combat_volume_2.view_pieces import man_piece, vehicle_piece

PHASES: Mapping[str, str] = {
    "": "opening",
    "card": "card",
    "orders": "orders",
    "enemy": "the enemy's cards",
    "upkeep": "end of turn",
}
"""What a phase is called on the screen; an impulse has its number."""
MARKS: Mapping[str, str] = {
    "fading": "fading smoke",
    "raging": "raging fire",
    "smoke-grenade": "smoke grenade",
    "grenade": "live grenade",
    "weapon": "dropped weapon",
    "faust": "Panzerfaust",
    "impact": "shell burst",
}
"""Markers that are called otherwise on the screen."""
GRAVEST = (
    "raging", "fire", "grenade", "mines", "wire", "smoke", "fading", "smoke-grenade", "impact", "fortified", "trench",
    "foxhole", "crater", "rubble",
)  # fmt: skip
"""Which marker of a hex is told, and drawn, first; others come after these."""
SIGNS: Mapping[str, str] = {
    "raging fire": "F", "fire": "f", "smoke": "S", "fading smoke": "s", "live grenade": "g", "smoke grenade": "o",
    "mines": "m", "wire": "w", "fortified": "b", "trench": "t", "foxhole": "u", "crater": "c", "rubble": "r",
    "shell burst": "i", "dropped weapon": "d", "Panzerfaust": "p",
}  # fmt: skip
"""By which character a marker is drawn on the board; others by #."""
GOALS: Mapping[str, str] = {
    "kill": "enemy out", "capture": "prisoner", "wreck": "wreck", "save": "man unhurt", "lose": "loss",
}  # fmt: skip
"""What brings points, in a word; what is not here has a text of its own that is short."""
EDGES: Mapping[str, str] = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}


def view(play: Play, reconstructed: Sequence[str] = ()) -> GameView:
    """reconstructed: the files of this mission whose numbers are ours."""
    state = play.state
    active = state.teams[state.active].side if state.active else ""
    pieces = [vehicle_piece(play, one) for one in state.vehicles.values() if one.side == FRIEND or one.hex]
    for man in state.men.values():
        if man.gone != "dummy" and (man.side == FRIEND or man.who or man.hex):
            pieces.append(man_piece(play, man))
    return GameView(
        state.turn,
        state.mission.turns,
        f"impulse {state.impulse}" if state.phase == "impulse" else PHASES[state.phase],
        active if state.verdict is None else "",
        board_of(play),
        tuple(pieces),
        tuple(notes(play, reconstructed)),
        tracks=tuple(tracks(play)),
        hands=tuple(hands(play)),
        beside_all=(weather_in_short(play), *goals_in_short(play)),
    )


# -- the board -----------------------------------------------------------------------------------------------------


def board_of(play: Play) -> HexBoard:
    """With all markers, the gravest of each hex first."""
    marks = tuple((hex, tuple(_words(some))) for hex, some in sorted(play.state.marks.items()) if some)
    glyphs = tuple((row.id, row.glyph or "?") for row in play.charts.terrain.values())
    return _board(play.board, glyphs, marks)


@lru_cache(maxsize=64)
def _board(
    board: Board, glyphs: tuple[tuple[str, str], ...], marks: tuple[tuple[Hex, tuple[str, ...]], ...]
) -> HexBoard:
    return hex_board(board, dict(glyphs), dict(marks), faces="edges", signs=SIGNS)


def _words(marks: Iterable[Mark]) -> Iterator[str]:
    order = {what: place for place, what in enumerate(GRAVEST)}
    for mark in sorted(marks, key=lambda mark: order.get(mark.what, len(order))):
        if mark.what == "rockets":
            yield count(mark.count, "rocket")
        else:
            yield MARKS.get(mark.what, mark.what)


# -- beside it -----------------------------------------------------------------------------------------------------


def tracks(play: Play) -> Iterator[TrackView]:
    """Numbers beside the board, few, for they stand above the list of what may be done; whatever a mission has nothing
    of is left out."""
    state = play.state
    if state.phase == "impulse":
        yield TrackView("impulse", state.impulse, 4)
    if reach := sight.reach(play):
        yield TrackView("hexes seen at most", reach)
    yield TrackView("points", points(play), state.mission.needed, FRIEND)
    for team in state.teams.values():
        if team.initiative:
            yield TrackView(f"{team.name or team.id} at", team.initiative, side=team.side)
    for weapon in state.mission.called:
        name = next((one.name for one in play.charts.foot.shells if one.id == weapon), weapon)
        yield TrackView(f"{name} missions left", shelling.left(play, weapon), side=FRIEND)
    if state.mission.fausts:
        yield TrackView("Panzerfausts left", state.fausts, side=ENEMY)


def hands(play: Play) -> Iterator[HandView]:
    """The player's cards, with their initiatives, and those that join them next turn."""
    state = play.state
    if state.turn or state.hand:
        yield HandView(FRIEND, tuple(_cards(play, state.hand)))
    if state.planned:
        yield HandView(FRIEND, tuple(_cards(play, state.planned)), "comes next turn")


def _cards(play: Play, numbers: Iterable[int]) -> Iterator[CardView]:
    for slot, number in enumerate(numbers, 1):
        row = play.charts.friendly_cards[number]
        text = TEXTS.get(row.text)
        if row.kind == "event":
            name, says = "Event", "When it is played, a die on the mission's table says what happens."
        else:
            name = text.name if text is not None else "Order"
            says = text.says if text is not None else ""
            initiatives = f"{row.able}/{row.baker}/{row.charlie}"
            name = f"{name} {initiatives}"
            says = f"Initiative {initiatives} of Able, Baker and Charlie. {says}".strip()
        yield CardView(slot, row.kind, f"{number}: {name}", says, "up")


# -- what else is worth knowing ------------------------------------------------------------------------------------


def points(play: Play) -> int:
    """Those that would count if the mission ended now."""
    return sum(upkeep.points_of(play, goal) for goal in play.state.mission.goals)


def notes(play: Play, reconstructed: Sequence[str]) -> Iterator[str]:
    state = play.state
    yield " ".join(_sky(play))
    yield from _goals(play)
    yield from _coming(state)
    piles = ("the player's", state.friendly), ("the enemy's", state.enemy), ("of wounds", state.wounds)
    yield f"Cards left: {', '.join(f'{whose} {len(pile.left)}' for whose, pile in piles)}."
    for one in state.shellings:
        turns = ", ".join(map(str, one.turns))
        yield f"Shells fall around {one.hex} in turn {turns}."
    if reconstructed:
        yield f"Reconstructed: numbers of {count(len(reconstructed), 'file')}; the scenario's page names them."


def _sky(play: Play) -> Iterator[str]:
    state, land = play.state, play.charts.land
    yield f"{land.weather[state.weather].name}, {land.ground[state.ground].name}.".capitalize()
    if state.mission.night:
        yield f"Night: one sees {some_hexes(state.mission.night)}."
    yield f"Smoke drifts {POINTS[state.wind - 1]}."


def weather_in_short(play: Play) -> str:
    """The sky and the ground."""
    state, land = play.state, play.charts.land
    weather = land.weather[state.weather].name.removesuffix(" weather")
    night = "night, " if state.mission.night else ""
    return f"{night}{weather}, {land.ground[state.ground].name.removesuffix(' ground')}"


def goals_in_short(play: Play) -> Iterator[str]:
    """What each goal brings, in one line: `+3 wreck, +1 enemy out, -1 loss`."""
    goals = play.state.mission.goals
    told = [f"{goal.points:+d} {GOALS.get(goal.what) or goal.text or goal.what}" for goal in goals]
    if told:
        yield ", ".join(told)


def _goals(play: Play) -> Iterator[str]:
    mission = play.state.mission
    told = [
        f"{goal.text or goal.what} {upkeep.points_of(play, goal)}{f' of {goal.most}' if goal.most else ''}"
        for goal in mission.goals
    ]
    if told:
        yield f"Points so far: {', '.join(told)}; {points(play)} of {mission.needed} needed."


def _coming(state: Game) -> Iterator[str]:
    """Whoever of the player's arrives later; the enemy's are his own affair until they are here."""
    for one in state.arrivals:
        names = [state.men[unit].name for unit in one.units if unit in state.men]
        names += [state.vehicles[unit].name for unit in one.units if unit in state.vehicles]
        if one.turn > state.turn and all(_side(state, unit) == FRIEND for unit in one.units):
            yield f"{', '.join(names)}: at {one.hex} at the end of turn {one.turn}."


def _side(state: Game, unit: str) -> str:
    return state.men[unit].side if unit in state.men else state.vehicles[unit].side
