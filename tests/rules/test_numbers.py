"""No whole number in a data file is without bounds: what counts it off would take all memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.systems import find, foreign, system_ids
from campaign.systems.combat_volume_2.scenario import Cup

OWN = [id for id in system_ids() if not foreign(id)]


def unbounded(kind: inspect.Type, where: str, seen: set[Any]) -> Iterator[str]:
    """Where a shape lets through whole numbers of any size."""
    if isinstance(kind, inspect.IntType):
        if None in (kind.ge, kind.le):
            yield where
        return
    if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        for field in kind.fields:
            yield from unbounded(field.type, f"{kind.cls.__name__}.{field.name}", seen)
    for below in ("item_type", "key_type", "value_type"):
        if hasattr(kind, below):
            yield from unbounded(getattr(kind, below), where, seen)
    for below in ("item_types", "types"):
        for part in getattr(kind, below, ()):
            yield from unbounded(part, where, seen)


@pytest.mark.parametrize("id", OWN)
def test_every_whole_number_in_files_has_bounds(id: str) -> None:
    shapes = [file.shape for file in find(id).data]
    assert shapes
    seen = set[Any]()
    assert not [
        place
        for shape in (*shapes, BoardFile, BotFile)
        for place in unbounded(inspect.type_info(shape), "", seen)
    ]


def test_an_unbounded_number_is_noticed() -> None:
    class Row(msgspec.Struct):
        many: dict[str, tuple[int, ...]]

    assert list(unbounded(inspect.type_info(Row), "", set())) == ["Row.many"]


def test_a_cup_has_no_more_dummies_than_counters_can_be_told_apart() -> None:
    with pytest.raises(msgspec.ValidationError, match="<= 99"):
        msgspec.convert({"id": "outpost", "dummies": 2**60}, Cup)
