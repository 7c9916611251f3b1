"""Next Game: ``next_game`` leads from one of somebody's games to another that waits for them."""
