"""The rule books: ``rule_book`` turns their pages, ``text`` has the sentences."""
