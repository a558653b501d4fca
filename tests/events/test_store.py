"""What every store must do."""

from __future__ import annotations

import threading
import time
from hashlib import sha256
from typing import Any

import pytest

from events.entry import NO_SEAL, Author, Body, Draft, Head, diary_prefix, draft, raw, seal_of
from events.errors import BesideMoved, DiaryError, DiaryExists, Diverged, HeadMoved, NoSuchDiary, NoSuchEntry
from events.errors import Damaged as DamagedError
from events.store import Append, Blob, NewDiary, Origin, Sealed, Secret, Snapshot, Store
from tests.events.board import entry, revealing, rewind
from tests.events.conftest import Open, fill

NOW = "2026-01-01T00:00:00Z"


@pytest.fixture
def a(store: Store) -> Store:
    store.create("a", "battle", "Hill 112", NOW)
    return store


def test_a_new_diary_is_empty_and_listed(a: Store) -> None:
    a.create("c", "campaign", "Normandy", NOW)
    assert [info.name for info in a.diaries()] == ["a", "c"]
    assert [info.name for info in a.diaries("campaign")] == ["c"]
    assert a.info("a").title == "Hill 112"
    assert a.head("a") == Head(0, NO_SEAL) == a.info("a").beginning
    assert list(a.entries("a")) == [] == list(a.bodies("a", 0, 9))
    assert a.position() == 0


def test_a_name_is_given_once(a: Store) -> None:
    with pytest.raises(DiaryExists, match="'a'"):
        a.create("a", "battle", "", NOW)


def test_an_unknown_diary_is_named(store: Store) -> None:
    for call in (
        store.info,
        store.head,
        lambda name: store.append(name, 0, [entry(0, 0)]),
        lambda name: store.entry(name, 1),
        lambda name: list(store.entries(name)),
        lambda name: list(store.bodies(name, 0, 1)),
        lambda name: store.put_secret(name, b"x"),
    ):
        with pytest.raises(NoSuchDiary, match="'nowhere'"):
            call("nowhere")


def test_append_answers_with_what_is_stored(a: Store) -> None:
    drafts = [entry(n, n) for n in range(3)]
    done = a.append("a", 0, drafts)
    assert [one.seq for one in done] == [1, 2, 3]
    assert [one.body for one in done] == [one.body for one in drafts]
    assert list(a.entries("a")) == done
    assert a.head("a") == Head(3, done[-1].seal)
    assert a.append("a", 99, []) == []


def test_seals_are_chained(a: Store) -> None:
    fill(a, "a", 5)
    seal = NO_SEAL
    for seq, body, stored in a.bodies("a", 0, 5):
        seal = seal_of(seal, diary_prefix("a"), seq, body)
        assert seal == stored


def test_a_head_is_won_once(a: Store) -> None:
    a.append("a", 0, [entry(0, 0)])
    with pytest.raises(HeadMoved) as moved:
        a.append("a", 0, [entry(1, 0)])
    assert (moved.value.expected, moved.value.found) == (0, 1)
    with pytest.raises(HeadMoved):
        a.append("a", 5, [entry(1, 0)])
    assert a.head("a").seq == 1


def test_what_was_decided_on_other_diaries_too_needs_their_heads(a: Store) -> None:
    a.create("b", "battle", "", NOW)
    a.append("b", 0, [entry(0, 0)])
    with pytest.raises(BesideMoved) as moved:
        a.append("a", 0, [entry(0, 0)], beside={"b": 0})
    assert (moved.value.diary, moved.value.expected, moved.value.found) == ("b", 0, 1)
    assert a.head("a").seq == 0
    a.append("a", 0, [entry(0, 0)], beside={"b": 1})
    assert a.head("a").seq == 1


def test_all_drafts_or_none(a: Store) -> None:
    with pytest.raises(ValueError, match="cannot build on entry 7"):
        a.append("a", 0, [entry(0, 0), entry(1, 7)])
    with pytest.raises(ValueError, match="first draft"):
        a.append("a", 0, [entry(0, 0), entry(1, 1, "key")])
    assert a.head("a").seq == 0 == a.position()


def test_a_repeated_key_answers_with_the_first_append(a: Store) -> None:
    first = a.append("a", 0, [entry(0, 0, "k"), entry(1, 1)])
    fill(a, "a", 3)
    assert a.append("a", 0, [entry(0, 0, "k"), entry(1, 1)]) == first
    assert a.append("a", 5, [entry(8, 5, "k")]) == first, "also when it was decided anew"
    assert a.keyed("a", "k") == first
    assert a.keyed("a", "other") == []
    assert a.head("a").seq == 5


def test_a_key_belongs_to_one_diary(a: Store) -> None:
    a.create("b", "battle", "", NOW)
    a.append("a", 0, [entry(0, 0, "k")])
    assert a.append("b", 0, [entry(0, 0, "k")])[0].diary == "b"


def test_entries_are_read_by_ranges(a: Store) -> None:
    fill(a, "a", 1200)
    assert [one.seq for one in a.entries("a", 1190)] == list(range(1191, 1201))
    assert [one.seq for one in a.entries("a", 3, 5)] == [4, 5]
    assert [seq for seq, _, _ in a.bodies("a", 0, 1200)] == list(range(1, 1201))
    assert a.entry("a", 700).seq == 700
    for wrong in (0, -1, 1201):
        with pytest.raises(NoSuchEntry, match="1 to 1200"):
            a.entry("a", wrong)


def test_entries_before_the_first_are_none_and_no_damage(a: Store) -> None:
    fill(a, "a", 3)
    assert [one.seq for one in a.entries("a", -(2**63))] == [1, 2, 3]
    assert [seq for seq, _, _ in a.bodies("a", -5, 2)] == [1, 2]
    assert not a.read_only


def test_a_reader_may_stop_and_append(a: Store) -> None:
    fill(a, "a", 3)
    reader = a.entries("a")
    next(reader)
    fill(a, "a", 1)
    assert a.head("a").seq == 4


def test_rewinds_and_steps_newest_first(a: Store) -> None:
    fill(a, "a", 40)
    a.append("a", 40, [rewind(38, "undo")])
    a.append("a", 41, [entry(41, 41)])
    a.append("a", 42, [rewind(0, "jump")])
    assert list(a.rewinds("a", 43)) == [(43, 0), (41, 38)]
    assert list(a.rewinds("a", 42)) == [(41, 38)]
    assert [step.seq for step in a.steps("a", 42)] == list(range(42, 0, -1))
    assert next(a.steps("a", 41)) == (41, 38, "rewind")


def test_bodies_keep_their_very_bytes(a: Store) -> None:
    action = raw({"kind": "say", "words": 'Überraschung ☠ \u0000 \u2028 \\ "quoted"'})
    odd = draft(Body(0, NOW, Author("p"), action))._replace(body=b'{ "odd":\n 1.0e0, "\xc3\xa4": null }\n')
    assert a.append("a", 0, [odd])[0].body == odd.body
    assert a.entry("a", 1).body == odd.body
    spoken = draft(Body(1, NOW, Author("p"), action))
    a.append("a", 1, [spoken])
    assert a.entry("a", 2).body == spoken.body
    with pytest.raises(UnicodeDecodeError):
        a.append("a", 2, [odd._replace(parent=2, body=b"\xff")])


def test_the_feed_is_in_order_of_arrival(a: Store) -> None:
    a.create("b", "battle", "", NOW)
    for n in range(3):
        a.append("a", n, [entry(n, n)])
        a.append("b", n, [entry(n, n)])
    feed = a.since(0)
    assert [(one.diary, one.seq) for one in feed] == [(d, n) for n in (1, 2, 3) for d in "ab"]
    assert a.since(feed[2].position, 2) == feed[3:5]
    assert a.since(a.position()) == []
    assert feed[-1].position == a.position()


def test_waiting_ends_with_an_append_or_with_the_time(a: Store) -> None:
    assert not a.wait(a.position(), 0.01)
    assert a.wait(-1, 0), "what is there already needs no waiting"
    timer = threading.Timer(0.05, fill, (a, "a", 1))
    start = time.monotonic()
    timer.start()
    assert a.wait(0, 10)
    timer.join()
    assert time.monotonic() - start < 5


def test_snapshots_by_fingerprint_and_range(a: Store) -> None:
    for seq in (5, 10):
        a.put_snapshot("a", "v1", Snapshot(seq, b"s", b"state"))
    a.put_snapshot("a", "v2", Snapshot(7, b"s", b"other"))
    assert a.snapshot("a", "v1", 0, 99) == Snapshot(10, b"s", b"state")
    assert a.snapshot("a", "v1", 5, 9) is None
    assert a.snapshot("a", "v3", 0, 99) is None
    a.put_snapshot("a", "v1", Snapshot(5, b"t", b"again"))
    assert [one.state for one in a.snapshots("a", "v1")] == [b"again", b"state"]
    a.create("b", "battle", "", NOW)
    a.drop_snapshots("b")
    assert a.snapshot("a", "v2", 0, 99)
    a.drop_snapshots("a")
    assert list(a.snapshots("a", "v1")) == []


def test_blobs_stand_under_their_digest(a: Store) -> None:
    digest = a.put_blob(b"\x00pack")
    assert digest == sha256(b"\x00pack").hexdigest() == a.put_blob(b"\x00pack")
    assert a.blob(digest) == b"\x00pack"
    assert a.blob("no such") is None


def test_a_secret_is_kept_once(a: Store) -> None:
    assert a.secret("a") is None
    a.put_secret("a", b"one")
    a.put_secret("a", b"one")
    with pytest.raises(DiaryExists):
        a.put_secret("a", b"two")
    assert a.secret("a") == b"one"


def test_a_fork_is_chained_to_its_origin(a: Store) -> None:
    fill(a, "a", 2)
    origin = Origin("a", 2, a.head("a").seal)
    info = a.create("f", "battle", "What if", NOW, origin)
    assert info == a.info("f")
    assert a.head("f") == Head(0, origin.seal) == info.beginning
    done = a.append("f", 0, [entry(2, 0)])[0]
    assert done.seal == seal_of(origin.seal, diary_prefix("f"), 1, done.body)


def test_everything_is_there_after_reopening(open_store: Open) -> None:
    store = open_store()
    store.create("a", "battle", "", NOW)
    fill(store, "a", 10)
    before = list(store.entries("a"))
    store.close()
    again = open_store()
    assert list(again.entries("a")) == before
    assert again.read_only == ""


def test_a_closed_store_says_so(a: Store) -> None:
    a.close()
    with pytest.raises(DiaryError, match="closed"):
        a.head("a")
    with pytest.raises(DiaryError, match="closed"):
        a.append("a", 0, [entry(0, 0)])


def test_two_openings_see_each_other(open_store: Open) -> None:
    one, two = open_store(), open_store()
    one.create("a", "battle", "", NOW)
    fill(two, "a", 2)
    assert one.head("a").seq == 2
    fill(one, "a", 2)
    assert [e.seq for e in two.entries("a", 2)] == [3, 4]


def test_audit_gives_entries_with_what_follows(a: Store) -> None:
    a.append("a", 0, [entry(0, 0), entry(1, 1), entry(2, 2)])
    a.append("a", 3, [entry(3, 3)])
    assert [more for _, more in a.audit("a")] == [2, 1, 0, 0]
    assert [one for one, _ in a.audit("a")] == list(a.entries("a"))


def test_receive_is_all_or_nothing(a: Store, open_store: Open) -> None:
    fill(a, "a", 3)
    info = a.info("a")._replace(name="b")
    seal, items = NO_SEAL, []
    for seq in (1, 2):
        one = entry(seq - 1, seq - 1)
        seal = seal_of(seal, diary_prefix("b"), seq, one.body)
        items.append(Sealed("b", seq, one, 0, seal))
    with pytest.raises(DamagedError, match="seal"):
        a.receive([info, Blob(b"x"), Secret("b", b"s"), items[0], items[1]._replace(seal=NO_SEAL)])
    with pytest.raises(NoSuchDiary):
        a.info("b")
    assert a.blob(sha256(b"x").hexdigest()) is None
    assert a.receive([info, Blob(b"x"), Secret("b", b"s"), *items]) == 2
    assert a.receive([info, *items]) == 0
    with pytest.raises(Diverged):
        a.receive([info, items[1]._replace(seal=NO_SEAL)])
    assert a.secret("b") == b"s"
    assert open_store().head("b") == Head(2, seal)


def test_many_threads_lose_nothing_and_win_each_head_once(a: Store) -> None:
    """Threads race for the heads of a shared diary, and each has one of its own that it never loses."""
    threads, rounds = 8, 25
    won: list[int] = []
    failures: list[BaseException] = []

    def run(number: int) -> None:
        try:
            for n in range(rounds):
                a.append(f"own-{number}", n, [entry(n, n)])
                head = a.head("a").seq
                try:
                    won.append(a.append("a", head, [entry(n, head)])[0].seq)
                except HeadMoved:
                    continue
        except BaseException as failure:
            failures.append(failure)
            raise

    for number in range(threads):
        a.create(f"own-{number}", "battle", "", NOW)
    workers = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures
    assert sorted(won) == list(range(1, a.head("a").seq + 1))
    assert all(a.head(f"own-{number}").seq == rounds for number in range(threads))


# -- opened with their first entries -------------------------------------------------------------------------------


def new(name: str, *drafts: Draft, **more: Any) -> NewDiary:
    return NewDiary(name, "battle", f"The {name}", NOW, drafts or (entry(0, 0),), **more)


def test_diaries_are_opened_with_their_first_entries(a: Store) -> None:
    fill(a, "a", 3)
    origin = Origin("a", 2, a.entry("a", 2).seal)
    first, second = a.open(
        new("b", entry(0, 0), entry(1, 1), secret=b"secret", blobs=(b"pack",)), new("c", origin=origin)
    )
    assert (first.diary, first.seq, second.diary, second.seq) == ("b", 2, "c", 1)
    assert a.info("b").head == Head(2, first.seal) and a.info("b").title == "The b"
    assert a.secret("b") == b"secret" and a.secret("c") is None
    assert a.blob(sha256(b"pack").hexdigest()) == b"pack"
    assert second.seal == seal_of(origin.seal, diary_prefix("c"), 1, second.body)
    assert a.info("c").origin == origin
    assert a.open() == []


def test_all_diaries_are_opened_or_none(a: Store) -> None:
    fill(a, "a", 1)
    before = a.diaries(), a.position()
    with pytest.raises(DiaryExists, match="'a'"):
        a.open(new("b", secret=b"secret"), new("a"))
    with pytest.raises(ValueError, match="one name"):
        a.open(new("b"), new("b"))
    with pytest.raises(ValueError, match="cannot build on entry 7"):
        a.open(new("b"), new("c", entry(0, 7)))
    assert (a.diaries(), a.position()) == before


def test_a_diary_without_entries_does_not_keep_its_name(a: Store) -> None:
    """An older version could be cut off between a diary and its first entry."""
    a.put_secret("a", b"of nobody")
    with pytest.raises(DiaryExists, match="left a battle 'a' without entries here: take another name"):
        a.open(NewDiary("a", "campaign", "", NOW, [entry(0, 0)]))
    with pytest.raises(DiaryExists, match="without entries"):
        a.open(new("a", origin=Origin("x", 1, bytes(32))))
    later = "2026-02-02T00:00:00Z"
    a.open(new("a", secret=b"committed to")._replace(created=later))
    assert a.secret("a") == b"committed to"
    assert (a.info("a").title, a.info("a").created, a.info("a").head.seq) == ("The a", later, 1)
    with pytest.raises(DiaryExists, match="already a diary"):
        a.open(new("a"))


def test_an_append_opens_diaries_with_it_or_not_at_all(a: Store) -> None:
    a.append("a", 0, [entry(0, 0, "k")], [new("b", secret=b"secret")])
    assert a.head("a").seq == a.head("b").seq == 1
    before = a.diaries(), a.position()
    with pytest.raises(HeadMoved):
        a.append("a", 0, [entry(0, 0)], [new("c")])
    with pytest.raises(DiaryExists):
        a.append("a", 1, [entry(1, 1)], [new("c"), new("b")])
    assert len(a.append("a", 1, [entry(1, 1, "k")], [new("c")])) == 1, (
        "the key was used: nothing is done again"
    )
    assert (a.diaries(), a.position()) == before


# -- secrets that are revealed -------------------------------------------------------------------------------------


def test_a_secret_is_forgotten_when_it_is_revealed(a: Store) -> None:
    a.put_secret("a", b"secret")
    a.append("a", 0, [entry(0, 0), revealing(1, b"another")])
    assert a.secret("a") == b"secret", "what is revealed there is not it"
    a.append("a", 2, [entry(2, 2), revealing(3, b"secret")])
    assert a.secret("a") is None


def test_a_secret_that_comes_with_the_entry_that_reveals_it_is_not_kept(a: Store) -> None:
    """Whether the entry is new here, or was here before."""
    drafts = [entry(0, 0), revealing(1, b"secret")]
    a.append("a", 0, drafts)
    sealed = [Sealed("a", one.seq, drafts[one.seq - 1], 2 - one.seq, one.seal) for one in a.entries("a")]
    info = a.info("a")
    assert a.receive([info, Secret("a", b"secret"), *sealed]) == 0
    assert a.secret("a") is None
    prefix, seal, items = diary_prefix("z"), NO_SEAL, list[Sealed]()
    for seq, one in enumerate(drafts, 1):
        seal = seal_of(seal, prefix, seq, one.body)
        items.append(Sealed("z", seq, one, 0, seal))
    assert a.receive([info._replace(name="z"), Secret("z", b"secret"), *items]) == 2
    assert a.secret("z") is None and a.head("z") == Head(2, seal)


def test_several_diaries_are_appended_to_in_one_go(a: Store) -> None:
    a.create("b", "battle", "", NOW)
    a.append("b", 0, [Draft(0, "note", entry(0, 0).body, "k")])
    a.create("c", "battle", "", NOW)
    some = [
        Append("a", 0, [entry(0, 0), entry(1, 1)]),
        Append("b", 0, [entry(0, 0)]),  # somebody was faster
        Append("b", 1, [Draft(1, "note", entry(1, 1).body, "k")]),  # it was done before
        Append("c", 0, [entry(0, 0)]),
    ]
    done = a.append_each(some)
    assert done == [list(a.entries("a")), [], [], list(a.entries("c"))]
    assert [a.head(name).seq for name in "abc"] == [2, 1, 1]
    assert [one.seq for one in a.append("b", 1, [entry(1, 1)])] == [2]


def test_nothing_is_appended_to_any_if_one_of_several_cannot_be(a: Store) -> None:
    for bad in (Append("nowhere", 0, [entry(0, 0)]), Append("a", 0, [entry(0, 7)])):
        with pytest.raises((NoSuchDiary, ValueError)):
            a.append_each([Append("a", 0, [entry(0, 0)]), bad])
        assert a.head("a").seq == 0
