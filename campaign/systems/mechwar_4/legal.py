"""All that a side may do now: what is listed here is what `decide` accepts. Each question has its provider."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap

from campaign.rules.hexes import EDGES, Edge, Hex
from campaign.rules.made import Made, Options
from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import choices, legal_guns
from campaign.systems.mechwar_4.decide import (
    chances,
    fire,
    mounted,
    movement,
    opportunity,
    overrun,
    regroup,
    shapes,
    transport,
)
from campaign.systems.mechwar_4.decide.activation import verify_may_act
from campaign.systems.mechwar_4.decide.setup import area, verify_place
from campaign.systems.mechwar_4.frames import Attack, FireKind, Move, Overrun, Pace, Window
from campaign.systems.mechwar_4.ground import HALVES
from campaign.systems.mechwar_4.orders import owing
from campaign.systems.mechwar_4.play import Play, accepts, is_unmarked, unmarked
from campaign.systems.mechwar_4.questions import questions
from campaign.systems.mechwar_4.reach import goals, ways
from campaign.systems.mechwar_4.spread import Costed
from campaign.systems.mechwar_4.state import Company, Unit
from campaign.systems.mechwar_4.values import reaches

Provider = Callable[[Play, str], Sequence[Option]]


def legal(play: Play, side: str) -> Sequence[Option]:
    """What a side may do; nothing if it is not asked."""
    question = next((one for one in questions(play) if one.side == side), None)
    return () if question is None else PROVIDERS[question.kind](play, side)


# -- before the first turn -------------------------------------------------------------------------------------


def begin(play: Play, side: str) -> Sequence[Option]:
    return (Option(a.Begin()),)


def setup(play: Play, side: str) -> Sequence[Option]:
    """Each unit that may be deployed elsewhere, or wait off the map in another place, each company that may lie in
    ambush: with all to choose among."""
    game = play.state
    found = [Option(a.Ready())]
    for unit in game.units.values():
        if unit.side != side:
            continue
        some = area(play, unit)
        first = next((hex for hex in some if accepts(lambda: verify_place(play, unit, hex))), "")  # noqa: B023
        if first:
            places = Range("hex", places=Places(hexes=some))
            found.append(Option(a.Place(unit.id, first), unit.id, where=first, ranges=(places,)))
    found += [*choices.lining_up(play, side), *choices.mounting(play, side)]
    if game.switches.ambush:
        for company in game.companies.values():
            if company.side == side and company.ambushes:
                found += ambushes(play, company)
    return [*found, *choices.leaving_ambush(play, side), *choices.laying(play, side), *orders(play, side)]


def ambushes(play: Play, company: Company) -> list[Option]:
    """The hex that a company watches. Of the hexes of the board it must see one to watch it."""
    found: list[Option] = []
    mine = [one.hex for one in play.members(company.id) if one.hex]
    around = (other for hex in mine for _, other in play.ground.around[hex])
    first = next((hex for hex in around if hex != company.ambush), "")
    if first:
        places = Range("hex", places=Places())
        found.append(Option(a.Ambush(company.id, first), where=first, ranges=(places,)))
    return found


def orders(play: Play, side: str) -> list[Option]:
    """Standing orders, and how near the enemy must move for the side to be asked."""
    game = play.state
    force = game.forces[side]
    near = 0 if force.watch else 99
    found: list[Option] = []
    if not opportunity.settled(play, force):
        found.append(Option(a.Watch(near), ranges=(Range("range", 0, 99, unit="hexes"),)))
    for unit in play.own(side):
        if not unit.out and not opportunity.settled(play, unit) and (most := opportunity.longest(play, unit)):
            order = a.StandingOrder(unit.id, 0 if unit.standing else most)
            found.append(Option(order, unit.id, ranges=(Range("range", 0, most, unit="hexes"),)))
    return found


# -- firing ----------------------------------------------------------------------------------------------------


def fires(play: Play, unit: Unit, kind: FireKind) -> list[Option]:
    """Every attack that a unit may open now."""
    foes = targets(play, unit, kind) if unit.hex else []
    if not foes or not accepts(
        lambda: fire.verify_firer(play, unit, kind, min(fire.parts_of(play, unit, kind)) if unit.parts else 0)
    ):
        return []
    parts = fire.parts_of(play, unit, kind) if unit.parts else (0, *fire.parts_of(play, unit, kind))
    halves = (False, True) if mounted.may_be_halved(play, unit) else (False,)
    return [
        Option(a.Fire(unit.id, foe.id, arm, part, halved), unit.id, foe.id, foe.hex)
        for foe in foes
        for arm in fire.arms(play, unit, foe, kind)
        for part in parts
        for halved in halves
    ]


def targets(play: Play, unit: Unit, kind: FireKind) -> list[Unit]:
    """Enemies that might be fired at: open, in sight, and not too far off."""
    some = play.once(("open", unit.side, kind), _open, play, unit.side, kind)
    bit = play.ground.bit[unit.hex]
    flies = play.flies(unit)
    return [
        one
        for one, seers in some
        if (seers & bit or ((flies or play.flies(one)) and play.may_see(unit, one, kind)))
        and reaches(play, unit, one)
    ]


def _open(play: Play, side: str, kind: FireKind) -> list[tuple[Unit, int]]:
    """The enemies at whom a side may fire now, if it sees them, with the hexes from which it sees them."""
    game = play.state
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Window):
        some: Iterable[Unit] = (game.units[id] for id in frame.left if id in game.units)
    else:
        some = game.units.values()
    foes = [one for one in some if one.side != side and one.seen and one.hex]
    if fire.unasked(play, kind):
        foes = [one for one in foes if not fire.was_attacked(play, side, one)]
    answered = [one for one in foes if accepts(partial(fire.verify_answers, play, one, kind))]
    return [
        (one, play.seers(one.hex, side))
        for one in answered
        if accepts(partial(fire.verify_open, play, side, one, kind))
    ]


def activation(play: Play, side: str) -> Sequence[Option]:
    found = acting(play, side)
    done = [Option(a.Pass())] if owing(play, side) is None else []
    return [*found, *orders(play, side), *choices.leaving_ambush(play, side), *done]


def formation(play: Play, side: str) -> Sequence[Option]:
    return [*acting(play, side), Option(a.EndActivation())]


WALK: Pace = "walk"
FASTER: tuple[Pace, ...] = ("double", "charge")


def acting(play: Play, side: str) -> list[Option]:
    """Every attack and every move with which a unit may begin."""
    game = play.state
    found: list[Option] = []
    some = unmarked(play, side) + [game.units[id] for id in game.activation if game.units[id].parts]
    for unit in some:
        if accepts(lambda unit=unit: verify_may_act(play, unit)):
            found += fires(play, unit, "direct")
            found += starts(play, unit)
        found += choices.working(play, unit)
    return found


def starts(play: Play, unit: Unit) -> list[Option]:
    """A move at each pace at which a unit that may act can begin it."""
    if not accepts(lambda: movement.verify_can_move(play, unit)):
        return []
    faster = FASTER if play.type_of(unit).infantry else ()
    paces: tuple[Pace, ...] = (
        WALK,
        *(one for one in faster if accepts(partial(movement.verify_pace, play, unit, one))),
    )
    return [Option(a.StartMove(unit.id, pace), unit.id, where=unit.hex) for pace in paces]


def attack(play: Play, side: str) -> Sequence[Option]:
    frame = play.state.stack[-1]
    assert isinstance(frame, Attack)
    found = [Option(a.Resolve(), target=frame.target, where=frame.hex)]
    found += [
        Option(a.Join(unit.id, arm, part, halved), unit.id, frame.target, frame.hex)
        for unit, arm, part, halved in fire.joiners(play, frame)
    ]
    return found


def window(play: Play, side: str) -> Sequence[Option]:
    """Answers: by who is unmarked, and by the mover's own short halt."""
    found: list[Option] = []
    mover = next((one.unit for one in play.state.stack if isinstance(one, Move)), "")
    for unit in [one for one in play.own(side) if one.hex and not one.out]:
        if unit.id == mover or is_unmarked(unit):
            found += fires(play, unit, fire.kind_of(play, unit))
    holds = [Option(a.HoldFire(until)) for until in ("now", "move", "turn")]
    return [*found, *holds]


# -- moving ----------------------------------------------------------------------------------------------------


class Moves(Made):
    """The moves of a unit to all the hexes at which it may aim."""

    __slots__ = ("goals", "unit")
    kind = a.Move

    def __init__(self, unit: str, goals: Costed) -> None:
        self.unit, self.goals = unit, goals

    def __bool__(self) -> bool:
        return bool(self.goals)

    def __len__(self) -> int:
        return len(self.goals)

    def one(self, i: int) -> Option:
        return self._to(*self.goals.at(i))

    def __iter__(self) -> Iterator[Option]:
        return starmap(self._to, self.goals)

    def one_each(self) -> Iterable[Option]:
        return self[:1]

    def _to(self, hex: Hex, cost: int) -> Option:
        return Option(a.Move(self.unit, hex), self.unit, where=hex, cost=cost, parts=HALVES)


def move(play: Play, side: str) -> Sequence[Option]:
    frame = play.state.stack[-1]
    assert isinstance(frame, Move)
    unit = play.state.units[frame.unit]
    id = unit.id
    found: list[Option] = []
    if accepts(lambda: shapes.verify_column(play, frame, unit)):
        cost = 0 if play.type_of(unit).personnel else frame.left
        found.append(Option(a.FormColumn(id), id, cost=cost, parts=HALVES))
    if accepts(lambda: shapes.verify_no_column(frame, unit)):
        found.append(Option(a.LeaveColumn(id), id))
    others: list[Edge] = [edge for edge in EDGES if edge != unit.defilade]
    if accepts(lambda: shapes.verify_defilade(play, frame, unit, others[0])):
        cost = shapes.defilade_cost(play, frame, unit) or 0
        found += [Option(a.TakeDefilade(id, edge), id, cost=cost, parts=HALVES) for edge in others]
    found += [
        Option(a.Mount(one.id, id), one.id, id, unit.hex) for one in transport.mountable(play, frame, unit)
    ]
    found += [
        Option(a.Dismount(one.id), one.id, id, unit.hex) for one in transport.leavers(play, frame, unit)
    ]
    if chances.may_halt(play, unit):
        found += fires(play, unit, "short-halt")
    if accepts(lambda: movement.exit_cost(play, frame, unit)):
        found.append(
            Option(a.Exit(id), id, where=unit.hex, cost=movement.exit_cost(play, frame, unit), parts=HALVES)
        )
    if accepts(lambda: movement.verify_end(play, unit)):
        found.append(Option(a.EndMove(id)))  # of no piece: it ends what is asked
    moves = Moves(id, goals(play, unit, ways(play, unit, frame)))
    return Options([moves, found])


def overrun_fire(play: Play, side: str) -> Sequence[Option]:
    frame = play.state.stack[-1]
    assert isinstance(frame, Overrun)
    units = [play.state.units[id] for id in frame.to_fire]
    return [
        Option(a.OverrunFire(unit.id, foe.id, arm), unit.id, foe.id, frame.hex)
        for unit in units
        if unit.side == side and not unit.out
        for foe, arm in overrun.shots(play, frame, unit)
    ]


def stay(play: Play, side: str) -> Sequence[Option]:
    frame = play.state.stack[-1]
    assert isinstance(frame, Overrun)
    found = [Option(a.Leave(hex), frame.unit, where=hex) for hex in overrun.exits(play, frame)]
    if accepts(lambda: overrun.verify_stay(play, side, a.Stay())):
        found.append(Option(a.Stay(), frame.unit))
    return found


def regrouping(play: Play, side: str) -> Sequence[Option]:
    return [
        *(
            Option(a.Regroup(one.id, other.id), one.id, other.id, one.hex)
            for one, other in regroup.pairs(play, side)
        ),
        Option(a.Ready()),
    ]


PROVIDERS: Mapping[str, Provider] = {
    "begin": begin,
    "setup": setup,
    "activation": activation,
    "formation": formation,
    "attack": attack,
    "button": legal_guns.button,
    "opportunity": window,
    "overwatch": window,
    "move": move,
    "overrun": overrun_fire,
    "stay": stay,
    "orders": choices.ordering,
    "listen": choices.listening,
    "announce": choices.announcing,
    "regroup": regrouping,
    "indirect": legal_guns.plans,
    "counterbattery": legal_guns.answers,
    "flight": legal_guns.flight,
}
"""What is listed for each question (`Pending.kind`)."""
