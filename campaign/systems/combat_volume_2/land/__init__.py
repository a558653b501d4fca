"""The ground: sight, weather, fire, smoke, wire."""
