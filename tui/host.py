"""The program that a screen belongs to, with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from tui.app import WarDiary


def host(node: DOMNode) -> WarDiary:
    return cast("WarDiary", cast("Any", node).app)
