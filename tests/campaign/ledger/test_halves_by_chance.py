"""Halves by chance: nothing but refusals, nothing of the other's, and what agrees is filed as the umpire would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.campaigns.view import view
from campaign.campaigns.visibility import confided
from campaign.headquarters import Headquarters
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.halves import UNDECIDED, Laying, lay
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.conftest import PROFILE

BATTLE, SIDES = "n0-1", ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
EXAMPLES = 1000 if PROFILE == "long" else 15
Make = Callable[[str], Campaign]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A campaign in which three against three fight, by what sides keep to themselves; each time a copy."""

    @cache
    def made(secrecy: str) -> bytes:
        place = tmp_path_factory.mktemp(secrecy)
        with Headquarters(place / "home", steady_world()) as hq:
            files = folder(place / "files", nodes=2, assets=4, policy=f'secrecy = "{secrecy}"\n')
            name = ok(hq.campaigns.new(files, name="c")).diary
            ok(hq.campaigns.begin(name, "n0", [f"{side}-{i}" for side in SIDES for i in range(3)]))
            return msgspec.msgpack.encode(hq._house.campaigns.get(name).state())

    return lambda secrecy: msgspec.msgpack.decode(made(secrecy), type=Campaign)


def facts(chance: Random) -> Return:
    """A return that is sound: what really happened."""
    fates = {
        f"{side}-{i}": chance.choice(("fit", "damaged", "wrecked", "lost"))
        for side in SIDES
        for i in range(3)
    }
    out = [id for id, fate in fates.items() if fate in ("wrecked", "lost")]
    kills: dict[str, list[Kill]] = {}
    for id in out:
        if chance.random() < 0.7:
            by = f"{OTHER[id.partition('-')[0]]}-{chance.randrange(3)}"
            kills.setdefault(by, []).append(Kill(id, f"{by}-gunner" if chance.random() < 0.5 else ""))
    assets = tuple(
        AssetReturn(
            id, fate, ("turret",) if fate == "damaged" else (), chance.randrange(3), {"main": chance.randrange(9)},
            tuple(kills.get(id, ())),
        )
        for id, fate in fates.items()
    )  # fmt: skip
    people = tuple(
        PersonReturn(f"{id}-driver", chance.choice(("wounded", "killed", "captured")))
        for id in fates
        if chance.random() < 0.3
    )
    experience = {side: chance.randrange(1, 4) for side in SIDES if chance.random() < 0.3}
    winner = chance.choice((*SIDES, "draw"))
    field = chance.choice(("", *SIDES))
    return Return(
        BATTLE, winner, field, "as it was", chance.choice(("roll", "safe")), assets, people, experience
    )


def half_of(whole: Return, side: str) -> Return:
    """What a side says that says the truth of its own, and who won."""
    return replace(
        whole,
        asset=tuple(one for one in whole.asset if one.id.startswith(side)),
        person=tuple(one for one in whole.person if one.id.startswith(side)),
        experience={one: points for one, points in whole.experience.items() if one == side},
    )


def bent(chance: Random, half: Return, side: str) -> Return:
    """The same with something that is otherwise, left out, or nonsense."""
    mine, others = f"{side}-{chance.randrange(4)}", f"{OTHER[side]}-{chance.randrange(4)}"
    victim = chance.choice(
        (others, mine, f"{OTHER[side]} 1", "a truck", "", " ", f"{others} 2", f"{others}-driver")
    )
    kill = Kill(victim, chance.choice(("", f"{mine}-gunner", "x")))
    fate = chance.choice(("fit", "wrecked", "recovered"))
    changes: list[Mapping[str, Any]] = [
        {"winner": chance.choice(("", "red", "blue", "draw", "green"))},
        {"field": chance.choice(("", "nobody", "red", "blue", "green", UNDECIDED))},
        {"reason": chance.choice(("", "otherwise"))},
        {"crews": chance.choice(("roll", "safe"))},
        {"asset": half.asset[: chance.randrange(3)]},
        {"asset": (*half.asset, AssetReturn(others, chance.choice(("fit", "damaged", "wrecked")), ("turret",)))},
        {"asset": (*half.asset, AssetReturn(others, "wrecked", (), chance.randrange(2)))},
        {"asset": (AssetReturn(mine, kills=(kill,) * chance.randrange(1, 3)),)},
        {"asset": tuple(replace(one, fate=fate, damage=()) for one in half.asset)},
        {"asset": (AssetReturn(mine, ammunition={"main": chance.choice((0, 99)), "beans": 1}), *half.asset)},
        {"person": (PersonReturn(f"{others}-driver", "captured", chance.randrange(2)),)},
        {"person": (*half.person, PersonReturn(f"{mine}-cook"))},
        {"person": tuple(replace(one, awards=("Cross",)) for one in half.person)},
        {"experience": {chance.choice(SIDES): 2}},
        {"battle": chance.choice(("n0-1", "n1-1", "n9"))},
    ]  # fmt: skip
    return replace(half, **chance.choice(changes))


def tried(state: Campaign, role: str, action: Any) -> tuple[Campaign, list[Any] | str]:
    """The state after it, and what happened, or how it is refused, with the state as it was."""
    after = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=Campaign)
    try:
        return after, advance(after, role, action, Rolls())
    except Refused as refused:
        return state, f"{refused.kind} {refused} {refused.allowed}"


class Rolls:
    """Dice that always come up one."""

    draws: tuple[()] = ()

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: str = "count", faces: str = ""
    ) -> tuple[int, ...]:
        return (1,) * count

    def shuffle(self, purpose: str, count: int) -> tuple[int, ...]:
        return tuple(range(count))


def without(state: Campaign, side: str) -> Campaign:
    """The same campaign, had a side nothing and nobody in it."""
    battle = state.battles[BATTLE]
    ours = tuple(one for one in battle.muster if state.assets[one.id].side != side)
    return replace(
        state,
        assets={id: one for id, one in state.assets.items() if one.side != side},
        people={id: one for id, one in state.people.items() if one.side != side},
        battles={**state.battles, BATTLE: replace(battle, muster=ours)},
        halves={},
        drafts={},
    )


@settings(max_examples=EXAMPLES)
@given(
    chance=st.randoms(use_true_random=False),
    secrecy=st.sampled_from(["open", "sides"]),
    bends=st.integers(0, 2),
)
def test_halves_by_chance(running: Make, chance: Random, secrecy: str, bends: int) -> None:
    whole, state = facts(chance), running(secrecy)
    halves = {side: half_of(whole, side) for side in SIDES}
    if secrecy == "sides":  # nobody knows the ids of the others
        halves = {side: named(half, side) for side, half in halves.items()}
    for _ in range(bends):
        side = chance.choice(SIDES)
        halves[side] = bent(chance, halves[side], side)
    for side in chance.sample(SIDES, 2):
        action = a.GiveHalf(halves[side], edition=a.EDITION)
        after, came = tried(state, side, action)
        if secrecy == "sides":
            assert came == tried(without(state, OTHER[side]), side, action)[1], (
                "what is hidden decides nothing"
            )
        assert came == tried(replace(state, halves={}), side, action)[1], "nor what the other has said"
        assert view(after, 1, OTHER[side]) == view(state, 1, OTHER[side])
        assert view(after, 1, "") == view(state, 1, "")
        if isinstance(came, list):
            assert came == [e.HalfGiven(BATTLE, side, halves[side])]
            assert confided(after, came[0], OTHER[side]) and confided(after, came[0], "")
            assert not confided(after, came[0], side) and not confided(after, came[0], UMPIRE)
        assert bends or isinstance(came, list), came
        state = after
    given = state.halves.get(BATTLE, {})
    laid = lay(state, state.battles[BATTLE], given, a.EDITION)
    filed(state, laid, whole, not bends)


def named(half: Return, side: str) -> Return:
    """With victims by their names, as they are known."""

    def kill(one: Kill) -> Kill:
        return replace(one, victim=one.victim.replace("-", " "))

    return replace(half, asset=tuple(replace(one, kills=tuple(map(kill, one.kills))) for one in half.asset))


def filed(state: Campaign, laid: Laying, whole: Return, true: bool) -> None:
    """What is taken can be filed, or it is said why not; of halves that are true it is the whole."""
    taken = not laid.open and not laid.wanting
    assert (laid.content.winner == "") <= (not taken or not true)
    if true:
        assert taken and not laid.wrong and laid.content == whole and laid.form == whole
        by_halves, by_hand = (
            tried(state, UMPIRE, a.File(BATTLE, content, edition=a.EDITION))
            for content in (laid.content, whole)
        )
        assert by_halves == by_hand and isinstance(by_hand[1], list) and not by_hand[0].halves
        return
    after, came = tried(state, UMPIRE, a.File(BATTLE, laid.content, edition=a.EDITION))
    assert isinstance(came, list) == (not laid.wrong and bool(laid.content.winner)), (came, laid)
    if isinstance(came, list):
        assert after.battles[BATTLE].status == "done"
    for one in (*laid.form.asset, *laid.form.person):
        assert (one.fate == UNDECIDED) <= (not taken)
