"""Who is mustered where nobody is named."""

from __future__ import annotations

from collections import Counter

from campaign.headquarters import Headquarters
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.returns import Return
from tests.campaign.calling import ok


def test_crews_take_their_turns(hq: Headquarters, made: str):
    """Six machines a side and four places: the first by their names do not fight every battle."""
    fought: Counter[str] = Counter()
    for number in range(6):
        begun = ok(hq.campaigns.begin(made, f"n{number}")).battle
        state = hq._house.campaigns.get(made).state()
        fought.update(one.id for one in state.battles[begun].muster)
        ok(hq.campaigns.returns.file(made, begun, Return(begun, "draw", crews="safe")))
        ok(hq.campaigns.act(made, {"kind": "advance", "days": 2}))
    assert len(fought) == 12
    assert max(fought.values()) - min(fought.values()) <= 1, fought


def test_a_crew_that_changed_machines_keeps_its_turn(hq: Headquarters, made: str):
    state = hq._house.campaigns.get(made).copy(hq._house.campaigns.get(made).state())
    assert state.graph is not None
    node = state.graph.node("n0")
    for person in state.people.values():
        if person.asset in ("red-0", "blue-3"):
            person.battles = 5
    assert {"red-0", "blue-3"}.isdisjoint(suggestion(state, node))
    state.assets["red-5"].damage.append("turret")
    assert "red-5" not in suggestion(state, node)
