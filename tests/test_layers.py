"""The house: imports point down only and in no circle, nothing is flat with a prefix, every module says what it is."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.house import MODULES, ROOT, circles, defined, graph, imports, module, module_of, tree, where

FRONT = {
    "campaign.__version__",
    "campaign.headquarters",
    "campaign.battles.answers",
    "campaign.battles.table.DiceMode",
    "campaign.battles.table.Seat",
    "campaign.battles.table.UndoPolicy",
    "campaign.contract.answers",
    "campaign.contract.skeleton",
    "campaign.contract.trying",
    "campaign.campaigns.answers",
    "campaign.home.Home",
    "campaign.library.answers",
    "campaign.library.names",
    "campaign.library.packs.SystemInfo",
    "campaign.library.rosters.named_after",
    "campaign.library.rosters.read_roster",
    "campaign.reports.making",
    "campaign.rules.hexes.EDGES",
    "campaign.rules.hexes.Edge",
    "campaign.rules.options",
    "campaign.rules.places.Sheet",
    "campaign.rules.refused",
    "campaign.rules.roster",
    "campaign.rules.facets.UMPIRE",
    "campaign.rules.seats",
    "campaign.rules.toml_files",
    "campaign.rules.views",
    "campaign.rules.wording",
    "campaign.shared.answers",
    "campaign.shared.callers",
    "campaign.shared.plain",
    "campaign.shared.progress.told",
    "campaign.shared.seals.short_seal",
    "campaign.shared.seating.SEAT_KINDS",
    "campaign.shared.seats.Seats",
    "campaign.simulation.answers",
    "campaign.simulation.words",
}
"""What front ends know: headquarters, its answers, and what is sent to it. No store, no ledger, no raw state."""
REPORTS = {
    "campaign.headquarters",
    "campaign.battles.answers",
    "campaign.campaigns.answers",
    "campaign.rules.hexes.EDGES",
    "campaign.rules.hexes.Edge",
    "campaign.rules.options",
    "campaign.rules.refused",
    "campaign.rules.views",
    "campaign.rules.wording",
    "campaign.shared.answering.reads",
    "campaign.shared.answers",
    "campaign.shared.plain",
    "campaign.shared.seals.short_seal",
    "campaign.simulation.answers",
    "campaign.simulation.words",
}
ACCOUNTS = {
    "campaign.battles.battles.Battles",
    "campaign.campaigns.campaigns.Campaigns",
    "campaign.headquarters.Headquarters",
    "campaign.library.names.campaign_of",
    "campaign.rules.refused",
    "campaign.rules.facets.UMPIRE",
    "campaign.shared.answering.declares",
    "campaign.shared.answers",
    "campaign.shared.callers",
    "campaign.shared.clock",
    "campaign.shared.plain",
    "campaign.shared.seals",
    "campaign.shared.seats.Seats",
    "events.decoding",
    "events.entry.encode_json",
    "events.files.make_private",
    "events.sqlite.versions",
    "events.sqlite.waiting",
}
"""Who comes in: players and tokens, nothing of any game."""
WIRE = {
    "api.accounts.answers.Scope",
    "api.accounts.door",
    "campaign.__version__",
    "campaign.battles.answers",
    "campaign.battles.battles",
    "campaign.battles.bots",
    "campaign.campaigns.answers",
    "campaign.campaigns.campaigns",
    "campaign.campaigns.files",
    "campaign.campaigns.record.door",
    "campaign.campaigns.returns",
    "campaign.campaigns.halves",
    "campaign.campaigns.staff",
    "campaign.headquarters",
    "campaign.library.packs",
    "campaign.library.rosters",
    "campaign.porter",
    "campaign.reports.door",
    "campaign.rules.muster.Verdict",
    "campaign.rules.options",
    "campaign.rules.refused",
    "campaign.rules.views",
    "campaign.shared.answering",
    "campaign.shared.answers",
    "campaign.shared.callers",
    "campaign.shared.seats",
    "events.decoding",
    "events.files",
}
"""The doors, whose methods are all that can be asked, and what they answer with."""
SERVER = {
    "api.accounts",
    "api.wire",
    "api.openapi",
    "campaign.battles.answers",
    "campaign.campaigns.answers",
    "campaign.headquarters",
    "campaign.library.names",
    "campaign.reports.door",
    "campaign.rules.refused",
    "campaign.rules.facets.UMPIRE",
    "campaign.rules.views.HexBoard",
    "campaign.rules.views.PlaneBoard",
    "campaign.rules.wording",
    "campaign.shared.answers",
    "campaign.shared.callers",
    "campaign.shared.clock.World",
    "campaign.shared.seals.short_seal",
    "campaign.shared.seating.SEAT_KINDS",
    "events.bounds",
    "events.decoding",
    "events.entry.encode_json",
    "events.files",
}
"""Headquarters, and what comes from outside: no store, no ledger, no raw state."""
GROUND = {"events", "campaign.rules", "campaign.shared"}
ALLOWED = {
    "events/": set[str](),
    "campaign/rules/": {"events"},
    "campaign/systems/": {"events", "campaign.rules"},
    "campaign/ledger/": {"events", "campaign.rules"},
    "campaign/shared/": {"events", "campaign.rules"},
    "campaign/home.py": set[str](),
    "campaign/library/": {*GROUND, "campaign.systems", "campaign.home"},
    "campaign/battles/": {*GROUND, "campaign.library"},
    "campaign/campaigns/": {*GROUND, "campaign.library", "campaign.battles", "campaign.ledger"},
    "campaign/importing/": {
        *GROUND,
        "campaign.home",
        "campaign.library",
        "campaign.ledger.events",
        "campaign.battles",
        "campaign.campaigns",
    },
    "campaign/simulation/": {
        *GROUND,
        "campaign.systems",
        "campaign.library",
        "campaign.battles",
        "campaign.campaigns",
    },
    "campaign/porter.py": {
        *GROUND,
        "campaign.house",
        "campaign.library.names",
    },
    "campaign/house.py": {
        *GROUND,
        "campaign.home",
        "campaign.library",
        "campaign.battles",
        "campaign.campaigns",
    },
    "campaign/headquarters.py": {
        *GROUND,
        "campaign.house",
        "campaign.porter",
        "campaign.home",
        "campaign.importing",
        "campaign.library",
        "campaign.battles",
        "campaign.campaigns",
        "campaign.simulation",
    },
    "campaign/reports/": REPORTS,
    "campaign/contract/": {
        *GROUND,
        "campaign.systems",
        "campaign.library.settings",
        "campaign.battles",
        "campaign.headquarters",
    },
    "campaign/samples/": set[str](),
    "campaign/__init__.py": set[str](),
    "api/accounts/": ACCOUNTS,
    "api/wire/": WIRE,
    "api/openapi/": {
        "api.wire",
        "campaign.battles.answers",
        "campaign.battles.table",
        "campaign.campaigns.answers",
        "campaign.ledger.actions.AnyAction",
        "campaign.ledger.returns.Return",
        "campaign.rules.seats.SEAT_ACTIONS",
        "campaign.shared.answers",
        "campaign.systems",
        "events.decoding",
        "events.diary.Rewind",
    },
    "api/client/": {
        *WIRE,
        "api.wire",
        "campaign.home",
        "campaign.ledger.definition.FILES",
        "campaign.ledger.definition.texts_in",
        "campaign.shared.asked.action_bytes",
        "campaign.shared.asked.decode_action",
        "campaign.shared.seals",
        "campaign.simulation.simulations",
    },
    "api/server/": SERVER,
    "api/__init__.py": set[str](),
    "tui/": {*FRONT, "api.client", "api.server.starting"},
}
"""Room → what it may import besides itself."""
LONG = {
    "campaign/campaigns/answers.py": "what headquarters answers of campaigns, one type beside the other",
    "campaign/headquarters.py": "the door of the house: a method for each thing that concerns all its diaries",
    "campaign/ledger/apply.py": "one small function for each event of the ledger, in one table",
    "campaign/ledger/events.py": "the events of the ledger, one beside the other: a diary's vocabulary",
    "campaign/systems/combat_volume_2/people/moving.py": "each step that a man can take, its cost and who sees it",
    "campaign/systems/combat_volume_2/vehicles/light_at.py": "bazookas and Panzerfausts, from loading to what they hit",
    "campaign/systems/tanks_modern_age/apply.py": "one small function for each event of the game, in one table",
    "campaign/systems/tanks_modern_age/events.py": "the events of the game, one beside the other",
}
"""Files of more than 450 lines → why."""
LONGEST = 450


def _within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(one + ".") for one in allowed)


def test_imports_point_down_only():
    up: dict[str, set[str]] = {}
    for path in MODULES:
        room = next(room for room in ALLOWED if where(path).startswith(room))
        own = room.removesuffix("/").removesuffix(".py").replace("/", ".")
        up[where(path)] = {name for name in imports(path) if not _within(name, ALLOWED[room] | {own})}
    assert {file: names for file, names in up.items() if names} == {}


def test_a_rule_system_never_imports_another():
    others: dict[str, set[str]] = {}
    for path in MODULES:
        own = ".".join(module(path).split(".")[:3])
        if _within(own, {"campaign.systems"}) and own != "campaign.systems":
            found = {name for name in imports(path) if _within(name, {"campaign.systems"})}
            others[where(path)] = {name for name in found if not _within(name, {own})}
    assert others
    assert {file: names for file, names in others.items() if names} == {}


def _systems() -> set[str]:
    return {p.name for p in (ROOT / "campaign" / "systems").iterdir() if (p / "__init__.py").exists()}


def test_no_other_room_imports_a_rule_system():
    inside = {f"campaign.systems.{name}" for name in _systems()}
    named = {
        where(path): found
        for path in MODULES
        if not _within(module(path), inside)
        and (found := {name for name in imports(path) if _within(name, inside)})
    }
    assert named == {}


def test_front_ends_look_behind_no_door():
    """Nor do they take what headquarters and its doors keep to themselves."""
    behind = {"_house", "_opened", "_installed", "_index"}
    found = {
        where(path): names
        for path in MODULES
        if where(path).startswith(("tui/", "api/", "campaign/reports/"))
        and (names := {one.attr for one in ast.walk(tree(path)) if isinstance(one, ast.Attribute)} & behind)
    }
    assert found == {}


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a", "e"}}) == [
        ["b", "c"],
        ["e"],
    ]
    assert (
        module_of("events.sqlite.SQLiteStore", {"events": set(), "events.sqlite": set()}) == "events.sqlite"
    )


def test_no_imports_in_a_circle():
    assert circles(graph()) == []


def test_only_the_door_of_the_terminal_program_imports_it():
    assert [name for name, found in graph().items() if "tui.app" in found] == ["tui.terminal"]


def _flat(names: set[str]) -> list[str]:
    """What of a folder should lie in a folder of its own: several with one prefix, or one beside a folder of that name.

    names: of its files and folders, those of folders with a slash.
    """
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        prefix, underscore, _ = name.removesuffix("/").partition("_")
        if underscore:
            groups[prefix].add(name)
    return sorted(
        one for prefix, few in groups.items() if len(few) > 1 or f"{prefix}/" in names for one in few
    )


def test_what_is_flat_with_a_prefix_is_found():
    assert _flat({"record_index", "record_search", "open_battle"}) == ["record_index", "record_search"]
    assert _flat({"board/", "board_view"}) == ["board_view"]
    assert _flat({"steering", "steering_panel", "open_battle", "boards/", "board_view"}) == []


def test_nothing_is_flat_with_a_prefix():
    flat: dict[str, list[str]] = {}
    for folder in {path.parent for path in MODULES}:
        files = {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
        folders = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
        flat[where(folder)] = _flat(files | folders)
    flat.pop("campaign/systems")  # two games of one publisher, each called by its title
    assert {folder: names for folder, names in flat.items() if names} == {}


def test_long_files_have_a_reason():
    long = {where(path) for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST}
    assert long == LONG.keys()


def test_every_module_says_what_it_is():
    said = {where(path): ast.get_docstring(tree(path)) for path in MODULES if path.stat().st_size}
    assert [file for file, text in said.items() if not (text and text.splitlines()[0].strip())] == []


def test_what_a_module_defines_is_found():
    text = "A = 1\nclass B:\n    c: int = 0\n    def d(self): ...\n"
    assert list(defined(ast.parse(text))) == ["A", "B", "B.c", "B.d"]


def test_the_front_ends_and_the_ground_name_no_rule_system():
    """A rule system is found by its folder; only its own tests and docs know its name."""
    systems = _systems()
    assert systems
    names = [name for one in systems for name in (one, one.replace("_", "-"))]
    names += [file.stem for file in (ROOT / "campaign" / "systems").glob("*/data/scenarios/*.toml")]
    for path in MODULES:
        if "systems" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert [name for name in names if name in text] == [], where(path)
