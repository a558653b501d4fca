"""The pack as checked tables: orders, weapons, terrain, wounds, morale, both decks, characters, boards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from campaign.rules.boards import Board
from campaign.rules.charts import known, read_board
from campaign.rules.numbers import Whole
from campaign.rules.packs import Pack, PackError
from campaign.rules.readings import ReadCharts
from campaign.systems.combat_volume_2 import chart_checks
from campaign.systems.combat_volume_2.assets import AssetCharts
from campaign.systems.combat_volume_2.land.tables import LandCharts
from campaign.systems.combat_volume_2.mission_tables import MissionCharts
from campaign.systems.combat_volume_2.people.tables import FootFile
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.scenario import Scenario
from campaign.systems.combat_volume_2.scenario_checks import check
from campaign.systems.combat_volume_2.state import Direction
from campaign.systems.combat_volume_2.vehicles.tables import VehicleCharts

Modifier = Annotated[int, Meta(ge=-9, le=9)]
Source = Annotated[str, Meta(min_length=3)]
Impulse = Annotated[int, Meta(ge=1, le=4)]
Mood = Literal["berserk", "steady", "normal", "cautious", "shaken", "rout"]
MOODS: Mapping[int, Mood] = {
    2: "berserk",
    1: "steady",
    0: "normal",
    -1: "cautious",
    -2: "shaken",
    -3: "rout",
}
Wound = Literal["morale-check", "light", "bad", "killed"]
"""What a wound card says, from the mildest to the worst (24.1)."""
WOUNDS: tuple[Wound, ...] = ("morale-check", "light", "bad", "killed")


class OrderRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An order. moves: steps in each impulse (a, b: first, second direction; t: to the target). fires, acts: impulses.

    fire: on one's own shots; hit, seen: for others who shoot at him and look for him; cap: the most (as a negative
    number) that terrain takes off then, 0 for no bound. low: lies low (27.8). worse: what replaces it. who: whose.
    crew: of vehicles' crews, for seats (CM, D, G, L, CD), () for men on foot. firing: on all fire from a vehicle.
    """

    id: str
    name: str
    moves: tuple[str, ...] = ()
    fires: tuple[Impulse, ...] = ()
    acts: Whole = 0
    fire: Modifier = 0
    hit: Modifier = 0
    seen: Modifier = 0
    cap: Modifier = 0
    low: bool = False
    worse: str = ""
    who: Literal["both", "friend", "enemy"] = "both"
    crew: tuple[str, ...] = ()
    firing: Modifier = 0
    source: str = ""

    @property
    def shoots(self) -> bool:
        return bool(self.fires)

    @property
    def moving(self) -> bool:
        return any(self.moves)


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """range: last hex of a band, and what it adds. rof_beyond: (hexes, shots) beyond so many. aimed_beyond: (hexes,
    what Aimed Fire adds beyond them). by_quality: fired with quality, not skill. alone: without assistant. nines:
    natural 9s in one attack that bring Low, then Out (26).
    """

    id: str
    name: str
    class_: Literal["rifle", "smg", "automatic", "mg", "pistol", "knife"]
    rof: Annotated[int, Meta(ge=1, le=9)]
    range: Annotated[tuple[tuple[Whole, Whole], ...], Meta(min_length=1)]
    slow: bool = False
    rof_beyond: tuple[Whole, Whole] = (99, 0)
    aimed_beyond: tuple[Whole, Whole] = (99, 0)
    by_quality: bool = False
    alone: Modifier = 0
    nines: Whole = 1
    source: str = ""

    def at(self, hexes: int) -> int | None:
        """What the range adds, None out of range."""
        return next((value for last, value in self.range if hexes <= last), None)

    def shots(self, hexes: int) -> int:
        """Rate of fire."""
        beyond, rof = self.rof_beyond
        return rof if hexes > beyond else self.rof

    @property
    def reach(self) -> int:
        return self.range[-1][0]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Order/Terrain and spotting charts. size: of the obstacle, in half levels. bars: vehicles that
    may not enter (31.5): "wheels" jeeps and trucks, "all" every one (27.10).
    """

    id: str
    name: str
    fire: Modifier = 0
    seen: Modifier = 0
    cover: bool = False
    blocks: bool = False
    rough: bool = False
    small: bool = False
    depression: bool = False
    only_low: bool = False
    bars: Literal["", "wheels", "all"] = ""
    size: Whole = 0
    glyph: str = ""
    source: str = ""


class CardOrder(NamedTuple):
    """An order on an enemy's card. ways: by the compass of the mission. check: C, G, M or ""."""

    word: str
    ways: tuple[Direction, ...] = ()
    check: str = ""


class EnemyCard(Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[int, Meta(ge=1, le=200)]
    initiative: Annotated[int, Meta(ge=1, le=100)]
    rout: Annotated[int, Meta(ge=1, le=6)]
    orders: tuple[str, ...]


class FriendlyCard(Struct, frozen=True, forbid_unknown_fields=True):
    """able, baker, charlie: initiatives, 0 on an event. text: id of what it does."""

    id: Annotated[int, Meta(ge=1, le=200)]
    kind: Literal["order", "discard", "event"]
    able: Whole = 0
    baker: Whole = 0
    charlie: Whole = 0
    text: str = ""


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """set: us, us-command, us-driver, us-medic, us-crew, heer, ss, de-medic, de-crew. number: his counter in a cup, 0
    for none. post: the seat he is trained for."""

    id: str
    name: str
    set: str
    quality: Annotated[int, Meta(ge=1, le=8)]
    skill: Annotated[int, Meta(ge=0, le=9)] = 0
    rank: Literal["officer", "nco", "private"] = "private"
    number: Whole = 0
    leadership: Annotated[int, Meta(ge=0, le=6)] = 0
    skills: tuple[str, ...] = ()
    weapon: str = ""
    sidearm: str = ""
    grenades: Whole = 0
    smokes: Whole = 0
    post: str = ""
    mate: str = ""
    source: str = ""


class Squad(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the selection table (25.0 squads)."""

    die: Whole
    able: tuple[str, ...]
    baker: tuple[str, ...]
    charlie: tuple[str, ...]


class OrderFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    order: tuple[OrderRow, ...]


class WeaponFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    weapon: tuple[Weapon, ...]


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    terrain: tuple[Terrain, ...]


class EnemyDeck(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    lines: tuple[str, ...]
    card: tuple[EnemyCard, ...]


class FriendlyDeck(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    start: Whole
    most: Whole
    card: tuple[FriendlyCard, ...]


class WoundFile(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of the wound deck are of each kind; cards are numbered in that order."""

    source: Source
    morale_check: Whole
    light: Whole
    bad: Whole
    killed: Whole


class MoraleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """ladder: what each state adds to quality and skill. Checks: steps lost (negative) or gained."""

    source: Source
    ladder: dict[str, Modifier]
    check_fail: Modifier
    check_nine: Modifier
    wound_zero: Modifier
    wound_pass: Modifier
    wound_fail: Modifier
    wound_nine: Modifier
    rally_pass: Modifier
    rally_zero: Modifier
    rally_nine: Modifier
    rally_leader: Modifier
    rally_unseen: Modifier
    light: Modifier
    bad: Modifier


class ReadingFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    readings: Readings


class CharacterFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    character: tuple[Character, ...]
    squad: tuple[Squad, ...]
    dummies: Annotated[int, Meta(ge=0, le=99)]


class Charts(ReadCharts[Readings]):
    """All tables, checked. cards: order of an enemy's card by state of morale and cover. walked: chances that are kept
    from one question to the next (`Decision.apart`)."""

    def __init__(self, pack: Pack) -> None:
        self.walked: dict[Hashable, Any] = {}
        self.readings = pack.table("readings.toml", ReadingFile).readings
        self.orders = {
            row.id: row for file in ("orders.toml", "crew.toml") for row in pack.table(file, OrderFile).order
        }
        self.weapons = {row.id: row for row in pack.table("weapons.toml", WeaponFile).weapon}
        self.terrain = {row.id: row for row in pack.table("terrain.toml", TerrainFile).terrain}
        self.morale = pack.table("morale.toml", MoraleFile)
        self.foot = pack.table("foot.toml", FootFile)
        self.vehicles = VehicleCharts(pack)
        self.assets = AssetCharts(pack, self.vehicles, self.weapons)
        self.land = LandCharts(pack)
        self.land.check(set(self.orders), set(self.terrain))
        wounds = pack.table("wounds.toml", WoundFile)
        self.wound_cards: tuple[Wound, ...] = _dealt(wounds)
        deck = pack.table("enemy-deck.toml", EnemyDeck)
        chart_checks.deck(deck.lines, {card.id: card.orders for card in deck.card})
        self.enemy_cards = {card.id: card for card in deck.card}
        self.cards: Mapping[tuple[int, str], CardOrder] = {
            (card.id, line): card_order(word, f"enemy-deck.toml, card[{card.id}]")
            for card in deck.card
            for line, word in zip(deck.lines, card.orders, strict=True)
        }
        for (id, line), order in self.cards.items():
            known(order.word, self.orders, f"enemy-deck.toml, card[{id}], {line}", "order")
        friendly = pack.table("friendly-deck.toml", FriendlyDeck)
        self.friendly_cards = {card.id: card for card in friendly.card}
        self.hand_start, self.hand_most = friendly.start, friendly.most
        people = pack.table("characters.toml", CharacterFile)
        self.characters = {one.id: one for one in people.character}
        self.squads = {one.die: one for one in people.squad}
        self.dummies = people.dummies
        self._check()
        self.boards: Mapping[str, Board] = {
            board.id: board
            for board in (read_board(pack, name, self.terrain) for name in pack.folder("boards"))
        }
        self.missions = MissionCharts(pack, {row.glyph: row.id for row in self.terrain.values() if row.glyph})
        self.scenarios: dict[str, Scenario] = {}
        self.files: dict[str, str] = {}
        """Scenario → its file."""
        for file in pack.folder("scenarios"):
            one = pack.table(file, Scenario)
            check(self, one, file)
            self.scenarios[one.id], self.files[one.id] = one, file

    def read_anew(self) -> None:
        self.walked = {}

    def _check(self) -> None:
        """Raises PackError where a table names what another lacks."""
        chart_checks.check(self.orders, self.terrain, self.morale.ladder, self.land, self.vehicles)
        chart_checks.matrix(self.vehicles, self.orders, lambda text, where: card_order(text, where).word)
        for one in self.characters.values():
            for weapon in filter(None, (one.weapon, one.sidearm)):
                known(weapon, self.weapons, f"characters.toml, character ({one.id})", "weapon")
        for squad in self.squads.values():
            for who in (*squad.able, *squad.baker, *squad.charlie):
                known(who, self.characters, f"characters.toml, squad ({squad.die})", "character")

    def wound(self, card: int) -> Wound:
        """What a wound card says. card: from 1."""
        return self.wound_cards[card - 1]

    def counter(self, set: str, number: int) -> Character | None:
        """Who is drawn from a cup of that set under a number; None for a dummy."""
        return next(
            (one for one in self.characters.values() if one.set == set and one.number == number), None
        )


DIRECTIONS = ("1", "2", "3", "4", "5", "6")


def card_order(text: str, where: str) -> CardOrder:
    """An order as it stands on a card: `sneak 5/6 M`. Raises PackError."""
    word, *more = text.split() or [""]
    check = more.pop() if more and more[-1] in ("C", "G", "M") else ""
    ways = tuple(more[0].split("/")) if more else ()
    if not word or len(more) > 1 or len(ways) > 2 or any(way not in DIRECTIONS for way in ways):
        raise PackError(
            f"{text!r} is no order: write a word, directions from 1 to 6, and C, G or M.", where=where
        )
    return CardOrder(word, tuple(map(int, ways)), check)


def _dealt(file: WoundFile) -> tuple[Wound, ...]:
    counts: Iterable[tuple[Wound, int]] = zip(
        WOUNDS, (file.morale_check, file.light, file.bad, file.killed), strict=True
    )
    return tuple(kind for kind, count in counts for _ in range(count))
