"""What a pack must keep to beyond the shapes of its files. Each check raises PackError: file, row, what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import cos, radians, sin
from typing import get_args

from campaign.rules.packs import Pack, PackError
from campaign.systems.tanks_modern_age.charts import (
    NATIONS,
    Card,
    CardType,
    Charts,
    Lie,
    ModelRow,
    PlatoonRule,
    Scenario,
)
from campaign.systems.tanks_modern_age.effects import Effect, Moment

KEYWORDS = (
    "Advanced Stabiliser", "Artillery", "Brutal", "Fast", "Forward Firing", "Hammerhead", "Missiles (X)", "Predator",
    "Rapid Fire (X)", "Scout", "Spearhead", "Stabiliser", "Wheeled",
)  # fmt: skip
"""The keywords of page 20; X stands for a number."""
MOMENTS: dict[str, Collection[Moment]] = {
    "hit-to-critical": ("rolled", "uncancelled"),
    "critical-to-hits": ("rolled", "uncancelled"),
    "hits-to-critical": ("rolled", "uncancelled"),
    "second-attack": ("no-hit", "after-shot", "final-fury"),
    "extra-move": ("end-of-move", "after-shot", "no-hit", "last"),
    "change-elevation": ("", "after-shot"),
}
"""When effects happen that have a moment; all others have none."""
NO_MOMENT: Collection[Moment] = ("",)
NEEDS_VALUE = (
    "reroll-attack", "reroll-defence", "hits-from", "criticals-from", "cancels-from", "machine-guns", "rockets",
    "smoke", "kill-crew", "extra-criticals", "choose-critical", "retaliate", "mark", "redeploy", "reserve",
)  # fmt: skip
GIVEN = ("", "any", "crew", "upgrade")
"""What a card that costs another card may ask for, beside a card type."""


def sound_charts(pack: Pack) -> Charts:
    """The charts of a pack, with everything checked that one row says of another."""
    charts = Charts(pack)
    for row in charts.models.values():
        model(row, f"models.toml, model {row.id}")
    for one in charts.cards.values():
        card(charts, one, f"{charts.files[one.id]}, card {one.id}")
    for rule in charts.rules.values():
        platoon_rule(charts, rule, f"platoon_rules.toml, rule {rule.id}")
    nations(charts, NATIONS)
    all_of(charts.table.terrain, charts.terrain, "terrain", "table.toml, terrain")
    all_of(charts.table.high_looks_over, charts.terrain, "terrain", "table.toml, high_looks_over")
    all_of(charts.table.cover_dice, KEYWORDS, "keyword", "table.toml, cover_dice")
    if not charts.deck:
        raise PackError("The critical deck has no card.", "p18", where="criticals.toml")
    if charts.table.points[0] > charts.table.points[1]:
        raise PackError("The lower number of points comes first.", "p21", where="table.toml, points")
    for found in charts.scenarios.values():
        scenario(charts, found, charts.places[found.id])
    return charts


def one_of(value: str, allowed: Iterable[str], what: str, where: str) -> None:
    if value not in (known := list(allowed)):
        raise PackError(f"There is no {what} {value!r}.", allowed=sorted(known), where=where)


def all_of(values: Iterable[str], allowed: Collection[str], what: str, where: str) -> None:
    for value in values:
        one_of(value, allowed, what, where)


def keyword(text: str, where: str) -> None:
    """A keyword as it stands on a model: `Missiles (4)`."""
    one_of(re.sub(r" \([1-9][0-9]?\)$", " (X)", text), KEYWORDS, "keyword", where)


def bare(text: str, where: str) -> None:
    """A keyword without its number, as restrictions name it."""
    one_of(text, [one.removesuffix(" (X)") for one in KEYWORDS], "keyword", where)


# -- rows ------------------------------------------------------------------------------------------------------


def model(row: ModelRow, where: str) -> None:
    names = [text.partition(" (")[0] for text in row.keywords]
    for text in row.keywords:
        keyword(text, where)
    if twice := [one for one in names if names.count(one) > 1]:
        raise PackError(f"{row.name} has the keyword {twice[0]} twice.", where=where)
    if row.kind == "helicopter" and row.length != row.width:
        raise PackError("A helicopter's base is round: length and width are equal.", "p4", where=where)


def card(charts: Charts, one: Card, where: str) -> None:
    """Names that a card's row mentions, and its effects."""
    all_of(one.models, charts.models, "model", where)
    if one.needs:
        one_of(one.needs, charts.cards, "card", where)
    elif one.cheaper:
        raise PackError("Only a card that needs another is cheaper with it.", where=where)
    for text in (one.keyword, one.without):
        if text:
            bare(text, where)
    for id in one.models:
        row = charts.models[id]
        if one.nations and row.nation not in one.nations:
            raise PackError(f"{row.name} is of none of the card's nations.", allowed=one.nations, where=where)
        if one.kind not in ("", row.kind):
            raise PackError(f"{row.name} is a {row.kind}; the card is for a {one.kind}.", where=where)
    if not one.effects:
        raise PackError("This card has no effect.", where=where)
    for i, found in enumerate(one.effects):
        effect(charts, found, f"{where}, effect {i}")


def effect(charts: Charts, one: Effect, where: str) -> None:
    """An effect that names what there is, at a moment at which it can happen."""
    all_of(one.criticals, charts.criticals, "critical", where)
    all_of(one.models, charts.models, "model", where)
    moments = MOMENTS.get(one.do, NO_MOMENT)
    if one.moment not in moments:
        allowed = [moment or "none" for moment in moments]
        raise PackError(
            f"{one.do} does not happen at the moment {one.moment!r}.", allowed=allowed, where=where
        )
    if one.do in ("gain", "lose"):
        if not one.keyword:
            raise PackError(f"An effect that makes a model {one.do} something names a keyword.", where=where)
        (keyword if one.do == "gain" else bare)(one.keyword, where)
    if one.do == "cancel-critical" and not one.criticals:
        raise PackError("An effect that cancels critical cards names them.", where=where)
    if one.do in ("rockets", "smoke") and one.use != "discard":
        raise PackError(f"A card with {one.do} is given up for it: use is discard.", where=where)
    if one.do in NEEDS_VALUE and one.value < 1:
        raise PackError(f"{one.do} needs a value of 1 or more.", where=where)
    if one.do.startswith("pair-"):
        one_of(one.type, get_args(CardType), "card type", where)
    elif one.type:
        one_of(one.type, (*GIVEN, *get_args(CardType)), "card type", where)
    if any(not 1 <= face <= 6 for face in one.faces):
        raise PackError("A die has the faces 1 to 6.", where=where)


def platoon_rule(charts: Charts, one: PlatoonRule, where: str) -> None:
    for i, found in enumerate(one.effects):
        effect(charts, found, f"{where}, effect {i}")
        if found.use:
            raise PackError(
                "A platoon's rule is no card: it cannot be turned up or given up.", "p6", where=where
            )


def nations(charts: Charts, ids: Iterable[str]) -> None:
    """Every nation can put a platoon together (p21)."""
    for nation in ids:
        if not any(one.nation == nation for one in charts.rules.values()):
            raise PackError(f"No platoon is of {nation}.", "p21", where="platoon_rules.toml")
        if not any(one.nation == nation and one.kind == "tank" for one in charts.models.values()):
            raise PackError(f"No tank is of {nation}.", "p21", where="models.toml")


def scenario(charts: Charts, one: Scenario, where: str) -> None:
    sides = [side.id for side in one.side]
    if len(set(sides)) != 2 or len(sides) != 2:
        raise PackError("A scenario has two sides with different ids.", where=f"{where}, side")
    all_of(one.rosters, sides, "side", f"{where}, rosters")
    all_of(one.choose, sides, "side", f"{where}, choose")
    all_of(one.edges, sides, "side", f"{where}, edges")
    if missing := [side for side in sides if side not in one.rosters]:
        raise PackError(f"Side {missing[0]!r} has no platoon in rosters.", where=f"{where}, rosters")
    if one.attacker:
        one_of(one.attacker, sides, "side", f"{where}, attacker")
    for side, platoon in one.rosters.items():
        one_of(platoon, charts.platoons, "platoon", f"{where}, rosters.{side}")
    if one.edges and {*one.edges.values()} not in ({"north", "south"}, {"east", "west"}):
        allowed = ["north and south", "east and west"]
        raise PackError("The two sides deploy from opposite edges.", "p8", allowed, f"{where}, edges")
    if one.lay_out and one.layout:
        reason = "Either the players lay the terrain out, or it lies ready."
        raise PackError(reason, "", ["lay_out = false", "no layout"], f"{where}, lay_out")
    for i, lie in enumerate(one.layout):
        one_of(lie.kind, charts.terrain, "terrain", f"{where}, layout[{i}].kind")
        lies_on_table(charts, lie, f"{where}, layout[{i}]")


def lies_on_table(charts: Charts, lie: Lie, where: str) -> None:
    kind, turn = charts.terrain[lie.kind], radians(lie.heading)
    reach_x = abs(kind.length * sin(turn)) / 2 + abs(kind.width * cos(turn)) / 2
    reach_y = abs(kind.length * cos(turn)) / 2 + abs(kind.width * sin(turn)) / 2
    width, height = charts.table.width, charts.table.height
    if not (reach_x <= lie.x <= width - reach_x and reach_y <= lie.y <= height - reach_y):
        reason = f"{lie.name or kind.name} at {lie.x}, {lie.y} lies off the table, wholly or in part."
        raise PackError(reason, allowed=[f"{width} by {height} mm"], where=where)
