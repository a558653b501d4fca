"""Make the golden diaries of a version about to be released: `python -m tests.golden.make [SYSTEM ...]`.

Writes into the folder named after the version: whatever happens in no golden diary yet, of all rule systems or of those
that are named, in as few diaries as show it. Refuses to touch a diary that is there.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from campaign import __version__
from campaign.headquarters import Headquarters
from campaign.rules.options import Option
from campaign.rules.system import Rules
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.systems import find, system_ids
from events.codec import tag_of
from tests.campaign.conftest import steady_world

HERE = Path(__file__).parent
ASKED = 10


def states(hq: Headquarters, battle: str) -> dict[int, str]:
    """The digest of the state after every entry: folded on from the one before it, but for rewinds and every so many,
    for which the diary is asked."""
    diary = hq._house.battles.get(battle).diary
    reducer, found = diary.reducer, dict[int, str]()
    state = reducer.initial()
    for entry in hq._house.store.entries(battle):
        if entry.parent != entry.seq - 1:
            state = diary.state_at(entry.seq)
        else:
            reducer.fold(state, reducer.codec.events(entry.body))
        found[entry.seq] = reducer.digest(state)
        if entry.seq % ASKED == 0:
            assert reducer.digest(diary.state_at(entry.seq)) == found[entry.seq]
    return found


def released(file: Path, kind: str) -> set[str]:
    """The tags of all events in the diaries of one kind in a file."""
    content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    told = [json.loads(line) for line in content.splitlines()]
    of = {one["diary"]["name"] for one in told if one.get("diary", {}).get("kind") == kind}
    bodies = [one["body"] for one in told if one.get("of") in of]
    return {event["kind"] for body in bodies for event in body.get("events", [])}


def tags(hq: Headquarters, battle: str) -> set[str]:
    """The tags of all events in a diary."""
    found: set[str] = set()
    for entry in hq._house.store.entries(battle):
        found |= {event["kind"] for event in json.loads(entry.body).get("events", [])}
    return found


def play(
    hq: Headquarters, scenario: str, seed: int, dice: str, undo: str, options: dict[str, Any] | None = None
) -> str:
    """A whole random battle with rewinds in it, by consent where the policy says so."""
    rnd = random.Random(seed)
    name = f"{scenario}-{dice}-{seed}{'-rare' if options else ''}"
    chosen = dict(options or _options(hq, scenario, rnd))
    if dice == "typed" and "fog" in chosen:
        chosen["fog"] = False  # who deals counters in secret needs sealed dice
    opened = hq.battles.new(scenario, dice=dice, undo=undo, options=chosen, name=name)  # type: ignore[arg-type]
    if isinstance(opened, Refusal):  # such a choice may not fit together: then as it is usually played
        opened = hq.battles.new(scenario, dice=dice, undo=undo, name=name)  # type: ignore[arg-type]
    assert isinstance(opened, Acted), opened
    battle = opened.diary
    sides = [seat.side for seat in hq.battles.info(battle).seats]
    hq.looking_as(sides[0]).battles.act(battle, {"kind": "contribute", "text": "golden"})
    while hq.battles.info(battle).verdict is None:
        if rnd.random() < 0.04 and hq.battles.head(battle) > 4:
            back = hq.looking_as(rnd.choice(sides) if undo == "consent" else None).battles.undo(battle)
            if isinstance(back, Acted) and hq.battles.view(battle).request is not None:
                request = hq.battles.view(battle).request
                assert request is not None
                other = next(side for side in sides if side != request.side)
                hq.looking_as(other).battles.answer_undo(battle, rnd.random() < 0.5)
            continue
        inside = hq._house.battles.get(battle)
        _, state = inside.diary.current()
        side = rnd.choice(inside.pending(state)).side
        legal = inside.rules.legal(state.game, side)
        bot = inside.system.bots[-1 if seed % 2 and options else 0]
        known = inside.rules.known(state.game, side)
        option = bot.choose(inside.rules, known, side, legal, rnd.randrange)
        enemies = {
            p.where for p in hq.battles.view(battle).game.pieces if p.where and p.side != side and not p.out
        }
        bold = [one for one in legal if one.target or one.where in enemies]
        if bold and rnd.random() < 0.7:
            option = rnd.choice(bold)
        if hq.battles.view(battle).game.hides and rnd.random() < 0.4:
            option = _rarest(inside.rules, state.game, legal, option)
        typed: list[int] = []
        while not isinstance(
            answer := hq.looking_as(side).battles.act(battle, _raw(option.action), dice=typed), Acted
        ):
            if isinstance(answer, DiceNeeded):
                typed += [rnd.choice(answer.there) for _ in range(answer.count)]
            else:
                assert answer.where == "$.dice", answer
                typed[-1] = int(rnd.choice(answer.allowed))
    return battle


def follow(hq: Headquarters, file: Path) -> str:
    """A battle with typed dice as a file of tests/golden/rare has it: scenario, options, and for each action the side,
    the action and its dice. They were found by playing at random with a taste for what is rare."""
    story = json.loads(file.read_bytes())
    opened = hq.battles.new(
        story["scenario"], dice="typed", options=story["options"], name=f"rare-{file.stem}"
    )
    assert isinstance(opened, Acted), opened
    for side, action, dice in story["log"]:
        answer = hq.looking_as(side).battles.act(opened.diary, json.dumps(action).encode(), dice=dice)
        assert isinstance(answer, Acted), (file.name, side, action, dice, answer)
    if hq.battles.info(opened.diary).verdict is None:
        done = hq.looking_as(story["log"][0][0]).battles.act(opened.diary, {"kind": "concede"})
        assert isinstance(done, Acted), done
    return opened.diary


def _options(hq: Headquarters, scenario: str, rnd: random.Random) -> dict[str, Any]:
    """Other settings than the usual ones, where a scenario has any."""
    chosen: dict[str, Any] = {}
    system, info = hq.packs.scenario(scenario)
    for setting in info.settings:
        if setting.kind == "roster":
            chosen[setting.id] = _force(hq, system.id, rnd.choice(setting.choices)[0], rnd)
        elif setting.kind == "switch":
            chosen[setting.id] = rnd.random() < 0.7
        elif setting.choices:
            chosen[setting.id] = rnd.choice(setting.choices)[0]
        elif setting.kind == "number" and isinstance(setting.default, int):
            chosen[setting.id] = max(
                setting.lowest, setting.default - rnd.randrange(setting.default // 2 + 1)
            )
    return chosen


def _raw(action: Any) -> bytes:
    from events.entry import encode_json

    return encode_json(action)


FORCES: dict[str, Any] = tomllib.loads((HERE / "forces.toml").read_text(encoding="utf-8"))
DONE: Counter[str] = Counter()
"""What was done or taken how often, in all battles: the rare things get their turn so."""


def _rarest(rules: Rules, game: Any, legal: Sequence[Option], option: Option) -> Option:
    """What was done least often, of things that need no values of one's own."""
    labels = {rules.label(game, one): one for one in legal if not one.ranges}
    if not labels:
        return option
    label = min(labels, key=lambda one: (DONE[_kind(labels[one])], DONE[one]))
    DONE.update((label, _kind(labels[label])))
    return labels[label]


def _kind(option: Option) -> str:
    return type(option.action).__name__


def _force(hq: Headquarters, system: str, name: str, rnd: random.Random) -> Mapping[str, Any]:
    """A ready-made force with more of whatever still fits."""
    force = hq.rosters.show(system, name)
    while (fits := hq.rosters.judge(system, force, 100).fits) and rnd.random() < 0.95:
        rare = min(fits, key=lambda one: (DONE[one.id], rnd.random()))
        DONE[rare.id] += 1
        force = hq.rosters.added(system, force, rare)
    return force


def _known() -> set[str]:
    """Tags of the events in the diaries of the versions before."""
    return set[str]().union(*(released(file, "battle") for file in sorted(HERE.glob("*/*.ndjson"))))


def keep(hq: Headquarters, battle: str, target: Path) -> bool:
    """Write a diary and its digests into a folder; False if one of that name is there."""
    file = target / f"{battle}.ndjson"
    if file.exists():
        print(f"{file} is there already: golden diaries are never changed.")
        return False
    hq.export(file, [battle])
    digests = json.dumps(states(hq, battle), indent=0)
    (target / f"{battle}.states.json").write_text(digests + "\n")
    return True


def main(systems: Sequence[str]) -> int:
    target = HERE / __version__
    target.mkdir(exist_ok=True)
    known = _known()
    with tempfile.TemporaryDirectory() as folder, Headquarters(folder, steady_world("golden")) as hq:
        if (packs := HERE / "packs").is_dir():
            shutil.copytree(packs, Path(folder) / "packs")
        for system in systems or system_ids():
            wanted = {tag_of(event) for event in find(system).events} - known
            if not wanted:
                print(f"{system}: nothing is new")
                continue
            usual: list[tuple[str, Any]] = [(info.id, None) for _, info in hq.packs.scenarios(system)]
            rare = [(one["scenario"], one["options"]) for one in FORCES.get(system, [])]
            stories = [follow(hq, file) for file in sorted((HERE / "rare" / system).glob("*.json"))]
            found = {battle: tags(hq, battle) & wanted for battle in stories}
            missing = wanted.difference(*found.values())
            for seed in range(60):
                for number, (scenario, options) in enumerate(usual if not seed else rare or usual):
                    dice = "typed" if (seed + number) % 3 == 2 else "sealed"
                    undo = "consent" if (seed + number) % 2 else "free"
                    battle = play(hq, scenario, seed, dice, undo, options)
                    found[battle] = tags(hq, battle) & wanted
                    missing -= found[battle]
                print(f"{system}: {len(found)} battles, missing {sorted(missing)}")
                if not missing:
                    break
            wanted -= missing
            while wanted:
                battle = max(found, key=lambda one: len(found[one] & wanted))
                wanted -= found[battle]
                if not keep(hq, battle, target):
                    return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
