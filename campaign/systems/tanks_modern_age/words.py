"""Sentences for the log and labels for options. What a viewer may not know has been taken out of an event before."""

from __future__ import annotations

from typing import Any

from campaign.rules.options import Modifier, Option
from campaign.rules.sides import side_name
from campaign.rules.wording import count
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.state import Game

WEAPONS = {
    "gun": "its gun",
    "missiles": "missiles",
    "machine-guns": "machine guns",
    "rockets": "rockets",
    "smoke": "smoke",
}
STAGES = {
    "terrain": "The terrain is laid out",
    "role": "Attacker and Defender are chosen",
    "edge": "The Defender chooses an edge",
    "objectives": "Objectives are placed",
    "deployment": "Deployment",
    "redeploy": "Deployment again",
    "movement": "Movement Phase",
    "shooting": "Shooting Phase",
    "command": "Command Phase",
}
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def compass(heading: int) -> str:
    return COMPASS[round(heading / 45) % 8]


def terms(found: tuple[Modifier, ...] | list[Modifier]) -> str:
    """`Attack 4, Robert Folk +1`."""
    return ", ".join(f"{t.what} {t.value if i == 0 else format(t.value, '+d')}" for i, t in enumerate(found))


def faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "no dice"


def _dice(number: int) -> str:
    return count(number, "die", "dice")


class Teller:
    """Tells events of one battle."""

    def __init__(self, charts: Charts, game: Game) -> None:
        self.charts, self.game = charts, game

    def name(self, unit: str) -> str:
        return self.game.models[unit].name

    def side(self, side: str) -> str:
        return side_name(self.game, side)

    def card(self, unit: str, slot: int, card: str = "") -> str:
        if card:
            return self.charts.cards[card].name
        kind = self.game.models[unit].cards[slot].type
        return f"a face-down {kind} card"

    def slot(self, unit: str, slot: int) -> str:
        """A card by its name: only for its owner, or once it has been face up."""
        return self.charts.cards[self.game.models[unit].cards[slot].card].name

    def critical(self, number: int) -> str:
        return self.charts.critical(number).name

    # -- events ------------------------------------------------------------------------------------------------

    def describe(self, event: Any) -> tuple[str, str]:
        """One line, and the page of the rulebook; an empty one for what only keeps the order of things."""
        name = self.name
        match event:
            case e.Mustered():
                return f"{event.title}: {' against '.join(one.name for one in event.sides)}.", "p8"
            case e.SideReady():
                return f"{self.side(event.side)}: ready.", ""
            case e.DeckShuffled():
                return "The critical deck is shuffled.", "p19"
            case e.RolledOff():
                rolls = ", ".join(f"{self.side(s)} {n}" for s, n in event.rolls.items())
                end = f"Higher: {self.side(event.winner)}." if event.winner else "Equal: again."
                what = {"terrain": "the first piece of terrain", "role": "the choice of role"}.get(event.what)
                return f"Roll for {what or 'Advantage'}: {rolls}. {end}", "p19" if not what else "p8"
            case e.TerrainPlaced(ground, by):
                return f"{self.side(by)}: {ground.name} laid at {ground.x}, {ground.y}.", "p8"
            case e.TerrainLeftOut(terrain, by):
                return f"{self.side(by)}: no place for a {terrain}.", "p8"
            case e.RoleChosen(attacker):
                return f"Attacker, with Advantage: {self.side(attacker)}.", "p8"
            case e.EdgesChosen(edges):
                return f"{', '.join(f'{self.side(s)}: {edge} edge' for s, edge in edges.items())}.", "p8"
            case e.ObjectivePlaced(one, by):
                return f"{self.side(by)}: an objective at {one.x}, {one.y}.", "p22"
            case e.Deployed():
                how = {"again": "is deployed again", "reserve": "arrives"}.get(event.how, "is deployed")
                return (
                    f"{name(event.unit)} {how} at {event.x}, {event.y}, facing {compass(event.heading)}.",
                    "p8",
                )
            case e.HeldOff(unit):
                return f"{name(unit)} is held off the table.", ""
            case e.StageBegan():
                turn = f"Turn {event.turn}: " if event.turn else ""
                return f"{turn}{STAGES.get(event.stage, event.stage)}.", "p7"
            case e.SidesAsked() | e.ModelActed() | e.BonusTaken() | e.CrewLost() | e.ShotEnded():
                return "", ""
            case e.Moved():
                free = ", without a token" if event.free else f", Speed {event.speed}"
                high = " flying high," if event.high else ""
                where = f"to {event.x}, {event.y}, facing {compass(event.heading)}"
                return f"{name(event.unit)} moves{high} {where}{free}.", "p9"
            case e.TokensTaken():
                return f"{name(event.unit)}: Speed {event.speed} ({event.cause}).", "p10"
            case e.TokenDropped():
                return f"{name(event.unit)} rolls {event.die}: Speed {event.speed} ({event.cause}).", ""
            case e.LastMovesBegan():
                return "All others have moved.", ""
            case e.CardTurned(unit, _, card):
                return f"{name(unit)} turns up {self.charts.cards[card].name}.", "p5"
            case e.CardGivenUp():
                card = self.card(event.unit, event.slot, event.card)
                return f"{name(event.unit)} gives up {card} ({event.cause}).", "p5"
            case e.CardUsed():
                phase = f" for the {event.phase} phase" if event.phase else ""
                return f"{name(event.unit)} uses {self.slot(event.unit, event.slot)}{phase}.", ""
            case e.CardKept():
                die = f" on a {event.die}" if event.die else ""
                return (
                    f"{name(event.unit)} keeps {self.slot(event.unit, event.slot)}{die} ({event.cause}).",
                    "",
                )
            case e.KeepRolled():
                return f"{name(event.unit)} rolls {event.die} ({event.cause}).", ""
            case e.SidePassed():
                until = {"turn": " for this turn", "battle": " for this battle"}.get(event.until, "")
                return f"{self.side(event.side)}: go on{until}.", ""
            case e.Smoked():
                return f"{name(event.unit)} is in smoke: {event.dice} attack dice less, and in cover.", ""
            case e.Marked():
                return f"{name(event.unit)} is marked: later shots at it may re-roll {_dice(event.dice)}.", ""
            case e.Destroyed():
                by = f" by {name(event.by)}" if event.by else ""
                return f"{name(event.unit)} is {event.how}{by}.", "p19"
            case e.BonusGranted(bonus):
                return f"{name(bonus.unit)} may do more ({bonus.cause}).", ""
            case e.RepairTried():
                end = "repaired" if event.fixed else "no"
                return f"{name(event.unit)}, {self.critical(event.card)}: {faces(event.dice)}: {end}.", "p19"
            case e.HeldDeclared(sides):
                return (
                    f"Objectives held by {', '.join(self.side(s) if s else 'nobody' for s in sides)}.",
                    "p22",
                )
            case e.Scored():
                many = "s" * (event.points != 1)
                return f"{self.side(event.side)}: {event.points} victory point{many}.", "p22"
            case e.FieldReset():
                return "Speed tokens are taken away.", "p19"
            case e.BattleEnded(verdict):
                who = f"Victory for {self.side(verdict.winner)}" if verdict.winner else "A draw"
                return f"{who}: {verdict.reason}.", verdict.rule
            case _:
                return self.describe_shot(event)

    def describe_shot(self, event: Any) -> tuple[str, str]:
        """What belongs to an attack."""
        name = self.name
        match event:
            case e.ShotDeclared():
                sight = event.sight
                facts = [
                    w
                    for w, so in (("cover", sight.cover), ("close", sight.close), ("side", sight.side))
                    if so
                ]
                more = f" ({', '.join(facts)})" if facts else ""
                fury = "In its Final Fury, " if event.fury else ""
                return (
                    f"{fury}{name(event.unit)} shoots at {name(event.target)} with {WEAPONS[event.weapon]}{more}.",
                    "p12",
                )
            case e.AttackRolled():
                hits, criticals = event.results.count("hit"), event.results.count("critical")
                how = f" ({terms(event.terms)})" if event.terms else ""
                return f"Attack{how}: {faces(event.dice)}: {self._count(hits, criticals)}.", "p16"
            case e.AttackRerolled():
                return f"Attack dice rolled again: {faces(event.dice)}.", "p7"
            case e.DiceModified():
                into = ", ".join(
                    "given up" if one == "gone" else f"a {one} hit".replace("hit hit", "hit")
                    for one in event.into
                )
                more = " and another hit" if event.added else ""
                return f"{event.cause}: {into}{more}.", "p7"
            case e.DefenceRolled():
                return f"Defence ({terms(event.terms)}): {faces(event.dice)}.", "p17"
            case e.DefenceRerolled():
                return f"Defence dice rolled again: {faces(event.dice)}.", "p7"
            case e.DefenceCounted():
                return (
                    f"{event.sixes} to cancel by the target's choice, {event.fours} by the shooter's.",
                    "p18",
                )
            case e.HitsCancelled():
                return f"The {event.by} cancels {len(event.places)}.", "p18"
            case e.ShotWent():
                if event.stage == "critical":
                    if not event.hits:
                        return "No hit comes through.", "p18"
                    return f"{event.hits} come through, {event.left} of them critical.", "p18"
                return "", ""
            case e.DamageTaken():
                return (
                    f"{name(event.unit)} takes {event.amount} damage ({event.cause}), {event.total} in all.",
                    "p18",
                )
            case e.CriticalDrawn():
                cards = ", ".join(map(self.critical, event.cards))
                return f"Critical card for {name(event.unit)}: {cards}.", "p18"
            case e.CriticalDropped(card):
                return f"{self.critical(card)} is put away.", ""
            case e.CriticalMoved():
                return f"{name(event.to)} takes {self.critical(event.card)} ({event.cause}).", ""
            case e.CriticalCancelled():
                return f"{self.critical(event.card)} has no effect on {name(event.unit)} ({event.cause}).", ""
            case e.CriticalSuffered():
                stays = ", until it is repaired" if event.stays else ""
                return f"{name(event.unit)} suffers {self.critical(event.card)}{stays}.", "p18"
            case e.CrewClaimed():
                return f"{name(event.unit)} must lose a crew member ({event.cause}).", ""
            case e.RetaliationRolled():
                return f"{name(event.unit)} answers {name(event.target)}: {event.die} ({event.cause}).", ""
            case _:
                raise TypeError(f"not an event of this system: {event!r}")

    def _count(self, hits: int, criticals: int) -> str:
        if not hits and not criticals:
            return "no hit"
        return f"{hits} hit{'s' * (hits != 1)}, {criticals} critical"

    # -- options -----------------------------------------------------------------------------------------------

    def label(self, option: Option) -> str:
        """What an option does, in a line."""
        action, name = option.action, self.name
        match action:
            case a.Ready():
                return "Ready"
            case a.PlaceTerrain():
                return f"Lay it at {action.x}, {action.y}, lying {compass(action.heading)}"
            case a.LeaveOut():
                return "There is no place left: leave it out"
            case a.ChooseRole(role):
                return (
                    "Attack, and start with Advantage" if role == "attacker" else "Defend, and choose an edge"
                )
            case a.ChooseEdge(edge):
                return f"Deploy from the {edge} edge"
            case a.PlaceObjective():
                return f"Place the objective at {action.x}, {action.y}"
            case a.Deploy():
                return f"Deploy {name(action.unit)}"
            case a.HoldOff(unit):
                return f"Hold {name(unit)} off the table"
            case a.Move():
                return f"Move {name(action.unit)}"
            case a.Fly():
                return f"Fly {name(action.unit)}"
            case a.Elevate(unit):
                return f"{name(unit)}: fly {'low' if self.game.models[unit].high else 'high'}"
            case a.Measures():
                many = "s" * (action.tokens != 1)
                return f"{name(action.unit)}: defensive measures, {action.tokens} Speed token{many}"
            case a.Stay(unit):
                model = self.game.models[unit]
                return f"{name(unit)}: {'move no farther' if model.moves or self.game.bonus else 'stay'}"
            case a.Skip(unit):
                return f"{name(unit)}: {'let it be' if self.game.bonus else 'hold fire'}"
            case a.Shoot():
                ammo = f", {self.slot(action.unit, action.ammo)}" if action.ammo >= 0 else ""
                eye = f", spotted by {name(action.spotter)}" if action.spotter else ""
                dice = f" ({_dice(option.dice)})" if option.dice else ""
                return (
                    f"{name(action.unit)}: {WEAPONS[action.weapon]} at {name(action.target)}{ammo}{eye}{dice}"
                )
            case _:
                return self.label_card(option)

    def label_card(self, option: Option) -> str:
        action, name = option.action, self.name
        shot = self.game.shot
        match action:
            case a.Reroll(dice):
                pool = shot.attack if shot and shot.stage == "attack" else shot.defence if shot else []
                return f"Re-roll {', '.join(str(pool[i].face) for i in dice)}"
            case a.Modify():
                unit, _, rest = action.source.partition("/")
                if unit == "platoon":
                    rule = self.game.platoons[self.game.models[option.unit].side].rule
                    return f"{self.charts.rules[rule].name}: change a die"
                return f"{self.slot(unit, int(rest.partition('/')[0]))}: change a die"
            case a.Cancel(dice):
                kinds = [shot.attack[i].result for i in dice] if shot else []
                return f"Cancel {kinds.count('hit')} plain, {kinds.count('critical')} critical"
            case a.Drop(card):
                return f"Put {self.critical(card)} away"
            case a.Discard():
                return f"{name(action.unit)} loses {self.slot(action.unit, action.slot)}"
            case a.TurnUp():
                return f"{name(action.unit)}: turn up {self.slot(action.unit, action.slot)}"
            case a.UseCard():
                return f"{name(action.unit)}: use {self.slot(action.unit, action.slot)}{self._for(action)}"
            case a.ChoosePhase():
                return (
                    f"{name(action.unit)}: {self.slot(action.unit, action.slot)} in the {action.phase} phase"
                )
            case a.Repair():
                return f"{name(action.unit)}: repair {self.critical(action.card)}"
            case a.DeclareHeld(sides):
                return f"Held by {', '.join(self.side(s) if s else 'nobody' for s in sides)}"
            case a.Pass(until):
                return {"turn": "Go on; ask no more this turn", "battle": "Go on; ask no more"}.get(
                    until, "Go on"
                )
            case _:
                raise TypeError(f"not an action of this system: {action!r}")

    def _for(self, action: a.UseCard) -> str:
        if action.target and action.other >= 0:
            kind = self.game.models[action.target].cards[action.other].type
            return f" against the {kind} of {self.name(action.target)}"
        if action.other < 0:
            return ""
        effect = self.charts.cards[self.game.models[action.unit].cards[action.slot].card].effects[
            action.effect
        ]
        if effect.do == "repair-in-field":
            return f" on {self.critical(action.other)}"
        return f", giving up {self.slot(action.unit, action.other)}"
