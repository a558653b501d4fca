"""What is earned, counted and amended: the same however it came about, and told in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return
from campaign.ledger.state import Campaign
from campaign.ledger.words import describe
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from tests.campaign.calling import ok
from tests.campaign.ledger.making import folder

Order = Callable[..., Acted]
KILLED = "[casualties.wrecked]\ndead = 100\nwounded = 0\nmissing = 0\n"
WON = (
    AssetReturn("red-0", "wrecked", kills=(Kill("blue-0"), Kill("a gun", "red-0-commander"))),
    AssetReturn("blue-0", "lost"),
)
ALL_DEAD = tuple(PersonReturn(f"red-0-{post}", "killed") for post in ("commander", "gunner", "driver"))


def state_of(hq: Headquarters, name: str) -> Campaign:
    return hq._house.campaigns.get(name).state()


@pytest.mark.parametrize("fallen", [False, True])
@pytest.mark.parametrize("by_dice", [False, True])
def test_the_dead_earn_what_the_policy_says_however_they_died(
    hq: Headquarters, tmp_path: Path, fallen: bool, by_dice: bool
):
    policy = KILLED + ("[experience]\nfallen = true\n" if fallen else "")
    ok(hq.campaigns.new(folder(tmp_path / "files", policy=policy), name="c"))
    battle = ok(hq.campaigns.begin("c", "n0", ["red-0", "red-1", "blue-0"])).battle
    more: dict[str, Any] = {"crews": "roll"} if by_dice else {"person": ALL_DEAD}
    ok(hq.campaigns.returns.file("c", battle, Return(battle, "red", asset=WON, **more)))
    people = state_of(hq, "c").people
    assert {people[one.id].status for one in ALL_DEAD} == {"dead"}
    assert [people[one.id].xp for one in ALL_DEAD] == ([9, 9, 8] if fallen else [0, 0, 0])
    assert people["red-1-gunner"].xp == 4, "who came through earned his battle and his victory"
    assert hq.campaigns.verify("c").sound


def test_who_goes_missing_learns_what_he_earned_at_his_post(hq: Headquarters, made: str, order: Order):
    order("amend", id="red-0-gunner", field="xp", value=17, reason="old hand")
    battle = ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"])).battle
    missing = (PersonReturn("red-0-gunner", "missing"),)
    ok(hq.campaigns.returns.file(made, battle, Return(battle, "red", person=missing)))
    gunner = state_of(hq, made).people["red-0-gunner"]
    assert (gunner.status, gunner.level, gunner.skills) == ("missing", "veteran", ["gunnery"])


def test_why_lists_the_parts_of_an_award(hq: Headquarters, made: str):
    battle = ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"])).battle
    won = (AssetReturn("red-0", kills=WON[0].kills), WON[1])
    person = (PersonReturn("red-0-gunner", experience=5),)
    ok(
        hq.campaigns.returns.file(
            made, battle, Return(battle, "red", asset=won, person=person, experience={"red": 1})
        )
    )
    told = [one.line.text for one in hq.looking_as(UMPIRE).campaigns.record.why(made, "red-0-gunner", "xp")]
    assert told[0].endswith(
        "+9 experience (battle: the battle +2, the victory +2, kills +3, kills of the crew +2): 9."
    )
    assert told[1].endswith("+6 experience (return: his side +1, himself +5): 15.")


def totals(hq: Headquarters, name: str) -> dict[tuple[str, str], int]:
    return {(one.what, one.side): one.n for one in hq.looking_as(UMPIRE).campaigns.record.statistics(name)}


def test_statistics_count_what_the_umpire_amends(hq: Headquarters, made: str, order: Order):
    def amend(id: str, field: str, value: object) -> None:
        order("amend", id=id, field=field, value=value, reason="so it is")

    order("score", side="red", points=3, why="style")
    amend("red", "points", 10)
    assert totals(hq, made)["points", "red"] == 10
    amend("red", "points", 4)
    assert totals(hq, made)["points", "red"] == 4 == state_of(hq, made).sides["red"].points
    amend("red-0-gunner", "xp", 7)
    assert totals(hq, made)["experience", "red"] == 7
    for status, dead, captured in (("dead", 1, 0), ("captured", 0, 1), ("fit", 0, 1)):
        amend("red-0-gunner", "status", status)
        found = totals(hq, made)
        assert (found["dead", "red"], found.get(("captured", "red"), 0)) == (dead, captured)
    for status, out, lost in (("wreck", 1, 0), ("lost", 1, 1), ("ready", 1, 0), ("gone", 1, 1)):
        amend("blue-0", "status", status)
        found = totals(hq, made)
        assert (found["knocked out", "blue"], found.get(("lost for good", "blue"), 0)) == (out, lost)


def test_statistics_count_a_machine_once_whatever_becomes_of_it(hq: Headquarters, made: str, order: Order):
    """Lost by one side, captured by the other, put right by the umpire, taken back: each counts where it belongs."""

    def amend(status: str) -> None:
        order("amend", id="blue-0", field="status", value=status, reason="so it is")

    def counted() -> list[int]:
        found = totals(hq, made)
        pairs = [(what, side) for what in ("knocked out", "lost for good") for side in ("blue", "red")]
        return [found.get(one, 0) for one in pairs]

    battle = ok(hq.campaigns.begin(made, "n0", ["red-0", "blue-0"])).battle
    content = Return(battle, "red", "red", asset=(AssetReturn("blue-0", "recovered"),))
    ok(hq.campaigns.returns.file(made, battle, content))
    assert counted() == [1, 0, 0, 0]
    amend("ready")
    amend("wreck")
    assert counted() == [1, 0, 0, 0], "it was knocked out once"
    amend("lost")
    amend("wreck")
    assert counted() == [1, 0, 0, 0]
    amend("lost")
    amend("gone")
    assert counted() == [1, 0, 1, 0]
    amend("ready")
    order("transfer", id="blue-0", to="red-army")
    assert counted() == [1, 0, 0, 0]
    seq = order("write-off", asset="blue-0").seq
    assert counted() == [1, 0, 0, 1], "its captor has lost it"
    amend("ready")
    assert counted() == [1, 0, 0, 0]
    ok(hq.campaigns.rewind(made, seq - 2))
    order("write-off", asset="blue-0")
    assert counted() == [1, 0, 1, 0]
    amend("ready")
    order("amend", id="blue-0", field="damage", value=["turret"], reason="hit")
    order("strip", asset="blue-0")
    amend("ready")
    assert counted() == [1, 0, 0, 0], "what is stripped was not lost"


def test_damage_that_is_amended_away_takes_its_job_along(hq: Headquarters, made: str, order: Order):
    order("amend", id="red-0", field="damage", value=["turret", "main-gun"], reason="hit")
    order("repair", asset="red-0", damage="turret")
    order("repair", asset="red-0", damage="main-gun")
    order("amend", id="red-0", field="damage", value=["main-gun"], reason="only the gun")
    state = state_of(hq, made)
    assert [(one.asset, one.damage) for one in state.jobs] == [("red-0", "main-gun")]
    assert state.assets["red-0"].damage == ["main-gun"]
    assert hq.campaigns.verify(made).sound


def test_amendments_stay_within_what_there_can_be(hq: Headquarters, made: str):
    for field, value, reason, allowed in (
        ("stores.main", 31, "at most 30 of main", "0 to 30"),
        ("stores.gas", 1, "carries no 'gas'", "main"),
        ("damage", ["turet"], "cannot bear the damage 'turet'", "turret"),
    ):
        action = {"kind": "amend", "id": "red-0", "field": field, "value": value, "reason": "x", "edition": 0}
        answer = hq.campaigns.act(made, action)
        assert isinstance(answer, Refusal), field
        assert reason in answer.reason
        assert allowed in answer.allowed
    assert hq.campaigns.head(made) == 1


def test_no_python_is_spoken(hq: Headquarters, made: str, order: Order):
    told: list[str] = []
    for id, field, value in (
        ("red-0", "damage", ["turret", "main-gun"]), ("red-0", "damage", []), ("red-0-gunner", "awards", ["Cross"]),
        ("red-0-gunner", "rank", ""), ("red-pool", "names", ["Joe", "Jim"]),
    ):  # fmt: skip
        told.append(order("amend", id=id, field=field, value=value, reason="so it is").lines[-1].text)
    assert "is turret, main-gun:" in told[0]
    assert "is nothing:" in told[1]
    for value in (None, True, {"main": 3}, ("a", ["b"])):
        told.append(describe(state_of(hq, made), e.Amended("red-0", "x", value, "r")))
    for line in told:
        assert not any(sign in line for sign in ("[", "]", "{", "(", "'", "None", "True")), line


def test_whoever_is_wounded_by_the_umpire_is_healed_some_day(hq: Headquarters, made: str, order: Order):
    """By the policy if no day is named; one that was named stays."""

    def back(person: str, status: str) -> str:
        order("amend", id=person, field="status", value=status, reason="so it is")
        return state_of(hq, made).people[person].back

    assert "1944-06-05" <= back("red-0-gunner", "wounded") <= "1944-06-14"
    assert back("red-1-gunner", "missing") == "1944-06-06"
    order("amend", id="red-2-gunner", field="back", value="1944-06-03", reason="a scratch")
    assert back("red-2-gunner", "wounded") == "1944-06-03"
    answer = hq.campaigns.act(
        made, {"kind": "amend", "id": "red-0-gunner", "field": "back", "value": "", "reason": "x"}
    )
    assert isinstance(answer, Refusal)
    assert "is wounded: say until when" in answer.reason and answer.allowed == ("YYYY-MM-DD",)
    order("advance", days=14)
    people = state_of(hq, made).people
    assert [people[f"red-{i}-gunner"].status for i in (0, 2)] == ["fit", "fit"]
    order("amend", id="red-2-gunner", field="status", value="wounded", reason="once more")
    assert back("red-2-gunner", "fit") == ""
    assert hq.campaigns.verify(made).sound
