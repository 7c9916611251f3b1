"""Finished games: ``replays`` shows the film and its positions one by one, ``text`` has the sentences."""
