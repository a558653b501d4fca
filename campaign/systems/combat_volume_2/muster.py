"""A campaign's teams and vehicles go into a mission, in the places of the scenario's. All of it is a house rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from campaign.rules.muster import AssetType, Damage, Member, Muster, Mustered, Outcome, Verdict
from campaign.rules.refused import Refused, no_such, quoted
from campaign.systems.combat_volume_2 import fates, scenarios
from campaign.systems.combat_volume_2.assets import (
    BELTS,
    CLIPS,
    GRENADES,
    HATCHES,
    HOUSE,
    ROCKETS,
    SMOKES,
    AssetCharts,
    Kit,
    guns_of,
)
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.scenario import Enemies, Friend, Scenario, VehicleRow, without
from campaign.systems.combat_volume_2.scenario_checks import of_squad
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Ammunition, Came, Game, Goal, Man, Vehicle
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan

MOST_QUALITY = 8
SKILLS: Mapping[str, str] = {
    "sniper": "A steady shot in impulse 4 beyond 2 hexes (24.1).",
    "dodge": "Harder to hit under Evade (24.1).",
    "dodge-2": "Much harder to hit under Evade (24.1).",
    "tough": "Draws two wound cards and takes the milder one (24.1).",
    "eagle-eyes": "Sees hidden enemies more easily (24.1).",
    "knife": "Throws a knife, and is better hand to hand (24.1).",
    "deadly": "Whom he hits draws two wound cards and takes the worse one (24.1).",
    "medic": "May give medical aid (30.1).",
    "trained-medic": "A medic by trade: gives medical aid, and does not fight (30).",
    "drive": "Drives any vehicle without a penalty (31.9).",
    "gunnery": "At the post of the gunner: his quality is one better.",
    "driving": "At the post of the driver: his quality is one better.",
}
"""By the words of 24.1, 30 and 31; the last two are those of the usual policy."""
AT_POST: Mapping[str, str] = {"gunnery": "gunner", "driving": "driver"}


class SquadAssets:
    """See `campaign.rules.system.Assets`. An asset is a team of a squad, or a vehicle with its crew."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def types(self) -> Mapping[str, AssetType]:
        return self._charts.assets.types

    def damages(self) -> Sequence[Damage]:
        return self._charts.assets.damages()

    def skills(self) -> Mapping[str, str]:
        return SKILLS

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[MissionBegan]:
        found = scenarios.chosen(self._charts, scenario, options)
        return [_SetUp(self._charts, found, muster, bool(options.get("thompson"))).began()]

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return fates.outcome(Play(TABLE, self._charts, state), verdict)


# -- what somebody is at his post ------------------------------------------------------------------------------------


def man_of(charts: AssetCharts, asset: Mustered, member: Member, kit: Kit) -> Man:
    """A member of an asset, as the kit of his post and his own level have him; he stands nowhere yet."""
    level = charts.levels[max(-1, min(member.quality, 2))]
    better = sum(AT_POST.get(skill) == member.post for skill in member.skills)
    own = [skill for skill in member.skills if skill in SKILLS and skill not in AT_POST]
    return Man(
        member.id,
        asset.side,
        member.name,
        member.id,
        rank=kit.rank,
        quality=max(1, min(kit.quality + level.quality + better, MOST_QUALITY)),
        skill=max(0, min(kit.skill + level.skill, 9)),
        leadership=kit.leadership,
        skills=tuple(dict.fromkeys((*kit.skills, *own))),
        armed=_instead(charts, asset, kit.weapon),
        sidearm=kit.sidearm,
        heavy=_instead(charts, asset, kit.heavy),
        asset=asset.id,
    )


def _instead(charts: AssetCharts, asset: Mustered, weapon: str) -> str:
    """The weapon of a kit, or what takes its place while it is lost."""
    lost = charts.lost.get(weapon)
    return lost.instead if lost is not None and lost.id in asset.damage else weapon


class Stock:
    """What an asset has of its ammunition, handed out one after the other. A kind that is not named is plenty."""

    def __init__(self, ammunition: Mapping[str, int]) -> None:
        self._left = dict(ammunition)
        self.brought: dict[str, int] = {}

    def take(self, kind: str, wanted: int) -> int:
        """As many as are wanted, or all that is left of them."""
        found = min(wanted, self._left.get(kind, wanted))
        if kind in self._left:
            self._left[kind] -= found
            self.brought[kind] = self.brought.get(kind, 0) + found
        return found

    def short(self, kind: str, full: int) -> Ammunition:
        """The state of a weapon's ammunition: enough with all of it, low with less, out with none."""
        found = self.take(kind, full)
        return "" if found == full else "low" if found else "out"


# -- the set-up ------------------------------------------------------------------------------------------------------


class _SetUp:
    """One mission with what a campaign sends."""

    def __init__(self, charts: Charts, found: scenarios.Chosen, muster: Muster, thompson: bool) -> None:
        self.charts, self.one, self.read = charts, found.scenario, found.read
        self.muster, self.thompson = muster, thompson
        self.men: list[tuple[Man, Friend]] = []
        self.crews: dict[str, list[Man]] = {}
        self.vehicles: dict[str, tuple[Mustered, Stock]] = {}
        self.came: list[Came] = []

    def began(self) -> MissionBegan:
        """Raises Refused, saying which asset cannot come and why."""
        self.check()
        self.drive()
        if FRIEND in self.muster.sides:
            self.teams()
            self.leave()
        return self.whole()

    # -- what may come -----------------------------------------------------------------------------------

    def check(self) -> None:
        sides = [FRIEND, ENEMY]
        for i, side in enumerate(self.muster.sides):
            if side not in sides:
                raise no_such("side", side, sides, HOUSE, f"$.muster.sides[{i}]", " in this battle")
        seen, kinds = set[str](), self.charts.vehicles.kinds
        for i, asset in enumerate(self.muster.assets):
            where = f"$.muster.assets[{i}]"
            self.check_asset(asset, where)
            for id in (asset.id, *(member.id for member in asset.crew)):
                team = id == asset.id and asset.type not in kinds
                if id in seen or self.taken(id) or (id in scenarios.TEAMS and not team):
                    reason = f"Somebody or something else in this battle is called {quoted(id)}, too."
                    raise Refused(reason, HOUSE, where=where)
                seen.add(id)
        if FRIEND in self.muster.sides and not any(one.side == FRIEND for one in self.muster.assets):
            raise Refused("The player would have nobody in this battle.", HOUSE, where="$.muster.assets")

    def taken(self, id: str) -> bool:
        """Whether the scenario, or a draw in the battle, uses an id; "" is nobody's, and a hex is called so already."""
        one = self.one
        counters = id[:1] == "e" and id[1:].isdigit()
        own = {"", FRIEND, ENEMY, *(row.id for row in (*one.vehicle, *one.team))}
        return (
            counters or id in own or id in self.charts.characters or id in self.charts.boards[one.board].axial
        )

    def check_asset(self, asset: Mustered, where: str) -> None:
        kept = self.charts.assets
        if asset.side not in self.muster.sides:
            raise no_such("side", asset.side, self.muster.sides, HOUSE, f"{where}.side", " that is mustered")
        if asset.type not in kept.types:
            raise no_such("type", asset.type, sorted(kept.types), HOUSE, f"{where}.type")
        type = kept.types[asset.type]
        kind = self.charts.vehicles.kinds.get(asset.type)
        if asset.side != (FRIEND if kind is None else kind.side):
            raise Refused(f"{asset.name} is of the other side's equipment.", HOUSE, where=f"{where}.side")
        for word in asset.damage:
            if word not in type.damage:
                raise Refused(f"{asset.name} cannot bear {word!r}.", HOUSE, type.damage, f"{where}.damage")
        for name, count in asset.ammunition.items():
            if name not in type.load or count < 0:
                reason = f"{asset.name} has no use for {count} of {name!r}."
                raise Refused(reason, HOUSE, tuple(type.load), f"{where}.ammunition")
        posts = [member.post for member in asset.crew]
        for post in (*posts, *asset.empty):
            if post not in type.posts:
                raise Refused(f"{asset.name} has no post {post!r}.", HOUSE, type.posts, where)
        for post in posts:
            if posts.count(post) > 1:
                raise Refused(f"Two men are {post} of {asset.name}.", HOUSE, where=where)
        if not asset.crew:
            raise Refused(f"Nobody comes with {asset.name}.", HOUSE, where=where)
        if asset.cards:
            reason = f"{asset.name} carries cards: this rule system has none of that kind."
            raise Refused(reason, HOUSE, where=f"{where}.cards")

    def is_place(self, row: Friend) -> bool:
        """Whether a team of a campaign takes it: medics, drivers and whoever is fixed are lent by others."""
        return of_squad(self.charts, row) or (row.team == "command" and not row.fixed and self.commanded)

    @property
    def commanded(self) -> bool:
        teams = self.charts.assets.teams
        return any(teams[one.type].place == "command" for one in self.muster.assets if one.type in teams)

    # -- teams -------------------------------------------------------------------------------------------

    def teams(self) -> None:
        """Every team in the places of a team of the scenario: of its own, else of one that nobody takes."""
        kept = self.charts.assets
        places: dict[str, list[Friend]] = {}
        for row in self.one.friend:
            if self.is_place(row):
                places.setdefault(row.team, []).append(row)
        wait: list[tuple[int, Mustered]] = []
        for i, asset in enumerate(self.muster.assets):
            if asset.type in kept.teams:
                own = kept.teams[asset.type].place
                if own in places:
                    self.team(asset, own, places.pop(own))
                else:
                    wait.append((i, asset))
        for i, asset in wait:
            free = next((id for id in places if id != "command"), "")
            if not free:
                reason = f"The scenario has no place for {asset.name}."
                raise Refused(reason, HOUSE, where=f"$.muster.assets[{i}]")
            self.team(asset, free, places.pop(free))

    def leave(self) -> None:
        """The scenario's own men make room."""
        now = {place.who: man.id for man, place in self.men}
        gone = {row.who for row in self.one.friend if self.is_place(row)}
        self.one = without(self.one, gone, now)

    def team(self, asset: Mustered, team: str, places: Sequence[Friend]) -> None:
        """As many as there are places, in the order of their posts; the others stay behind."""
        kits, stock = self.charts.assets.posts(asset.type), Stock(asset.ammunition)
        for member, place in matched(list(in_order(asset, kits)), places, kits):
            man = man_of(self.charts.assets, asset, member, kits[member.post])
            self.equip(man, kits[member.post], place, stock)
            man.team = team
            self.men.append((man, place))
        self.came.append(came(asset, stock))

    def equip(self, man: Man, kit: Kit, place: Friend, stock: Stock) -> None:
        counts = self.charts.assets.file.counts
        if man.armed:
            man.ammunition = stock.short(CLIPS, counts.clips)
            if self.thompson and man.armed == "smg":
                man.armed = "thompson"
        man.grenades, man.smokes = stock.take(GRENADES, kit.grenades), stock.take(SMOKES, kit.smokes)
        man.rockets = stock.take(ROCKETS, kit.rockets)
        if place.heavy and not man.heavy:
            man.heavy, man.rockets, man.loaded = place.heavy, man.rockets + place.rockets, place.loaded
        elif place.loaded and man.heavy and man.rockets:
            man.rockets, man.loaded = man.rockets - 1, True

    # -- vehicles ----------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Every vehicle in the place of one of the scenario's: of its kind, else of its class. Those that nobody
        replaces are lent by others."""
        kinds = self.charts.vehicles.kinds
        rows = {row.id: row for row in self.one.vehicle}
        free = list(rows)
        for i, asset in enumerate(self.muster.assets):
            if asset.type not in kinds:
                continue
            fits = [id for id in free if rows[id].side == asset.side]
            same = [id for id in fits if rows[id].kind == asset.type]
            alike = [id for id in fits if kinds[rows[id].kind].class_ == kinds[asset.type].class_]
            at = next(iter((*same, *alike)), "")
            if not at:
                reason = f"The scenario has no place for {asset.name}."
                raise Refused(reason, HOUSE, where=f"$.muster.assets[{i}]")
            free.remove(at)
            self.vehicle(asset, rows[at])

    def vehicle(self, asset: Mustered, row: VehicleRow) -> None:
        kits, stock = self.charts.assets.posts(asset.type), Stock(asset.ammunition)
        seats = self.charts.assets.seats(asset.type)
        for member in in_order(asset, kits):
            kit = kits[member.post]
            man = man_of(self.charts.assets, asset, member, kit)
            man.team, man.vehicle, man.seat = asset.id, asset.id, seats[member.post]
            man.grenades, man.smokes = kit.grenades, kit.smokes
            man.spotted, man.alert = True, asset.side == ENEMY
            self.crews.setdefault(asset.id, []).append(man)
        self.vehicles[asset.id] = asset, stock
        self.one = self.relieved(renamed(self.one, row, asset), asset.id)

    def relieved(self, one: Scenario, vehicle: str) -> Scenario:
        """The scenario without those of its own, lent or the enemy's, in whose seats the vehicle's own crew sits."""
        sit = {man.seat: man.id for man in self.crews[vehicle]}
        lent = [row for row in one.friend if not self.is_place(row)]
        now = {
            row.who: sit[row.seat]
            for row in (*lent, *one.enemy)
            if row.vehicle == vehicle and row.seat in sit
        }
        return without(one, now, now)

    def as_it_comes(self, one: Vehicle) -> Vehicle:
        """A vehicle with its damage and rounds."""
        if one.id not in self.vehicles:
            return one
        asset, stock = self.vehicles[one.id]
        kind = self.charts.vehicles.kinds[asset.type]
        shells = {shell: stock.take(shell, full) for shell, full in kind.shells.items()}
        loaded = one.loaded if shells.get(one.loaded) else ""
        if loaded:
            shells[loaded] -= 1
        belts = self.charts.assets.file.counts.belts
        mg = {place: stock.short(BELTS, belts) for place in guns_of(kind)}
        hatches, damage = dict(one.hatches), list[str]()
        for word in asset.damage:
            state = _hatch(word)
            if state is None:
                damage.append(word)
            else:
                hatches[state[0]] = state[1]
        self.came.append(came(asset, stock))
        return replace(
            one, name=asset.name, damage=tuple(damage), shells=shells, loaded=loaded, mg=mg, hatches=hatches,
            asset=asset.id,
        )  # fmt: skip

    # -- the whole ---------------------------------------------------------------------------------------

    def whole(self) -> MissionBegan:
        """The scenario as it is set up without them, with them in it."""
        made = scenarios.SetUp(self.charts, self.one)
        for man, place in self.men:
            self.placed(made, man, place)
        for row in self.one.vehicle:
            for man in self.crews.get(row.id, ()):
                man.hex = "" if row.comes or row.waits else row.hex
                made.men.append(man)
        usual = made.made(self.read)
        vehicles = tuple(map(self.as_it_comes, usual.vehicles))
        return replace(usual, vehicles=vehicles, came=tuple(self.came))

    def placed(self, made: scenarios.SetUp, man: Man, place: Friend) -> None:
        """In a place of the scenario's; in place of a seat that a vehicle of the campaign lacks, in its hex."""
        man.hex = place.hex
        if place.vehicle:
            row = next(row for row in self.one.vehicle if row.id == place.vehicle)
            seats = self.charts.vehicles.seats[self.charts.vehicles.kinds[row.kind].class_]
            taken = {one.seat for one in self.crews.get(row.id, ())}
            if place.seat in seats and place.seat not in taken:
                made.join(man, row.id, place.seat, 0, False)
                return
            man.hex = row.hex
        made.join(man, "", "", place.comes, place.waits)


def _hatch(word: str) -> tuple[str, Literal["jammed", "gone"]] | None:
    """The seat and the state of its hatch, if a damage is one of a hatch."""
    for state, start in HATCHES.items():
        if word.startswith(start):
            return word.removeprefix(start), state
    return None


def came(asset: Mustered, stock: Stock) -> Came:
    crew = {member.post: member.id for member in asset.crew}
    return Came(asset.id, asset.type, asset.side, crew, stock.brought, asset.damage)


def in_order(asset: Mustered, kits: Mapping[str, Kit]) -> Iterator[Member]:
    """Its men, by their posts."""
    for post in kits:
        yield from (member for member in asset.crew if member.post == post)


def matched(
    members: Sequence[Member], places: Sequence[Friend], kits: Mapping[str, Kit]
) -> list[tuple[Member, Friend]]:
    """Who takes which place: bazookas and rockets go where the scenario has some, all others in order. Whoever comes
    second to such a place by the order stays behind before them."""
    left, found = list(members), dict[int, Member]()
    for wanted in ("heavy", "rockets"):
        for i, place in enumerate(places):
            if i not in found and getattr(place, wanted) and not (wanted == "rockets" and place.heavy):
                who = next((one for one in left if _carries(kits[one.post], wanted)), None)
                if who is not None:
                    left.remove(who)
                    found[i] = who
    for i in range(len(places)):
        if i not in found and left:
            found[i] = left.pop(0)
    return [(found[i], places[i]) for i in sorted(found)]


def _carries(kit: Kit, wanted: str) -> bool:
    return bool(kit.heavy) if wanted == "heavy" else bool(kit.rockets) and not kit.heavy


def renamed(one: Scenario, row: VehicleRow, asset: Mustered) -> Scenario:
    """The scenario with a vehicle of the campaign in the place of one of its own, and whatever speaks of that one."""
    now = replace(row, id=asset.id, kind=asset.type, name=asset.name, crew={}, shells={})

    def goal(found: Goal) -> Goal:
        return replace(found, of=asset.id) if found.of == row.id else found

    return replace(
        one,
        vehicle=tuple(now if found.id == row.id else found for found in one.vehicle),
        friend=tuple(
            replace(found, vehicle=asset.id) if found.vehicle == row.id else found for found in one.friend
        ),
        enemy=tuple(_follows(found, row.id, asset.id) for found in one.enemy),
        goal=tuple(map(goal, one.goal)),
    )


def _follows(found: Enemies, was: str, now: str) -> Enemies:
    """Enemies who ride in a vehicle, or act with it, do so with the one in its place."""
    return replace(
        found,
        vehicle=now if found.vehicle == was else found.vehicle,
        team=now if found.team == was else found.team,
    )
