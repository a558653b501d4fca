"""What is wrong is refused whole, with file, line and reason; nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.ledger.graph import When
from campaign.ledger.policy import default_text, read_policy
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return, read_return, write_return
from campaign.ledger.sheets import line_of
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from tests.campaign.ledger.making import campaign_toml, folder, forces_toml
from tui.cli.main import main

POLICIES = [
    ("[healing]\n# comment\nleast = -4\n", "p.toml:3", "It must be a whole number, 0 or more"),
    ("[experience]\nbattle = 'many'\n", "p.toml:2", "It must be a whole number"),
    ("[repair.turret]\nhours = 3\nparts = 1\ntarget = 11\n", "p.toml:4", "10 or less"),
    ("[recovery]\nheld = 101\n", "p.toml:2", "100 or less"),
    ("[nonsense]\nx = 1\n", "p.toml:1", "unknown field"),
    ("secrecy = 'none'\n", "p.toml:1", "may not be"),
    ("x = = 1\n", "p.toml:1", "not TOML"),
    ("[casualties.wrecked]\ndead = 60\nwounded = 60\n", "p.toml:1", "more than 100"),
    ("[skill.gunnery]\nlevel = 'godlike'\n", "p.toml:2", "no level 'godlike'"),
    ('[[level]]\nid = "a"\nat = 5\nquality = 0\n', "p.toml:3", "begin at 0"),
]


@pytest.mark.parametrize(("text", "where", "reason"), POLICIES)
def test_a_policy_that_cannot_be(text: str, where: str, reason: str):
    with pytest.raises(Refused) as refused:
        read_policy(text, "p.toml")
    assert refused.value.where.startswith(where)
    assert reason in refused.value.reason


def test_the_defaults_are_a_policy_and_every_value_is_explained():
    assert read_policy(default_text()) == read_policy()
    for block in default_text().split("\n\n"):
        if block.startswith("[") and not block.startswith(("[[", "[repair.", "[casualties.", "[skill.")):
            raise AssertionError(f"not explained: {block}")


GRAPHS = [
    (lambda s: s.replace('to = "n2"', 'to = "n1"'), "never be reached"),
    (
        lambda s: s.replace('[[scenario.next]]\nto = "over"\notherwise = true\ndays = 1\n', ""),
        "never be left",
    ),
    (lambda s: s.replace("otherwise = true\n", 'when = { winner = "red" }\n', 1), "may not be left"),
    (lambda s: s.replace('to = "n2"', 'to = "n77"'), "no scenario and no end 'n77'"),
    (lambda s: s.replace('red = "red", ', 'pink = "red", ', 1), "no side 'pink'"),
    (lambda s: s.replace("start = true", "start = false"), "no beginning"),
    (lambda s: s.replace('id = "n1"\n', 'id = "n0"\n'), "have the id 'n0'"),
    (lambda s: s.replace("most = 4", "most = 4\nleast = 5", 1), "more than at most"),
    (lambda s: s.replace('date = "1944-06-01"', 'date = "1944-06-31"'), "not a date"),
    (lambda s: s.replace('depot = "red-depot"', 'depot = "moon"'), "no depot 'moon'"),
    (lambda s: s.replace("start = true", "stort = true", 1), "unknown field"),
    (lambda s: s.replace('id = "n1"', 'id = "../n1"', 1), "cannot be an id"),
    (lambda s: s.replace('id = "n1"', 'id = "--help"', 1), "cannot be an id"),
    (lambda s: s.replace('id = "n1"', 'id = ""', 1), "cannot be an id"),
    (lambda s: s.replace('id = "n1"', f'id = "{"n" * 100_000}"', 1), "cannot be an id"),
    (
        lambda s: s.replace('id = "n1"', f'id = "{"五" * 21}"', 1),
        "cannot be an id: it is longer than 60 bytes",
    ),
    (lambda s: s.replace("most = 4", f"most = {'9' * 30}", 1), "at most 18 digits"),
    (lambda s: s.replace("most = 4", f"most = {'9' * 5000}", 1), "Exceeds the limit"),
    (lambda s: s.replace('title = "Number 3"', 'title = "x"\nsystem = "chess"\nscenario = "y"'), "chess"),
]


@pytest.mark.parametrize(("change", "reason"), GRAPHS)
def test_a_scenario_graph_that_cannot_be(
    hq: Headquarters, tmp_path: Path, change: Callable[[str], str], reason: str
):
    place = folder(tmp_path / "bad", nodes=6)
    text = campaign_toml(6).replace('closes = "1964-12-31"\n', "")
    (place / "campaign.toml").write_text(change(text), encoding="utf-8")
    answer = hq.campaigns.new(place, name="bad")
    assert isinstance(answer, Refusal)
    assert reason in answer.reason
    assert "campaign.toml:" in answer.where
    assert hq.campaigns.all() == []


FORCES = [
    ('type = "tank"\nside = "blue"', 'type = "tonk"\nside = "blue"', "no type 'tonk'"),
    ('post = "gunner"', 'post = "cook"', "no post 'cook'"),
    ('id = "red-1"', 'id = "red-0"', "taken"),
    ('formation = "blue-army"', 'formation = "red-army"', "another side"),
    ("lift = 300", "lift = -1", "0 or more"),
]


@pytest.mark.parametrize(("old", "new", "reason"), FORCES)
def test_an_order_of_battle_that_cannot_be(hq: Headquarters, tmp_path: Path, old: str, new: str, reason: str):
    place = folder(tmp_path / "bad")
    (place / "forces.toml").write_text(forces_toml().replace(old, new, 1), encoding="utf-8")
    answer = hq.campaigns.new(place, name="bad")
    assert isinstance(answer, Refusal)
    assert reason in answer.reason
    assert hq.campaigns.all() == []


RETURNS = [
    (Return("n0-1", "red", person=(PersonReturn("red-0-gunner", "killed"), PersonReturn("red-0-gunner", "killed"))),
     "stands twice"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0", ammunition={"main": 31}),)), "carried 30 of main"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0", ammunition={"gas": 1}),)), "carried 0 of gas"),
    (Return("n0-1", "red", asset=(AssetReturn("purple-9"),)), "no asset 'purple-9'"),
    (Return("n0-1", "red", person=(PersonReturn("nobody"),)), "no person 'nobody'"),
    (Return("n0-1", "red", person=(PersonReturn("red-5-gunner"),)), "was not in this battle"),
    (Return("n0-1", "green"), "no side 'green'"),
    (Return("n0-1", "red", "green"), "no side 'green'"),
    (Return("n1-1", "red"), "return of n1-1"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0"), AssetReturn("red-0"))), "stands twice"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0", kills=(Kill("blue-0"), Kill("blue-0"))),)), "killed twice"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0", "fit", ("turret",)),)), "say damaged"),
    (Return("n0-1", "red", asset=(AssetReturn("red-0", kills=(Kill("x", "nobody"),)),)), "no person 'nobody'"),
    (Return("n0-1", "red", person=(PersonReturn("red-0-gunner", "killed", 3),)), "Days are for the wounded"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "reason"), RETURNS)
def test_a_return_that_cannot_be(hq: Headquarters, made: str, content: Return, reason: str):
    begun = hq.campaigns.begin(made, "n0", ["red-0", "red-1", "blue-0"])
    assert isinstance(begun, Acted)
    head = hq._house.campaigns.get(made).diary.head()
    answer = hq.campaigns.returns.file(made, "n0-1", content)
    assert isinstance(answer, Refusal)
    assert reason in answer.reason
    assert hq._house.campaigns.get(made).diary.head() == head


def test_a_return_as_a_file_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    home, files = ["--home", str(tmp_path / "home")], folder(tmp_path / "files")
    assert main(["campaign", "new", str(files), "--name", "c", *home]) == 0
    assert main(["campaign", "begin", "c", "n0", "red-0", "blue-0", *home]) == 0
    capsys.readouterr()
    assert main(["campaign", "return", "c", "n0-1", "--csv", *home]) == 0
    form = capsys.readouterr().out
    form = form.replace(",,,,roll", ",red,,,roll")
    rows = form.replace("main=0; mg=0", "main=99; mg=0", 1)
    (tmp_path / "r.csv").write_text(rows, encoding="utf-8")
    assert main(["campaign", "file", "c", "n0-1", str(tmp_path / "r.csv"), *home]) == 2
    said = capsys.readouterr().err
    assert "carried 30 of main" in said
    line = 1 + rows[: rows.index("main=99")].count("\n")
    assert f"r.csv:{line} (asset[0].ammunition.main)" in said
    (tmp_path / "r.csv").write_text(form.replace("ammunition", "bullets"), encoding="utf-8")
    assert main(["campaign", "file", "c", "n0-1", str(tmp_path / "r.csv"), *home]) == 2
    said = capsys.readouterr().err
    assert "no column 'bullets'" in said
    line = 1 + form[: form.index("kind,id")].count("\n")
    assert f"r.csv:{line}" in said
    assert main(["campaign", "return", "c", "n0-1", *home]) == 0
    toml = (
        capsys.readouterr().out.replace("main = 0", "main = 99", 1).replace('winner = ""', 'winner = "red"')
    )
    (tmp_path / "r.toml").write_text(toml, encoding="utf-8")
    assert main(["campaign", "file", "c", "n0-1", str(tmp_path / "r.toml"), *home]) == 2
    line = 1 + toml[: toml.index("main = 99")].count("\n")
    assert f"r.toml:{line}" in capsys.readouterr().err


CSVS = [
    ("kind,id\nasset,x\n", "has one row of the kind battle"),
    ("kind,id,hits\nbattle,b,\nasset,x,lots\n", "not a whole number"),
    ("kind,id,ammunition\nbattle,b,\nasset,x,main:3\n", "form name=number"),
    ("kind,id\nbattle,b\nghost,x\n", "no kind 'ghost'"),
    ("kind,id\nbattle,b,c\n", "has 3 cells"),
    ("id\nb\n", "'kind' is missing"),
]


@pytest.mark.parametrize(("text", "reason"), CSVS)
def test_a_csv_that_cannot_be(text: str, reason: str):
    with pytest.raises(Refused) as refused:
        read_return(text, "r.csv")
    assert reason in refused.value.reason
    assert refused.value.where.startswith("r.csv")


def test_returns_survive_both_forms():
    whole = Return(
        "b", "red", "blue", "it rained", "roll",
        (AssetReturn("x", "damaged", ("turret", "optics"), 2, {"main": 3, "mg": 1}, (Kill("it", "joe"), Kill("y"))),),
        (PersonReturn("joe", "wounded", 4, -2, ("Cross", "Star"), "brave"),),
        {"red": 5},
    )  # fmt: skip
    assert read_return(write_return(whole), "r.toml") == whole
    assert read_return(write_return(whole, csv=True), "r.csv") == whole


def test_lines_of_places():
    text = 'a = 1\n[[s]]\nid = "x"\n[[s.n]]\nto = "y"\n[[s]]\nid = "z"\n'
    text += "[[s.n]]\nto = 1\n[[s.n]]\nto = 2\n[p.q]\nr = 3\n"
    assert [line_of(text, one) for one in ("a", "s[0].id", "s[1].id", "s[1].n[1].to", "p.q.r", "s[1].zzz")] == [
        1, 3, 7, 11, 13, 6,
    ]  # fmt: skip


def test_what_may_not_be_asked(hq: Headquarters, made: str):
    for action, reason in (
        ({"kind": "advance", "days": 0}, "1 or more"),
        ({"kind": "advance", "days": 1, "speed": 2}, "unknown field"),
        ({"kind": "fly"}, "may not be 'fly'"),
        ({"kind": "amend", "id": "red-0", "field": "kills", "value": 99, "reason": "x"}, "cannot be amended"),
        (
            {"kind": "amend", "id": "red-0", "field": "stores.main", "value": -1, "reason": "x"},
            "out of bounds",
        ),
        (
            {"kind": "amend", "id": "red-0-gunner", "field": "status", "value": "fine", "reason": "x"},
            "may not be",
        ),
        ({"kind": "transfer", "id": "red-0-gunner", "to": "blue-1"}, "another side"),
        ({"kind": "repair", "asset": "red-0", "damage": "turret"}, "no 'turret' that waits"),
        ({"kind": "start", "node": "n5", "assets": ["red-0"], "battle": "x"}, "is waiting"),
        ({"kind": "file", "battle": "n0-1"}, "no battle 'n0-1'"),
        ({"kind": "rename", "id": "red-0", "name": "bell\x07"}, "U+0007"),
        ({"kind": "award", "person": "red-0-gunner", "award": "turned\u202e"}, "U+202E"),
    ):
        answer = hq.campaigns.act(made, action)
        assert isinstance(answer, Refusal), action
        assert reason in answer.reason, answer.reason
    assert hq._house.campaigns.get(made).diary.head().seq == 1
    side = hq.looking_as("red").campaigns.act(
        made, {"kind": "issue", "depot": "red-depot", "stores": {"main": 9}}
    )
    assert isinstance(side, Refusal)
    assert "umpire" in side.reason
    theirs = hq.looking_as("red").campaigns.act(
        made, {"kind": "promote", "person": "blue-0-gunner", "rank": "x"}
    )
    assert isinstance(theirs, Refusal)


def test_conditions_start_empty():
    assert When() == When(winner="", done=())


def test_a_type_of_ones_own_bears_what_its_namesake_does(hq: Headquarters):
    for sample, word in (("fulda-gap", "stunned-crew"), ("marines-in-korea", "coaxial")):
        assert isinstance(hq.campaigns.new(sample, name=f"of-{sample}"), Acted)
        types = hq._house.campaigns.get(f"of-{sample}").state().types
        assert types
        assert all(word in one.damage for one in types.values()), sample
