"""What both wings stand on: callers and their rights, answers, open diaries, dice and their check, the clock."""
