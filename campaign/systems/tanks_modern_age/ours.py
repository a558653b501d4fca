"""What of a scenario is our reconstruction, in one line each, as the pack says it where the numbers stand.

Whoever puts his own numbers into a copy of a file writes his own source beside them: then the line is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.systems.tanks_modern_age.charts import Charts, Scenario

WORD = "reconstruction"
"""What a source says if its numbers are ours."""


def reconstructed(charts: Charts, one: Scenario) -> tuple[str, ...]:
    """The lines of a scenario; none for what it does not use: a real table has an arrow and terrain of its own."""
    return (*(_of_table(charts, one) if one.measured else ()), *_of_all(charts), *_of_scenario(one))


def _of_table(charts: Charts, one: Scenario) -> Iterator[str]:
    table = charts.table
    if WORD in table.arrow_source:
        yield (
            f"The Measuring Arrow, tail {table.arrow_tail} mm and head {table.arrow_head} mm, is reconstructed: no "
            "length is printed. Your own: table.toml."
        )
    if WORD in charts.footprints:
        note = charts.footprints.partition("(")[2].rstrip(")")
        how = f" ({note})" if note else ""
        yield f"The sizes of hulls and bases are reconstructed{how}. Your own: models.toml."
    used = {*(lie.kind for lie in one.layout), *(table.terrain if one.lay_out else ())}
    sizes = [row for row in charts.terrain.values() if row.id in used and WORD in row.source]
    if sizes:
        names = " and ".join(f"{row.name.lower()} {row.length} by {row.width} mm" for row in sizes)
        yield f"The sizes of terrain are reconstructed: {names}. Your own: terrain.toml."


def _of_all(charts: Charts) -> Iterator[str]:
    if WORD in charts.criticals_source:
        yield (
            f"The critical deck is reconstructed: how many there are of each of its {len(charts.deck)} cards, and what "
            "they do, is ours. Your own: criticals.toml."
        )
    read = sum(bool(card.reading) for card in charts.cards.values())
    if read:
        yield f"Of {read} cards the text is open to readings; ours stands with each card. Your own: the folder cards."


def _of_scenario(one: Scenario) -> Iterator[str]:
    if WORD in one.source:
        yield "Where the terrain lies is read from a drawing. Your own: scenarios.toml."
    elif one.lay_out:
        yield "The ready table is a layout of our own; laid out in turns it is yours."
