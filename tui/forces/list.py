"""Forces: those that come with the rules, and those of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.library.answers import RosterInfo
from campaign.library.packs import SystemInfo
from campaign.rules.wording import count
from tui.forces.page import RosterPage
from tui.shared.dialogs import Choose, Dialog
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.rows import Rows
from tui.shared.words import BOLD, DIM


def roster_line(info: RosterInfo) -> Text:
    """A force in the list: its name, its points, and what is wrong with it."""
    text = Text(f" {info.title}").append(f"  {count(info.cost, 'point')}", DIM)
    if info.own:
        text.append(f"  saved as {info.id}", DIM)
    if not info.sound:
        text.append(f"\n   {info.problem}", BOLD)
    return text


class RosterList(Dialog[None]):
    """Enter changes a force, or makes a new one from a ready-made one."""

    asked = True

    BINDINGS: ClassVar[list[BindingType]] = [Binding("d,delete", "delete", "Throw away", show=False)]

    def __init__(self, host: Host, systems: Sequence[SystemInfo]) -> None:
        super().__init__()
        self._host, self._headquarters, self._systems = host, host.headquarters, systems
        self._meanings: list[RosterInfo | None] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(Text("Forces"), classes="question")
            yield Rows()
            yield Static("", classes="problem")
            yield Static(
                Text("Enter: open it, change it, save it as your own   d: throw away   Esc: back"),
                classes="note",
            )

    def on_mount(self) -> None:
        self._reread()

    @work(group="rosters", exclusive=True)
    async def _reread(self) -> None:
        here, rows = self._host, list[tuple[Text, RosterInfo | None]]()
        for system in self._systems:
            infos = await here.line.ask("reading rosters", self._headquarters.rosters.all, system.id)
            if infos:
                rows.append((Text(here.glyphs.plain(system.title), BOLD), None))
            for info in infos:
                text = roster_line(info)
                rows.append((Text(here.glyphs.plain(text.plain), spans=text.spans), info))
        if not rows:
            rows.append((Text("None of the rule systems here lets one choose forces."), None))
        choices = self.query_one(Rows)
        at = choices.highlighted
        choices.set_options(Option(text, disabled=info is None) for text, info in rows)
        self._meanings = [info for _, info in rows]
        first = next((i for i, info in enumerate(self._meanings) if info is not None), None)
        choices.highlighted = at if at is not None and at < len(rows) and self._meanings[at] else first

    @property
    def _info(self) -> RosterInfo | None:
        at = self.query_one(Rows).highlighted
        return self._meanings[at] if at is not None and at < len(self._meanings) else None

    @work(group="dialog", exclusive=True)
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        info, here = self._meanings[event.option_index], self._host
        if info is None:
            return
        try:
            content = await here.line.ask("reading", self._headquarters.rosters.show, info.system, info.id)
        except Failed as failed:
            self.query_one(".problem", Static).update(Text(here.glyphs.plain(str(failed))))
            return
        await here.push_screen_wait(RosterPage(self._host, info, content))
        self._reread()

    @work(group="dialog", exclusive=True)
    async def action_delete(self) -> None:
        info, here = self._info, self._host
        if info is None or not info.own:
            self.query_one(".problem", Static).update(Text("Only forces of your own can be thrown away."))
            return
        if await here.push_screen_wait(Choose(f"Throw {info.id} away?", ["No", "Yes"], asked=True)) == 1:
            await here.line.ask("deleting", self._headquarters.rosters.delete, info.system, info.id)
            self._reread()
