"""The page of balance: every scenario is on it, what was fought is not fought again, and what is wrong is marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.rules.options import ScenarioInfo, Side
from campaign.simulation.answers import Brief
from campaign.simulation.simulations import Simulations
from tests import balance, kept
from tests.balance import Pairing, Pooled, ending, endings, marks, other_seat

INFO = ScenarioInfo("made-up", "Made up", (Side("a", "Ants"), Side("b", "Bees")), turns=8)


def fought(*battles: tuple[str, int, tuple[int, ...]]) -> Pooled:
    """Of each battle the winner, the turn, the score; all of them a hundred times."""
    return Pooled([Brief(1, *(winner, "over"), turn, 9, score) for winner, turn, score in battles] * 100, ())


def again(*_: object, **__: object) -> object:
    raise AssertionError("it was fought before")


def test_a_page_is_written_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Seed by seed and pairing by pairing: what another run has done is not fought again."""
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    page = tmp_path / "balance.md"
    arguments = [
        "tiger-shermans",
        "--battles",
        "5",
        "--others",
        "2",
        "--more",
        "0",
        "--jobs",
        "1",
        "--to",
        str(page),
    ]
    run, runs = Simulations.run, 0

    def cut_off(*args: object, **more: object) -> object:
        nonlocal runs
        runs += 1
        if runs > 4:
            raise KeyboardInterrupt
        return run(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Simulations, "run", cut_off)
    with pytest.raises(KeyboardInterrupt):
        balance.main(arguments)
    assert len([*(tmp_path / "kept").iterdir()]) == 4 and not page.exists()
    runs = -100
    assert balance.main(arguments) == 0
    assert runs == -100 + 7, "three seeds of the best, and four others on either side, less what was there"
    text = page.read_text()
    assert "| `tiger-shermans` |" in text and "| random |" in text and "Germany" in text
    assert "\n5 battles of sensible against sensible, 2 of every other pairing that was fought." in text
    monkeypatch.setattr(Simulations, "run", again)
    assert balance.main(arguments) == 0
    assert page.read_text() == text


def test_seeds_are_pooled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    page = str(tmp_path / "balance.md")
    few = ["tiger-shermans", "--others", "1", "--more", "0", "--jobs", "1", "--to", page]
    assert balance.main([*few, "--battles", "2", "--seeds", "7"]) == 0
    assert balance.main([*few, "--battles", "3", "--seeds", "8"]) == 0
    assert (
        "\n5 battles of sensible against sensible, 2 of every other pairing that was fought."
        in Path(page).read_text()
    )


def test_a_page_of_one_system_leaves_the_others_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    seen: list[str] = []
    monkeypatch.setattr(balance, "fill", lambda hq, system, info, *more: seen.append(system.id))  # pyright: ignore
    page = tmp_path / "balance.md"
    assert balance.main(["--system", "portable-wargame-modern", "--to", str(page)]) == 0
    assert set(seen) == {"portable-wargame-modern"}
    assert "Not fought yet." in page.read_text()
    with pytest.raises(SystemExit):
        balance.main(["--system", "chess", "--to", str(page)])
    with pytest.raises(SystemExit):
        balance.main(["waterloo", "--to", str(page)])


def test_what_a_page_said_of_a_system_stays_while_nothing_of_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """It names the commits of its battles; the results themselves may be on another machine."""
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    page = tmp_path / "balance.md"
    page.write_text(
        "# Balance\n\n## MechWar 4\n\n18 battles.\n\n### Hill\n\nOf old.\n\n## Elsewhere\n\nGone.\n"
    )
    few = ["--battles", "2", "--seeds", "1", "--others", "0", "--more", "0", "--jobs", "1", "--to", str(page)]
    assert balance.main(["tiger-shermans", *few]) == 0
    told = balance.chapters(page.read_text())
    assert told["MechWar 4"].strip() == "18 battles.\n\n### Hill\n\nOf old."
    assert "Elsewhere" not in told and "not fought yet" in told["TANKS: The Modern Age"]
    assert "| 2 |" in told["Combat Veteran: vehicles"]


def test_a_scenario_that_one_side_wins_is_one_sided():
    assert marks(INFO, fought(("a", 5, ()), ("a", 6, ()), ("a", 8, ()), ("b", 5, ()))) == ["one-sided"]
    assert marks(INFO, fought(("b", 5, ()), ("b", 6, ()), ("b", 8, ()), ("a", 5, ()))) == ["one-sided"]
    assert marks(INFO, fought(("a", 5, ()), ("b", 6, ()))) == []
    assert marks(INFO, fought(("a", 5, ()), ("", 6, ()), ("", 6, ()))) == [], "a draw counts half"
    few = Pooled(fought(("a", 5, ())).fought[:4], ())
    assert marks(INFO, few) == [], "four battles are sure of nothing"


def test_a_scenario_that_is_over_soon_or_always_ends_alike_is_dull():
    assert marks(INFO, fought(("a", 2, ()), ("b", 2, ()), ("a", 8, ()), ("b", 8, ()))) == ["dull"]
    assert marks(INFO, fought(("a", 3, ()), ("b", 3, ()))) == [], "a quarter of eight turns is two"
    assert marks(INFO, fought(("a", 8, (0, 0)), ("b", 8, (0, 0)), ("b", 8, (3, 1)))) == ["dull"]
    assert marks(INFO, fought(("a", 8, (0, 0)), ("b", 8, (2, 2)))) == [], "half is not more than half"
    assert marks(INFO, fought(("a", 8, ()), ("b", 8, ()))) == [], "nobody counts a score"


def test_ends_are_told_by_their_kind():
    assert ending("turn 10 is over; Blue 4, Red 12 points") == "turn n is over; Blue n, Red n points"
    assert ending("2 T-34s are lost") == "n T-34s are lost"
    some = [
        Brief(1, "a", "3 points", 4, 9), Brief(2, "a", "12 points", 5, 9), Brief(3, "", "time is up", 8, 9),
    ]  # fmt: skip
    assert endings(some, INFO.sides) == [("Ants", "n points", 2 / 3), ("nobody", "time is up", 1 / 3)]


def test_every_scenario_is_on_the_page(tmp_path: Path):
    page = balance.PAGE.read_text(encoding="utf-8")
    with Headquarters(tmp_path) as hq:
        for _, info in hq.packs.scenarios():
            assert f"### {info.title}\n" in page, info.id


def shares(first: str, wins: int, of: int) -> Pooled:
    """So many battles won by one side, the others by the other."""
    other = "b" if first == "a" else "a"
    return Pooled([Brief(1, first if i < wins else other, "over", 5, 9) for i in range(of)], ())


@pytest.mark.parametrize(
    ("wins", "of", "verdict"),
    [(90, 100, "better"), (60, 100, "open"), (50, 100, ""), (2, 2, "open"), (10, 100, "")],
)
def test_another_bot_is_better_where_the_intervals_lie_apart(wins: int, of: int, verdict: str):
    best = shares("a", 300, 600)
    for pairing, side in ((Pairing("rush", "sensible"), "a"), (Pairing("sensible", "rush"), "b")):
        seat = other_seat(
            INFO, {Pairing("sensible", "sensible"): best, pairing: shares(side, wins, of)}, pairing
        )
        assert (seat.bot, seat.side.id, seat.verdict) == ("rush", side, verdict)


def test_what_is_left_open_is_fought_on_with_another_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    best, rush, quick = (Pairing(bot, "sensible") for bot in ("sensible", "rush", "quick"))
    found = {best: shares("us", 300, 600), rush: shares("us", 33, 60), quick: shares("us", 20, 60)}
    seen: list[tuple[Pairing, int, int]] = []
    monkeypatch.setattr(balance, "table", lambda system, info: found)  # pyright: ignore
    monkeypatch.setattr(balance, "fill", lambda hq, system, info, *one: seen.append(one[:-1]))  # pyright: ignore
    few = ["tiger-shermans", "--bots", "rush", "quick", "--battles", "0", "--others", "60"]
    assert balance.main([*few, "--more", "9", "--to", str(tmp_path / "page")]) == 0
    others = [
        one for bot in ("rush", "quick") for one in (Pairing("sensible", bot), Pairing(bot, "sensible"))
    ]
    assert sorted(seen) == sorted([*((one, 1, 60) for one in others), (rush, 2, 9)])


def test_what_nobody_has_fought_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    page = tmp_path / "balance.md"
    few = ["tiger-shermans", "--jobs", "1", "--to", str(page), "--bots", "random", "--battles", "2"]
    assert balance.main([*few, "--others", "2", "--more", "0"]) == 0
    text = page.read_text()
    assert text.count("| not fought yet | not fought yet |") == 3, "of three other bots"
    assert "\n105 pairings have not been fought yet.\n" in text, "three of twelve scenarios of nine"
    assert "\nAgainst random, sensible gets " in text and ", of 2 seats.\n" in text


def test_battles_are_kept_by_the_data_of_their_own_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "ROOT", tmp_path)
    folder = tmp_path / "campaign" / "made" / "scenarios"
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.toml").write_text("turns = 8")

    def codes() -> list[str]:
        kept.forget()
        return [kept.digest("made", only={"made/scenarios": name}) for name in ("one", "two")]

    one, two = codes()
    (folder / "two.toml").write_text("turns = 9")
    again = codes()
    assert again[0] == one and again[1] != two
    (tmp_path / "campaign" / "made" / "rules.py").write_text("")
    assert codes()[0] != one


ALONE = ScenarioInfo("alone", "Alone", (Side("a", "Ants"), Side("b", "Bees", by_rules=True)), turns=8)


@pytest.mark.parametrize(("wins", "found"), [(20, ["one-sided"]), (35, []), (68, []), (80, ["one-sided"])])
def test_against_the_rules_a_scenario_may_be_won_less_or_more_often(wins: int, found: list[str]):
    battles = [Brief(1, "a" if number < wins * 3 else "b", "over", 7, 9, (number,)) for number in range(300)]
    assert marks(ALONE, Pooled(battles, ())) == found


def test_a_scenario_for_one_player_is_fought_against_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    page = tmp_path / "balance.md"
    asked = "bazooka-in-the-street --battles 3 --others 2 --more 0 --jobs 1 --to"
    assert balance.main([*asked.split(), str(page)]) == 0
    text = page.read_text()
    assert len([*(tmp_path / "kept").iterdir()]) == 6, "three seeds of the best bot, and each of the others"
    assert "\n3 battles of sensible against the rules, 2 of every other pairing that was fought." in text
    told = text[text.index("### Bazooka in the street") :]
    assert "How it ends, sensible against the rules:" in told and "| bot | against the rules |" in told
    assert "| hold |" in told and "it has" not in told.split("###")[1]
