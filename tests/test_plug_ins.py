"""Rule systems of somebody else's: found by their entry points, full citizens, and harmless when broken."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.systems import find, misfits, package_of, system_ids
from tests.example import FOLDER, installed
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]

OWN = ("combat-veteran", "combat-volume-2", "mechwar-4", "portable-wargame-modern", "tanks-modern-age")


def distribution(folder: Path, name: str, points: dict[str, str], **modules: str) -> None:
    """A tiny distribution, as an installer would lay it out."""
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{id} = {value}" for id, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[wardiary.systems]", *lines, ""]))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """A folder for packages, on the path."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed(folder):
        yield folder


def reason(system: str) -> str:
    with pytest.raises(Refused) as refused:
        find(system)
    return refused.value.reason


def test_a_package_of_somebody_elses_is_a_full_citizen(tmp_path: Path):
    """Packs, data, boards, battles, one's own copies: the example's package stands outside the house."""
    with installed(), Headquarters(tmp_path) as hq:
        assert system_ids() == tuple(sorted((*OWN, "duel-of-dice")))
        assert package_of("duel-of-dice") == "duel_of_dice"
        assert Path(sys.modules["duel_of_dice"].__file__ or "").is_relative_to(FOLDER)
        own = hq.home.packs("duel-of-dice")
        own.mkdir(parents=True)
        cards = (FOLDER / "duel_of_dice" / "data" / "cards.toml").read_text()
        (own / "cards.toml").write_text(cards.replace('name = "', 'name = "Frosted '))
        opened = hq.battles.new("ring", seats=[Seat("red", bot="random"), Seat("blue", bot="random")])
        assert isinstance(opened, Acted)
        assert all(isinstance(one, Acted) for one in hq.battles.bots.play(opened.diary))
        assert "Frosted " in repr(hq.battles.view(opened.diary).game.pieces)
        assert hq.battles.view(opened.diary).game.board is not None
        assert hq.battles.verify(opened.diary).sound
        (report,) = [one for one in hq.packs.all() if one.system == "duel-of-dice"]
        assert (report.problem, report.overridden) == ("", ("cards.toml",))


def test_its_battles_outlive_it_and_take_nothing_down(tmp_path: Path):
    with installed(), Headquarters(tmp_path) as hq:
        opened = hq.battles.new("ring")
        assert isinstance(opened, Acted)
    with Headquarters(tmp_path) as hq:
        assert isinstance(hq.battles.new("tank-duel"), Acted)
        listed = {info.battle: info for info in hq.battles.all()}
        assert "duel-of-dice" in listed[opened.diary].read_only
        assert len(listed) == 2


EMPTY = """
from campaign.rules.system import System
SYSTEM = System(
    id="{id}", title="Empty", version="1", state_type=dict, action_type=None, appliers={{}}, events=(), rules={rules}
)
"""
BROKEN = {
    "import": ("raise RuntimeError('no such luck')", "RuntimeError: no such luck"),
    "syntax": ("def", "SyntaxError"),
    "exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "missing": ("x = 1", "AttributeError"),
    "other": ("SYSTEM = 'a system'", "broken:SYSTEM is no rule system"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_one_says_who_and_why_and_leaves_the_others_alone(site: Path, tmp_path: Path, kind: str):
    text, why = BROKEN[kind]
    distribution(site, "sad-game", {"sad-game": "broken:SYSTEM"}, broken=text)
    assert "sad-game" in system_ids()
    said = reason("sad-game")
    assert said.startswith("The rule system 'sad-game' of sad-game 1.0 cannot be used: ")
    assert why in said
    with Headquarters(tmp_path) as hq:
        assert {one.id for one, _ in hq.packs.scenarios()} == set(OWN)
        assert isinstance(hq.battles.new("tank-duel"), Acted)
        reports = {one.system: one.problem for one in hq.packs.all()}
        assert reports == {**dict.fromkeys(OWN, ""), "sad-game": said}


def test_one_that_fails_only_with_its_pack_is_no_worse(site: Path, tmp_path: Path):
    package = site / "sad_game"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text(EMPTY.format(id="sad-game", rules="lambda pack: dict()['rules']"))
    distribution(site, "sad-game", {"sad-game": "sad_game"})
    with Headquarters(tmp_path) as hq:
        assert {one.id for one, _ in hq.packs.scenarios()} == set(OWN)
        (problem,) = [one.problem for one in hq.packs.all() if one.problem]
        assert problem == "The rule system 'sad-game' of sad-game 1.0 cannot be used: KeyError: 'rules'."
        (package / "data").rmdir()
    with Headquarters(tmp_path) as hq:
        (problem,) = [one.problem for one in hq.packs.all() if one.problem]
        assert "no folder `data`" in problem


def test_a_single_module_has_no_place_for_data(site: Path):
    text = EMPTY.format(id="lone", rules="len")
    distribution(site, "lone", {"lone": "lone:SYSTEM"}, lone=text)
    assert find("lone").title == "Empty"
    with pytest.raises(Refused, match="is no package"):
        package_of("lone")


def test_it_must_be_called_what_its_entry_point_says(site: Path):
    distribution(
        site, "alias", {"alias": "alias:SYSTEM"}, alias="from campaign.systems.combat_veteran import SYSTEM"
    )
    assert (
        reason("alias")
        == "The rule system 'alias' of alias 1.0 cannot be used: it calls itself 'combat-veteran'."
    )


def test_the_name_of_a_system_of_the_house_is_taken(site: Path, tmp_path: Path):
    distribution(site, "usurper", {"combat-veteran": "usurper:SYSTEM"}, usurper="raise RuntimeError('run')")
    assert system_ids() == OWN
    assert find("combat-veteran").title == "Combat Veteran: vehicles"
    ((who, why),) = misfits()
    assert who == "usurper 1.0"
    assert why == "usurper 1.0 offers a rule system 'combat-veteran', which War Diary has itself: not used."
    with Headquarters(tmp_path) as hq:
        assert [one.problem for one in hq.packs.all()] == [*("" for _ in OWN), why]
        assert isinstance(hq.battles.new("tank-duel"), Acted)


def test_two_of_one_name_are_both_refused(site: Path):
    distribution(site, "first", {"twin": "twin:SYSTEM"}, twin="")
    distribution(site, "second", {"twin": "twin:SYSTEM"})
    assert (
        reason("twin") == "first 1.0 and second 1.0 both offer a rule system 'twin': uninstall one of them."
    )


@pytest.mark.parametrize("id", ["../up", "Loud", "a b", "under_score", "-x"])
def test_an_id_is_a_plain_word(site: Path, id: str):
    distribution(site, "odd", {id: "odd:SYSTEM"}, odd="raise RuntimeError('run')")
    assert system_ids() == OWN
    assert reason(id) == f"There is no rule system {id!r}."
    ((_, why),) = misfits()
    assert why.startswith(f"odd 1.0 offers a rule system {id!r}: an id is ")


def test_the_command_line_finds_it(site: Path, wardiary: Run):
    distribution(site, "sad-game", {"sad-game": "broken:SYSTEM"}, broken="raise RuntimeError('no such luck')")
    with installed():
        checked = wardiary("packs", "check")
        assert checked.status == 1
        assert (
            "Duel of Dice" in wardiary("scenarios", "--system", "duel-of-dice", "--json").out or checked.out
        )
        assert "duel-of-dice 1: sound" in checked.out
        assert "no such luck" in checked.out


def test_what_is_installed_is_read_only_when_it_is_asked_for():
    """Finding a system of the house by its id imports neither the others nor looks at distributions."""
    code = (
        "import importlib.metadata as m, sys\n"
        "m.entry_points = lambda **_: sys.exit('looked')\n"
        "import campaign.systems\n"
        "campaign.systems.find('combat-veteran')\n"
        "assert not [n for n in sys.modules if 'tanks_modern_age' in n]\n"
    )
    root = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=False)
    assert (done.returncode, done.stderr) == (0, "")
