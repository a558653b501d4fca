"""Entries, and the seal as it is published."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from events.entry import NO_SEAL, Author, Body, Draw, decode_body, diary_prefix, draft, draft_of, raw, seal_of

VECTOR = Body(
    parent=0,
    time="2026-01-01T12:00:00Z",
    author=Author("p1", "axis"),
    action=raw({"kind": "fire", "unit": 3}),
    draws=(Draw("to hit", 6, (2, 5)),),
    events=raw([{"kind": "shot", "unit": 3, "hit": True}]),
    rules="example 1.0",
)
BYTES = (
    b'{"parent":0,"at":"2026-01-01T12:00:00Z","author":{"player":"p1","role":"axis"},'
    b'"action":{"kind":"fire","unit":3},"draws":[{"purpose":"to hit","sides":6,"values":[2,5]}],'
    b'"events":[{"kind":"shot","unit":3,"hit":true}],"rules":"example 1.0"}'
)
SEAL = "b2144a25115afb9ff99ed26bfdd98da90377d28f49f2bb710eacffd860704807"


def test_the_seal_of_docs_diary_md() -> None:
    """The vector that docs/diary.md gives to those who write a verifier of their own."""
    made = draft(VECTOR)
    assert made.body == BYTES
    assert seal_of(NO_SEAL, diary_prefix("hill-112"), 1, made.body).hex() == SEAL
    docs = (Path(__file__).parents[2] / "docs" / "diary.md").read_text()
    assert BYTES.decode() in docs and f"`{SEAL}`" in docs


def test_the_seal_covers_everything() -> None:
    seal = seal_of(NO_SEAL, diary_prefix("hill-112"), 1, BYTES)
    others = [
        seal_of(b"\1" * 32, diary_prefix("hill-112"), 1, BYTES),
        seal_of(NO_SEAL, diary_prefix("hill-11"), 1, b"2" + BYTES),
        seal_of(NO_SEAL, diary_prefix("hill-112"), 2, BYTES),
        seal_of(NO_SEAL, diary_prefix("hill-112"), 1, BYTES + b" "),
    ]
    assert len({seal, *others}) == 5


def test_a_draft_comes_back_from_its_bytes() -> None:
    body = msgspec.structs.replace(VECTOR, parent=7, key="k")
    made = draft(body)
    assert made == (7, "fire", made.body, "k")
    assert draft_of(made.body) == made
    assert decode_body(made.body) == body


def test_an_action_must_have_a_kind() -> None:
    with pytest.raises(msgspec.DecodeError):
        draft(msgspec.structs.replace(VECTOR, action=raw({"unit": 3})))
