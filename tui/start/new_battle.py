"""A new battle: who plays which side, what the scenario lets one choose, which dice, how undo works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from campaign.rules.options import ScenarioInfo
from tui.forces.list import RosterList
from tui.shared.dialogs import Choose, Dialog, Page
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.rows import Rows
from tui.shared.words import refusal
from tui.start.form import UNCHOSEN, begin, form_lines, wish

MANY = 10
FEW = 4
"""Of so many values one at most walks through with the arrows; more are listed by Enter."""


class NewBattle(Dialog[str]):
    """The form. Arrows choose a line and change it, Enter on the last one begins. Answers with the battle's id."""

    asked = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "turn(1)", "Change"),
        Binding("left,h", "turn(-1)", "Change back", show=False),
        Binding("shift+right,L", f"turn({MANY})", "Change much", show=False),
        Binding("shift+left,H", f"turn(-{MANY})", "Change back much", show=False),
        Binding("home", "go(0)", "First line", show=False),
        Binding("end", "go(-1)", "Begin the battle", show=False),
        Binding("i", "about", "About the scenario", show=False),
        Binding("f", "forces", "Forces", show=False),
    ]

    def __init__(
        self,
        host: Host,
        system: SystemInfo,
        scenario: ScenarioInfo,
        rosters: Sequence[RosterInfo] = (),
        people: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._host, self._headquarters = host, host.headquarters
        self._system, self._scenario = system, scenario
        self._people = people
        self._lines = form_lines(system, scenario, rosters, people)
        self._at = [one.at for one in self._lines]
        self._beginning = False

    def compose(self) -> ComposeResult:
        plain, scenario = self._host.glyphs.plain, self._scenario
        ours = ("Some of it is our reconstruction; i says what.",) if scenario.reconstructed else ()
        told = (f"{self._system.title}: {scenario.title}", scenario.summary, *ours)
        with Vertical(classes="page"):
            yield Static(
                Text(plain("\n".join(told))),
                classes="question",
            )
            yield Rows(*self._options())
            yield Static("", classes="problem")
            yield Static("", classes="note")

    def on_mount(self) -> None:
        """Begin at once, unless there are forces to choose first."""
        self.query_one(Rows).highlighted = 0 if self._forces() else len(self._lines)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What the keys mean on this line."""
        event.stop()
        self.query_one(".note", Static).update(
            Text("   ".join((*self._keys(event.option_index), "Esc: back")))
        )

    def _keys(self, line: int) -> Iterator[str]:
        if line < len(self._lines):
            many = len(self._lines[line].values) > FEW
            yield from ("Enter: choose" if many else "Left, right: change", "End, Enter: begin")
        else:
            yield from ("Enter: begin", "Up: change it", "Home: top")
        yield "i: about it"
        if self._forces():
            yield "f: forces"

    def _forces(self) -> bool:
        return any(one.forces for one in self._lines)

    def _options(self) -> list[Option]:
        wide = min(max((len(one.label) for one in self._lines), default=0) + 1, 32)
        plain = self._host.glyphs.plain
        lines: list[Option] = []
        for one, at in zip(self._lines, self._at, strict=True):
            label = f"{one.label:<{wide}}" if len(one.label) <= wide else f"{one.label}\n{'':<{wide}}"
            lines.append(Option(Text(plain(f"{label} < {one.values[at][0] if one.values else '-'} >"))))
        return [*lines, Option(Text("Begin the battle"))]

    def _fill(self, line: int | None) -> None:
        choices = self.query_one(Rows)
        choices.set_options(self._options())
        choices.highlighted = line

    def _problem(self, text: str) -> None:
        self.query_one(".problem", Static).update(Text(text))

    def action_go(self, line: int) -> None:
        """To the first line, or with -1 to the last one."""
        choices = self.query_one(Rows)
        choices.highlighted = line % choices.option_count

    def action_turn(self, step: int) -> None:
        line = self.query_one(Rows).highlighted
        if line is None or line >= len(self._lines) or not self._lines[line].values:
            return
        count = len(self._lines[line].values)
        if abs(step) == MANY and count <= MANY:
            step //= MANY
        at = self._at[line] + step
        self._at[line] = at % count if abs(step) == 1 else min(max(at, 0), count - 1)
        self._fill(line)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        line = event.option_index
        if line < len(self._lines) and len(self._lines[line].values) > FEW:
            self._choose(line)
        elif line < len(self._lines):
            self.action_turn(1)
        elif not self._beginning:
            self._begin()

    @work(group="dialog", exclusive=True)
    async def _choose(self, line: int) -> None:
        """All values of a line that has many."""
        one, plain = self._lines[line], self._host.glyphs.plain
        words = [plain(words) for words, _ in one.values]
        at = await self._host.push_screen_wait(Choose(one.label, words, self._at[line], asked=True))
        if at is not None:
            self._at[line] = at
            self._fill(line)

    @work(group="begin")
    async def _begin(self) -> None:
        """Open the battle; what is refused is told here, and can be put right."""
        values = {
            one.id: one.values[at][1] if one.values else UNCHOSEN
            for one, at in zip(self._lines, self._at, strict=True)
        }
        wanted, here = wish(self._system, self._scenario, values), self._host
        self._beginning = True
        try:
            answer = await here.line.ask("opening a battle", begin, self._headquarters, wanted)
        except Failed as failed:
            self._problem(here.glyphs.plain(str(failed)))
            return
        finally:
            self._beginning = False
        if isinstance(answer, str):
            self.dismiss(answer)
        else:
            self._problem(refusal(answer, here.glyphs))

    @work(group="dialog", exclusive=True)
    async def action_about(self) -> None:
        scenario, here = self._scenario, self._host
        parts = [
            scenario.summary,
            *scenario.notes,
            *scenario.reconstructed,
            *([f"Source: {scenario.source}"] if scenario.source else []),
        ]
        text = here.glyphs.plain("\n\n".join(part for part in parts if part))
        await here.push_screen_wait(Page(here.glyphs.plain(scenario.title), Text(text)))

    @work(group="dialog", exclusive=True)
    async def action_forces(self) -> None:
        """Look at forces, and build new ones."""
        if not self._forces():
            return
        here = self._host
        await here.push_screen_wait(RosterList(self._host, [self._system]))
        chosen = [
            one.values[at][1] if one.values else UNCHOSEN
            for one, at in zip(self._lines, self._at, strict=True)
        ]
        rosters = await here.line.ask("reading rosters", self._headquarters.rosters.all, self._system.id)
        self._lines = form_lines(self._system, self._scenario, rosters, self._people)
        self._at = [
            next((i for i, (_, value) in enumerate(one.values) if value == was), one.at)
            for one, was in zip(self._lines, chosen, strict=True)
        ]
        self._fill(self.query_one(Rows).highlighted)
