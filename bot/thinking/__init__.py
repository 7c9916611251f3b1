"""Where computer players think: in worker processes beside the bot, in turn for all tables.

- ``thinkers``: what everybody else calls; its processes run ``search``.

Nothing is imported here, so that the processes load nothing but the computer players.
"""
