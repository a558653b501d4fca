"""A force, line by line: what it costs, what is wrong with it, and what could still be added."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.library.answers import RosterInfo
from campaign.rules.roster import Fit, RosterReport
from campaign.rules.wording import count, noun
from tui.shared.dialogs import Ask, Dialog, Wrong
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.rows import Rows
from tui.shared.words import BOLD, DIM

T = TypeVar("T")
Roster = Mapping[str, Any]


def fit_rows(report: RosterReport, wanted: str) -> list[tuple[Text, Fit | None]]:
    """What fits, by where it goes. wanted: words that it must have; headings have no fit."""
    words = wanted.lower().split()
    rows: list[tuple[Text, Fit | None]] = []
    places = dict.fromkeys(fit.where for fit in report.fits)
    for where in places:
        fits = [
            fit
            for fit in report.fits
            if fit.where == where
            and all(w in f"{fit.name} {fit.kind} {unit_name(report, where)}".lower() for w in words)
        ]
        if fits:
            rows.append((Text(f"to {unit_name(report, where)}" if where else "to the force", BOLD), None))
        for fit in fits:
            text = Text(f" {fit.cost:>3}  {fit.name}")
            rows.append((text.append(f"  {fit.kind}" if fit.kind else "", DIM), fit))
    return rows


def unit_name(report: RosterReport, where: str) -> str:
    """What a unit of the roster is called: its number and its line, if the place is a number."""
    units = [text for indent, text, _ in report.lines if indent == 0]
    if where.isdecimal() and int(where) < len(units):
        return f"{int(where) + 1}. {units[int(where)]}"
    return where


def unit_of(report: RosterReport, line: int) -> str:
    """The number of the unit that a line belongs to."""
    return str(sum(indent == 0 for indent, _, _ in report.lines[: line + 1]) - 1)


def problems_text(report: RosterReport) -> Text:
    """Cost, and what is wrong."""
    limit = f" of {report.limit}" if report.limit else ""
    points = noun(report.limit or report.cost, "point")
    text = Text(f"{report.cost}{limit} {points}: {'sound' if report.sound else 'not sound yet'}", BOLD)
    for problem in report.problems:
        where = f"{problem.where}: " if problem.where and not problem.where.startswith("$") else ""
        rule = f" [rule {problem.rule}]" if problem.rule else ""
        text.append(f"\n{where}{problem.reason}{rule}")
    return text


class RosterPage(Dialog[None]):
    """Left what the force consists of, right what fits. Saved only when asked for."""

    asked = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,left,right", "switch", "Other list", show=False),
        Binding("d,delete,backspace", "remove", "Take out", show=False),
        Binding("slash", "search", "Search", show=False),
        Binding("p", "limit", "Points", show=False),
        Binding("t", "title", "Title", show=False),
        Binding("s", "save", "Save", show=False),
    ]

    def __init__(self, host: Host, info: RosterInfo, content: Roster) -> None:
        super().__init__()
        self._host, self._headquarters, self._info = host, host.headquarters, info
        self.content = content
        self._limit, self._wanted = 0, ""
        self._saved = content
        self._asked_to_leave = False
        self._report: RosterReport | None = None
        self._fits: list[Fit | None] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static("", classes="question")
            with Horizontal(classes="pair"):
                yield Rows(id="lines")
                yield Rows(id="fits")
            yield Static("", classes="problem")
            yield Static(
                Text("Tab: lists  Enter: add  d: take out  /: search  p: points  t: title  s: save"),
                classes="note",
            )

    def on_mount(self) -> None:
        self._judge()

    @work(group="judge", exclusive=True)
    async def _judge(self) -> None:
        await self._judged(self.content)

    async def _judged(self, content: Roster) -> bool:
        """Show a roster if it is one."""
        here, hq = self._host, self._headquarters
        try:
            report = await here.line.ask(
                "checking", hq.rosters.judge, self._info.system, content, self._limit
            )
        except Failed as failed:
            self._tell(str(failed))
            return False
        self.content, self._report = content, report
        self._asked_to_leave = False
        self._fill()
        return True

    def _tell(self, text: str) -> None:
        self.query_one(".problem", Static).update(Text(self._host.glyphs.plain(text)))

    def _fill(self) -> None:
        report = self._report
        if report is None:
            return
        plain = self._host.glyphs.plain
        problems = problems_text(report)
        self.query_one(".question", Static).update(Text(plain(report.title)))
        self.query_one(".problem", Static).update(Text(plain(problems.plain), spans=problems.spans))
        lines = self.query_one("#lines", Rows)
        at = lines.highlighted or 0
        lines.set_options(
            Option(Text(plain(f"{points:>4}  {'  ' * indent}{text}")))
            for indent, text, points in report.lines
        )
        lines.highlighted = min(at, len(report.lines) - 1) if report.lines else None
        self._fill_fits(report)

    def _fill_fits(self, report: RosterReport) -> None:
        fits, before = self.query_one("#fits", Rows), self._fit
        rows = fit_rows(report, self._wanted)
        if not rows:
            used = f"{report.cost} of {count(report.limit, 'point')} are used" if report.limit else ""
            none = "Nothing of that name fits." if self._wanted else f"Nothing fits{used and f': {used}'}."
            rows = [(Text(none), None)]
        plain = self._host.glyphs.plain
        fits.set_options(
            Option(Text(plain(text.plain), spans=text.spans), disabled=fit is None) for text, fit in rows
        )
        self._fits = [fit for _, fit in rows]
        same = next((i for i, f in enumerate(self._fits) if f and before and _same(f, before)), None)
        first = next((i for i, fit in enumerate(self._fits) if fit is not None), None)
        fits.highlighted = same if same is not None else first

    @property
    def _fit(self) -> Fit | None:
        at = self.query_one("#fits", Rows).highlighted
        return self._fits[at] if at is not None and at < len(self._fits) else None

    # -- keys -------------------------------------------------------------------------------------------------

    def action_switch(self) -> None:
        lines, fits = self.query_one("#lines", Rows), self.query_one("#fits", Rows)
        (fits if lines.has_focus else lines).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "fits":
            self._add()
        elif self._report is not None:
            where, fits = unit_of(self._report, event.option_index), self.query_one("#fits", Rows)
            first = next((i for i, fit in enumerate(self._fits) if fit and fit.where == where), None)
            fits.highlighted = fits.highlighted if first is None else first
            fits.focus()

    @work(group="change")
    async def _add(self) -> None:
        fit = self._fit
        if fit is not None:
            await self._change(self._headquarters.rosters.added, fit)

    @work(group="change")
    async def action_remove(self) -> None:
        at = self.query_one("#lines", Rows).highlighted
        if at is not None:
            await self._change(self._headquarters.rosters.removed, at)

    async def _change(self, do: Callable[[str, Roster, T], Roster], what: T) -> None:
        try:
            content = await self._host.line.ask("changing", do, self._info.system, self.content, what)
        except Failed as failed:
            self._tell(str(failed))
            return
        await self._judged(content)

    @work(group="dialog", exclusive=True)
    async def action_search(self) -> None:
        dialog: Ask[str] = Ask("What fits, and has these words", str.strip, "a name, a kind", asked=True)
        found = await self._host.push_screen_wait(dialog)
        if found is not None and self._report is not None:
            self._wanted = found
            self._fill_fits(self._report)
            self.query_one("#fits", Rows).focus()

    @work(group="dialog", exclusive=True)
    async def action_limit(self) -> None:
        def check(text: str) -> int | Wrong:
            number = text.strip().isdecimal() and len(text) < 6
            return int(text) if number else Wrong("A number of points, please.")

        shown = str(self._report.limit) if self._report is not None else ""
        dialog: Ask[int] = Ask("How many points may it cost?", check, "50", shown, asked=True)
        found = await self._host.push_screen_wait(dialog)
        if found is not None and "limit" in self.content:
            await self._judged({**self.content, "limit": found})
        elif found is not None:
            self._limit = found
            self._judge()

    @work(group="dialog", exclusive=True)
    async def action_title(self) -> None:
        def check(text: str) -> str | Wrong:
            return text.strip() or Wrong("A title, please.")

        shown = self._report.title if self._report is not None else ""
        dialog: Ask[str] = Ask("What is it called?", check, "", shown, asked=True)
        found = await self._host.push_screen_wait(dialog)
        if found is not None:
            await self._judged({**self.content, "title": found})

    @work(group="dialog", exclusive=True)
    async def action_save(self) -> None:
        def check(text: str) -> str | Wrong:
            return text.strip() or Wrong("A name, please.")

        here, usual = self._host, self._info.id if self._info.own else f"my-{self._info.id}"
        dialog: Ask[str] = Ask(
            "Save it under which name?\nSmall letters, digits and hyphens.", check, usual, usual, asked=True
        )
        found = await here.push_screen_wait(dialog)
        if found is None:
            return
        try:
            await here.line.ask(
                "saving", self._headquarters.rosters.save, self._info.system, found, self.content
            )
        except (Failed, OSError) as error:
            self._tell(str(error))
            return
        self._saved = self.content
        self._tell(f"Saved as {found}.")

    def action_leave(self) -> None:
        if self.content != self._saved and not self._asked_to_leave:
            self._asked_to_leave = True
            self._tell("Not saved yet: s saves it, Esc once more throws the changes away.")
        else:
            self.dismiss(None)


def _same(one: Fit, other: Fit) -> bool:
    return (one.id, one.where) == (other.id, other.where)
