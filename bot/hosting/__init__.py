"""Tools for hosts.

- ``daily_backups``; ``backup_commands``: ``backup`` and ``restore`` from the command line.
- ``doctor``: runs ``local_checks`` and ``discord_checks``, which yield values of ``check_result``.
- ``health``: serves ``/health`` and ``/metrics``; ``health_client`` queries it. ``shutdown``: signals.
"""
