"""What is still to be done on Discord for each table, after its card, as the store keeps it."""

from data.store.queries.followups import Followup, add, forget, load, remove

__all__ = ["Followup", "add", "forget", "load", "remove"]
