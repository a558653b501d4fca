"""What a rule system may not write, and what is said where it is mistaken."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import RequestFactory

from api.server import failing
from campaign.rules.refused import Refused, Unforeseen
from campaign.rules.system import Rules
from tui.cli import main as command_line

TRUTH = "Tiger 131 stands in that wood."


def unforeseen() -> Unforeseen:
    with pytest.raises(Unforeseen) as raised:
        raise Unforeseen(object()) from Refused(TRUTH)
    return raised.value


def test_the_truth_stands_in_the_cause_alone():
    mistake = unforeseen()
    assert TRUTH not in str(mistake) + repr(mistake)
    assert str(mistake.__cause__) == TRUTH


def test_no_player_of_a_server_reads_it(monkeypatch: pytest.MonkeyPatch):
    logged: list[Exception] = []

    def error(*_: object, exc_info: Exception) -> None:
        logged.append(exc_info)

    monkeypatch.setattr(failing.log, "error", error)
    mistake = unforeseen()
    answer = failing.bug(RequestFactory().get("/"), mistake)
    assert TRUTH not in str(answer.content)
    assert logged == [mistake]


def test_nobody_at_the_command_line_reads_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(arguments: list[str]) -> int:
        raise unforeseen()

    monkeypatch.setattr(command_line, "_command", fail)
    assert command_line.main(["battle"]) == 2
    said = capsys.readouterr()
    assert "mistake" in said.err
    assert TRUTH not in said.out + said.err


@pytest.mark.parametrize(
    "name", ["known", "completed", "pending", "legal", "advance", "odds", "preview", "view"]
)
def test_no_system_answers_from_the_truth(name: str):
    def answer(self: Any, *about: Any) -> None: ...

    with pytest.raises(TypeError, match=name):
        type("Ported", (Rules,), {name: answer})
    mixed = type("Mixed", (), {name: answer})
    with pytest.raises(TypeError, match=name):
        type("Ported", (mixed, Rules), {})
