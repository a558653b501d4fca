"""Small questions above a screen. Each answers with a value, or None when it is left with Escape.

What comes up by itself hears no key for a moment: what is typed then was meant for something else. So it is with
whatever does not say that a key asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.shared.keys import bindings
from tui.shared.rows import Rows

T = TypeVar("T")
GUARD = 0.5
"""Seconds for which what comes up by itself hears no key."""


@dataclass(frozen=True)
class Wrong:
    """What was typed is no answer. why: a sentence."""

    why: str


class _Program(Protocol):
    def uncover(self, screen: Screen[Any]) -> bool: ...


class Above(Screen[T | None], Generic[T]):
    """What lies over a place until it is answered. asked: whether a key asked for it.

    A cover may take it away before anything stands in it: whatever is done when it is mounted must bear that.
    """

    asked: bool = False

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Answer, once; whatever was opened over it goes with it."""
        if not cast("_Program", self.app).uncover(self):  # pyright: ignore[reportUnknownMemberType]
            return AwaitComplete.nothing()
        return super().dismiss(result)


class Dialog(ModalScreen[T | None], Above[T], Generic[T]):
    """A box in the middle that Escape leaves without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", key_display="Esc"),
        *bindings("dialog"),
    ]

    def action_leave(self) -> None:
        self.dismiss(None)


class Ask(Dialog[T]):
    """A question answered by typing. check: the answer's value, or why there is none. only: a pattern of what may be
    typed at all, "" for anything. asked: whether a key asked for it."""

    def __init__(
        self,
        question: str,
        check: Callable[[str], T | Wrong],
        hint: str = "",
        value: str = "",
        only: str = "",
        asked: bool = False,
    ) -> None:
        super().__init__()
        self.asked = asked
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

    asked: whether a key asked for it. again: the keys that did; pressed once more they choose the last answer. Of what
    comes by itself the first answer is one that can be taken back.
    """

    def __init__(
        self, question: str, answers: Sequence[str], at: int = 0, again: str = "", asked: bool = False
    ) -> None:
        super().__init__()
        self.asked = asked or bool(again)
        self._question, self._answers, self._at, self._again = question, answers, at, again

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self._question), classes="question")
            yield Rows(*(Option(Text(answer)) for answer in self._answers))

    def on_mount(self) -> None:
        for rows in self.query(Rows):
            rows.highlighted = self._at

    def ask(self, question: str) -> None:
        """Something has happened: ask otherwise, and begin anew."""
        self._question = question
        for shown in self.query(".question").results(Static):
            shown.update(Text(question))
        self.on_mount()

    def on_key(self, event: events.Key) -> None:
        if event.key in self._again.split(","):
            event.stop()
            self.dismiss(len(self._answers) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class Page(Dialog[bool]):
    """A text to read and scroll."""

    asked = True

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
        for text in self.query(VerticalScroll):
            text.focus()

    def action_scroll(self, step: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)
