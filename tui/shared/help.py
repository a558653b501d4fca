"""The help: what the screen shows, all keys, and how to change them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.text import Text

from tui.shared.glyphs import Glyphs
from tui.shared.keys import FILE, ROOMS, shown
from tui.shared.keys import TABLE as KEYS
from tui.shared.words import BOLD

HOW = """\
Move the cursor over the map. The hexes that the chosen piece can reach show what it costs to get there, or +:
press Enter on one to go. n chooses the next piece, Enter on a piece chooses it, space the next one in the
same hex. Tab goes to the list of everything else that can be done; what rolls dice shows its exact chances
before you press Enter. The line above the log always says what Enter would do. e ends the phase, or the turn of
a piece that is acting.

With the mouse a click chooses, and the second one on the same row does what Enter does. What is pasted is no key.
What comes up by itself, such as the other side's wish to take something back, hears no key for half a second.

Whose turn it is stands in the second line. When the other side must decide in the middle of your action,
that line says so, and the list shows its choices."""
TABLE = """\
A table without hexes is drawn to scale; z goes closer and back. The cursor moves in steps that fit the size of the
drawing, and the panel says where it stands, in mm from the west and the north edge, and how far that is from the
chosen model, from hull to hull, and in which direction. Models of the first side have numbers, those of the second
letters, with an arrow where they face; x is destroyed, ! damaged, a small letter the stance, such as h for high.
( ) is the chosen model, > < and a line what the highlighted action aims at, * an objective; closer, a ring of dots
shows how far it reaches. c shows a model with its cards in full, v how the battle stands. If the battle is fought
on a table of your own, the models are listed instead."""
STEER = """\
What ends in dots asks for more: how far, in which direction, where. Enter begins, or Enter on open ground with the
piece that shall go there. Left and right turn, up and down go farther or less far; where a point is chosen, the four
arrows move it over the table. [ and ] change the third value, such as the heading. Shift makes large steps, comma
and full stop the smallest, for the value that the sign points at; Tab goes to the next value, digits type it exactly.
The panel shows at once where that would lead, or why it is not allowed: the full line is what the piece would see,
the broken one what would see it, with cover, close and side where they count. Enter does it, Esc does not."""
SECRETS = """\
Where two people at one screen have secrets from each other, such as cards that lie face down, a page covers
everything whenever the other one must decide: hand the screen over, and the other one presses Enter. Each sees, in
the log and in the past too, only what that side may know. s hands the screen over at any time. If both are asked at
once, one comes after the other."""
FORCES = """\
Where the rules let you choose forces, f shows those that are ready and your own, in the list of battles and in the
form for a new battle. Enter opens one: left what it consists of, right what could still be added. It is saved under
a name of your own; a ready-made one stays as it is."""
MAP = """\
Upper row of a hex: what it is, and where it faces. Lower row: the letter of its side, then a number if
several pieces share the hex, or ! if it is damaged, m maneuvering, s speeding. Large hexes (z) show all
of these. Of single men a capital says more: C cautious, S shaken, R rout, W wounded, D down, P
prisoner; of vehicles F on fire, I immobilized, A abandoned; ! is seen by the enemy, or damaged, or
short of ammunition, ? an enemy who is hidden or surprised. On bare ground a figure above is its height,
one below what it costs to get there, and small letters below are the first ones of what lies there,
such as f for a ford; the panel names it all. x is out of the battle, # a wreck that blocks the way, gas
or an objective, * a place with a name. Markers of Combat! are S smoke, s thin smoke, f fire, F a raging
one, g a live grenade, o a smoke grenade, m mines, w wire, d a dropped weapon, p a Panzerfaust; the
panel names the others.
[ ] the cursor, ( ) the chosen piece, > < what the highlighted action aims at."""
CAMPAIGN = """\
A campaign lists what waits: battles to go on with or to file, scenarios that can be fought today, repairs that could
begin. Enter does it. Before a battle Enter takes an asset along or leaves it, and the first row begins. What came of a
battle goes into the ledger when it is filed; a battle of a real table is filed from its return, as a file
(wardiary campaign return, then wardiary campaign file) or with who won and everybody as he went."""
FILE_TEXT = """\
To change keys, write {path}, such as

    [keys]
    undo = "u,ctrl+z"
    finish = "f5"

    [screen]
    ascii = true      # draw with ASCII only, or (false) never; left out: as locale and TERM say; also WARDIARY_ASCII=1
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
    part("A table without hexes", TABLE)
    part("Actions that ask for more", STEER)
    part("Secrets", SECRETS)
    part("Forces of your own", FORCES)
    part("Campaigns", CAMPAIGN)
    for room, title in ROOMS.items():
        lines = [
            f"  {shown(own.get(key.id, key.keys)):<22} {key.what}  ({key.id})"
            for key in KEYS
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
