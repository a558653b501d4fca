"""Commands for campaigns: `wardiary campaign …`."""
