"""From a commit to Discord.

- ``publisher`` says when, ``showing`` what, ``posting`` how.
- Who is told: ``pings``, by ``letters`` or by ``calling``; ``nudges`` says of what.
- ``secrets``: private charts; ``adrift``: tables whose channel is gone.
"""
