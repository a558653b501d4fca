"""Bots at the table, between the commands of people: they play as soon as they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Any, NamedTuple

import msgspec
from cyclopts import Parameter

from campaign.battles.answers import BattleInfo
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, DiceNeeded, LogEntry, Refusal
from tui.cli import output, tables
from tui.cli.app import DIGITS, HERE, NOBODY, Actor, BattleId, Common, app, door
from tui.cli.battles import printing
from tui.cli.battles.listings import bot_is_asked
from tui.cli.suggesting import line

Dice = Annotated[str, Parameter(help="Dice typed in, such as 3,4,6.")]


class Followed(NamedTuple):
    """What bots did. log: as the caller may see it. stopped: why they go no further, though one of them is asked."""

    log: Sequence[LogEntry]
    info: BattleInfo
    stopped: Refusal | DiceNeeded | None


@app.command
def bots(battle: BattleId, *, dice: Dice = "", actor: Actor = HERE, common: Common = NOBODY) -> int:
    """Let the bots at the table play on until a person is asked, where they do not by themselves: after an undo, or
    where their dice are real ones.

    Example: wardiary bots BATTLE
    """
    typed = typed_dice(dice)
    with door(common, actor.side) as hq:
        done = follow(hq, battle, hq.battles.head(battle), typed)
    if isinstance(done.stopped, Refusal):
        return output.complain(done.stopped, common.json)
    if common.json:
        output.as_json(as_data(done))
    elif not done.log and done.stopped is None:
        output.say("No bot is asked.")
    else:
        tell(done)
    return 0


def follow(hq: Headquarters, battle: str, after: int, dice: Sequence[int] = ()) -> Followed:
    """Let bots play in their seats until a person is asked. after: the entry that is the newest as the caller knows it.
    dice: typed in, for the first action."""
    stopped: Refusal | DiceNeeded | None = None
    doing = hq.looking_as(None).battles.bots
    while (answer := _one(hq, battle, doing.act, dice)) is not None:
        dice = ()
        if isinstance(answer, Acted) or (isinstance(answer, Refusal) and answer.kind == "head-moved"):
            continue
        stopped = answer
        break
    return Followed(hq.battles.log(battle, after), hq.battles.info(battle), stopped)


def _one(hq: Headquarters, battle: str, act: Callable[..., Answer], dice: Sequence[int]) -> Answer | None:
    """One action of a bot; None if none is asked, or it is for whoever keeps the server to let it play. Where dice are
    typed in it chooses the same again when they come."""
    info = hq.battles.info(battle)
    seated = {seat.side for seat in info.seats if seat.bot}
    if (
        info.read_only
        or info.waiting
        or not seated & {one.side for one in info.asked}
        or not hq.caller.keeper
    ):
        return None
    pick = Random(f"{battle} {info.seal}").randrange if info.dice == "typed" else None
    try:
        choice = hq.battles.bots.choice(battle, None, pick)
    except Refused as refused:
        return Refusal.of(refused)
    return None if choice is None else act(battle, choice, dice)


def ours(hq: Headquarters, battle: str) -> bool:
    """Whether no other person sits at the table by name: then nobody minds when bots begin at once."""
    players = {seat.player for seat in hq.battles.info(battle).seats if not seat.bot}
    return players <= {"", hq.caller.player}


def begun(hq: Headquarters, done: Answer, json: bool) -> int:
    """What came of opening a battle: who is waited for, or what the bots did that begin it. The exit status."""
    if not isinstance(done, Acted):
        return printing.answer(done, json)
    playing = ours(hq, done.diary)
    waited = tables.waiting(hq, done.diary) if playing or not json else ()
    if playing and not waited:
        return with_bots(hq, done, json)
    printing.answer(done if json else tables.unasked(done, waited), json)
    if not json:
        tables.opened(hq, done.diary, waited)
    return 0


def with_bots(hq: Headquarters, answer: Answer, json: bool) -> int:
    """Print what came of an action, and of what bots did after it."""
    if not isinstance(answer, Acted):
        return printing.answer(answer, json)
    done = follow(hq, answer.diary, answer.seq)
    if not done.log and done.stopped is None:
        return printing.answer(answer, json)
    if json:
        output.as_renamed(answer, {"diary": "battle"}, {"bots": as_data(done)})
    else:
        printing.answer(msgspec.structs.replace(answer, asked=(), verdict=None), json)
        tell(done)
    return 0


def went_back(hq: Headquarters, answer: Answer, json: bool) -> int:
    """Print what came of taking back, or of asking for it. A bot that is asked whether it agrees answers; what it did
    itself it does not do again at once."""
    if isinstance(answer, Acted) and any(one.kind == "undo" for one in answer.asked):
        return with_bots(hq, answer, json)
    status = printing.answer(answer, json)
    if isinstance(answer, Acted) and not json and (waiting := bot_is_asked(hq, answer.diary)):
        output.say(waiting)
    return status


def as_data(done: Followed) -> dict[str, Any]:
    """What bots did, and how it stands afterwards."""
    info = done.info
    found = {"log": done.log, "entries": info.entries, "seal": info.seal, "asked": info.asked}
    return {**found, "verdict": info.verdict, "stopped": done.stopped}


def tell(done: Followed) -> None:
    """What bots did, for people."""
    printing.log(done.log, everything=False, steps=False)
    match done.stopped:
        case Refusal() as refused:
            output.say(f"The bots go no further: {refused}")
        case DiceNeeded() as wanted:
            printing.dice_needed(wanted, f"Then: {line('bots', done.info.battle)}")
        case None:
            printing.stands(done.info)


def typed_dice(text: str) -> list[int]:
    """Dice as they are typed in. Raises Refused."""
    parts = text.replace(",", " ").split()
    if bad := [part for part in parts if not part.isdecimal() or len(part) >= DIGITS]:
        raise Refused(f"{bad[0][:20]!r} is not a die.", "", ["numbers such as 3,4,6"], "--dice")
    return [int(part) for part in parts]
