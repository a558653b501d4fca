"""Every public method declares the right that it needs, and whoever lacks it is refused: reads as well as writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answering import Right
from tests.campaign.calling import (
    CALLS,
    SEATED,
    SHARED,
    Place,
    Prepared,
    Who,
    doors,
    methods,
    outcome,
    place,
    prepared,
    public_names,
)
from tests.conftest import PROFILE

pytestmark = pytest.mark.usefixtures("example")

Made = Callable[[bool, bool], Prepared]
MOST = 28
"""Public names of a door."""
UMPIRE_TOO = {
    "battles.undo",
    "battles.redo",
    "battles.rewind",
    "battles.answer_undo",
    "campaigns.act",
    "campaigns.halves.give",
}
"""What a side does, and the umpire in his own name."""
STUDIES = {"battles.fork", "campaigns.fork"}
"""For all, while nothing is hidden; else for the umpire."""
BOTH_SIDES = {"campaigns.record.policy", "campaigns.returns.text", "campaigns.returns.form"}
"""What names things of all sides."""
HOSTS = ("kim", "ump")
NAMED: Mapping[str, tuple[str, ...]] = {
    "seat": ("kim",),
    "offer": HOSTS,
    "accept": ("bob", "eve", "zed", "local"),
    "decline": ("eve",),
    "withdraw": HOSTS,
    "leave": ("kim",),
    "free": HOSTS,
    "welcome": HOSTS,
    "take_record": ("bob", "zed", "local"),
    "put_away": ("ump",),
}
"""Who may at the table at which each verb of seats is tried, where seats bear names; else it is whoever opened it."""
ONE_SIDE = {"campaigns.halves.form", "campaigns.halves.text"}
"""What one side says, to itself and to the umpire."""
UMPIRES = {"campaigns.staff.step", "campaigns.staff.play"}
"""For a keeper who is umpire too."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Prepares each kind of place once. made(named, secret)."""
    return cache(lambda named, secret: prepared(tmp_path_factory.mktemp("made"), named, secret))


def forbidden(name: str, right: str, who: Who, where: Place) -> bool:
    """What the declared right, and what a method says of itself beyond that, forbids."""
    who_as_umpire = "battles.legal" if who.caller.role else ""
    if ".seats." in name:
        return seats_forbidden(name, who, where) or (right == "keep" and not who.caller.keeper)
    wanting = {
        "any": False,
        "look": not who.holds(),
        "act": not who.plays() and not (who.umpires() and (name in UMPIRE_TOO or name == who_as_umpire)),
        "umpire": not who.umpires(),
        "keep": not who.caller.keeper,
    }[right]
    looks_at_all = who.umpires() or not where.secret
    return (
        wanting
        or (name == "export" and not who.umpire and (who.own or not who.caller.keeper))
        or (name in STUDIES and not who.umpire)
        or (name == "battles.rematch" and not (who.sides or (who.umpire and where.named)))
        or (name in BOTH_SIDES and not looks_at_all)
        or (name in ONE_SIDE and not (who.umpires() or who.looks_as_one()))
        or (name == "campaigns.halves.laid" and not who.umpires())
        or (name in UMPIRES and not who.umpires())
        or (name == "campaigns.files.orders_text" and not looks_at_all and not who.looks_as_one())
    )


def seats_forbidden(name: str, who: Who, where: Place) -> bool:
    """Of the seats of the table at which a verb is tried: see `Wing.calls`."""
    wing, _, verb = name.split(".")
    player, role, of_battles = who.caller.player, who.caller.role, wing == "battles"
    if verb in ("offers", "hosts"):
        return False
    if not where.named:
        return not (_unnamed_seat(who, of_battles) if verb == "seat" else _unnamed(who, verb, of_battles))
    judge = player == "ump" and not (of_battles and verb == "put_away")  # nobody is named in that battle
    in_role = role is None or (role == "umpire" and judge) or (verb == "free" and role == "blue")
    return not (in_role and player in NAMED[verb] and (verb != "seat" or who.caller.here))


def _unnamed(who: Who, verb: str, of_battles: bool) -> bool:
    """Local, or zed, has opened it; a campaign's opener is its umpire, if he leads nobody."""
    if verb == "accept":
        return who.caller.role is None
    judge = verb in ("offer", "withdraw", "welcome", "put_away") and not of_battles
    roles = [None, *(["umpire"] if judge else []), *(["blue"] if verb == "free" else [])]
    return who.caller.player == "local" and who.caller.role in roles


def _unnamed_seat(who: Who, of_battles: bool) -> bool:
    """Whoever is there takes a seat. The battle has other sides: what there is not is not forbidden."""
    if of_battles and who.caller.role in ("red", "blue"):
        return True
    return who.caller.role != "" and who.holds() and who.caller.seats


def _some(callers: Mapping[str, Who]) -> list[tuple[str, bool]]:
    """Each caller, and whether sides have secrets where he calls: in turns in the default profile."""
    return [
        (name, secret)
        for number, name in enumerate(callers)
        for secret in (False, True)
        if PROFILE == "long" or number % 2 == secret
    ]


def test_every_public_method_declares_a_right(hq: Headquarters):
    found = methods(hq)
    assert len(found) > 80
    assert {name for name, right in found.items() if right not in get_args(Right)} == set()


def test_every_public_method_has_a_sample_call(hq: Headquarters):
    assert methods(hq).keys() == CALLS.keys()


def test_no_door_has_too_many_names(hq: Headquarters):
    assert {path: len(public_names(door)) for path, door in doors(hq) if len(public_names(door)) > MOST} == {}


@pytest.mark.parametrize(("name", "secret"), _some(SEATED), ids=str)
def test_where_seats_bear_names(made: Made, tmp_path: Path, name: str, secret: bool):
    _tried(place(made(True, secret), tmp_path), SEATED[name])


@pytest.mark.parametrize(("name", "secret"), _some(SHARED), ids=str)
def test_where_nobody_is_named(made: Made, tmp_path: Path, name: str, secret: bool):
    _tried(place(made(False, secret), tmp_path), SHARED[name])


def _tried(where: Place, who: Who) -> None:
    rights = methods(where.hq)
    hq = where.hq.for_(who.caller)
    wrong: list[str] = []
    for name, call in CALLS.items():
        found = outcome(call, hq, where)
        due = forbidden(name, rights[name], who, where)
        if (found == "forbidden") != due:
            wrong.append(
                f"{name} ({rights[name]}): {found or 'done'}, not {'forbidden' if due else 'allowed'}"
            )
    assert not wrong


@pytest.mark.parametrize("secret", [False, True], ids=["open", "sides"])
def test_the_sample_calls_do_what_they_say(made: Made, tmp_path: Path, secret: bool):
    """For whoever may do everything: a refusal for another reason would hide the one that is looked for."""
    where = place(made(False, secret), tmp_path)
    for name, call in CALLS.items():
        side = name.startswith("battles.") and ".seats." not in name
        side = side and name not in ("battles.undo", "battles.redo", "battles.answer_undo")
        role = "blue" if side or name == "battles.answer_undo" else None
        assert outcome(call, where.hq.looking_as(role), where) == "", name
