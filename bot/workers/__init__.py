"""Workers: they do one job after another beside the event loop, in a process of their own or in a thread.

- ``worker``: what a worker is, and its errors; ``process`` and ``thread``: the two kinds.
- ``child``: the program that a worker process runs.

A job is a module's function and its arguments. Nothing is imported here: the child loads only what its jobs
need. (``anyio.to_process`` was measured and not taken: its worker outlives a killed bot while it's in the
middle of a job, a Ctrl+C in the terminal reaches it and is raised in the bot, the last idle one never ends,
and nobody learns that one was replaced and needs warming up.)
"""
