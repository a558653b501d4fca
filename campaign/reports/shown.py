"""How single values are shown in a page: as words, small bars, faces of dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.campaigns.answers import AssetView, stores_text
from campaign.reports.drawing import dice
from campaign.reports.drawing.markup import num, safe
from campaign.reports.rolls import Roll
from campaign.rules.views import PieceView
from campaign.rules.wording import count, noun

MINUS = "−"
LEAST = 0.9
"""Pixels of a unit of a map, at the least."""
PASSING = ("moved", "Speed", "Damage")
"""Values of a piece that say nothing when all is over, or stand elsewhere."""


def filters() -> dict[str, Callable[..., Any]]:
    """All of them, by the name that they have in templates."""
    from markupsafe import Markup  # comes with the templates, and is as slow to import

    def marked(make: Callable[..., str]) -> Callable[..., Any]:
        return lambda *values: Markup(make(*values))  # all of it is escaped where it is made

    return {
        "faces": marked(faces),
        "terms": marked(terms),
        "plain_terms": plain_terms,
        "sized": marked(sized),
        "does": does,
        "values": values,
        "state": state,
        "posts": marked(posts),
        "aboard": marked(aboard),
        "stores": stores_text,
        "counted": count,
        "noun": noun,
    }


def faces(roll: Roll) -> str:
    return dice.row(roll.values, roll.sides)


def signed(value: int) -> str:
    return f"+{value}" if value >= 0 else f"{MINUS}{-value}"


def terms(roll: Roll) -> str:
    """Why so many dice: each term with its rule, and what they come to."""
    found = [
        f"{signed(one.value)} {safe(one.what)}"
        + (f' <span class="rule">{safe(one.rule)}</span>' if one.rule else "")
        for one in roll.terms
    ]
    return f"{', '.join(found)} = {sum(one.value for one in roll.terms)}"


def plain_terms(roll: Roll) -> str:
    found = [f"{signed(one.value)} {one.what}{f' ({one.rule})' if one.rule else ''}" for one in roll.terms]
    return f"{', '.join(found)} = {sum(one.value for one in roll.terms)}"


def sized(svg: str, units: float) -> str:
    """A map that is never so small that it cannot be read: its frame scrolls before that."""
    return svg.replace("<svg ", f'<svg style="min-width:{num(units * LEAST)}px" ', 1)


def does(piece: PieceView) -> str:
    """Where a piece faces and what it does."""
    if piece.out:
        return ""
    facing = piece.facing or (f"{piece.heading}°" if piece.heading >= 0 else "")
    turret = f"turret {piece.turret}" if piece.turret else ""
    return ", ".join(one for one in (facing, turret, piece.stance) if one)


def values(piece: PieceView) -> str:
    """What else is known of a piece."""
    found = [f"{name} {value}" for name, value in piece.details if name not in PASSING]
    if piece.most and not any(one.startswith("damage ") for one in piece.status):
        found.insert(0, f"damage {piece.damage} of {piece.most}")
    down = sum(1 for one in piece.cards if not one.name)
    named = [one.name for one in piece.cards if one.name]
    if named:
        found.append(f"cards: {', '.join(named)}")
    if down:
        found.append(f"{down} {'cards' if down > 1 else 'card'} face down")
    return " · ".join(found)


def state(asset: AssetView) -> str:
    """How a machine is, in words."""
    found = [asset.status] if asset.status != "ready" or not asset.damage else []
    found += [asset.borne] if asset.damage else []
    text = ", ".join(found)
    jobs = [f"{asset.word(job.damage)}: {job.hours} h to go" for job in asset.jobs]
    return f"{text}; in the workshop, {', '.join(jobs)}" if jobs else text


def posts(asset: AssetView) -> str:
    """A small post for each man of a crew."""
    found = [("fit" if one.status == "fit" else "wounded", f"{one.post} {one.name}") for one in asset.crew]
    found += [("", f"{post}: nobody") for post in asset.empty]
    if not found:
        return ""
    inside = "".join(f'<i class="{css}" title="{safe(title)}"></i>' for css, title in found)
    full = len(asset.crew)
    return f'<span class="posts" role="img" aria-label="{full} of {len(found)} posts held">{inside}</span>'


def aboard(asset: AssetView) -> str:
    """What a machine carries of its basic load, a bar for each kind."""
    parts: list[str] = []
    for kind, full in sorted(asset.load.items()):
        if full:
            part = min(1.0, asset.stores.get(kind, 0) / full)
            low = " low" if part < 1 / 3 else ""
            parts.append(
                f'<span class="nowrap">{safe(kind)} {asset.stores.get(kind, 0)}/{full}'
                f' <span class="bar{low}" aria-hidden="true"><i style="width:{num(100 * part)}%"></i></span></span>'
            )
    return " ".join(parts) or safe(_other(asset.stores))


def _other(stores: Mapping[str, int]) -> str:
    return stores_text(dict(stores)) if stores else ""


def short_name(name: str) -> str:
    """A side's name beside a line: its initials, or itself if it is short."""
    parts = name.split()
    return "".join(word[0] for word in parts).upper() if len(parts) > 1 else name[:8]
