"""What a player waits for at home, without a server: an action, a view, a list of what is legal, in the middle of a
battle of each rule system."""

from __future__ import annotations

import tempfile
from functools import partial
from random import Random

from msgspec import Raw, structs

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.systems import system_ids
from tests.bench.rows import Part, Row, at_most, spent

BATTLE, BEFORE, TIMES = "measured", 30, 25
"""Actions before it is measured, and how often."""


def _system(system: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        scenario = next(info.id for one, info in hq.packs.scenarios() if one.id == system)
        _done(hq.battles.new(scenario, system=system, name=BATTLE, undo="free"))
        rnd = Random(1)
        for _ in range(BEFORE):
            _act(hq, rnd)
        side, chosen = _choice(hq, rnd)
        ours = _as(hq, side).battles

        def there_and_back() -> None:
            _done(ours.act(BATTLE, chosen))
            _done(ours.undo(BATTLE))

        both = 1000 * spent(there_and_back, TIMES)
        return [
            at_most(f"{scenario}: an action and its undo", both, "ms", 50),
            at_most(f"{scenario}: the view", 1000 * spent(lambda: hq.battles.view(BATTLE), TIMES), "ms", 20),
            at_most(
                f"{scenario}: what is legal", 1000 * spent(lambda: hq.battles.legal(BATTLE), TIMES), "ms", 20
            ),
        ]


def _act(hq: Headquarters, rnd: Random) -> None:
    side, chosen = _choice(hq, rnd)
    _done(_as(hq, side).battles.act(BATTLE, chosen))


def _as(hq: Headquarters, side: str) -> Headquarters:
    """Whoever sits at this machine plays all seats that bear no name."""
    return hq.for_(structs.replace(hq.caller, role=side))


def _choice(hq: Headquarters, rnd: Random) -> tuple[str, Raw]:
    """Whose it is, and what."""
    chosen = rnd.choice(hq.battles.legal(BATTLE))
    return chosen.side, chosen.action


def _done(answer: object) -> None:
    assert isinstance(answer, Acted), answer


PARTS = {system: Part(partial(_system, system)) for system in system_ids()}
