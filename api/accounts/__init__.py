"""Who may come in: players and their tokens, invitations, how much and how often. Knows nothing of HTTP.

`accounts.Accounts` is the door. What is kept lies in a file of its own beside the diaries, which names no battle's
content and which no diary needs: entries carry player ids, and this file says who they are.
"""
