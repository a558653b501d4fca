"""The terminal program on a server: two players, each with a token, at two screens."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from api.client.headquarters import RemoteHeadquarters
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.api.serving import holder, served
from tests.tui.playing import Player, opened, play

PASSES = {
    "k": holder("boss", keeper=True),
    "a": holder("ann", scopes=("read", "play")),
    "b": holder("ben", scopes=("read", "play")),
}


def test_one_plays_and_hears_of_what_the_other_does(tmp_path: Path):
    async def story(player: Player) -> None:
        assert player.battle.now is not None and player.battle.now.mine == ("us",)
        elsewhere = threading.Thread(target=ben_ends)
        elsewhere.start()
        await player.until(lambda: player.entry > entry)
        await player.until(lambda: "News from elsewhere" in player.notice)
        elsewhere.join()
        await player.press("e", "e")
        await player.until(lambda: house.battles.head(battle) > entry + 1)
        await player.quiet()

    with (
        Headquarters(tmp_path / "there") as house,
        served(house, PASSES) as url,
        RemoteHeadquarters(url, "a", tmp_path / "ann") as ann,
        RemoteHeadquarters(url, "b", tmp_path / "ben") as ben,
    ):
        battle = opened(house, seats=[Seat("us", "ann"), Seat("nk", "ben")])
        entry = house.battles.head(battle)

        def ben_ends() -> None:
            time.sleep(0.3)
            assert isinstance(ben.battles.act(battle, {"kind": "end-phase"}), Acted)

        app = play(ann, battle, story)
        assert app.return_code in (None, 0)


def test_a_seat_that_bears_no_name_is_nobodys_at_a_servers_screens(tmp_path: Path):
    """Nor does a bot play at the screen of somebody who does not keep the server."""

    async def story(player: Player) -> None:
        assert player.battle.now is not None and player.battle.now.mine == ()
        await player.quiet()

    with (
        Headquarters(tmp_path / "there") as house,
        served(house, PASSES) as url,
        RemoteHeadquarters(url, "a", tmp_path / "ann") as ann,
    ):
        battle = opened(house, seats=[Seat("nk", bot="random")])
        play(ann, battle, story)
        assert house.battles.head(battle) == 1


def test_a_server_that_goes_away_is_told_of_and_the_program_goes_on(tmp_path: Path):
    async def story(player: Player) -> None:
        down.set()
        await player.press("e", "e")
        await player.until(
            lambda: "cannot be reached" in player.notice or "has not answered" in player.notice
        )
        await player.press("down")
        await player.quiet()

    down, up = threading.Event(), threading.Event()
    address: list[str] = []

    def serve(house: Headquarters) -> None:
        with served(house, PASSES) as url:
            address.append(url)
            up.set()
            down.wait(60)

    with Headquarters(tmp_path / "there") as house:
        battle = opened(house, seats=[Seat("nk", "ann"), Seat("us", "ben")])
        thread = threading.Thread(target=serve, args=(house,))
        thread.start()
        assert up.wait(10)
        with RemoteHeadquarters(address[0], "a", tmp_path / "ann", trying=0.0) as ann:
            play(ann, battle, story)
        thread.join(30)
