"""The other wing: campaigns, which link battles."""
