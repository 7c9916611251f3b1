"""The local Discord: one server, its people, channels and messages, and what changes them."""
