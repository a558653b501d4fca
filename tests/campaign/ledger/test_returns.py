"""Returns are checked against themselves, forms say what can be filled in, and notes are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.ledger.actions import File
from campaign.ledger.decide import advance
from campaign.ledger.returns import AssetReturn, Kill, PersonReturn, Return, read_return, write_return
from campaign.reports.making import of_campaign
from campaign.rules.dice import ScriptedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from tests.campaign.calling import ok
from tests.campaign.ledger.making import folder
from tui.cli.main import main

HERE = ["red-0", "red-1", "blue-0", "blue-1"]
WRECK = AssetReturn("blue-0", "wrecked")

CONTRADICTIONS = [
    ((AssetReturn("red-0", kills=(Kill("blue-0"),)), AssetReturn("red-1", kills=(Kill("blue-0"),)), WRECK),
     (), "asset[1].kills[0].victim", "killed twice, by red-0 and by red-1"),
    ((AssetReturn("red-0", kills=(Kill("red-1"),)), AssetReturn("red-1", "lost")),
     (), "asset[0].kills[0].victim", "of the same side"),
    ((AssetReturn("red-0", kills=(Kill("red-0"),)),), (), "asset[0].kills[0].victim", "cannot knock out itself"),
    ((AssetReturn("red-0", kills=(Kill("blue-3"),)),), (), "asset[0].kills[0].victim", "was not in this battle"),
    ((AssetReturn("red-0", kills=(Kill("blue-0"),)),), (), "asset[0].kills[0].victim", "comes back fit"),
    ((AssetReturn("red-0", kills=(Kill("blue-0"),)), AssetReturn("blue-0", "damaged", ("turret",))),
     (), "asset[0].kills[0].victim", "comes back damaged"),
    ((AssetReturn("red-0", kills=(Kill("blue-0 by red-0-gunner"),)), WRECK),
     (), "asset[0].kills[0].victim", "is not understood"),
    ((AssetReturn("red-0", kills=(Kill("2 blue-0"),)), WRECK), (), "asset[0].kills[0].victim", "is not understood"),
    ((AssetReturn("red-0", kills=(Kill("Blue-0 "),)), WRECK), (), "asset[0].kills[0].victim", "is not understood"),
    ((AssetReturn("red-0", kills=(Kill("mine|blue-0"),)), WRECK), (), "asset[0].kills[0].victim", "is not understood"),
    ((), (PersonReturn("red-0-gunner", awards=("Star", " ")),), "person[0].awards", "has a name"),
    ((AssetReturn("red-0", kills=(Kill("blue-0-gunner"),)),), (), "asset[0].kills[0].victim", "is a person"),
    ((AssetReturn("red-0", kills=(Kill(" "),)),), (), "asset[0].kills[0].victim", "names its victim"),
    ((AssetReturn("red-0", kills=(Kill("blue-0", "red-1-gunner"),)), WRECK),
     (), "asset[0].kills[0].by", "does not sit in red 0"),
    ((AssetReturn("red-0", "damaged", ("turet",)),), (), "asset[0].damage", "cannot bear the damage 'turet'"),
    ((AssetReturn("red-0", "damaged"),), (), "asset[0].damage", "say what is"),
    ((AssetReturn("red-0", "wrecked", ("turret",)),), (), "asset[0].damage", "repaired whole"),
    ((AssetReturn("red-0", "damaged", ("turret", "turret")),), (), "asset[0].damage", "'turret' more than once"),
    ((AssetReturn("red-0", kills=(Kill("a truck"),) * 150), AssetReturn("red-1", kills=(Kill("a gun"),) * 51)), (),
     "asset[1].kills", "200 victims at the most; with those of red-1 it is 201"),
    ((), (PersonReturn("red-0-gunner", awards=("Cross",) * 51),), "person[0].awards", "51 here; 50 is the most"),
]  # fmt: skip


@pytest.mark.parametrize(("assets", "people", "where", "reason"), CONTRADICTIONS)
def test_a_return_that_contradicts_itself_is_refused_whole(
    hq: Headquarters,
    made: str,
    assets: tuple[AssetReturn, ...],
    people: tuple[PersonReturn, ...],
    where: str,
    reason: str,
):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    content, head = Return(battle, "red", asset=assets, person=people), hq.campaigns.head(made)
    for door in (
        lambda: hq.campaigns.returns.file(made, battle, content),
        lambda: hq.campaigns.act(made, {"kind": "file", "battle": battle, "content": content, "edition": 0}),
    ):
        answer = door()
        assert isinstance(answer, Refusal)
        assert answer.where == f"$.content.{where}"
        assert reason in answer.reason
    assert hq.campaigns.head(made) == head


def test_a_correction_is_checked_like_a_return(hq: Headquarters, made: str):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    ok(hq.campaigns.returns.file(made, battle, Return(battle, "red")))
    wrong = Return(battle, "red", asset=(AssetReturn("red-0", kills=(Kill("blue-0"),)),))
    answer = hq.campaigns.returns.correct(made, wrong)
    assert isinstance(answer, Refusal) and "comes back fit" in answer.reason
    right = Return(battle, "red", asset=(*wrong.asset, WRECK))
    ok(hq.campaigns.returns.correct(made, right))
    assert hq.campaigns.verify(made).sound


def test_a_side_that_is_not_there_neither_wins_nor_earns(hq: Headquarters, tmp_path: Path):
    place = folder(tmp_path / "files")
    text = (place / "campaign.toml").read_text(encoding="utf-8")
    text = text.replace("[[scenario]]", '[[side]]\nid = "green"\nname = "Green"\n\n[[scenario]]', 1)
    (place / "campaign.toml").write_text(text, encoding="utf-8")
    ok(hq.campaigns.new(place, name="c"))
    battle = ok(hq.campaigns.begin("c", "n0", HERE)).battle
    for content, where in (
        (Return(battle, "green"), "winner"),
        (Return(battle, "red", "green"), "field"),
        (Return(battle, "red", experience={"green": 3}), "experience.green"),
    ):
        answer = hq.campaigns.returns.file("c", battle, content)
        assert isinstance(answer, Refusal) and answer.where == f"$.content.{where}"
        assert "green is not in this battle" in answer.reason
        assert set(answer.allowed) >= {"red", "blue"}


def test_what_is_allowed_is_said(hq: Headquarters, korea: str):
    battle = ok(hq.campaigns.begin(korea, "obong-ni", ["a32", "a33", "t301", "t302"])).battle
    words = Return(battle, "us", asset=(AssetReturn("a32", "damaged", ("turet",)),))
    answer = hq.campaigns.returns.file(korea, battle, words)
    assert isinstance(answer, Refusal) and {"turret", "main-gun"} <= set(answer.allowed)
    by = Return(
        battle, "us", asset=(AssetReturn("a33", kills=(Kill("t301", "tobin"),)), AssetReturn("t301", "lost"))
    )
    answer = hq.campaigns.returns.file(korea, battle, by)
    assert isinstance(answer, Refusal) and "does not sit in" in answer.reason
    muster = {one.id: one for one in hq._house.campaigns.get(korea).state().battles[battle].muster}
    assert set(answer.allowed) == {one.id for one in muster["a33"].crew}


def test_what_is_not_named_comes_back_as_it_went(hq: Headquarters, made: str):
    ok(
        hq.campaigns.act(
            made, {"kind": "amend", "id": "red-0", "field": "damage", "value": ["turret"], "reason": "x"}
        )
    )
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    ok(hq.campaigns.returns.file(made, battle, Return(battle, "red")))
    assert hq._house.campaigns.get(made).state().assets["red-0"].damage == ["turret"]


# -- files

HEAD = "kind,id,fate,kills,ammunition,winner,crews,note\nbattle,b,,,,red,,\n"
CSVS = [
    ("asset,x,fit,y@joe@jim,,,,\n", "'y@joe@jim' is no kill", "r.csv:3 (kills)"),
    ("asset,x,fit,y@,,,,\n", "'y@' is no kill", "r.csv:3 (kills)"),
    ("asset,x,fit,@joe,,,,\n", "'@joe' is no kill", "r.csv:3 (kills)"),
    ("asset,x,fit,y=2,,,,\n", "'y=2' is no kill", "r.csv:3 (kills)"),
    ("asset,x,burnt,,,,,\n", "no fate of an asset 'burnt'", "r.csv:3 (fate)"),
    ("person,x,wrecked,,,,,\n", "no fate of a person 'wrecked'", "r.csv:3 (fate)"),
    ("person,x,fit,y,,,,\n", "says nothing of the kind person", "r.csv:3 (kills)"),
    ("asset,x,fit,,,,,\"two\nlines\"\n\n# a word\nasset,y,fit,@,,,,\n", "'@' is no kill", "r.csv:7 (kills)"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "reason", "where"), CSVS)
def test_csv_that_is_not_understood_is_refused(rows: str, reason: str, where: str):
    with pytest.raises(Refused) as refused:
        read_return(HEAD + rows, "r.csv")
    assert reason in refused.value.reason
    assert refused.value.where == where
    assert refused.value.allowed


def test_a_word_that_there_is_not_is_refused_with_those_that_there_are(hq: Headquarters, made: str):
    with pytest.raises(Refused) as refused:
        read_return(
            'battle = "b"\nwinner = "red"\n[[asset]]\nid = "x"\n[[asset]]\nid = "y"\nfate = "burnt"\n',
            "r.toml",
        )
    assert refused.value.where == "r.toml:7 (asset[1].fate)"
    assert "recovered" in refused.value.allowed
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    answer = hq.campaigns.returns.file(
        made, battle, {"winner": "red", "person": [{"id": "x", "fate": "ill"}]}
    )
    assert isinstance(answer, Refusal)
    assert (answer.where, "wounded" in answer.allowed) == ("$.person[0].fate", True)


@pytest.mark.parametrize("csv", [False, True])
def test_a_form_says_what_can_be_filled_in_and_is_refused_untouched(
    hq: Headquarters, made: str, tmp_path: Path, csv: bool
):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    text = hq.campaigns.returns.text(made, battle, csv)
    for word in (
        "red-0-gunner",
        "carried 30 main, 10 mg",
        "recovered",
        "captured",
        "main-gun",
        "red, blue or draw",
    ):
        assert word in text, word
    file = tmp_path / ("r.csv" if csv else "r.toml")
    file.write_text(text, encoding="utf-8")
    head = hq.campaigns.head(made)
    for given in (file, None, {"winner": ""}):
        answer = hq.campaigns.returns.file(made, battle, given)
        assert isinstance(answer, Refusal)
    answer = hq.campaigns.returns.file(made, battle, file)
    assert isinstance(answer, Refusal) and "says nothing yet" in answer.reason
    assert answer.allowed == ("red", "blue", "draw")
    assert hq.campaigns.head(made) == head
    assert hq.campaigns.returns.line(file, "winner").startswith(str(file) + ":")
    ok(hq.campaigns.returns.draft(made, battle))
    assert isinstance(hq.campaigns.returns.file(made, battle), Refusal), "nor its draft"
    filled = (
        text.replace(",,,,roll", ",draw,,,roll") if csv else text.replace('winner = ""', 'winner = "draw"')
    )
    file.write_text(filled, encoding="utf-8")
    ok(hq.campaigns.returns.file(made, battle, file))


def test_places_in_csv_have_lines():
    whole = Return("b", "red", experience={"blue": 1}, asset=(AssetReturn("x"), AssetReturn("y")))
    text = write_return(whole, csv=True, comments=["one", "two, three"])
    from campaign.ledger.returns import line_in_return

    lines = [line_in_return(text, "r.csv", one) for one in ("winner", "asset[1].fate", "experience.blue")]
    assert [one.split()[0] for one in lines] == ["r.csv:4", "r.csv:6", "r.csv:7"]


# -- notes


def test_notes_are_kept(hq: Headquarters, made: str, capsys: pytest.CaptureFixture[str]):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    content = Return(
        battle, "red", "", "the bridge fell", "safe",
        (AssetReturn("red-0", note="held the orchard alone"), AssetReturn("red-1")),
        (
            PersonReturn("red-1-driver", note="drove through the ford"),
            PersonReturn("blue-0-gunner", "killed", note="bravely"),
        ),
    )  # fmt: skip
    ok(hq.campaigns.returns.file(made, battle, content))
    umpire = hq.looking_as(UMPIRE)
    for words, about in (("orchard", "red-0"), ("ford", "red-1-driver"), ("bravely", "blue-0-gunner")):
        found = umpire.campaigns.record.search(made, Query(words=words, subject=about)).lines
        assert len(found) == 1, words
    for form in ("markdown", "html"):
        told = of_campaign(umpire, made, form)
        for words in ("held the orchard alone", "drove through the ford", "bravely"):
            assert told.count(words) == 1, (form, words)
    assert main(["campaign", "service", made, "red-1-driver", "--home", str(hq.home.folder)]) == 0
    assert capsys.readouterr().out.count("drove through the ford") == 1
    assert hq.campaigns.verify(made).sound


def test_a_difference_from_before_the_first_entry_is_told(hq: Headquarters, made: str):
    first = hq.campaigns.difference(made, 0, 1)
    assert "It is" in first[0].text
    assert hq.campaigns.difference(made, 1, 0)[0].text == "The campaign is not open yet."


def test_damage_may_stand_several_times_where_its_type_says_so(hq: Headquarters, tmp_path: Path):
    files = folder(tmp_path / "files")
    forces = (files / "forces.toml").read_text(encoding="utf-8")
    own = 'damage = ["hull", "turret"]\nonce = ["turret"]\n'
    (files / "forces.toml").write_text(
        forces.replace('id = "tank"\n', f'id = "tank"\n{own}', 1), encoding="utf-8"
    )
    ok(hq.campaigns.new(files, name="c"))
    battle = ok(hq.campaigns.begin("c", "n0", HERE)).battle
    hit = (AssetReturn("red-0", "damaged", ("hull", "hull", "turret")),)
    ok(hq.campaigns.returns.file("c", battle, Return(battle, "red", asset=hit)))
    assert next(one for one in hq.campaigns.view("c").assets if one.id == "red-0").damage == hit[0].damage
    order = {"kind": "amend", "id": "red-0", "field": "damage", "value": ["turret"] * 2, "reason": "more"}
    answer = hq.campaigns.act("c", order)
    assert isinstance(answer, Refusal) and "'turret' more than once" in answer.reason


def test_what_was_filed_before_there_was_a_bound_is_decided_as_it_was(hq: Headquarters, made: str):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    many = Return(battle, "red", asset=(AssetReturn("red-0", kills=(Kill("a truck"),) * 201),))
    state = hq._house.campaigns.get(made).diary.state_at(hq.campaigns.head(made))
    with pytest.raises(Refused, match="200 victims at the most"):
        advance(state, UMPIRE, File(battle, many, edition=2), ScriptedDice([]))
    state = hq._house.campaigns.get(made).diary.state_at(hq.campaigns.head(made))
    assert advance(state, UMPIRE, File(battle, many, edition=1), ScriptedDice([]))


def test_one_who_does_not_know_a_fate_is_told_the_same_of_both_forms():
    toml = 'battle = "n0-1"\nwinner = "red"\n[[asset]]\nid = "red-0"\nfate = "broken"\n'
    csv = "kind,id,winner,fate\nbattle,n0-1,red,\nasset,red-0,,broken\n"
    told: list[tuple[str, object]] = []
    for text, where in ((toml, "r.toml"), (csv, "r.csv")):
        with pytest.raises(Refused) as refused:
            read_return(text, where)
        told.append((refused.value.reason, refused.value.allowed))
    assert told[0] == told[1]
    assert told[0][0] == "There is no fate of an asset 'broken'."


def test_a_note_of_several_lines_is_one_line_of_the_record(hq: Headquarters, made: str):
    battle = ok(hq.campaigns.begin(made, "n0", HERE)).battle
    noted = (AssetReturn("red-0", note="Threw a track.\n\n  Towed home.\n"),)
    ok(hq.campaigns.returns.file(made, battle, Return(battle, "red", reason="Fog\nat noon", asset=noted)))
    lines = hq.campaigns.record.search(made, Query(everything=True)).lines
    told = [one.text for one in lines if "Towed" in one.text or "Fog" in one.text]
    assert any("(Threw a track. / Towed home)" in one for one in told), told
    assert any(one.endswith("Fog / at noon.") for one in told), told
    assert not any("\n" in one for one in told)
