"""Second implementations of rules, written from the texts of the games alone, and compared with the first."""
