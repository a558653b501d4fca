"""Firefights between two lines on a field made by chance, to play whole battles without any scenario's file.

`opening(seed)` is a mission as `open` would give it: eight of the player's men against some of the enemy's, in lines so
many hexes apart, with scattered cover between.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Literal

from campaign.rules.boards import BoardFile
from campaign.rules.hexes import Layout
from campaign.rules.options import Side
from campaign.rules.packs import read_pack
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.rules import CombatRules
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Compass, Game, Goal, Man, Mission, Team
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan, decks

COLUMNS, ROWS, TOP = 28, 26, 5
GLYPHS = {"open": ".", "hedge": "h", "trees": "T", "crater": "c", "log": "=", "orchard": "o", "building": "B"}


@cache
def rules() -> CombatRules:
    """With the pack that is shipped."""
    found = SYSTEM.load(read_pack("combat-volume-2", "campaign.systems.combat_volume_2"))
    assert isinstance(found, CombatRules)
    return found


def board(random: Random, gap: int, home: str, away: str, middle: float) -> BoardFile:
    """Two lines of cover, `gap` rows apart."""

    def kind(row: int) -> str:
        if row == TOP:
            return away
        if row == TOP + gap:
            return home
        if row < TOP - 1 or row > TOP + gap + 1:
            return "trees" if random.random() < 0.35 else "open"
        if TOP < row < TOP + gap and random.random() < middle:
            return random.choice(("crater", "log"))
        return "open"

    picture = tuple("".join(GLYPHS[kind(row)] for _ in range(COLUMNS)) for row in range(ROWS))
    used = {glyph: kind for kind, glyph in GLYPHS.items() if any(glyph in row for row in picture)}
    layout = Layout(columns=COLUMNS, rows=ROWS, separator=".")
    return BoardFile("firefight", "Firefight", "made for a test", layout, used, picture)


def squad(
    side: str, count: int, quality: int, skill: int, rifle: str, row: int, leaders: bool = True
) -> list[Man]:
    """A line of men: a leader with a sub-machine gun, one more with a rifle, an automatic rifle or a machine gun."""
    men: list[Man] = []
    first = COLUMNS // 2 - count // 2
    for i in range(count):
        friend = side == FRIEND
        leader = leaders and i in (0, count // 2)
        weapon = ("smg" if friend else "mp40") if i == 0 else rifle
        if friend and i == 2:
            weapon = "bar"
        id = f"{'f' if friend else 'e'}{i}"
        men.append(
            Man(
                id, side, f"{'Pvt' if friend else 'Sch'} {i}", id, team=("able", "baker", "charlie")[i % 3] if friend
                else "red" if i < count / 2 else "black", rank="nco" if leader else "private",
                quality=quality + leader, skill=skill + (weapon in ("smg", "mp40")),
                leadership=(3 if i == 0 else 2) if leader else 0, armed=weapon, grenades=2,
                hex=f"{first + i + 1:02}.{row + 1:02}", alert=not friend,
            )
        )  # fmt: skip
    if side == ENEMY and count > 5:
        gunner, feeder = men[3], men[5]
        gunner.armed, gunner.quality, gunner.mate = "mg42", max(gunner.quality, 5), feeder.id
        feeder.hex, feeder.mate, feeder.team = gunner.hex, gunner.id, gunner.team
    return men


def opening(
    seed: int,
    friends: int = 8,
    enemies: int = 11,
    gap: int = 12,
    home: str = "hedge",
    away: str = "hedge",
    posture: Literal["attack", "hold"] = "hold",
    quality: int = 4,
    middle: float = 0.12,
    turns: int = 12,
    leaders: bool = True,
    **more: Any,
) -> MissionBegan:
    random = Random(seed)
    drawn = board(random, gap, home, away, middle)
    men = squad(FRIEND, friends, 5, 6, "m1", TOP + gap)
    men += squad(ENEMY, enemies, quality, 6, "kar98", TOP, leaders)
    teams = [Team(id, FRIEND, id.title()) for id in ("able", "baker", "charlie")]
    teams += [Team(id, ENEMY, id.title()) for id in ("red", "black")]
    goals = (Goal("kill", 1), Goal("lose", -1))
    mission = Mission(
        scenario="firefight", title="Firefight", turns=turns, posture=posture, drawn=drawn, friendly=("S",),
        compass=(Compass("14.01", 4),), goals=goals, needed=1,
    )  # fmt: skip
    friendly, enemy, wounds = decks(rules().charts)
    sides = (Side(FRIEND, "Americans"), Side(ENEMY, "Germans", by_rules=True))
    return MissionBegan(mission, sides, Readings(**more), tuple(teams), tuple(men), friendly, enemy, wounds)


def begun(seed: int, **more: Any) -> Game:
    return SYSTEM.begun([opening(seed, **more)])
