"""Make the golden diaries in which seats change hands: `python -m tests.golden.seats`.

A battle and a campaign, each with a way back that leaves the seats alone. Refuses to touch what is there.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from campaign import __version__
from campaign.headquarters import Headquarters
from campaign.shared.callers import Caller
from events.exchange import export_diaries
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.golden import campaigns
from tests.golden.campaigns import ok
from tests.golden.make import HERE, states

NAME = "seats"


def battle(hq: Headquarters) -> str:
    """Two sit down at a battle that was everybody's, one leaves, and it is given up."""
    name = ok(hq.battles.new("tank-duel", name=NAME)).diary
    ok(hq.battles.act(name, {"kind": "pivot", "unit": "t34-1", "facing": "E"}))
    ok(hq.for_(Caller("ann", seats=True)).battles.seats.seat(name, "nk", "ann"))
    ok(hq.for_(Caller("bob", seats=True)).battles.seats.seat(name, "us", "bob"))
    ok(hq.for_(Caller("ann")).battles.undo(name))
    ok(hq.for_(Caller("bob")).battles.seats.seat(name, "us", ""))
    ok(hq.battles.seats.seat(name, "nk", "amy"))
    ok(hq.for_(Caller("amy")).battles.act(name, {"kind": "concede"}))
    return name


def campaign(hq: Headquarters, place: Path) -> str:
    """Sides are led by one after the other, and something is taken back from the middle."""
    name = ok(hq.campaigns.new(folder(place), name=NAME)).diary
    ok(hq.campaigns.seats.seat(name, "red", "ann"))
    for person in ("red-0-gunner", "red-1-gunner"):
        ok(hq.for_(Caller("ann")).campaigns.act(name, {"kind": "promote", "person": person, "rank": "Sgt"}))
    ok(hq.campaigns.seats.seat(name, "red", "bob"))
    ok(hq.looking_as("umpire").campaigns.undo(name, 3))
    ok(hq.for_(Caller("bob")).campaigns.seats.seat(name, "red", ""))
    return name


def main() -> int:
    target = HERE / __version__
    fought, led = target / f"{NAME}.ndjson", target / "campaigns" / f"{NAME}.ndjson.gz"
    if fought.exists() or led.exists():
        print(f"{fought} or {led} is there already: golden diaries are never changed.")
        return 1
    led.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as work,
        Headquarters(Path(work) / "battles", steady_world("golden")) as hq,
    ):
        hq.export(fought, [battle(hq)])
        digests = json.dumps(states(hq, NAME), indent=0)
        fought.with_suffix(".states.json").write_text(digests + "\n", encoding="utf-8")
    with (
        tempfile.TemporaryDirectory() as work,
        Headquarters(Path(work) / "campaigns", steady_world("golden")) as hq,
    ):
        name = campaign(hq, Path(work) / "files")
        export_diaries(hq._house.store, led, [name])
        found = {name: campaigns.states(hq, name)}
        led.with_name(f"{NAME}.states.json").write_text(json.dumps(found, indent=0), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
