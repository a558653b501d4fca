"""Diaries of every released version, kept for ever: `<version>/<name>.ndjson` with the digest of the state after
every entry beside it in `<name>.states.json`. `test_golden.py` folds them again; nothing here is ever changed.
"""
