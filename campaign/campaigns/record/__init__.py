"""The record of campaigns: the read model that follows the diaries, and what is asked of it."""
