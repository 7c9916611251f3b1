"""Tools for hosts.

- ``daily_backups``; ``database_commands``: ``backup``, ``restore`` and ``ratings`` from the command line;
  ``bans``: ``ban``, ``unban`` and ``bans``; ``notices``: ``notice``.
- ``forgotten``: whoever was erased stays so, in older databases as well.
- ``setup``: from a token to a bot that can be started; ``service_unit``: how it starts with the machine.
- ``doctor``: runs ``local_checks`` and ``discord_checks``, which yield values of ``check_result``.
- ``health``: serves ``/health`` and ``/metrics``; ``health_client`` queries it. ``shutdown``: signals.
"""
