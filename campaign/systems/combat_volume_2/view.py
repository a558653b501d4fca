"""What a viewer sees: everything, since nothing is hidden in this game."""

from __future__ import annotations

from campaign.rules.sheets import hex_board
from campaign.rules.views import GameView, PieceView
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle


def view(play: Play) -> GameView:
    state = play.state
    glyphs = {id: row.glyph or "?" for id, row in play.charts.terrain.items()}
    marks = {hex: tuple(mark.what for mark in some) for hex, some in state.marks.items() if some}
    board = hex_board(play.board, glyphs, marks)
    pieces = [_vehicle(one) for one in state.vehicles.values() if one.here]
    pieces += [_man(man) for man in state.men.values() if man.here]
    phase = f"impulse {state.impulse}" if state.phase == "impulse" else state.phase
    active = state.teams[state.active].side if state.active else ""
    return GameView(state.turn, state.mission.turns, phase, active, board, tuple(pieces))


def _man(man: Man) -> PieceView:
    name = man.name or f"counter {man.id}"
    status = (man.order.word,) if man.order.word else ()
    return PieceView(
        man.id, name, man.side, name[0], man.hex, status=status, aboard=man.vehicle, kind="infantry"
    )


def _vehicle(one: Vehicle) -> PieceView:
    return PieceView(one.id, one.name or one.id, one.side, "V", one.hex, str(one.facing), kind="tank")
