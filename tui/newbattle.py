"""A new battle: who plays which side, which dice, how undo works."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.answers import Acted, DiceNeeded, Refusal
from campaign.headquarters import Headquarters
from campaign.rules.system import ScenarioInfo, System
from campaign.table import DiceMode, Seat, UndoPolicy
from tui.dialogs import Dialog
from tui.rows import Rows


class Wish(NamedTuple):
    """A battle as somebody wants it. undo: None leaves it to headquarters."""

    system: str
    scenario: str
    seats: tuple[Seat, ...]
    dice: DiceMode
    undo: UndoPolicy | None


class Setting(NamedTuple):
    """A line of the form and what it may be set to: words for the screen, each with its value."""

    label: str
    values: tuple[tuple[str, str], ...]


def settings_for(system: System, scenario: ScenarioInfo) -> list[Setting]:
    seats = (("this screen", ""), *((f"bot: {bot}", bot) for bot in system.bots))
    dice = (("sealed: rolled here, provably fair", "sealed"), ("typed: real dice on your table", "typed"))
    undo = (("as usual: free unless two people play", ""), ("free", "free"), ("by consent", "consent"))
    return [
        *(Setting(side.name, seats) for side in scenario.sides),
        Setting("Dice", dice),
        Setting("Undo", undo),
    ]


def wish(system: System, scenario: ScenarioInfo, values: list[str]) -> Wish:
    """What the form says, given the value of every line."""
    *bots, dice, undo = values
    seats = tuple(Seat(side.id, "", bot) for side, bot in zip(scenario.sides, bots, strict=True))
    kept: UndoPolicy | None = "free" if undo == "free" else "consent" if undo == "consent" else None
    return Wish(system.id, scenario.id, seats, "typed" if dice == "typed" else "sealed", kept)


def begin(headquarters: Headquarters, wanted: Wish) -> str | Refusal:
    """Open it; answers with the battle's id."""
    answer = headquarters.new(
        wanted.scenario, system=wanted.system, seats=wanted.seats, dice=wanted.dice, undo=wanted.undo
    )
    match answer:
        case Acted():
            return answer.battle
        case Refusal():
            return answer
        case DiceNeeded():
            return Refusal("Opening a battle needs no dice; this should not happen.")


class NewBattle(Dialog[Wish]):
    """The form. Arrows choose a line and change it, Enter on the last one begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "turn(1)", "Change"),
        Binding("left,h", "turn(-1)", "Change back", show=False),
    ]

    def __init__(self, system: System, scenario: ScenarioInfo) -> None:
        super().__init__()
        self._system, self._scenario = system, scenario
        self._settings = settings_for(system, scenario)
        self._at = [0] * len(self._settings)

    def compose(self) -> ComposeResult:
        scenario = self._scenario
        about = "\n".join([f"{self._system.title}: {scenario.title}", "", scenario.summary, *scenario.notes])
        with Vertical(classes="page"):
            yield Static(Text(about), classes="question")
            yield Rows(*self._lines())
            yield Static(Text("Left, right: change   Enter: begin   Esc: back"), classes="note")

    def on_mount(self) -> None:
        self.query_one(Rows).highlighted = len(self._settings)

    def _lines(self) -> list[Option]:
        lines = [
            Option(Text(f"{one.label:<16.16} < {one.values[at][0]} >"))
            for one, at in zip(self._settings, self._at, strict=True)
        ]
        return [*lines, Option(Text("Begin the battle"))]

    def action_turn(self, step: int) -> None:
        choices = self.query_one(Rows)
        line = choices.highlighted
        if line is None or line >= len(self._settings):
            return
        self._at[line] = (self._at[line] + step) % len(self._settings[line].values)
        choices.set_options(self._lines())
        choices.highlighted = line

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._settings):
            self.action_turn(1)
            return
        values = [one.values[at][1] for one, at in zip(self._settings, self._at, strict=True)]
        self.dismiss(wish(self._system, self._scenario, values))
