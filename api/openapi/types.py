"""The types of the document: as msgspec tells them, and what it cannot know.

Actions and events are plain data to the server: each rule system has its own, and two of them may share a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from inspect import signature as parameters_of
from typing import Any, TypeAlias, Union, cast

import msgspec
from msgspec import Struct

from api.openapi import live
from api.openapi.prose import told
from api.openapi.words import COMMON
from api.wire.boards import BoardDigest
from api.wire.operations import OPERATIONS, Operation
from api.wire.problems import Problem
from api.wire.signatures import bounded, signature
from campaign.battles.table import EVENTS, PLAYER_ACTIONS, TableAction
from campaign.ledger.actions import AnyAction
from campaign.ledger.returns import Return
from campaign.rules.seats import SEAT_ACTIONS
from campaign.shared.answers import Acted, DiceNeeded
from campaign.systems import find, system_ids
from events.decoding import schemas
from events.diary import Rewind

Schema: TypeAlias = dict[str, Any]
REF = "#/components/schemas/"
MEANT: Mapping[tuple[str, str], str] = {
    ("LegalAction", "action"): "BattleAction",
    ("EntryDetail", "action"): "RecordedAction",
    ("EntryDetail", "events"): "BattleEvent",
    ("BattlesActRequest", "action"): "BattleAction",
    ("BattlesOddsRequest", "action"): "BattleAction",
    ("BattlesPreviewRequest", "action"): "BattleAction",
    ("CampaignsActRequest", "action"): "CampaignAction",
    ("Order", "action"): "CampaignAction",
    ("CampaignsReturnsDraftRequest", "content"): "Return",
    ("CampaignsReturnsFileRequest", "content"): "Return",
    ("CampaignsHalvesGiveRequest", "content"): "Return",
    ("CampaignsReturnsPlanRequest", "content"): "Return",
    ("CampaignsReturnsCorrectRequest", "content"): "Return",
    **{(f"Rosters{one}Request", "roster"): "Roster" for one in ("Save", "Judge", "Added", "Removed", "Text")},
}
"""Fields that are plain data to the server, which headquarters reads: type and field → what stands there."""
GIVEN: Mapping[str, str] = {
    "campaigns.halves.form": "Return",
    "campaigns.returns.form": "Return",
    "rosters.show": "Roster",
    "rosters.added": "Roster",
    "rosters.removed": "Roster",
}
"""Operations that answer with plain data → what it is."""
RENAMED = {"campaign.rules.roster.Problem": "RosterProblem"}
"""Types of one name, as msgspec tells them apart → their names here. The last part of the name, if it is not here."""
OTHER: Schema = {
    "description": "As another version of the rules wrote it, or as much as may be seen; only its kind is sure.",
    "type": "object",
    "properties": {"kind": {"type": "string"}},
    "required": ["kind"],
}


class Types:
    """All of them. components: by name, as they stand in the document."""

    def __init__(self) -> None:
        found: dict[Any, None] = dict.fromkeys([Problem, Return, BoardDigest, DiceNeeded, Acted, *live.DATA])
        self._queries: dict[str, Any] = {}
        for one in OPERATIONS:
            asked = signature(one)
            found |= dict.fromkeys([asked.gives, *map(bounded, asked.types.values())])
            found |= dict.fromkeys(shape for shape in (asked.query, asked.body) if shape is not None)
        shapes = list(found)
        tops, components = schemas(shapes, f"{REF}{{name}}")
        self._tops: list[tuple[Any, Schema]] = list(zip(shapes, map(_named, tops), strict=True))
        self.components: dict[str, Schema] = {_short(name): _named(one) for name, one in components.items()}
        self._tops = [(shape, self._pairs_apart(one)) for shape, one in self._tops]
        self._add_actions()
        more = live.messages(REF)
        assert self.components.keys().isdisjoint(more), self.components.keys() & more
        self.components |= more
        self.components["Roster"] = {
            "type": "object",
            "description": "A force, as its rule system writes it. A report says what is wrong with it.",
        }
        board = self.components["GameView"]["properties"]["board"]["anyOf"]
        board[:] = [
            {"$ref": f"{REF}BoardDigest"},
            *(each for one in board for each in one.get("anyOf", [one])),
        ]
        for (name, field), meant in MEANT.items():
            _put(self.components[name]["properties"], field, {"$ref": REF + meant})
        for one in OPERATIONS:
            self._describe(one)
        for name, one in self.components.items():
            one["title"] = name
            if "properties" in one:
                self._explain(one)

    def of(self, shape: Any) -> Schema:
        """A type's schema, as a reference where it has a name."""
        return next(schema for one, schema in self._tops if one is shape or one == shape)

    def given(self, operation: Operation) -> Schema:
        """What an operation answers with."""
        if operation.id in GIVEN:
            return {"$ref": REF + GIVEN[operation.id]}
        gives = signature(operation).gives
        return self.of(Acted if gives == Acted | DiceNeeded else gives)

    def fields(self, shape: type[Struct]) -> Schema:
        """Of a struct, itself."""
        return self.components[_short(self.of(shape)["$ref"].removeprefix(REF))]

    def _pairs_apart(self, schema: Schema) -> Schema:
        """With a name for a pair of types that an answer is, or is a list of."""
        if "prefixItems" in schema:
            parts = [str(one.get("$ref", "")).removeprefix(REF) for one in schema["prefixItems"]]
            self.components["And".join(parts)] = schema
            return {"$ref": REF + "And".join(parts)}
        items = cast("Schema | bool | None", schema.get("items"))
        return {**schema, "items": self._pairs_apart(items)} if isinstance(items, dict) else schema

    # -- what each system has of its own ------------------------------------------------------------------

    def _add_actions(self) -> None:
        actions: list[str] = []
        events: list[str] = []
        for system in system_ids():
            word = "".join(part.capitalize() for part in system.split("-"))
            some = find(system)
            actions.append(self._union(f"{word}Action", some.action_type | PLAYER_ACTIONS, word))
            events.append(self._union(f"{word}Event", _one_of(some.events), word))
        table = self._union("TableEvent", _one_of(EVENTS), "Table")
        record = [one for one in TableAction.__subclasses__() if one not in PLAYER_ACTIONS.__args__]
        recorded = self._union("TableRecord", _one_of([*record, *SEAT_ACTIONS, Rewind]), "Table")
        self._union("CampaignAction", AnyAction, "Campaign")
        self.components |= {
            "BattleAction": _either(
                "An action of the battle's own rule system; its legal actions have the values.", actions
            ),
            "RecordedAction": _either(
                "What was asked for, as it stands in an entry: an action, or what is done to the record.",
                [*actions, recorded, "OtherFact"],
            ),
            "BattleEvent": _either(
                "A fact, of the battle's own rule system or of the table.", [*events, table, "OtherFact"]
            ),
            "OtherFact": dict(OTHER),
        }

    def _union(self, name: str, shape: Any, prefix: str) -> str:
        """A union under a name, its types under theirs behind a prefix."""
        (union,), some = schemas([shape], f"{REF}{prefix}{{name}}")
        self.components |= {prefix + one: _named(each) for one, each in some.items()}
        self.components[name] = _named(union)
        return name

    # -- what is said of them -----------------------------------------------------------------------------

    def _describe(self, operation: Operation) -> None:
        """The fields of a body, as the method speaks of them."""
        shape = signature(operation).body
        if shape is not None:
            found = told(operation.method.__doc__, parameters_of(operation.method).parameters)
            one = self.fields(shape)
            one["description"] = f"What `{operation.id.replace('.', '_').strip('_')}` takes."
            for name, field in one["properties"].items():
                field["description"] = found.parameters.get(name) or COMMON.get(name, "")

    def _explain(self, one: Schema) -> None:
        """The fields of a type, as its docstring speaks of them."""
        found = told(one.get("description"), one["properties"])
        text = " ".join(filter(None, (found.summary, found.more)))
        if text:
            one["description"] = text
        else:
            one.pop("description", None)
        for name, what in found.parameters.items():
            one["properties"][name].setdefault("description", what)


def _one_of(types: Iterable[type[Any]]) -> Any:
    return Union[tuple(types)]  # noqa: UP007


def _either(text: str, names: Iterable[str]) -> Schema:
    return {"description": text, "anyOf": [{"$ref": REF + name} for name in names]}


def _put(properties: dict[str, Schema], field: str, ref: Schema) -> None:
    """In place of plain data; what else may stand there (null) stays."""
    found = properties[field]
    if "anyOf" in found:
        rest = [one for one in found["anyOf"] if one.get("type") != "object"]
        properties[field] = {**found, "anyOf": [ref, *rest]}
    elif found.get("type") == "array":
        properties[field] = {**found, "items": ref}
    else:
        properties[field] = dict(ref)


def _short(name: str) -> str:
    return RENAMED.get(name, name.rpartition(".")[2])


_DOTTED = re.compile(rf'"{REF}([\w.]+)"')


def _named(schema: Schema) -> Schema:
    """With the names of types as they stand in the document."""
    text = msgspec.json.encode(schema).decode()
    # How long a tuple is, stands in minItems and maxItems too; `false` for a schema is more than some readers take.
    text = text.replace(',"items":false', "")
    return msgspec.json.decode(_DOTTED.sub(lambda one: f'"{REF}{_short(one[1])}"', text))


def reached(paths: Schema, components: Mapping[str, Schema]) -> dict[str, Schema]:
    """The types that anything leads to, in their order."""
    found: set[str] = set()
    left: Sequence[Any] = [paths]
    while left:
        names = {one for each in left for one in _leads_to(each)} - found
        found |= names
        left = [components[name] for name in names]
    return {name: one for name, one in components.items() if name in found}


def _leads_to(value: Any) -> Iterable[str]:
    text = msgspec.json.encode(value).decode()
    return re.findall(rf'"{REF}(\w+)"', text)
