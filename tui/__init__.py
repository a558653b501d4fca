"""The terminal program: screens and boards for people, and the command line."""
