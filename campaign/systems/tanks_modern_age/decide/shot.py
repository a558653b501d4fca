"""The attack under way: dice, re-rolls, cancelling, what is left (p16 to 18).

Each stage has choices for one side, or none; `choices` lists them, `pass_on` does what follows when there are none.
"""

from __future__ import annotations

from campaign.rules.options import Modifier, Option
from campaign.rules.sides import other_side, side_name
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.cards import (
    could_hide,
    of_action,
    pay,
    turn_ups,
    usable,
    uses,
)
from campaign.systems.tanks_modern_age.decide import criticals, moments, rerolls
from campaign.systems.tanks_modern_age.decide.stages import PASS, Choice, live, results
from campaign.systems.tanks_modern_age.in_force import (
    Source,
    effects_on,
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.values import (
    attack_terms,
    defence_terms,
    keywords,
    total,
)
from campaign.systems.tanks_modern_age.volley import BRUTAL, CHANGES, Change, Volley, cancellations, of_groups

ATTACKING = ("reroll-attack", "hit-to-critical", "critical-to-hits")
PRESSING = ("hit-to-critical", "critical-to-hits", "hits-to-critical", "kill-crew", "extra-criticals")
DEFENDING = ("defence", "no-close-range", "choose-critical")


# -- who chooses what ------------------------------------------------------------------------------------------


def choices(play: Play) -> Choice:
    """The choice that is open in the attack under way."""
    shot, shooter, target = play.shot, play.shooter, play.target
    match shot.stage:
        case "aim":
            options = _turning(play, target.side, could_hide(play, target, "enemy-attack"))
            return Choice(target.side, "aim", f"{target.name} is shot at: turn up a card?", options)
        case "attack":
            found = [
                *_modifications(play, "rolled"),
                *rerolls.attack_cards(play),
                *rerolls.attack_rerolls(play),
            ]
            hidden = not shot.plain and could_hide(play, shooter, *ATTACKING)
            return Choice(
                shooter.side, "attack-dice", _dice_text(play), _asked(play, shooter.side, found, hidden)
            )
        case "defend":
            options = _turning(play, target.side, could_hide(play, target, *DEFENDING))
            return Choice(
                target.side, "defend", f"{target.name} is hit: turn up a card before it defends?", options
            )
        case "defence":
            found = [*rerolls.defence_rerolls(play), *rerolls.defence_cards(play)]
            hidden = could_hide(play, target, "reroll-defence", "cancels-from")
            options = _asked(play, target.side, found, hidden)
            return Choice(target.side, "defence-dice", _defence_text(play), options)
        case "cancel":
            return Choice(target.side, "cancel", _cancel_text(play, shot.sixes), _cancels(play, shot.sixes))
        case "press":
            return Choice(shooter.side, "press", _cancel_text(play, shot.fours), _cancels(play, shot.fours))
        case "uncancelled":
            if shot.losing:
                return criticals.crew_choice(play, target)
            found = [*_modifications(play, "uncancelled"), *_crew_kills(play)]
            hidden = bool(live(play)) and not shot.plain and could_hide(play, shooter, *PRESSING)
            options = _asked(play, shooter.side, found, hidden)
            return Choice(shooter.side, "uncancelled", f"{_left_text(play)}. Use a card?", options)
        case "critical":
            return criticals.critical_choices(play)
        case "after":
            return _after(play)


def _turning(play: Play, side: str, hidden: bool) -> list[Option]:
    return [PASS, *turn_ups(play, side)] if hidden and side not in play.shot.asked else []


def _asked(play: Play, side: str, found: list[Option], hidden: bool) -> list[Option]:
    """Nobody is asked where everybody knows that there is nothing to choose: see `questions.questions`."""
    if side in play.shot.asked or not (found or hidden):
        return []
    return [PASS, *found, *(turn_ups(play, side) if hidden else [])]


def _after(play: Play) -> Choice:
    """First the target's side, then the shooter's, may do what a card allows once the attack is over."""
    shot, shooter, target = play.shot, play.shooter, play.target
    if (
        target.side not in shot.asked
        and not target.out
        and shot.dealt
        and could_hide(play, target, "retaliate")
    ):
        options = _turning(play, target.side, True)
        return Choice(target.side, "after-shot", "The attack is over: turn up a card?", options)
    found = list[Option]()
    if not shooter.out and not shot.queue:
        found += uses(usable(play, shooter, "extra-move", "change-elevation", moment="after-shot"))
        if not shot.extra:
            found += uses(usable(play, shooter, "second-attack", moment="after-shot"), shot.target)
            if not shot.hits:
                found += uses(usable(play, shooter, "second-attack", "extra-move", moment="no-hit"))
        if shot.ammo >= 0 and shooter.cards[shot.ammo].state == "gone":
            found += uses(usable(play, shooter, "substitute-ammo"))
    verbs = ("extra-move", "change-elevation", "second-attack", "substitute-ammo", "keep-ammo", "mark")
    hidden = not shooter.out and not shot.queue and could_hide(play, shooter, *verbs)
    options = _asked(play, shooter.side, found, hidden)
    return Choice(shooter.side, "after-shot", "The attack is over: use a card?", options)


# -- re-rolls --------------------------------------------------------------------------------------------------


def reroll(play: Play, side: str, action: a.Reroll) -> None:
    """p7 re-rolls, p16 stationary."""
    shot = play.shot
    if shot.stage == "attack":
        faces = play.dice.roll(f"{play.shooter.name} re-rolls", len(action.dice), matters="order")
        free, dice = rerolls.freely(play), shot.attack
        counted = sum(not free.holds(dice[i].face, not dice[i].result) for i in action.dice)
        play.emit(e.AttackRerolled(action.dice, faces, results(play, faces), counted))
    else:
        faces = play.dice.roll(f"{play.target.name} re-rolls", len(action.dice), matters="order")
        play.emit(e.DefenceRerolled(action.dice, faces))


# -- modifications ---------------------------------------------------------------------------------------------


def _modifications(play: Play, moment: str) -> list[Option]:
    """Effects that may change a die now, on one die of each sort (p7)."""
    return play.once(("modifications", moment), _find_modifications, play, moment)


def _find_modifications(play: Play, moment: str) -> list[Option]:
    shot, shooter = play.shot, play.shooter
    if shot.plain:
        return []
    found: list[Option] = []
    for source in modifiers(play, moment):
        places = _changeable(play, CHANGES[source.effect.do])
        if places and source.key not in shot.used:
            found.append(Option(a.Modify(source.key, places), shooter.id))
    return found


def _changeable(play: Play, change: Change) -> tuple[int, ...]:
    """The first dice that it can be made of; () if there are too few that were not modified yet (p7)."""
    dice = play.shot.attack
    open = [i for i in live(play) if not dice[i].modified and dice[i].result in change.takes]
    return tuple(open[: len(change.takes)]) if len(open) >= len(change.takes) else ()


def modifiers(play: Play, moment: str) -> list[Source]:
    """Effects in force that let the shooter change attack dice at this moment."""
    shooter, target = play.shooter, play.target
    found = [
        s
        for s in effects_on(play, shooter, "hit-to-critical", "critical-to-hits", "hits-to-critical")
        if (s.effect.moment or "rolled") == moment and holds(play, s.effect, shooter)
    ]
    if moment == "uncancelled":
        found += own_effects(play, target, "volatile")
    return found


def modify(play: Play, side: str, action: a.Modify) -> None:
    """p7 modifying."""
    moment = "rolled" if play.shot.stage == "attack" else "uncancelled"
    source = next(s for s in modifiers(play, moment) if s.key == action.source)
    _change(play, action.dice, source.key, source.name, CHANGES[source.effect.do])


def _change(play: Play, places: tuple[int, ...], source: str, name: str, change: Change) -> None:
    play.emit(e.DiceModified(places, change.into, source, name, added=change.added))


def _crew_kills(play: Play) -> list[Option]:
    """Hits given up for a crew card of the target."""
    shot, target = play.shot, play.target
    if shot.plain:
        return []
    hits = sum(shot.attack[i].result == "hit" for i in live(play))
    if not any(card.state != "gone" and play.charts.is_crew(card.type) for card in target.cards):
        return []
    return [
        Option(a.UseCard(u.model.id, u.slot, u.number, -1, target.id), play.shooter.id, target.id)
        for u in usable(play, play.shooter, "kill-crew")
        if hits >= u.effect.value and f"{u.model.id}/{u.slot}/{u.number}" not in shot.used
    ]


def use_card(play: Play, side: str, action: a.UseCard) -> None:
    """Use a card within an attack."""
    one = of_action(play, action)
    match one.effect.do:
        case "kill-crew":
            hits = [i for i in live(play) if play.shot.attack[i].result == "hit"]
            hits.sort(key=lambda i: not play.shot.attack[i].modified)
            name = pay(play, one.model, one.slot, one.effect)
            key = f"{one.model.id}/{one.slot}/{one.number}"
            places = tuple(hits[: one.effect.value])
            play.emit(e.DiceModified(places, ("gone",) * len(places), key, name))
            play.emit(e.CrewClaimed(play.target.id, name))
        case "cancel-critical" | "take-critical":
            criticals.use_against_critical(play, one, action)
        case "substitute-ammo":
            ammo = play.shot.ammo
            name = pay(play, one.model, one.slot, one.effect)
            play.emit(e.CardKept(one.model.id, ammo, name))
        case "extra-move" | "second-attack" | "change-elevation":
            moments.grant(play, one, action)
        case _:
            pay(play, one.model, one.slot, one.effect, action.other)


# -- cancelling ------------------------------------------------------------------------------------------------


def _cancels(play: Play, count: int) -> list[Option]:
    """Different ways to cancel so many hits; none if there is only one."""
    return play.once(("cancels", count), _find_cancels, play, count)


def _find_cancels(play: Play, count: int) -> list[Option]:
    places = live(play)
    groups: dict[tuple[str, bool], list[int]] = {}
    for i in places:
        die = play.shot.attack[i]
        groups.setdefault((die.result, die.modified), []).append(i)
    keys = sorted(groups)  # critical hits first
    ways = cancellations(tuple(len(groups[key]) for key in keys), count)
    found = [tuple(sorted(of_groups([groups[key] for key in keys], one))) for one in ways]
    return [Option(a.Cancel(one)) for one in found] if count and len(found) > 1 else []


def cancel(play: Play, side: str, action: a.Cancel) -> None:
    """p18 cancelling."""
    play.emit(e.HitsCancelled("target" if play.shot.stage == "cancel" else "shooter", action.dice))


# -- what follows by itself ------------------------------------------------------------------------------------


def pass_on(play: Play) -> None:
    """Nobody is asked at this stage any more: do what follows, up to the next stage (p5 dice, p20 Brutal)."""
    shot = play.shot
    match shot.stage:
        case "aim":
            terms, count = attack_dice(play)
            faces = play.dice.roll(f"{play.shooter.name} attacks {play.target.name}", count, matters="order")
            play.emit(e.AttackRolled(faces, results(play, faces), tuple(terms)))
            play.emit(e.ShotWent("attack"))
        case "attack":
            _brutal(play)
            play.emit(e.ShotWent("defend" if live(play) else "after"))
        case "defend":
            terms = defence_terms(play)
            count = rerolls.guard(play).dice
            faces = play.dice.roll(f"{play.target.name} defends", count, matters="order")
            play.emit(e.DefenceRolled(faces, tuple(terms)))
            play.emit(e.ShotWent("defence"))
        case "defence":
            counted = [rerolls.cancels(play, die.face) for die in shot.defence]
            play.emit(e.DefenceCounted(counted.count(2), counted.count(1)))
            play.emit(e.ShotWent("cancel"))
        case "cancel" | "press":
            by, count = ("target", shot.sixes) if shot.stage == "cancel" else ("shooter", shot.fours)
            places = live(play)[: min(count, len(live(play)))]
            if places:
                play.emit(e.HitsCancelled(by, tuple(places)))  # type: ignore[arg-type]
            play.emit(e.ShotWent("press" if shot.stage == "cancel" else "uncancelled"))
        case "uncancelled":
            if shot.losing:
                criticals.discard_crew(play, play.target)
            else:
                criticals.hits_tell(play)
        case "critical":
            criticals.next_critical(play)
        case "after":
            moments.end_shot(play)


def brutal(play: Play) -> bool:
    return not play.shot.plain and "Brutal" in keywords(play, play.shooter) and "Brutal" not in play.shot.used


def _brutal(play: Play) -> None:
    if brutal(play) and (places := _changeable(play, BRUTAL)):
        _change(play, places, "Brutal", "Brutal", BRUTAL)


# -- all of it at once -----------------------------------------------------------------------------------------


def attack_dice(play: Play) -> tuple[list[Modifier], int]:
    """The attack dice of the shot under way, term by term, and how many are rolled (p16)."""
    shot = play.shot
    if shot.plain:
        return [], shot.dice
    terms = attack_terms(play, play.shooter, play.target, shot.weapon)
    return terms, max(0, total(terms))


def volley(play: Play, dice: int = -1) -> Volley:
    """All that the dice of the attack that has just been declared depend on. dice: known otherwise, or -1."""
    count = attack_dice(play)[1] if dice < 0 else dice
    rolled, uncancelled = changes(play, "rolled"), changes(play, "uncancelled")
    if brutal(play):
        rolled = (*rolled, BRUTAL)
    return Volley(rerolls.attack_pool(play, count), rerolls.guard(play), rolled, uncancelled)


def changes(play: Play, moment: str) -> tuple[Change, ...]:
    """What careful players change: two hits are not given up for a critical one."""
    if play.shot.plain:
        return ()
    return tuple(
        CHANGES[s.effect.do] for s in modifiers(play, moment) if len(CHANGES[s.effect.do].takes) == 1
    )


# -- words for prompts -----------------------------------------------------------------------------------------


def _dice_text(play: Play) -> str:
    dice = play.shot.attack
    faces = ", ".join(str(die.face) if die.face else "+" for die in dice)
    return f"{play.shooter.name} rolled {faces}: re-roll, change dice, or go on."


def _defence_text(play: Play) -> str:
    return f"{play.target.name} rolled {', '.join(str(die.face) for die in play.shot.defence)}: re-roll or go on."


def _left_text(play: Play) -> str:
    left = [play.shot.attack[i].result for i in live(play)]
    return f"Left: {left.count('hit')} plain, {left.count('critical')} critical"


def _cancel_text(play: Play, count: int) -> str:
    side = play.shooter.side if play.shot.stage == "press" else other_side(play.state, play.shooter.side)
    return f"{_left_text(play)}. {side_name(play.state, side)} chooses {count} to cancel."
