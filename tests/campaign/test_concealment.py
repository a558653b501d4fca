"""What a player may not see is nowhere in what he can get: tried with the worked example, in every artifact."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.answers import LegalAction
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from events.entry import Author, Body, draft, raw
from tests.campaign.conftest import steady_world
from tests.campaign.forging import verify_forged

pytestmark = pytest.mark.usefixtures("example")

KIT = {"title": "The secret of red", "cards": ["ember-blade", "oak-shield", "silver-spur", "loose-strap"]}
RED = ("ember", "oak", "silver", "strap", "spur", "secret of red")
"""Words that betray red's cards; blue has none of them but by a battle's own doing."""
ANIMALS = ["ant", "bee", "cat", "dog"]


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path / "home", steady_world()) as found:
        own = found.home.packs("duel-of-dice")
        own.mkdir(parents=True)
        (own / "cards.toml").write_text(_cards())
        yield found


def _cards() -> str:
    """The example's cards, and four more that only blue uses."""
    from tests.example import FOLDER

    text = (FOLDER / "duel_of_dice" / "data" / "cards.toml").read_text()
    more = "".join(f'[[card]]\nid = "{one}"\nname = "{one}"\nbonus = 1\npoints = 1\n' for one in ANIMALS)
    return text.replace("[kit.bold]", f"{more}\n[kit.bold]")


@pytest.fixture
def ring(hq: Headquarters) -> str:
    options = {"red": KIT, "blue": {"title": "Animals", "cards": ANIMALS}}
    opened = hq.battles.new("ring", options=options, undo="consent")
    assert isinstance(opened, Acted), opened
    return opened.diary


def options(hq: Headquarters, battle: str, side: str, kind: str) -> list[LegalAction]:
    return [one for one in hq.looking_as(side).battles.legal(battle) if one.kind == kind]


def do(hq: Headquarters, battle: str, side: str, kind: str) -> Acted:
    answer = hq.looking_as(side).battles.act(battle, options(hq, battle, side, kind)[0].action)
    assert isinstance(answer, Acted), answer
    return answer


def text_of(*values: Any) -> str:
    return b"\n".join(map(msgspec.json.encode, values)).decode().lower()


def betrayed(text: str, words: tuple[str, ...] = RED) -> list[str]:
    return [word for word in words if word in text.lower()]


def artifacts(hq: Headquarters, battle: str, viewer: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Everything that a viewer can ask for, by name."""
    newest = hq.battles.head(battle)
    for seq in range(1, newest + 1):
        yield f"view at {seq}", text_of(hq.looking_as(viewer).battles.view(battle, seq))
        yield f"entry {seq}", text_of(hq.looking_as(viewer).battles.show(battle, seq))
        yield f"difference from {seq}", text_of(hq.looking_as(viewer).battles.difference(battle, seq, newest))
    yield "log", text_of(hq.looking_as(viewer).battles.log(battle))
    yield "info", text_of(hq.battles.info(battle), hq.battles.all())
    yield "verify", text_of(hq.battles.verify(battle))
    hq.looking_as(viewer).battles.excerpt(folder / "record.ndjson", [battle])
    yield "record", (folder / "record.ndjson").read_text()
    if viewer not in ("", "umpire"):
        choices = hq.looking_as(viewer).battles.legal(battle)
        yield "legal", text_of(choices)
        for one in choices:
            yield (
                "odds",
                text_of(
                    hq.looking_as(viewer).battles.odds(battle, one.action),
                    hq.looking_as(viewer).battles.preview(battle, one.action),
                ),
            )
        for wrong in (
            {"kind": "lay", "card": "unicorn"},
            {"kind": "lay"},
            {"kind": "fly"},
            {"kind": "deal", "x": 1},
        ):
            answer = hq.looking_as(viewer).battles.act(battle, wrong)
            assert isinstance(answer, Refusal), answer
            yield f"refusal of {wrong}", text_of(answer)


@pytest.mark.parametrize("viewer", ["blue", ""])
def test_hidden_cards_are_in_nothing_that_the_others_get(
    hq: Headquarters, ring: str, viewer: str, tmp_path: Path
):
    do(hq, ring, "red", "deal")
    told = [do(hq, ring, "blue", "deal")]
    do(hq, ring, "red", "lay")
    hidden = hq._house.battles.get(ring).diary.current()[1].game.champions["red"]
    if viewer == "blue":
        undo = hq.looking_as("blue").battles.rewind(ring, 2)
        assert isinstance(undo, Acted)
        refused = hq.looking_as("red").battles.answer_undo(ring, False)
        assert isinstance(refused, Acted)
        told += [undo]
    assert hidden.laid
    for name, text in artifacts(hq, ring, viewer, tmp_path):
        assert not betrayed(text), f"{name}: {text}"
    assert not betrayed(text_of(*told))


def test_a_side_and_the_umpire_see_what_is_theirs(hq: Headquarters, ring: str, tmp_path: Path):
    done = do(hq, ring, "red", "deal")
    assert done.draws == ()
    do(hq, ring, "blue", "deal")
    do(hq, ring, "red", "lay")
    laid = hq._house.battles.get(ring).diary.current()[1].game.champions["red"].laid
    for viewer in ("red", "umpire"):
        found = dict(artifacts(hq, ring, viewer, tmp_path))
        for name in ("entry 1", "entry 2", "entry 4", "log", "record"):
            assert betrayed(found[name]), name
        assert laid in found["entry 4"]
    assert len(hq.looking_as("umpire").battles.show(ring, 2).draws) == 1
    assert hq.looking_as("red").battles.show(ring, 2).draws == ()
    assert hq.looking_as("red").battles.log(ring)[1].dice == ()
    assert sorted(hq.looking_as("umpire").battles.log(ring)[1].dice) == [1, 2, 3, 4]


def test_what_is_turned_up_is_shown_from_then_on_in_old_entries_too(hq: Headquarters, ring: str):
    for side in ("red", "blue"):
        do(hq, ring, side, "deal")
    do(hq, ring, "red", "lay")
    card = hq._house.battles.get(ring).diary.current()[1].game.champions["red"].laid
    assert card not in text_of(hq.looking_as("blue").battles.show(ring, 4))
    do(hq, ring, "blue", "lay")
    detail = hq.looking_as("blue").battles.show(ring, 4)
    assert bytes(detail.action) == msgspec.json.encode({"kind": "lay", "card": card})
    assert card.replace("-", " ") in text_of(detail.lines)


def test_what_was_laid_and_taken_back_is_not_told_by_what_is_laid_then(hq: Headquarters, ring: str):
    """The same card is no proof that it was the first choice too; who saw it before it was taken back, saw it."""
    for side in ("red", "blue"):
        do(hq, ring, side, "deal")
    do(hq, ring, "red", "lay")
    card = hq._house.battles.get(ring).diary.current()[1].game.champions["red"].laid
    assert isinstance(hq.looking_as("red").battles.undo(ring), Acted)
    do(hq, ring, "red", "lay")
    do(hq, ring, "blue", "lay")
    first, then = (hq.looking_as("blue").battles.show(ring, seq) for seq in (4, 6))
    assert first.withdrawn and not betrayed(text_of(first), (card, card.replace("-", " ")))
    assert not then.withdrawn and card in text_of(then)
    assert card in text_of(hq.looking_as("red").battles.show(ring, 4))
    assert isinstance(hq.looking_as("umpire").battles.rewind(ring, 6), Acted)
    seen = hq.looking_as("blue").battles.show(ring, 7)
    assert seen.withdrawn and card in text_of(seen)


def test_a_state_that_hides_something_has_no_digest_but_for_the_umpire(hq: Headquarters, ring: str):
    assert [hq.looking_as(viewer).battles.show(ring, 1).state for viewer in ("", "red", "blue")] == [
        "",
        "",
        "",
    ]
    assert hq.looking_as("umpire").battles.show(ring, 1).state


def test_seals_cannot_be_tried_out_every_body_that_hides_has_its_own_salt(hq: Headquarters, ring: str):
    do(hq, ring, "red", "deal")
    forked = hq.battles.fork(ring)
    assert isinstance(forked, Acted)
    bodies = [entry.read() for name in (ring, forked.diary) for entry in hq._house.store.entries(name)]
    assert len({body.salt for body in bodies}) == len(bodies) == 3
    assert all(len(body.salt) == 32 for body in bodies)
    for viewer in ("", "red", "blue"):
        assert not betrayed(text_of(hq.looking_as(viewer).battles.show(ring, 1)), (bodies[0].salt,))


def test_a_battle_that_hides_nothing_needs_no_salt(hq: Headquarters):
    opened = hq.battles.new("tank-duel")
    assert isinstance(opened, Acted)
    assert b"salt" not in hq._house.store.entry(opened.diary, 1).body
    assert hq.battles.show(opened.diary, 1).state


def test_when_it_is_over_everything_is_open_but_the_deck(hq: Headquarters, ring: str):
    answers = list(hq.battles.bots.play(ring, dict.fromkeys(("red", "blue"), "random")))
    assert all(isinstance(one, Acted) for one in answers)
    assert hq.battles.verify(ring).sound
    assert betrayed(text_of(hq.looking_as("blue").battles.show(ring, 1)))
    assert hq.looking_as("blue").battles.show(ring, 1).state
    assert not [draw for seq in (2, 3) for draw in hq.looking_as("blue").battles.show(ring, seq).draws]


def test_what_a_bot_did_is_told_as_to_an_observer(hq: Headquarters, ring: str):
    for answer in hq.battles.bots.play(ring, {"red": "random"}):
        assert isinstance(answer, Acted)
        assert answer.draws == ()
        assert not betrayed(text_of(answer))


def test_a_viewers_record_is_read_and_compared_but_not_imported(hq: Headquarters, ring: str, tmp_path: Path):
    do(hq, ring, "red", "deal")
    file = tmp_path / "blue.ndjson.gz"
    assert hq.looking_as("blue").battles.excerpt(file, [ring]) == 2
    head, *entries = [msgspec.json.decode(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    assert (head["record"]["battle"], head["record"]["viewer"]) == (ring, "blue")
    assert entries[-1]["seal"] == hq._house.store.head(ring).seal.hex()
    assert entries[1]["previous"] == entries[0]["seal"]
    with (
        Headquarters(tmp_path / "other") as other,
        pytest.raises(Refused, match="to read, not to go on from"),
    ):
        other.import_(file)
    record = io.BytesIO()
    assert hq.looking_as("blue").battles.excerpt(record, [ring]) == 2
    assert record.getvalue() == gzip.decompress(file.read_bytes())
    with (
        Headquarters(tmp_path / "other") as other,
        pytest.raises(Refused, match="The file is one viewer's"),
    ):
        other.import_(record.getvalue())
    with pytest.raises(Refused, match="no side 'green'"):
        hq.looking_as("green").battles.excerpt(tmp_path / "green.ndjson", [ring])
    assert not (tmp_path / "green.ndjson").exists()


def test_a_shuffle_forged_and_sealed_anew_is_found(hq: Headquarters, ring: str, tmp_path: Path):
    """In the draw, in the event that speaks of it, or in what is no order at all."""
    for answer in hq.battles.bots.play(ring, dict.fromkeys(("red", "blue"), "random")):
        assert isinstance(answer, Acted)
    body = hq._house.store.entry(ring, 2).body
    order = hq.looking_as("umpire").battles.show(ring, 2).draws[0].values
    other = (*order[1:], order[0])
    old, new = (",".join(map(str, one)).encode() for one in (order, other))
    twice = ",".join(map(str, (order[0], *order[:-1]))).encode()
    for name, forged, says in (
        ("both", body.replace(old, new), "not the one that the secret gives"),
        ("draw", body.replace(old, new, 1), "speak of a shuffle that it did not make"),
        ("twice", body.replace(old, twice), "does not have every card once"),
    ):
        assert forged != body
        report = verify_forged(hq, ring, 2, forged, tmp_path / name)
        assert report.first_bad == 2
        assert says in report.why
        assert old.decode() not in report.why.replace(" ", "")


def test_a_table_with_its_own_cards_is_dealt_nothing(hq: Headquarters):
    opened = hq.battles.new("ring", dice="typed")
    assert isinstance(opened, Acted)
    for side in ("red", "blue"):
        assert isinstance(hq.looking_as(side).battles.act(opened.diary, {"kind": "deal"}), Acted)
    assert len(options(hq, opened.diary, "red", "lay")) == 4
    assert isinstance(
        hq.looking_as("red").battles.act(opened.diary, {"kind": "lay", "card": "fog-horn"}), Acted
    )
    asked = hq.looking_as("blue").battles.act(opened.diary, {"kind": "lay", "card": "fog-horn"})
    assert isinstance(asked, DiceNeeded)
    assert isinstance(
        hq.looking_as("blue").battles.act(opened.diary, {"kind": "lay", "card": "fog-horn"}, dice=[3, 4]),
        Acted,
    )
    assert hq.battles.verify(opened.diary).sound


@pytest.mark.parametrize("seed", range(6))
def test_in_random_battles_only_cards_that_were_turned_up_are_ever_shown(
    hq: Headquarters, ring: str, seed: int, tmp_path: Path
):
    """With rewinds and a fork; what was turned up and taken back was seen and stays in the record."""
    rnd = random.Random(seed)
    battle = ring
    for step in range(14):
        if hq.battles.info(battle).verdict is not None:
            break
        if step == 8:
            forked = hq.battles.fork(battle, rnd.randint(1, hq.battles.head(battle)))
            assert isinstance(forked, Acted)
            battle = forked.diary
        elif rnd.random() < 0.3:
            request = hq.looking_as(rnd.choice(["red", "blue", "umpire"])).battles.undo(battle)
            if isinstance(request, Acted) and (open := hq.battles.view(battle).request):
                hq.looking_as("red" if open.side == "blue" else "blue").battles.answer_undo(
                    battle, rnd.random() < 0.6
                )
        elif choice := rnd.choice(hq.battles.legal(battle) or [None]):
            assert isinstance(hq.looking_as(choice.side).battles.act(battle, choice.action), Acted)
        if hq.battles.info(battle).verdict is None:
            turned = _turned_up(hq, ring) | _turned_up(hq, battle)
            hidden = tuple(
                one for card in KIT["cards"] if card not in turned for one in (card, card.replace("-", " "))
            )
            for name, text in artifacts(hq, battle, rnd.choice(["blue", ""]), tmp_path):
                assert not betrayed(text, (*hidden, KIT["title"].lower())), f"{name}: {text}"


def _turned_up(hq: Headquarters, battle: str) -> set[str]:
    bodies = [msgspec.json.decode(entry.body) for entry in hq._house.store.entries(battle)]
    return {
        event["cards"][0]
        for body in bodies
        for event in body.get("events", [])
        if event["kind"] == "blows-fell"
    }


def test_what_a_viewer_may_not_know_of_at_all_leaves_only_a_numbered_entry(
    hq: Headquarters, ring: str, monkeypatch: pytest.MonkeyPatch
):
    do(hq, ring, "red", "deal")
    rules = hq._house.battles.get(ring).rules
    monkeypatch.setattr(rules.hidden, "event", lambda state, event, viewer: None)
    monkeypatch.setattr(rules.hidden, "action", lambda state, side, action, viewer: None)
    detail, line = hq.looking_as("blue").battles.show(ring, 2), hq.looking_as("blue").battles.log(ring)[1]
    assert bytes(detail.action) == b'{"kind":"hidden"}'
    assert (detail.events, detail.lines, line.lines, line.kind) == ((), (), (), "hidden")
    assert hq.looking_as("umpire").battles.log(ring)[1].kind == "deal"
    assert len(hq.looking_as("umpire").battles.show(ring, 2).events) == 1


def test_what_a_newer_version_wrote_is_not_shown_where_sides_see_different_things(
    hq: Headquarters, ring: str
):
    """This version cannot know what of it is hidden."""
    action, event = {"kind": "bury", "card": "ember-blade"}, {"kind": "buried", "card": "ember-blade"}
    newer = Body(1, hq._house.world.now(), Author("local", "red"), raw(action), events=raw([event]))
    hq._house.store.append(ring, 1, [draft(newer)])
    detail = hq.looking_as("blue").battles.show(ring, 2)
    assert (bytes(detail.action), bytes(detail.events[0])) == (b'{"kind":"bury"}', b'{"kind":"buried"}')
    assert hq.looking_as("blue").battles.log(ring)[1].kind == "bury"
    assert b"ember" in bytes(hq.looking_as("umpire").battles.show(ring, 2).events[0])
