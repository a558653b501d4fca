"""Commands that act in a battle, take back, and try another way."""

from __future__ import annotations

import random
import sys
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.shared.answers import Acted, Refusal
from tui.cli import output
from tui.cli.app import HERE, NOBODY, Actor, BattleId, Common, Expected, Key, app, door
from tui.cli.battles import listings, printing
from tui.cli.battles.bots import Dice, typed_dice, went_back, with_bots
from tui.cli.ids import beginning

With = Annotated[
    list[str] | None,
    Parameter(
        name="--with",
        help="NAME=VALUE, for what a choice leaves free, such as a hex. May be repeated.",
        negative="",
    ),
]
Choice = Annotated[str, Parameter(help="A number from `wardiary legal`, or the action as JSON.")]


@app.command
def legal(
    battle: BattleId,
    *,
    side: str | None = None,
    unit: Annotated[str, Parameter(help="Only what this piece may do; the numbers stay the same.")] = "",
    common: Common = NOBODY,
) -> int:
    """List all that may be done now. Any line's number, or its action as JSON, goes to `wardiary act`.

    A number is one of this listing: if something was done since, list again.

    Example: wardiary legal BATTLE --unit PIECE
    """
    with door(common, side) as hq:
        listing = listings.listed(hq, battle)
        found = listing.choices
        able = sorted({one.unit for one in found if one.unit})
        unit = beginning(unit, able, "--unit")
        if unit and found and unit not in able:
            raise Refused(f"{unit!r} can do nothing now.", "", able, "--unit")
        listings.remember(hq, battle, listing)
        nothing = "" if found else listings.why_nothing(hq, battle)
        refused = "" if common.json else listings.refused_wish(hq, battle, listing.entry)
    if common.json:
        output.as_json(
            [
                {"number": number, "entry": listing.entry, **msgspec.json.decode(msgspec.json.encode(one))}
                for number, one in enumerate(found, 1)
                if unit in ("", one.unit)
            ]
        )
    else:
        output.say(f"Entry {listing.entry}")
        if refused:
            output.say(refused)
        for number, one in enumerate(found, 1):
            if unit not in ("", one.unit):
                continue
            why = ", ".join(f"{m.what} {m.value:+d}" for m in one.modifiers)
            output.say(f"{number:>4}  {one.side:<4} {one.label}{f' ({why})' if why else ''}")
            if one.ranges:
                output.say(f"            {bytes(one.action).decode()} with {printing.ranges(one.ranges)}")
        if nothing:
            output.say(nothing)
    return 0


@app.command
def act(
    battle: BattleId,
    action: Choice,
    *,
    with_: With = None,
    dice: Dice = "",
    key: Key = "",
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Do something in a battle; bots that are asked then play at once.

    A number is one of the listing that you read last, or of the entry --expected. If something was done since, nothing
    is done.

    Example: wardiary act BATTLE 3
    Example: wardiary act BATTLE 3 --with hex=0505
    """
    typed = typed_dice(dice)
    with door(common, actor.side) as hq:
        doing, action, expected = listings.chosen(hq, battle, action, expected, with_ or ())
        done = doing.battles.act(battle, action, dice=typed, key=key, expected=expected)
        return with_bots(hq, done, common.json)


@app.command
def odds(
    battle: BattleId,
    action: Choice,
    *,
    with_: With = None,
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """The exact chances of what an action can lead to: a number as `wardiary act` takes it, or JSON.

    Example: wardiary odds BATTLE 3
    """
    with door(common, actor.side) as hq:
        asking, action, _ = listings.chosen(hq, battle, action, expected, with_ or ())
        found = asking.battles.odds(battle, action)
    if common.json:
        output.as_json(found)
    elif found is None:
        output.say("No dice decide this.")
    else:
        rows = [(f"{one.chance:7.2%}", one.result, one.fraction) for one in found.results]
        rows += [(f"{one.chance:7.2%}", f"({one.result})", one.fraction) for one in found.also]
        output.table(rows)
        if found.also:
            output.say("In brackets: single facts, several of which may come about at once.")
        for text in (found.note, *found.reconstructed):
            if text:
                output.say(text)
    return 0


@app.command
def preview(
    battle: BattleId,
    action: Choice,
    *,
    with_: With = None,
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Where an action would lead, without doing it: where the piece would stand, what it would see.

    Example: wardiary preview BATTLE 3
    """
    with door(common, actor.side) as hq:
        asking, action, _ = listings.chosen(hq, battle, action, expected, with_ or ())
        found = asking.battles.preview(battle, action)
    return output.found(found, printing.preview, common.json)


@app.command
def contribute(
    battle: BattleId,
    text: str,
    *,
    key: Key = "",
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Add a text of your side's own to what the sealed dice are derived from: once, before the first roll.

    Example: wardiary contribute BATTLE "a dark and stormy night" --side SIDE
    """
    with door(common, actor.side) as hq:
        action = {"kind": "contribute", "text": text}
        done = hq.battles.act(battle, action, key=key, expected=expected)
        return with_bots(hq, done, common.json)


@app.command
def autoplay(
    battle: BattleId,
    *,
    bots: Annotated[
        str, Parameter(help="SIDE=BOT pairs, with commas; all sides the best bot there is if left out.")
    ] = "",
    seed: Annotated[int | None, Parameter(help="For the bots' coin tosses, to repeat a run.")] = None,
    most: Annotated[int, Parameter(help="Stop after so many actions.")] = 100_000,
    common: Common = NOBODY,
) -> int:
    """Let bots play a battle to its end.

    Example: wardiary autoplay BATTLE --bots SIDE=random,SIDE=random
    """
    if most < 1:
        raise Refused(f"{most} actions cannot be played.", "", ["1 or more"], "--most")
    done = 0
    refusal: Refusal | None = None
    with door(common) as hq:
        sides = [seat.side for seat in hq.battles.info(battle).seats]
        chosen = _bots(bots, sides, hq.battles.bots.best(battle))
        pick = random.Random(seed).randrange if seed is not None else None
        for answer in hq.battles.bots.play(battle, chosen, pick):
            if isinstance(answer, Refusal):
                refusal = answer if answer.kind != "head-moved" else None
                continue
            if not isinstance(answer, Acted):
                return printing.answer(answer, common.json)
            done += 1
            if sys.stderr.isatty() and done % 10 == 0:
                print(f"\r{count(done, 'action')}, entry {answer.seq} ", end="", file=sys.stderr, flush=True)
            if done >= most:
                break
        info = hq.battles.info(battle)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    if refusal is not None:
        return output.complain(refusal, common.json)
    if common.json:
        output.as_json({"battle": battle, "actions": done, "entries": info.entries, "verdict": info.verdict})
    else:
        output.say(f"{count(done, 'action')}. {printing.standing(info)}.")
    return 0


def _bots(text: str, sides: list[str], best: str) -> dict[str, str]:
    if not text:
        return dict.fromkeys(sides, best)
    pairs = [part.partition("=") for part in text.replace(",", " ").split()]
    if bad := [side for side, equals, bot in pairs if side not in sides or not equals or not bot]:
        raise Refused(f"{bad[0]!r} is not SIDE=BOT.", "", [f"{side}={best}" for side in sides], "--bots")
    return {side: bot for side, _, bot in pairs}


@app.command
def undo(
    battle: BattleId,
    *,
    key: Key = "",
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Take back the newest action, or ask the other side for it.

    Example: wardiary undo BATTLE
    """
    with door(common, actor.side) as hq:
        done = hq.battles.undo(battle, key=key, expected=expected)
        return went_back(hq, done, common.json)


@app.command
def redo(
    battle: BattleId,
    *,
    key: Key = "",
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Bring back what the newest undo took away.

    Example: wardiary redo BATTLE
    """
    with door(common, actor.side) as hq:
        done = hq.battles.redo(battle, key=key, expected=expected)
        return went_back(hq, done, common.json)


@app.command
def rewind(
    battle: BattleId,
    entry: int,
    *,
    key: Key = "",
    expected: Expected = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Go back (or forth) to the state after an entry. Nothing is deleted.

    Example: wardiary rewind BATTLE 12
    """
    with door(common, actor.side) as hq:
        done = hq.battles.rewind(battle, entry, key=key, expected=expected)
        return went_back(hq, done, common.json)


@app.command
def consent(
    battle: BattleId,
    reply: Literal["yes", "no"],
    *,
    side: Annotated[
        str | None,
        Parameter(help="The side that answers, or umpire; if left out, the one that is asked and yours."),
    ] = None,
    key: Key = "",
    expected: Expected = None,
    common: Common = NOBODY,
) -> int:
    """Answer a request to take something back.

    Example: wardiary consent BATTLE yes
    """
    with door(common, side) as hq:
        done = hq.battles.answer_undo(battle, reply == "yes", key=key, expected=expected)
        return went_back(hq, done, common.json)


@app.command
def fork(
    battle: BattleId,
    entry: int | None = None,
    *,
    title: str = "",
    common: Common = NOBODY,
) -> int:
    """Begin a new battle from an entry of this one, to try another move. The original stays as it is.

    Example: wardiary fork BATTLE 12
    """
    with door(common) as hq:
        return printing.answer(hq.battles.fork(battle, entry, title=title), common.json)
