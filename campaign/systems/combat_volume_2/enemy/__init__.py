"""What the enemy does: his cards, and how they are carried out."""
