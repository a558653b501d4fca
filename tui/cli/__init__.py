"""The command line: every door of headquarters as a command, with `--json` for scripts."""
