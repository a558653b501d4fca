"""What a simulation is asked for and answers with: plain data. Shares are fractions of 1; intervals hold for 95 %."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from campaign.rules.options import Side
from campaign.shared.answers import Line

BATTLES = 200
"""Battles of a cell, where nobody says how many."""
MOST_UNTIL = 10_000
"""Battles of a cell at the most, where it is to go on until it is sure enough."""
Progress = Callable[[int, int], None]
"""(battles done, of how many at the most)."""


class Setup(Struct, frozen=True, omit_defaults=True):
    """What is fought: a scenario with its options, or a node of a campaign as it stands, with these assets or with as
    many as may come. options: of a node, those that are to be otherwise than its campaign has them.

    bots: side → those that play it, one after the other; where none is named, the best there is. every: all of them.
    """

    scenario: str = ""
    system: str | None = None
    options: Mapping[str, Any] = {}
    campaign: str = ""
    node: str = ""
    assets: tuple[str, ...] | None = None
    bots: Mapping[str, tuple[str, ...]] = {}
    every: bool = False


class Extent(Struct, frozen=True, omit_defaults=True):
    """How much is fought. battles: of each pairing of bots; 0 for as many as is usual.

    until: stop a pairing when every side's share of wins is known to so many percentage points up and down, 0 for
    never. seed: battle n of a seed is always the same one. jobs: processes, 0 for one on each core. odds: in how many
    of a pairing's battles, the first ones, the chance of every attack is reckoned that was let be.
    """

    battles: int = 0
    until: float = 0.0
    seed: int = 1
    jobs: int = 0
    odds: int = 0


class Share(Struct, frozen=True):
    """How often something happened, and the Wilson interval of its chance."""

    battles: int
    share: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """Of a number that differs from battle to battle. low, high: 10 and 90 % of the battles are not above it."""

    median: float
    low: int
    high: int
    least: int
    most: int


class Reason(Struct, frozen=True):
    """Why so many battles ended. winner: a side, "" for a draw."""

    winner: str
    reason: str
    battles: int


class Forces(Struct, frozen=True):
    """What became of all pieces of one type of a side, all battles taken together.

    fates: fate → pieces. kills: pieces that they knocked out. spent: rounds by kind of ammunition.
    """

    side: str
    type: str
    came: int
    fates: Mapping[str, int]
    kills: int = 0
    spent: Mapping[str, int] = {}


class Contest(Struct, frozen=True):
    """An objective that a side did not have at first. never: of so many battles, those in which it was never there."""

    objective: str
    battles: int
    never: int


class Use(Struct, frozen=True, omit_defaults=True):
    """What a side did with its pieces, all battles taken together. See `campaign/rules/doings.py`.

    turns: of pieces in which they did something, or could have. idle: those in which a piece did nothing; targets: of
    these, those in which it had an attack to make. movers, shooters: pieces that can move, and attack; unmoved, unshot:
    those that never did. reckoned: battles in which chances were reckoned; refused: turns there in which a piece
    let be an attack with a chance of a third or better, and then did nothing more. still, silent: pieces that could
    have, and in no battle moved, or attacked.
    """

    side: str
    turns: int
    idle: int
    targets: int
    movers: int
    unmoved: int
    shooters: int
    unshot: int
    goals: tuple[Contest, ...] = ()
    reckoned: int = 0
    refused: int = 0
    still: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


class Fought(Struct, frozen=True):
    """One battle. number: from 1. winner: a side, "" for a draw. shuffled: whether cards were shuffled in it. uses: by
    side; score: what each side has to show for itself. None of either where the rules do not say."""

    number: int
    winner: str
    reason: str
    turn: int
    actions: int
    forces: tuple[Forces, ...] = ()
    shuffled: bool = False
    uses: tuple[Use, ...] = ()
    score: tuple[int, ...] = ()


class Brief(Struct, frozen=True, omit_defaults=True):
    """One battle in a list. turn: in which it ended. score: as in `Fought`."""

    number: int
    winner: str
    reason: str
    turn: int
    actions: int
    score: tuple[int, ...] = ()


class Cell(Struct, frozen=True, omit_defaults=True):
    """All battles of one pairing. bots: side → bot. wins: side → share. uses: by side."""

    bots: Mapping[str, str]
    battles: int
    wins: Mapping[str, Share]
    draws: Share
    reasons: tuple[Reason, ...]
    turns: Spread
    actions: Spread
    forces: tuple[Forces, ...]
    fought: tuple[Brief, ...]
    uses: tuple[Use, ...] = ()


class Value(Struct, frozen=True):
    """The game in which either side chooses its bot: what `side` can make sure of, a draw counting half.

    low, high: if every cell lay at that end of its interval. mixes: side → bot → how often it must be chosen.
    """

    side: str
    value: float
    low: float
    high: float
    mixes: Mapping[str, Mapping[str, float]]


class Simulation(Struct, frozen=True, omit_defaults=True):
    """A table of battles. cells: the first side's bots in order, for each the second's. turns: the limit, 0 for none.

    version: of the rule system. pack: digest of its data. mustered: who came, where a campaign sent them.
    reconstructed: what of it is our reconstruction.
    """

    title: str
    setup: Setup
    extent: Extent
    system: str
    version: str
    pack: str
    sides: tuple[Side, ...]
    turns: int
    cells: tuple[Cell, ...]
    value: Value | None = None
    mustered: tuple[str, ...] = ()
    reconstructed: tuple[str, ...] = ()


class Trial(Struct, frozen=True):
    """How a scenario of the user's own is fought out by bots. turns: the limit, 0 for none. still, silent: pieces that
    in no battle moved, or attacked, by their names."""

    system: str
    scenario: str
    title: str
    sides: tuple[Side, ...]
    turns: int
    cell: Cell
    still: tuple[str, ...]
    silent: tuple[str, ...]


class Comparison(Struct, frozen=True):
    """Two settings fought with the same seeds. difference: what the second gives `side` beyond the first, as a share
    of wins, a draw counting half. better, worse: battles that ended better or worse for it. turns: how many more the
    second lasts, on average, between so many for 95 %. losses: by side, how many more pieces it loses in a battle."""

    first: Simulation
    second: Simulation
    side: str
    battles: int
    difference: float
    low: float
    high: float
    better: int
    worse: int
    turns: float = 0.0
    fewest: float = 0.0
    most: float = 0.0
    losses: Mapping[str, float] = {}


class Step(Struct, frozen=True, omit_defaults=True):
    """One action of a battle that is told again."""

    turn: int
    side: str
    lines: tuple[Line, ...]
    dice: tuple[int, ...] = ()


class Replay(Struct, frozen=True):
    """One battle told step by step. bots: side → bot."""

    seed: int
    bots: Mapping[str, str]
    sides: tuple[Side, ...]
    fought: Fought
    steps: tuple[Step, ...]
