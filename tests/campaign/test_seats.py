"""Seats that change hands: where names are taken at their word, what an undo leaves alone, races, and that it is all in
the diary and holds. What each verb of a server allows and refuses: tests/campaign/test_offers.py."""

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
    done = ok(invited(hq, "ann").battles.seats.seat(duel, red, "ann"))
    assert seats(hq, duel) == {red: "ann", blue: ""}
    entry = hq.battles.show(duel, done.seq)
    assert (entry.player, entry.side) == ("ann", "")
    assert [line.text for line in done.lines] == [line.text for line in entry.lines]
    assert "ann has the seat of" in done.lines[0].text
    ann = hq.for_(Caller("ann"))
    assert ann.battles.view(duel).viewer == red
    ok(ann.battles.seats.seat(duel, red, ""))
    assert seats(hq, duel) == {red: "", blue: ""}
    report = hq.battles.verify(duel)
    assert report.sound and report.decided == report.entries == 3, report


def test_nobody_takes_anothers_seat_or_one_without_the_right(
    hq: Headquarters, duel: str, sides: tuple[str, str]
):
    red, blue = sides
    ok(invited(hq, "ann").battles.seats.seat(duel, red, "ann"))
    before = hq.battles.head(duel)
    bob = invited(hq, "bob").battles.seats
    assert "ann's" in forbidden(lambda: bob.seat(duel, red, "bob")).reason
    forbidden(lambda: bob.seat(duel, red, ""))
    forbidden(lambda: bob.seat(duel, blue, "eve"))
    forbidden(lambda: hq.for_(Caller("bob")).battles.seats.seat(duel, blue, "bob"))
    forbidden(lambda: invited(hq, "bob").looking_as("").battles.seats.seat(duel, blue, "bob"))
    assert "no side" in refused(lambda: hq.battles.seats.seat(duel, "green", "bob")).reason
    for odd in ("bot:greedy", "umpire", "a\nb"):
        assert isinstance(hq.battles.seats.seat(duel, blue, odd), Refusal)
    assert "already" in refused(lambda: hq.battles.seats.seat(duel, red, "ann")).reason
    assert "nobody's already" in refused(lambda: hq.battles.seats.seat(duel, blue, "")).reason
    assert hq.battles.head(duel) == before


def test_at_one_machine_names_are_taken_at_their_word(hq: Headquarters):
    """Offered and accepted at once; but nobody is put out of his seat, and a bot stays in its own."""
    uma = hq.for_(local("uma"))
    opened = ok(uma.battles.new("tank-duel", seats=[Seat("us", "ann"), Seat("nk", bot="random")])).diary
    for caller in (uma, hq, hq.for_(local("bob")), hq.for_(Caller("ann"))):
        forbidden(lambda caller=caller: caller.battles.seats.seat(opened, "us", "bob"))
    assert "for ever" in refused(lambda: hq.battles.seats.seat(opened, "nk", "")).reason
    ok(hq.for_(local("ann")).battles.seats.seat(opened, "us", ""))
    assert "umpire" in refused(lambda: hq.battles.seats.seat(opened, "us", "uma")).reason
    done = ok(uma.battles.seats.seat(opened, "us", "bob"))
    assert hq.battles.show(opened, done.seq).side == "umpire"
    assert seats(hq, opened) == {"us": "bob", "nk": "random"}
    ok(hq.for_(local("bob")).battles.seats.seat(opened, "us", ""))
    ok(hq.battles.seats.seat(opened, "us", "ann"))
    report = hq.battles.verify(opened)
    assert report.sound and report.decided == report.entries == 5, report


def test_one_person_has_one_seat_also_where_people_play_together(hq: Headquarters, duel: str):
    ok(hq.battles.seats.seat(duel, "nk", "ann"))
    assert "one person has one seat" in forbidden(lambda: hq.battles.seats.seat(duel, "us", "ann")).reason


@pytest.mark.usefixtures("example")
def test_where_people_play_together_and_sides_hide_something_no_seat_gets_a_name(hq: Headquarters):
    ring = ok(hq.battles.new("ring")).diary
    for player in ("local", "ann"):
        assert (
            "none of them gets a name"
            in refused(lambda it=player: hq.battles.seats.seat(ring, "red", it)).reason
        )
    assert hq.battles.head(ring) == 1


def test_from_the_second_person_on_undo_is_by_consent(hq: Headquarters, duel: str, sides: tuple[str, str]):
    assert hq.battles.info(duel).undo == "free"
    for side, player in zip(sides, ("ann", "bob"), strict=True):
        assert hq.battles.info(duel).undo == "free"
        ok(invited(hq, player).battles.seats.seat(duel, side, player))
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
        ok(hq.battles.seats.seat(duel, side, player))
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
    ok(hq.for_(Caller("bob")).battles.seats.seat(duel, "us", ""))
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
    ann, bob = (hq.for_(local(one)).battles for one in ("ann", "bob"))
    ok(ann.act(opened, {"kind": "contribute", "text": "rain"}))
    ok(bob.act(opened, PIVOT))
    ok(ann.rewind(opened, 1))
    ok(bob.seats.leave(opened))
    ok(hq.battles.seats.seat(opened, "nk", "amy"))
    forbidden(lambda: bob.answer_undo(opened, True))
    ok(hq.for_(Caller("amy")).battles.answer_undo(opened, True))
    assert seats(hq, opened)["nk"] == "amy"
    forbidden(lambda: hq.battles.seats.seat(opened, "nk", "bob"))
    report = hq.battles.verify(opened)
    assert report.sound and report.decided == report.entries, report


def test_a_way_back_carries_offers_and_what_was_had(hq: Headquarters):
    opened = ok(hq.battles.new("tank-duel", seats=[Seat("us", "ann"), Seat("nk", "bob")], undo="free")).diary
    ann, bob = (hq.for_(local(one)).battles for one in ("ann", "bob"))
    ok(bob.act(opened, PIVOT))
    ok(bob.seats.leave(opened))
    ok(ann.seats.offer(opened, "nk", "cyd"))
    ok(hq.for_(Caller("cyd")).battles.seats.decline(opened))
    ok(ann.seats.offer(opened, "nk"))
    before = hq.battles.seats.offers(opened)
    ok(ann.rewind(opened, 1))
    assert hq.battles.seats.offers(opened) == before
    assert seats(hq, opened) == {"us": "ann", "nk": ""}
    forbidden(lambda: ann.seats.accept(opened, "nk"))
    ok(bob.seats.accept(opened, "nk"))
    ok(bob.rewind(opened, 2))
    assert seats(hq, opened) == {"us": "ann", "nk": "bob"}
    report = hq.battles.verify(opened)
    assert report.sound and report.decided == report.entries, report


def test_the_same_key_seats_once(hq: Headquarters, duel: str, sides: tuple[str, str]):
    ann = invited(hq, "ann").battles.seats
    first = ok(ann.seat(duel, sides[0], "ann", key="k"))
    again = ok(ann.seat(duel, sides[0], "ann", key="k"))
    assert again.repeated and again.seq == first.seq and again.lines == first.lines
    moved = ann.seat(duel, sides[0], "", expected=1)
    assert isinstance(moved, Refusal) and moved.kind == "head-moved"


def test_a_battle_that_is_over_keeps_its_seats(hq: Headquarters, duel: str):
    ok(hq.battles.act(duel, {"kind": "concede"}))
    assert "over" in refused(lambda: hq.battles.seats.seat(duel, "us", "ann")).reason


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
    done = ok(hq.campaigns.seats.seat(made, "red", "ann"))
    assert done.lines[0].text == "ann has the seat of Red."
    assert led(hq, made) == {"red": "ann", "blue": ""}
    ann, uma = hq.for_(Caller("ann")).campaigns, hq.for_(Caller("uma")).campaigns
    for seat in hq.campaigns.seats.offers(made).offers:
        ok(uma.seats.withdraw(made, seat.side))
    ok(ann.act(made, PROMOTE))
    forbidden(lambda: invited(hq, "bob").campaigns.seats.seat(made, "red", "bob"))
    forbidden(lambda: uma.seats.seat(made, "red", "bob"))
    assert "umpire" in refused(lambda: hq.campaigns.seats.seat(made, "blue", "uma")).reason
    ok(ann.seats.leave(made))
    forbidden(lambda: ann.act(made, PROMOTE))
    ok(hq.for_(local("bob")).campaigns.seats.seat(made, "red", "bob"))
    ok(hq.for_(Caller("bob")).campaigns.seats.leave(made, "red"))
    assert any("ann has the seat" in line.text for one in hq.campaigns.log(made) for line in one.lines)
    report = hq.campaigns.verify(made)
    assert report.sound and report.decided == report.entries, report


def test_no_way_back_in_a_campaign_takes_a_seat_back(hq: Headquarters, made: str):
    uma = hq.for_(Caller("uma")).campaigns
    ok(hq.campaigns.seats.seat(made, "red", "ann"))
    for seat in hq.campaigns.seats.offers(made).offers:
        ok(uma.seats.withdraw(made, seat.side))
    early = ok(hq.for_(Caller("ann")).campaigns.act(made, PROMOTE))
    ok(hq.for_(Caller("ann")).campaigns.act(made, {**PROMOTE, "person": "red-1-gunner"}))
    ok(hq.for_(Caller("ann")).campaigns.seats.leave(made))
    ok(hq.campaigns.seats.seat(made, "red", "bob"))
    ok(uma.seats.offer(made, "blue", "amy"))
    ok(hq.for_(Caller("amy")).campaigns.seats.accept(made))
    now = {"red": "bob", "blue": "amy"}
    ok(uma.undo(made, early.seq))
    assert led(hq, made) == now, "what ann ordered is entered again, and she leads nothing any more"
    ok(uma.undo(made))
    assert led(hq, made) == now
    ok(uma.redo(made))
    ok(uma.rewind(made, 1))
    assert led(hq, made) == now
    forbidden(lambda: hq.campaigns.seats.seat(made, "blue", "ann"))
    report = hq.campaigns.verify(made)
    assert report.sound and report.decided == report.entries, report


def test_whoever_opens_a_campaign_without_an_umpire_is_it_if_nobody_else_could_be(hq: Headquarters):
    eve = hq.for_(Caller("eve")).campaigns
    opened = ok(eve.new("marines-in-korea")).diary
    assert (
        "until every seat was taken"
        in refused(lambda: eve.act(opened, {"kind": "advance", "days": 1})).reason
    )
    for side in eve.view(opened).sides:
        ok(eve.seats.withdraw(opened, side.id))
    ok(hq.for_(Caller("eve")).campaigns.act(opened, {"kind": "advance", "days": 1}))
    other = hq.for_(Caller("zed", umpire=True)).campaigns
    forbidden(lambda: other.act(opened, {"kind": "advance", "days": 1}))
    assert hq.campaigns.verify(opened).sound


def test_battles_of_a_campaign_are_begun_with_its_players(hq: Headquarters):
    uma = hq.for_(local("uma"))
    sides = [one.id for one in uma.campaigns.view(ok(uma.campaigns.new("marines-in-korea")).diary).sides]
    wanted = [Seat(side, f"player-{number}") for number, side in enumerate(sides)]
    campaign = ok(uma.campaigns.new("marines-in-korea", name="marines", seats=wanted, apart=True)).diary
    node = next(one for one in uma.campaigns.view(campaign).nodes if one.ready and one.system)
    fought = ok(uma.campaigns.begin(campaign, node.id, key="k")).fought
    leads = led(hq, campaign)
    assert seats(hq, fought) == {side: leads[id] for id, side in node.seats.items()}
    assert hq.battles.info(fought).undo == "consent"
    ok(hq.for_(local("player-0")).campaigns.seats.leave(campaign))
    ok(hq.campaigns.seats.seat(campaign, sides[0], "somebody-else"))
    assert ok(uma.campaigns.begin(campaign, node.id, key="k")).fought == fought
    assert seats(hq, fought)[node.seats[sides[0]]] == "player-0", "battles that were begun stay as they are"
    assert hq.campaigns.verify(campaign).sound


def test_one_person_has_one_seat_in_a_campaign_and_all_its_battles(hq: Headquarters):
    uma = hq.for_(local("uma")).campaigns
    sides = [one.id for one in uma.view(ok(uma.new("marines-in-korea")).diary).sides]
    campaign = ok(
        uma.new("marines-in-korea", name="marines", seats=[Seat(sides[0], "ann")], apart=True)
    ).diary
    ok(uma.seats.withdraw(campaign, sides[1]))
    node = next(one for one in uma.view(campaign).nodes if one.ready and one.system)
    fought = ok(uma.begin(campaign, node.id)).fought
    free = node.seats[sides[1]]
    for player in ("ann", "uma"):
        forbidden(lambda it=player: hq.for_(Caller(it)).battles.seats.accept(fought, free))
    ok(hq.for_(Caller("bob")).battles.seats.accept(fought, free))
    ok(uma.seats.offer(campaign, sides[1]))
    forbidden(lambda: hq.for_(Caller("ann")).campaigns.seats.accept(campaign, sides[1]))
    ok(hq.for_(local("ann")).campaigns.seats.leave(campaign))
    ok(uma.seats.offer(campaign, sides[0]))
    forbidden(lambda: hq.for_(Caller("bob")).campaigns.seats.accept(campaign, sides[0]))
    ok(hq.for_(Caller("bob")).campaigns.seats.accept(campaign, sides[1]))
    keeper = hq.for_(Caller("bob", keeper=True))
    forbidden(lambda: keeper.battles.seats.take_record(fought))
    assert hq.campaigns.verify(campaign).sound and hq.battles.verify(fought).sound


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
    ok(hq.battles.seats.seat(duel, "nk", "ann"))
    ok(hq.for_(Caller("ann")).battles.undo(duel))
    copy = copy_of(hq, duel)
    assert verdict(copy, tmp_path / "as it was").sound
    copy.lines[entry - 1].json.update(change)
    copy.redigest()
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
            ok(other.battles.seats.seat(duel, side, player))
        battle, head = hq._house.battles.get(duel), hq.battles.head(duel)
        meanwhile(battle, "rights", lambda: ok(other.battles.seats.seat(duel, red, "cyd")), monkeypatch)
        forbidden(lambda: ann.act(duel, PIVOT))
        assert hq.battles.head(duel) == head + 1
        for one in (cyd, ben):
            ok(one.act(duel, {"kind": "end-phase"}))
        ok(cyd.rewind(duel, hq.battles.head(duel) - 2))
        assert hq.battles.view(duel).request is not None
        meanwhile(battle, "rights", lambda: ok(other.battles.seats.seat(duel, blue, "dan")), monkeypatch)
        assert refused(lambda: ben.answer_undo(duel, True)).kind == "head-moved"
        assert hq.battles.verify(duel).sound


def test_who_loses_a_side_of_a_campaign_to_another_program_does_nothing(
    hq: Headquarters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    led = [Seat("red", "ann")]
    name = ok(hq.campaigns.new(folder(tmp_path / "files"), name="c", seats=led, apart=True)).diary
    with Headquarters(hq.home.folder) as other:
        leave = other.for_(local("ann")).campaigns.seats.leave
        campaign, head = hq._house.campaigns.get(name), hq.campaigns.head(name)
        taken = {"kind": "contribute", "text": "salt"}
        meanwhile(campaign, "rights", lambda: ok(leave(name)), monkeypatch)
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
