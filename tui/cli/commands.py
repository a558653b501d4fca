"""The commands. Each is a few lines: ask headquarters, print the answer."""

from __future__ import annotations

import random
import shutil
import sys
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from campaign import __version__
from campaign.answers import Acted, Refusal
from campaign.headquarters import SOMEBODY, Headquarters
from campaign.rules.refused import Refused
from campaign.systems import find, package_of
from campaign.table import Seat
from tui.cli import output

app = App(
    name="wardiary",
    version=f"wardiary {__version__}",
    help=(
        "Keep the war diary of table-top armoured battles: play, take back, replay, verify.\n\n"
        "Example: wardiary new tank-duel, then wardiary legal BATTLE, wardiary act BATTLE 1"
    ),
)
packs = App(name="packs", help="The data of the rule systems, and your own copies of it.")
app.command(packs)


@Parameter(name="*")
@dataclass
class Common:
    """home: the data folder. json: print JSON, for scripts."""

    home: Annotated[Path | None, Parameter(help="The data folder, instead of the usual one.")] = None
    json: Annotated[bool, Parameter(help="Print JSON, for scripts.", negative="")] = False


@Parameter(name="*")
@dataclass
class Actor:
    """Who acts."""

    side: Annotated[
        str | None, Parameter(help="The side you act for; the one that is asked if left out.")
    ] = None
    player: Annotated[str, Parameter(help="Your player id.")] = SOMEBODY


BattleId = Annotated[str, Parameter(help="The battle's id, as `wardiary list` shows it.")]
NOBODY = Common()
HERE = Actor()


def _door(common: Common) -> Headquarters:
    return Headquarters(common.home)


@app.command
def scenarios(*, system: str | None = None, common: Common = NOBODY) -> int:
    """List the scenarios of all rule systems.

    Example: wardiary scenarios --system combat-veteran
    """
    with _door(common) as hq:
        found = hq.scenarios(system)
        problems = [pack for pack in hq.packs() if pack.problem]
    if common.json:
        rows = [
            {
                "id": info.id,
                "system": one.id,
                "title": info.title,
                "sides": info.sides,
                "summary": info.summary,
                "variant_of": info.variant_of,
                "turns": info.turns,
                "notes": info.notes,
                "source": info.source,
            }
            for one, info in found
        ]
        output.as_json(rows)
    else:
        output.table([(info.id, one.id, info.title, info.summary) for one, info in found])
    for pack in problems:
        print(f"{pack.system} has no scenarios now. {pack.problem}", file=sys.stderr)
    return 0


@app.command
def new(
    scenario: str,
    *,
    seat: Annotated[
        list[str] | None,
        Parameter(help="SIDE=PLAYER, or SIDE=bot:NAME for a bot; may be repeated.", negative=""),
    ] = None,
    title: str = "",
    dice: Annotated[
        Literal["sealed", "typed"], Parameter(help="Sealed dice, or real ones typed in.")
    ] = "sealed",
    undo: Annotated[
        Literal["free", "consent"] | None,
        Parameter(help="Whether undoing dice needs the opponent; free if you play alone."),
    ] = None,
    option: Annotated[
        list[str] | None, Parameter(help="NAME=true or NAME=false: a switch of the rules.", negative="")
    ] = None,
    system: str | None = None,
    player: str = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Begin a battle.

    Example: wardiary new tank-duel --seat nk=bot:sensible
    """
    seats = [_seat(text) for text in seat or []]
    options = dict(_switch(text) for text in option or [])
    with _door(common) as hq:
        return output.answer(
            hq.new(
                scenario,
                system=system,
                title=title,
                seats=seats,
                dice=dice,
                undo=undo,
                options=options,
                player=player,
            ),
            common.json,
        )


def _seat(text: str) -> Seat:
    side, equals, who = text.partition("=")
    if not equals or not who:
        raise Refused(f"{text!r} is not a seat.", "", ["SIDE=PLAYER", "SIDE=bot:NAME"], "--seat")
    return Seat(side, bot=who[4:]) if who.startswith("bot:") else Seat(side, who)


def _switch(text: str) -> tuple[str, bool]:
    name, _, value = text.partition("=")
    if value not in ("true", "false"):
        raise Refused(f"{text!r} is not a switch.", "", [f"{name}=true", f"{name}=false"], "--option")
    return name, value == "true"


@app.command(name="list")
def list_(*, common: Common = NOBODY) -> int:
    """List your battles and where they stand.

    Example: wardiary list
    """
    with _door(common) as hq:
        found = hq.battles()
    if common.json:
        output.as_json(found)
    else:
        output.battles(found)
    return 0


@app.command
def legal(
    battle: BattleId,
    *,
    side: str | None = None,
    unit: Annotated[str, Parameter(help="Only what this piece may do; the numbers stay the same.")] = "",
    common: Common = NOBODY,
) -> int:
    """List all that may be done now. Any line's number, or its action as JSON, goes to `wardiary act`.

    Example: wardiary legal BATTLE --unit m26-1
    """
    with _door(common) as hq:
        found = hq.legal(battle, side)
    if common.json:
        output.as_json([one for one in found if unit in ("", one.unit)])
    else:
        for number, one in enumerate(found, 1):
            if unit not in ("", one.unit):
                continue
            why = ", ".join(f"{m.what} {m.value:+d}" for m in one.modifiers)
            output.say(f"{number:>4}  {one.side:<4} {one.label}{f' ({why})' if why else ''}")
        if not found:
            output.say("Nothing: the battle is over, or that side is not asked.")
    return 0


@app.command
def act(
    battle: BattleId,
    action: Annotated[str, Parameter(help="JSON, or a number from `wardiary legal`.")],
    *,
    dice: Annotated[str, Parameter(help="Dice typed in, such as 3,4,6.")] = "",
    key: Annotated[str, Parameter(help="Your own key: the same key again does nothing twice.")] = "",
    expected: Annotated[
        int | None, Parameter(help="The newest entry you have seen: nothing is done if there is a newer one.")
    ] = None,
    actor: Actor = HERE,
    common: Common = NOBODY,
) -> int:
    """Do something in a battle.

    Example: wardiary act BATTLE '{"kind": "end-phase"}'
    """
    typed = _typed(dice)
    with _door(common) as hq:
        side = actor.side
        if action.isdecimal():
            found = hq.legal(battle, side)
            if not 1 <= int(action) <= len(found):
                allowed = [f"1 to {len(found)}"] if found else []
                raise Refused(f"There is no choice {action} now.", "", allowed, "ACTION")
            chosen = found[int(action) - 1]
            action, side = bytes(chosen.action).decode(), chosen.side
        return output.answer(
            hq.act(battle, action, side=side, player=actor.player, dice=typed, key=key, expected=expected),
            common.json,
        )


def _typed(text: str) -> list[int]:
    parts = text.replace(",", " ").split()
    if bad := [part for part in parts if not part.isdecimal()]:
        raise Refused(f"{bad[0]!r} is not a die.", "", ["numbers such as 3,4,6"], "--dice")
    return [int(part) for part in parts]


@app.command
def odds(battle: BattleId, action: str, *, actor: Actor = HERE, common: Common = NOBODY) -> int:
    """The exact chances of what an action can lead to.

    Example: wardiary odds BATTLE '{"kind": "fire", "unit": "m26-1", "rating": "main", "target": "t34-1"}'
    """
    with _door(common) as hq:
        found = hq.odds(battle, action, actor.side, actor.player)
    if common.json:
        output.as_json(found)
    elif found is None:
        output.say("No dice decide this.")
    else:
        rows = [(f"{one.chance:7.2%}", one.result, one.fraction) for one in found.results]
        rows += [(f"{one.chance:7.2%}", f"({one.result})", one.fraction) for one in found.also]
        output.table(rows)
        if found.note:
            output.say(found.note)
    return 0


@app.command
def autoplay(
    battle: BattleId,
    *,
    bots: Annotated[
        str, Parameter(help="SIDE=BOT pairs such as nk=random,us=sensible; all sides sensible if left out.")
    ] = "",
    seed: Annotated[int | None, Parameter(help="For the bots' coin tosses, to repeat a run.")] = None,
    most: Annotated[int, Parameter(help="Stop after so many actions.")] = 100_000,
    common: Common = NOBODY,
) -> int:
    """Let bots play a battle to its end.

    Example: wardiary autoplay BATTLE --bots nk=sensible,us=random
    """
    done = 0
    refusal: Refusal | None = None
    with _door(common) as hq:
        sides = [seat.side for seat in hq.info(battle).seats]
        chosen = _bots(bots, sides)
        pick = random.Random(seed).randrange if seed is not None else None
        for answer in hq.autoplay(battle, chosen, pick):
            if isinstance(answer, Refusal):
                refusal = answer if answer.kind != "head-moved" else None
                continue
            if not isinstance(answer, Acted):
                return output.answer(answer, common.json)
            done += 1
            if sys.stderr.isatty() and done % 10 == 0:
                print(f"\r{done} actions, entry {answer.seq} ", end="", file=sys.stderr, flush=True)
            if done >= most:
                break
        info = hq.info(battle)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    if refusal is not None:
        return output.complain(refusal, common.json)
    if common.json:
        output.as_json({"battle": battle, "actions": done, "entries": info.entries, "verdict": info.verdict})
    else:
        output.say(f"{done} actions. {output.standing(info)}.")
    return 0


def _bots(text: str, sides: list[str]) -> dict[str, str]:
    if not text:
        return dict.fromkeys(sides, "sensible")
    pairs = [part.partition("=") for part in text.replace(",", " ").split()]
    if bad := [side for side, equals, bot in pairs if side not in sides or not equals or not bot]:
        raise Refused(f"{bad[0]!r} is not SIDE=BOT.", "", [f"{side}=sensible" for side in sides], "--bots")
    return {side: bot for side, _, bot in pairs}


@app.command
def state(
    battle: BattleId,
    *,
    at: Annotated[int | None, Parameter(help="As it was after this entry.")] = None,
    viewer: Annotated[str, Parameter(help="A side, or umpire; an observer if left out.")] = "",
    common: Common = NOBODY,
) -> int:
    """Show how a battle stands, now or after any entry.

    Example: wardiary state BATTLE --at 12 --viewer us
    """
    with _door(common) as hq:
        view = hq.view(battle, viewer, at)
    if common.json:
        output.as_json(view)
    else:
        output.state(view)
    return 0


@app.command
def log(
    battle: BattleId,
    *,
    after: Annotated[int, Parameter(help="Only entries after this one.")] = 0,
    viewer: str = "",
    everything: Annotated[
        bool, Parameter(name="--all", help="What was taken back, too.", negative="")
    ] = False,
    common: Common = NOBODY,
) -> int:
    """Tell a battle entry by entry, with its dice and the rules behind them.

    Example: wardiary log BATTLE --all
    """
    with _door(common) as hq:
        found = hq.log(battle, viewer, after)
    if common.json:
        output.as_json(found)
    else:
        output.log(found, everything)
    return 0


@app.command
def show(battle: BattleId, entry: int, *, viewer: str = "", common: Common = NOBODY) -> int:
    """Show one entry whole: action, draws and what they were for, events, rule numbers, seal.

    Example: wardiary show BATTLE 12
    """
    with _door(common) as hq:
        found = hq.show(battle, entry, viewer)
    if common.json:
        output.as_json(found)
    else:
        output.detail(found)
    return 0


@app.command
def undo(battle: BattleId, *, actor: Actor = HERE, common: Common = NOBODY) -> int:
    """Take back the newest action, or ask the other side for it.

    Example: wardiary undo BATTLE
    """
    with _door(common) as hq:
        return output.answer(hq.undo(battle, side=actor.side, player=actor.player), common.json)


@app.command
def redo(battle: BattleId, *, actor: Actor = HERE, common: Common = NOBODY) -> int:
    """Bring back what the newest undo took away.

    Example: wardiary redo BATTLE
    """
    with _door(common) as hq:
        return output.answer(hq.redo(battle, side=actor.side, player=actor.player), common.json)


@app.command
def rewind(battle: BattleId, entry: int, *, actor: Actor = HERE, common: Common = NOBODY) -> int:
    """Go back (or forth) to the state after an entry. Nothing is deleted.

    Example: wardiary rewind BATTLE 12
    """
    with _door(common) as hq:
        return output.answer(hq.rewind(battle, entry, side=actor.side, player=actor.player), common.json)


@app.command
def consent(
    battle: BattleId,
    reply: Literal["yes", "no"],
    *,
    side: Annotated[str, Parameter(help="The side that answers, or umpire.")],
    player: str = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Answer a request to take something back.

    Example: wardiary consent BATTLE yes --side us
    """
    with _door(common) as hq:
        return output.answer(hq.answer_undo(battle, reply == "yes", side=side, player=player), common.json)


@app.command
def fork(
    battle: BattleId,
    entry: int | None = None,
    *,
    title: str = "",
    player: str = SOMEBODY,
    common: Common = NOBODY,
) -> int:
    """Begin a new battle from an entry of this one, to try another move. The original stays as it is.

    Example: wardiary fork BATTLE 12
    """
    with _door(common) as hq:
        return output.answer(hq.fork(battle, entry, title=title, player=player), common.json)


@app.command
def diff(battle: BattleId, a: int, b: int, *, viewer: str = "", common: Common = NOBODY) -> int:
    """What is different after entry B, compared with entry A.

    Example: wardiary diff BATTLE 3 12
    """
    with _door(common) as hq:
        found = hq.difference(battle, a, b, viewer)
    if common.json:
        output.as_json(found)
    else:
        output.table([(one.path, f"{one.before!r}", "→", f"{one.after!r}") for one in found])
        if not found:
            output.say("Nothing.")
    return 0


@app.command
def verify(battle: BattleId, *, common: Common = NOBODY) -> int:
    """Check a battle's chain, states, charts and dice. Exit status 1 names the first entry that does not hold.

    Example: wardiary verify BATTLE
    """
    with _door(common) as hq:
        found = hq.verify(battle)
    if common.json:
        output.as_json(found)
    elif found.sound:
        output.say(f"{found.entries} entries hold; {found.dice}. Newest seal {found.seal}")
    else:
        output.say(
            f"Entry {found.first_bad} does not hold: {found.why}. {found.entries} entries before it do."
        )
    for note in found.notes if not common.json else ():
        output.say(note)
    return 0 if found.sound else 1


@app.command
def export(
    file: Path,
    battle: Annotated[list[str] | None, Parameter(help="Battles; all if none is named.", negative="")] = None,
    *,
    with_secrets: Annotated[
        bool, Parameter(help="Also the keys of dice still sealed: not for players.", negative="")
    ] = False,
    common: Common = NOBODY,
) -> int:
    """Write battles to one file (NDJSON; gzipped if it ends in .gz).

    Example: wardiary export duel.ndjson.gz BATTLE
    """
    if not file.parent.is_dir():
        raise Refused(f"There is no folder {file.parent}.", where="FILE")
    with _door(common) as hq:
        entries = hq.export(file, battle, with_secrets=with_secrets)
    if common.json:
        output.as_json({"file": str(file), "entries": entries})
    else:
        output.say(f"{entries} entries written to {file}.")
    return 0


@app.command(name="import")
def import_(file: Path, *, common: Common = NOBODY) -> int:
    """Take battles from a file. It is verified first; what is here already stays.

    Example: wardiary import duel.ndjson.gz
    """
    if not file.is_file():
        raise Refused(f"There is no file {file}.", where="FILE")
    with _door(common) as hq:
        entries = hq.import_(file)
    if common.json:
        output.as_json({"file": str(file), "entries": entries})
    else:
        output.say(f"{entries} new entries.")
    return 0


@packs.default
def packs_list(*, common: Common = NOBODY) -> int:
    """List the rule systems' packs and what you have replaced in them.

    Example: wardiary packs
    """
    return _packs(common)


@packs.command(name="check")
def packs_check(*, common: Common = NOBODY) -> int:
    """Check every pack, your own files included. Exit status 1 if one is unsound.

    Example: wardiary packs check
    """
    return _packs(common)


def _packs(common: Common) -> int:
    with _door(common) as hq:
        found = hq.packs()
    if common.json:
        output.as_json(found)
    else:
        for pack in found:
            output.say(f"{pack.system} {pack.version}: {pack.problem or 'sound'}")
            if pack.digest:
                output.say(f"  digest  {pack.digest}")
            output.say(f"  yours   {', '.join(pack.overridden) or 'nothing replaced'} ({pack.folder})")
    return 1 if any(pack.problem for pack in found) else 0


@packs.command(name="copy")
def packs_copy(system: str, file: str, *, common: Common = NOBODY) -> int:
    """Copy a data file into your data folder, to change it there.

    Example: wardiary packs copy combat-veteran vehicles.toml
    """
    with _door(common) as hq:
        folder = hq.home.packs(find(system).id)
    source = files(package_of(system)).joinpath("data").joinpath(file)
    if ".." in Path(file).parts or not source.is_file():
        raise Refused(f"{system} has no data file {file!r}.", where="FILE")
    target = folder / file
    if target.exists():
        raise Refused(f"You have this file already: {target}.", where="FILE")
    target.parent.mkdir(parents=True, exist_ok=True)
    with as_file(source) as path:
        shutil.copyfile(path, target)
    if common.json:
        output.as_json({"file": str(target)})
    else:
        output.say(f"Change it here: {target}. New battles use it; battles under way keep their charts.")
    return 0


SAMPLE = "tank-duel"


@app.command
def play(battle: str | None = None, *, common: Common = NOBODY) -> int:
    """Open the terminal program: on a battle, on the one you played last, or on a sample.

    Example: wardiary play
    """
    from tui import run  # Textual is slow to import; nothing else needs it

    with _door(common) as hq:
        if battle is None:
            battle = hq.last_played()
        else:
            hq.info(battle)
        if battle is None and not hq.battles():
            sample = hq.new(SAMPLE, seats=[Seat("nk", bot="sensible")])
            if not isinstance(sample, Acted):
                return output.answer(sample, common.json)
            battle = sample.battle
        return run(hq, battle)
