"""What comes in with a file: looked at as whoever reads it later would, before anything of it is written."""
