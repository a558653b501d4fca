"""What the commands that simulate print for people."""

from __future__ import annotations

from campaign.rules.wording import count
from campaign.simulation import words
from campaign.simulation.answers import Cell, Comparison, Replay, Simulation
from tui.cli.output import rule, say, table


def table_of(found: Simulation | Comparison) -> None:
    if isinstance(found, Simulation):
        _simulation(found)
        return
    for number, one in enumerate((found.first, found.second), 1):
        say(f"{number}. setting")
        _simulation(one)
        say("")
    say(words.difference(found))


def _simulation(one: Simulation) -> None:
    say(f"{one.title} ({one.system})")
    say(words.origin(one))
    for text in one.reconstructed:
        say(f"  {text}")
    if one.mustered:
        say(f"Mustered: {', '.join(one.mustered)}")
    names = [side.name for side in one.sides]
    rows = [("bots", "battles", *(f"{name} wins" for name in names), "draws", "turns", "actions")]
    for cell in one.cells:
        shares = [words.shared(cell.wins[side.id]) for side in one.sides]
        rows.append(
            (
                words.pairing(cell.bots, one.sides),
                str(cell.battles),
                *shares,
                words.percent(cell.draws.share),
                words.spread(cell.turns),
                words.spread(cell.actions),
            )
        )
    table(rows)
    if one.turns:
        say(f"Turns: the median, and between what 80 of 100 battles ended; the limit is {one.turns}.")
    if one.value is not None:
        say(words.worth(one.value, one.sides))
    for cell in one.cells:
        _cell(one, cell)


def _cell(one: Simulation, cell: Cell) -> None:
    say("")
    if len(one.cells) > 1:
        say(words.pairing(cell.bots, one.sides))
    rows = [("  won by", "because", "battles")]
    rows += [(f"  {words.winner(r.winner, one.sides)}", r.reason, str(r.battles)) for r in cell.reasons]
    table(rows)
    if cell.forces:
        lines = [("  side", "type", "came", "what became of them", "kills", "rounds")]
        for forces in cell.forces:
            came, kills = words.each(forces.came, cell), words.each(forces.kills, cell)
            line = (came, words.fates(forces), kills, words.rounds(forces, cell))
            lines.append((f"  {forces.side}", forces.type, *line))
        table(lines)
        say("  Pieces that came, kills and rounds: in a battle, on average.")
    if cell.uses:
        _uses(one, cell)


def _uses(one: Simulation, cell: Cell) -> None:
    """What sides did with their pieces, and left undone."""
    first, *rest = words.USES
    lines = [(f"  {first}", *rest)]
    for use in cell.uses:
        name, *found = words.use(use, cell, one.sides)
        lines.append((f"  {name}", *found))
    table(lines)
    for use in cell.uses:
        for text in words.left(use, one.sides):
            say(f"  {text}")
    say(f"  {words.USES_MEAN}")


def replay(found: Replay) -> None:
    """One battle, action by action."""
    names = {side.id: side.name for side in found.sides}
    say(f"Battle {found.fought.number} of seed {found.seed}: {words.pairing(found.bots, found.sides)}")
    turn = 0
    for step in found.steps:
        if step.turn != turn:
            turn = step.turn
            say(f"Turn {turn}")
        if step.dice:
            say(f"  {step.side:<8} dice {' '.join(map(str, step.dice))}")
        for line in step.lines:
            say(f"  {step.side:<8} {line.text}{rule(line.rule)}")
    fought = found.fought
    who = names.get(fought.winner, "Nobody")
    say(f"{who} wins in turn {fought.turn}, after {count(fought.actions, 'action')}: {fought.reason}.")
