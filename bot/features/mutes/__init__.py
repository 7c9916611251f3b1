"""Muting a table, or all games of a kind: nobody is called there any more."""
