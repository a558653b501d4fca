"""`campaign check` refuses what could not be opened or played, as `new` does, with file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from tests.campaign.calling import ok
from tests.campaign.ledger.making import campaign_toml, folder, forces_toml
from tui.cli.main import main

Change = Callable[[str], str]
SCENARIOS = 'to = "n3"\notherwise = true\ndays = 1\n'
HAPPENS = '\n[[happening]]\ndate = "1944-06-06"\ntext = "A ship comes in."\n'
BACK = '\n[[scenario.next]]\nto = "{}"\nwhen = {{ winner = "red" }}\n'

WRONG: list[tuple[str, Change, str, str]] = [
    ("campaign", lambda s: s.replace(SCENARIOS, SCENARIOS + BACK.format("n1")), "n1 leads back to n1", "to"),
    ("campaign", lambda s: s.replace('to = "n5"\notherwise = true\ndays = 1\n',
        'to = "n5"\notherwise = true\ndays = 1\n' + BACK.format("n1")), "n3 leads back to n1, which is over", "to"),
    ("campaign", lambda s: s + '\n[[end]]\nid = "peace"\ntitle = "Peace"\n', "no way leads to this end", "id"),
    ("campaign", lambda s: s.replace('id = "n1"\n', 'id = "n1"\nneeds = { done = ["n3"] }\n'),
     "n1 waits for n3", "needs"),
    ("campaign", lambda s: s.replace("most = 4", "most = 40\nleast = 7", 1), "must muster 7", "muster"),
    ("campaign", lambda s: s.replace("most = 4", 'most = 4\ntypes = ["truck"]', 1), "no type 'truck'", "types"),
    ("campaign", lambda s: s.replace("most = 4", 'formation = "blue-army"', 1), "0 could come", "muster"),
    ("campaign", lambda s: s + 'side = "pink"\npoints = 1\n', "no side 'pink'", "side"),
    ("campaign", lambda s: s + HAPPENS + "stores = { main = 9 }\n", "stores are for a depot, and none", "stores"),
    ("campaign", lambda s: s + HAPPENS + "people = 9\n", "people are for a pool, and none", "people"),
    ("campaign", lambda s: s + HAPPENS + "points = 9\n", "points are for a side, and none", "points"),
    ("campaign", lambda s: s + '[[happening.asset]]\nid = "late"\nname = "Late"\ntype = "truck"\nside = "red"\n',
     "no type 'truck'", "type"),
    ("campaign", lambda s: s + '[[happening.asset]]\nid = "late"\nname = "Late"\ntype = "tank"\nside = "red"\n'
     "stores = { main = 99 }\n", "at most 30 of main", "stores"),
    ("campaign", lambda s: s.replace('"1944-06-05"', '"1944-06-01"'), "never happens: 1944-06-01 is by", "date"),
    ("campaign", lambda s: s.replace('"1944-06-05"', '"1943-06-05"'), "never happens: 1943-06-05 is by", "date"),
    ("campaign", lambda s: s.replace('"1944-06-05"', '"1965-01-01"'), "is after 1964-12-31, the last day", "date"),
    ("campaign", lambda s: s.replace('sides = { red = "red", blue = "blue" }',
        'system = "combat-veteran"\nscenario = "tank-duel"\nsides = { red = "us", blue = "nk" }', 1
     ).replace("most = 4", "most = 5", 1),
     "combat-veteran, which has no tank: red 0 could be mustered", "muster"),
    ("campaign", lambda s: s.replace('sides = { red = "red", blue = "blue" }',
        'system = "combat-veteran"\nscenario = "tank-duel"\nsides = { red = "us", blue = "nk" }', 1
     ).replace("most = 4", 'most = 4\ntypes = ["tank"]', 1), "no type 'tank' in combat-veteran", "types"),
    ("campaign", lambda s: s.replace('sides = { red = "red", blue = "blue" }',
        'system = "combat-veteran"\nscenario = "tank-duel"\nsides = { red = "us", blue = "nk" }\n'
        'options = { declaring = "some" }', 1), "There is no such choice.", "options.declaring"),
    ("campaign", lambda s: s.replace('sides = { red = "red", blue = "blue" }',
        'system = "combat-veteran"\nscenario = "tank-duel"\nsides = { red = "us", blue = "nk" }\n'
        'options = { weather = "mud" }', 1), "'weather'", "options"),
    ("forces", lambda s: s + '\n[[type]]\nid = "tank"\nname = "Tank"\nload = { main = 3 }\n',
     "The type 'tank' stands twice", "id"),
    ("campaign", lambda s: s.replace('title = "Number 2"', 'title = "Number \\u0007"'), "U+0007", "title"),
    ("forces", lambda s: s.replace('name = "red 1"', 'name = "red \\u202e"'), "U+202E", "name"),
    ("forces", lambda s: s.replace('post = "gunner"', 'post = "cook"', 1), "no post 'cook'", "post"),
    ("forces", lambda s: s.replace('id = "blue-3-gunner"', 'id = "blue-3-driver"', 1), "is taken", "id"),
    ("forces", lambda s: s.replace('id = "red-1"\n', 'id = "red-1"\ndamage = ["turet"]\n', 1), "'turet'", "damage"),
    ("forces", lambda s: s.replace('id = "red-1"\n', 'id = "red-1"\nstores = { main = 31 }\n', 1),
     "at most 30", "stores"),
    ("forces", lambda s: s.replace('id = "red-army"\n', 'id = "red-army"\nparent = "moon"\n'), "'moon'", "parent"),
    ("forces", lambda s: s.replace('name = "spare 1"', 'name = "spare 1"\nskills = ["magic"]', 1), "'magic'", "skills"),
    ("forces", lambda s: s.replace('name = "gunner of red 2"', 'nom = "gunner of red 2"'), "nom", "nom"),
]  # fmt: skip


def lines_of(text: str, changed: str) -> set[int]:
    """Lines that a change made, and the line of the table around them."""
    before, after = text.splitlines(), changed.splitlines()
    new = {
        n for n, line in enumerate(after, 1) if line not in before or after.count(line) > before.count(line)
    }
    return new | {n - k for n in new for k in range(1, 12) if n > k}


@pytest.mark.parametrize(("file", "change", "reason", "place"), WRONG)
def test_check_and_new_refuse_the_same_with_file_and_line(
    hq: Headquarters, tmp_path: Path, file: str, change: Change, reason: str, place: str
):
    files = folder(tmp_path / "bad", nodes=6)
    old = campaign_toml(6) if file == "campaign" else forces_toml()
    text = change(old)
    assert text != old
    (files / f"{file}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        hq.campaigns.files.check(files)
    where = refused.value.where
    assert reason in refused.value.reason, refused.value.reason
    assert where.startswith(f"{files}/{file}.toml:"), where
    assert place in where.partition("(")[2], where
    assert int(where.rpartition(".toml:")[2].split()[0]) in lines_of(old, text), where
    answer = hq.campaigns.new(files, name="bad")
    assert isinstance(answer, Refusal)
    assert (answer.reason, answer.where, answer.allowed) == (
        refused.value.reason,
        where,
        refused.value.allowed,
    )
    assert hq.campaigns.all() == []


def test_two_that_are_open_from_the_first_day_do_not_open_each_other(hq: Headquarters, tmp_path: Path):
    files = folder(tmp_path / "bad", nodes=4)
    text = campaign_toml(4).replace('to = "n2"', 'to = "n1"').replace('to = "n3"', 'to = "n0"')
    text = text.replace('id = "n2"\n', 'id = "n2"\nstart = true\n').replace("start = false\n", "", 1)
    text = text.replace('id = "n3"\n', 'id = "n3"\nstart = true\n').replace("start = false\n", "", 1)
    (files / "campaign.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        hq.campaigns.files.check(files)
    assert "leads back to" in refused.value.reason


def test_two_ways_to_one_scenario_are_no_circle(hq: Headquarters, tmp_path: Path):
    """n2 and n3 lead to each other; whichever came first opens the other."""
    files = folder(tmp_path / "good", nodes=6)
    text = campaign_toml(6)
    for one, other in (("n4", "n3"), ("n5", "n2")):
        text = text.replace(f'to = "{one}"\n', f'to = "{one}"\n\n[[scenario.next]]\nto = "{other}"\n', 1)
    text = text.replace(
        '"\n\n[[scenario.next]]\nto = "n3"\notherwise = true\ndays = 1',
        '"\notherwise = true\n\n[[scenario.next]]\nto = "n3"',
    )
    (files / "campaign.toml").write_text(text, encoding="utf-8")
    assert hq.campaigns.files.check(files).scenarios == 6


def test_what_arrives_may_be_of_a_type_of_the_rules(hq: Headquarters, tmp_path: Path):
    """Also where nothing of that type is there from the first day."""
    import shutil
    from importlib.resources import files

    place = tmp_path / "war"
    shutil.copytree(str(files("campaign.samples").joinpath("marines-in-korea")), place)
    text = (place / "campaign.toml").read_text(encoding="utf-8")
    text += '\n[[happening]]\ndate = "1950-08-18"\ntext = "Late."\n[[happening.asset]]\n'
    text += 'id = "late"\nname = "Late"\ntype = "TYPE"\nside = "us"\n'
    system = hq._house.battles.packs.installed("combat-veteran").assets
    assert system is not None
    have = {
        one.type for one in hq.campaigns.view(ok(hq.campaigns.new("marines-in-korea", name="k")).diary).assets
    }
    other = next(id for id in system.types() if id not in have)
    (place / "campaign.toml").write_text(text.replace("TYPE", other), encoding="utf-8")
    war = ok(hq.campaigns.new(place, name="war")).diary
    ok(hq.campaigns.act(war, {"kind": "advance", "days": 2}))
    assert any(one.id == "late" for one in hq.campaigns.view(war).assets)


ROWS = [
    ("id,name,side,asset,post\n# who comes\na,A,red,,\nb,B,red,red-0,gunner\n", 4, "is gunner of"),
    ("id,name,side\na,A,red\nb,B,green\n", 3, "no side 'green'"),
    ("id,name,type,side\nx,X,tank,red\ny,Y,truck,red\n", 3, "no type 'truck'"),
    ("id,name,type,side,stores\nx,X,tank,red,main=31\n", 2, "at most 30 of main"),
]


@pytest.mark.parametrize(("rows", "line", "reason"), ROWS)
def test_what_is_enrolled_from_rows_is_refused_with_the_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, line: int, reason: str
):
    home, files, csv = ["--home", str(tmp_path / "home")], folder(tmp_path / "files"), tmp_path / "more.csv"
    assert main(["campaign", "new", str(files), "--name", "c", *home]) == 0
    csv.write_text(rows, encoding="utf-8")
    capsys.readouterr()
    assert main(["campaign", "enrol", "c", str(csv), *home]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert f"more.csv:{line} (" in said


def test_what_is_enrolled_from_toml_is_refused_with_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    home, files, more = ["--home", str(tmp_path / "home")], folder(tmp_path / "files"), tmp_path / "more.toml"
    assert main(["campaign", "new", str(files), "--name", "c", *home]) == 0
    more.write_text(
        '[[asset]]\nid = "x"\nname = "X"\ntype = "tank"\nside = "red"\n\n[[asset.crew]]\nid = "joe"\nname = "Joe"\n'
        'post = "cook"\n',
        encoding="utf-8",
    )
    capsys.readouterr()
    assert main(["campaign", "enrol", "c", str(more), *home]) == 2
    assert "more.toml:10 (asset[0].crew[0].post)" in capsys.readouterr().err
