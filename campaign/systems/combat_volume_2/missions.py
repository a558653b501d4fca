"""Patrols that dice make up as they begin: the land, the task, the enemy, the sky. An invention of ours, in place of
chapters that are not at hand; what came of the dice stands in the event, board and all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from campaign.rules.boards import BoardFile
from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex, Layout
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.mission_tables import (
    SIZE,
    Land,
    Line,
    MissionCharts,
    Part,
    Strength,
    Task,
    line_of,
)
from campaign.systems.combat_volume_2.play import Event, Play, as_drawn
from campaign.systems.combat_volume_2.state import ENEMY, Compass, Game, Goal, Man, Mission

TENS = "0-9"
NORTH = 2
"""Rows of parts, from the north, in which the enemy is."""
T = TypeVar("T")


class PatrolDrawn(Event, frozen=True, tag="patrol-drawn"):
    """All that dice made of a patrol. dice: in the order of rolling. mission: with the board that was drawn. men: the
    enemy's counters. numbers: those in their cup. says: what it is about."""

    dice: tuple[int, ...]
    mission: Mission
    men: tuple[Man, ...]
    cup: str
    numbers: tuple[int, ...]
    says: str
    weather: str = "clear"
    ground: str = "dry"


def begin(play: Play) -> None:
    """Roll a patrol up, if the mission is one."""
    if play.state.mission.patrol:
        _Patrol(play).draw()


class _Patrol:
    """One patrol being rolled up."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.charts: MissionCharts = play.charts.missions
        self.dice: list[int] = []

    def draw(self) -> None:
        file, play = self.charts.file, self.play
        land = self.line("the land", file.land)
        task = self.line("the task", file.task)
        enemy = self.line("the enemy", file.enemy)
        sky = self.line("the sky", file.sky)
        hour = self.line("the hour", file.hour)
        parts = self.parts(land)
        board = self.board(land, parts)
        place = self.place(parts) if task.place else ()
        mission = replace(
            play.state.mission,
            title=f"{play.state.mission.title}: {task.name}",
            drawn=board,
            night=hour.night,
            posture=enemy.posture,
            compass=(Compass(board.layout.hex_in(SIZE * file.across // 2, SIZE), file.compass),),
            goals=tuple(_at(goal, place) for goal in task.goal),
            needed=task.needed,
            cups=dict.fromkeys(play.state.mission.cups, enemy.set),
        )
        cup = next(iter(play.state.cups))
        men = tuple(self.counters(enemy, parts, cup))
        people = [
            one.number for one in play.charts.characters.values() if one.set == enemy.set and one.number
        ]
        numbers = (*sorted(people), *range(max(people) + 1, max(people) + 1 + enemy.dummies))
        says = f"{self.told(task, place)} {land.name.capitalize()}, {hour.name}; {enemy.name} ahead."
        play.emit(PatrolDrawn(tuple(self.dice), mission, men, cup, numbers, says, sky.weather, sky.ground))
        play.board = as_drawn(board)

    def die(self, purpose: str, sides: int, faces: str = "") -> int:
        (face,) = self.play.dice.roll(purpose, 1, sides, "order", faces)
        self.dice.append(face)
        return face

    def line(self, what: str, lines: Sequence[Line]) -> Line:
        return line_of(lines, self.die(f"The patrol: {what}", 10, TENS))

    def parts(self, land: Land) -> list[Part]:
        """From the north-west, row by row."""
        file = self.charts.file
        count = file.across * file.down
        return [
            self.charts.parts[land.parts[self.die(f"Part {number} of {count} of the map", 10, TENS)]]
            for number in range(1, count + 1)
        ]

    def board(self, land: Land, parts: list[Part]) -> BoardFile:
        flat = ("." * SIZE,) * SIZE
        picture = self.joined([part.picture for part in parts])
        heights = self.joined([part.heights or flat for part in parts])
        glyphs = sorted(set("".join(picture)))
        return BoardFile(
            "patrol",
            land.name.capitalize(),
            self.charts.file.source,
            self.layout,
            {glyph: self.charts.glyphs[glyph] for glyph in glyphs},
            picture,
            heights=heights if any(part.heights for part in parts) else (),
        )

    @property
    def layout(self) -> Layout:
        file = self.charts.file
        return Layout(SIZE * file.across, SIZE * file.down, separator=".")

    def joined(self, pictures: list[tuple[str, ...]]) -> tuple[str, ...]:
        """Drawings of the parts as rows of the whole map."""
        across = self.charts.file.across
        return tuple(
            "".join(picture[row] for picture in pictures[first : first + across])
            for first in range(0, len(pictures), across)
            for row in range(SIZE)
        )

    def place(self, parts: list[Part]) -> tuple[Hex, ...]:
        """The posts of a part in the northern row."""
        across = self.charts.file.across
        at = self.die(f"Which of the {across} northern parts the task is about", across) - 1
        return tuple(self.posts(parts, at))

    def posts(self, parts: list[Part], at: int) -> Iterator[Hex]:
        """Hexes of the posts of a part, by its number from 0."""
        down, across = divmod(at, self.charts.file.across)
        for column, row in parts[at].posts:
            yield self.layout.hex_in(SIZE * across + column - 1, SIZE * down + row - 1)

    def counters(self, enemy: Strength, parts: list[Part], cup: str) -> Iterator[Man]:
        """Each on the next free post of the part that a die chooses, or of those after it."""
        file = self.charts.file
        many = NORTH * file.across
        taken = set[Hex]()
        team = next(one.id for one in self.play.state.teams.values() if one.cup == cup)
        for number in range(1, enemy.counters + 1):
            first = self.die(f"Which of the {many} northern parts counter {number} is in", many) - 1
            around = [(first + more) % many for more in range(many)]
            hex = next(hex for at in around for hex in self.posts(parts, at) if hex not in taken)
            taken.add(hex)
            yield Man(f"e{number}", ENEMY, cup=cup, team=team, hex=hex)

    def told(self, task: Task, place: tuple[Hex, ...]) -> str:
        return task.text.replace("{place}", ", ".join(place))


def _at(goal: Goal, place: tuple[Hex, ...]) -> Goal:
    return replace(goal, hexes=place) if goal.what == "hold" else goal


def patrol_drawn(game: Game, event: PatrolDrawn) -> None:
    """Counters are made anew for the state: the event stays as it is."""
    game.mission, game.weather, game.ground = event.mission, event.weather, event.ground
    game.cups[event.cup] = Pile(list(event.numbers))
    for man in event.men:
        game.men[man.id] = replace(man, spent={})


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=PatrolDrawn, apply=patrol_drawn, dice="dice",
            words=lambda play, event: f"{event.mission.title}. {event.says}",
        ),
    ),
)  # fmt: skip
