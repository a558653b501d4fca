"""Files of one's own: laid over by row, ids that double, and on which line something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.rules.overlay import laid_over
from tests.campaign.packs.own import (
    MECHWAR,
    OURS,
    PORTABLE,
    TANKS,
    VETERAN,
    VOLUME_2,
    line_of,
    packs,
    refused,
    shipped,
    sound,
)

TIGER = 'overlay = true\n\n[[vehicle]]\nid = "tiger1"\narmor = 9\n'


def test_a_file_of_ones_own_holds_only_the_rows_that_differ(tmp_path: Path):
    rules = sound(tmp_path, VETERAN, {"vehicles.toml": TIGER})
    before = packs(tmp_path / "other", VETERAN, {}).installed(VETERAN)
    now, then = rules.pack.content["vehicles.toml"], before.pack.content["vehicles.toml"]
    assert [row["id"] for row in now["vehicle"]] == [row["id"] for row in then["vehicle"]]
    differ = [(a, b) for a, b in zip(now["vehicle"], then["vehicle"], strict=True) if a != b]
    assert differ == [({**differ[0][1], "armor": 9}, differ[0][1])] and differ[0][0]["id"] == "tiger1"
    assert now["source"] == then["source"] and "overlay" not in now


def test_rows_are_added_and_go(tmp_path: Path):
    own = (
        'overlay = true\n[[terrain]]\nid = "ice"\ncost = 2\neffect = 0\nsource = "mine"\n'
        '[[terrain]]\nid = "rubble"\nremove = true\n'
    )
    boards = {
        f"boards/{id}.toml": 'overlay = true\nlegend = { "%" = "ice" }\n'
        for id in ("nuristan", "rhineland", "obong-ni", "mekong")
        if '"%"' in shipped(VETERAN, f"boards/{id}.toml")
    }
    rules = sound(tmp_path, VETERAN, {"terrain.toml": own, **boards})
    ids = [row["id"] for row in rules.pack.content["terrain.toml"]["terrain"]]
    assert ids[-1] == "ice" and "rubble" not in ids and "clear" in ids


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('overlay = true\n\n[[vehicle]]\nid = "tiger1"\narmour = 9\n', 5, "unknown field `armour`"),
        ('overlay = true\n\n[[vehicle]]\nid = "tiger1"\narmor = -9\n', 5, "0 or more"),
        ("overlay = true\n\n[[vehicle]]\narmor = 9\n", 3, "told apart by `id`"),
        ('overlay = true\n[[vehicle]]\nid = "t34"\n[[vehicle]]\nid = "t34"\n', 4, "there twice"),
        ('overlay = true\n[[vehicle]]\nid = "t99"\nremove = true\n', 2, "no 't99' that could go"),
        ('overlay = true\n[[vehicle]]\nid = "t34"\nmain = 3\nremove = true\n', 2, "says nothing else"),
        ('overlay = "yes"\n', 1, "true or false"),
    ],
)
def test_what_is_wrong_with_rows_laid_over_is_told_with_the_line(
    tmp_path: Path, text: str, line: int, says: str
):
    found = refused(tmp_path, VETERAN, {"vehicles.toml": text})
    assert found.where.startswith(f"packs/{VETERAN}/vehicles.toml:{line}")
    assert says in found.reason and "Traceback" not in str(found)


def test_an_unknown_key_is_answered_with_the_known_ones(tmp_path: Path):
    text = 'overlay = true\n[[vehicle]]\nid = "tiger1"\narmour = 9\n'
    assert "armor" in refused(tmp_path, VETERAN, {"vehicles.toml": text}).allowed


def test_a_shipped_row_that_no_longer_fits_is_told_with_its_own_line(tmp_path: Path):
    own = 'overlay = true\n[[vehicle]]\nid = "m26"\nremove = true\n'
    crews = 'overlay = true\n[[crew]]\nid = "m26"\nremove = true\n'
    found = refused(tmp_path, VETERAN, {"vehicles.toml": own, "crews.toml": crews})
    file, _, rest = found.where.partition(":")
    line = int(rest.partition(",")[0])
    assert file.startswith("scenarios/")
    assert "m26" in shipped(VETERAN, file).splitlines()[line - 1] and "as shipped" in found.reason


@pytest.mark.parametrize("system", OURS)
def test_a_whole_copy_changes_nothing(tmp_path: Path, system: str):
    before = packs(tmp_path / "other", system, {}).installed(system).pack
    own = {name: shipped(system, name) for name in before.content}
    now = sound(tmp_path, system, own).pack
    assert (now.digest, len(now.overridden)) == (before.digest, len(own))


@pytest.mark.parametrize("system", OURS)
def test_an_empty_overlay_of_every_file_changes_nothing(tmp_path: Path, system: str):
    before = packs(tmp_path / "other", system, {}).installed(system).pack
    now = sound(tmp_path, system, dict.fromkeys(before.content, "overlay = true\n")).pack
    assert (now.digest, len(now.overridden)) == (before.digest, len(before.content))


@pytest.mark.parametrize("system", OURS)
def test_every_shipped_file_laid_over_itself_is_itself(tmp_path: Path, system: str):
    content = packs(tmp_path, system, {}).installed(system).pack.content
    for name, data in content.items():
        assert laid_over(data, data, name) == data


# -- ids ----------------------------------------------------------------------------------------------------------


DOUBLES = {VETERAN: "tank-duel", VOLUME_2: "ambush", MECHWAR: "crossroads", PORTABLE: "fortified-ridge"}


@pytest.mark.parametrize(("system", "id"), DOUBLES.items())
def test_a_scenario_of_a_shipped_id_is_refused_unless_it_says_that_it_replaces(
    tmp_path: Path, system: str, id: str
):
    text = shipped(system, f"scenarios/{id}.toml")
    found = refused(tmp_path / "a", system, {"scenarios/mine.toml": text})
    assert found.where == f"packs/{system}/scenarios/mine.toml:{line_of(text, 'id = ')}"
    assert f'replaces = "{id}"' in found.allowed and f"scenario '{id}' already" in found.reason
    mine = f'replaces = "{id}"\n{text}'.replace("title = ", 'title = "My" # ', 1)
    rules = sound(tmp_path / "b", system, {"scenarios/mine.toml": mine})
    assert rules.infos[id].title == "My" and len(rules.infos) == len(
        packs(tmp_path / "c", system, {}).installed(system).infos
    )


def test_a_board_of_a_shipped_id_is_refused_unless_it_says_that_it_replaces(tmp_path: Path):
    text = shipped(PORTABLE, "boards/ford.toml")
    found = refused(tmp_path / "a", PORTABLE, {"boards/mine.toml": text})
    assert found.where.endswith("boards/mine.toml:3") and 'replaces = "ford"' in found.allowed
    mine = f'replaces = "ford"\n{text}'.replace("The ford", "My ford")
    rules = sound(tmp_path / "b", PORTABLE, {"boards/mine.toml": mine})
    assert rules.pack.content["boards/ford.toml"]["title"] == "My ford"
    assert "boards/mine.toml" not in rules.pack.content


def test_tanks_takes_a_scenario_in_a_file_of_its_own(tmp_path: Path):
    text = (
        'id = "first-game"\ntitle = "Mine"\nmission = "tank-ace"\nsummary = "s"\nsource = "mine"\nturns = 3\n'
        'side = [{ id = "us", name = "A" }, { id = "soviet", name = "B" }]\n'
        'rosters = { us = "first-game-us", soviet = "first-game-soviet" }\n'
    )
    found = refused(tmp_path / "a", TANKS, {"scenarios/mine.toml": text})
    assert found.where.endswith("scenarios/mine.toml:1") and "in scenarios.toml" in found.reason
    replaced = sound(tmp_path / "b", TANKS, {"scenarios/mine.toml": f'replaces = "first-game"\n{text}'})
    added = sound(tmp_path / "c", TANKS, {"scenarios/mine.toml": text.replace("first-game", "my-game", 1)})
    assert (replaced.infos["first-game"].title, added.infos["my-game"].title) == ("Mine", "Mine")
    assert len(added.infos) == len(replaced.infos) + 1


@pytest.mark.parametrize(
    ("name", "head", "says"),
    [
        ("scenarios/mine.toml", 'replaces = "duel"\nid = "duel"\n', "no shipped scenario 'duel'"),
        ("scenarios/mine.toml", 'replaces = "tank-duel"\nid = "mine"\n', "bears its id"),
        ("vehicles.toml", 'replaces = "tank-duel"\n', "Only a scenario or a board"),
        ("boards/mine.toml", 'id = "other"\n', "called by its id"),
        ("scenarios/tank-duel.toml", 'id = "korea-seoul"\n', "in scenarios/korea-seoul.toml"),
        ("scenarios/tank-duel.toml", 'id = "tank-duel"\nreplaces = "korea-seoul"\n', "in place of"),
        ("scenarios/mine.toml", "overlay = true\n", "no shipped file"),
    ],
)
def test_what_replaces_nothing_is_refused(tmp_path: Path, name: str, head: str, says: str):
    found = refused(tmp_path, VETERAN, {name: head})
    assert says in found.reason and f"{name}:" in found.where


def test_two_files_of_ones_own_with_one_id(tmp_path: Path):
    text = shipped(VETERAN, "scenarios/tank-duel.toml").replace('id = "tank-duel"', 'id = "mine"')
    found = refused(tmp_path, VETERAN, {"scenarios/a.toml": text, "scenarios/b.toml": text})
    assert found.where.endswith("b.toml:1") and "a.toml has the scenario 'mine'" in found.reason


def test_two_rows_of_one_id_in_a_whole_copy(tmp_path: Path):
    text = shipped(VETERAN, "terrain.toml")
    row = '\n[[terrain]]\nid = "clear"\ncost = 1\neffect = 0\nsource = "mine"\n'
    found = refused(tmp_path, VETERAN, {"terrain.toml": text + row})
    assert found.where.endswith(f"terrain.toml:{text.count(chr(10)) + 2}") and "there twice" in found.reason


# -- lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", OURS)
def test_every_key_of_every_shipped_file_has_its_line(tmp_path: Path, system: str):
    from campaign.rules.file_lines import Lines

    for name, data in packs(tmp_path, system, {}).installed(system).pack.content.items():
        text = shipped(system, name)
        lines, rows = Lines(text), text.splitlines()
        for key, value in data.items():
            assert key in rows[lines.at((key,)) - 1], (name, key)
            for i, row in enumerate(value if isinstance(value, list) else ()):
                for word, said in row.items() if isinstance(row, dict) else ():
                    assert word in rows[lines.at((key, i, word)) - 1], (name, key, i)
                    if isinstance(said, str):
                        assert (
                            said[:9].split("\n")[0] in text[text.index(rows[lines.at((key, i, word)) - 1]) :]
                        )


def test_lines_of_all_that_toml_can_say():
    from campaign.rules.file_lines import Lines

    text = '''# first
a = [
  1, # one ]
  "two, [",
  { b = 3, c = { "d e" = 4 } },
]
s = """
[not.a.table]
"""
[t.u]
"k.l" = \'\'\'x
y\'\'\'
m.n = 5
[[r]]
p = 1
[[r]]
[r.q]
z = 2
[[r.w]]
v = 1979-05-27T07:32:00Z
'''
    lines = Lines(text)
    wanted = {
        ("a",): 2, ("a", 0): 3, ("a", 1): 4, ("a", 2, "b"): 5, ("a", 2, "c", "d e"): 5, ("s",): 7, ("t", "u"): 10,
        ("t", "u", "k.l"): 11, ("t", "u", "m", "n"): 13, ("r", 0, "p"): 15, ("r", 1): 16, ("r", 1, "q", "z"): 18,
        ("r", 1, "w", 0, "v"): 20, ("nowhere",): 1, ("a", 9): 2,
    }  # fmt: skip
    assert {path: lines.at(path) for path in wanted} == wanted
