"""What a battle tells whoever may take a seat at it: its rules, who sits, since when; nothing of its record."""

from __future__ import annotations

from campaign.battles import opening
from campaign.battles.open_battle import OpenBattle
from campaign.shared.answers import TableOffer
from campaign.shared.offers import offered_seats


def told(battle: OpenBattle) -> TableOffer:
    """Raises DiaryError."""
    state = battle.state()
    table, info, seating = state.table, battle.store.info(battle.name), battle.seating(state)
    options = opening.origin_of(battle).options
    if battle.rules.hidden is not None:
        # As of its beginning: that it is over, and all lies open, is not for who is behind.
        game = battle.diary.state_at(1).game if battle.over(state) else state.game
        options = dict(battle.rules.hidden.options(game, options, ""))
    return TableOffer(
        battle.name, "battle", table.title, seating.seats, offered_seats(battle, seating), seating.opener,
        info.created, seating.apart, table.rules, table.system, table.scenario, options, table.dice, table.undo,
        battle.side_names(state),
    )  # fmt: skip
