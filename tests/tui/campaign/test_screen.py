"""A campaign in the terminal program."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Acted, Refusal
from campaign.shared.seals import short_seal
from tests.campaign.ledger.making import folder
from tests.tui.playing import Player
from tui import terminal
from tui.app import WarDiary
from tui.battle.screen import BattleScreen
from tui.campaign.choices import GoOn
from tui.campaign.screen import CampaignScreen
from tui.shared.key_bar import KeyBar
from tui.shared.rows import Rows


def show(
    hq: Headquarters,
    story: Callable[[Player, CampaignScreen], Awaitable[None]],
    side: str = "",
    source: Path | str = "marines-in-korea",
) -> None:
    """source: "" if it is there already."""
    assert not source or isinstance(hq.campaigns.new(source, name="korea"), Acted)

    async def run() -> None:
        app: WarDiary = terminal.make_app(hq, None, "korea", side)
        app.pause = 0.0
        async with app.run_test(size=(80, 24)) as pilot:
            player = Player(app, pilot)
            screen = next(one for one in app.screen_stack if isinstance(one, CampaignScreen))
            await player.until(lambda: screen.now is not None)
            await story(player, screen)

    asyncio.run(run())


def test_a_battle_from_muster_to_return(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        assert "Roadblock at Obong-ni" in player.picture()
        assert short_seal(1, hq.campaigns.info("korea").seal) in player.picture()
        await player.press("enter")
        await player.until(lambda: "who goes?" in player.picture())
        assert "United States 1 to 3" in player.picture()
        assert any("United States" in line and "[x]" in line for line in player.picture().splitlines())
        await player.press("question_mark")
        await player.until(lambda: "How to play" in player.picture())
        await player.press("question_mark")
        await player.until(lambda: "who goes?" in player.picture())
        await player.press("down", "enter", "up", "enter")
        await player.until(lambda: "Who plays?" in player.picture())
        await player.press("enter")
        await player.until(lambda: any(isinstance(one, BattleScreen) for one in player.app.screen_stack))
        battle = hq._house.campaigns.get("korea").state().battles["obong-ni-1"]
        assert "a32" not in {one.id for one in battle.muster}, "it was left behind"
        await player.until(player.has_begun)
        assert hq.looking_as("nk").battles.act(battle.diary, {"kind": "concede"})
        player.app.close_battle()
        await player.until(lambda: screen.now is not None and screen.now.over)
        await player.until(lambda: "file what came of it" in player.picture())
        await player.press("enter")
        await player.until(
            lambda: hq._house.campaigns.get("korea").state().battles["obong-ni-1"].status == "done"
        )
        await player.press("n")
        await player.until(lambda: "can be fought" in player.picture() or "real table" in player.picture())
        over = next(i for i, one in enumerate(screen._meanings) if isinstance(one, GoOn))
        screen.query_one(Rows).highlighted = over
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, BattleScreen))
        await player.until(lambda: player.battle.now is not None and "OVER" in player.banner)

    show(hq, story)


def test_days_pages_and_undo(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        await player.press("d")
        await player.until(lambda: "1950-08-18" in player.picture())
        await player.press("u")
        await player.until(lambda: "Take the newest entry back?" in player.picture())
        await player.press("down", "enter")
        await player.until(lambda: hq._house.campaigns.get("korea").state().date == "1950-08-17")
        await player.press("o")
        await player.until(lambda: "Order of battle" in player.picture())
        assert "Walter Novak" in player.picture()
        await player.press("escape", "l")
        await player.until(lambda: "the newest first" in player.picture())
        await player.press("escape", "slash")
        await player.until(lambda: "Search the record" in player.picture())
        await player.type(" Tobin ")
        await player.press("enter")
        await player.until(lambda: "The record: Tobin" in player.picture())
        assert "Frank Tobin joins" in player.picture() and "A-33" not in player.picture()
        await player.press("escape", "b")
        await player.until(lambda: bool(hq.looking_as(UMPIRE).campaigns.view("korea").battles))
        await player.press("escape")
        await player.until(lambda: "Go on with a campaign" in player.picture())

    show(hq, story)


def test_days_do_not_run_away_from_what_waits(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        await player.press("n")
        await player.until(lambda: "Roadblock at Obong-ni: this waits already" in player.picture())
        await player.press("escape")
        assert screen.now is not None and screen.now.view.date == "1950-08-17"
        await player.press("n")
        await player.until(lambda: "waits already" in player.picture())
        await player.press("n")
        await player.until(lambda: screen.now is not None and screen.now.view.date > "1950-08-17")

    show(hq, story)


def test_the_footer_offers_what_works(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        bar = screen.query_one(KeyBar)
        await player.until(lambda: "Day" in [word for _, word in bar.pairs])
        assert "Undo" not in [word for _, word in bar.pairs], "nothing was done yet"
        await player.press("d")
        await player.until(lambda: "Undo" in [word for _, word in bar.pairs])
        assert sum(len(key) + len(word) + 2 for key, word in bar.pairs) - 1 <= 80, "nothing is cut off"
        await player.press("o")
        await player.until(lambda: not bar.visible)
        await player.press("escape")
        await player.until(lambda: bar.visible)

    show(hq, story)


def test_a_side_sees_its_own_and_orders_nothing_for_all(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        assert screen.now is not None and screen.now.view.viewer == "nk"
        assert not {"Day", "Next", "Bots"} & {word for _, word in screen.query_one(KeyBar).pairs}

    show(hq, story, side="nk")


def test_a_battle_of_a_real_table_is_filed_with_who_won_and_words(hq: Headquarters, tmp_path: Path):
    async def story(player: Player, screen: CampaignScreen) -> None:
        await player.press("enter")
        await player.until(lambda: "who goes?" in player.picture())
        await player.press("enter")
        await player.until(lambda: "file its return" in player.picture())
        await player.press("enter")
        await player.until(lambda: "Who won?" in player.picture())
        await player.press("enter")
        await player.until(lambda: "What shall the record say of it?" in player.picture())
        await player.type("x" * 201)
        await player.press("enter")
        await player.until(lambda: "200 characters at the most" in player.picture())
        await player.press("ctrl+u")
        await player.type("Fog till noon")
        await player.press("enter")
        await player.until(lambda: hq._house.campaigns.get("korea").state().battles["n0-1"].status == "done")
        assert hq.campaigns.returns.form("korea", "n0-1")["reason"] == "Fog till noon"

    show(hq, story, source=folder(tmp_path / "files"))


def test_both_sides_say_what_came_of_it_and_the_umpire_compares(hq: Headquarters, tmp_path: Path):
    """Each at his own screen; the umpire sees the two beside each other, and files what leaves nothing to decide."""

    async def said(player: Player, screen: CampaignScreen) -> None:
        await player.until(lambda: "say what came of it" in player.picture())
        await player.press("enter")
        await player.until(lambda: "Who won, as you have it?" in player.picture())
        await player.press("enter")
        await player.until(lambda: "What shall the record say of it?" in player.picture())
        await player.type("Fog till noon")
        await player.press("enter")
        await player.until(lambda: "you have said what came of it" in player.picture())

    async def compared(player: Player, screen: CampaignScreen) -> None:
        await player.until(lambda: "Red and Blue said what came of it" in player.picture())
        await player.press("enter")
        await player.until(lambda: "what the sides say" in player.picture())
        (line,) = (one for one in player.picture().splitlines() if "winner" in one)
        assert line.split()[-4:-1] == ["red", "red", "agrees"], line
        await player.press("enter")
        await player.until(lambda: "File it?" in player.picture())
        await player.press("down", "enter")
        await player.until(lambda: hq._house.campaigns.get("korea").state().battles["n0-1"].status == "done")

    begin(hq, folder(tmp_path / "files"))
    show(hq, said, side="red", source="")
    show(hq, said, side="blue", source="")
    show(hq, compared, source="")
    assert hq.campaigns.view("korea").battles[0].reason == "Fog till noon"


def test_the_umpire_decides_what_one_side_alone_has_said(hq: Headquarters, tmp_path: Path):
    async def decided(player: Player, screen: CampaignScreen) -> None:
        await player.until(lambda: "Red said what came of it" in player.picture())
        await player.press("enter")
        await player.until(lambda: "Blue has said nothing yet." in player.picture())
        await player.press("enter")
        await player.until(lambda: "File it?" in player.picture())
        await player.press("down", "enter")
        await player.until(lambda: "Who won? What is open comes back as it went." in player.picture())
        await player.press("down", "enter")
        await player.until(lambda: "What shall the record say of it?" in player.picture())
        await player.press("enter")
        await player.until(lambda: hq._house.campaigns.get("korea").state().battles["n0-1"].status == "done")

    begin(hq, folder(tmp_path / "files"))
    half: dict[str, Any] = {
        "winner": "red",
        "asset": [{"id": "red-0", "fate": "lost"}, {"id": "blue-0", "fate": "lost"}],
    }
    assert isinstance(hq.looking_as("red").campaigns.halves.give("korea", "n0-1", half), Refusal)
    half["asset"] = half["asset"][:1]
    assert isinstance(hq.looking_as("red").campaigns.halves.give("korea", "n0-1", half), Acted)
    show(hq, decided, source="")
    view = hq.campaigns.view("korea")
    assert view.battles[0].winner == "blue" and [one.status for one in view.assets if one.id == "red-0"] == [
        "lost"
    ]


def begin(hq: Headquarters, source: Path) -> None:
    """A battle at a real table."""
    assert isinstance(hq.campaigns.new(source, name="korea"), Acted)
    assert isinstance(hq.campaigns.begin("korea", "n0", ["red-0", "blue-0"]), Acted)


def test_a_key_checks_the_record_and_says_what_was_proved(hq: Headquarters):
    async def story(player: Player, screen: CampaignScreen) -> None:
        await player.press("V")
        await player.until(lambda: "What was proved" in player.picture())
        assert hq.campaigns.verify("korea").definition in "".join(player.picture().split())
        assert "Rules: as shipped" in player.picture()
        await player.press("escape")

    show(hq, story)
