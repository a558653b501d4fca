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

from campaign.rules.options import Odds, Range
from campaign.rules.views import Preview, Ray
from campaign.shared.answers import Refusal
from tui.battle.messages import Steered, SteeredEnough, SteeringLeft
from tui.battle.parameters import Axis, Parameters, Size, word, written
from tui.battle.words import odds_lines
from tui.shared.glyphs import ASCII, Glyphs
from tui.shared.keys import bindings
from tui.shared.words import BOLD, DIM, refusal

Found = Preview | Odds | Refusal | None
Name = Callable[[str], str]
AXES = {"across": ("←→", "h l"), "along": ("↑↓", "k j"), "turn": ("[ ]", "[ ]")}
OVER_THE_MAP = ("←↑→", "hjkl")
"""The keys of a hex that follows the arrows."""


def steer_text(parameters: Parameters, found: Found, name: Name, glyphs: Glyphs) -> Text:
    """What the panel says. name: a piece's id → what it is called here."""
    text = Text(f"{parameters.choice.label}\n", BOLD)
    keys = _keys(parameters, glyphs)
    for i, (one, value) in enumerate(zip(parameters.ranges, parameters.values, strict=True)):
        hand = i == parameters.hand
        shown = (
            f"{one.name.replace('_', ' ')} {parameters.typed}_"
            if hand and parameters.typed
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
        case Odds():
            text.append_text(odds_lines(parameters.choice, found, glyphs))
        case None:
            pass
    return text


def steer_keys(parameters: Parameters, glyphs: Glyphs) -> list[tuple[str, str]]:
    """What the last row of the screen says: keys and words."""
    axes = [
        (keys, parameters.ranges[at].name.replace("_", " ")) for at, keys in _keys(parameters, glyphs).items()
    ]
    more = [("Tab", "next")] if len(parameters.ranges) > 1 else []
    return [("Enter", "Do it"), *axes, (", .", "fine"), ("0-9", "exact"), *more, ("Esc", "Back")]


def _keys(parameters: Parameters, glyphs: Glyphs) -> dict[int, str]:
    """Parameter → the keys that change it."""
    found = {at: AXES[axis][glyphs is ASCII] for axis, at in parameters.axes.items()}
    over = (at for at in found if parameters.ranges[at].places is not None)
    return {**found, **dict.fromkeys(over, OVER_THE_MAP[glyphs is ASCII])}


def _limits(one: Range, hand: bool) -> str:
    if one.words:
        words = (f"{i} {word(text)}" for i, text in enumerate(one.words, 1))
        return "  ".join(words) if hand else f"{len(one.words)} ways"
    limits = str(one.places) if one.places is not None else f"{one.lowest}–{one.highest}"
    return f"{limits}\n    {one.note}" if one.note and hand else limits


def _rays(text: Text, what: str, rays: Sequence[Ray], name: Name, end: Callable[[Ray], str]) -> None:
    if rays:
        text.append(f"{what}\n", DIM)
    for ray in rays:
        notes = f": {', '.join(ray.notes)}" if ray.notes else ""
        text.append(f" {name(end(ray))}{notes}\n")


class SteeringPanel(VerticalScroll, can_focus=True):
    """Takes the keys while an action is steered. parameters: None while none is."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("steer")

    def __init__(self) -> None:
        super().__init__()
        self.parameters: Parameters | None = None
        self.text = ""
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(self, found: Found, name: Name, glyphs: Glyphs) -> None:
        """found: where the action would lead, or why it would not."""
        if self.parameters is not None:
            text = steer_text(self.parameters, found, name, glyphs)
            self.text = glyphs.plain(text.plain)
            self._body.update(Text(self.text, spans=text.spans))

    # -- keys -------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if self.parameters is not None and event.character and event.character in "0123456789":
            event.stop()
            self.parameters.press(event.character)
            self._changed()

    def action_push(self, axis: Axis, way: int, size: Size = "usual") -> None:
        if self.parameters is not None:
            self.parameters.push(axis, way, size)
            self._changed()

    def action_nudge(self, way: int) -> None:
        if self.parameters is not None:
            self.parameters.nudge(way)
            self._changed()

    def action_next(self, way: int) -> None:
        if self.parameters is not None:
            self.parameters.next(way)
            self._changed()

    def action_rub_out(self) -> None:
        if self.parameters is not None:
            self.parameters.rub_out()
            self._changed()

    def action_scroll(self, way: int) -> None:
        self.scroll_relative(y=way * 4, animate=False)

    def action_do(self) -> None:
        """Take what was typed; without anything typed, do it."""
        if self.parameters is not None and self.parameters.settle():
            self._changed()
        else:
            self.post_message(SteeredEnough())

    def action_leave(self) -> None:
        self.post_message(SteeringLeft())

    def _changed(self) -> None:
        self.post_message(Steered())
