"""One battle between bots, in memory. Its seed and its number decide it, wherever and whenever it is fought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from campaign.battles import table as t
from campaign.battles.opening import set_up
from campaign.rules.bots import Pick
from campaign.rules.dice import Faces, SeededDice
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Fate, Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.rules.wording import count
from campaign.simulation.answers import Forces, Fought
from campaign.simulation.measuring import Meter
from events.entry import Draw

MOST_ACTIONS = 20_000
"""After so many, a battle counts as a draw: bots that go round in a circle must not stop a simulation."""
NOBODY: Mapping[str, Rules] = {}
Tell = Callable[[Any, str, Sequence[Any], Sequence[Draw]], None]
"""(state after it, side, events, draws): called after every action."""


def silent(state: Any, side: str, events: Sequence[Any], draws: Sequence[Draw]) -> None:
    """For who only wants to know how it ends."""


class Streams:
    """The chance of one battle: dice, cards and the bots' coins come from streams of their own, so that a battle with
    other settings has the same dice as long as it asks for the same."""

    def __init__(self, seed: int, number: int) -> None:
        self.faces, self.cards, self.coins = (
            Random(f"wardiary.simulate.1/{seed}/{number}/{what}").randrange
            for what in ("dice", "cards", "coins")
        )

    def dice(self) -> SeededDice:
        """Of one action."""
        return _Dice(self.faces, self.cards)

    def roll(self, count: int, sides: int) -> Faces:
        """What `dice` would show, for who types it in."""
        return self.dice().roll("", count, sides)


class _Dice(SeededDice):
    def __init__(self, faces: Pick, cards: Pick) -> None:
        super().__init__(faces)
        self._cards = SeededDice(cards)

    def _order(self, purpose: str, count: int) -> Faces:
        return self._cards.shuffle(purpose, count)


def fight(
    rules: Rules,
    action: t.Open,
    bots: Mapping[str, str],
    seed: int,
    number: int,
    tell: Tell = silent,
    *,
    odds: bool = False,
    minds: Mapping[str, Rules] = NOBODY,
) -> Fought:
    """A battle from its set-up to its end. bots: side → bot. odds: reckon the chances of attacks that are let be.
    minds: side → the rules that its bot gets, where its constants are others. Raises Refused, naming the battle, where
    the rules refuse what a bot wants."""
    players = {side: rules.system.bot(name) for side, name in bots.items()}
    streams = Streams(seed, number)
    state = rules.system.begun(set_up(rules, action))
    meter = Meter(rules, rules.doings, state, odds) if rules.doings is not None else None
    actions, shuffled = 0, False
    try:
        while actions < MOST_ACTIONS and (pending := rules.pending(state)):
            side, dice = pending[0].side, streams.dice()
            options = rules.legal(state, side)
            known = rules.known(state, side)
            chosen = players[side].choose(minds.get(side, rules), known, side, options, streams.coins)
            if meter is not None:
                meter.before(state, side, chosen, options)
            events = rules.advance(state, side, chosen.action, dice)
            if meter is not None:
                meter.after(state, events)
            shuffled = shuffled or any(draw.matters == "shuffle" for draw in dice.draws)
            actions += 1
            tell(state, side, events, dice.draws)
    except Refused as refused:
        reason = (
            f"Battle {number} of seed {seed} cannot go on after {count(actions, 'action')}: {refused.reason}"
        )
        raise Refused(reason, refused.rule, refused.allowed) from refused
    ended = rules.verdict(state) or Verdict("", f"not over after {actions:,} actions")
    turn = ended.turn or rules.view(state, UMPIRE).turn
    fates = rules.assets.outcome(state, ended).fates if rules.assets is not None else ()
    uses, score = (meter.told(state), meter.score(state)) if meter is not None else ((), ())
    return Fought(number, ended.winner, ended.reason, turn, actions, _forces(fates), shuffled, uses, score)


def _forces(fates: Sequence[Fate]) -> tuple[Forces, ...]:
    return summed(
        [
            Forces(
                one.side,
                one.type,
                1,
                {one.fate: 1},
                len(one.kills),
                {k: n for k, n in one.spent.items() if n},
            )
            for one in fates
        ]
    )


def summed(forces: Sequence[Forces]) -> tuple[Forces, ...]:
    """One for each type of a side, sorted."""
    found: dict[tuple[str, str], list[Forces]] = {}
    for one in forces:
        found.setdefault((one.side, one.type), []).append(one)
    return tuple(
        Forces(
            side,
            type,
            sum(one.came for one in few),
            _added([one.fates for one in few]),
            sum(one.kills for one in few),
            _added([one.spent for one in few]),
        )
        for (side, type), few in sorted(found.items())
    )


def _added(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(sorted(total.items()))
