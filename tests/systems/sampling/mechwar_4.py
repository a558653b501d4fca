"""MechWar 4 with everything in the open: attacks, shells, strikes from the air, panic, the radio.

What odds assume is done: nobody buttons up who is not asked about here, nobody joins, and all others stay idle.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.rules.dice import SeededDice
from campaign.rules.hexes import EDGES
from campaign.rules.sides import other_side
from campaign.rules.system import Rules
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import crossing
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide import warfare
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.events import air, guns
from campaign.systems.mechwar_4.frames import Attack, Move, Overrun
from campaign.systems.mechwar_4.gunnery import due, guns_named
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.positions import Draft, Positions
from campaign.systems.mechwar_4.state import Game, Unit
from campaign.systems.mechwar_4.units import UnitType
from tests.systems.sampling import Came, Position, Reading, Table, Unresolved

LOST = {1: "D1: a third lost", 2: "D2: two thirds lost"}
HARMS = (e.UnitSuppressed, e.UnitDamaged, e.UnitRemoved, e.PanicRolled)
STEPS = 6
"""Actions by chance in a position before another is made."""


# -- playing on ------------------------------------------------------------------------------------------------


def until(table: Table, ends: Callable[[Any], bool], idle: bool = False) -> tuple[Game, list[Any]]:
    """The state in which the first such event leaves the battle, and what has happened by then: what follows by itself
    in the same entry is another thing. All questions before it are answered as odds assume. idle: whether the sides
    have nothing to do but to wait for it."""
    while not any(map(ends, table.events)):
        if table.state.verdict is not None:
            raise Unresolved
        side = table.asked()[0]
        table.do(side, _answer(table.legal(side), idle))
    last = next(i for i, one in enumerate(table.events) if ends(one))
    state = table.rules.copy(table.before)
    for event in table.events[: last + 1]:
        APPLIERS[type(event)](state, event)
    return state, table.events[: last + 1]


def attack_ends(event: Any) -> bool:
    return isinstance(event, e.AttackEnded)


def shells_end(event: Any) -> bool:
    return isinstance(event, guns.BombardmentEnded)


def _answer(legal: Iterable[Any], idle: bool) -> Any:
    for one in legal:
        match one:
            case a.Resolve() | a.Button(up=False):
                return one
            case a.Ready() | a.Pass() | a.LeaveMap() | a.HoldFire() | a.EndActivation() if idle:
                return one
            case _:
                pass
    raise Unresolved


# -- what has become of whom -----------------------------------------------------------------------------------


def words(now: Unit, before: Unit) -> tuple[str, ...]:
    """The gravest first."""
    if now.out:
        return ("eliminated",)
    panics = ["panics under fire"] if now.panicked and not before.panicked else []
    shaken = [f"suppressed {now.suppression}"] if now.suppression > before.suppression else []
    if now.damage > before.damage:
        return LOST[now.damage], *panics, *shaken
    return tuple([*panics, *shaken][:1]) or ("no effect",)


def there(state: Game, hexes: Container[str], but: Container[str] = ()) -> list[Unit]:
    return [one for one in state.units.values() if one.hex in hexes and not one.out and one.id not in but]


def fates(before: Game, now: Game, hex: str, target: str, firers: Container[str]) -> tuple[str, set[str]]:
    """Of the target, and what else has come of it and of others in its hex."""
    result, facts = "no effect", set[str]()
    for one in there(before, (hex,), firers):
        word, *more = words(now.units[one.id], one)
        if one.id == target:
            result = word
            facts.update(more)
        elif word != "no effect":
            facts.add(f"{one.name}: {word}")
    return result, facts


def of_firers(table: Table, events: Iterable[Any], firers: Container[str]) -> Iterator[str]:
    for one in events:
        if not isinstance(one, e.PanicRolled | e.DepletionRolled):
            continue
        unit = table.before.units[one.unit]
        if isinstance(one, e.PanicRolled):
            if one.why == "fire" and one.panicked and one.unit in firers:
                yield f"{unit.name} panics and does not fire"
        elif one.level == 0 and one.unit in firers:
            arm = table.rules.charts.units[unit.type].arms[one.arm]  # type: ignore[attr-defined]
            yield f"{unit.name} has then no {'missiles' if arm.class_ == 'G' else 'ammunition'} left"


# -- attacks ---------------------------------------------------------------------------------------------------


def attack(rules: Rules, at: Position, random: Random) -> Came:
    """Until it is resolved; nobody else joins."""
    table = Table(rules, at, random)
    under_way = at.state.stack[-1] if at.state.stack else None
    firers, target = [], getattr(at.action, "target", "")
    if isinstance(under_way, Attack) and not target:
        firers, target = [one.unit for one in under_way.firers], under_way.target
    if unit := getattr(at.action, "unit", ""):
        firers.append(unit)
    now, events = until(table, attack_ends)
    result, facts = fates(at.state, now, at.state.units[target].hex, target, firers)
    return Came(result, frozenset({*facts, *of_firers(table, events, firers)}))


def button(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    now, _ = until(table, attack_ends if isinstance(at.state.stack[-1], Attack) else shells_end)
    unit = at.state.units[at.action.unit]
    return Came(words(now.units[unit.id], unit)[0])


def on_the_map(rules: Rules, at: Position) -> bool:
    """Batteries off the map have no odds."""
    return at.action.unit in at.state.units


def from_the_air(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    unit = at.state.units[at.action.target]
    result, facts = fates(at.state, table.state, unit.hex, unit.id, ())
    spent = {
        f"{at.state.aircraft[one.aircraft].name} has then no missiles left"
        for one in table.all(air.MissilesRolled)
        if one.spent
    }
    return Came(result, frozenset(facts | spent))


# -- indirect fire ---------------------------------------------------------------------------------------------


def bombard(rules: Rules, at: Position, random: Random) -> Came:
    """Until it has landed, with nothing else under way."""
    table = Table(rules, at, random)

    def told_of(event: Any) -> bool:
        return isinstance(event, guns.IndirectFired | guns.MissionDropped) and event.by == at.action.by

    last = until(table, told_of, idle=True)[1][-1]
    if isinstance(last, guns.MissionDropped):
        if last.why != "its guns panic":
            raise Unresolved
        return Came(last.why)
    if not last.impact:
        return Came("no fire for effect" if last.need > 1 and len(last.dice) == 1 else "off the map")
    word = "on target" if last.impact == at.action.hex else "scatters"
    if last.load != "shells":
        return Came(word)
    now, events = until(table, shells_end, idle=True)
    (fell,) = [one for one in events if isinstance(one, guns.BombardmentBegan)]
    hurt = {one.unit for one in events if isinstance(one, HARMS)}
    facts = {
        f"{one.name}: {words(now.units[one.id], one)[0]}"
        for one in there(at.state, fell.hexes)
        if one.id in hurt
    }
    return Came(word, frozenset(one for one in facts if not one.endswith(": no effect")))


def alone_and_now(rules: Any, at: Position) -> bool:
    """It falls in this turn, and nothing else does."""
    play = Play(rules.charts, at.state)
    return (
        not at.state.missions
        and due(play, guns_named(play, at.side, at.action.by), at.action.load) == at.state.turn
    )


# -- known mines ------------------------------------------------------------------------------------------------


def cross(rules: Any, at: Position, random: Random) -> Came:
    """The part that odds walk, with real dice: what may come between, fire above all, is the enemy's to choose."""
    play = Play(rules.charts, rules.copy(at.state), SeededDice(random.randrange))
    overrun = at.state.stack[-1] if at.state.stack else None
    id = overrun.unit if isinstance(overrun, Overrun) else at.action.unit
    crossing.crosses(play, at.action)
    result, *more = words(play.state.units[id], at.state.units[id])
    for one in at.state.units.values():
        if one.aboard == id and (word := words(play.state.units[one.id], one)[0]) != "no effect":
            more.append(f"{one.name}: {word}")
    return Came(result, frozenset(more))


# -- one die ---------------------------------------------------------------------------------------------------


def one_die(
    kind: type[Any],
    says: Callable[[Any], bool],
    word: str,
    otherwise: str,
    fits: Callable[[Rules, Position], bool] = lambda rules, at: True,
) -> Reading:
    """Of the first event of a kind."""

    def play(rules: Rules, at: Position, random: Random) -> Came:
        (first, *_) = Table(rules, at, random).all(kind)
        return Came(word if says(first) else otherwise)

    return Reading(play, fits=fits)


def somebody_radiates(rules: Any, at: Position) -> bool:
    """What odds assume of whom is listened for (19.91), and no guns among them that fired a turn ago."""
    play, enemy = Play(rules.charts, at.state), other_side(at.state, at.side)
    heard = warfare.radiating(play, enemy, at.action.sort)
    plain = warfare.detection(play, enemy, at.action.sort) == warfare.values_of(play, at.action.sort)[0]
    return bool(heard) and plain


def readings() -> Mapping[type[Any], Reading]:
    return {
        a.Fire: Reading(attack), a.Join: Reading(attack), a.Resolve: Reading(attack), a.OverrunFire: Reading(attack),
        a.Button: Reading(button, fits=on_the_map), a.Bombard: Reading(bombard, fits=alone_and_now),
        a.Strafe: Reading(from_the_air), a.Launch: Reading(from_the_air),
        a.Acquire: one_die(air.AcquisitionTried, lambda one: one.acquired, "acquired", "not acquired"),
        a.StartMove: one_die(e.PanicRolled, lambda one: one.panicked, "panics", "moves"),
        a.Move: Reading(cross, whole=False),
        a.Jam: one_die(e.JammerChecked, lambda one: one.works, "works", "does not work"),
        a.Listen: one_die(e.Listened, lambda one: one.found, "located", "not located", somebody_radiates),
    }  # fmt: skip


# -- positions -------------------------------------------------------------------------------------------------


class Flown(Draft):
    """An aeroplane has come low at somebody whom it has acquired, or high and straight on, to acquire him."""

    def _acting(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        foes = [one for one in placed.units if one.hex and not one.aboard]
        if not placed.aircraft or not placed.switches.advanced_air or not foes:
            return super()._acting(active, placed)
        plane = placed.aircraft[self.pick(len(placed.aircraft))]
        foes = [one for one in foes if one.side != plane.side] or foes
        way = self.pick(len(EDGES))
        rules, low = self.charts.air.rules, self.often()
        path = [foes[self.pick(len(foes))].hex]
        while len(path) <= (rules.strafe if low else 3 + rules.acquire):
            path.append(dict(self.ground.around[path[-1]]).get(EDGES[way - 3], ""))
            if not path[-1]:
                path.pop()
                break
        legs = path[-1:] if low else path[:1:-1] or path[-1:]
        flown = [air.AircraftFlew(plane.id, hex, EDGES[way], not low) for hex in legs]
        got = [air.AcquisitionTried(plane.id, one.id, 6, 1, True, "vehicle") for one in foes if low]
        begun = e.PhaseBegan("indirect"), guns.StageBegan("air"), air.FlightBegan(plane.id, plane.side)
        return [*begun, *flown, *got]

    _shelled = _fired = _between = _flown = _acting


class Listening(Draft):
    """Both sides listen for the other."""

    def _acting(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        return [e.PhaseBegan("listening")]

    _shelled = _fired = _between = _flown = _acting


def states(rules: Any) -> Iterator[tuple[Game, str, Random]]:
    """Positions by chance, all in the open, and some moves by chance from each."""
    for seed in count():
        random = Random(f"open {seed}")
        state = _in_the_open(rules, random, (Draft, Flown, Draft, Listening)[seed % 4])
        if seed % 4 == 2:
            _overrun(state, random)
            state = rules.copy(state)  # nothing is remembered of it as it was
        bot = rules.system.bot(rules.system.bot_names[0])
        for _ in range(STEPS):
            asked = rules.pending(state)
            if not asked or state.verdict is not None:
                break
            side = asked[random.randrange(len(asked))].side
            yield state, side, random
            options = rules.legal(state, side)
            if not options:
                break  # of an overrun nobody of whom can fire, as play would not bring it about
            chosen = bot.choose(rules, state, side, options, random.randrange)
            rules.advance(state, side, chosen.action, SeededDice(random.randrange))


def _overrun(state: Game, random: Random) -> None:
    """Somebody has come into an enemy's hex."""
    here = [one for one in state.units.values() if one.hex and not one.out and not one.aboard]
    pairs = [
        (one, foe)
        for one in here
        for foe in here
        if (one.side, foe.side) == (state.active, other_side(state, one.side))
    ]
    if state.stack or state.phase != "action" or not pairs:
        return
    one, foe = random.choice(pairs)
    for rider in state.units.values():
        if rider.aboard == one.id:
            rider.hex = foe.hex
    frm, one.hex = one.hex, foe.hex
    everybody = [unit.id for unit in here if unit.hex == foe.hex]
    state.stack.append(Move(one.id, 0, 8, path=[foe.hex], stopped=True, still=False))
    state.stack.append(Overrun(one.id, foe.hex, frm, 1, one.side, everybody))


def _in_the_open(rules: Any, random: Random, draft: type[Draft]) -> Game:
    charts: Charts = rules.charts
    any_type = Positions(charts)._type
    on_the_air = [one for one in charts.units.values() if one.kind in ("rdf", "hq", "jammer")]

    def type_of(pick: Pick) -> UnitType:
        return on_the_air[pick(len(on_the_air))] if draft is Listening and pick(2) else any_type(pick)

    while True:
        state = Game()
        for event in draft(charts, random.randrange, type_of).events():
            if isinstance(event, e.CountersDealt):
                continue
            if isinstance(event, e.ForcesPlaced):
                event = replace(event, switches=replace(event.switches, fog=False))
            APPLIERS[type(event)](state, event)
        settle(Play(charts, state, SeededDice(random.randrange)))
        if state.verdict is None and not rules.hidden.hides(state):
            return state
