"""The data files of this rule system, each with the shape that it is read as."""

from __future__ import annotations

from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.systems.portable_wargame_modern.charts import (
    ClassFile,
    RuleFile,
    Scenario,
    TerrainFile,
    TypeFile,
    WeaponFile,
)
from campaign.systems.portable_wargame_modern.roster import Roster

FILES = (
    DataFile("classes.toml", ClassFile, "classes of units: strength, movement, close combat"),
    DataFile("units.toml", TypeFile, "types of units"),
    DataFile("weapons.toml", WeaponFile, "what units fire"),
    DataFile("terrain.toml", TerrainFile, "terrain, and what may lie in a hex besides"),
    DataFile("rules.toml", RuleFile, "quality, labours, readings"),
    DataFile("bots.toml", BotFile, "what bots weigh with"),
    DataFile("boards/*.toml", BoardFile, "boards", ("rivers", "barriers", "sides")),
    DataFile("rosters/*.toml", Roster, "ready-made forces"),
    DataFile("scenarios/*.toml", Scenario, "scenarios"),
)
