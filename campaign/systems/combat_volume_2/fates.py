"""What a mission hands back to a campaign: what became of everybody in play, and of all vehicles. Nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.rules.muster import Fate, Outcome, PersonFate, Verdict
from campaign.systems.combat_volume_2.assets import BELTS, CLIPS, GRENADES, HATCHES, ROCKETS, SMOKES, UNDONE
from campaign.systems.combat_volume_2.people.captives import RESCUED_WITHIN
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Ammunition, Came, Man, Vehicle

LEFT: Mapping[Ammunition, int] = {"": 2, "low": 1, "out": 0}
"""What is left of the two of a kind that a weapon comes with."""


def outcome(play: Play, verdict: Verdict) -> Outcome:
    """The winner holds the ground. verdict: the mission's own, or the table's where the player gave up."""
    state, field = play.state, verdict.winner
    assets = [_of_asset(play, one, field) for one in state.came]
    kept = {one.id for one in state.came}
    others = [_of_man(play, man, field) for man in state.men.values() if man.who and man.asset not in kept]
    machines = [_of_vehicle(play, one, field) for one in state.vehicles.values() if one.asset not in kept]
    return Outcome(verdict, (*assets, *machines, *others), field)


# -- men ---------------------------------------------------------------------------------------------------------------


def person(play: Play, man: Man, field: str) -> PersonFate:
    """What became of a man. field: the side that holds the ground.

    Any wound is one. Whoever fled off the map is missing, unless his side holds the ground: then he finds it again.
    """
    if man.dead:
        return "killed"
    if man.gone == "captured" or left_behind(play, man) or (man.captor and field != man.side):
        return "captured"
    if man.gone == "fled" and field != man.side:
        return "missing"
    return "wounded" if man.light or man.bad or man.down else "fit"


def left_behind(play: Play, man: Man) -> bool:
    """Whether he lies there with no comrade near: at the end he is captured (23.3). Asked again for those who give up
    before it."""
    return (
        man.down
        and man.here
        and not any(
            one.able and one.side == man.side and play.away(one.hex, man.hex) <= RESCUED_WITHIN
            for one in play.state.men.values()
        )
    )


def returns(play: Play, man: Man, field: str) -> bool:
    """Whether what he carried comes back: with him, or from a field that is his side's."""
    return field == man.side or person(play, man, field) in ("fit", "wounded")


def _of_man(play: Play, man: Man, field: str) -> Fate:
    """By the weapon that he came with, as tables count them."""
    row = play.charts.characters.get(man.who)
    weapon = (man.armed if row is None else row.weapon) or "unarmed"
    return Fate(man.id, man.side, weapon, _word(person(play, man, field)), kills=man.kills)


def _word(fate: PersonFate) -> str:
    """Of a piece. Who is captured or missing is gone like the killed, but for what is told of him by name."""
    return fate if fate in ("fit", "wounded") else "killed"


# -- assets ------------------------------------------------------------------------------------------------------------


def _of_asset(play: Play, came: Came, field: str) -> Fate:
    vehicle = next((one for one in play.state.vehicles.values() if one.asset == came.id), None)
    men = [man for man in play.state.men.values() if man.asset == came.id]
    people: dict[str, PersonFate] = dict.fromkeys(came.crew.values(), "fit")
    people |= {man.id: person(play, man, field) for man in men}
    left = _left_of_team(play, came, men, field) if vehicle is None else _left_of_vehicle(vehicle)
    spent = {kind: count - left.get(kind, 0) for kind, count in came.brought.items()}
    made = {victim: man.id for man in men for victim in man.kills}
    if vehicle is None:
        damage = tuple(_lost(play, came, field))
        word = "damaged" if damage else "fit"
    else:
        fate = _of_vehicle(play, vehicle, field)
        damage, word = fate.damage, fate.fate
    return Fate(
        came.id, came.side, came.type, word, damage, tuple(made),
        {kind: count for kind, count in spent.items() if count > 0}, came.id, people, made,
    )  # fmt: skip


def _left_of_team(play: Play, came: Came, men: list[Man], field: str) -> dict[str, int]:
    """What its men bring back, and on a field of their own what the fallen left."""
    found: dict[str, int] = dict.fromkeys((CLIPS, GRENADES, SMOKES, ROCKETS), 0)
    for man in men:
        if returns(play, man, field):
            found[CLIPS] += LEFT[man.ammunition] if man.armed else 0
            found[GRENADES] += man.grenades
            found[SMOKES] += man.smokes
            found[ROCKETS] += man.rockets + man.loaded
    if field == came.side:
        own = {man.id for man in men}
        marks = [mark for some in play.state.marks.values() for mark in some if mark.of in own]
        found[ROCKETS] += sum(mark.count for mark in marks if mark.what in ("rockets", "weapon"))
    return found


def _lost(play: Play, came: Came, field: str) -> Iterator[str]:
    """Weapons of which the team has one and that nobody brings back: on a field of its own side none is lost."""
    kept, mine = play.charts.assets, [man for man in play.state.men.values() if man.side == came.side]
    for post, kit in kept.posts(came.type).items():
        for weapon in filter(None, (kit.weapon, kit.heavy)):
            row = kept.lost.get(weapon)
            if row is None:
                continue
            there = field != came.side and came.crew.get(post, "") in play.state.men
            back = (one for one in mine if _has(one, weapon) and returns(play, one, field))
            if row.id in came.damage or (there and not any(True for _ in back)):
                yield row.id


def _has(man: Man, weapon: str) -> bool:
    """Thompsons may have been chosen in place of M3s (26)."""
    return weapon in (man.armed, man.heavy) or (weapon == "smg" and man.armed == "thompson")


# -- vehicles ----------------------------------------------------------------------------------------------------------


def _left_of_vehicle(one: Vehicle) -> dict[str, int]:
    found = dict(one.shells)
    if one.loaded:
        found[one.loaded] = found.get(one.loaded, 0) + 1
    return {**found, BELTS: sum(LEFT[left] for left in one.mg.values())}


def _of_vehicle(play: Play, one: Vehicle, field: str) -> Fate:
    """Destroyed, burning, or left where its side does not hold the ground, it is a wreck."""
    damage = tuple(_lasting(play, one))
    stays = one.here and field != one.side
    able = any(man.able and man.side == one.side for man in play.state.crew(one.id))
    if one.wrecked or one.fire or (stays and (one.still or not able)):
        return Fate(one.id, one.side, one.kind, "wrecked")
    return Fate(one.id, one.side, one.kind, "damaged" if damage else "fit", damage)


def _lasting(play: Play, one: Vehicle) -> Iterator[str]:
    """Its damage in the words that a campaign knows, each once."""
    known = play.charts.assets.types[one.kind].damage
    words = [word for word in one.damage if word not in UNDONE]
    for seat, now in one.hatches.items():
        if now == "jammed" or now == "gone":
            words.append(f"{HATCHES[now]}{seat}")
    yield from (word for word in dict.fromkeys(words) if word in known)
