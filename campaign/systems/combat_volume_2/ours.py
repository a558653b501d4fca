"""What of a mission is our reconstruction: told by the `source` of each file, so that whoever puts his own in its place
is told no longer."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.packs import Pack
from campaign.systems.combat_volume_2.scenario import Scenario

WORD = "reconstruct"
ON_FOOT = {
    "orders.toml": "Orders on foot, how they move and fire, are reconstructed",
    "foot.toml": "Spotting, melee, grenades, medics, shelling and rout are reconstructed",
    "weapons.toml": "Small arms are reconstructed",
    "terrain.toml": "The lines of the terrain and spotting chart are reconstructed",
    "morale.toml": "The ladder of morale and rallying are reconstructed",
    "wounds.toml": "How many wound cards there are of each kind is reconstructed",
    "enemy-deck.toml": "The enemy's cards, but for three numbers and an order, are reconstructed",
    "friendly-deck.toml": "The player's cards, but for one number, are reconstructed",
    "characters.toml": "Quality and skill of all but a few characters are reconstructed",
    "fire.toml": "Smoke of grenades is reconstructed",
}
IN_VEHICLES = {
    "vehicles.toml": "Armour and seats of all vehicles but the Pz IVH are reconstructed",
    "guns.toml": "Guns and anti-tank weapons, but for the numbers of the example of play, are reconstructed",
    "locations.toml": "Most of the tables of hits and damage is reconstructed",
    "matrix.toml": "The Vehicle Order Matrix, but for two cells, is reconstructed",
    "crew.toml": "Some of the orders of crews are reconstructed",
}


def reconstructed(pack: Pack, one: Scenario) -> tuple[str, ...]:
    """The lines of a mission; none for what it does not use, nor for a file with a source of one's own."""
    return tuple(f"{says}. Your own: {file}." for file, says in _said(pack, one))


def files(pack: Pack, one: Scenario) -> tuple[str, ...]:
    """The names of the files that those lines are about."""
    return tuple(file for file, _ in _said(pack, one))


def _said(pack: Pack, one: Scenario) -> Iterator[tuple[str, str]]:
    vehicles = bool(one.vehicle) or one.fausts is not None or any(row.heavy for row in one.friend)
    for file, says in {**ON_FOOT, **(IN_VEHICLES if vehicles else {})}.items():
        if WORD in str(pack.content[file]["source"]):
            yield file, says
