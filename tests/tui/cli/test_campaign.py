"""The campaign commands, one after the other, as a person would type them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.campaign.ledger.making import folder
from tests.tui.cli.running import Run
from tui.cli import commands
from tui.cli.app import campaign
from tui.cli.main import main


class Shell:
    def __init__(self, wardiary: Run) -> None:
        self._wardiary = wardiary

    def __call__(self, *arguments: str, status: int = 0) -> str:
        ran = self._wardiary("campaign", *arguments)
        assert ran.status == status, (arguments, ran.out, ran.err)
        return ran.out if status == 0 else ran.err


@pytest.fixture
def shell(wardiary: Run) -> Shell:
    return Shell(wardiary)


def test_rules_are_told_by_the_digest_of_their_files(wardiary: Run, shell: Shell, tmp_path: Path):
    """Those of a sample ship; one's own are brought along, unless one says that they are meant."""
    assert "1 entry holds" in shell("new", "marines-in-korea", "--name", "korea") + shell("verify", "korea")
    files = folder(tmp_path / "ours")
    digest = json.loads(shell("check", str(files), "--json"))["definition"]
    assert f"Definition {digest}" in shell("check", str(files))
    assert f"Definition {digest}" in shell("new", str(files), "--name", "ours")
    found = wardiary("campaign", "verify", "ours", "--json")
    assert (found.status, found.json["sound"], found.json["definition"]) == (3, True, digest)
    assert "its opener brought" in found.json["brought"][0]
    assert f"Definition {digest}" in shell("verify", "ours", "--definition", digest[:12])
    other = wardiary("campaign", "verify", "ours", "--definition", "0" * 12)
    assert other.status == 1
    assert "has the digest" in other.out
    assert "is not the digest" in shell("verify", "ours", "--definition", "x", status=2)
    assert wardiary("campaign", "verify", "korea", "--definition", digest).status == 1


def test_a_campaign_by_commands(shell: Shell, tmp_path: Path):
    assert "marines-in-korea" in shell("samples")
    assert "sound" in shell("check", "marines-in-korea")
    shell("new", "marines-in-korea", "--name", "korea")
    assert "1950-08-17" in shell("list")
    shell("contribute", "korea", "salt", "--side", "us")
    assert "once is all" in shell("contribute", "korea", "more salt", "--side", "us", status=2)
    shell("rename", "korea", "a32", "Lucky Seven")
    shell("promote", "korea", "tobin", "Sgt")
    shell("award", "korea", "tobin", "Bronze Star")
    shell("transfer", "korea", "a41", "1plt")
    assert "Lucky Seven" in shell("show", "korea")
    assert "Bronze Star" in shell("search", "korea", "--about", "tobin")
    shell("begin", "korea", "obong-ni", "a32", "t301", "t302")
    diary = json.loads(shell("show", "korea", "--json"))["battles"][0]["diary"]
    assert main(["autoplay", diary]) == 0
    shell("list")
    assert "Roadblock at Obong-ni" in shell("file", "korea", "obong-ni-1")
    shell("advance", "korea", "40", "--stop")
    nodes = {one["id"]: one for one in json.loads(shell("show", "korea", "--json"))["nodes"]}
    ready = next(one["id"] for one in nodes.values() if one.get("ready"))
    if nodes[ready].get("system"):
        shell("begin", "korea", ready)
        shell("cancel", "korea", f"{ready}-1", "--why", "rain")
    else:
        assert "is a scenario" in shell("return", "korea", ready, status=2)
        told = shell("begin", "korea", ready)
        assert f"wardiary campaign return korea {ready}-1 > FILE.toml" in told
        assert f"{ready}-1" in shell("return", "korea", ready)
        form = shell("return", "korea", f"{ready}-1")
        file = tmp_path / "r.toml"
        file.write_text(form.replace('winner = ""', 'winner = "us"'), encoding="utf-8")
        told = shell("file", "korea", f"{ready}-1", str(file), "--draft")
        assert "1 event in all" in told and "It is a draft." in told
        shell("file", "korea", f"{ready}-1")
        file.write_text(form.replace('winner = ""', 'winner = "nk"'), encoding="utf-8")
        assert "Nothing depends" in shell("correct", "korea", str(file), "--plan")
        shell("correct", "korea", str(file))
    shell("amend", "korea", "a34", "stores.main", "7", "counted again")
    assert "counted again" in shell("why", "korea", "a34", "stores.main")
    head = json.loads(shell("list", "--json"))[0]["entries"]
    assert "depends" in shell("undo", "korea", str(head), "--plan")
    shell("undo", "korea")
    shell("redo", "korea")
    assert "korea" in shell("fork", "korea")
    told = shell("difference", "korea", "1", str(head), "--all")
    assert " later than 1950-08-17" in told and "has 1 battle (1 more)" in told and "1 battles" not in told
    assert "fought" in shell("service", "korea", "a32")
    assert "experience" in shell("statistics", "korea")
    assert "entries hold, all of them decided again" in shell("verify", "korea")
    later = json.loads(shell("show", "korea", "--json"))["date"]
    assert " later than 1950-08-17" in shell("difference", "korea", "1", later)
    shell("issue", "korea", "pusan-dump", "main=9", "parts=2", "--why", "a gift")
    shell("unload", "korea", "a42", "main=3")
    shell("score", "korea", "us", "1", "style")
    shell("contribute", "korea", "salt", "--side", "us", status=2)
    shell("write-off", "korea", "a42", "--why", "worn out")
    assert "not KIND=NUMBER" in shell("carry", "korea", "pusan-dump", "nk-train", "main", status=2)
    assert "no depot of us" in shell("carry", "korea", "pusan-dump", "nk-train", "main=1", status=2)
    people = tmp_path / "people.csv"
    people.write_text("id,name,side,formation\nnew-man,New Man,us,1plt\n", encoding="utf-8")
    shell("enrol", "korea", str(people))
    assert "New Man" in shell("orders", "korea", "--form", "people")
    assert "[[asset]]" in shell("orders", "korea")
    policy = tmp_path / "p.toml"
    policy.write_text("[experience]\nbattle = 5\n", encoding="utf-8")
    shell("set-policy", "korea", str(policy), "agreed")
    assert "least" in shell("policy")
    told = shell("export", "korea", str(tmp_path / "korea.ndjson.gz"))
    assert re.match(r"\d+ entries written to ", told), told
    with Headquarters(tmp_path / "other") as other:
        other.import_(tmp_path / "korea.ndjson.gz")
        assert other.campaigns.verify("korea").sound
    shell("report", "korea", str(tmp_path / "korea.html"))
    assert (tmp_path / "korea.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert shell("report", "korea").startswith("# The Marines")


@pytest.mark.at_home("on a server it lies with the diaries, out of reach")
def test_what_is_looked_up_fast_is_made_anew_when_it_was_thrown_away(shell: Shell):
    shell("new", "marines-in-korea", "--name", "korea")
    shell("award", "korea", "tobin", "Bronze Star")
    before = shell("search", "korea", "Bronze")
    shell("forget-index")
    assert "Bronze Star" in before == shell("search", "korea", "Bronze")
    shell("play", "korea", "--until", "1950-09-20")
    if "over" not in shell("list"):
        shell("end", "korea", "draw", "armistice")


def test_refusals_teach(shell: Shell):
    assert "marines-in-korea" in shell("new", "waterloo", status=2)
    shell("new", "fulda-gap", "--name", "fulda")
    assert "no asset" in shell("repair", "fulda", "h99", "turret", status=2)
    assert "nothing to undo" in shell("undo", "fulda", "--plan", status=2)
    assert "no decision" in shell("undo", "fulda", "1", "--decide", "1=maybe", status=2)
    assert "not a date" in shell("show", "fulda", "--date", "yesterday", status=2)
    assert "no side 'martians'" in shell("log", "fulda", "--as", "martians", status=2)
    error = json.loads(shell("rewind", "fulda", "99", "--json", status=2))
    assert error["allowed"] == ["1 to 1"]
    assert "does not know what to do with 'b.toml'" in shell("correct", "fulda", "a.toml", "b.toml", status=2)


def test_every_help_has_an_example():
    commands.register()
    names = [one for one in campaign if not one.startswith("-")]
    assert len(names) > 30
    for name in names:
        assert f"Example: wardiary campaign {name}" in (campaign[name].help or ""), name


def test_both_sides_file_at_the_command_line(shell: Shell, tmp_path: Path):
    """Each fills in its own form; what they contradict each other in is the umpire's."""
    files = folder(tmp_path / "files", policy='secrecy = "open"\n')
    shell("new", str(files), "--name", "war")
    assert "wardiary campaign halves war n0-1" in shell("begin", "war", "n0", "red-0", "blue-0")
    said = "Nobody has given a half of the return of n0-1."
    assert said in shell("halves", "war", "n0-1", status=2)
    own = shell("return", "war", "n0-1", "--half", "--side", "red")
    assert 'id = "red-0"' in own and 'id = "blue-0"' not in own
    assert "field: who holds the ground: red, blue, or nobody" in own
    red, blue = tmp_path / "red.toml", tmp_path / "blue.csv"
    kill = 'fate = "fit"\nkills = [ { victim = "blue-0" } ]'
    red.write_text(
        own.replace('winner = ""', 'winner = "red"').replace('fate = "fit"', kill), encoding="utf-8"
    )
    told = shell("file", "war", "n0-1", str(red), "--half", "--side", "red")
    assert "Red gives its half" in told and "a newer one takes its place" in told
    assert "blue has said nothing yet" in shell("halves", "war", "n0-1")
    shell("file", "war", "n0-1", "--half", "--side", "red", status=2)
    wrong = shell("file", "war", "n0-1", str(red), "--half", "--side", "blue", status=2)
    assert "red.toml:" in wrong and "asset[0].kills" in wrong, wrong
    table = shell("return", "war", "n0-1", "--half", "--side", "blue", "--csv")
    table = table.replace("battle,n0-1,,,,,,,,,,", "battle,n0-1,,,,,,,,,,red")
    blue.write_text(table, encoding="utf-8")
    shell("file", "war", "n0-1", str(blue), "--half", "--side", "blue")
    laid = shell("halves", "war", "n0-1")
    assert re.search(r"winner +red +red +agrees\n", laid)
    assert re.search(r"fate of blue-0 +knocked out by red-0 +fit +contradicts: yours to decide\n", laid)
    assert json.loads(shell("halves", "war", "n0-1", "--json"))["given"] == ["red", "blue"]
    assert "said by Red, Blue, and waits for the umpire" in shell("show", "war")
    assert "leave this to you: fate of blue-0" in shell("file", "war", "n0-1", status=2)
    form = tmp_path / "form.toml"
    laid = shell("return", "war", "n0-1")
    assert "field: who holds the ground: red, blue, or nothing" in laid
    decided = laid.replace('"?"', '"fit"').replace('field = ""', 'field = "nobody"')
    form.write_text(decided, encoding="utf-8")
    assert "left empty where nobody holds it" in shell("file", "war", "n0-1", str(form), status=2)
    form.write_text(laid, encoding="utf-8")
    refused = shell("file", "war", "n0-1", str(form), status=2)
    assert "There is no fate of an asset '?'" in refused and "form.toml:" in refused
    blue.write_text(table.replace("asset,blue-0,fit", "asset,blue-0,wrecked"), encoding="utf-8")
    shell("file", "war", "n0-1", str(blue), "--half", "--side", "blue")
    assert "Nothing is left to decide" in shell("halves", "war", "n0-1")
    assert "red 0 (gunner of red 0) knocks out blue 0" in shell("file", "war", "n0-1")
    assert "agrees" in shell("halves", "war", "n0-1"), "what was said can be read afterwards, too"


@pytest.mark.served
def test_a_fork_corrects_what_was_filed_before_it(wardiary: Run, shell: Shell, tmp_path: Path):
    """Entries before the fork are named by numbers of 0 and below, in a plan and in a decision, as it is told."""
    shell("new", str(folder(tmp_path / "files")), "--name", "war")
    for battle, winner in (("n0", "red"), ("n1", "blue")):
        shell("begin", "war", battle, "red-0", "blue-0")
        file = tmp_path / f"{battle}.toml"
        file.write_text(f'battle = "{battle}-1"\nwinner = "{winner}"\n', encoding="utf-8")
        shell("file", "war", f"{battle}-1", str(file))
    before = shell("show", "war")
    fork = json.loads(shell("fork", "war", "--json"))["campaign"]
    wrecked = tmp_path / "wrecked.toml"
    wrecked.write_text('battle = "n0-1"\nwinner = "blue"\n[[asset]]\nid = "red-0"\nfate = "wrecked"\n')
    plan = shell("correct", fork, str(wrecked), "--plan")
    assert "Entry -2 (file) would be entered in another way" in plan
    assert "  -1  start: conflict" in plan and "decide: --decide -1=stand" in plan
    assert "Entry -1 (start) no longer works" in shell("correct", fork, str(wrecked), status=2)
    told = shell("correct", fork, str(wrecked), "--decide", "-1=stand")
    assert "status of red 0 is ready: so that n1-1 stands" in told
    assert "file (entry 3 of war once more)" in shell("log", fork)
    won = {one["id"]: one["winner"] for one in json.loads(shell("show", fork, "--json"))["battles"]}
    assert won == {"n0-1": "blue", "n1-1": "blue"}
    assert shell("show", "war") == before
    verified = wardiary("campaign", "verify", fork, "--json").json
    assert verified["sound"] and verified["decided"] == verified["entries"]
    assert "not part of the present campaign" in shell("undo", fork, "--", "-1", status=2)
    assert "before the fork" in shell("undo", fork, "--", "-3", status=2)
