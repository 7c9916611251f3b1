"""Following games of others: a list of one's own in ``/games``, and a direct message at the end if wanted."""
