"""From a commit to Discord.

- ``publisher``: when; ``table_messages``: what; ``posting``: how; ``followups``: what comes after the card.
- ``notifications``: who is notified, by direct message or by a line below the card.
- ``server_events``: tournaments among the events of a server.
- ``private_charts``: what only one player may see.
- ``text``: what they say, and whom they notify.
"""
