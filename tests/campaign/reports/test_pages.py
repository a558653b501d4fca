"""After-action reports as pages: everything that the view holds stands in them, at its place, and nothing else."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from msgspec.structs import replace

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.ledger.returns import Return
from campaign.reports.battle import battle_report
from campaign.reports.campaign import campaign_report
from campaign.reports.deeds import news
from campaign.reports.drawing.counters import degrees, harm
from campaign.reports.drawing.ground import sheet_of
from campaign.reports.drawing.hexmap import MOST_FANNED
from campaign.reports.making import Form, markdown, of_battle, of_campaign
from campaign.rules.views import GameView, HexBoard
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.campaign.ledger.making import opened
from tests.campaign.reports.reading import Element, Rect, read, stands_alone, texts

HEXES = ("tank-duel", "korea-roadblock", "tiger-shermans", "river-monitor", "outpost-armor")
FORMS: tuple[Form, ...] = ("html", "markdown")
TABLES = ("first-game", "free-for-all")


def fought(hq: Headquarters, scenario: str, most: int = 60, seed: int = 1) -> str:
    """A battle of bots that has gone on for a while."""
    opened = hq.battles.new(scenario)
    assert isinstance(opened, Acted), opened
    bots = {side.id: "sensible" for side in hq.battles.info(opened.diary).sides}
    for n, step in enumerate(hq.battles.bots.play(opened.diary, bots, Random(seed).randrange)):
        assert isinstance(step, Acted), step
        if n >= most:
            break
    return opened.diary


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_report_may_end_with_what_was_proved(hq: Headquarters, form: Form):
    battle = fought(hq, "tank-duel", 4)
    report = hq.battles.verify(battle)
    assert "What was proved" not in of_battle(hq, battle, form)
    page = of_battle(hq, battle, form, verified=report)
    told = page[page.index("What was proved") :]
    assert all(one.standing in told for one in report.proved)
    wrong = replace(report, sound=False, first_bad=2, why="it was forged", proved=())
    assert "Entry 2 does not hold: it was forged." in of_battle(hq, battle, form, verified=wrong)


def places(text: str, *words: str) -> list[int]:
    """Where each stands in a text first."""
    found = [text.find(word) for word in words]
    assert min(found) >= 0, words[found.index(-1)]
    return found


def test_what_a_reader_wants_first_stands_first(hq: Headquarters):
    """The result, what each side has lost, what decided it; what is reconstructed comes last."""
    battle = fought(hq, "tank-duel", 1000)
    umpire = hq.looking_as("umpire")
    report, info = battle_report(umpire, battle), umpire.battles.info(battle)
    assert info.verdict and report.moments and report.reconstructed
    lost = [f"lost {side.lost} of {side.of}" for side in report.score]
    assert sum(side.won for side in report.score) == 1
    for form, went in (("html", 'id="end"'), ("markdown", 'id="went"')):
        page = of_battle(umpire, battle, form)
        page = page[page.find("<main") + 1 :]
        first = places(page, report.verdict, *lost, "What decided it", went)
        assert first == sorted(first)
        assert page.find(report.reconstructed[0][:20]) > page.rfind('id="t')


@pytest.mark.parametrize("seed", [1, 2])
def test_what_decided_it_is_every_loss_once(hq: Headquarters, seed: int):
    """Whose deed it was is said only where the same entry has his attack on the piece."""
    battle = fought(hq, "tank-duel", 1000, seed)
    umpire = hq.looking_as("umpire")
    pieces = {one.id: one for one in umpire.battles.view(battle).game.pieces}
    (table,) = read(of_battle(umpire, battle, "html")).all("table", "moments")
    out = [one.name for one in pieces.values() if one.out]
    assert sorted(one.text for one in table.all("a")) == sorted(f"✕ {name}" for name in out)
    losses = [loss for moment in battle_report(umpire, battle).moments for loss in moment.losses]
    for loss in losses:
        attacks = {
            pieces[event["unit"]].name
            for event in news(umpire.battles.show(battle, loss.seq))
            if event.get("target") == loss.piece and event.get("unit") in pieces
        }
        assert loss.by in {"", *attacks}
        assert bool(loss.by) == (f" to {loss.by}" in table.text and bool(attacks))


def test_what_lies_face_down_is_told_once_in_a_turn(hq: Headquarters):
    """Of a battle in the fog, whoever looks on."""
    opened = hq.battles.new("crossroads")
    assert isinstance(opened, Acted), opened
    bots = {side.id: "sensible" for side in hq.battles.info(opened.diary).sides}
    for step in islice(hq.battles.bots.play(opened.diary, bots, Random(3).randrange), 150):
        assert isinstance(step, Acted), step
    report = battle_report(hq.looking_as("umpire"), opened.diary)
    down = 0
    for stretch in report.deeds:
        told = [(one.side, one.passing) for one in stretch.deeds if one.passing]
        assert len(told) == len(set(told)), stretch.title
        down += sum("pieces" in one.text and "face down" in one.text for one in stretch.deeds)
    assert down, "several at once lay down"
    assert len({(one.seq, one.text) for stretch in report.deeds for one in stretch.deeds}) == sum(
        len(stretch.deeds) for stretch in report.deeds
    )


def test_a_campaigns_report_begins_with_how_it_ended(over: Headquarters, played: str):
    report = campaign_report(over, played)
    assert report.reconstructed
    for form in FORMS:
        page = of_campaign(over, played, form)
        page = page[page.find("<main") + 1 :]
        verdict, way, last = places(page, report.verdict, "The way", report.reconstructed[0][:30])
        assert verdict < way < last
        assert last > max(page.rfind(f'id="b{n + 1}"') for n in range(len(report.battles)))


def final_map(page: Element) -> Element:
    (section,) = [one for one in page.all("section") if one.attrs.get("id") == "end"]
    return section.all("svg", "map")[0]


def stands(svg: Element, game: GameView) -> None:
    """Every counter of the view is drawn at its place, as it is."""
    found = {one.attrs["data-piece"]: one for one in svg.all("g") if "data-piece" in one.attrs}
    board = game.board
    here = [one for one in game.pieces if not one.aboard and (one.where or one.at)]
    if not isinstance(board, HexBoard):
        here = [one for one in here if one.at]
    for piece in here:
        together = [one for one in here if isinstance(board, HexBoard) and one.where == piece.where]
        if len(together) > MOST_FANNED and piece.id not in found:
            continue
        drawn = found.pop(piece.id)
        assert drawn.attrs["data-stance"] == piece.stance
        assert drawn.attrs["data-harm"] == str(harm(piece))
        assert ("out" in drawn.css) == piece.out
        assert drawn.all("title")[0].text.startswith(piece.name)
        if isinstance(board, HexBoard):
            x, y = sheet_of(board).middles[piece.where]
            assert drawn.shift[0] == x
            assert abs(drawn.shift[1] - y) <= 15, "in its own hex"
            angle = degrees(piece.facing, board.faces)
            assert drawn.attrs.get("data-faces") == (None if angle is None else str(angle))
            assert bool(drawn.all("path", "nose")) == (angle is not None and not piece.out)
            pips = len(drawn.all("path", "pip")) + sum(int(one.text) for one in drawn.all("g", "many"))
            assert pips == harm(piece)
            left, top, wide, high = svg.numbers("viewbox")
            assert left <= x - 14 and x + 14 <= left + wide
            assert top <= drawn.shift[1] - 12 and drawn.shift[1] + 12 <= top + high
        else:
            assert drawn.numbers("data-at") == list(piece.at or ())
            assert drawn.attrs["data-faces"] == str(piece.heading)
    assert not found, "nothing else is drawn"


@pytest.mark.parametrize("scenario", [*HEXES, *TABLES])
def test_every_piece_stands_where_and_as_the_view_says(hq: Headquarters, scenario: str):
    battle = fought(hq, scenario)
    page = stands_alone(of_battle(hq.looking_as("umpire"), battle, "html"))
    game = hq.looking_as("umpire").battles.view(battle).game
    stands(final_map(page), game)
    for piece in game.pieces:
        assert any(piece.name in one.text for one in page.all("td"))


@pytest.mark.parametrize("scenario", [*HEXES, *TABLES])
def test_no_text_of_a_map_meets_another_or_leaves_it(hq: Headquarters, scenario: str):
    page = read(of_battle(hq.looking_as("umpire"), fought(hq, scenario), "html"))
    for svg in page.all("svg", "map"):
        plane = "plane" in svg.css
        found = texts(svg, "place", 18.5 if plane else 13) + texts(svg, "say", 21 if plane else 12.5)
        found += texts(svg, "tag", 21)
        left, top, wide, high = svg.numbers("viewbox")
        for i, (text, box) in enumerate(found):
            assert left <= box.left and box.right <= left + wide, text
            assert top <= box.top and box.bottom <= top + high, text
            for other, there in found[i + 1 :]:
                assert not box.meets(there), (text, other)
        for one in svg.all("g", "u"):
            x, y = one.shift
            hull = Rect(x - 13, y - 11, x + 13, y + 11)
            for text, box in found:
                assert not box.meets(hull), text


def test_dice_are_told_with_their_purpose_their_rule_and_why_so_many(hq: Headquarters):
    battle = fought(hq, "tank-duel")
    umpire = hq.looking_as("umpire")
    page = read(of_battle(umpire, battle, "html"))
    thrown = [
        draw for one in umpire.battles.log(battle) for draw in umpire.battles.show(battle, one.seq).draws
    ]
    rows = page.all("div", "roll")
    assert len(rows) == len(thrown) > 0
    for row, draw in zip(rows, thrown, strict=True):
        assert draw.purpose in row.text
        faces = row.all("use")
        assert [int(one.attrs["href"].removeprefix("#d")) for one in faces] == list(draw.values)
        assert row.all("span", "rule"), row.text
    assert any(re.search(r"[+−]\d.* = \d", row.text) for row in rows)
    text = of_battle(umpire, battle)
    for draw in thrown:
        assert f": **{' '.join(map(str, draw.values))}** (" in text


def test_what_was_taken_back_is_struck(hq: Headquarters):
    opened = hq.battles.new("tank-duel", undo="free")
    assert isinstance(opened, Acted)
    me = hq.for_(Caller("bill", seats=True))
    door = me.looking_as("us")
    for _ in range(3):
        legal = me.battles.legal(opened.diary)
        calm = next(one for one in legal if not one.dice)
        assert isinstance(me.battles.act(opened.diary, calm.action), Acted)
    assert isinstance(me.battles.undo(opened.diary), Acted)
    page = stands_alone(of_battle(door, opened.diary, "html"))
    struck = page.all("li", "wd")
    assert struck
    assert all(one.all("s") and "taken back by" in one.text for one in struck)
    assert [one.attrs["href"] for one in page.all("a", "gone")] == [f"#{one.attrs['id']}" for one in struck]
    assert page.all("svg", "arcs")


@pytest.mark.parametrize("viewer", ["us", "soviet", ""])
def test_a_hidden_card_is_in_no_page_of_who_may_not_see_it(hq: Headquarters, viewer: str):
    seats = [Seat("us", "bruno"), Seat("soviet", "rosa")]
    opened = hq.battles.new("first-game", seats=seats)
    assert isinstance(opened, Acted)
    seen = {
        side: {card.name for piece in hq.for_(Caller(player)).looking_as(side).battles.view(opened.diary).game.pieces
               if piece.side == side for card in piece.cards if card.state == "down"}
        for side, player in (("us", "bruno"), ("soviet", "rosa"))
    }  # fmt: skip
    who = {"us": "bruno", "soviet": "rosa", "": "olga"}[viewer]
    door = hq.for_(Caller(who)).looking_as(viewer)
    for form in ("html", "markdown"):
        page = of_battle(door, opened.diary, form)  # type: ignore[arg-type]
        for side, cards in seen.items():
            others = cards - {card for own, some in seen.items() if own == viewer for card in some}
            if side != viewer:
                assert not [card for card in others if card and card in page]


def test_pages_are_the_same_bytes_each_time(hq: Headquarters, korea: str):
    battle = fought(hq, "korea-roadblock", 30)
    umpire = hq.looking_as("umpire")
    assert of_battle(umpire, battle, "html") == of_battle(umpire, battle, "html")
    assert of_campaign(umpire, korea, "html") == of_campaign(umpire, korea, "html")


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_one_of_a_thing_is_not_written_as_several(
    hq: Headquarters, over: Headquarters, played: str, form: Literal["markdown", "html"]
):
    battle = hq.battles.new("tank-duel")
    assert isinstance(battle, Acted)
    report = of_battle(hq.looking_as("umpire"), battle.diary, form)
    assert "1 entry, " in report and " 0 sealed dice" in report
    lost = of_campaign(over.looking_as("umpire"), played, form)
    assert re.search(r"\b1 kill\b", lost) and not re.search(r"\b1 (kills|battles|entries|cards)\b", lost)


def test_a_campaign_has_contents_and_a_section_for_each_battle(over: Headquarters, played: str):
    umpire = over.looking_as("umpire")
    view = umpire.campaigns.view(played)
    done = [one for one in view.battles if one.status == "done"]
    page = stands_alone(of_campaign(umpire, played, "html"))
    sections = page.all("section", "battle")
    assert len(sections) == len(done) > 2
    contents = next(one for one in page.all("nav") if "contents" in one.css)
    linked = {one.attrs["href"] for one in contents.all("a")}
    assert {f"#{one.attrs['id']}" for one in sections} <= linked
    assert {"#way", "#numbers", "#order", "#people", "#stores"} <= linked
    titles = {one.id: one.title for one in view.nodes}
    names = {one.id: one.name for one in (*view.assets, *view.sides)}
    for section, battle in zip(sections, done, strict=True):
        assert section.all("h2")[0].text == titles[battle.node]
        assert f"Won by {names[battle.winner]}" in section.text
        assert {one.text for one in section.all("a")} == {names[asset] for asset in battle.assets}
        assert battle.diary in section.text
    whole = " ".join(one.text for one in sections)
    assert "Awards" in whole and " dead" in whole and "knocked out by" in whole and " main" in whole
    for one in view.people:
        assert one.name in page.text, "nobody is left out"
    sides = next(one for one in page.all("section") if one.attrs.get("id") == "people").all("h3")
    assert [one.text.split(",")[0] for one in sides] == [side.name for side in view.sides]


def test_the_sum_of_a_campaigns_battles_is_that_of_its_statistics(over: Headquarters, played: str):
    from campaign.reports.campaign import campaign_report

    report = campaign_report(over.looking_as("umpire"), played)
    counted = {(one.what, one.side): one.n for one in report.statistics}
    graph = over._house.campaigns.get(played).state().graph
    assert graph is not None
    lapsed = [one for one in report.view.nodes if one.status == "done" and not one.battle]
    for side in report.view.sides:
        unfought = sum(graph.node(one.id).points.get(side.id, 0) for one in lapsed if one.winner == side.id)
        some = [one for battle in report.battles for one in battle.sides if one.side == side.id]
        assert sum(one.kills for one in some) == counted.get(("kills", side.id), 0)
        assert sum(one.points for one in some) + unfought == side.points
        dead = sum(len(one.lost.get("dead", ())) for one in some)
        assert dead == counted.get(("dead", side.id), 0)


def test_a_campaigns_report_in_markdown_links_to_what_is_in_it(over: Headquarters, played: str):
    text = of_campaign(over.looking_as("umpire"), played)
    anchors = set(re.findall(r'<a id="([^"]+)"></a>', text))
    linked = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert linked <= anchors
    assert len(linked) > 5
    for row in re.findall(r"(?:^\|.*\n)+", text, flags=re.M):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in row.splitlines()}) == 1, row


def test_every_line_of_the_record_is_there_when_asked_for(over: Headquarters, played: str):
    umpire = over.looking_as("umpire")
    short, whole = (of_campaign(umpire, played, "html", everything) for everything in (False, True))
    assert 'id="record"' not in short
    page = stands_alone(whole)
    record = next(one for one in page.all("section") if one.attrs.get("id") == "record")
    assert len(record.all("li")) > 400
    assert len(short) < len(whole) * 0.75


def test_a_side_sees_its_own_in_its_campaigns_report(hq: Headquarters, korea: str):
    for step in hq.campaigns.staff.play(korea, pick=Random(3).randrange, until="1950-08-19"):
        assert isinstance(step, Acted), step
    page = stands_alone(of_campaign(hq.looking_as("us"), korea, "html"))
    assert "without what other sides keep to themselves" in page.text
    headings = [one.text for one in page.all("h3", "b")]
    assert headings
    assert all(one.startswith("United States") for one in headings)


def test_names_from_outside_are_only_text(hq: Headquarters, korea: str):
    odd = '"><script>alert(1)</script>&amp;<b onload=x>'
    for id in ("a32", "tobin", "1plt"):
        done = hq.campaigns.act(korea, {"kind": "rename", "id": id, "name": odd})
        assert isinstance(done, Acted), done
    begun = hq.campaigns.begin(korea, "obong-ni")
    assert isinstance(begun, Acted), begun
    for page in (
        of_campaign(hq.looking_as("umpire"), korea, "html", everything=True),
        of_battle(hq.looking_as("umpire"), begun.fought, "html"),
    ):
        root = stands_alone(page)
        assert odd in "".join(root.pieces()) or odd in root.text
        assert "<script" not in page
        assert not [one for one in root.all() if any(name.startswith("on") for name in one.attrs)]


def test_how_far_a_report_is_is_told(hq: Headquarters, korea: str):
    battle = fought(hq, "tank-duel", 20)
    seen: list[tuple[int, int]] = []
    of_campaign(hq.looking_as("umpire"), korea, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1][0] == seen[-1][1] > 0
    of_battle(hq, battle, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1][0] == seen[-1][1] > 20


def test_a_battle_in_markdown_has_its_turns(hq: Headquarters):
    text = of_battle(hq, fought(hq, "korea-roadblock", 20))
    for words in ("# Roadblock at Obong-ni", "## Turn 1", "## How it went", "The battle is not over."):
        assert words in text
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == set(re.findall(r'<a id="([^"]+)"></a>', text))


def test_names_cannot_break_out_of_markdown():
    assert markdown("<b>|x*") == "\\<b\\>\\|x\\*"


def test_a_long_campaign_stays_readable(hq: Headquarters, tmp_path: Path):
    """45 battles: a page of contents, a table of each, the days between in a line each."""
    opened(hq, tmp_path / "files", "c", nodes=45, assets=70)
    for step in hq.campaigns.staff.play("c", pick=Random(3).randrange, until="1944-07-15"):
        assert isinstance(step, Acted), step
    umpire = hq.looking_as("umpire")
    done = [one for one in umpire.campaigns.view("c").battles if one.status == "done"]
    assert len(done) > 40
    lines = of_campaign(umpire, "c").splitlines()
    assert sum(map(bool, lines)) < 45 * 35
    page = stands_alone(of_campaign(umpire, "c", "html"))
    assert len(page.all("section", "battle")) == len(done)
    assert len(page.all("ol", "many")[0].all("li")) == len(done)


def test_days_of_a_campaign_of_years_have_their_year(hq: Headquarters, tmp_path: Path):
    name = opened(hq, tmp_path / "files", "long")
    battle = hq.campaigns.begin(name, "n0", ["red-0", "blue-0"])
    assert isinstance(battle, Acted)
    assert isinstance(hq.campaigns.returns.file(name, battle.battle, Return(battle.battle, "red")), Acted)
    umpire = hq.looking_as("umpire")
    assert "| 1 Jun |" in of_campaign(umpire, name, "markdown")
    assert isinstance(hq.campaigns.act(name, {"kind": "advance", "days": 300}), Acted)
    for form in ("markdown", "html"):
        told = of_campaign(umpire, name, form)
        assert "1 Jun 1944" in told and ">1 Jun<" not in told and "| 1 Jun |" not in told
