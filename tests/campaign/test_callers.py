"""Every public method declares the right that it needs, and whoever lacks it is refused: reads as well as writes."""

from __future__ import annotations

from collections.abc import Callable
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

pytestmark = pytest.mark.usefixtures("example")

Made = Callable[[bool, bool], Prepared]
MOST = 27
"""Public names of a door."""
UMPIRE_TOO = {
    "battles.undo",
    "battles.redo",
    "battles.rewind",
    "battles.answer_undo",
    "campaigns.act",
}
"""What a side does, and the umpire in his own name."""
ALL_OF_IT = {"battles.fork", "export"}
"""For whoever may have the whole of a battle: its umpire, or the keeper who has no seat in it."""
BOTH_SIDES = {"campaigns.returns.text", "campaigns.returns.form"}
"""What names things of all sides."""
SEATS = {"battles.seat", "campaigns.seat"}
"""A seat that is nobody's is for whoever plays such, his own to leave; every seat for the umpire and the keeper."""
UMPIRES = {"campaigns.staff.step", "campaigns.staff.play"}
"""For a keeper who is umpire too."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Prepares each kind of place once. made(named, secret)."""
    return cache(lambda named, secret: prepared(tmp_path_factory.mktemp("made"), named, secret))


def forbidden(name: str, right: str, who: Who, where: Place) -> bool:
    """What the declared right, and what a method says of itself beyond that, forbids."""
    who_as_umpire = "battles.legal" if who.caller.role else ""
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
        or (name in ALL_OF_IT and not who.umpire and (who.own or not who.caller.keeper))
        or (name in BOTH_SIDES and not looks_at_all)
        or (name in SEATS and not (who.caller.role != "" and seats_red(who, where)))
        or (name in UMPIRES and not who.umpires())
        or (name == "campaigns.files.orders_text" and not looks_at_all and not who.looks_as_one())
    )


def seats_red(who: Who, where: Place) -> bool:
    """Whether he may free the seat of red, where it bears a name, or take it."""
    own = who.own and "red" in who.sides if where.named else who.caller.seats
    return who.umpires() or who.caller.keeper or own


def test_every_public_method_declares_a_right(hq: Headquarters):
    found = methods(hq)
    assert len(found) > 80
    assert {name for name, right in found.items() if right not in get_args(Right)} == set()


def test_every_public_method_has_a_sample_call(hq: Headquarters):
    assert methods(hq).keys() == CALLS.keys()


def test_no_door_has_too_many_names(hq: Headquarters):
    assert {path: len(public_names(door)) for path, door in doors(hq) if len(public_names(door)) > MOST} == {}


@pytest.mark.parametrize("secret", [False, True], ids=["open", "sides"])
@pytest.mark.parametrize("name", SEATED)
def test_where_seats_bear_names(made: Made, tmp_path: Path, name: str, secret: bool):
    _tried(place(made(True, secret), tmp_path), SEATED[name])


@pytest.mark.parametrize("secret", [False, True], ids=["open", "sides"])
@pytest.mark.parametrize("name", SHARED)
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
        side = name.startswith("battles.") and name not in (
            "battles.undo",
            "battles.redo",
            "battles.answer_undo",
        )
        role = "blue" if side or name == "battles.answer_undo" else None
        assert outcome(call, where.hq.looking_as(role), where) == "", name
