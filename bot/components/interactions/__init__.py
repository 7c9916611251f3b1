"""Where the bot meets Discord: an interaction comes in, a reply goes out.

- ``routing``: the front door, through which commands, presses, forms and autocomplete reach their handlers.
- ``replies``: errors, and the ways to reply; ``form``: questions on a page to type in.
- ``reply_tokens``: replying where the bot can't post.
- ``languages``: whose language is spoken.
- ``card``: messages as values, and the one place that turns them into Discord's components.
- ``context``: what all handlers share; ``rate_limits``, ``avatars`` and ``metrics`` are parts of it.
- ``channels``: where a table is shown; ``visibility``: who may see it.
- ``discord_errors``: Discord's error codes; ``discordpy_patches``: what discord.py has no setting for;
  ``unread_events``: events that it can't read.
"""
