"""The local Discord's state: ``model`` has its things, ``world`` holds and changes them."""
