"""The command line where a hex is to be chosen, and several fire together."""

from __future__ import annotations

import pytest

from tests import gun_line
from tests.tui.cli.running import Run


@pytest.fixture
def battle(wardiary: Run, monkeypatch: pytest.MonkeyPatch) -> str:
    gun_line.install(monkeypatch)
    return wardiary("new", "gun-line", "--json").json["battle"]


def numbers(wardiary: Run, battle: str, kind: str) -> list[str]:
    listed = wardiary("legal", battle, "--side", "red", "--json").json
    return [str(one["number"]) for one in listed if one["kind"] == kind]


def test_a_hex_is_given_by_its_number(wardiary: Run, battle: str):
    listed = wardiary("legal", battle, "--side", "red").out
    assert "hex any hex (shells scatter), shell he or smoke" in listed
    assert "hex any hex at most 3 from 0204 (shells scatter)" in listed
    guns, mortars = numbers(wardiary, battle, "plot")
    refused = wardiary("act", battle, mortars, "--with", "hex=0907")
    assert refused.status == 2
    assert "Hex 0907 is not among those" in refused.err and "at most 3 from 0204" in refused.err
    refused = wardiary("act", battle, guns, "--with", "hex=1234")
    assert "This board has no hex '1234'" in refused.err
    done = wardiary("act", battle, guns, "--with", "hex=0907", "--with", "shell=smoke")
    assert done.status == 0, done
    assert "red-guns plot fire at 0907." in done.out
    assert '"shell":"smoke"' in wardiary("show", battle, "2", "--as", "red").out


@pytest.mark.parametrize(
    ("value", "said"),
    [("hexes=0505", "there is no 'hexes' to choose. Allowed: hex, shell."), ("shell=gas", "shell")],
)
def test_what_cannot_be_chosen_is_refused(wardiary: Run, battle: str, value: str, said: str):
    refused = wardiary("act", battle, numbers(wardiary, battle, "plot")[0], "--with", value)
    assert refused.status == 2 and said in refused.err


def test_json_has_its_values_in_it(wardiary: Run, battle: str):
    action = '{"kind": "plot", "unit": "red-guns", "hex": "0101"}'
    refused = wardiary("act", battle, action, "--with", "hex=0505", "--side", "red")
    assert refused.status == 2 and "--with goes with the number of a choice" in refused.err


def test_a_number_must_be_one(wardiary: Run, example: None):
    ring = wardiary("new", "ring", "--json").json["battle"]
    number = next(
        str(one["number"])
        for one in wardiary("legal", ring, "--side", "red", "--json").json
        if one["kind"] == "face"
    )
    refused = wardiary("act", ring, number, "--with", "heading=north")
    assert "heading: 'north' is no number. Allowed: 0 to 359." in refused.err
    assert wardiary("act", ring, number, "--with", "heading=90").status == 0


def test_completion_knows_with(wardiary: Run):
    assert "--with" in wardiary("completion", "words", "act", "--w").out.split()
