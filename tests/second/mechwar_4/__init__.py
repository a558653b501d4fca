"""MechWar 4, read a second time: from the text, the data files as data, and the readings that are written down."""
