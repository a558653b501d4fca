"""Measurements, with what they are measured against: `python -m tests.bench [AREA...]`.

An area is a module in this folder with a function `run() -> list[Row]`.
"""
