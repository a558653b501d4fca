"""What long runs keep of what they have done: under the digest of all that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from subprocess import CalledProcessError, run

ROOT = Path(__file__).parent.parent


def digest(*folders: str, only: Mapping[str, str] | None = None) -> str:
    """Of the code and data in folders of `campaign`. only: folder → of its files that of this name alone."""
    return _digest(folders, tuple(sorted((only or {}).items())))


@cache
def _digest(folders: Sequence[str], only: Sequence[tuple[str, str]]) -> str:
    names = {ROOT / "campaign" / folder: name for folder, name in only}
    found = sha256()
    for folder in folders:
        for file in sorted((ROOT / "campaign" / folder).rglob("*")):
            if file.suffix in (".py", ".toml") and names.get(file.parent, file.stem) == file.stem:
                found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def forget() -> None:
    """Look at the files anew."""
    _digest.cache_clear()


@cache
def commit() -> str:
    """That which this tree stands on, with a mark if what decides a battle was changed since; "" outside of git."""
    told = [_git("rev-parse", "--short=10", "HEAD"), _git("status", "--porcelain", "campaign") and "changed"]
    return " ".join(one for one in told if one)


def _git(*arguments: str) -> str:
    try:
        return run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, CalledProcessError):
        return ""
