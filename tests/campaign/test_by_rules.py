"""A side that the rules run: nobody has its seat, acts for it, or looks as it; it can win all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.battles.table import Concede, Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.simulation.answers import Extent, Setup
from campaign.simulation.words import pairing
from tests.example import installed
from tui.start.form import form_lines, wish


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with installed(), Headquarters(tmp_path / "home") as found:
        yield found


def practice(hq: Headquarters, *seats: Seat, **more: str) -> str:
    done = hq.battles.new("straw-man", seats=seats, **more)  # pyright: ignore[reportArgumentType]
    assert isinstance(done, Acted), done
    return done.diary


def test_it_has_no_seat_and_none_is_given(hq: Headquarters):
    battle = practice(hq)
    view = hq.battles.view(battle)
    assert [one.side for one in view.seats] == ["red"]
    assert [(one.id, one.by_rules) for one in view.sides] == [("red", False), ("straw", True)]
    for seat in (Seat("straw", bot="thrifty"), Seat("straw", "ann"), Seat("straw")):
        refused = hq.battles.new("straw-man", seats=[seat])
        assert isinstance(refused, Refusal) and "run by the rules" in refused.reason
        assert (refused.allowed, refused.where) == (("red",), "$.seats")


def test_who_plays_alone_takes_back_freely(hq: Headquarters):
    assert hq.battles.info(practice(hq)).undo == "free"


@pytest.mark.parametrize("ask", ["view", "legal", "log", "act", "concede", "odds", "preview"])
def test_nobody_looks_or_acts_as_it(hq: Headquarters, ask: str):
    battle, straw = practice(hq), hq.looking_as("straw")

    def asked() -> object:
        match ask:
            case "act":
                return straw.battles.act(battle, {"kind": "deal"})
            case "concede":
                return straw.battles.act(battle, Concede())
            case "odds" | "preview":
                return getattr(straw.battles, ask)(battle, {"kind": "face", "heading": 3})
            case _:
                return getattr(straw.battles, ask)(battle)

    try:
        answer = asked()
    except Refused as refused:
        answer = Refusal.of(refused)
    assert isinstance(answer, Refusal) and "no side 'straw'" in answer.reason, answer


def test_it_plays_and_the_battle_ends(hq: Headquarters):
    battle = practice(hq, Seat("red", bot="thrifty"))
    assert all(isinstance(one, Acted) for one in hq.battles.bots.play(battle))
    view = hq.battles.view(battle)
    assert view.verdict is not None and hq.battles.verify(battle).sound
    assert sum("straw lays" in line.text for entry in hq.battles.log(battle) for line in entry.lines) == 3


def test_who_concedes_loses_to_it(hq: Headquarters):
    battle = practice(hq)
    assert isinstance(hq.battles.act(battle, Concede()), Acted)
    verdict = hq.battles.view(battle).verdict
    assert verdict is not None and verdict.winner == "straw"


def test_typed_dice_are_its_too(hq: Headquarters):
    battle = practice(hq, dice="typed")
    assert isinstance(hq.battles.act(battle, {"kind": "deal"}), Acted)
    wanted = hq.battles.act(battle, hq.battles.legal(battle)[0].action)
    assert "card of straw" in str(wanted)


def test_bots_fight_it_many_times(hq: Headquarters):
    found = hq.simulations.run(Setup("straw-man", every=True), Extent(4, jobs=1))
    assert [dict(one.bots) for one in found.cells] == [
        {"red": "random"},
        {"red": "thrifty"},
    ] and found.value is None
    assert pairing(found.cells[1].bots, found.sides) == "thrifty against the rules"
    assert set(found.cells[0].wins) == {"red", "straw"}
    with pytest.raises(Refused, match="straw"):
        hq.simulations.run(Setup("straw-man", bots={"straw": ("random",)}), Extent(1, jobs=1))


def test_the_form_asks_who_plays_the_others(hq: Headquarters):
    system, scenario = hq.packs.scenario("straw-man")
    lines = form_lines(system, scenario)
    assert [one.id for one in lines if one.id.startswith("seat")] == ["seat red"]
    chosen = wish(system, scenario, {one.id: one.values[one.at][1] for one in lines})
    assert [one.side for one in chosen.seats] == ["red"]
