"""The campaign that is shipped, from its first day to its end: what becomes of the squad goes on with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.returns import Return
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller
from campaign.systems.combat_volume_2 import fates
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan
from tests.campaign.calling import ok
from tests.campaign.conftest import steady_world
from tests.systems.combat_volume_2.firefight import rules
from tests.systems.samples import played, set_up

SAMPLE = "third-squad-1944"
WON = ("hedgerows", "sunken-lane", "abbey", "hamlet", "ridge")
LOST = ("hedgerows", "burning-orchard", "abbey", "woods", "ridge")
RANKS = {"killed": e.Died, "captured": e.Captured, "missing": e.WentMissing, "wounded": e.Wounded}


def test_five_missions_hand_on_men_weapons_and_rounds(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("third-squad-6")) as hq:
        told = played(hq, SAMPLE)
        state = hq._house.campaigns.get("c").state()
        battles = list(state.battles.values())
        assert len(battles) == 5
        assert (battles[0].node, battles[2].node, battles[-1].node) == ("hedgerows", "abbey", "ridge")
        charts = rules().charts
        gone, qualities, replaced = set[str](), dict[str, set[int]](), False
        for one in battles:
            began = set_up(hq, one.diary, MissionBegan)
            came = {man.id: man for man in began.men if man.asset}
            members = {member.id: (asset, member) for asset in one.muster for member in asset.crew}
            assert came and set(came) <= set(members) and not gone & set(members)
            for id, man in came.items():
                asset, member = members[id]
                level = charts.assets.levels[member.quality]
                kit = charts.assets.posts(asset.type)[member.post]
                assert man.quality - level.quality - kit.quality in (0, 1), (
                    "a driver who has learnt it is better"
                )
                assert man.skill == kit.skill + level.skill
                qualities.setdefault(id, set()).add(man.quality)
                replaced |= bool(state.people[id].pool)
                if man.armed == "m1" and kit.weapon == "bar":
                    assert "bar-lost" in asset.damage
            gone |= as_the_ledger_has_it(hq, told, one.id, one.diary)
        assert gone and replaced, "somebody fell, and somebody came for him"
        assert any(len(some) > 1 for some in qualities.values()), "they learn"
        assert sum(isinstance(event, e.RepairFinished) for event in told) > 0, "weapons are drawn anew"
        assert {kind for event in told if isinstance(event, e.Spent) for kind in event.stores} >= {
            "clips",
            "grenades",
        }
        assert hq.campaigns.verify("c").sound


def as_the_ledger_has_it(hq: Headquarters, told: list[object], battle: str, diary: str) -> set[str]:
    """What the last state of a mission says of each man is what was filed of him. Whoever does not come back."""
    game = hq._house.battles.get(diary).state().game
    play = Play(TABLE, rules().charts, game)
    said = {man.id: fates.person(play, man, game.verdict.winner) for man in game.men.values() if man.asset}
    for word, event in RANKS.items():
        filed = {one.person for one in told if isinstance(one, event) and one.battle == battle}
        assert filed == {id for id, fate in said.items() if fate == word}, (battle, word)
    made = Counter(man.id for man in game.men.values() if man.asset for _ in man.kills)
    assert (
        Counter(one.killer for one in told if isinstance(one, e.KillCredited) and one.battle == battle)
        == made
    )
    return {id for id, fate in said.items() if fate in ("killed", "captured")}


@pytest.mark.parametrize(("winner", "way", "end"), [("us", WON, "hill-taken"), ("de", LOST, "hill-held")])
def test_what_comes_next_hangs_on_who_won(
    tmp_path: Path, winner: str, way: tuple[str, ...], end: str
) -> None:
    with Headquarters(tmp_path, steady_world("third-squad-2")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c"))
        for node in way:
            while hq.campaigns.begin("c", node).__class__ is not Acted:
                ok(hq.campaigns.act("c", {"kind": "advance", "days": 1}))
            ok(hq.campaigns.returns.file("c", f"{node}-1", Return(f"{node}-1", winner, winner)))
        verdict = hq._house.campaigns.get("c").state().verdict
        assert verdict is not None and (verdict.end, verdict.winner) == (end, winner)


def test_one_comes_to_know_them(tmp_path: Path) -> None:
    """Everybody has a few lines, with which the record tells that he joins."""
    with Headquarters(tmp_path, steady_world("third-squad-3")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c"))
        people = hq.campaigns.view("c").people
        assert len(people) == 14 and all(len(one.text) > 40 for one in people)
        lines = [line.text for line in hq.campaigns.log("c")[0].lines]
        (tillery,) = (line for line in lines if "Tillery" in line)
        assert tillery.startswith(
            "Pfc Roscoe Tillery joins as automatic rifleman of Baker, Third Squad. Carries the BAR"
        )


def test_lent_men_and_machines_are_nobodys_in_the_ledger(tmp_path: Path) -> None:
    """The half-track of the first mission is theirs, the tank of the hamlet is not."""
    with Headquarters(tmp_path, steady_world("third-squad-4")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c"))
        ok(hq.campaigns.begin("c", "hedgerows"))
        diary = hq._house.campaigns.get("c").state().battles["hedgerows-1"].diary
        began = set_up(hq, diary, MissionBegan)
        assert [one.asset for one in began.vehicles if one.side == "us"] == ["lucille"]
        assert {one.id for one in began.came} == {"able", "baker", "charlie", "lucille"}


def test_the_staff_gives_no_seat_to_the_side_that_the_rules_run(tmp_path: Path) -> None:
    """Where seats belong to players, too: it was refused, and no campaign against such a side was fought by bots."""
    with Headquarters(tmp_path, steady_world("third-squad-5")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c", apart=True))
        ok(hq.for_(Caller("ann")).campaigns.seats.accept("c", "us"))
        begun = next(iter(hq.campaigns.staff.play("c", pick=Random(1).randrange)))
        assert isinstance(begun, Acted) and begun.fought
        seats = hq._house.battles.get(begun.fought).state().table.seats
        assert [(seat.side, seat.player) for seat in seats] == [("us", "")] and seats[0].bot


def test_apart_no_seat_is_offered_for_the_side_that_the_rules_run(tmp_path: Path) -> None:
    """Nobody could play it: a campaign waited for whoever accepts it."""
    with Headquarters(tmp_path, steady_world("third-squad-6")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c", apart=True))
        campaign = hq._house.campaigns.get("c")
        seating = campaign.seating(campaign.state())
        assert set(seating.players) == {"us"} and set(seating.chairs.offers) <= {"us", UMPIRE}
        refused = hq.for_(Caller("ben")).campaigns.seats.accept("c", "de")
        assert isinstance(refused, Refusal) and "no side 'de'" in refused.reason
        ok(hq.for_(Caller("ann")).campaigns.seats.accept("c", "us"))
        named = hq.campaigns.new(SAMPLE, name="d", seats=[Seat("de", "ben")], apart=True)
        assert isinstance(named, Refusal) and "Nobody leads The Germans" in named.reason
        assert (named.allowed, named.where) == (("us",), "$.seats")
        assert hq.campaigns.verify("c").sound
        assert {one.id for one in campaign.state().sides.values()} == {"us", "de"}, "its men are there"


def test_where_people_play_together_each_side_has_its_leader_as_before(tmp_path: Path) -> None:
    with Headquarters(tmp_path, steady_world("third-squad-7")) as hq:
        ok(hq.campaigns.new(SAMPLE, name="c"))
        state = hq._house.campaigns.get("c").state()
        assert not any(one.by_rules for one in state.sides.values())
