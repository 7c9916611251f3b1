"""The rule books, page by page."""
