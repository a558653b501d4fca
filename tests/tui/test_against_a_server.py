"""The terminal program on a server: two players, each with a token, at two screens."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from api.client.headquarters import RemoteHeadquarters
from api.client.witness import Witness
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.serving import holder, served
from tests.tui.playing import Player, opened, play
from tui.shared.notice import Away
from tui.start.screen import StartScreen

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
    """The bot at the table is played by the server, in its own name."""

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
        assert {one.player for one in house.battles.log(battle)[1:]} <= {"bot:random"}


def test_that_a_diary_was_rewritten_is_told_of(tmp_path: Path):
    """It had another first entry when one was last there."""

    async def story(player: Player) -> None:
        told = player.app._notifications
        await player.until(lambda: any("is not what it was" in one.message for one in told))
        assert all(one.severity == "error" and battle in one.message for one in told)
        await player.quiet()

    with Headquarters(tmp_path / "there") as house, served(house, PASSES) as url:
        battle = opened(house, seats=[Seat("us", "ann"), Seat("nk", "ben")])
        eye = Witness(Home(tmp_path / "ann"), url, lambda *_: None)
        eye.shown(battle, 1, "ab" * 8)
        eye.flush()
        with RemoteHeadquarters(url, "a", tmp_path / "ann") as ann:
            play(ann, battle, story)


def test_a_server_that_goes_away_is_told_of_and_what_is_asked_then_is_refused(tmp_path: Path):
    """On one line, on every screen, until it is back: then what happened meanwhile is shown, and it goes on."""

    def away(player: Player) -> list[str]:
        found = [screen.query(Away) for screen in player.app.screen_stack]
        return [str(one.render()) for some in found for one in some]

    async def story(player: Player) -> None:
        assert not away(player)
        down.set()
        await player.until(lambda: len(away(player)) == 2)
        assert "Server away since" in away(player)[0] and "trying again" in away(player)[0]
        await player.press("e", "e")
        await player.until(
            lambda: "cannot be reached" in player.notice or "has not answered" in player.notice
        )
        start = next(one for one in player.app.screen_stack if isinstance(one, StartScreen))
        asked = start.reread()
        await player.until(lambda: asked.is_finished)
        await player.press("down")
        await player.quiet()
        entry = house.battles.head(battle)
        assert isinstance(house.for_(Caller("ann")).battles.act(battle, {"kind": "end-phase"}), Acted)
        back.set()
        await player.until(lambda: not away(player))
        await player.until(lambda: player.entry > entry)

    down, up, back = threading.Event(), threading.Event(), threading.Event()
    address: list[str] = []

    def serve(house: Headquarters) -> None:
        with served(house, PASSES) as url:
            address.append(url)
            up.set()
            down.wait(60)
        back.wait(60)
        with served(house, PASSES, int(url.rpartition(":")[2])):
            over.wait(60)

    over = threading.Event()
    with Headquarters(tmp_path / "there") as house:
        battle = opened(house, seats=[Seat("nk", "ann"), Seat("us", "ben")])
        thread = threading.Thread(target=serve, args=(house,))
        thread.start()
        assert up.wait(10)
        try:
            with RemoteHeadquarters(address[0], "a", tmp_path / "ann", trying=0.0) as ann:
                play(ann, battle, story)
        finally:
            for one in (down, back, over):
                one.set()
            thread.join(30)


def test_whoever_asks_while_the_server_is_away_is_told_so_at_once(tmp_path: Path):
    """It is tried for a while when it goes away, and not once more for each who asks."""
    with Headquarters(tmp_path / "there") as house:
        with served(house, PASSES) as url:
            ann = RemoteHeadquarters(url, "a", tmp_path / "ann", trying=3.0)
        assert ann.away == 0.0
        took = list[float]()
        for _ in range(2):
            start = time.monotonic()
            with pytest.raises(Refused, match="cannot be reached"):
                ann.battles.all()
            took.append(time.monotonic() - start)
        assert took[1] < took[0] / 2 and ann.away > took[0] / 2
        with served(house, PASSES, int(url.rpartition(":")[2])):
            assert ann.battles.all() == [] and ann.away == 0.0
            ann.close()


def test_who_asked_to_go_back_is_told_that_he_was_refused(tmp_path: Path):
    async def story(player: Player) -> None:
        await player.press("u")
        await player.until(lambda: house.battles.view(battle).request is not None)
        await player.quiet()
        assert isinstance(ben.battles.answer_undo(battle, False), Acted)
        await player.until(lambda: "ben refuses: nothing is taken back." in player.notice)

    with (
        Headquarters(tmp_path / "there") as house,
        served(house, PASSES) as url,
        RemoteHeadquarters(url, "a", tmp_path / "ann") as ann,
        RemoteHeadquarters(url, "b", tmp_path / "ben") as ben,
    ):
        battle = opened(house, seats=[Seat("us", "ann"), Seat("nk", "ben")])
        assert isinstance(ben.battles.act(battle, {"kind": "end-phase"}), Acted)
        while not (shots := [one for one in ann.battles.legal(battle) if "fires at" in one.label]):
            assert isinstance(ann.battles.act(battle, {"kind": "end-phase"}), Acted)
        assert isinstance(ann.battles.act(battle, bytes(shots[0].action)), Acted)
        play(ann, battle, story)
