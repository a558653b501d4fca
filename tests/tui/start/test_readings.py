"""Readings in the form of a new battle: after everything else, each with its rule."""

from __future__ import annotations

from pathlib import Path

from campaign.headquarters import Headquarters
from tui.start.form import begin, form_lines, wish


def test_the_form_asks_how_the_text_is_read_last_and_opens_the_battle_so(tmp_path: Path):
    with Headquarters(tmp_path / "home") as hq:
        system, scenario = hq.packs.scenario("crossroads")
        lines = form_lines(system, scenario)
        at = next(i for i, one in enumerate(lines) if one.label.startswith("Reading "))
        assert [one.label for one in lines[at:]] == [
            one.label for one in lines if one.label.startswith("Reading ")
        ]
        assert len(lines) - at == 28 and lines[at - 1].id == "undo"
        passing = next(one for one in lines if one.id == "option passing")
        assert passing.label == "Reading 8.23: Is a pass final?"
        assert passing.values[passing.at] == ("for this turn", "final")
        values = {one.id: one.values[one.at][1] for one in lines}
        battle = begin(hq, wish(system, scenario, values | {"option passing": "hands-over"}))
        assert isinstance(battle, str)
        assert hq.battles.info(battle).readings == {"passing": "hands-over"}
