"""What the commands for battles print for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.battles.answers import BattleInfo, BattleView, EntryDetail
from campaign.rules.options import InForce, Range, otherwise
from campaign.rules.views import PieceView, PlaneBoard, Preview
from campaign.rules.wording import count as counted
from campaign.shared.answers import Acted, Answer, DiceNeeded, LogEntry, Refusal
from campaign.shared.seals import short_seal
from tui.cli.output import as_json, as_renamed, complain, rule, say, table
from tui.cli.suggesting import line
from tui.shared.folding import folded
from tui.shared.seat_words import asked_words, free_words, waited_for, waiting_words


def answer(value: Answer, json: bool) -> int:
    """What came of an action."""
    match value:
        case Refusal():
            return complain(value, json)
        case DiceNeeded():
            if json:
                as_json(value)
            else:
                dice_needed(value, "Then give the same action again with")
        case Acted():
            if json:
                as_renamed(value, {"diary": "battle"})
            else:
                _acted(value)
    return 0


def dice_needed(wanted: DiceNeeded, then: str) -> None:
    """Which dice to roll, and how to give them. then: how that sentence begins."""
    which = f" of {wanted.sides} sides" + (f" ({wanted.allowed})" if wanted.faces else "")
    say(f"{wanted.purpose}: roll {counted(wanted.count, 'die', 'dice')}{which}.")
    say(f"{then} --dice {','.join([*map(str, wanted.typed), *['?'] * wanted.count])}")


def _acted(done: Acted) -> None:
    say(f"{done.diary}, entry {short_seal(done.seq, done.seal)}{' (done before)' if done.repeated else ''}")
    for draw in done.draws:
        say(f"  dice  {draw.purpose}: {draw.shown}")
    for told in folded(done.lines):
        say(f"  {told.text}{rule(told.rule)}")
    stands(done)


def stands(found: Acted | BattleInfo) -> None:
    """How a battle stands after what was done in it: over, or who is asked."""
    if found.verdict:
        say(f"The battle is over: {found.verdict.winner or 'nobody'} wins, {found.verdict.reason}.")
    for pending in found.asked:
        say(f"{pending.side}: {pending.prompt}")


def battles(found: Sequence[BattleInfo]) -> None:
    if not found:
        say(f"No battles to list. Scenarios: {line('scenarios')}")
        say(f"Begin one: {line('new', 'SCENARIO')}")
        return
    table(
        [
            ("battle", "title", "who plays", "newest entry", "state"),
            *((b.battle, b.title, _players(b), short_seal(b.entries, b.seal), _listed(b)) for b in found),
        ]
    )


def _players(info: BattleInfo) -> str:
    """Who plays which side; of those that nobody has nothing."""
    who = [(one.side, one.player or (f"{one.bot} bot" if one.bot else "")) for one in info.seats]
    return ", ".join(f"{side} {player}" for side, player in who if player)


def _listed(info: BattleInfo) -> str:
    return f"put away; {standing(info)}" if info.archived else standing(info)


def standing(info: BattleInfo) -> str:
    """Where a battle stands, in a few words."""
    if info.read_only:
        return f"read-only: {info.read_only}"
    if info.verdict:
        return f"over, {info.verdict.winner or 'nobody'} won in turn {info.verdict.turn}"
    if info.waiting:
        return waited_for(info.waiting)
    names = {side.id: side.name for side in info.sides}
    asked = [
        f"{names.get(one.side, one.side)} ({free_words(one.side, info.free) or one.kind})"
        for one in info.asked
    ]
    return ", ".join((f"turn {info.turn}", *asked))


def log(entries: Sequence[LogEntry], everything: bool, steps: bool = True) -> None:
    """everything: what was taken back, too. steps: every step of a drive."""
    for entry in entries:
        if entry.withdrawn and not everything:
            continue
        who = entry.side or entry.player
        mark = "x" if entry.withdrawn else " "
        say(f"{entry.seq:>5}{mark} {who:<8} {entry.kind}")
        if entry.dice:
            say(f"        dice {' '.join(map(str, entry.dice))}")
        for told in entry.lines if steps else folded(entry.lines):
            say(f"        {told.text}{rule(told.rule)}")


def detail(entry: EntryDetail) -> None:
    side = f" for {entry.side}" if entry.side else ""
    gone = " (withdrawn)" if entry.withdrawn else ""
    say(f"Entry {short_seal(entry.seq, entry.seal)}, after entry {entry.parent}{gone}")
    say(f"  at      {entry.time} by {entry.player}{side}")
    say(f"  action  {bytes(entry.action).decode()}")
    for draw in entry.draws:
        say(f"  draw    {draw.purpose}: {draw.shown} (d{draw.sides}, {draw.source})")
    for event in entry.events:
        say(f"  event   {bytes(event).decode()}")
    for told in entry.lines:
        say(f"  tells   {told.text}{rule(told.rule)}")
    say(f"  rules   {entry.rules}, pack {entry.pack[:16]}…")
    if entry.state:
        say(f"  state   {entry.state}")
    say(f"  before  {entry.previous}")
    say(f"  seal    {entry.seal}")


def readings(found: Sequence[InForce]) -> None:
    if not found:
        say("The text of these rules leaves nothing open.")
        return
    table(
        [
            ("reading", "value", "rule and question", "answer"),
            *(
                (one.id, f"{one.value}{'' if one.usual else ' *'}", f"{one.rule}: {one.question}", one.words)
                for one in found
            ),
        ]
    )
    if any(not one.usual for one in found):
        say("* otherwise than the rule system's pack has it")


def state(view: BattleView) -> None:
    names = {side.id: side.name for side in view.sides}
    look = f" (looking at entry {view.seq} of {view.newest})" if view.seq != view.newest else ""
    say(f"{view.title}: turn {view.game.turn} of {view.game.turns}, {view.game.phase}{look}")
    for note in (*view.game.notes, *view.game.beside(names), *otherwise(view.readings), *view.reconstructed):
        say(note)
    if view.verdict:
        winner = names.get(view.verdict.winner, "nobody")
        say(f"Over: {winner} wins, {view.verdict.reason}.")
    if text := waiting_words(view.waiting):
        say(text)
    for pending in () if view.waiting else view.asked:
        say(asked_words(view, pending))
    if isinstance(view.game.board, PlaneBoard):
        _on_a_plane(view)
        _hands(view, names)
        return
    rows = [("piece", "name", "side", "where", "facing", "stance", "state", "numbers")]
    for piece in view.game.pieces:
        status, numbers = _status(piece), _numbers(piece)
        where = f"{piece.where} in {piece.aboard}" if piece.aboard else piece.where
        faces = f"{piece.facing}, turret {piece.turret}" if piece.turret else piece.facing
        rows.append((piece.id, piece.name, piece.side, where, faces, piece.stance, status, numbers))
    table(rows)
    _hands(view, names)


def _hands(view: BattleView, names: Mapping[str, str]) -> None:
    """What the cards of hands say, to whom may read them."""
    for hand in view.game.hands:
        for card in hand.cards:
            if card.text:
                say(f"{names.get(hand.side, hand.side)}, {card.kind} {card.slot}, {card.name}: {card.text}")


def _on_a_plane(view: BattleView) -> None:
    """Pieces with their places, their cards below them."""
    rows = [("piece", "name", "side", "at (mm)", "heading", "state", "numbers")]
    for piece in view.game.pieces:
        rows.append((piece.id, piece.name, piece.side, *_lies(piece), _status(piece), _numbers(piece)))
        for card in piece.cards:
            text = f"{card.name}: {card.text}" if card.text else card.name or "face down"
            rows.append(("", f"  {card.kind} {card.slot}", "", "", "", card.state, text))
    table(rows)


def _lies(piece: PieceView) -> tuple[str, str]:
    at = f"{piece.at[0]}, {piece.at[1]}" if piece.at else piece.where or "off the table"
    return at, f"{piece.heading}°" if piece.heading >= 0 else piece.facing


def _status(piece: PieceView) -> str:
    return ", ".join(piece.status) or "fit"


def _numbers(piece: PieceView) -> str:
    return ", ".join(f"{what} {value}" for what, value in piece.details)


def preview(found: Preview | None) -> None:
    if found is None:
        say("The rules cannot say beforehand where this leads.")
        return
    at, heading = _lies(found.piece)
    say(f"{found.piece.name} would be at {at}{f', heading {heading}' if heading else ''}.")
    for what, rays in (("It would see", found.sees), ("It would be seen by", found.seen)):
        for ray in rays:
            other = ray.target if ray.source == found.piece.id else ray.source
            notes = ", ".join(ray.notes)
            say(f"{what} {other}{f' ({notes})' if notes else ''}.")
    for note in found.notes:
        say(note)


def ranges(found: Sequence[Range]) -> str:
    """What may be chosen freely: `bearing 0 to 359°, distance 0 to 100 mm`."""
    return ", ".join(f"{one.name} {_span(one)}" for one in found)


def _span(one: Range) -> str:
    if one.words:
        return " or ".join(one.words)
    if one.places is not None:
        return f"{one.places}{f' ({one.note})' if one.note else ''}"
    unit = one.unit if one.unit in ("", "°") else f" {one.unit}"
    step = f" in steps of {one.step}" if one.step != 1 else ""
    return f"{one.lowest} to {one.highest}{unit}{step}{f' ({one.note})' if one.note else ''}"
