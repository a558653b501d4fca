"""The data files of this rule system, each with the shape that it is read as."""

from __future__ import annotations

from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.systems.combat_veteran.charts import (
    ChartFile,
    CrewFile,
    InfantryFile,
    Scenario,
    TerrainFile,
    VehicleFile,
)

FILES = (
    DataFile("vehicles.toml", VehicleFile, "types of vehicles"),
    DataFile("infantry.toml", InfantryFile, "types of soldiers and of the weapons that they carry"),
    DataFile("terrain.toml", TerrainFile, "what the terrain of boards costs and does"),
    DataFile("charts.toml", ChartFile, "results of attacks, damage, movement, conditions, readings"),
    DataFile("crews.toml", CrewFile, "crews and loads that campaigns keep"),
    DataFile("bots.toml", BotFile, "what bots weigh with"),
    DataFile("boards/*.toml", BoardFile, "boards", ("rivers", "heights", "features", "sides")),
    DataFile("scenarios/*.toml", Scenario, "scenarios"),
)
