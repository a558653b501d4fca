"""The data files of this rule system, each with the shape that it is read as."""

from __future__ import annotations

from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.systems.tanks_modern_age.charts import (
    CardFile,
    CrewFile,
    CriticalFile,
    ModelFile,
    Numbers,
    PlatoonFile,
    Roster,
    Scenario,
    ScenarioFile,
    TerrainFile,
)

FILES = (
    DataFile("models.toml", ModelFile, "models: tanks and helicopters"),
    DataFile("cards/*.toml", CardFile, "crew and upgrade cards"),
    DataFile("platoon_rules.toml", PlatoonFile, "the platoon cards of the nations"),
    DataFile("criticals.toml", CriticalFile, "the critical deck"),
    DataFile("terrain.toml", TerrainFile, "kinds of terrain"),
    DataFile("table.toml", Numbers, "the table, the measuring arrow, dice, readings"),
    DataFile("crews.toml", CrewFile, "crews and rounds that campaigns keep"),
    DataFile("bots.toml", BotFile, "what bots weigh with"),
    DataFile("platoons/*.toml", Roster, "ready-made platoons"),
    DataFile("scenarios.toml", ScenarioFile, "the scenarios that ship, a row each"),
    DataFile("scenarios/*.toml", Scenario, "scenarios of your own, a file each"),
)
