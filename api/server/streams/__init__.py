"""What is live: one watcher of the diaries, what is new in each made once per viewer, and streams that carry it."""
