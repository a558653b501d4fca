"""What long runs keep of what they have done: under the digest of all that decided it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def digest(*folders: str) -> str:
    """Of the code and data in folders of `campaign`."""
    found = sha256()
    for folder in folders:
        for file in sorted((ROOT / "campaign" / folder).rglob("*")):
            if file.suffix in (".py", ".toml"):
                found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]
