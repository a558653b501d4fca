"""How many a side may bring to a battle of a campaign, in words."""

from __future__ import annotations

from campaign.campaigns.view import limit
from campaign.ledger.graph import May


def test_who_may_come_says_how_many_and_of_which_types_where_not_all_may():
    assert limit("Soviets", May("soviet", 4, 9)) == "Soviets 4 to 9"
    some = May("soviet", 0, 1, ("battalion-hq", "t62"))
    assert limit("Soviets", some) == "Soviets 0 to 1 (battalion hq, t62)"
