"""The first steps: ``first_steps`` has the cards of ``/help`` and ``/about``."""
