"""A campaign's verification goes through its battles, unless it is to be quick."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from campaign.campaigns.campaigns import QUICK
from campaign.headquarters import Headquarters
from tests.campaign.calling import ok
from tests.campaign.forging import copy_of, verdict
from tui.cli.main import main


def test_what_was_decided_in_its_battles_is_checked(
    hq: Headquarters, korea: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    diary = ok(hq.campaigns.begin(korea, "obong-ni")).fought
    for _ in range(4):
        ok(hq.battles.act(diary, bytes(hq.battles.legal(diary)[0].action)))
    whole = hq.campaigns.verify(korea)
    assert whole.sound and not whole.unchecked
    assert whole.notes == ("Of its battle, 5 entries hold, all of them decided again.",)
    quick = hq.campaigns.verify(korea, quick=True)
    assert quick.sound and quick.unchecked == (QUICK,)
    standings = [{one.subject: one.standing for one in report.proved} for report in (whole, quick)]
    assert [one["decisions"] for one in standings] == ["decided again", "not checked"]
    assert [one["charts"] for one in standings] == ["as shipped", "not checked"]
    assert "in its battle decided again" in whole.proved[1].words
    home = ["--home", str(hq.home.folder)]
    assert (
        main(["campaign", "verify", korea, *home]),
        main(["campaign", "verify", korea, "--quick", *home]),
    ) == (0, 3)
    assert QUICK in capsys.readouterr().out
    copy, battle = copy_of(hq, korea), copy_of(hq, diary)
    copy.others.append(battle)
    battle.lines[2].events.append(deepcopy(battle.lines[2].events[-1]))
    report = verdict(copy, tmp_path / "forged")
    assert not report.sound and "the diary of the battle obong-ni-1 does not hold: entry 3" in report.why
