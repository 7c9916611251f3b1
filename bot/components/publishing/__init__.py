"""From a commit to Discord.

- ``publisher``: when; ``sync``: what; ``posting``: how; ``followups``: what is done after a table's card.
- ``notifications``: who is told, by direct message (``letters``, ``direct_messages``) or by a line below the
  card (``calling``); ``nudges``: of what.
- ``private_charts``: what only one player may see; ``orphaned_tables``: tables whose channel is gone.
"""
