"""Medical aid, and trained medics: unarmed, never in a melee, drawn to the wounded (7.14, 30)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.people import acting, checks, limits
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import NORMAL, Direction, Game, Man, Order

HEALERS = ("medic", "trained-medic")
"""Skills that help with Medical Aid, which anybody may give."""
AID = "medical-aid"


class MedicalAid(Action, frozen=True, tag="medical-aid"):
    """Look after a wounded comrade in the same hex."""

    unit: str
    target: str


class Treated(Event, frozen=True, tag="treated"):
    """One wound of his is better: a bad one is a light one, a light one is gone; he is on his feet again. light: a
    light one is left."""

    unit: str
    target: str
    light: bool = False


class SteppedAside(Event, frozen=True, tag="stepped-aside"):
    """A medic makes way for whoever comes into his hex."""

    unit: str
    to: Hex
    dice: tuple[int, ...]


def healer(man: Man) -> bool:
    return any(skill in man.skills for skill in HEALERS)


def wounded(man: Man) -> bool:
    return man.here and (man.light > 0 or man.bad > 0)


def patients(play: Play, man: Man) -> list[Man]:
    """Wounded comrades in his hex, not himself, the worst first."""
    found = [
        one
        for one in play.state.in_hex(man.hex)
        if one.side == man.side and one is not man and wounded(one) and one.who
    ]
    return sorted(found, key=lambda one: (not one.down, -one.bad, -one.light))


def terms(play: Play, man: Man) -> tuple[Modifier, ...]:
    """What counts for aid beside his quality."""
    if not healer(man):
        return ()
    name = "trained medic" if checks.medic(man) else "medic"
    return (Modifier(name, play.charts.foot.medics.aid, "30"),)


def aid(play: Play, man: Man, target: str = "") -> None:
    """He treats a patient, or the worst of them (30.0). Nothing happens where there is none."""
    there = patients(play, man)
    patient = next((one for one in there if not target or one.id == target), None)
    if patient is not None and checks.tqc(play, man, f"to help {named(patient)}", terms(play, man)):
        play.emit(Treated(man.id, patient.id, bool(patient.bad) or patient.light > 1))


def step_aside(play: Play, man: Man) -> None:
    """An opponent comes into a medic's hex: he moves one hex at once, in a direction by the die; where that is off
    the map, or burns, or opponents stand, the next one clockwise (30, 30.0).
    """
    face = checks.d6(play, f"where {named(man)} goes")
    for turn in range(6):
        there = play.next_to(man.hex, (face - 1 + turn) % 6 + 1)
        if there is not None and may_enter(play, man, there):
            play.emit(SteppedAside(man.id, there, (face,)))
            return


def may_enter(play: Play, man: Man, hex: Hex) -> bool:
    """Whether a medic goes into a hex: nothing burns there (29.2), and no opponent is on foot there (30)."""
    if not ground.passable_on_foot(play, hex):
        return False
    return not any(one.hex == hex and not one.vehicle for one in play.foes(man.side))


# -- the enemy's medic -------------------------------------------------------------------------------------------------


def whom_to_help(play: Play, man: Man) -> list[Man]:
    """Wounded comrades within reach of a trained medic: the nearest, of those the worst; several are alike (30.2)."""
    near = play.charts.foot.medics.near
    found = [
        (play.away(man.hex, one.hex), not one.down, -one.bad, -one.light, one)
        for one in play.state.men.values()
        if one.side == man.side and one is not man and one.who and wounded(one) and not one.vehicle
    ]
    found = [one for one in found if one[0] <= near]
    best = min((one[:4] for one in found), default=None)
    return [one[4] for one in found if one[:4] == best]


def way_to(play: Play, man: Man, hex: Hex) -> tuple[Direction, Direction] | None:
    """Directions of an Evade that brings him to a hex, or as near as can be; of several the one through the best
    ground. None if he cannot get nearer."""
    best: tuple[tuple[int, int, int], tuple[Direction, Direction]] | None = None
    for a in range(1, 7):
        for b in range(1, 7):
            near, steps, open_ground = play.away(man.hex, hex), 0, 0
            at, walked, open_so_far = man.hex, 0, 0
            for way in (a, b, a, b):
                there = play.next_to(at, way)
                if there is None or not ground.passable_on_foot(play, there):
                    break
                at, walked = there, walked + 1
                open_so_far += not ground.cover(play, at)
                if play.away(at, hex) < near:
                    near, steps, open_ground = play.away(at, hex), walked, open_so_far
            if steps and (best is None or (near, open_ground, steps) < best[0]):
                best = (near, open_ground, steps), (a, b)
    return best[1] if best is not None else None


def waiting_with(play: Play, man: Man) -> list[Man]:
    """Trained medics who are in a wounded man's hex and have no order yet: his depends on theirs (30.2)."""
    if checks.medic(man) or not wounded(man):
        return []
    there = [one for one in play.state.in_hex(man.hex) if one.side == man.side and checks.medic(one)]
    return [one for one in there if one.able and one.alert and not (one.fresh or one.order.word)]


def order_of_medic(play: Play, man: Man, patient: Man) -> Order | None:
    """What a trained medic of the enemy does about a wounded comrade: Medical Aid in his hex, else an Evade towards
    him, or as fast as the ground, wounds and wire allow; None if there is no way (30.2)."""
    if patient.hex == man.hex:
        return Order(AID, target=patient.id)
    ways = way_to(play, man, patient.hex)
    return Order(limits.instead(play, man, "evade"), ways) if ways is not None else None


def order_of_patient(patient: Man) -> Order:
    """What whoever is treated has in that turn (30.2)."""
    return Order("rally" if patient.morale < NORMAL else "hide")


# -- what the events do, in words --------------------------------------------------------------------------------------


def treated(game: Game, event: Treated) -> None:
    man = game.men[event.target]
    if man.bad:
        man.bad -= 1
        man.light = 1
    else:
        man.light = max(man.light - 1, 0)
    man.down = False


def stepped_aside(game: Game, event: SteppedAside) -> None:
    game.men[event.unit].hex = event.to


def told_of_treating(play: Play, event: Treated) -> str:
    now = "a light wound is left" if event.light else "the wound is dressed"
    return f"{named(play.man(event.unit))} helps {named(play.man(event.target))}: {now}."


def treat_candidates(play: Play, side: str) -> list[Option]:
    man = acting.man(play, side)
    if man is None or man.order.word != AID or not acting.due(play, man):
        return []
    return [
        Option(MedicalAid(man.id, one.id), man.id, one.id, dice=1, modifiers=told_terms(play, man))
        for one in patients(play, man)
    ]


def told_terms(play: Play, man: Man) -> tuple[Modifier, ...]:
    return (*checks.terms_of_quality(play, man), *terms(play, man))


def why_not(play: Play, side: str, action: MedicalAid) -> Iterator[Refused]:
    yield from acting.why_not(play, side, action.unit, AID)
    there = [one.id for one in patients(play, play.man(action.unit))]
    if action.target not in there:
        yield Refused("No wounded comrade of that name is in his hex.", "7.14", there, "$.target")


def do(play: Play, side: str, action: MedicalAid) -> None:
    aid(play, play.man(action.unit), action.target)


def label(play: Play, action: MedicalAid) -> str:
    return f"Help {named(play.man(action.target))}"


ACTS = (
    Answer(
        action=MedicalAid, candidates=treat_candidates, why_not=why_not, do=do, label=label,
        odds=by_deed(do),
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Treated, apply=treated, words=told_of_treating, rule="7.14",
            fact=lambda play, event: f"{named(play.man(event.target))}: treated",
        ),
        Told(
            event=SteppedAside, apply=stepped_aside, rule="30", dice="dice",
            words=lambda play, event: f"{named(play.man(event.unit))} makes way, to {event.to}.",
        ),
    ),
)  # fmt: skip
