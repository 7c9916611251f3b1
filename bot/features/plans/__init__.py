"""Plans and standing orders: moves that are played while a game follows them.

- ``plans``: if–then lines; ``orders``: standing orders. Pure. ``planned_turns``: plays both.
- ``plan_cards``, ``order_cards``: how they are given.
"""
