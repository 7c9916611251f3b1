"""Where computer players think: whose turn it is, what happens to failures, and that nothing waits for them.

- ``probes``: players that fail on purpose.
"""
