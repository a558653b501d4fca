"""The start screen: battles to go on with, scenarios to begin."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.answers import BattleInfo
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.rules.system import ScenarioInfo, System
from events.errors import DiaryError
from tui.host import host
from tui.keybar import KeyBar, main_keys
from tui.keys import bindings
from tui.newbattle import NewBattle, Wish, begin
from tui.panels import Notice
from tui.rows import Rows
from tui.words import BOLD, DIM, refusal

Scenarios = list[tuple[System, ScenarioInfo]]
Listed = tuple[list[BattleInfo], Scenarios]


def listed(headquarters: Headquarters) -> Listed:
    return headquarters.battles(), headquarters.scenarios()


def battle_line(info: BattleInfo, system: str) -> str:
    """A battle in the list: title, system, turn, and who is asked."""
    names = {side.id: side.name for side in info.sides}
    if info.verdict is not None:
        state = (
            f"over: {names.get(info.verdict.winner, 'nobody')} won" if info.verdict.winner else "over: a draw"
        )
    elif info.read_only:
        state = f"read only: {info.read_only}"
    else:
        bots = {seat.side: seat.bot for seat in info.seats if seat.bot}
        asked = [f"{names.get(p.side, p.side)}{' (bot)' if p.side in bots else ''}" for p in info.asked]
        phase = info.phase.replace("-", " ")
        state = f"turn {info.turn}, {phase}, {' and '.join(asked) or 'nobody'} to act"
    return f"{info.title}\n   {system or 'unknown rules'} · {state} · {info.entries} entries"


class StartScreen(Screen[None]):
    """What there is to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("start"),
    ]

    def __init__(self, headquarters: Headquarters) -> None:
        super().__init__()
        self._headquarters = headquarters
        self._meanings: list[BattleInfo | tuple[System, ScenarioInfo] | None] = []

    def compose(self) -> ComposeResult:
        yield Static(Text("War Diary"), id="title")
        yield Rows()
        yield Notice("")
        yield KeyBar()

    def on_mount(self) -> None:
        keys = main_keys("start", dict(host(self).settings.keys))
        self.query_one(KeyBar).tell([("Enter", "Open"), *keys, ("^p", "More")])

    def on_screen_resume(self) -> None:
        self.reread()

    def news(self) -> None:
        self.reread()

    def repaint(self) -> None:
        self.reread()

    @work(group="start", exclusive=True)
    async def reread(self) -> None:
        battles, scenarios = await host(self).line.ask("reading the battles", listed, self._headquarters)
        titles = {system.id: system.title for system, _ in scenarios}
        plain = host(self).glyphs.plain
        rows: list[tuple[Text, BattleInfo | tuple[System, ScenarioInfo] | None]] = []
        if battles:
            rows.append((Text("Go on with a battle", BOLD), None))
            for info in reversed(battles):
                text = plain(battle_line(info, titles.get(info.system, info.system)))
                rows.append((Text(f" {text}"), info))
        rows.append((Text("Begin a new battle", BOLD), None))
        for system, scenario in scenarios:
            text = Text(f" {plain(scenario.title)}\n   ")
            text += Text(plain(f"{system.title} · {scenario.summary}"), DIM)
            rows.append((text, (system, scenario)))
        self._fill(rows)
        if host(self).welcome:
            self.query_one(Notice).tell(host(self).welcome, True)

    def _fill(self, rows: list[tuple[Text, BattleInfo | tuple[System, ScenarioInfo] | None]]) -> None:
        choices = self.query_one(Rows)
        at, old = choices.highlighted, len(self._meanings)
        choices.set_options(Option(text, disabled=meaning is None) for text, meaning in rows)
        self._meanings = [meaning for _, meaning in rows]
        if at is not None and old == len(rows):
            choices.highlighted = at
        else:
            choices.highlighted = next((i for i, one in enumerate(self._meanings) if one is not None), None)

    @work(group="open", exclusive=True)
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        match self._meanings[event.option_index]:
            case BattleInfo() as info:
                host(self).open_battle(info.battle)
            case (system, scenario):
                wish: Wish | None = await host(self).push_screen_wait(NewBattle(system, scenario))
                if wish is None:
                    return
                try:
                    answer = await host(self).line.ask("opening a battle", begin, self._headquarters, wish)
                except (DiaryError, Refused) as error:
                    self.query_one(Notice).tell(str(error), True)
                    return
                if isinstance(answer, str):
                    host(self).open_battle(answer)
                else:
                    self.query_one(Notice).tell(refusal(answer, host(self).glyphs), True)
            case None:
                pass
