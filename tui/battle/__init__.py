"""The battle screen, and the controllers and panels that it owns."""
