"""A rule system is tried: what it says of itself, battles by bots, positions and pairs where it hides something, and
whole battles through headquarters. What fails is collected, each with a diary of it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from traceback import walk_tb
from typing import Any

import msgspec

from campaign.contract import declared
from campaign.contract.answers import Failure, Part, Tried
from campaign.contract.battles import Contract
from campaign.contract.finding import found
from campaign.contract.met import Met, values_of
from campaign.contract.pairs import Begun, Pair
from campaign.contract.positions import Position
from campaign.contract.promises import Broken, alike, keep, loaded, twins
from campaign.contract.written import write
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.options import ScenarioInfo, Setting, played
from campaign.rules.refused import Refused, Unforeseen
from campaign.rules.system import Rules
from campaign.shared.answers import Acted
from campaign.shared.callers import local
from campaign.shared.progress import Tell
from campaign.systems import installed, package_of

BATTLES = 40
EVERY = 6
"""Among how many states of a battle one is looked at closely, and in how many steps of a pair."""
STRAY = 12
"""In how many steps of a battle something is done that its bots might never do."""
MOST_TOLD = 10
"""Failures of different kinds that are told; the rest is counted with the last one."""
ACTIONS = 120
"""Actions of a pair of battles, at the most."""
MOST_SAID = 1_000
"""Characters of an error that are told."""


def tried(package: str, battles: int, seed: int, into: Path, tell: Tell) -> Tried:
    """Try a rule system. package: see `finding.found`. battles: how many are played, and positions looked at. into: the
    folder for diaries of what fails. tell: hears how far it is. Raises Refused: there is none, or it cannot be used."""
    rules = loaded(found(package))
    return Trial(rules, battles, seed, into, tell).run()


class Trial:
    """One run. failures: by what they have in common, in the order in which they were met."""

    def __init__(self, rules: Rules, battles: int, seed: int, into: Path, tell: Tell) -> None:
        self.rules, self.system = rules, rules.system
        self.battles, self.seed, self.into, self.tell = battles, seed, into, tell
        self.package = package_of(self.system.id)
        self.met = Met()
        self.failures: dict[tuple[str, ...], Failure] = {}
        self.parts: list[Part] = []
        self.notes: list[str] = []

    def run(self) -> Tried:
        self._part("promises on paper", list(declared.PROMISES.items()), self._promise)
        count = range(self.battles)
        self._part("battles", list(count), self._battle)
        if twins(self.rules) is not None:
            self._part("positions by chance", list(count), self._position)
            self._part("pairs of battles", list(range(1 + self.battles // 4)), self._pair)
        self._part(
            "battles at headquarters", [*self.rules.infos.values()][: self.battles], self._at_headquarters
        )
        self.notes += [
            f"Who cannot see in the battle which {tag!r} was done is told by the record. If that is hidden, say so "
            f"with `sees` of the action and of its events."
            for tag in sorted(self.met.told)
        ]
        return Tried(
            self.system.id,
            self.system.title,
            self.system.version,
            self.package,
            installed(self.system.id),
            self.seed,
            tuple(self.parts),
            tuple(self.failures.values()),
            self.met.unmet(self.rules, self.package),
            tuple(dict.fromkeys(self.notes)),
        )

    def _part(self, what: str, of: Sequence[Any], do: Callable[[Any], bool]) -> None:
        """do: tries one of them; whether it holds."""
        failed = 0
        for done, one in enumerate(of, 1):
            self.tell(what, done - 1, len(of))
            failed += not do(one)
        self.tell(what, len(of), len(of))
        self.parts.append(Part(what, len(of), failed))

    # -- parts -------------------------------------------------------------------------------------------------

    def _promise(self, promise: tuple[str, Callable[[Rules], None]]) -> bool:
        says, holds = promise
        with self._watched(says) as watched:
            holds(self.rules)
        return watched.holds

    def _battle(self, number: int) -> bool:
        scenarios = list(self.rules.infos.values())
        info = scenarios[number % len(scenarios)]
        first = number < len(scenarios)
        pick = Random(f"{self.seed} {number}").randrange
        chosen = {} if first else {one.id: self._value(one, pick) for one in info.settings}
        bots = self.system.bot_names
        bot = bots[0] if first or pick(3) else bots[pick(len(bots))]
        said = f"battle {number + 1}, {_opened(info, chosen)}, played by {bot}"
        with self._watched("battles", said) as watched:
            battle = self._begun(info, chosen, number)
            if battle is None:
                return True
            watched.battle = battle
            battle.play(bot, EVERY, 0 if first else STRAY)
            battle.replayed()
            battle.copied()
            if first:
                self._again(info, number, bot, battle)
        return watched.holds

    def _begun(self, info: ScenarioInfo, chosen: Mapping[str, Any], number: int) -> Contract | None:
        """None where settings that do not go together are refused in words."""
        seed = hash_of(self.seed, number)
        try:
            battle = Contract(self.system.id, info.id, seed, twins(self.rules), chosen, self.met)
        except Refused as refused:
            keep(bool(chosen), f"a scenario can be opened with its own settings, and is refused: {refused}")
            self.notes.append(f"Not opened, {_opened(info, chosen)}: {refused}")
            return None
        self.met.chose(info, chosen)
        return battle

    def _again(self, info: ScenarioInfo, number: int, bot: str, battle: Contract) -> None:
        again = Contract(self.system.id, info.id, hash_of(self.seed, number), twins(self.rules), met=Met())
        again.play(bot, EVERY)
        alike(again.entries, battle.entries, "the same choices and dice give the same battle, played twice")

    def _value(self, setting: Setting, pick: Callable[[int], int]) -> Any:
        """Any that a setting can have."""
        values = values_of(setting)
        if setting.kind == "number" and not pick(3):
            return setting.lowest + pick(setting.highest - setting.lowest + 1)
        return values[pick(len(values))]

    def _position(self, number: int) -> bool:
        with self._watched("positions by chance", f"position {number + 1}") as watched:
            position = watched.battle = Position(self.system.id, hash_of(self.seed, number))
            position.look()
            position.twins(("", *position.sides)[number % (len(position.sides) + 1)])
        return watched.holds

    def _pair(self, number: int) -> bool:
        forger = twins(self.rules)
        with self._watched("pairs of battles", f"pair {number + 1}") as watched:
            keep(forger is not None, "a system that hides something makes twins (`positions`)")
            if forger is not None:
                pair = Pair(Begun(self.system.id, hash_of(self.seed, number)), forger)
                watched.battle = pair
                pair.play(EVERY, ACTIONS, backs=2)
        return watched.holds

    def _at_headquarters(self, info: ScenarioInfo) -> bool:
        """Opened, played by bots with undos, looked at as everybody, verified, and taken elsewhere by a file."""
        said = f"{_opened(info, {})}, at headquarters"
        with self._watched("battles at headquarters", said), tempfile.TemporaryDirectory() as folder:
            with Headquarters(Path(folder) / "home") as hq:
                self._through(hq, info, Path(folder))
            return True
        return False

    def _through(self, hq: Headquarters, info: ScenarioInfo, folder: Path) -> None:
        pick = Random(f"{self.seed} {info.id}").randrange
        opened = hq.battles.new(info.id, system=self.system.id, undo="free")
        if not isinstance(opened, Acted):
            raise Broken(f"a scenario can be opened at headquarters: {opened}")
        battle = opened.diary
        bots = {side.id: self.system.bot_names[0] for side in played(info.sides)}
        steps, backs, told = 0, 3, 0
        while hq.battles.info(battle).verdict is None:
            steps += 1
            if backs and not pick(10) and hq.battles.head(battle) > 2:
                backs -= 1
                hq.battles.rewind(battle, hq.battles.head(battle) - 1)
            answer = hq.battles.bots.move(battle, bots, pick)
            if not isinstance(answer, Acted):
                raise Broken(f"a bot's action is taken at headquarters: {answer or 'nobody is asked'}")
            if not pick(EVERY):
                self._looked_at(hq, battle, info, told)
                told = hq.battles.head(battle)
        self._looked_at(hq, battle, info)
        report = hq.battles.verify(battle)
        keep(report.sound, f"a battle is sound when it is verified: {report.fault}")
        keep(report.decided > 0 or steps == 0, "what was decided is decided alike again")
        file = folder / "battle.ndjson"
        hq.export(file, [battle])
        with Headquarters(folder / "elsewhere") as other:
            other.import_(file)
            there, here = other.battles.view(battle), hq.battles.view(battle)
            alike(there.game, here.game, "a battle that was taken elsewhere by a file looks the same there")

    def _looked_at(self, hq: Headquarters, battle: str, info: ScenarioInfo, told: int = 0) -> None:
        """told: the newest entry that was asked for before."""
        for role in ("", UMPIRE, *(side.id for side in played(info.sides))):
            house = hq.for_(local().looking_as(role))
            msgspec.json.encode(house.battles.view(battle))
            house.battles.log(battle, told)
            if role not in ("", UMPIRE):
                house.battles.legal(battle)

    # -- failures ----------------------------------------------------------------------------------------------

    @contextmanager
    def _watched(self, part: str, battle: str = "") -> Generator[Watched]:
        """Whatever is raised within is noted as a failure, and goes no further."""
        watched = Watched()
        try:
            yield watched
        except Exception as error:  # noqa: BLE001  somebody else's code may raise anything
            watched.holds = False
            self._note(part, battle, watched.battle, error)

    def _note(self, part: str, said: str, battle: Watchable | None, error: Exception) -> None:
        code = tuple(_places(error, self.package))
        problem = _problem(error, hidden=self.rules.hidden is not None)
        kind = (part, re.sub(r"\d+|'[^']*'|:.*", "", problem), *code[-1:])
        if kind in self.failures or len(self.failures) >= MOST_TOLD:
            kind = kind if kind in self.failures else next(reversed(self.failures))
            before = self.failures[kind]
            self.failures[kind] = msgspec.structs.replace(before, times=before.times + 1)
            return
        failure = Failure(part, problem, said, _doing(battle), code)
        self.failures[kind] = self._kept(failure, battle)

    def _kept(self, failure: Failure, battle: Watchable | None) -> Failure:
        """With the battle in a file, if anything had happened in it."""
        entries, done = _record(battle)
        if not entries:
            return failure
        body = msgspec.json.encode((failure.battle, entries))
        name = f"tried-{sha256(body).hexdigest()[:8]}"
        file = self.into / f"{self.system.id}-{name}.ndjson"
        scenario = battle.info.id if isinstance(battle, Contract) else ""
        try:
            write(file, self.rules, entries, done, name, failure.battle.capitalize(), scenario)
        except Exception as error:  # noqa: BLE001  what cannot even be folded again
            return msgspec.structs.replace(failure, kept=_problem(error, hidden=False))
        return msgspec.structs.replace(failure, file=str(file), diary=name)


Watchable = Contract | Position | Pair


class Watched:
    """What is being tried. battle: a `Contract`, a `Position` or a `Pair`, once there is one."""

    def __init__(self) -> None:
        self.holds = True
        self.battle: Watchable | None = None


def hash_of(seed: int, number: int) -> int:
    """A seed for one battle of many."""
    return Random(f"{seed} {number}").randrange(1 << 30)


def _opened(info: ScenarioInfo, chosen: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in chosen.items())
    return f"scenario {info.id}{f' ({settings})' if settings else ''}"


def _record(battle: Watchable | None) -> tuple[list[list[Any]], list[tuple[str, Any]]]:
    """The entries of what was tried, and who did what."""
    if isinstance(battle, Pair):
        return [list(battle.set_up), *(one.made[0] for one in battle.done)], [
            (one.side, one.action) for one in battle.done
        ]
    return (battle.entries, battle.done) if battle is not None else ([], [])


def _doing(battle: Watchable | None) -> str:
    doing = battle.doing if isinstance(battle, Contract) else None
    return f"{doing[0]}: {msgspec.json.encode(doing[1]).decode()}" if doing is not None else ""


def _problem(error: Exception, hidden: bool) -> str:
    """What was raised, in words."""
    said = str(error)
    text = f"{said[:MOST_SAID]}…" if len(said) > MOST_SAID else said
    if isinstance(error, Broken | Refused):
        return text
    if isinstance(error, Unforeseen) and error.__cause__ is not None:
        return f"{text} It said: {error.__cause__}"
    told = f"{type(error).__name__}: {text}"
    if hidden and isinstance(error, AttributeError | KeyError):
        told += " (Somebody may look at what he cannot know: what is hidden from a side is not there for it.)"
    return told


def _places(error: BaseException, package: str) -> Iterator[str]:
    """The lines of a package on the way to an error, the innermost last."""
    inner = error.__cause__ if isinstance(error, Unforeseen) and error.__cause__ is not None else error
    for frame, line in walk_tb(inner.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module == package or module.startswith(f"{package}."):
            yield f"{Path(frame.f_code.co_filename).name}:{line} in {frame.f_code.co_name}"
