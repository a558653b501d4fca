"""Make the golden campaigns of a version about to be released: `python -m tests.golden.campaigns`.

Two campaigns with their battles, in which every kind of event happens. Refuses to touch a folder that is there.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from campaign import __version__
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.shared.answers import Acted, Refusal
from events.codec import tag_of
from events.exchange import export_diaries
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.golden.make import tags

HERE = Path(__file__).parent
MADE = "made"


def states(hq: Headquarters, campaign: str) -> dict[str, str]:
    """The digest of the state after every entry."""
    diary = hq._house.campaigns.get(campaign).diary
    return {str(seq): diary.reducer.digest(diary.state_at(seq)) for seq in range(1, diary.head().seq + 1)}


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def by_bots(hq: Headquarters, sample: str, seed: int) -> str:
    """A sample from first to last."""
    ok(hq.campaigns.new(sample, name=sample))
    for step in hq.campaigns.staff.play(sample, pick=Random(seed).randrange):
        ok(step)
    return sample


def by_hand(hq: Headquarters, place: Path) -> str:
    """A made-up campaign in which everything is done once."""
    files = folder(place, nodes=8, assets=4)
    text = (files / "campaign.toml").read_text(encoding="utf-8")
    text = text.replace('id = "n1"\n', 'id = "n1"\npatience = 2\n')
    text = text.replace("1964-12-31", "1944-08-15")
    text += '\n[[happening]]\ndate = "1944-06-03"\ntext = "Recruits."\npool = "red-pool"\npeople = 3\n'
    text += 'side = "red"\npoints = 1\n'
    text += '[[happening]]\ndate = "1944-06-04"\ntext = "A tank."\n[[happening.asset]]\nid = "late"\nname = "Late"\n'
    text += 'type = "tank"\nside = "red"\nformation = "red-2nd"\n'
    (files / "campaign.toml").write_text(text, encoding="utf-8")
    forces = (files / "forces.toml").read_text(encoding="utf-8")
    forces += '[[formation]]\nid = "red-2nd"\nname = "2nd"\nside = "red"\nparent = "red-army"\n'
    (files / "forces.toml").write_text(forces, encoding="utf-8")
    ok(hq.campaigns.new(files, name=MADE))

    def do(kind: str, **fields: Any) -> None:
        ok(hq.campaigns.act(MADE, {"kind": kind, **fields}))

    ok(hq.looking_as("red").campaigns.act(MADE, {"kind": "contribute", "text": "golden"}))
    do("enrol", formation=[{"id": "red-1st", "name": "1st", "side": "red", "parent": "red-army"}],
       depot=[{"id": "red-front", "name": "front", "side": "red", "lift": 20, "hours": 4}])  # fmt: skip
    do("disband", formation="red-2nd")
    do("transfer", id="red-3", to="red-1st")
    do("transfer", id="red-1st", to="")
    do("transfer", id="red-spare-0", to="red-1st")
    do("promote", person="red-0-commander", rank="Sergeant")
    do("rename", id="red-0", name="Old Red")
    do("award", person="red-0-commander", award="Cross")
    do("discharge", person="blue-spare-1", why="too old")
    do("carry", depot="red-depot", to="red-front", stores={"main": 5})
    do("unload", asset="red-2", stores={"main": 6})
    do("load", asset="red-2")
    do("issue", depot="blue-depot", stores={"parts": 3}, why="a gift")
    do("score", side="blue", points=1, why="style")
    do("amend", id="red-1", field="stores.main", value=12, reason="miscounted")
    do("set-policy", text="[healing]\nleast = 1\ndie = 2\n", reason="agreed")
    ok(hq.campaigns.begin(MADE, "n0", ["red-0", "blue-0"]))
    do("cancel", battle="n0-1", why="rain")
    ok(hq.campaigns.begin(MADE, "n0", ["red-0", "red-1", "blue-0", "blue-1"]))
    battle = "n0-2"
    ok(hq.campaigns.returns.draft(MADE, battle, Return(battle, "draw")))
    do("drop-draft", battle=battle)
    for side in ("red", "blue"):
        do("give-half", content=Return(battle, "red", "red"), side=side)
    do("drop-half", battle=battle, side="blue")
    content = Return(
        battle, "red", "red", "by golden arms", "safe",
        (
            AssetReturn("red-0", "damaged", ("turret", "immobilized"), 2, {"main": 9}, (Kill("blue-0"), Kill("a gun"))),
            AssetReturn("red-1", "recovered", (), 1, {"main": 3}),
            AssetReturn("blue-0", "wrecked", kills=(Kill("red-1", "blue-0-gunner"),)),
        ),
        (
            PersonReturn("red-0-gunner", "wounded", experience=30), PersonReturn("red-0-driver", "missing"),
            PersonReturn("red-1-driver", "killed", note="bravely"), PersonReturn("blue-1-gunner", "captured"),
        ),
        {"blue": 1},
    )  # fmt: skip
    ok(hq.campaigns.returns.file(MADE, battle, content))
    do("repair", asset="red-0", damage="turret")
    do("repair", asset="red-1", damage="wreck")
    do("stop-repair", asset="red-1", damage="wreck")
    do("strip", asset="red-1")
    do("replace", asset="red-0", post="driver")
    for _ in range(8):
        do("advance", days=1)
    do("disband", formation="red-1st")
    do("write-off", asset="red-2", why="worn out")
    assets = (replace(content.asset[0], kills=(Kill("a gun"),)), content.asset[1])
    changed = Return(battle, "blue", "", content.reason, "safe", assets, content.person[:1])
    decisions: dict[int, Any] = {}
    while isinstance(answer := hq.campaigns.returns.correct(MADE, changed, decisions), Refusal):
        assert answer.where == "$.decisions", answer
        for one in answer.allowed:
            seq, _, choice = one.partition("=")
            decisions.setdefault(int(seq), choice)
    ok(hq.campaigns.undo(MADE))
    ok(hq.campaigns.redo(MADE))
    fork = ok(hq.campaigns.fork(MADE)).diary
    ok(hq.campaigns.returns.correct(fork, replace(changed, winner="red"), {"all": "drop"}))
    for step in hq.campaigns.staff.play(fork, pick=Random(5).randrange):
        ok(step)
    ok(hq.campaigns.begin(MADE, "n2"))
    do("advance", days=100)
    return fork


def main() -> int:
    place = HERE / __version__ / "campaigns"
    if place.exists():
        print(f"{place} is there already: golden diaries of a released version are never changed.")
        return 1
    place.mkdir(parents=True)
    known: set[str] = set()
    with (
        tempfile.TemporaryDirectory() as work,
        Headquarters(Path(work) / "home", steady_world("golden")) as hq,
    ):
        names = [by_bots(hq, "marines-in-korea", 3), by_bots(hq, "fulda-gap", 2)]
        names.append(by_hand(hq, Path(work) / "files"))
        for name in names:
            state = hq._house.campaigns.get(name).state()
            battles = [one.diary for one in state.battles.values() if one.diary]
            diaries = [*([MADE] if name.startswith(f"{MADE}~") else []), name, *battles]
            stem = name.partition("~")[0]
            export_diaries(hq._house.store, place / f"{stem}.ndjson.gz", diaries)
            found = {one: states(hq, one) for one in diaries if one not in battles}
            (place / f"{stem}.states.json").write_text(json.dumps(found, indent=0), encoding="utf-8")
            for one in found:
                known |= tags(hq, one)
    missing = {tag_of(event) for event in e.ALL} - known
    print(f"{place}: {len(known)} kinds of events; missing: {sorted(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
