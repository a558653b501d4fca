"""Forces: the list of them, and one line by line."""
