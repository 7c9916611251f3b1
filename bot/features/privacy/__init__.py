"""What is stored about people: ``data_export`` reads it, ``erasure`` deletes it, ``privacy_cards`` ask first.

What features keep they export and forget themselves, by their hooks.
"""
