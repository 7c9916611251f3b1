"""From a commit to Discord.

- ``publisher``: when; ``sync``: what; ``posting``: how; ``followups``: what is done after a table's card.
- ``notifications``: who is told, by direct message or by a line below the card; ``notification_text``: what
  they are told.
- ``private_charts``: what only one player may see; ``orphaned_tables``: tables whose channel is gone.
"""
