"""Musters that no honest campaign sends are refused in words, or the mission that they come to can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import decode, encode
from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.rules.muster import Member, Muster, Mustered, Verdict
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.state import FRIEND, Game
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.firefight import rules
from tests.systems.combat_volume_2.test_muster import asset

EXAMPLES = 2_000 if PROFILE == "long" else 60
ANSWERS = 12
SCENARIOS = sorted(rules().charts.scenarios)
TEAMS = sorted(rules().charts.assets.teams)
TYPES = sorted(rules().charts.assets.types)
ODD = (
    "", " ", "\x00", "us", "de", "able", "command", "taylor", "heer-1", "e1", "tank", "10.16", "01.01", "D", "v1:D",
    "a", "b", "m1", "x" * 300,
)  # fmt: skip
POSTS = ("driver", "gunner", "squad leader", "assistant", "", "pilot")
SKILLS = (
    "medic",
    "trained-medic",
    "tough",
    "deadly",
    "sniper",
    "knife",
    "dodge",
    "drive",
    "gunnery",
    "",
    "x",
)
STRANGE = st.sampled_from(ODD)


@st.composite
def members(draw: st.DrawFn, some: Sequence[Member]) -> tuple[Member, ...]:
    """A crew in which somebody is not there, there twice, at another's post, or is somebody else."""
    crew = list(some)
    for _ in range(draw(st.integers(0, 2))):
        if not crew:
            break
        at = draw(st.integers(0, len(crew) - 1))
        other = crew[draw(st.integers(0, len(crew) - 1))]
        match draw(
            st.sampled_from(("gone", "id", "as another", "post", "his post", "twice", "skill", "name"))
        ):
            case "gone":
                crew.pop(at)
            case "id":
                crew[at] = replace(crew[at], id=draw(STRANGE))
            case "as another":
                crew[at] = replace(crew[at], id=other.id)
            case "post":
                crew[at] = replace(crew[at], post=draw(st.sampled_from(POSTS)))
            case "his post":
                crew[at] = replace(crew[at], post=other.post)
            case "twice":
                crew.append(crew[at])
            case "skill":
                skills = tuple(draw(st.lists(st.sampled_from(SKILLS), max_size=4)))
                crew[at] = replace(crew[at], quality=draw(st.integers(-9, 99)), skills=skills)
            case _:
                crew[at] = replace(crew[at], name=draw(STRANGE))
    return tuple(crew)


@st.composite
def assets(draw: st.DrawFn, id: str, type: str) -> Mustered:
    """Mostly as they should be, with one thing or another that is not."""
    found = asset(id, type)
    kind = rules().charts.assets.types[type]
    if draw(st.booleans()):
        found = replace(found, crew=draw(members(found.crew)))
    changes: dict[str, st.SearchStrategy[Any]] = {
        "id": STRANGE,
        "side": st.sampled_from(("us", "de", "", "nk")),
        "type": st.sampled_from((*TYPES, "", "x")),
        "damage": st.lists(st.sampled_from((*kind.damage, "", "wrecked")), max_size=4).map(tuple),
        "ammunition": st.dictionaries(
            st.sampled_from((*kind.load, "")), st.sampled_from((0, -1, 1, 2**40)), max_size=3
        ),
        "empty": st.lists(st.sampled_from((*kind.posts, "x")), max_size=2).map(tuple),
        "cards": st.just(("x",)),
    }
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(sorted(changes)))
        found = replace(found, **{name: draw(changes[name])})
    return found


@st.composite
def musters(draw: st.DrawFn, scenario: str) -> Muster:
    """Teams, and vehicles as the scenario has them; now and then of any type."""
    own = [row.kind for row in rules().charts.scenarios[scenario].vehicle]
    types = draw(st.lists(st.sampled_from(TEAMS), max_size=4, unique=True))
    types += [one for one in own if draw(st.booleans())]
    types += draw(st.lists(st.sampled_from(TYPES), max_size=1))
    found = [
        draw(assets(f"{chr(ord('a') + i)}x", type)) for i, type in enumerate(draw(st.permutations(types)))
    ]
    sides = tuple(sorted({one.side for one in found} & {"us", "de"}, reverse=True))
    if draw(st.integers(0, 7)) == 0:
        sides = draw(st.sampled_from((("us",), ("de",), ("us", "de"), ("us", "us"), (), ("nk",))))
    return Muster("war", "node", "1944-08-01", sides, tuple(found))


def mustered(scenario: str, muster: Muster) -> MissionBegan | Refused:
    kept = rules().assets
    assert kept is not None
    try:
        (began,) = kept.muster(scenario, {}, muster)
    except Refused as refused:
        return refused
    assert isinstance(began, MissionBegan)
    return began


@settings(max_examples=EXAMPLES)
@given(st.data())
def test_a_strange_muster_is_refused_in_words_or_can_be_played(data: st.DataObject) -> None:
    scenario = data.draw(st.sampled_from(SCENARIOS))
    muster = data.draw(musters(scenario))
    began = mustered(scenario, muster)
    if isinstance(began, Refused):
        assert began.where.startswith("$.muster")
        assert began.rule and began.reason.endswith((".", "!", "?"))
        return
    assert decode(encode(began), type=MissionBegan) == began
    came = {member.id for one in muster.assets for member in one.crew}
    game = SYSTEM.begun([began])
    nobody_is_twice(began, game)
    played(game, data.draw(st.integers(0, 2**32)))
    nobody_is_twice(began, game)
    handed_back(game, muster, came)


def nobody_is_twice(began: MissionBegan, game: Game) -> None:
    assert len({man.id for man in began.men}) == len(began.men) and "" not in game.men
    seats = Counter((man.vehicle, man.seat) for man in game.men.values() if man.vehicle and not man.gone)
    assert not [one for one, count in seats.items() if count > 1], "nobody shares a seat"
    for vehicle, seat in seats:
        kind = rules().charts.vehicles.kinds[game.vehicles[vehicle].kind]
        assert seat in rules().charts.vehicles.seats[kind.class_]


def played(game: Game, seed: int) -> None:
    random = Random(seed)
    dice = SeededDice(random.randrange)
    for _ in range(ANSWERS):
        if not rules().pending(game):
            return
        options = rules().legal(game, FRIEND)
        assert options
        assert rules().view(game, FRIEND).pieces
        option = SYSTEM.bots[0].choose(rules(), game, FRIEND, options, random.randrange)
        rules().advance(game, FRIEND, option.action, dice)


def handed_back(game: Game, muster: Muster, came: set[str]) -> None:
    """Of everybody who came it is told what became of him, of nobody else, and no more is spent than came."""
    kept = rules().assets
    assert kept is not None
    outcome = kept.outcome(game, rules().verdict(game) or Verdict("", "given up"))
    assert {id for fate in outcome.fates for id in fate.people} == came
    by_id = {one.id: one for one in muster.assets}
    for fate in outcome.fates:
        brought = dict(by_id[fate.asset].ammunition) if fate.asset in by_id else dict[str, int]()
        assert all(0 < count <= brought.get(kind, 0) for kind, count in fate.spent.items())


# -- what it found ---------------------------------------------------------------------------------------------------


def test_a_campaigns_crew_takes_the_seats_of_the_scenarios_own() -> None:
    """The half-track of the ambush brings a man in the co-driver's seat; the campaign's has a co-driver."""
    muster = Muster(
        "war", "node", "1944-08-01", ("us", "de"), (asset("a", "able-team"), asset("h", "sdkfz251"))
    )
    began = mustered("ambush", muster)
    assert isinstance(began, MissionBegan)
    assert [man.id for man in began.men if (man.vehicle, man.seat) == ("h", "CD")] == ["h-co-driver"]
    plain = SYSTEM.begun(rules().open("ambush", {}))
    (relieved,) = [id for id, man in plain.men.items() if man.vehicle == "lead" and man.seat == "CD"]
    assert relieved not in {man.id for man in began.men}


@pytest.mark.parametrize("id", ["", "10.16", "us", "command", "e3"])
def test_nobody_is_called_what_means_something_else(id: str) -> None:
    crew = (Member(id, "M One", "assistant"),)
    muster = Muster("war", "node", "1944-08-01", ("us",), (asset("b", "baker-team", crew=crew),))
    found = mustered("abbey", muster)
    assert isinstance(found, Refused)
    assert "is called" in found.reason and found.where == "$.muster.assets[0]"
