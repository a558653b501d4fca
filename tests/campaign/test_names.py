"""Names of diaries that nobody chose: one that is taken is drawn again. Of five thousand battles with six hexadecimal
digits each, two have the same, most likely."""

from __future__ import annotations

from pathlib import Path

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Answer
from campaign.shared.clock import World


def diary(answer: Answer) -> str:
    assert isinstance(answer, Acted), answer
    return answer.diary


def test_a_name_that_is_taken_is_drawn_again(tmp_path: Path):
    with Headquarters(tmp_path, World(random_bytes=bytes)) as hq:
        for more in ("", "00", "0000"):
            assert diary(hq.battles.new("tank-duel")) == f"tank-duel-000000{more}"
            assert diary(hq.battles.fork("tank-duel-000000", 1)) == f"tank-duel-000000~000000{more}"
            assert diary(hq.campaigns.new("marines-in-korea")) == f"marines-in-korea-000000{more}"
            assert (
                diary(hq.campaigns.fork("marines-in-korea-000000")) == f"marines-in-korea-000000~000000{more}"
            )
