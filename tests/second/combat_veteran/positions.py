"""Positions: of battles that are played by chance, and made by chance, where play does not go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import asdict, replace

from campaign.rules.dice import SeededDice
from campaign.rules.readings import declared
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.rules import SYSTEM
from campaign.systems.combat_veteran.state import MARKERS, Game, Opportunity, Piece, Post, Rating, Shot, swims
from tests.second.combat_veteran import firing, loading, moving
from tests.second.combat_veteran.adaptor import beset, boards, data, field_of, hexes, map_of, rules, types
from tests.second.combat_veteran.plane import CORNERS, Place, away
from tests.second.combat_veteran.witness import forgotten, wrong

SCENARIOS = sorted(one.id for one in rules().scenarios())


def readings(rnd: Random) -> Readings:
    """About a third otherwise than usually."""
    usual = Readings()
    found = {one.id: rnd.choice(one.values) for one in declared(Readings) if rnd.random() < 0.6}
    return replace(usual, **found)


def played(seed: int, every: int = 15, latest: int = 600, said: list[str] | None = None) -> Iterator[Game]:
    """Every so many states of a battle that is played by chance. said: gets what its events tell against the text."""
    rnd = Random(f"played {seed}")
    options = asdict(readings(rnd))
    game: Game = SYSTEM.begun(rules().open(SCENARIOS[seed % len(SCENARIOS)], options))
    bots = [rnd.choice(SYSTEM.bots) for _ in game.sides]
    sides = [one.id for one in game.sides]
    for entry in range(latest):
        asked = rules().pending(game)
        if not asked:
            return
        if entry % every == seed % every:
            yield game
        side = asked[0].side
        options = rules().legal(game, side)
        option = bots[sides.index(side)].choose(rules(), game, side, options, rnd.randrange)
        before = rules().copy(game)
        for event in rules().advance(game, side, option.action, SeededDice(rnd.randrange)):
            if said is not None:
                said += wrong(before, event)
            SYSTEM.appliers[type(event)](before, event)
        if said is not None:
            said += forgotten(game)


def beset_by_fire(seed: int) -> Game:
    """A vehicle has entered a hex, and up to six attacks on it are declared, before it turns."""
    rnd = Random(f"fire {seed}")
    while True:
        game = _made(rnd)
        field = field_of(game)
        if game.phase != "movement" or game.verdict:
            continue
        movers = [
            one
            for one in game.pieces.values()
            if one.side == game.active and one.kind == "vehicle" and moving.turns(field, field.pieces[one.id])
        ]
        if not movers:
            continue
        mover = rnd.choice(movers)
        game.readings = replace(game.read, declaring="all")
        game.mover, game.shot, game.fired = mover.id, None, []
        mover.steps, mover.spent, mover.done = 1, 1, False
        game.opportunity = Opportunity(mover.id)
        shots = _shots(game, mover)
        if len(shots) > 1:
            _declared(game, mover, rnd.sample(shots, rnd.randrange(2, min(len(shots), 6) + 1)), "facing")
            return game


def made(seed: int) -> Game:
    """Vehicles and soldiers of any type thrown close together on any board, in any phase."""
    return _made(Random(f"made {seed}"))


def _made(rnd: Random) -> Game:
    game: Game = SYSTEM.begun(rules().open(rnd.choice(SCENARIOS), {}))
    game.board = rnd.choice(sorted(boards()))
    game.readings = readings(rnd)
    game.phase = rnd.choice(["repair", "movement", "movement", "combat", "combat", "combat", "close-combat"])
    places = sorted(map_of(game.board).ground)
    middle, wide = rnd.choice(places), rnd.choice([0, 1, 3, 5, 9, 30])
    near = [at for at in places if away(at, middle) <= wide]
    sides = [one.id for one in game.sides]
    game.active = rnd.choice(sides)
    game.pieces = {}
    for n in range(rnd.randrange(2, 30 if wide < 4 else 14)):
        _place(rnd, game, f"p{n}", sides[n % 2], near)
    for side in sides:
        while not any(one.side == side and not one.out for one in game.pieces.values()):
            _place(rnd, game, f"last-{side}", side, places)
    _embarked(rnd, game)
    game.scars = sorted(hexes(game.board)[at] for at in rnd.sample(near, min(len(near), rnd.randrange(4))))
    _moment(rnd, game)
    return game


def _place(rnd: Random, game: Game, id: str, side: str, near: list[Place]) -> None:
    fits = [
        type
        for type, (cls, _) in types().items()
        if cls == "vehicle" or (cls == "soldier" and rnd.random() < 0.4)
    ]
    type = rnd.choice(fits)
    cls = types()[type][0]
    ratings = rules().charts.ratings(type)
    ground = map_of(game.board).ground
    waters = {"boat": ("river", "all"), "amphibious": ("none", "river", "all")}.get(
        ratings.mobility, ("none", "river")
    )
    free = [at for at in near if ground[at].water in waters]
    if not free:
        return
    at = rnd.choice(free)
    piece = Piece(id, type, id, side, cls, hexes(game.board)[at], ratings)  # type: ignore[arg-type]
    piece.afloat = swims(ratings) and ground[at].water != "none"
    game.pieces[id] = piece
    if cls == "soldier":
        piece.wounded = rnd.random() < 0.2
        if rnd.random() < 0.4:
            _armed(rnd, game, piece)
        return
    piece.facing = rnd.choice(list(CORNERS))
    if rnd.random() < 0.25:
        _crewed(rnd, piece)
    if rnd.random() < 0.35:
        piece.markers = rnd.sample(MARKERS, rnd.randrange(1, 6))
    elif rnd.random() < 0.5:
        piece.stance = rnd.choice(["maneuvering", "speeding"])
    if rnd.random() < 0.08:
        piece.out, piece.stance = "wrecked", "driving"


def _embarked(rnd: Random, game: Game) -> None:
    """Some of the soldiers and weapons go aboard a vehicle of their side, which then stands where they are."""
    field = field_of(game)
    holds = [one for one in game.pieces.values() if one.ratings.capacity and not one.out]
    for piece in game.pieces.values():
        fits = [
            one
            for one in holds
            if one.side == piece.side
            and loading.free(field, field.pieces[one.id]) >= loading.places(field, field.pieces[piece.id])
        ]
        if piece.kind == "vehicle" or piece.carrier or not fits or rnd.random() < 0.4:
            continue
        carrier = rnd.choice(fits)
        piece.hex, piece.rode = carrier.hex, rnd.random() < 0.2
        if rnd.random() < 0.6:
            piece.carrier = carrier.id
        if piece.weapon:
            game.pieces[piece.weapon].hex = piece.hex
        field = field_of(game)


def _armed(rnd: Random, game: Game, soldier: Piece) -> None:
    """A weapon in his hands, or beside him."""
    type = rnd.choice([type for type, (cls, _) in types().items() if cls == "weapon"])
    weapon = Piece(
        f"w-{soldier.id}", type, type, soldier.side, "weapon", soldier.hex, rules().charts.ratings(type)
    )
    game.pieces[weapon.id] = weapon
    if rnd.random() < 0.7:
        weapon.carrier, soldier.weapon = soldier.id, weapon.id


def _crewed(rnd: Random, piece: Piece) -> None:
    """As in a campaign, by its house rules."""
    piece.quality = rnd.choice([-1, 0, 1, 2])
    posts: list[Post] = ["gunner", "driver"]
    piece.empty = tuple(one for one in posts if rnd.random() < 0.15)
    skills = {"gunnery": "gunner", "driving": "driver", "mechanic": ""}
    piece.skills = tuple(
        one for one, post in skills.items() if post not in piece.empty and rnd.random() < 0.4
    )
    kinds = [rating for rating, value in (("main", piece.ratings.main), ("mg", piece.ratings.mg)) if value]
    piece.rounds = {kind: rnd.choice([0, 1, 30]) for kind in kinds if rnd.random() < 0.6}


def _moment(rnd: Random, game: Game) -> None:
    """What has been done in the turn so far."""
    movement = data()["charts.toml"]["movement"]
    for piece in game.pieces.values():
        moving = game.phase == "movement" and piece.side == game.active
        if piece.stance == "maneuvering" and moving:
            piece.most = 1
        if piece.kind != "weapon" and rnd.random() < 0.4:
            piece.mode = "water" if piece.afloat else "land"
            most = movement["afloat" if piece.afloat else piece.ratings.mobility]
            piece.spent = rnd.randrange(1, most + 1)
            if moving:
                piece.steps, piece.done = 1, rnd.random() < 0.2
                piece.stopped = rnd.random() < 0.1
        if game.phase == "combat" and rnd.random() < 0.2:
            piece.used = [rnd.choice(["main", "mg"])]
            if piece.side == game.active:
                game.fired.append(piece.id)
    for piece in game.pieces.values():
        if "unmanned" in piece.markers and beset(game, piece.id):
            piece.markers.remove("unmanned")  # it would be a wreck
    if game.phase != "movement":
        return
    movers = [
        one for one in game.pieces.values() if one.steps and not one.out and not one.done and not one.carrier
    ]
    if movers:
        mover = rnd.choice(movers)
        game.mover = mover.id
        for one in movers:
            one.done = one is not mover
        if rnd.random() < 0.75:
            game.opportunity = Opportunity(mover.id, faced=rnd.random() < 0.5)
            _under_fire(rnd, game, mover)


def _shots(game: Game, mover: Piece) -> list[tuple[str, Rating]]:
    """All attacks on a mover."""
    field = field_of(game)
    return [
        (one.id, rating)
        for one in field.pieces.values()
        for rating in firing.RATINGS
        if one.side != mover.side and list(firing.attacks(field, one, rating, [field.pieces[mover.id]]))
    ]


def _declared(game: Game, mover: Piece, shots: Sequence[tuple[str, Rating]], stage: str) -> None:
    """Attacks in this order; a soldier has but one."""
    assert game.opportunity is not None
    once = {unit: (unit, rating) for unit, rating in reversed(shots) if game.pieces[unit].kind == "soldier"}
    shots = [shot for shot in shots if once.get(shot[0], shot) == shot]
    (first, rating), *_ = shots
    if game.read.declaring == "all":
        game.opportunity.declared = list(shots)
        game.fired = list(dict.fromkeys(unit for unit, _ in shots))
    if stage == "facing":
        game.shot = Shot(first, rating, mover.id, "facing", True)


def _under_fire(rnd: Random, game: Game, mover: Piece) -> None:
    """Attacks that were declared; perhaps the vehicle is asked to turn, or dice of one are to be cancelled."""
    found = _shots(game, mover)
    if not found or rnd.random() < 0.2:
        return
    assert game.opportunity is not None
    shots = rnd.sample(found, rnd.randrange(1, min(len(found), 6) + 1))
    first, rating = shots[0]
    stage = rnd.choice(["facing", "deflection", ""])
    if stage == "deflection":
        faces = rnd.choices(range(2, 7), k=rnd.randrange(2, 6))
        ones = rnd.randrange(1, 3)
        if len({face for face in faces if face > 2}) > 1 and sum(face > 2 for face in faces) > ones:
            dice = tuple(sorted([*faces, *[1] * ones]))
            game.shot = Shot(first, rating, mover.id, "deflection", True, dice)
    elif (
        mover.kind == "vehicle"
        and not game.opportunity.faced
        and moving.turns(field_of(game), field_of(game).pieces[mover.id])
    ):
        _declared(game, mover, shots, stage)
