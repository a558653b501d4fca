"""What is opened together comes to be together or not at all; a secret that was revealed is kept in one place."""

from __future__ import annotations

import io
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.ledger.actions import Start
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, Refusal
from events.entry import Author
from events.store import Store

NOW = "2026-01-01T00:00:00Z"


def ok(answer: Answer) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def refused(answer: Answer) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def store_of(hq: Headquarters) -> Store:
    return hq._house.store


def korea(hq: Headquarters) -> str:
    return ok(hq.campaigns.new("marines-in-korea", name="korea")).diary


def everything(hq: Headquarters) -> Any:
    store = store_of(hq)
    return store.diaries(), store.position(), [store.secret(one.name) for one in store.diaries()]


def test_a_battle_that_cannot_be_opened_leaves_nothing_in_the_campaign(hq: Headquarters):
    name = korea(hq)
    before = everything(hq)
    answer = refused(hq.campaigns.begin(name, "obong-ni", seats=[Seat("nobody")]))
    assert "no side 'nobody'" in answer.reason
    pack = hq.packs.copy("combat-veteran", "vehicles.toml")
    pack.write_text("nothing = 1\n", encoding="utf-8")
    with Headquarters(hq.home) as fresh:
        assert "vehicles.toml" in str(refused(fresh.campaigns.begin(name, "obong-ni")))
    pack.unlink()
    assert everything(hq) == before
    begun = ok(hq.campaigns.begin(name, "obong-ni"))
    assert begun.battle == "obong-ni-1" and store_of(hq).head(begun.fought).seq == 1


def test_with_a_pack_that_was_altered_in_the_file_nothing_is_opened(hq: Headquarters, tmp_path: Path):
    """By a stranger's hand. Under its digest stands something else, so that no battle of it can be read."""
    name, file = korea(hq), io.BytesIO()
    ok(hq.battles.new("tank-duel"))
    with Headquarters(tmp_path / "elsewhere") as elsewhere:
        ok(elsewhere.battles.new("tank-duel", name="duel"))
        elsewhere.export(file, ["duel"])
    with closing(sqlite3.connect(hq.home.database)) as conn:
        conn.execute("DROP TRIGGER blobs_no_update")
        conn.execute("UPDATE blobs SET content = CAST(replace(content, '1', '2') AS BLOB)")
        conn.commit()
    with Headquarters(hq.home) as fresh:
        before = everything(fresh)
        for do in (
            lambda: fresh.battles.new("tank-duel"),
            lambda: fresh.campaigns.begin(name, "obong-ni"),
        ):
            assert "was altered in the data file" in refused(do()).reason
        with pytest.raises(Refused, match="was altered in the data file"):
            fresh.import_(file)
        assert everything(fresh) == before


def test_the_campaign_knows_the_battle_at_once(hq: Headquarters):
    name = korea(hq)
    begun = ok(hq.campaigns.begin(name, "obong-ni"))
    campaign = hq._house.campaigns.get(name)
    assert campaign.state().battles["obong-ni-1"].diary == begun.fought
    assert campaign.diary.reducer.digest(campaign.state()) == campaign.diary.reducer.digest(
        campaign.diary.state_at(2)
    )
    (start,) = store_of(hq).entries(name, 1)
    (opened,) = store_of(hq).entries(begun.fought)
    assert opened.position == start.position + 1
    assert hq.campaigns.verify(name).sound and hq.battles.verify(begun.fought).sound


def test_two_programs_begin_a_scenario_and_one_of_them_does(hq: Headquarters):
    name, answers = korea(hq), list[Answer]()
    with Headquarters(hq.home) as other:
        at_once = threading.Barrier(2)

        def begin(house: Headquarters) -> None:
            at_once.wait()
            answers.append(house.campaigns.begin(name, "obong-ni"))

        threads = [threading.Thread(target=begin, args=(house,)) for house in (hq, other)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    assert sorted(type(one).__name__ for one in answers) == ["Acted", "Refusal"]
    (begun,) = (one for one in answers if isinstance(one, Acted))
    assert [one.name for one in store_of(hq).diaries("battle")] == [begun.fought]


def test_a_name_that_was_begun_and_never_used_can_be_taken(hq: Headquarters):
    """An older version could be cut off between a diary and its first entry."""
    store = store_of(hq)
    for name, kind in (("duel", "battle"), ("korea", "campaign"), ("other", "campaign")):
        store.create(name, kind, "cut off", NOW)
        store.put_secret(name, b"nobody was told of it by a commitment")
    assert hq.battles.all() == [] == hq.campaigns.all()
    assert ok(hq.battles.new("tank-duel", name="duel")).diary == "duel"
    assert korea(hq) == "korea"
    assert hq.battles.verify("duel").sound and hq.campaigns.verify("korea").sound
    ok(hq.battles.act("duel", hq.battles.legal("duel")[0].action))
    assert hq.battles.info("duel").title != "cut off"
    assert "already a diary" in refused(hq.battles.new("tank-duel", name="duel")).reason
    assert "An older version left a campaign" in refused(hq.battles.new("tank-duel", name="other")).reason


def test_a_battle_of_which_only_the_name_was_written_is_taken_up_again(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("campaign.campaigns.opening.SCHEME", 1)
    name, store = korea(hq), store_of(hq)
    campaign = hq._house.campaigns.get(name)
    campaign.act(
        Author("local", "umpire"), Start("obong-ni", ("a32", "t301", "t302"), "obong-ni-1", "korea.cut")
    )
    store.create("korea.cut", "battle", "cut off", NOW)
    store.put_secret("korea.cut", b"of nobody")
    assert ok(hq.campaigns.resume(name, "obong-ni-1")).fought == "korea.cut"
    assert hq.battles.verify("korea.cut").sound and store.secret("korea.cut") != b"of nobody"


# -- secrets -------------------------------------------------------------------------------------------------------


def test_the_secret_of_a_battle_goes_from_its_table_into_the_record(hq: Headquarters):
    store, duel = store_of(hq), ok(hq.battles.new("tank-duel", name="duel")).diary
    for _ in range(3):
        ok(hq.battles.act(duel, hq.battles.legal(duel)[0].action))
    secret = store.secret(duel)
    assert secret is not None
    ok(hq.battles.act(duel, {"kind": "concede"}))
    assert store.secret(duel) is None
    assert secret.hex().encode() in store.entry(duel, store.head(duel).seq).body
    report = hq.battles.verify(duel)
    assert report.sound and "not known" not in report.dice
    fork = ok(hq.battles.fork(duel, 3)).diary
    ok(hq.battles.act(fork, hq.battles.legal(fork)[0].action))
    assert hq.battles.verify(fork).sound
    out = io.BytesIO()
    hq.export(out, [duel], with_secrets=True)
    assert b'"secret":"' + secret.hex().encode() + b'","of"' not in out.getvalue()
    with Headquarters(hq.home.folder / "new") as new:
        new.import_(out.getvalue())
        assert new.battles.verify(duel).sound and store_of(new).secret(duel) is None


def test_a_secret_brought_for_a_battle_that_is_over_is_not_kept(hq: Headquarters):
    """As exports of older versions have it."""
    store, duel = store_of(hq), ok(hq.battles.new("tank-duel", name="duel")).diary
    secret = store.secret(duel)
    assert secret is not None
    ok(hq.battles.act(duel, {"kind": "concede"}))
    store.put_secret(duel, secret)
    out = io.BytesIO()
    hq.export(out, [duel], with_secrets=True)
    assert secret.hex() + '","of":"duel"' in out.getvalue().decode()
    with Headquarters(hq.home.folder / "new") as new:
        new.import_(out.getvalue())
        assert store_of(new).secret(duel) is None and new.battles.verify(duel).sound
