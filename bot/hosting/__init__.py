"""What hosts need.

- ``daily_backups``; ``backup_commands``: ``backup`` and ``restore`` from the command line.
- ``doctor``: what can be wrong, by ``local_checks`` and ``discord_checks``, each with a ``check_result``.
- ``health``: the server of ``/health`` and ``/metrics``; ``health_client`` asks it. ``shutdown``: signals.
"""
