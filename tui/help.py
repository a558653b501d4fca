"""The help: what the screen shows, all keys, and how to change them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.text import Text

from tui.glyphs import Glyphs
from tui.keys import FILE, ROOMS, TABLE, shown
from tui.words import BOLD

HOW = """\
Move the cursor over the map. The hexes that the chosen piece can reach show what it costs to get there:
press Enter on one to go. n chooses the next piece, Enter on a piece chooses it, space the next one in the
same hex. Tab goes to the list of everything else that can be done; what rolls dice shows its exact chances
before you press Enter. The line above the log always says what Enter would do. e ends the phase.

Whose turn it is stands in the second line. When the other side must decide in the middle of your action,
that line says so, and the list shows its choices."""
MAP = """\
Upper row of a hex: what it is, and where it faces. Lower row: the letter of its side, then a number if
several pieces share the hex, or ! if it is damaged, m maneuvering, s speeding. Large hexes (z) show all
of these. x is out of the battle, # a wreck that blocks the way, * a place with a name.
[ ] the cursor, ( ) the chosen piece, > < what the highlighted action aims at."""
FILE_TEXT = """\
To change keys, write {path}, such as

    [keys]
    undo = "u,ctrl+z"
    finish = "f5"

    [screen]
    ascii = true      # draw with ASCII only; also WARDIARY_ASCII=1
    light = true      # begin with light colours
    pause = 0.4       # seconds between two actions of a bot

The names are those in the right column. Without colours: NO_COLOR=1."""


def help_text(glyphs: Glyphs, own: Mapping[str, str], folder: Path) -> Text:
    """own: the user's keys, by id."""
    text = Text()

    def part(title: str, body: str) -> None:
        nonlocal text
        text += Text(f"{title}\n", BOLD) + Text(f"{_flow(body)}\n\n")

    part("How to play", HOW)
    part("The map", MAP)
    for room, title in ROOMS.items():
        lines = [
            f"  {shown(own.get(key.id, key.keys)):<22} {key.what}  ({key.id})"
            for key in TABLE
            if key.room == room
        ]
        text += Text(f"{title}\n", BOLD) + Text("\n".join(lines) + "\n\n")
    text += Text("Everywhere\n", BOLD) + Text(
        "  ctrl+p                 the palette: all commands by name\n\n"
    )
    text += Text("Keys of your own\n", BOLD) + Text(FILE_TEXT.format(path=folder / FILE) + "\n\n")
    text += Text("Leaving\n", BOLD) + Text(
        "Every action is in the diary the moment it is made: q loses nothing."
    )
    return Text(glyphs.plain(text.plain), spans=text.spans)


def _flow(body: str) -> str:
    """Paragraphs as single lines, for the screen to wrap."""
    return "\n\n".join(" ".join(part.split("\n")) for part in body.split("\n\n"))
