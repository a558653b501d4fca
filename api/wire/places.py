"""Where something is wrong: `$.limit` of a method, `?limit` of the request that asks it, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from api.wire.operations import Operation
from api.wire.signatures import signature

_ROLE = {"$.viewer": "?as"}
"""Every request says in the same way in which role one looks."""
_HEADERS = {"key": "Idempotency-Key", "expected": "If-Match"}
_NAME = re.compile(r"(\$\.|\?)[\w-]+|[\w-]+$")


def in_request(where: str, operation: Operation | None = None) -> str:
    """A place that a method names, as the request has it: query, path or header; what stands in the body stays."""
    return _renamed(where, _ROLE if operation is None else _places(operation))


def in_method(where: str, operation: Operation) -> str:
    """And back: as the method would have named it."""
    return _renamed(where, {there: here for here, there in _places(operation).items()})


def _renamed(where: str, names: Mapping[str, str]) -> str:
    found = _NAME.match(where)
    return where if found is None else names.get(found[0], found[0]) + where[found.end() :]


@cache
def _places(operation: Operation) -> Mapping[str, str]:
    found = signature(operation)
    asked = () if found.query is None else found.query.__struct_fields__
    return {
        **{f"$.{name}": f"?{name}" for name in asked},
        **{f"$.{name}": place for place, name in found.places.items()},
        **{f"$.{name}": _HEADERS[name] for name in found.headers},
        **({"$.key": _HEADERS["key"]} if operation.keyed else {}),
        **_ROLE,
    }
