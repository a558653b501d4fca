"""What everybody sees of a battle: nothing is hidden."""

from campaign.contract.pattern.charts import TERRAIN, Charts
from campaign.contract.pattern.state import Game, Unit
from campaign.rules.sheets import hex_board
from campaign.rules.views import GameView, PieceView


def view(charts: Charts, game: Game) -> GameView:
    board = charts.boards[charts.scenarios[game.scenario].board]
    return GameView(
        turn=game.turn,
        turns=game.turns,
        phase="act",
        active=game.active,
        board=hex_board(board, TERRAIN),
        pieces=tuple(piece(charts, unit) for unit in game.units.values()),
    )


def piece(charts: Charts, unit: Unit) -> PieceView:
    vehicle = charts.vehicles[unit.type]
    return PieceView(
        id=unit.id,
        name=f"{vehicle.name} {unit.id}",
        side=unit.side,
        glyph=vehicle.name[0],
        where=unit.hex,
        out=not unit.hex,
        kind=vehicle.kind,
        damage=unit.hits,
        most=vehicle.hits,
    )
