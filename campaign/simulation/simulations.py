"""The door to simulations, for one caller: many battles between bots, of a scenario or of a campaign as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from campaign.battles import table as t
from campaign.battles.battles import Battles
from campaign.battles.open_battle import OpenBattles
from campaign.battles.opening import asked_for, set_up
from campaign.campaigns.fighting import Fighting
from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.library.installed import find_info
from campaign.library.rosters import Rosters
from campaign.rules.facets import UMPIRE
from campaign.rules.options import ScenarioInfo, played
from campaign.rules.refused import Refused, no_such
from campaign.rules.system import Rules
from campaign.shared.answering import acts, reads
from campaign.shared.answers import Acted, DiceNeeded, Line, Refusal
from campaign.shared.callers import Caller, keeper
from campaign.simulation import summing
from campaign.simulation.answers import (
    BATTLES,
    MOST_UNTIL,
    Comparison,
    Extent,
    Fought,
    Progress,
    Replay,
    Setup,
    Simulation,
    Step,
    Trial,
)
from campaign.simulation.playing import Streams, fight
from campaign.simulation.working import Arm, Crew, chunks, crew
from events.entry import Draw
from events.faces import written

STEP = 25
"""Battles of a pairing between one look at how sure it is and the next."""
TRIAL = Extent(20)
"""How much of a scenario is fought to see what comes of it."""
MOST_BATTLES, MOST_SEED, MOST_JOBS = 1_000_000, 2**63 - 1, 256


def silent(done: int, of: int) -> None:
    """For who does not want to hear of it."""


class Prepared(NamedTuple):
    """A setup, looked up. pairings: side → bot, the first side's bots in order, for each the second's."""

    setup: Setup
    rules: Rules
    action: t.Open
    info: ScenarioInfo
    title: str
    bots: Mapping[str, Sequence[str]]

    @property
    def pairings(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = [{}]
        for side, names in self.bots.items():
            found = [{**one, side: name} for one in found for name in names]
        return found

    @property
    def arm(self) -> Arm:
        return Arm(self.rules.pack, self.action)


class Simulations:
    """Nothing here writes a diary but `save`. For whoever keeps this house: it takes all of its machine. A campaign's
    node is for its umpire, since it takes the crews and rounds of all sides."""

    def __init__(
        self,
        opened: OpenBattles,
        campaigns: OpenCampaigns,
        rosters: Rosters,
        battles: Battles,
        caller: Caller,
    ) -> None:
        self._opened, self._campaigns, self._rosters = opened, campaigns, rosters
        self._battles, self._caller = battles, caller
        self._fighting = Fighting(opened, rosters)

    @reads("keep")
    def run(self, setup: Setup, extent: Extent | None = None, progress: Progress = silent) -> Simulation:
        """Fight it, every pairing of bots. Raises Refused."""
        (found,) = self._run([setup], extent or Extent(), progress)
        return found

    @reads("keep")
    def compare(
        self, first: Setup, second: Setup, extent: Extent | None = None, progress: Progress = silent
    ) -> Comparison:
        """Fight two settings with the same seeds, each with one bot a side. Raises Refused."""
        return summing.comparison(*self._run([first, second], extent or Extent(), progress))

    @reads("keep")
    def battle(self, setup: Setup, number: int, seed: int = 1) -> Replay:
        """One battle of a simulation again, step by step. Raises Refused."""
        prepared = self._one(setup, number, seed)
        rules, steps = prepared.rules, list[Step]()

        def tell(state: Any, side: str, events: Sequence[Any], draws: Sequence[Draw]) -> None:
            told = [rules.told(state, event) for event in events]
            lines = tuple(Line(text, rule) for text, rule in told if text)
            dice = tuple(face for draw in draws if draw.matters != "shuffle" for face in draw.written)
            steps.append(Step(rules.view(state, UMPIRE).turn, side, lines, dice))

        (bots,) = prepared.pairings
        fought = fight(rules, prepared.action, bots, seed, number, tell)
        return Replay(seed, bots, prepared.info.sides, fought, tuple(steps))

    @reads("keep")
    def trials(
        self, system: str | None = None, extent: Extent = TRIAL, progress: Progress = silent
    ) -> list[Trial]:
        """Fight every scenario of the user's own, the best bot on each side. Raises Refused."""
        keeper(self._caller)
        found: list[Trial] = []
        for rules, info in self._opened.packs.own_scenarios(system):
            told = self.run(Setup(info.id, rules.system.id), extent, progress)
            cell = told.cells[0]
            names = {one.id: one.name for one in _pieces(rules, self._prepared(told.setup).action)}
            still, silent = (
                tuple(f"{names.get(id, id)} ({use.side})" for use in cell.uses for id in getattr(use, what))
                for what in ("still", "silent")
            )
            found.append(
                Trial(rules.system.id, info.id, info.title, info.sides, info.turns, cell, still, silent)
            )
        return found

    @acts("keep")
    def save(self, setup: Setup, number: int, seed: int = 1) -> Acted:
        """One battle of a simulation again, in a diary of its own, its dice typed in as they fell. Raises Refused."""
        prepared = self._one(setup, number, seed)
        if setup.campaign:
            raise Refused("A campaign's battle is begun in its campaign.", "", ["begin"])
        (bots,) = prepared.pairings
        if fight(prepared.rules, prepared.action, bots, seed, number).shuffled:
            reason = "Cards are shuffled in this battle: only its dice could be typed into a diary."
            raise Refused(reason, "", ["look at it with --battle, without --save"])
        streams = Streams(seed, number)
        action, title = prepared.action, f"{prepared.info.title}: battle {number} of seed {seed}"
        seats = [t.Seat(side, bot=bot) for side, bot in bots.items()]
        last = self._battles.new(
            action.scenario,
            system=action.system,
            title=title,
            seats=seats,
            dice="typed",
            options=action.options,
        )

        def roll(needed: DiceNeeded) -> Sequence[int]:
            return written(streams.roll(needed.count, needed.sides), needed.faces, needed.sides)

        if isinstance(last, Acted):
            for answer in self._battles.bots.play(last.diary, None, streams.coins, roll):
                last = answer
        if isinstance(last, Acted):
            return last
        raise Refused(last.reason if isinstance(last, Refusal) else last.purpose)

    # -- what is asked for --------------------------------------------------------------------------

    def _one(self, setup: Setup, number: int, seed: int) -> Prepared:
        """A setup with one bot a side. Raises Refused."""
        keeper(self._caller)
        within(number, 1, MOST_BATTLES, "--battle")
        within(seed, 0, MOST_SEED, "--seed")
        return _single(self._prepared(setup))

    def _prepared(self, setup: Setup) -> Prepared:
        """Raises Refused."""
        title = ""
        if setup.campaign:
            campaign = self._campaigns.get(setup.campaign)
            campaign.rights(campaign.state(), self._caller).of_the_umpire()
            rules, action, title = self._fighting.rehearsal(campaign, setup.node, setup.assets, setup.options)
        else:
            packs = self._opened.packs
            rules = packs.installed(packs.find_scenario(setup.scenario, setup.system))
            action = asked_for(rules, self._rosters, setup.scenario, setup.options)
        info = find_info(rules, action.scenario)
        known = rules.system.bot_names
        sides = [side.id for side in played(info.sides)]
        if unknown := [side for side in setup.bots if side not in sides]:
            raise no_such("side", unknown[0], sides, "", "--seat", " in this scenario")
        usual = known if setup.every else known[-1:]
        bots = {side: tuple(dict.fromkeys(setup.bots.get(side) or usual)) for side in sides}
        for name in [name for names in bots.values() for name in names]:
            if name not in known:
                raise no_such("bot", name, known, "", "--seat")
        return Prepared(setup, rules, action, info, title or info.title, bots)

    # -- fighting -----------------------------------------------------------------------------------

    def _run(self, setups: Sequence[Setup], extent: Extent, progress: Progress) -> list[Simulation]:
        keeper(self._caller)
        most = _most(extent)
        prepared = [self._prepared(one) for one in setups]
        if len(prepared) > 1:
            prepared = [_single(one) for one in prepared]
        arms, rules = [one.arm for one in prepared], [one.rules for one in prepared]
        with crew(arms, rules, extent.jobs) as hands:
            fought = _fought(prepared, extent, most, hands, progress)
        return [_table(one, extent, found) for one, found in zip(prepared, fought, strict=True)]


def _pieces(rules: Rules, action: t.Open) -> Sequence[Any]:
    """Those of a battle as it opens, as its umpire sees them."""
    state = rules.system.begun(set_up(rules, action))
    return rules.view(state, UMPIRE).pieces


def within(value: float, least: float, most: float, where: str) -> None:
    """Raises Refused for a number that is out of bounds."""
    if not least <= value <= most:
        raise Refused(f"{value:g} is out of bounds.", "", [f"{least:g} to {most:g}"], where)


def _most(extent: Extent) -> int:
    """Battles of a pairing at the most. Raises Refused for what cannot be asked for."""
    within(extent.battles, 0, MOST_BATTLES, "--battles")
    within(extent.seed, 0, MOST_SEED, "--seed")
    within(extent.jobs, 0, MOST_JOBS, "--jobs")
    within(extent.odds, 0, MOST_BATTLES, "--odds")
    if extent.until:
        within(extent.until, 0.5, 50, "--until")
    return extent.battles or (MOST_UNTIL if extent.until else BATTLES)


def _single(prepared: Prepared) -> Prepared:
    """Raises Refused unless each side has one bot."""
    for side, names in prepared.bots.items():
        if len(names) > 1:
            reason = f"{side} has {len(names)} bots here; name one."
            raise Refused(reason, "", [f"{side}=bot:{name}" for name in names], "--seat")
    return prepared


def _fought(
    prepared: Sequence[Prepared], extent: Extent, most: int, hands: Crew, progress: Progress
) -> list[list[list[Fought]]]:
    """The battles of every pairing of every setup, in the order of their numbers.

    How many are fought is decided between rounds, each of which is the same however many processes there are; so are
    those of a comparison, which go on together until both are sure.
    """
    sides = [one.info.sides for one in prepared]
    found: list[list[list[Fought]]] = [[[] for _ in one.pairings] for one in prepared]
    step, done = STEP if extent.until else most, 0
    left = [(arm, cell) for arm, one in enumerate(prepared) for cell in range(len(one.pairings))]
    every = most * len(left)
    progress(0, every)
    while left:
        tasks = [
            task
            for arm, cell in left
            for task in chunks(
                arm,
                cell,
                prepared[arm].pairings[cell],
                extent.seed,
                _next(found[arm][cell], step, most),
                extent.odds,
            )
        ]
        for task, battles in hands.fight(tasks):
            found[task.arm][task.cell] += battles
            done += len(battles)
            progress(done, every)
        for arm, cell in left:
            found[arm][cell].sort(key=lambda one: one.number)
        open_ = [
            (arm, cell)
            for arm, cell in left
            if len(found[arm][cell]) < most and not summing.sure(sides[arm], found[arm][cell], extent.until)
        ]
        left = left if open_ and len(prepared) > 1 else open_
    return found


def _next(fought: Sequence[Fought], step: int, most: int) -> range:
    """The numbers of the next battles of a pairing."""
    return range(len(fought) + 1, min(len(fought) + step, most) + 1)


def _table(one: Prepared, extent: Extent, fought: Sequence[Sequence[Fought]]) -> Simulation:
    sides, rules = one.info.sides, one.rules
    cells = tuple(summing.cell(bots, sides, few) for bots, few in zip(one.pairings, fought, strict=True))
    value = None
    if len(cells) > 1 and len(played(sides)) == 2:
        value = summing.value(cells, sides[0].id, sides[1].id, len(one.bots[sides[1].id]))
    muster = one.action.muster
    return Simulation(
        one.title,
        one.setup,
        extent,
        rules.system.id,
        rules.system.version,
        rules.pack.digest,
        sides,
        one.info.turns,
        cells,
        value,
        tuple(f"{asset.name} ({asset.type}, {asset.side})" for asset in muster.assets) if muster else (),
        rules.reconstructed(one.action.scenario),
    )
