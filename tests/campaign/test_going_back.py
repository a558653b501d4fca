"""Undo, redo, jumps and forks, and whose consent they need."""

from __future__ import annotations

from collections.abc import Callable

from campaign.answers import Acted, Refusal
from campaign.headquarters import Headquarters
from campaign.table import Seat

Act = Callable[..., Acted]


def _pieces(hq: Headquarters, battle: str, at: int | None = None):
    return hq.view(battle, "", at).game


def test_undo_and_redo_are_inverse(hq: Headquarters, duel: str, act: Act):
    states = [_pieces(hq, duel)]
    for facing in ("E", "NE", "NW"):
        act("pivot", unit="t34-1", facing=facing)
        states.append(_pieces(hq, duel))
    for state in states[-2::-1]:
        assert isinstance(hq.undo(duel), Acted)
        assert _pieces(hq, duel) == state
    assert isinstance(hq.undo(duel), Refusal), "the set-up stays"
    for state in states[1:]:
        assert isinstance(hq.redo(duel), Acted)
        assert _pieces(hq, duel) == state
    assert isinstance(hq.redo(duel), Refusal)
    assert hq.head(duel) == 1 + 3 + 6, "nothing was deleted"


def test_a_new_action_ends_redo(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    hq.undo(duel)
    act("pivot", unit="t34-1", facing="W")
    assert isinstance(hq.redo(duel), Refusal)


def test_any_entry_can_be_returned_to(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    there = _pieces(hq, duel)
    act("pivot", unit="t34-1", facing="W")
    assert isinstance(hq.rewind(duel, 2), Acted)
    assert _pieces(hq, duel) == there == _pieces(hq, duel, 2)
    refused = hq.rewind(duel, 99)
    assert isinstance(refused, Refusal)
    assert refused.allowed == ("1 to 4",)


def test_the_state_at_any_entry_stays_what_it_was(hq: Headquarters, duel: str, act: Act):
    seen = {1: _pieces(hq, duel)}
    for facing in ("E", "NE", "NW", "W"):
        done = act("pivot", unit="t34-2", facing=facing)
        seen[done.seq] = _pieces(hq, duel)
    hq.undo(duel)
    hq.undo(duel)
    assert all(_pieces(hq, duel, seq) == state for seq, state in seen.items())


def test_own_steps_without_dice_are_free_even_where_consent_rules(hq: Headquarters):
    battle = _consenting(hq)
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    done = hq.undo(battle, side="nk")
    assert isinstance(done, Acted)
    assert hq.log(battle)[-1].kind == "rewind"


def test_another_sides_entry_needs_its_consent(hq: Headquarters):
    battle = _consenting(hq)
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    asked = hq.undo(battle, side="us")
    assert isinstance(asked, Acted)
    assert hq.log(battle)[-1].kind == "undo-request"
    assert [(p.side, p.kind) for p in asked.asked] == [("nk", "undo")]

    refused = hq.act(battle, {"kind": "end-phase"}, side="nk")
    assert isinstance(refused, Refusal), "first the answer"
    own = hq.answer_undo(battle, True, side="us")
    assert isinstance(own, Refusal)
    assert hq.view(battle).request is not None

    no = hq.answer_undo(battle, False, side="nk")
    assert isinstance(no, Acted)
    assert hq.view(battle).request is None
    assert hq.log(battle)[-1].kind == "undo-refuse"

    hq.undo(battle, side="us")
    yes = next(one for one in hq.legal(battle, "nk") if "Agree" in one.label)
    granted = hq.act(battle, yes.action, side="nk")
    assert isinstance(granted, Acted)
    assert [entry.kind for entry in hq.log(battle)[-2:]] == ["undo-grant", "rewind"]
    piece = next(p for p in hq.view(battle).game.pieces if p.id == "t34-1")
    assert piece.facing == "SE"
    assert hq.verify(battle).sound


def test_the_umpire_needs_nobodys_consent(hq: Headquarters):
    battle = _consenting(hq)
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    done = hq.undo(battle, side="umpire", player="ump")
    assert isinstance(done, Acted)
    assert hq.log(battle)[-1].kind == "rewind"
    assert hq.show(battle, done.seq).player == "ump"


def test_a_finished_battle_is_not_undone_but_forked(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    act("concede")
    for refused in (hq.undo(duel), hq.rewind(duel, 2)):
        assert isinstance(refused, Refusal)
        assert refused.allowed == ("fork",)
    assert isinstance(hq.fork(duel), Refusal)
    forked = hq.fork(duel, 2)
    assert isinstance(forked, Acted)


def test_a_fork_goes_on_without_touching_the_original(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    act("pivot", unit="t34-1", facing="W")
    before = hq.store.head(duel)
    forked = hq.fork(duel, 2, title="What if")
    assert isinstance(forked, Acted)
    assert _pieces(hq, forked.battle) == _pieces(hq, duel, 2)
    assert isinstance(hq.act(forked.battle, {"kind": "end-phase"}), Acted)
    assert hq.store.head(duel) == before
    assert hq.verify(forked.battle).sound
    info = hq.info(forked.battle)
    assert (info.title, info.forked_from) == ("What if", f"{duel} at entry 2")
    assert isinstance(hq.undo(forked.battle), Acted)
    assert isinstance(hq.undo(forked.battle), Refusal), "undo ends where the fork began"


def test_the_difference_between_two_entries_is_data(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    changes = hq.difference(duel, 1, 2)
    assert [(one.path, one.before, one.after) for one in changes] == [("pieces.t34-1.facing", "SE", "E")]
    assert hq.difference(duel, 2, 2) == []


def _consenting(hq: Headquarters) -> str:
    opened = hq.new("tank-duel", undo="consent")
    assert isinstance(opened, Acted)
    return opened.battle


def test_undo_against_a_bot_goes_back_to_ones_own_last_decision(hq: Headquarters):
    opened = hq.new("tank-duel", seats=[Seat("us", bot="sensible")])
    assert isinstance(opened, Acted)
    battle = opened.battle
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    before = _pieces(hq, battle)
    hq.act(battle, {"kind": "end-phase"})
    for _ in range(2):
        assert isinstance(hq.bot_move(battle), Acted)
    assert isinstance(hq.undo(battle), Acted)
    assert _pieces(hq, battle) == before
    assert isinstance(hq.redo(battle), Acted), "one's own decision comes back first"
    assert [entry.withdrawn for entry in hq.log(battle)][:5] == [False, False, False, True, True]


def test_undo_of_a_battle_among_bots_takes_one_action_back(hq: Headquarters, duel: str):
    bots = {"nk": "sensible", "us": "sensible"}
    for _ in range(3):
        hq.bot_move(duel, bots)
    before = _pieces(hq, duel, hq.head(duel) - 1)
    assert isinstance(hq.undo(duel), Acted)
    assert _pieces(hq, duel) == before


def test_nobody_takes_back_for_a_side_that_he_does_not_play(hq: Headquarters):
    battle = _seated(hq)
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"}, player="kim")
    for side, player in (("nk", "bob"), ("nk", "zed"), (None, "zed"), ("umpire", "bob"), ("fr", "kim")):
        for refused in (
            hq.undo(battle, side=side, player=player),
            hq.rewind(battle, 1, side=side, player=player),
        ):
            assert isinstance(refused, Refusal), (side, player)
    assert hq.head(battle) == 2
    asked = hq.undo(battle, player="bob")
    assert isinstance(asked, Acted)
    assert hq.show(battle, 3).side == "us", "bob asks for the side that he plays"
    for side, player in (("nk", "bob"), ("nk", "zed"), ("us", "bob"), ("umpire", "kim")):
        assert isinstance(hq.answer_undo(battle, True, side=side, player=player), Refusal), (side, player)
    assert isinstance(hq.answer_undo(battle, True, side="nk", player="kim"), Acted)


def test_an_umpire_is_somebody_who_plays_no_side(hq: Headquarters):
    battle = _seated(hq)
    hq.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"}, player="kim")
    done = hq.undo(battle, side="umpire", player="ump")
    assert isinstance(done, Acted)
    assert hq.log(battle)[-1].kind == "rewind"


def _seated(hq: Headquarters) -> str:
    opened = hq.new("tank-duel", seats=[Seat("nk", "kim"), Seat("us", "bob")])
    assert isinstance(opened, Acted)
    return opened.battle
