"""The data files of this rule system, each with the shape that it is read as."""

from __future__ import annotations

from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.systems.mechwar_4.roster import Roster
from campaign.systems.mechwar_4.scenario import Scenario
from campaign.systems.mechwar_4.tables import (
    AirFile,
    AttenuationFile,
    CommandFile,
    FireFile,
    PanicFile,
    ReadingFile,
    ResultFile,
)
from campaign.systems.mechwar_4.terrain import TerrainFile
from campaign.systems.mechwar_4.units import UnitFile

FILES = (
    DataFile("units.toml", UnitFile, "types of units"),
    DataFile("terrain.toml", TerrainFile, "what terrain and hexsides cost and do"),
    DataFile("fire.toml", FireFile, "numbers of fire"),
    DataFile("attenuation.toml", AttenuationFile, "what the range adds to an attack"),
    DataFile("results.toml", ResultFile, "results of fire"),
    DataFile("panic.toml", PanicFile, "panic"),
    DataFile("air.toml", AirFile, "aircraft and air defence"),
    DataFile("command.toml", CommandFile, "headquarters, morale, electronic warfare"),
    DataFile("readings.toml", ReadingFile, "how unclear rules are read"),
    DataFile("bots.toml", BotFile, "what bots weigh with"),
    DataFile("boards/*.toml", BoardFile, "boards", ("rivers", "barriers")),
    DataFile("rosters/*.toml", Roster, "ready-made forces"),
    DataFile("scenarios/*.toml", Scenario, "scenarios"),
)
