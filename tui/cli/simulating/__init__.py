"""Commands that fight a battle many times over."""
