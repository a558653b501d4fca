"""A diary, checked whole, for battles and campaigns alike: what holds, what does not, and what nobody could check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from campaign.rules.wording import count
from campaign.shared.answers import Proved, VerifyReport
from campaign.shared.deciding_again import DecidingAgain
from campaign.shared.dice_check import DiceCheck, Told
from campaign.shared.open_diary import OpenDiary
from campaign.shared.proving import statement
from campaign.shared.structure import Structure
from events.codec import Unknown
from events.entry import REVEAL
from events.errors import DiaryError
from events.store import Store
from events.verify import Checks, Report, verify

CHOOSABLE = "Its dice are of the first scheme: whoever held their secret could choose among rolls."

D = TypeVar("D", bound=DecidingAgain[Any])


class Audit(Generic[D]):
    """All that is checked of the entries of one diary."""

    def __init__(self, structure: Structure, dice: DiceCheck, decides: D) -> None:
        self.dice, self.decides = dice, decides
        self.checks = Checks([structure, dice], decides, decides.settle)


class Audited(NamedTuple, Generic[D]):
    """What came of it. origins: of the diaries that it was forked from, by name, as far as it goes on from them."""

    found: Report
    audit: Audit[D]
    origins: Mapping[str, Audit[D]]
    unchecked: list[str]


def audited(diary: OpenDiary[Any], audit_of: Callable[[str], Audit[D]]) -> Audited[D]:
    """A diary, checked, and those that it was forked from. audit_of: of one of them, by name. Raises NoSuchDiary."""
    audit = audit_of(diary.name)
    origins: dict[str, Audit[D]] = {}

    def beneath() -> list[DiceCheck]:
        return [one.dice for one in origins.values()]

    def of_origin(name: str) -> Checks:
        origins[name] = audit_of(name)
        origins[name].dice.beneath = beneath
        return origins[name].checks

    audit.dice.beneath = beneath

    found = verify(diary.store, diary.name, diary.diary.reducer, audit.checks, of_origin)
    if found.state is not None and diary.hides(found.state) and not diary.over(found.state):
        for one in (audit, *origins.values()):
            one.dice.uncounted = True
    unchecked = [
        f"In {name}, from which it was forked: {why}"
        for name, one in origins.items()
        for why in unproved(one.dice, one.decides)
    ]
    if found.state is not None and diary.over(found.state):
        sealing = diary.sealing(found.state)
        if not (sealing.typed or sealing.revealed):
            unchecked.append(f"The {diary.what} is over, and the secret of its dice was not revealed.")
    return Audited(found, audit, origins, unchecked)


def report(
    store: Store,
    diary: str,
    found: Report,
    dice: DiceCheck,
    decides: DecidingAgain[Any] | None = None,
    unchecked: Sequence[str] = (),
    basis: Sequence[Proved] = (),
    brought: Sequence[str] = (),
) -> VerifyReport:
    """Of a whole diary. In a damaged or altered file nothing is sound: what it has lost, nobody can know. basis: see
    `campaign.shared.proving.statement`. brought: see the report."""
    bad, why = found.bad or (0, store.altered() or (store.read_only if store.damaged else ""))
    return VerifyReport(
        diary,
        not why,
        found.entries,
        found.head.seal.hex(),
        bad,
        why,
        dice.told_of(),
        notes=(CHOOSABLE,) if dice.choosable else (),
        decided=decides.decided if decides is not None else 0,
        unchecked=(
            *filter(None, (found.unknown and found.unknown[1], store.partial)),
            *unproved(dice, decides),
            *unchecked,
        ),
        brought=tuple(brought),
        proved=() if why else statement(found.entries, dice, decides, basis),
    )


def unproved(dice: DiceCheck, decides: DecidingAgain[Any] | None) -> list[str]:
    """Dice that were not derived and decisions that were not decided again, in sentences."""
    found = decides.unchecked() if decides is not None else []
    if dice.unchecked and not dice.uncounted:
        were = count(dice.unchecked, "draw was", "draws were")
        found.append(f"{were} not derived: the secret of the dice is not known here.")
    elif dice.unlinked or dice.unchecked:
        found.append("What the dice hang on was not derived: the secret of the dice is not known here.")
    return found


def secret_in(
    store: Store, diary: str, events: Callable[[bytes], Iterable[Any]], told: Callable[[Any], Told]
) -> bytes | None:
    """The secret of the dice as a diary reveals it. events: of a body, typed. told: what one says of the dice."""
    with suppress(
        DiaryError, msgspec.DecodeError, ValueError
    ):  # verify says where; here only the secret is wanted
        for step in store.steps(diary, store.head(diary).seq):
            if step.kind != REVEAL:
                continue
            for event in events(store.entry(diary, step.seq).body):
                if not isinstance(event, Unknown) and (secret := told(event).revealed):
                    return bytes.fromhex(secret)
    return None
