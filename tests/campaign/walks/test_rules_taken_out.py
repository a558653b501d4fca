"""Each rule taken out by itself is found by the walks: so they would find it missing.

Of 100 steps each, the first walk that found it was: one_seat 1, family 3, record 1, keeper 10, absence 2, patience 1,
bound 1, asking 98, word 1, offered 4, mine 1, hosts 1, private 1, all_taken 1, chair 1, blocked 1, kept 10. `OUT`
leaves room for other seeds.

Two rules are
not among them, for nothing that somebody does differs without them: that a fork is a study, whose player nobody else
could sit down with; and that nobody consents to his own wish, which follows from his having one seat for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.battles import rewinding
from campaign.battles.open_battle import OpenBattle
from campaign.campaigns import fighting, kin
from campaign.rules import seats as s
from campaign.shared import callers, opening, seating
from campaign.shared.callers import Caller, Seating
from campaign.shared.open_diary import OpenDiary
from campaign.shared.people import Elsewhere
from campaign.shared.seating import Vain
from tests.campaign.walks.champions import champions
from tests.campaign.walks.moves import Keen
from tests.campaign.walks.truth import Broken
from tests.campaign.walks.walker import walk
from tests.conftest import PROFILE

STEPS = 100
Patch = pytest.MonkeyPatch


@pytest.fixture(scope="module", autouse=True)
def _duel() -> Iterator[None]:
    with champions():
        yield


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _always(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def one_seat(patch: Patch) -> None:
    """One person, one seat, for ever."""
    patch.setattr(seating, "one_seat", _nothing)
    patch.setattr(fighting, "one_seat", _nothing)


def family(patch: Patch) -> None:
    """... in the whole family."""
    patch.setattr(kin.Families, "elsewhere", _always(Elsewhere()))


def record(patch: Patch) -> None:
    """Who took the record out gets no seat."""
    patch.setitem(s.CHAIR_APPLIERS, s.RecordTaken, lambda chairs, _: chairs)


def keeper(patch: Patch) -> None:
    """The keeper has the whole only after he took it out for all to read."""

    def whole(self: callers.Rights, hides: bool, over: bool) -> None:
        if not self.caller.keeper:
            self.seeing_all(hides, over)

    patch.setattr(callers.Rights, "whole", whole)


def absence(patch: Patch) -> None:
    """Absence frees a seat."""
    patch.setattr(kin.Families, "vain", _always(None))


def patience(patch: Patch) -> None:
    """... but only that: whoever is there is not put out."""
    patch.setattr(kin.Families, "vain", _always(Vain(1, 1e6)))


def bound(patch: Patch) -> None:
    """At most three offers from one to another."""
    patch.setattr(kin, "MOST_OFFERS", 1000)


def asking(patch: Patch) -> None:
    """What was refused stays refused."""
    patch.setattr(rewinding, "may_ask", _nothing)


def word(patch: Patch) -> None:
    """Nobody sits without his word."""
    opened = opening.opened

    def taken(caller: Caller, rules: s.TableRules, *more: Any, **named: Any) -> Any:
        return opened(caller, replace(rules, word=True), *more, **named)

    patch.setattr("campaign.battles.opening.opened", taken)


def offered(patch: Patch) -> None:
    """Only whom a seat is offered to takes it."""
    patch.setattr(
        Seating, "offered", lambda self, _: [one for one, player in self.seats.items() if not player]
    )


def mine(patch: Patch) -> None:
    """Only its player leaves a seat."""
    patch.setattr(seating, "_leave", _nothing)


def hosts(patch: Patch) -> None:
    """Only who sits there, its umpire or opener sees to seats."""
    patch.setattr(seating, "_sees_to_it", _nothing)


def private(patch: Patch) -> None:
    """A private table is unknown to others."""
    patch.setattr(Seating, "known_to", _always(True))
    patch.setattr(OpenDiary, "known_to", _always(True))


def all_taken(patch: Patch) -> None:
    """Nothing is done until every seat was taken."""
    patch.setattr("campaign.battles.open_battle.all_taken", _nothing)
    patch.setattr("campaign.campaigns.open_campaign.all_taken", _nothing)


def chair(patch: Patch) -> None:
    """The umpire's chair takes the scope for it."""
    patch.setattr(seating, "named", lambda caller: replace(callers.named(caller), chair=True))


def blocked(patch: Patch) -> None:
    """Nobody who is blocked is offered a seat."""
    patch.setattr(kin.Families, "missing", _always(""))


def kept(patch: Patch) -> None:
    """No way back takes a seat back."""
    patch.setattr(OpenBattle, "living_on", _always([]))


OUT: dict[Callable[[Patch], None], tuple[set[str], int, Keen]] = {
    one_seat: ({"seat"}, 20, ""),
    family: ({"seat"}, 100, "campaigns"),
    record: ({"seat"}, 100, "records"),
    keeper: ({"seat", "secrets"}, 100, "records"),
    absence: ({"goes on"}, 40, ""),
    patience: ({"put out"}, 40, ""),
    bound: ({"bound"}, 40, "offers"),
    asking: ({"bound"}, 200, "going back"),
    word: ({"word"}, 10, ""),
    offered: ({"offer"}, 20, ""),
    mine: ({"put out", "verified"}, 20, ""),
    hosts: ({"host"}, 10, ""),
    private: ({"private"}, 10, ""),
    all_taken: ({"began"}, 20, ""),
    chair: ({"chair"}, 40, "campaigns"),
    blocked: ({"blocked", "word"}, 40, ""),
    kept: ({"put out", "seat", "word"}, 40, ""),
}
"""A rule → which of what must hold is then found not to, in how many walks at the most, and on what those are keen."""


def found_in(folder: Path, taken_out: Callable[[Patch], None], most: int, keen: Keen) -> tuple[str, int]:
    """What was found first, in which walk."""
    for i in range(most):
        with pytest.MonkeyPatch.context() as patch:
            taken_out(patch)
            try:
                walk(folder / str(i), "server", f"out {i}", STEPS, keen=keen)
            except Broken as broken:
                return broken.rule, i + 1
    return "", most


@pytest.mark.skipif(PROFILE != "long", reason="a thousand walks")
@pytest.mark.parametrize("taken_out", OUT, ids=lambda one: one.__name__)
def test_the_walks_find_a_rule_that_is_taken_out(taken_out: Callable[[Patch], None], tmp_path: Path):
    rules, most, keen = OUT[taken_out]
    found, _ = found_in(tmp_path, taken_out, most, keen)
    assert found in rules
