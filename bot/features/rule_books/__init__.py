"""The rule books: ``rule_book`` turns their pages."""
