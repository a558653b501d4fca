"""A campaign as files, before it is opened: a folder with campaign.toml, forces.toml and, if wished, policy.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date as day
from pathlib import Path
from typing import Any, Literal, cast

from msgspec import Struct, structs

from campaign.ledger.actions import Enrol, Id, Name
from campaign.ledger.book import Book
from campaign.ledger.decide.battles import meant
from campaign.ledger.decide.checking import damage_fault
from campaign.ledger.decide.graph import open_first
from campaign.ledger.decide.organise import UMPIRE, add_asset, enrol
from campaign.ledger.defined import sealed
from campaign.ledger.events import CampaignOpened, SideSet
from campaign.ledger.graph import Graph, IsoDate, Scenario, faults
from campaign.ledger.orders import enrol_of, orders_sheet
from campaign.ledger.policy import Policy, read_policy
from campaign.ledger.sheets import Sheet, read_toml, shaped
from campaign.ledger.state import Campaign
from campaign.rules.decision import NO_DICE
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused, no_such
from campaign.rules.seats import TableRules
from campaign.rules.toml_files import read_text, text_of
from events.bounds import name_fault, odd_character

FILES = ("campaign.toml", "forces.toml", "policy.toml")
"""The last may be left out."""
LARGEST_GIVEN = 2 * 1024 * 1024
"""Bytes of a file that is given as content."""


class SideFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: Id
    name: Name
    colour: str = ""
    player: str = ""


class CampaignFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """campaign.toml. types: ids of types of the rule systems that it uses; all that its forces name if left out.

    date: the first day. closes: the last one. ahead: who knows of scenarios that are still to open.
    """

    id: Id
    title: Name
    date: IsoDate
    side: tuple[SideFile, ...]
    scenario: tuple[Scenario, ...]
    text: str = ""
    umpire: str = ""
    end: tuple[Any, ...] = ()
    happening: tuple[Any, ...] = ()
    closes: IsoDate | None = None
    ahead: Literal["umpire", "everybody"] = "umpire"


class Definition(Struct, frozen=True):
    """All that a campaign opens with, checked. packs: of the rule systems that its scenarios are played with, their
    digests."""

    id: str
    title: str
    text: str
    date: str
    umpire: str
    sides: tuple[SideSet, ...]
    policy: Policy
    graph: Graph
    forces: Enrol
    packs: Mapping[str, str]


LONGEST_ID = 60
"""Bytes: the name of a battle's diary holds two of them."""
Types = Callable[[str], Mapping[str, AssetType]]
"""Rule system → its types of assets. Raises Refused for a system that there is not."""
Packs = Callable[[str], str]
"""Rule system → the digest of its pack. Raises Refused for a system that there is not."""
Scenarios = Callable[[str, str, Mapping[str, Any]], tuple[str, ...]]
"""(rule system, scenario, options) → its sides. Raises Refused for one that there is not, and at `$.options` for what
it cannot have."""


def texts_in(folder: Path) -> dict[str, str]:
    """A campaign's files by their names. Raises Refused for one that is missing or cannot be read."""
    return {
        name: read_text(folder / name) for name in FILES if (folder / name).exists() or name != "policy.toml"
    }


def texts_of(content: Mapping[str, str | bytes]) -> dict[str, str]:
    """The files of a campaign, given as content by their names. Raises Refused for one that is none of them, that is
    missing, too big, or no text."""
    if odd := [name for name in content if name not in FILES]:
        raise Refused(f"A campaign has no file {odd[0][:60]!a}.", "", FILES, "$.source")
    if missing := [name for name in FILES[:2] if name not in content]:
        raise Refused(f"The file {missing[0]} is missing.", "", FILES, "$.source")
    return {name: text_of(data, name, LARGEST_GIVEN) for name, data in content.items()}


def definition(
    texts: Mapping[str, str], types: Types, scenarios: Scenarios, packs: Packs, prefix: str = ""
) -> Definition:
    """The same from texts by file name."""
    sheet = _plain(read_toml(texts["campaign.toml"], f"{prefix}campaign.toml"))
    head = shaped(sheet, CampaignFile)
    graph_keys = ("scenario", "end", "happening", "closes")
    graph = shaped(
        Sheet(sheet.where, sheet.text, {k: v for k, v in sheet.value.items() if k in graph_keys}), Graph
    )
    graph = structs.replace(graph, ahead="umpire" if head.ahead == "umpire" else "")
    _dates(sheet, head, graph)
    _ids(sheet, head, graph)
    sides = tuple(SideSet(one.id, one.name, one.colour, one.player) for one in head.side)
    ids = [one.id for one in sides]
    if len(set(ids)) != len(ids) or not ids:
        raise Refused("Sides have different ids, and there is at least one.", where=sheet.at("side[0].id"))
    if wrong := faults(graph, ids):
        more = f" ({len(wrong) - 1} more: {'; '.join(why for _, why in wrong[1:4])})" if wrong[1:] else ""
        raise Refused(wrong[0][1] + more, where=sheet.at(wrong[0][0]))
    policy = read_policy(texts.get("policy.toml", ""), f"{prefix}policy.toml")
    _plain(read_toml(texts.get("policy.toml", ""), f"{prefix}policy.toml"))
    systems = tuple(dict.fromkeys(one.system for one in graph.scenario if one.system))
    for i, one in enumerate(graph.scenario):
        _playable(sheet, i, one, scenarios)
    orders = _plain(read_toml(texts["forces.toml"], f"{prefix}forces.toml"))
    forces = _forces(orders, systems, types, ids, policy, graph)
    _references(sheet, graph, forces, ids)
    found = Definition(
        head.id, head.title, head.text, head.date, head.umpire, sides, policy, graph, forces,
        {system: packs(system) for system in sorted(systems)},
    )  # fmt: skip
    _begins(found, sheet, orders_sheet(orders), types)
    return found


def beginning(
    definition: Definition,
    name: str,
    commitment: str,
    scheme: int = 1,
    rules: TableRules | None = None,
    offers: Mapping[str, str] | None = None,
) -> Book:
    """The first entry of a campaign's diary. commitment, scheme: of its sealed dice. rules, offers: of its table.
    Raises Refused."""
    one = definition
    book = Book(Campaign(), NO_DICE)
    book.emit(
        CampaignOpened(
            name,
            one.title,
            one.date,
            one.sides,
            one.policy,
            one.graph,
            commitment,
            one.umpire,
            scheme,
            rules,
            offers or {},
        )
    )
    enrol(book, one.forces, UMPIRE)
    open_first(book)
    opened, *rest = book.events
    assert isinstance(opened, CampaignOpened)
    book.events[0] = sealed(opened, rest, one.packs)
    return book


def _begins(definition: Definition, sheet: Sheet, orders: Sheet, types: Types) -> None:
    """It can be opened, what arrives later can arrive, and somebody can come to every scenario. Raises Refused."""
    try:
        book = beginning(definition, definition.id, "")
    except Refused as refused:
        raise _placed(refused, orders) from None
    state = book.state
    for i, one in enumerate(definition.forces.asset):
        why, known = damage_fault(state.types[one.type], one.name, one.damage)
        if why:
            raise Refused(why, "", known, orders.at(f"asset[{i}].damage"))
    try:
        for i, one in enumerate(definition.graph.happening):
            for k, new in enumerate(one.asset):
                if new.id not in state.assets:
                    add_asset(book, new, f"$.happening[{i}].asset[{k}]")
    except Refused as refused:
        raise _placed(refused, sheet) from None
    for i, node in enumerate(definition.graph.scenario):
        for k, may in enumerate(node.muster):
            come = [asset for asset in state.assets.values() if meant(state, asset, may)]
            if node.system:
                _known_there(node, may.types, [(one.name, one.type) for one in come], types(node.system), (
                    sheet, f"scenario[{i}].muster[{k}]",
                ))  # fmt: skip
            able = len(come)
            if able < max(1, may.least):
                side = state.sides[may.side].name
                reason = f"{node.title}: {side} must muster {may.least}, and of all that it ever has {able} could come."
                raise Refused(reason, where=sheet.at(f"scenario[{i}].muster[{k}]"))


def _known_there(
    node: Scenario,
    named: Sequence[str],
    come: Sequence[tuple[str, str]],
    types: Mapping[str, AssetType],
    at: tuple[Sheet, str],
) -> None:
    """Raises Refused if machines may be mustered that the rules of a scenario do not have. named: types that may be;
    come: machines by name and type. at: the muster."""
    sheet, place = at
    if odd := [one for one in named if one not in types]:
        raise no_such("type", odd[0], list(types), "", sheet.at(f"{place}.types"), f" in {node.system}")
    if strange := [one for one in come if one[1] not in types]:
        name, type = strange[0]
        reason = f"{node.title} is played with {node.system}, which has no {type}: {name} could be mustered for it."
        known = [one for one in dict.fromkeys(type for _, type in come) if one in types]
        raise Refused(reason, "", [f"types = {known}"] if known else [], sheet.at(place))


def _placed(refused: Refused, sheet: Sheet) -> Refused:
    """A refusal of what stands in a file names the file and the line."""
    where = sheet.at(refused.where.removeprefix("$."))
    return Refused(refused.reason, refused.rule, refused.allowed, where)


def _plain(sheet: Sheet) -> Sheet:
    """Raises Refused for a file with a text in it that would steer a terminal."""

    def look(value: Any, path: str) -> None:
        match value:
            case str():
                if odd := odd_character(value.replace("\n", " ").replace("\t", " ")):
                    reason = f"A campaign is plain text; this one holds the character {odd}."
                    raise Refused(reason, where=sheet.at(path))
            case dict():
                for key, one in cast("dict[str, Any]", value).items():
                    look(key, path)
                    look(one, f"{path}.{key}".lstrip("."))
            case list():
                for i, one in enumerate(cast("list[Any]", value)):
                    look(one, f"{path}[{i}]")
            case _:
                return

    look(sheet.value, "")
    return sheet


def _ids(sheet: Sheet, head: CampaignFile, graph: Graph) -> None:
    """Ids are typed in commands, and become the names of diaries and files."""
    places = [("id", head.id)]
    places += [(f"side[{i}].id", one.id) for i, one in enumerate(head.side)]
    places += [(f"scenario[{i}].id", one.id) for i, one in enumerate(graph.scenario)]
    for place, id in places:
        if why := name_fault(id, LONGEST_ID):
            raise Refused(f"{id[:60]!a} cannot be an id: {why}.", where=sheet.at(place))


def _dates(sheet: Sheet, head: CampaignFile, graph: Graph) -> None:
    dated = [("date", head.date), ("closes", head.closes)]
    dated += [(f"happening[{i}].date", one.date) for i, one in enumerate(graph.happening)]
    for i, one in enumerate(graph.scenario):
        dated += [(f"scenario[{i}].opens", one.opens), (f"scenario[{i}].closes", one.closes)]
    for place, date in dated:
        try:
            if date is not None:
                day.fromisoformat(date)
        except ValueError:
            raise Refused(f"{date} is not a date.", "", ["YYYY-MM-DD"], sheet.at(place)) from None
    if head.closes is not None and head.closes <= head.date:
        raise Refused("The campaign closes before it begins.", where=sheet.at("closes"))
    for i, one in enumerate(graph.happening):
        late = head.closes is not None and one.date > head.closes
        if one.date <= head.date or late:
            when = (
                f"after {head.closes}, the last day"
                if late
                else f"by {head.date}, the first day, that is over"
            )
            reason = f"This never happens: {one.date} is {when}."
            allowed = [f"after {head.date}", *([f"up to {head.closes}"] if head.closes is not None else [])]
            raise Refused(reason, "", allowed, sheet.at(f"happening[{i}].date"))


def _playable(sheet: Sheet, i: int, one: Scenario, scenarios: Scenarios) -> None:
    """The rule system's scenario is there, and the sides fit."""
    if not one.system:
        return
    try:
        known = scenarios(one.system, one.scenario, one.options)
    except Refused as refused:
        path = refused.where.removeprefix("$.")
        where = sheet.at(f"scenario[{i}].{path if path.startswith('options') else 'scenario'}")
        raise Refused(refused.reason, refused.rule, refused.allowed, where) from None
    if set(one.sides.values()) != set(known) or len(one.sides) != len(known):
        reason = f"{one.title} gives each side of {one.scenario} one of the campaign's: {', '.join(known)}."
        raise Refused(reason, "", list(known), sheet.at(f"scenario[{i}].sides"))


def _forces(
    sheet: Sheet, systems: tuple[str, ...], types: Types, sides: list[str], policy: Policy, graph: Graph
) -> Enrol:
    """The order of battle, with the types of the rule systems that it uses put in front of its own. A type that does
    not say what damage it can bear bears what its namesake of a rule system does, or else what the policy repairs; each
    once, unless the rules or the type itself say otherwise."""
    forces = enrol_of(sheet)
    known: dict[str, AssetType] = {}
    for system in systems:
        for id, type in types(system).items():
            known.setdefault(id, type)
    usual = tuple(one for one in policy.repair if one not in ("other", "wreck"))
    own: dict[str, AssetType] = {}
    for i, one in enumerate(forces.type):
        if one.id in [other.id for other in forces.type[:i]]:
            raise Refused(f"The type {one.id!r} stands twice.", where=sheet.at(f"type[{i}].id"))
    several = {id for type in known.values() for id in type.damage if id not in (type.once or ())}
    called = {id: word for type in known.values() for id, word in type.words.items()}
    for one in forces.type:
        damage = one.damage or (known[one.id].damage if one.id in known else usual)
        words = {id: word for id, word in {**called, **one.words}.items() if id in damage}
        once = tuple(id for id in damage if id not in several) if one.once is None else one.once
        own[one.id] = structs.replace(one, damage=damage, words=words, once=once)
    arriving = (new.type for one in graph.happening for new in one.asset)
    used = dict.fromkeys((*(one.type for one in forces.asset), *(id for id in arriving if id in known)))
    for i, one in enumerate(forces.asset):
        if one.type not in own and one.type not in known:
            near = [id for id in (*own, *known) if one.type[:3] in id]
            reason = f"There is no type {one.type!r}."
            raise Refused(reason, "", near or [*own, *known][:20], sheet.at(f"asset[{i}].type"))
        if one.side not in sides:
            raise no_such("side", one.side, sides, "", sheet.at(f"asset[{i}].side"))
    found = tuple(own.get(id) or known[id] for id in used)
    return structs.replace(forces, type=(*found, *(one for id, one in own.items() if id not in used)))


def _references(sheet: Sheet, graph: Graph, forces: Enrol, sides: list[str]) -> None:
    """What happenings and musters name exists, and what a happening brings is for somebody."""
    depots, pools = [one.id for one in forces.depot], [one.id for one in forces.pool]
    formations, types = [one.id for one in forces.formation], [one.id for one in forces.type]
    for i, one in enumerate(graph.happening):
        if one.depot and one.depot not in depots:
            raise no_such("depot", one.depot, depots, "", sheet.at(f"happening[{i}].depot"))
        if one.pool and one.pool not in pools:
            raise no_such("pool", one.pool, pools, "", sheet.at(f"happening[{i}].pool"))
        for what, given, to, named, known in (
            ("stores", one.stores, "depot", one.depot, depots),
            ("people", one.people, "pool", one.pool, pools),
            ("points", one.points, "side", one.side, sides),
        ):
            if given and not named:
                reason = f"Its {what} are for a {to}, and none is named."
                raise Refused(reason, "", known, sheet.at(f"happening[{i}].{what}"))
    for i, node in enumerate(graph.scenario):
        for k, may in enumerate(node.muster):
            place = f"scenario[{i}].muster[{k}]"
            if may.formation and may.formation not in formations:
                reason = f"There is no formation {may.formation!r}."
                raise Refused(reason, "", formations, sheet.at(f"{place}.formation"))
            if unknown := [one for one in may.types if one not in types]:
                raise no_such("type", unknown[0], types, "", sheet.at(f"{place}.types"))
