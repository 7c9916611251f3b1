"""Where the bot meets Discord: a press comes in, an answer goes out.

- ``card``: what a message shows, as values, and the one place that makes Discord's components of it.
- ``pressing`` acknowledges a press, checks that its table may be seen, and finds its handler.
- ``answering`` is the error boundary, and how one answers.
- ``house`` is what all share; ``restraint`` (how often one may ask) and ``measures`` are parts of it.
- ``discord_errors``: which of Discord's errors pass.
- ``ratelimits``: what discord.py remembers of Discord's.
- ``places``: where a table is shown; ``sight``: who may see it; ``voices``: speaking where the bot may post
  nothing by itself.
"""
