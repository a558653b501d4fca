"""Acting through headquarters: what is done, what is refused, what is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from campaign.battles.answers import LegalAction
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.shared.callers import local
from tests.campaign.conftest import steady_world

Act = Callable[..., Acted]


def test_an_action_becomes_one_entry_with_its_events(hq: Headquarters, duel: str, act: Act):
    done = act("pivot", unit="t34-1", facing="E")
    assert done.seq == 2
    entry = hq.battles.show(duel, 2)
    assert msgspec.json.decode(entry.action) == {"kind": "pivot", "unit": "t34-1", "facing": "E"}
    assert [msgspec.json.decode(event) for event in entry.events] == [
        {"kind": "pivoted", "unit": "t34-1", "facing": "E"}
    ]
    assert (entry.player, entry.side, entry.lines[0].rule) == ("local", "nk", "7.8")
    assert entry.pack and entry.rules.startswith("combat-veteran ")


@pytest.mark.parametrize(
    ("action", "where", "says"),
    [
        ('{"kind": "pivot", "unit": "t34-1"}', "$", "he field `facing` is missing"),
        ('{"kind": "pivot", "unit": "t34-1", "facing": "N"}', "$.facing", "may not be 'N'"),
        ('{"kind": "pivot", "unit": "t34-1", "facing": "E", "fast": 1}', "$", "unknown field `fast`"),
        ('{"kind": "teleport"}', "$.kind", "may not be 'teleport'"),
        ('{"unit": "t34-1"}', "$", "he field `kind` is missing"),
        ('{"kind": "piv', "$", "not JSON"),
        ("[]", "$", "it must be a table of fields"),
        ("", "$", "not JSON"),
        ('{"kind": "pivot", "unit": "m26-1", "facing": "E"}', "$.unit", "belongs to United States"),
        ('{"kind": "pivot", "unit": "tiger-9", "facing": "E"}', "$.unit", "no piece 'tiger-9'"),
        ('{"kind": "drive", "unit": "t34-1", "to": "9999"}', "$.to", "no hex '9999'"),
        ('{"kind": "step", "unit": "t34-1", "to": "0000", "facing": "E"}', "$.to", "not beside 2400"),
        ('{"kind": "fire", "unit": "t34-1", "rating": "main", "target": "m26-1"}', "$.kind", "movement"),
    ],
)
def test_bad_actions_are_refused_and_leave_no_trace(
    hq: Headquarters, duel: str, action: str, where: str, says: str
):
    refused = hq.battles.act(duel, action)
    assert isinstance(refused, Refusal)
    assert refused.where == where
    assert says in refused.reason
    assert hq.battles.head(duel) == 1


def test_a_refusal_names_the_rule_and_what_is_allowed(hq: Headquarters, duel: str):
    refused = hq.battles.act(duel, {"kind": "step", "unit": "t34-1", "to": "2401", "facing": "NE"})
    assert isinstance(refused, Refusal)
    assert refused.rule == "7.8"
    assert refused.allowed == ("SE", "SW")


def test_the_side_that_is_not_asked_may_not_act(hq: Headquarters, duel: str):
    refused = hq.looking_as("us").battles.act(duel, {"kind": "end-phase"})
    assert isinstance(refused, Refusal)
    assert "North Korea" in refused.reason
    unknown = hq.looking_as("ussr").battles.act(duel, {"kind": "end-phase"})
    assert isinstance(unknown, Refusal)
    assert unknown.allowed == ("nk", "us")


def test_a_seat_belongs_to_its_player(hq: Headquarters):
    opened = hq.battles.new("tank-duel", seats=[Seat("nk", "kim"), Seat("us", "bob")])
    assert isinstance(opened, Acted)
    refused = hq.for_(local("bob").looking_as("nk")).battles.act(opened.diary, {"kind": "end-phase"})
    assert isinstance(refused, Refusal)
    assert "'bob' does not play nk" in refused.reason
    assert isinstance(hq.for_(local("kim")).battles.act(opened.diary, {"kind": "end-phase"}), Acted)


def test_the_same_key_does_nothing_twice(hq: Headquarters, duel: str, act: Act):
    first = hq.battles.act(duel, {"kind": "pivot", "unit": "t34-1", "facing": "E"}, key="abc")
    act("pivot", unit="t34-2", facing="W")
    again = hq.battles.act(duel, {"kind": "pivot", "unit": "t34-1", "facing": "E"}, key="abc")
    assert isinstance(first, Acted)
    assert isinstance(again, Acted)
    assert (again.seq, again.seal, again.repeated) == (first.seq, first.seal, True)
    assert hq.battles.head(duel) == 3


def test_who_has_not_seen_the_newest_entry_is_told_so(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    refused = hq.battles.act(duel, {"kind": "end-phase"}, expected=1)
    assert isinstance(refused, Refusal)
    assert refused.kind == "head-moved"
    assert hq.battles.head(duel) == 2


def test_everything_legal_lists_is_taken_as_it_stands(hq: Headquarters, duel: str):
    for number in range(0, len(hq.battles.legal(duel)), 37):
        one = hq.battles.legal(duel)[number]
        done = hq.looking_as(one.side).battles.act(duel, one.action)
        assert isinstance(done, Acted), (one, done)
        assert isinstance(hq.battles.undo(duel), Acted) or done.draws


def test_typed_dice_are_asked_for_and_the_decision_goes_on(hq: Headquarters):
    battle = _to_first_shot(hq, "typed")
    shot = next(one for one in hq.battles.legal(battle) if one.dice)
    wanted = hq.battles.act(battle, shot.action)
    assert isinstance(wanted, DiceNeeded)
    assert (wanted.count, wanted.sides, wanted.typed) == (shot.dice, 6, ())
    before = hq.battles.head(battle)
    short = hq.battles.act(battle, shot.action, dice=[2] * (shot.dice - 1))
    assert isinstance(short, Refusal)
    wrong = hq.battles.act(battle, shot.action, dice=[7] * shot.dice)
    assert isinstance(wrong, Refusal)
    assert wrong.allowed == ("1 to 6",)
    more = hq.battles.act(battle, shot.action, dice=[2] * (shot.dice + 1))
    assert isinstance(more, Refusal)
    assert hq.battles.head(battle) == before
    hit = hq.battles.act(battle, shot.action, dice=[4] + [2] * (shot.dice - 1))
    assert isinstance(hit, DiceNeeded), "the hit asks for its damage die"
    assert hit.typed == (4, *[2] * (shot.dice - 1))
    done = hq.battles.act(battle, shot.action, dice=[*hit.typed, 3])
    assert isinstance(done, Acted)
    assert [draw.source for draw in done.draws] == ["typed", "typed"]
    assert hq.battles.show(battle, done.seq).draws[1].values == (3,)


def test_sealed_dice_are_never_typed(hq: Headquarters, duel: str):
    refused = hq.battles.act(duel, {"kind": "end-phase"}, dice=[6])
    assert isinstance(refused, Refusal)
    assert refused.where == "$.dice"


def test_dice_do_not_repeat_after_an_undo(tmp_path: Path):
    """The same shot after a rewind has other dice, and the first ones stay in the record."""
    for seed in range(20):
        with Headquarters(tmp_path / str(seed), steady_world(f"roll {seed}")) as hq:
            battle = _to_first_shot(hq, "sealed")
            shot = next(one for one in hq.battles.legal(battle) if one.dice)
            rolls: list[tuple[int, ...]] = []
            while len(rolls) < 8:
                done = hq.battles.act(battle, shot.action)
                assert isinstance(done, Acted)
                rolls.append(done.draws[0].values)
                if done.verdict is not None:
                    break
                assert isinstance(hq.battles.undo(battle), Acted)
            fired = [entry for entry in hq.battles.log(battle) if entry.kind == "fire"]
            assert [entry.dice[: shot.dice] for entry in fired] == rolls
            assert all(entry.withdrawn for entry in fired[:-1])
            if len(rolls) > 3:
                assert len(set(rolls)) > 1
                return
    raise AssertionError("every duel ended with one of the first shots")


def test_a_concession_ends_the_battle_and_reveals_the_secret(hq: Headquarters, duel: str, act: Act):
    done = act("concede")
    assert done.verdict is not None
    assert done.verdict.winner == "us"
    assert hq.battles.log(duel)[-1].kind == "reveal"
    over = hq.battles.act(duel, {"kind": "end-phase"})
    assert isinstance(over, Refusal)
    assert hq.battles.legal(duel) == []


def test_contributions_change_the_dice(tmp_path: Path):
    def first_roll(text: str) -> tuple[int, ...]:
        with Headquarters(tmp_path / text, steady_world()) as hq:
            battle = _to_first_shot(hq, "sealed", text)
            shot = next(one for one in hq.battles.legal(battle) if one.dice)
            done = hq.battles.act(battle, shot.action)
            assert isinstance(done, Acted)
            assert hq.battles.verify(battle).sound
            return done.draws[0].values

    assert len({first_roll(text) for text in ("a", "b", "c", "d")}) > 1


def _to_first_shot(hq: Headquarters, dice: str, text: str = "") -> str:
    """A battle in which the side that is asked may fire: tigers and shermans meet soon."""
    opened = hq.battles.new("tiger-pershing", dice=dice)  # type: ignore[arg-type]
    assert isinstance(opened, Acted)
    battle = opened.diary
    if text:
        assert isinstance(hq.battles.act(battle, {"kind": "contribute", "text": text}), Acted)
    for _ in range(60):
        view = hq.battles.view(battle)
        options = hq.battles.legal(battle)
        match view.asked[0].kind:
            case "combat":
                return battle
            case "defensive-fire":
                action = {"kind": "hold-fire", "until": "phase"}
            case "movement" if view.game.active == "us":
                action = _closer(hq, battle, options) or {"kind": "end-phase"}
            case _:
                action = {"kind": "end-phase"}
        answer = hq.battles.act(battle, action)
        assert isinstance(answer, Acted), answer
    raise AssertionError("nobody got to fire")


def _closer(hq: Headquarters, battle: str, options: list[LegalAction]) -> msgspec.Raw | None:
    """A drive that brings the Pershing nearer and leaves it the right to fire."""
    inside = hq._house.battles.get(battle)
    _, state = inside.diary.current()
    where = {piece.id: piece.where for piece in hq.battles.view(battle).game.pieces}
    distance = inside.rules.charts.ground(state.game.board).distance  # type: ignore[attr-defined]
    spent = state.game.pieces["m26-1"].spent
    drives = [one for one in options if one.label.find("drives") > 0 and one.cost + spent <= 7]
    best = min(drives, key=lambda one: distance[one.where, where["tiger1-1"]], default=None)
    return best.action if best else None


def test_bots_play_with_dice_that_somebody_types_in(hq: Headquarters):
    opened = hq.battles.new("tiger-shermans", dice="typed")
    assert isinstance(opened, Acted)
    asked: list[DiceNeeded] = []

    def roll(wanted: DiceNeeded) -> list[int]:
        asked.append(wanted)
        return [1 + (len(asked) + i) % wanted.sides for i in range(wanted.count)]

    bots = {"us": "sensible", "ge": "sensible"}
    for answer in hq.battles.bots.play(opened.diary, bots, lambda n: n // 2, roll):
        assert isinstance(answer, Acted), answer
    assert hq.battles.info(opened.diary).verdict is not None
    assert asked
    assert hq.battles.verify(opened.diary).sound


FIRE = '{"kind": "fire", "unit": "t34-1", "rating": "main", "target": "m26-1"}'


@pytest.mark.parametrize("action", ['{"kind": "teleport"}', '{"unit": "t34-1"}', FIRE])
def test_a_kind_that_is_not_asked_for_is_refused_with_those_that_are_as_one_types_them(
    hq: Headquarters, duel: str, action: str
):
    refused = hq.battles.act(duel, action)
    assert isinstance(refused, Refusal)
    choices = hq.battles.legal(duel)
    assert refused.allowed[:2] == (
        '{"kind":"end-phase"} (End the Movement phase)',
        '{"kind":"pivot",…} (T-34/85 1 pivots to NE, and 24 like it)',
    )
    assert len(refused.allowed) == len({one.kind for one in choices})


def test_so_it_is_where_one_asks_what_it_would_lead_to(hq: Headquarters, duel: str):
    for ask in (hq.battles.odds, hq.battles.preview):
        with pytest.raises(Refused) as found:
            ask(duel, '{"kind": "teleport"}')
        assert found.value.allowed[0] == '{"kind":"end-phase"} (End the Movement phase)'


def test_who_is_not_asked_hears_of_no_choices(hq: Headquarters, duel: str):
    refused = hq.looking_as("us").battles.act(duel, '{"kind": "teleport"}')
    assert isinstance(refused, Refusal) and "end-phase" in refused.allowed
