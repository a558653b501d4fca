"""Events to campaign: total, deterministic, nothing decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date as day
from typing import Any, cast

from campaign.ledger import events as e
from campaign.ledger.state import (
    Account,
    Asset,
    Campaign,
    CampaignVerdict,
    Depot,
    Engagement,
    Formation,
    Job,
    Node,
    Person,
    Pool,
    Side,
    subject,
)
from campaign.rules.facets import UMPIRE
from campaign.rules.seats import (
    CHAIR_APPLIERS,
    CHAIR_EVENTS,
    NO_CHAIRS,
    SeatEvent,
    TablePutAway,
    chairs_of,
)

LAST_DAY = day.max.toordinal()
PARTS = "parts"
FUEL = "fuel"


def _account(state: Campaign, item: str) -> Account:
    account = state.accounts.get(item)
    if account is None:
        account = state.accounts[item] = Account()
    return account


def _take(stores: dict[str, int], item: str, count: int) -> None:
    left = stores.get(item, 0) - count
    if left:
        stores[item] = left
    else:
        stores.pop(item, None)


def _move(source: dict[str, int], to: dict[str, int], stores: Mapping[str, int]) -> None:
    for item, count in stores.items():
        _take(source, item, count)
        to[item] = to.get(item, 0) + count


def _issue(state: Campaign, to: dict[str, int], stores: Mapping[str, int]) -> None:
    for item, count in stores.items():
        if count:
            to[item] = to.get(item, 0) + count
            _account(state, item).issued += count


def _lose(state: Campaign, stores: dict[str, int], lost: Mapping[str, int]) -> None:
    for item, count in lost.items():
        _take(stores, item, count)
        _account(state, item).lost += count


# -- opening


def campaign_opened(state: Campaign, event: e.CampaignOpened) -> None:
    state.id, state.title, state.start, state.date = event.campaign, event.title, event.date, event.date
    state.umpire, state.commitment, state.scheme = event.umpire, event.commitment, event.scheme
    state.policy, state.graph = event.policy, event.graph
    for one in event.sides:
        state.sides[one.id] = Side(one.id, one.name, one.colour, one.player, by_rules=one.by_rules)
    for node in event.graph.scenario:
        state.nodes[node.id] = Node()
    state.rules = event.rules
    if event.rules is not None and event.rules.seats == "apart":
        led = {one.id: one.player for one in event.sides if not one.by_rules}
        seats = {**led, UMPIRE: event.umpire}
        state.chairs = chairs_of(seats, event.offers)


def seat_taken(state: Campaign, event: e.SeatTaken) -> None:
    _sits(state, event.side, event.player)
    if state.chairs is not None:
        state.chairs = state.chairs.sat(event.side, event.player)


def seat_left(state: Campaign, event: e.SeatLeft) -> None:
    _sits(state, event.side, "")


def _sits(state: Campaign, seat: str, player: str) -> None:
    if seat == UMPIRE:
        state.umpire = player
    else:
        state.sides[seat].player = player


def chairs_changed(state: Campaign, event: SeatEvent) -> None:
    state.chairs = CHAIR_APPLIERS[type(event)](state.chairs or NO_CHAIRS, event)
    if isinstance(event, TablePutAway):
        state.verdict = CampaignVerdict("", "Put away before it began")


def campaign_forked(state: Campaign, event: e.CampaignForked | e.WentBehind) -> None:
    state.commitment, state.scheme = event.commitment, event.scheme
    state.contributions, state.secret = {}, ""
    for battle in state.battles.values():
        if battle.diary in event.battles:
            battle.diary = event.battles[battle.diary]
            battle.commitment = event.commitments.get(battle.diary, "")
    if event.rules is not None:
        state.rules, state.chairs, state.study, state.umpire = event.rules, None, event.study, ""
        for side in state.sides.values():
            side.player = ""


def type_set(state: Campaign, event: e.TypeSet) -> None:
    state.types[event.type.id] = event.type


def policy_set(state: Campaign, event: e.PolicySet) -> None:
    state.policy = event.policy


def contributed(state: Campaign, event: e.Contributed) -> None:
    state.contributions[event.author] = event.text


def secret_revealed(state: Campaign, event: e.SecretRevealed) -> None:
    state.secret = event.secret


# -- order of battle


def formation_raised(state: Campaign, event: e.FormationRaised) -> None:
    state.formations[event.formation] = Formation(event.formation, event.name, event.side, event.parent)


def formation_moved(state: Campaign, event: e.FormationMoved) -> None:
    state.formations[event.formation].parent = event.parent


def formation_disbanded(state: Campaign, event: e.FormationDisbanded) -> None:
    formation = state.formations[event.formation]
    formation.disbanded, formation.into = True, event.into


def asset_added(state: Campaign, event: e.AssetAdded) -> None:
    asset = state.assets[event.asset] = Asset(
        event.asset, event.name, event.type, event.side, event.formation, damage=list(event.damage),
        cards=list(event.cards),
    )  # fmt: skip
    _issue(state, asset.stores, event.stores)


def told_alone(state: Campaign, event: e.ArrivalSettled | e.EndWaits | e.Happened) -> None:
    """The record tells it."""


def asset_moved(state: Campaign, event: e.AssetMoved) -> None:
    asset = state.assets[event.asset]
    asset.formation = event.formation
    if event.side:
        asset.side = event.side


def person_enlisted(state: Campaign, event: e.PersonEnlisted) -> None:
    state.people[event.person] = Person(
        event.person, event.name, event.side, event.rank, event.formation, event.asset, event.post, event.xp,
        event.level, event.quality, list(event.skills), pool=event.pool, text=event.text,
    )  # fmt: skip
    if event.pool:
        pool = state.pools[event.pool]
        pool.left -= 1
        pool.drawn += 1


def person_moved(state: Campaign, event: e.PersonMoved) -> None:
    person = state.people[event.person]
    person.formation, person.asset, person.post = event.formation, event.asset, event.post


def promoted(state: Campaign, event: e.Promoted) -> None:
    state.people[event.person].rank = event.rank


def renamed(state: Campaign, event: e.Renamed) -> None:
    subject(state, event.subject).name = event.name


def awarded(state: Campaign, event: e.Awarded) -> None:
    state.people[event.person].awards.append(event.award)


def discharged(state: Campaign, event: e.Discharged) -> None:
    person = state.people[event.person]
    person.status, person.asset, person.post, person.back = "gone", "", "", ""


def depot_set(state: Campaign, event: e.DepotSet) -> None:
    old = state.depots.get(event.depot)
    stores = old.stores if old is not None else {}
    carried = old.carried if old is not None else 0
    state.depots[event.depot] = Depot(
        event.depot, event.name, event.side, stores, event.lift, carried, event.hours, event.quality
    )


def pool_set(state: Campaign, event: e.PoolSet) -> None:
    state.pools[event.pool] = Pool(
        event.pool, event.name, event.side, event.left, event.xp, event.rank, list(event.names)
    )


def pool_grew(state: Campaign, event: e.PoolGrew) -> None:
    state.pools[event.pool].left += event.people


# -- people


def experience_gained(state: Campaign, event: e.ExperienceGained) -> None:
    state.people[event.person].xp = event.total


def level_reached(state: Campaign, event: e.LevelReached) -> None:
    person = state.people[event.person]
    person.level, person.quality, person.skills = event.level, event.quality, list(event.skills)


def wounded(state: Campaign, event: e.Wounded) -> None:
    person = state.people[event.person]
    person.status, person.back = "wounded", event.back
    person.wounds += 1


def died(state: Campaign, event: e.Died) -> None:
    person = state.people[event.person]
    person.status, person.back, person.asset, person.post = "dead", "", "", ""


def went_missing(state: Campaign, event: e.WentMissing) -> None:
    person = state.people[event.person]
    person.status, person.back, person.asset, person.post = "missing", event.until, "", ""


def captured(state: Campaign, event: e.Captured) -> None:
    person = state.people[event.person]
    person.status, person.back, person.asset, person.post = "captured", "", "", ""


def recovered(state: Campaign, event: e.Recovered) -> None:
    person = state.people[event.person]
    person.status, person.back = "fit", ""


def served(state: Campaign, event: e.Served) -> None:
    state.people[event.person].battles += 1


# -- machines and stores


def fought(state: Campaign, event: e.Fought) -> None:
    asset = state.assets[event.asset]
    asset.battles += 1
    asset.battle = ""


def kill_credited(state: Campaign, event: e.KillCredited) -> None:
    state.assets[event.asset].kills += 1
    if event.killer:
        state.people[event.killer].kills += 1


def damaged(state: Campaign, event: e.Damaged) -> None:
    state.assets[event.asset].damage = list(event.damage)


def wrecked(state: Campaign, event: e.Wrecked) -> None:
    asset = state.assets[event.asset]
    asset.status = "wreck"
    _lose(state, asset.stores, event.lost)


def wreck_recovered(state: Campaign, event: e.WreckRecovered) -> None:
    """It stays a wreck until the workshop is done with it."""


def asset_lost(state: Campaign, event: e.AssetLost) -> None:
    asset = state.assets[event.asset]
    asset.status, asset.battle = "lost", ""
    _lose(state, asset.stores, event.lost)
    state.jobs = [job for job in state.jobs if job.asset != event.asset]


def repair_started(state: Campaign, event: e.RepairStarted) -> None:
    state.jobs.append(Job(event.asset, event.damage, event.depot, event.hours, event.parts, state.date))
    if event.parts:
        _take(state.depots[event.depot].stores, PARTS, event.parts)
        _account(state, PARTS).used += event.parts


def _job(state: Campaign, asset: str, damage: str) -> Job | None:
    return next((one for one in state.jobs if one.asset == asset and one.damage == damage), None)


def repair_worked(state: Campaign, event: e.RepairWorked) -> None:
    job = _job(state, event.asset, event.damage)
    if job is not None:
        job.hours = event.left


def repair_finished(state: Campaign, event: e.RepairFinished) -> None:
    asset = state.assets[event.asset]
    state.jobs = [one for one in state.jobs if (one.asset, one.damage) != (event.asset, event.damage)]
    if event.damage == "wreck":
        asset.status, asset.damage = "ready", []
    elif event.damage in asset.damage:
        asset.damage.remove(event.damage)


def repair_failed(state: Campaign, event: e.RepairFailed) -> None:
    job = _job(state, event.asset, event.damage)
    if job is not None:
        job.hours = event.left


def repair_stopped(state: Campaign, event: e.RepairStopped) -> None:
    state.jobs = [one for one in state.jobs if (one.asset, one.damage) != (event.asset, event.damage)]


def stores_issued(state: Campaign, event: e.StoresIssued) -> None:
    _issue(state, state.depots[event.depot].stores, event.stores)


def stores_moved(state: Campaign, event: e.StoresMoved) -> None:
    source = state.depots[event.depot]
    _move(source.stores, state.depots[event.to].stores, event.stores)
    source.carried += sum(event.stores.values())


def loaded(state: Campaign, event: e.Loaded) -> None:
    depot = state.depots[event.depot]
    _move(depot.stores, state.assets[event.asset].stores, event.stores)
    depot.carried += sum(event.stores.values())


def unloaded(state: Campaign, event: e.Unloaded) -> None:
    _move(state.assets[event.asset].stores, state.depots[event.depot].stores, event.stores)


def spent(state: Campaign, event: e.Spent) -> None:
    stores = state.assets[event.asset].stores
    for item, count in event.stores.items():
        _take(stores, item, count)
        _account(state, item).used += count


def stripped(state: Campaign, event: e.Stripped) -> None:
    asset = state.assets[event.asset]
    asset.status = "gone"
    state.jobs = [job for job in state.jobs if job.asset != event.asset]
    _issue(state, state.depots[event.depot].stores, {PARTS: event.parts})


# -- time and scenarios


def day_broke(state: Campaign, event: e.DayBroke) -> None:
    state.date = event.date
    for depot in state.depots.values():
        depot.carried = 0


def scenario_opened(state: Campaign, event: e.ScenarioOpened) -> None:
    node = state.nodes[event.node]
    node.status, node.opens = "open", event.opens


def scenario_lapsed(state: Campaign, event: e.ScenarioLapsed) -> None:
    node = state.nodes[event.node]
    node.status, node.winner = "done", event.winner


def battle_started(state: Campaign, event: e.BattleStarted) -> None:
    state.battles[event.battle] = Engagement(
        event.battle,
        event.node,
        event.diary,
        state.date,
        event.muster,
        event.sides,
        commitment=event.commitment,
    )
    node = state.nodes[event.node]
    node.status, node.battle = "running", event.battle
    for one in event.muster:
        state.assets[one.id].battle = event.battle


def battle_closed(state: Campaign, event: e.BattleClosed) -> None:
    battle = state.battles[event.battle]
    battle.status, battle.winner, battle.field = "done", event.winner, event.field
    battle.reason, battle.head, battle.seal = event.reason, event.head, event.seal
    battle.closed, battle.fought = state.date, event.fought
    node = state.nodes[event.node]
    node.status, node.winner = "done", event.winner
    _settled(state, event.battle)


def battle_cancelled(state: Campaign, event: e.BattleCancelled) -> None:
    battle = state.battles[event.battle]
    battle.status = "cancelled"
    node = state.nodes[event.node]
    node.status, node.battle = "open", ""
    _settled(state, event.battle)
    for one in battle.muster:
        state.assets[one.id].battle = ""


def _settled(state: Campaign, battle: str) -> None:
    """What was kept until it is known what came of a battle."""
    state.drafts.pop(battle, None)
    state.halves.pop(battle, None)


def points_scored(state: Campaign, event: e.PointsScored) -> None:
    state.sides[event.side].points = event.total


def campaign_ended(state: Campaign, event: e.CampaignEnded) -> None:
    state.verdict = event.verdict


def return_drafted(state: Campaign, event: e.ReturnDrafted) -> None:
    state.drafts[event.battle] = event.content


def return_dropped(state: Campaign, event: e.ReturnDropped) -> None:
    state.drafts.pop(event.battle, None)


def half_given(state: Campaign, event: e.HalfGiven) -> None:
    state.halves.setdefault(event.battle, {})[event.side] = event.content


def half_dropped(state: Campaign, event: e.HalfDropped) -> None:
    left = state.halves.get(event.battle, {})
    left.pop(event.side, None)
    if not left:
        state.halves.pop(event.battle, None)


def amended(state: Campaign, event: e.Amended) -> None:
    """Stores are booked as issued or lost, so that the accounts balance. A scenario that is opened has no result any
    longer, and is so from that day on."""
    found: Any = subject(state, event.subject) or state.nodes[event.subject]
    name, _, item = event.field.partition(".")
    if name == "stores":
        change = event.value - found.stores.get(item, 0)
        _take(found.stores, item, -change)
        if change > 0:
            _account(state, item).issued += change
        else:
            _account(state, item).lost -= change
        return
    value: Any = event.value
    setattr(found, name, cast("list[Any]", value).copy() if isinstance(value, list) else value)
    if isinstance(found, Node) and event.field == "status":
        found.battle, found.winner, found.opens = "", "", state.date
    if isinstance(found, Person) and found.status in ("dead", "missing", "captured", "gone"):
        found.asset = found.post = ""


def later(date: str, days: int) -> str:
    """An ISO date so many days on; the calendar ends with the year 9999."""
    return day.fromordinal(min(day.fromisoformat(date).toordinal() + days, LAST_DAY)).isoformat()


APPLIERS: Mapping[type[Any], Callable[[Campaign, Any], None]] = {
    e.CampaignOpened: campaign_opened,
    e.CampaignForked: campaign_forked,
    e.WentBehind: campaign_forked,
    e.SeatTaken: seat_taken,
    e.SeatLeft: seat_left,
    **dict.fromkeys(CHAIR_EVENTS, chairs_changed),
    e.TypeSet: type_set,
    e.PolicySet: policy_set,
    e.Contributed: contributed,
    e.SecretRevealed: secret_revealed,
    e.FormationRaised: formation_raised,
    e.FormationMoved: formation_moved,
    e.FormationDisbanded: formation_disbanded,
    e.AssetAdded: asset_added,
    e.ArrivalSettled: told_alone,
    e.EndWaits: told_alone,
    e.AssetMoved: asset_moved,
    e.PersonEnlisted: person_enlisted,
    e.PersonMoved: person_moved,
    e.Promoted: promoted,
    e.Renamed: renamed,
    e.Awarded: awarded,
    e.Discharged: discharged,
    e.DepotSet: depot_set,
    e.PoolSet: pool_set,
    e.PoolGrew: pool_grew,
    e.ExperienceGained: experience_gained,
    e.LevelReached: level_reached,
    e.Wounded: wounded,
    e.Died: died,
    e.WentMissing: went_missing,
    e.Captured: captured,
    e.Recovered: recovered,
    e.Served: served,
    e.Fought: fought,
    e.KillCredited: kill_credited,
    e.Damaged: damaged,
    e.Wrecked: wrecked,
    e.WreckRecovered: wreck_recovered,
    e.AssetLost: asset_lost,
    e.RepairStarted: repair_started,
    e.RepairWorked: repair_worked,
    e.RepairFinished: repair_finished,
    e.RepairFailed: repair_failed,
    e.RepairStopped: repair_stopped,
    e.StoresIssued: stores_issued,
    e.StoresMoved: stores_moved,
    e.Loaded: loaded,
    e.Unloaded: unloaded,
    e.Spent: spent,
    e.Stripped: stripped,
    e.DayBroke: day_broke,
    e.Happened: told_alone,
    e.ScenarioOpened: scenario_opened,
    e.ScenarioLapsed: scenario_lapsed,
    e.BattleStarted: battle_started,
    e.BattleClosed: battle_closed,
    e.BattleCancelled: battle_cancelled,
    e.PointsScored: points_scored,
    e.CampaignEnded: campaign_ended,
    e.ReturnDrafted: return_drafted,
    e.ReturnDropped: return_dropped,
    e.HalfGiven: half_given,
    e.HalfDropped: half_dropped,
    e.Amended: amended,
}
