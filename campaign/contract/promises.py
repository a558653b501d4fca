"""What all that tries a rule system stands on: a promise that is not kept, and who only looks is watched."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec

from campaign import systems
from campaign.rules.bots import Pick
from campaign.rules.own_files import traced
from campaign.rules.packs import PackError, read_pack
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.systems import load, package_of

Forger = Callable[[Rules, Any, str, Pick], Any]
"""forger(rules, state, viewer, pick): the state, a copy, with what is hidden from that viewer changed, and no more."""
Said = tuple[str, str, tuple[str, ...], str]
"""What is refused, by which rule, what would be allowed, and where."""


class Broken(AssertionError):
    """A promise that a rule system does not keep: which, and where it showed."""


def keep(kept: bool, promise: str) -> None:
    """promise: a clause that is so where it is kept. Raises Broken."""
    if not kept:
        raise Broken(promise)


def alike(left: object, right: object, promise: str) -> None:
    """The same of two things that are to be equal, with where they differ. Raises Broken."""
    if left != right:
        raise Broken(f"{promise}: {difference(left, right)}")


def difference(left: Any, right: Any, place: str = "") -> str:
    """The first place where two values differ, and what stands there."""
    for where, one, other in _inner(left, right, place):
        if one != other:
            return difference(one, other, where)
    return f"{place.lstrip('.') or 'the one'} is {_short(left)} here and {_short(right)} there"


def _inner(left: Any, right: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one shape hold, with its place; nothing of those that hold nothing or are not alike."""
    if type(left) is not type(right):
        return
    if isinstance(left, msgspec.Struct):
        for name in left.__struct_fields__:
            yield f"{place}.{name}", getattr(left, name), getattr(right, name)
    elif isinstance(left, dict):
        first, second = cast("dict[Any, Any]", left), cast("dict[Any, Any]", right)
        for key in {**first, **second}:
            yield f"{place}[{key!r}]", first.get(key), second.get(key)
    elif isinstance(left, list | tuple):
        some, others = cast("list[Any]", left), cast("list[Any]", right)
        if len(some) == len(others):
            for i, (one, other) in enumerate(zip(some, others, strict=True)):
                yield f"{place}[{i}]", one, other


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 200 else f"{text[:200]}…"


def refusal(ask: Callable[[], object]) -> Said | None:
    """What is said where something is refused; None if nothing is."""
    try:
        ask()
    except Refused as refused:
        return refused.reason, refused.rule, tuple(refused.allowed), refused.where
    return None


def _parts(value: Any) -> Iterator[msgspec.Struct]:
    """All Structs in a state."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name))
    elif isinstance(value, dict):
        for part in cast("dict[Any, Any]", value).values():
            yield from _parts(part)
    elif isinstance(value, list | tuple):
        for part in cast("list[Any]", value):
            yield from _parts(part)


@contextmanager
def untouched(*states: Any) -> Generator[None]:
    """No field of these states is written, not even to be put back: other threads look at them at the same time."""
    parts = {id(one): one for state in states for one in _parts(state) if not one.__struct_config__.frozen}
    shapes = {type(one) for one in parts.values()}

    def write(self: Any, name: str, value: Any) -> None:
        if id(self) in parts:
            raise Broken(f"{type(self).__name__}.{name} is written by somebody who only asks")
        msgspec.Struct.__setattr__(self, name, value)

    for shape in shapes:
        shape.__setattr__ = write  # type: ignore[method-assign]
    try:
        yield
    finally:
        for shape in shapes:
            del shape.__setattr__


def loaded(system: str) -> Rules:
    """A system with the pack that it ships. One of ours is there once in a process, with what it has found out about
    its boards. Raises Refused, packs.PackError."""
    return _read(system) if systems.foreign(system) else _ours(system)


def _read(system: str) -> Rules:
    pack = read_pack(system, package_of(system))
    try:
        return load(system, pack)
    except PackError as error:  # told with its line, as a file of the user's is
        raise traced(error, {}, pack.content, files(package_of(system)).joinpath("data")) from None


_ours = cache(_read)


def twins(rules: Rules) -> Forger | None:
    """What changes that is hidden, by the system's own word; None where nothing is."""
    positions = rules.positions
    if rules.hidden is None or positions is None:
        return None
    return lambda rules, state, viewer, pick: positions.twin(state, viewer, pick)
