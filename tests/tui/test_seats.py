"""Seats in the terminal program: offers at Home, who is waited for, what is freed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.client.headquarters import RemoteHeadquarters
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.api.serving import holder, served
from tests.tui.playing import Player, opened, play
from tui.campaign.screen import CampaignScreen
from tui.seats.page import SeatsPage
from tui.shared.dialogs import Choose
from tui.start.screen import StartScreen

PASSES = {
    "a": holder("ann", scopes=("read", "play", "umpire")),
    "b": holder("ben", scopes=("read", "play")),
}
OFFERED = [Seat("us", "ann"), Seat("nk", "ben")]


class Club:
    """A server's house, and two who play on it."""

    def __init__(self, house: Headquarters, ann: Headquarters, ben: Headquarters) -> None:
        self.house, self.ann, self.ben = house, ann, ben


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with (
        Headquarters(tmp_path / "there") as house,
        served(house, PASSES) as url,
        RemoteHeadquarters(url, "a", tmp_path / "ann") as ann,
        RemoteHeadquarters(url, "b", tmp_path / "ben") as ben,
    ):
        yield Club(house, ann, ben)


def test_an_offer_stands_first_at_home_and_is_taken_by_a_key(club: Club):
    battle = opened(club.ann, seats=OFFERED)

    async def story(player: Player) -> None:
        await player.until(lambda: "ann offers you North Korea" in player.picture())
        assert "You are offered a seat" in player.picture() and "waits for ben" in player.picture()
        await player.press("enter")
        assert isinstance(player.app.screen, SeatsPage)
        assert "Who is asked in vain for 14 days" in player.picture() and "offered to you" in player.picture()
        await player.press("y")
        await player.until(player.has_begun)
        assert player.battle.now is not None and player.battle.now.mine == ("nk",)

    play(club.ben, None, story, (100, 40))
    assert club.house.battles.info(battle).waiting == ()


def test_an_offer_is_declined_by_a_key(club: Club):
    battle = opened(club.ann, seats=OFFERED)

    async def story(player: Player) -> None:
        await player.until(lambda: "ann offers you North Korea" in player.picture())
        await player.press("enter", "n")
        await player.until(lambda: "You are offered" not in player.picture())
        assert isinstance(player.app.screen, StartScreen)

    play(club.ben, None, story, (100, 40))
    assert [(one.side, one.offered) for one in club.house.battles.info(battle).waiting] == [("nk", False)]


def test_an_open_seat_is_listed_to_others_and_not_to_who_offers_it(club: Club):
    opened(club.ann, seats=[Seat("us", "ann")])

    async def sees(player: Player) -> None:
        await player.until(lambda: "ann looks for North Korea" in player.picture())

    async def sees_none(player: Player) -> None:
        await player.until(lambda: "waits for North Korea" in player.picture())
        assert "Open seats" not in player.picture()

    play(club.ben, None, sees, (100, 40))
    play(club.ann, None, sees_none, (100, 40))


def test_a_battle_says_for_whom_it_waits_and_begins_by_itself(club: Club):
    battle = opened(club.ann, seats=OFFERED)

    async def story(player: Player) -> None:
        assert "Still free: North Korea (offered to ben)" in player.banner
        assert player.rows[-1] == "T: the seats of this table."
        await player.press("e")
        assert "Still free" in player.notice and player.entry == 1
        assert isinstance(club.ben.battles.seats.accept(battle), Acted)
        await player.until(lambda: "Still free" not in player.banner)
        await player.until(lambda: "Waiting for North Korea (ben)" in player.rows[0])

    play(club.ann, battle, story)


def test_who_waits_asks_for_a_seat_and_hears_when_it_may_be_freed(club: Club):
    battle = opened(club.ann, seats=OFFERED)
    club.ben.battles.seats.accept(battle)

    async def story(player: Player) -> None:
        await player.press("T")
        assert "Free the seat of North Korea, for ben stays away" in player.picture()
        await player.press("down", "enter")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        assert "?" in player.picture()
        await player.press("down", "enter")
        await player.until(lambda: "the seat may be freed after 14 days" in " ".join(player.notice.split()))
        assert club.house.battles.info(battle).seats[0].player == "ben"

    play(club.ann, battle, story, (100, 40))


def test_a_campaign_says_for_whom_it_waits(club: Club):
    made = club.ann.campaigns.new("marines-in-korea", seats=[Seat("us", "ben")])
    assert isinstance(made, Acted)

    async def story(player: Player) -> None:
        await player.until(lambda: "ann offers you United States" in player.picture())
        await player.press("enter", "y")
        await player.until(lambda: isinstance(player.app.screen, CampaignScreen))
        await player.until(lambda: "Nothing is done until every seat was taken" in player.picture())
        await player.press("T")
        assert "Leave the seat of United States" in player.picture()

    play(club.ben, None, story, (100, 40))
