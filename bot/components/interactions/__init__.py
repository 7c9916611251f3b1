"""Where the bot meets Discord: an interaction comes in, a reply goes out.

- ``routing``: acknowledges a press, checks that its table may be seen, and finds its handler.
- ``replies``: the error boundary, and the ways to reply; ``reply_tokens``: replying where the bot
  can't post.
- ``card``: what a message shows, as values, and the one place that turns it into Discord's components.
- ``context``: what everything shares; ``rate_limits`` and ``metrics`` are parts of it.
- ``channels``: where a table is shown; ``visibility``: who may see it.
- ``discord_errors``: which of Discord's errors pass; ``discordpy_patches``: what discord.py needs.
"""
