"""From a commit to Discord.

- ``publisher``: when; ``sync``: what; ``posting``: how. ``followups``: what comes after a table's card.
- ``table_tasks``: one task a table, with retries.
- ``notifications``: who is notified, by direct message or by a line below the card.
- ``private_charts``: what only one player may see; ``orphaned_tables``: tables whose channel is gone.
- ``text``: the sentences.
"""
