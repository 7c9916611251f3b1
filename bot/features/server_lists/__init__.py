"""The lists of servers' tables, which update themselves."""
