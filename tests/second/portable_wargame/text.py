"""The tables of the text, as it prints them; what it leaves empty follows the project's sheet of facts."""

from __future__ import annotations

from typing import NamedTuple


class Class(NamedTuple):
    """A row of Movement and of Close Combat. front, flank: the die that is needed not to be hit."""

    move: int
    front: int
    flank: int


CLASSES = {
    "infantry": Class(2, 3, 5),
    "infantry-at": Class(2, 3, 5),  # no row of its own: that of infantry
    "cyclists": Class(3, 3, 5),  # Optional rules: cavalry to move, infantry to fight
    "engineers": Class(2, 3, 5),
    "dismounted-cavalry": Class(2, 3, 5),
    "mounted-cavalry": Class(3, 2, 4),
    "machine-guns": Class(2, 3, 5),
    "mortars": Class(2, 3, 5),
    "artillery": Class(2, 4, 5),
    "armoured-cars": Class(4, 3, 5),
    "light-tanks": Class(4, 3, 4),
    "tanks": Class(3, 3, 4),
    "assault-guns": Class(3, 3, 4),
    "sp-artillery": Class(3, 3, 5),
    "half-tracks": Class(4, 3, 5),
    "trucks": Class(4, 4, 5),
    "horse-transport": Class(2, 5, 6),
    "spotters": Class(2, 3, 4),
    "commanders": Class(3, 3, 3),
}
ARTILLERY = {
    "heavy": 12, "medium": 10, "field": 8, "mountain": 6, "infantry-guns": 4, "anti-tank": 4, "anti-aircraft": 4,
}  # fmt: skip
INDIRECT = {"heavy", "medium", "field", "mountain", "infantry-guns"}
WEAPONS = {
    "small-arms": 3, "infantry-at": 2, "machine-guns": 3, "mortars": 4, "armoured-car-guns": 3, "light-tank-guns": 3,
    "tank-guns": 4,
}  # fmt: skip
LOSES_UP_TO = {"elite": 2, "average": 3, "poor": 4}
TANKS = {"light-tanks", "tanks"}
BATTERIES = {"artillery", "sp-artillery"}
SHARING = {"half-tracks", "trucks", "horse-transport", "spotters", "commanders"}
"""Movement f: who may be in a friend's hex."""
ALL_ROUND = {"armoured-cars", *TANKS}
"""Firing f."""
ADVANCING = {
    "infantry", "infantry-at", "cyclists", "engineers", "dismounted-cavalry", "mounted-cavalry", *TANKS,
}  # fmt: skip
"""Close Combat d."""
THROUGH_WIRE = {*TANKS, "assault-guns", "sp-artillery"}
MOTORS = {"half-tracks", "trucks"}
RIDES_IN_MOTORS = {
    "infantry", "infantry-at", "engineers", "dismounted-cavalry", "machine-guns", "mortars", "commanders",
}  # fmt: skip
RIDES_ON_TANKS = {"infantry", "infantry-at"}
TURNS_OF_WORK = {"lay-mines": 3, "clear-mines": 5, "lay-wire": 1, "clear-wire": 1}
