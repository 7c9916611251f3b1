"""From a commit to Discord.

- ``publisher`` says when, ``showing`` what, ``posting`` how.
- Who is told: ``pings``, by ``letters`` or by ``calling``; ``nudges`` says of what.
- ``followups``: what is done after a table's card, by itself; ``direct`` sends direct messages.
- ``secrets``: private charts; ``adrift``: tables whose channel is gone.
"""
