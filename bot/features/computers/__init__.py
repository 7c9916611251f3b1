"""Computer players at tables: ``computer_turns`` plays their turns and answers draw offers.

Who they are is in ``bot/people/computers``, what they think in ``bot/players``.
"""
