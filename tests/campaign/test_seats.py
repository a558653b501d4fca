"""Seats that change hands: who may, what an undo leaves alone, and that it is all in the diary and holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Refusal
from campaign.shared.callers import Caller, local
from campaign.shared.open_diary import OpenDiary
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.forging import Json, copy_of, verdict
from tests.campaign.ledger.making import folder

PIVOT = {"kind": "pivot", "unit": "t34-1", "facing": "E"}


def invited(hq: Headquarters, player: str) -> Headquarters:
    """As the house lets somebody in who was invited: in his own name, with the right to what is nobody's seat."""
    return hq.for_(Caller(player, seats=True))


def seats(hq: Headquarters, battle: str) -> dict[str, str]:
    return {one.side: one.bot or one.player for one in hq.battles.info(battle).seats}


@pytest.fixture
def sides(hq: Headquarters, duel: str) -> tuple[str, str]:
    first, second = seats(hq, duel)
    return first, second


def test_a_seat_is_taken_and_left_in_ones_own_name(hq: Headquarters, duel: str, sides: tuple[str, str]):
    red, blue = sides
    done = ok(invited(hq, "ann").battles.seat(duel, red, "ann"))
    assert seats(hq, duel) == {red: "ann", blue: ""}
    entry = hq.battles.show(duel, done.seq)
    assert (entry.player, entry.side) == ("ann", "")
    assert [line.text for line in done.lines] == [line.text for line in entry.lines]
    assert "ann has the seat of" in done.lines[0].text
    ann = hq.for_(Caller("ann"))
    assert ann.battles.view(duel).viewer == red
    ok(ann.battles.seat(duel, red, ""))
    assert seats(hq, duel) == {red: "", blue: ""}
    report = hq.battles.verify(duel)
    assert report.sound and report.decided == report.entries == 3, report


def test_nobody_takes_anothers_seat_or_one_without_the_right(
    hq: Headquarters, duel: str, sides: tuple[str, str]
):
    red, blue = sides
    ok(invited(hq, "ann").battles.seat(duel, red, "ann"))
    before = hq.battles.head(duel)
    bob = invited(hq, "bob").battles
    assert "ann's" in forbidden(lambda: bob.seat(duel, red, "bob")).reason
    forbidden(lambda: bob.seat(duel, red, ""))
    forbidden(lambda: bob.seat(duel, blue, "eve"))
    forbidden(lambda: hq.for_(Caller("bob")).battles.seat(duel, blue, "bob"))
    forbidden(lambda: invited(hq, "bob").looking_as("").battles.seat(duel, blue, "bob"))
    assert "no side" in refused(lambda: hq.battles.seat(duel, "green", "bob")).reason
    for odd in ("bot:greedy", "umpire", "a\nb"):
        assert isinstance(hq.battles.seat(duel, blue, odd), Refusal)
    assert "already" in refused(lambda: hq.battles.seat(duel, red, "ann")).reason
    assert "nobody's already" in refused(lambda: hq.battles.seat(duel, blue, "")).reason
    assert hq.battles.head(duel) == before


def test_the_umpire_and_the_keeper_seat_anybody(hq: Headquarters):
    uma = hq.for_(local("uma"))
    opened = ok(uma.battles.new("tank-duel", seats=[Seat("us", "ann"), Seat("nk", bot="random")])).diary
    done = ok(hq.for_(Caller("uma")).battles.seat(opened, "us", "bob"))
    assert hq.battles.show(opened, done.seq).side == "umpire"
    assert seats(hq, opened) == {"us": "bob", "nk": "random"}
    assert len(done.lines) == 2
    done = ok(hq.battles.seat(opened, "nk", ""))
    assert hq.battles.show(opened, done.seq).player == "local"
    assert "umpire" in refused(lambda: hq.battles.seat(opened, "nk", "uma")).reason
    ok(hq.battles.seat(opened, "nk", "amy"))
    report = hq.battles.verify(opened)
    assert report.sound and report.decided == report.entries, report


def test_where_no_umpire_is_named_whoever_opened_it_seats_others(hq: Headquarters):
    ann = hq.for_(Caller("ann"))
    opened = ok(ann.battles.new("tank-duel", seats=[Seat("us", "ann")])).diary
    ok(ann.battles.seat(opened, "nk", "bob"))
    ok(ann.battles.seat(opened, "nk", "amy"))
    forbidden(lambda: hq.for_(Caller("amy")).battles.seat(opened, "us", ""))


@pytest.mark.usefixtures("example")
def test_who_plays_himself_frees_no_seat_where_sides_hide_something(hq: Headquarters):
    ann = hq.for_(Caller("ann"))
    opened = ok(ann.battles.new("ring", seats=[Seat("red", "ann"), Seat("blue", "bob")])).diary
    forbidden(lambda: ann.battles.seat(opened, "blue", ""))
    forbidden(lambda: ann.battles.seat(opened, "blue", "amy"))


def test_from_the_second_person_on_undo_is_by_consent(hq: Headquarters, duel: str, sides: tuple[str, str]):
    assert hq.battles.info(duel).undo == "free"
    for side, player in zip(sides, ("ann", "bob"), strict=True):
        assert hq.battles.info(duel).undo == "free"
        ok(invited(hq, player).battles.seat(duel, side, player))
    assert hq.battles.info(duel).undo == "consent"


def test_two_who_see_different_things_cannot_choose_free_undo(hq: Headquarters):
    ann, ben = Seat("soviet", "ann"), Seat("us", "ben")
    bot = Seat("us", bot="random")
    for fog, seats, undo, refuses in (
        (True, (ann, ben), "free", True),
        (True, (ann, ben), "consent", False),
        (True, (ann, ben), None, False),
        (True, (ann, bot), "free", False),
        (True, (), "free", False),
        (False, (ann, ben), "free", False),
    ):
        done = hq.battles.new("crossroads", seats=seats, undo=undo, options={"fog": fog})
        assert isinstance(done, Refusal) is refuses, done
        if isinstance(done, Refusal):
            assert (done.where, done.allowed) == ("$.undo", ("undo by consent",))


def test_no_way_back_takes_a_seat_back(hq: Headquarters, duel: str):
    moved = ok(hq.battles.act(duel, PIVOT))
    taken = {"nk": "ann", "us": "bob"}
    for side, player in taken.items():
        ok(hq.battles.seat(duel, side, player))
    ann = hq.for_(Caller("ann")).battles
    undone = ok(ann.undo(duel))
    assert undone.taken == (moved.seq,)
    assert hq.battles.view(duel).game == hq.battles.view(duel, 1).game
    assert seats(hq, duel) == taken
    assert hq.battles.info(duel).undo == "consent"
    assert any("ann has the seat" in line.text for line in hq.battles.show(duel, undone.seq).lines)
    ok(ann.redo(duel))
    assert hq.battles.view(duel).game == hq.battles.view(duel, moved.seq).game
    assert seats(hq, duel) == taken
    ok(hq.for_(Caller("bob")).battles.seat(duel, "us", ""))
    ok(ann.rewind(duel, 1))
    assert seats(hq, duel) == {"nk": "ann", "us": ""}
    assert isinstance(ann.undo(duel), Refusal), "there is nothing but seats"
    assert hq.battles.info(duel).undo == "consent"
    report = hq.battles.verify(duel)
    assert report.sound and report.decided == report.entries, report
    hq._house.store.drop_snapshots(duel)
    with Headquarters(hq.home.folder) as anew:
        assert seats(anew, duel) == {"nk": "ann", "us": ""}


def test_consent_to_an_undo_leaves_seats_alone(hq: Headquarters):
    opened = ok(hq.battles.new("tank-duel", seats=[Seat("us", "ann"), Seat("nk", "bob")])).diary
    first = hq.battles.view(opened).asked[0].side
    mover, other = ("ann", "bob") if first == "us" else ("bob", "ann")
    mine = hq.for_(Caller(other)).battles
    ok(mine.act(opened, {"kind": "contribute", "text": "rain"}))
    ok(hq.for_(Caller(mover)).battles.act(opened, PIVOT))
    ok(mine.rewind(opened, 1))
    ok(hq.battles.seat(opened, first, "amy"))
    ok(hq.for_(Caller("amy")).battles.answer_undo(opened, True))
    assert seats(hq, opened)[first] == "amy"
    report = hq.battles.verify(opened)
    assert report.sound and report.decided == report.entries, report


def test_the_same_key_seats_once(hq: Headquarters, duel: str, sides: tuple[str, str]):
    ann = invited(hq, "ann").battles
    first = ok(ann.seat(duel, sides[0], "ann", key="k"))
    again = ok(ann.seat(duel, sides[0], "ann", key="k"))
    assert again.repeated and again.seq == first.seq and again.lines == first.lines
    moved = ann.seat(duel, sides[0], "", expected=1)
    assert isinstance(moved, Refusal) and moved.kind == "head-moved"


def test_a_battle_that_is_over_keeps_its_seats(hq: Headquarters, duel: str):
    ok(hq.battles.act(duel, {"kind": "concede"}))
    assert "over" in refused(lambda: hq.battles.seat(duel, "us", "ann")).reason


# -- campaigns -------------------------------------------------------------------------------------------------------


def led(hq: Headquarters, campaign: str) -> dict[str, str]:
    return {one.id: one.player for one in hq.campaigns.view(campaign).sides}


@pytest.fixture
def made(hq: Headquarters, tmp_path: Path) -> str:
    files = folder(tmp_path / "files")
    text = (files / "campaign.toml").read_text()
    (files / "campaign.toml").write_text('umpire = "uma"\n' + text)
    return ok(hq.campaigns.new(files, name="made")).diary


PROMOTE = {"kind": "promote", "person": "red-0-gunner", "rank": "Sgt"}


def test_a_side_is_taken_and_left(hq: Headquarters, made: str):
    done = ok(invited(hq, "ann").campaigns.seat(made, "red", "ann"))
    assert done.lines[0].text == "ann has the seat of Red."
    assert led(hq, made) == {"red": "ann", "blue": ""}
    ann = hq.for_(Caller("ann"))
    ok(ann.campaigns.act(made, PROMOTE))
    forbidden(lambda: invited(hq, "bob").campaigns.seat(made, "red", "bob"))
    assert "umpire" in refused(lambda: hq.campaigns.seat(made, "blue", "uma")).reason
    ok(hq.for_(Caller("uma")).campaigns.seat(made, "red", "bob"))
    forbidden(lambda: ann.campaigns.act(made, PROMOTE))
    ok(hq.for_(Caller("bob")).campaigns.seat(made, "red", ""))
    assert any("ann has the seat" in line.text for one in hq.campaigns.log(made) for line in one.lines)
    report = hq.campaigns.verify(made)
    assert report.sound and report.decided == report.entries == 5, report


def test_no_way_back_in_a_campaign_takes_a_seat_back(hq: Headquarters, made: str):
    uma = hq.for_(Caller("uma")).campaigns
    ok(uma.seat(made, "red", "ann"))
    early = ok(hq.for_(Caller("ann")).campaigns.act(made, PROMOTE))
    ok(hq.for_(Caller("ann")).campaigns.act(made, {**PROMOTE, "person": "red-1-gunner"}))
    ok(uma.seat(made, "red", "bob"))
    ok(uma.seat(made, "blue", "amy"))
    now = {"red": "bob", "blue": "amy"}
    ok(uma.undo(made, early.seq))
    assert led(hq, made) == now, "what ann ordered is entered again, and she leads nothing any more"
    ok(uma.undo(made))
    assert led(hq, made) == now
    ok(uma.redo(made))
    ok(uma.rewind(made, 1))
    assert led(hq, made) == now
    report = hq.campaigns.verify(made)
    assert report.sound and report.decided == report.entries, report


def test_whoever_opens_a_campaign_without_an_umpire_is_it_if_nobody_else_could_be(hq: Headquarters):
    opened = ok(hq.for_(Caller("eve")).campaigns.new("marines-in-korea")).diary
    ok(hq.for_(Caller("eve")).campaigns.act(opened, {"kind": "advance", "days": 1}))
    other = hq.for_(Caller("zed", umpire=True)).campaigns
    forbidden(lambda: other.act(opened, {"kind": "advance", "days": 1}))
    assert hq.campaigns.verify(opened).sound


def test_battles_of_a_campaign_are_begun_with_its_players(hq: Headquarters):
    campaign = ok(hq.campaigns.new("marines-in-korea", name="marines")).diary
    view = hq.campaigns.view(campaign)
    for number, side in enumerate(view.sides):
        ok(hq.campaigns.seat(campaign, side.id, f"player-{number}"))
    node = next(one for one in hq.campaigns.view(campaign).nodes if one.ready and one.system)
    fought = ok(hq.campaigns.begin(campaign, node.id, key="k")).fought
    leads = led(hq, campaign)
    assert seats(hq, fought) == {side: leads[id] for id, side in node.seats.items()}
    assert hq.battles.info(fought).undo == "consent"
    ok(hq.campaigns.seat(campaign, view.sides[0].id, "somebody-else"))
    assert ok(hq.campaigns.begin(campaign, node.id, key="k")).fought == fought
    assert hq.campaigns.verify(campaign).sound


# -- forged ----------------------------------------------------------------------------------------------------------


EVE = {"kind": "seat-taken", "side": "us", "player": "eve"}


@pytest.mark.parametrize(
    ("entry", "change", "by"),
    [
        (4, {"events": []}, "other events"),
        (4, {"events": [EVE]}, "other events"),
        (4, {"events": [{"kind": "conceded", "side": "nk"}]}, "belongs elsewhere"),
        (3, {"events": [EVE]}, "other events"),
        (3, {"author": {"player": "ann", "role": "nk"}}, "in the name of nk"),
        (3, {"author": {"player": "bot:random"}}, "cannot be a player's name"),
        (2, {"events": [EVE]}, "belongs elsewhere"),
    ],
)
def test_seats_that_were_forged_are_found(
    hq: Headquarters, duel: str, tmp_path: Path, entry: int, change: Json, by: str
):
    """Whoever keeps the file puts himself in a seat, or leaves one out, and seals it anew."""
    ok(hq.battles.act(duel, PIVOT))
    ok(hq.battles.seat(duel, "nk", "ann"))
    ok(hq.for_(Caller("ann")).battles.undo(duel))
    copy = copy_of(hq, duel)
    assert verdict(copy, tmp_path / "as it was").sound
    copy.lines[entry - 1].json.update(change)
    for line in copy.lines[1:]:
        line.json.pop("state", None)
    found = verdict(copy, tmp_path / "forged")
    assert (found.sound, found.first_bad) == (False, entry)
    assert by in found.why


# -- while somebody acts -------------------------------------------------------------------------------------------


def meanwhile(
    opened: OpenDiary[Any], asked: str, do: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let another program do something as soon as this has been asked of a diary here for the first time."""
    ask = getattr(opened, asked)

    def then(*given: Any) -> Any:
        found = ask(*given)
        monkeypatch.undo()
        do()
        return found

    monkeypatch.setattr(opened, asked, then)


def test_who_loses_his_seat_to_another_program_while_he_acts_does_nothing(
    hq: Headquarters, duel: str, sides: tuple[str, str], monkeypatch: pytest.MonkeyPatch
):
    red, blue = sides
    ann, ben, cyd = (hq.for_(Caller(one)).battles for one in ("ann", "ben", "cyd"))
    with Headquarters(hq.home.folder) as other:
        for side, player in ((red, "ann"), (blue, "ben")):
            ok(other.battles.seat(duel, side, player))
        battle, head = hq._house.battles.get(duel), hq.battles.head(duel)
        meanwhile(battle, "rights", lambda: ok(other.battles.seat(duel, red, "cyd")), monkeypatch)
        forbidden(lambda: ann.act(duel, PIVOT))
        assert hq.battles.head(duel) == head + 1
        for one in (cyd, ben):
            ok(one.act(duel, {"kind": "end-phase"}))
        ok(cyd.rewind(duel, hq.battles.head(duel) - 2))
        assert hq.battles.view(duel).request is not None
        meanwhile(battle, "rights", lambda: ok(other.battles.seat(duel, blue, "dan")), monkeypatch)
        assert refused(lambda: ben.answer_undo(duel, True)).kind == "head-moved"
        assert hq.battles.verify(duel).sound


def test_who_loses_a_side_of_a_campaign_to_another_program_does_nothing(
    hq: Headquarters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = ok(hq.campaigns.new(folder(tmp_path / "files"), name="c")).diary
    with Headquarters(hq.home.folder) as other:
        ok(other.campaigns.seat(name, "red", "ann"))
        campaign, head = hq._house.campaigns.get(name), hq.campaigns.head(name)
        taken = {"kind": "contribute", "text": "salt"}
        meanwhile(campaign, "rights", lambda: ok(other.campaigns.seat(name, "red", "")), monkeypatch)
        forbidden(lambda: hq.for_(Caller("ann")).campaigns.act(name, taken))
        assert hq.campaigns.head(name) == head + 1 and hq.campaigns.verify(name).sound


def test_what_was_seen_is_still_the_newest_when_it_is_decided(
    hq: Headquarters, duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = ok(hq.campaigns.new(folder(tmp_path / "files"), name="c")).diary
    with Headquarters(hq.home.folder) as other:
        campaign, expected = hq._house.campaigns.get(name), hq.campaigns.head(name)
        days = {"kind": "advance", "days": 1}
        meanwhile(campaign, "writable", lambda: ok(other.campaigns.act(name, days)), monkeypatch)
        late = refused(lambda: hq.campaigns.act(name, days, expected=expected))
        assert (late.kind, hq.campaigns.head(name)) == ("head-moved", expected + 1)
