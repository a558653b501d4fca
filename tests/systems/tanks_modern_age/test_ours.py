"""What is reconstructed says so where it is used: for every scenario, and on every card with a reading of ours."""

from __future__ import annotations

import msgspec
import pytest

from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age.rules import SYSTEM
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, changed, rules

FILES = ("table.toml", "models.toml", "terrain.toml", "criticals.toml", "scenarios.toml")


@pytest.mark.parametrize("scenario", [info.id for info in rules().scenarios()])
def test_every_scenario_says_in_one_line_each_what_is_ours_and_where_to_put_ones_own(scenario: str):
    lines = rules().reconstructed(scenario)
    assert all(line.endswith(".") and "\n" not in line for line in lines)
    text = " ".join(lines)
    assert "critical deck" in text
    on_a_table = scenario != "table-top"
    assert ("Measuring Arrow" in text) is on_a_table
    assert ("hulls at 1:100" in text) is on_a_table
    assert ("sizes of terrain" in text) is on_a_table
    assert ("read from a drawing" in text) is (scenario in ("first-game", "alpha-66"))
    named = {file for file in FILES if file in text}
    assert named <= set(rules().pack.content)
    assert len(named) == {"table-top": 1, "first-game": 5, "alpha-66": 5}.get(scenario, 4)


def test_who_puts_in_numbers_of_his_own_is_told_of_ours_no_more():
    own = changed(arrow_source="measured on my own arrow", arrow_tail=90)
    assert not any("Measuring Arrow" in line for line in own.reconstructed("tank-ace"))
    pack = rules().pack
    criticals = {**pack.content["criticals.toml"], "source": "my printed deck"}
    content = {**pack.content, "criticals.toml": criticals}
    other = SYSTEM.load(msgspec.structs.replace(pack, content=content))
    assert not any("critical deck" in line for line in other.reconstructed("tank-ace"))


def test_an_unknown_scenario_is_refused():
    with pytest.raises(Refused):
        rules().reconstructed("no-such-scenario")


def test_a_card_shows_our_reading_of_it_to_whoever_sees_it():
    read = next(
        c
        for c in rules().charts.cards.values()
        if c.reading and c.type == "Loader" and c.kind != "helicopter"
    )
    field = Field([("m1-abrams", 450, 700, 0, [read.id])], [("t-64", 450, 300, 180)])

    def text(viewer: str) -> str:
        piece = next(p for p in field.rules.view(field.game, viewer).pieces if p.id == "m1-abrams-1")
        return piece.cards[0].text

    assert text(BLUE).endswith(read.reading)
    assert text(RED) == text("") == ""
