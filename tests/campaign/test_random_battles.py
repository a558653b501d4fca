"""Random whole battles through headquarters: what examples miss.

8 battles in the default profile, 400 in the long one. Runs long: each is played to its end with undos, redos and
jumps; after every entry the fold of the diary must equal the live state.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.battles.state import Battle
from campaign.headquarters import Headquarters
from campaign.rules.packs import read_pack
from campaign.shared.answers import Acted, Refusal
from campaign.systems import find, package_of, system_ids
from events.diary import Diary
from tests.campaign.conftest import steady_world
from tests.conftest import PROFILE

BATTLES = 400 if PROFILE == "long" else 4
SCENARIOS = [
    info.id for id in system_ids() for info in find(id).load(read_pack(id, package_of(id))).scenarios()
]
TOO_MANY = 5000
"""Actions after which a battle counts as endless."""
MOST_BACK = 20
"""Times that a battle goes back at the most: with a jump in every eighty actions a long one would never end."""


def _digests(hq: Headquarters, battle: str, reader: Diary[Battle, Any] | None = None) -> tuple[str, str]:
    """Of the live state, and of what a reader makes of the stored entries.

    reader: one who has read along, entry by entry; without it the whole diary is folded from its beginning.
    """
    inside = hq._house.battles.get(battle)
    reducer = inside.diary.reducer
    reader = reader or _reader(hq, battle)
    return reducer.digest(inside.diary.current()[1]), reducer.digest(reader.current()[1])


def _reader(hq: Headquarters, battle: str) -> Diary[Battle, Any]:
    return Diary(hq._house.store, battle, hq._house.battles.get(battle).diary.reducer)


@settings(max_examples=BATTLES)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32 - 1))
def test_random_battles_hold(scenario: str, seed: int):
    rnd = random.Random(seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        Headquarters(folder, steady_world(str(seed))) as hq,
    ):
        opened = hq.battles.new(scenario, undo="free")
        assert isinstance(opened, Acted)
        battle = opened.diary
        sides = [seat.side for seat in hq.battles.info(battle).seats]
        bots = dict.fromkeys(sides, "random")
        digests = {1: _digests(hq, battle)[0]}
        reader = _reader(hq, battle)
        left = MOST_BACK
        for _ in range(TOO_MANY):
            turn = rnd.random()
            if hq.battles.info(battle).verdict is not None:
                break
            back = turn < 0.05 and left > 0
            left -= back
            answer = (
                _back(hq, battle, digests, rnd) if back else hq.battles.bots.move(battle, bots, rnd.randrange)
            )
            assert answer is not None, "somebody is asked until the battle is over"
            if isinstance(answer, Refusal):
                assert back, answer
                assert "nothing to" in answer.reason
                continue
            live, folded = _digests(hq, battle, None if back else reader)
            assert live == folded
            digests[hq.battles.head(battle)] = live
        assert hq.battles.info(battle).verdict is not None, "the battle came to its end"
        live, folded = _digests(hq, battle)
        assert live == folded
        report = hq.battles.verify(battle)
        assert report.sound, report
        _round_trip(hq, battle, digests, Path(folder))


def _back(hq: Headquarters, battle: str, digests: dict[int, str], rnd: random.Random):
    """A rewind of some kind, checked: the state is the one that was."""
    before = hq.battles.head(battle)
    kind = rnd.choice(("undo", "undo", "redo", "jump"))
    if kind == "jump":
        to = rnd.randint(1, before)
        answer = hq.battles.rewind(battle, to)
        assert isinstance(answer, Acted)
        assert _digests(hq, battle)[0] == digests[to]
        return answer
    answer = hq.battles.undo(battle) if kind == "undo" else hq.battles.redo(battle)
    if isinstance(answer, Acted) and kind == "undo":
        assert isinstance(hq.battles.redo(battle), Acted), "an undo can be taken back"
        assert _digests(hq, battle)[0] == digests[before]
        digests[hq.battles.head(battle)] = digests[before]
        digests[hq.battles.head(battle) - 1] = hq._house.battles.get(battle).diary.reducer.digest(
            hq._house.battles.get(battle).diary.state_at(hq.battles.head(battle) - 1)
        )
    return answer


def _round_trip(hq: Headquarters, battle: str, digests: dict[int, str], folder: Path) -> None:
    file = folder / "battle.ndjson"
    hq.export(file, [battle])
    with Headquarters(folder / "elsewhere") as other:
        assert other.import_(file).entries == hq.battles.head(battle)
        assert _digests(other, battle)[1] == _digests(hq, battle)[0]
        assert other.battles.verify(battle).sound
