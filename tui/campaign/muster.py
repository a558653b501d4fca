"""Which assets go into a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.campaigns.answers import AssetView, NodeView
from tui.shared.dialogs import Dialog
from tui.shared.host import Host
from tui.shared.rows import Rows
from tui.shared.words import BOLD, DIM


class MusterPage(Dialog[tuple[str, ...]]):
    """Enter takes one along or leaves it; the first row begins."""

    asked = True

    def __init__(
        self, host: Host, node: NodeView, able: Sequence[AssetView], sides: Mapping[str, str]
    ) -> None:
        """sides: their names."""
        super().__init__()
        self._sides = sides
        self._host, self._node, self._able = host, node, able
        self._chosen = set(node.suggested)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            question = f"{self._node.title}: who goes? {', '.join(self._node.limits)}"
            yield Static(Text(question), classes="question")
            yield Rows()
            yield Static(
                Text("Enter: take along or leave; the first row begins   ?: help   Esc: back"), classes="note"
            )

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, at: int) -> None:
        plain = self._host.glyphs.plain
        rows = [Option(Text(f"Begin with {len(self._chosen)} of {len(self._able)}", BOLD))]
        widest = max((len(self._sides[one.side]) for one in self._able), default=0)
        for one in self._able:
            mark = "[x]" if one.id in self._chosen else "[ ]"
            stores = ", ".join(f"{one.stores.get(item, 0)}/{most} {item}" for item, most in one.load.items())
            fit = sum(member.status == "fit" for member in one.crew)
            text = Text(plain(f" {mark} {self._sides[one.side]:{widest}} {one.name}  "))
            told = (one.borne if one.damage else "sound", stores, f"crew {fit}")
            text.append(plain("; ".join(part for part in told if part)), DIM)
            rows.append(Option(text))
        choices = self.query_one(Rows)
        choices.set_options(rows)
        choices.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        at = event.option_index
        if at == 0:
            self.dismiss(tuple(one.id for one in self._able if one.id in self._chosen))
            return
        self._chosen ^= {self._able[at - 1].id}
        self._fill(at)
