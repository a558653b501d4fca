"""Rules read a second time: odds and legal sets from the text of a rulebook alone, to compare."""
