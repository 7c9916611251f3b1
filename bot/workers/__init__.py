"""Workers run jobs one after another outside the event loop, in a separate process or a thread.

Painters (``rendering.studio``) and computer players (``bot.thinking``) work in them.

- ``worker``: the protocol and its errors; ``process`` and ``thread``: the two implementations.
- ``child``: the program that a worker process runs; ``pickling``: how a job gets there.

A job is a module-level function and its arguments. Nothing is imported here, so that the child only loads
what its jobs need. (``anyio.to_process`` was measured and rejected: in the middle of a job its worker
outlives a killed bot; a Ctrl+C in the terminal reaches the worker and is raised in the bot; the last idle
worker never ends; and the bot doesn't learn that a worker was replaced and needs warming up.)
"""
