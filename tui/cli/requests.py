"""Many commands in one process: requests as lines of JSON, and an answer for each."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple, cast

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from tui.cli.app import NOBODY, Common, app, staying_open
from tui.cli.lines import gathered

ALONE = ("play", "run", "completion")
"""Commands that talk to a person or a shell, and not to a program."""
LONGEST = 1 << 24
"""Bytes of a request."""
REFUSED = 2
MEANT = '{"command": ["act", "BATTLE", {"kind": "…"}]}'


class Request(NamedTuple):
    """A command as its words; what stands there as a number or as JSON is put into words. id: comes back with the
    answer."""

    command: list[str]
    id: Any


class Reply(Struct, omit_defaults=True):
    """What came of a request. status: the exit status. answer: what the command prints with `--json`. refused: why it
    was not done. said: what else was said."""

    id: Any
    status: int
    answer: Any = None
    refused: Any = None
    said: list[str] = []


@app.command(name="run")
def run_(
    file: Annotated[
        Path, Parameter(help="Where the requests stand; - for standard input.", allow_leading_hyphen=True)
    ],
    *,
    common: Common = NOBODY,
) -> int:
    """Run many commands in one process: one request a line, as JSON, and one line of JSON in answer to each.

    A request is {"command": ["act", "BATTLE", {"kind": "end-phase"}], "id": 1}: the words of a command, in which an
    action may stand as it is. The answer has the same id, the exit status, and what the command prints with --json
    (answer), or why it was not done (refused). A mistake ends nothing. docs/run.md says more.

    Example: wardiary run - < requests.ndjson
    """
    with staying_open():
        for line in _lines(file):
            sys.stdout.write(msgspec.json.encode(_reply(line, common)).decode() + "\n")
            sys.stdout.flush()
    return 0


def _lines(file: Path) -> Iterator[bytes]:
    """The requests; blank lines are none. Raises OSError."""
    with _standard_input() if str(file) == "-" else file.open("rb") as source:
        while line := source.readline(LONGEST + 1):
            if line.strip():
                yield line


@contextmanager
def _standard_input() -> Generator[BinaryIO]:
    """Standard input, for the requests alone: a command that reads it, too, finds nothing there."""
    try:
        number = sys.stdin.fileno()
    except OSError:  # it is no file
        yield sys.stdin.buffer
        return
    with os.fdopen(os.dup(number), "rb") as source:
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), number)
        try:
            yield source
        finally:
            os.dup2(source.fileno(), number)


def _reply(line: bytes, common: Common) -> Reply:
    id: Any = None
    try:
        found = _read(line)
        id = found.get("id") if _whole(found.get("id")) else None
        request = _request(found)
        words = gathered(request.command)
        command = next((one for one in words if one != "--"), "")
        if not words or command in ALONE:
            reason = f"{command!r} is" if command else "Nothing is"
            raise Refused(f"{reason} no command for a program.", "", [MEANT], "command")
    except Refused as refused:
        return Reply(id, REFUSED, refused=msgspec.to_builtins(Refusal.of(refused)))
    options = words[: words.index("--")] if "--" in words else words
    given = {one.partition("=")[0] for one in options}
    ours = [] if "--json" in given else ["--json"]
    if common.home is not None and "--home" not in given:
        ours += ["--home", str(common.home)]
    if common.server is not None and "--server" not in given:
        ours += ["--server", common.server]
    if "--player" not in given:
        ours += ["--player", common.player]
    out, err = io.StringIO(), io.StringIO()
    from tui.cli.main import main  # which imports this one

    with redirect_stdout(out), redirect_stderr(err):
        status = main([*ours, *words])
    return _told(request.id, status, out.getvalue(), err.getvalue())


def _read(line: bytes) -> dict[str, Any]:
    """The object that a line is, {} if it is another thing. Raises Refused for what is no JSON."""
    if len(line) > LONGEST:
        raise Refused(f"A request has at most {LONGEST >> 20} MB.")
    try:
        found = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise Refused("This is no request.", "", [MEANT]) from None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _whole(value: Any) -> bool:
    """Whether there is no half of a character in it."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return False
    return True


def _request(request: dict[str, Any]) -> Request:
    """Raises Refused."""
    command: object = request.get("command")
    if not isinstance(command, list) or request.keys() - {"command", "id"} or not _whole(request):
        raise Refused("This is no request.", "", [MEANT])
    words = [one if isinstance(one, str) else json.dumps(one) for one in cast("list[object]", command)]
    if any("\0" in word for word in words):  # as on a command line, where none can stand
        raise Refused("No word of a command has a NUL in it.", where="command")
    return Request(words, request.get("id"))


def _told(id: Any, status: int, out: str, err: str) -> Reply:
    """Standard output and standard error of a command as an answer."""
    said = err.splitlines()
    refused: Any = None
    if status == REFUSED and said:
        refused = _json(said[-1])
        if refused is not None:
            said = said[:-1]
    answer = _json(out)
    if out.strip() and answer is None:
        said += out.splitlines()
    return Reply(id, status, answer, refused, said)


def _json(text: str) -> Any:
    """The JSON that a text is; None if it is none."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
