"""All keys: what each does, in which room of the program, and the user's own keys from `keys.toml`.

The table is the one source for the bindings, the footer and the help screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from textual.binding import Binding, BindingType

from campaign.rules.toml_files import UnreadableFile, read_toml

FILE = "keys.toml"


class Key(NamedTuple):
    """id: its name in keys.toml. short: for the footer, "" if it is not shown there."""

    room: str
    id: str
    keys: str
    action: str
    what: str
    short: str = ""
    display: str = ""


TABLE: tuple[Key, ...] = (
    Key("map", "north", "up,k", "step(0,-1)", "cursor north"),
    Key("map", "south", "down,j", "step(0,1)", "cursor south"),
    Key("map", "west", "left,h", "step(-1,0)", "cursor west"),
    Key("map", "east", "right,l", "step(1,0)", "cursor east"),
    Key("map", "leap-north", "shift+up,K,pageup", "leap(0,-1)", "half a screen north"),
    Key("map", "leap-south", "shift+down,J,pagedown", "leap(0,1)", "half a screen south"),
    Key("map", "leap-west", "shift+left,H", "leap(-1,0)", "half a screen west"),
    Key("map", "leap-east", "shift+right,L", "leap(1,0)", "half a screen east"),
    Key("map", "enter", "enter", "enter", "go there, choose a piece there, or aim at it", "Act", "Enter"),
    Key("battle", "next-piece", "n", "next_piece(1)", "next piece that can do something", "Next"),
    Key("battle", "previous-piece", "N", "next_piece(-1)", "the piece before"),
    Key("battle", "other-piece", "space", "other_piece", "another piece in the same place"),
    Key(
        "battle",
        "list",
        "tab",
        "switch",
        "from the map to the list of actions, to the log, and back",
        "List",
        "Tab",
    ),
    Key("battle", "finish", "e", "finish", "end the phase, or whatever else ends this decision", "End"),
    Key("battle", "find", "slash", "find", "search actions, pieces and places", "Find", "/"),
    Key("battle", "all", "m", "all", "the whole list of actions"),
    Key("battle", "undo", "u", "undo", "take the newest action back", "Undo"),
    Key("battle", "redo", "r", "redo", "take the undo back"),
    Key("battle", "older", "left_square_bracket", "look(-1)", "look one entry back", "Back", "["),
    Key("battle", "newer", "right_square_bracket", "look(1)", "look one entry on", "", "]"),
    Key("battle", "oldest", "home", "look_first", "look at the first entry"),
    Key("battle", "newest", "end", "look_newest", "return to the newest entry"),
    Key("battle", "goto", "g", "goto", "look at an entry by its number, or t3: where turn 3 begins"),
    Key("battle", "fork", "b", "fork", "fork: play on from the looked-at entry as a battle of its own"),
    Key("battle", "rewind", "w", "rewind", "go back for good to the looked-at entry"),
    Key("battle", "entry", "i", "entry", "an entry in full: dice, events, rules, seal"),
    Key("battle", "pause", "p", "pause", "let bots wait, or go on"),
    Key("battle", "pace", "P", "pace", "how fast bots play"),
    Key("battle", "concede", "X", "concede", "give the battle up"),
    Key("battle", "sheet", "c", "sheet", "the piece in full: state, crew, cards", "Card"),
    Key("battle", "stack", "S", "stack", "all pieces in this hex, and those beside the map: choose one"),
    Key("battle", "standing", "v", "standing", "how the battle stands: points, notes, all pieces"),
    Key("battle", "odds", "o", "odds", "the odds in full"),
    Key("battle", "verify", "V", "verify", "check the record: what holds, and what was proved"),
    Key("battle", "hand", "s", "hand", "hand the screen to the other side, where sides have secrets"),
    Key(
        "battle",
        "seats",
        "T",
        "seats",
        "the seats of this table: who sits, what is offered; take, leave, free one",
    ),
    Key("battle", "zoom", "z", "zoom", "another size of drawing: small, large, or all of it"),
    Key("battle", "ascii", "a", "app.ascii", "draw with ASCII only, or with arrows"),
    Key("battle", "theme", "t", "app.light", "dark or light"),
    Key("battle", "help", "question_mark,f1", "app.help", "this help", "Help", "?"),
    Key("battle", "back", "escape", "back", "one level back, at last to the list of battles"),
    Key("battle", "quit", "q", "app.leave", "quit; everything is in the diary already", "Quit"),
    Key("steer", "steer-left", "left,h", "push('across',-1)", "turn left, or go west"),
    Key("steer", "steer-right", "right,l", "push('across',1)", "turn right, or go east"),
    Key("steer", "steer-more", "up,k", "push('along',1)", "farther, or go north"),
    Key("steer", "steer-less", "down,j", "push('along',-1)", "less far, or go south"),
    Key("steer", "steer-left-much", "shift+left,H", "push('across',-1,'large')", "the same, a large step"),
    Key("steer", "steer-right-much", "shift+right,L", "push('across',1,'large')", "the same, a large step"),
    Key("steer", "steer-more-much", "shift+up,K", "push('along',1,'large')", "the same, a large step"),
    Key("steer", "steer-less-much", "shift+down,J", "push('along',-1,'large')", "the same, a large step"),
    Key("steer", "steer-third-less", "left_square_bracket", "push('turn',-1)", "the third value, back"),
    Key("steer", "steer-third", "right_square_bracket", "push('turn',1)", "the third value, on"),
    Key("steer", "steer-third-less-much", "left_curly_bracket", "push('turn',-1,'large')", "by much"),
    Key("steer", "steer-third-much", "right_curly_bracket", "push('turn',1,'large')", "by much"),
    Key("steer", "steer-fine-less", "comma,less_than_sign,minus", "nudge(-1)", "the smallest step back"),
    Key("steer", "steer-fine", "full_stop,greater_than_sign,plus", "nudge(1)", "the smallest step on"),
    Key("steer", "steer-next", "tab", "next(1)", "the next value: for digits and small steps"),
    Key("steer", "steer-before", "shift+tab", "next(-1)", "the value before"),
    Key("steer", "steer-rub", "backspace", "rub_out", "rub out a typed digit"),
    Key("steer", "steer-up", "pageup", "scroll(-1)", "what the panel says, up"),
    Key("steer", "steer-down", "pagedown", "scroll(1)", "what the panel says, down"),
    Key("steer", "steer-do", "enter", "do", "take a typed value, or do it"),
    Key("steer", "steer-leave", "escape", "leave", "do nothing"),
    Key("campaign", "day", "d", "advance(1)", "let a day pass", "Day"),
    Key("campaign", "days", "n", "advance(30)", "let days pass until something can be fought", "Next"),
    Key("campaign", "orders", "o", "orders", "the order of battle: assets and crews", "Orders"),
    Key("campaign", "record", "l", "record", "the record: what has happened, the newest first", "Log"),
    Key("campaign", "search", "slash", "search", "search the record", "Find", "/"),
    Key("campaign", "statistics", "s", "statistics", "statistics: losses, kills, ammunition"),
    Key("campaign", "campaign-verify", "V", "verify", "check the record: what holds, and what was proved"),
    Key(
        "campaign", "campaign-seats", "T", "seats", "the seats of this table: who leads what, what is offered"
    ),
    Key("campaign", "bots", "b", "bots", "let bots do the next step", "Bots"),
    Key("campaign", "campaign-undo", "u", "undo", "take the newest entry back", "Undo"),
    Key("campaign", "campaign-redo", "r", "redo", "take the undo back"),
    Key("campaign", "campaign-ascii", "a", "app.ascii", "draw with ASCII only, or with arrows"),
    Key("campaign", "campaign-theme", "t", "app.light", "dark or light"),
    Key("campaign", "campaign-help", "question_mark,f1", "app.help", "this help", "Help", "?"),
    Key("campaign", "campaign-back", "escape", "back", "back to the list of battles", "Back", "Esc"),
    Key("campaign", "campaign-quit", "q", "app.leave", "quit; everything is in the diary already"),
    Key("dialog", "dialog-help", "question_mark,f1", "app.help", "this help; where something is typed, F1"),
    Key("start", "forces", "f", "forces", "forces: look at them, build your own", "Forces"),
    Key("start", "start-find", "slash", "find", "find: only what has these words", "Find", "/"),
    Key("start", "start-seats", "T", "seats", "the seats of the battle or campaign under the cursor"),
    Key("start", "start-ascii", "a", "app.ascii", "draw with ASCII only, or with arrows"),
    Key("start", "start-theme", "t", "app.light", "dark or light", "Dark/light"),
    Key("start", "start-help", "question_mark,f1", "app.help", "this help", "Help", "?"),
    Key("start", "start-quit", "q", "app.leave", "quit", "Quit"),
    Key("start", "start-back", "escape", "back", "all rows again; else quit, after a question"),
)
ROOMS = {
    "map": "On the map",
    "battle": "In a battle",
    "steer": "While an action is steered (digits type an exact value)",
    "campaign": "In a campaign",
    "start": "In the list of battles",
    "dialog": "Under a question",
}
IDS = tuple(key.id for key in TABLE)


class Settings(NamedTuple):
    """What the user's file says. problem: why it was not taken, or ""."""

    keys: Mapping[str, str] = {}
    ascii: bool | None = None
    pause: float | None = None
    light: bool | None = None
    problem: str = ""


def bindings(room: str) -> list[BindingType]:
    return [
        Binding(key.keys, key.action, key.short or key.what, bool(key.short), key.display or None, id=key.id)
        for key in TABLE
        if key.room == room
    ]


def read(folder: Path) -> Settings:
    """The settings in a folder. A file that is wrong is not taken at all, and the problem says what is wrong."""
    path = folder / FILE
    if not path.exists():
        return Settings()
    try:
        return _checked(read_toml(path))
    except UnreadableFile as error:
        return Settings(problem=f"{error} The usual keys are in force.")
    except ValueError as error:
        return Settings(problem=f"{path}: {error}. The usual keys are in force.")


def _checked(data: Mapping[str, Any]) -> Settings:
    if unknown := sorted(set(data) - {"keys", "screen"}):
        raise ValueError(f"there is no part [{unknown[0]}]; known are [keys] and [screen]")
    keys = _keys(data.get("keys", {}))
    screen = data.get("screen", {})
    if not isinstance(screen, dict):
        raise ValueError("[screen] must be a table")
    said = cast("dict[str, Any]", screen)
    for name, value in said.items():
        kind = {"ascii": bool, "light": bool, "pause": (int, float)}.get(name)
        if kind is None:
            raise ValueError(f"[screen] has no {name!r}; known are ascii, light, pause")
        if not isinstance(value, kind) or (name == "pause" and isinstance(value, bool)):
            raise ValueError(
                f"[screen] {name} = {value!r}: {'seconds' if name == 'pause' else 'true or false'} expected"
            )
    return Settings(keys, said.get("ascii"), said.get("pause"), said.get("light"))


def _keys(given: Any) -> dict[str, str]:
    if not isinstance(given, dict):
        raise ValueError("[keys] must be a table")
    found: dict[str, str] = {}
    for name, keys in cast("dict[str, Any]", given).items():
        if name not in IDS:
            raise ValueError(f"[keys] has no {name!r}; known are {', '.join(IDS)}")
        if not isinstance(keys, str) or not keys.strip():
            raise ValueError(f'[keys] {name} = {keys!r}: a key such as "x" or "ctrl+x,f5" expected')
        found[name] = ",".join(_KEY_NAMES.get(one.strip(), one.strip()) for one in keys.split(","))
    _no_clash(found)
    return found


_KEY_NAMES = {
    "?": "question_mark",
    "/": "slash",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "{": "left_curly_bracket",
    "}": "right_curly_bracket",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    ".": "full_stop",
    "-": "minus",
    "+": "plus",
}


def _no_clash(own: Mapping[str, str]) -> None:
    """One key, one meaning, wherever both can be heard."""
    for rooms in (("map", "battle"), ("steer",), ("start",)):
        taken: dict[str, str] = {}
        for key in TABLE:
            if key.room not in rooms:
                continue
            for one in own.get(key.id, key.keys).split(","):
                if one in taken:
                    raise ValueError(f"[keys] {one!r} is given to both {taken[one]} and {key.id}")
                taken[one] = key.id


def shown(keys: str) -> str:
    """Keys as a reader types them."""
    names = {name: sign for sign, name in _KEY_NAMES.items()}
    return " ".join(names.get(key, key) for key in keys.split(","))
