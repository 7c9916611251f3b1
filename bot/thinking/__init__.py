"""Where computer players think: in worker processes beside the bot, in turn for all tables.

- ``thinkers``: what everybody else calls; its processes run ``search``. ``fair_queue``: who is served next.

Nothing is imported here, so that the processes load nothing but the computer players.
"""
