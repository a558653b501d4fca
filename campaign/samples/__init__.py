"""Ready-made campaigns: a folder each, with campaign.toml, forces.toml and, if wished, policy.toml."""
