"""Finished games: ``replays`` shows the film and its positions one by one."""
