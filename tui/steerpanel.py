"""The panel of an action that is being steered: its parameters, and where they would lead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from campaign.answers import Refusal
from campaign.rules.system import Preview, Range, Ray
from tui.glyphs import ASCII, Glyphs
from tui.keys import bindings
from tui.messages import Steered, SteeredEnough, SteeringLeft
from tui.steering import Axis, Size, Steering, word, written
from tui.words import BOLD, DIM, refusal

Found = Preview | Refusal | None
Name = Callable[[str], str]
AXES = {"across": ("←→", "h l"), "along": ("↑↓", "k j"), "turn": ("[ ]", "[ ]")}


def steer_text(steering: Steering, found: Found, name: Name, glyphs: Glyphs) -> Text:
    """What the panel says. name: a piece's id → what it is called here."""
    text = Text(f"{steering.choice.label}\n", BOLD)
    keys = {at: AXES[axis][glyphs is ASCII] for axis, at in steering.axes.items()}
    for i, (one, value) in enumerate(zip(steering.ranges, steering.values, strict=True)):
        hand = i == steering.hand
        shown = (
            f"{one.name.replace('_', ' ')} {steering.typed}_"
            if hand and steering.typed
            else written(one, value)
        )
        text.append(f"{glyphs.shut if hand else ' '} {shown:<16}", BOLD if hand else "")
        text.append(f" {keys.get(i, 'Tab'):<4}{_limits(one, hand)}\n", DIM)
    match found:
        case Refusal():
            text.append(refusal(found, glyphs), BOLD)
        case Preview():
            for note in found.notes:
                text.append(f"{note}\n")
            _rays(text, "sees", found.sees, name, lambda ray: ray.target)
            _rays(text, "is seen by", found.seen, name, lambda ray: ray.source)
        case None:
            pass
    return text


def steer_keys(steering: Steering, glyphs: Glyphs) -> list[tuple[str, str]]:
    """What the last row of the screen says: keys and words."""
    axes = [
        (AXES[axis][glyphs is ASCII], steering.ranges[at].name.replace("_", " "))
        for axis, at in steering.axes.items()
    ]
    more = [("Tab", "next")] if len(steering.ranges) > 1 else []
    return [("Enter", "Do it"), *axes, (", .", "fine"), ("0-9", "exact"), *more, ("Esc", "Back")]


def _limits(one: Range, hand: bool) -> str:
    if one.words:
        words = (f"{i} {word(text)}" for i, text in enumerate(one.words, 1))
        return "  ".join(words) if hand else f"{len(one.words)} ways"
    limits = f"{one.lowest}–{one.highest}"
    return f"{limits}\n    {one.note}" if one.note and hand else limits


def _rays(text: Text, what: str, rays: Sequence[Ray], name: Name, end: Callable[[Ray], str]) -> None:
    if rays:
        text.append(f"{what}\n", DIM)
    for ray in rays:
        notes = f": {', '.join(ray.notes)}" if ray.notes else ""
        text.append(f" {name(end(ray))}{notes}\n")


class SteerPanel(VerticalScroll, can_focus=True):
    """Takes the keys while an action is steered. steering: None while none is."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("steer")

    def __init__(self) -> None:
        super().__init__()
        self.steering: Steering | None = None
        self.text = ""
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(self, found: Found, name: Name, glyphs: Glyphs) -> None:
        """found: where the action would lead, or why it would not."""
        if self.steering is not None:
            text = steer_text(self.steering, found, name, glyphs)
            self.text = glyphs.plain(text.plain)
            self._body.update(Text(self.text, spans=text.spans))

    # -- keys -------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if self.steering is not None and event.character and event.character in "0123456789":
            event.stop()
            self.steering.press(event.character)
            self._changed()

    def action_push(self, axis: Axis, way: int, size: Size = "usual") -> None:
        if self.steering is not None:
            self.steering.push(axis, way, size)
            self._changed()

    def action_nudge(self, way: int) -> None:
        if self.steering is not None:
            self.steering.nudge(way)
            self._changed()

    def action_next(self, way: int) -> None:
        if self.steering is not None:
            self.steering.next(way)
            self._changed()

    def action_rub_out(self) -> None:
        if self.steering is not None:
            self.steering.rub_out()
            self._changed()

    def action_scroll(self, way: int) -> None:
        self.scroll_relative(y=way * 4, animate=False)

    def action_do(self) -> None:
        """Take what was typed; without anything typed, do it."""
        if self.steering is not None and self.steering.settle():
            self._changed()
        else:
            self.post_message(SteeredEnough())

    def action_leave(self) -> None:
        self.post_message(SteeringLeft())

    def _changed(self) -> None:
        self.post_message(Steered())
