"""Films of finished games, and their positions one by one."""
