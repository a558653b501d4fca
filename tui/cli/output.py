"""What commands print: JSON for scripts, plain lines for people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from campaign.answers import (
    Acted,
    BattleInfo,
    BattleView,
    ChangeLine,
    DiceNeeded,
    EntryDetail,
    LogEntry,
    Refusal,
)
from campaign.headquarters import Answer
from campaign.plain import plain

T = TypeVar("T")

REFUSED = 2


def say(text: str) -> None:
    """A line for people: nothing in it can steer the terminal."""
    print(plain(text))


def as_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def found(value: T, words: Callable[[T], None], json: bool) -> int:
    """What was asked for: as JSON, or in words."""
    if json:
        as_json(value)
    else:
        words(value)
    return 0


def complain(refusal: Refusal, json: bool) -> int:
    """A refusal, on standard error."""
    text = msgspec.json.encode(refusal).decode() if json else plain(str(refusal))
    print(text, file=sys.stderr)
    return REFUSED


def answer(value: Answer, json: bool) -> int:
    """What came of an action."""
    match value:
        case Refusal():
            return complain(value, json)
        case DiceNeeded():
            if json:
                as_json(value)
            else:
                typed = " ".join(map(str, value.typed))
                so_far = f"--dice {typed.replace(' ', ',')}," if typed else "--dice "
                say(f"{value.purpose}: roll {value.count} dice of {value.sides} sides.")
                say(f"Then give the same action again with {so_far}{','.join(['?'] * value.count)}")
        case Acted():
            if json:
                as_json(value)
            else:
                _acted(value)
    return 0


def _acted(done: Acted) -> None:
    say(f"{done.battle}, entry {done.seq}{' (done before)' if done.repeated else ''}")
    for draw in done.draws:
        say(f"  dice  {draw.purpose}: {' '.join(map(str, draw.values))}")
    for line in done.lines:
        say(f"  {line.text}{rule(line.rule)}")
    if done.verdict:
        say(f"The battle is over: {done.verdict.winner or 'nobody'} wins, {done.verdict.reason}.")
    for pending in done.asked:
        say(f"{pending.side}: {pending.prompt}")


def rule(number: str) -> str:
    return f"  [{number}]" if number else ""


def table(rows: Iterable[Sequence[str]], gap: str = "  ") -> None:
    """Columns as wide as they need be."""
    rows = [tuple(row) for row in rows]
    if not rows:
        return
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        say(gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def battles(found: Sequence[BattleInfo]) -> None:
    if not found:
        say("No battles yet. Begin one: wardiary new tank-duel")
        return
    table(
        [
            ("battle", "title", "system", "entries", "state"),
            *((b.battle, b.title, b.system, str(b.entries), standing(b)) for b in found),
        ]
    )


def standing(info: BattleInfo) -> str:
    """Where a battle stands, in a few words."""
    if info.read_only:
        return f"read-only: {info.read_only}"
    if info.verdict:
        return f"over, {info.verdict.winner or 'nobody'} won in turn {info.verdict.turn}"
    asked = ", ".join(f"{p.side} ({p.kind})" for p in info.asked)
    return f"turn {info.turn}, {asked}"


def changes(lines: Sequence[ChangeLine]) -> None:
    table([(one.path, f"{one.before!r}", "→", f"{one.after!r}") for one in lines])
    if not lines:
        say("Nothing.")


def log(entries: Sequence[LogEntry], everything: bool) -> None:
    for entry in entries:
        if entry.withdrawn and not everything:
            continue
        who = entry.side or entry.player
        mark = "x" if entry.withdrawn else " "
        say(f"{entry.seq:>5}{mark} {who:<8} {entry.kind}")
        if entry.dice:
            say(f"        dice {' '.join(map(str, entry.dice))}")
        for line in entry.lines:
            say(f"        {line.text}{rule(line.rule)}")


def detail(entry: EntryDetail) -> None:
    side = f" for {entry.side}" if entry.side else ""
    say(f"Entry {entry.seq}, after entry {entry.parent}{' (withdrawn)' if entry.withdrawn else ''}")
    say(f"  at      {entry.at} by {entry.player}{side}")
    say(f"  action  {bytes(entry.action).decode()}")
    for draw in entry.draws:
        say(f"  draw    {draw.purpose}: {' '.join(map(str, draw.values))} (d{draw.sides}, {draw.source})")
    for event in entry.events:
        say(f"  event   {bytes(event).decode()}")
    for line in entry.lines:
        say(f"  tells   {line.text}{rule(line.rule)}")
    say(f"  rules   {entry.rules}, pack {entry.pack[:16]}…")
    if entry.state:
        say(f"  state   {entry.state}")
    say(f"  before  {entry.previous}")
    say(f"  seal    {entry.seal}")


def state(view: BattleView) -> None:
    names = {side.id: side.name for side in view.sides}
    look = f" (looking at entry {view.at} of {view.newest})" if view.at != view.newest else ""
    say(f"{view.title}: turn {view.game.turn} of {view.game.turns}, {view.game.phase}{look}")
    for note in view.game.notes:
        say(note)
    if view.verdict:
        winner = names.get(view.verdict.winner, "nobody")
        say(f"Over: {winner} wins, {view.verdict.reason}.")
    for pending in view.asked:
        say(f"{names.get(pending.side, pending.side)} is asked: {pending.prompt}")
    rows = [("piece", "name", "side", "where", "facing", "stance", "state", "numbers")]
    for piece in view.game.pieces:
        numbers = ", ".join(f"{what} {value}" for what, value in piece.details)
        status = ", ".join(piece.status) or "fit"
        where = f"{piece.where} in {piece.aboard}" if piece.aboard else piece.where
        rows.append((piece.id, piece.name, piece.side, where, piece.facing, piece.stance, status, numbers))
    table(rows)
