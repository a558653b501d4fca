"""Readings: declared once, chosen by name, told apart from the text."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct, json

from campaign.rules import readings as r
from campaign.rules.options import Setting, listed, otherwise
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused


class Readings(r.AnyReadings, frozen=True):
    passing: Annotated[
        Literal["final", "hands-over"], r.asks("8.23", "Is a pass final?", "It may be.", "it is", "not yet")
    ] = "final"
    dark: Annotated[bool, r.asks("19.7", "Is it dark?", "It does not say.")] = False
    rounds: Annotated[int, Meta(ge=1, le=6), r.asks("12", "How many rounds?", "No limit.")] = 3


class Told(r.ByReading, Struct, frozen=True, tag="told", omit_defaults=True):
    unit: str


class Charts(r.ReadCharts[Readings]):
    def __init__(self) -> None:
        self.readings, self.anew = Readings(), 0

    def read_anew(self) -> None:
        self.anew += 1


def test_a_declaration_says_what_may_be_chosen():
    passing, dark, rounds = r.declared(Readings)
    assert passing == r.Reading(
        "passing",
        "8.23",
        "Is a pass final?",
        "It may be.",
        "final",
        (("final", "it is"), ("hands-over", "not yet")),
    )
    assert (dark.values, dark.words(True)) == ([True, False], "yes")
    assert (rounds.values, rounds.words(2)) == ([1, 2, 3, 4, 5, 6], "2")


def test_a_field_without_question_default_or_words_is_no_reading():
    class Bare(r.AnyReadings, frozen=True):
        passing: bool = False

    class Wordless(r.AnyReadings, frozen=True):
        passing: Annotated[Literal["a", "b"], r.asks("1", "Which?", "", "one")] = "a"

    class Open(r.AnyReadings, frozen=True):
        passing: Annotated[bool, r.asks("1", "Which?", "")]

    for wrong in (Bare, Wordless, Open):
        with pytest.raises(TypeError, match="passing"):
            r.declared(wrong)


def test_readings_are_settings_of_a_battle_with_their_rule():
    passing, dark, rounds = r.settings(Readings(dark=True))
    choices = (("final", "it is"), ("hands-over", "not yet"))
    assert passing == Setting(
        "passing", "Is a pass final?", "choice", "final", choices, rule="8.23", says="It may be."
    )
    assert (dark.kind, dark.default, dark.choices) == ("switch", True, ())
    assert (rounds.kind, rounds.lowest, rounds.highest) == ("number", 1, 6)


@pytest.mark.parametrize(
    ("values", "where", "allowed"),
    [
        ({"passing": "never"}, "$.options.passing", ("final", "hands-over")),
        ({"dark": 1}, "$.options.dark", ("true", "false")),
        ({"dark": "true"}, "$.options.dark", ("true", "false")),
        ({"rounds": 7}, "$.options.rounds", ("1 to 6",)),
        ({"rounds": True}, "$.options.rounds", ("1 to 6",)),
        ({"rounds": None}, "$.options.rounds", ("1 to 6",)),
        ({"pasing": "final"}, "$.options", ("passing", "dark", "rounds")),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_can(
    values: dict[str, object], where: str, allowed: tuple[str, ...]
):
    with pytest.raises(Refused) as found:
        r.changed(Readings(), values)
    assert (found.value.where, found.value.allowed) == (where, allowed)
    with pytest.raises(PackError, match=r"scenarios/a\.toml, readings"):
        r.of_file(Readings(), values, "scenarios/a.toml")


def test_a_default_that_was_read_from_elsewhere_is_left_out_when_it_is_written():
    read = json.decode(b'{"passing": "final", "rounds": 3}')
    assert json.encode(r.changed(Readings(), read)) == b"{}"
    assert json.encode(r.changed(Readings(), {"passing": "hands-over"})) == b'{"passing":"hands-over"}'


def test_only_readings_are_picked_from_options():
    assert r.picked(Readings(), {"turns": 3, "dark": True}) == {"dark": True}


def test_a_line_names_the_readings_that_decided_it_besides_its_rule():
    assert r.named("8.23", Told("a")) == "8.23"
    assert r.named("8.23", Told("a", readings=("passing",))) == "8.23; reading passing"
    assert r.named("", Told("a", readings=("passing", "dark"))) == "readings passing, dark"
    assert json.encode(Told("a")) == b'{"type":"told","unit":"a"}'


def test_a_reading_decided_what_would_be_otherwise_by_another_choice_of_it():
    ask = lambda by: by.dark or by.rounds > 5  # noqa: E731
    assert r.decided(Readings(), ("passing", "dark", "rounds"), ask) == ("dark", "rounds")
    assert r.decided(Readings(dark=True), ("dark", "rounds"), ask) == ("dark",)


def test_charts_are_read_in_each_way_once():
    charts = Charts()
    dark = charts.as_read(Readings(dark=True))
    assert dark.readings.dark and not charts.readings.dark and dark.anew == 1
    assert charts.as_read(Readings(dark=True)) is dark is dark.as_read(Readings(dark=True))
    assert charts.as_read(None) is charts is charts.as_read(Readings())
    assert dark.as_read(Readings(rounds=2)) is charts.as_read(Readings(rounds=2))


def test_what_is_otherwise_than_in_the_pack_is_told():
    found = r.in_force(Readings(passing="hands-over"), Readings())
    assert [(one.id, one.value, one.usual) for one in found] == [
        ("passing", "hands-over", False), ("dark", "false", True), ("rounds", "3", True),
    ]  # fmt: skip
    assert otherwise(found) == ["Reading passing (8.23): hands-over: not yet."]
    assert listed(found)[0] == "passing (8.23): Is a pass final? not yet, otherwise than usual"
