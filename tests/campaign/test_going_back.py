"""Undo, redo, jumps and forks, and whose consent they need."""

from __future__ import annotations

from collections.abc import Callable

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import local

Act = Callable[..., Acted]


def _pieces(hq: Headquarters, battle: str, at: int | None = None):
    return hq.battles.view(battle, at).game


def test_undo_and_redo_are_inverse(hq: Headquarters, duel: str, act: Act):
    states = [_pieces(hq, duel)]
    for facing in ("E", "NE", "NW"):
        act("pivot", unit="t34-1", facing=facing)
        states.append(_pieces(hq, duel))
    for state in states[-2::-1]:
        assert isinstance(hq.battles.undo(duel), Acted)
        assert _pieces(hq, duel) == state
    assert isinstance(hq.battles.undo(duel), Refusal), "the set-up stays"
    for state in states[1:]:
        assert isinstance(hq.battles.redo(duel), Acted)
        assert _pieces(hq, duel) == state
    assert isinstance(hq.battles.redo(duel), Refusal)
    assert hq.battles.head(duel) == 1 + 3 + 6, "nothing was deleted"


def test_a_new_action_ends_redo(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    hq.battles.undo(duel)
    act("pivot", unit="t34-1", facing="W")
    assert isinstance(hq.battles.redo(duel), Refusal)


def test_any_entry_can_be_returned_to(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    there = _pieces(hq, duel)
    act("pivot", unit="t34-1", facing="W")
    assert isinstance(hq.battles.rewind(duel, 2), Acted)
    assert _pieces(hq, duel) == there == _pieces(hq, duel, 2)
    refused = hq.battles.rewind(duel, 99)
    assert isinstance(refused, Refusal)
    assert refused.allowed == ("1 to 4",)


def test_the_state_at_any_entry_stays_what_it_was(hq: Headquarters, duel: str, act: Act):
    seen = {1: _pieces(hq, duel)}
    for facing in ("E", "NE", "NW", "W"):
        done = act("pivot", unit="t34-2", facing=facing)
        seen[done.seq] = _pieces(hq, duel)
    hq.battles.undo(duel)
    hq.battles.undo(duel)
    assert all(_pieces(hq, duel, seq) == state for seq, state in seen.items())


def test_own_steps_without_dice_are_free_even_where_consent_rules(hq: Headquarters):
    battle = _consenting(hq)
    hq.battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    done = hq.looking_as("nk").battles.undo(battle)
    assert isinstance(done, Acted)
    assert hq.battles.log(battle)[-1].kind == "rewind"


def test_what_another_side_took_back_is_not_brought_back_without_it(hq: Headquarters):
    battle = _consenting(hq)
    us, nk = hq.looking_as("us").battles, hq.looking_as("nk").battles
    nk.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    assert isinstance(nk.undo(battle), Acted)
    for ask in (lambda: us.redo(battle), lambda: us.rewind(battle, 2)):
        assert isinstance(ask(), Refusal)
        assert hq.battles.log(battle)[-1].kind == "rewind"
    assert isinstance(nk.redo(battle), Acted)
    assert hq.battles.log(battle)[-1].kind == "rewind"
    assert hq.battles.verify(battle).sound


def test_nobody_asks_for_what_he_did_not_do(hq: Headquarters):
    battle = _consenting(hq)
    hq.looking_as("nk").battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    us = hq.looking_as("us").battles
    for ask in (lambda: us.undo(battle), lambda: us.rewind(battle, 1), lambda: us.undo(battle, key="k")):
        refused = ask()
        assert (
            isinstance(refused, Refusal)
            and "would take back nothing that United States did" in refused.reason
        )
        assert refused.allowed == ()
    assert hq.battles.view(battle).request is None and hq.battles.head(battle) == 2, "nobody waits for that"


def _both_did(hq: Headquarters) -> str:
    """Entry 2 is the United States' first pivot, entry 3 its end of the phase, entry 4 North Korea's pivot."""
    battle = _consenting(hq)
    us, nk = hq.looking_as("us").battles, hq.looking_as("nk").battles
    first, second = (us, nk) if hq.battles.view(battle).asked[0].side == "us" else (nk, us)
    unit = next(one.unit for one in first.legal(battle) if one.kind == "pivot")
    assert isinstance(first.act(battle, {"kind": "pivot", "unit": unit, "facing": "E"}), Acted)
    assert isinstance(first.act(battle, {"kind": "end-phase"}), Acted)
    while hq.battles.view(battle).asked[0].side == hq.battles.log(battle)[-1].side:
        assert isinstance(first.act(battle, {"kind": "end-phase"}), Acted)
    other = next(one for one in second.legal(battle) if not one.dice)
    assert isinstance(second.act(battle, other.action), Acted)
    return battle


def test_what_others_did_since_ones_own_is_asked_for_with_it(hq: Headquarters):
    battle = _both_did(hq)
    log = hq.battles.log(battle)
    asker = hq.looking_as(next(entry.side for entry in reversed(log) if entry.side != log[-1].side)).battles
    own = next(entry for entry in reversed(log) if entry.side != log[-1].side)
    refused = asker.undo(battle)
    assert isinstance(refused, Refusal) and refused.allowed == (f"rewind {own.parent}",)
    assert f"What it did last is entry {own.seq}" in refused.reason
    assert isinstance(asker.rewind(battle, own.parent), Acted)
    assert hq.battles.log(battle)[-1].kind == "undo-request"


def test_who_was_refused_does_not_ask_again_before_he_has_done_something(hq: Headquarters):
    battle = _both_did(hq)
    log = hq.battles.log(battle)
    own = next(entry for entry in reversed(log) if entry.side != log[-1].side)
    asker, other = hq.looking_as(own.side).battles, hq.looking_as(log[-1].side).battles
    assert isinstance(asker.rewind(battle, own.parent), Acted)
    assert isinstance(other.answer_undo(battle, False), Acted)
    head = hq.battles.head(battle)
    for to in range(1, log[-1].seq):
        refused = asker.rewind(battle, to)
        assert isinstance(refused, Refusal) and refused.allowed in (("act", "fork"), ()), to
    undone = asker.undo(battle)
    assert isinstance(undone, Refusal) and undone.allowed == (), "nor is it told to ask for what was refused"
    assert hq.battles.head(battle) == head and hq.battles.view(battle).request is None
    assert isinstance(other.undo(battle), Acted), "the other one takes back what is his, as ever"


def test_a_request_that_one_takes_back_oneself_counts_as_refused(hq: Headquarters):
    battle = _both_did(hq)
    log = hq.battles.log(battle)
    own = next(entry for entry in reversed(log) if entry.side != log[-1].side)
    asker = hq.looking_as(own.side).battles
    assert isinstance(asker.rewind(battle, own.parent), Acted)
    assert isinstance(asker.answer_undo(battle, False), Acted)
    assert isinstance(asker.rewind(battle, own.parent), Refusal), "or it could ask for ever"
    assert hq.battles.verify(battle).sound


def test_while_a_request_is_open_nobody_else_goes_back(hq: Headquarters):
    battle = _consenting(hq)
    us, nk = hq.looking_as("us").battles, hq.looking_as("nk").battles
    us.act(battle, {"kind": "contribute", "text": "a"})
    nk.act(battle, {"kind": "contribute", "text": "b"})
    nk.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    asked = us.rewind(battle, 1)
    assert isinstance(asked, Acted)
    assert [(p.side, p.kind) for p in asked.asked] == [("nk", "undo"), ("nk", "movement")]
    assert isinstance(us.undo(battle), Refusal), "first the answer"
    own = us.answer_undo(battle, True)
    assert isinstance(own, Refusal)
    assert hq.battles.view(battle).request is not None

    no = nk.answer_undo(battle, False)
    assert isinstance(no, Acted)
    assert hq.battles.view(battle).request is None
    assert hq.battles.log(battle)[-1].kind == "undo-refuse"

    assert isinstance(nk.rewind(battle, 1), Acted), "nk has asked for nothing so far"
    yes = next(one for one in us.legal(battle) if "Agree" in one.label)
    granted = us.act(battle, yes.action)
    assert isinstance(granted, Acted)
    assert [entry.kind for entry in hq.battles.log(battle)[-2:]] == ["undo-grant", "rewind"]
    piece = next(p for p in hq.battles.view(battle).game.pieces if p.id == "t34-1")
    assert piece.facing == "SE"
    assert hq.battles.verify(battle).sound


def _refused_once(hq: Headquarters):
    """A battle in which a side was refused what it did, the sides that asked and refused, and what was asked for."""
    battle = _both_did(hq)
    log = hq.battles.log(battle)
    own = next(entry for entry in reversed(log) if entry.side != log[-1].side)
    asker, other = hq.looking_as(own.side).battles, hq.looking_as(log[-1].side).battles
    assert isinstance(asker.rewind(battle, own.parent), Acted)
    assert isinstance(other.answer_undo(battle, False), Acted)
    while hq.battles.view(battle).asked[0].side != own.side:
        assert isinstance(other.act(battle, {"kind": "end-phase"}), Acted)
    return battle, asker, other, own


def test_who_was_refused_asks_only_for_what_he_has_done_since(hq: Headquarters):
    battle, asker, other, own = _refused_once(hq)
    done = asker.act(battle, next(one for one in asker.legal(battle) if one.kind == "pivot").action)
    assert isinstance(done, Acted)
    more = asker.act(battle, {"kind": "end-phase"})
    assert isinstance(more, Acted)
    while hq.battles.view(battle).asked[0].side == own.side:
        assert isinstance(asker.act(battle, {"kind": "end-phase"}), Acted)
    theirs = other.act(battle, next(one for one in other.legal(battle) if not one.dice).action)
    assert isinstance(theirs, Acted)
    head, before = hq.battles.head(battle), hq.battles.show(battle, done.seq).parent
    for to in range(1, done.seq - 1):
        refused = asker.rewind(battle, to)
        assert isinstance(refused, Refusal), to
        assert f"It may ask to go back to entry {before}." in refused.reason
        assert refused.allowed == (f"rewind {before}",)
    assert hq.battles.head(battle) == head
    assert isinstance(asker.rewind(battle, before), Acted), "and to there it may"
    assert hq.battles.view(battle).request is not None
    assert hq.battles.verify(battle).sound


def test_an_undo_takes_no_refusal_back(hq: Headquarters):
    """A free undo takes the request and its refusal with it; what comes after it is no reason to ask again."""
    battle, asker, _, own = _refused_once(hq)
    pivots = [one.action for one in asker.legal(battle) if one.kind == "pivot"]
    for _ in range(3):
        for pivot in pivots[:2]:
            assert isinstance(asker.act(battle, pivot), Acted)
            head = hq.battles.head(battle)
            refused = asker.rewind(battle, own.parent)
            assert isinstance(refused, Refusal) and "was refused what it asked for in entry" in refused.reason
            assert hq.battles.head(battle) == head and hq.battles.view(battle).request is None
            assert isinstance(asker.undo(battle), Acted), "this is free"
    assert hq.battles.verify(battle).sound


def test_a_request_that_an_undo_took_with_it_was_refused_all_the_same(hq: Headquarters):
    battle = _consenting(hq)
    us, nk = hq.looking_as("us").battles, hq.looking_as("nk").battles
    assert isinstance(us.act(battle, {"kind": "contribute", "text": "a"}), Acted)
    assert isinstance(nk.act(battle, {"kind": "contribute", "text": "b"}), Acted)
    assert isinstance(nk.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"}), Acted)
    assert isinstance(us.rewind(battle, 1), Acted) and isinstance(nk.answer_undo(battle, False), Acted)
    assert isinstance(nk.undo(battle), Acted), "with the request and the answer"
    refused = us.rewind(battle, 1)
    assert isinstance(refused, Refusal) and "what it asked for in entry 5:" in refused.reason


def test_who_asks_while_his_request_is_open_hears_that_it_is(hq: Headquarters):
    battle = _consenting(hq)
    us, nk = hq.looking_as("us").battles, hq.looking_as("nk").battles
    assert isinstance(us.act(battle, {"kind": "contribute", "text": "a"}), Acted)
    assert isinstance(nk.act(battle, {"kind": "contribute", "text": "b"}), Acted)
    assert isinstance(us.rewind(battle, 1), Acted)
    own, others = us.undo(battle), nk.undo(battle)
    assert isinstance(own, Refusal) and "Your request to go back to entry 1 is not answered yet" in own.reason
    assert isinstance(others, Refusal) and others.allowed == ("consent yes", "consent no")


def test_an_answer_to_a_request_is_given_once_under_its_key(hq: Headquarters):
    opened = hq.battles.new("tank-duel", undo="consent")
    assert isinstance(opened, Acted)
    battle, us, nk = opened.diary, hq.looking_as("us").battles, hq.looking_as("nk").battles
    us.act(battle, {"kind": "contribute", "text": "a"})
    nk.act(battle, {"kind": "contribute", "text": "b"})
    us.rewind(battle, 1)
    first = nk.act(battle, {"kind": "undo-refuse"}, key="k")
    again = nk.act(battle, {"kind": "undo-refuse"}, key="k")
    assert isinstance(first, Acted) and isinstance(again, Acted)
    assert again.repeated and again.seq == first.seq == hq.battles.head(battle)


def test_the_umpire_needs_nobodys_consent(hq: Headquarters):
    battle = _consenting(hq)
    hq.battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    done = hq.for_(local("ump").looking_as("umpire")).battles.undo(battle)
    assert isinstance(done, Acted)
    assert hq.battles.log(battle)[-1].kind == "rewind"
    assert hq.battles.show(battle, done.seq).player == "ump"


def test_a_finished_battle_is_not_undone_but_forked(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    act("concede")
    for refused in (hq.battles.undo(duel), hq.battles.rewind(duel, 2)):
        assert isinstance(refused, Refusal)
        assert refused.allowed == ("fork",)
    assert isinstance(hq.battles.fork(duel), Refusal)
    forked = hq.battles.fork(duel, 2)
    assert isinstance(forked, Acted)


def test_a_fork_goes_on_without_touching_the_original(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    act("pivot", unit="t34-1", facing="W")
    before = hq._house.store.head(duel)
    forked = hq.battles.fork(duel, 2, title="What if")
    assert isinstance(forked, Acted)
    assert _pieces(hq, forked.diary) == _pieces(hq, duel, 2)
    assert isinstance(hq.battles.act(forked.diary, {"kind": "end-phase"}), Acted)
    assert hq._house.store.head(duel) == before
    assert hq.battles.verify(forked.diary).sound
    info = hq.battles.info(forked.diary)
    assert (info.title, info.forked_from) == ("What if", f"{duel} at entry 2")
    assert isinstance(hq.battles.undo(forked.diary), Acted)
    assert isinstance(hq.battles.undo(forked.diary), Refusal), "undo ends where the fork began"


def test_the_difference_between_two_entries_is_data(hq: Headquarters, duel: str, act: Act):
    act("pivot", unit="t34-1", facing="E")
    changes = hq.battles.difference(duel, 1, 2)
    assert [(one.path, one.before, one.after) for one in changes] == [("pieces.t34-1.facing", "SE", "E")]
    assert hq.battles.difference(duel, 2, 2) == []


def _consenting(hq: Headquarters) -> str:
    opened = hq.battles.new("tank-duel", undo="consent")
    assert isinstance(opened, Acted)
    return opened.diary


def test_undo_against_a_bot_goes_back_to_ones_own_last_decision(hq: Headquarters):
    opened = hq.battles.new("tank-duel", seats=[Seat("us", bot="sensible")])
    assert isinstance(opened, Acted)
    battle = opened.diary
    hq.battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    before = _pieces(hq, battle)
    hq.battles.act(battle, {"kind": "end-phase"})
    for _ in range(2):
        assert isinstance(hq.battles.bots.move(battle), Acted)
    assert isinstance(hq.battles.undo(battle), Acted)
    assert _pieces(hq, battle) == before
    assert isinstance(hq.battles.redo(battle), Acted), "one's own decision comes back first"
    assert [entry.withdrawn for entry in hq.battles.log(battle)][:5] == [False, False, False, True, True]


def test_undo_of_a_battle_among_bots_takes_one_action_back(hq: Headquarters, duel: str):
    bots = {"nk": "sensible", "us": "sensible"}
    for _ in range(3):
        hq.battles.bots.move(duel, bots)
    before = _pieces(hq, duel, hq.battles.head(duel) - 1)
    assert isinstance(hq.battles.undo(duel), Acted)
    assert _pieces(hq, duel) == before


def test_nobody_takes_back_for_a_side_that_he_does_not_play(hq: Headquarters):
    battle = _seated(hq)
    hq.for_(local("kim")).battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    for side, player in (("nk", "bob"), ("nk", "zed"), (None, "zed"), ("umpire", "bob"), ("fr", "kim")):
        for refused in (
            hq.for_(local(player).looking_as(side)).battles.undo(battle),
            hq.for_(local(player).looking_as(side)).battles.rewind(battle, 1),
        ):
            assert isinstance(refused, Refusal), (side, player)
    assert hq.battles.head(battle) == 2
    for player in ("bob", "kim"):
        hq.for_(local(player)).battles.act(battle, {"kind": "contribute", "text": "mine"})
    asked = hq.for_(local("bob")).battles.rewind(battle, 1)
    assert isinstance(asked, Acted)
    assert hq.battles.show(battle, asked.seq).side == "us", "bob asks for the side that he plays"
    for side, player in (("nk", "bob"), ("nk", "zed"), ("us", "bob"), ("umpire", "kim")):
        assert isinstance(
            hq.for_(local(player).looking_as(side)).battles.answer_undo(battle, True), Refusal
        ), (side, player)
    assert isinstance(hq.for_(local("kim").looking_as("nk")).battles.answer_undo(battle, True), Acted)


def test_an_umpire_is_who_opened_it_by_name_and_plays_no_side(hq: Headquarters):
    nobody = hq.for_(local("ump").looking_as("umpire")).battles.undo(_seated(hq))
    assert isinstance(nobody, Refusal), "where seats bear names, the umpire needs one too"
    assert nobody.kind == "forbidden"
    battle = _seated(hq.for_(local("ump")))
    hq.for_(local("kim")).battles.act(battle, {"kind": "pivot", "unit": "t34-1", "facing": "E"})
    done = hq.for_(local("ump").looking_as("umpire")).battles.undo(battle)
    assert isinstance(done, Acted)
    assert hq.battles.log(battle)[-1].kind == "rewind"


def _seated(hq: Headquarters) -> str:
    opened = hq.battles.new("tank-duel", seats=[Seat("nk", "kim"), Seat("us", "bob")])
    assert isinstance(opened, Acted)
    return opened.diary


def test_an_undo_says_what_it_took_back(hq: Headquarters, duel: str):
    done = hq.battles.act(duel, hq.battles.legal(duel)[0].action)
    assert isinstance(done, Acted)
    told = hq.battles.log(duel, done.seq - 1)[0]
    undone = hq.battles.undo(duel, key="k")
    assert isinstance(undone, Acted) and undone.taken == (done.seq,)
    assert undone.lines[0].text == f"Entry {done.seq} ({told.kind}) is taken back."
    assert [one.text for one in undone.lines[1:]] == [f"No longer: {one.text}" for one in told.lines]
    again = hq.battles.undo(duel, key="k")
    assert isinstance(again, Acted) and (again.lines, again.taken) == (undone.lines, undone.taken)
    back = hq.battles.redo(duel)
    assert isinstance(back, Acted) and back.lines[0].text.endswith("is brought back.")
