"""All that a side may do now: what is listed here is what `verify` allows.

Options with ranges stand for all values within them; `verify` says which limit a refused one met. Cards may be turned
up at any time, so they are listed for a side that is not asked, too.
"""

from __future__ import annotations

from campaign.rules.options import Option, Pending
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.cards import turn_ups
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.questions import all_answers, questions
from campaign.systems.tanks_modern_age.state import Game


def pending(charts: Charts, game: Game) -> tuple[Pending, ...]:
    """Who is asked, and for what; several sides at once where the rules let both act."""
    return tuple(Pending(q.side, q.kind, q.prompt) for q in questions(Play(charts, game)))


def legal(charts: Charts, game: Game, side: str) -> list[Option]:
    if game.verdict is not None:
        return []
    play = Play(charts, game)
    question = next((q for q in questions(play) if q.side == side), None)
    found = list(all_answers(play, question)) if question is not None else []
    if not any(isinstance(option.action, a.TurnUp) for option in found):
        found = [*found, *turn_ups(play, side)]
    return found
