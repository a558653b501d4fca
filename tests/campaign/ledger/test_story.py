"""The sample campaign from its first day to its last: what a campaign is for, told as one story."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from msgspec import convert

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from tests.campaign.ledger.test_random_campaigns import balanced, in_one_place, the_dead_stay_dead, told


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def play(hq: Headquarters, diary: str) -> None:
    for answer in hq.battles.bots.play(diary, {"us": "sensible", "nk": "sensible"}, Random(4).randrange):
        assert isinstance(answer, Acted), answer


def lines(hq: Headquarters, **query: Any) -> list[str]:
    return [
        one.text
        for one in hq.looking_as(UMPIRE).campaigns.record.search("korea", Query(limit=500, **query)).lines
    ]


def test_a_campaign_from_first_to_last(hq: Headquarters, korea: str) -> None:
    opened = hq._house.campaigns.get(korea)
    # The roadblock is fought here; the umpire files what the players agreed on.
    begun = ok(hq.campaigns.begin(korea, "obong-ni", ["a32", "a33", "a34", "t301", "t302"], seats=()))
    play(hq, begun.fought)
    at_start = {one.id: one for one in opened.state().battles["obong-ni-1"].muster}
    assert at_start["a32"].quality == 0
    lost = next(one.id for one in at_start["a33"].crew if one.post == "gunner")
    story = Return(
        "obong-ni-1", "us", "us", "the column is stopped", "safe",
        (
            AssetReturn("a32", ammunition={"main": 12}, kills=(Kill("t301", "tobin"), Kill("t302", "tobin"))),
            AssetReturn("a33", "damaged", ("main-gun",), 2, {"main": 6}),
            AssetReturn("a34", "recovered", (), 3, {"main": 3}),
            AssetReturn("t301", "wrecked"),
            AssetReturn("t302", "lost", kills=(Kill("a34"),)),
        ),
        (PersonReturn(lost, "killed"), PersonReturn("tobin", experience=8, awards=("Bronze Star",))),
    )  # fmt: skip
    before = [one.text for one in ok(hq.campaigns.returns.file(korea, "obong-ni-1", story)).lines]
    assert any("Frank Tobin" in line and "Bronze Star" in line for line in before)
    state = opened.state()
    # The wreck that lay on the field that was held is ours; those of the beaten are lost with it.
    assert state.assets["a34"].status == "wreck"
    assert state.assets["t301"].status == state.assets["t302"].status == "lost"
    assert state.depots["pusan-dump"].stores["parts"] == 26 + 2 * 3
    # A damaged tank goes to the workshop, and is not there two days later.
    ok(hq.campaigns.act(korea, {"kind": "repair", "asset": "a33", "damage": "main-gun"}))
    ok(hq.campaigns.act(korea, {"kind": "advance", "days": 2}))
    missed = hq.campaigns.begin(korea, "no-name-ridge", ["a33", "t303"])
    assert isinstance(missed, Refusal)
    assert "workshop" in missed.reason
    # The dead gunner's post is held by somebody green.
    gunner = next(one for one in opened.state().people.values() if (one.asset, one.post) == ("a33", "gunner"))
    assert (gunner.level, gunner.pool) == ("green", "us-draft")
    # A night at a real table: only the return comes in.
    night = ok(hq.campaigns.begin(korea, "no-name-ridge", ["a32", "a41", "t303", "t304"]))
    assert night.fought == ""
    form = convert(hq.campaigns.returns.form(korea, night.battle), Return)
    assert {one.id for one in form.asset} == {"a32", "a41", "t303", "t304"}
    table = Return(
        night.battle, "nk", "nk", "", "safe", (AssetReturn("a41", "wrecked", ammunition={"main": 5}),)
    )
    ok(hq.campaigns.returns.file(korea, night.battle, table))
    assert opened.state().assets["a41"].status == "lost", "the wreck stayed on the enemy's field"
    # Three weeks later the repair is done, and what was learnt shows on the dice.
    ok(hq.campaigns.act(korea, {"kind": "advance", "days": 30, "stop": True}))
    assert opened.state().assets["a33"].damage == []
    tobin = opened.state().people["tobin"]
    assert (tobin.level, tobin.quality) == ("elite", 2) or tobin.quality == 1
    ok(
        hq.campaigns.act(
            korea, {"kind": "amend", "id": "a42", "field": "stores.main", "value": 0, "reason": "story"}
        )
    )
    city = ok(hq.campaigns.begin(korea, "ascom-city", ["a32", "a33", "a42", "t305", "t306", "t307", "t308"]))
    now = {one.id: one for one in opened.state().battles[city.battle].muster}
    assert now["a33"].quality < now["a32"].quality
    assert "gunnery" in next(one for one in now["a32"].crew if one.id == "tobin").skills
    fought = hq._house.battles.get(city.fought)
    play(hq, city.fought)
    codec = fought.diary.reducer.codec
    shots = [
        event
        for entry in hq._house.store.entries(city.fought)
        for event in codec.events(entry.body)
        if type(event).__name__ == "AttackRolled"
    ]
    ours = [one for one in shots if one.unit == "a32" and one.rating == "main"]
    assert ours
    assert all(any(m.what == "gunnery" for m in shot.modifiers) for shot in ours)
    assert not [one for one in shots if one.unit == "a42" and one.rating == "main"], "no rounds, no shot"
    # The outcome of a battle fought here is filed as its diary has it.
    done = ok(hq.campaigns.returns.file(korea, city.battle))
    assert done.battle == city.battle
    outcome = fought.rules.assets.outcome(
        fought.diary.current()[1].game, hq.battles.info(city.fought).verdict
    )
    events = told(opened)
    for fate in outcome.fates:
        spent = {k: v for k, v in fate.spent.items() if v}
        mine = [one for one in events if getattr(one, "battle", "") == city.battle]
        mine = [one for one in mine if getattr(one, "asset", "") == fate.id]
        booked = [one.stores for one in mine if isinstance(one, e.Spent)]
        assert booked == ([spent] if spent else [])
        kills = [one for one in mine if isinstance(one, e.KillCredited)]
        assert [one.victim for one in kills] == list(fate.kills)
    # Bots play on to the end.
    for step in hq.campaigns.staff.play(korea, pick=Random(9).randrange):
        ok(step)
    state = opened.state()
    assert state.verdict is not None
    assert sum(battle.status == "done" for battle in state.battles.values()) >= 5  # without Kimpo
    assert state.secret, "the secret of the dice is revealed at the end"
    assert hq.campaigns.verify(korea).sound
    balanced(state)
    in_one_place(state)
    the_dead_stay_dead(told(opened))
    assert any("Bronze Star" in line for line in lines(hq, subject="tobin"))
    assert any("brought in" in line for line in lines(hq, subject="a34"))


def test_why_a_value_is_what_it_is(hq: Headquarters, korea: str) -> None:
    for step in hq.campaigns.staff.play(korea, pick=Random(2).randrange, until="1950-09-15"):
        ok(step)
    opened = hq._house.campaigns.get(korea)
    state = opened.state()
    for person in state.people.values():
        chain = hq.looking_as(UMPIRE).campaigns.record.why(korea, person.id, "xp")
        assert (chain[-1].became or 0 if chain else 0) == person.xp
        for one, following in pairwise(chain):
            assert one.became == following.was
    for asset in state.assets.values():
        chain = hq.looking_as(UMPIRE).campaigns.record.why(korea, asset.id, "stores.main")
        assert (chain[-1].became or 0) == asset.stores.get("main", 0)
    before = hq.looking_as(UMPIRE).campaigns.view(korea, date="1950-08-17")
    assert before.date == "1950-08-17"
    changes = hq.looking_as(UMPIRE).campaigns.difference(korea, before.seq, opened.diary.head().seq)
    assert changes[0].text.startswith(f"It is {state.date}, ")
