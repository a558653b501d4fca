"""The description: valid, whole, and each example in it is one that is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31

from api.openapi.document import document, id_of
from api.openapi.live import DATA
from api.openapi.page import page
from api.openapi.types import REF
from api.wire.meanings import MEANINGS
from api.wire.operations import OPERATIONS
from api.wire.problems import KINDS
from campaign.headquarters import Headquarters
from campaign.systems import find, system_ids
from tests.api.conftest import Served
from tests.api.contract.world import BATTLES, World

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, verbs in document()["paths"].items():
        for verb, one in verbs.items():
            yield f"{verb.upper()} {path}", one


def validator(schema: dict[str, Any]) -> Any:
    """Of a schema with references into the document."""
    whole = {"$schema": DIALECT, **schema, "components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(whole)


def test_it_is_valid() -> None:
    jsonschema_rs.Draft202012Validator(OPENAPI_31).validate(document())
    for name, one in document()["components"]["schemas"].items():
        jsonschema_rs.meta.validate({"$schema": DIALECT, **one})
        assert one["title"] == name
    text = msgspec.json.encode(document()).decode()
    assert set(re.findall(rf'"{REF}([^"]+)"', text)) == set(document()["components"]["schemas"])


def test_every_operation_is_told_whole() -> None:
    ids = [one["operationId"] for _, one in operations()]
    assert len(ids) == len(set(ids)) and {id_of(one) for one in OPERATIONS} <= set(ids)
    for where, one in operations():
        assert one["summary"].endswith(".") and one["description"], where
        assert "Raises" not in one["summary"] + one["description"], where
        for each in one["parameters"]:
            assert each["description"], f"{where}: {each['name']}"
        problems = {str(kind.status) for kind in KINDS.values()}
        for status, answer in one["responses"].items():
            assert answer["description"], where
            if status in problems and (where, status) != ("GET /health", "503"):
                assert set(answer["content"]) == {"application/problem+json"}, where
        if where.startswith("POST") and "application/json" in one.get("requestBody", {}).get("content", {}):
            assert one["requestBody"]["content"]["application/json"]["examples"], where


def test_bodies_take_no_unknown_fields_and_say_what_each_is() -> None:
    for name, one in document()["components"]["schemas"].items():
        if name.endswith("Request") and name != "Request":
            assert one["additionalProperties"] is False, name
            assert all(field["description"] for field in one["properties"].values()), name


def test_examples_are_valid() -> None:
    for where, one in operations():
        for content in one.get("requestBody", {}).get("content", {}).values():
            check = validator(content["schema"])
            for what, example in content.get("examples", {}).items():
                assert check.is_valid(example["value"]), f"{where}: {what}"
                assert not check.is_valid({**example["value"], "unknown": 1}), where


@pytest.mark.parametrize("system", system_ids())
def test_examples_of_actions_are_actions_of_their_system(system: str) -> None:
    word = "".join(part.capitalize() for part in system.split("-"))
    assert len(find(system).examples) > 2
    for action in map(msgspec.to_builtins, find(system).examples):
        assert validator({"$ref": f"{REF}{word}Action"}).is_valid(action)
        msgspec.convert(action, find(system).action_type)


def test_actions_and_events_are_those_that_are_named(world: World) -> None:
    """In place of whatever has a kind: what this version writes is described whole."""
    unions = document()["components"]["schemas"]
    for name, events in (("RecordedAction", False), ("BattleEvent", True)):
        named = [one for one in unions[name]["anyOf"] if not one["$ref"].endswith("OtherFact")]
        assert len(named) == len(unions[name]["anyOf"]) - 1
        check = validator({"anyOf": named})
        for battle in BATTLES:
            for entry in seen(world.hq, battle):
                for one in entry["events"] if events else [entry["action"]]:
                    assert check.is_valid(one), one


def seen(hq: Headquarters, battle: str) -> list[dict[str, Any]]:
    hq = hq.for_(hq.caller.looking_as(""))
    shown = [hq.battles.show(battle, seq) for seq in range(1, hq.battles.head(battle) + 1)]
    return msgspec.json.decode(msgspec.json.encode(shown))


@pytest.fixture
def world(tmp_path: Any) -> Iterator[World]:
    with World(tmp_path / "home") as found:
        yield found


def test_unions_have_discriminators() -> None:
    schemas = document()["components"]["schemas"]
    for system in system_ids():
        word = "".join(part.capitalize() for part in system.split("-"))
        for what in ("Action", "Event"):
            one = schemas[f"{word}{what}"]
            assert one["discriminator"]["propertyName"] == "kind"
            assert set(one["discriminator"]["mapping"].values()) == {each["$ref"] for each in one["anyOf"]}
    assert {one.__name__ for one in DATA} <= set(schemas)


def test_the_page_needs_no_host_and_shows_all() -> None:
    text = page().decode()
    assert not re.search(r"""(?:src|href|action)\s*=\s*["']?\s*(?:https?:)?//""", text)
    assert "<script" not in text and "@import" not in text and "url(" not in text
    assert all(f'id="{one["operationId"]}"' in text for _, one in operations())
    assert all(f'id="{name}"' in text for name in document()["components"]["schemas"])
    assert "The newest entry that was seen" in text
    assert "end-phase" in text and "<pre>" in text


def test_a_browser_finds_what_this_is_and_a_program_that_nothing_is_there(served: Served) -> None:
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    found = httpx.get(served.url, headers={"accept": browser})
    assert (found.status_code, found.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert (
        "<script" not in found.text and "://" not in found.text and "default-src 'none'" in str(found.headers)
    )
    leads = re.findall('href="([^"]+)"', found.text)
    assert "/api/docs" in leads
    assert all(httpx.get(served.url + one).status_code == 200 for one in leads)
    for accept in ("*/*", "application/json", "text/html;q=0.5, application/json"):
        told = httpx.get(served.url, headers={"accept": accept})
        assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")


def test_each_type_of_problem_says_what_it_means_and_what_to_do(standing: Served) -> None:
    assert MEANINGS.keys() == KINDS.keys()
    for word, kind in KINDS.items():
        told = httpx.get(f"{standing.url}/api/problems/{word}").json()
        assert (told["title"], told["status"]) == (kind.title, kind.status)
        assert told["means"].endswith(".") and told["do"].endswith("."), word


def test_it_comes_compressed_and_is_asked_for_once(standing: Served) -> None:
    with httpx.Client(base_url=standing.url) as client:
        plain = client.get("/api/openapi.json", headers={"Accept-Encoding": "identity"})
        small = client.get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})
        assert (plain.headers.get("content-encoding"), small.headers["content-encoding"]) == (None, "gzip")
        assert int(small.headers["content-length"]) * 4 < int(plain.headers["content-length"])
        assert plain.json() == small.json() == document()
        again = client.get("/api/openapi.json", headers={"If-None-Match": plain.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
