"""Seats at the command line: offered and accepted on a server, taken at their word at one machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from api.client.line import Line
from api.client.requests import Received, Sent
from campaign.battles.table import Seat
from campaign.shared.callers import Caller
from tests.api.conftest import Served, served
from tests.tui.cli.running import Ran, Run

__all__ = ["served"]
Person = Callable[..., Ran]
END = '{"kind": "end-phase"}'


@pytest.fixture
def club(
    wardiary: Run, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Person]:
    """Somebody's own wide terminal, logged in at a server by the letter of his token."""
    monkeypatch.setenv("COLUMNS", "200")

    def person(letter: str) -> Person:
        home = ("--home", str(tmp_path / letter))
        assert wardiary("login", served.url, "--token", served.tokens[letter], *home).status == 0
        return lambda *words: wardiary(*words, *home, "--server", served.url)

    return person


elsewhere = pytest.mark.at_home("it asks a server of its own")


@elsewhere
def test_a_battle_is_offered_accepted_and_begins_then(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    made = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben")
    assert "North Korea is offered to ben. Who takes it types:\n  wardiary accept tank-duel-" in made.out
    assert "Nothing is done until every seat was taken" in made.out and "nk: " not in made.out
    battle = ann("list", "--json").json[0]["battle"]
    assert "waits for ben" in ann("list").out
    assert "offered to ben" in ann("legal", battle).out
    refused = ann("act", battle, END)
    assert refused.status == 2 and f"wardiary accept {battle}" in refused.err
    assert battle in ben("lobby").out and "No seat is offered to you" in ann("lobby").out
    shown = ben("seats", battle).out
    assert (
        "nk  North Korea    offered to you by ann, since " in shown
        and f"Take it: wardiary accept {battle} nk" in shown
    )
    assert "absence" not in shown and "for 14 days" in shown
    taken = ben("accept", battle)
    assert "ben has the seat of North Korea" in taken.out and f"wardiary play {battle}" in taken.out
    assert ben("act", battle, END).status == 0
    assert "That seat is yours" in ben("free", battle, "nk").err
    assert "is not asked for anything" in ann("free", battle, "nk").err


@elsewhere
def test_an_offer_is_declined_withdrawn_and_made_to_all(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    seats = ("--seat", "us=ann", "--seat", "nk=ben")
    battle = ann("new", "tank-duel", *seats, "--absence", "3", "--json").json["battle"]
    assert "ben declines" in ben("decline", battle).out
    assert f"wardiary offer {battle} nk --home" in ann("offer", battle, "nk", "ben").err
    assert "North Korea is offered to all who may look on" in ann("offer", battle, "nk").out
    assert "Still free: North Korea (offered to nobody)" in ann("withdraw", battle, "nk").out
    assert ann("offer", battle, "nk").status == 0 and ben("accept", battle, "--json").json["battle"] == battle
    assert (
        f"North Korea is free. Who sits there offers it:\n  wardiary offer {battle} nk PLAYER"
        in ben("leave", battle).out
    )
    found = ann("seats", battle, "--json").json
    assert (found["seats"]["nk"], found["rules"]["absence"]) == ("", 3)
    assert "Put away before it began" in ann("put-away", battle).out
    assert "It is over" in ann("offer", battle, "nk").err


@elsewhere
def test_a_private_table_is_unknown_until_one_is_welcome(club: Callable[[str], Person]):
    ann, keeper = club("a"), club("k")
    seats = ("--seat", "us=ann", "--seat", "nk=ben")
    battle = ann("new", "tank-duel", *seats, "--look", "invited", "--json").json["battle"]
    assert battle not in keeper("list").out
    assert "There is no diary" in keeper("seats", battle).err
    assert "boss may look on" in ann("welcome", battle, "boss").out
    assert "Only who is invited knows of it" in keeper("seats", battle).out


@elsewhere
def test_the_same_again_is_offered_to_the_same_people(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    battle = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben", "--json").json["battle"]
    assert "rematch is for who sits or sat here" in club("k")("rematch", battle).err
    ben("accept", battle)
    assert "United States is offered to ann" in ben("rematch", battle, "--title", "Once more").out
    assert "Once more" in ann("lobby").out and ann("lobby", "--json").json[0]["offers"][0]["to"] == "ann"


@elsewhere
def test_the_record_is_taken_out_for_all_to_read(club: Callable[[str], Person]):
    ann, keeper = club("a"), club("k")
    battle = ann("new", "tank-duel", "--seat", "us=ann", "--json").json["battle"]
    assert ann("take-record", battle).status == 2
    assert "takes the whole record out" in keeper("take-record", battle).out
    assert "gets no seat here" in keeper("accept", battle, "nk").err


@elsewhere
def test_a_campaign_offers_its_sides(club: Callable[[str], Person]):
    ben, given = club("b"), ("--seat", "us=ben", "--look", "invited", "--absence", "0")
    new = ("campaign", "new", "marines-in-korea", *given, "--umpire")
    assert "scope 'umpire'" in club("k")(*new, "ann").err
    made = club("a")(*new, "boss")
    assert (
        made.status == 0
        and "United States is offered to ben" in made.out
        and "umpire is offered to boss" in made.out
    )
    name = ben("lobby", "--json").json[0]["table"]
    assert "No absence frees a seat" in ben("seats", name).out
    assert "waits for" in ben("campaign", "list").out
    assert "Nothing is done until every seat was taken" in ben("campaign", "show", name, "--as", "").out
    taken = ben("accept", name, "us")
    assert taken.status == 0 and "umpire (offered to boss)" in taken.out


def test_at_one_machine_names_are_taken_at_their_word(wardiary: Run):
    made = wardiary("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben")
    assert made.status == 0 and "offered" not in made.out
    battle = wardiary("list", "--json").json[0]["battle"]
    assert wardiary("act", battle, END, "--player", "ben").status == 0
    assert wardiary("lobby").out.startswith("No seat is offered to you.")


@pytest.mark.at_home("another's seat is nobody's to free on a server")
def test_at_one_machine_a_seat_changes_hands_by_one_command(wardiary: Run):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    assert wardiary("seat", battle, "us", "ann").status == 0
    assert "us  United States  ann" in wardiary("seats", battle).out
    assert "whoever is there" in wardiary("seats", battle).out
    assert wardiary("seat", battle, "us").status == 0


@pytest.mark.at_home("there are no accounts here to open it for")
def test_a_name_in_a_command_that_is_suggested_is_no_command_of_its_own(wardiary: Run):
    """Others choose their names, and what is printed is pasted into a shell."""
    battle = wardiary("new", "tank-duel", "--seat", "us=$(id)", "--seat", "nk=a;b", "--json").json["battle"]
    assert f"\n  wardiary leave {battle} --player '$(id)'" in wardiary("seat", battle, "us", "zed").err
    assert f"\n  wardiary leave {battle} --player 'a;b'" in wardiary("seat", battle, "nk", "zed").err


@elsewhere
def test_nor_is_the_name_of_a_table(club: Callable[[str], Person], served: Served):
    ben, seats = club("b"), [Seat("us", "ann"), Seat("nk", "ben")]
    for name in ("x;id", "$(id) y"):
        served.hq.for_(Caller("ann")).battles.new("tank-duel", seats=seats, name=name)
        assert f"\n  wardiary accept '{name}' nk --home" in ben("legal", name).err
    assert f"\n  wardiary seats '{name}' --home" in ben("accept").err


def test_apart_at_one_machine_a_seat_waits_for_whoever_comes(wardiary: Run):
    made = wardiary("new", "tank-duel", "--apart", "--seat", "us=ann", "--player", "ann")
    assert "North Korea is offered to all who may look on" in made.out and "--player NAME" in made.out
    battle = wardiary("list", "--json").json[0]["battle"]
    assert "waits for North" in wardiary("list").out
    assert wardiary("accept", battle, "--player", "ben").status == 0
    assert wardiary("act", battle, END, "--player", "ben").status == 0


@pytest.mark.served
def test_what_is_not_offered_cannot_be_taken(wardiary: Run):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    for verb in ("accept", "decline"):
        assert "No seat is offered to you here" in wardiary(verb, battle).err
    assert "You have no seat here" in wardiary("leave", battle).err


@elsewhere
def test_who_leads_a_side_looks_on_and_orders_without_saying_which(club: Callable[[str], Person]):
    keeper, ann = club("k"), club("a")
    name = keeper("campaign", "new", "marines-in-korea", "--seat", "us=ann", "--json").json["campaign"]
    assert ann("accept", name).status == 0
    keeper("withdraw", name, "nk")
    for what in ("show", "people", "log", "statistics"):
        looked = ann("campaign", what, name)
        assert looked.status == 0, looked.err
    asset = next(one for one in ann("campaign", "show", name, "--json").json["assets"] if one["side"] == "us")
    done = ann("campaign", "rename", name, asset["id"], "Lucky Seven")
    assert done.status == 0, done.err
    assert keeper("campaign", "show", name).status == 0
    assert ann("campaign", "show", name, "--as", "umpire").status == 2


@pytest.mark.at_home("names are taken at their word")
def test_no_command_of_a_campaign_wants_the_side_of_who_has_one(wardiary: Run, tmp_path: Path):
    """What is his he does without saying as whom; what is the umpire's says how one is that, or who."""
    made = ("campaign", "new", "marines-in-korea", "--name", "war", "--seat", "us=ann", "--seat", "nk=ben")
    assert wardiary(*made, "--umpire", "uma", "--player", "uma").status == 0
    policy = tmp_path / "p.toml"
    policy.write_text("[fuel]\nbattle = 7\n")

    def asked(player: str, words: str, *more: str) -> Ran:
        command, *rest = words.split()
        return wardiary("campaign", command, "war", *rest, *more, "--player", player)

    for words in (
        "contribute windy", "search joins", "why a32 stores.main", "difference 0 1", "orders --form people",
        "transfer novak 1plt", "unload a32 main=1",
    ):  # fmt: skip
        assert asked("ann", words).status == 0, (words, asked("ann", words).err)
    for words, more in (
        ("advance", ()), ("undo", ()), ("rewind 1", ()), ("set-policy", (str(policy), "agreed")), ("play", ()),
    ):  # fmt: skip
        refused = asked("ann", words, *more)
        assert refused.status == 2 and refused.err.startswith("--player: "), (words, refused.err)
        assert "Allowed" not in refused.err, "no role of his would help"
    assert asked("ann", "begin obong-ni").err.startswith("--side: ")
    assert "Allowed: --form people, --form assets." in asked("ann", "orders").err
    for words, more in (
        ("set-policy", (str(policy), "agreed")), ("policy", ()), ("orders", ()), ("begin obong-ni", ()),
        ("return obong-ni-1", ()), ("advance 2", ()), ("undo", ()), ("award novak Cross", ()),
    ):  # fmt: skip
        assert asked("uma", words, *more).status == 0, (words, asked("uma", words, *more).err)


@elsewhere
def test_a_campaign_is_meant_before_its_battles_and_the_folder_is_ones_own(
    club: Callable[[str], Person], tmp_path: Path
):
    keeper = club("k")
    assert (tmp_path / "k").stat().st_mode & 0o77 == 0
    name = keeper("campaign", "new", "marines-in-korea", "--json").json["campaign"]
    for side in ("us", "nk"):
        keeper("withdraw", name, side)
    node = next(
        one["id"] for one in keeper("campaign", "show", name, "--json").json["nodes"] if one.get("ready")
    )
    begun = keeper("campaign", "begin", name, node)
    assert begun.status == 0, begun.err
    assert keeper("seats", name[:-1]).status == 0


@elsewhere
def test_play_begins_with_the_list_while_a_seat_is_offered(
    club: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch
):
    shown: list[object] = []
    monkeypatch.setattr("tui.terminal.run", lambda *args: shown.append(args[1:3]) or 0)
    ann, ben = club("a"), club("b")
    other = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben", "--json").json["battle"]
    assert ben("play").status == 0
    ben("accept", other)
    assert ben("play").status == 0
    assert shown == [(None, ""), (other, "")]


@elsewhere
def test_what_is_for_the_umpire_is_refused_as_that_and_reports_are_for_ones_side(
    club: Callable[[str], Person], tmp_path: Path
):
    keeper, ann = club("k"), club("a")
    name = keeper("campaign", "new", "fulda", "--seat", "us=ann", "--json").json["campaign"]
    ann("accept", name)
    keeper("withdraw", name, "ussr")
    assert ann("campaign", "report", name, str(tmp_path / "report.md")).status == 0
    for words in (("advance", name), ("score", name, "us", "1", "bravery"), ("end", name, "draw", "peace")):
        refused = ann("campaign", *words)
        assert refused.status == 2 and "umpire" in refused.err and "scope" not in refused.err, refused.err
    assert "--form" in ann("campaign", "orders", name).err
    assert (
        "--as: 'ann' does not play ussr. Allowed: --as us."
        in ann("campaign", "show", name, "--as", "ussr").err
    )


@elsewhere
def test_a_seat_that_was_left_is_free_and_not_asked(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    seats = ("--seat", "us=ann", "--seat", "nk=ben", "--look", "invited")
    battle = ann("new", "tank-duel", *seats, "--json").json["battle"]
    ben("accept", battle)
    assert "nk ben, us ann" in ann("list").out
    assert ben("act", battle, END).status == 0
    ben("leave", battle)
    ann("offer", battle, "nk")
    while ann("act", battle, END).status == 0:
        pass
    told = "North Korea, whose seat is free, offered to all who may look on, is asked"
    assert told in ann("legal", battle).out
    assert "whose seat is free" in ann("list").out and "everybody" not in ann("seats", battle).out


@elsewhere
def test_who_asked_to_go_back_hears_that_he_was_refused(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    battle = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben", "--json").json["battle"]
    ben("accept", battle)
    ben("act", battle, END)
    while not (shots := [one for one in ann("legal", battle, "--json").json if "fires at" in one["label"]]):
        assert ann("act", battle, END).status == 0
    asked = ann("act", battle, str(shots[0]["number"]), "--json").json["seq"] + 1
    assert ann("undo", battle).status == 0 and "is refused" not in ann("legal", battle).out
    assert ben("consent", battle, "no").status == 0
    told = ann("legal", battle).out
    assert f"What you asked back in entry {asked} is refused by ben, in entry {asked + 1}." in told


@elsewhere
def test_what_may_not_be_archived_may_be_put_away(club: Callable[[str], Person]):
    ann = club("a")
    battle = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben", "--json").json["battle"]
    refused = ann("archive", battle)
    assert refused.status == 2 and f"\n  wardiary put-away {battle} --home " in refused.err
    assert "wardiary put-away" not in club("b")("archive", battle).err


@elsewhere
def test_a_seat_is_taken_with_few_requests(club: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch):
    ann, ben = club("a"), club("b")
    battle = ann("new", "tank-duel", "--seat", "us=ann", "--seat", "nk=ben", "--json").json["battle"]
    asked: list[str] = []
    send = Line._send  # pyright: ignore[reportPrivateUsage]

    def counted(line: Line, sent: Sent) -> Received:
        asked.append(sent.operation.id)
        return send(line, sent)

    monkeypatch.setattr(Line, "_send", counted)
    assert ben("accept", battle).status == 0
    assert asked == ["whoami", "kind", "battles.seats.accept", "battles.info"]


@elsewhere
def test_the_one_seat_that_is_offered_needs_no_id(club: Callable[[str], Person]):
    ann, ben = club("a"), club("b")
    assert "wardiary lobby --home" in ben("accept").err
    seats = ("--seat", "us=ann", "--seat", "nk=ben")
    first = ann("new", "tank-duel", *seats, "--json").json["battle"]
    assert ben("accept", "--json").json["battle"] == first
    others = [ann("new", "tank-duel", *seats, "--json").json["battle"] for _ in range(2)]
    refused = ben("accept")
    assert refused.status == 2 and all(f"wardiary seats {one}" in refused.err for one in others)
