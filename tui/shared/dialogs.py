"""Small questions above a screen. Each answers with a value, or None when it is left with Escape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.shared.keys import bindings
from tui.shared.rows import Rows

T = TypeVar("T")


@dataclass(frozen=True)
class Wrong:
    """What was typed is no answer. why: a sentence."""

    why: str


class Dialog(ModalScreen[T | None], Generic[T]):
    """A box in the middle that Escape leaves without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", key_display="Esc"),
        *bindings("dialog"),
    ]

    def action_leave(self) -> None:
        self.dismiss(None)


class Ask(Dialog[T]):
    """A question answered by typing. check: the answer's value, or why there is none. only: a pattern of what may be
    typed at all, "" for anything."""

    def __init__(
        self,
        question: str,
        check: Callable[[str], T | Wrong],
        hint: str = "",
        value: str = "",
        only: str = "",
    ) -> None:
        super().__init__()
        self._only = only
        self._question, self._check, self._hint, self._value = question, check, hint, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self._question), classes="question")
            yield Input(self._value, placeholder=self._hint, restrict=self._only or None)
            yield Static(Text("Enter: done   Esc: not now"), classes="note")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        found = self._check(event.value)
        if isinstance(found, Wrong):
            self.query_one(".note", Static).update(Text(found.why))
        else:
            self.dismiss(found)


class Choose(Dialog[int]):
    """A question with a few answers; answers with the number of the one chosen, from 0.

    again: the keys that asked; pressed once more they choose the last answer.
    """

    def __init__(self, question: str, answers: Sequence[str], at: int = 0, again: str = "") -> None:
        super().__init__()
        self._question, self._answers, self._at, self._again = question, answers, at, again

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self._question), classes="question")
            yield Rows(*(Option(Text(answer)) for answer in self._answers))

    def on_mount(self) -> None:
        self.query_one(Rows).highlighted = self._at

    def on_key(self, event: events.Key) -> None:
        if event.key in self._again.split(","):
            event.stop()
            self.dismiss(len(self._answers) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class Page(Dialog[bool]):
    """A text to read and scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,question_mark,f1,i", "leave", "Back", show=False),
        Binding("j", "scroll(1)", "down", show=False),
        Binding("k", "scroll(-1)", "up", show=False),
    ]

    def __init__(self, title: str, text: Text) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(Text(self._title), classes="question")
            with VerticalScroll():
                yield Static(self._text)
            yield Static(Text("Arrows or j k: scroll   Esc: back"), classes="note")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, step: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)
