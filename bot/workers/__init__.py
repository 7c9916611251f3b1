"""Workers run jobs one after another outside the event loop, in a separate process or a thread.

Painters (``rendering.studio``) and computer players (``bot.thinking``) work in them.

- ``worker``: the protocol, its errors, and a thread; ``process``: a process.
- ``child``: the program that a worker process runs; ``pickling``: how a job gets there.

A job is a module-level function and its arguments. Nothing is imported here, so that the child only loads
what its jobs need. (``anyio.to_process`` was measured and rejected: all jobs share its processes, so none can
have a low priority, and the bot doesn't learn that one was started and needs warming up.)
"""
