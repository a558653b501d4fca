"""What releases shipped: the digests of their packs and samples, by which a verification knows them again."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from events.decoding import convert

Kind = Literal["packs", "samples"]


class Released(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """packs: rule system → version → digest of its pack. samples: id → version → digest of its definition, without
    packs."""

    packs: dict[str, dict[str, str]]
    samples: dict[str, dict[str, str]]


@cache
def released() -> Released:
    """As `released.toml` beside this file has it; a release adds its own."""
    text = files("campaign.library").joinpath("released.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), Released)


def version_of(kind: Kind, id: str, digest: str) -> str:
    """The newest version with which it shipped so, "" if with none."""
    found: dict[str, dict[str, str]] = getattr(released(), kind)
    return next((version for version, one in reversed(found.get(id, {}).items()) if one == digest), "")
