"""The description of the API, made from the table of operations."""
