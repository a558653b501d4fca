"""Setting up: dice for who begins, terrain, roles, edges, objectives, deployment (p8, p22)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.options import Option, Range
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import Usable, show, usable
from campaign.systems.tanks_modern_age.field import arrow, bodies_of, body, free_spots, table_of
from campaign.systems.tanks_modern_age.laying import terrain_problem
from campaign.systems.tanks_modern_age.order import to_deploy
from campaign.systems.tanks_modern_age.play import Play, own_model
from campaign.systems.tanks_modern_age.reach import in_zone, place_problem
from campaign.systems.tanks_modern_age.state import Bonus, Edge, Ground, Model, Objective
from campaign.systems.tanks_modern_age.values import keywords

OPPOSITE: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
INWARD: dict[Edge, int] = {"north": 180, "east": 270, "south": 0, "west": 90}
"""The heading that leads from an edge into the table."""


def ready(play: Play, side: str, action: a.Ready) -> None:
    play.emit(e.SideReady(side))


def shuffle(play: Play) -> None:
    """The critical deck, once both are ready and again at the end of each turn (p19)."""
    deck = play.state.deck
    if not deck.shuffled:
        lying = {number for model in play.state.models.values() for number in model.criticals}
        pile = [number for number in range(1, deck.size + 1) if number not in lying]
        order = play.dice.shuffle("critical deck", len(pile))
        play.emit(e.DeckShuffled(tuple(pile[place - 1] for place in order)))
        return
    pile = sorted(deck.order + deck.discards)
    if deck.real or not pile:
        play.emit(e.DeckShuffled())
        return
    order = play.dice.shuffle("critical deck", len(pile))
    play.emit(e.DeckShuffled(tuple(pile[place - 1] for place in order)))


def roll_off(play: Play, what: str, tie: str = "") -> str:
    """Both sides roll a die until one is higher (p8); with tie, that side wins an equal roll (p19, p8 table)."""
    sides = [side.id for side in play.state.sides]
    while True:
        faces = play.dice.roll(f"{what}: one die for each side, {sides[0]} first", 2, matters="order")
        rolls = dict(zip(sides, faces, strict=True))
        winner = tie if faces[0] == faces[1] else max(sides, key=lambda side: rolls[side])
        play.emit(e.RolledOff(what, rolls, winner))  # type: ignore[arg-type]
        if winner:
            return winner


# -- terrain ---------------------------------------------------------------------------------------------------


def next_piece(play: Play) -> Ground:
    """The next piece to be laid, not yet anywhere."""
    game = play.state
    kind = play.charts.terrain[game.to_place[0]]
    number = 1 + sum(one.kind == kind.id for one in game.terrain.values())
    return Ground(f"{kind.id}-{number}", kind.id, f"{kind.name} {number}", 0, 0, 0, kind.length, kind.width)


def laid(piece: Ground, x: int, y: int, heading: int) -> Ground:
    return Ground(piece.id, piece.kind, piece.name, x, y, heading, piece.length, piece.width)


def spots(play: Play) -> list[tuple[int, int, int]]:
    """Places for the next piece: x, y, heading. Empty if none is left."""
    game, piece = play.state, next_piece(play)
    clear = arrow(play.charts).total
    return free_spots(game.width, game.height, tuple(game.terrain.values()), piece.length, piece.width, clear)


def verify_place_terrain(play: Play, side: str, action: a.PlaceTerrain) -> None:
    """Raises Refused."""
    game = play.state
    piece = laid(next_piece(play), action.x, action.y, action.heading)
    clear = arrow(play.charts).total
    wrong = terrain_problem(game.width, game.height, tuple(game.terrain.values()), piece, clear)
    if wrong:
        free = [f"x {x}, y {y}, heading {heading}" for x, y, heading in spots(play)[:4]]
        raise Refused(f"{piece.name} cannot lie there: {wrong}.", "p8", free or ["leave it out"], "$.x")


def place_terrain(play: Play, side: str, action: a.PlaceTerrain) -> None:
    """p8 table."""
    play.emit(e.TerrainPlaced(laid(next_piece(play), action.x, action.y, action.heading), side))


def verify_leave_out(play: Play, side: str, action: a.LeaveOut) -> None:
    """Raises Refused."""
    found = spots(play)
    if found:
        x, y, heading = found[0]
        raise Refused("There is still a place for it.", "p8", [f"x {x}, y {y}, heading {heading}"])


def leave_out(play: Play, side: str, action: a.LeaveOut) -> None:
    play.emit(e.TerrainLeftOut(play.state.to_place[0], side))


def terrain_options(play: Play) -> list[Option]:
    found = spots(play)
    if not found:
        return [Option(a.LeaveOut())]
    game = play.state
    ranges = (
        Range("x", 0, game.width, 1, "mm", note="an arrow from every edge and piece"),
        Range("y", 0, game.height, 1, "mm"),
        Range("heading", 0, 359, 1, "°", round=True),
    )
    return [Option(a.PlaceTerrain(x, y, heading), ranges=ranges) for x, y, heading in found]


# -- roles, edges, objectives ----------------------------------------------------------------------------------


def choose_role(play: Play, side: str, action: a.ChooseRole) -> None:
    """p8 roles."""
    attacker = side if action.role == "attacker" else other_side(play.state, side)
    play.emit(e.RoleChosen(attacker))


def choose_edge(play: Play, side: str, action: a.ChooseEdge) -> None:
    """p8 edges."""
    enemy = other_side(play.state, side)
    play.emit(e.EdgesChosen({side: action.edge, enemy: OPPOSITE[action.edge]}))


def objective_placers(play: Play) -> list[str]:
    """Who still has an objective to place, next first (p22, p23 No Retreat)."""
    game = play.state
    attacker, defender = game.attacker, other_side(game, game.attacker)
    order = {"free-for-all": [attacker, defender], "no-retreat": [attacker, attacker]}.get(game.mission, [])
    return order[len(game.objectives) :]


def verify_place_objective(play: Play, side: str, action: a.PlaceObjective) -> None:
    """Raises Refused."""
    game = play.state
    edge = game.edges[other_side(game, side)]
    reach = arrow(play.charts).total
    depth = {
        "north": action.y, "south": game.height - action.y, "west": action.x, "east": game.width - action.x
    }[edge]  # fmt: skip
    on = 0 <= action.x <= game.width and 0 <= action.y <= game.height
    if not on or depth > reach:
        raise Refused(
            f"An objective lies on the table, within an arrow of the enemy's edge ({edge}).",
            "p22",
            [f"at most {reach} mm from the {edge} edge"],
            "$.y" if edge in ("north", "south") else "$.x",
        )


def place_objective(play: Play, side: str, action: a.PlaceObjective) -> None:
    """p23 Free-for-all."""
    number = len(play.state.objectives) + 1
    play.emit(e.ObjectivePlaced(Objective(f"objective-{number}", action.x, action.y, side), side))


def objective_options(play: Play, side: str) -> list[Option]:
    game = play.state
    edge, reach = game.edges[other_side(game, side)], arrow(play.charts).total
    low_x, high_x, low_y, high_y = zone(game.width, game.height, edge, reach)
    ranges = (Range("x", low_x, high_x, 1, "mm"), Range("y", low_y, high_y, 1, "mm"))
    return [Option(a.PlaceObjective((low_x + high_x) // 2, (low_y + high_y) // 2), ranges=ranges)]


def zone(width: int, height: int, edge: Edge, depth: int) -> tuple[int, int, int, int]:
    """Lowest and highest x, lowest and highest y of a strip along an edge."""
    match edge:
        case "north":
            return 0, width, 0, depth
        case "south":
            return 0, width, height - depth, height
        case "west":
            return 0, depth, 0, height
        case "east":
            return width - depth, width, 0, height


# -- deployment ------------------------------------------------------------------------------------------------


def depth_of(play: Play, model: Model) -> int:
    """How far from its edge a model may stand, in mm: a tank's hull by the tail of the arrow (p8).

    A helicopter's base must touch the arrow. Scenario alpha-66 gives tanks the whole arrow (p25).
    """
    numbers = arrow(play.charts)
    if model.kind == "helicopter" or play.state.mission == "alpha-66":
        return numbers.total
    return numbers.tail


def zones(play: Play, model: Model, reserve: bool = False) -> list[Edge]:
    """Edges from which it may come: its side's, or for a reserve one where nobody deployed."""
    if not reserve:
        return [play.state.edges[model.side]]
    return [edge for edge in OPPOSITE if edge not in play.state.edges.values()]


def deploy_problem(play: Play, model: Model, action: a.Deploy, reserve: bool) -> str:
    placed = body(model).moved(action.x, action.y, action.heading, action.high)
    if not any(
        in_zone(table_of(play), placed, edge, depth_of(play, model)) for edge in zones(play, model, reserve)
    ):
        edges = " or ".join(zones(play, model, reserve))
        what = "the base must touch the arrow" if model.kind == "helicopter" else "the whole hull must stand"
        return f"{what} within {depth_of(play, model)} mm of the {edges} edge"
    return place_problem(table_of(play), placed, bodies_of(play, model.id))


def verify_deploy(play: Play, side: str, action: a.Deploy) -> None:
    """Raises Refused."""
    model = own_model(play.state, side, action.unit)
    if action.high and model.kind == "tank":
        raise Refused(f"{model.name} does not fly.", "p10", ["false"], "$.high")
    reserve = play.state.stage == "command"
    wanted = deployable(play, side)
    if model not in wanted:
        raise Refused(f"{model.name} is not to be deployed now.", "p8", [one.id for one in wanted], "$.unit")
    if wrong := deploy_problem(play, model, action, reserve):
        spot = deploy_spot(play, model, reserve)
        free = [f"x {spot.x}, y {spot.y}, heading {spot.heading}"] if spot else []
        raise Refused(f"{model.name} cannot stand there: {wrong}.", "p8", free, "$.x")


def deploy(play: Play, side: str, action: a.Deploy) -> None:
    """p8 deployment."""
    model, stage = play.state.models[action.unit], play.state.stage
    how = "reserve" if stage == "command" else "again" if stage == "redeploy" else ""
    play.emit(e.Deployed(model.id, action.x, action.y, action.heading, action.high, how))
    if not how and "Spearhead" in keywords(play, model):
        play.emit(e.BonusGranted(Bonus(model.id, "spearhead", "Spearhead")))


def deployable(play: Play, side: str) -> list[Model]:
    """What a side may put on the table now."""
    game = play.state
    match game.stage:
        case "command":
            return [m for m in game.models.values() if m.side == side and m.reserve and not m.out]
        case "redeploy":
            left = game.redeploys.get(side, 0)
            tanks = (m for m in game.models.values() if m.side == side and m.kind == "tank" and m.x >= 0)
            return list(tanks) if left > 0 else []
        case _:
            return [model for model in to_deploy(play) if model.side == side]


def deploy_spot(play: Play, model: Model, reserve: bool = False) -> a.Deploy | None:
    """The first free place along its edge, looking into the table; None if there is none."""
    game = play.state
    for edge in zones(play, model, reserve):
        heading = INWARD[edge]
        inset = model.stats.length // 2 + 1
        span = game.width if edge in ("north", "south") else game.height
        for along in _outward(span // 2, span, 10):
            x, y = {
                "north": (along, inset), "south": (along, game.height - inset),
                "west": (inset, along), "east": (game.width - inset, along),
            }[edge]  # fmt: skip
            action = a.Deploy(model.id, x, y, heading)
            if not deploy_problem(play, model, action, reserve):
                return action
    return None


def _outward(middle: int, span: int, step: int) -> list[int]:
    """middle, middle + step, middle − step, … within 0 to span."""
    found = [middle]
    for away in range(step, span, step):
        found += [n for n in (middle + away, middle - away) if 0 <= n <= span]
    return found


def deploy_options(play: Play, side: str) -> list[Option]:
    game = play.state
    reserve = game.stage == "command"
    found: list[Option] = []
    for model in deployable(play, side):
        spot = deploy_spot(play, model, reserve)
        if spot is None:
            continue
        depth = depth_of(play, model) + (model.stats.length if model.kind == "helicopter" else 0)
        strips = [zone(game.width, game.height, edge, depth) for edge in zones(play, model, reserve)]
        ranges = [
            Range("x", min(s[0] for s in strips), max(s[1] for s in strips), 1, "mm"),
            Range("y", min(s[2] for s in strips), max(s[3] for s in strips), 1, "mm"),
            Range("heading", 0, 359, 1, "°", round=True),
        ]
        if model.kind == "helicopter":
            ranges.append(Range("high", words=("false", "true")))
        found.append(Option(spot, model.id, ranges=tuple(ranges)))
    if game.stage == "deployment":
        found += [Option(a.HoldOff(m.id), m.id) for m in deployable(play, side) if may_hold_off(play, m)]
    return found


def arrivals(play: Play, side: str) -> bool:
    """Whether reserves of a side can come on now."""
    return any(deploy_spot(play, m, True) for m in deployable(play, side))


def may_hold_off(play: Play, model: Model) -> bool:
    """Whether a card of a friend lets this tank wait off the table."""
    game = play.state
    if model.kind != "tank" or not game.measured:
        return False
    held = sum(m.reserve for m in game.models.values() if m.side == model.side)
    others = any(
        m.side == model.side and m.id != model.id and m.kind == "tank" and not m.reserve
        for m in game.models.values()
    )
    return others and any(held < one.effect.value for one in reserves(play, model.side))


def reserves(play: Play, side: str) -> Iterator[Usable]:
    """Effects that let tanks of a side wait, on its own face-down cards too: using one turns it up."""
    for model in play.state.models.values():
        if model.side == side:
            yield from usable(play, model, "reserve")


def verify_hold_off(play: Play, side: str, action: a.HoldOff) -> None:
    """Raises Refused."""
    model = own_model(play.state, side, action.unit)
    if model not in deployable(play, side) or not may_hold_off(play, model):
        raise Refused(f"{model.name} cannot be held off.", "card", ["deploy"], "$.unit")


def hold_off(play: Play, side: str, action: a.HoldOff) -> None:
    source = next(reserves(play, side))
    show(play, source.model, source.slot)
    play.emit(e.HeldOff(action.unit))
