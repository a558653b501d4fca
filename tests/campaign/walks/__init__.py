"""Walks by chance on the real program: people open tables, offer and take seats, look, act, leave and stay away, and
after each step what must hold of seats is held against a truth that is kept beside the program.

`house`: who there is, and by which doors they come in. `champions`: a campaign of duels. `truth`: what in fact
happened, and what must hold of it. `moves`: what somebody may try. `going_on`: whether who waits can make it go on.
`walker`: a walk.
"""
