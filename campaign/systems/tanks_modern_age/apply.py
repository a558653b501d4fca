"""Events to state: total, deterministic, nothing decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.remembering import Apply, remembered
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.state import ROUNDS, Card, Deck, Die, Drawn, Game, Model, Shot

# -- set-up ----------------------------------------------------------------------------------------------------


def mustered(game: Game, event: e.Mustered) -> None:
    game.scenario, game.title, game.mission, game.sides = (
        event.scenario,
        event.title,
        event.mission,
        event.sides,
    )
    game.platoons, game.turns = dict(event.platoons), event.turns
    game.width, game.height = event.width, event.height
    game.measured, game.prepared = event.measured, event.prepared
    game.terrain = {one.id: one for one in event.terrain}
    game.to_place, game.objectives = list(event.to_place), list(event.objectives)
    game.edges, game.attacker, game.advantage = dict(event.edges), event.attacker, event.attacker
    game.deck = Deck(size=event.deck)
    game.readings = event.read
    game.waiting = [side.id for side in event.sides]
    for p in event.models:
        cards = [Card(one.card, one.type, "up" if one.up else "down", 0 if one.up else -1) for one in p.cards]
        game.models[p.id] = Model(
            p.id, p.type, p.name, p.side, p.model, p.stats, cards, p.points, p.x, p.y, p.heading, p.high,
            damage=p.damage, criticals=list(p.criticals), quality=p.quality, rounds=dict(p.rounds),
            driving=p.driving,
        )  # fmt: skip


def side_ready(game: Game, event: e.SideReady) -> None:
    game.waiting.remove(event.side)


def deck_shuffled(game: Game, event: e.DeckShuffled) -> None:
    if not game.deck.shuffled:
        game.deck.shuffled, game.deck.real = True, not event.order
    game.deck.order = list(event.order)
    game.deck.discards = []


def rolled_off(game: Game, event: e.RolledOff) -> None:
    if not event.winner:
        return
    if event.what == "advantage":
        game.advantage = event.winner
    else:
        game.first = event.winner


def terrain_placed(game: Game, event: e.TerrainPlaced) -> None:
    game.terrain[event.ground.id] = event.ground
    _next_placer(game, event.by)


def terrain_left_out(game: Game, event: e.TerrainLeftOut) -> None:
    _next_placer(game, event.by)


def _next_placer(game: Game, by: str) -> None:
    game.to_place.pop(0)
    game.first = next(side.id for side in game.sides if side.id != by)


def role_chosen(game: Game, event: e.RoleChosen) -> None:
    game.attacker = game.advantage = event.attacker


def edges_chosen(game: Game, event: e.EdgesChosen) -> None:
    game.edges = dict(event.edges)


def objective_placed(game: Game, event: e.ObjectivePlaced) -> None:
    game.objectives.append(event.objective)


def deployed(game: Game, event: e.Deployed) -> None:
    model = game.models[event.unit]
    model.x, model.y, model.heading, model.high = event.x, event.y, event.heading, event.high
    model.reserve = False
    if event.how == "again":
        game.redeploys[model.side] -= 1


def held_off(game: Game, event: e.HeldOff) -> None:
    game.models[event.unit].reserve = True


def stage_began(game: Game, event: e.StageBegan) -> None:
    new_turn = event.turn != game.turn
    game.stage, game.turn = event.stage, event.turn
    game.waiting, game.active, game.bonus, game.last, game.counted = [], "", [], False, False
    game.redeploys = dict(event.redeploys)
    for model in game.models.values():
        model.acted = False
        model.repaired = False
        if new_turn:
            model.moves = model.shots = 0
            model.elevated = False
    if new_turn:
        game.quiet = {side: until for side, until in game.quiet.items() if until == "battle"}


def sides_asked(game: Game, event: e.SidesAsked) -> None:
    game.waiting = list(event.sides)


# -- movement --------------------------------------------------------------------------------------------------


def moved(game: Game, event: e.Moved) -> None:
    model = game.models[event.unit]
    if event.high != model.high:
        model.elevated = True
    model.x, model.y, model.heading, model.high = event.x, event.y, event.heading, event.high
    model.moves, model.speed = event.moves, event.speed
    if game.stage not in ("deployment", "redeploy"):
        model.moved_ever = True
    if not event.free:
        game.active = model.id


def tokens_taken(game: Game, event: e.TokensTaken) -> None:
    model = game.models[event.unit]
    model.speed = event.speed
    if event.high != model.high:
        model.high, model.elevated = event.high, True


def token_dropped(game: Game, event: e.TokenDropped) -> None:
    game.models[event.unit].speed = event.speed


def model_acted(game: Game, event: e.ModelActed) -> None:
    game.models[event.unit].acted = True
    if game.active == event.unit:
        game.active = ""


def last_moves_began(game: Game, event: e.LastMovesBegan) -> None:
    game.last, game.waiting = True, list(event.sides)


# -- cards -----------------------------------------------------------------------------------------------------


def card_turned(game: Game, event: e.CardTurned) -> None:
    card = game.models[event.unit].cards[event.slot]
    card.state, card.turned = "up", game.turn


def card_given_up(game: Game, event: e.CardGivenUp) -> None:
    card = game.models[event.unit].cards[event.slot]
    card.state, card.spent = "gone", game.turn
    if event.card and card.turned < 0:
        card.turned = game.turn
    _in_shot(game, event.unit, event.slot)
    if game.shot is not None and game.shot.unit == event.unit and card.type == "Ammo":
        game.shot.ammo = event.slot


def _in_shot(game: Game, unit: str, slot: int) -> None:
    """Remember what was used in the attack under way."""
    if game.shot is not None:
        game.shot.used.append(f"card {unit}/{slot}")


def card_used(game: Game, event: e.CardUsed) -> None:
    card = game.models[event.unit].cards[event.slot]
    card.spent = game.turn
    _in_shot(game, event.unit, event.slot)
    if event.phase:
        card.choice = event.phase


def card_kept(game: Game, event: e.CardKept) -> None:
    game.models[event.unit].cards[event.slot].state = "up"


def keep_rolled(game: Game, event: e.KeepRolled) -> None:
    """Only told."""


def side_passed(game: Game, event: e.SidePassed) -> None:
    if event.until != "now":
        game.quiet[event.side] = event.until
    if game.shot is not None:
        game.shot.asked.append(event.side)
    elif event.side in game.waiting:
        game.waiting.remove(event.side)


# -- shooting --------------------------------------------------------------------------------------------------


def shot_declared(game: Game, event: e.ShotDeclared) -> None:
    game.shot = Shot(
        event.unit, event.target, event.weapon, event.sight, "aim", event.dice, event.plain, event.fury, event.extra,
        ammo=event.ammo, queue=list(event.queue),
    )  # fmt: skip
    shooter = game.models[event.unit]
    shooter.shots += 1
    if event.spent:
        kind = ROUNDS[event.weapon]
        shooter.rounds[kind] -= event.spent
        shooter.spent[kind] = shooter.spent.get(kind, 0) + event.spent
    game.active = event.unit
    if event.spotter:
        game.models[event.spotter].spotted = True


def _shot(game: Game) -> Shot:
    assert game.shot is not None
    return game.shot


def attack_rolled(game: Game, event: e.AttackRolled) -> None:
    pairs = zip(event.dice, event.results, strict=True)
    _shot(game).attack = [Die(face, result) for face, result in pairs]  # type: ignore[arg-type]


def attack_rerolled(game: Game, event: e.AttackRerolled) -> None:
    shot = _shot(game)
    shot.rerolled += event.counted
    for place, face, result in zip(event.places, event.dice, event.results, strict=True):
        shot.attack[place] = Die(face, result, rerolled=True)  # type: ignore[arg-type]


def dice_modified(game: Game, event: e.DiceModified) -> None:
    shot = _shot(game)
    if event.source:
        shot.used.append(event.source)
    for place, into in zip(event.places, event.into, strict=True):
        die = shot.attack[place]
        die.modified = True
        if into == "gone":
            die.result = ""
        else:
            die.result = into
    shot.attack += [Die(0, "hit", True, True) for _ in range(event.added)]


def defence_rolled(game: Game, event: e.DefenceRolled) -> None:
    shot = _shot(game)
    shot.defence = [Die(face) for face in event.dice]
    shot.rerolled = 0


def defence_rerolled(game: Game, event: e.DefenceRerolled) -> None:
    shot = _shot(game)
    shot.rerolled += len(event.places)
    for place, face in zip(event.places, event.dice, strict=True):
        shot.defence[place] = Die(face, rerolled=True)


def defence_counted(game: Game, event: e.DefenceCounted) -> None:
    shot = _shot(game)
    shot.sixes, shot.fours = event.sixes, event.fours


def hits_cancelled(game: Game, event: e.HitsCancelled) -> None:
    shot = _shot(game)
    for place in event.places:
        shot.attack[place].cancelled = True
    if event.by == "target":
        shot.sixes = 0
    else:
        shot.fours = 0


def shot_went(game: Game, event: e.ShotWent) -> None:
    shot = _shot(game)
    if shot.drawn is not None:
        game.deck.discards += shot.drawn.cards
    shot.stage, shot.asked, shot.drawn = event.stage, [], None
    if event.stage == "critical":
        shot.left, shot.hits = event.left, event.hits


def damage_taken(game: Game, event: e.DamageTaken) -> None:
    model = game.models[event.unit]
    model.damage = event.total
    if event.by:
        model.hurt_by = event.by
    if game.shot is not None and event.unit == game.shot.target:
        game.shot.dealt += event.amount


def critical_drawn(game: Game, event: e.CriticalDrawn) -> None:
    deck, shot = game.deck, _shot(game)
    for number in event.cards:
        if number in deck.order:
            deck.order.remove(number)
    if event.again and shot.drawn is not None:
        shot.drawn.cards += event.cards
    else:
        shot.drawn = Drawn(list(event.cards), event.unit, event.drop, event.guard)
        shot.left -= 1
        shot.first = False
    shot.asked = []


def critical_dropped(game: Game, event: e.CriticalDropped) -> None:
    drawn = _drawn(game)
    drawn.cards.remove(event.card)
    if drawn.drop:
        drawn.drop -= 1
    else:
        drawn.guard -= 1
    game.deck.discards.append(event.card)


def _drawn(game: Game) -> Drawn:
    drawn = _shot(game).drawn
    assert drawn is not None
    return drawn


def critical_moved(game: Game, event: e.CriticalMoved) -> None:
    _drawn(game).taker = event.to
    _shot(game).asked = []


def critical_cancelled(game: Game, event: e.CriticalCancelled) -> None:
    drawn = _drawn(game)
    drawn.cards.remove(event.card)
    game.deck.discards.append(event.card)


def critical_suffered(game: Game, event: e.CriticalSuffered) -> None:
    """p18 lasting."""
    drawn = _drawn(game)
    drawn.cards.remove(event.card)
    drawn.discarding = event.choose
    if event.stays:
        game.models[event.unit].criticals.append(event.card)
    else:
        game.deck.discards.append(event.card)


def crew_lost(game: Game, event: e.CrewLost) -> None:
    shot = _shot(game)
    shot.losing = False
    if shot.drawn is not None:
        shot.drawn.discarding = False


def smoked(game: Game, event: e.Smoked) -> None:
    model = game.models[event.unit]
    model.smoked += event.dice
    model.covered = True


def marked(game: Game, event: e.Marked) -> None:
    game.models[event.unit].marked += event.dice


def destroyed(game: Game, event: e.Destroyed) -> None:
    model = game.models[event.unit]
    model.out = event.how
    game.deck.discards += model.criticals
    model.criticals = []
    if event.by:
        game.models[event.by].kills.append(event.unit)
    if game.active == event.unit:
        game.active = ""


def crew_claimed(game: Game, event: e.CrewClaimed) -> None:
    _shot(game).losing = True


def retaliation_rolled(game: Game, event: e.RetaliationRolled) -> None:
    _shot(game).used.append(f"retaliation {event.cause}")


def shot_ended(game: Game, event: e.ShotEnded) -> None:
    game.shot = None


def bonus_granted(game: Game, event: e.BonusGranted) -> None:
    game.bonus.append(event.bonus)


def bonus_taken(game: Game, event: e.BonusTaken) -> None:
    game.bonus.pop(0)


# -- command phase ---------------------------------------------------------------------------------------------


def repair_tried(game: Game, event: e.RepairTried) -> None:
    model = game.models[event.unit]
    model.repaired = True
    if event.fixed:
        model.criticals.remove(event.card)
        game.deck.discards.append(event.card)


def held_declared(game: Game, event: e.HeldDeclared) -> None:
    game.counted = True


def scored(game: Game, event: e.Scored) -> None:
    game.score[event.side] = game.score.get(event.side, 0) + event.points


def field_reset(game: Game, event: e.FieldReset) -> None:
    """p19 reset."""
    for model in game.models.values():
        model.speed = model.smoked = model.marked = 0
        model.elevated = model.covered = model.spotted = False


def battle_ended(game: Game, event: e.BattleEnded) -> None:
    game.verdict, game.stage = event.verdict, "over"
    game.waiting, game.shot, game.bonus, game.active = [], None, [], ""


_APPLIERS: Mapping[type[Any], Apply] = {
    e.Mustered: mustered,
    e.SideReady: side_ready,
    e.DeckShuffled: deck_shuffled,
    e.RolledOff: rolled_off,
    e.TerrainPlaced: terrain_placed,
    e.TerrainLeftOut: terrain_left_out,
    e.RoleChosen: role_chosen,
    e.EdgesChosen: edges_chosen,
    e.ObjectivePlaced: objective_placed,
    e.Deployed: deployed,
    e.HeldOff: held_off,
    e.StageBegan: stage_began,
    e.SidesAsked: sides_asked,
    e.Moved: moved,
    e.TokensTaken: tokens_taken,
    e.TokenDropped: token_dropped,
    e.ModelActed: model_acted,
    e.LastMovesBegan: last_moves_began,
    e.CardTurned: card_turned,
    e.CardGivenUp: card_given_up,
    e.CardUsed: card_used,
    e.CardKept: card_kept,
    e.KeepRolled: keep_rolled,
    e.SidePassed: side_passed,
    e.ShotDeclared: shot_declared,
    e.AttackRolled: attack_rolled,
    e.AttackRerolled: attack_rerolled,
    e.DiceModified: dice_modified,
    e.DefenceRolled: defence_rolled,
    e.DefenceRerolled: defence_rerolled,
    e.DefenceCounted: defence_counted,
    e.HitsCancelled: hits_cancelled,
    e.ShotWent: shot_went,
    e.DamageTaken: damage_taken,
    e.CriticalDrawn: critical_drawn,
    e.CriticalDropped: critical_dropped,
    e.CriticalMoved: critical_moved,
    e.CriticalCancelled: critical_cancelled,
    e.CriticalSuffered: critical_suffered,
    e.RetaliationRolled: retaliation_rolled,
    e.CrewLost: crew_lost,
    e.CrewClaimed: crew_claimed,
    e.Smoked: smoked,
    e.Marked: marked,
    e.Destroyed: destroyed,
    e.ShotEnded: shot_ended,
    e.BonusGranted: bonus_granted,
    e.BonusTaken: bonus_taken,
    e.RepairTried: repair_tried,
    e.HeldDeclared: held_declared,
    e.Scored: scored,
    e.FieldReset: field_reset,
    e.BattleEnded: battle_ended,
}
SHOWING: frozenset[type[Any]] = frozenset((e.Mustered, e.CardTurned, e.CardGivenUp))
"""The events after which other cards than before have been seen: all others leave what only these decide."""
APPLIERS: Mapping[type[Any], Apply] = remembered(
    _APPLIERS, {event: None for event in _APPLIERS if event not in SHOWING}
)
