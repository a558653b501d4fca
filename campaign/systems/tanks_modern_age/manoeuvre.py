"""Where the sensible bot puts its models: moves, flights, deployment. Many places at a glance, a few looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, degrees, hypot

from msgspec.structs import replace

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.decide.movement import leads_nowhere, one_move_only
from campaign.systems.tanks_modern_age.decide.setup import INWARD, OPPOSITE, deploy_problem, zones
from campaign.systems.tanks_modern_age.field import body, fly_way, tank_way
from campaign.systems.tanks_modern_age.judgement import Judge, Pose
from campaign.systems.tanks_modern_age.reach import TURNS, Hull
from campaign.systems.tanks_modern_age.shapes import distance
from campaign.systems.tanks_modern_age.state import Edge, Model

Candidate = tuple[Pose, Option]
Lane = list[Candidate]
TANK_BEARINGS, FLY_BEARINGS = 16, 12
NEARER = 4
"""Of how many of the best ways the nearer places are weighed, too."""
LOOKS = 3
"""How many of the best places are looked at exactly."""
SPREAD = 260
"""How far apart (mm) models deploy if they can."""
STEP = 45
"""Between places along an edge that are weighed, in mm."""


# -- moves -----------------------------------------------------------------------------------------------------


def best_move(
    judge: Judge, model: Model, options: Sequence[Option], free: bool
) -> tuple[Option | None, float]:
    """The best of the moves, of staying and of Speed tokens, and how much better than staying it is.

    free: by leave of a card, without a Speed token.
    """
    here = Pose(model.x, model.y, model.heading, model.high, model.speed)
    lanes = lanes_of(judge, model, options, free)
    stay = next((o for o in options if isinstance(o.action, a.Stay)), None)
    for option in options:
        match option.action:
            case a.Measures() as action:
                lanes.append([(here._replace(speed=action.tokens), option)])
            case a.Elevate():
                speed = model.speed if free else max(1, model.speed)
                lanes.append([(here._replace(high=not model.high, speed=speed), option)])
            case _:
                pass
    now = judge.at(model, here, exact=True)
    best, gain = _best(judge, model, lanes)
    if best is None or (stay is not None and gain - now < judge.constants.restless):
        return stay, 0.0
    return best, gain - now


def lanes_of(judge: Judge, model: Model, options: Sequence[Option], free: bool) -> list[Lane]:
    """Drives and flights that are allowed, and where they lead: those of one way together, the farthest first."""
    found: list[Lane] = []
    for option in options:
        if isinstance(option.action, a.Move):
            found += _drives(judge, model, option, free)
        elif isinstance(option.action, a.Fly):
            found += _flights(judge, model, option, free)
    return [lane for lane in found if lane]


def candidates(judge: Judge, model: Model, options: Sequence[Option], free: bool) -> list[Candidate]:
    """All of them."""
    return [one for lane in lanes_of(judge, model, options, free) for one in lane]


def anywhere(
    judge: Judge, model: Model, options: Sequence[Option], pick: Callable[[int], int]
) -> Option | None:
    """Any of its moves: for those who have searched for the enemy too long."""
    found = candidates(judge, model, options, False)
    return found[pick(len(found))][1] if found else None


def _best(judge: Judge, model: Model, lanes: Sequence[Lane]) -> tuple[Option | None, float]:
    """The farthest places of all ways at a glance, the nearer ones of the best ways, and the best of all exactly."""

    def worth(one: tuple[float, Candidate]) -> float:
        return one[0]

    ranked = sorted(
        ((judge.at(model, lane[0][0]), lane) for lane in lanes), key=lambda one: one[0], reverse=True
    )
    weighed = [(one, lane[0]) for one, lane in ranked]
    weighed += [(judge.at(model, one[0]), one) for _, lane in ranked[:NEARER] for one in lane[1:]]
    best, most = None, -1e9
    for _, (pose, option) in sorted(weighed, key=worth, reverse=True)[:LOOKS]:
        exact = judge.at(model, pose, exact=True)
        if exact > most:
            best, most = option, exact
    return best, most


def speed_after(model: Model, free: bool) -> int:
    return model.speed if free else max(model.speed, min(model.moves + 1, model.speed + 1))


def _drives(judge: Judge, model: Model, option: Option, free: bool) -> Iterator[Lane]:
    """Ways all around, each with the hull turned as suits best: towards the enemy, or straight on."""
    play, action = judge.play, option.action
    once, speed = one_move_only(play, model), speed_after(model, free)
    start = towards(judge, model.x, model.y)
    for i in range(TANK_BEARINGS):
        bearing = (model.heading + 360 * i // TANK_BEARINGS) % 360
        hull = min(TURNS, key=lambda hull: _apart(bearing + TURNS[hull], start))
        hulls: tuple[str, ...] = (hull,) if hull == "forward" or i % 4 else (hull, "forward")
        for one in hulls:
            way, lane = tank_way(play, model, bearing, one, "right", ""), Lane()
            for wanted in _distances(way.allowed):
                x, y, heading, terrain = way.end(wanted)
                if terrain and once:
                    continue
                move = replace(
                    action, bearing=bearing, distance=wanted, hull=_hull(one), flush="right", touch=""
                )
                lane.append((Pose(x, y, heading, False, speed), replace(option, action=move)))
            yield lane


def _flights(judge: Judge, model: Model, option: Option, free: bool) -> Iterator[Lane]:
    play, action = judge.play, option.action
    words = next(r.words for r in option.ranges if r.name == "high")
    speed = speed_after(model, free)
    for word in words:
        high = word == "true"
        for i in range(FLY_BEARINGS):
            bearing = 360 * i // FLY_BEARINGS
            way, lane = fly_way(play, model, bearing, high), Lane()
            for wanted in _distances(way.allowed):
                x, y, _, _ = way.end(wanted)
                if leads_nowhere(play, model, x, y, high):
                    continue
                heading = towards(judge, x, y)
                fly = replace(action, bearing=bearing, distance=wanted, heading=heading, high=high)
                lane.append((Pose(x, y, heading, high, speed), replace(option, action=fly)))
            yield lane


def _hull(name: str) -> Hull:
    return name  # type: ignore[return-value]


def _distances(allowed: Sequence[tuple[int, int]]) -> list[int]:
    """As far as possible, half as far, and hardly at all."""
    if not allowed:
        return []
    low, high = allowed[0][0], allowed[-1][1]
    middle = (low + high) // 2
    inside = any(one <= middle <= other for one, other in allowed)
    return sorted({high, middle, low} if inside else {high, low}, reverse=True)


def towards(judge: Judge, x: int, y: int) -> int:
    """The heading from there to the enemy: the nearest foe counts most."""
    dx = dy = 0.0
    for foe in judge.foes:
        ox, oy = foe.x - x, foe.y - y
        away = max(1.0, hypot(ox, oy))
        dx, dy = dx + ox / away**3, dy + oy / away**3
    if not dx and not dy:
        dx, dy = judge.game.width / 2 - x, judge.game.height / 2 - y
    return round(degrees(atan2(dx, -dy))) % 360


def _apart(one: int, other: int) -> int:
    turn = (one - other) % 360
    return min(turn, 360 - turn)


# -- deployment ------------------------------------------------------------------------------------------------


def best_deployment(judge: Judge, options: Sequence[Option]) -> tuple[Option, float]:
    """A place for one of the models: apart from friends, near cover, looking at the enemy. And what it is worth."""
    option = options[0]
    model = judge.game.models[option.unit]
    reserve = judge.game.stage == "command"
    ranked = sorted(
        _places(judge, model, option, reserve),
        key=lambda one: _comfort(judge, model, one[0]),
        reverse=True,
    )
    worth = _weigh(judge, model)
    best, most = option, -1e9
    for pose, one in ranked[:8]:
        if deploy_problem(judge.play, model, one.action, reserve):
            continue
        value = worth(pose)
        if value > most:
            best, most = one, value
    return best, most


def _weigh(judge: Judge, model: Model) -> Callable[[Pose], float]:
    def worth(pose: Pose) -> float:
        return judge.at(model, pose) + _comfort(judge, model, pose)

    return worth


def _places(judge: Judge, model: Model, option: Option, reserve: bool) -> Iterator[Candidate]:
    """Places along the edge that are free, as deep as the zone allows and not."""
    game = judge.game
    edges: Sequence[Edge] = zones(judge.play, model, reserve)
    half = model.stats.length // 2 + 1
    tail = judge.charts.table.arrow_tail
    for edge in edges:
        span = game.width if edge in ("north", "south") else game.height
        for along in range(half + 5, span - half - 4, STEP):
            for depth in (half, tail - half):
                x, y = {
                    "north": (along, depth), "south": (along, game.height - depth),
                    "west": (depth, along), "east": (game.width - depth, along),
                }[edge]  # fmt: skip
                heading = towards(judge, x, y) if judge.foes else INWARD[edge]
                if _apart(heading, INWARD[edge]) > 20 and model.kind == "tank":
                    heading = INWARD[edge]
                action = replace(option.action, x=x, y=y, heading=heading, high=False)
                if not deploy_problem(judge.play, model, action, reserve):
                    yield Pose(x, y, heading, False, 0), replace(option, action=action)


def _comfort(judge: Judge, model: Model, pose: Pose) -> float:
    """Room from friends, terrain in front, and the way to the mission's objectives."""
    game = judge.game
    friends = [own for own in judge.own if own.id != model.id]
    placed = body(model).moved(pose.x, pose.y, pose.heading, pose.high)
    gap = min((distance(placed, body(own)) for own in friends), default=SPREAD)
    found = 2.5 * min(gap, SPREAD) / SPREAD
    ahead = min((hypot(g.x - pose.x, g.y - pose.y) for g in game.terrain.values()), default=0)
    found -= 0.004 * max(0, ahead - 120)
    wanted = [one for one in game.objectives if one.side in ("", judge.side)]
    held = [one for one in game.objectives if one not in wanted]
    for group, share in ((wanted, 0.006), (held, 0.008)):
        if group:
            found -= share * min(hypot(one.x - pose.x, one.y - pose.y) for one in group)
    return found


def best_edge(judge: Judge, options: Sequence[Option]) -> Option:
    """The edge with most terrain before it, and least before the enemy's."""

    def cover(edge: Edge) -> float:
        game = judge.game
        found = 0.0
        for one in game.terrain.values():
            away = {"north": one.y, "south": game.height - one.y, "west": one.x, "east": game.width - one.x}[
                edge
            ]
            found += max(0.0, 1 - away / (game.height / 2))
        return found

    return max(options, key=lambda o: cover(o.action.edge) - cover(OPPOSITE[o.action.edge]))


def best_objective(judge: Judge, option: Option) -> Option:
    """As near to us as allowed, by terrain, and far from the one before."""
    game, action = judge.game, option.action
    spans = {r.name: (r.lowest, r.highest) for r in option.ranges}
    (low_x, high_x), (low_y, high_y) = spans["x"], spans["y"]
    flat = high_x - low_x > high_y - low_y
    if flat:
        y = high_y if low_y == 0 else low_y
        places = [(x, y) for x in range(low_x + 100, high_x - 99, 50)]
    else:
        x = high_x if low_x == 0 else low_x
        places = [(x, y) for y in range(low_y + 100, high_y - 99, 50)]

    def good(place: tuple[int, int]) -> float:
        x, y = place
        cover = min((hypot(g.x - x, g.y - y) for g in game.terrain.values()), default=0.0)
        apart = min((hypot(one.x - x, one.y - y) for one in game.objectives), default=0.0)
        return min(apart, 400) - 0.5 * cover

    x, y = max(places, key=good, default=(action.x, action.y))
    return replace(option, action=replace(action, x=x, y=y))
