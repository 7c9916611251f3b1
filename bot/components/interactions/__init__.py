"""Where the bot meets Discord: an interaction comes in, a reply goes out.

- ``routing``: the front door. Commands, presses, forms and autocomplete pass through it to their handlers.
- ``replies``: the error boundary, and the ways to reply; ``reply_tokens``: replying where the bot
  can't post.
- ``card``: what a message shows, as values, and the one place that turns it into Discord's components.
- ``context``: what all handlers share; ``rate_limits`` and ``metrics`` are parts of it.
- ``channels``: where a table is shown; ``visibility``: who may see it.
- ``discord_errors``: Discord's error codes and what they mean; ``discordpy_patches``: what discord.py has no
  setting for.
"""
