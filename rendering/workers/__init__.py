"""Workers: who does the studio's jobs, in whatever thread or process.

- ``worker``: what a worker is, and the one that is a thread of this process.
- ``process``: the one that is a process of its own; ``child`` is the program which runs there.
- ``jobs``: what they do. It imports what painting needs only where the work is done.
"""
