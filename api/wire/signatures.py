"""What an operation takes and gives, as its method says: in the path, the query, the body, the headers."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from api.wire.operations import Operation
from campaign.battles.battles import Action
from campaign.campaigns.returns import Given
from campaign.campaigns.staff import KnownReturns
from campaign.shared.answers import Acted, DiceNeeded
from events.files import Source, Target

Bytes = Literal["", "ndjson", "text"]
WORD = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""An integer that fits into 64 bits."""
_HEADERS = ("key", "expected")
_PLACE = re.compile(r"{(\w+)}")


class Signature(NamedTuple):
    """places: placeholder in the path → parameter. query, body: what else is taken, None for nothing; what is not sent
    is UNSET. headers: those of `key` and `expected` that it takes. source: the parameter that is the body as bytes.
    target: the one that is the answer as bytes; else "". whole: the parameter whose fields are the whole query.
    gives: the type of the answer. required: parameters without a default.
    """

    places: Mapping[str, str]
    types: Mapping[str, Any]
    query: type[Struct] | None
    body: type[Struct] | None
    headers: tuple[str, ...]
    source: str
    target: str
    whole: str
    gives: Any


@cache
def signature(operation: Operation) -> Signature:
    """Of an operation's method."""
    hints = get_type_hints(operation.method, include_extras=True)
    gives = hints.pop("return")
    parameters = dict(inspect.signature(operation.method).parameters)
    del parameters["self"]
    sent = {name: one for name, one in parameters.items() if not _stays(hints[name])}
    places = {name: _parameter(name, sent) for name in _PLACE.findall(operation.path)}
    source = next((name for name in sent if hints[name] == Source), "")
    target = next((name for name in sent if hints[name] == Target), "")
    taken = {*places.values(), *_HEADERS, source, target}
    rest = {name: one for name, one in sent.items() if name not in taken}
    in_query = operation.verb in ("GET", "DELETE") or bool(source)
    given = {name: bounded(hints[name]) for name in rest}
    if in_query:
        given = {name: _without_null(one) for name, one in given.items()}
    whole = next((name for name, one in given.items() if _is_struct(one)), "") if in_query else ""
    shape: type[Struct] | None = given[whole] if whole else _struct(operation, rest, given)
    return Signature(
        places,
        {name: hints[name] for name in places.values()},
        shape if in_query else None,
        None if in_query else shape,
        tuple(name for name in _HEADERS if name in sent),
        source,
        target,
        whole,
        Acted | DiceNeeded if gives is Acted else gives,
    )


def _stays(hint: Any) -> bool:
    """Whether a parameter cannot be sent: a function, or what only the house itself has."""
    some = [one for one in (get_args(hint) or (hint,)) if one is not type(None)]
    return hint == KnownReturns | None or any(
        one is Callable or get_origin(one) in (Callable, _CALLABLE) for one in some
    )


_CALLABLE = get_origin(Callable[[], None])


def _parameter(place: str, parameters: Mapping[str, Any]) -> str:
    """A campaign's name is called just that where it is taken."""
    return place if place in parameters else "name"


def _struct(
    operation: Operation, rest: Mapping[str, inspect.Parameter], given: Mapping[str, Any]
) -> type[Struct] | None:
    if not rest:
        return None
    fields: list[Any] = [
        (name, given[name])
        if one.default is inspect.Parameter.empty
        else (name, given[name] | UnsetType, UNSET)
        for name, one in rest.items()
    ]
    words = operation.id.replace("_", ".").split(".")
    name = "".join(word.capitalize() for word in words) + "Request"
    return defstruct(name, fields, frozen=True, forbid_unknown_fields=True, kw_only=True, module=__name__)


def _without_null(hint: Any) -> Any:
    """What a query can say: nothing there stands for null."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    return Union[tuple(one for one in get_args(hint) if one is not type(None))]  # noqa: UP007


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def bounded(hint: Any) -> Any:
    """A type as it is sent: whole numbers within 64 bits, actions and files as data."""
    if hint == Action:
        return dict[str, Any]
    if hint == Given:
        return dict[str, Any]
    if hint is int:
        return WORD
    if hint is Path:
        return dict[str, str]
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if set(get_args(Given)) <= set(args):
            args = (dict[str, Any], type(None))
        return Union[tuple(dict.fromkeys(map(bounded, args)))]  # noqa: UP007
    if origin is _SEQUENCE:
        return tuple[bounded(args[0]), ...]
    if origin is _MAPPING:
        return dict[str, str] if bytes in get_args(args[1]) else dict[bounded(args[0]), bounded(args[1])]
    return hint


_SEQUENCE, _MAPPING = get_origin(Sequence[int]), get_origin(Mapping[int, int])
