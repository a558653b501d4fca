"""Each side says what came of a battle at a real table; the umpire compares, and nobody else sees the other's word."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.server.streams.telling import news
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return, read_return
from campaign.reports.making import of_campaign
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller, local
from tests.campaign.calling import Place, Prepared, forbidden, ok, place, prepared, refused, text_of

pytestmark = pytest.mark.usefixtures("example")

B = "n1-1"
KIM, BOB, UMP, EVE = local("kim"), local("bob"), local("ump"), Caller("eve")
RED = Return(
    B, "red", "red", "a long day", "safe",
    (AssetReturn("red-0", "damaged", ("turret",), 2, {"main": 9}, (Kill("blue-0"),)), AssetReturn("red-1", "lost")),
    (PersonReturn("red-0-driver", "wounded", 9),), {"red": 1},
)  # fmt: skip
BLUE = Return(
    B, "red", "red", "a long day", "safe", (AssetReturn("blue-0", "wrecked", ammunition={"main": 3}),),
    (PersonReturn("blue-0-gunner", "killed"),),
)  # fmt: skip
WHOLE = Return(
    B, "red", "red", "a long day", "safe", (*RED.asset, *BLUE.asset), (*RED.person, *BLUE.person), {"red": 1}
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], Prepared]:
    return cache(lambda secret: prepared(tmp_path_factory.mktemp("made"), True, secret))


Made = Callable[[bool], Prepared]
SECRECY = pytest.mark.parametrize("secret", [False, True], ids=["open", "sides"])


def of(war: Place, who: Caller) -> Any:
    return war.hq.for_(who).campaigns


def give(war: Place, who: Caller, content: Return, **more: Any) -> Acted:
    return ok(of(war, who).halves.give(war.campaign, B, content, **more))


def known(war: Place, who: Caller) -> str:
    """All of the campaign that somebody can get, but for seals and times."""
    hq, name = war.hq.for_(who), war.campaign
    doors = hq.campaigns
    head = doors.head(name)
    found: list[Any] = [
        doors.moment(name),
        doors.info(name),
        doors.verify(name),
        [one.data.decode() for one in news(hq, "campaign", name, 0).entries.values()],
        doors.log(name, everything=True),
        doors.record.search(name, Query(everything=True, limit=10_000)),
        doors.record.search(name, Query(subject=B, everything=True)),
        doors.record.search(name, Query(kind="half-given")),
        doors.record.search(name, Query(words="half", everything=True)),
        doors.record.search(name, Query(actor="bob", everything=True)),
        doors.record.statistics(name),
        doors.difference(name, 1, head),
        doors.difference(name, head - 1, head),
        list(hq.awaiting()),
        of_campaign(hq, name, "markdown", everything=True),
        *map(said, (
            lambda: doors.returns.form(name, B), lambda: doors.returns.text(name, B),
            lambda: doors.halves.form(name, B), lambda: doors.halves.text(name, B, csv=True),
            lambda: doors.halves.form(name, B, "blue"), lambda: doors.halves.laid(name, B),
            lambda: doors.halves.laid(name, B, head), lambda: doors.returns.file(name, B),
            lambda: doors.act(name, {"kind": "drop-half", "battle": B}),
            lambda: doors.act(name, {"kind": "drop-half", "battle": B, "side": "blue"}),
            lambda: doors.act(name, {"kind": "drop-draft", "battle": B}),
            lambda: doors.fork(name), lambda: hq.export(io.BytesIO(), [name]),
        )),
    ]  # fmt: skip
    text = re.sub(r"[0-9a-f]{64}|(?<=\d:)[0-9a-f]{4,16}\b", "SEAL", msgspec.json.encode(found).decode())
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)


def said(do: Callable[[], Any]) -> str:
    """An answer, or how it is refused; nothing is done."""
    try:
        answer = do()
    except Refused as refused:
        return f"{refused.kind} {refused} {refused.allowed} {refused.where}"
    return text_of(answer)


# -- side by side ------------------------------------------------------------------------------------------------


def test_what_a_side_writes_stays_in_the_comments_of_the_umpires_file(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    kill = Kill('a truck\nwinner = "red"\n[experience]\nred = 9\n#')
    give(war, KIM, msgspec.structs.replace(RED, asset=(AssetReturn("red-0", kills=(kill,)),)))
    for csv in (False, True):
        text = of(war, UMP).returns.text(war.campaign, B, csv=csv)
        assert "# kill of red-0: red says a truck winner = " in text
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert not any("\n" in words for one in laid.lines for words in one.said.values())


def test_all_that_a_side_grants_its_people_is_laid_before_the_umpire(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    row = PersonReturn("red-0-driver", "wounded", 9, 1000, ("Hero", "Star"))
    give(war, KIM, msgspec.structs.replace(RED, person=(row,)))
    laid = of(war, UMP).halves.laid(war.campaign, B)
    said = {
        one.what.removesuffix(" of red-0-driver"): one.said["red"] for one in laid.lines if row.id in one.what
    }
    assert said == {
        "fate": "wounded",
        "days of the wound": "9",
        "experience": "+1000",
        "awards": "Hero, Star",
    }


@SECRECY
def test_halves_that_agree_are_filed_as_the_umpires_own_return_would_be(
    made: Made, tmp_path: Path, secret: bool
):
    war, own = place(made(secret), tmp_path / "a"), place(made(secret), tmp_path / "b")
    give(war, KIM, RED)
    give(war, BOB, BLUE)
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert (laid.given, laid.wanting, laid.open, laid.wrong) == (("red", "blue"), (), (), ())
    stands = {one.what: one.stands for one in laid.lines}
    assert stands["winner"] == stands["fate of blue-0"] == "agrees"
    assert stands["fate of red-1"] == stands["rounds of red-0"] == stands["fate of red-0-driver"] == "alone"
    assert msgspec.convert(of(war, UMP).returns.form(war.campaign, B), Return) == WHOLE
    filed = ok(of(war, UMP).returns.file(war.campaign, B))
    ok(of(own, UMP).returns.file(own.campaign, B, WHOLE))
    states = [one.hq._house.campaigns.get(one.campaign).state() for one in (war, own)]
    dice = [(one.people, one.assets, one.sides, one.battles) for one in states]
    assert dice[0] == dice[1] and not states[0].halves
    assert of(war, UMP).verify(war.campaign).sound
    assert filed.seq == war.hq.campaigns.head(war.campaign)


CONTRARY: list[tuple[dict[str, Any], str, dict[str, str]]] = [
    ({"winner": "blue"}, "winner", {"red": "red", "blue": "blue"}),
    ({"winner": ""}, "winner", {"red": "red"}),
    ({"field": "nobody"}, "field", {"red": "red", "blue": "nobody"}),
    ({"crews": "roll"}, "crews", {"red": "safe", "blue": "roll"}),
    ({"asset": (AssetReturn("blue-0", "damaged", ("turret",)),)},
     "fate of blue-0", {"red": "knocked out by red-0", "blue": "damaged"}),
    ({"asset": ()}, "fate of blue-0", {"red": "knocked out by red-0"}),
    ({"asset": (*BLUE.asset, AssetReturn("red-0", "wrecked"))},
     "fate of red-0", {"red": "damaged", "blue": "wrecked"}),
    ({"asset": (*BLUE.asset, AssetReturn("red-0", "damaged", ("coaxial",)))},
     "damage of red-0", {"red": "turret", "blue": "coaxial"}),
    ({"asset": (*BLUE.asset, AssetReturn("red-0", "damaged", ("turret",), 1))},
     "hits on red-0", {"red": "2", "blue": "1"}),
    ({"asset": (AssetReturn("blue-0", "wrecked", kills=(Kill("red-0"),)),)},
     "fate of red-0", {"red": "damaged", "blue": "knocked out by blue-0"}),
    ({"asset": (AssetReturn("blue-0", "wrecked", kills=(Kill("a truck"),)),)}, "kill of blue-0", {"blue": "a truck"}),
    ({"person": (PersonReturn("red-0-driver", "captured"),)},
     "fate of red-0-driver", {"red": "wounded", "blue": "captured"}),
    ({"person": (PersonReturn("red-1-driver", "captured"),)}, "fate of red-1-driver", {"blue": "captured"}),
]  # fmt: skip


@pytest.mark.parametrize(("other", "what", "words"), CONTRARY, ids=[f"{i}" for i in range(len(CONTRARY))])
def test_what_contradicts_or_one_says_of_another_is_the_umpires(
    made: Made, tmp_path: Path, other: Mapping[str, Any], what: str, words: Mapping[str, str]
):
    war = place(made(False), tmp_path)
    give(war, KIM, RED)
    give(war, BOB, msgspec.structs.replace(BLUE, **other))
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert [(one.what, one.said) for one in laid.open] == [(what, words)]
    head = of(war, UMP).head(war.campaign)
    for do in (of(war, UMP).returns.file, of(war, UMP).returns.draft):
        answer = refused(lambda do=do: do(war.campaign, B))
        assert what in answer.reason and answer.where == "$.content"
    text = of(war, UMP).returns.text(war.campaign, B)
    assert f"# {what}: {', '.join(f'{side} says {said}' for side, said in words.items())}" in text
    if (
        "kill" not in what
    ):  # as it stands the file is not to be filed; of a kill the umpire says what he files
        refused(lambda: of(war, UMP).returns.file(war.campaign, B, read_return(text, "ret.toml")))
    assert of(war, UMP).head(war.campaign) == head
    ok(of(war, UMP).returns.file(war.campaign, B, WHOLE))


def test_the_wording_of_reasons_is_no_contradiction(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    give(war, KIM, RED)
    give(war, BOB, msgspec.structs.replace(BLUE, reason="a black day"))
    assert not of(war, UMP).halves.laid(war.campaign, B).open
    ok(of(war, UMP).returns.file(war.campaign, B))
    assert war.hq.campaigns.view(war.campaign).battles[-1].reason == "red: a long day; blue: a black day"


def test_that_nobody_says_who_won_is_said(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    for who in (KIM, BOB):
        give(war, who, Return(B, ""))
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert laid.open == () and laid.wrong == ("winner: This return says nothing yet: fill in who won.",)
    assert "fill in who won" in refused(lambda: of(war, UMP).returns.file(war.campaign, B)).reason


def test_one_half_alone_is_not_filed(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    give(war, KIM, RED)
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert (laid.given, laid.wanting) == (("red",), ("blue",))
    assert "Only red has given a half" in refused(lambda: of(war, UMP).returns.file(war.campaign, B)).reason
    assert "red-0" in of(war, UMP).returns.text(war.campaign, B, csv=True)


def test_a_machine_that_is_meant_by_its_name_is_found(made: Made, tmp_path: Path):
    """Where sides are secret nobody knows the ids of the others."""
    war = place(made(True), tmp_path)
    give(
        war,
        KIM,
        msgspec.structs.replace(RED, asset=(AssetReturn("red-0", kills=(Kill("Blue  0"), Kill("a T-34"))),)),
    )
    give(war, BOB, BLUE)
    laid = of(war, UMP).halves.laid(war.campaign, B)
    assert [(one.what, one.said) for one in laid.open] == [("kill of red-0", {"red": "a T-34"})]
    assert {one.what: one.stands for one in laid.lines}["fate of blue-0"] == "agrees"


# -- what a half may say -----------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"winner": "green"}, "winner", "no side 'green'"),
    ({"field": "green"}, "field", "no side 'green'"),
    ({"experience": {"blue": 3}}, "experience.blue", "for it to say"),
    ({"asset": (AssetReturn("red-9"),)}, "asset[0].id", "no asset"),
    ({"asset": (AssetReturn("red-0", ammunition={"main": 99}),)}, "asset[0].ammunition.main", "carried 30"),
    ({"asset": (AssetReturn("red-0", kills=(Kill("red-1"),)),)}, "asset[0].kills[0].victim", "same side"),
    ({"person": (PersonReturn("nobody"),)}, "person[0].id", "no person"),
]  # fmt: skip
OF_OTHERS: list[tuple[dict[str, Any], str, str]] = [
    ({"asset": (AssetReturn("blue-0", ammunition={"main": 1}),)}, "asset[0].ammunition", "is of blue"),
    ({"asset": (AssetReturn("blue-0", kills=(Kill("red-0"),)),)}, "asset[0].kills", "is of blue"),
    ({"person": (PersonReturn("blue-0-gunner", "wounded", 3),)}, "person[0].days", "is of blue"),
    ({"asset": (AssetReturn("red-0", kills=(Kill("blue-0"),)), AssetReturn("blue-0"))},
     "asset[0].kills[0].victim", "comes back fit"),
]  # fmt: skip


def test_a_half_is_checked_when_it_is_given(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    head = war.hq.campaigns.head(war.campaign)
    for content, where, reason in [*WRONG, *OF_OTHERS]:
        answer = refused(lambda it=content: of(war, KIM).halves.give(war.campaign, B, {"battle": B, **it}))
        assert (answer.where, reason in answer.reason) == (f"$.content.{where}", True), answer
    assert war.hq.campaigns.head(war.campaign) == head


def test_what_others_hide_is_refused_as_what_there_is_not(made: Made, tmp_path: Path):
    war = place(made(True), tmp_path)

    def told(**content: Any) -> str:
        answer = refused(lambda: of(war, KIM).halves.give(war.campaign, B, {"battle": B, **content}))
        assert "blue" not in text_of(answer.allowed), answer
        return text_of(answer)

    for there, nowhere in (("blue-0", "blue-99"), ("blue-4", "blue-98")):
        for fate in ("fit", "wrecked"):
            rows = ([{"id": id, "fate": fate}] for id in (there, nowhere))
            one, other = (told(asset=row) for row in rows)
            assert one.replace(there, "ID") == other.replace(nowhere, "ID")
    one, other = (told(person=[{"id": id}]) for id in ("blue-0-gunner", "blue-0-cook"))
    assert one.replace("blue-0-gunner", "ID") == other.replace("blue-0-cook", "ID")
    for victim in ("blue-0", "blue-99", "blue-0-gunner", "blue 0", "BLUE-0", "2 blue-0"):
        give(war, KIM, Return(B, "", asset=(AssetReturn("red-0", kills=(Kill(victim),)),)))
    for text in (
        of(war, KIM).halves.text(war.campaign, B),
        of(war, KIM).halves.text(war.campaign, B, csv=True),
    ):
        assert "red-0-gunner" in text and "blue-0-gunner" not in text


def test_whose_half_it_is(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    name = war.campaign
    forbidden(lambda: of(war, KIM).halves.give(name, B, BLUE, "blue"))
    forbidden(lambda: of(war, EVE).halves.give(name, B, RED))
    forbidden(lambda: of(war, KIM).halves.form(name, B, "blue"))
    forbidden(lambda: of(war, EVE).halves.form(name, B, "red"))
    assert refused(lambda: of(war, UMP).halves.give(name, B, RED)).where == "$.side"
    give(war, UMP, RED, side="red")  # as he was told by post
    assert of(war, KIM).halves.form(name, B)["reason"] == "a long day"
    assert {one["id"][:3] for one in of(war, BOB).halves.form(name, B)["asset"]} == {"blu"}
    over = refused(lambda: of(war, KIM).halves.give(name, "n0-1", {"winner": "red"}))
    assert over.where == "$.content.battle"
    assert "Nobody" in refused(lambda: of(war, UMP).halves.laid(name, "n0-1")).reason


def test_a_battle_of_the_program_has_no_halves(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    node = next(one for one in hq.campaigns.view("korea").nodes if one.ready and one.system)
    battle = ok(hq.campaigns.begin("korea", node.id)).battle
    for do in (
        lambda: hq.campaigns.halves.give("korea", battle, {"winner": "us"}, "us"),
        lambda: hq.campaigns.halves.form("korea", battle, "us"),
    ):
        assert "is fought in the program" in refused(do).reason


# -- who sees it -------------------------------------------------------------------------------------------------


@SECRECY
@pytest.mark.parametrize("who", [KIM, EVE], ids=["the other", "nobody"])
def test_that_the_other_has_said_anything_shows_nowhere(
    made: Made, tmp_path: Path, secret: bool, who: Caller
):
    """Against the same with another half, and with something else that is not told."""
    others: list[Callable[[Place], Any]] = [
        lambda war: give(war, BOB, BLUE),
        lambda war: give(war, BOB, Return(B, "blue", reason="we won")),
    ]
    if secret:
        rename = {"kind": "promote", "person": "blue-5-driver", "rank": "Sgt"}
        others.append(lambda war: ok(of(war, BOB).act(war.campaign, rename)))
    else:
        others.append(lambda war: ok(of(war, UMP).returns.draft(war.campaign, B, WHOLE)))
    found = set[str]()
    for i, do in enumerate(others):
        war = place(made(secret), tmp_path / str(i))
        give(war, KIM, RED)
        do(war)
        found.add(known(war, who))
        war.hq.close()
    assert len(found) == 1


@SECRECY
def test_the_umpire_is_told_that_something_waits(made: Made, tmp_path: Path, secret: bool):
    war = place(made(secret), tmp_path)

    def waits(who: Caller) -> list[tuple[str, ...]]:
        return [one.halves for one in war.hq.for_(who).awaiting() if one.diary == war.campaign]

    assert waits(Caller("ump")) == [()]
    done = give(war, BOB, BLUE)
    assert waits(Caller("ump")) == [(B,)] and waits(Caller("kim")) == waits(Caller("bob")) == [()]
    entry = war.hq._house.store.entry(war.campaign, done.seq).read()
    assert entry.salt, "its seal must not be good for guessing"
    (line,) = of(war, UMP).log(war.campaign, done.seq - 1)
    assert (line.kind, line.player, line.lines[0].text) == (
        "give-half",
        "bob",
        f"Blue gives its half of the return of {B}.",
    )
    views = {who.player: of(war, who).view(war.campaign).battles[-1].halves for who in (KIM, BOB, UMP, EVE)}
    assert views == {"kim": (), "bob": ("blue",), "ump": ("blue",), "eve": ()}
    told = of(war, UMP).difference(war.campaign, done.seq - 1, done.seq)
    assert [one.text for one in told] == [f"Blue has given its half of the return of {B} (Number 1)."]


@SECRECY
def test_what_is_seen_once_it_is_filed(made: Made, tmp_path: Path, secret: bool):
    """Where nothing is hidden the halves are open to all then; else each keeps its own until the campaign is over."""
    war = place(made(secret), tmp_path)
    give(war, KIM, RED)
    give(war, BOB, BLUE)
    ok(of(war, UMP).returns.file(war.campaign, B))
    half = Query(kind="half-given")
    for who, own in ((KIM, 1), (BOB, 1), (EVE, 0), (UMP, 2)):
        lines = of(war, who).record.search(war.campaign, half).lines
        assert len(lines) == (own if secret and who != UMP else 2)
    assert of(war, KIM).halves.form(war.campaign, B) == msgspec.to_builtins(RED)
    if secret:
        forbidden(lambda: of(war, KIM).halves.laid(war.campaign, B))
        ok(of(war, UMP).act(war.campaign, {"kind": "end", "winner": "red", "why": "enough"}))
    assert of(war, KIM).halves.laid(war.campaign, B).given == ("red", "blue")
    assert len(of(war, EVE).record.search(war.campaign, half).lines) == 2


def test_while_it_runs_the_whole_is_for_the_umpire(made: Made, tmp_path: Path):
    """Nobody learns from a refusal whether the other has said anything: it is refused from the first."""
    war = place(made(False), tmp_path)
    for _ in range(2):
        forbidden(lambda: of(war, KIM).fork(war.campaign))
        forbidden(lambda: war.hq.for_(KIM).export(io.BytesIO(), [war.campaign]))
        give(war, BOB, BLUE)
    ok(of(war, UMP).returns.file(war.campaign, B, WHOLE))
    forbidden(lambda: of(war, KIM).fork(war.campaign))  # scenarios are still to open: see `keeps_ahead`


# -- nothing is lost ---------------------------------------------------------------------------------------------


def test_a_newer_half_takes_the_place_of_the_older_and_both_stay(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    name = war.campaign
    first = give(war, KIM, RED, key="k")
    give(war, KIM, msgspec.structs.replace(RED, winner="draw"))
    again = of(war, KIM).halves.give(name, B, RED, key="k")
    assert isinstance(again, Acted) and again.repeated and again.seq == first.seq
    assert of(war, KIM).halves.form(name, B)["winner"] == "draw"
    assert of(war, UMP).halves.laid(name, B).lines[0].said == {"red": "draw"}
    assert of(war, UMP).halves.laid(name, B, first.seq).lines[0].said == {"red": "red"}
    forbidden(lambda: of(war, KIM).halves.laid(name, B, first.seq))
    refused(lambda: of(war, UMP).halves.laid(name, B, 999))
    war.hq.close()
    with Headquarters(tmp_path / "home") as hq:  # as after a kill: it is on disk
        assert hq.for_(KIM).campaigns.halves.form(name, B)["winner"] == "draw"
        ok(hq.for_(KIM).campaigns.act(name, {"kind": "drop-half", "battle": B}))
        assert hq.for_(KIM).campaigns.halves.form(name, B)["winner"] == ""
        assert hq.for_(UMP).campaigns.verify(name).sound


def test_halves_go_and_come_back_with_their_battle(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    name, ump = war.campaign, of(war, UMP)
    give(war, KIM, RED)
    given = give(war, BOB, BLUE)
    ok(ump.undo(name))
    assert ump.halves.laid(name, B).wanting == ("blue",)
    ok(ump.redo(name))
    ok(ump.returns.file(name, B))
    other = msgspec.structs.replace(WHOLE, winner="blue", field="blue")
    ok(ump.returns.correct(name, other))
    assert ump.halves.laid(name, B).given == ("red", "blue"), "what was said stays said"
    ok(ump.rewind(name, given.seq))
    assert ump.halves.laid(name, B).wanting == () and of(war, KIM).view(name).battles[-1].halves == ("red",)
    forked = ok(ump.fork(name)).diary
    assert ump.halves.laid(forked, B).given == ("red", "blue")
    assert {one.diary: one.halves for one in war.hq.for_(UMP).awaiting()}[forked] == (B,)
    ok(ump.act(name, {"kind": "cancel", "battle": B, "why": "rain"}))
    refused(lambda: of(war, KIM).halves.give(name, B, RED))
    refused(lambda: of(war, KIM).halves.form(name, B))
    ok(ump.begin(name, "n1", ["red-0", "blue-0"]))
    assert "Nobody has given" in refused(lambda: ump.halves.laid(name, "n1-2")).reason
    assert ump.verify(name).sound and ump.verify(forked).sound


def test_a_half_of_a_battle_that_is_taken_back_is_decided_on_by_the_umpire(made: Made, tmp_path: Path):
    war = place(made(False), tmp_path)
    ump, begun = of(war, UMP), of(war, UMP).head(war.campaign)
    given = give(war, KIM, RED)
    plan = ump.plan_undo(war.campaign, begun)
    assert [(one.seq, one.outcome, one.allowed) for one in plan.steps] == [(given.seq, "conflict", ("drop",))]
    ok(ump.undo(war.campaign, begun, {given.seq: "drop"}))
    assert ump.verify(war.campaign).sound
    assert "give-half" not in text_of(of(war, EVE).log(war.campaign)), "nor is it told afterwards"
