"""The form of a return: what is known of a battle, and comments that say what can be filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from campaign.ledger.apply import FUEL
from campaign.ledger.decide.checking import damage_words, sides_of
from campaign.ledger.decide.halves import NOBODY, known_to
from campaign.ledger.graph import DRAW
from campaign.ledger.halves import UNDECIDED, Laying
from campaign.ledger.returns import WORDS, Return, as_it_went, write_return
from campaign.ledger.state import Campaign, Engagement
from campaign.ledger.words import name_of, stores_text
from campaign.rules.muster import Mustered

_TOML = (
    "kills of an asset: kills = [ { victim = \"ID\", by = \"PERSON\" } ], or without by; any words for a victim that",
    "is none of the machines below.",
    "For a person to whom something happened, add:",
    "  [[person]]",
    '  id = "ID"',
    '  fate = "wounded"',
)  # fmt: skip
_CSV = (
    "kills of an asset: VICTIM or VICTIM@PERSON, several with semicolons; any words for a victim that is none of the",
    "machines below.",
    "A person to whom something happened has a row of the kind person.",
)


def empty_return(battle: Engagement) -> Return:
    """A form to fill in: every asset of the battle as it came, nothing used, and nobody has won yet."""
    assets = tuple(as_it_went(one, dict.fromkeys(one.ammunition, 0)) for one in battle.muster)
    return Return(battle.id, "", "", "", "roll", assets, date=battle.date)


def form_text(
    state: Campaign,
    battle: Engagement,
    found: Return,
    csv: bool = False,
    first: Sequence[str] = (),
    nobody: str = "nothing",
) -> str:
    """A return as a file, TOML or CSV, with comments: crews with their ids, rounds carried, what words may stand.
    first: comments that come before all others. nobody: what is written where no side holds the field."""
    return write_return(found, csv, [*first, *([""] if first else []), *comments(state, battle, csv, nobody)])


def half_form(state: Campaign, battle: Engagement, side: str) -> Return:
    """The form of a side's half: its own assets as they came."""
    form = empty_return(battle)
    own = {one.id for one in battle.muster if one.id in state.assets and state.assets[one.id].side == side}
    return replace(form, asset=tuple(one for one in form.asset if one.id in own))


def half_text(state: Campaign, battle: Engagement, side: str, half: Return, csv: bool = False) -> str:
    """A half as a file, with what the side knows as comments."""
    first = (
        f"What {name_of(state, side)} says; until the battle is over it is for you and the umpire.",
        "Of others you may say what became of them, and whom you knocked out: the umpire compares.",
        f"Left empty, winner and field say nothing; the field is held by {NOBODY} if that is what you say.",
    )
    return form_text(*known_to(state, battle, side), half, csv, first, NOBODY)


def laid_text(state: Campaign, battle: Engagement, laid: Laying, csv: bool = False) -> str:
    """The return of halves as a file: what is left to decide stands there as a question."""
    said = (
        f"{one.what}: {', '.join(f'{side} says {words}' for side, words in one.said.items())}"
        for one in laid.open
    )
    left = f"For you to decide, {UNDECIDED} in the file:" if laid.open else "They leave nothing to decide."
    first = [f"From the halves of {', '.join(laid.given)}. {left}", *said]
    return form_text(state, battle, laid.form, csv, first)


def comments(state: Campaign, battle: Engagement, csv: bool, nobody: str) -> list[str]:
    """What can be filled in, line by line."""
    sides = ", ".join(sides_of(state, battle))
    damage: dict[str, str] = {}
    for one in battle.muster:
        if one.id in state.assets:
            asset = state.assets[one.id]
            type = state.types[asset.type]
            known = [_called(id, type.words) for id in damage_words(type, asset.damage)]
            damage[type.name] = ", ".join(known) or "any words"
    lines = [
        f"{name_of(state, battle.node)} ({battle.id}), {battle.date}",
        "",
        f"date: on which it was fought, {battle.date} to {state.date}; wounds count from there",
        f"winner: {sides} or {DRAW}",
        f"field: who holds the ground: {sides}, or {nobody}",
        "crews: roll asks the policy's chances for everybody who is not named, safe says that they came through",
        f"ammunition: rounds used, by kind; {FUEL} in litres, the policy's share of a full tank if none is named",
        f"fate of an asset: {', '.join(WORDS['asset'])}; wrecked leaves to the policy whether it is brought in",
        f"fate of a person: {', '.join(WORDS['person'])}; days of a wound: left to the policy if not given",
        *(f"damage of {type}: {words}" for type, words in damage.items()),
        *(_CSV if csv else _TOML),
        "",
        *(_came(state, one) for one in battle.muster),
    ]
    return [" ".join(line.split()) if line[:1] != " " else line for line in lines]


def _called(id: str, words: Mapping[str, str]) -> str:
    """A damage as it is written in a return, and what it is called."""
    return f"{id} ({words[id]})" if words.get(id, id) != id else id


def _fuel(state: Campaign, one: Mustered) -> int:
    return state.assets[one.id].stores.get(FUEL, 0) if one.id in state.assets else 0


def _came(state: Campaign, one: Mustered) -> str:
    """An asset as it went into the battle."""
    side = state.assets[one.id].side if one.id in state.assets else one.side
    bore = f"; came with {', '.join(one.damage)}" if one.damage else ""
    aboard = {**one.ammunition, **({FUEL: fuel} if (fuel := _fuel(state, one)) else {})}
    carried = f"; carried {stores_text(aboard)}" if aboard else ""
    crew = ", ".join(f"{member.id} ({member.name}, {member.post})" for member in one.crew)
    return f"{one.id}: {one.name}, {side}{bore}{carried}; crew: {crew or 'nobody'}"
