"""War Diary's domain: rules, rule systems, the ledger, and headquarters, the one door to them."""

__version__ = "0.5.0"
