"""The data files of this rule system, each with the shape that it is read as."""

from __future__ import annotations

from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.systems.combat_volume_2.assets import AssetFile
from campaign.systems.combat_volume_2.charts import (
    CharacterFile,
    EnemyDeck,
    FriendlyDeck,
    MoraleFile,
    OrderFile,
    ReadingFile,
    TerrainFile,
    WeaponFile,
    WoundFile,
)
from campaign.systems.combat_volume_2.land.tables import FireFile, WeatherFile
from campaign.systems.combat_volume_2.mission_tables import MissionFile
from campaign.systems.combat_volume_2.people.tables import FootFile
from campaign.systems.combat_volume_2.scenario import Scenario
from campaign.systems.combat_volume_2.vehicles.tables import GunFile, LocationFile, MatrixFile, VehicleFile

FILES = (
    DataFile("characters.toml", CharacterFile, "everybody who may take part, and the squads"),
    DataFile("orders.toml", OrderFile, "orders of men on foot"),
    DataFile("crew.toml", OrderFile, "orders of crews"),
    DataFile("weapons.toml", WeaponFile, "small arms"),
    DataFile("terrain.toml", TerrainFile, "what the terrain of boards does"),
    DataFile("morale.toml", MoraleFile, "morale and its checks"),
    DataFile("wounds.toml", WoundFile, "the wound deck"),
    DataFile("enemy-deck.toml", EnemyDeck, "the enemy's cards"),
    DataFile("friendly-deck.toml", FriendlyDeck, "the player's cards"),
    DataFile("foot.toml", FootFile, "grenades, shells, melee, medics and other numbers of men on foot"),
    DataFile("vehicles.toml", VehicleFile, "vehicles and their seats"),
    DataFile("guns.toml", GunFile, "guns of vehicles and what they pierce"),
    DataFile("locations.toml", LocationFile, "where vehicles are hit, and what comes of it"),
    DataFile("matrix.toml", MatrixFile, "orders of the enemy's vehicles"),
    DataFile("weather.toml", WeatherFile, "weather and ground"),
    DataFile("fire.toml", FireFile, "how fires break out and spread"),
    DataFile("missions.toml", MissionFile, "what the dice make of a patrol"),
    DataFile("assets.toml", AssetFile, "what campaigns keep"),
    DataFile("readings.toml", ReadingFile, "how unclear rules are read"),
    DataFile("bots.toml", BotFile, "what bots weigh with"),
    DataFile("boards/*.toml", BoardFile, "boards", ("rivers", "barriers", "features", "sides")),
    DataFile("scenarios/*.toml", Scenario, "missions"),
)
