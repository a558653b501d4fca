"""Muster in, outcome out: how a battle is set up, and what it hands back when it is over."""

from __future__ import annotations

from campaign.rules.muster import Fate, Outcome, Verdict
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.charts import Charts, Group, Scenario
from campaign.systems.combat_veteran.state import Game, Piece, swims


def forces(charts: Charts, scenario: Scenario, misadventure: bool) -> e.ForcesPlaced:
    """The set-up of a scenario as a fact. Pieces are numbered by type: `t34-1`, `t34-2`."""
    pieces: list[e.Placed] = []
    numbers: dict[str, int] = {}
    totals: dict[str, int] = {}
    for group in scenario.group:
        totals[group.type] = totals.get(group.type, 0) + group.count
        for weapon in group.weapons:
            totals[weapon] = totals.get(weapon, 0) + 1

    ground = charts.ground(scenario.board)

    def place(type: str, group: Group, carrier: str = "") -> str:
        kind, row = charts.types[type]
        number = numbers[type] = numbers.get(type, 0) + 1
        id = f"{type}-{number}"
        name = row.name if totals[type] == 1 else f"{row.name} {number}"
        vehicle = kind == "vehicle"
        ratings = charts.ratings(type)
        pieces.append(
            e.Placed(
                id,
                type,
                name,
                group.side,
                kind,
                group.hex,
                ratings,
                group.facing if vehicle else "",
                group.markers if vehicle else (),
                carrier,
                vehicle and swims(ratings) and ground.terrain[group.hex].water != "none",
            )
        )
        return id

    for group in scenario.group:
        for i in range(group.count):
            id = place(group.type, group)
            if i < len(group.weapons):
                place(group.weapons[i], group, id)
    return e.ForcesPlaced(
        scenario.id,
        scenario.board,
        scenario.side,
        scenario.turns,
        charts.victory(scenario),
        tuple(pieces),
        misadventure,
    )


def outcome(game: Game, verdict: Verdict) -> Outcome:
    """The fate of every piece, the battle ended as the verdict says."""
    return Outcome(verdict, tuple(_fate(piece) for piece in game.pieces.values()))


def _fate(piece: Piece) -> Fate:
    if piece.out:
        fate = {"wrecked": "wrecked", "killed": "killed", "used": "used up"}[piece.out]
    elif piece.wounded:
        fate = "wounded"
    else:
        fate = "damaged" if piece.markers else "fit"
    return Fate(piece.id, piece.side, piece.type, fate, tuple(piece.markers), tuple(piece.kills))
