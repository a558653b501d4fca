"""How boards are drawn: hexes, planes drawn to scale, and plain lists."""
