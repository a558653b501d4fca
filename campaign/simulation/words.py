"""What a simulation found, in the words that every front end and report uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.rules.options import Side
from campaign.rules.wording import count, noun
from campaign.simulation.answers import Cell, Comparison, Forces, Share, Simulation, Spread, Use, Value

MINUS = "−"


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def shared(one: Share) -> str:
    """A share with its interval: `60 % (53 to 67)`."""
    return f"{percent(one.share)} ({100 * one.low:.0f} to {100 * one.high:.0f})"


def spread(one: Spread) -> str:
    """`6 (3 to 10)`: the median, and where the middle 80 % lie."""
    return f"{one.median:g} ({one.low} to {one.high})"


def pairing(bots: Mapping[str, str], sides: Sequence[Side]) -> str:
    """`sensible against random`."""
    return " against ".join("the rules" if side.by_rules else bots[side.id] for side in sides)


def winner(side: str, sides: Sequence[Side]) -> str:
    return next((one.name for one in sides if one.id == side), "nobody")


def fates(one: Forces) -> str:
    """`fit 66 %, wrecked 34 %`, of all that came."""
    return ", ".join(f"{fate} {percent(n / one.came)}" for fate, n in one.fates.items())


def each(count: int, cell: Cell) -> str:
    """Of something that adds up over battles: how many in one."""
    return f"{count / cell.battles:.2f}"


def rounds(one: Forces, cell: Cell) -> str:
    return ", ".join(f"{kind} {each(count, cell)}" for kind, count in one.spent.items())


USES = ("side", "turns of pieces", "idle", "with a target", "never moved", "never attacked")
"""What a table of what sides did with their pieces has in its columns."""
USES_MEAN = (
    "A piece's turn is idle if it could have moved or attacked and did nothing, on purpose or not; with a target, if "
    "it had an attack to make. Never moved, never attacked: of the pieces that can, in a whole battle."
)


def use(one: Use, cell: Cell, sides: Sequence[Side]) -> tuple[str, ...]:
    """A row of that table: turns in a battle, then shares."""
    return (
        winner(one.side, sides),
        each(one.turns, cell),
        _part(one.idle, one.turns),
        _part(one.targets, one.turns),
        _part(one.unmoved, one.movers),
        _part(one.unshot, one.shooters),
    )


def _part(count: int, of: int) -> str:
    return percent(count / of) if of else "-"


def left(one: Use, sides: Sequence[Side]) -> tuple[str, ...]:
    """What else a side left undone, one sentence each."""
    who, found = winner(one.side, sides), list[str]()
    if one.reckoned:
        share = f"{one.refused / one.reckoned:.2f} in a battle"
        found.append(
            f"{who}: {share} had an attack with a chance of a third or better, let it be, and then did nothing more "
            f"(reckoned in {count(one.reckoned, 'battle')})."
        )
    for goal in one.goals:
        if goal.never:
            share = percent(goal.never / goal.battles)
            found.append(f"{who} never contested {goal.objective} in {share} of the battles.")
    return tuple(found)


def worth(value: Value, sides: Sequence[Side]) -> str:
    """The value of the game of choosing bots, in one sentence."""
    mixes = "; ".join(f"{winner(side, sides)} plays {mixed(mix)}" for side, mix in value.mixes.items())
    return (
        f"As a game, in which either side chooses its bot, it is worth {percent(value.value)} "
        f"({100 * value.low:.0f} to {100 * value.high:.0f}) to {winner(value.side, sides)}, "
        f"draws counting half: {mixes}."
    )


def mixed(mix: Mapping[str, float]) -> str:
    """`sensible`, or `sensible 60 %, random 40 %`."""
    used = {bot: part for bot, part in mix.items() if part}
    return (
        next(iter(used))
        if len(used) == 1
        else ", ".join(f"{bot} {percent(part)}" for bot, part in used.items())
    )


def difference(found: Comparison) -> str:
    """What the second setting changes, in one sentence."""

    def points(part: float) -> str:
        number = round(100 * part)
        return f"{'+' if number > 0 else MINUS if number < 0 else '±'}{abs(number)}"

    who = winner(found.side, found.first.sides)
    return (
        f"The second gives {who} {points(found.difference)} points "
        f"({points(found.low)} to {points(found.high)}): of {count(found.battles, 'battle')} with the same seeds "
        f"{found.better} end better for {who}, {found.worse} worse."
        f" They last {_more(found.turns)} turns{_between(found)}.{_losses(found)}"
    )


def _between(found: Comparison) -> str:
    return f" ({_more(found.fewest)} to {_more(found.most)})" if found.battles > 1 else ""


def _losses(found: Comparison) -> str:
    """How many more pieces are lost in a battle of the second setting, in a sentence."""
    told = [f"{winner(side, found.first.sides)} {_more(n)}" for side, n in found.losses.items()]
    return f" Pieces lost in a battle: {', '.join(told)}." if told else ""


def _more(number: float) -> str:
    """How much more, to a hundredth: `+0.25`, `−1`, `±0`."""
    text = f"{abs(number):.2f}".rstrip("0").rstrip(".")
    return f"{'±' if text == '0' else '+' if number > 0 else MINUS}{text}"


def origin(one: Simulation) -> str:
    """By what the table can be made again, in one sentence."""
    setup, battles = one.setup, sum(cell.battles for cell in one.cells)
    options = "".join(f", {name} {_short(value)}" for name, value in setup.options.items())
    node = f", {setup.node} of the campaign {setup.campaign}" if setup.campaign else ""
    return (
        f"{battles:,} {noun(battles, 'battle')}, seed {one.extent.seed}{options}{node}; "
        f"{one.system} {one.version}, pack {one.pack[:12]}. Intervals hold for 95 of 100."
    )


def _short(value: object) -> str:
    """The value of an option; a force of one's own stands there whole."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) else "one's own"
