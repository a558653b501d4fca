"""What a viewer sees of what he knows: cards whose face he has not seen are listed by their backs."""

from __future__ import annotations

from campaign.rules.sides import side_name
from campaign.rules.views import Area, CardView, GameView, Mark, PieceView, PlaneBoard
from campaign.rules.wording import count
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.field import body
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.shapes import ground_outline, outline
from campaign.systems.tanks_modern_age.state import Card, Game, Model, shown
from campaign.systems.tanks_modern_age.values import capacity, full, initiative, keywords, speed

GLYPHS = {"forest": "♣", "building": "#"}


def view(charts: Charts, game: Game) -> GameView:
    play = Play(charts, game)
    pieces = tuple(piece(play, model) for model in game.models.values())
    return GameView(
        game.turn,
        game.turns,
        game.stage,
        "",
        board(charts, game) if game.measured else None,
        pieces,
        tuple(notes(charts, game)),
        hides=game.verdict is None,
    )


def board(charts: Charts, game: Game) -> PlaneBoard:
    areas = tuple(
        Area(one.id, one.kind, ground_outline(one), GLYPHS.get(one.kind, "%"), one.name)
        for one in game.terrain.values()
    )
    reach = charts.table.arrow_tail + charts.table.arrow_head
    marks = tuple(
        Mark(one.id, (one.x, one.y), one.id.replace("-", " "), one.side, reach) for one in game.objectives
    )
    return PlaneBoard(game.scenario, game.title, game.width, game.height, areas, marks, charts.table.source)


def notes(charts: Charts, game: Game) -> list[str]:
    found = [
        f"{side_name(game, side)}: {charts.rules[platoon.rule].name}"
        for side, platoon in game.platoons.items()
        if platoon.rule
    ]
    if game.attacker:
        found.append(f"Attacker: {side_name(game, game.attacker)}")
    if game.advantage:
        found.append(f"Advantage: {side_name(game, game.advantage)}")
    if game.score:
        points = ", ".join(f"{side_name(game, side)} {n}" for side, n in game.score.items())
        found.append(f"Victory points: {points}")
    if not game.deck.real and game.deck.shuffled:
        found.append(f"Critical deck: {count(game.deck.left, 'card')} left")
    return found


def piece(play: Play, model: Model) -> PieceView:
    """A model as it is known."""
    game, stats = play.state, model.stats
    status = [model.out] if model.out else []
    if not model.out and full(play, model):
        status.append("at its capacity")
    status += [play.charts.critical(number).name for number in model.criticals]
    if model.damage and not model.out:
        status.append(f"damage {model.damage} of {capacity(play, model)}")
    if model.reserve:
        status.append("in reserve")
    placed = game.measured and model.x >= 0 and model.out != "removed" and not model.reserve
    phase = "shooting" if game.stage == "shooting" else "movement"
    words = sorted(f"{k.name} ({k.x})" if k.x else k.name for k in keywords(play, model).values())
    details = [
        ("Initiative", _changed(initiative(play, model, phase), stats.initiative)),
        ("Attack", str(stats.attack)),
        ("Defence", f"{stats.defence} (driving: one die more)" if model.driving else str(stats.defence)),
        ("Damage", f"{model.damage} of {capacity(play, model)}"),
        ("Speed", f"{model.speed} of {count(speed(play, model), 'token')}"),
        *([("Crew", {-1: "green", 1: "veteran", 2: "elite"}[model.quality])] if model.quality else []),
        *([("Rounds", ", ".join(f"{n} {kind}" for kind, n in model.rounds.items()))] if model.rounds else []),
        *([("Keywords", ", ".join(words))] if words else []),
        *([("Destroyed", ", ".join(game.models[unit].name for unit in model.kills))] if model.kills else []),
    ]
    return PieceView(
        model.id,
        model.name,
        model.side,
        "H" if model.kind == "helicopter" else "T",
        "" if placed else "off the table",
        stance=("high" if model.high else "low") if model.kind == "helicopter" and not model.out else "",
        status=tuple(status),
        out=bool(model.out),
        details=tuple(details),
        at=(model.x, model.y) if placed else None,
        heading=model.heading if placed else -1,
        outline=outline(body(model)) if placed else (),
        cards=tuple(card_view(play.charts, slot, card) for slot, card in enumerate(model.cards)),
        kind="helicopter" if model.kind == "helicopter" else "tank",
        damage=model.damage,
        most=capacity(play, model),
    )


def _changed(now: int, printed: int) -> str:
    return str(now) if now == printed else f"{now} (printed {printed})"


def card_view(charts: Charts, slot: int, card: Card) -> CardView:
    """p5 types."""
    if not shown(card):
        return CardView(slot, card.type, state=card.state)
    row = charts.cards[card.card]
    text = f"{row.text} Our reading: {row.reading}" if row.reading else row.text
    return CardView(slot, card.type, row.name, text, card.state)
