"""Sentences and lines for the screen, from headquarters' answers. No widgets here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from textwrap import wrap

import msgspec
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from campaign.battles.answers import EntryDetail, LegalAction
from campaign.rules.options import Odds, listed, otherwise
from campaign.rules.views import CardView, PieceView
from campaign.shared.answers import DiceNeeded, Line, LogEntry
from campaign.shared.seals import short_seal
from tui.battle.situation import Situation
from tui.boards.chart import spot
from tui.boards.plane.geometry import compass
from tui.shared.dialogs import Wrong
from tui.shared.folding import folded, is_heading
from tui.shared.glyphs import Glyphs
from tui.shared.palette import Ink, SideMark
from tui.shared.seat_words import free_words, waiting_words
from tui.shared.words import BOLD, DIM, STRIKE, badge, fitted

FACING_WORDS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east",
    "S": "south", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip
LOG_INDENT = 9
NOTICE_ROOM = 280
"""Characters for which a notice has room, at 80 columns."""
MOST_ROUTINE = 2
"""So many sentences of mere routine a notice tells where nothing else happened."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def headline(now: Situation, glyphs: Glyphs, width: int = 0) -> str:
    """Where the battle stands. width: the room there is, which the title gives way to; 0 if there is enough."""
    game = now.view.game
    turn = f"turn {game.turn} of {game.turns}" if game.turns else f"turn {game.turn}"
    phase = game.phase.replace("-", " ")
    name = now.name(game.active)
    whose = f"{name}'{'' if name.endswith('s') else 's'} {phase}" if game.active and phase else phase
    parts = [turn, *([whose] if whose else []), f"entry {now.newest}"]
    if now.dice == "typed":
        longer = [*parts, "typed dice"]  # whoever is asked for dice sees it anyway: the title comes first
        if not width or cell_len(f"{now.view.title}{_behind(longer)}") <= width:
            parts = longer
    return fitted(now.view.title, _behind(parts), width, glyphs)


def _behind(parts: Sequence[str]) -> str:
    return "".join(f" · {part}" for part in parts)


def question(now: Situation, marks: Mapping[str, SideMark], ink: Ink, glyphs: Glyphs) -> Text:
    """Who is asked, and for what; or why nobody is."""
    view = now.view
    if now.looking is not None:
        text = f" LOOKING AT ENTRY {now.looking} OF {now.newest} "
        keys = " [ ] step · End newest · b fork here · w go back here · i in full"
        return Text().append(text, Style(reverse=True, bold=True)).append(glyphs.plain(keys))
    if view.verdict is not None:
        rule = f" [rule {view.verdict.rule}]" if view.verdict.rule else ""
        winner = f"{now.name(view.verdict.winner)} wins" if view.verdict.winner else "Nobody wins"
        return Text(
            glyphs.plain(f" OVER: {winner}: {view.verdict.reason}.{rule} "), Style(reverse=True, bold=True)
        )
    if view.read_only:
        return Text(f" READ ONLY: {view.read_only}", BOLD)
    if view.waiting:
        return Text(glyphs.plain(f" {waiting_words(view.waiting)} "), Style(reverse=True, bold=True))
    if not view.asked:
        return Text("Nobody is asked for anything.")
    line = Text()
    plain = glyphs.plain
    for asked in view.asked:
        mark = marks.get(asked.side)
        line += Text("\n" if line.plain else "")
        line += badge(mark, ink, f"{mark.letter if mark else '?'} {now.name(asked.side)}")
        verb = "to act" if view.game.active in ("", asked.side) else "decides"
        if asked.side in now.bots:
            line += Text(f" {verb}, played by the {now.bots[asked.side]} bot: {plain(asked.prompt)}")
        elif asked.side not in now.mine:
            free = free_words(asked.side, view.free)
            line += Text(f" {verb}{f', {free}' if free else ' elsewhere'}. {plain(asked.prompt)}")
        else:
            line += Text(f" {verb}: {plain(asked.prompt)}")
    return line


def refused(before: Situation, now: Situation, fresh: Sequence[LogEntry]) -> str:
    """That somebody else has refused what this screen asked back, "" if nobody has. fresh: what is new since before."""
    wish = before.view.request
    if wish is None or wish.side not in now.here or now.view.request is not None or not fresh:
        return ""
    if any(entry.kind == "undo-grant" for entry in fresh):
        return ""
    how = "" if fresh[0].kind == "undo-refuse" else " by going on"
    return f"{fresh[0].player} refuses{how}: nothing is taken back. Entry {fresh[0].seq}."


def piece_lines(
    piece: PieceView, mark: SideMark | None, ink: Ink, glyphs: Glyphs, name: str, label: str = ""
) -> Text:
    """A piece in the panel. label: its sign on the board."""
    text = badge(mark, ink, label).append(f" {name}", DIM if piece.out else BOLD)
    facts: list[str] = []
    if piece.facing and not piece.out:
        facts.append(pointing(piece.facing, glyphs))
    if piece.turret and not piece.out:
        facts.append(f"turret {pointing(piece.turret, glyphs)}")
    if piece.heading >= 0 and not piece.out:
        facts.append(f"{glyphs.facing(compass(piece.heading)).strip()} {piece.heading:03}°")
    facts += [piece.stance] if piece.stance else []
    if facts:
        text.append("\n " + ", ".join(facts))
    if piece.status:
        text.append("\n " + ", ".join(piece.status), BOLD)
    if piece.details:
        text.append("\n " + ", ".join(f"{what} {value}" for what, value in piece.details))
    for card in piece.cards:
        line, style = card_line(card)
        text.append(f"\n {glyphs.dot} ").append(line, style)
    return text


def pointing(facing: str, glyphs: Glyphs) -> str:
    """Where something points, with an arrow if there is one."""
    arrow, word = glyphs.facing(facing).strip(), FACING_WORDS.get(facing, facing)
    return word if arrow == facing else f"{arrow} {word}"


def card_line(card: CardView) -> tuple[str, Style]:
    """A card in one line; what lies face down and is not one's own has no name."""
    if card.state == "gone":
        return f"{card.name or card.kind} (gone)", STRIKE
    if not card.name:
        return f"face-down {card.kind} card", DIM
    return f"{card.name} ({card.kind}{', face down' if card.state == 'down' else ''})", Style()


def sheet(piece: PieceView, mark: SideMark | None, ink: Ink, glyphs: Glyphs, name: str, label: str) -> Text:
    """A piece in full, with what its cards say."""
    bare = msgspec.structs.replace(piece, details=(), cards=())
    text = piece_lines(bare, mark, ink, glyphs, name, label)
    if piece.at is not None:
        text.append(f"\n {piece.at[0]} mm from the west edge, {piece.at[1]} mm from the north edge")
    elif piece.where:
        text.append(f"\n {piece.where}")
    wide = max((len(what) for what, _ in piece.details), default=0)
    for what, value in piece.details:
        text.append(f"\n {what:<{wide}}  {value}")
    if piece.cards:
        text.append("\n\nCards", BOLD)
    for card in piece.cards:
        line, style = card_line(card)
        text.append(f"\n {glyphs.dot} ").append(line, style)
        if card.text:
            text.append(f"\n   {card.text}")
    return text


def standing(now: Situation, marks: Mapping[str, SideMark], ink: Ink, labels: Mapping[str, str]) -> Text:
    """How the battle stands: what is worth knowing of it all, and every piece."""
    game = now.view.game
    names = {side.id: side.name for side in now.view.sides}
    lines = (*game.notes, *game.beside(names), *otherwise(now.view.readings), *now.view.reconstructed)
    text = Text("\n".join(lines))
    for side in now.view.sides:
        text.append("\n\n" if text.plain else "").append_text(badge(marks.get(side.id), ink, side.name))
        for piece in game.pieces:
            if piece.side == side.id:
                text.append("\n ").append_text(badge(marks.get(side.id), ink, labels.get(piece.id, "")))
                text.append(f" {piece.name}", DIM if piece.out else BOLD)
                facts = [spot(piece), piece.stance, *piece.status]
                text.append(f"  {', '.join(fact for fact in facts if fact)}")
    for hand in game.hands:
        if any(one.text for one in hand.cards):
            text.append(f"\n\n{now.name(hand.side)}, {hand.name or 'hand'}", BOLD)
            for card in hand.cards:
                text.append(f"\n {card_line(card)[0]}{f': {card.text}' if card.text else ''}")
    if now.view.readings:
        text.append("\n\nHow the text is read", BOLD)
        text.append("".join(f"\n {line}" for line in listed(now.view.readings)))
    return text


def others_line(
    pieces: Sequence[tuple[PieceView, str]],
    marks: Mapping[str, SideMark],
    ink: Ink,
    room: int,
    labels: Mapping[str, str],
) -> Text:
    """Who else is in a place, one line each; one alone is named where others would only be counted."""
    text = Text()
    room = room or int(len(pieces) == 1)
    for piece, name in pieces[:room]:
        hurt = f": {', '.join(piece.status)}" if piece.status else ""
        text.append("\n").append_text(badge(marks.get(piece.side), ink, labels.get(piece.id, "")))
        text.append(f" {name}{hurt}")
    if len(pieces) > room:
        text.append(f"\n and {len(pieces) - room} more; space: the next", DIM)
    return text


def percent(value: float) -> str:
    """A chance as a reader wants it: never 0 % or 100 % for what is neither."""
    if 0 < value < 0.0005:
        return "<0.1%"
    if 0.9995 < value < 1:
        return ">99.9%"
    return f"{value * 100:.1f}%"


def odds_lines(choice: LegalAction, found: Odds | None, glyphs: Glyphs, bar: int = 8) -> Text:
    """What a choice can lead to, and how its dice come about."""
    text = Text()
    if found is not None:
        for one in found.results:
            filled = round(one.chance * bar)
            text.append(f"{percent(one.chance):>6} {glyphs.bar * filled:<{bar}} ").append(one.result, BOLD)
            text.append(f" ({one.fraction})\n" if len(one.fraction) <= 9 else "\n", DIM)
    if choice.modifiers or choice.dice:
        text.append(f"{choice.dice} di{'ce' if choice.dice != 1 else 'e'}", BOLD)
        for i, one in enumerate(choice.modifiers):
            text.append(f"{', ' if i else ' = '}{one.value:+d} {one.what}{_rule(one.rule)}")
        text.append("\n")
    if found is not None:
        if found.also:
            also = ", ".join(f"{one.result} {percent(one.chance)}" for one in found.also)
            text.append(f"also: {also}\n")
        for line in (found.note, *found.reconstructed):
            if line:
                text.append(f"{line}\n", DIM)
    if choice.says:
        text.append(choice.says)
    text.rstrip()
    return text


def log_line(entry: LogEntry, marks: Mapping[str, SideMark], ink: Ink, glyphs: Glyphs, width: int) -> Text:
    """An entry in the log: its number, whose it is, what happened, by which rule."""
    mark = marks.get(entry.side)
    steps = folded(without_last_stage(entry.lines), glyphs.more)
    told = [line.text + _rule(line.rule) for line in steps] or [kind_of(entry)]
    if entry.withdrawn:
        told[-1:] = [f"{told[-1] if told else ''} (taken back)"]
    rows = [row for line in told for row in _folded(glyphs.plain(line), width - LOG_INDENT)]
    text = Text(f"{entry.seq:>4} ", DIM if not entry.withdrawn else STRIKE)
    text = Text().append_text(text).append_text(badge(mark, ink) if mark else Text("   ")).append(" ")
    return text.append(f"\n{' ' * LOG_INDENT}".join(rows), STRIKE if entry.withdrawn else None)


def kind_of(entry: LogEntry) -> str:
    """What was done, in a word, where nothing more is told of it."""
    return entry.kind.replace("-", " ")


def without_last_stage(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines without those at the end that only say how far the game is now, which the screen says anyway; all of them
    where nothing else is told."""
    end = len(lines)
    while end and lines[end - 1].weight == "stage":
        end -= 1
    return lines[:end] if end else lines


def came_of(lines: Sequence[Line], room: int = NOTICE_ROOM) -> str:
    """What came of an action, as one paragraph of so many characters: without the phases that begin after it, if it
    tells of more; where that is too long without what is mere routine; and then how it ended, not how it began."""
    told = [line for line in lines if not is_heading(line) and line.weight != "stage"]
    if sum(len(line.text) + 1 for line in told) > room:
        told = [line for line in told if not line.weight] or told
    texts = [line.text for line in told] or [line.text for line in lines[-2:]]
    if len(texts) > MOST_ROUTINE and all(line.weight == "routine" for line in told):
        return f"{' '.join(texts[:MOST_ROUTINE])} ... {len(texts) - MOST_ROUTINE} more of the kind."
    left_out = False
    while len(texts) > 1 and sum(len(text) + 1 for text in texts) > room:
        del texts[0]
        left_out = True
    return " ".join(["...", *texts] if left_out else texts)


def news(entry: LogEntry) -> str:
    """What another did: all that came of dice, else the last of it; never nothing."""
    return came_of(entry.lines if entry.dice else entry.lines[-2:]) or f"{kind_of(entry)}."


def _rule(rule: str) -> str:
    return f" [{rule.replace(' ', NO_BREAK)}]" if rule else ""


def _folded(line: str, width: int) -> list[str]:
    return wrap(line, max(width, 20), subsequent_indent="  ", break_on_hyphens=False) or [""]


def entry_text(detail: EntryDetail, side: str) -> str:
    """An entry whole, as plain text."""
    who = f"{detail.player}{f' for {side}' if side else ''}"
    when = datetime.fromisoformat(detail.time).strftime("%Y-%m-%d %H:%M:%S UTC")
    gone = ", taken back since" if detail.withdrawn else ""
    gone = ", taken back since" if detail.withdrawn else ""
    lines = [
        f"Entry {short_seal(detail.seq, detail.seal)}, on entry {detail.parent}{gone}",
        f"{when}, by {who}",
        "",
        "What was asked",
        f"  {bytes(detail.action).decode()}",
    ]
    if detail.draws:
        lines += ["", "Dice"]
        for draw in detail.draws:
            values = draw.shown
            lines.append(
                f"  {draw.purpose}: {values}   ({len(draw.values)} with {draw.sides} sides, {draw.source})"
            )
    lines += [
        "",
        "What happened",
        *(f"  {one.text}{f' [{one.rule}]' if one.rule else ''}" for one in detail.lines),
    ]
    lines += ["", "Events", *(f"  {bytes(event).decode()}" for event in detail.events)]
    lines += ["", f"Rules     {detail.rules}", f"Pack      {detail.pack}", f"Seal      {detail.seal}"]
    lines += [f"Previous  {detail.previous}"]
    if detail.state:
        lines.append(f"State     {detail.state}")
    return "\n".join(lines)


def dice_typed(text: str, wanted: DiceNeeded) -> Sequence[int] | Wrong:
    """Dice as somebody types them, `3 5 6` or `356`; or what is wrong."""
    parts, there, count = text.replace(",", " ").split(), wanted.there, wanted.count
    if len(parts) == 1 and len(parts[0]) > 1 and there[-1] < 10:
        parts = list(parts[0])
    if not parts:
        return Wrong(f"Type {count} number{'s' if count != 1 else ''}: {wanted.allowed}.")
    if not all(part.isdigit() and part.isascii() for part in parts):
        return Wrong("Only numbers, please.")
    values = [int(part) for part in parts]
    if wrong := [value for value in values if value not in there]:
        if wanted.drawn:
            return Wrong(f"Number {wrong[0]} is not among those that are left: {wanted.allowed}.")
        return Wrong(f"A die with {wanted.sides} sides shows no {wrong[0]}: {wanted.allowed}.")
    if len(values) != count:
        return Wrong(f"That is {len(values)}; {count} {'are' if count != 1 else 'is'} wanted.")
    return values
