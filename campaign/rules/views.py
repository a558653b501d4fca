"""What one viewer may see of a battle, in a form that any front end can draw: boards, pieces, cards, previews."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from threading import Lock
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from campaign.rules.hexes import Edge
from campaign.rules.wording import count
from events.entry import encode_json

Joint = tuple[str, str]
"""Two neighbouring hexes."""


class Cell(Struct, frozen=True, omit_defaults=True):
    """One hex of a board as drawn. row and column: where it stands on the sheet, from the north-west, 0-based.

    glyph: one character. mark: a change that the battle has made (a burnt-out wreck blocks the way); more: further
    ones. sign: the character by which the mark is drawn. name: a place. height: its level. features: what lies in it
    beside its terrain, a word each: ford, wire.
    """

    id: str
    column: int
    row: int
    terrain: str
    glyph: str
    mark: str = ""
    name: str = ""
    height: int = 0
    features: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    sign: str = "#"

    @property
    def marks(self) -> tuple[str, ...]:
        """All that the battle has changed."""
        return (self.mark, *self.more) if self.mark else self.more


class CellSide(Struct, frozen=True, omit_defaults=True):
    """Something that lies along a side of a hex: a river, a bridge, a crest. one_way: counts only as seen from it."""

    hex: str
    edge: Edge
    what: str
    one_way: bool = False


class HexBoard(Struct, frozen=True, omit_defaults=True, tag="hexes"):
    """A board of flat-top hexes. half_up: whether the even or the odd columns (of the sheet) sit half a hex higher.

    roads: pairs of neighbours that a road joins; where there are none, hexes of road that touch are joined. rivers: the
    same for rivers. sides: what lies along sides; of several on one side the last is drawn.
    faces: whether pieces face corners or edges of their hex: NE is 30° of the one and 60° of the other.
    """

    id: str
    title: str
    columns: int
    rows: int
    half_up: Literal["odd", "even"]
    cells: tuple[Cell, ...]
    source: str = field(default_factory=lambda: "")  # what has a factory is written even if it is the default
    roads: tuple[Joint, ...] = field(default_factory=lambda: ())
    faces: Literal["corners", "edges"] = field(default_factory=lambda: "corners")
    rivers: tuple[Joint, ...] = ()
    sides: tuple[CellSide, ...] = ()


Point = tuple[int, int]
"""Millimetres from the north-west corner of a table: east, south."""


class Area(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain on a plane. outline: its corners. glyph: one character that fills it."""

    id: str
    terrain: str
    outline: tuple[Point, ...]
    glyph: str
    name: str = ""


class Mark(Struct, frozen=True, omit_defaults=True):
    """A point of interest on a plane, such as an objective. reach: radius around it that counts, in mm."""

    id: str
    at: Point
    name: str
    side: str = ""
    reach: int = 0


class PlaneBoard(Struct, frozen=True, tag="plane"):
    """A table without cells, in millimetres: 0 to width from west to east, 0 to height from north to south."""

    id: str
    title: str
    width: int
    height: int
    areas: tuple[Area, ...]
    marks: tuple[Mark, ...] = ()
    source: str = ""


Board = HexBoard | PlaneBoard


class _Digests:
    """Of the boards that were asked for last. They are told apart by which object they are: to hash one costs as much
    as to draw it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[Board, str]] = (
            OrderedDict()
        )  # an id is its board's while it is kept here
        self._lock = Lock()

    def of(self, board: Board) -> str:
        with self._lock:
            found = self._kept.get(id(board))
        if found is None:
            found = board, sha256(encode_json(board)).hexdigest()
            with self._lock:
                self._kept[id(board)] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found[1]


_digests = _Digests(64)


def digest_of(board: Board) -> str:
    """SHA-256 of a board's JSON, hex: boards that look alike have the same. Worked out once for each object."""
    return _digests.of(board)


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card of a piece. Face down its name and text are empty to whoever may not see them; kind is always known."""

    slot: int
    kind: str
    name: str = ""
    text: str = ""
    state: Literal["down", "up", "gone"] = "down"


PieceKind = Literal[
    "", "tank", "self-propelled gun", "carrier", "scout", "infantry", "gun", "lorry", "boat", "helicopter",
    "headquarters", "cavalry", "engineers", "machine gun", "mortar", "anti-tank gun", "anti-aircraft gun", "spotter",
    "wagon",
]  # fmt: skip


class PieceView(Struct, frozen=True, omit_defaults=True):
    """A piece as a viewer may see it. glyph: one or two characters. status: short words, the gravest first.

    turret: where its turret points, in a word as facing is, of a piece that turns it by itself; "" of all others.

    kind: what sort of piece it is, for the symbol on its counter. short: its name there, four characters at the most;
    "" to have one made. sign: the character by which the gravest of its status is drawn; "" if none of it is bad.
    damage: points of it so far, of `most` that it can bear; most is 0 where damage is not counted
    but told in words.

    On a plane: at is its middle, heading degrees clockwise from north (-1: none), outline its corners as it lies;
    where is then "" unless the piece is off the table.
    """

    id: str
    name: str
    side: str
    glyph: str
    where: str
    facing: str = ""
    stance: str = ""
    status: tuple[str, ...] = ()
    out: bool = False
    aboard: str = ""
    details: tuple[tuple[str, str], ...] = ()
    at: Point | None = None
    heading: int = -1
    outline: tuple[Point, ...] = ()
    cards: tuple[CardView, ...] = ()
    kind: PieceKind = ""
    damage: int = 0
    most: int = 0
    short: str = ""
    turret: str = ""
    sign: str = "!"


class TrackView(Struct, frozen=True, omit_defaults=True):
    """A number that stands beside the board, such as an impulse or what is left of a supply. most: the highest that it
    can be, or what is wanted of it, 0 where there is no such number. side: whose it is, "" where it is everybody's."""

    name: str
    value: int
    most: int = 0
    side: str = ""

    @property
    def words(self) -> str:
        return f"{self.name} {self.value}{f' of {self.most}' if self.most else ''}"


class HandView(Struct, frozen=True, omit_defaults=True):
    """Cards that a side holds, and none of its pieces. Whoever may not see one gets its kind alone. name: of the hand,
    where a side has several."""

    side: str
    cards: tuple[CardView, ...]
    name: str = ""

    @property
    def words(self) -> str:
        """The names of those that a viewer may see, and how many others there are."""
        there = [one for one in self.cards if one.state != "gone"]
        kinds = Counter(one.kind for one in there if not one.name)
        seen = [one.name for one in there if one.name]
        return ", ".join((*seen, *(f"{count(n, kind)} face down" for kind, n in kinds.items()))) or "no cards"

    @property
    def number(self) -> str:
        """How many there are, and of which hand if it has a name."""
        told = count(sum(one.state != "gone" for one in self.cards), "card")
        return f"{told} ({self.name})" if self.name else told


class Ray(Struct, frozen=True, omit_defaults=True):
    """A line of sight in a preview. source, target: ids of pieces. notes: what it means, such as `cover`."""

    source: str
    target: str
    start: Point
    end: Point
    notes: tuple[str, ...] = ()


class Preview(Struct, frozen=True, omit_defaults=True):
    """Where an action without dice would lead. piece: as it would stand; way: the line it takes.

    sees, seen: lines of sight from there, and to there. notes: whatever else is worth knowing, one sentence each.
    """

    piece: PieceView
    way: tuple[Point, ...] = ()
    sees: tuple[Ray, ...] = ()
    seen: tuple[Ray, ...] = ()
    notes: tuple[str, ...] = ()


class GameView(Struct, frozen=True, omit_defaults=True):
    """Everything of a battle's state that one viewer may see, in a form any front end can draw."""

    turn: int
    turns: int
    phase: str
    active: str
    board: Board | None
    pieces: tuple[PieceView, ...]
    notes: tuple[str, ...] = ()
    hides: bool = False
    """Whether sides see different things, so that a screen that both use must be handed over."""
    tracks: tuple[TrackView, ...] = ()
    hands: tuple[HandView, ...] = ()
    beside_all: tuple[str, ...] = ()
    """What is true of the whole battle, is no track and should always be in sight, in so few words that each has room
    in a line of 33: the weather, what brings points."""

    def beside(self, names: Mapping[str, str], room: int = 0) -> list[str]:
        """What is always in sight, tracks and hands, a line for each side that has some; those of everybody first.
        names: of sides. room: characters of a line on a screen; a hand that would take more is told by its number of
        cards. 0 for a page, where all cards are told, and what is always in sight stands elsewhere."""
        found: list[str] = []
        for side in ("", *names):
            whose = f"{names[side]}: " if side else ""
            numbers = [one.words for one in self.tracks if one.side == side]
            hands = [
                (one.number, f"{whose}{one.name or 'hand'}: {one.words}")
                for one in self.hands
                if one.side == side
            ]
            numbers += [number for number, words in hands if 0 < room < len(words)]
            seen = self.beside_all if room and not side else ()
            if told := ", ".join((*numbers, *seen[:1])):
                found.append(f"{whose}{told}")
            found += seen[1:]
            found += [words for _, words in hands if not 0 < room < len(words)]
        return found


def apart(view: GameView) -> tuple[GameView, str, Board | None]:
    """A view without its board; the board's digest, "" if there is none; and the board, for who has not got it yet."""
    board = view.board
    if board is None:
        return view, "", None
    return replace(view, board=None), digest_of(board), board


def together(view: GameView, board: Board | None) -> GameView:
    """The view that was taken apart."""
    return replace(view, board=board)
